"""Playthroughs with fixed luck, written out: what was done, told, and seen by every seat.

A line of a view is written when it changed, and once for all who see the same: `*` is everybody,
a letter is the seat whose name begins with it, `-` is a spectator. So what only one player may
know stands behind that letter alone.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
NAMES: Final = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


@dataclass(frozen=True, slots=True)
class Play:
    """One playthrough: its file, its table, its seed and after how many actions it stops."""

    name: str
    players: int
    seed: int
    limit: int
    options: dict[str, str] = field(default_factory=dict)
    first: int = 0
    winners: tuple[int, ...] = ()
    editions: str = "geek"  # several are joined with +

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"


PLAYS: Final = (
    Play("two-a-whole-game", 2, 22, 1000, first=1, winners=(0, 1)),
    Play("four-the-first-rounds", 4, 14, 260),
    Play("six-a-crowded-flat", 6, 16, 200, {"guests": "off", "hand": "7"}, first=4),
    Play("greek", 3, 66, 220, editions="greek"),
    Play("goth", 3, 5, 170, editions="goth", first=2),
    Play("grunt", 3, 21, 170, editions="grunt"),
    Play("cthulhu", 4, 30, 180, editions="cthulhu", first=1),
    Play("mix-town-and-gown", 4, 12, 150, {"mix": "town-and-gown"}, editions="geek+greek"),
    Play("mix-the-reserves", 3, 26, 150, {"negative-slack": "on"}, editions="geek+grunt"),
    Play("mix-mad-goths", 3, 5, 160, {"madness": "double"}, editions="goth+cthulhu"),
    Play("mix-all-five", 5, 13, 160, editions="geek+greek+goth+grunt+cthulhu"),
)
