"""A match from challenge to rematch, by commands and presses alone."""

import io
from pathlib import Path

import pytest
from PIL import Image

from fillerbot.archive.export import records
from fillerbot.engine.match import Phase
from fillerbot.engine.replay import answer
from tests.bot.conftest import (
    Party,
    Running,
    button,
    colours,
    gain,
    match_id,
    mover,
    open_colours,
    other,
)


@pytest.mark.parametrize(("variant", "wins"), [("quick", 29), ("classic", 113)])
async def test_two_people_play_a_match_and_want_another(
    variant: str, wins: int, party: Party, running: Running, tmp_path: Path
) -> None:
    board = await party.start(variant=variant)
    assert f"{wins} cells win" in board.text
    result = await party.finish_match(board)
    assert "wins the match" in result.text or "draw" in result.text

    stored = [record async for record in records(tmp_path / "fillerbot.sqlite3")]
    assert len(stored) == 1
    replayed = answer(stored[0])
    assert all(game["end"] in ("decided", "full") for game in replayed["games"])
    live = await running.service.live(match_id(result))
    assert replayed["match"]["points"] == [str(p) for p in live.match.standings().points]  # type: ignore[union-attr]
    winners = [person for person in live.people if f"**{person.name} wins the match" in result.text]
    first = replayed["match"]["ranking"][0]
    assert [live.people.index(w) for w in winners] == (first if len(first) == 1 else [])

    before = await party.requests_so_far()
    waiting = await party.press("fox", result, "rematch")
    assert "fox would like a rematch" in waiting.text
    again = await party.press("owl", waiting, "rematch")
    assert await party.answers(before) == ["POST /interactions/callback 7", "POST /interactions/callback 4"]
    assert again.id != result.id
    assert match_id(again) != match_id(result)
    assert mover(again) != mover(board), "the other side moves first on the new board"
    await party.move(again)
    assert await party.people.complaints() == []


async def test_a_rated_match_says_what_it_is_for_and_what_came_of_it(party: Party) -> None:
    challenge = await party.challenge()
    assert "fox (1500?): +162 / +32 / = / −32 / −162" in challenge.text
    board = await party.press("owl", challenge, "accept")
    form = await party.people.press("owl", board, button(board, "giveup"))
    assert form.modal is not None
    outcome = await party.people.submit("owl", form, {"what": "resign"})
    assert outcome.message is not None
    assert "fox: 1662? (+162)" in outcome.message.text
    assert "owl: 1338? (−162)" in outcome.message.text


async def test_a_press_on_a_board_is_answered_by_exactly_one_request(party: Party) -> None:
    board = await party.start()
    for _ in range(6):
        before = await party.requests_so_far()
        board = await party.move(board)
        assert await party.answers(before) == ["POST /interactions/callback 7"]
        picture = Image.open(io.BytesIO((await party.people.pictures(board))[0]))
        assert picture.width == 694


async def test_the_challenge_pings_the_opponent_and_becomes_the_board(party: Party) -> None:
    challenge = await party.challenge()
    assert challenge.mentions == [party.ids["owl"]]
    assert [b.label for b in challenge.buttons] == ["Accept", "Decline", "Withdraw", "How to play"]
    board = await party.press("owl", challenge, "accept")
    assert board.id == challenge.id
    assert board.mentions == []
    assert board.text.startswith("### Quick 8×7 · game 1 of 2 · 0–0")


async def test_the_board_says_whose_turn_it_is_and_what_cannot_be_taken(party: Party) -> None:
    board = await party.start()
    me, opponent = mover(board), other(mover(board))
    assert f"is {me}’s" in board.text
    assert f"is {opponent}’s, so neither can be taken this turn. 29 cells win." in board.text
    labels = [b.label for b in colours(board)]
    assert len(labels) == 6
    assert sorted(b.label for b in colours(board) if b.disabled) == ["①", "②"]
    assert all(gain(b) <= 6 for b in open_colours(board))
    assert all(b.emoji_id for b in colours(board)), "colours are the application's own emojis"
    assert board.descriptions[0] is not None
    assert f"{me} (seat 1, " in board.descriptions[0]
    assert f"{me} to move" in board.descriptions[0]


async def test_corners_are_swapped_on_the_same_board_in_game_two(party: Party, running: Running) -> None:
    board = await party.start()
    first = mover(board)
    between = await party.finish_game(board)
    assert "Waiting for fox" in between.text
    assert "Waiting for owl" in between.text
    half = await party.press("fox", between, "ready")
    assert "fox is ready" in half.text
    second = await party.press("owl", half, "ready")
    assert "game 2 of 2" in second.text
    assert mover(second) == other(first)
    live = await running.service.live(match_id(second))
    assert live.match.games[0].position.board == live.match.games[1].position.board
    assert live.match.phase is Phase.PLAYING


async def test_a_casual_match_can_have_one_game(party: Party) -> None:
    board = await party.start(rated=False, games=1)
    assert board.text.startswith("### Quick 8×7\n")
    result = await party.finish_game(board)
    assert not button(result, "rematch").disabled
    assert "wins.**" in result.text or "A draw." in result.text


@pytest.mark.parametrize(
    ("person", "action", "line"),
    [
        ("owl", "decline", "**owl** declined the challenge of **fox** (Quick 8×7)."),
        ("fox", "withdraw", "**fox** withdrew the challenge to **owl** (Quick 8×7)."),
    ],
)
async def test_a_challenge_that_is_turned_down_becomes_a_line_without_buttons(
    person: str, action: str, line: str, party: Party
) -> None:
    closed = await party.press(person, await party.challenge(), action)
    assert closed.text == line
    assert closed.buttons == []
    assert closed.images == []
