"""In which windows a player is prompted, which means asked for a key."""

from core.foresight import answers, outcomes
from core.view import View
from net.sessions.session import ASK_ABLE, ASK_ALWAYS


def prompts(view: View, preset: str) -> bool:
    """Return whether the open window is a prompt for the seat of a view."""
    seat = view.eyes
    if seat is None or seat not in view.waiting():
        return False
    if preset == ASK_ALWAYS:
        return True
    return bool(answers(view, seat)) and (preset == ASK_ABLE or concerns(view, seat))


def concerns(view: View, seat: int) -> bool:
    """Return whether the open announcement leaves a seat with less, or would win the game."""
    return any(end.harmed[seat] or end.winners for end in outcomes(view))
