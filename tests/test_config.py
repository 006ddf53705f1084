"""Settings, from the environment or a file."""

import socket
from pathlib import Path

import pytest
from pydantic import ValidationError

from fillerbot.__main__ import main
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


def test_a_setting_that_is_left_empty_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    left_out = Settings()
    for name in ("TOKEN", "DATABASE", "API_URL", "GATEWAY_URL", "LOG_LEVEL", "SEED"):
        monkeypatch.setenv(f"FILLERBOT_{name}", "")
    assert Settings() == left_out


def test_the_log_level_is_taken_in_small_letters_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FILLERBOT_LOG_LEVEL", "warning")
    assert Settings().log_level == "WARNING"


@pytest.mark.parametrize("command", ["run", "check"])
def test_the_help_names_every_setting(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    told = capsys.readouterr().out
    for name in Settings.model_fields:
        assert f"FILLERBOT_{name.upper()}" in told


def test_seconds_that_are_no_number_are_refused_in_plain_words(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["best", "--seconds", "soon"])
    assert "argument --seconds: a number above 0 is expected" in capsys.readouterr().err


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


def test_who_sets_something_wrong_is_told_what_it_takes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FILLERBOT_LOG_LEVEL", "loud")
    monkeypatch.setenv("FILLERBOT_SEED", "x")
    assert main(["run"]) == 1
    assert capsys.readouterr().err == (
        "fillerbot: A setting is wrong: FILLERBOT_LOG_LEVEL takes DEBUG, INFO, WARNING or ERROR; "
        "FILLERBOT_SEED takes a whole number.\n"
    )


@pytest.mark.parametrize("command", ["sandbox", "demo"])
def test_a_port_that_is_in_use_is_named(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main([command, "--port", str(port)]) == 1
    assert f"fillerbot: Port {port} is in use. Take another one" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["best", "replay", "import"])
def test_a_file_that_is_not_there_is_named(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "nofile"]) == 1
    assert capsys.readouterr().err == "fillerbot: nofile cannot be read: No such file or directory\n"


def test_without_settings_the_database_is_in_the_users_data_folder() -> None:
    assert Settings().database.name == "fillerbot.sqlite3"
    assert Settings().token is None
