"""A client for the people's interface: see, press, wait."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import aiohttp

from fillerbot.sandbox.client_faults import Faults
from fillerbot.sandbox.client_places import File, PlaceActs
from fillerbot.sandbox.errors import RefusedError
from fillerbot.sandbox.kinds import SELECTS, Component, Json
from fillerbot.sandbox.payloads import texts, walk

Fields = Mapping[str, "str | bool | list[str] | list[File]"]
CONFLICT = 409


@dataclass(frozen=True)
class Person:
    """Somebody who reads and presses."""

    id: int
    name: str
    locale: str


@dataclass(frozen=True)
class Button:
    """A button as a person sees it."""

    label: str
    emoji: str
    emoji_id: str | None
    custom_id: str | None
    url: str | None
    disabled: bool
    style: int


@dataclass(frozen=True)
class Message:
    """A message as a person sees it."""

    raw: Json

    @property
    def id(self) -> int:
        """The id."""
        return int(self.raw["id"])

    @property
    def text(self) -> str:
        """The content and all text displays, one after the other."""
        return "\n".join(part for part in (self.raw["content"], *texts(self.raw["components"])) if part)

    @property
    def buttons(self) -> list[Button]:
        """All buttons, in reading order."""
        return [_button(c) for c in self._all(Component.BUTTON)]

    @property
    def selects(self) -> list[Json]:
        """All menus, as they came."""
        return [c for kind in SELECTS for c in self._all(kind)]

    @property
    def images(self) -> list[str]:
        """The addresses of the pictures in galleries and thumbnails."""
        galleries = [item for c in self._all(Component.MEDIA_GALLERY) for item in c["items"]]
        return [item["media"]["url"] for item in galleries + self._all(Component.THUMBNAIL)]

    @property
    def descriptions(self) -> list[str | None]:
        """The text alternatives of the pictures in galleries."""
        return [item["description"] for c in self._all(Component.MEDIA_GALLERY) for item in c["items"]]

    @property
    def accent(self) -> int | None:
        """The colour of the first container."""
        containers = self._all(Component.CONTAINER)
        return containers[0]["accent_color"] if containers else None

    @property
    def mentions(self) -> list[int]:
        """The people who were named."""
        return [int(user["id"]) for user in self.raw["mentions"]]

    @property
    def ephemeral(self) -> bool:
        """Whether one person alone sees it."""
        return bool(self.raw["flags"] & (1 << 6))

    @property
    def edited(self) -> bool:
        """Whether it was changed."""
        return self.raw["edited_timestamp"] is not None

    def button(self, text: str) -> Button:
        """Return the button whose label or custom_id is, or else contains, a text."""
        exact = [b for b in self.buttons if text in (b.label, b.custom_id)]
        found = exact or [b for b in self.buttons if text in b.label or text in (b.custom_id or "")]
        if not found:
            raise LookupError(f"no button {text!r} among {[b.label or b.emoji for b in self.buttons]}")
        return found[0]

    def _all(self, kind: Component) -> list[Json]:
        return [c for c in walk(self.raw["components"]) if c["type"] == kind]


def _button(component: Json) -> Button:
    emoji = component.get("emoji", {})
    return Button(
        component.get("label", ""),
        emoji.get("name", ""),
        emoji.get("id"),
        component.get("custom_id"),
        component.get("url"),
        component.get("disabled", False),
        component["style"],
    )


@dataclass(frozen=True)
class Outcome:
    """How an interaction ended; without a kind it was not answered (yet)."""

    interaction: int
    kind: int | None
    message: Message | None
    modal: Json | None
    choices: list[Json] | None
    failed: str | None

    @property
    def fields(self) -> list[Json]:
        """The fields of the form."""
        components = [] if self.modal is None else walk(self.modal["components"])
        return [c for c in components if "custom_id" in c]


def _outcome(raw: Json) -> Outcome:
    response = raw["response"] or {"type": None, "message": None, "modal": None, "choices": None}
    shown = response["message"]
    message = None if shown is None else Message(shown)
    number = int(raw["interaction"])
    return Outcome(number, response["type"], message, response["modal"], response["choices"], raw["failed"])


Who = Person | str | int


def _sent(value: object) -> object:
    """Return an option or a field as it is sent: people by their ids, files with their data."""
    if isinstance(value, list):
        return [_sent(one) for one in value]
    if isinstance(value, File):
        return value.sent()
    return _who(value) if isinstance(value, Person) else value


def _who(person: Who) -> str:
    return str(person.id) if isinstance(person, Person) else str(person)


class People(PlaceActs):
    """Acts for the people of a sandbox; to be used as an asynchronous context."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._session: aiohttp.ClientSession | None = None
        self.faults = Faults(self._ask)

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session is not None:
            await self._session.close()

    async def _ask(self, method: str, path: str, body: Json | None = None, **query: object) -> Any:  # noqa: ANN401 - JSON
        if self._session is None:
            raise RuntimeError("People must be entered first")
        params = {key: str(value) for key, value in query.items()}
        async with self._session.request(method, self._url + path, json=body, params=params) as response:
            answer = await response.json()
            if response.status == CONFLICT:
                raise RefusedError(answer["error"])
            response.raise_for_status()
            return answer

    async def _act(self, person: Who, act: str, body: Json) -> Outcome:
        return _outcome(await self._ask("POST", f"/{_who(person)}/{act}", body))

    async def people(self) -> list[Person]:
        """Return everybody."""
        return [Person(int(p["id"]), p["name"], p["locale"]) for p in await self._ask("GET", "")]

    async def invoke(self, person: Who, command: str, /, *, wait: bool = True, **options: object) -> Outcome:
        """Type a command such as "filler challenge"; a user option takes a person."""
        given = {key: _sent(value) for key, value in options.items()}
        return await self._act(person, "invoke", {"command": command, "options": given, "wait": wait})

    async def invoke_in(
        self, person: Who, channel: int | str, command: str, /, *, wait: bool = True, **options: object
    ) -> Outcome:
        """Type a command in a channel of your choice; "dm" is the one shared with the bot."""
        given = {key: _sent(value) for key, value in options.items()}
        body: Json = {"command": command, "channel": str(channel), "options": given, "wait": wait}
        return await self._act(person, "invoke", body)

    async def menu(
        self,
        person: Who,
        command: str,
        target: Who | Message,
        *,
        channel: int | str | None = None,
        wait: bool = True,
    ) -> Outcome:
        """Choose from the menu of a person or a message."""
        meant = str(target.id) if isinstance(target, Message) else _who(target)
        body: Json = {"command": command, "target": meant, "wait": wait}
        body |= {} if channel is None else {"channel": str(channel)}
        return await self._act(person, "menu", body)

    async def autocomplete(self, person: Who, command: str, focused: str, /, **options: object) -> list[Json]:
        """Type into an option and return what is suggested."""
        body: Json = {"command": command, "options": options, "focused": focused}
        return (await self._act(person, "autocomplete", body)).choices or []

    async def press(
        self,
        person: Who,
        message: Message | int,
        custom_id: Button | str,
        *,
        forged: bool = False,
        wait: bool = True,
    ) -> Outcome:
        """Press a button; a forged press may name one that is disabled or gone."""
        body = self._click(message, custom_id, forged=forged, wait=wait)
        return await self._act(person, "press", body)

    async def choose(  # noqa: PLR0913 - as a press, with values
        self,
        person: Who,
        message: Message | int,
        custom_id: str,
        values: list[str],
        *,
        forged: bool = False,
        wait: bool = True,
    ) -> Outcome:
        """Choose from a menu."""
        body = self._click(message, custom_id, forged=forged, wait=wait)
        return await self._act(person, "choose", {**body, "values": values})

    def _click(self, message: Message | int, custom_id: Button | str, *, forged: bool, wait: bool) -> Json:
        number = message.id if isinstance(message, Message) else message
        name = custom_id.custom_id if isinstance(custom_id, Button) else custom_id
        return {"message": str(number), "custom_id": name, "forged": forged, "wait": wait}

    async def submit(
        self, person: Who, opened: Outcome | int, values: Fields, *, wait: bool = True
    ) -> Outcome:
        """Fill in the form that an interaction opened, and send it."""
        number = opened.interaction if isinstance(opened, Outcome) else opened
        given = {key: _sent(value) for key, value in values.items()}
        return await self._act(person, "submit", {"interaction": str(number), "values": given, "wait": wait})

    async def offered(self, person: Who, channel: int | str = "filler") -> list[Json]:
        """Return the commands that a client would show to a person in a channel."""
        answer: list[Json] = await self._ask("GET", f"/{_who(person)}/commands", None, channel=channel)
        return answer

    async def interaction(self, number: int) -> Outcome:
        """Return how an interaction stands."""
        return _outcome(await self._ask("GET", f"/interactions/{number}"))

    async def messages(self, person: Who, channel: int | str) -> list[Message]:
        """Return what a person sees in a channel, oldest first."""
        raw = await self._ask("GET", f"/{_who(person)}/channels/{channel}/messages")
        return [Message(item) for item in raw]

    async def picture(self, url: str) -> bytes:
        """Fetch a picture."""
        if self._session is None:
            raise RuntimeError("People must be entered first")
        async with self._session.get(url) as response:
            response.raise_for_status()
            return await response.read()

    async def pictures(self, message: Message) -> list[bytes]:
        """Fetch the pictures of a message."""
        return [await self.picture(url) for url in message.images]

    async def events(self, after: int = 0, seconds: float = 0.0) -> list[Json]:
        """Return the events after a number, waiting for one if there is none."""
        answer: list[Json] = await self._ask("GET", "/events", None, after=after, timeout=seconds)
        return answer

    async def event(self, kind: str, after: int = 0, seconds: float = 10.0) -> Json:
        """Wait for the first event of a kind after a number."""
        while True:
            events = await self.events(after, seconds)
            if not events:
                raise TimeoutError(f"no event {kind}")
            found = [event for event in events if event["kind"] == kind]
            if found:
                return found[0]
            after = events[-1]["number"]

    async def requests(self, after: int = 0) -> list[Json]:
        """Return the bot's requests after a number."""
        answer: list[Json] = await self._ask("GET", "/requests", None, after=after)
        return answer

    async def dispatches(self, after: int = 0) -> list[Json]:
        """Return what the gateway sent after a number."""
        answer: list[Json] = await self._ask("GET", "/dispatches", None, after=after)
        return answer

    async def complaints(self) -> list[str]:
        """Return what the bot asked for in vain."""
        answer: list[str] = await self._ask("GET", "/complaints")
        return answer

    async def hold(self, *, callbacks: bool) -> None:
        """Hold answers to interactions back, or let them go."""
        await self.faults.hold(callbacks=callbacks)

    async def held(self) -> int:
        """Return how many answers came while they were held back."""
        return await self.faults.held()

    async def wait(
        self, person: Who, channel: int | str, fits: Callable[[Message], bool], *, seconds: float = 10.0
    ) -> Message:
        """Wait until a person sees a message that fits, and return the newest such."""
        seen = 0
        while True:
            found = [m for m in await self.messages(person, channel) if fits(m)]
            if found:
                return found[-1]
            events = await self.events(seen, seconds)
            if not events:
                raise TimeoutError("no message fits")
            seen = events[-1]["number"]
