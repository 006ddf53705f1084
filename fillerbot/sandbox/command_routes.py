"""The routes of commands: those that are everywhere, and those of the guild."""

from dataclasses import dataclass

from fillerbot.sandbox import commands
from fillerbot.sandbox.errors import ApiError
from fillerbot.sandbox.kinds import Code
from fillerbot.sandbox.rest import Handler, Reply
from fillerbot.sandbox.router import Request
from fillerbot.sandbox.state import World
from fillerbot.sandbox.uploads import Draft


@dataclass
class CommandRoutes:
    """Commands, all at once or one by one."""

    world: World

    def table(self) -> list[tuple[str, str, Handler]]:
        """Return method, path and handler of each route."""
        everywhere = "/applications/{application_id}"
        guild = everywhere + "/guilds/{guild_id}"
        rights = [
            ("GET", guild + "/commands/permissions", self.all_permissions),
            ("GET", guild + "/commands/{command_id}/permissions", self.permissions),
        ]
        return rights + [
            row
            for place in (everywhere, guild)
            for row in (
                ("GET", place + "/commands", self.list),
                ("PUT", place + "/commands", self.sync),
                ("POST", place + "/commands", self.create),
                ("GET", place + "/commands/{command_id}", self.one),
                ("PATCH", place + "/commands/{command_id}", self.change),
                ("DELETE", place + "/commands/{command_id}", self.delete),
            )
        ]

    def _guild(self, request: Request) -> str | None:
        if request.match_info["application_id"] != self.world.application_id:
            raise ApiError(404, Code.UNKNOWN_APPLICATION, "Unknown Application")
        guild_id = request.match_info.get("guild_id")
        if guild_id not in (None, self.world.guild_id):
            raise ApiError(403, Code.MISSING_ACCESS, "Missing Access")
        return guild_id

    def list(self, request: Request, _draft: Draft) -> Reply:
        """Return the commands."""
        found = commands.of(self.world, self._guild(request))
        if request.query.get("with_localizations", "").lower() in {"true", "1"}:
            return 200, found
        locale = request.headers.get("x-discord-locale")
        return 200, [commands.shown(command, locale) for command in found]

    def sync(self, request: Request, draft: Draft) -> Reply:
        """Replace all commands."""
        return 200, commands.replace_all(self.world, draft.body, self._guild(request))

    def create(self, request: Request, draft: Draft) -> Reply:
        """Add a command or replace the one of its name."""
        new, made = commands.create(self.world, draft.body, self._guild(request))
        return (201 if new else 200), made

    def one(self, request: Request, _draft: Draft) -> Reply:
        """Return a command."""
        return 200, commands.find(self.world, request.match_info["command_id"], self._guild(request))

    def change(self, request: Request, draft: Draft) -> Reply:
        """Change a command."""
        guild_id = self._guild(request)
        return 200, commands.change(self.world, request.match_info["command_id"], draft.body, guild_id)

    def delete(self, request: Request, _draft: Draft) -> Reply:
        """Take a command away."""
        found = commands.find(self.world, request.match_info["command_id"], self._guild(request))
        del self.world.commands[found["id"]]
        return 204, None

    def all_permissions(self, request: Request, _draft: Draft) -> Reply:
        """Return what admins decided about commands; nobody here decides anything."""
        self._guild(request)
        return 200, []

    def permissions(self, request: Request, _draft: Draft) -> Reply:
        """Return what admins decided about one command."""
        self._guild(request)
        if request.match_info["command_id"] not in self.world.commands:
            raise ApiError(404, Code.UNKNOWN_COMMAND, "Unknown application command")
        text = "Unknown application command permissions"
        raise ApiError(404, Code.UNKNOWN_COMMAND_PERMISSIONS, text)
