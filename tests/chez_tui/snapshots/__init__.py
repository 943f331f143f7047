"""Pictures of every screen as text, and how they are made and compared.

One file for each scene and size: what is to be seen in the Geek theme, in mono if that is anything
else, with --ascii, and which styles stand where in the Geek theme.
"""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.screen import ModalScreen

from chez_tui.kit.lines import Lines
from chez_tui.screens.settings import SettingsScreen
from tests.chez_tui.driver import LARGE, SMALL, Player, Size, WatchedApp, strips
from tests.chez_tui.scenes import HOME, LOOKS, scenes, surroundings

FOLDER: Final = Path(__file__).parent
SIZES: Final[tuple[Size, ...]] = (SMALL, LARGE)
SIGNS, MONO, PLAIN, STYLES = "signs", "mono", "ascii", "styles"
PARTS: Final = {"geek": (SIGNS, STYLES), "mono": (MONO,), "ascii": (PLAIN,)}
FIRST: Final = "geek"  # the look in which keys are pressed, and the only one whose styles are kept
AGAIN: Final = {"reader": "z", "reader-hand": "z"}  # texts that are made when they are opened


class Picture(NamedTuple):
    """What is on a screen."""

    text: str
    styles: str

    def part(self, name: str) -> str:
        return self.styles if name == STYLES else self.text


class Repainted(WatchedApp):
    """An app that is shown in another look without new styles, of which none are kept there."""

    def put_on(self, look: str) -> None:
        self.world.settings = LOOKS[look]
        self.set_class(self.world.settings.ascii, "ascii")
        if isinstance(self.screen, SettingsScreen):
            self.screen.on_resize()
        for screen in reversed(self.screen_stack):
            for lines in screen.query(Lines):
                if lines.size:
                    lines.update_lines()
                lines.refresh()
            if not isinstance(screen, ModalScreen):  # it hides what lies below
                break


async def pictures(
    size: Size, setenv: Callable[[str, str], Any] = os.environ.__setitem__
) -> dict[str, dict[str, str]]:
    """All scenes in that size, each with the parts of its picture."""
    folder = surroundings(setenv)
    found: dict[str, dict[str, str]] = {}
    app = Repainted(LOOKS[FIRST])
    try:
        async with app.run_test(size=size) as pilot:
            pam = Player(app, pilot)
            async for name in scenes(pam):
                found[name] = await _parts(pam, name, str(folder))
    finally:
        shutil.rmtree(folder)
    return found


async def _parts(pam: Player, scene: str, folder: str) -> dict[str, str]:
    """The scene in all looks; the first one is left on."""
    parts: dict[str, str] = {}
    for look, names in PARTS.items():
        if look != FIRST:
            await _turn(pam, scene, look)
        taken = picture(pam.app, folder)
        parts |= {name: taken.part(name) for name in names}
    await _turn(pam, scene, FIRST)
    return parts


async def _turn(pam: Player, scene: str, look: str) -> None:
    if scene in AGAIN:
        await pam.press("escape")
    assert isinstance(pam.app, Repainted)
    pam.app.put_on(look)
    await pam.rest()
    await pam.press(*AGAIN.get(scene, ""))


def picture(app: WatchedApp, folder: str) -> Picture:
    """The screen as it stands, the folder for data under its pen name."""
    lines: list[str] = []
    rows: list[str] = []
    names: dict[str, str] = {}
    for strip in strips(app):
        lines.append("".join(segment.text for segment in strip).replace(folder, HOME).rstrip())
        rows.append(_runs([(s.text, s.style) for s in strip], names))
    legend = [f"{key} = {style}" for style, key in names.items()]
    return Picture("\n".join(lines), "\n".join([*rows, *legend]))


def _runs(segments: list[tuple[str, Style | None]], names: dict[str, str]) -> str:
    """The styles of a row with the number of cells of each: a3 b77."""
    runs: list[tuple[str, int]] = []
    for text, style in segments:
        said = (
            str(style.without_color + Style(color=style.color, bgcolor=style.bgcolor))
            if (style is not None)
            else "none"
        )
        key = names.setdefault(said, _key(len(names)))
        if runs and runs[-1][0] == key:
            runs[-1] = (key, runs[-1][1] + cell_len(text))
        elif text:
            runs.append((key, cell_len(text)))
    return " ".join(f"{key}{cells}" for key, cells in runs)


def _key(number: int) -> str:
    """a, b, ... z, aa, ab ..."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return (_key(number // 26 - 1) if number >= 26 else "") + letters[number % 26]


# -- files -----------------------------------------------------------------------------------------


def path_of(scene: str, size: Size) -> Path:
    return FOLDER / f"{scene}-{size[0]}x{size[1]}.txt"


def read(scene: str, size: Size) -> dict[str, str]:
    """The parts of a stored picture; none if there is no such file."""
    path = path_of(scene, size)
    if not path.exists():
        return {}
    parts: dict[str, list[str]] = {}
    name = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("=== "):
            name = line.split()[1]
        else:
            parts.setdefault(name, []).append(line)
    texts = {name: "\n".join(lines) for name, lines in parts.items()}
    return {MONO: texts.get(SIGNS, ""), **texts}


def write(scene: str, size: Size, parts: dict[str, str]) -> None:
    kept = [n for n in (SIGNS, MONO, PLAIN, STYLES) if n != MONO or parts[n] != parts[SIGNS]]
    text = "".join(f"=== {name} ===\n{parts[name]}\n" for name in kept)
    path_of(scene, size).write_text(text, encoding="utf-8")
