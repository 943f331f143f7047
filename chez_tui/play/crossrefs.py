"""Which rules belong together: what the rules browser lists under "See also"."""

from functools import cache
from pathlib import Path

from core.clauses import clauses


@cache
def groups() -> tuple[tuple[str, ...], ...]:
    """Return the groups of clauses that point to each other."""
    lines = Path(__file__).with_name("crossrefs.txt").read_text("ascii").splitlines()
    return tuple(tuple(line.split()) for line in lines if line and line[0] != "#")


@cache
def related(clause: str) -> tuple[str, ...]:
    """Return the clauses to read next, in the order of the rules."""
    near = {other for group in groups() if clause in group for other in group}
    return tuple(other for other in clauses() if other in near and other != clause)
