"""Giving up, options, previews and explanations."""

import io
from pathlib import Path

import pytest
from PIL import Image

from fillerbot.engine.events import Closing
from fillerbot.engine.match import Phase
from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Message, Outcome, People
from tests.bot.conftest import Party, Running, bot_on, button, colours, match_id, mover, other, shown

FORM, PRIVATE, UPDATE = 9, 4, 7


async def open_form(party: Party, person: str, message: Message) -> Outcome:
    opened = await party.people.press(person, message, button(message, "giveup"))
    assert opened.kind == FORM, opened
    return opened


def offered(form: Outcome) -> list[str]:
    return [option["value"] for option in form.fields[0]["options"]]


async def give_up(party: Party, person: str, message: Message, what: str) -> Message:
    form = await open_form(party, person, message)
    before = await party.requests_so_far()
    outcome = await party.people.submit(person, form, {"what": what})
    assert await party.answers(before) == ["POST /interactions/callback 7"]
    assert outcome.message is not None
    return outcome.message


async def test_before_ones_own_first_move_the_match_can_be_called_off(party: Party, running: Running) -> None:
    board = await party.start()
    form = await open_form(party, "fox", board)
    assert offered(form) == ["concede", "resign", "abort"]
    over = await give_up(party, "owl", board, "abort")
    assert "**owl called the match off. It has no result.**" in over.text
    assert over.images, "the board stays with its last picture"
    assert not colours(over)
    live = await running.service.live(match_id(over))
    assert (live.match.closing, live.match.by) == (Closing.ABORTED, 1)


async def test_after_it_only_the_game_or_the_match_can_be_given_up(party: Party) -> None:
    board = await party.start()
    first = mover(board)
    board = await party.move(board)
    assert offered(await open_form(party, first, board)) == ["concede", "resign"]
    assert offered(await open_form(party, other(first), board)) == ["concede", "resign", "abort"]


async def test_a_conceded_game_is_lost_and_the_next_one_is_played(party: Party) -> None:
    board = await party.move(await party.start())
    between = await give_up(party, "fox", board, "concede")
    assert "**fox** conceded. **owl** wins game 1" in between.text
    assert not button(between, "ready").disabled


async def test_resigning_loses_the_match(party: Party) -> None:
    board = await party.move(await party.start())
    over = await give_up(party, "owl", board, "resign")
    assert "**owl resigned. fox wins the match.**" in over.text
    assert not button(over, "rematch").disabled


async def test_between_the_games_only_the_match_can_be_resigned(party: Party, running: Running) -> None:
    between = await party.finish_game(await party.start())
    assert offered(await open_form(party, "owl", between)) == ["resign", "nothing"]
    over = await give_up(party, "fox", between, "resign")
    assert "**fox resigned. owl wins the match.**" in over.text
    assert "owl wins" in (over.descriptions[0] or ""), "the card shows the board of game one"
    live = await running.service.live(match_id(over))
    standings = live.match.standings()
    assert standings is not None
    assert standings.ranking == ((1,), (0,))


async def test_who_chooses_nothing_gives_nothing_up(party: Party, running: Running) -> None:
    between = await party.finish_game(await party.start())
    outcome = await party.people.submit("fox", await open_form(party, "fox", between), {"what": "nothing"})
    assert outcome.message is not None
    assert outcome.message.text == "Nothing was chosen, so nothing was given up."
    assert (await running.service.live(match_id(between))).match.phase is Phase.BETWEEN


async def test_a_form_of_the_first_game_cannot_concede_the_second(party: Party, running: Running) -> None:
    board = await party.start()
    form = await open_form(party, "fox", board)
    between = await party.finish_game(board)
    second = await party.press("owl", await party.press("fox", between, "ready"), "ready")
    outcome = await party.people.submit("fox", form, {"what": "concede"})
    assert outcome.message is not None
    assert outcome.message.text.startswith("That was the board of move")
    assert (await running.service.live(match_id(second))).match.phase is Phase.PLAYING


async def test_nor_can_it_if_the_first_was_conceded_without_a_move(party: Party, running: Running) -> None:
    board = await party.start()
    forms = [await open_form(party, person, board) for person in ("fox", "owl")]
    between = (await party.people.submit("fox", forms[0], {"what": "concede"})).message
    assert between is not None
    second = await party.press("owl", await party.press("fox", between, "ready"), "ready")
    outcome = await party.people.submit("owl", forms[1], {"what": "concede"})
    assert outcome.kind == PRIVATE
    assert (await running.service.live(match_id(second))).match.phase is Phase.PLAYING


async def test_strangers_have_nothing_to_give_up(party: Party) -> None:
    board = await party.start()
    outcome = await party.people.press("hare", board, button(board, "giveup"))
    assert outcome.kind == PRIVATE


@pytest.mark.usefixtures("_addresses")
async def test_a_form_opened_before_a_restart_still_works(
    sandbox: Sandbox, people: People, tmp_path: Path
) -> None:
    ids = {person.name: person.id for person in await people.people()}
    party = Party(people, sandbox.channel_id, ids)
    async with bot_on(sandbox, tmp_path / "f.sqlite3"):
        form = await open_form(party, "fox", await party.start())
    async with bot_on(sandbox, tmp_path / "f.sqlite3"):
        outcome = await people.submit("fox", form, {"what": "resign"})
        assert outcome.kind == UPDATE
        assert outcome.message is not None
        assert "**fox resigned. owl wins the match.**" in outcome.message.text


async def test_the_preview_shows_the_asker_what_each_colour_takes(party: Party) -> None:
    board = await party.start()
    before = await party.requests_so_far()
    mine = await party.people.press("fox", board, button(board, "preview"))
    assert await party.answers(before) == ["POST /interactions/callback 4"]
    assert mine.message is not None
    assert mine.message.ephemeral
    sheet = Image.open(io.BytesIO((await party.people.pictures(mine.message))[0]))
    assert sheet.width <= 700
    expected = "What each colour would take for you now." if mover(board) == "fox" else "if it were your turn"
    assert expected in mine.message.text
    description = mine.message.descriptions[0] or ""
    assert description.startswith("What each colour would take: ")
    assert description.count(",") == 3, "four colours are legal on Quick"


async def test_options_change_the_symbols_of_the_table_and_redraw_the_board_once(party: Party) -> None:
    board = await party.start()
    options = await party.people.press("fox", board, button(board, "options"))
    assert options.message is not None
    assert "The board in words" in options.message.text
    plain = await party.people.pictures(board)
    before = await party.requests_so_far()
    changed = await party.people.press("fox", options.message, button(options.message, "symbols-off"))
    assert changed.kind == UPDATE
    # The rest of an address changes with every second that it is asked for.
    shown_before = board.images[0].partition("?")[0]
    redrawn = await party.wait_for_board(lambda message: not message.images[0].startswith(shown_before))
    # Everybody sees the board a moment before the request that changed it is over.
    assert await party.people.pictures(redrawn) != plain
    assert await party.answers(before) == ["POST /interactions/callback 7", "PATCH /channels/messages "]


async def test_an_onlooker_is_offered_no_options_that_only_players_have(party: Party) -> None:
    board = await party.start()
    options = shown(await party.people.press("hare", board, button(board, "options")))
    assert "The board in words" in options.text
    assert [b.label for b in options.buttons] == ["How to play", "Rules of this variant"]


async def test_the_board_in_words_has_a_row_for_each_row(party: Party) -> None:
    board = await party.start()
    options = await party.people.press("fox", board, button(board, "options"))
    assert options.message is not None
    rows = options.message.text.split("```")[1].strip("\n").split("\n")
    assert len(rows) == 7
    assert all(len(row.split()) == 8 for row in rows)
    owned = [(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row.split()) if letter.isupper()]
    assert owned == [(7, 0), (0, 6)]


async def test_the_board_can_be_posted_again_and_the_old_one_leads_to_it(party: Party) -> None:
    board = await party.start()
    options = await party.people.press("fox", board, button(board, "options"))
    assert options.message is not None
    before = await party.requests_so_far()
    await party.people.press("fox", options.message, button(options.message, "post"))
    new = await party.wait_for_board(lambda message: message.id != board.id and bool(colours(message)))
    old = await party.people.wait(
        "fox", party.channel, lambda message: message.id == board.id and not message.buttons
    )
    assert f"/{party.channel}/{new.id}" in old.text
    assert old.images == []
    assert await party.answers(before) == ["POST /interactions/callback 4", "PATCH /channels/messages "]
    assert "took" in (await party.move(new)).text


async def test_how_to_play_is_one_picture_and_five_sentences_in_the_readers_language(party: Party) -> None:
    challenge = await party.challenge()
    english = await party.people.press("fox", challenge, button(challenge, "howto"))
    german = await party.people.press("owl", challenge, button(challenge, "howto"))
    assert english.message is not None
    assert german.message is not None
    assert english.message.ephemeral
    assert len(english.message.images) == 1
    assert english.message.text.count("\n- ") == 4
    assert "You own the corner area" in english.message.text
    assert "Dir gehört das Gebiet" in german.message.text
