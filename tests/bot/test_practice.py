"""Practice: the computer answers with the press."""

from pathlib import Path

import pytest

from fillerbot import practice as practising
from fillerbot.archive.export import records
from fillerbot.engine.replay import answer
from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Message, People
from tests.bot.conftest import Party, Running, bot_on, button, gain, match_id, open_colours, shown
from tests.bot.test_tables import note


async def practice(people: People, **options: object) -> Message:
    return shown(await people.invoke("fox", "filler practice", wait=True, **options))


async def moved(people: People, message: Message) -> Message:
    best = max(open_colours(message), key=gain)
    return shown(await people.press("fox", message, best))


@pytest.mark.parametrize("variant", ["quick", "paints", "four", "pairs"])
async def test_a_game_against_the_computer_to_its_end(variant: str, party: Party, tmp_path: Path) -> None:
    board = await practice(party.people, variant=variant, level=2)
    assert "Practice" in board.text
    assert "Computer 2" in board.text
    while open_colours(board):
        before = await party.requests_so_far()
        board = await moved(party.people, board)
        # My move and the computer's come in one answer.
        assert await party.answers(before) == ["POST /interactions/callback 7"]
    assert [b.label for b in board.buttons] == ["Same board, other corner", "New board", "Replay", "Review"]
    [record] = [record async for record in records(tmp_path / "fillerbot.sqlite3")]
    assert answer(record)["match"] is not None


async def test_a_move_is_taken_back_with_the_computers_answer(party: Party) -> None:
    board = await practice(party.people, level=1, corner=1)
    assert [b.label for b in board.buttons if b.disabled and b.label == "Take back"]
    nothing = await party.people.press("fox", board, button(board, "takeback"), forged=True)
    assert "no move of yours" in shown(nothing).text
    after = await moved(party.people, board)
    again = await party.press("fox", after, "takeback")
    assert [b.label for b in open_colours(again)] == [b.label for b in open_colours(board)]
    await party.people.advance(3)
    # A press on the board as it was before is no longer one on this.
    stale = shown(await party.people.press("fox", again, open_colours(board)[0].custom_id or "", forged=True))
    assert stale.ephemeral
    await moved(party.people, again)


async def test_a_hint_names_a_colour_and_why(party: Party) -> None:
    board = await practice(party.people, level=1, corner=1)
    said = await note(party, "fox", board, "hint")
    assert "(+" in said
    rated = await party.start()
    forged = f"f1:{match_id(rated)}:0:hint"
    outcome = await party.people.press("fox", rated, forged, forged=True)
    assert "practice against the computer only" in shown(outcome).text


async def test_the_same_board_from_the_other_corner(party: Party) -> None:
    board = await practice(party.people, level=1, corner=1)
    form = await party.people.press("fox", board, button(board, "giveup"))
    assert "Call the match off" in str(form.modal)
    assert "pause" not in str(form.modal)
    over = shown(await party.people.submit("fox", form, {"what": "concede"}))
    again = await party.press("fox", over, "again-same")
    assert again.id != over.id
    assert "② fox" in again.text
    # The computer has moved first.
    assert "took" in again.text
    new = await party.press("fox", over, "again-new")
    assert match_id(new) != match_id(again)


@pytest.mark.usefixtures("_addresses")
async def test_the_computer_answers_after_a_restart(sandbox: Sandbox, people: People, tmp_path: Path) -> None:
    database = tmp_path / "fillerbot.sqlite3"
    async with bot_on(sandbox, database) as running:
        board = await practice(people, level=1, corner=1)
        live = await running.service.live(match_id(board))
        colour = live.match.game.position.legal()[0]
        # Killed between the move and its answer.
        running.service._thinker = None  # type: ignore[assignment]
        move = await running.service.move(live.id, live.people[0].id, running.service.now(), colour)
        assert move.match.moves == 1
    async with bot_on(sandbox, database):
        answered = await people.wait("fox", running.channel, lambda m: "Computer 1 took" in m.text)
        assert open_colours(answered)


async def test_who_moves_sees_his_move_though_the_computer_cannot_answer_yet(
    party: Party, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practising, "_AGAIN", 0.1)
    board = await practice(party.people, level=1, corner=1)
    thinker, running.service._thinker = running.service._thinker, None  # type: ignore[assignment]
    board = await moved(party.people, board)
    assert "fox took" in board.text
    running.service._thinker = thinker
    answered = await party.wait_for_board(lambda message: "Computer 1 took" in message.text)
    assert answered.id == board.id
    await moved(party.people, answered)


async def test_a_corner_that_is_not_there(party: Party) -> None:
    outcome = await party.people.invoke("fox", "filler practice", wait=True, corner=3)
    assert "no corner of that number" in shown(outcome).text
