"""Random games of every edition and every mix, with everything checked that must hold.

Always the same ones; `python -m tests.kit.walk` plays others.
"""

from typing import Final

import pytest

from tests.kit.walk import TABLES, walk

# With the Geek box alone: players -> games.
GEEK: Final = {2: 80, 3: 60, 4: 40, 5: 20, 6: 12, 7: 8, 8: 8}
PART: Final = 20
PARTS: Final = [
    (players, range(at, min(at + PART, games)))
    for players, games in GEEK.items()
    for at in range(0, games, PART)
]
ALONE, MIXED = 16, 4  # games of each other edition, and of each mix


@pytest.mark.parametrize(("players", "seeds"), PARTS, ids=lambda part: str(part))
def test_geek(players: int, seeds: range) -> None:
    for seed in seeds:
        walk(seed, "geek", players)


@pytest.mark.parametrize("editions", TABLES[1:])
def test_other_tables(editions: str) -> None:
    first = TABLES.index(editions)  # other numbers of players for each
    for seed in range(first, first + (MIXED if "+" in editions else ALONE)):
        walk(seed, editions)
