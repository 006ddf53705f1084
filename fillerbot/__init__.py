"""Filler for Discord: rules, pictures, storage and the bot around them."""

__version__ = "0.1.0"
