"""Games played once more, move by move."""

from __future__ import annotations

from collections.abc import Sequence

from fillerbot.engine.match import Match, Phase, Refusal
from fillerbot.engine.position import Position
from fillerbot.engine.replay import ReplayedGame
from fillerbot.engine.replay import replay as play_again
from fillerbot.engine.topology import Cell
from fillerbot.live import Live, Refused
from fillerbot.texts import Texts
from fillerbot.view.message import BoardPicture, Button, Message, ReplayPicture, Row
from fillerbot.view.parts import columns_of, name_of, played, to_win


def replay_buttons(match: Match, texts: Texts, current: int = 0) -> Row:
    """A button for each game that can be replayed; that of the `current` one, from 1, is disabled."""
    games = range(1, len(played(match)) + 1)
    if not match.moves:
        return ()
    if len(games) == 1:
        return (Button("replay-1", texts("button-replay"), disabled=current == 1),)
    return tuple(
        Button(f"replay-{game}", texts("button-replay-game", game=game), disabled=game == current)
        for game in games
    )


def replay(live: Live, number: int, texts: Texts) -> Message:
    """A game of a match that is over, from 1, for the asker. Raises Refused."""
    match = live.match
    if match.phase is not Phase.OVER or number not in range(1, len(match.games) + 1):
        raise Refused(Refusal.NOT_OVER, live)
    games = len(played(match))
    title = texts("replay", variant=texts(f"variant-{match.terms.variant}"), game=number, games=games)
    game = match.games[number - 1]
    names = tuple(name_of(live, player, texts) for player in game.seats)
    counts = ", ".join(
        texts("alt-replay-side", name=name, seat=seat, count=count)
        for seat, (name, count) in enumerate(zip(names, game.position.counts, strict=True), 1)
    )
    picture = ReplayPicture(
        game.position.board,
        (*game.entries, number, texts.language),
        names,
        texts("alt-replay", title=title, moves=game.moves, counts=counts),
        lambda: scenes(play_again(match.record())[0][number - 1], names, texts),
    )
    buttons = [replay_buttons(match, texts, number)] if games > 1 else []
    return Message((f"### {title}", picture, *buttons))


def scenes(game: ReplayedGame, names: Sequence[str], texts: Texts) -> list[BoardPicture]:
    """The pictures of all positions of a game; `names` are those of the seats."""
    positions = [game.start, *(ply.after for ply in game.plies)]
    return [
        scene(after, names, texts, after.taken_since(before))
        for before, after in zip([game.start, *positions], positions, strict=False)
    ]


def scene(
    position: Position, names: Sequence[str], texts: Texts, gained: frozenset[Cell] = frozenset()
) -> BoardPicture:
    """The picture of a position of which no clock is known, without a text alternative."""
    columns = columns_of(position, names, [None] * len(names))
    return BoardPicture(position, columns, to_win(position, texts), "", gained)
