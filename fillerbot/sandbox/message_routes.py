"""The routes of what a bot does with messages beside writing them: typing, pins, many deleted at once."""

from dataclasses import dataclass

from fillerbot.sandbox import payloads, rights
from fillerbot.sandbox.clock import iso, made_at
from fillerbot.sandbox.errors import ApiError, Form, FormErrors
from fillerbot.sandbox.journal import Journal
from fillerbot.sandbox.kinds import Code, Intent, Json
from fillerbot.sandbox.messages import Dispatcher, Messages
from fillerbot.sandbox.places import Channel, Right
from fillerbot.sandbox.rest import Handler, Reply
from fillerbot.sandbox.router import Request
from fillerbot.sandbox.state import Message, World
from fillerbot.sandbox.uploads import Draft

MOST_PINS = 250
BULK_AGE = 14 * 86_400_000
"""Milliseconds after which a message can no longer be deleted together with others."""


@dataclass
class MessageRoutes:
    """Typing, pins and many messages at once."""

    world: World
    messages: Messages
    dispatcher: Dispatcher
    journal: Journal

    def table(self) -> list[tuple[str, str, Handler]]:
        """Return method, path and handler of each route."""
        here = "/channels/{channel_id}"
        places = (here + "/messages/pins", here + "/pins")
        return [
            ("POST", here + "/typing", self.typing),
            ("POST", here + "/messages/bulk-delete", self.delete),
            ("GET", places[0], self.pins),
            ("GET", places[1], self.old_pins),
            *(("PUT", place + "/{message_id}", self.pin) for place in places),
            *(("DELETE", place + "/{message_id}", self.unpin) for place in places),
        ]

    def _channel(self, request: Request, *needed: Right) -> Channel:
        channel = rights.reach(self.world, request.match_info["channel_id"])
        rights.need(self.world, channel, *needed)
        return channel

    def typing(self, request: Request, _draft: Draft) -> Reply:
        """Say for a while that the bot is writing."""
        channel = self._channel(request)
        rights.need(self.world, channel, rights.sending(channel))
        bot, guild_id = self.world.application_id, channel.guild_id
        data: Json = {"channel_id": channel.id, "user_id": bot, "timestamp": self.world.clock.now() // 1000}
        if guild_id is not None:
            data |= {"guild_id": guild_id, "member": payloads.full_member(self.world, bot)}
        intent = Intent.DIRECT_TYPING if guild_id is None else Intent.GUILD_TYPING
        self.dispatcher.dispatch("TYPING_START", data, intent)
        self.journal.event("typing", channel=channel.id)
        return 204, None

    def delete(self, request: Request, draft: Draft) -> Reply:
        """Take several messages away that are not too old; those that are not there do not matter."""
        channel = self._channel(request)
        if channel.guild_id is None:
            raise ApiError(403, Code.NOT_IN_DM, "Cannot execute action on a DM channel")
        rights.need(self.world, channel, Right.MANAGE_MESSAGES)
        errors = FormErrors()
        form = Form(draft.body, errors)
        given = form.items("messages", 2, 100, required=True)
        for n, one in enumerate(given):
            if not str(one).isdecimal():
                errors.add(("messages", n), "NUMBER_TYPE_COERCE", f'Value "{one}" is not snowflake.')
        errors.check()
        if any(made_at(str(one)) < self.world.clock.now() - BULK_AGE for one in given):
            text = "You can only bulk delete messages that are under 14 days old."
            raise ApiError(400, Code.TOO_OLD, text)
        self.messages.delete_all(channel, [str(one) for one in given])
        return 204, None

    def _pinned(self, channel: Channel) -> list[Message]:
        found = [m for m in self.world.in_channel(channel.id) if m.pinned is not None]
        return sorted(found, key=lambda m: m.pinned or 0, reverse=True)

    def pins(self, request: Request, _draft: Draft) -> Reply:
        """Return the pinned messages, the newest pin first."""
        found = self._pinned(self._channel(request, Right.READ_HISTORY))
        items = [{"pinned_at": iso(m.pinned or 0), "message": payloads.for_bot(self.world, m)} for m in found]
        limit = request.query.get("limit", "50")
        most = int(limit) if limit.isdecimal() else len(items)
        return 200, {"items": items[:most], "has_more": len(items) > most}

    def old_pins(self, request: Request, _draft: Draft) -> Reply:
        """Return the pinned messages as they were listed of old."""
        found = self._pinned(self._channel(request, Right.READ_HISTORY))[:50]
        return 200, [payloads.for_bot(self.world, m) for m in found]

    def pin(self, request: Request, _draft: Draft) -> Reply:
        """Pin a message."""
        return self._set(request, pinned=True)

    def unpin(self, request: Request, _draft: Draft) -> Reply:
        """Let a message go."""
        return self._set(request, pinned=False)

    def _set(self, request: Request, *, pinned: bool) -> Reply:
        channel = self._channel(request)
        if channel.guild_id is not None:
            rights.need(self.world, channel, Right.PIN_MESSAGES)
        message = self.messages.find(request.match_info["message_id"], channel.id)
        if pinned and message.pinned is None and len(self._pinned(channel)) >= MOST_PINS:
            text = f"Maximum number of pinned messages reached ({MOST_PINS})"
            raise ApiError(400, Code.TOO_MANY_PINS, text)
        if pinned != (message.pinned is not None):
            message.pinned = self.world.clock.now() if pinned else None
            newest = max((m.pinned or 0 for m in self._pinned(channel)), default=0)
            data: Json = {"channel_id": channel.id, "last_pin_timestamp": iso(newest) if newest else None}
            data |= {} if channel.guild_id is None else {"guild_id": channel.guild_id}
            self.messages.announce_change(message)
            self.dispatcher.dispatch("CHANNEL_PINS_UPDATE", data, Intent.GUILDS)
        return 204, None
