"""Where files can be fetched, for as long as their signed address lives."""

from dataclasses import dataclass

from aiohttp import web

from fillerbot.sandbox.payloads import signature
from fillerbot.sandbox.router import Request, Router
from fillerbot.sandbox.state import World


@dataclass
class Cdn:
    """Serves attachments and emojis."""

    world: World

    def add_routes(self, router: Router) -> None:
        """Add the routes to the server."""
        router.get("/cdn/attachments/{channel_id}/{attachment_id}/{filename}", self.attachment)
        router.get("/cdn/emojis/{name}", self.emoji)

    async def attachment(self, request: Request) -> web.Response:
        """Return a file if the address is signed and not too old."""
        expires = request.query.get("ex", "")
        good = request.query.get("hm") == signature(self.world, request.whole.rel_url.raw_path, expires)
        if not good or int(expires, 16) * 1000 < self.world.clock.now():
            return web.Response(status=404, text="This content is no longer available.")
        number, now = request.match_info["attachment_id"], self.world.clock.now()
        found = self.world.attachments.get(number) or self.world.replaced.find(number, now)
        if found is None:
            return web.Response(status=404)
        return web.Response(body=found.data, headers={"Content-Type": found.content_type})

    async def emoji(self, request: Request) -> web.Response:
        """Return the picture of an emoji."""
        found = self.world.emojis.get(request.match_info["name"].partition(".")[0])
        if found is None:
            return web.Response(status=404)
        return web.Response(body=found.data, content_type=found.content_type)
