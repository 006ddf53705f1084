"""Time controls as people say and write them."""

from __future__ import annotations

import re

from fillerbot.engine.clock import PRESETS, clock_of
from fillerbot.texts import LANGUAGES, Texts, texts_of

_WRITTEN = re.compile(
    r"(?P<minutes>[0-9]{1,2})(:(?P<seconds>[0-5][0-9]))? ?(min)? ?\+ ?(?P<increment>[0-9]{1,2}) ?s?", re.ASCII
)


def clock_name(key: str, texts: Texts) -> str:
    """A time control in words."""
    if key in PRESETS:
        return texts(f"clock-{key}")
    clock = clock_of(key)
    assert clock is not None, "only a preset is no clock"
    minutes, seconds = divmod(clock.budget // 1000, 60)
    time = f"{minutes}:{seconds:02}" if seconds else str(minutes)
    return texts("clock-chosen", time=time, increment=clock.increment // 1000)


def read_clock(text: str) -> str | None:
    """The key of what somebody has written: a preset, or minutes and seconds such as `3+5` or `2:30+5`.

    None if it is neither, or not within the limits.
    """
    wanted = " ".join(text.casefold().split())
    for key in PRESETS:
        names = [texts_of(language)(f"clock-{key}").casefold() for language in LANGUAGES]
        if wanted in (key, *names, *(name.partition(",")[0] for name in names)):
            return key
    found = _WRITTEN.fullmatch(wanted)
    if found is None:
        return None
    seconds = 60 * int(found["minutes"]) + int(found["seconds"] or 0)
    key = f"{seconds}+{int(found['increment'])}"
    try:
        clock = clock_of(key)
    except KeyError:
        return None
    # What has a name goes by it.
    return next((name for name, preset in PRESETS.items() if preset == clock), key)


def suggested(typed: str, texts: Texts) -> list[tuple[str, str]]:
    """What may be meant, each as it is called and as it is chosen: the clock that was typed, and presets."""
    own = read_clock(typed)
    wanted = typed.strip().casefold()
    presets = [(texts(f"clock-{key}"), key) for key in PRESETS]
    found = [(name, key) for name, key in presets if wanted in name.casefold() or key == own]
    return found if own is None or own in PRESETS else [(clock_name(own, texts), typed.strip()), *found]
