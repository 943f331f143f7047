"""Completion and the man page, by the shells and the `man` that are installed here; that they are
current is tested with the other generated pages."""

import os
import pty
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from docs.shells import SHARE, pages

FILES = {path.parent.parent.name: path for path in pages()}
SHELLS = {
    "bash": (
        "bash --norc -i", f"source {FILES['bash-completion']}; chez-tui() {{ echo ran:$*:; }}"
    ),
    "zsh": (
        "zsh -f -i",
        f"fpath=({FILES['zsh'].parent} $fpath); autoload -U compinit; compinit -u -D; "
        "chez-tui() { echo ran:$*: }",
    ),
    "fish": (
        "fish --no-config -i",
        f"source {FILES['fish']}; function chez-tui; echo ran:\"$argv\":; end",
    ),
}  # fmt: skip
TYPED = {  # what is typed, and what runs then
    "les\tgo\t": "lesson goth",
    "simu\t--rep\t": "simulate --report",
    "cards --type act\t": "cards --type activity",
    "help sim\t": "help simulate",
    "set bell_t\toff": "set bell_turn off",
    "check lamp\t": "check lamp.toml",
    "solo --record lamp\t": "solo --record lamp.toml",
    "solo --theme contr\t": "solo --theme contrast",
}


@pytest.mark.parametrize("shell", SHELLS)
def test_tab_completes_in_real_shells(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} on this machine")
    (tmp_path / "lamp.toml").touch()
    command, prepare = SHELLS[shell]
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(tmp_path)
        os.execvpe(shell, command.split(), os.environ | {"HOME": str(tmp_path), "TERM": "vt100"})
    try:
        os.write(terminal, f"{prepare}; echo rea''dy\r".encode())
        told(terminal, "ready\r\n")
        for typed, ran in TYPED.items():
            os.write(terminal, f"chez-tui {typed}\r".encode())
            told(terminal, f"ran:{ran}")
    finally:
        os.kill(child, signal.SIGKILL)
        os.close(terminal)
        os.waitpid(child, 0)


def told(terminal: int, wanted: str) -> None:
    """Wait until a terminal has shown that."""
    shown = ""
    while wanted not in shown:
        shown += os.read(terminal, 4096).decode("utf-8", "replace")


def test_man_has_nothing_to_say_against_the_page() -> None:
    if shutil.which("groff") is None:
        pytest.skip("no groff on this machine")
    page = SHARE / "man" / "man1" / "chez-tui.1"
    done = subprocess.run(["groff", "-man", "-Tascii", "-ww", "-P-c", page], capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Watch bots play a game" in done.stdout
