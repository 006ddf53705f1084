"""What a match looks like in words: pure functions of a match, the time and a language."""
