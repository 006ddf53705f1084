"""The unmodified discord.py on the wire."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator

import discord
import pytest
from discord import app_commands, ui

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from fillerbot.sandbox.errors import RefusedError
from tests.sandbox.conftest import Api, Bot, picture, running, seen
from tests.sandbox.game import Game, equip

Click = discord.Interaction[Bot]


@pytest.fixture
def game(bot: Bot) -> Game:
    return equip(bot)


@pytest.mark.usefixtures("game")
async def test_commands_keep_their_ids(sandbox: Sandbox, bot: Bot) -> None:
    async with running(bot):
        [first] = sandbox.world.commands
        await bot.tree.sync()
        assert list(sandbox.world.commands) == [first]
        [fetched] = await bot.tree.fetch_commands()
        assert fetched.name == "filler"


@pytest.mark.usefixtures("game")
async def test_a_command_is_checked_as_a_person_types_it(people: People, bot: Bot) -> None:
    async with running(bot):
        _, owl, *_ = await people.people()
        message = seen(await people.invoke("hare", "filler challenge", opponent=owl, games=2))
        assert message.text == f"<@{owl.id}>: 2 from hare in fr"
        assert message.mentions == [owl.id]
        for line, options, why in (
            ("filler challenge", {}, "lacks opponent"),
            ("filler challenge", {"opponent": "nobody"}, "there is nobody"),
            ("filler challenge", {"opponent": "owl", "games": 6}, "does not take 6"),
            ("filler challenge", {"opponent": "owl", "games": "2"}, "does not take '2'"),
            ("filler show", {"size": 3}, "no option size"),
            ("filler hide", {}, "not a command"),
            ("filler", {}, "is a group"),
            ("chess", {}, "no synced command"),
        ):
            with pytest.raises(RefusedError, match=why):
                await people.invoke("fox", line, **options)


async def test_an_unsynced_command_is_not_there(people: People) -> None:
    with pytest.raises(RefusedError, match="no synced command"):
        await people.invoke("fox", "filler show")


@pytest.mark.usefixtures("game")
async def test_a_press_replaces_picture_and_buttons_at_once(
    sandbox: Sandbox, people: People, bot: Bot
) -> None:
    async with running(bot):
        shown = seen(await people.invoke("fox", "filler show"))
        assert (shown.text, shown.accent) == ("### board 1", 0x123456)
        [first] = await people.pictures(shown)
        pressed = await people.press("owl", shown, shown.button("+1"))
        assert pressed.kind == 7
        assert seen(pressed).text == "### board 2"
        [message] = await people.messages("hare", sandbox.channel_id)
        assert message.edited
        assert [b.label for b in message.buttons] == ["+2", "held", "give up"]
        assert message.buttons[0].emoji == "🔴"
        assert await people.pictures(message) != [first]
        assert len(sandbox.world.attachments) == 1
        assert sandbox.complaints == []


@pytest.mark.usefixtures("game")
async def test_a_person_cannot_press_what_a_forger_can(people: People, bot: Bot) -> None:
    async with running(bot):
        shown = seen(await people.invoke("fox", "filler show"))
        with pytest.raises(RefusedError, match="disabled"):
            await people.press("owl", shown, "held")
        with pytest.raises(RefusedError, match="not there"):
            await people.press("owl", shown, "move:7")
        forged = await people.press("owl", shown, "held", forged=True)
        assert seen(forged).text == "nobody may take this"
        await people.press("owl", shown, "move:1")
        with pytest.raises(RefusedError, match="not there"):
            await people.press("owl", shown, "move:1")


@pytest.mark.usefixtures("game")
async def test_a_whisper_is_seen_by_one(sandbox: Sandbox, people: People, bot: Bot, api: Api) -> None:
    async with running(bot):
        whisper = seen(await people.invoke("fox", "filler whisper", word="psst"))
        assert whisper.ephemeral
        assert await people.messages("owl", sandbox.channel_id) == []
        assert [m.text for m in await people.messages("fox", sandbox.channel_id)] == ["psst"]
        here = f"/channels/{sandbox.channel_id}/messages/{whisper.id}"
        for method in ("PATCH", "DELETE"):
            status, answer = await api(method, here, {"content": "loud"} if method == "PATCH" else None)
            assert (status, answer["code"]) == (404, 10008)


@pytest.mark.usefixtures("game")
async def test_an_option_completes_itself(people: People, bot: Bot) -> None:
    async with running(bot):
        choices = await people.autocomplete("fox", "filler whisper", "word", word="tr")
        assert [c["value"] for c in choices] == ["tree", "trunk"]
        with pytest.raises(RefusedError, match="does not complete itself"):
            await people.autocomplete("fox", "filler challenge", "games")


@pytest.mark.usefixtures("game")
async def test_a_form_changes_the_message_under_it(sandbox: Sandbox, people: People, bot: Bot) -> None:
    async with running(bot):
        shown = seen(await people.invoke("fox", "filler show"))
        opened = await people.press("fox", shown, "give up")
        assert opened.kind == 9
        how, why, sure = (field["custom_id"] for field in opened.fields)
        for values, reason in (
            ({}, "must be answered"),
            ({how: "flee"}, "does not offer"),
            ({how: "resign", why: "x" * 11}, "0 to 10 characters"),
            ({how: "resign", "other": "x"}, "no field other"),
        ):
            with pytest.raises(RefusedError, match=reason):
                await people.submit("fox", opened, values)
        with pytest.raises(RefusedError, match="no form"):
            await people.submit("owl", opened, {how: "resign"})
        submitted = await people.submit("fox", opened, {how: "resign", why: "late", sure: True})
        assert submitted.kind == 7
        [message] = await people.messages("owl", sandbox.channel_id)
        assert (message.id, message.text) == (shown.id, "resign, 'late', True")
        with pytest.raises(RefusedError, match="not open"):
            await people.submit("fox", opened, {how: "resign"})


@pytest.mark.usefixtures("game")
async def test_thinking_first(sandbox: Sandbox, people: People, bot: Bot) -> None:
    async with running(bot):
        outcome = await people.invoke("fox", "filler think")
        assert outcome.kind == 5
        await people.wait("fox", sandbox.channel_id, lambda m: m.text == "and more")
        assert [m.text for m in await people.messages("fox", sandbox.channel_id)] == ["thought", "and more"]
        assert await people.messages("owl", sandbox.channel_id) == []


async def test_an_answer_after_three_seconds_is_refused(
    sandbox: Sandbox, people: People, bot: Bot, game: Game
) -> None:
    async with running(bot):
        asked = await people.invoke("fox", "filler late", wait=False)
        sandbox.clock.advance(3.1)
        assert (await people.interaction(asked.interaction)).failed == "timeout"
        game.go.set()
        # The next command is answered only after the late answer was refused.
        while not game.codes:
            await people.invoke("owl", "filler whisper", word="x")
        assert game.codes == [10062]


async def test_a_second_answer_is_refused(sandbox: Sandbox, people: People, bot: Bot, game: Game) -> None:
    async with running(bot):
        await people.invoke("fox", "filler twice")
        while not game.codes:
            await people.invoke("owl", "filler whisper", word="x")
        assert game.codes == [40060]
        assert [m.text for m in await people.messages("hare", sandbox.channel_id)] == ["once"]


async def test_a_broken_answer_leaves_the_interaction_open(people: People, bot: Bot, game: Game) -> None:
    async with running(bot):
        assert seen(await people.invoke("fox", "filler broken")).text == "sorry"
        assert game.codes == [50035]
        assert bot.errors == []


async def test_a_command_for_few(people: People, bot: Bot) -> None:
    @bot.tree.command(description="For those who run the place")
    @app_commands.default_permissions(manage_guild=True)
    async def setup(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("set")

    async with running(bot):
        assert seen(await people.invoke("fox", "setup")).text == "set"
        with pytest.raises(RefusedError, match="not offered to owl"):
            await people.invoke("owl", "setup")


async def test_emojis_of_the_application(sandbox: Sandbox, people: People, bot: Bot) -> None:
    @bot.tree.command(description="Show an emoji")
    async def show(interaction: discord.Interaction) -> None:
        [emoji] = await bot.fetch_application_emojis()
        view = ui.View(timeout=None)
        view.add_item(ui.Button(emoji=emoji, custom_id="red"))
        await interaction.response.send_message("an emoji", view=view)

    async with running(bot):
        made = await bot.create_application_emoji(name="red", image=picture(size=(128, 128)).read())
        [button] = seen(await people.invoke("fox", "show")).buttons
        assert (button.emoji, button.emoji_id) == ("red", str(made.id))
        assert (await made.read())[:4] == b"\x89PNG"
        with pytest.raises(discord.HTTPException, match="already taken"):
            await bot.create_application_emoji(name="red", image=picture().read())
        await made.delete()
        assert sandbox.world.emojis == {}


async def test_the_line_is_cut_and_nothing_is_lost(
    sandbox: Sandbox, people: People, bot: Bot, game: Game
) -> None:
    async with running(bot):
        [session] = sandbox.gateway.sessions.values()
        game.go.set()
        await sandbox.cut(4000)
        asked = await people.invoke("fox", "filler whisper", wait=False, word="still here")
        async with asyncio.timeout(10):
            await bot.resumed.wait()
        await people.event("interaction_answered")
        assert (await people.interaction(asked.interaction)).kind == 4
        assert list(sandbox.gateway.sessions.values()) == [session]


@contextlib.asynccontextmanager
async def process(sandbox: Sandbox, people: People) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the bot in a process of its own, until it is killed."""
    events = await people.events()
    arguments = ("-W", "ignore", "-m", "tests.sandbox.process", sandbox.api_url, sandbox.gateway_url)
    started = await asyncio.create_subprocess_exec(sys.executable, *arguments)
    try:
        await people.event("bot_connected", len(events))
        yield started
    finally:
        if started.returncode is None:
            started.kill()
        await started.wait()


async def test_a_killed_bot_starts_again(sandbox: Sandbox, people: People) -> None:
    async with process(sandbox, people) as bot:
        shown = seen(await people.invoke("fox", "filler show"))
        await people.hold(callbacks=True)
        asked = await people.press("owl", shown, "move:1", wait=False)
        await people.event("callback_held")
        assert await people.held() == 1
        bot.kill()
        await people.event("bot_disconnected")
    await people.hold(callbacks=False)
    async with process(sandbox, people):
        [message] = await people.messages("owl", sandbox.channel_id)
        assert message.text == "### board 1"
        assert (await people.interaction(asked.interaction)).kind is None
        assert seen(await people.press("owl", message, "move:1")).text == "### board 2"
