"""Open tables in the channel: every variant from `/filler open` to its result."""

from pathlib import Path

import pytest

from fillerbot.archive.export import records
from fillerbot.engine.replay import answer
from fillerbot.engine.variants import VARIANTS
from fillerbot.sandbox.client import Message
from fillerbot.sandbox.errors import RefusedError
from tests.bot.conftest import Party, button, gain, mover, open_colours, shown

FOUR = ("fox", "owl", "lynx", "hare")


async def opened(party: Party, variant: str, **options: object) -> Message:
    return shown(await party.people.invoke("fox", "filler open", wait=True, variant=variant, **options))


async def begun(party: Party, variant: str, **options: object) -> Message:
    """A match of a variant that has just begun."""
    table = await opened(party, variant, **options)
    join = {"owl": "join-against", "lynx": "join-with", "hare": "join-against"}
    for person in FOUR[1 : VARIANTS[variant].seats]:
        table = await party.press(person, table, join[person] if VARIANTS[variant].pairs else "join")
    return table if VARIANTS[variant].seats == 2 else await party.press("fox", table, "start")


async def note(party: Party, person: str, message: Message, action: str) -> str:
    """What only the asker is told."""
    said = shown(await party.people.press(person, message, button(message, action)))
    assert said.ephemeral
    return said.text


@pytest.mark.parametrize("variant", sorted(VARIANTS))
async def test_every_variant_is_played_from_an_open_table_to_its_result(
    variant: str, party: Party, tmp_path: Path
) -> None:
    board = await begun(party, variant, rated=False, games=1)
    while open_colours(board):
        board = await party.move(board)
    assert "win" in board.text or "draw" in board.text or "share" in board.text
    [record] = [record async for record in records(tmp_path / "fillerbot.sqlite3")]
    replayed = answer(record)
    assert replayed["match"] is not None
    assert len(record["players"]) == VARIANTS[variant].seats
    assert await party.people.complaints() == []


async def test_a_table_for_four_fills_and_begins_when_its_opener_says_so(party: Party) -> None:
    table = await opened(party, "four")
    assert "③ *free*" in table.text
    with pytest.raises(RefusedError, match="disabled"):
        await party.people.press("fox", table, button(table, "start"))
    table = await party.press("lynx", table, "join")
    assert "② lynx" in table.text
    await party.people.advance(3)
    assert "You have a place" in await note(party, "lynx", table, "join")
    assert "Close it" in await note(party, "fox", table, "leave")
    table = await party.press("lynx", table, "leave")
    await party.people.advance(3)
    for person in FOUR[1:]:
        table = await party.press(person, table, "join")
    assert "Only fox" in await note(party, "hare", table, "start")
    board = await party.press("fox", table, "start")
    assert sum(board.text.count(badge) for badge in "①②③④") >= len(FOUR)


async def test_the_opener_sends_somebody_away(party: Party) -> None:
    table = await party.press("owl", await opened(party, "four"), "join")
    table = await party.press("hare", table, "join")
    form = await party.people.press("fox", table, button(table, "remove"))
    assert form.modal is not None
    changed = shown(await party.people.submit("fox", form, {"what": str(party.ids["owl"])}))
    assert "owl" not in changed.text
    assert "hare" in changed.text
    assert "Only fox" in await note(party, "hare", changed, "remove")


async def test_pairs_sit_down_with_or_against_the_opener(party: Party) -> None:
    table = await opened(party, "pairs")
    assert "Join fox" in [b.label for b in table.buttons]
    table = await party.press("owl", table, "join-with")
    assert "**fox** and **owl**" in table.text
    assert "side is full" in await note(party, "hare", table, "join-with")
    table = await party.press("owl", table, "join-against")
    assert "**owl** and ***free***" in table.text


async def test_a_partner_is_asked_before_his_pair_gives_up(party: Party) -> None:
    board = await begun(party, "pairs")
    form = await party.people.press("lynx", board, button(board, "giveup"))
    asked = shown(await party.people.submit("lynx", form, {"what": "concede"}))
    assert "**lynx** would give up this game. fox, do you agree?" in asked.text
    assert "Das entscheidet das Paar" in await note(party, "owl", asked, "disagree")
    assert "partner has to answer" in await note(party, "lynx", asked, "agree-game")
    board = await party.press("fox", asked, "disagree")
    assert "would give up" not in board.text
    form = await party.people.press("fox", board, button(board, "giveup"))
    asked = shown(await party.people.submit("fox", form, {"what": "resign"}))
    # The game goes on meanwhile.
    asked = await party.move(asked)
    assert "would give up the match" in asked.text
    over = await party.press("lynx", asked, "agree-match")
    assert "hare and owl win" in over.text or "owl and hare win" in over.text


async def test_one_of_four_resigns_and_the_others_play_on_to_a_ranking(party: Party) -> None:
    board = await begun(party, "four")
    for _ in range(4):
        board = await party.move(board)
    leaver = mover(board)
    form = await party.people.press(leaver, board, button(board, "giveup"))
    board = shown(await party.people.submit(leaver, form, {"what": "resign"}))
    assert f"{leaver}" in board.text
    assert "resigned the match" in board.text
    while open_colours(board):
        board = await party.move(board)
    staying = [person for person in FOUR if person != leaver]
    for person in staying:
        board = await party.press(person, board, "ready")
    while open_colours(board):
        board = await party.move(board)
    assert f"4. {leaver}: resigned the match" in board.text
    assert "wins the match" in board.text or "share the first place" in board.text


async def test_a_table_closes_and_becomes_one_line(party: Party) -> None:
    table = await opened(party, "hexagons")
    assert [b.label for b in table.buttons] == ["Join", "Close the table", "How to play"]
    closed = await party.press("fox", table, "close")
    assert closed.buttons == []
    assert closed.text == "**fox** closed the table (Hexagons 13×11)."


async def test_what_a_partner_agrees_to_is_what_he_has_read(party: Party) -> None:
    board = await begun(party, "pairs")
    form = await party.people.press("lynx", board, button(board, "giveup"))
    asked = shown(await party.people.submit("lynx", form, {"what": "concede"}))
    form = await party.people.press("lynx", asked, button(asked, "giveup"))
    shown(await party.people.submit("lynx", form, {"what": "resign"}))
    # He pressed before he saw that it is about the match now.
    said = shown(await party.people.press("fox", asked, button(asked, "agree-game"), forged=True))
    assert said.ephemeral
    assert "has changed since" in said.text


async def test_nobody_begins_a_match_for_others_or_calls_one_off_that_he_has_left(party: Party) -> None:
    challenge = await party.challenge()
    start = (challenge.buttons[0].custom_id or "").replace("accept", "start")
    assert "no longer open" in shown(await party.people.press("fox", challenge, start, forged=True)).text
    table = await opened(party, "four")
    for person in FOUR[1:]:
        table = await party.press(person, table, "join")
    accept = (table.buttons[0].custom_id or "").replace("join", "accept")
    said = shown(await party.people.press("hare", table, accept, forged=True)).text
    assert "no longer open" in said or "nicht mehr offen" in said
    giveup = (table.buttons[0].custom_id or "").replace("join", "giveup")
    assert "No game" in shown(await party.people.press("fox", table, giveup, forged=True)).text
    board = await party.press("fox", table, "start")
    leaver = mover(board)
    forms = [await party.people.press(leaver, board, button(board, "giveup")) for _ in range(2)]
    await party.people.submit(leaver, forms[0], {"what": "resign"})
    said = shown(await party.people.submit(leaver, forms[1], {"what": "abort"})).text
    assert "given up" in said or "aufgegeben" in said


async def test_a_game_that_is_conceded_at_once_is_the_one_that_is_told_of(party: Party) -> None:
    board = await party.finish_game(await party.start())
    await party.press("fox", board, "ready")
    board = await party.press("owl", board, "ready")
    form = await party.people.press("fox", board, button(board, "giveup"))
    over = shown(await party.people.submit("fox", form, {"what": "concede"}))
    assert "**fox** conceded. **owl** wins game 2" in over.text


async def test_the_winning_colour_of_a_pair_is_marked(party: Party) -> None:
    board, marked = await begun(party, "pairs", games=1, rated=False), False
    while open_colours(board):
        best = max(open_colours(board), key=lambda one: ("★" in one.label, gain(one)))
        marked = "★" in best.label
        board = shown(await party.people.press(mover(board), board, best))
    assert marked


async def test_joining_leaving_and_joining_within_two_seconds_is_no_double_tap(party: Party) -> None:
    table = await opened(party, "four")
    for action, seated in (("join", True), ("leave", False), ("join", True)):
        table = await party.press("owl", table, action)
        assert ("owl" in table.text) is seated


async def test_a_result_leads_to_its_rematch_as_soon_as_that_has_begun(party: Party) -> None:
    board = await party.start(rated=False, games=1)
    form = await party.people.press("fox", board, button(board, "giveup"))
    over = shown(await party.people.submit("fox", form, {"what": "resign"}))
    await party.press("fox", over, "rematch")
    again = await party.press("owl", over, "rematch")
    led = await party.wait_for_board(lambda m: m.id == over.id and str(again.id) in m.text)
    assert "Rematch" not in [b.label for b in led.buttons]
