"""The people: what they see and what they do, by HTTP."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from fillerbot.sandbox import offers, payloads, rights
from fillerbot.sandbox.errors import ApiError, RefusedError
from fillerbot.sandbox.interactions import Interactions
from fillerbot.sandbox.journal import Journal
from fillerbot.sandbox.kinds import SELECTS, Component, Event, Json
from fillerbot.sandbox.modals import fill_in
from fillerbot.sandbox.options import command_data, menu_data
from fillerbot.sandbox.places import Channel, Right
from fillerbot.sandbox.resolve import Resolver
from fillerbot.sandbox.rest import json_response
from fillerbot.sandbox.router import Answer, AnyAnswer, Request, Router, Serve, Served
from fillerbot.sandbox.state import Interaction, Message, Person, World
from fillerbot.sandbox.uploads import parse_json

LONGEST_WAIT = 60.0

MISUNDERSTOOD = (AttributeError, LookupError, TypeError, ValueError)

Start = Callable[[Person, Json], Interaction]
Act = Callable[[Request, Json], Json]
"""What somebody does, and what it is answered with. Raises RefusedError."""


class PeopleRouter(Router):
    """The routes of people: what a person's program gets wrong is told it in plain words."""

    def answer(self, request: Request, handler: Serve) -> Served:
        """Let a handler answer a request."""
        try:
            answer = handler(request)
        except MISUNDERSTOOD as error:
            return _explained(request, error)
        return answer if isinstance(answer, Answer) else self._later(request, answer)

    async def _later(self, request: Request, answer: Awaitable[AnyAnswer]) -> AnyAnswer:
        try:
            return await answer
        except MISUNDERSTOOD as error:
            return _explained(request, error)


def _explained(request: Request, error: Exception) -> Answer:
    if not request.path.startswith("/people"):
        raise error
    return json_response(400, {"error": f"this was not understood: {error}"})


def _read(request: Request) -> Json:
    body = parse_json(request.body)
    if not isinstance(body, dict):
        raise RefusedError("a JSON object is expected")
    return body


def _refused(refusal: RefusedError | ApiError) -> Answer:
    text = refusal.message if isinstance(refusal, ApiError) else str(refusal)
    return json_response(409, {"error": text})


def switch(body: Json, key: str) -> bool | None:
    """Read what is true or false, if it is given. Raises RefusedError."""
    value = body.get(key)
    if value is not None and not isinstance(value, bool):
        raise RefusedError(f"{key} must be true or false")
    return value


def acting(act: Act, then: Callable[[], None] = lambda: None) -> Serve:
    """Let somebody act at once, and then something more, if it was not refused."""

    def handler(request: Request) -> Answer:
        try:
            answer = act(request, _read(request))
        except (RefusedError, ApiError) as refusal:
            return _refused(refusal)
        then()
        return json_response(200, answer)

    return handler


@dataclass
class People:
    """The interface for those who click."""

    world: World
    journal: Journal
    interactions: Interactions

    def add_routes(self, router: Router) -> None:
        """Add the routes to the server; those without a person come first."""
        router.get("/people", self._list)
        router.get("/people/commands", self._commands)
        router.get("/people/events", self._events)
        router.get("/people/requests", self._requests)
        router.get("/people/dispatches", self._dispatches)
        router.get("/people/complaints", self._complaints)
        router.get("/people/interactions/{interaction}", self._interaction)
        router.get("/people/{person}/commands", self._offered)
        router.get("/people/{person}/channels/{channel}/messages", self._messages)
        acts: dict[str, Start] = {
            "invoke": self._invoke,
            "menu": self._menu,
            "autocomplete": self._autocomplete,
            "press": self._press,
            "choose": self._choose,
            "submit": self._submit,
        }
        for name, start in acts.items():
            router.post(f"/people/{{person}}/{name}", self._starting(start))

    def _starting(self, start: Start) -> Serve:
        def handler(request: Request) -> Served:
            try:
                body = _read(request)
                interaction = start(self.person(request), body)
            except (RefusedError, ApiError) as refusal:
                return _refused(refusal)
            if body.get("wait", True):
                return self._when_done(interaction)
            return json_response(200, self.state(interaction))

        return handler

    async def _when_done(self, interaction: Interaction) -> Answer:
        await interaction.done.wait()
        return json_response(200, self.state(interaction))

    def person(self, request: Request) -> Person:
        """Return whom the path names."""
        person = self.world.person(request.match_info["person"])
        if person is None:
            raise RefusedError(f"there is nobody called {request.match_info['person']}")
        return person

    def state(self, interaction: Interaction) -> Json:
        """Return how an interaction stands."""
        result: Json = {
            "interaction": interaction.id,
            "type": int(interaction.kind),
            "person": interaction.person.id,
            "response": None,
            "failed": interaction.failed,
        }
        response = interaction.response
        if response is not None:
            message = self.world.messages.get(response.message_id or "")
            shown = None if message is None else payloads.written(self.world, message)
            result["response"] = {
                "type": int(response.kind),
                "message": shown,
                "modal": response.modal,
                "choices": response.choices,
            }
        return result

    def _list(self, _request: Request) -> Answer:
        people = [{"id": p.id, "name": p.name, "locale": p.locale} for p in self.world.people]
        return json_response(200, people)

    def _commands(self, _request: Request) -> Answer:
        return json_response(200, list(self.world.commands.values()))

    async def _events(self, request: Request) -> Answer:
        after = int(request.query.get("after", "0"))
        wait = min(float(request.query.get("timeout", "0")), LONGEST_WAIT)
        return json_response(200, await self.journal.events_after(after, wait))

    def _requests(self, request: Request) -> Answer:
        return json_response(200, self.journal.requests.after(int(request.query.get("after", "0"))))

    def _dispatches(self, request: Request) -> Answer:
        return json_response(200, self.journal.dispatches.after(int(request.query.get("after", "0"))))

    def _complaints(self, _request: Request) -> Answer:
        return json_response(200, self.world.complaints)

    def _interaction(self, request: Request) -> Answer:
        found = self.world.interactions.get(request.match_info["interaction"])
        if found is None:
            return json_response(404, {"error": "there is no such interaction"})
        return json_response(200, self.state(found))

    def _offered(self, request: Request) -> Answer:
        """Return the commands that a client would show to a person in a channel."""
        try:
            person = self.person(request)
            place = self.place(person, request.query.get("channel"))
        except RefusedError as refusal:
            return json_response(404, {"error": str(refusal)})
        return json_response(200, offers.offered(self.world, person, place))

    def _messages(self, request: Request) -> Answer:
        try:
            person = self.person(request)
            place = self.place(person, request.match_info["channel"])
        except RefusedError as refusal:
            return json_response(404, {"error": str(refusal)})
        reads = rights.permissions(self.world, person.id, place) & Right.READ_HISTORY
        seen = [m for m in self.world.in_channel(place.id) if reads and m.seen_by(person.id)]
        return json_response(200, [payloads.for_person(self.world, m, person.id) for m in seen])

    def place(self, person: Person, name: object) -> Channel:
        """Find a channel that the person sees: "dm" is the one shared with the bot."""
        world = self.world
        if name == "dm":
            return world.dm_with(person)
        place = world.channel(str(world.channel_id if name is None else name))
        if place is None or not rights.permissions(world, person.id, place) & Right.VIEW_CHANNEL:
            raise RefusedError(f"there is no channel {name} for {person.name}")
        return place

    def _resolver(self, person: Person, body: Json) -> Resolver:
        return Resolver(self.world, person, self.place(person, body.get("channel")))

    def _invoke(self, person: Person, body: Json) -> Interaction:
        resolver = self._resolver(person, body)
        found = command_data(resolver, str(body.get("command", "")), body.get("options") or {})
        return self._command(Event.COMMAND, resolver, *found)

    def _menu(self, person: Person, body: Json) -> Interaction:
        resolver = self._resolver(person, body)
        found = menu_data(resolver, str(body.get("command", "")), str(body.get("target", "")))
        return self._command(Event.COMMAND, resolver, *found)

    def _autocomplete(self, person: Person, body: Json) -> Interaction:
        focused = str(body.get("focused", ""))
        options = {focused: "", **(body.get("options") or {})}
        resolver = self._resolver(person, body)
        found = command_data(resolver, str(body.get("command", "")), options, focused)
        return self._command(Event.AUTOCOMPLETE, resolver, *found)

    def _command(self, kind: Event, resolver: Resolver, command: Json, data: Json) -> Interaction:
        person, place = resolver.person, resolver.place
        owners = offers.covered(self.world, person, place, command)
        return self.interactions.start(kind, person, data, place, owners)

    def _component(self, person: Person, data: Json, message: Message) -> Interaction:
        """Start what comes of a message; it goes by the installation that made the message."""
        place = self.world.channels[message.channel_id]
        made_by = message.interaction
        owners = offers.installations(self.world, person, place) if made_by is None else made_by.owners
        return self.interactions.start(Event.COMPONENT, person, data, place, owners, message=message)

    def seen(self, person: Person, number: object) -> Message:
        """Return a message that a person sees."""
        message = self.world.messages.get(str(number))
        if message is None or not message.seen_by(person.id):
            raise RefusedError("the message is not there")
        self.place(person, message.channel_id)
        return message

    def _target(self, person: Person, body: Json, *kinds: Component) -> tuple[Message, Json | None]:
        """Find the message and the component; a forged click may name any custom_id."""
        message = self.seen(person, body.get("message"))
        custom_id = body.get("custom_id")
        if not isinstance(custom_id, str):
            raise RefusedError("a custom_id is needed")
        found = [c for c in payloads.walk(message.components) if c.get("custom_id") == custom_id]
        component = found[0] if found and found[0]["type"] in kinds else None
        if not body.get("forged", False):
            if component is None:
                raise RefusedError("the component is not there")
            if component.get("disabled"):
                raise RefusedError("the component is disabled")
        return message, component

    def _press(self, person: Person, body: Json) -> Interaction:
        message, component = self._target(person, body, Component.BUTTON)
        number = component["id"] if component is not None else 0
        data: Json = {"id": number, "component_type": int(Component.BUTTON), "custom_id": body["custom_id"]}
        return self._component(person, data, message)

    def _choose(self, person: Person, body: Json) -> Interaction:
        message, component = self._target(person, body, *SELECTS)
        values = body.get("values")
        if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
            raise RefusedError("values must be a list of texts")
        resolver = Resolver(self.world, person, self.world.channels[message.channel_id])
        if component is not None and component["type"] != Component.STRING_SELECT:
            values = resolver.select(component, values)
        if component is not None and not body.get("forged", False):
            offered = [option["value"] for option in component.get("options", [])] or values
            if len(set(values)) < len(values) or any(v not in offered for v in values):
                raise RefusedError(f"the menu does not offer {values}")
            if not component["min_values"] <= len(values) <= component["max_values"]:
                raise RefusedError("too few or too many values")
        kind = component["type"] if component is not None else Component.STRING_SELECT
        data: Json = {"id": component["id"] if component is not None else 0, "component_type": int(kind)}
        data |= {"custom_id": body["custom_id"], "values": values}
        if kind != Component.STRING_SELECT:
            data["resolved"] = resolver.resolved
        return self._component(person, data, message)

    def _submit(self, person: Person, body: Json) -> Interaction:
        opener = self.world.interactions.get(str(body.get("interaction")))
        if opener is None or opener.person is not person:
            raise RefusedError("no form was opened for this person")
        modal = None if opener.response is None else opener.response.modal
        sent = opener.submission
        # A form whose submission failed stays open.
        if modal is None or (sent is not None and sent.failed is None):
            raise RefusedError("the form is not open")
        place = self.world.channels[opener.channel_id]
        resolver = Resolver(self.world, person, place)
        components = fill_in(modal, body.get("values") or {}, resolver.select)
        data: Json = {"custom_id": modal["custom_id"], "components": components}
        if resolver.resolved:
            data["resolved"] = resolver.resolved
        message = self.world.messages.get(opener.message_id or "")
        started = self.interactions.start(
            Event.MODAL_SUBMIT, person, data, place, opener.owners, message=message, opener=opener
        )
        opener.submission = started
        return started
