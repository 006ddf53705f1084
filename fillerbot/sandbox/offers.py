"""Which commands are offered to whom and where, and by whose installation."""

import contextlib

from fillerbot.sandbox import rights
from fillerbot.sandbox.errors import RefusedError
from fillerbot.sandbox.kinds import Json
from fillerbot.sandbox.places import Channel, ChannelKind, Context, Right
from fillerbot.sandbox.state import Person, World

PLACES = {Context.GUILD: "a guild", Context.BOT_DM: "the bot's DM", Context.PRIVATE: "a private channel"}


def installations(world: World, person: Person, place: Channel) -> dict[str, str]:
    """Return whose installations cover a person in a place: the guild's, the person's own."""
    owners = {}
    if place.kind is ChannelKind.DM:
        owners["0"] = "0"
    elif rights.is_member(world, world.application_id, place.guild_id):
        owners["0"] = str(place.guild_id)
    if person.id in world.installed:
        owners["1"] = person.id
    return owners


def covered(world: World, person: Person, place: Channel, command: Json) -> dict[str, str]:
    """Return the installations that a command is invoked under."""
    types = command.get("integration_types", [0])
    owners = installations(world, person, place)
    return {key: owner for key, owner in owners.items() if int(key) in types}


def check(world: World, person: Person, place: Channel, command: Json) -> None:
    """Refuse what a client would not show to a person."""
    name, where = command["name"], rights.context(place)
    contexts = command["contexts"]
    if contexts is None and not command["dm_permission"]:
        contexts = [Context.GUILD]
    if contexts is not None and where not in contexts:
        raise RefusedError(f"/{name} is not offered in {PLACES[where]}")
    if not covered(world, person, place, command):
        raise RefusedError(f"/{name} is not installed here")
    if command["nsfw"] and not place.nsfw:
        raise RefusedError(f"/{name} is offered in age-restricted channels only")
    if where is not Context.GUILD:
        return
    may = rights.permissions(world, person.id, place)
    needed = command["default_member_permissions"]
    admin = may & Right.ADMINISTRATOR
    lacks = needed is not None and (int(needed) & ~may or int(needed) == 0)
    if not may & Right.USE_COMMANDS or (lacks and not admin):
        raise RefusedError(f"/{name} is not offered to {person.name}")


def is_called(item: Json, name: str, person: Person) -> bool:
    """Tell whether a command or a part of it has a name, its own or that in the language of a person."""
    return name in (item["name"], (item.get("name_localizations") or {}).get(person.locale))


def offered(world: World, person: Person, place: Channel) -> list[Json]:
    """Return the commands that a client would show; one of the guild hides one that is everywhere."""
    shown: dict[tuple[int, str], Json] = {}
    for command in sorted(world.commands.values(), key=lambda c: "guild_id" in c):
        with contextlib.suppress(RefusedError):
            if command.get("guild_id") in (None, place.guild_id):
                check(world, person, place, command)
                shown[command["type"], command["name"]] = command
    return list(shown.values())


def find(world: World, person: Person, place: Channel, name: str, kind: int) -> Json:
    """Return a synced command that is offered; one of the guild goes before one that is everywhere."""
    here = [c for c in world.commands.values() if c["type"] == kind and is_called(c, name, person)]
    here = [c for c in here if c.get("guild_id") in (None, place.guild_id)]
    if not here:
        raise RefusedError(f"there is no synced command {name}")
    command = max(here, key=lambda c: "guild_id" in c)
    check(world, person, place, command)
    return command
