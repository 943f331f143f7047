"""The result of a check."""

from typing import Final, NamedTuple

OK: Final = "ok"
NOTE: Final = "note"  # worth knowing; you can still play
BAD: Final = "bad"


class Check(NamedTuple):
    """One thing that we looked at."""

    topic: str
    mark: str
    said: str
    advice: str = ""
