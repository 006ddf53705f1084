"""Settings, from the environment or a `.env` file in the working folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from platformdirs import user_data_path
from pydantic import Field, SecretStr, StringConstraints
from pydantic_settings import BaseSettings, SettingsConfigDict

EXPECTED: Final = {
    "api_url": "takes an address such as http://127.0.0.1:8080/api/v10",
    "gateway_url": "takes an address such as ws://127.0.0.1:8080/gateway",
    "log_level": "takes DEBUG, INFO, WARNING or ERROR",
    "seed": "takes a whole number",
}
"""What is said of a setting that is wrong."""


class Settings(BaseSettings):
    """What `fillerbot run` needs to know; each name is upper case with `FILLERBOT_` before it."""

    model_config = SettingsConfigDict(
        env_prefix="FILLERBOT_",
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        hide_input_in_errors=True,
    )

    token: SecretStr | None = Field(None, description="the bot token from Discord's developer portal")
    database: Path = Field(
        default_factory=lambda: user_data_path("fillerbot", appauthor=False) / "fillerbot.sqlite3",
        description="the one file that everything is kept in",
    )
    api_url: str | None = Field(
        None, pattern=r"^https?://[^/]+/.*[^/]$", description="another REST address, Discord's if left out"
    )
    gateway_url: str | None = Field(
        None, pattern=r"^wss?://", description="another gateway address, Discord's if left out"
    )
    log_level: Annotated[str, StringConstraints(to_upper=True)] = Field(
        "INFO",
        pattern=r"^(?i:DEBUG|INFO|WARNING|ERROR)$",
        description="DEBUG, INFO, WARNING or ERROR, INFO if left out",
    )
    seed: int | None = Field(
        None, description="a number, for demonstrations: boards and lots that can be repeated"
    )
