"""A client for faults: what goes wrong, and when."""

from collections.abc import Awaitable
from typing import Any, Protocol

from fillerbot.sandbox.kinds import Json
from fillerbot.sandbox.mishaps import CALLBACKS


class Ask(Protocol):
    """Sends a request to the people's interface."""

    def __call__(self, method: str, path: str, body: Json | None = None, /) -> Awaitable[Any]:
        """Return the body of the answer."""


class Faults:
    """Rules for requests, and what the gateway and moderators do at once."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    async def add(self, effect: str, **rule: object) -> int:
        """Let requests fare badly, as `mishaps.Fault` describes it; returns the number of the rule."""
        made = await self._ask("POST", "/faults", {"effect": effect, **rule})
        return int(made["number"])

    async def on_callback(self, effect: str, **rule: object) -> int:
        """Let answers to interactions fare badly."""
        return await self.add(effect, **{"route": CALLBACKS, **rule})

    async def list(self) -> Json:
        """Return the rules, how often each has struck, and the other things in force."""
        found: Json = await self._ask("GET", "/faults")
        return found

    async def struck(self, number: int) -> int:
        """Return how many requests a rule has struck."""
        return next(int(rule["struck"]) for rule in (await self.list())["rules"] if rule["number"] == number)

    async def lift(self, number: int | None = None) -> None:
        """Take a rule back, or everything."""
        await self._ask("DELETE", "/faults" if number is None else f"/faults/{number}")

    async def hold(self, *, callbacks: bool) -> None:
        """Hold answers to interactions back, or let them go."""
        await self._ask("POST", "/hold", {"callbacks": callbacks})

    async def held(self) -> int:
        """Return how many answers came while they were held back."""
        return int((await self._ask("GET", "/hold"))["held"])

    async def _do(self, effect: str, **details: object) -> Any:  # noqa: ANN401 - JSON
        return await self._ask("POST", "/faults", {"effect": effect, **details})

    async def cut(self, code: int | None = None, *, resumable: bool | None = None) -> None:
        """End the gateway's connections, with a code or without a word."""
        await self._do("cut", code=code, resumable=resumable)

    async def reconnect(self) -> None:
        """Let the gateway ask for a new connection."""
        await self._do("reconnect")

    async def invalidate(self, *, resumable: bool) -> None:
        """Let the gateway say that the session is invalid."""
        await self._do("invalidate", resumable=resumable)

    async def stall(self, *, active: bool) -> None:
        """Hold the gateway's events back, or let them flow again."""
        await self._do("stall", active=active)

    async def repeat(self, events: int) -> None:
        """Let the next resume bring events again that the bot has seen."""
        await self._do("repeat", events=events)

    async def block_words(self, *words: str) -> None:
        """Let messages with one of these words be refused; without any, none is."""
        await self._do("automod", words=words)

    async def revoke(self, code: int = 50001) -> int:
        """Take access (50001) or permissions (50013) away; returns the number of the rule to lift."""
        return int((await self._do("revoke", code=code))["number"])

    async def delete(self, message: int) -> None:
        """Delete a message as a moderator does."""
        await self._do("delete", message=str(message))
