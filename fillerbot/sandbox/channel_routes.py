"""The routes of channels, their messages and threads."""

from dataclasses import dataclass

from fillerbot.sandbox import payloads, rights
from fillerbot.sandbox.errors import ApiError, Form, FormErrors, unsupported
from fillerbot.sandbox.kinds import Code, Json
from fillerbot.sandbox.messages import Messages, needed
from fillerbot.sandbox.places import Channel, Right, Thread
from fillerbot.sandbox.rest import Handler, Reply
from fillerbot.sandbox.router import Request
from fillerbot.sandbox.state import Message, World
from fillerbot.sandbox.threads import Threads
from fillerbot.sandbox.uploads import Draft

PAGES = ("before", "after", "around")


@dataclass
class ChannelRoutes:
    """Channels and their messages, as far as the bot has the rights."""

    world: World
    messages: Messages
    threads: Threads

    def table(self) -> list[tuple[str, str, Handler]]:
        """Return method, path and handler of each route."""
        here = "/channels/{channel_id}"
        one = here + "/messages/{message_id}"
        member = here + "/thread-members/{user_id}"
        return [
            ("GET", here, self.channel),
            ("PATCH", here, self.change),
            ("DELETE", here, self.remove),
            ("GET", here + "/messages", self.history),
            ("POST", here + "/messages", self.create),
            ("GET", one, self.message),
            ("PATCH", one, self.edit),
            ("DELETE", one, self.delete),
            ("POST", one + "/threads", self.open_from),
            ("POST", here + "/threads", self.open),
            ("POST", "/users/@me/channels", self.direct),
            ("GET", here + "/thread-members", self.members),
            *((method, here + "/thread-members/@me", self.member) for method in ("PUT", "DELETE")),
            *((method, member, self.member) for method in ("GET", "PUT", "DELETE")),
            ("GET", "/guilds/{guild_id}/threads/active", self.active),
        ]

    def _channel(self, request: Request) -> Channel:
        return rights.reach(self.world, request.match_info["channel_id"])

    def _thread(self, request: Request) -> tuple[Channel, Thread]:
        channel = self._channel(request)
        if channel.thread is None:
            raise ApiError(400, Code.WRONG_CHANNEL_TYPE, "Cannot execute action on this channel type")
        return channel, channel.thread

    def _find(self, request: Request, channel: Channel) -> Message:
        return self.messages.find(request.match_info["message_id"], channel.id)

    def _reply(self, message: Message) -> Reply:
        return 200, payloads.for_bot(self.world, message)

    def channel(self, request: Request, _draft: Draft) -> Reply:
        """Return the channel."""
        return 200, payloads.channel(self.world, self._channel(request))

    def change(self, request: Request, draft: Draft) -> Reply:
        """Change a thread."""
        channel = self._channel(request)
        if channel.thread is None:
            rights.need(self.world, channel, Right.MANAGE_CHANNELS)
            raise unsupported("changes of a channel by the bot")
        self.threads.change(channel, channel.thread, draft.body)
        return 200, payloads.channel(self.world, channel)

    def remove(self, request: Request, _draft: Draft) -> Reply:
        """Take a thread away."""
        channel = self._channel(request)
        if channel.thread is None:
            rights.need(self.world, channel, Right.MANAGE_CHANNELS)
            raise unsupported("the removal of a channel by the bot")
        shown = payloads.channel(self.world, channel)
        self.threads.remove(channel, channel.thread)
        return 200, shown

    def history(self, request: Request, _draft: Draft) -> Reply:
        """Return the newest messages, or those before, after or around one."""
        channel = self._channel(request)
        limit = request.query.get("limit", "50")
        given = {key: request.query[key] for key in PAGES if key in request.query}
        errors = FormErrors()
        if not limit.isdecimal() or not 1 <= int(limit) <= 100:  # noqa: PLR2004 - as documented
            errors.add(("limit",), "NUMBER_TYPE_RANGE", "int value should be between 1 and 100.")
        for key, value in given.items():
            if not value.isdecimal():
                errors.add((key,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        errors.check()
        if not rights.permissions(self.world, self.world.application_id, channel) & Right.READ_HISTORY:
            return 200, []
        found = [m for m in self.world.in_channel(channel.id) if m.visible_to is None]
        chosen = _page(found, int(limit), {key: int(value) for key, value in given.items()})
        return 200, [payloads.for_bot(self.world, m) for m in reversed(chosen)]

    def create(self, request: Request, draft: Draft) -> Reply:
        """Post a message."""
        channel = self._channel(request)
        rights.need(self.world, channel, *needed(channel, draft))
        for who in channel.recipients:
            if who in self.world.absent:
                text = "Cannot send messages to this user due to having no mutual guilds"
                raise ApiError(403, Code.NO_MUTUAL_GUILD, text)
            if who in self.world.closed:
                raise ApiError(403, Code.DMS_CLOSED, "Cannot send messages to this user")
        self.threads.wake(channel)
        return self._reply(self.messages.create(draft, channel))

    def message(self, request: Request, _draft: Draft) -> Reply:
        """Return a message."""
        channel = self._channel(request)
        rights.need(self.world, channel, Right.READ_HISTORY)
        return self._reply(self._find(request, channel))

    def edit(self, request: Request, draft: Draft) -> Reply:
        """Change a message."""
        channel = self._channel(request)
        message = self._find(request, channel)
        self.threads.check_open(channel)
        if draft.files:
            rights.need(self.world, channel, Right.ATTACH_FILES)
        self.messages.edit_by_channel(message, draft)
        return self._reply(message)

    def delete(self, request: Request, _draft: Draft) -> Reply:
        """Take a message away; what others wrote only with the right for it."""
        channel = self._channel(request)
        message = self._find(request, channel)
        self.threads.check_open(channel)
        if message.author_id is not None:
            rights.need(self.world, channel, Right.MANAGE_MESSAGES)
        self.messages.delete(message)
        return 204, None

    def open_from(self, request: Request, draft: Draft) -> Reply:
        """Open a thread under a message."""
        info = request.match_info
        made = self.threads.open_from(info["channel_id"], info["message_id"], draft.body)
        return 201, payloads.channel(self.world, made)

    def open(self, request: Request, draft: Draft) -> Reply:
        """Open a thread."""
        made = self.threads.open(request.match_info["channel_id"], draft.body)
        return 201, payloads.channel(self.world, made)

    def direct(self, _request: Request, draft: Draft) -> Reply:
        """Return the channel with one person; it can be had even if nothing can be sent there."""
        errors = FormErrors()
        who = Form(draft.body, errors).snowflake("recipient_id", required=True)
        errors.check()
        person = self.world.person(who or "")
        if person is None:
            raise ApiError(400, Code.INVALID_RECIPIENT, "Invalid Recipient(s)")
        return 200, payloads.channel(self.world, self.world.dm_with(person))

    def members(self, request: Request, _draft: Draft) -> Reply:
        """Return who is in a thread."""
        channel, thread = self._thread(request)
        return 200, [payloads.thread_member(channel, thread, who) for who in thread.members]

    def member(self, request: Request, _draft: Draft) -> Reply:
        """Return, add or take out somebody of a thread; without a name the bot itself."""
        channel, thread = self._thread(request)
        who = request.match_info.get("user_id", self.world.application_id)
        if request.method == "PUT":
            if who != self.world.application_id:
                rights.need(self.world, channel, Right.SEND_IN_THREADS)
            self.threads.join(channel, thread, who)
        elif request.method == "DELETE":
            self.threads.leave(channel, thread, who)
        elif who not in thread.members:
            raise ApiError(404, Code.UNKNOWN_MEMBER, "Unknown Member")
        else:
            return 200, payloads.thread_member(channel, thread, who)
        return 204, None

    def active(self, request: Request, _draft: Draft) -> Reply:
        """Return the threads that are open."""
        if request.match_info["guild_id"] != self.world.guild_id:
            raise ApiError(404, Code.UNKNOWN_GUILD, "Unknown Guild")
        found = self.threads.active()
        bot = self.world.application_id
        members = [
            payloads.thread_member(c, c.thread, bot)
            for c in found
            if c.thread is not None and bot in c.thread.members
        ]
        shown: list[Json] = [payloads.channel(self.world, c) for c in found]
        return 200, {"threads": shown, "members": members, "has_more": False}


def _page(found: list[Message], limit: int, given: dict[str, int]) -> list[Message]:
    """Choose messages, oldest first."""
    if "before" in given:
        return [m for m in found if int(m.id) < given["before"]][-limit:]
    if "after" in given:
        return [m for m in found if int(m.id) > given["after"]][:limit]
    if "around" in given:
        older = [m for m in found if int(m.id) < given["around"]]
        newer = found[len(older) :]
        half = limit // 2
        return [*older[len(older) - min(half, len(older)) :], *newer[: limit - half]]
    return found[-limit:]
