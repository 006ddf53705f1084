"""The sandbox as a whole: one port for REST, gateway, files and people."""

from collections.abc import Iterable
from types import TracebackType
from typing import Self

from aiohttp import web

from fillerbot.sandbox.cdn import Cdn
from fillerbot.sandbox.channel_routes import ChannelRoutes
from fillerbot.sandbox.clock import Clock
from fillerbot.sandbox.command_routes import CommandRoutes
from fillerbot.sandbox.gateway import Gateway, Limits
from fillerbot.sandbox.intents import bits
from fillerbot.sandbox.interactions import Interactions
from fillerbot.sandbox.journal import Journal
from fillerbot.sandbox.keeper import Keeper
from fillerbot.sandbox.limits import RateLimits
from fillerbot.sandbox.lines import Server
from fillerbot.sandbox.member_routes import MemberRoutes
from fillerbot.sandbox.message_routes import MessageRoutes
from fillerbot.sandbox.messages import Messages
from fillerbot.sandbox.mishaps import Mishaps
from fillerbot.sandbox.page import Page
from fillerbot.sandbox.people import People, PeopleRouter
from fillerbot.sandbox.reaction_routes import ReactionRoutes
from fillerbot.sandbox.reactions import Reactions
from fillerbot.sandbox.rest import PREFIX, Rest
from fillerbot.sandbox.routes import ApplicationRoutes, InteractionRoutes, add_routes
from fillerbot.sandbox.state import PEOPLE, Person, World
from fillerbot.sandbox.surroundings import Surroundings
from fillerbot.sandbox.threads import Threads
from fillerbot.sandbox.trouble import Trouble
from fillerbot.sandbox.writing import Writing

HOST = "127.0.0.1"


class Sandbox:
    """A local Discord; port 0 takes any free one.

    `name` is what the bot is called, `people` are those who act; `privileged` names the privileged intents
    that it may ask for: members, presences, message_content.
    """

    def __init__(  # noqa: PLR0913 - one for each thing that may be asked for
        self,
        token: str,
        port: int = 0,
        *,
        name: str = "filler",
        privileged: Iterable[str] = (),
        locale: str = "en-US",
        deadline: float = 3.0,
        guilds: int = 1,
        limits: Limits | None = None,
        rate_limits: bool = True,
        people: tuple[Person, ...] = PEOPLE,
    ) -> None:
        self.world = World(token, locale, name, bits(privileged), guild_count=guilds, people=people)
        self.journal = Journal(self.world.clock)
        self.gateway = Gateway(self.world, self.journal, limits)
        self.mishaps = Mishaps(self.world, self.journal)
        self.rate_limits = RateLimits(self.world.clock, active=rate_limits)
        self._port = port
        messages = Messages(self.world, self.journal, self.gateway)
        self.threads = Threads(self.world, messages, self.gateway, self.journal)
        reactions = Reactions(self.world, self.gateway, self.journal)
        self.keeper = Keeper(self.world, self.threads, self.gateway)
        self.interactions = Interactions(self.world, self.journal, messages, self.gateway)
        self.interactions.deadline = deadline
        router = PeopleRouter()
        add_routes(
            router,
            Rest(self.world, self.journal, self.rate_limits, self.mishaps),
            [
                MemberRoutes(self.world, self.keeper),
                ApplicationRoutes(self.world, self.gateway),
                CommandRoutes(self.world),
                MessageRoutes(self.world, messages, self.gateway, self.journal),
                ChannelRoutes(self.world, messages, self.threads),
                ReactionRoutes(self.world, messages, reactions),
                InteractionRoutes(self.world, messages, self.interactions),
            ],
        )
        for path in ("/gateway", "/gateway/"):
            router.get(path, self.gateway.accept)
        Cdn(self.world).add_routes(router)
        Trouble(self.world, self.mishaps, self.gateway, messages).add_routes(router)
        acting = People(self.world, self.journal, self.interactions)
        self.page = Page(self.world, self.journal, self.gateway, acting)
        self.page.add_routes(router)
        acting.add_routes(router)
        Writing(self.world, acting, self.keeper, messages, reactions).add_routes(router)
        Surroundings(self.world, acting, self.keeper, self.rate_limits).add_routes(router)
        self._router = router
        self._runner: web.ServerRunner | None = None

    async def __aenter__(self) -> Self:
        server = Server(self._router, lambda: not self.mishaps.faults)
        self._runner = web.ServerRunner(server, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self._port)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.world.base_url = f"http://{host}:{port}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.interactions.close()
        self.journal.close()
        self.mishaps.lift()
        await self.page.close()
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def api_url(self) -> str:
        """Where the REST interface is."""
        return self.world.base_url + PREFIX

    @property
    def gateway_url(self) -> str:
        """Where the gateway is."""
        return self.world.base_url.replace("http", "ws", 1) + "/gateway"

    @property
    def cdn_url(self) -> str:
        """Where files are."""
        return self.world.base_url + "/cdn"

    @property
    def page_url(self) -> str:
        """Where the page is."""
        return self.world.base_url + "/"

    @property
    def people_url(self) -> str:
        """Where people act."""
        return self.world.base_url + "/people"

    @property
    def guild_id(self) -> int:
        """The guild."""
        return int(self.world.guild_id)

    @property
    def channel_id(self) -> int:
        """The channel in it."""
        return int(self.world.channel_id)

    @property
    def clock(self) -> Clock:
        """The clock, which a test may move forward."""
        return self.world.clock

    @property
    def complaints(self) -> list[str]:
        """What the bot asked for and the sandbox does not have."""
        return self.world.complaints

    async def cut(self, code: int | None = None, *, resumable: bool | None = None) -> None:
        """End the gateway's connections with a code, or without a word; see `Gateway.cut`."""
        await self.gateway.cut(code, resumable=resumable)
