"""The routes of the REST interface."""

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Protocol

from fillerbot.sandbox import payloads, rights
from fillerbot.sandbox.errors import ApiError, Form, FormErrors, unsupported
from fillerbot.sandbox.gateway import Gateway
from fillerbot.sandbox.interactions import Interactions
from fillerbot.sandbox.kinds import Code, Json
from fillerbot.sandbox.messages import Messages
from fillerbot.sandbox.rest import Handler, Reply, Rest
from fillerbot.sandbox.router import Request, Router
from fillerbot.sandbox.state import Emoji, Person, World
from fillerbot.sandbox.uploads import Draft, sniff

EMOJI_NAME = re.compile(r"\w{2,32}", re.ASCII)
DATA_URI = re.compile(r"data:(image/(?:png|jpeg|gif|webp));base64,(.+)", re.DOTALL)
LARGEST_EMOJI = 256 * 1024
MOST_EMOJIS = 2000


class Routes(Protocol):
    """A part of the interface."""

    def table(self) -> list[tuple[str, str, Handler]]:
        """Return method, path and handler of each route."""


@dataclass
class ApplicationRoutes:
    """Who the bot is, its emojis, and whom it finds in the guild."""

    world: World
    line: Gateway

    def table(self) -> list[tuple[str, str, Handler]]:
        """Return method, path and handler of each route."""
        emojis = "/applications/{application_id}/emojis"
        return [
            ("GET", "/gateway", self.gateway),
            ("GET", "/gateway/bot", self.gateway_bot),
            ("GET", "/users/@me", self.me),
            ("PATCH", "/users/@me", self.rename),
            ("GET", "/users/{user_id}", self.user),
            ("GET", "/users/@me/guilds", self.guilds),
            ("GET", "/guilds/{guild_id}", self.guild),
            ("GET", "/guilds/{guild_id}/channels", self.channels),
            ("GET", "/guilds/{guild_id}/roles", self.roles),
            ("GET", "/guilds/{guild_id}/members/{user_id}", self.member),
            ("GET", "/applications/@me", self.application),
            ("GET", "/oauth2/applications/@me", self.application),
            ("GET", emojis, self.emojis),
            ("POST", emojis, self.create_emoji),
            ("GET", emojis + "/{emoji_id}", self.emoji),
            ("PATCH", emojis + "/{emoji_id}", self.rename_emoji),
            ("DELETE", emojis + "/{emoji_id}", self.delete_emoji),
        ]

    @property
    def _socket_url(self) -> str:
        return self.world.base_url.replace("http", "ws", 1) + "/gateway"

    def _own(self, request: Request) -> None:
        if request.match_info["application_id"] != self.world.application_id:
            raise ApiError(404, Code.UNKNOWN_APPLICATION, "Unknown Application")

    def gateway(self, _request: Request, _draft: Draft) -> Reply:
        """Say where the gateway is."""
        return 200, {"url": self._socket_url}

    def gateway_bot(self, _request: Request, _draft: Draft) -> Reply:
        """Say where the gateway is and how many shards to start."""
        gateway = self.line
        body: Json = {"url": self._socket_url, "shards": gateway.limits.shards}
        return 200, {**body, "session_start_limit": gateway.start_limit()}

    def me(self, _request: Request, _draft: Draft) -> Reply:
        """Return the bot's account."""
        return 200, payloads.own_user(self.world)

    def rename(self, _request: Request, draft: Draft) -> Reply:
        """Give the bot another name; its role keeps the one that it was invited by."""
        errors = FormErrors()
        form = Form(draft.body, errors)
        name = form.text("username", 2, 32)
        errors.check()
        if form.given("avatar") or form.given("banner"):
            raise unsupported("pictures of the bot")
        self.world.bot_name = name or self.world.bot_name
        account = payloads.own_user(self.world)
        self.line.dispatch("USER_UPDATE", account)
        return 200, account

    def _person(self, request: Request) -> Person:
        person = next((p for p in self.world.people if p.id == request.match_info["user_id"]), None)
        if person is None:
            raise ApiError(404, Code.UNKNOWN_USER, "Unknown User")
        return person

    def user(self, request: Request, _draft: Draft) -> Reply:
        """Return somebody's account."""
        return 200, payloads.user(self._person(request))

    def _guild(self, request: Request) -> None:
        if request.match_info["guild_id"] == self.world.foreign_guild_id:
            raise ApiError(403, Code.MISSING_ACCESS, "Missing Access")
        if request.match_info["guild_id"] != self.world.guild_id:
            raise ApiError(404, Code.UNKNOWN_GUILD, "Unknown Guild")

    def guilds(self, request: Request, _draft: Draft) -> Reply:
        """Return the guilds that the bot is in."""
        after, limit = request.query.get("after", "0"), request.query.get("limit", "200")
        if not after.isdecimal() or not limit.isdecimal():
            raise ApiError(400, Code.INVALID_FORM, "Invalid Form Body")
        found = [guild_id for guild_id in self.world.guilds if int(guild_id) > int(after)]
        return 200, [payloads.own_guild(self.world, guild_id) for guild_id in found[: int(limit)]]

    def guild(self, request: Request, _draft: Draft) -> Reply:
        """Return a guild."""
        guild_id = request.match_info["guild_id"]
        if guild_id not in self.world.guilds:
            self._guild(request)
        counted = request.query.get("with_counts", "").lower() in {"true", "1"}
        return 200, payloads.fetched_guild(self.world, guild_id, counted=counted)

    def channels(self, request: Request, _draft: Draft) -> Reply:
        """Return the channels of the guild, threads excepted."""
        self._guild(request)
        here = [c for c in self.world.channels.values() if c.guild_id == self.world.guild_id]
        return 200, [payloads.channel(self.world, c) for c in here if c.thread is None]

    def roles(self, request: Request, _draft: Draft) -> Reply:
        """Return the roles of the guild."""
        self._guild(request)
        return 200, [payloads.role(r) for r in self.world.roles.values()]

    def member(self, request: Request, _draft: Draft) -> Reply:
        """Return somebody's membership."""
        self._guild(request)
        who = request.match_info["user_id"]
        if who != self.world.application_id:
            self._person(request)
        if not rights.is_member(self.world, who, self.world.guild_id):
            raise ApiError(404, Code.UNKNOWN_MEMBER, "Unknown Member")
        return 200, {**payloads.member(self.world, who), "user": payloads.account(self.world, who)}

    def application(self, _request: Request, _draft: Draft) -> Reply:
        """Return the application."""
        return 200, payloads.application(self.world)

    def _find(self, request: Request) -> Emoji:
        self._own(request)
        found = self.world.emojis.get(request.match_info["emoji_id"])
        if found is None:
            raise ApiError(404, Code.UNKNOWN_EMOJI, "Unknown Emoji")
        return found

    def emojis(self, request: Request, _draft: Draft) -> Reply:
        """Return all emojis."""
        self._own(request)
        return 200, {"items": [payloads.emoji(self.world, e) for e in self.world.emojis.values()]}

    def emoji(self, request: Request, _draft: Draft) -> Reply:
        """Return one emoji."""
        return 200, payloads.emoji(self.world, self._find(request))

    def _emoji_name(self, form: Form) -> str:
        name = form.text("name", 2, 32, required=True)
        if name is not None and not EMOJI_NAME.fullmatch(name):
            form.fault("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
        if any(e.name == name for e in self.world.emojis.values()):
            form.fault("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "Emoji name is already taken")
        return name or ""

    def create_emoji(self, request: Request, draft: Draft) -> Reply:
        """Take an emoji over."""
        self._own(request)
        if len(self.world.emojis) >= MOST_EMOJIS:
            raise ApiError(400, Code.TOO_MANY_EMOJIS, f"Maximum number of emojis reached ({MOST_EMOJIS})")
        errors = FormErrors()
        form = Form(draft.body, errors)
        name = self._emoji_name(form)
        data = self._image(form)
        errors.check()
        kind = sniff(data)[0]
        made = Emoji(self.world.ids.new(), name, data, kind, animated=kind == "image/gif")
        self.world.emojis[made.id] = made
        return 201, payloads.emoji(self.world, made)

    def _image(self, form: Form) -> bytes:
        text = form.text("image", 1, LARGEST_EMOJI * 2, required=True)
        match = DATA_URI.fullmatch(text or "")
        data = b""
        if match is not None:
            try:
                data = base64.b64decode(match[2], validate=True)
            except binascii.Error:
                match = None
        if text is not None and (match is None or sniff(data)[0] != match[1]):
            form.fault("image", "BASE_TYPE_BAD_IMAGE", "Invalid image data")
        elif len(data) > LARGEST_EMOJI:
            form.fault("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
        return data

    def rename_emoji(self, request: Request, draft: Draft) -> Reply:
        """Rename an emoji."""
        found = self._find(request)
        errors = FormErrors()
        name = self._emoji_name(Form(draft.body, errors))
        errors.check()
        found.name = name
        return 200, payloads.emoji(self.world, found)

    def delete_emoji(self, request: Request, _draft: Draft) -> Reply:
        """Remove an emoji."""
        del self.world.emojis[self._find(request).id]
        return 204, None


@dataclass
class InteractionRoutes:
    """Answers to interactions, and what follows them; their paths hold a token of their own."""

    world: World
    messages: Messages
    interactions: Interactions

    def table(self) -> list[tuple[str, str, Handler]]:
        """Return method, path and handler of each route."""
        hook = "/webhooks/{webhook_id}/{webhook_token}"
        return [
            ("POST", "/interactions/{interaction_id}/{interaction_token}/callback", self.callback),
            ("POST", hook, self.follow_up),
            *((method, f"{hook}/messages/@original", self.message) for method in ("GET", "PATCH", "DELETE")),
            *(
                (method, hook + "/messages/{message_id}", self.message)
                for method in ("GET", "PATCH", "DELETE")
            ),
        ]

    def callback(self, request: Request, draft: Draft) -> Reply:
        """Take an answer."""
        info = request.match_info
        interaction = self.interactions.find(info["interaction_id"], info["interaction_token"])
        receipt = self.interactions.answer(interaction, draft)
        if request.query.get("with_response", "").lower() in {"true", "1"}:
            return 200, receipt
        return 204, None

    def follow_up(self, request: Request, draft: Draft) -> Reply:
        """Post a further message."""
        info = request.match_info
        interaction = self.interactions.by_token(info["webhook_id"], info["webhook_token"])
        message = self.interactions.follow_up(interaction, draft)
        # Whatever "wait" says: for the token of an interaction it is always true.
        return 200, payloads.message(self.world, message)

    def message(self, request: Request, draft: Draft) -> Reply:
        """Return, change or take away a message of this interaction."""
        info = request.match_info
        interaction = self.interactions.by_token(info["webhook_id"], info["webhook_token"])
        message = self.interactions.message_of(interaction, info.get("message_id", "@original"))
        if request.method == "DELETE":
            self.messages.delete(message)
            return 204, None
        if request.method == "PATCH":
            self.messages.edit(message, draft)
        body: Json = payloads.message(self.world, message)
        return 200, body


def add_routes(router: Router, rest: Rest, parts: list[Routes]) -> None:
    """Add everything to the server; what is not there is answered and noted."""
    for part in parts:
        free = isinstance(part, InteractionRoutes)
        for method, path, handler in part.table():
            rest.add(router, method, path, handler, free=free)
    router.below("/api/", rest.unknown)
