"""What a request says about a message: its files, its pictures and whom it names."""

import re
from dataclasses import dataclass, field, replace

from fillerbot.sandbox import payloads, rights
from fillerbot.sandbox.errors import Form
from fillerbot.sandbox.kinds import Json
from fillerbot.sandbox.places import Channel, Right
from fillerbot.sandbox.state import Attachment, Message, World
from fillerbot.sandbox.uploads import Draft, Upload

MOST_FILES = 10
USER_MENTION = re.compile(r"<@!?(\d+)>")
ROLE_MENTION = re.compile(r"<@&(\d+)>")
EVERYONE_MENTION = re.compile(r"@(?:everyone|here)\b")
MENTION_KINDS = ("users", "roles", "everyone")


@dataclass(frozen=True)
class Mentions:
    """Whom a message names."""

    users: list[str]
    roles: list[str]
    everyone: bool


@dataclass
class Slip:
    """A message on its way: what it will be if nothing is wrong with it."""

    world: World
    channel: Channel
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
        media |= {"name": found.filename, "size": len(found.data)}
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
        if unused and "attachments" in self.form.data:
            # The service takes them all the same; the published description asks for an entry each.
            names = ", ".join(f"files[{n}]" for n in unused)
            self.world.complaints.append(f"a file without an attachments entry: {names}")
        kept += [self._new(upload, None, None) for upload in unused.values()]
        if len(kept) > MOST_FILES:
            self.form.fault(
                "attachments", "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_FILES} or fewer in length."
            )
        self.attachments = kept

    def _new(self, upload: Upload, name: str | None, description: str | None) -> Attachment:
        kind, width, height = upload.kind
        filename = re.sub(r"[^\w.-]", "_", name or upload.filename)
        return Attachment(self.world.ids.new(), filename, upload.data, kind, width, height, description)

    def read_mentions(self, text: str, answered: str | None) -> Mentions:
        """Find who is named, as far as the message and the rights of the bot allow it."""
        users = [who for who in USER_MENTION.findall(text) if self._known(who)]
        roles = [who for who in ROLE_MENTION.findall(text) if self._may_name(who)]
        everyone = self._names_everyone(text)
        allowed = self.form.form("allowed_mentions")
        replied = [] if answered is None else [answered]
        if allowed is None:
            return Mentions(_once(users + replied), _once(roles), everyone)
        if unknown := set(allowed.data) - {"parse", "users", "roles", "replied_user"}:
            self.world.complaints.append(f"unknown in allowed_mentions: {', '.join(sorted(unknown))}")
        parse = allowed.items("parse", 0, 3)
        for n, item in enumerate(parse):
            if item not in MENTION_KINDS:
                where = (*allowed.path, "parse", n)
                text = f"Value must be one of {MENTION_KINDS}."
                allowed.errors.add(where, "BASE_TYPE_CHOICES", text)
        kept: dict[str, list[str]] = {}
        for key, named in (("users", users), ("roles", roles)):
            listed = [str(who) for who in allowed.items(key, 0, 100)]
            if listed and key in parse:
                reason = f"parse:[{key!r}] and {key}: [ids...] are mutually exclusive."
                allowed.fault("parse", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", reason)
            kept[key] = named if key in parse else [who for who in named if who in listed]
        replied = replied if allowed.flag("replied_user") else []
        return Mentions(
            _once(kept["users"] + replied), _once(kept["roles"]), everyone and "everyone" in parse
        )

    def _names_everyone(self, text: str) -> bool:
        if self.channel.guild_id is None or EVERYONE_MENTION.search(text) is None:
            return False
        return bool(rights.of_app(self.world, self.channel) & Right.MENTION_EVERYONE)

    def _known(self, who: str) -> bool:
        return who == self.world.application_id or any(p.id == who for p in self.world.people)

    def _may_name(self, role_id: str) -> bool:
        role = self.world.roles.get(role_id)
        if role is None or self.channel.guild_id != self.world.guild_id:
            return False
        return role.mentionable or bool(rights.of_app(self.world, self.channel) & Right.MENTION_EVERYONE)


def _once(ids: list[str]) -> list[str]:
    return list(dict.fromkeys(ids))
