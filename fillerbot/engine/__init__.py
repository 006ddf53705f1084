"""The rules of Filler: standard library only, no clock, no input or output."""
