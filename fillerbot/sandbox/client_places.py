"""The part of the client that changes what is around people: rights, places and time."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fillerbot.sandbox.kinds import Json


def _name(who: object) -> str:
    """Return an id, of somebody or something that has one, or else the name itself."""
    return str(getattr(who, "id", who))


@dataclass(frozen=True)
class File:
    """A file that a person sends."""

    filename: str
    data: bytes

    def sent(self) -> Json:
        """Return it as it goes over the wire."""
        return {"filename": self.filename, "data": b64encode(self.data).decode()}


class PlaceActs:
    """Roles, overwrites, settings, plain messages and time."""

    async def _ask(self, method: str, path: str, body: Json | None = None, **query: object) -> Any:  # noqa: ANN401 - JSON
        raise NotImplementedError

    async def advance(self, seconds: float) -> None:
        """Let time jump forward."""
        await self._ask("POST", "/time", {"advance": seconds})

    async def limit(self, *, active: bool) -> None:
        """Switch rate limits on or off; either way counting starts anew."""
        await self._ask("POST", "/limits", {"active": active})

    async def overrun(self, channel: str | int, seconds: float) -> None:
        """Let a channel be overrun by others, so that everybody's messages there have to wait."""
        await self._ask("POST", "/limits", {"channel": str(channel), "seconds": seconds})

    async def channels(self) -> list[Json]:
        """Return all channels, as they came."""
        answer: list[Json] = await self._ask("GET", "/channels")
        return answer

    async def roles(self) -> list[Json]:
        """Return all roles, as they came."""
        answer: list[Json] = await self._ask("GET", "/roles")
        return answer

    async def set_role(self, role: str, permissions: int, *, mentionable: bool | None = None) -> Json:
        """Change the permissions of a role, or make one."""
        body: Json = {"role": role, "permissions": permissions, "mentionable": mentionable}
        answer: Json = await self._ask("POST", "/roles", body)
        return answer

    async def remove_role(self, role: str) -> None:
        """Take a role away from everybody."""
        await self._ask("POST", "/roles", {"role": role, "remove": True})

    async def overwrite(self, channel: str | int, who: object, *, allow: int = 0, deny: int = 0) -> None:
        """Write over what a role, somebody or "bot" may do in a channel; without rights as by the rule."""
        body: Json = {"channel": str(channel), "who": _name(who), "allow": allow, "deny": deny}
        await self._ask("POST", "/overwrites", body)

    async def set_channel(self, channel: str | int, **changes: bool) -> None:
        """Change a channel (nsfw, remove) or a thread (archived, locked)."""
        await self._ask("POST", "/channels", {"channel": str(channel), **changes})

    async def settle(
        self,
        person: object,
        *,
        dms: bool | None = None,
        installed: bool | None = None,
        member: bool | None = None,
        roles: list[str] | None = None,
    ) -> Json:
        """Say whether somebody takes direct messages, has installed the app, is in the guild, and as what."""
        body: Json = {"dms": dms, "installed": installed, "member": member}
        body |= {} if roles is None else {"roles": roles}
        answer: Json = await self._ask("POST", f"/{_name(person)}/settings", body)
        return answer

    async def write(
        self,
        person: object,
        content: str,
        channel: str | int | None = None,
        *,
        reply_to: object = None,
        files: Sequence[File] = (),
    ) -> int:
        """Write a plain message and return its id; "dm" is the channel shared with the bot."""
        body: Json = {"content": content, "channel": None if channel is None else str(channel)}
        body["reply_to"] = None if reply_to is None else _name(reply_to)
        body["files"] = [file.sent() for file in files]
        return int((await self._ask("POST", f"/{_name(person)}/message", body))["id"])

    async def edit(self, person: object, message: object, content: str) -> None:
        """Write an own message anew."""
        await self._ask("POST", f"/{_name(person)}/edit", {"message": _name(message), "content": content})

    async def delete(self, person: object, message: object) -> None:
        """Take a message away: an own one, any as a moderator, or one for one's own eyes."""
        await self._ask("POST", f"/{_name(person)}/delete", {"message": _name(message)})

    async def react(self, person: object, message: object, emoji: str, *, remove: bool = False) -> None:
        """React to a message, or take a reaction back; an emoji of the application is name:id."""
        body: Json = {"message": _name(message), "emoji": emoji, "remove": remove}
        await self._ask("POST", f"/{_name(person)}/react", body)
