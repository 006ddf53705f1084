import discord
from discord import ui

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from tests.sandbox.conftest import Bot, picture, running


def board(n: int) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=0x123456)
    box.add_item(ui.TextDisplay(f"### board {n}"))
    box.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="a board")))
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    row.add_item(ui.Button(label=f"+{n}", custom_id=f"m:{n}"))
    row.add_item(ui.Button(label="held", custom_id="held", disabled=True))
    box.add_item(row)
    view.add_item(box)
    return view


async def test_invoke_and_press(sandbox: Sandbox, people: People, bot: Bot) -> None:
    @bot.tree.command(description="Show a board")
    async def show(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=board(1), file=discord.File(picture(), "board.png"))

    @bot.listen()
    async def on_interaction(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            file = discord.File(picture("blue"), "board.png", description="a board")
            answer = await interaction.response.edit_message(view=board(2), attachments=[file])
            assert answer is not None
            assert isinstance(answer.resource, discord.InteractionMessage)
            assert answer.resource.edited_at is not None

    async with running(bot):
        shown = await people.invoke("fox", "show")
        assert shown.message is not None
        assert shown.message.text == "### board 1"
        pressed = await people.press("owl", shown.message, "m:1")
        assert pressed.kind == 7
        assert pressed.message is not None
        assert pressed.message.text == "### board 2"
        [message] = await people.messages("hare", sandbox.channel_id)
        assert message.edited
        assert (await people.picture(message.images[0]))[:4] == b"\x89PNG"
    assert sandbox.complaints == []
