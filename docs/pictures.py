"""Makes the pictures in docs/pictures: the running game, from fixed seeds, and a film of a turn.

`make pictures` runs it.
"""

import asyncio
import os
import re
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from benchmarks.screen_pty import chez
from chez_tui import flows
from chez_tui.play.choices import Option
from chez_tui.screens.end import EndScreen
from chez_tui.settings import Settings
from core.actions import CANCEL
from core.state import FREE_PHASE
from docs.film import Shot, film, svg
from tests.chez_tui.brains import Clever
from tests.chez_tui.driver import LARGE, SMALL, Player, Size, WatchedApp, dealt
from tests.chez_tui.kit.terminal.shown import folders

FOLDER: Final = Path(__file__).with_name("pictures")
NAMES: Final = ("Pam", "Ada", "Bix", "Cleo")
LEVELS: Final = ("", "normal", "easy", "normal")
FONTS: Final = "Fira Code, DejaVu Sans Mono, Menlo, Consolas, monospace"
_FONT: Final = re.compile(
    r"\s*@font-face \{.*?\}\n", re.DOTALL
)  # nothing is fetched from elsewhere

Scene = Callable[[Player], Awaitable[None]]


async def title(pam: Player) -> None:
    pam.app.walk(flows.begin(pam.app))
    await pam.rest()


async def goth(pam: Player) -> None:
    """What is new in another edition, before a game of it."""
    pam.app.go("solo", ("goth",))
    await pam.rest()
    await pam.press("down")


async def sit_down(pam: Player, seed: int) -> None:
    pam.app.go("play", dealt(NAMES, LEVELS, seed), (0,))
    await pam.rest()


async def window(pam: Player) -> None:
    """Somebody announces something, and there is a card in the hand that can stop it."""
    seed = 27
    await sit_down(pam, seed)
    await pam.play(Clever(seed), until=lambda: pam.game.round > 4 and any(map(stops, pam.items)))
    await pam.point(stops)


def stops(item: Option) -> bool:
    return item.open and item.actions[0].kind == CANCEL


async def table(pam: Player) -> None:
    """One's own Free Time, with much to choose from."""
    seed = 1
    await sit_down(pam, seed)

    def choice() -> bool:
        mine = pam.desk.my_turn and pam.game.phase == FREE_PHASE
        return mine and pam.game.round > 3 and sum(item.open for item in pam.items) > 3

    await pam.play(Clever(seed), until=choice)
    await pam.point(lambda item: item.text == "Nookie at Jimmy's")
    await pam.press("down", "up")  # the die has been seen


async def end(pam: Player) -> None:
    seed = 1
    await sit_down(pam, seed)
    await pam.play(Clever(seed))
    assert isinstance(pam.app.screen, EndScreen)


PICTURES: Final[dict[str, tuple[Size, Scene]]] = {
    "title": (SMALL, title),
    "goth": (SMALL, goth),
    "window": (SMALL, window),
    "table": (LARGE, table),
    "end": (LARGE, end),
}


FILM: Final = "turn"
TURN: Final = ("solo", "--seed", "3", "--bots", "2", "--pace", "normal", "--name", "Pam")
SHOTS: Final = (
    Shot(b"", 2.5),  # the role
    Shot(b"x", 2.5),  # Income is rolled
    Shot(b"\r", 0.8),
    Shot(b"b", 1.2),  # Pizza
    Shot(b"5", 1.2),
    Shot(b"\r", 2.5),  # Nookie, until a roommate walks in
    Shot(b"\r", 6.0),  # who is told not to; but then the TV is on
)


def turn(home: Path) -> str:
    """Film a turn on a real terminal."""
    return svg(film(chez(*TURN), SMALL, SHOTS, folders(home)), "chez-tui: a turn")


async def picture(size: Size, scene: Scene) -> str:
    """What the terminal shows, as SVG."""
    app = WatchedApp(Settings(name="Pam", pace="instant", calm=True))
    async with app.run_test(size=size) as pilot:
        await scene(Player(app, pilot))
        drawn = app.export_screenshot(title="chez-tui", simplify=True)
    return _FONT.sub("", drawn).replace("Fira Code, monospace", FONTS)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home}
        for name, (size, scene) in PICTURES.items():
            keep(name, asyncio.run(picture(size, scene)))
        keep(FILM, turn(Path(home)))


def keep(name: str, drawn: str) -> None:
    (FOLDER / f"{name}.svg").write_text(f"{drawn.rstrip()}\n", encoding="utf-8")
    print(f"{name}.svg: {len(drawn) / 1000:.0f} KB")


if __name__ == "__main__":
    main()
