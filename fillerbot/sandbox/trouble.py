"""Making trouble by HTTP: rules for requests, the gateway's bad moods, and what a moderator does."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, fields
from typing import Any

from fillerbot.sandbox.errors import ApiError
from fillerbot.sandbox.gateway import Gateway
from fillerbot.sandbox.kinds import Code, Event, Json
from fillerbot.sandbox.messages import Messages
from fillerbot.sandbox.mishaps import CALLBACKS, Effect, Fault, Mishaps, When
from fillerbot.sandbox.rest import json_response
from fillerbot.sandbox.router import Answer, Request, Router
from fillerbot.sandbox.state import World
from fillerbot.sandbox.uploads import parse_json

GIVEN = {field.name for field in fields(Fault)} - {"number", "met", "lifted"}
INTERACTIONS = {
    "command": Event.COMMAND,
    "component": Event.COMPONENT,
    "autocomplete": Event.AUTOCOMPLETE,
    "modal": Event.MODAL_SUBMIT,
}
NAMES = {kind: name for name, kind in INTERACTIONS.items()}
REVOKED = {
    Code.MISSING_ACCESS: ("*", "Missing Access"),
    Code.MISSING_PERMISSIONS: ("[PD]*", "Missing Permissions"),
}
WORDS = "words"

Act = Callable[[Json], Awaitable[Fault | None]]


class AskedWronglyError(Exception):
    """A fault that cannot be; the text says why."""


def _as(kind: type | tuple[type, ...], body: Json, key: str, default: Any = None) -> Any:  # noqa: ANN401 - as asked
    value = body.get(key, default)
    if value is not default and not isinstance(value, kind):
        raise AskedWronglyError(f"{key} cannot be {value!r}")
    return value


def _read(body: Json) -> Fault:
    """Read a rule for requests."""
    if unknown := set(body) - GIVEN:
        raise AskedWronglyError(f"a rule has no {', '.join(sorted(unknown))}")
    given = dict(body)
    try:
        given["effect"] = Effect(body.get("effect", ""))
        if body.get("when") is not None:
            given["when"] = When(body["when"])
        if body.get("interaction") is not None:
            given["interaction"] = INTERACTIONS[body["interaction"]]
    except (ValueError, KeyError, TypeError) as error:
        raise AskedWronglyError(f"there is no {error}") from error
    for key in ("skip", "times", "status", "code"):
        _as(int, body, key)
    for key in ("seconds", "jitter", "retry_after"):
        _as((int, float), body, key)
    for key in ("method", "route", "message", "scope"):
        _as(str, body, key)
    return Fault(**given)


def _written(fault: Fault) -> Json:
    written: Json = {key: getattr(fault, key) for key in ("number", *sorted(GIVEN))}
    written["interaction"] = None if fault.interaction is None else NAMES[fault.interaction]
    return {**written, "struck": fault.struck, "spent": fault.spent}


@dataclass
class Trouble:
    """The interface for those who test how a bot bears it."""

    world: World
    mishaps: Mishaps
    gateway: Gateway
    messages: Messages

    def __post_init__(self) -> None:
        self._holding: Fault | None = None
        self._acts: dict[str, Act] = {
            "cut": self._cut,
            "reconnect": self._reconnect,
            "invalidate": self._invalidate,
            "stall": self._stall,
            "repeat": self._repeat,
            "automod": self._moderate,
            "revoke": self._revoke,
            "delete": self._delete,
        }

    def add_routes(self, router: Router) -> None:
        """Add the routes to the server."""
        router.get("/people/hold", self._held)
        router.post("/people/hold", self._hold)
        router.get("/people/faults", self._list)
        router.post("/people/faults", self._add)
        router.add("DELETE", "/people/faults", self._lift)
        router.add("DELETE", "/people/faults/{number}", self._lift)

    def _list(self, _request: Request) -> Answer:
        body: Json = {"rules": [_written(fault) for fault in self.mishaps.faults.values()]}
        body |= {"stalled": self.gateway.stalled, "repeat": self.gateway.repeated}
        return json_response(200, {**body, WORDS: self.world.blocked_words})

    async def _add(self, request: Request) -> Answer:
        try:
            body = parse_json(request.body)
            if not isinstance(body, dict):
                return json_response(400, {"error": "a JSON object is expected"})
            act = self._acts.get(str(body.get("effect")))
            made = self.mishaps.add(_read(body)) if act is None else await act(body)
        except AskedWronglyError as error:
            return json_response(400, {"error": str(error)})
        except ApiError as error:
            return json_response(400, {"error": error.message})
        return json_response(200, None if made is None else _written(made))

    def _lift(self, request: Request) -> Answer:
        number = request.match_info.get("number")
        self.mishaps.lift(None if number is None else int(number))
        if number is None:
            self.gateway.stall(active=False)
            self.gateway.repeated = 0
            self.world.blocked_words.clear()
        return self._list(request)

    # -- holding callbacks -----------------------------------------------------------------------------

    def _held(self, _request: Request) -> Answer:
        holding = self._holding
        active = holding is not None and not holding.lifted.is_set()
        return json_response(200, {"callbacks": active, "held": holding.struck if holding else 0})

    def _hold(self, request: Request) -> Answer:
        body = parse_json(request.body)
        active = body.get("callbacks") if isinstance(body, dict) else None
        if not isinstance(active, bool):
            return json_response(400, {"error": 'expected {"callbacks": true or false}'})
        if self._holding is not None and not active:
            self.mishaps.lift(self._holding.number)
        elif active and (self._holding is None or self._holding.lifted.is_set()):
            self._holding = self.mishaps.add(Fault(Effect.HOLD, route=CALLBACKS, times=None))
        return self._held(request)

    # -- the gateway -----------------------------------------------------------------------------------

    async def _cut(self, body: Json) -> None:
        code = _as(int, body, "code")
        if code is not None and not 1000 <= code < 5000:  # noqa: PLR2004 - as the protocol has them
            raise AskedWronglyError("code is none that a connection is closed with")
        await self.gateway.cut(code, resumable=_as(bool, body, "resumable"))

    async def _reconnect(self, _body: Json) -> None:
        self.gateway.reconnect()

    async def _invalidate(self, body: Json) -> None:
        self.gateway.invalidate(resumable=_as(bool, body, "resumable", default=False))

    async def _stall(self, body: Json) -> None:
        self.gateway.stall(active=_as(bool, body, "active", default=True))

    async def _repeat(self, body: Json) -> None:
        self.gateway.repeated = _as(int, body, "events", default=1)

    # -- moderators ------------------------------------------------------------------------------------

    async def _moderate(self, body: Json) -> None:
        words: list[object] = _as(list, body, WORDS, default=[])
        self.world.blocked_words[:] = [str(word).casefold() for word in words if word]

    async def _revoke(self, body: Json) -> Fault:
        """Let the bot's own token do nothing in the channels, or write nothing there."""
        code = _as(int, body, "code", default=int(Code.MISSING_ACCESS))
        if code not in REVOKED:
            raise AskedWronglyError(f"code is none of {', '.join(str(int(code)) for code in REVOKED)}")
        method, message = REVOKED[Code(code)]
        return self.mishaps.add(
            Fault(
                Effect.ERROR,
                route="/channels/*",
                method=method,
                times=None,
                status=403,
                code=code,
                message=message,
            )
        )

    async def _delete(self, body: Json) -> None:
        self.messages.delete(self.messages.find(str(body.get("message"))))
