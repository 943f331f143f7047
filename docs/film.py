"""Films a program on a real terminal as an SVG that moves. `make pictures` films a turn with it.

Each line of the screen is drawn once for each way it looked, and shown while it looked like that:
so a film costs what changed. Whoever asks their system for less motion sees the last picture.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Final, NamedTuple

from benchmarks.screen_grid import Cell, Grid, Pen
from benchmarks.screen_pty import Terminal

Row = tuple[Cell, ...]

FONTS: Final = "DejaVu Sans Mono, Menlo, Consolas, monospace"
WIDTH, HEIGHT, EDGE = 9, 18, 8  # of a cell, and around the screen
QUIET: Final = 0.06  # seconds without a byte, after which a picture is whole
LONGEST: Final = 1.2  # seconds that the program may think; a film doesn't wait for longer
INK, GROUND = "#ece8dd", "#13151b"


class Shot(NamedTuple):
    """Keys to press, and how long to look at what comes of them."""

    keys: bytes
    seconds: float


class Frame(NamedTuple):
    """What is to be seen, and for how long."""

    seconds: float
    rows: tuple[Row, ...]


def film(words: Sequence[str], size: tuple[int, int], shots: Sequence[Shot],
         surroundings: Mapping[str, str]) -> list[Frame]:  # fmt: skip
    """Run a program, press keys, and return what its terminal showed."""
    grid = Grid(size)
    frames: list[Frame] = []
    with Terminal(words, size, surroundings) as line:
        line.until(b"\x1b[")
        for shot in shots:
            begun = time.monotonic()
            end, data = begun + shot.seconds, line.send(shot.keys, QUIET, shot.seconds).data
            while True:
                now = time.monotonic()
                if frames:
                    shown = frames[-1].seconds + min(now - begun, LONGEST)
                    frames[-1] = frames[-1]._replace(seconds=shown)
                if data:
                    grid.feed(data)
                    frames.append(Frame(0, tuple(map(tuple, grid.cells))))
                if now >= end:
                    break
                begun, data = now, line.settle(QUIET, end - now).data
    return [frame for frame in frames if frame.seconds]


def svg(frames: Sequence[Frame], title: str) -> str:
    """Draw a film."""
    whole = sum(frame.seconds for frame in frames)
    columns, rows = len(frames[0].rows[0]), len(frames[0].rows)
    width, height = columns * WIDTH + 2 * EDGE, rows * HEIGHT + 2 * EDGE
    times: dict[str, str] = {}  # when something is to be seen, and the name of that in the style
    drawn = [
        f'<g class="{times.setdefault(when, f"t{len(times)}")}">{"".join(draw(row, y))}</g>'
        for y in range(rows)
        for row, when in looks([(frame.seconds / whole, frame.rows[y]) for frame in frames])
    ]
    style = "".join(
        f"@keyframes {name}{{{when}}}.{name}{{animation:{name} {whole:.1f}s step-end infinite}}"
        for when, name in times.items()
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f"<title>{escape(title)}</title><style>text{{font:15px {FONTS};white-space:pre}}"
        f".b{{font-weight:bold}}.i{{font-style:italic}}.u{{text-decoration:underline}}{style}"
        f"@media(prefers-reduced-motion){{g g{{animation-play-state:paused!important;"
        f"animation-delay:-{whole * 0.999:.2f}s!important}}}}</style>"
        f'<rect width="100%" height="100%" rx="6" fill="{GROUND}"/>'
        f'<g transform="translate({EDGE} {EDGE})" shape-rendering="crispEdges">'
        f"{''.join(drawn)}</g></svg>\n"
    )


def looks(frames: Sequence[tuple[float, Row]]) -> Iterator[tuple[Row, str]]:
    """Yield each way a line looks, and the keyframes of when it does."""
    spans: dict[Row, list[tuple[float, float]]] = {}
    start = 0.0
    for row, group in groupby(frames, key=lambda frame: frame[1]):
        end = start + sum(share for share, _ in group)
        spans.setdefault(row, []).append((start, end))
        start = end
    for row, shown in spans.items():
        marks = {0.0: "hidden"}
        for begin, end in shown:
            marks |= {begin: "visible", end: "hidden"}
        yield row, "".join(f"{100 * at:.2f}%{{visibility:{how}}}" for at, how in marks.items())


def draw(row: Row, y: int) -> Iterator[str]:
    """Draw a line: the colors behind it, then what is written."""
    x, parts = 0, []
    for style, group in groupby(row, key=lambda cell: cell.style):
        text = "".join(cell.text for cell in group)
        parts.append((x, text, Pen().after([int(n) for n in style.split(";") if n])))
        x += len(text)
    for x, text, pen in parts:
        _, back = colors(pen)
        if back != GROUND:
            yield _rect(x, y, len(text), back)
    for x, text, pen in parts:
        if text.strip():
            yield _written(x + len(text) - len(text.lstrip()), y, text.strip(), pen)


def colors(pen: Pen) -> tuple[str, str]:
    """Return the colors of a pen: of what is written, and behind it."""
    ink, back = (
        f"#{bytes(color[2:]).hex()}" if color[1:2] == (2,) else usual
        for color, usual in ((pen.color, INK), (pen.back, GROUND))
    )
    return (back, ink) if 7 in pen.marks else (ink, back)


def _rect(x: int, y: int, wide: int, color: str) -> str:
    return (
        f'<rect x="{x * WIDTH}" y="{y * HEIGHT}" width="{wide * WIDTH}" '
        f'height="{HEIGHT}" fill="{color}"/>'
    )


def _written(x: int, y: int, text: str, pen: Pen) -> str:
    names = " ".join(name for mark, name in ((1, "b"), (3, "i"), (4, "u")) if mark in pen.marks)
    marks = f' class="{names}"' if names else ""
    return (
        f'<text x="{x * WIDTH}" y="{y * HEIGHT + 14}" '
        f'textLength="{len(text) * WIDTH}"{marks} '
        f'fill="{colors(pen)[0]}">{escape(text)}</text>'
    )
