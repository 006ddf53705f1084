"""The privileged intents: what an application may ask for only where its owner has switched it on."""

from collections.abc import Iterable

from fillerbot.sandbox.kinds import Intent

PRIVILEGED = {
    "members": Intent.GUILD_MEMBERS,
    "presences": Intent.GUILD_PRESENCES,
    "message_content": Intent.MESSAGE_CONTENT,
}
_FLAGS = {Intent.GUILD_PRESENCES: 1 << 13, Intent.GUILD_MEMBERS: 1 << 15, Intent.MESSAGE_CONTENT: 1 << 19}
"""How an application in few guilds shows that an intent is switched on."""


def bits(names: Iterable[str]) -> int:
    """Return the intents of some names; raise ValueError for a name that there is not."""
    result = 0
    for name in names:
        if name not in PRIVILEGED:
            raise ValueError(f"there is no privileged intent {name}, only {', '.join(PRIVILEGED)}")
        result |= PRIVILEGED[name]
    return result


def flags(privileged: int) -> int:
    """Return the flags of an application that has these intents."""
    return sum(flag for intent, flag in _FLAGS.items() if privileged & intent)
