"""The world of the sandbox: plain records and where they are kept."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field

import orjson

from fillerbot.sandbox.clock import Clock, Snowflakes, of_date
from fillerbot.sandbox.kinds import Event, Flag, Json
from fillerbot.sandbox.places import BOT, EVERYONE, Channel, ChannelKind, Right, Role


@dataclass(frozen=True)
class Person:
    """Somebody made up who reads and presses."""

    id: str
    name: str
    locale: str
    owner: bool = False


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


REPLACED_LIFE = 60_000
MOST_REPLACED = 100


class Replaced(dict[str, tuple[int, Attachment]]):
    """Files that no message has any more; a browser may be fetching them still."""

    def put(self, attachment: Attachment, now: int) -> None:
        """Keep a file for a minute, and not too many of them."""
        self[attachment.id] = (now + REPLACED_LIFE, attachment)
        while len(self) > MOST_REPLACED or next(iter(self.values()))[0] < now:
            del self[next(iter(self))]

    def find(self, number: str, now: int) -> Attachment | None:
        """Return a file while it is kept."""
        until, found = self.get(number, (0, None))
        return found if now <= until else None


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
    author_id: str | None = None
    reference: Json | None = None
    tts: bool = False
    nonce: str | int | None = None
    pinned: int | None = None
    """Since when it is pinned."""
    reactions: dict[str, list[str]] = field(default_factory=dict)
    """Who reacted with which emoji; those of the application are written as name:id."""
    changes: int = 0
    """How often it was made or edited."""
    written: "tuple[object, orjson.Fragment] | None" = None
    """How it was written last, behind what that depended on."""

    def seen_by(self, person_id: str) -> bool:
        """Tell whether somebody who sees the channel sees this message."""
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
    owners: dict[str, str] = field(default_factory=dict)
    follow_ups: int = 0
    done: asyncio.Event = field(default_factory=asyncio.Event)


PEOPLE = (
    Person(of_date(2019, 3, 14, 11), "fox", "en-US", owner=True),
    Person(of_date(2020, 7, 2, 12), "owl", "de"),
    Person(of_date(2018, 11, 23, 13), "lynx", "en-GB"),
    Person(of_date(2021, 5, 9, 14), "hare", "fr"),
)


@dataclass
class World:
    """One application with its bot, its guilds, places where the bot is no member, and four people."""

    token: str
    locale: str = "en-US"
    bot_name: str = "filler"
    privileged: int = 0
    """The privileged intents that the bot may ask for."""
    clock: Clock = field(default_factory=Clock)
    base_url: str = ""
    application_id: str = of_date(2024, 1, 15, 21)
    guild_id: str = of_date(2022, 2, 1, 31)
    channel_id: str = of_date(2022, 2, 1, 32)
    lounge_id: str = of_date(2022, 2, 1, 33)
    foreign_guild_id: str = of_date(2023, 5, 5, 41)
    foreign_channel_id: str = of_date(2023, 5, 5, 42)
    private_id: str = of_date(2023, 6, 6, 43)
    guild_count: int = 1
    people: tuple[Person, ...] = PEOPLE
    roles: dict[str, Role] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    member_roles: dict[str, set[str]] = field(default_factory=dict)
    nicks: dict[str, str | None] = field(default_factory=dict)
    silenced: dict[str, int] = field(default_factory=dict)
    """Until when somebody can only read."""
    bans: dict[str, str | None] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)
    closed: set[str] = field(default_factory=set)
    installed: set[str] = field(default_factory=set)
    commands: dict[str, Json] = field(default_factory=dict)
    emojis: dict[str, Emoji] = field(default_factory=dict)
    messages: dict[str, Message] = field(default_factory=dict)
    interactions: dict[str, Interaction] = field(default_factory=dict)
    tokens: dict[str, Interaction] = field(default_factory=dict)
    attachments: dict[str, Attachment] = field(default_factory=dict)
    replaced: Replaced = field(default_factory=Replaced)
    blocked_words: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ids = Snowflakes(self.clock)
        self._inside: dict[str, dict[str, Message]] = defaultdict(dict)
        self._known = {key: person for person in self.people for key in (person.id, person.name)}
        # Made one millisecond after the other, so that they spread over shards.
        self.guilds = {
            str(int(self.guild_id) + (n << 22)): str(int(self.channel_id) + (n << 22))
            for n in range(self.guild_count)
        }
        """The channel of each guild; the first is where people act."""
        bot_role = of_date(2022, 2, 1, 36)
        for role in (
            Role(self.guild_id, "@everyone", EVERYONE, 0),
            Role(of_date(2022, 2, 1, 34), "players", 0, 1, mentionable=True),
            Role(of_date(2022, 2, 1, 35), "admin", int(Right.ADMINISTRATOR), 3),
            Role(bot_role, self.bot_name, BOT, 2, managed=True),
        ):
            self.roles[role.id] = role
        self.member_roles = {person.id: set() for person in self.people}
        self.member_roles[self.application_id] = {bot_role}
        text, guild = ChannelKind.TEXT, self.guild_id
        everybody = [person.id for person in self.people]
        for channel in (
            Channel(self.channel_id, text, "filler", guild),
            Channel(self.lounge_id, text, "lounge", guild, position=1),
            Channel(self.foreign_channel_id, text, "abroad", self.foreign_guild_id),
            Channel(self.private_id, ChannelKind.GROUP_DM, "", recipients=everybody),
        ):
            self.channels[channel.id] = channel
        for guild_id, channel_id in self.guilds.items():
            self.channels.setdefault(channel_id, Channel(channel_id, text, "filler", guild_id))

    def person(self, name_or_id: str) -> Person | None:
        """Find somebody by name or id."""
        return self._known.get(name_or_id)

    def role(self, name_or_id: str) -> Role | None:
        """Find a role by name or id."""
        return next((r for r in self.roles.values() if name_or_id in (r.id, r.name)), None)

    def channel(self, name_or_id: str) -> Channel | None:
        """Find a channel by name or id; those without a name have their id alone."""
        found = self.channels.get(name_or_id)
        named = (c for c in self.channels.values() if c.name and c.name == name_or_id)
        return found or next(named, None)

    def dm_with(self, person: Person) -> Channel:
        """Return the channel that the bot shares with one person."""
        for channel in self.channels.values():
            if channel.kind is ChannelKind.DM and channel.recipients == [person.id]:
                return channel
        made = Channel(self.ids.new(), ChannelKind.DM, recipients=[person.id])
        self.channels[made.id] = made
        return made

    def keep(self, message: Message) -> None:
        """Put a message into its channel."""
        self.messages[message.id] = self._inside[message.channel_id][message.id] = message

    def drop(self, message: Message) -> None:
        """Take a message out of its channel."""
        del self.messages[message.id], self._inside[message.channel_id][message.id]

    def in_channel(self, channel_id: str) -> list[Message]:
        """Return the messages of a channel, oldest first."""
        return list(self._inside[channel_id].values())
