"""What a person types in plain mode: a line that can be edited while others print theirs."""

from pathlib import Path

from tests.chez_tui.kit.terminal.shown import CHEZ, SIZE, Tmux, folders, needs_tmux
from tests.kit.places import ROOT


def typed(tmux: Tmux) -> tuple[str, int]:
    """Return the line that is being typed, and where its cursor is."""
    return [line for line in tmux.screen() if line][-1], int(tmux.flag("cursor_x"))


@needs_tmux
def test_a_line_is_edited_while_others_print(tmp_path: Path) -> None:
    with Tmux({**folders(tmp_path), "PYTHONPATH": str(ROOT)}, SIZE) as tmux:
        tmux.line(" ".join([*CHEZ, "lesson goth --plain"]))
        tmux.until("^Choose 1 to 2")
        tmux.line("hand")
        tmux.until("2 of 5(.|\n)*^Choose 1 to 2")
        tmux.line("1")
        tmux.until("into whose room(.|\n)*^Choose 1 to 2")
        tmux.keys("1", "Enter", "card Mo", "Left")
        tmux.until("^A 5. Someone to sigh at(.|\n)*^Choose 1, ")
        assert typed(tmux) == ("card Mo", 6)
        tmux.keys("C-e", "p", "Tab")
        tmux.until("^card Moping$")
        tmux.keys("Enter")
        tmux.until("^Moping: Activity")
        tmux.keys("Up")
        tmux.until("^Choose.*\ncard Moping$")
        tmux.keys("C-u", "phases b", "Tab")
        tmux.until("^phases busy$")
        tmux.keys("C-c")
        tmux.until("^Next time, the lesson starts over.*\n+[#$]$")
        tmux.line("stty -a | tr ' ;' '\\n\\n' | grep -c -x -e echo -e icanon -e icrnl")
        tmux.until("^3$")
