"""Messages: made, changed and deleted, each one as a whole or not at all."""

from collections import defaultdict
from itertools import takewhile
from typing import Protocol

from fillerbot.sandbox import payloads, rights
from fillerbot.sandbox.components import Checker
from fillerbot.sandbox.embeds import read_embeds
from fillerbot.sandbox.errors import ApiError, Form, FormErrors, Path, unsupported
from fillerbot.sandbox.journal import Journal
from fillerbot.sandbox.kinds import Code, Flag, Intent, Json
from fillerbot.sandbox.places import Channel, ChannelKind, Right
from fillerbot.sandbox.slips import Slip
from fillerbot.sandbox.state import Attachment, Interaction, Message, World
from fillerbot.sandbox.uploads import Draft

LONGEST_CONTENT = 2000
BODY = ("content", "embeds", "components", "attachments")
UNSUPPORTED = ("poll", "sticker_ids", "shared_client_theme")
NEW = {"message_reference", "tts", "nonce", "enforce_nonce"}
KNOWN = {*BODY, *UNSUPPORTED, *NEW, "allowed_mentions", "flags"}
SETTABLE = Flag.SUPPRESS_EMBEDS | Flag.SUPPRESS_NOTIFICATIONS | Flag.COMPONENTS_V2 | Flag.EPHEMERAL
THREAD_CREATED, THREAD_STARTER = 18, 21
REPLY = 19
NONCE_LIFE = 180_000


class Dispatcher(Protocol):
    """Whoever carries events to the bot."""

    def dispatch(
        self, name: str, data: Json, intent: Intent | None = None, blind: Json | None = None
    ) -> None:
        """Send an event to every session that asked for its kind; some may see less of it."""

    def wanted(self, intent: Intent) -> bool:
        """Tell whether any session asked for a kind of event."""


class Messages:
    """The messages of the world and their rules."""

    def __init__(self, world: World, journal: Journal, dispatcher: Dispatcher) -> None:
        self._world = world
        self._journal = journal
        self._dispatcher = dispatcher
        self._old_edits: dict[str, list[int]] = defaultdict(list)

    def find(self, message_id: str, channel_id: str | None = None) -> Message:
        """Return a message; the routes of a channel do not know those that one person alone sees."""
        found = self._world.messages.get(message_id)
        if found is None or (
            channel_id is not None and (found.visible_to is not None or found.channel_id != channel_id)
        ):
            raise ApiError(404, Code.UNKNOWN_MESSAGE, "Unknown Message")
        return found

    def create(
        self,
        draft: Draft,
        channel: Channel,
        *,
        path: Path = (),
        interaction: Interaction | None = None,
        kind: int = 0,
    ) -> Message:
        """Make a message; as the answer to an interaction it may be for one person's eyes."""
        now = self._world.clock.now()
        message = Message("0", channel.id, now, kind, interaction=interaction)
        changes = self._read(message, draft, path)
        if (twin := self._twin(draft, channel, changes["nonce"])) is not None:
            return twin
        flags = int(changes["flags"])
        if flags & Flag.EPHEMERAL and interaction is not None:
            message.visible_to = interaction.person.id
        if not any(changes[key] for key in BODY):
            raise ApiError(400, Code.EMPTY_MESSAGE, "Cannot send an empty message")
        self.add(message, changes)
        return message

    def _twin(self, draft: Draft, channel: Channel, nonce: object) -> Message | None:
        """Find the message of a request that is sent again with the same nonce, where that is to count."""
        if nonce is None or not isinstance(draft.body, dict) or not draft.body.get("enforce_nonce"):
            return None
        since = self._world.clock.now() - NONCE_LIFE
        recent = takewhile(lambda m: m.created > since, reversed(self._world.messages.values()))
        own = (m for m in recent if m.channel_id == channel.id and m.author_id is None)
        return next((m for m in own if m.nonce == nonce), None)

    def create_loading(self, interaction: Interaction, *, ephemeral: bool, kind: int) -> Message:
        """Make the message that says the bot is thinking."""
        now = self._world.clock.now()
        message = Message("0", interaction.channel_id, now, kind, interaction=interaction)
        message.visible_to = interaction.person.id if ephemeral else None
        flags = Flag.LOADING | Flag.EPHEMERAL if ephemeral else Flag.LOADING
        self.add(message, {"flags": int(flags)})
        return message

    def add(self, message: Message, changes: Json) -> None:
        """Put a message into its channel and tell whom it concerns."""
        message.id = self._world.ids.new()
        self._apply(message, changes)
        self._world.keep(message)
        place = self._world.channels[message.channel_id]
        if message.visible_to is None:
            place.last_message_id = message.id
            if place.thread is not None:
                place.thread.sent += 1
                place.thread.archived_at = message.created
        self._announce("MESSAGE_CREATE", "message_created", message)
        for who in self._notified(message, place):
            self._journal.event("person_notified", message=message.id, person=who)

    def _notified(self, message: Message, place: Channel) -> list[str]:
        """Return who hears a sound: a new message does it, an edit never, and a silent one neither."""
        if message.flags & Flag.SUPPRESS_NOTIFICATIONS or message.visible_to is not None:
            return []
        world, heard = self._world, []
        for person in world.people:
            named = (
                place.guild_id is None
                or person.id in message.mentions
                or message.mention_everyone
                or world.member_roles[person.id] & set(message.mention_roles)
            )
            sees = rights.permissions(world, person.id, place) & Right.VIEW_CHANNEL
            if named and sees and person.id != message.author_id:
                heard.append(person.id)
        return heard

    def edit(self, message: Message, draft: Draft, *, path: Path = ()) -> None:
        """Change a message."""
        changes = self._read(message, draft, path)
        if message.flags & Flag.LOADING:
            changes["flags"] = int(changes["flags"]) & ~Flag.LOADING
        if not any(changes[key] for key in BODY):
            raise ApiError(400, Code.EMPTY_MESSAGE, "Cannot send an empty message")
        self.change(message, changes)

    def change(self, message: Message, changes: Json) -> None:
        """Change fields of a message, which counts as an edit."""
        self._apply(message, changes)
        message.edited = self._world.clock.now()
        self.announce_change(message)

    def edit_by_channel(self, message: Message, draft: Draft) -> None:
        """Change a message with the bot's own token, which old messages bear only a few times."""
        if message.author_id is not None:
            text = "Cannot edit a message authored by another user"
            raise ApiError(403, Code.OTHER_AUTHOR, text)
        if message.kind in (THREAD_CREATED, THREAD_STARTER):
            raise ApiError(403, Code.SYSTEM_MESSAGE, "Cannot execute action on a system message")
        now = self._world.clock.now()
        if now - message.created > 3_600_000:  # noqa: PLR2004 - an hour
            recent = [at for at in self._old_edits[message.channel_id] if at > now - 6000]
            self._old_edits[message.channel_id] = recent
            if len(recent) >= 3:  # noqa: PLR2004 - three in six seconds
                wait = (recent[0] + 6000 - now) / 1000
                text = "Maximum number of edits to messages older than 1 hour reached. Try again later"
                raise ApiError(429, Code.TOO_MANY_OLD_EDITS, text, retry_after=wait, scope="shared")
            recent.append(now)
        self.edit(message, draft)

    def _drop(self, message: Message) -> Channel:
        self._world.drop(message)
        self._replace_files(message, [])
        place = self._world.channels[message.channel_id]
        if place.thread is not None and message.visible_to is None:
            place.thread.deleted += 1
        return place

    def delete_all(self, place: Channel, numbers: list[str]) -> None:
        """Take several messages of a channel away, and tell of it once."""
        here = self._world.in_channel(place.id)
        gone = [m for m in here if m.id in numbers and m.visible_to is None]
        for message in gone:
            self._drop(message)
            self._journal.event("message_deleted", message=message.id)
        data: Json = {"ids": [m.id for m in gone], "channel_id": place.id, "guild_id": place.guild_id}
        if gone:
            self._dispatcher.dispatch("MESSAGE_DELETE_BULK", data, self._intent(place))

    def delete(self, message: Message) -> None:
        """Take a message away."""
        place = self._drop(message)
        data: Json = {"id": message.id, "channel_id": message.channel_id}
        data |= {} if place.guild_id is None else {"guild_id": place.guild_id}
        if message.visible_to is None and self._told(place):
            self._dispatcher.dispatch("MESSAGE_DELETE", data, self._intent(place))
        self._journal.event("message_deleted", message=message.id)

    def empty(self, channel_id: str) -> None:
        """Take away all messages of a channel that goes with them."""
        for message in self._world.in_channel(channel_id):
            self._world.drop(message)
            self._replace_files(message, [])

    def _told(self, place: Channel) -> bool:
        """Tell whether the bot hears of what happens in a place."""
        return bool(rights.permissions(self._world, self._world.application_id, place) & Right.VIEW_CHANNEL)

    def _intent(self, place: Channel) -> Intent:
        return Intent.GUILD_MESSAGES if place.guild_id is not None else Intent.DIRECT_MESSAGES

    def announce_change(self, message: Message) -> None:
        """Tell that a message is not what it was."""
        self._announce("MESSAGE_UPDATE", "message_updated", message)

    def _announce(self, event: str, kind: str, message: Message) -> None:
        place = self._world.channels[message.channel_id]
        intent = Intent.DIRECT_MESSAGES if message.visible_to is not None else self._intent(place)
        # Most bots do not ask for messages, so that there is nothing to write down for them.
        if self._dispatcher.wanted(intent) and self._told(place):
            data = payloads.message_event(self._world, message)
            self._dispatcher.dispatch(event, data, intent, payloads.blind(self._world, message, data))
        self._journal.event(kind, message=message.id)

    def _apply(self, message: Message, changes: Json) -> None:
        self._replace_files(message, changes.get("attachments", message.attachments))
        for key, value in changes.items():
            setattr(message, key, value)
        message.changes += 1

    def _replace_files(self, message: Message, new: list[Attachment]) -> None:
        """Keep the files that a message has now, and for a while those that it had."""
        world, kept = self._world, {attachment.id: attachment for attachment in new}
        for old in message.attachments:
            if old.id not in kept:
                world.replaced.put(world.attachments.pop(old.id), world.clock.now())
        world.attachments |= kept

    def _read(self, message: Message, draft: Draft, path: Path) -> Json:
        """Read a body into the fields of a message; raise if a rule is broken."""
        errors = FormErrors()
        form = Form({} if draft.body is None else draft.body, errors, path)
        complain = self._world.complaints.append
        self._look_over(form.data)
        flags = self._flags(form, message)
        v2 = bool(flags & Flag.COMPONENTS_V2)
        slip = Slip(self._world, self._world.channels[message.channel_id], message, draft, form)
        slip.read_attachments()
        # White space around a text does not survive.
        content = (form.text("content", 0, LONGEST_CONTENT) or "").strip()
        changes: Json = {"flags": flags, "attachments": slip.attachments}
        changes["content"] = content if "content" in form.data else message.content
        changes["embeds"] = message.embeds
        if "embeds" in form.data:
            changes["embeds"] = read_embeds(form, slip.media, complain)
        changes["components"] = message.components
        if "components" in form.data:
            checker = Checker(errors, lambda key: key in self._world.emojis, slip.media, complain)
            changes["components"] = checker.message(form, v2=v2)
        if v2:
            for key in ("content", "embeds"):
                if changes[key]:
                    text = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                    form.fault(key, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text)
        if message.id == "0":
            changes |= self._extras(form, message)
        answered = self._answered(changes.get("reference") or message.reference)
        text = "\n".join([changes["content"], *payloads.texts(changes["components"])])
        named = slip.read_mentions(text, answered)
        errors.check()
        if not flags & Flag.EPHEMERAL:
            self._moderate(text.casefold())
        mentions = {"mentions": named.users, "mention_roles": named.roles}
        return {**changes, **mentions, "mention_everyone": named.everyone}

    def _look_over(self, body: Json) -> None:
        """Complain of what the service overlooks, and refuse what the sandbox lacks."""
        if not body.keys() <= KNOWN:
            self._world.complaints.append(f"unknown in a message: {', '.join(sorted(body.keys() - KNOWN))}")
        for key in UNSUPPORTED:
            if body.get(key):
                raise unsupported(f"{key} in a message")

    def _answered(self, reference: Json | None) -> str | None:
        meant = self._world.messages.get((reference or {}).get("message_id", ""))
        return None if meant is None else meant.author_id or self._world.application_id

    def _extras(self, form: Form, message: Message) -> Json:
        """Read what only a new message has."""
        changes: Json = {"tts": form.flag("tts"), "nonce": form.data.get("nonce")}
        if isinstance(changes["nonce"], str):
            form.text("nonce", 0, 25)
        reference = form.form("message_reference")
        if reference is None:
            return changes
        if message.interaction is not None or reference.data.get("type", 0) != 0:
            raise unsupported("this message_reference")
        place = self._world.channels[message.channel_id]
        if not rights.permissions(self._world, self._world.application_id, place) & Right.READ_HISTORY:
            text = "Cannot reply without permission to read message history"
            raise ApiError(403, Code.REPLY_WITHOUT_HISTORY, text)
        key = reference.snowflake("message_id", required=True) or ""
        meant = self._world.messages.get(key)
        if meant is None or meant.channel_id != message.channel_id or meant.visible_to is not None:
            if reference.flag("fail_if_not_exists", default=True):
                reference.fault(None, "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
            return changes
        kept = {"type": 0, "message_id": key, "channel_id": place.id}
        kept |= {} if place.guild_id is None else {"guild_id": place.guild_id}
        return {**changes, "reference": kept, "kind": REPLY}

    def _moderate(self, text: str) -> None:
        """Refuse words that the guild does not want; what one person alone sees is not looked at."""
        if any(word in text for word in self._world.blocked_words):
            reason = "Message was blocked by automatic moderation"
            raise ApiError(400, Code.BLOCKED_BY_AUTOMOD, reason)

    def _flags(self, form: Form, message: Message) -> int:
        given = form.whole("flags", 0, 2**31 - 1)
        if given is None:
            return message.flags
        if given & ~int(SETTABLE | Flag.LOADING | Flag.HAS_THREAD):
            form.fault("flags", "BASE_TYPE_BAD_VALUE", f"The flags {given} cannot be set.")
        if message.id != "0":
            if message.is_v2 and not given & Flag.COMPONENTS_V2:
                text = "The MessageFlags.IS_COMPONENTS_V2 flag cannot be removed from a message"
                form.fault("flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", text)
            kept = Flag.EPHEMERAL | Flag.HAS_THREAD | Flag.SUPPRESS_NOTIFICATIONS
            given = given & ~kept | message.flags & kept
        elif given & Flag.EPHEMERAL and message.interaction is None:
            form.fault("flags", "BASE_TYPE_BAD_VALUE", "Only an answer to an interaction can be ephemeral.")
        return given


def needed(channel: Channel, draft: Draft) -> list[Right]:
    """Return the rights that a message with the bot's token takes."""
    body = draft.body if isinstance(draft.body, dict) else {}
    wanted = [rights.sending(channel)]
    if draft.files:
        wanted.append(Right.ATTACH_FILES)
    if body.get("embeds"):
        wanted.append(Right.EMBED_LINKS)
    if body.get("tts"):
        wanted.append(Right.SEND_TTS)
    return wanted if channel.kind is not ChannelKind.DM else []
