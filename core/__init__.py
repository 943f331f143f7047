"""The rules of the game: pure, deterministic, free of luck, clocks and files."""
