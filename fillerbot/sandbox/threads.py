"""Threads: opened, closed by hand or by time, joined and left."""

from fillerbot.sandbox import payloads, rights
from fillerbot.sandbox.errors import ApiError, Form, FormErrors, unsupported
from fillerbot.sandbox.journal import Journal
from fillerbot.sandbox.kinds import Code, Flag, Intent, Json
from fillerbot.sandbox.messages import THREAD_CREATED, THREAD_STARTER, Dispatcher, Messages
from fillerbot.sandbox.places import Channel, ChannelKind, Right, Thread
from fillerbot.sandbox.state import Message, World

DURATIONS = (60, 1440, 4320, 10080)
SLOWEST = 21600


class Threads:
    """The threads of the guild."""

    def __init__(self, world: World, messages: Messages, dispatcher: Dispatcher, journal: Journal) -> None:
        self._world = world
        self._messages = messages
        self._dispatcher = dispatcher
        self._journal = journal
        self.most_active = 1000
        world.clock.listeners.append(self._expire)

    def active(self) -> list[Channel]:
        """Return the threads that are not archived."""
        found = self._world.channels.values()
        return [c for c in found if c.thread is not None and not c.thread.archived]

    def _read(self, body: object, parent: Channel) -> Channel:
        errors = FormErrors()
        form = Form(body, errors)
        name = form.text("name", 1, 100, required=True)
        after = form.choice("auto_archive_duration", DURATIONS) or 1440
        slow = form.whole("rate_limit_per_user", 0, SLOWEST) or 0
        errors.check()
        if len(self.active()) >= self.most_active:
            raise ApiError(400, Code.TOO_MANY_THREADS, "Maximum number of active threads reached")
        now, bot = self._world.clock.now(), self._world.application_id
        thread = Thread(parent.id, bot, now, now, after, members={bot: now})
        return Channel("", ChannelKind.PUBLIC_THREAD, name or "", parent.guild_id, slow=slow, thread=thread)

    def _parent(self, channel_id: str) -> Channel:
        parent = rights.reach(self._world, channel_id)
        if parent.kind is not ChannelKind.TEXT:
            raise ApiError(400, Code.WRONG_CHANNEL_TYPE, "Cannot execute action on this channel type")
        rights.need(self._world, parent, Right.PUBLIC_THREADS)
        return parent

    def open_from(self, channel_id: str, message_id: str, body: object) -> Channel:
        """Open a thread under a message; both have the same id."""
        parent = self._parent(channel_id)
        message = self._messages.find(message_id, channel_id)
        if message.id in self._world.channels:
            text = "A thread has already been created for this message"
            raise ApiError(400, Code.THREAD_EXISTS, text)
        made = self._read(body, parent)
        made.id = message.id
        self._open(made)
        message.flags |= int(Flag.HAS_THREAD)
        self._messages.announce_change(message)
        self._note(made.id, THREAD_STARTER, parent, message.id)
        return made

    def open(self, channel_id: str, body: object) -> Channel:
        """Open a thread that hangs from no message; a message in the channel tells of it."""
        parent = self._parent(channel_id)
        kind = body.get("type", 12) if isinstance(body, dict) else None
        if kind != ChannelKind.PUBLIC_THREAD:
            raise unsupported(f"threads of type {kind}")
        made = self._read(body, parent)
        made.id = self._world.ids.new()
        self._open(made)
        self._note(parent.id, THREAD_CREATED, made, None, made.name)
        return made

    def _open(self, made: Channel) -> None:
        self._world.channels[made.id] = made
        data = {**payloads.channel(self._world, made), "newly_created": True}
        self._dispatcher.dispatch("THREAD_CREATE", data, Intent.GUILDS)
        self._journal.event("places_changed")

    def _note(self, where: str, kind: int, about: Channel, message_id: str | None, text: str = "") -> None:
        reference: Json = {"type": 0, "channel_id": about.id, "guild_id": about.guild_id}
        reference |= {} if message_id is None else {"message_id": message_id}
        note = Message("0", where, self._world.clock.now(), kind, content=text, reference=reference)
        self._messages.add(note, {})

    def wake(self, channel: Channel) -> None:
        """Let a message into a thread: one that is only archived opens again, a locked one does not."""
        thread = channel.thread
        if thread is None:
            return
        manages = rights.permissions(self._world, self._world.application_id, channel) & Right.MANAGE_THREADS
        if thread.locked and not manages:
            if thread.archived:
                raise ApiError(400, Code.THREAD_ARCHIVED, "Thread is archived")
            raise ApiError(403, Code.THREAD_LOCKED, "Thread is locked")
        if thread.archived:
            self._set(channel, thread, archived=False)

    def check_open(self, channel: Channel) -> None:
        """Refuse to change what is in an archived thread."""
        if channel.thread is not None and channel.thread.archived:
            raise ApiError(400, Code.THREAD_ARCHIVED, "Thread is archived")

    def _set(self, channel: Channel, thread: Thread, *, archived: bool) -> None:
        thread.archived, thread.archived_at = archived, self._world.clock.now()
        self._changed(channel)

    def _changed(self, channel: Channel) -> None:
        self._dispatcher.dispatch("THREAD_UPDATE", payloads.channel(self._world, channel), Intent.GUILDS)
        self._journal.event("places_changed")

    def _expire(self) -> None:
        now = self._world.clock.now()
        for channel in self.active():
            thread = channel.thread
            if thread is not None and now - thread.archived_at > thread.archive_after * 60_000:
                self._set(channel, thread, archived=True)

    def change(self, channel: Channel, thread: Thread, body: object, *, by_person: bool = False) -> None:
        """Rename, close or lock a thread; whoever opened it may do that, except lock it."""
        errors = FormErrors()
        form = Form(body, errors)
        name = form.text("name", 1, 100)
        after = form.choice("auto_archive_duration", DURATIONS)
        slow = form.whole("rate_limit_per_user", 0, SLOWEST)
        archived = form.flag("archived", default=thread.archived)
        locked = form.flag("locked", default=thread.locked)
        errors.check()
        if not by_person:
            own = thread.owner_id == self._world.application_id
            if not own or locked != thread.locked or slow is not None:
                rights.need(self._world, channel, Right.MANAGE_THREADS)
            if thread.archived and archived:
                raise ApiError(400, Code.THREAD_ARCHIVED, "Thread is archived")
        channel.name = name or channel.name
        channel.slow = channel.slow if slow is None else slow
        thread.archive_after = after or thread.archive_after
        thread.locked = locked
        if archived != thread.archived:
            thread.archived, thread.archived_at = archived, self._world.clock.now()
        self._changed(channel)

    def remove(self, channel: Channel, thread: Thread) -> None:
        """Take a thread away with all that is in it."""
        rights.need(self._world, channel, Right.MANAGE_THREADS)
        self.drop(channel.id)
        data: Json = {"id": channel.id, "guild_id": channel.guild_id, "type": int(channel.kind)}
        data["parent_id"] = thread.parent_id
        self._dispatcher.dispatch("THREAD_DELETE", data, Intent.GUILDS)
        self._journal.event("places_changed")

    def drop(self, channel_id: str) -> None:
        """Take a channel away with its messages, without a word."""
        self._messages.empty(channel_id)
        del self._world.channels[channel_id]

    def join(self, channel: Channel, thread: Thread, who: str) -> None:
        """Add somebody; whoever is there stays."""
        if not rights.is_member(self._world, who, channel.guild_id):
            raise ApiError(404, Code.UNKNOWN_MEMBER, "Unknown Member")
        self.check_open(channel)
        if who not in thread.members:
            thread.members[who] = self._world.clock.now()
            added = payloads.thread_member(channel, thread, who)
            self._members(channel, thread, who, {"added_members": [added]})

    def leave(self, channel: Channel, thread: Thread, who: str) -> None:
        """Take somebody out, as others only those may who run the place."""
        if who != self._world.application_id:
            rights.need(self._world, channel, Right.MANAGE_THREADS)
        self.check_open(channel)
        if thread.members.pop(who, None) is not None:
            self._members(channel, thread, who, {"removed_member_ids": [who]})

    def _members(self, channel: Channel, thread: Thread, who: str, change: Json) -> None:
        data: Json = {"id": channel.id, "guild_id": channel.guild_id, "member_count": len(thread.members)}
        # What concerns the bot itself comes without the privileged intent.
        intent = Intent.GUILDS if who == self._world.application_id else Intent.GUILD_MEMBERS
        self._dispatcher.dispatch("THREAD_MEMBERS_UPDATE", {**data, **change}, intent)
