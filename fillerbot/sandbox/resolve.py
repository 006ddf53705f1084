"""Whom and what a person means by a name or an id, and how the bot is told."""

import base64
import binascii
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from fillerbot.sandbox import payloads, rights
from fillerbot.sandbox.errors import RefusedError
from fillerbot.sandbox.kinds import Component, Json
from fillerbot.sandbox.places import Channel, Right
from fillerbot.sandbox.state import Attachment, Message, Person, World
from fillerbot.sandbox.uploads import sniff


def read_file(world: World, value: object) -> Attachment:
    """Read a file, given as its filename and its data in base64. Raises RefusedError."""
    given = value if isinstance(value, dict) else {}
    filename, text = given.get("filename"), given.get("data")
    if not isinstance(filename, str) or not filename or not isinstance(text, str):
        raise RefusedError("a file is an object with a filename and data in base64")
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error:
        raise RefusedError("the data of a file must be in base64") from None
    if len(data) > payloads.SIZE_LIMIT:
        raise RefusedError(f"{filename} is too large")
    return Attachment(world.ids.new(), filename, data, *sniff(data))


@dataclass
class Resolver:
    """Collects what is chosen by one person in one place."""

    world: World
    person: Person
    place: Channel
    resolved: Json = field(default_factory=dict)

    def _keep(self, kind: str, key: str, shown: Json) -> str:
        self.resolved.setdefault(kind, {})[key] = shown
        return key

    def user(self, value: object) -> str:
        """Find a person, or the bot, and tell of the membership where there is one."""
        world = self.world
        person = world.person(str(value))
        if person is None and str(value) != world.application_id:
            raise RefusedError(f"there is nobody called {value!r}")
        who = world.application_id if person is None else person.id
        if self.place.guild_id is not None and rights.is_member(world, who, self.place.guild_id):
            shown = {k: v for k, v in payloads.member(world, who).items() if k not in {"deaf", "mute"}}
            shown["permissions"] = str(rights.permissions(world, who, self.place))
            self._keep("members", who, shown)
        return self._keep("users", who, payloads.account(world, who))

    def role(self, value: object) -> str:
        """Find a role of the guild."""
        role = self.world.role(str(value)) if self.place.guild_id == self.world.guild_id else None
        if role is None:
            raise RefusedError(f"there is no role {value!r}")
        return self._keep("roles", role.id, payloads.role(role))

    def channel(self, value: object, kinds: list[int] | None = None) -> str:
        """Find a channel that the person sees, of one of the kinds asked for."""
        world = self.world
        channel = world.channel(str(value))
        sees = 0 if channel is None else rights.permissions(world, self.person.id, channel)
        if channel is None or channel.guild_id != self.place.guild_id or not sees & Right.VIEW_CHANNEL:
            raise RefusedError(f"there is no channel {value!r}")
        if kinds and int(channel.kind) not in kinds:
            raise RefusedError(f"{channel.name} is no channel of the kinds {kinds}")
        shown = {**payloads.channel(world, channel), "permissions": str(sees)}
        shown.pop("permission_overwrites", None)
        return self._keep("channels", channel.id, shown)

    def mentionable(self, value: object) -> str:
        """Find a person or a role."""
        try:
            return self.user(value)
        except RefusedError:
            return self.role(value)

    def attachment(self, value: object) -> str:
        """Take over a file."""
        made = read_file(self.world, value)
        self.world.attachments[made.id] = made
        return self._keep("attachments", made.id, payloads.attachment(self.world, made, ephemeral=True))

    def message(self, item: Message) -> str:
        """Tell of a message in full, as the one exception from what the bot may read."""
        return self._keep("messages", item.id, payloads.message(self.world, item))

    def select(self, component: Json, values: Sequence[object]) -> list[str]:
        """Return the ids of what is chosen in a menu of people, roles or channels, or of the files given."""
        readers: dict[int, Callable[[object], str]] = {
            Component.USER_SELECT: self.user,
            Component.ROLE_SELECT: self.role,
            Component.MENTIONABLE_SELECT: self.mentionable,
            Component.FILE_UPLOAD: self.attachment,
            Component.CHANNEL_SELECT: lambda value: self.channel(value, component.get("channel_types")),
        }
        return [readers[component["type"]](value) for value in values]
