"""What people do beside the bot's commands, and what changes around them, by HTTP."""

from collections.abc import Callable
from dataclasses import dataclass

from fillerbot.sandbox import payloads, rights
from fillerbot.sandbox.faults import ApiError
from fillerbot.sandbox.keeper import Keeper
from fillerbot.sandbox.kinds import Json
from fillerbot.sandbox.limits import RateLimits
from fillerbot.sandbox.messages import LONGEST_CONTENT, REPLY, Messages
from fillerbot.sandbox.modals import RefusedError
from fillerbot.sandbox.people import People
from fillerbot.sandbox.places import Right
from fillerbot.sandbox.reactions import Reactions
from fillerbot.sandbox.rest import json_response
from fillerbot.sandbox.router import Answer, Request, Router, Serve
from fillerbot.sandbox.slips import EVERYONE_MENTION, ROLE_MENTION, USER_MENTION
from fillerbot.sandbox.state import Message, World
from fillerbot.sandbox.uploads import parse_json

Act = Callable[[Request, Json], Json]


def _switch(body: Json, key: str) -> bool | None:
    value = body.get(key)
    if value is not None and not isinstance(value, bool):
        raise RefusedError(f"{key} must be true or false")
    return value


def _bits(body: Json, key: str) -> int:
    value = body.get(key, 0)
    if isinstance(value, bool) or not str(value).isdecimal():
        raise RefusedError(f"{key} must be a set of permissions, as a number")
    return int(value)


@dataclass
class Surroundings:
    """Plain messages, moderation, roles, settings and time."""

    world: World
    people: People
    keeper: Keeper
    messages: Messages
    reactions: Reactions
    limits: RateLimits

    def add_routes(self, router: Router) -> None:
        """Add the routes to the server."""
        acts: dict[str, Act] = {
            "/people/time": self._advance,
            "/people/limits": self._limit,
            "/people/roles": self._role,
            "/people/overwrites": self._overwrite,
            "/people/channels": self._channel,
            "/people/{person}/message": self._write,
            "/people/{person}/delete": self._delete,
            "/people/{person}/react": self._react,
            "/people/{person}/settings": self._settle,
        }
        for path, act in acts.items():
            router.post(path, self._acting(act))
        router.get("/people/channels", self._channels)
        router.get("/people/roles", self._roles)

    def _acting(self, act: Act) -> Serve:
        def handler(request: Request) -> Answer:
            try:
                body = parse_json(request.body)
                if not isinstance(body, dict):
                    raise RefusedError("a JSON object is expected")  # noqa: TRY301 - refusals are written in one place
                answer = act(request, body)
            except (RefusedError, ApiError) as refusal:
                text = refusal.message if isinstance(refusal, ApiError) else str(refusal)
                return json_response(409, {"error": text})
            if act not in (self._write, self._delete, self._react):
                self.people.journal.event("places_changed")
            return json_response(200, answer)

        return handler

    def _channels(self, _request: Request) -> Answer:
        shown = [payloads.channel(self.world, c) for c in self.world.channels.values()]
        return json_response(200, shown)

    def _roles(self, _request: Request) -> Answer:
        return json_response(200, [payloads.role(r) for r in self.world.roles.values()])

    def _advance(self, _request: Request, body: Json) -> Json:
        seconds = body.get("advance", 0)
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or seconds < 0:
            raise RefusedError("time goes forward only")
        self.world.clock.advance(seconds)
        return {"now": self.world.clock.now()}

    def _limit(self, _request: Request, body: Json) -> Json:
        active = _switch(body, "active")
        if active is not None:
            self.limits.switch(active=active)
        if "channel" in body:
            self.limits.share(self.keeper.channel(str(body["channel"])).id, float(body.get("seconds", 1)))
        return {"active": self.limits.active}

    def _role(self, _request: Request, body: Json) -> Json:
        name = str(body.get("role", ""))
        if body.get("remove"):
            self.keeper.remove_role(name)
            return {}
        made = self.keeper.set_role(
            name, _bits(body, "permissions"), mentionable=_switch(body, "mentionable")
        )
        return payloads.role(made)

    def _overwrite(self, _request: Request, body: Json) -> Json:
        channel, who = str(body.get("channel", "")), str(body.get("who", ""))
        self.keeper.overwrite(channel, who, allow=_bits(body, "allow"), deny=_bits(body, "deny"))
        return payloads.channel(self.world, self.keeper.channel(channel))

    def _channel(self, _request: Request, body: Json) -> Json:
        name = str(body.get("channel", ""))
        if body.get("remove"):
            self.keeper.remove_channel(name)
            return {}
        archived, locked = _switch(body, "archived"), _switch(body, "locked")
        if archived is not None or locked is not None:
            self.keeper.set_thread(name, archived=archived, locked=locked)
        else:
            self.keeper.set_channel(name, nsfw=_switch(body, "nsfw"))
        return payloads.channel(self.world, self.keeper.channel(name))

    def _settle(self, request: Request, body: Json) -> Json:
        who = request.match_info["person"]
        switches = {key: _switch(body, key) for key in ("dms", "installed", "member")}
        self.keeper.settle(who, **switches)
        if "roles" in body:
            self.keeper.give(who, *[str(name) for name in body["roles"]])
        member = self.keeper.member(who)
        return {
            "id": member,
            "roles": [self.world.roles[r].name for r in sorted(self.world.member_roles[member])],
            "dms": member not in self.world.closed,
            "installed": member in self.world.installed,
            "member": member not in self.world.absent,
        }

    def _write(self, request: Request, body: Json) -> Json:
        world, person = self.world, self.people.person(request)
        place = self.people.place(person, body.get("channel"))
        content = str(body.get("content", "")).strip()
        if not 1 <= len(content) <= LONGEST_CONTENT:
            raise RefusedError(f"a message has 1 to {LONGEST_CONTENT} characters")
        may = rights.permissions(world, person.id, place)
        thread = place.thread
        closed = thread is not None and thread.locked and not may & Right.MANAGE_THREADS
        if not may & rights.sending(place) or closed:
            raise RefusedError(f"{person.name} cannot write here")
        if thread is not None and thread.archived:
            self.keeper.set_thread(place.id, archived=False)
        message = Message("0", place.id, world.clock.now(), content=content, author_id=person.id)
        if body.get("reply_to") is not None:
            meant = self.people.seen(person, body["reply_to"])
            message.kind = REPLY
            message.reference = {"type": 0, "message_id": meant.id, "channel_id": place.id}
            message.reference |= {} if place.guild_id is None else {"guild_id": place.guild_id}
            message.mentions = [meant.author_id or world.application_id]
        known = [world.application_id, *(p.id for p in world.people)]
        message.mentions += [who for who in USER_MENTION.findall(content) if who in known]
        may_all = bool(may & Right.MENTION_EVERYONE)
        message.mention_everyone = may_all and EVERYONE_MENTION.search(content) is not None
        named = [world.roles[r] for r in ROLE_MENTION.findall(content) if r in world.roles]
        message.mention_roles = [r.id for r in named if r.mentionable or may_all]
        self.messages.add(message, {})
        return payloads.message(world, message)

    def _react(self, request: Request, body: Json) -> Json:
        """React to a message, or take a reaction back."""
        person = self.people.person(request)
        message = self.people.seen(person, body.get("message"))
        if message.visible_to is not None:
            raise RefusedError("nobody can react to a message for one person alone")
        emoji = self.reactions.emoji(str(body.get("emoji", "")))
        (self.reactions.remove if _switch(body, "remove") else self.reactions.add)(message, person.id, emoji)
        return payloads.for_person(self.world, message, person.id)

    def _delete(self, request: Request, body: Json) -> Json:
        """Take a message away: an own one, any as a moderator, or one for one's own eyes from the screen."""
        person = self.people.person(request)
        message = self.people.seen(person, body.get("message"))
        place = self.world.channels[message.channel_id]
        moderates = rights.permissions(self.world, person.id, place) & Right.MANAGE_MESSAGES
        if person.id not in (message.author_id, message.visible_to) and not moderates:
            raise RefusedError(f"{person.name} cannot delete this message")
        self.messages.delete(message)
        return {}
