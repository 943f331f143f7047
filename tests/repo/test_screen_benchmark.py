"""The screen benchmark's terminal: what it shows, what it counts, and how it ends a program."""

import sys

import pytest

from benchmarks.screen_grid import Grid, changed, fewest_bytes
from benchmarks.screen_pty import Silent, Terminal

SIZE = (10, 3)


def grid(data: str) -> Grid:
    made = Grid(SIZE)
    made.feed(data.encode())
    return made


def test_the_grid_shows_what_a_terminal_shows() -> None:
    made = grid("\x1b[?1049h\x1b[2J\x1b[2;3H\x1b[1;31mhe\x1b[0my\x1b[1;1Htop\n\x1b]0;title\x07")
    assert made.text() == "top\n  hey\n"
    assert made.cells[1][2].style == "1;31"
    assert made.cells[1][4].style == ""


def test_bytes_may_come_in_any_pieces() -> None:
    data = "\x1b[?1049h\x1b[2;3H\x1b[1;31mh寿\x1b[0m\x1b(By\x1b]0;ti\x1b[3mtle\x1b\\\x1b[1;1Htop"
    whole = grid(data)
    assert whole.text() == "top\n  h寿y\n"
    for at in range(len(data.encode()) + 1):
        parted = Grid(SIZE)
        parted.feed(data.encode()[:at])
        parted.feed(data.encode()[at:])
        assert parted.cells == whole.cells


def test_wide_characters_take_two_cells() -> None:
    made = grid("\x1b[1;1H寿司!")
    assert made.text().startswith("寿司!")
    assert made.cells[0][4].text == "!"


def test_what_would_be_outside_ends_at_the_edge() -> None:
    assert grid("\x1b[3;8Hlonger").text() == "\n\n       lor"
    assert grid("\x1b[9;1Hbelow").text() == "\n\nbelow"


def test_only_what_is_different_counts() -> None:
    before, after = grid("\x1b[1;1Habcdefghij"), grid("\x1b[1;1HabXdefghij\x1b[3;1H\x1b[1mz")
    assert changed(before, before.copy()) == 0
    assert fewest_bytes(before, before.copy()) == 0
    assert changed(before, after) == 2
    jump, bold, plain = len("\x1b[1;3H"), len("\x1b[0;1m"), len("\x1b[0m")
    assert fewest_bytes(before, after) == jump + 1 + jump + bold + 1 + plain


def test_a_program_on_a_terminal_line() -> None:
    code = "import os; print(os.get_terminal_size()); print('got', input())"
    with Terminal([sys.executable, "-c", code], (77, 11)) as terminal:
        terminal.until(b"columns=77, lines=11")
        assert terminal.memory() > 1_000_000
        assert b"got hello" in terminal.send(b"hello\n", 0.2, 5.0).data
        assert terminal.wait() == 0


def test_a_silent_program_is_ended() -> None:
    with Terminal([sys.executable, "-c", "import time; time.sleep(60)"]) as terminal:
        with pytest.raises(Silent):
            terminal.wait(0.1)
        assert terminal.listen(0.1) == b""
    assert terminal.status == -9
