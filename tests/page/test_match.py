"""Two people play a match in two browsers, with mouse, finger and keyboard."""

import asyncio
import re
from dataclasses import dataclass
from typing import Any

import pytest

from fillerbot.sandbox import Sandbox
from tests.page.conftest import Open, Reader

BOARD = """() => {
  const newest = [...document.querySelectorAll(".message:not(.ephemeral)")].at(-1);
  const buttons = [...newest.querySelectorAll("button[data-custom-id]")];
  const colours = buttons.filter((one) => /:c\\d$/.test(one.dataset.customId));
  return {
    mover: newest.textContent.match(/▶.? . (\\w+)/)?.[1],
    colours: colours.filter((one) => !one.disabled).map((one) => [one.dataset.customId, one.textContent]),
  };
}"""
CHANGED = """(old) => ![...document.querySelectorAll("button[data-custom-id]")].some(
  (one) => one.dataset.customId === old)"""
LOADED = "() => [...document.images].every((one) => one.complete)"
WORDS = {
    "en-US": {"variant": "variant", "quick": "qui", "rated": "rated", "no": "False", "games": "games"},
    "de": {"variant": "variante", "quick": "schn", "rated": "gewertet", "no": "falsch", "games": "partien"},
}


@dataclass
class Game:
    """A challenger and somebody who is challenged."""

    challenger: Reader
    other: Reader
    language: str

    @property
    def both(self) -> tuple[Reader, Reader]:
        return self.challenger, self.other

    async def challenge(self, games: int) -> None:
        """By keyboard alone, in the language of the challenger."""
        me, words = self.challenger, WORDS[self.language]
        await me.keys("/")
        await me.offered("/filler ")
        await me.keep(f"{self.name}-1-commands")
        await me.keys("challenge" if self.language == "en-US" else "herausf", "Enter")
        await me.offered("@fox")
        await me.keys(self.other.name[:3])
        await me.offered(f"@{self.other.name}")
        await me.keep(f"{self.name}-2-people")
        await me.keys("Tab", words["variant"], "Tab", words["quick"])
        await me.offered("8×7")
        await me.keys("Enter")
        if games == 1:
            await me.keys(words["rated"], "Tab", words["no"], "Tab", words["games"], "Tab", "1")
        await me.keep(f"{self.name}-3-line")
        await me.keys("Enter")
        await self.other.action("accept").wait_for()
        await self.other.keep(f"{self.name}-4-challenge")

    @property
    def name(self) -> str:
        return f"{'phone' if self.other.phone else 'desktop'}-{self.language[:2]}"

    async def look_around(self) -> None:
        """Preview, options, the form, a picture: for one pair of eyes alone."""
        me, they = self.challenger, self.other
        await me.press(me.action("preview"))
        note = me.page.locator(".message.ephemeral")
        await note.locator(".picture").wait_for()
        assert await they.page.locator(".message.ephemeral").count() == 0
        await me.keep(f"{self.name}-6-preview")
        await me.press(note.get_by_role("button", name=re.compile("Dismiss|verwerfen")))
        await note.wait_for(state="detached")
        await they.press(they.action("options"), keyboard=True)
        await they.page.locator(".message.ephemeral pre").wait_for()
        await they.keep(f"{self.name}-7-options")
        await they.press(
            they.page.locator(".ephemeral").get_by_role("button", name=re.compile("Dismiss|verwerfen"))
        )
        await they.press(they.action("giveup"))
        dialog = they.page.get_by_role("dialog")
        await dialog.get_by_role("radio").first.wait_for()
        await they.keep(f"{self.name}-8-form")
        await they.keys("Escape")
        await dialog.wait_for(state="detached")
        await they.press(they.page.locator(".message .picture").last)
        await dialog.get_by_role("img").wait_for()
        await they.keep(f"{self.name}-9-enlarged")
        await they.keys("Escape")
        await dialog.wait_for(state="detached")

    async def play(self) -> None:
        """The challenger presses, the other one takes the keyboard; to the end of the game."""
        moves = 0
        while (board := await self._board())["colours"]:
            await self.settled()
            mover = next(reader for reader in self.both if reader.name == board["mover"])
            best = max(board["colours"], key=lambda one: int(re.findall(r"\d+", one[1])[-1]))[0]
            button = mover.page.locator(f"button[data-custom-id='{best}']")
            if moves == 2:
                await self._move_by_command(mover, best)
            else:
                await mover.press(button, keyboard=mover is self.other)
            await asyncio.gather(*(reader.page.wait_for_function(CHANGED, arg=best) for reader in self.both))
            moves += 1
            if moves == 8:
                await asyncio.gather(*(reader.keep(f"{self.name}-10-{reader.name}") for reader in self.both))

    async def settled(self) -> None:
        """Let everybody see the picture before it is replaced, as people do."""
        await asyncio.gather(*(reader.page.wait_for_function(LOADED) for reader in self.both))

    async def next_game(self) -> None:
        await self.settled()
        await self.challenger.press(self.challenger.action("ready"))
        await self.other.page.locator(".message", has_text=f"✅ {self.challenger.name}").last.wait_for()
        await self.settled()
        await self.other.press(self.other.action("ready"), keyboard=True)
        boards = [reader.page.locator("button[data-custom-id$=':c1']") for reader in self.both]
        await asyncio.gather(*(board.wait_for() for board in boards))

    async def _move_by_command(self, mover: Reader, custom_id: str) -> None:
        await mover.page.locator("#composer textarea").focus()
        await mover.keys("/filler move ")
        await mover.page.locator(".chip input").wait_for()
        await mover.keys(custom_id[-1])
        await mover.offered("")
        await mover.keys("Enter", "Enter")

    async def _board(self) -> dict[str, Any]:
        found: dict[str, Any] = await self.challenger.page.evaluate(BOARD)
        return found


@pytest.mark.usefixtures("running")
@pytest.mark.parametrize(
    ("sandbox", "phone", "games"),
    [("en-US", False, 2), ("de", True, 2), ("de", False, 1), ("en-US", True, 1)],
    indirect=["sandbox"],
    ids=["desktop-en", "phone-de", "desktop-de", "phone-en"],
)
async def test_two_people_play_a_match_to_its_result(
    sandbox: Sandbox, open_page: Open, *, phone: bool, games: int
) -> None:
    language = sandbox.world.locale
    names = ("fox", "lynx") if language == "en-US" else ("owl", "fox")
    challenger = await open_page(names[0], phone=phone)
    other = await open_page(names[1], phone=phone, light=games == 1)
    game = Game(challenger, other, language)
    await game.challenge(games)
    await other.press(other.action("accept"))
    await asyncio.gather(*(reader.action("preview").wait_for() for reader in game.both))
    await other.keep(f"{game.name}-5-board")
    await game.look_around()
    await game.play()
    if games == 2:
        await game.next_game()
        await game.play()
    for reader in game.both:
        await reader.action("rematch").wait_for()
        await reader.keep(f"{game.name}-11-result-{reader.name}")
    await game.settled()
    said = await other.page.locator(".message:not(.ephemeral)").last.inner_text()
    assert re.search("wins|draw|gewinnt|remis", said, re.IGNORECASE), said
