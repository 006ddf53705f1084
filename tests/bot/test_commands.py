"""The slash commands."""

from typing import Any

import pytest

from fillerbot.live import Live
from fillerbot.sandbox.client import Outcome
from tests.bot.conftest import Party, Running, button, colours, gain, match_id, mover, open_colours, other


def said(outcome: Outcome) -> str:
    assert outcome.message is not None, outcome
    assert outcome.message.ephemeral
    return outcome.message.text


async def test_a_move_by_keyboard_is_confirmed_in_a_sentence_and_redraws_the_board(party: Party) -> None:
    board = await party.start()
    best = max(open_colours(board), key=gain)
    key = (best.custom_id or "")[-1]
    before = await party.requests_so_far()
    outcome = await party.people.invoke(mover(board), "filler move", colour=key)
    cells = gain(best)
    assert said(outcome).startswith(("You took ", "Du hast "))
    assert str(cells) in said(outcome) or cells == 1
    redrawn = await party.wait_for_board(lambda message: mover(message) == other(mover(board)))
    assert redrawn.id == board.id
    assert await party.answers(before) == ["POST /interactions/callback 4", "PATCH /channels/messages "]


async def test_autocomplete_lists_the_legal_colours_with_their_gains(party: Party) -> None:
    board = await party.start()
    choices = await party.people.autocomplete(mover(board), "filler move", "colour", colour="")
    assert [choice["value"] for choice in choices] == [(b.custom_id or "")[-1] for b in open_colours(board)]
    gains = [choice["name"].split()[-1] for choice in choices]
    assert gains == [b.label.split()[0] for b in open_colours(board)]
    typed = await party.people.autocomplete(mover(board), "filler move", "colour", colour=choices[0]["value"])
    assert choices[0] in typed


@pytest.mark.parametrize("colour", ["0", "10", "mauve", "", "①"])
async def test_a_colour_that_is_none_is_answered_with_those_that_are(colour: str, party: Party) -> None:
    board = await party.start()
    outcome = await party.people.invoke(mover(board), "filler move", colour=colour or " ")
    assert said(outcome).startswith(("Which colour?", "Welche Farbe?"))


async def test_a_colour_can_be_named_in_either_language(party: Party) -> None:
    board = await party.start()
    names = ["Rot", "yellow", "GRÜN", "blue", "Lila", "black"]
    chosen = open_colours(board)[0]
    name = names[int((chosen.custom_id or "")[-1]) - 1]
    assert said(await party.people.invoke(mover(board), "filler move", colour=name)).startswith(("You", "Du"))


async def test_a_move_out_of_turn_or_on_a_held_colour_is_refused(party: Party) -> None:
    board = await party.start()
    held = next(b for b in colours(board) if b.disabled)
    outcome = await party.people.invoke(mover(board), "filler move", colour=(held.custom_id or "")[-1])
    assert "colour" in said(outcome) or "Farbe" in said(outcome)
    legal = (open_colours(board)[0].custom_id or "")[-1]
    outcome = await party.people.invoke(other(mover(board)), "filler move", colour=legal)
    assert said(outcome) in ("It is owl’s turn.", "fox ist am Zug.")


async def test_a_move_by_keyboard_is_one_on_the_board_that_was_there(
    party: Party, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await party.start()
    service, late = running.service, other(mover(board))
    live = await service.live(match_id(board))
    held = live.match.game.position.held[0]
    move = service.move

    async def overtaken(*asked: Any) -> Live:
        # The opponent's move is a moment faster, and lets go of the colour.
        first = live.people[live.match.game.to_move]
        await move(live.id, first.id, service.now(), live.match.game.position.legal()[0])
        return await move(*asked)

    monkeypatch.setattr(service, "move", overtaken)
    outcome = await party.people.invoke(late, "filler move", colour=str(held))
    assert said(outcome).startswith(("That was the board of move 0.", "Das war das Brett nach Zug 0."))
    assert (await service.live(live.id)).match.moves == 1


async def test_without_a_match_there_is_nothing_to_move_or_show(party: Party) -> None:
    for command, options in (("filler move", {"colour": "1"}), ("filler board", {})):
        outcome = await party.people.invoke("hare", command, wait=True, **options)
        assert said(outcome) == "You are not playing a match. `/filler challenge` opens one."


async def test_with_several_matches_the_option_says_which(party: Party) -> None:
    boards = [await party.start(), await party.start()]
    choices = await party.people.autocomplete("fox", "filler move", "match", colour="1")
    assert [choice["value"] for choice in choices] == [str(match_id(board)) for board in boards]
    assert choices[0]["name"] == f"No. {match_id(boards[0])}: Quick 8×7 against owl"
    board = boards[1]
    key = (open_colours(board)[0].custom_id or "")[-1]
    outcome = await party.people.invoke(mover(board), "filler move", colour=key, match=str(match_id(board)))
    assert said(outcome).startswith(("You took ", "Du hast "))
    outcome = await party.people.invoke("fox", "filler move", colour=key, match="999")
    assert said(outcome).startswith("This match does not exist any more.")


async def test_the_board_command_posts_the_board_again(party: Party) -> None:
    board = await party.start()
    outcome = await party.people.invoke("owl", "filler board")
    assert outcome.message is not None
    assert not outcome.message.ephemeral
    assert outcome.message.mentions == []
    assert colours(outcome.message)
    old = await party.people.wait("fox", party.channel, lambda m: m.id == board.id and not m.buttons)
    assert str(outcome.message.id) in old.text


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rated": True, "games": 1}, "A rated match has two games."),
        ({"rated": True, "clock": "none"}, "A rated match needs a clock."),
        ({"clock": "5"}, "I do not know that clock. Choose one of the list, or write minutes + seconds"),
        ({"clock": "61+0"}, "I do not know that clock."),
    ],
)
async def test_terms_that_cannot_be_are_explained(
    options: dict[str, object], sentence: str, party: Party
) -> None:
    outcome = await party.people.invoke(
        "fox", "filler challenge", wait=True, opponent=str(party.ids["owl"]), **options
    )
    assert said(outcome).startswith(sentence)


async def test_nobody_challenges_himself_or_a_bot(party: Party) -> None:
    outcome = await party.people.invoke("fox", "filler challenge", opponent=str(party.ids["fox"]))
    assert said(outcome) == "You cannot challenge yourself."
    outcome = await party.people.invoke("fox", "filler challenge", opponent=str(await party.bot_id()))
    assert said(outcome) == (
        "A bot does not answer challenges. Challenge a person, or play the computer with `/filler practice`."
    )


async def test_open_challenges_are_limited(party: Party) -> None:
    for _ in range(5):
        await party.challenge()
    outcome = await party.people.invoke("fox", "filler challenge", opponent=str(party.ids["hare"]))
    assert said(outcome).startswith("You have 5 open challenges and tables.")


async def test_who_calls_off_three_matches_pauses_for_an_hour(party: Party) -> None:
    for _ in range(3):
        board = await party.start()
        form = await party.people.press("fox", board, button(board, "giveup"))
        await party.people.submit("fox", form, {"what": "abort"})
    outcome = await party.people.invoke("fox", "filler challenge", opponent=str(party.ids["owl"]))
    assert said(outcome).startswith("You called off several matches. You can play again <t:")


async def test_a_clock_can_be_chosen_or_written(party: Party, running: Running) -> None:
    offered = await party.people.autocomplete(
        "fox", "filler challenge", "clock", opponent=str(party.ids["owl"]), clock=""
    )
    assert [choice["value"] for choice in offered][:3] == ["blitz", "normal", "slow"]
    typed = await party.people.autocomplete("owl", "filler open", "clock", variant="quick", clock="2:30 +5")
    assert [choice["name"] for choice in typed] == ["2:30 min + 5 s"]
    challenge = await party.challenge(clock=typed[0]["value"])
    assert "Quick 8×7 · rated · 2:30 min + 5 s" in challenge.text
    board = await party.press("owl", challenge, "accept")
    live = await running.service.live(match_id(board))
    assert live.match.terms.clock == "150+5"
    assert live.match.budgets == (150_000, 150_000)
    assert "2:30" in board.text
