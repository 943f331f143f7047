"""The program in a real terminal: a whole game under tmux, and every byte on a terminal line."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.screen_grid import Grid
from benchmarks.screen_pty import Terminal
from core.actions import NEXT, Action
from net.sessions.record import read_record

CHEZ = [sys.executable, "-m", "chez_tui"]
SIZE = (80, 24)
PATIENCE = 30.0  # seconds for one thing to happen
MOVES = 600  # far more than the game takes

needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


@pytest.fixture
def folders(tmp_path: Path) -> dict[str, str]:
    """Folders of its own for the program, as variables of its surroundings."""
    return {"XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")}


# -- tmux ------------------------------------------------------------------------------------------


class Tmux:
    """A terminal that can be asked what it shows."""

    def __init__(self, folders: dict[str, str]) -> None:
        self.folder = tempfile.mkdtemp(prefix="tmux-")  # short enough for a socket
        wanted = {
            "LANG": "C.UTF-8",
            "COLORTERM": "truecolor",
            "TMUX_TMPDIR": self.folder,
            **folders,
        }
        self._environment = {k: v for k, v in os.environ.items() if k != "TMUX"} | wanted
        columns, rows = map(str, SIZE)
        self("-f", "/dev/null", "new-session", "-d", "-x", columns, "-y", rows, "sh")

    def __call__(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-L", "chez", *words],
            env=self._environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout

    def keys(self, *names: str) -> None:
        self("send-keys", *names)

    def line(self, text: str) -> None:
        self("send-keys", "-l", text)
        self.keys("Enter")

    def screen(self) -> list[str]:
        return self("capture-pane", "-p").splitlines()

    def until(self, wanted: str) -> list[str]:
        """Waits until a pattern is to be seen."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            lines = self.screen()
            if re.search(wanted, "\n".join(lines), re.MULTILINE):
                return lines
            time.sleep(0.05)
        raise AssertionError(f"{wanted!r} is not to be seen on\n" + "\n".join(self.screen()))

    def settled(self, before: list[str]) -> list[str]:
        """The screen when it has changed and stands still again, or nothing happens."""
        end = time.monotonic() + 1.0
        last = self.screen()
        while time.monotonic() < end:
            time.sleep(0.04)
            now = self.screen()
            if now == last != before:
                return now
            last = now
        return last


@pytest.fixture
def tmux(folders: dict[str, str]) -> Iterator[Tmux]:
    terminal = Tmux(folders)
    yield terminal
    terminal("kill-server")
    shutil.rmtree(terminal.folder)


def next_keys(lines: list[str]) -> list[str]:
    """What somebody presses who only reads the screen."""
    prompt = lines[-2]
    rows = {m[1]: line for line in lines if (m := re.match(r"[▸ ](\d) \* ", line))}
    if "space passes" in prompt:
        return ["Space"]
    if wanted := re.search(r"[Mm]ark (\d+)", prompt):
        first = list(rows.items())[: int(wanted[1])]
        marks = [key for digit, row in first for key in choose(digit, row)]
        return [*marks, "b" if "then b" in prompt else "n"]
    if "b buys" in prompt:
        return ["b"]
    if "which room" in prompt:
        return choose(*next(row for row in rows.items() if "your own room" in row[1]))
    if re.search(r"\?$|on what", prompt.strip()):
        return ["Enter"]
    if re.search("Free Time: [1-9]|Call People:", prompt) and rows:
        return choose(*next(iter(rows.items())))
    if re.search("n goes on|n ends", prompt):
        return ["n"]
    return []


def choose(digit: str, row: str) -> list[str]:
    """A digit puts the cursor on a row; where it is already, that would be Enter."""
    return ["Enter"] if row.startswith("▸") else [digit, "Enter"]


@needs_tmux
def test_a_whole_game_under_tmux(tmux: Tmux) -> None:
    tmux.until(r"^[$#] *$")
    tmux.line("stty -g; echo ready")
    before = tmux.until("^ready")
    modes = next(line for line in before if re.fullmatch(r"[0-9a-f:]{20,}", line))
    tmux.line(f"{' '.join(CHEZ)} solo --seed 7 --bots 1 --pace instant --name Pam; echo status=$?")
    lines = tmux.until(r"round 1")
    assert tmux("display-message", "-p", "#{alternate_on}").strip() == "1"
    for _ in range(MOVES):
        if "rematch" in lines[-1]:
            break
        keys = next_keys(lines)
        if keys:
            tmux.keys(*keys)
        lines = tmux.settled(lines)
    assert re.search(r"(Pam|Ada) wins in round \d+ with \d+ of \d+ Slack", "\n".join(lines))
    tmux.keys("C-q")
    lines = tmux.until(r"^status=")
    assert "status=0" in lines
    assert not any("Traceback" in line for line in lines)
    assert tmux("display-message", "-p", "#{alternate_on}").strip() == "0"
    assert tmux("display-message", "-p", "#{cursor_flag}").strip() == "1"
    assert tmux("display-message", "-p", "#{mouse_any_flag}").strip() == "0"
    tmux.line("clear; stty -g; echo restored")
    assert modes in tmux.until("^restored")


# -- a terminal line -------------------------------------------------------------------------------


def looks_of(terminal: Terminal) -> Grid:
    grid = Grid(SIZE)
    grid.feed(terminal.seen)
    return grid


def colors(style: str) -> tuple[str, str]:
    """The foreground and the background that SGR numbers leave, as they are written."""
    fore = back = ""
    numbers = style.split(";")
    while numbers:
        number = numbers.pop(0)
        if number in ("38", "48"):
            many = 4 if numbers[:1] == ["2"] else 2
            value = ";".join(numbers[:many])
            del numbers[:many]
            fore, back = (value, back) if number == "38" else (fore, value)
        elif re.fullmatch("3[0-7]|9[0-7]", number):
            fore = number[-1]
        elif re.fullmatch("4[0-7]|10[0-7]", number):
            back = number[-1]
        elif number in ("39", "49"):
            fore, back = ("", back) if number == "39" else (fore, "")
    return fore, back


def readable(grid: Grid) -> None:
    """Everything has the terminal's own colors: bold and reverse are all that is left."""
    for row in grid.cells:
        for cell in row:
            assert colors(cell.style) == ("", ""), cell


@pytest.mark.parametrize("theme", ["edition", "contrast", "mono"])
def test_no_color_is_readable_with_every_theme(theme: str, folders: dict[str, str]) -> None:
    words = [*CHEZ, "--theme", theme]
    with Terminal(words, SIZE, {**folders, "NO_COLOR": "1"}) as terminal:
        terminal.until(b"Settings")
        terminal.settle(0.2, 1.0)
        grid = looks_of(terminal)
    assert "Solo game" in grid.text()
    readable(grid)


def test_no_color_at_the_table(folders: dict[str, str]) -> None:
    words = [*CHEZ, "solo", "--seed", "7", "--pace", "instant"]
    with Terminal(words, SIZE, {**folders, "NO_COLOR": "1"}) as terminal:
        terminal.until(b"deck")
        for keys in (b"2", b"\t", b"?"):
            terminal.settle(0.2, 1.0)
            readable(looks_of(terminal))
            terminal.send(keys)
        readable(looks_of(terminal))


def test_plain_letters_only(folders: dict[str, str]) -> None:
    words = [*CHEZ, "solo", "--ascii", "--seed", "7", "--pace", "instant", "--name", "Zoë"]
    with Terminal(words, SIZE, folders) as terminal:
        terminal.until(b"deck")
        terminal.settle(0.2, 1.0)
        for keys in (b"1", b"\t", b"\t", b"z", b"\x1b", b"?", b"x", b"x", b"l", b"\x1b", b"/hi\r"):
            terminal.send(keys, 0.1, 0.5)
        terminal.send(b"\x11", 0.1, 1.0)
        terminal.send(b"y", 0.1, 1.0)
        assert terminal.wait() == 0
        assert terminal.seen.isascii()
        assert b"Zo" in terminal.seen
        assert terminal.seen.rstrip().endswith(b"\x1b[?25h") or b"\x1b[?25h" in terminal.seen[-400:]
        assert b"\x1b[?1049l" in terminal.seen[-400:]


def test_few_bytes_for_a_key_and_none_for_nothing(folders: dict[str, str]) -> None:
    words = [sys.executable, "-m", "benchmarks.screen_table"]
    with Terminal(words, SIZE, folders) as terminal:
        terminal.until(b"Enter plays or marks a card")
        terminal.settle(0.3, 1.0)
        assert len(terminal.send(b"\x1b[B", 0.15).data) < 2000
        assert len(terminal.send(b"\r", 0.15).data) < 2000
        assert terminal.listen(1.5) == b""


def test_a_game_goes_on_where_the_program_was_killed(folders: dict[str, str]) -> None:
    words = [*CHEZ, "solo", "--seed", "11", "--bots", "2", "--pace", "instant", "--name", "Pam"]
    with Terminal(words, SIZE, folders) as terminal:  # which ends with a kill that none can catch
        terminal.until(b"Enter plays or marks a card")
        terminal.settle(0.2, 1.0)
        terminal.send(b"n", 0.2)
        assert "more to discard with Enter, then n" in looks_of(terminal).text()
    (path,) = Path(folders["XDG_DATA_HOME"]).rglob("*.game")
    record = read_record(path)
    assert record.actions[-1] == Action(NEXT, 0)
    with path.open("ab") as file:
        file.write(b"an action in fli")
    with Terminal(CHEZ, SIZE, folders) as terminal:
        terminal.until(b"Continue")
        terminal.settle(0.2, 1.0)
        terminal.send(b"0", 0.3, 3.0)
        assert "more to discard with Enter, then n" in looks_of(terminal).text()


@pytest.mark.parametrize("term", ["dumb", ""])
@pytest.mark.parametrize("words", [[], ["solo"]], ids=["title", "solo"])
def test_a_terminal_that_cant_move_its_cursor(
    term: str, words: list[str], folders: dict[str, str]
) -> None:
    with Terminal([*CHEZ, *words], SIZE, {**folders, "TERM": term}) as terminal:
        assert terminal.wait() == 2
        assert re.fullmatch(rb"chez-tui: [^\n]*move its cursor[^\n]*\r\n", terminal.seen)


@pytest.mark.parametrize("words", [[], ["solo"]], ids=["title", "solo"])
def test_no_terminal_at_all(words: list[str], folders: dict[str, str]) -> None:
    done = subprocess.run(
        [*CHEZ, *words],
        env={**os.environ, **folders}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(r"chez-tui: [^\n]*needs a terminal[^\n]*\n", done.stderr)


def test_it_ends_with_its_terminal_though_nobody_says_so(folders: dict[str, str]) -> None:
    """As in a session of its own, to which the system sends no signal when the terminal goes."""
    ours, theirs = os.openpty()
    program = subprocess.Popen(
        CHEZ, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        env={**os.environ, **folders, "TERM": "xterm-256color"},
    )  # fmt: skip
    os.close(theirs)
    try:
        os.read(ours, 1)  # it has begun to paint
        os.close(ours)
        assert program.wait(PATIENCE) == -signal.SIGHUP
    finally:
        program.kill()
        program.wait()
