"""Presses as they really come: twice, at once, late, forged, by the wrong person."""

import asyncio
import gc
import io

import discord
import pytest

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Message
from tests.bot.conftest import Party, Running, button, colours, match_id, mover, open_colours, other

SILENT, UPDATE, PRIVATE, FORM = 6, 7, 4, 9


async def moves(running: Running, board: Message) -> int:
    return (await running.service.live(match_id(board))).match.moves


async def test_of_two_identical_presses_at_once_one_counts(party: Party, running: Running) -> None:
    board = await party.start()
    chosen = open_colours(board)[0]
    both = await asyncio.gather(*(party.people.press(mover(board), board, chosen) for _ in range(2)))
    assert sorted(o.kind or 0 for o in both) == [SILENT, UPDATE]
    assert await moves(running, board) == 1


async def test_of_two_different_colours_at_once_one_counts(party: Party, running: Running) -> None:
    board = await party.start()
    first, second = open_colours(board)[:2]
    both = await asyncio.gather(*(party.people.press(mover(board), board, b) for b in (first, second)))
    assert sorted(o.kind or 0 for o in both) == [PRIVATE, UPDATE]
    assert await moves(running, board) == 1


async def test_a_double_tap_is_acknowledged_silently(party: Party) -> None:
    board = await party.start()
    await party.people.press("fox", board, button(board, "preview"))
    assert (await party.people.press("fox", board, button(board, "preview"))).kind == SILENT
    assert (await party.people.press("owl", board, button(board, "preview"))).kind == PRIVATE


async def test_an_impatient_person_gets_an_answer_every_two_seconds(party: Party, sandbox: Sandbox) -> None:
    board = await party.start()
    kinds = []
    for _ in range(4):
        kinds.append((await party.people.press("fox", board, button(board, "preview"))).kind)
        sandbox.clock.advance(1.2)
    assert kinds == [PRIVATE, SILENT, PRIVATE, SILENT]


async def test_who_closes_the_form_can_open_it_again_at_once(party: Party) -> None:
    board = await party.start()
    for _ in range(2):
        assert (await party.people.press("fox", board, button(board, "giveup"))).kind == FORM


async def test_an_answer_that_hangs_holds_nobody_up_and_the_newest_board_stays(
    party: Party, running: Running
) -> None:
    board = await party.start()
    first = mover(board)
    events = await party.people.events()
    await party.people.hold(callbacks=True)
    slow = await party.people.press(first, board, open_colours(board)[0], wait=False)
    await party.people.event("callback_held", after=events[-1]["number"])
    key = str((await running.service.live(match_id(board))).match.game.position.legal()[0])
    await party.people.invoke(other(first), "filler move", wait=False, colour=key)
    live = await running.service.live(match_id(board))
    while live.match.moves < 2:
        await asyncio.sleep(0)
        live = await running.service.live(match_id(board))
    await party.people.hold(callbacks=False)
    await party.wait_for_board(lambda message: bool(open_colours(message)) and mover(message) == first)
    assert (await party.people.interaction(slow.interaction)).failed is None


async def test_a_forged_press_on_a_held_colour_is_explained(party: Party, running: Running) -> None:
    board = await party.start()
    held = [b for b in colours(board) if b.disabled]
    said = []
    for forged in held:
        outcome = await party.people.press(mover(board), board, forged, forged=True)
        assert outcome.message is not None
        assert outcome.message.ephemeral
        said.append(outcome.message.text)
    own, held_by_other = {
        "fox": ("is your own colour; choose another one.", "is owl’s colour and cannot be taken now."),
        "owl": ("ist deine eigene Farbe; wähle eine andere.", "ist die Farbe von fox und jetzt gesperrt."),
    }[mover(board)]
    assert any(own in text for text in said)
    assert any(held_by_other in text for text in said)
    assert await moves(running, board) == 0
    assert (await party.board()).raw == board.raw


async def test_a_colour_that_the_board_does_not_have_is_explained(party: Party) -> None:
    board = await party.start()
    forged = f"f1:{match_id(board)}:0:c9"
    outcome = await party.people.press(mover(board), board, forged, forged=True)
    assert outcome.message is not None
    assert outcome.message.text in (
        "This board does not have that colour.",
        "Diese Farbe gibt es auf diesem Brett nicht.",
    )


@pytest.mark.parametrize(
    "custom_id", ["f1:1:0:dance", "f1:", "f1:x:y:z", "f1:1:0:c0", "f1:99999999999999999999:0:c1"]
)
async def test_an_unknown_action_gets_a_polite_answer(custom_id: str, party: Party) -> None:
    board = await party.start()
    outcome = await party.people.press("fox", board, custom_id, forged=True)
    assert outcome.message is not None
    assert outcome.message.ephemeral
    assert outcome.message.text.startswith("This button is from another version of the bot.")


async def test_the_opponent_cannot_move_for_you(party: Party, running: Running) -> None:
    board = await party.start()
    outcome = await party.people.press(other(mover(board)), board, open_colours(board)[0])
    assert outcome.message is not None
    assert outcome.message.ephemeral
    assert outcome.message.text in ("It is owl’s turn.", "fox ist am Zug.")
    assert await moves(running, board) == 0


async def test_a_stranger_is_told_whose_match_it_is(party: Party) -> None:
    board = await party.start()
    outcome = await party.people.press("hare", board, open_colours(board)[0])
    assert outcome.message is not None
    assert outcome.message.ephemeral
    assert "fox" in outcome.message.text
    assert "owl" in outcome.message.text


async def test_an_old_board_is_called_by_its_move(party: Party, sandbox: Sandbox) -> None:
    board = await party.start()
    old = open_colours(board)[0]
    now = await party.move(await party.move(board))
    sandbox.clock.advance(3)
    outcome = await party.people.press(mover(now), now, old, forged=True)
    assert outcome.message is not None
    assert outcome.message.text.startswith(("That was the board of move 0.", "Das war das Brett nach Zug 0."))
    assert f"/{party.channel}/{now.id}" in outcome.message.text


async def test_a_press_after_the_end_changes_nothing(party: Party, running: Running) -> None:
    board = await party.start(rated=False, games=1)
    result = await party.finish_game(board)
    made = await moves(running, result)
    outcome = await party.people.press("fox", result, f"f1:{match_id(result)}:{made}:c1", forged=True)
    assert outcome.message is not None
    assert outcome.message.text.startswith("The match is over.")
    assert await moves(running, result) == made


async def test_both_press_ready_at_once(party: Party, running: Running) -> None:
    between = await party.finish_game(await party.start())
    ready = button(between, "ready")
    both = await asyncio.gather(*(party.people.press(p, between, ready) for p in ("fox", "owl")))
    assert [o.kind for o in both] == [UPDATE, UPDATE]
    assert "game 2 of 2" in (await party.board()).text
    assert len((await running.service.live(match_id(between))).match.games) == 2


async def test_both_press_rematch_at_once_and_one_match_begins(party: Party, sandbox: Sandbox) -> None:
    result = await party.finish_game(await party.start(rated=False, games=1))
    rematch = button(result, "rematch")
    both = await asyncio.gather(*(party.people.press(p, result, rematch) for p in ("fox", "owl")))
    assert sorted(o.kind or 0 for o in both) == [PRIVATE, UPDATE]
    boards = [m for m in await party.people.messages("fox", party.channel) if open_colours(m)]
    assert len(boards) == 1
    # Whichever of the two was drawn last, the old message may have lost its button by now.
    stranger = await party.people.press("hare", result, rematch, forged=True)
    assert stranger.message is not None
    assert stranger.message.ephemeral
    sandbox.clock.advance(3)
    late = await party.people.press("fox", result, rematch, forged=True)
    assert late.kind == UPDATE
    assert late.message is not None
    assert [b.label for b in late.message.buttons] == ["Replay", "Review"]
    assert f"/{party.channel}/{boards[0].id}" in late.message.text


async def test_a_button_of_another_match_does_not_replace_a_board(party: Party) -> None:
    one, two = await party.start(), await party.start()
    forged = open_colours(one)[0]
    outcome = await party.people.press(mover(one), two, forged, forged=True)
    assert outcome.kind == PRIVATE
    assert [m.raw for m in await party.people.messages("fox", party.channel) if not m.ephemeral] == [
        one.raw,
        two.raw,
    ]


async def test_only_the_opponent_accepts_and_only_the_challenger_withdraws(party: Party) -> None:
    challenge = await party.challenge()
    outcome = await party.people.press("fox", challenge, button(challenge, "accept"))
    assert outcome.message is not None
    assert outcome.message.text == "Only owl can do that; you can withdraw the challenge."
    # Owl reads German.
    outcome = await party.people.press("owl", challenge, button(challenge, "withdraw"))
    assert outcome.message is not None
    assert outcome.message.text == "Das kann nur fox; du kannst annehmen oder ablehnen."


async def test_ready_again_is_taken_as_said(party: Party, sandbox: Sandbox) -> None:
    between = await party.finish_game(await party.start())
    await party.press("fox", between, "ready")
    sandbox.clock.advance(3)
    again = await party.press("fox", between, "ready")
    assert "fox is ready" in again.text
    assert "Waiting for owl" in again.text


async def test_the_library_keeps_nothing_of_what_is_sent(party: Party, running: Running) -> None:
    board = await party.start()
    for _ in range(4):
        board = await party.move(board)
    await party.people.press("fox", board, button(board, "options"))
    await party.people.press("fox", board, button(board, "giveup"))
    kept = running.bot._connection._view_store
    assert not kept._views
    assert not kept._dynamic_items
    assert not kept._modals
    assert not kept._synced_message_views


def is_command(found: discord.Interaction | io.BytesIO) -> bool:
    return (
        isinstance(found, discord.Interaction) and found.type is discord.InteractionType.application_command
    )


async def test_presses_and_pictures_leave_nothing_for_the_collector_of_cycles(
    party: Party, running: Running
) -> None:
    board = await party.start()
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for _ in range(3):
            board = await party.move(board)
        assert running.bot.screen is not None
        await running.bot.screen.redraw(await running.service.live(match_id(board)))
        await running.service.settled()
        gc.collect()
        left = [found for found in gc.garbage if isinstance(found, discord.Interaction | io.BytesIO)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    assert [found for found in left if not is_command(found)] == []
