"""Messages: made, changed and deleted, each one as a whole or not at all."""

import re
from dataclasses import dataclass, field, replace
from typing import Protocol

from fillerbot.sandbox import payloads
from fillerbot.sandbox.components import Checker
from fillerbot.sandbox.faults import ApiError, Faults, Form, Path, unsupported
from fillerbot.sandbox.journal import Journal
from fillerbot.sandbox.kinds import Code, Flag, Intent, Json
from fillerbot.sandbox.state import Attachment, Interaction, Message, World
from fillerbot.sandbox.uploads import Draft, Upload, sniff

LONGEST_CONTENT = 2000
MOST_FILES = 10
USER_MENTION = re.compile(r"<@!?(\d+)>")
EVERYONE_MENTION = re.compile(r"@(?:everyone|here)\b")
BODY = ("content", "embeds", "components", "attachments")
UNSUPPORTED = ("poll", "sticker_ids", "message_reference", "shared_client_theme")
KNOWN = {*BODY, *UNSUPPORTED, "allowed_mentions", "flags", "tts", "nonce", "enforce_nonce"}
SETTABLE = Flag.SUPPRESS_EMBEDS | Flag.SUPPRESS_NOTIFICATIONS | Flag.COMPONENTS_V2 | Flag.EPHEMERAL


class Dispatcher(Protocol):
    """Whoever carries events to the bot."""

    def dispatch(self, name: str, data: Json, intent: Intent | None = None) -> None:
        """Send an event to every session that asked for its kind."""


@dataclass
class Slip:
    """A message on its way: what it will be if nothing is wrong with it."""

    world: World
    message: Message
    draft: Draft
    form: Form
    attachments: list[Attachment] = field(default_factory=list)

    def media(self, url: str) -> Json | None:
        """Resolve the address of a picture."""
        if not url.startswith("attachment://"):
            return self._outside(url)
        name = url.removeprefix("attachment://")
        found = next((a for a in self.attachments if a.filename == name), None)
        return None if found is None else self._own(found)

    def _own(self, found: Attachment) -> Json:
        url = payloads.attachment_url(self.world, found)
        media: Json = {"id": found.id, "attachment_id": found.id, "url": url, "proxy_url": url}
        media |= {"width": found.width, "height": found.height, "content_type": found.content_type}
        return media

    def _outside(self, url: str) -> Json | None:
        if not url.startswith(("http://", "https://")):
            return None
        # An address on the own server that is sent back stands for the file itself.
        for attachment in self.attachments:
            if f"/{attachment.id}/" in url:
                return self._own(attachment)
        nothing: Json = {"width": None, "height": None, "content_type": None}
        return {"id": self.world.ids.new(), "url": url, "proxy_url": url, **nothing}

    def read_attachments(self) -> None:
        """Decide which files the message has: those listed, or the old ones and the new."""
        unused = dict(self.draft.files)
        old = {a.id: a for a in self.message.attachments}
        kept: list[Attachment] = [] if "attachments" in self.form.data else list(old.values())
        for item in self.form.forms("attachments", 0, MOST_FILES):
            key = item.snowflake("id", required=True)
            description = item.text("description", 0, 1024)
            name = item.text("filename", 1, 1024)
            if key is None:
                continue
            if key in old:
                same = old[key]
                kept.append(same if description is None else replace(same, description=description))
            elif int(key) in unused:
                kept.append(self._new(unused.pop(int(key)), name, description))
            else:
                text = f"There is neither a file nor an attachment {key}."
                item.fault("id", "ATTACHMENT_NOT_FOUND", text)
        kept += [self._new(upload, None, None) for upload in unused.values()]
        if len(kept) > MOST_FILES:
            self.form.fault(
                "attachments", "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_FILES} or fewer in length."
            )
        self.attachments = kept

    def _new(self, upload: Upload, name: str | None, description: str | None) -> Attachment:
        kind, width, height = sniff(upload.data)
        filename = re.sub(r"[^\w.-]", "_", name or upload.filename)
        return Attachment(self.world.ids.new(), filename, upload.data, kind, width, height, description)

    def read_mentions(self, content: str, components: list[Json]) -> tuple[list[str], bool]:
        """Find who is named, as far as the message allows it."""
        text = "\n".join([content, *payloads.texts(components)])
        named = list(dict.fromkeys(USER_MENTION.findall(text)))
        named = [who for who in named if any(p.id == who for p in self.world.people)]
        everyone = EVERYONE_MENTION.search(text) is not None
        allowed = self.form.form("allowed_mentions")
        if allowed is None:
            return named, everyone
        parse = allowed.items("parse", 0, 3)
        users = [str(who) for who in allowed.items("users", 0, 100)]
        if users and "users" in parse:
            code, reason = "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse and users exclude each other."
            allowed.fault("parse", code, reason)
        listed = named if "users" in parse else [who for who in named if who in users]
        return listed, everyone and "everyone" in parse


class Messages:
    """The messages of the world and their rules."""

    def __init__(self, world: World, journal: Journal, dispatcher: Dispatcher) -> None:
        self._world = world
        self._journal = journal
        self._dispatcher = dispatcher
        self._old_edits: list[int] = []

    def find(self, message_id: str, *, by_channel: bool) -> Message:
        """Return a message; the channel routes do not know those that one person alone sees."""
        found = self._world.messages.get(message_id)
        if found is None or (by_channel and found.visible_to is not None):
            raise ApiError(404, Code.UNKNOWN_MESSAGE, "Unknown Message")
        return found

    def create(
        self, draft: Draft, *, path: Path = (), interaction: Interaction | None = None, kind: int = 0
    ) -> Message:
        """Make a message; as the answer to an interaction it may be for one person's eyes."""
        now = self._world.clock.now()
        message = Message("0", self._world.channel_id, now, kind, interaction=interaction)
        changes = self._read(message, draft, path)
        flags = int(changes["flags"])
        if flags & Flag.EPHEMERAL and interaction is not None:
            message.visible_to = interaction.person.id
        if not any(changes[key] for key in BODY):
            raise ApiError(400, Code.EMPTY_MESSAGE, "Cannot send an empty message")
        self._add(message, changes)
        return message

    def create_loading(self, interaction: Interaction, *, ephemeral: bool, kind: int) -> Message:
        """Make the message that says the bot is thinking."""
        now = self._world.clock.now()
        message = Message("0", self._world.channel_id, now, kind, interaction=interaction)
        message.visible_to = interaction.person.id if ephemeral else None
        flags = Flag.LOADING | Flag.EPHEMERAL if ephemeral else Flag.LOADING
        self._add(message, {"flags": int(flags)})
        return message

    def _add(self, message: Message, changes: Json) -> None:
        message.id = self._world.ids.new()
        self._apply(message, changes)
        self._world.messages[message.id] = message
        self._announce("MESSAGE_CREATE", "message_created", message)

    def edit(self, message: Message, draft: Draft, *, path: Path = ()) -> None:
        """Change a message."""
        changes = self._read(message, draft, path)
        if message.flags & Flag.LOADING:
            changes["flags"] = int(changes["flags"]) & ~Flag.LOADING
        if not any(changes[key] for key in BODY):
            raise ApiError(400, Code.EMPTY_MESSAGE, "Cannot send an empty message")
        self._apply(message, changes)
        message.edited = self._world.clock.now()
        self._announce("MESSAGE_UPDATE", "message_updated", message)

    def edit_by_channel(self, message: Message, draft: Draft) -> None:
        """Change a message with the bot's own token, which old messages bear only a few times."""
        now = self._world.clock.now()
        if now - message.created > 3_600_000:  # noqa: PLR2004 - an hour
            self._old_edits = [at for at in self._old_edits if at > now - 6000]
            if len(self._old_edits) >= 3:  # noqa: PLR2004 - three in six seconds
                wait = (self._old_edits[0] + 6000 - now) / 1000
                text = "Maximum number of edits to messages older than 1 hour reached. Try again later"
                raise ApiError(429, Code.TOO_MANY_OLD_EDITS, text, retry_after=wait)
            self._old_edits.append(now)
        self.edit(message, draft)

    def delete(self, message: Message) -> None:
        """Take a message away."""
        del self._world.messages[message.id]
        self._forget_files(message)
        data: Json = {"id": message.id, "channel_id": message.channel_id}
        if message.visible_to is None:
            data["guild_id"] = self._world.guild_id
            self._dispatcher.dispatch("MESSAGE_DELETE", data, Intent.GUILD_MESSAGES)
        self._journal.event("message_deleted", message=message.id)

    def _announce(self, event: str, kind: str, message: Message) -> None:
        intent = Intent.GUILD_MESSAGES if message.visible_to is None else Intent.DIRECT_MESSAGES
        self._dispatcher.dispatch(event, payloads.message_event(self._world, message), intent)
        self._journal.event(kind, message=message.id)

    def _apply(self, message: Message, changes: Json) -> None:
        self._forget_files(message)
        for key, value in changes.items():
            setattr(message, key, value)
        for attachment in message.attachments:
            self._world.attachments[attachment.id] = attachment

    def _forget_files(self, message: Message) -> None:
        for attachment in message.attachments:
            self._world.attachments.pop(attachment.id, None)

    def _read(self, message: Message, draft: Draft, path: Path) -> Json:
        """Read a body into the fields of a message; raise if a rule is broken."""
        faults = Faults()
        form = Form({} if draft.body is None else draft.body, faults, path)
        if unknown := set(form.data) - KNOWN:
            self._world.complaints.append(f"unknown in a message: {', '.join(sorted(unknown))}")
        for key in UNSUPPORTED:
            if form.data.get(key):
                raise unsupported(f"{key} in a message")
        flags = self._flags(form, message)
        v2 = bool(flags & Flag.COMPONENTS_V2)
        slip = Slip(self._world, message, draft, form)
        slip.read_attachments()
        content = form.text("content", 0, LONGEST_CONTENT) or ""
        changes: Json = {"flags": flags, "attachments": slip.attachments}
        changes["content"] = content if "content" in form.data else message.content
        changes["embeds"] = self._embeds(form) if "embeds" in form.data else message.embeds
        changes["components"] = message.components
        if "components" in form.data:
            checker = Checker(faults, lambda key: key in self._world.emojis, slip.media)
            changes["components"] = checker.message(form, v2=v2)
        if v2:
            for key in ("content", "embeds"):
                if changes[key]:
                    text = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                    form.fault(key, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text)
        named, everyone = slip.read_mentions(changes["content"], changes["components"])
        faults.check()
        self._moderate(changes)
        return {**changes, "mentions": named, "mention_everyone": everyone}

    def _moderate(self, changes: Json) -> None:
        """Refuse words that the guild does not want; what one person alone sees is not looked at."""
        text = "\n".join([changes["content"], *payloads.texts(changes["components"])]).casefold()
        if not changes["flags"] & Flag.EPHEMERAL and any(w in text for w in self._world.blocked_words):
            reason = "Message was blocked by automatic moderation"
            raise ApiError(400, Code.BLOCKED_BY_AUTOMOD, reason)

    def _flags(self, form: Form, message: Message) -> int:
        given = form.whole("flags", 0, 2**31 - 1)
        if given is None:
            return message.flags
        if given & ~int(SETTABLE | Flag.LOADING):
            form.fault("flags", "BASE_TYPE_BAD_VALUE", f"The flags {given} cannot be set.")
        if message.id != "0":
            if message.is_v2 and not given & Flag.COMPONENTS_V2:
                text = "The MessageFlags.IS_COMPONENTS_V2 flag cannot be removed from a message"
                form.fault("flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", text)
            given = given & ~Flag.EPHEMERAL | message.flags & Flag.EPHEMERAL
        elif given & Flag.EPHEMERAL and message.interaction is None:
            form.fault("flags", "BASE_TYPE_BAD_VALUE", "Only an answer to an interaction can be ephemeral.")
        return given

    def _embeds(self, form: Form) -> list[Json]:
        kept: list[Json] = []
        for embed in form.forms("embeds", 0, 10):
            embed.text("title", 0, 256)
            embed.text("description", 0, 4096)
            embed.forms("fields", 0, 25)
            if any(embed.given(key) for key in ("image", "thumbnail", "video")):
                raise unsupported("pictures in embeds")
            kept.append({"type": "rich", **embed.data})
        return kept
