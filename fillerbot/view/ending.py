"""How games and matches came out, in words."""

from __future__ import annotations

from collections.abc import Sequence

from fillerbot.engine.board import Seat
from fillerbot.engine.events import Closing
from fillerbot.engine.game import Result
from fillerbot.engine.position import Ending
from fillerbot.engine.standings import Player, Standings
from fillerbot.view.board import Board
from fillerbot.view.message import escape, rating_text, signed
from fillerbot.view.parts import fraction, points


def ended(board: Board, outcome: Result) -> str:
    """How a game ended."""
    if not board.game.position.board.two_sided:
        return _ended_among_four(board, outcome)
    of_match = {"game": len(board.match.games), "games": board.match.terms.length}
    own, other = (sum(outcome.counts[seat] for seat in seats) for seats in board.sides)
    first, second = map(board.together, board.sides)
    if len(outcome.winners) > len(board.sides[0]):
        kind = "stalled" if outcome.ending is Ending.STALLED else "full"
        return board.texts(f"game-drawn-{kind}", **of_match, own=own, other=other)
    if outcome.winners[0] not in board.sides[0]:
        first, second, own, other = second, first, other, own
    kind = outcome.ending.value
    last = board.game.last
    if outcome.ending is Ending.FULL and last is not None and last.seat in outcome.winners and last.cut_off:
        kind = "cut"
    return board.texts(
        f"game-won-{kind}",
        winner=first,
        winners=len(board.sides[0]),
        loser=second,
        **of_match,
        own=own,
        other=other,
    )


def _ended_among_four(board: Board, outcome: Result) -> str:
    counts = " · ".join(f"{board.seated(Seat(seat))} {count}" for seat, count in enumerate(outcome.counts))
    said = board.texts(
        "game-four",
        ending=outcome.ending.value,
        winners=board.together(outcome.winners),
        count=len(outcome.winners),
        game=len(board.match.games),
        games=board.match.terms.length,
        own=outcome.counts[outcome.winners[0]],
        unit=board.unit,
    )
    return f"{said}\n-# {counts}"


def _called_off(board: Board) -> str:
    match, texts = board.match, board.texts
    if match.by is not None:
        return texts("match-aborted-by", name=escape(board.name(match.by)))
    if match.paused is not None:
        return texts("match-paused-out")
    late = board.game.to_move
    if match.clock is None or match.has_moved(late):
        return texts("match-idle")
    return texts("match-aborted", name=escape(board.name(late)))


def _side(board: Board, side: int) -> str:
    """The name of a side as the standings count them."""
    return board.texts.listed([escape(board.name(player)) for player in players_of(board, side)])


def players_of(board: Board, side: int) -> list[Player]:
    """The players of a side as the standings count them: one, or players 0 and 2, or 1 and 3."""
    return list(map(Player, range(side, len(board.match.players), len(board.sides))))


def rating_changes(board: Board) -> list[str]:
    """What the match did to everybody's rating, a line each; or that it was taken back."""
    if board.live.voided is not None:
        reason = escape(board.live.voided)
        return [board.texts("voided-because", reason=reason) if reason else board.texts("voided")]
    pairs = board.game.position.board.pairs
    return [
        "-# "
        + board.texts(
            "rating-change",
            name=escape(board.name(Player(player))),
            rating=rating_text(change.after, pairs=pairs),
            change=signed(round(change.after.rating) - round(change.before.rating)),
        )
        for player, change in enumerate(board.live.changes)
    ]


def verdict(board: Board) -> list[str]:
    """How the match came out, in bold, and the totals behind it."""
    match, texts = board.match, board.texts
    if match.closing is Closing.ABORTED:
        return [_called_off(board)]
    standings = match.standings()
    assert standings is not None, "a match that was not called off has standings"
    if not board.game.position.board.two_sided:
        return _verdict_among_four(board, standings)
    winner, winners = standings.ranking[0][0], len(board.sides[0])
    if match.closing in (Closing.RESIGNED, Closing.FLAG):
        loser = standings.ranking[1][0]
        late = match.by if match.closing is Closing.FLAG and match.by is not None else None
        name = _side(board, loser) if late is None else escape(board.name(late))
        return [texts(f"match-{match.closing}", winner=_side(board, winner), winners=winners, loser=name)]
    drawn = len(standings.ranking) == 1
    if match.terms.length == 1:
        if drawn:
            return [texts("match-one-drawn")]
        return [texts("match-one-won", winner=_side(board, winner), winners=winners)]
    return _verdict_on_points(board, standings, winner, drawn=drawn)


def _verdict_on_points(board: Board, standings: Standings, winner: int, *, drawn: bool) -> list[str]:
    texts = board.texts
    assert standings.points is not None and standings.totals is not None, "nobody left"  # noqa: PT018
    loser = 1 - winner
    score = points(board.match)
    values: dict[str, str | int] = {
        "winner": _side(board, winner),
        "winners": len(board.sides[0]),
        "points": f"{score[winner]}–{score[loser]}",
        "own": standings.totals[winner],
        "other": standings.totals[loser],
        "unit": board.unit,
    }
    if drawn:
        return [texts("match-drawn", **values)]
    if standings.points[winner] == standings.points[loser]:
        return [texts("match-won-totals", **values)]
    totals = texts(
        "totals",
        one=_side(board, 0),
        own=standings.totals[0],
        two=_side(board, 1),
        other=standings.totals[1],
        unit=board.unit,
    )
    return [texts("match-won", **values), f"-# {totals}"]


def _verdict_among_four(board: Board, standings: Standings) -> list[str]:
    match, texts = board.match, board.texts
    first = standings.ranking[0]
    if len(match.remaining) == 1:
        said = texts("match-four-last", winner=_side(board, first[0]))
    else:
        names = texts.listed([_side(board, player) for player in first])
        said = texts("match-four", winners=names, count=len(first))
    return [said, *_places(board, standings)]


def _how(board: Board, player: int) -> str:
    match = board.match
    return match.gone_by[match.gone.index(Player(player))].value if player in match.gone else ""


def _places(board: Board, standings: Standings) -> Sequence[str]:
    """The ranking, a line for each player."""
    lines, place = [], 1
    for tied in standings.ranking:
        for player in tied:
            values: dict[str, str | int] = {"place": place, "name": _side(board, player), "unit": board.unit}
            if player in board.match.gone or standings.points is None or standings.totals is None:
                lines.append("-# " + board.texts("place-left", **values, how=_how(board, player)))
            else:
                values |= {"points": fraction(standings.points[player]), "own": standings.totals[player]}
                lines.append("-# " + board.texts("place", **values))
        place += len(tied)
    return lines
