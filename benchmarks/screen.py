"""The full-screen app on a real terminal line: first paint, keys, bytes and memory."""

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.measure import Pair, Work, compare, summary
from benchmarks.report import Goal, Row, cost
from benchmarks.screen_grid import Grid, fewest_bytes
from benchmarks.screen_pty import Terminal, chez
from core.catalog import Catalog

SMALL: Final = (80, 24)
WIDE: Final = (120, 40)
LARGE: Final = (200, 50)
DOWN, UP, ENTER = b"\x1b[B", b"\x1b[A", b"\r"
ESCAPE: Final = b"\x1b"
ROLLS: Final = b"Your Roll phase."
READY: Final = b"Your Free Time."  # what stands on the table of the benchmark
UNSEEN: Final = 0.4  # seconds in which a prompt takes no key, and a bit
PRESSES: Final = 6  # keys in a slice
PLAYS: Final = 60  # more than a round has
IDLE: Final = 3.0  # seconds in which nothing may be written

TITLE: Final = Goal(1.5, 1.2, at_most=True)
SOLO: Final = Goal(2.5, 2, at_most=True)
KEY: Final = Goal(2.5, 1.5, at_most=True)
DIFF: Final = Goal(10, 3, at_most=True)
ALIKE: Final = Goal(1.1, 1, at_most=True)
LIMIT: Final = Goal(1, 0.75, at_most=True)
NOTHING: Final = Goal(0, 0, at_most=True)

MOVE_BYTES: Final = 2_000
PLAY_BYTES: Final = 1_500  # of somebody else, of which nothing is asked
ASKED_BYTES: Final = 13_000
CHAT_BYTES: Final = 500
DIE_BYTES: Final = 1_000  # a frame of a die that rolls
MEMORY: Final = 80_000_000

MINIMAL: Final = [sys.executable, "-m", "benchmarks.screen_minimal"]
TABLE: Final = [sys.executable, "-m", "benchmarks.screen_table"]


def screen(catalog: Catalog, seconds: float) -> Iterator[Row]:
    """First paint, keys, bytes and memory of the full-screen app on a real terminal line."""
    with tempfile.TemporaryDirectory() as home:
        folders = {"XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home}
        Path(home, "chez-tui", "games").mkdir(parents=True)  # not a first start, which asks
        yield from _start(folders, seconds)
        for size in (SMALL, LARGE):
            yield _keys(folders, size, seconds)
        yield _thinking(folders, seconds)
        yield from _bytes(folders, SMALL)
        yield from _bytes(folders, WIDE)
        yield _die(folders)
        yield _memory(folders)


# -- start -----------------------------------------------------------------------------------------


def _first_paint(words: Sequence[str], mark: bytes, folders: dict[str, str]) -> Work:
    """Starts the program so many times and waits for what it paints first."""

    def work(count: int) -> int:
        for _ in range(count):
            with Terminal(words, SMALL, folders) as terminal:
                terminal.until(mark)
        return count

    return work


def _start(folders: dict[str, str], seconds: float) -> Iterator[Row]:
    minimal = _first_paint(MINIMAL, b"ready", folders)
    for what, words, mark, goal in (
        ("title screen", chez(), b"Solo game", TITLE),
        ("solo table", chez("solo", "--seed", "7", "--pace", "instant"), b"deck", SOLO),
    ):
        ours = _first_paint(words, mark, folders)
        pair = compare(ours, minimal, 2 * seconds, time.perf_counter)
        yield cost(f"{what}, first paint / minimal Textual app", pair, goal)


# -- keys ------------------------------------------------------------------------------------------


def _keys(folders: dict[str, str], size: tuple[int, int], seconds: float) -> Row:
    """The cursor goes down and up in the hand, against a key that changes one line of text."""
    with Terminal(TABLE, size, folders) as ours, Terminal(MINIMAL, size, folders) as minimal:
        ours.until(READY)
        minimal.until(b"ready")
        pair = _alternated(ours, minimal, seconds)
    what = f"key in the hand to last byte, {size[0]}x{size[1]} / minimal Textual app"
    return cost(what, pair, KEY)


def _thinking(folders: dict[str, str], seconds: float) -> Row:
    """The same while a bot thinks, against the same while none does."""
    words = [*TABLE, "thinking"]
    with Terminal(words, LARGE, folders) as thinking, Terminal(TABLE, LARGE, folders) as calm:
        thinking.until(b"deck")
        calm.until(READY)
        pair = _alternated(thinking, calm, seconds)
    what = f"key while a bot thinks to last byte, {LARGE[0]}x{LARGE[1]} / while none does"
    return cost(what, pair, ALIKE)


def _alternated(ours: Terminal, other: Terminal, seconds: float) -> Pair:
    """The times from a key to the last byte on two terminals, which take turns."""
    rounds: list[tuple[float, float]] = []
    for terminal in (ours, other):
        terminal.settle(0.3, 1.0)
        _press(terminal)
    end = time.perf_counter() + 2 * seconds
    while len(rounds) < 5 or time.perf_counter() < end:
        first, second, third, fourth = map(_press, (ours, other, other, ours))
        rounds.append((median(first + fourth), median(second + third)))
    return summary(rounds)


def _press(terminal: Terminal) -> list[float]:
    """The times from a key to the last byte that comes of it."""
    return [terminal.send(UP if number % 2 else DOWN).seconds for number in range(PRESSES)]


# -- bytes -----------------------------------------------------------------------------------------


def _bytes(folders: dict[str, str], size: tuple[int, int]) -> Iterator[Row]:
    """What is written for one thing that happens; every byte is on its way over SSH."""
    where = f"{size[0]}x{size[1]}"
    with Terminal(TABLE, size, folders) as terminal:
        terminal.until(READY)
        terminal.settle(0.3, 1.0)
        grid = Grid(size)
        grid.feed(terminal.seen)
        moves = [_written(terminal, grid, key) for key in (DOWN, DOWN, UP, UP)]
        marks = [_written(terminal, grid, ENTER) for _ in range(4)]
        chat = len(_fed(terminal, grid, b"/"))
        idle = len(terminal.listen(IDLE))
        _fed(terminal, grid, ESCAPE)
        grid.feed(terminal.listen(UNSEEN))
        plays, asked = _opponents(terminal, grid)
    yield _limit(f"cursor moved, {where} / limit", [made for made, _ in moves], MOVE_BYTES)
    yield _against("... / fewest for the same cells", moves)
    yield _against(f"a card marked, {where} / fewest for the same cells", marks, DIFF)
    yield _limit(f"chat opened, {where} / limit", [chat], CHAT_BYTES)
    yield _limit(f"an opponent's play, {where} / limit", [made for made, _ in plays], PLAY_BYTES)
    yield _against("... / fewest for the same cells", plays)
    yield _limit(f"an announcement that asks, {where} / limit", asked, ASKED_BYTES)
    what = f"nothing happens for {IDLE:.0f} s with chat open, {where}"
    yield Row(what, f"{idle} B", "0 B", idle, idle, idle, NOTHING)


def _written(terminal: Terminal, grid: Grid, keys: bytes) -> tuple[int, int]:
    """The bytes that came of a key, and how few it might have been."""
    before = grid.copy()
    data = terminal.send(keys, 0.1).data
    grid.feed(data)
    return len(data), fewest_bytes(before, grid)


def _fed(terminal: Terminal, grid: Grid, keys: bytes) -> bytes:
    """What is written for keys."""
    data = terminal.send(keys, 0.1).data
    grid.feed(data)
    return data


def _opponents(terminal: Terminal, grid: Grid) -> tuple[list[tuple[int, int]], list[int]]:
    """The updates of a whole round in which the others play, one by one; the log fills up.

    First those that neither ask nor hit and begin no turn, then those that ask.
    """
    _fed(terminal, grid, b"n")
    _fed(terminal, grid, b"n")
    plays: list[tuple[int, int]] = []
    asked: list[int] = []
    turn = ""
    while len(plays) < PLAYS:
        before = grid.copy()
        data = terminal.settle(0.15, 3.0).data
        grid.feed(data)
        lines = grid.text().splitlines()
        whose, prompt = lines[0].split()[3], lines[-2]
        if whose == "YOUR" or not data:
            break
        quiet = f" {whose}  plays "
        if "Enter" in prompt:
            asked.append(len(data))
            grid.feed(terminal.listen(UNSEEN))  # until when a prompt takes no key
            _fed(terminal, grid, b" ")
        elif whose == turn and quiet in before.text() and quiet in grid.text():
            plays.append((len(data), fewest_bytes(before, grid)))
        turn = whose
    return plays, asked


def _die(folders: dict[str, str]) -> Row:
    """A guest is evicted; each frame of the die comes by itself."""
    with Terminal([*TABLE, "roll"], WIDE, folders) as terminal:
        terminal.until(ROLLS)
        terminal.settle(0.3, 1.0)
        terminal.send(b"e", 0.1)
        terminal.send(b"\r", 0.1, 0.3)
        terminal.settle(0.03, 2.0)  # the first frame takes the stage
        frames = [len(terminal.settle(0.03, 0.4).data) for _ in range(3)]
    return _limit("a frame of the die, 120x40 / limit", frames, DIE_BYTES)


def _limit(what: str, made: Sequence[int], limit: int) -> Row:
    """The most that was written, against what may be."""
    most = max(made)
    ratio = most / limit
    return Row(f"bytes: {what}", f"{most:,} B", f"{limit:,} B", ratio, min(made) / limit, ratio,
               LIMIT)  # fmt: skip


def _against(what: str, made: Sequence[tuple[int, int]], goal: Goal | None = None) -> Row:
    """The usual ratio of what was written to what would have been enough."""
    pair: Pair = summary([(float(ours), float(max(1, least))) for ours, least in made])
    return Row(f"bytes: {what}", f"{pair.ours:,.0f} B", f"{pair.reference:,.0f} B", pair.ratio,
               pair.low, pair.high, goal)  # fmt: skip


# -- memory ----------------------------------------------------------------------------------------


def _memory(folders: dict[str, str]) -> Row:
    with Terminal(TABLE, LARGE, folders) as table:
        table.until(READY)
        table.settle(0.3, 1.0)
        held = table.memory()
    ratio = held / MEMORY
    return Row("memory of a solo table / limit", f"{held / 1e6:.0f} MB", f"{MEMORY / 1e6:.0f} MB",
               ratio, ratio, ratio, LIMIT)  # fmt: skip
