"""Interactions: what people do, and how the bot may answer it."""

import asyncio
import contextlib
import secrets
import sys
from base64 import urlsafe_b64decode, urlsafe_b64encode
from itertools import takewhile

from fillerbot.sandbox import payloads, rights
from fillerbot.sandbox.clock import made_at
from fillerbot.sandbox.errors import ApiError, Form, FormErrors, Path
from fillerbot.sandbox.journal import Journal
from fillerbot.sandbox.kinds import Answer, Code, Event, Flag, Json
from fillerbot.sandbox.messages import Dispatcher, Messages
from fillerbot.sandbox.modals import read_modal
from fillerbot.sandbox.places import Channel
from fillerbot.sandbox.state import Interaction, Message, Person, Response, World
from fillerbot.sandbox.uploads import Draft

SLASH_MESSAGE, MENU_MESSAGE = 20, 23
"""The kinds of messages that answer a command and a context menu; others are plain ones."""
MOST_FOLLOW_UPS = 5
"""Further messages per interaction where only a person installed the app."""
ALLOWED = {
    Event.COMMAND: (Answer.MESSAGE, Answer.DEFERRED_MESSAGE, Answer.MODAL),
    Event.AUTOCOMPLETE: (Answer.AUTOCOMPLETE,),
    Event.COMPONENT: (
        Answer.MESSAGE,
        Answer.DEFERRED_MESSAGE,
        Answer.DEFERRED_UPDATE,
        Answer.UPDATE,
        Answer.MODAL,
    ),
    Event.MODAL_SUBMIT: (Answer.MESSAGE, Answer.DEFERRED_MESSAGE, Answer.DEFERRED_UPDATE, Answer.UPDATE),
}
MOST_KEPT = 20_000
"""Interactions that are known at once, however many there are in a quarter of an hour."""
BEGINNING = "interaction:"
"""What a token says, before the number and the secret."""


class Interactions:
    """Starts interactions, takes their answers and lets them run out."""

    def __init__(self, world: World, journal: Journal, messages: Messages, dispatcher: Dispatcher) -> None:
        self._world = world
        self._journal = journal
        self._messages = messages
        self._dispatcher = dispatcher
        self._timers: dict[Interaction, asyncio.TimerHandle] = {}
        self.deadline = 3.0
        self.token_life = 900.0
        self._forms: dict[Person, Interaction] = {}
        """Through which interaction each person was shown a form last."""
        world.clock.listeners.append(self._expire)

    def start(  # noqa: PLR0913 - an interaction is made of these
        self,
        kind: Event,
        person: Person,
        data: Json,
        place: Channel,
        owners: dict[str, str],
        *,
        message: Message | None = None,
        opener: Interaction | None = None,
    ) -> Interaction:
        """Tell the bot what somebody did and start the clock."""
        world = self._world
        self._forget()
        number = world.ids.new()
        interaction = Interaction(
            number,
            urlsafe_b64encode(f"{BEGINNING}{number}:{secrets.token_urlsafe(48)}".encode())
            .decode()
            .rstrip("="),
            kind,
            person,
            place.id,
            world.clock.now(),
            data,
            None if message is None else message.id,
            opener,
            owners=owners,
        )
        world.interactions[interaction.id] = interaction
        world.tokens[interaction.token] = interaction
        loop = asyncio.get_running_loop()
        self._timers[interaction] = loop.call_later(self.deadline, self._fail, interaction, "timeout")
        self._dispatcher.dispatch("INTERACTION_CREATE", self._payload(interaction, message))
        return interaction

    def _payload(self, interaction: Interaction, message: Message | None) -> Json:
        world, person = self._world, interaction.person
        place = world.channels[interaction.channel_id]
        may = str(rights.permissions(world, person.id, place))
        channel = {**payloads.channel(world, place), "permissions": may}
        channel.pop("permission_overwrites", None)
        result: Json = {
            "id": interaction.id,
            "application_id": world.application_id,
            "type": int(interaction.kind),
            "data": interaction.data,
            "channel": channel,
            "channel_id": place.id,
            "token": interaction.token,
            "version": 1,
            "app_permissions": str(rights.of_app(world, place)),
            "locale": person.locale,
            "entitlements": [],
            "authorizing_integration_owners": interaction.owners,
            "context": int(rights.context(place)),
            "attachment_size_limit": payloads.SIZE_LIMIT,
        }
        if place.guild_id is None:
            result["user"] = payloads.user(person)
        else:
            guild_id, shown = place.guild_id, payloads.member(world, person.id)
            result |= {"guild_id": guild_id, "guild_locale": world.locale}
            result["guild"] = {"id": guild_id, "locale": world.locale, "features": []}
            result["member"] = {**shown, "user": payloads.user(person), "permissions": may}
        if message is not None:
            result["message"] = payloads.written(world, message)
        return result

    def _place(self, interaction: Interaction) -> Channel:
        place = self._world.channels.get(interaction.channel_id)
        if place is None:
            raise ApiError(404, Code.UNKNOWN_CHANNEL, "Unknown Channel")
        return place

    def _finish(self, interaction: Interaction) -> None:
        timer = self._timers.pop(interaction, None)
        if timer is not None:
            timer.cancel()
        interaction.done.set()

    def _fail(self, interaction: Interaction, reason: str) -> None:
        interaction.failed = reason
        self._finish(interaction)
        self._journal.event("interaction_failed", interaction=interaction.id)

    def _late(self, interaction: Interaction) -> bool:
        return self._world.clock.now() - interaction.created > self.deadline * 1000

    def _expire(self) -> None:
        for interaction in [i for i in self._timers if self._late(i)]:
            self._fail(interaction, "timeout")

    def _forget(self) -> None:
        """Let go what can no longer be answered, but for forms that may still be open."""
        known = self._world.interactions
        excess = len(known) + 1 - MOST_KEPT
        old = takewhile(
            lambda item: item[0] < excess or self._over(item[1].created), enumerate(known.values())
        )
        for _, interaction in list(old):
            if interaction is not self._forms.get(interaction.person):
                del known[interaction.id], self._world.tokens[interaction.token]

    def _over(self, created: int) -> bool:
        """Tell whether the token of an interaction is dead."""
        return self._world.clock.now() - created > self.token_life * 1000

    def close(self) -> None:
        """Stop every clock."""
        for interaction in list(self._timers):
            self._fail(interaction, "closed")

    def find(self, interaction_id: str, token: str) -> Interaction:
        """Return the interaction that a callback is for, if it can still be answered."""
        interaction = self._world.interactions.get(interaction_id)
        if interaction is None or interaction.token != token or self._late(interaction):
            raise ApiError(404, Code.UNKNOWN_INTERACTION, "Unknown interaction")
        if interaction.response is not None:
            text = "Interaction has already been acknowledged."
            raise ApiError(400, Code.ALREADY_ANSWERED, text)
        return interaction

    def answer(self, interaction: Interaction, draft: Draft) -> Json:
        """Take the bot's answer; a refused one leaves the interaction open."""
        errors = FormErrors()
        form = Form(draft.body, errors)
        allowed = ALLOWED[interaction.kind]
        if interaction.kind is Event.MODAL_SUBMIT and interaction.message_id is None:
            # Without a message under the form there is none to change.
            allowed = (Answer.MESSAGE, Answer.DEFERRED_MESSAGE)
        number = form.choice("type", tuple(map(int, allowed)), required=True)
        errors.check()
        kind = Answer(number or 0)
        response = self._apply(interaction, kind, draft.inner(form.data.get("data")))
        interaction.response = response
        self._finish(interaction)
        self._journal.event("interaction_answered", interaction=interaction.id)
        return self._receipt(interaction, response)

    def _apply(self, interaction: Interaction, kind: Answer, draft: Draft) -> Response:
        path: Path = ("data",)
        slash = 0
        if interaction.kind is Event.COMMAND:
            slash = SLASH_MESSAGE if interaction.data["type"] == 1 else MENU_MESSAGE
        place = self._place(interaction)
        if kind is Answer.MESSAGE:
            made = self._messages.create(draft, place, path=path, interaction=interaction, kind=slash)
            interaction.original_id = made.id
        elif kind is Answer.DEFERRED_MESSAGE:
            flags = Form(draft.body or {}, FormErrors()).whole("flags", 0, 2**31 - 1) or 0
            hidden = bool(flags & Flag.EPHEMERAL)
            interaction.original_id = self._messages.create_loading(
                interaction, ephemeral=hidden, kind=slash
            ).id
        elif kind in (Answer.DEFERRED_UPDATE, Answer.UPDATE):
            message = self._messages.find(interaction.message_id or "")
            interaction.original_id = message.id
            if kind is Answer.UPDATE:
                self._messages.edit(message, draft, path=path)
        elif kind is Answer.AUTOCOMPLETE:
            return Response(kind, choices=self._choices(interaction, draft, path))
        else:
            errors = FormErrors()
            modal = read_modal(Form(draft.body, errors, path), errors)
            errors.check()
            self._forms[interaction.person] = interaction
            return Response(kind, modal=modal)
        return Response(kind, message_id=interaction.original_id)

    def _choices(self, interaction: Interaction, draft: Draft, path: Path) -> list[Json]:
        errors = FormErrors()
        kept: list[Json] = []
        wanted = _focused_type(interaction.data)
        for choice in Form(draft.body, errors, path).forms("choices", 0, 25):
            value = choice.data.get("value")
            if not isinstance(value, wanted):
                choice.fault("value", "BASE_TYPE_CONVERT", "The value does not fit the type of the option.")
            if isinstance(value, str):
                choice.text("value", 1, 100)
            kept.append({"name": choice.text("name", 1, 100, required=True), "value": value})
        errors.check()
        return kept

    def _receipt(self, interaction: Interaction, response: Response) -> Json:
        """Return what a callback is answered with."""
        described: Json = {"id": interaction.id, "type": int(interaction.kind)}
        place = self._place(interaction)
        described |= {"channel_id": place.id}
        described |= {} if place.guild_id is None else {"guild_id": place.guild_id}
        if response.message_id is None:
            return {"interaction": described}
        message = self._world.messages[response.message_id]
        described["response_message_id"] = message.id
        described["response_message_loading"] = bool(message.flags & Flag.LOADING)
        described["response_message_ephemeral"] = message.visible_to is not None
        result: Json = {"interaction": described}
        if response.kind in (Answer.MESSAGE, Answer.UPDATE):
            shown = payloads.written(self._world, message)
            result["resource"] = {"type": int(response.kind), "message": shown}
        return result

    def by_token(self, application_id: str, token: str) -> Interaction:
        """Return the interaction that a follow-up token belongs to, while the token lives."""
        interaction = self._world.tokens.get(token)
        answered = interaction is not None and interaction.response is not None
        created = _creation(token) if interaction is None else interaction.created
        own = application_id == self._world.application_id
        if own and (answered or interaction is None) and self._over(created):
            raise ApiError(401, Code.INVALID_TOKEN, "Invalid Webhook Token")
        if interaction is None or not own or not answered:
            raise ApiError(404, Code.UNKNOWN_WEBHOOK, "Unknown Webhook")
        return interaction

    def message_of(self, interaction: Interaction, message_id: str) -> Message:
        """Return a message that a follow-up token reaches: the original, or one that it made."""
        if message_id == "@original":
            return self._messages.find(interaction.original_id or "")
        message = self._messages.find(message_id)
        if message.interaction is not interaction and message.id != interaction.original_id:
            raise ApiError(404, Code.UNKNOWN_MESSAGE, "Unknown Message")
        return message

    def follow_up(self, interaction: Interaction, draft: Draft) -> Message:
        """Make a further message; the first one after "thinking" takes its place."""
        place = self._place(interaction)
        if "0" not in interaction.owners:
            interaction.follow_ups += 1
            if interaction.follow_ups > MOST_FOLLOW_UPS:
                text = "This interaction has reached its maximum number of follow up messages"
                raise ApiError(400, Code.TOO_MANY_FOLLOW_UPS, text)
        original = self._world.messages.get(interaction.original_id or "")
        if original is not None and original.flags & Flag.LOADING:
            self._messages.edit(original, draft)
            return original
        return self._messages.create(draft, place, interaction=interaction)


def _creation(token: str) -> int:
    """Return when a token was made, as it says itself; what is no token is new."""
    with contextlib.suppress(ValueError):
        text = urlsafe_b64decode(token + "=" * (-len(token) % 4)).decode()
        return made_at(text.removeprefix(BEGINNING).split(":")[0])
    return sys.maxsize


def _focused_type(data: Json) -> tuple[type, ...]:
    """Return the Python types of values that the focused option takes."""
    for option in data.get("options", []):
        if option.get("focused"):
            return {4: (int,), 10: (int, float)}.get(option["type"], (str,))
        if "options" in option:
            return _focused_type(option)
    return (str,)
