"""The program in real terminals: under tmux, alone and three together, and every byte on a line."""

import os
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from benchmarks.screen_grid import Grid
from chez_tui.errors import INTERRUPTED
from chez_tui.kit.terminal.driver import KEEP_TITLE, OLD_TITLE
from chez_tui.settings import SETTINGS
from core.actions import NEXT
from net.sessions.record import read_record
from tests.chez_tui.kit.terminal.shown import (
    ASKED,
    CHEZ,
    PATIENCE,
    Shown,
    Tmux,
    folders,
    needs_tmux,
    play,
)
from tests.kit.recorded import recorded, write

HELP = r"Help: The table(.*\n)+ ┗━"
DOWN, RIGHT, ESCAPE = b"\x1b[B", b"\x1b[C", b"\x1b"


@needs_tmux
def test_a_game_under_tmux(tmp_path: Path) -> None:
    with Tmux(folders(tmp_path)) as tmux:
        tmux.until(r"^[$#] *$")
        tmux.line("stty -g; echo ready")
        before = tmux.until("^ready")
        modes = next(line for line in before if re.fullmatch(r"[0-9a-f:]{20,}", line))
        words = "solo --seed 7 --bots 1 --pace instant --name Pam"
        tmux.line(f"{' '.join(CHEZ)} {words}; echo status=$?")
        tmux.until(r"round 1")
        assert tmux.flag("alternate_on") == "1"
        play([tmux], lambda: "round 3" in tmux.screen()[0])
        tmux.keys("C-q")
        tmux.until(r"Quit\?")
        tmux.keys("y")
        lines = tmux.until(r"^status=")
        assert "status=0" in lines
        assert not any("Traceback" in line for line in lines)
        assert [tmux.flag(f) for f in ("alternate_on", "cursor_flag", "mouse_any_flag")] == [
            "0", "1", "0",
        ]  # fmt: skip
        tmux.line("clear; stty -g; echo restored")
        assert modes in tmux.until("^restored")


@needs_tmux
def test_a_program_that_was_stopped_comes_back_to_its_screen(tmp_path: Path) -> None:
    with Tmux(folders(tmp_path)) as tmux:
        tmux.until(r"^[$#] *$")
        words = "solo --seed 7 --bots 1 --pace instant --name Pam"
        tmux.line(f"sh -c '{' '.join(CHEZ)} {words}; true'")  # as `make play` starts it
        tmux.until("Any key")
        tmux.keys("Space")
        tmux.until(ASKED)
        tmux.keys("?")  # where nothing moves
        before = tmux.until(HELP)
        for _ in range(2):
            tmux.keys("C-z")
            tmux.until("(?i)stopped.* sh -c")
            assert [tmux.flag(f) for f in ("alternate_on", "cursor_flag", "mouse_any_flag")] == [
                "0", "1", "0",
            ]  # fmt: skip
            tmux.line("clear; echo $((6 * 7))")
            tmux.until("^42")
            tmux.line("fg")
            assert tmux.until(HELP) == before
            assert tmux.flag("alternate_on") == "1"


@needs_tmux
def test_plain_mode_that_was_stopped_edits_its_line_again(tmp_path: Path) -> None:
    with Tmux(folders(tmp_path)) as tmux:
        tmux.until(r"^[$#] *$")
        tmux.line(f"{' '.join(CHEZ)} solo --plain --seed 7 --bots 1 --pace instant --name Pam")
        tmux.until("Choose 1")
        tmux.keys("t", "a", "b")
        tmux.keys("C-z")
        tmux.until("(?i)stopped")
        tmux.line("clear; stty -a; fg")
        tmux.until(" icanon .* echo ")
        tmux.until("^tab$")
        tmux.keys("l", "e", "Left", "BSpace", "l", "Enter")
        tmux.until("^Waiting for you")


# -- a terminal line -------------------------------------------------------------------------------


@contextmanager
def on_a_line(home: Path, *words: str) -> Iterator[tuple["subprocess.Popen[bytes]", int, int]]:
    """Start the program on a line of its own: the process, our end of the line, and its own."""
    ours, theirs = os.openpty()
    program = subprocess.Popen(
        [*CHEZ, *words], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        env={**os.environ, **folders(home), "TERM": "xterm-256color"},
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # under nohup, too
    )  # fmt: skip
    try:
        yield program, ours, theirs
    finally:
        program.kill()
        program.wait()
        os.close(ours)
        os.close(theirs)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("way", ["--calm", "--plain"])
def test_a_signal_leaves_the_terminal_as_it_found_it(
    number: signal.Signals, way: str, tmp_path: Path
) -> None:
    words = ("solo", way, "--seed", "7", "--pace", "instant", "--name", "Pam")
    with on_a_line(tmp_path, *words) as (program, ours, theirs):
        found = termios.tcgetattr(theirs)
        seen = b""
        while b"Free Time" not in seen or termios.tcgetattr(theirs) == found:
            seen += os.read(ours, 1 << 16)
        program.send_signal(number)
        while program.poll() is None:
            if select.select([ours], [], [], 0.05)[0]:
                seen += os.read(ours, 1 << 16)
        while select.select([ours], [], [], 0)[0]:
            seen += os.read(ours, 1 << 16)
        wanted = (0, INTERRUPTED) if number == signal.SIGINT else (-number,)
        assert program.returncode in wanted
        assert termios.tcgetattr(theirs) == found
        assert b"Traceback" not in seen
        modes = dict(re.findall(rb"\x1b\[\?([\d;]+)([hl])", seen))
        assert modes.pop(b"25", b"h") == modes.pop(b"7", b"h") == b"h", "cursor, lines that wrap"
        assert set(modes.values()) <= {b"l"}
        assert seen.count(b"\x1b[>") == seen.count(b"\x1b[<u"), "the keyboard"
    (path,) = tmp_path.rglob("*.game")
    assert not read_record(path).torn


def test_without_a_shell_that_waits_nobody_is_trapped(tmp_path: Path) -> None:
    """As a terminal's only program, which none could bring back."""
    words = [*CHEZ, "solo", "--seed", "7", "--bots", "1", "--pace", "instant", "--name", "Pam"]
    with Shown(words, folders(tmp_path)) as terminal:
        terminal.begin()
        left = terminal.seen.count(b"\x1b[?1049l")
        os.write(terminal._line, b"\x1a")
        terminal.until(b"\x1b[?1049l")
        terminal.press(b"?", "Reach your Slack Goal first")
        assert terminal.seen.count(b"\x1b[?1049l") == left + 1


def colors(style: str) -> tuple[str, str]:
    """Return the foreground and the background that SGR numbers leave, as they are written."""
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


def test_no_color_is_readable_with_every_theme_and_at_the_table(tmp_path: Path) -> None:
    with Shown([*CHEZ, "--calm"], {**folders(tmp_path), "NO_COLOR": "1"}) as terminal:
        terminal.shows("Solo game")
        readable(terminal.grid)
        terminal.change(b"s")
        while not re.search(f"▌ +{SETTINGS['theme'].label}", terminal.take()):
            terminal.change(DOWN)
        for _ in SETTINGS["theme"].values:
            terminal.change(RIGHT)
            readable(terminal.grid)
        terminal.press(ESCAPE, "Solo game")
        terminal.press(b"1", "Start the game")
        terminal.press(b"\r", "Any key")
        readable(terminal.grid)
        terminal.change(b" ")
        readable(terminal.grid)
        terminal.press(b"?", "Reach your Slack Goal first")
        readable(terminal.grid)


def test_plain_letters_only_and_everything_is_put_back(tmp_path: Path) -> None:
    words = [*CHEZ, "solo", "--ascii", "--seed", "7", "--pace", "instant", "--name", "Zoë"]
    with Shown(words, folders(tmp_path)) as terminal:
        terminal.begin()
        for key in (b"\t", b"\t", b"z", ESCAPE, b"?", ESCAPE, b"l", ESCAPE):
            terminal.change(key)
        terminal.shows("Zoe")
        terminal.press(b"\x11", r"Quit\?")
        os.write(terminal._line, b"y")
        assert terminal.ended() == 0
        assert terminal.seen.isascii()
        assert b"\x1b[?25h" in terminal.seen[-400:]
        assert b"\x1b[?1049l" in terminal.seen[-400:]
        for title in (KEEP_TITLE, OLD_TITLE):
            assert terminal.seen.count(title.encode()) == 1
        assert re.search(rb"\x1b\]2;(your turn|you may respond)\x07", terminal.seen)


def test_escape_never_leads_to_the_shell(tmp_path: Path) -> None:
    path = write(tmp_path / "old.game", recorded())
    with Shown([*CHEZ, "replay", str(path)], folders(tmp_path)) as terminal:
        terminal.shows("step back")
        terminal.press(ESCAPE * 2, "Solo game")
        terminal.press(DOWN, "▌ 2 +Hot seat")  # with no Esc before it that makes it another key
        terminal.press(b"s", "SETTINGS")
        terminal.press(ESCAPE * 3, "Solo game")
        terminal.press(DOWN, "▌ q +Quit")
        os.write(terminal._line, b"q")
        assert terminal.ended() == 0


def test_few_bytes_for_a_key_and_none_for_nothing(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "benchmarks.screen_table"]
    with Shown(words, {**folders(tmp_path), "TERM": "linux"}) as terminal:
        terminal.shows("n next phase")
        written = []
        for keys in (DOWN, b"\r", DOWN, b"\r", DOWN):
            before = len(terminal.seen)
            terminal.change(keys)
            written.append(len(terminal.seen) - before)
        assert sorted(written)[2] < 2000, "besides the first picture, which may still come"
        quiet = 0
        while quiet < 10:  # a second without a byte; a program that goes on writing hangs here
            quiet = 0 if terminal.listen(0.1) else quiet + 1
        assert KEEP_TITLE.encode() not in terminal.seen, "this terminal would print the title"


def test_a_game_goes_on_where_the_program_was_killed(tmp_path: Path) -> None:
    surroundings = folders(tmp_path)
    words = [*CHEZ, "solo", "--seed", "11", "--bots", "2", "--pace", "instant", "--name", "Pam"]
    discarding = "more to discard with Enter, then n"
    with Shown(words, surroundings) as terminal:  # which ends with a kill that none can catch
        terminal.begin()
        while discarding not in (text := terminal.shows(f"{ASKED}|{discarding}")):
            terminal.read()
            terminal.change(b" " if "space pass" in text else b"n")
    (path,) = Path(surroundings["XDG_DATA_HOME"]).rglob("*.game")
    assert read_record(path).actions[-1][:2] == (NEXT, 0)
    with path.open("ab") as file:
        file.write(b"an action in fli")
    with Shown(CHEZ, surroundings) as terminal:
        terminal.shows("Continue")
        terminal.press(b"0", discarding)


def test_a_first_start_asks_for_a_name_and_goes_to_the_lesson(tmp_path: Path) -> None:
    places = {"XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    with Shown(CHEZ, {**places, "LOGNAME": "root", "NO_COLOR": ""}) as terminal:
        terminal.shows(r"What should others call you\?(.|\n)*┃  Root  ")
        terminal.press("Zoë".encode(), "┃  Zoë  ")  # in place of the login name
        terminal.press(b"\r", "▌ +6 +Lessons +learn")
        assert any(colors(cell.style)[0] for row in terminal.grid.cells for cell in row)
        os.write(terminal._line, b"\x11")
        assert terminal.ended() == 0
    kept = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    assert [path.read_text() for path in kept] == [
        'name = "Zoë"\n', '{"editions": [], "lessons": []}',
    ]  # fmt: skip
    with Shown(CHEZ, places) as terminal:
        terminal.shows("▌ +1 +Solo game")
        terminal.press(b"s", "Name +Zoë")


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_cant_move_its_cursor(term: str, tmp_path: Path) -> None:
    with Shown([*CHEZ, "solo"], {**folders(tmp_path), "TERM": term}) as terminal:
        assert terminal.ended() == 2
        assert re.fullmatch(rb"chez-tui: [^\n]*move its cursor[^\n]*\r\n", terminal.seen)


def test_no_terminal_at_all(tmp_path: Path) -> None:
    done = subprocess.run(
        CHEZ,
        env={**os.environ, **folders(tmp_path)},
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(r"chez-tui: [^\n]*needs a terminal[^\n]*\n", done.stderr)


def test_it_ends_with_its_terminal_though_nobody_says_so(tmp_path: Path) -> None:
    """As in a session of its own, to which the system sends no signal when the terminal goes."""
    ours, theirs = os.openpty()
    program = subprocess.Popen(
        CHEZ, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        env={**os.environ, **folders(tmp_path), "TERM": "xterm-256color"},
    )  # fmt: skip
    os.close(theirs)
    try:
        os.read(ours, 1)  # it has begun to paint
        os.close(ours)
        deaf = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN  # under nohup
        assert program.wait(PATIENCE) == -(signal.SIGTERM if deaf else signal.SIGHUP)
    finally:
        program.kill()
        program.wait()


BESIDE = """
import asyncio
from chez_tui import flows
from chez_tui.app import ChezApp
from chez_tui.world import World

async def both():
    app = ChezApp(World.of_process(), flows.begin)
    await app.run_async()
    print("goes on after", app.return_code)

asyncio.run(both())
"""


def test_a_process_goes_on_when_one_terminal_of_it_hangs_up(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", BESIDE], stdin=theirs, stdout=subprocess.PIPE, stderr=theirs,
        start_new_session=True, env={**os.environ, **folders(tmp_path), "TERM": "xterm-256color"},
    ) as program:  # fmt: skip
        os.close(theirs)
        os.read(ours, 1)  # it has begun to paint
        os.close(ours)
        assert program.communicate(timeout=PATIENCE)[0] == b"goes on after 129\n"
    assert program.returncode == 0


LISTENING = 8.0  # seconds after which a list that stays empty is left for the address


@contextmanager
def terminal(home: Path, *words: str) -> Iterator[Tmux]:
    """A terminal in which the program has been started."""
    with Tmux(folders(home)) as tmux:
        tmux.until(r"^[$#] *$")
        quoted = " ".join(f"'{word}'" for word in words)
        tmux.line(f"{' '.join(CHEZ)} {quoted}; echo status=$?")
        yield tmux


@contextmanager
def robot(home: Path, address: str) -> Iterator[None]:
    """A third player, so that two are left when the host has gone."""
    words = [*CHEZ, "join", address, "--bot", "easy", "--name", "Cy"]
    process = subprocess.Popen(
        words,
        env={**os.environ, **folders(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def choose_from_list(bob: Tmux, code: str, address: str) -> None:
    """Goes to the table in the list; where nothing can be heard, to its address."""
    bob.until("JOIN A TABLE")
    end = time.monotonic() + LISTENING
    while time.monotonic() < end:
        rows = [line for line in bob.screen() if re.match(r"│[▌ ] \d+-\w+-\w+", line)]
        if any(code in row for row in rows):
            here = next(row for row in rows if row.startswith("│▌"))
            if code in here:
                bob.keys("Enter")
                return
            bob.keys("Down")
        time.sleep(0.2)
    bob("send-keys", "-l", address)
    bob.keys("Enter")


def deck(tmux: Tmux) -> int:
    found = re.search(r"deck (\d+)", tmux.screen()[0])
    return int(found[1]) if found else 0


@needs_tmux
def test_three_terminals_and_a_host_who_quits(tmp_path: Path) -> None:
    with ExitStack() as stack:
        words = ("host", "--as", "Ann", "--name", "Table 3", "--seats", "3", "--wait", "1")
        ann = stack.enter_context(terminal(tmp_path / "ann", *words))
        lobby = "\n".join(ann.until("seats taken"))
        found = re.search(r"Join code (\S+)(?:.|\n)* or \S+:(\d+)", lobby)
        assert found, lobby
        code, address = found[1], f"127.0.0.1:{found[2]}"

        stack.enter_context(robot(tmp_path / "cy", address))
        bob = stack.enter_context(terminal(tmp_path / "bob", "join", "--name", "Bob"))
        choose_from_list(bob, code, address)
        bob.until("[Pp]ress Enter when you're ready")
        eve = stack.enter_context(terminal(tmp_path / "eve", "watch", address, "--name", "Eve"))
        eve.until("You're watching")
        ann.until("1 spectator")
        ann.until("Cy .*✓ ready")
        bob.keys("Enter")
        ann.until("Enter starts the game")
        ann.keys("Enter")
        for tmux in (ann, bob, eve):
            tmux.until("round 1")

        full = deck(eve)
        play([ann, bob], lambda: deck(eve) < full - 3)
        ann.keys("C-q")
        ann.until("Quit?")
        ann.keys("y")
        ann.until("^status=0")

        bob.until("Ann left for now .*a bot, or drop the seat")
        bob.keys("w")
        bob.until("a bot takes over for Ann")
        bob.keys("2", "Enter")
        for tmux in (bob, eve):
            tmux.until(r"^ GEEK .* deck \d+")
        left = deck(eve)
        play([bob], lambda: deck(eve) < left - 3)
        for tmux in (bob, eve):
            assert "Traceback" not in "\n".join(tmux.screen())
        eve.keys("C-q")
        eve.until("^status=0")
