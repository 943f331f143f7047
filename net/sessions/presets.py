"""Which windows a player is asked in, if not in all; it errs on the side of asking."""

from typing import Final

from core.actions import PASS
from core.state import Window
from core.view import View
from net.sessions.session import ASK_ABLE, ASK_ALWAYS

NEAR: Final = 4  # Slack from the goal at which everything somebody does concerns everybody
_SPREADING: Final = ("others", "everybody", "neighbors")


def wants_to_be_asked(view: View, window: Window, preset: str) -> bool:
    """Whether the seat of the view is to be asked in that window."""
    seat = view.eyes
    if seat is None or preset == ASK_ALWAYS:
        return True
    if preset == ASK_ABLE:
        return any(action.kind != PASS for action in view.legal(seat))
    return concerns(view, window, seat)


def concerns(view: View, window: Window, seat: int) -> bool:
    """It is aimed at the seat, answers it, spreads to it, or brings somebody close to winning."""
    if window.to == seat or (window.on >= 0 and view.owner(window.on) == seat):
        return True
    if any(isinstance(frame, Window) and frame.seat == seat for frame in view.stack):
        return True
    if view.goal(window.seat) - view.slack[window.seat] <= NEAR:
        return True
    faces = [view.printed(card) for card in window.cards]
    return any(face.week or any(op.who in _SPREADING for op in face.ops) for face in faces)
