"""Words about a table that was heard of, the same on the screen and on the command line."""

from typing import TYPE_CHECKING, Final

from core.telling.names import clean, counted, listing

if TYPE_CHECKING:
    from net.discovery import Notice

PHASES: Final = {
    "lobby": "waiting",
    "play": "playing",
    "paused": "paused",
    "over": "over",
}


def company(notice: "Notice", most: int | None = None) -> str:
    """Who sits there: so many by name, or all who are known; the others are counted."""
    names = [clean(name) for name in notice.players[:most]]
    others = notice.seated - len(names)
    if not names:
        return counted(others, "player") if others else "nobody"
    return listing([*names, counted(others, "other")] if others > 0 else names)
