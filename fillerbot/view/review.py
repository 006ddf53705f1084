"""Looking back on a match: what it was worth move by move, in a picture and in words."""

from __future__ import annotations

from fillerbot.engine.board import Seat
from fillerbot.engine.match import Match
from fillerbot.engine.replay import ReplayedGame, replay
from fillerbot.figures import Curves, Turn
from fillerbot.live import Live
from fillerbot.review import Judged, Review, curves, halving
from fillerbot.texts import Texts
from fillerbot.view.message import Message, ReviewPicture, badge, escape
from fillerbot.view.parts import name_of

_STEPS = 12


def progress(done: int, total: int, texts: Texts) -> Message:
    """How far the work on a review has got."""
    full = _STEPS * done // max(1, total)
    bar = "▓" * full + "░" * (_STEPS - full)
    return Message((texts("review-progress", bar=bar, done=done, total=total),), framed=False)


def failed(texts: Texts) -> Message:
    """What is said where a review cannot be worked out."""
    return Message((texts("review-failed"),), framed=False)


def review(live: Live, found: Review, texts: Texts) -> Message:
    """The review of a match that is over. Takes some time: every position is played through once more."""
    match = live.match
    games, _ = replay(match.record())
    total = match.game.position.board.total
    title = texts("review", variant=texts(f"variant-{match.terms.variant}"))
    people = [_accuracy(live, number, found, texts) for number in range(len(live.people))]
    turns = found.turns()
    known = [said for number in _played(found) if (said := _known(live, found, number, texts))]
    below = [texts("review-turns" if turns else "review-no-turns")]
    below += [_turn(live, number, move, texts) for number, move in enumerate(turns, 1)]
    above = "\n".join([f"### {title}", *people, f"-# {texts('review-accuracy-about', cells=halving(total))}"])
    picture = _picture(live, games, found, texts)
    return Message((above, picture, "\n".join([*below, *known, f"-# {texts('review-about')}"])))


def _played(found: Review) -> list[int]:
    return sorted({move.game for move in found.moves})


def _accuracy(live: Live, number: int, found: Review, texts: Texts) -> str:
    player = live.match.players[number]
    name, mean = escape(name_of(live, player, texts)), found.mean_loss(player)
    share = found.accuracy(player, live.match.game.position.board.total)
    if mean is None or share is None:
        return texts("review-no-accuracy", name=name)
    whole, tenth = divmod(round(10 * mean), 10)
    return texts("review-accuracy", name=name, share=share, whole=whole, tenth=tenth)


def _ahead(live: Live, move: Judged, texts: Texts) -> str:
    """Who of two sides comes out ahead with best play of both."""
    game, board = live.match.games[move.game - 1], live.match.game.position.board
    side = board.side_of[move.seat]
    seats = board.sides[side if move.margin > 0 else 1 - side]
    return texts.listed([escape(name_of(live, game.seats[seat], texts)) for seat in seats])


def _known(live: Live, found: Review, game: int, texts: Texts) -> str | None:
    """From which move on it is certain how a game ends with best play."""
    board, move = live.match.game.position.board, found.known(game)
    if move is None or not board.two_sided:
        return None
    return texts(
        "review-known",
        game=_numbered(live.match, game),
        move=move.ply,
        name=_ahead(live, move, texts),
        state=_state(abs(move.margin)),
        cells=abs(move.margin),
    )


def _numbered(match: Match, game: int) -> int:
    """A game's number, 0 where there is one only."""
    return game if len(match.games) > 1 else 0


def _state(margin: int) -> str:
    return "won" if margin > 0 else "lost" if margin < 0 else "drawn"


def _turn(live: Live, number: int, move: Judged, texts: Texts) -> str:
    said = texts(
        "review-turn",
        number=number,
        game=_numbered(live.match, move.game),
        move=move.ply,
        name=escape(name_of(live, move.player, texts)),
        chosen=texts.colour(move.chosen),
        better=texts.colour(move.best),
        loss=move.loss,
    )
    if not (move.exact and move.kept_exact):
        return said
    before, after = _state(move.margin), _state(move.kept)
    if before == after:
        return f"{said} {texts('review-kept', state=after)}"
    return f"{said} {texts('review-turned', before=before, after=after)}"


def _picture(live: Live, games: list[ReplayedGame], found: Review, texts: Texts) -> ReviewPicture:
    turns = found.turns()
    charts = [_chart(live, found, number, turns, texts) for number in _played(found)]
    boards = tuple(
        Turn(
            games[move.game - 1].plies[move.ply - 1].before,
            texts("review-move", game=_numbered(live.match, move.game), move=move.ply),
            move.chosen,
            move.best,
            f"−{move.loss}",
        )
        for move in turns
    )
    words = " ".join(said for chart, said in charts)
    alt = texts("alt-review", charts=words, turns=len(turns))
    palette = live.match.game.position.board.palette
    return ReviewPicture(tuple(chart for chart, _ in charts), boards, palette, alt)


def _chart(live: Live, found: Review, number: int, turns: list[Judged], texts: Texts) -> tuple[Curves, str]:
    """A game's margins, and its words for who does not see it."""
    game, board = live.match.games[number - 1], live.match.game.position.board
    lines = list(curves(found, number, sides=len(board.sides), seats=len(game.seats)))
    names = " ".join(
        f"{badge(Seat(seat))} {name_of(live, player, texts)}"
        for seat, player in zip(board.seats, game.seats, strict=True)
    )
    first = board.two_sided
    marks = tuple(
        (place, move.ply - 1, -move.margin if first and board.side_of[move.seat] else move.margin)
        for place, move in enumerate(turns, 1)
        if move.game == number
    )
    points = tuple(tuple((at.moves, at.margin, at.exact) for at in line) for line in lines)
    title = texts("card-game", number=number) if len(live.match.games) > 1 else texts("review-margin")
    values = ", ".join(str(at.margin) for at in lines[0])
    return Curves(title, names, points, marks), texts("alt-review-chart", title=title, values=values)
