"""The people: what they see and what they do, by HTTP."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web

from fillerbot.sandbox import payloads
from fillerbot.sandbox.faults import ApiError
from fillerbot.sandbox.interactions import Interactions
from fillerbot.sandbox.journal import Journal
from fillerbot.sandbox.kinds import Component, Event, Json
from fillerbot.sandbox.modals import RefusedError, fill_in
from fillerbot.sandbox.options import command_data
from fillerbot.sandbox.rest import json_response
from fillerbot.sandbox.state import Interaction, Message, Person, World
from fillerbot.sandbox.uploads import parse_json

LONGEST_WAIT = 60.0

Act = Callable[[Person, Json], Interaction]


@web.middleware
async def plain_words(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Say what a person's program got wrong, where it is not understood at all."""
    try:
        return await handler(request)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        if not request.path.startswith("/people"):
            raise
        return json_response(400, {"error": f"this was not understood: {error}"})


@dataclass
class People:
    """The interface for those who click."""

    world: World
    journal: Journal
    interactions: Interactions

    def add_routes(self, app: web.Application) -> None:
        """Add the routes to the server; those without a person come first."""
        app.router.add_get("/people", self._list)
        app.router.add_get("/people/commands", self._commands)
        app.router.add_get("/people/events", self._events)
        app.router.add_get("/people/requests", self._requests)
        app.router.add_get("/people/dispatches", self._dispatches)
        app.router.add_get("/people/complaints", self._complaints)
        app.router.add_get("/people/interactions/{interaction}", self._interaction)
        app.router.add_get("/people/{person}/channels/{channel}/messages", self._messages)
        acts: dict[str, Act] = {
            "invoke": self._invoke,
            "autocomplete": self._autocomplete,
            "press": self._press,
            "choose": self._choose,
            "submit": self._submit,
        }
        for name, act in acts.items():
            app.router.add_post(f"/people/{{person}}/{name}", self._acting(act))

    def _acting(self, act: Act) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handler(request: web.Request) -> web.Response:
            try:
                body = parse_json(await request.read())
                if not isinstance(body, dict):
                    raise RefusedError("a JSON object is expected")  # noqa: TRY301 - refusals are written in one place
                interaction = act(self._person(request), body)
                if body.get("wait", True):
                    await interaction.done.wait()
            except (RefusedError, ApiError) as refusal:
                text = refusal.message if isinstance(refusal, ApiError) else str(refusal)
                return json_response(409, {"error": text})
            return json_response(200, self.state(interaction))

        return handler

    def _person(self, request: web.Request) -> Person:
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
            shown = None if message is None else payloads.message(self.world, message)
            result["response"] = {
                "type": int(response.kind),
                "message": shown,
                "modal": response.modal,
                "choices": response.choices,
            }
        return result

    async def _list(self, _request: web.Request) -> web.Response:
        people = [{"id": p.id, "name": p.name, "locale": p.locale} for p in self.world.people]
        return json_response(200, people)

    async def _commands(self, _request: web.Request) -> web.Response:
        return json_response(200, list(self.world.commands.values()))

    async def _events(self, request: web.Request) -> web.Response:
        after = int(request.query.get("after", "0"))
        wait = min(float(request.query.get("timeout", "0")), LONGEST_WAIT)
        return json_response(200, await self.journal.events_after(after, wait))

    async def _requests(self, request: web.Request) -> web.Response:
        return json_response(200, self.journal.requests[int(request.query.get("after", "0")) :])

    async def _dispatches(self, request: web.Request) -> web.Response:
        return json_response(200, self.journal.dispatches[int(request.query.get("after", "0")) :])

    async def _complaints(self, _request: web.Request) -> web.Response:
        return json_response(200, self.world.complaints)

    async def _interaction(self, request: web.Request) -> web.Response:
        found = self.world.interactions.get(request.match_info["interaction"])
        if found is None:
            return json_response(404, {"error": "there is no such interaction"})
        return json_response(200, self.state(found))

    async def _messages(self, request: web.Request) -> web.Response:
        person = self.world.person(request.match_info["person"])
        if person is None or request.match_info["channel"] != self.world.channel_id:
            return json_response(404, {"error": "there is no such person or channel"})
        seen = [m for m in self.world.messages.values() if m.seen_by(person.id)]
        return json_response(200, [payloads.message(self.world, m) for m in seen])

    def _invoke(self, person: Person, body: Json) -> Interaction:
        if body.get("channel", self.world.channel_id) != self.world.channel_id:
            raise RefusedError("there is no such channel")
        data = command_data(self.world, person, str(body.get("command", "")), body.get("options") or {})
        return self.interactions.start(Event.COMMAND, person, data)

    def _autocomplete(self, person: Person, body: Json) -> Interaction:
        focused = str(body.get("focused", ""))
        options = {focused: "", **(body.get("options") or {})}
        data = command_data(self.world, person, str(body.get("command", "")), options, focused)
        return self.interactions.start(Event.AUTOCOMPLETE, person, data)

    def _target(self, person: Person, body: Json, kind: Component) -> tuple[Message, Json | None]:
        """Find the message and the component; a forged click may name any custom_id."""
        message = self.world.messages.get(str(body.get("message")))
        if message is None or not message.seen_by(person.id):
            raise RefusedError("the message is not there")
        custom_id = body.get("custom_id")
        if not isinstance(custom_id, str):
            raise RefusedError("a custom_id is needed")
        found = [c for c in payloads.walk(message.components) if c.get("custom_id") == custom_id]
        component = found[0] if found and found[0]["type"] == kind else None
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
        return self.interactions.start(Event.COMPONENT, person, data, message=message)

    def _choose(self, person: Person, body: Json) -> Interaction:
        message, component = self._target(person, body, Component.STRING_SELECT)
        values = body.get("values")
        if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
            raise RefusedError("values must be a list of texts")
        if component is not None and not body.get("forged", False):
            offered = [option["value"] for option in component["options"]]
            if len(set(values)) < len(values) or any(v not in offered for v in values):
                raise RefusedError(f"the menu does not offer {values}")
            if not component["min_values"] <= len(values) <= component["max_values"]:
                raise RefusedError("too few or too many values")
        number = component["id"] if component is not None else 0
        data: Json = {"id": number, "component_type": int(Component.STRING_SELECT)}
        data |= {"custom_id": body["custom_id"], "values": values}
        return self.interactions.start(Event.COMPONENT, person, data, message=message)

    def _submit(self, person: Person, body: Json) -> Interaction:
        opener = self.world.interactions.get(str(body.get("interaction")))
        if opener is None or opener.person is not person:
            raise RefusedError("no form was opened for this person")
        modal = None if opener.response is None else opener.response.modal
        sent = opener.submission
        # A form whose submission failed stays open.
        if modal is None or (sent is not None and sent.failed is None):
            raise RefusedError("the form is not open")
        components = fill_in(modal, body.get("values") or {})
        data: Json = {"custom_id": modal["custom_id"], "components": components}
        message = self.world.messages.get(opener.message_id or "")
        started = self.interactions.start(Event.MODAL_SUBMIT, person, data, message=message, opener=opener)
        opener.submission = started
        return started
