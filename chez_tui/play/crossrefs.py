"""Which rules belong together: what the rules browser names under "See also"."""

from functools import cache
from typing import Final

from core.clauses import clauses

# Everything in a group points to everything else in it.
GROUPS: Final[tuple[tuple[str, ...], ...]] = (
    # Setup, piles and hands.
    ("R-SETUP-1", "R-DECK-1", "RUL-15"),
    ("R-SETUP-2", "R-SETUP-4", "GEEK-1"),
    ("R-SETUP-4", "RUL-9"),
    ("R-SETUP-5", "GEEK-4"),
    ("R-TALK-1", "R-TALK-2", "R-TALK-3"),
    ("R-DRAW-1", "R-DISC-1", "RUL-14", "RUL-27"),
    ("R-DRAW-1", "R-DECK-1"),
    ("R-DISC-1", "R-DISC-2", "RUL-29"),
    # Roles.
    ("R-ROLE-1", "R-SHOP-1", "R-ACT-1", "RUL-18", "RUL-23"),
    ("R-ROLE-2", "R-FREE-1", "R-FREE-2", "RUL-18"),
    ("R-ROLE-3", "R-WIN-1", "RUL-10"),
    ("R-ROLE-4", "R-ROLL-1", "RUL-13"),
    ("R-ROLE-5", "R-ROLE-6", "RUL-25"),
    ("R-ROLE-5", "R-MARK-1"),
    ("GEEK-3", "RUL-20"),
    # People.
    ("R-ROLL-1", "R-GONE-1"),
    ("R-CALL-1", "R-CALL-2", "R-TV-4"),
    ("R-CALL-2", "RUL-19", "RUL-24"),
    ("R-CALL-3", "R-CALL-4", "RUL-19"),
    ("R-CALL-3", "R-PEST-1"),
    ("R-CALL-5", "R-GONE-1", "RUL-30"),
    ("R-GONE-2", "R-GONE-3", "RUL-17", "RUL-24"),
    ("R-GONE-1", "R-GONE-4", "RUL-13"),
    ("R-GONE-2", "R-GONE-4", "R-PEST-1", "RUL-32"),
    ("EVICT-1", "R-GONE-3", "CTH-4", "RUL-30"),
    ("R-GONE-3", "R-GONE-5"),
    ("R-PEST-1", "R-PEST-2", "R-PEST-3", "GEEK-2"),
    ("R-PEST-2", "RUL-12"),
    # Free Time.
    ("R-FREE-1", "R-SHOP-1", "RUL-5"),
    ("R-SHOP-2", "R-CANCEL-3", "R-TV-2"),
    ("R-ACT-1", "R-ACT-2"),
    ("R-ACT-2", "R-TV-2", "R-CANCEL-1"),
    ("R-ACT-3", "R-CANCEL-5", "RUL-21", "R-NOISY-1"),
    ("R-NOISY-1", "RUL-11"),
    ("R-TV-1", "R-TV-2", "R-TV-3"),
    ("R-TV-2", "R-TV-4", "RUL-6", "RUL-7"),
    ("R-TV-3", "RUL-8"),
    # Whenevers and canceling.
    ("R-WHEN-1", "RUL-1", "RUL-20"),
    ("R-WHEN-2", "RUL-29"),
    ("R-CANCEL-1", "R-CANCEL-2", "R-CANCEL-4", "RUL-1"),
    ("R-CANCEL-2", "R-CANCEL-5"),
    ("R-CANCEL-4", "RUL-4"),
    ("R-CANCEL-3", "R-WIN-3", "RUL-31"),
    ("RUL-1", "RUL-2", "RUL-3", "RUL-4"),
    ("R-DOUBLE-1", "RUL-3"),
    # Winning.
    ("R-WIN-1", "R-WIN-2", "RUL-9", "RUL-10"),
    ("R-MARK-1", "R-WIN-1", "RUL-22"),
    # Editions.
    ("GREEK-1", "R-WHEN-2", "COMBO-GREEK-2"),
    ("GREEK-2", "R-MARK-1", "RUL-29"),
    ("GREEK-3", "RUL-9"),
    ("GREEK-4", "R-CALL-5", "RUL-30"),
    ("GREEK-5", "R-TV-2", "R-ACT-1"),
    ("GOTH-1", "GOTH-2", "GOTH-3", "GOTH-4", "RUL-28"),
    ("GOTH-1", "COMBO-GOTH-1"),
    ("GRUNT-1", "GRUNT-2", "GRUNT-3", "RUL-26"),
    ("GRUNT-1", "RUL-7", "COMBO-GRUNT-2"),
    ("GRUNT-4", "R-ACT-3", "RUL-22"),
    ("GRUNT-5", "R-PEST-2", "RUL-12"),
    ("GRUNT-6", "COMBO-GRUNT-2"),
    ("GRUNT-7", "GRUNT-8", "R-ROLE-4", "RUL-18"),
    ("GRUNT-9", "R-DRAW-1", "R-DISC-1", "RUL-14"),
    ("GRUNT-1", "RUL-33", "R-SHOP-1"),
    ("CTH-1", "CTH-2", "RUL-10", "RUL-28"),
    ("CTH-1", "COMBO-CTH-2"),
    ("CTH-2", "CTH-3", "R-MARK-1"),
    ("CTH-4", "R-GONE-1", "R-GONE-3"),
    ("CTH-5", "RUL-24"),
    ("CTH-6", "RUL-18"),
    # Mixes.
    ("COMBO-ANY", "R-SETUP-5", "RUL-30"),
    ("COMBO-GREEK-1", "COMBO-GREEK-2", "COMBO-GREEK-3"),
    ("COMBO-GOTH-1", "COMBO-GOTH-2", "COMBO-GOTH-3"),
    ("COMBO-GOTH-4", "GEEK-3"),
    ("COMBO-GOTH-5", "COMBO-GOTH-1", "R-MARK-1"),
    ("COMBO-GRUNT-1", "COMBO-GRUNT-2"),
    ("COMBO-CTH-1", "COMBO-CTH-2"),
)


@cache
def related(clause: str) -> tuple[str, ...]:
    """The clauses to read next, in the order of the rules."""
    near = {other for group in GROUPS if clause in group for other in group}
    return tuple(other for other in clauses() if other in near and other != clause)
