"""The routes of members: found, changed, sent away and let in again."""

from dataclasses import dataclass
from datetime import UTC, datetime

from fillerbot.sandbox import members, payloads, rights
from fillerbot.sandbox.errors import ApiError, Form, FormErrors, unsupported
from fillerbot.sandbox.keeper import Keeper
from fillerbot.sandbox.kinds import Code, Intent, Json
from fillerbot.sandbox.places import Right, Role
from fillerbot.sandbox.rest import Handler, Reply
from fillerbot.sandbox.router import Request
from fillerbot.sandbox.state import World
from fillerbot.sandbox.uploads import Draft

LONGEST_TIMEOUT = 28 * 86_400_000
VOICE = ("mute", "deaf", "channel_id")


@dataclass
class MemberRoutes:
    """What the bot does with members, as far as its rights and its highest role go."""

    world: World
    keeper: Keeper

    def table(self) -> list[tuple[str, str, Handler]]:
        """Return method, path and handler of each route."""
        here, bans = "/guilds/{guild_id}/members", "/guilds/{guild_id}/bans"
        return [
            ("GET", here, self.list),
            ("GET", here + "/search", self.search),
            ("PATCH", here + "/@me", self.change_self),
            ("PATCH", here + "/{user_id}", self.change),
            ("DELETE", here + "/{user_id}", self.kick),
            *((method, here + "/{user_id}/roles/{role_id}", self.role) for method in ("PUT", "DELETE")),
            ("GET", bans, self.bans),
            ("GET", bans + "/{user_id}", self.found_ban),
            ("PUT", bans + "/{user_id}", self.ban),
            ("DELETE", bans + "/{user_id}", self.unban),
        ]

    def _need(self, request: Request, *needed: Right) -> None:
        guild_id, bot = request.match_info["guild_id"], self.world.application_id
        if guild_id != self.world.guild_id:
            raise ApiError(404, Code.UNKNOWN_GUILD, "Unknown Guild")
        have = rights.in_guild(self.world, bot)
        if any(not have & right for right in needed):
            raise ApiError(403, Code.MISSING_PERMISSIONS, "Missing Permissions")

    def _height(self, who: str) -> int:
        person = self.world.person(who)
        if person is not None and person.owner:
            return 1 << 31
        return max((self.world.roles[r].position for r in self.world.member_roles.get(who, ())), default=0)

    def _below(self, height: int) -> None:
        if height >= self._height(self.world.application_id):
            raise ApiError(403, Code.MISSING_PERMISSIONS, "Missing Permissions")

    def _member(self, request: Request) -> str:
        who = request.match_info["user_id"]
        if who != self.world.application_id and self.world.person(who) is None:
            raise ApiError(404, Code.UNKNOWN_USER, "Unknown User")
        if not rights.is_member(self.world, who, self.world.guild_id):
            raise ApiError(404, Code.UNKNOWN_MEMBER, "Unknown Member")
        return who

    def _role(self, number: object) -> Role:
        role = self.world.roles.get(str(number))
        if role is None:
            raise ApiError(404, Code.UNKNOWN_ROLE, "Unknown Role")
        self._below(role.position)
        return role

    def _limit(self, request: Request) -> int:
        limit = request.query.get("limit", "1")
        if not limit.isdecimal() or not 1 <= int(limit) <= 1000:  # noqa: PLR2004 - as documented
            errors = FormErrors()
            errors.add(("limit",), "NUMBER_TYPE_RANGE", "int value should be between 1 and 1000.")
            errors.check()
        return int(limit)

    def list(self, request: Request, _draft: Draft) -> Reply:
        """Return the members, for a bot that may see them."""
        self._need(request)
        if not self.world.privileged & Intent.GUILD_MEMBERS:
            raise ApiError(403, Code.MISSING_ACCESS, "Missing Access")
        after = request.query.get("after", "0")
        present = sorted(payloads.present(self.world, self.world.guild_id), key=int)
        found = [who for who in present if after.isdecimal() and int(who) > int(after)]
        return 200, [payloads.full_member(self.world, who) for who in found[: self._limit(request)]]

    def search(self, request: Request, _draft: Draft) -> Reply:
        """Return the members whose names begin with a text."""
        self._need(request)
        found = members.search(self.world, self.world.guild_id, request.query.get("query", ""))
        return 200, [payloads.full_member(self.world, who) for who in found[: self._limit(request)]]

    def change_self(self, request: Request, draft: Draft) -> Reply:
        """Give the bot another nickname."""
        self._need(request, Right.CHANGE_NICKNAME)
        bot, errors = self.world.application_id, FormErrors()
        nick = Form(draft.body, errors).text("nick", 0, 32)
        errors.check()
        self.world.nicks[bot] = nick or None
        self.keeper.tell_of(bot)
        return 200, payloads.full_member(self.world, bot)

    def change(self, request: Request, draft: Draft) -> Reply:
        """Change nickname, roles or the end of a timeout."""
        self._need(request)
        who, errors = self._member(request), FormErrors()
        form = Form(draft.body, errors)
        if any(form.given(key) for key in VOICE):
            raise unsupported("voice")
        nick, until = form.text("nick", 0, 32), self._until(form)
        given = form.items("roles", 0, 350)
        errors.check()
        changes = form.data.keys()
        needed = {
            "nick": Right.MANAGE_NICKNAMES,
            "roles": Right.MANAGE_ROLES,
            "communication_disabled_until": Right.MODERATE_MEMBERS,
        }
        self._need(request, *(right for key, right in needed.items() if key in changes))
        if changes & {"nick", "communication_disabled_until"}:
            self._below(self._height(who))
        if "roles" in changes:
            wanted = {str(one) for one in given}
            for number in wanted ^ self.world.member_roles[who]:
                self._role(number)
            self.world.member_roles[who] = wanted
        if "nick" in changes:
            self.world.nicks[who] = nick or None
        if "communication_disabled_until" in changes:
            self.world.silenced[who] = until
        self.keeper.tell_of(who)
        return 200, payloads.full_member(self.world, who)

    def _until(self, form: Form) -> int:
        text = form.text("communication_disabled_until", 0, 64)
        try:
            moment = None if not text else datetime.fromisoformat(text)
        except ValueError:
            reason = f"Could not parse {text}. Should be ISO8601."
            form.fault("communication_disabled_until", "DATE_TIME_TYPE_PARSE", reason)
            return 0
        if moment is None:
            return 0
        until = int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
        if until > self.world.clock.now() + LONGEST_TIMEOUT:
            reason = "A timeout ends within 28 days."
            form.fault("communication_disabled_until", "GUILD_MEMBER_COMMUNICATION_DISABLED_TOO_LONG", reason)
        return until

    def role(self, request: Request, _draft: Draft) -> Reply:
        """Give somebody a role, or take it away."""
        self._need(request, Right.MANAGE_ROLES)
        who, role = self._member(request), self._role(request.match_info["role_id"])
        roles = self.world.member_roles[who]
        (roles.add if request.method == "PUT" else roles.discard)(role.id)
        self.keeper.tell_of(who)
        return 204, None

    def kick(self, request: Request, _draft: Draft) -> Reply:
        """Send somebody away."""
        self._need(request, Right.KICK_MEMBERS)
        who = self._member(request)
        self._below(self._height(who))
        self.keeper.settle(who, member=False)
        return 204, None

    def ban(self, request: Request, _draft: Draft) -> Reply:
        """Send somebody away for good; what was written stays."""
        self._need(request, Right.BAN_MEMBERS)
        who = request.match_info["user_id"]
        if self.world.person(who) is None:
            raise ApiError(404, Code.UNKNOWN_USER, "Unknown User")
        self._below(self._height(who))
        self.world.bans[who] = request.headers.get("x-audit-log-reason")
        if who not in self.world.absent:
            self.keeper.settle(who, member=False)
        self.keeper.tell_of_ban(who, banned=True)
        return 204, None

    def _ban(self, who: str) -> Json:
        if who not in self.world.bans:
            raise ApiError(404, Code.UNKNOWN_BAN, "Unknown Ban")
        return {"user": payloads.account(self.world, who), "reason": self.world.bans[who]}

    def unban(self, request: Request, _draft: Draft) -> Reply:
        """Let somebody in again who asks."""
        self._need(request, Right.BAN_MEMBERS)
        who = request.match_info["user_id"]
        self._ban(who)
        del self.world.bans[who]
        self.keeper.tell_of_ban(who, banned=False)
        return 204, None

    def bans(self, request: Request, _draft: Draft) -> Reply:
        """Return who was sent away for good."""
        self._need(request, Right.BAN_MEMBERS)
        return 200, [self._ban(who) for who in sorted(self.world.bans, key=int)]

    def found_ban(self, request: Request, _draft: Draft) -> Reply:
        """Return why somebody was sent away."""
        self._need(request, Right.BAN_MEMBERS)
        return 200, self._ban(request.match_info["user_id"])
