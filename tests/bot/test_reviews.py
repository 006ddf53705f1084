"""Matches that are over are looked back on by button or command, for the asker alone, worked out once."""

import asyncio
import io
from pathlib import Path

import pytest
from PIL import Image

from fillerbot.cogs import reviews
from fillerbot.engine.variants import VARIANTS
from fillerbot.reviewing import Work
from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Message, People
from tests.bot.conftest import Party, Running, bot_on, button, gain, match_id, mover, open_colours, shown
from tests.bot.test_tables import begun


@pytest.fixture(autouse=True)
def _in_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test needs a good review."""
    monkeypatch.setattr("fillerbot.reviewing._SOON", 1)
    monkeypatch.setattr("fillerbot.reviewing._LATER", 1)
    monkeypatch.setattr(reviews, "_STEP", 0.2)


async def finished(party: Party, person: str) -> Message:
    """The review of who has asked, once it is there."""
    return await party.people.wait(
        person, party.channel, lambda message: message.ephemeral and "Review ·" in message.text
    )


async def test_a_review_is_announced_worked_out_once_and_then_there_at_once(
    party: Party, running: Running
) -> None:
    result = await party.finish_match(await party.start(rated=False))
    said = shown(await party.people.press("hare", result, button(result, "review")))
    assert said.ephemeral
    assert said.text.startswith("Reviewing…")
    said = await finished(party, "hare")
    assert "fox:" in said.text
    assert "owl:" in said.text
    assert " % " in said.text
    assert "moves that turned it" in said.text or "No move cost" in said.text
    picture = Image.open(io.BytesIO((await party.people.pictures(said))[0]))
    assert picture.width == 694
    assert "margin of seat 1" in (said.descriptions[0] or "")
    # Now it is known, and the command shows it as well.
    before = await party.requests_so_far()
    again = shown(await party.people.invoke("fox", "filler review", wait=True))
    assert "Review ·" in again.text
    assert len(await party.answers(before)) == 1
    assert await running.service._store.review(match_id(result))
    assert await party.people.complaints() == []


async def test_who_asks_for_the_same_review_meanwhile_shares_the_work(party: Party, running: Running) -> None:
    result = await party.finish_game(await party.start(rated=False, games=1))
    ask = running.service.reviewed
    found = await asyncio.gather(*(ask(match_id(result)) for _ in range(3)))
    works = {work for _, work in found if isinstance(work, Work)}
    assert len(works) == 1
    review = await works.pop().task
    assert len(review.moves) == found[0][0].match.moves


async def test_the_command_finds_ones_own_matches_only(party: Party) -> None:
    assert "not played" in shown(await party.people.invoke("fox", "filler review", wait=True)).text
    result = await party.finish_game(await party.start(rated=False, games=1))
    [choice] = await party.people.autocomplete("fox", "filler review", "match", match="")
    assert choice["value"] == str(match_id(result))
    asked = await party.people.invoke("hare", "filler review", wait=True, match=choice["value"])
    assert "This is the match of fox and owl" in shown(asked).text


async def test_nobody_is_told_anything_about_a_match_that_is_not_over(party: Party) -> None:
    async def asked(person: str) -> list[str]:
        board = await party.board()
        number = match_id(board)
        by_command = await party.people.invoke(person, "filler review", wait=True, match=str(number))
        forged = f"f1:{number}:0:review"
        pressed = await party.people.press(person, board, forged, forged=True)
        await party.people.advance(3)
        return [shown(by_command).text, shown(pressed).text]

    board = await party.start()
    refusal = "The match is not over yet."
    assert await asked("fox") == [refusal] * 2
    # The second game is played on the same board.
    board = await party.finish_game(board)
    assert await asked("fox") == [refusal] * 2
    await party.press("fox", board, "ready")
    await party.press("owl", board, "ready")
    assert await asked("fox") == [refusal] * 2
    assert (await asked("hare"))[1] == refusal
    assert "review" not in {(b.custom_id or "").split(":")[-1] for b in (await party.board()).buttons}


async def test_a_match_without_a_move_has_no_review(party: Party) -> None:
    board = await party.start(rated=False, games=1)
    form = await party.people.press("fox", board, button(board, "giveup"))
    over = shown(await party.people.submit("fox", form, {"what": "resign"}))
    assert "Review" not in [b.label for b in over.buttons]
    asked = await party.people.invoke("fox", "filler review", wait=True)
    assert "Nobody has moved" in shown(asked).text


async def test_the_computer_s_moves_are_judged_as_well(party: Party) -> None:
    board = shown(await party.people.invoke("fox", "filler practice", wait=True, level=1))
    while open_colours(board):
        best = max(open_colours(board), key=gain)
        board = shown(await party.people.press("fox", board, best))
    await party.people.press("fox", board, button(board, "review"))
    assert "**Computer 1:" in (await finished(party, "fox")).text


async def test_while_a_review_is_worked_out_practice_goes_on(party: Party, running: Running) -> None:
    result = await party.finish_game(await party.start(rated=False, games=1))
    board = shown(await party.people.invoke("fox", "filler practice", wait=True, level=6))
    _, work = await running.service.reviewed(match_id(result))
    assert isinstance(work, Work)
    await party.people.press("fox", board, max(open_colours(board), key=gain))
    # Not the whole review is waited for, but the position that is being judged.
    assert work.done < work.total / 2
    await work.task


@pytest.mark.parametrize("variant", sorted(VARIANTS))
async def test_a_review_of_every_variant_fits_into_a_message(variant: str, party: Party) -> None:
    board = await begun(party, variant, rated=False, games=1)
    for _ in range(7):
        if open_colours(board):
            board = await party.move(board)
    while open_colours(board):
        person = mover(board)
        form = await party.people.press(person, board, button(board, "giveup"))
        board = shown(await party.people.submit(person, form, {"what": "resign"}))
        if "agree-match" in {(b.custom_id or "").split(":")[-1] for b in board.buttons}:
            partner = {"fox": "lynx", "lynx": "fox", "owl": "hare", "hare": "owl"}[person]
            board = await party.press(partner, board, "agree-match")
    await party.people.press("fox", board, button(board, "review"))
    said = await finished(party, "fox")
    assert len(await party.people.pictures(said)) == 1
    assert await party.people.complaints() == []


@pytest.mark.usefixtures("_addresses")
async def test_a_review_that_a_stop_interrupts_says_so_and_is_worked_out_after_the_start(
    sandbox: Sandbox, people: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = {person.name: person.id for person in await people.people()}
    async with bot_on(sandbox, tmp_path / "fillerbot.sqlite3") as running:
        party = Party(people, running.channel, ids)
        result = await party.finish_game(await party.start(rated=False, games=1))
        monkeypatch.setattr("fillerbot.reviewing._SOON", 30)
        said = shown(await people.press("fox", result, button(result, "review")))
        assert "If this stands still, ask for it again" in said.text
        _, work = await running.service.reviewed(match_id(result))
        assert isinstance(work, Work)
    await asyncio.wait({work.task}, timeout=5)
    assert work.task.cancelled()
    [said] = [message for message in await people.messages("fox", party.channel) if message.ephemeral]
    assert "Please ask for it again" in said.text
    monkeypatch.setattr("fillerbot.reviewing._SOON", 1)
    async with bot_on(sandbox, tmp_path / "fillerbot.sqlite3"):
        await people.advance(3)
        await people.press("fox", result, button(result, "review"))
        assert "Review ·" in (await finished(party, "fox")).text
