"""Boards as pictures: pure functions from positions and ready texts to PNG, or GIF."""

from fillerbot.render.board import board_png
from fillerbot.render.card import card_png
from fillerbot.render.emoji import emoji_png
from fillerbot.render.outline import outline_png
from fillerbot.render.palette import PALETTE
from fillerbot.render.preview import preview_png
from fillerbot.render.replay import replay_gif
from fillerbot.render.review import review_png

__all__ = [
    "PALETTE",
    "board_png",
    "card_png",
    "emoji_png",
    "outline_png",
    "preview_png",
    "replay_gif",
    "review_png",
]
