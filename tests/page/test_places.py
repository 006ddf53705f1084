"""Channels, plain messages, and what can be done with a message or a person."""

import io
from typing import Any

import discord
import pytest
from discord import app_commands, ui
from PIL import Image

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from tests.page.conftest import Open, Reader
from tests.sandbox.conftest import Bot, running

WHOM, ROLES, WHERE = "Whom?", "Which roles?", "Where?"


class Form(ui.Modal, title="Who and what"):
    """Fields that are filled in with people and files."""

    def __init__(self) -> None:
        super().__init__()
        self.whom = ui.UserSelect[Any]()
        self.files = ui.FileUpload[Any](max_values=2)
        self.add_item(ui.Label(text="Whom", component=self.whom))
        self.add_item(ui.Label(text="Files", component=self.files))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        files = [f"{file.filename} {file.width}" for file in self.files.values]
        await interaction.response.send_message(f"form {self.whom.values[0].name} {files}", ephemeral=True)


class Menus(ui.View):
    """Menus of people, roles and channels."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.UserSelect(custom_id="whom", placeholder=WHOM))
        self.add_item(ui.RoleSelect(custom_id="roles", placeholder=ROLES, max_values=2))
        self.add_item(ui.ChannelSelect(custom_id="where", placeholder=WHERE))


@pytest.fixture
def png() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (6, 4)).save(buffer, "PNG")
    return buffer.getvalue()


@pytest.fixture
def helpful(bot: Bot) -> Bot:
    @bot.tree.command(description="Show menus")
    async def menus(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("menus", view=Menus())

    @bot.tree.command(description="Open a form")
    async def form(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    @bot.tree.command(description="Keep things")
    async def keep(
        interaction: discord.Interaction, file: discord.Attachment, where: discord.TextChannel
    ) -> None:
        await interaction.response.send_message(f"kept {file.filename} {file.width} in {where.name}")

    @bot.tree.command(description="Talk")
    @app_commands.guild_only()
    async def talk(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("let us talk")
        message = await interaction.original_response()
        fetched = await message.fetch()
        thread = await fetched.create_thread(name="aside")
        await thread.send("in the thread")

    @bot.tree.context_menu(name="Count letters")
    async def count(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"{len(message.content)} letters", ephemeral=True)

    @bot.tree.context_menu(name="Greet")
    async def greet(interaction: discord.Interaction, member: discord.Member) -> None:
        await interaction.response.send_message(f"hello {member.name}")

    @bot.listen()
    async def on_interaction(interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        if interaction.type is discord.InteractionType.component:
            kinds = ", ".join(sorted(data["resolved"]))
            await interaction.response.send_message(f"{data['custom_id']}: {kinds}", ephemeral=True)

    return bot


async def shows(reader: Reader, text: str) -> None:
    await reader.page.locator(".message", has_text=text).last.wait_for()


async def go(reader: Reader, place: str) -> None:
    if reader.phone:
        await reader.press("#menu")
    await reader.press(reader.page.locator(".place", has_text=place))
    await reader.page.locator("#channel", has_text=place).wait_for()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
async def test_people_talk_in_channels_and_answer_each_other(
    people: People, open_page: Open, *, phone: bool
) -> None:
    fox, owl = await open_page("fox", phone=phone), await open_page("owl", phone=phone)
    await fox.page.locator("#composer textarea").focus()
    await fox.keys("well met, @o")
    await fox.offered("@owl")
    await fox.keys("Enter", "Enter")
    await shows(owl, "well met, @owl")
    assert await owl.page.locator(".message.pings").count() == 1
    message = owl.page.locator(".message").last
    await message.hover()
    await owl.press(message.locator(".more"))
    await owl.press(owl.page.get_by_role("menuitem", name="Antworten"))
    await owl.page.locator(".answering", has_text="fox").wait_for()
    await owl.keys("and you", "Enter")
    await fox.page.locator(".reply", has_text="well met").wait_for()
    await people.write("lynx", "psst", "lounge")
    unread = fox.page.locator("#menu.unread" if phone else ".place.unread")
    await unread.wait_for()
    await fox.keep(f"places-{'phone' if phone else 'desktop'}-1-talk")
    await go(fox, "#lounge")
    await shows(fox, "psst")
    assert await unread.count() == 0
    assert await fox.page.locator(".message").count() == 1
    if phone:
        await fox.press("#menu")
        await fox.page.locator(".place[aria-current]").wait_for()
        await fox.keep("places-phone-2-channels")
        await fox.keys("Escape")
        await fox.page.locator("#places.open").wait_for(state="detached")
    await go(fox, "#filler")
    await fox.page.locator(".message", has_text="well met").first.hover()
    await fox.press(fox.page.locator(".message", has_text="well met").first.locator(".more"))
    await fox.press(fox.page.get_by_role("menuitem", name="Delete message"))
    await fox.page.locator(".message", has_text="Original message was deleted").wait_for()
    assert await fox.page.locator(".message").count() == 1


async def test_a_link_to_a_message_is_gone_to_on_the_page(
    sandbox: Sandbox, people: People, open_page: Open
) -> None:
    fox = await open_page("fox")
    there = await people.write("owl", "over there", "lounge")
    here = await people.write("owl", "over here")
    home, lounge = (
        f"https://discord.com/channels/1/{at}" for at in (sandbox.channel_id, sandbox.world.lounge_id)
    )
    await people.write("owl", f"[near]({home}/{here}) and {lounge}/{there}")
    await fox.press(fox.page.get_by_role("link", name="near"))
    await fox.page.locator(f"#m-{here}.flash").wait_for()
    await fox.press(fox.page.get_by_role("link", name="#lounge"))
    await fox.page.locator(f"#m-{there}.flash").wait_for()
    assert len(fox.page.context.pages) == 1


async def test_the_answered_message_is_quoted_word_by_word(people: People, open_page: Open) -> None:
    fox = await open_page("fox")
    first = await people.write("owl", "one line\nand another")
    await people.write("lynx", "yes", reply_to=first)
    await fox.page.locator(".snippet", has_text="one line and another").wait_for()


async def test_a_channel_that_goes_while_somebody_looks(people: People, open_page: Open) -> None:
    fox = await open_page("fox/lounge")
    await fox.page.locator("#channel", has_text="lounge").wait_for()
    await people.overwrite("filler", "owl", deny=1 << 11)
    owl = await open_page("owl")
    assert await owl.page.locator("#composer textarea").is_disabled()
    await people.set_channel("lounge", remove=True)
    await fox.page.locator("#channel", has_text="filler").wait_for()
    await people.overwrite("filler", "owl")
    await owl.page.locator("#composer textarea:enabled").wait_for()


async def test_the_bot_in_menus_threads_and_direct_messages(
    sandbox: Sandbox, helpful: Bot, people: People, open_page: Open
) -> None:
    async with running(helpful):
        fox = await open_page("fox")
        page = fox.page
        await fox.command("talk")
        await fox.keys("Enter")
        await fox.press(page.locator(".thread-card").first)
        await shows(fox, "in the thread")
        assert await page.locator(".thread .place[aria-current]").inner_text() == "aside"
        await fox.keep("places-desktop-3-thread")
        await go(fox, "#filler")
        await page.locator(".message").last.focus()
        await page.locator(".message").last.locator(".more").press("Enter")
        await page.get_by_role("menuitem", name="Count letters").wait_for()
        await fox.keep("places-desktop-4-menu")
        await fox.keys("ArrowDown", "ArrowDown", "Enter")
        await shows(fox, "11 letters")
        await page.locator("#people li", has_text="hare").hover()
        await page.locator("#people li", has_text="hare").locator(".more").click()
        await page.get_by_role("menuitem", name="Greet").click()
        await shows(fox, "hello hare")
        await go(fox, "@owl, lynx, hare")
        await page.locator("#composer textarea").focus()
        await fox.keys("/")
        await page.get_by_text("There is no such command").wait_for()
        await people.settle("fox", installed=True)
        await fox.keys("Escape", "/t")
        await page.get_by_text("There is no such command").wait_for()
        await page.goto(f"{sandbox.page_url}#fox/dm")
        await page.locator("#channel", has_text=await page.locator("#bot .who").inner_text()).wait_for()
        await fox.command("menus")
        await fox.keys("Enter")
        await shows(fox, "menus")
    assert not helpful.errors


async def test_people_roles_channels_and_files_can_be_given(
    helpful: Bot, open_page: Open, png: bytes
) -> None:
    file: Any = {"name": "small.png", "mimeType": "image/png", "buffer": png}
    async with running(helpful):
        fox = await open_page("fox")
        page = fox.page
        await fox.command("menus")
        await fox.keys("Enter")
        for name, answer in ((WHOM, "members, users"), (WHERE, "channels")):
            await page.get_by_label(name).press("ArrowDown")
            await fox.keys("Enter")
            await shows(fox, answer)
        await page.get_by_label(ROLES).press("ArrowDown")
        await fox.keys("ArrowDown", "Enter")
        await fox.keep("places-desktop-5-roles")
        await fox.keys("Tab")
        await shows(fox, "roles: roles")
        await fox.command("keep")
        await page.locator(".chip input[type=file]").set_input_files(file)
        await page.locator(".chip input").last.focus()
        await fox.keys("lou")
        await fox.offered("#lounge")
        await fox.keys("Enter", "Enter")
        await shows(fox, "kept small.png 6 in lounge")
        await fox.command("form")
        await fox.keys("Enter")
        dialog = page.get_by_role("dialog")
        await dialog.get_by_label("Whom").click()
        await fox.keys("har", "Enter")
        await dialog.get_by_label("Files").set_input_files([file, {**file, "name": "other.png"}])
        await fox.keep("places-desktop-6-form")
        await page.get_by_role("button", name="Submit").click()
        await shows(fox, "form hare ['small.png 6', 'other.png 6']")
    assert not helpful.errors
