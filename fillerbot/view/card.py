"""The picture of a match that is over, and the same in words."""

from __future__ import annotations

from fillerbot.engine.match import Game, leavers
from fillerbot.engine.standings import Player, Standings
from fillerbot.figures import Card, Entry, Line
from fillerbot.view.board import Board
from fillerbot.view.ending import players_of
from fillerbot.view.message import CardPicture, rating_text, signed
from fillerbot.view.parts import fraction, played

_NOTHING = "–"
"""Stands for points that are not given."""


def card(board: Board) -> CardPicture | None:
    """The card of a match, None where it has no result."""
    standings = board.match.standings()
    if standings is None:
        return None
    games, texts = list(played(board.match)), board.texts
    sides = range(len(board.sides))
    lines = tuple(_line(board, side, games, standings) for side in sides)
    winners = [line.name for line in lines if line.won]
    variant = texts(f"variant-{board.match.terms.variant}")
    several = len(games) > 1
    title = texts("card-shared" if winners else "card-drawn")
    if len(winners) == 1:
        title = texts("card-won", name=winners[0])
    if several and standings.points is not None and board.game.position.board.two_sided:
        first = standings.ranking[0][0]
        score = (standings.points[first], standings.points[1 - first])
        title = f"{title} {'–'.join(map(fraction, score))}"
    numbered = [texts("card-game", number=number) for number in range(1, len(games) + 1)]
    heads = (*numbered, texts("card-match")) if several else ("",)
    positions = tuple(game.position for game in games)
    alt = _in_words(board, numbered, lines, (title, variant))
    return CardPicture(positions, Card(title, variant, heads, lines), alt)


def _rating(board: Board, player: Player) -> str:
    """What the match did to somebody's rating; partners stand in one line, so theirs needs the name."""
    change, pairs = board.live.changes[player], board.match.pairs
    rating = rating_text(change.after, pairs=pairs)
    gain = round(change.after.rating) - round(change.before.rating)
    if pairs:
        return board.texts("rating-change", name=board.name(player), rating=rating, change=signed(gain))
    return f"{rating} ({signed(gain)})"


def _line(board: Board, side: int, games: list[Game], standings: Standings) -> Line:
    match = board.match
    players = players_of(board, side)
    first = standings.ranking[0]
    counted = side not in match.gone
    return Line(
        name=" & ".join(map(board.name, players)),
        entries=tuple(_entry(game, players, _gone(games[: number + 1])) for number, game in enumerate(games)),
        points=fraction(standings.points[side]) if counted and standings.points else _NOTHING,
        count=str(standings.totals[side]) if counted and standings.totals else "",
        won=side in first and len(first) < len(board.sides),
        notes=tuple(_rating(board, player) for player in players) if board.live.changes else (),
    )


def _gone(games: list[Game]) -> set[Player]:
    """Who has left the match by the end of these games."""
    return {game.seats[seat] for game in games for seat in leavers(game)}


def _entry(game: Game, players: list[Player], gone: set[Player]) -> Entry:
    """What a side got in a game; who is out of the match has nothing, and of two sides then none has."""
    seats = tuple(sorted(map(game.seat_of, players)))
    outcome = game.result
    if outcome is None or gone.intersection(players) or (gone and game.position.board.two_sided):
        return Entry(seats, _NOTHING, "")
    # Partners have the point together.
    count = sum(outcome.counts[seat] for seat in seats)
    return Entry(seats, fraction(outcome.points[seats[0]]), str(count))


def _in_words(board: Board, games: list[str], lines: tuple[Line, ...], about: tuple[str, str]) -> str:
    """The card for people who cannot see it."""
    texts = board.texts
    said = []
    for number, game in enumerate(games):
        entries = ((line.name, line.entries[number]) for line in lines)
        listed = ", ".join(
            texts(
                "alt-card-side",
                name=name,
                seats=" + ".join(str(seat + 1) for seat in entry.seats),
                points=entry.points,
                count=entry.count or _NOTHING,
            )
            for name, entry in entries
        )
        said.append(f"{game}: {listed}.")
    if len(games) > 1:
        totals = (f"{line.name} {line.points} ({line.count or _NOTHING})" for line in lines)
        said.append(f"{texts('card-match')}: {', '.join(totals)}.")
    said += [f"{line.name}: {', '.join(line.notes)}." for line in lines if line.notes]
    return texts("alt-card", variant=about[1], title=about[0], games=" ".join(said))
