"""The curtain between two people at one keyboard."""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding
from textual.reactive import reactive
from textual.screen import Screen

from chez_tui.commands import keyed
from chez_tui.kit.bigtext import letters
from chez_tui.kit.canvas import LOW, Canvas, Drawing
from chez_tui.kit.lines import cut
from chez_tui.play.prompts import announcement
from chez_tui.screens.table.rooms import ink_of, togo
from core.telling import PHASE_NAMES, player
from core.view import View
from net.sessions.sitting import top_window

FOLDS: Final = 5  # cells between two folds
OPEN: Final = 12  # columns of cloth at each side, at most
TO: Final = "the keyboard goes to"
OPENS: Final = "Pass the keyboard. No peeking. {Do_it} opens the curtain."


class CurtainScreen(Screen[None]):
    """A curtain over the table until the next person is at the keyboard."""

    BINDINGS: ClassVar = [Binding("enter", "dismiss", "open", show=False, id="do_it")]
    awaited: reactive[int] = reactive(-1, recompose=True)  # the seat it is for; may change

    def __init__(self, view: View, awaited: int) -> None:
        super().__init__()
        self.view = view
        self.set_reactive(CurtainScreen.awaited, awaited)

    def compose(self) -> ComposeResult:
        yield Cloth(self.view, self.awaited)


class Cloth(Drawing):
    """The cloth, with who comes next and why, and the scores everyone knows."""

    def __init__(self, view: View, seat: int) -> None:
        super().__init__()
        self.view, self.seat = view, seat

    def draw(self, canvas: Canvas) -> None:
        """Draw cloth in folds at both sides, and all else between them."""
        view, width, height = self.view, canvas.width, canvas.height
        side = max(0, min(OPEN * 2, (width - 56) // 2))
        for x in (0, width - side):
            canvas.fill(x, 0, side, height, "cloth")
            for fold in range(x + FOLDS // 2, x + side, FOLDS):
                for row in range(height):
                    canvas.put(fold, row, "│", "paper 30%", "cloth")
        name = player(view, self.seat)
        rows = 5 if height >= 30 and len(letters(name, 5)[0]) < width - 2 * side - 2 else 3
        many = view.players
        y = max(1, (height - rows - many - 10) // 2)
        canvas.middle(side, y, width - 2 * side, TO, "muted")
        form = letters(name.upper(), rows)
        if canvas.ascii or len(form[0]) > width - 2 * side - 2:
            canvas.middle(
                side, y + 2, width - 2 * side, name.upper(), ink_of(view, self.seat), "bold"
            )
        else:
            x = (width - len(form[0])) // 2
            canvas.big(x, y + 2, name.upper(), ink_of(view, self.seat), rows)
        y += rows + 3
        canvas.middle(side, y, width - 2 * side, f"{name}, you're up. {self.why()}", "text", "bold")
        y += 2
        wide = min(60, width - 2 * side - 4)
        x = (width - wide) // 2
        for seat in range(many):
            if y >= height - 2:
                break
            ink = "alarm" if togo(view, seat) else ink_of(view, seat)
            canvas.put(x, y, cut(player(view, seat), 9), ink_of(view, seat), "", "bold")
            if view.roles[seat]:
                canvas.bar(x + 10, y, wide - 17, view.slack[seat], view.goal(seat), ink, signs=LOW)
                canvas.flush(x + wide, y, [(f"{view.slack[seat]}/{view.goal(seat)}", "text")])
            y += 1
        opens = keyed(OPENS, self.chez.world.settings.keys)
        canvas.middle(side, min(y + 1, height - 1), width - 2 * side, opens, "accent")

    def why(self) -> str:
        """Return what the person comes for."""
        view = self.view
        if window := top_window(view):
            return f"{announcement(view, window)}."
        return "" if view.stack else f"Your {PHASE_NAMES[view.phase]} phase."
