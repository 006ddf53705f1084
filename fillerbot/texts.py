"""What people read, in their language."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache, lru_cache

from fluent.runtime import FluentBundle, FluentResource

from fillerbot.resources import data

_log = logging.getLogger(__name__)

_KEPT = 4096
"""Filled texts that are remembered: a board says much that the one before it said."""

LANGUAGES = ("en", "de")
"""The first one stands in for every language that there is no translation for."""


class Texts:
    """The texts of one language, from `data/locales`."""

    def __init__(self, language: str) -> None:
        self.language = language
        # Marks that isolate placeholders from right-to-left text would end up in buttons and file names.
        self._bundle = FluentBundle([language], use_isolating=False)
        for file in sorted(data("locales", language).glob("*.ftl")):
            self._bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))
        self._filled = lru_cache(_KEPT, typed=True)(self._fill)

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The text of a key with its placeholders filled. Raises KeyError if there is no such text."""
        return self._filled(key, **values)

    def _fill(self, key: str, /, **values: str | int) -> str:
        message = self._bundle.get_message(key)
        if message.value is None:
            raise KeyError(key)
        text, errors = self._bundle.format_pattern(message.value, values)
        if errors:
            _log.error("The text %s of %s cannot be filled: %s", key, self.language, errors)
        return str(text)

    def listed(self, names: Sequence[str]) -> str:
        """Names as a list: one, "one and two", "one, two and three"."""
        if len(names) < 2:  # noqa: PLR2004
            return "".join(names)
        return self("listed", most=", ".join(names[:-1]), last=names[-1])

    def colour(self, colour: int) -> str:
        """The name of a colour."""
        return self(f"colour-{colour}")


@cache
def texts_of(language: str) -> Texts:
    """The texts of a language that there is a translation for."""
    return Texts(language)


def texts_for(locale: str) -> Texts:
    """The texts for a Discord locale such as `en-GB` or `de`."""
    language = locale.partition("-")[0]
    return texts_of(language if language in LANGUAGES else LANGUAGES[0])
