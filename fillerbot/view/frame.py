"""What surrounds the games of a match: the challenge, the pause, the result, and boards left behind."""

from __future__ import annotations

from dataclasses import replace

from fillerbot.engine.clock import Instant
from fillerbot.engine.events import Closing
from fillerbot.engine.match import Phase
from fillerbot.live import Live, Table
from fillerbot.texts import Texts
from fillerbot.view.board import Board
from fillerbot.view.card import card
from fillerbot.view.ending import ended, rating_changes, verdict
from fillerbot.view.gathering import challenge, closed, open_table
from fillerbot.view.message import Block, Button, Emoji, Message, Style, escape
from fillerbot.view.pause import as_it_will_be, back_soon, paused
from fillerbot.view.replay import replay_buttons


def table(live: Live, texts: Texts, emoji: Emoji, now: Instant, onward: str | None = None) -> Message:
    """The message that shows a match as it is now; `onward` is the address of its rematch."""
    match live.match.phase:
        case Phase.PLAYING | Phase.BETWEEN if live.match.paused is not None:
            return paused(Board(live, texts, emoji, now))
        case Phase.OPEN:
            return open_table(live, texts)
        case Phase.CHALLENGED:
            return challenge(live, texts, now)
        case Phase.PLAYING:
            return Board(live, texts, emoji, now).message()
        case Phase.BETWEEN:
            return _between(Board(live, texts, emoji, now))
        case Phase.OVER:
            board = Board(live, texts, emoji, now)
            return _result(board, onward) if live.match.games else closed(live, texts)


def parting(live: Live, texts: Texts, emoji: Emoji, now: Instant) -> Message:
    """A match that is being played, before the bot stops for a moment."""
    board = as_it_will_be(Board(live, texts, emoji, now))
    playing = live.match.phase is Phase.PLAYING and live.match.paused is None
    return back_soon(board.message() if playing else table(live, texts, emoji, now), board)


def nameless(live: Live, texts: Texts) -> Live:
    """A match whose people are only numbered, where their names must not be shown."""
    people = tuple(
        person and replace(person, name=texts("player", number=number))
        for number, person in enumerate(live.setup.people, 1)
    )
    # The reason may be what is refused.
    voided = None if live.voided is None else ""
    return replace(live, setup=replace(live.setup, people=people), voided=voided, obstacle=None)


def link(table: Table) -> str | None:
    """The address of a table's message."""
    if table.message is None:
        return None
    return f"https://discord.com/channels/{table.guild or '@me'}/{table.channel}/{table.message}"


def left_behind(live: Live, texts: Texts) -> Message:
    """What becomes of a message that no longer shows the match."""
    address = link(live.table)
    text = texts("moved-on", link=address) if address else texts("moved-on-nowhere")
    return Message((f"-# {text}",), framed=False)


def _between(board: Board) -> Message:
    match, texts = board.match, board.texts
    outcome = board.game.result
    assert outcome is not None, "a game has ended before the pause"
    waiting = [
        texts(
            "ready-who",
            state="ready" if player in match.ready else "waiting",
            name=escape(board.name(player)),
        )
        for player in match.remaining
    ]
    if match.clock is None:
        small = texts("ready-no-clock")
    else:
        starts = ((match.shown or board.now) + match.clock.between) // 1000
        small = texts("ready-clock", when=f"<t:{starts}:R>")
    said = [board.heading(), ended(board, outcome)]
    if last := board.last():
        said.append(f"-# {last}")
    ready = Button("ready", texts("button-ready"), style=Style.SUCCESS)
    giveup = Button("giveup", texts("button-giveup"))
    below = "\n".join([*waiting, f"-# {small}"])
    return Message(("\n".join(said), board.picture(), below, (ready, giveup), *(board.proposal() or ())))


def _result(board: Board, onward: str | None) -> Message:
    match, texts = board.match, board.texts
    said = [board.heading()]
    outcome = board.game.result
    if outcome is not None and match.closing is Closing.PLAYED:
        said.append(ended(board, outcome))
    said.extend(verdict(board))
    said.extend(rating_changes(board))
    if board.live.changes:
        # By it a manager of the server can take the changes back.
        said.append("-# " + texts("match-number", match=str(board.live.id)))
    blocks: list[Block] = ["\n".join(said), card(board) or board.picture()]
    buttons: list[Button] = []
    if match.successor is not None:
        blocks.append(texts("rematch-begun", link=onward or "`/filler board`"))
    else:
        wants = [texts("rematch-wanted", name=escape(board.name(player))) for player in match.wants_rematch]
        if wants:
            blocks.append("\n".join(wants))
        again = ("again-same", "again-new") if board.live.is_practice else ("rematch",)
        buttons += [Button(key, texts(f"button-{key}"), style=Style.PRIMARY) for key in again]
    look_back = (Button("review", texts("button-review")),) if match.moves else ()
    if row := (*buttons, *replay_buttons(match, texts), *look_back):
        blocks.append(row)
    return Message(tuple(blocks))
