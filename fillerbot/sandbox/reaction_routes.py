"""The routes of reactions."""

from dataclasses import dataclass

from fillerbot.sandbox import payloads, rights
from fillerbot.sandbox.errors import FormErrors
from fillerbot.sandbox.messages import Messages
from fillerbot.sandbox.places import Right
from fillerbot.sandbox.reactions import Reactions
from fillerbot.sandbox.rest import Handler, Reply
from fillerbot.sandbox.router import Request
from fillerbot.sandbox.state import Message, World
from fillerbot.sandbox.uploads import Draft


@dataclass
class ReactionRoutes:
    """What the bot does with emojis under messages."""

    world: World
    messages: Messages
    reactions: Reactions

    def table(self) -> list[tuple[str, str, Handler]]:
        """Return method, path and handler of each route."""
        every = "/channels/{channel_id}/messages/{message_id}/reactions"
        one = every + "/{emoji_name}"
        return [
            ("DELETE", every, self.clear),
            ("GET", one, self.list),
            ("DELETE", one, self.clear),
            ("PUT", one + "/@me", self.add),
            ("DELETE", one + "/@me", self.remove),
            ("DELETE", one + "/{user_id}", self.remove),
        ]

    def _message(self, request: Request, *needed: Right) -> Message:
        channel = rights.reach(self.world, request.match_info["channel_id"])
        rights.need(self.world, channel, *needed)
        return self.messages.find(request.match_info["message_id"], channel.id)

    def add(self, request: Request, _draft: Draft) -> Reply:
        """React."""
        message = self._message(request)
        emoji = self.reactions.emoji(request.match_info["emoji_name"])
        self.reactions.add(message, self.world.application_id, emoji)
        return 204, None

    def remove(self, request: Request, _draft: Draft) -> Reply:
        """Take a reaction back, that of others only with the right for it."""
        bot = self.world.application_id
        who = request.match_info.get("user_id", bot)
        message = self._message(request, *([] if who == bot else [Right.MANAGE_MESSAGES]))
        self.reactions.remove(message, who, self.reactions.emoji(request.match_info["emoji_name"]))
        return 204, None

    def clear(self, request: Request, _draft: Draft) -> Reply:
        """Take all reactions away, or all with one emoji."""
        message = self._message(request, Right.MANAGE_MESSAGES)
        name = request.match_info.get("emoji_name")
        self.reactions.clear(message, None if name is None else self.reactions.emoji(name))
        return 204, None

    def list(self, request: Request, _draft: Draft) -> Reply:
        """Return who reacted with an emoji."""
        message = self._message(request, Right.READ_HISTORY)
        limit, after = request.query.get("limit", "25"), request.query.get("after", "0")
        errors = FormErrors()
        if not limit.isdecimal() or not 1 <= int(limit) <= 100:  # noqa: PLR2004 - as documented
            errors.add(("limit",), "NUMBER_TYPE_RANGE", "int value should be between 1 and 100.")
        if not after.isdecimal():
            errors.add(("after",), "NUMBER_TYPE_COERCE", f'Value "{after}" is not snowflake.')
        errors.check()
        emoji = self.reactions.emoji(request.match_info["emoji_name"])
        found = sorted((w for w in message.reactions.get(emoji, []) if int(w) > int(after)), key=int)
        return 200, [payloads.account(self.world, who) for who in found[: int(limit)]]
