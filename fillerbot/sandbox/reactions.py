"""Reactions: emojis that the bot and people put under messages."""

from dataclasses import dataclass

from fillerbot.sandbox import payloads, rights
from fillerbot.sandbox.errors import ApiError
from fillerbot.sandbox.journal import Journal
from fillerbot.sandbox.kinds import Code, Intent, Json
from fillerbot.sandbox.messages import Dispatcher
from fillerbot.sandbox.places import Right
from fillerbot.sandbox.state import Message, World

MOST = 20


@dataclass
class Reactions:
    """Who reacts to what with which emoji."""

    world: World
    dispatcher: Dispatcher
    journal: Journal

    def emoji(self, text: str) -> str:
        """Return the emoji that a text names: itself, or name:id for one of the application."""
        number = text.strip("<>").rpartition(":")[2]
        if (own := self.world.emojis.get(number)) is not None:
            return f"{own.name}:{own.id}"
        # No list of emojis is at hand; none of them is made of ASCII alone.
        if not text or text.isascii():
            raise ApiError(400, Code.UNKNOWN_EMOJI, "Unknown Emoji")
        return text

    def add(self, message: Message, who: str, emoji: str) -> None:
        """React; whoever joins a reaction that is there needs no right to start one."""
        place = self.world.channels[message.channel_id]
        may = rights.permissions(self.world, who, place)
        new = emoji not in message.reactions
        if not may & Right.READ_HISTORY or (new and not may & Right.ADD_REACTIONS):
            raise ApiError(403, Code.MISSING_PERMISSIONS, "Missing Permissions")
        if new and len(message.reactions) >= MOST:
            text = f"Maximum number of reactions reached ({MOST})"
            raise ApiError(400, Code.TOO_MANY_REACTIONS, text)
        reacted = message.reactions.setdefault(emoji, [])
        if who not in reacted:
            reacted.append(who)
            about: Json = {"user_id": who, "emoji": payloads.reaction_emoji(emoji), "burst": False, "type": 0}
            about["message_author_id"] = message.author_id or self.world.application_id
            if place.guild_id is not None:
                about["member"] = payloads.full_member(self.world, who)
            self._tell("MESSAGE_REACTION_ADD", message, about)

    def remove(self, message: Message, who: str, emoji: str) -> None:
        """Take a reaction of somebody back."""
        reacted = message.reactions.get(emoji, [])
        if who not in reacted:
            raise ApiError(404, Code.UNKNOWN_EMOJI, "Unknown Emoji")
        reacted.remove(who)
        if not reacted:
            del message.reactions[emoji]
        about: Json = {"user_id": who, "emoji": payloads.reaction_emoji(emoji), "burst": False, "type": 0}
        self._tell("MESSAGE_REACTION_REMOVE", message, about)

    def clear(self, message: Message, emoji: str | None = None) -> None:
        """Take all reactions away, or all with one emoji."""
        if emoji is None:
            message.reactions.clear()
            self._tell("MESSAGE_REACTION_REMOVE_ALL", message, {})
        elif message.reactions.pop(emoji, None) is None:
            raise ApiError(404, Code.UNKNOWN_EMOJI, "Unknown Emoji")
        else:
            about: Json = {"emoji": payloads.reaction_emoji(emoji)}
            self._tell("MESSAGE_REACTION_REMOVE_EMOJI", message, about)

    def _tell(self, name: str, message: Message, about: Json) -> None:
        place, bot = self.world.channels[message.channel_id], self.world.application_id
        data: Json = {"channel_id": place.id, "message_id": message.id, **about}
        data |= {} if place.guild_id is None else {"guild_id": place.guild_id}
        intent = Intent.DIRECT_REACTIONS if place.guild_id is None else Intent.GUILD_REACTIONS
        if rights.permissions(self.world, bot, place) & Right.VIEW_CHANNEL:
            self.dispatcher.dispatch(name, data, intent)
        self.journal.event("message_updated", message=message.id)
