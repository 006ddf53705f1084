"""Whoever runs the place: roles, overwrites and settings of people, changed while the bot runs."""

from fillerbot.sandbox import payloads
from fillerbot.sandbox.errors import RefusedError
from fillerbot.sandbox.kinds import Intent, Json
from fillerbot.sandbox.messages import Dispatcher
from fillerbot.sandbox.places import Channel, Overwrite, Role
from fillerbot.sandbox.state import World
from fillerbot.sandbox.threads import Threads

BOT = "bot"
"""The name under which the bot can be named here."""


class Keeper:
    """Changes the guild and tells the bot of it."""

    def __init__(self, world: World, threads: Threads, dispatcher: Dispatcher) -> None:
        self._world = world
        self._threads = threads
        self._dispatcher = dispatcher

    def _role(self, name: str) -> Role:
        role = self._world.role(name)
        if role is None:
            raise RefusedError(f"there is no role {name}")
        return role

    def channel(self, name: str) -> Channel:
        """Find a channel by name or id."""
        channel = self._world.channel(name)
        if channel is None:
            raise RefusedError(f"there is no channel {name}")
        return channel

    def member(self, name: str) -> str:
        """Find a person, or the bot, by name or id."""
        if name in (BOT, self._world.application_id):
            return self._world.application_id
        person = self._world.person(name)
        if person is None:
            raise RefusedError(f"there is nobody called {name}")
        return person.id

    def set_role(self, name: str, permissions: int, *, mentionable: bool | None = None) -> Role:
        """Change the permissions of a role, or make one."""
        world = self._world
        role = world.role(name)
        new = role is None
        role = role or Role(world.ids.new(), name, 0)
        role.permissions = permissions
        role.mentionable = role.mentionable if mentionable is None else mentionable
        world.roles[role.id] = role
        data: Json = {"guild_id": world.guild_id, "role": payloads.role(role)}
        self._dispatcher.dispatch("GUILD_ROLE_CREATE" if new else "GUILD_ROLE_UPDATE", data, Intent.GUILDS)
        return role

    def remove_role(self, name: str) -> None:
        """Take a role away from everybody."""
        role = self._role(name)
        if role.id == self._world.guild_id:
            raise RefusedError("@everyone stays")
        del self._world.roles[role.id]
        for roles in self._world.member_roles.values():
            roles.discard(role.id)
        for channel in self._world.channels.values():
            channel.overwrites.pop(role.id, None)
        data: Json = {"guild_id": self._world.guild_id, "role_id": role.id}
        self._dispatcher.dispatch("GUILD_ROLE_DELETE", data, Intent.GUILDS)

    def give(self, who: str, *roles: str) -> None:
        """Give somebody, or the bot, exactly these roles."""
        member = self.member(who)
        self._world.member_roles[member] = {self._role(name).id for name in roles}
        self.tell_of(member)

    def tell_of(self, member: str) -> None:
        """Tell that a member, or the bot, is not what it was."""
        shown = {**payloads.member(self._world, member), "user": payloads.account(self._world, member)}
        # What concerns the bot itself comes without the privileged intent.
        intent = Intent.GUILDS if member == self._world.application_id else Intent.GUILD_MEMBERS
        self._dispatcher.dispatch("GUILD_MEMBER_UPDATE", {"guild_id": self._world.guild_id, **shown}, intent)

    def overwrite(self, channel: str, who: str, *, allow: int = 0, deny: int = 0) -> None:
        """Write over what a role, a person or the bot may do in a channel; two noughts take it away."""
        place = self.channel(channel)
        role = self._world.role(who)
        key, kind = (self.member(who), 1) if role is None else (role.id, 0)
        place.overwrites.pop(key, None)
        if allow or deny:
            place.overwrites[key] = Overwrite(key, kind, allow, deny)
        self._update(place)

    def set_channel(self, name: str, *, nsfw: bool | None = None, topic: str | None = None) -> None:
        """Change what a channel is."""
        place = self.channel(name)
        place.nsfw = place.nsfw if nsfw is None else nsfw
        place.topic = place.topic if topic is None else topic
        self._update(place)

    def _update(self, place: Channel) -> None:
        if place.guild_id == self._world.guild_id:
            data = payloads.channel(self._world, place)
            self._dispatcher.dispatch("CHANNEL_UPDATE", data, Intent.GUILDS)

    def remove_channel(self, name: str) -> None:
        """Take a channel away with its threads and messages."""
        place = self.channel(name)
        if place.guild_id != self._world.guild_id or place.thread is not None:
            raise RefusedError("only a channel of the guild can be removed")
        data = payloads.channel(self._world, place)
        inside = [c.id for c in self._world.channels.values() if c.thread and c.thread.parent_id == place.id]
        for gone in (place.id, *inside):
            self._threads.drop(gone)
        self._dispatcher.dispatch("CHANNEL_DELETE", data, Intent.GUILDS)

    def set_thread(self, name: str, *, archived: bool | None = None, locked: bool | None = None) -> None:
        """Close, open or lock a thread."""
        place = self.channel(name)
        if place.thread is None:
            raise RefusedError(f"{name} is no thread")
        given = {"archived": archived, "locked": locked}
        body = {key: value for key, value in given.items() if value is not None}
        self._threads.change(place, place.thread, body, by_person=True)

    def settle(
        self,
        who: str,
        *,
        dms: bool | None = None,
        installed: bool | None = None,
        member: bool | None = None,
    ) -> None:
        """Say whether somebody takes direct messages, has installed the app, and is in the guild."""
        person = self.member(who)
        world = self._world
        if member and person in world.bans:
            raise RefusedError(f"{who} is banned")
        for value, group, there in (
            (dms, world.closed, False),
            (installed, world.installed, True),
            (member, world.absent, False),
        ):
            if value is not None:
                (group.add if value is there else group.discard)(person)
        if member is not None:
            shown = payloads.account(world, person)
            data: Json = {"guild_id": world.guild_id, "user": shown}
            data |= payloads.member(world, person) if member else {}
            name = "GUILD_MEMBER_ADD" if member else "GUILD_MEMBER_REMOVE"
            self._dispatcher.dispatch(name, data, Intent.GUILD_MEMBERS)

    def tell_of_ban(self, who: str, *, banned: bool) -> None:
        """Tell that somebody was sent away for good, or may come again."""
        data: Json = {"guild_id": self._world.guild_id, "user": payloads.account(self._world, who)}
        name = "GUILD_BAN_ADD" if banned else "GUILD_BAN_REMOVE"
        self._dispatcher.dispatch(name, data, Intent.GUILD_MODERATION)

    def rights(self, name: str) -> int:
        """Return the permissions of a role."""
        return self._role(name).permissions
