"""The world of the sandbox: plain records and where they are kept."""

import asyncio
from dataclasses import dataclass, field

from fillerbot.sandbox.clock import Clock, Snowflakes, of_date
from fillerbot.sandbox.kinds import Event, Flag, Json

EVERYONE = sum(1 << bit for bit in (6, 10, 11, 14, 15, 16, 18, 26, 31, 35, 38))
"""What every member may do: see, read, write, embed, attach, react, name himself, commands, threads."""
ALL_PERMISSIONS = (1 << 53) - 1


@dataclass(frozen=True)
class Person:
    """Somebody made up who reads and presses."""

    id: str
    name: str
    locale: str
    owner: bool = False

    @property
    def permissions(self) -> int:
        """Rights in the guild; its owner has every one."""
        return ALL_PERMISSIONS if self.owner else EVERYONE


@dataclass
class Attachment:
    """A file of a message."""

    id: str
    filename: str
    data: bytes
    content_type: str
    width: int | None = None
    height: int | None = None
    description: str | None = None
    spoiler: bool = False


@dataclass
class Emoji:
    """An emoji that belongs to the application."""

    id: str
    name: str
    data: bytes
    content_type: str
    animated: bool = False


@dataclass
class Message:
    """A message as it stands."""

    id: str
    channel_id: str
    created: int
    kind: int = 0
    content: str = ""
    flags: int = 0
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    mentions: list[str] = field(default_factory=list)
    mention_roles: list[str] = field(default_factory=list)
    mention_everyone: bool = False
    edited: int | None = None
    visible_to: str | None = None
    interaction: "Interaction | None" = None

    def seen_by(self, person_id: str) -> bool:
        """Tell whether somebody sees this message."""
        return self.visible_to in (None, person_id)

    @property
    def is_v2(self) -> bool:
        """Tell whether the message is made of components alone."""
        return bool(self.flags & Flag.COMPONENTS_V2)


@dataclass
class Response:
    """How the bot answered an interaction."""

    kind: int
    message_id: str | None = None
    modal: Json | None = None
    choices: list[Json] | None = None


@dataclass(eq=False)
class Interaction:
    """Something that a person did and the bot has to answer."""

    id: str
    token: str
    kind: Event
    person: Person
    channel_id: str
    created: int
    data: Json
    message_id: str | None = None
    opener: "Interaction | None" = None
    response: Response | None = None
    failed: str | None = None
    original_id: str | None = None
    submission: "Interaction | None" = None
    done: asyncio.Event = field(default_factory=asyncio.Event)


PEOPLE = (
    Person(of_date(2019, 3, 14, 11), "fox", "en-US", owner=True),
    Person(of_date(2020, 7, 2, 12), "owl", "de"),
    Person(of_date(2018, 11, 23, 13), "lynx", "en-GB"),
    Person(of_date(2021, 5, 9, 14), "hare", "fr"),
)


@dataclass
class World:
    """One application with its bot, one guild or more with a channel each, and four people."""

    token: str
    locale: str = "en-US"
    clock: Clock = field(default_factory=Clock)
    base_url: str = ""
    application_id: str = of_date(2024, 1, 15, 21)
    guild_id: str = of_date(2022, 2, 1, 31)
    channel_id: str = of_date(2022, 2, 1, 32)
    guild_count: int = 1
    people: tuple[Person, ...] = PEOPLE
    commands: dict[str, Json] = field(default_factory=dict)
    emojis: dict[str, Emoji] = field(default_factory=dict)
    messages: dict[str, Message] = field(default_factory=dict)
    interactions: dict[str, Interaction] = field(default_factory=dict)
    tokens: dict[str, Interaction] = field(default_factory=dict)
    attachments: dict[str, Attachment] = field(default_factory=dict)
    blocked_words: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ids = Snowflakes(self.clock)
        # Made one millisecond after the other, so that they spread over shards.
        self.guilds = {
            str(int(self.guild_id) + (n << 22)): str(int(self.channel_id) + (n << 22))
            for n in range(self.guild_count)
        }
        """The channel of each guild; the first is where people act."""

    def person(self, name_or_id: str) -> Person | None:
        """Find somebody by name or id."""
        return next((p for p in self.people if name_or_id in (p.id, p.name)), None)
