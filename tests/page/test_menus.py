"""Menus, forms and the line to write in, as they are filled in by hand."""

from typing import Any

import discord
import pytest
from discord import app_commands, ui

from tests.page.conftest import Open
from tests.page.saying import Says, shown
from tests.sandbox.conftest import Bot, running

PAIRS = [
    discord.SelectOption(label=name, emoji="🔒", description=f"the {name}") for name in ("left", "right")
]


class Form(ui.Modal, title="Several"):
    """Menus of which one is needed."""

    def __init__(self) -> None:
        super().__init__()
        self.needed = ui.Select[Any](options=PAIRS)
        self.several = ui.Select[Any](options=PAIRS, max_values=2, required=False)
        self.add_item(ui.Label(text="Needed", component=self.needed))
        self.add_item(ui.Label(text="Several", component=self.several))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"got {self.needed.values} {self.several.values}")


@pytest.fixture
def asking(bot: Bot) -> Bot:
    @bot.tree.command(description="Open a form")
    async def form(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    @bot.tree.command(description="Take a word and a number")
    @app_commands.describe(word="A word of your choice")
    async def take(
        interaction: discord.Interaction,
        word: app_commands.Range[str, 2, 5],
        number: app_commands.Range[int, 1, 9],
    ) -> None:
        await interaction.response.send_message(f"took {word} {number}")

    return bot


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
async def test_menus_of_people_are_searched_and_long_labels_stay_inside(
    says: Says, open_page: Open, *, phone: bool
) -> None:
    fox = await open_page("fox", phone=phone, light=phone)
    page = fox.page
    options = [{"label": "with a picture", "value": "a", "emoji": {"name": "🔒"}, "default": True}]
    rows: list[object] = [
        {"type": 1, "components": [{"type": 5, "custom_id": "whom"}]},
        {"type": 1, "components": [{"type": 3, "custom_id": "what", "options": options}]},
        {"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "w", "label": "Wide " * 16}]},
    ]
    node = await shown(page, await says("choose", components=rows))
    faces = node.locator(".menu-face")
    await faces.first.focus()
    await fox.keys("ow")
    await page.get_by_role("option", name="owl").wait_for()
    assert await page.get_by_role("option").count() == 1
    await fox.keep(f"menus-{'phone' if phone else 'desktop'}-search")
    await fox.keys("zzz")
    await page.locator(".menu .list-none", has_text="Nothing fits").wait_for()
    await fox.keys("Escape")
    assert await faces.first.evaluate("node => node === document.activeElement")
    gap = "face => face.querySelector('.label').getBoundingClientRect().left - "
    gap += "face.querySelector('.emoji-text').getBoundingClientRect().right"
    assert await faces.last.evaluate(gap) >= 4
    box = await node.locator(".button").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= (page.viewport_size or {"width": 0})["width"]
    await fox.keep(f"menus-{'phone' if phone else 'desktop'}-button")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
async def test_forms_have_the_menus_of_messages(asking: Bot, open_page: Open, *, phone: bool) -> None:
    async with running(asking):
        fox = await open_page("fox", phone=phone)
        page = fox.page
        await fox.command("form")
        await fox.keys("Enter")
        await fox.press(page.get_by_role("button", name="Submit"))
        await page.locator(".modal .error", has_text="Needed is missing.").wait_for()
        await fox.press(page.get_by_role("combobox", name="Needed"))
        assert await page.get_by_role("option").locator(".emoji-text").count() == 2
        await fox.keep(f"menus-{'phone' if phone else 'desktop'}-form")
        await fox.press(page.get_by_role("option", name="right"))
        assert await page.locator(".modal .error").inner_text() == ""
        await page.get_by_role("combobox", name="Several").focus()
        await fox.keys("ArrowDown", "Enter", "ArrowDown", "Enter", "Escape")
        await page.get_by_role("dialog").wait_for()
        await fox.keep(f"menus-{'phone' if phone else 'desktop'}-form-filled")
        await fox.press(page.get_by_role("button", name="Submit"))
        await page.locator(".message", has_text="got ['right'] ['left', 'right']").wait_for()
    assert not asking.errors


async def test_what_is_out_of_bounds_is_marked_with_its_bounds(asking: Bot, open_page: Open) -> None:
    async with running(asking):
        fox = await open_page("fox")
        page = fox.page
        await fox.command("take")
        await fox.keys("owl", "Tab", "12", "Enter")
        await page.locator("#composer .error", has_text="number must be between 1 and 9.").wait_for()
        focused = page.locator(".chip.wrong input:focus")
        assert "number" in (await focused.get_attribute("aria-label") or "")
        await fox.keep("menus-desktop-bounds")
        await focused.fill("9")
        await page.locator(".chip input").first.fill("o")
        await fox.keys("Enter")
        await page.locator("#composer .error", has_text="word must have between 2 and 5 char").wait_for()
        await page.locator(".chip.wrong input:focus").fill("owl")
        await page.locator(".chip input").first.focus()
        await fox.keys("Enter")
        await page.locator(".message", has_text="took owl 9").wait_for()
    assert not asking.errors


async def test_a_message_may_have_several_lines(open_page: Open) -> None:
    fox = await open_page("fox")
    page = fox.page
    field = page.locator("#composer textarea")
    await field.focus()
    await fox.keys("one")
    low = (await field.bounding_box() or {"height": 0.0})["height"]
    await page.keyboard.press("Shift+Enter")
    await fox.keys("two")
    assert (await field.bounding_box() or {"height": 0.0})["height"] > low
    await fox.keep("menus-desktop-lines")
    await fox.keys("Enter")
    message = page.locator(".message", has_text="one")
    await message.wait_for()
    assert await message.locator(".markdown").inner_text() == "one\ntwo"
    assert (await field.bounding_box() or {"height": 0.0})["height"] == low
