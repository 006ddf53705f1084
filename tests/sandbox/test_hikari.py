"""Another library on the wire, so that the sandbox does not merely suit discord.py."""

import asyncio
import base64
import contextlib
from collections.abc import AsyncIterator

import hikari
import pytest
import pytest_asyncio
from hikari.api import ComponentBuilder
from hikari.impl import (
    ContainerComponentBuilder,
    InteractiveButtonBuilder,
    MediaGalleryItemBuilder,
)

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from fillerbot.sandbox.state import World
from tests.sandbox.conftest import picture, seen

PRESSES = 50
WORDS = ("tree", "trunk", "leaf")


def board(n: int) -> list[ComponentBuilder]:
    """Return the message of a board whose picture says how many presses there were."""
    box = ContainerComponentBuilder(accent_color=hikari.Color(0x123456))
    box.add_text_display(f"### board {n}")
    png = hikari.Bytes(picture(size=(10 + n, 70)), f"board-{n}.png")
    box.add_media_gallery([MediaGalleryItemBuilder(media=png, description=f"board {n}")])
    move = InteractiveButtonBuilder(
        style=hikari.ButtonStyle.SECONDARY, custom_id=f"move:{n}", label=f"+{n}", emoji="🔴"
    )
    held = InteractiveButtonBuilder(
        style=hikari.ButtonStyle.DANGER, custom_id="held", label="held", is_disabled=True
    )
    box.add_action_row([move, held])
    return [box]


class Second:
    """A bot made with hikari: one command that completes itself, and a board that is pressed."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.bot = hikari.GatewayBot(
            sandbox.world.token,
            rest_url=sandbox.api_url,
            intents=hikari.Intents.GUILDS,
            banner=None,
            logs=None,
            suppress_optimization_warning=True,
        )
        self.resumed = asyncio.Event()
        self.failures: list[BaseException] = []
        self.bot.subscribe(hikari.ShardResumedEvent, self._note_resumed)
        self.bot.subscribe(hikari.InteractionCreateEvent, self._answer)
        self.bot.subscribe(hikari.ExceptionEvent, self._note_failure)

    async def register(self) -> None:
        """Bring the command over."""
        me = await self.bot.rest.fetch_my_user()
        command = self.bot.rest.slash_command_builder("show", "Show a board")
        option = hikari.CommandOption(
            type=hikari.OptionType.STRING,
            name="word",
            description="A word",
            is_required=True,
            autocomplete=True,
        )
        [made] = await self.bot.rest.set_application_commands(me.id, [command.add_option(option)])
        assert made.name == "show"

    async def _note_resumed(self, _: hikari.ShardResumedEvent) -> None:
        self.resumed.set()

    async def _note_failure(self, event: hikari.ExceptionEvent[hikari.Event]) -> None:
        self.failures.append(event.exception)

    async def _answer(self, event: hikari.InteractionCreateEvent) -> None:
        match event.interaction:
            case hikari.AutocompleteInteraction() as asked:
                typed = str(asked.options[0].value)
                found = [word for word in WORDS if word.startswith(typed)]
                await asked.create_response(
                    [hikari.impl.AutocompleteChoiceBuilder(name=word, value=word) for word in found]
                )
            case hikari.CommandInteraction() as command:
                await command.create_initial_response(
                    hikari.ResponseType.MESSAGE_CREATE, components=board(0), flags=0
                )
            case hikari.ComponentInteraction() as press:
                n = int(press.custom_id.removeprefix("move:")) + 1
                await press.create_initial_response(
                    hikari.ResponseType.MESSAGE_UPDATE, components=board(n), attachments=[]
                )
            case other:
                raise AssertionError(other)


@pytest_asyncio.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    # hikari reads the application's id in the token.
    token = base64.b64encode(World("").application_id.encode()).decode().rstrip("=") + ".made.up"
    async with Sandbox(token) as running:
        yield running


@contextlib.asynccontextmanager
async def on_the_wire(sandbox: Sandbox) -> AsyncIterator[Second]:
    second = Second(sandbox)
    await second.bot.start(check_for_updates=False)
    try:
        await second.register()
        yield second
    finally:
        await second.bot.close()
    assert second.failures == []
    assert sandbox.complaints == []


@pytest_asyncio.fixture
async def second(sandbox: Sandbox) -> AsyncIterator[Second]:
    async with on_the_wire(sandbox) as running:
        yield running


@pytest.mark.usefixtures("second")
async def test_a_board_is_pressed_again_and_again(sandbox: Sandbox, people: People) -> None:
    choices = await people.autocomplete("fox", "show", "word", word="tr")
    assert [choice["value"] for choice in choices] == ["tree", "trunk"]
    message = seen(await people.invoke("fox", "show", word="tree"))
    pictures = set()
    for n in range(PRESSES):
        assert (message.text, message.accent) == (f"### board {n}", 0x123456)
        assert message.descriptions == [f"board {n}"]
        [png] = await people.pictures(message)
        pictures.add(png)
        assert len(sandbox.world.attachments) == 1
        message = seen(await people.press(("owl", "fox")[n % 2], message, message.button(f"+{n}")))
    assert len(pictures) == PRESSES
    [left] = await people.messages("hare", sandbox.channel_id)
    assert left.text == f"### board {PRESSES}"


async def test_a_cut_line_loses_nothing(sandbox: Sandbox, people: People, second: Second) -> None:
    message = seen(await people.invoke("fox", "show", word="tree"))
    [session] = sandbox.gateway.sessions
    await people.faults.cut()
    await people.event("bot_disconnected")
    pressed = await people.press("owl", message, "move:0", wait=False)
    async with asyncio.timeout(10):
        await second.resumed.wait()
    after = await people.wait("fox", sandbox.channel_id, lambda m: m.text == "### board 1")
    assert after.id == message.id
    assert (await people.interaction(pressed.interaction)).kind == 7
    assert list(sandbox.gateway.sessions) == [session]


async def test_a_session_that_cannot_be_resumed_begins_anew(
    sandbox: Sandbox, people: People, second: Second
) -> None:
    message = seen(await people.invoke("fox", "show", word="tree"))
    [session] = sandbox.gateway.sessions
    events = await people.events()
    await people.faults.invalidate(resumable=False)
    await people.event("bot_connected", len(events), 20)
    assert session not in sandbox.gateway.sessions
    assert seen(await people.press("owl", message, "move:0")).text == "### board 1"
    assert not second.resumed.is_set()


@pytest.mark.usefixtures("second")
async def test_it_is_told_of_errors_as_of_the_service(
    sandbox: Sandbox, people: People, second: Second
) -> None:
    message = seen(await people.invoke("fox", "show", word="tree"))
    await people.faults.on_callback("error", status=404, code=10062, message="Unknown interaction")
    await people.press("owl", message, "move:0", wait=False)
    await people.event("fault")
    async with asyncio.timeout(5):
        while not second.failures:
            await people.people()
    [failure] = second.failures
    second.failures.clear()
    assert isinstance(failure, hikari.NotFoundError)
    assert failure.code == 10062
    assert (await people.messages("fox", sandbox.channel_id))[0].text == "### board 0"
