"""Computers take the free places of a table that is not rated."""

import pytest

from fillerbot.sandbox.client import Message, Outcome
from tests.bot.conftest import Party, Running, button, gain, match_id, open_colours, shown
from tests.bot.test_tables import note, opened


async def filled(party: Party, table: Message, level: str = "2") -> Message:
    form = await party.people.press("fox", table, button(table, "fill"))
    return shown(await party.people.submit("fox", form, {"what": level}))


async def played(party: Party, board: Message, *people: str) -> Message:
    """Whoever of some people is to move moves, until the game is over."""
    while open_colours(board):
        best = max(open_colours(board), key=gain)
        mover = next(
            person for person in people if f"▶ {board.text.split('▶ ')[1][0]} {person}" in board.text
        )
        board = shown(await party.people.press(mover, board, best))
    return board


@pytest.mark.parametrize("clock", ["none", "normal"])
@pytest.mark.parametrize("variant", ["four", "pairs"])
async def test_two_people_and_two_computers_play_a_match(variant: str, clock: str, party: Party) -> None:
    table = await opened(party, variant, rated=False, clock=clock)
    table = await party.press("owl", table, "join-against" if variant == "pairs" else "join")
    table = await filled(party, table)
    assert table.text.count("Computer 2") == 2
    assert "fill" not in {(b.custom_id or "").split(":")[-1] for b in table.buttons}
    board = await party.press("fox", table, "start")
    # Among several people nobody takes moves back.
    assert "Take back" not in [b.label for b in board.buttons]
    board = await played(party, board, "fox", "owl")
    assert "Computer 2 is ready" in board.text
    board = await party.press("owl", await party.press("fox", board, "ready"), "ready")
    board = await played(party, board, "fox", "owl")
    assert "Rematch" in [b.label for b in board.buttons]
    await party.press("fox", board, "rematch")
    again = await party.press("owl", board, "rematch")
    assert match_id(again) != match_id(board)
    assert open_colours(again)
    assert await party.people.complaints() == []


async def test_a_table_for_two_begins_when_it_is_filled(party: Party) -> None:
    board = await filled(party, await opened(party, "quick", rated=False), "1")
    assert "Computer 1" in board.text
    board = await played(party, board, "fox")
    board = await party.press("fox", board, "ready")
    board = await played(party, board, "fox")
    again = await party.press("fox", board, "rematch")
    assert open_colours(again)


async def test_a_computer_makes_room_for_somebody_and_agrees_with_its_partner(party: Party) -> None:
    table = await filled(party, await opened(party, "pairs", rated=False, games=1))
    assert table.text.count("Computer 2") == 3
    form = await party.people.press("fox", table, button(table, "remove"))
    table = shown(await party.people.submit("fox", form, {"what": "-2"}))
    assert table.text.count("Computer 2") == 2
    table = await filled(party, table, "1")
    assert "Computer 1" in table.text
    board = await party.press("fox", table, "start")
    form = await party.people.press("fox", board, button(board, "giveup"))
    over = shown(await party.people.submit("fox", form, {"what": "concede"}))
    assert "win" in over.text


async def test_only_the_opener_fills_and_never_a_rated_table(party: Party, running: Running) -> None:
    table = await opened(party, "four", rated=False)
    assert "Only fox" in await note(party, "hare", table, "fill")
    rated = await opened(party, "four")
    assert "fill" not in {(b.custom_id or "").split(":")[-1] for b in rated.buttons}
    form: Outcome = await party.people.press("fox", rated, f"f1:{match_id(rated)}:0:fill", forged=True)
    refused = shown(await party.people.submit("fox", form, {"what": "3"}))
    assert "only people" in refused.text
    live = await running.service.live(match_id(rated))
    assert not live.has_computers


async def test_who_was_not_answered_plays_the_computer_instead(party: Party) -> None:
    challenge = await party.challenge(rated=False, variant="classic")
    await party.people.advance(11 * 60)
    expired = await party.wait_for_board(lambda message: "ran out" in message.text)
    assert [b.label for b in expired.buttons] == ["Play the computer"]
    assert "match of fox and owl" in await note(party, "hare", expired, "instead")
    for person in ("fox", "owl"):
        board = await party.press(person, expired, "instead")
        assert "Practice · Classic" in board.text
        assert "Computer 3" in board.text
        assert person in board.text
        # Nothing else is replaced by such a game.
        forged = f"f1:{match_id(board)}:0:instead"
        outcome = await party.people.press(person, board, forged, forged=True)
        assert shown(outcome).ephemeral
    assert match_id(challenge) == match_id(expired)


async def test_a_profile_counts_practice_by_level_and_apart_from_matches_among_people(party: Party) -> None:
    async def profile() -> str:
        return shown(await party.people.invoke("fox", "filler profile", wait=True)).text

    for level in (1, 6):
        board = shown(await party.people.invoke("fox", "filler practice", wait=True, level=level))
        form = await party.people.press("fox", board, button(board, "giveup"))
        await party.people.submit("fox", form, {"what": "concede"})
    said = await profile()
    assert "**Practice**\nComputer 1 · 0 won · 0 drawn · 1 lost\nComputer 6 · 0 won" in said
    assert "Results" not in said
    history = shown(await party.people.invoke("fox", "filler history", wait=True)).text
    assert history == (
        "### fox\nNo match has been finished yet. Practice is not listed here; `/filler profile` counts it."
    )
