"""The colours are emojis of the application, and no more of them than there are colours."""

from pathlib import Path

import pytest

from fillerbot.cogs.emoji import _pictures
from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from fillerbot.sandbox.state import Emoji
from tests.bot.conftest import bot_on


@pytest.mark.usefixtures("_addresses")
async def test_old_emojis_of_ours_are_removed_and_those_of_others_stay(
    sandbox: Sandbox, people: People, tmp_path: Path
) -> None:
    kept = sandbox.world.emojis
    picture = _pictures()[next(iter(_pictures()))][1]
    for number, name in enumerate(("red_00000000", "heart_01234567", "red_dragon", "reddish_00000000")):
        kept[str(number + 1)] = Emoji(str(number + 1), name, picture, "image/png")
    async with bot_on(sandbox, tmp_path / "fillerbot.sqlite3"):
        pass
    ours = {name for name, _ in _pictures().values()}
    assert {emoji.name for emoji in kept.values()} == ours | {
        "heart_01234567",
        "red_dragon",
        "reddish_00000000",
    }
    before = [emoji.id for emoji in kept.values()]
    async with bot_on(sandbox, tmp_path / "fillerbot.sqlite3"):
        pass
    assert [emoji.id for emoji in kept.values()] == before, "a second start uploads nothing"
    assert await people.complaints() == []
