"""Settings, from the environment or a file."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from fillerbot.config import Settings


@pytest.fixture(autouse=True)
def _clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("TOKEN", "DATABASE", "API_URL", "GATEWAY_URL", "LOG_LEVEL", "SEED"):
        monkeypatch.delenv(f"FILLERBOT_{name}", raising=False)


def test_settings_come_from_a_file_and_the_environment_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("FILLERBOT_TOKEN=from-the-file\nFILLERBOT_SEED=4\nOTHER=1\n", encoding="utf-8")
    monkeypatch.setenv("FILLERBOT_SEED", "5")
    settings = Settings()
    assert settings.token is not None
    assert settings.token.get_secret_value() == "from-the-file"
    assert settings.seed == 5


def test_the_token_is_masked_wherever_settings_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FILLERBOT_TOKEN", "very-secret")
    assert "very-secret" not in f"{Settings()!r} {Settings()} {Settings().model_dump()}"


@pytest.mark.parametrize(
    ("name", "value"),
    [("API_URL", "127.0.0.1/api"), ("GATEWAY_URL", "http://x"), ("LOG_LEVEL", "loud"), ("SEED", "x")],
)
def test_a_wrong_setting_is_refused_without_repeating_it(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"FILLERBOT_{name}", value)
    with pytest.raises(ValidationError) as refused:
        Settings()
    assert name.lower() in str(refused.value)
    assert repr(value) not in str(refused.value)


def test_without_settings_the_database_is_in_the_users_data_folder() -> None:
    assert Settings().database.name == "fillerbot.sqlite3"
    assert Settings().token is None
