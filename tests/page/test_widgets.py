"""What a bot may show, on the page of somebody who tries everything."""

from typing import Any

import discord
import pytest
from playwright.async_api import Page

from fillerbot.sandbox import Sandbox
from tests.page.conftest import Open
from tests.sandbox.conftest import Bot, picture, running

TEXT = """# Title
<img src=x onerror=alert(1)> **bold *both*** __under__ ~~gone~~ `<b>code</b>` \\*plain\\* ||hidden||
- one
- two
  - deeper
> quoted
```
a  b
```
-# small [link](https://example.com) <https://example.org> <@{person}> <t:{at}:R>"""


class Everything(discord.ui.LayoutView):
    """One of each."""

    def __init__(self, person: str) -> None:
        super().__init__(timeout=None)
        moment = int(discord.utils.utcnow().timestamp()) + 100
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
            discord.ui.Button(label="Form", custom_id="form"),
            discord.ui.Button(label="Never", custom_id="never", style=discord.ButtonStyle.danger),
            discord.ui.Button(label="Off", custom_id="off", emoji="🔒", disabled=True),
            discord.ui.Button(label="Away", url="https://example.com"),
        )
        options = [discord.SelectOption(label=name, description=f"the {name}") for name in "abc"]
        menus: list[discord.ui.ActionRow[Any]] = [
            discord.ui.ActionRow(discord.ui.Select(custom_id=name, options=options, max_values=most))
            for name, most in (("one", 1), ("many", 3))
        ]
        self.add_item(
            discord.ui.Container(
                discord.ui.TextDisplay(TEXT.format(person=person, at=moment)),
                discord.ui.Separator(),
                discord.ui.Section("beside", accessory=discord.ui.Thumbnail("attachment://a.png")),
                discord.ui.MediaGallery(
                    discord.MediaGalleryItem("attachment://a.png", description="a red field"),
                    discord.MediaGalleryItem("https://example.com/tracker.png"),
                ),
                row,
                *menus,
                accent_colour=0xF0B232,
            )
        )


class Form(discord.ui.Modal, title="A form"):
    """Every kind of field."""

    def __init__(self) -> None:
        super().__init__()
        pairs = [discord.SelectOption(label=name, emoji="🔒", description="a") for name in ("left", "right")]
        self.word = discord.ui.TextInput[Any](min_length=2)
        self.menu = discord.ui.Select[Any](options=pairs)
        self.radio = discord.ui.RadioGroup[Any]()
        self.boxes = discord.ui.CheckboxGroup[Any](min_values=0, required=False)
        self.box = discord.ui.Checkbox[Any]()
        for name in ("left", "right"):
            self.radio.add_option(label=name)
            self.boxes.add_option(label=name)
        for item in (self.word, self.menu, self.radio, self.boxes, self.box):
            text = type(item).__name__
            self.add_item(discord.ui.Label(text=text, component=item))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        values = [self.word.value, self.menu.values, self.radio.value, self.boxes.values, self.box.value]
        await interaction.response.send_message(f"got {values}", ephemeral=True)


@pytest.fixture
def trying(bot: Bot) -> Bot:
    @bot.tree.command(description="Show one of each")
    async def show(interaction: discord.Interaction) -> None:
        view = Everything(str(interaction.user.id))
        await interaction.response.send_message(view=view, file=discord.File(picture(), "a.png"))

    @bot.tree.command(description="Take your time")
    async def think(interaction: discord.Interaction, number: int, sure: bool) -> None:  # noqa: FBT001
        await interaction.response.defer()
        await interaction.followup.send(f"thought {number} {sure}")

    @bot.listen()
    async def on_interaction(interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        if data.get("custom_id") == "form" and interaction.type is discord.InteractionType.component:
            await interaction.response.send_modal(Form())
        elif data.get("custom_id") in {"one", "many"}:
            await interaction.response.send_message(f"chose {data['values']}", ephemeral=True)

    return bot


async def shows(page: Page, text: str) -> None:
    await page.locator(".message", has_text=text).last.wait_for()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
async def test_everything_can_be_seen_pressed_and_filled_in(
    sandbox: Sandbox, trying: Bot, open_page: Open, *, phone: bool
) -> None:
    sandbox.interactions.deadline = 1.0
    async with running(trying):
        fox = await open_page("fox", phone=phone)
        page = fox.page
        name = "phone" if phone else "desktop"
        await fox.keys("/sh")
        await fox.offered("/show")
        await fox.keys("Enter", "Enter")
        await shows(page, "Title")
        assert await page.locator(".message img[src=x]").count() == 0
        assert await page.locator("strong em").inner_text() == "both"
        assert "*plain*" in await page.locator(".markdown").first.inner_text()
        assert await page.locator("ul ul li").inner_text() == "deeper"
        assert await page.locator("pre").inner_text() == "a  b"
        assert "in 2 minutes" in await page.locator(".moment").inner_text()
        assert await page.locator(".mention.mine").inner_text() == "@fox"
        assert await page.get_by_role("button", name="Off").is_disabled()
        await page.get_by_role("button", name="Show spoiler").press("Enter")
        assert await page.locator(".spoiler.shown").inner_text() == "hidden"
        await fox.keep(f"widgets-{name}-1")

        await page.locator(".menu-face").first.focus()
        await fox.keys("ArrowDown", "ArrowDown", "Enter")
        await shows(page, "chose ['b']")
        await page.locator(".menu-face").last.focus()
        await fox.keys("ArrowDown", "Enter", "ArrowDown", "Enter", "Tab")
        await shows(page, "chose ['a', 'b']")

        await fox.press(page.get_by_role("button", name="Never"))
        await page.locator(".pending").wait_for()
        await page.get_by_text("This interaction failed").wait_for()
        await fox.keep(f"widgets-{name}-2-failed")

        await fox.press(page.get_by_role("button", name="Form"))
        await page.get_by_label("TextInput").fill("word")
        await fox.press(page.get_by_role("combobox", name="Select", exact=True))
        await fox.press(page.get_by_role("option", name="right"))
        await page.get_by_role("radio", name="left").check()
        await page.get_by_role("checkbox", name="right").check()
        await page.get_by_role("checkbox", name="Checkbox", exact=True).check()
        await fox.keep(f"widgets-{name}-3-form")
        await fox.press(page.get_by_role("button", name="Submit"))
        await shows(page, "got ['word', ['right'], 'left', ['right'], True]")

        await page.locator("#composer textarea").focus()
        await fox.keys("/think ")
        await page.locator(".chip").first.wait_for()
        await fox.keys("many", "Tab", "t", "Tab", "Enter")
        await page.locator("#composer .error", has_text="number does not take this value.").wait_for()
        await page.locator(".chip input").first.fill("12")
        await fox.keys("Enter")
        await shows(page, "thought 12 True")

    await page.get_by_text("is not connected").wait_for()
    assert not trying.errors


async def test_whoever_comes_back_finds_what_is_new(sandbox: Sandbox, trying: Bot, open_page: Open) -> None:
    async with running(trying):
        channel = await trying.fetch_channel(sandbox.channel_id)
        assert isinstance(channel, discord.TextChannel)
        fox = await open_page("fox")
        await channel.send("an old one")
        await shows(fox.page, "an old one")
        await fox.press(".member[href='#hare']")
        await fox.page.locator(".member[aria-current=true]", has_text="hare").wait_for()
        await channel.send("**a new one** for <@555721791897600011>")
        await shows(fox.page, "a new one")
        await fox.press(".member[href='#fox']")
        await fox.page.locator(".new").wait_for()
        order = await fox.page.locator(".new + .message").inner_text()
        assert "a new one" in order
        assert await fox.page.locator(".message.pings").count() == 1
        await fox.keep("widgets-new-line")
        await fox.keys("Escape")
        await fox.page.locator(".new").wait_for(state="detached")
        await fox.page.evaluate("scrollTo(0, 0)")
        assert (await fox.page.title()) == "#filler as fox"
