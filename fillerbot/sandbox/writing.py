"""What people write, and do with what is written, by HTTP."""

from dataclasses import dataclass

from fillerbot.sandbox import payloads, rights
from fillerbot.sandbox.errors import RefusedError
from fillerbot.sandbox.keeper import Keeper
from fillerbot.sandbox.kinds import Json
from fillerbot.sandbox.messages import LONGEST_CONTENT, REPLY, Messages
from fillerbot.sandbox.people import People, acting, switch
from fillerbot.sandbox.places import Channel, Right
from fillerbot.sandbox.reactions import Reactions
from fillerbot.sandbox.resolve import read_file
from fillerbot.sandbox.router import Request, Router
from fillerbot.sandbox.slips import EVERYONE_MENTION, MOST_FILES, ROLE_MENTION, USER_MENTION
from fillerbot.sandbox.state import Attachment, Message, Person, World


@dataclass
class Writing:
    """Plain messages: written, edited, deleted and reacted to."""

    world: World
    people: People
    keeper: Keeper
    messages: Messages
    reactions: Reactions

    def add_routes(self, router: Router) -> None:
        """Add the routes to the server."""
        acts = {"message": self._write, "edit": self._edit, "delete": self._delete, "react": self._react}
        for name, act in acts.items():
            router.post(f"/people/{{person}}/{name}", acting(act))

    def _write(self, request: Request, body: Json) -> Json:
        world, person = self.world, self.people.person(request)
        place = self.people.place(person, body.get("channel"))
        files = self._files(person, place, body)
        said = self._said(person, place, body, least=0 if files else 1)
        if place.thread is not None and place.thread.archived:
            self.keeper.set_thread(place.id, archived=False)
        message = Message("0", place.id, world.clock.now(), author_id=person.id)
        if body.get("reply_to") is not None:
            meant = self.people.seen(person, body["reply_to"])
            message.kind = REPLY
            message.reference = {"type": 0, "message_id": meant.id, "channel_id": place.id}
            message.reference |= {} if place.guild_id is None else {"guild_id": place.guild_id}
            said["mentions"] = [meant.author_id or world.application_id, *said["mentions"]]
        self.messages.add(message, {**said, "attachments": files})
        return payloads.message(world, message)

    def _edit(self, request: Request, body: Json) -> Json:
        """Write an own message anew; its files stay."""
        person = self.people.person(request)
        message = self.people.seen(person, body.get("message"))
        if message.author_id != person.id:
            raise RefusedError(f"{person.name} cannot edit this message")
        place = self.world.channels[message.channel_id]
        self.messages.change(message, self._said(person, place, body, least=0 if message.attachments else 1))
        return payloads.message(self.world, message)

    def _files(self, person: Person, place: Channel, body: Json) -> list[Attachment]:
        given = body.get("files") or []
        if len(given) > MOST_FILES:
            raise RefusedError(f"a message has at most {MOST_FILES} files")
        if given and not rights.permissions(self.world, person.id, place) & Right.ATTACH_FILES:
            raise RefusedError(f"{person.name} cannot send files here")
        return [read_file(self.world, one) for one in given]

    def _said(self, person: Person, place: Channel, body: Json, *, least: int) -> Json:
        """Read a text and whom it names, if it may be written there."""
        world, content = self.world, str(body.get("content") or "").strip()
        if not least <= len(content) <= LONGEST_CONTENT:
            raise RefusedError(f"a message has 1 to {LONGEST_CONTENT} characters")
        may = rights.permissions(world, person.id, place)
        closed = place.thread is not None and place.thread.locked and not may & Right.MANAGE_THREADS
        if not may & rights.sending(place) or closed:
            raise RefusedError(f"{person.name} cannot write here")
        known = [world.application_id, *(p.id for p in world.people)]
        may_all = bool(may & Right.MENTION_EVERYONE)
        named = [world.roles[r] for r in ROLE_MENTION.findall(content) if r in world.roles]
        return {
            "content": content,
            "mentions": [who for who in USER_MENTION.findall(content) if who in known],
            "mention_everyone": may_all and EVERYONE_MENTION.search(content) is not None,
            "mention_roles": [r.id for r in named if r.mentionable or may_all],
        }

    def _react(self, request: Request, body: Json) -> Json:
        """React to a message, or take a reaction back."""
        person = self.people.person(request)
        message = self.people.seen(person, body.get("message"))
        if message.visible_to is not None:
            raise RefusedError("nobody can react to a message for one person alone")
        emoji = self.reactions.emoji(str(body.get("emoji", "")))
        (self.reactions.remove if switch(body, "remove") else self.reactions.add)(message, person.id, emoji)
        return payloads.for_person(self.world, message, person.id)

    def _delete(self, request: Request, body: Json) -> Json:
        """Take a message away: an own one, any as a moderator, or one for one's own eyes from the screen."""
        person = self.people.person(request)
        message = self.people.seen(person, body.get("message"))
        place = self.world.channels[message.channel_id]
        moderates = rights.permissions(self.world, person.id, place) & Right.MANAGE_MESSAGES
        if person.id not in (message.author_id, message.visible_to) and not moderates:
            raise RefusedError(f"{person.name} cannot delete this message")
        self.messages.delete(message)
        return {}
