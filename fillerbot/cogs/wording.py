"""Names and descriptions of commands, in all languages."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from fillerbot.texts import LANGUAGES, texts_of

_BASE = texts_of(LANGUAGES[0])


def named(key: str) -> locale_str:
    """The name of a command, an option or a choice."""
    return locale_str(_BASE(key), key=key)


def about(key: str) -> locale_str:
    """A description."""
    return locale_str(_BASE(key), key=key)


class Translator(app_commands.Translator):
    """Finds the texts of commands in `data/locales`; languages we lack see the base text."""

    async def translate(  # noqa: D102 — as in the library
        self, string: locale_str, locale: discord.Locale, _context: TranslationContextTypes
    ) -> str | None:
        key = string.extras.get("key")
        language = locale.value.partition("-")[0]
        if key is None or language not in LANGUAGES[1:]:
            return None
        return texts_of(language)(key)
