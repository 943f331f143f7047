"""How a check ends."""

from typing import Final, NamedTuple

OK: Final = "ok"
NOTE: Final = "note"  # worth knowing; the game can be played
BAD: Final = "bad"


class Check(NamedTuple):
    """One thing that was looked at."""

    topic: str
    mark: str
    said: str
    advice: str = ""
