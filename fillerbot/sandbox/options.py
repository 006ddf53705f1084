"""A command as a person types it: found among the synced ones, its options checked and resolved."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fillerbot.sandbox.kinds import Json, Option
from fillerbot.sandbox.modals import RefusedError
from fillerbot.sandbox.payloads import bot_user, member, user
from fillerbot.sandbox.state import EVERYONE, Person, World

GUILD_CONTEXT = 0

Given = Mapping[str, object]


@dataclass
class Typed:
    """A command line that is being read."""

    world: World
    options: Given
    focused: str | None = None
    resolved: Json = field(default_factory=dict)

    def read(self, definition: Json) -> Json:
        """Check one option and return it as it is sent."""
        name, value = definition["name"], self.options[definition["name"]]
        entry: Json = {"name": name, "type": definition["type"]}
        if name == self.focused:
            return {**entry, "value": str(value), "focused": True}
        kind = Option(definition["type"])
        if kind is Option.USER:
            return {**entry, "value": self._user(name, value)}
        if kind not in (Option.STRING, Option.INTEGER, Option.BOOLEAN, Option.NUMBER):
            raise RefusedError(f"the sandbox cannot fill in {name}, an option of type {int(kind)}")
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

    def _user(self, name: str, value: object) -> str:
        person = self.world.person(str(value))
        if person is not None:
            chosen, permissions = user(person), str(person.permissions)
        elif value == self.world.application_id:
            chosen, permissions = bot_user(self.world), str(EVERYONE)
        else:
            raise RefusedError(f"{name}: there is nobody called {value!r}")
        shown = {key: item for key, item in member().items() if key not in {"deaf", "mute"}}
        shown["permissions"] = permissions
        number = str(chosen["id"])
        self.resolved.setdefault("users", {})[number] = chosen
        self.resolved.setdefault("members", {})[number] = shown
        return number


def _find(world: World, person: Person, root: str) -> Json:
    for command in world.commands.values():
        if command["name"] == root and command["type"] == 1:
            break
    else:
        raise RefusedError(f"there is no synced command {root}")
    if command["contexts"] is not None and GUILD_CONTEXT not in command["contexts"]:
        raise RefusedError(f"/{root} is not offered in a guild")
    needed = command["default_member_permissions"]
    if needed is not None and (int(needed) & ~person.permissions or (needed == "0" and not person.owner)):
        raise RefusedError(f"/{root} is not offered to {person.name}")
    return command


def command_data(world: World, person: Person, line: str, options: Given, focused: str | None = None) -> Json:
    """Return the data of an interaction for a command line such as "filler challenge"."""
    root, *path = line.removeprefix("/").split()
    command = node = _find(world, person, root)
    for name in path:
        inner = [
            o for o in node.get("options", []) if o["name"] == name and o["type"] <= Option.SUBCOMMAND_GROUP
        ]
        if not inner:
            raise RefusedError(f"/{line} is not a command")
        node = inner[0]
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
    typed = Typed(world, options, focused)
    read = [typed.read(option) for option in offered if option["name"] in options]
    for name, kind in reversed(list(zip(path, _kinds(command, path), strict=True))):
        read = [{"name": name, "type": kind, "options": read}]
    data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": read}
    return {**data, "resolved": typed.resolved} if typed.resolved else data


def _kinds(command: Json, path: list[str]) -> list[int]:
    kinds, node = [], command
    for name in path:
        node = next(o for o in node["options"] if o["name"] == name)
        kinds.append(node["type"])
    return kinds
