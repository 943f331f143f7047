"""Where the files are that tests read."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
TESTS: Final = ROOT / "tests"
DATA: Final = TESTS / "data"
OLDER: Final = TESTS / "older"
SCENARIOS: Final = TESTS / "scenarios"
EVERY_CARD: Final = SCENARIOS / "geek" / "r-deck-1-reshuffle.chez"  # names all: none may be added
SEEDS: Final = TESTS / "net" / "seeds"
VECTORS: Final = TESTS / "net" / "vectors"
