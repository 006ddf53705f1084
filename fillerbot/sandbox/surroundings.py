"""What changes around people, by HTTP."""

from dataclasses import dataclass

from fillerbot.sandbox import payloads
from fillerbot.sandbox.errors import RefusedError
from fillerbot.sandbox.keeper import Keeper
from fillerbot.sandbox.kinds import Json
from fillerbot.sandbox.limits import RateLimits
from fillerbot.sandbox.people import Act, People, acting, switch
from fillerbot.sandbox.rest import json_response
from fillerbot.sandbox.router import Answer, Request, Router
from fillerbot.sandbox.state import World


def _bits(body: Json, key: str) -> int:
    value = body.get(key, 0)
    if isinstance(value, bool) or not str(value).isdecimal():
        raise RefusedError(f"{key} must be a set of permissions, as a number")
    return int(value)


@dataclass
class Surroundings:
    """Roles, overwrites, channels, settings and time."""

    world: World
    people: People
    keeper: Keeper
    limits: RateLimits

    def add_routes(self, router: Router) -> None:
        """Add the routes to the server."""
        acts: dict[str, Act] = {
            "/people/time": self._advance,
            "/people/limits": self._limit,
            "/people/roles": self._role,
            "/people/overwrites": self._overwrite,
            "/people/channels": self._channel,
            "/people/{person}/settings": self._settle,
        }
        for path, act in acts.items():
            router.post(path, acting(act, self._changed))
        router.get("/people/channels", self._channels)
        router.get("/people/roles", self._roles)

    def _changed(self) -> None:
        self.people.journal.event("places_changed")

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
        active = switch(body, "active")
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
        made = self.keeper.set_role(name, _bits(body, "permissions"), mentionable=switch(body, "mentionable"))
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
        archived, locked = switch(body, "archived"), switch(body, "locked")
        if archived is not None or locked is not None:
            self.keeper.set_thread(name, archived=archived, locked=locked)
        else:
            self.keeper.set_channel(name, nsfw=switch(body, "nsfw"))
        return payloads.channel(self.world, self.keeper.channel(name))

    def _settle(self, request: Request, body: Json) -> Json:
        who = request.match_info["person"]
        switches = {key: switch(body, key) for key in ("dms", "installed", "member")}
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
