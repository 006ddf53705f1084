"""A local Discord: real HTTP and a real WebSocket on the loopback interface; it knows nothing of the bot."""
