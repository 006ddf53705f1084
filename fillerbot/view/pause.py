"""What a board says when the bot was, or will be, away."""

from __future__ import annotations

from dataclasses import replace

from fillerbot.engine.clock import PAUSE_LIMIT
from fillerbot.engine.events import Interrupted
from fillerbot.engine.match import Phase
from fillerbot.engine.step import step
from fillerbot.view.board import Board
from fillerbot.view.ending import ended
from fillerbot.view.message import Button, Message, Style, escape


def paused(board: Board) -> Message:
    """A match that waits for its players to come back."""
    match, texts = board.match, board.texts
    assert match.paused is not None, "somebody is waited for"
    said = [board.heading()]
    outcome = board.game.result
    if match.phase is Phase.BETWEEN and outcome is not None:
        said.append(ended(board, outcome))
    else:
        said.append("\n".join(board.lines()))
    waiting = [
        texts(
            "resume-who",
            state="back" if player in match.resumed else "missing",
            name=escape(board.name(player)),
        )
        for player in match.remaining
    ]
    until = texts("paused-until", when=f"<t:{(match.paused + PAUSE_LIMIT) // 1000}:R>")
    below = "\n".join([texts("paused"), *waiting, f"-# {until}"])
    buttons = (
        Button("resume", texts("button-resume"), style=Style.SUCCESS),
        Button("giveup", texts("button-giveup")),
    )
    return Message(("\n".join(said), board.picture(), below, buttons, *(board.proposal() or ())))


def as_it_will_be(board: Board) -> Board:
    """A board whose clocks stand still from now on, with what everybody will have when the bot is back."""
    match = step(board.match, Interrupted(board.now, board.now))
    return replace(board, live=replace(board.live, match=match), still=True)


def back_soon(message: Message, board: Board) -> Message:
    """A board with the word that the bot will be back."""
    return replace(message, blocks=(*message.blocks, board.texts("back-soon")))
