"""Random games of every edition and every mix, with everything checked that must hold.

Always the same ones; `python -m tests.kit.walk` plays others.
"""

from typing import Final

import pytest

from tests.kit.walk import TABLES, walk

# With the Geek box alone: players -> games.
GEEK: Final = {2: 150, 3: 110, 4: 70, 5: 30, 6: 16, 7: 12, 8: 12}
PART: Final = 20
PARTS: Final = [
    (players, range(at, min(at + PART, games)))
    for players, games in GEEK.items()
    for at in range(0, games, PART)
]
ALONE, MIXED = 20, 7  # games of each other edition, and of each mix: two to eight play


@pytest.mark.parametrize(("players", "seeds"), PARTS, ids=lambda part: str(part))
def test_geek(players: int, seeds: range) -> None:
    for seed in seeds:
        walk(seed, "geek", players)


@pytest.mark.parametrize("editions", TABLES[1:])
def test_other_tables(editions: str) -> None:
    for seed in range(MIXED if "+" in editions else ALONE):
        walk(seed, editions)
