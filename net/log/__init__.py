"""The log of a game: what stands in it, what may stand in it, and what it proves."""
