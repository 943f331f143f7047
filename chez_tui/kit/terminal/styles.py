"""The way from one style of the terminal to another, in as few bytes as are sure to do."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

# The numbers of a style as Rich puts them: marks such as bold, then the color, then the background.
_CODES: Final = re.compile(
    r"(?P<marks>(?:[1-9];)*)"
    r"(?P<color>(?:3[0-79]|9[0-7]|38;5;\d+|38;2;\d+;\d+;\d+);)?"
    r"(?P<back>(?:4[0-79]|10[0-7]|48;5;\d+|48;2;\d+;\d+;\d+);)?"
)
BOLD: Final = "1"
NOT_BOLD: Final = "22"  # takes away what 2 sets, too


class Looks(NamedTuple):
    """What the numbers of a style say."""

    marks: frozenset[str]
    color: str
    back: str


@lru_cache(maxsize=4096)
def switch(old: str, new: str) -> str:
    """Return the sequence that switches a terminal from one style to another."""
    anew = f"\x1b[0;{new}m" if new else "\x1b[0m"
    before, after = looks(old), looks(new)
    if before is None or after is None:
        return anew
    gone = before.marks - after.marks
    if gone and (gone != {BOLD} or "2" in after.marks):
        return anew
    numbers = [NOT_BOLD] if gone else []
    numbers += sorted(after.marks - before.marks)
    if before.color != after.color:
        numbers.append(after.color)
    if before.back != after.back:
        numbers.append(after.back)
    less = f"\x1b[{';'.join(numbers)}m" if numbers else ""
    return less if len(less) < len(anew) else anew


def looks(style: str) -> Looks | None:
    """Return the parts of a style; nothing if any part is unknown here."""
    found = _CODES.fullmatch(f"{style};" if style else "")
    if found is None:
        return None
    color, back = found["color"] or "39;", found["back"] or "49;"
    return Looks(frozenset(found["marks"].split(";")) - {""}, color[:-1], back[:-1])
