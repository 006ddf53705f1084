"""What surrounds the games of a match: the challenge, the pause, the result, and boards left behind."""

from __future__ import annotations

from dataclasses import replace

from fillerbot.engine.board import Seat
from fillerbot.engine.clock import Instant
from fillerbot.engine.events import Closing
from fillerbot.engine.game import Result
from fillerbot.engine.match import Phase
from fillerbot.engine.position import Ending
from fillerbot.engine.standings import Player
from fillerbot.live import Live, Table
from fillerbot.texts import Texts
from fillerbot.view.board import Board, points
from fillerbot.view.gathering import challenge, closed, open_table
from fillerbot.view.message import Block, Button, Emoji, Message, Style, escape


def table(live: Live, texts: Texts, emoji: Emoji, now: Instant, onward: str | None = None) -> Message:
    """The message that shows a match as it is now; `onward` is the address of its rematch."""
    match live.match.phase:
        case Phase.OPEN:
            return open_table(live, texts)
        case Phase.CHALLENGED:
            return challenge(live, texts)
        case Phase.PLAYING:
            return Board(live, texts, emoji, now).message()
        case Phase.BETWEEN:
            return _between(Board(live, texts, emoji, now))
        case Phase.OVER:
            if live.match.games:
                return _result(Board(live, texts, emoji, now), onward)
            return closed(live, texts)


def nameless(live: Live, texts: Texts) -> Live:
    """A match whose people are only numbered, where their names must not be shown."""
    people = tuple(
        person and replace(person, name=texts("player", number=number))
        for number, person in enumerate(live.setup.people, 1)
    )
    return replace(live, setup=replace(live.setup, people=people))


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
        for player in match.players
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
    return Message(("\n".join(said), board.picture(), below, (ready, giveup)))


def ended(board: Board, outcome: Result) -> str:
    """How a game of two sides ended, in words."""
    number = len(board.match.games)
    if len(outcome.winners) > 1:
        own, other = outcome.counts[0], outcome.counts[1]
        kind = "stalled" if outcome.ending is Ending.STALLED else "full"
        return board.texts(f"game-drawn-{kind}", game=number, own=own, other=other)
    winner = outcome.winners[0]
    loser = next(seat for seat in board.game.position.board.seats if seat != winner)
    kind = outcome.ending.value
    last = board.game.last
    if outcome.ending is Ending.FULL and last is not None and last.seat == winner and last.cut_off:
        kind = "cut"
    return board.texts(
        f"game-won-{kind}",
        winner=board.seated(winner),
        loser=board.seated(Seat(loser)),
        game=number,
        own=outcome.counts[winner],
        other=outcome.counts[loser],
    )


def _result(board: Board, onward: str | None) -> Message:
    match, texts = board.match, board.texts
    said = [board.heading()]
    outcome = board.game.result
    if outcome is not None and match.closing is Closing.PLAYED:
        said.append(ended(board, outcome))
    said.extend(_verdict(board))
    blocks: list[Block] = ["\n".join(said), board.picture()]
    if match.successor is not None:
        blocks.append(texts("rematch-begun", link=onward or "`/filler board`"))
    else:
        wants = [texts("rematch-wanted", name=escape(board.name(player))) for player in match.wants_rematch]
        if wants:
            blocks.append("\n".join(wants))
        blocks.append((Button("rematch", texts("button-rematch"), style=Style.PRIMARY),))
    return Message(tuple(blocks))


def _called_off(board: Board) -> str:
    match, texts = board.match, board.texts
    if match.by is not None:
        return texts("match-aborted-by", name=escape(board.name(match.by)))
    late = board.game.to_move
    if match.clock is None or match.has_moved(late):
        return texts("match-idle")
    return texts("match-aborted", name=escape(board.name(late)))


def _verdict(board: Board) -> list[str]:
    """How the match came out, in bold, and the totals behind it."""
    match, texts = board.match, board.texts

    def name(player: int) -> str:
        return escape(board.name(Player(player)))

    if match.closing is Closing.ABORTED:
        return [_called_off(board)]
    standings = match.standings()
    assert standings is not None, "a match that was not called off has standings"
    winner = standings.ranking[0][0]
    if match.closing in (Closing.RESIGNED, Closing.FLAG):
        loser = standings.ranking[1][0]
        return [texts(f"match-{match.closing}", winner=name(winner), loser=name(loser))]
    drawn = len(standings.ranking) == 1
    if match.terms.length == 1:
        return [texts("match-one-drawn") if drawn else texts("match-one-won", winner=name(winner))]
    assert standings.points is not None and standings.totals is not None, "nobody left"  # noqa: PT018
    loser = 1 - winner
    score = points(match)
    values: dict[str, str | int] = {
        "winner": name(winner),
        "points": f"{score[winner]}–{score[loser]}",
        "own": standings.totals[winner],
        "other": standings.totals[loser],
    }
    if drawn:
        return [texts("match-drawn", **values)]
    if standings.points[winner] == standings.points[loser]:
        return [texts("match-won-totals", **values)]
    totals = texts("totals", one=name(0), own=standings.totals[0], two=name(1), other=standings.totals[1])
    return [texts("match-won", **values), f"-# {totals}"]
