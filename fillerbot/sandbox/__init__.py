"""A local Discord: real HTTP and a real WebSocket on the loopback interface; it knows nothing of the bot."""

from fillerbot.sandbox.running import run
from fillerbot.sandbox.server import Sandbox

__all__ = ["Sandbox", "run"]
