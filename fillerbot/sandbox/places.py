"""Places and rights: channels, roles, and what is written over a role in a channel."""

from dataclasses import dataclass, field
from enum import IntEnum


class Right(IntEnum):
    """Permissions by name, as far as something here depends on them."""

    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    EXTERNAL_EMOJIS = 1 << 18
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    USE_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    PUBLIC_THREADS = 1 << 35
    SEND_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51


ALL = (1 << 53) - 1
BOT = (
    Right.VIEW_CHANNEL
    | Right.SEND_MESSAGES
    | Right.EMBED_LINKS
    | Right.ATTACH_FILES
    | Right.READ_HISTORY
    | Right.PUBLIC_THREADS
    | Right.SEND_IN_THREADS
)
"""What the bot was invited with."""
EVERYONE = (
    BOT
    | Right.ADD_REACTIONS
    | Right.EXTERNAL_EMOJIS
    | Right.CHANGE_NICKNAME
    | Right.USE_COMMANDS
    | Right.EXTERNAL_APPS
)
"""What every member may do."""


class ChannelKind(IntEnum):
    """Kinds of channels."""

    TEXT = 0
    DM = 1
    GROUP_DM = 3
    PUBLIC_THREAD = 11


class Context(IntEnum):
    """Where an interaction comes from."""

    GUILD = 0
    BOT_DM = 1
    PRIVATE = 2


@dataclass
class Role:
    """A role of the guild."""

    id: str
    name: str
    permissions: int
    position: int = 1
    mentionable: bool = False
    managed: bool = False


@dataclass(frozen=True)
class Overwrite:
    """What a role (kind 0) or a member (kind 1) may do in one channel, against the rule."""

    id: str
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass
class Thread:
    """What a thread has beyond a channel."""

    parent_id: str
    owner_id: str
    created: int
    archived_at: int
    archive_after: int = 1440
    archived: bool = False
    locked: bool = False
    members: dict[str, int] = field(default_factory=dict)
    sent: int = 0
    deleted: int = 0


@dataclass
class Channel:
    """Where messages are."""

    id: str
    kind: ChannelKind
    name: str = ""
    guild_id: str | None = None
    position: int = 0
    topic: str | None = None
    nsfw: bool = False
    overwrites: dict[str, Overwrite] = field(default_factory=dict)
    recipients: list[str] = field(default_factory=list)
    slow: int = 0
    thread: Thread | None = None
    last_message_id: str | None = None
