"""Scenes that play on the stage: one by one, frame by frame, until they end or a key ends them."""

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from chez_tui.play.attention import AboutToWin, Dealt, Stopped
from chez_tui.play.table import Rolled, Won

Scene = Rolled | Stopped | AboutToWin | Dealt | Won
CARDS: Final = 9  # that are dealt one by one
# How long each frame of a scene shows before the next one; the last one stays.
SECONDS: Final[dict[type, tuple[float, ...]]] = {
    Rolled: (0.09, 0.14, 0.19, 0.24, 0.25),
    Stopped: (0.08, 0.7),
    AboutToWin: (0.12, 0.12),
    Dealt: (0.3, *[0.09] * CARDS),
    Won: (0.4, 0.3, 0.3),
}
HELD: Final = 0.8  # seconds for which a last frame stands if the table has gone on


class Act(NamedTuple):
    """A scene, and the frame of it that is shown."""

    scene: Scene | None = None
    frame: int = 0


class Scenes:
    """The scenes that play on the stage."""

    def __init__(
        self, later: Callable[[float, Callable[[], None]], object], show: Callable[[], None]
    ) -> None:
        self._later = later  # calls something after a number of seconds
        self._show = show  # ... because there's another frame
        self._waiting: deque[Scene] = deque()
        self._turn = 0  # so that a timer of a scene that was skipped does nothing
        self.now = Act()
        self.moving = False
        self._stale = False  # whether more has happened since the scene began

    @property
    def frozen(self) -> bool:
        """Whether the table still shows what was before, until the scene has told the rest."""
        return self.moving and not isinstance(self.now.scene, AboutToWin)

    def play(self, scene: Scene, still: bool) -> None:
        """Play a scene, after those that play already; a `still` one is its last frame."""
        if still:
            self._waiting.clear()
            self.now, self.moving = _last(scene), False
        elif self.moving:
            self._waiting.append(scene)
        else:
            self._begin(scene)

    def _begin(self, scene: Scene) -> None:
        self.now, self.moving, self._stale = Act(scene), True, False
        self._wait()

    def _wait(self) -> None:
        self._turn += 1
        turn = self._turn
        seconds = SECONDS[type(self.now.scene)][self.now.frame]
        self._later(seconds, lambda: self._next(turn))

    def _next(self, turn: int) -> None:
        scene = self.now.scene
        if turn != self._turn or scene is None:
            return
        self.now = Act(scene, self.now.frame + 1)
        if self.now.frame < len(SECONDS[type(scene)]):
            self._wait()
        elif self._waiting:
            self._begin(self._waiting.popleft())
        else:
            self.moving = False
            if self._stale:
                self._turn += 1
                later = self._turn
                self._later(HELD, lambda: self._leave(later))
        self._show()

    def _leave(self, turn: int) -> None:
        if turn == self._turn:
            self.now = Act()
            self._show()

    def skip(self) -> bool:
        """Jump to the last frame of all that plays; return whether anything did."""
        moved, self.moving = self.moving, False
        self._turn += 1
        if moved and self.now.scene is not None:
            self.now = _last(self._waiting[-1] if self._waiting else self.now.scene)
        self._waiting.clear()
        return moved

    def clear(self) -> None:
        """Leave the stage to what is going on: now, or a moment after the end of what plays."""
        self._stale = True
        if not self.moving:
            self.now = Act()


def _last(scene: Scene) -> Act:
    return Act(scene, len(SECONDS[type(scene)]))
