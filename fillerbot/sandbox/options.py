"""A command as a person types it: found among the synced ones, its options checked and resolved."""

from collections.abc import Mapping
from dataclasses import dataclass

from fillerbot.sandbox import offers
from fillerbot.sandbox.commands import CHAT_INPUT
from fillerbot.sandbox.errors import RefusedError
from fillerbot.sandbox.kinds import Json, Option
from fillerbot.sandbox.resolve import Resolver

USER_MENU, MESSAGE_MENU = 2, 3

Given = Mapping[str, object]


@dataclass
class Typed:
    """A command line that is being read."""

    resolver: Resolver
    options: Given
    focused: str | None = None

    def read(self, definition: Json) -> Json:
        """Check one option and return it as it is sent."""
        name, value = definition["name"], self.options[definition["name"]]
        entry: Json = {"name": name, "type": definition["type"]}
        if name == self.focused:
            return {**entry, "value": str(value), "focused": True}
        kind = Option(definition["type"])
        finders = {
            Option.USER: self.resolver.user,
            Option.ROLE: self.resolver.role,
            Option.MENTIONABLE: self.resolver.mentionable,
            Option.ATTACHMENT: self.resolver.attachment,
        }
        if kind in finders:
            return {**entry, "value": finders[kind](value)}
        if kind is Option.CHANNEL:
            return {**entry, "value": self.resolver.channel(value, definition.get("channel_types"))}
        wanted: tuple[type, ...] = {
            Option.STRING: (str,),
            Option.INTEGER: (int,),
            Option.BOOLEAN: (bool,),
        }.get(kind, (int, float))
        if not isinstance(value, wanted) or (isinstance(value, bool) and kind is not Option.BOOLEAN):
            raise RefusedError(f"{name} does not take {value!r}")
        choices = [choice["value"] for choice in definition.get("choices", [])]
        if choices and value not in choices:
            raise RefusedError(f"{name} does not offer {value!r}")
        self._bounds(definition, value)
        return {**entry, "value": value}

    def _bounds(self, definition: Json, value: object) -> None:
        size = len(value) if isinstance(value, str) else value
        suffix = "length" if isinstance(value, str) else "value"
        if not isinstance(size, int | float):
            return
        low, high = definition.get(f"min_{suffix}"), definition.get(f"max_{suffix}")
        if (low is not None and size < low) or (high is not None and size > high):
            raise RefusedError(f"{definition['name']} does not take {value!r}")


def command_data(
    resolver: Resolver, line: str, options: Given, focused: str | None = None
) -> tuple[Json, Json]:
    """Return a command and the data of an interaction for a line such as "filler challenge"."""
    root, *path = line.removeprefix("/").split() or [""]
    own: list[tuple[str, int]] = []
    command = node = offers.find(resolver.world, resolver.person, resolver.place, root, CHAT_INPUT)
    for name in path:
        inner = [
            o
            for o in node.get("options", [])
            if o["type"] <= Option.SUBCOMMAND_GROUP and offers.is_called(o, name, resolver.person)
        ]
        if not inner:
            raise RefusedError(f"/{line} is not a command")
        node = inner[0]
        own.append((node["name"], node["type"]))
    offered = node.get("options", [])
    if any(option["type"] <= Option.SUBCOMMAND_GROUP for option in offered):
        raise RefusedError(f"/{line} is a group of commands")
    known = {option["name"]: option for option in offered}
    if unknown := set(options) - set(known):
        raise RefusedError(f"/{line} has no option {', '.join(sorted(unknown))}")
    missing = [name for name, o in known.items() if o.get("required") and name not in options]
    if missing and focused is None:
        raise RefusedError(f"/{line} lacks {', '.join(missing)}")
    if focused is not None and not known.get(focused, {}).get("autocomplete"):
        raise RefusedError(f"{focused} does not complete itself")
    typed = Typed(resolver, options, focused)
    read = [typed.read(option) for option in offered if option["name"] in options]
    # Whatever the language, the bot is told the names that it gave.
    for name, kind in reversed(own):
        read = [{"name": name, "type": kind, "options": read}]
    return command, {**_head(command, resolver), **({"options": read} if read else {})}


def _head(command: Json, resolver: Resolver) -> Json:
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
    data |= {"guild_id": command["guild_id"]} if "guild_id" in command else {}
    return data | ({"resolved": resolver.resolved} if resolver.resolved else {})


def menu_data(resolver: Resolver, name: str, target: str) -> tuple[Json, Json]:
    """Return a command and the data of an interaction for an entry in the menu of a person or a message."""
    world, person, place = resolver.world, resolver.person, resolver.place
    message = world.messages.get(target)
    kind = USER_MENU if message is None else MESSAGE_MENU
    command = offers.find(world, person, place, name, kind)
    if message is not None:
        if message.channel_id != place.id or not message.seen_by(person.id):
            raise RefusedError("the message is not there")
        number = resolver.message(message)
    else:
        number = resolver.user(target)
    return command, {**_head(command, resolver), "target_id": number}
