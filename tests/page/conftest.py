"""Chromium, without a window, on the page of a sandbox with the real bot."""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, ViewportSize, async_playwright

from fillerbot.sandbox import Sandbox
from tests.bot.conftest import party, running  # noqa: F401 — fixtures
from tests.conftest import NO_CHROMIUM, chromium
from tests.page.saying import says  # noqa: F401 — fixture
from tests.sandbox.conftest import TOKEN, _addresses, _refereed, api, bot, people  # noqa: F401 — fixtures

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=360, height=740)


@pytest_asyncio.fixture
async def sandbox(request: pytest.FixtureRequest) -> AsyncIterator[Sandbox]:
    """A parameter is the language of the server."""
    async with Sandbox(token=TOKEN, locale=getattr(request, "param", "en-US")) as made:
        yield made


@pytest_asyncio.fixture
async def browser() -> AsyncIterator[Browser]:
    path = chromium()
    if path is None:
        pytest.skip(NO_CHROMIUM)
    async with async_playwright() as driver:
        started = await driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield started
        await started.close()


@dataclass
class Reader:
    """Somebody with a browser of his own."""

    name: str
    page: Page
    pictures: Path
    phone: bool

    async def press(self, what: Locator | str, *, keyboard: bool = False) -> None:
        """Press with the finger, the mouse, or Enter."""
        target = self.page.locator(what) if isinstance(what, str) else what
        if keyboard:
            await target.focus()
            await self.page.keyboard.press("Enter")
        elif self.phone:
            await target.tap()
        else:
            await target.click()

    async def keys(self, *keys: str) -> None:
        """Press keys; what is longer than the name of a key is typed."""
        for key in keys:
            if key in {"Tab", "Enter", "Escape", "ArrowDown", "ArrowUp", "Backspace", "/"}:
                await self.page.keyboard.press(key)
            else:
                await self.page.keyboard.type(key)

    async def offered(self, text: str) -> None:
        """Wait until the line offers something as the first choice."""
        await self.page.locator("#composer [role=option].active", has_text=text).wait_for()

    async def command(self, name: str) -> None:
        """Choose a command by typing its name."""
        await self.page.locator("#composer textarea").focus()
        await self.keys(f"/{name}")
        await self.offered(f"/{name}")
        await self.keys("Enter")

    def action(self, name: str) -> Locator:
        """The newest button that does something."""
        return self.page.locator(f"button[data-custom-id$=':{name}']").last

    async def keep(self, name: str) -> None:
        """Keep a picture of the page, and see that nothing sticks out of it."""
        wide = await self.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not wide, f"{name} is wider than the window"
        await self.page.screenshot(path=self.pictures / f"{name}.png")


Open = Callable[..., Awaitable[Reader]]


@dataclass
class Watch:
    """What no page may do."""

    home: str
    elsewhere: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def add(self, page: Page) -> None:
        def asked(url: str) -> None:
            if not url.startswith((self.home, self.home.replace("http", "ws", 1), "data:")):
                self.elsewhere.append(url)

        page.on("request", lambda request: asked(request.url))
        page.on("websocket", lambda socket: asked(socket.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console",
            lambda said: self.errors.append(said.text) if said.type in {"error", "warning"} else None,
        )


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where pictures of the page are kept."""
    folder = Path(os.environ.get("FILLERBOT_SCREENSHOTS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest_asyncio.fixture
async def open_page(sandbox: Sandbox, browser: Browser, pictures: Path) -> AsyncIterator[Open]:
    """Open the page as somebody; afterwards no page has asked for anything from elsewhere, or complained."""
    watch = Watch(sandbox.page_url)

    async def open_as(name: str, *, phone: bool = False, light: bool = False) -> Reader:
        context = await browser.new_context(
            viewport=PHONE if phone else DESKTOP,
            device_scale_factor=2 if phone else 1,
            has_touch=phone,
            is_mobile=phone,
            color_scheme="light" if light else "dark",
        )
        context.set_default_timeout(5000)
        page = await context.new_page()
        watch.add(page)
        await page.goto(f"{sandbox.page_url}#{name}")
        await page.locator(".member[aria-current=true]").wait_for()
        return Reader(name, page, pictures, phone)

    yield open_as
    assert not watch.elsewhere
    assert not watch.errors
