"""The opponent and the adviser: what a position is worth, and which colour to choose in it."""
