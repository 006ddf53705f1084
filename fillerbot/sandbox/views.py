"""What one person sees on the page: the channels, one of them in full, and what changes."""

from collections.abc import Callable
from dataclasses import dataclass

from fillerbot.sandbox import payloads, rights
from fillerbot.sandbox.gateway import Gateway
from fillerbot.sandbox.kinds import Event, Json
from fillerbot.sandbox.people import People
from fillerbot.sandbox.places import Channel, ChannelKind, Right
from fillerbot.sandbox.state import Message, Person, World


@dataclass
class View:
    """What one person sees who looks at one channel."""

    world: World
    gateway: Gateway
    people: People
    person: Person
    place: Channel

    def hello(self) -> Json:
        """Return everything that a page needs to begin."""
        world = self.world
        seen = [m for m in world.in_channel(self.place.id) if m.seen_by(self.person.id)]
        return {
            "person": self.person.id,
            "people": [{"id": p.id, "name": p.name, "locale": p.locale} for p in world.people],
            "roles": [{"id": r.id, "name": r.name} for r in world.roles.values()],
            "bot": payloads.bot_user(world),
            "connected": bool(self.gateway.connected),
            "place": self.place.id,
            "origin": world.base_url,
            "messages": [self._message(m) for m in seen] if self._reads(self.place) else [],
            **self.places(),
        }

    def _may(self, place: Channel) -> int:
        return rights.permissions(self.world, self.person.id, place)

    def _reads(self, place: Channel) -> bool:
        return bool(self._may(place) & Right.VIEW_CHANNEL and self._may(place) & Right.READ_HISTORY)

    def places(self) -> Json:
        """Return the channels that the person sees, his own with the bot first made for it."""
        world = self.world
        world.dm_with(self.person)
        seen = [c for c in world.channels.values() if self._may(c) & Right.VIEW_CHANNEL]
        return {"places": [self._place(c) for c in seen if c.thread is None or not c.thread.archived]}

    def _place(self, place: Channel) -> Json:
        world = self.world
        others = [who for who in (*place.recipients, world.application_id) if who != self.person.id]
        if place.kind is ChannelKind.GROUP_DM:
            others.remove(world.application_id)
        names = [payloads.account(world, who)["username"] for who in others]
        return {
            "id": place.id,
            "kind": int(place.kind),
            "guild": place.guild_id,
            "name": place.name or ", ".join(names),
            "parent": place.thread.parent_id if place.thread is not None else None,
            "home": place.guild_id in world.guilds,
            "writes": bool(self._may(place) & rights.sending(place)),
            "last": self._last(place),
        }

    def _last(self, place: Channel) -> str | None:
        seen = [m.id for m in self.world.in_channel(place.id) if m.seen_by(self.person.id)]
        return seen[-1] if seen and self._reads(place) else None

    def event(self, event: Json) -> Json | None:
        """Return an event as a person notices it, if he does; messages come as they stand now."""
        kind, world = event["kind"], self.world
        match kind:
            case "message_created" | "message_updated":
                message = world.messages.get(event["message"])
                return None if message is None else self._heard(kind, message)
            case "interaction_answered" | "interaction_failed":
                interaction = world.interactions.get(event["interaction"])
                if interaction is None or interaction.person is not self.person:
                    return None
                return {"kind": kind, "outcome": self.people.state(interaction)}
        told: dict[str, Callable[[], Json]] = {
            "message_deleted": lambda: {"id": event["message"]},
            "places_changed": self.places,
            "bot_connected": lambda: {"connected": bool(self.gateway.connected)},
            "bot_disconnected": lambda: {"connected": bool(self.gateway.connected)},
        }
        return {"kind": kind, **told[kind]()} if kind in told else None

    def _heard(self, kind: str, message: Message) -> Json | None:
        """Return a message of the channel looked at, or that there is a new one in another."""
        place = self.world.channels[message.channel_id]
        if not message.seen_by(self.person.id) or not self._reads(place):
            return None
        if place.id == self.place.id:
            return {"kind": kind, **self._message(message)}
        return {"kind": "message_elsewhere", "channel": place.id} if kind == "message_created" else None

    def _message(self, message: Message) -> Json:
        """Return a message, and the command that it answers."""
        interaction = message.interaction
        command = None
        if interaction is not None and interaction.kind is Event.COMMAND:
            command = payloads.line(interaction.data)
        return {"message": payloads.for_person(self.world, message, self.person.id), "command": command}
