"""Every screen at every size in both alphabets, with a few keys at random: it fits, nothing but
what was asked for is printed, and nothing breaks; then some hundred keys at a table.

What a screen says and which key does what is tested with the screen; how it looks, by pictures.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from tempfile import TemporaryDirectory
from typing import Any, Final
from unittest.mock import AsyncMock

import pytest
from rich.cells import cell_len
from textual.screen import ModalScreen

from chez_tui import flows
from chez_tui.commands import ANYWHERE, COMMANDS
from chez_tui.kit.dialogs import Ask, Choose, Confirm
from chez_tui.kit.lines import Lines
from chez_tui.play.lesson import load_course
from chez_tui.screens.editions import PlayedScreen
from chez_tui.screens.end import EndScreen
from chez_tui.screens.lesson import ClosingScreen
from chez_tui.screens.lobby import LobbyScreen
from chez_tui.screens.replay import ReplayScreen
from chez_tui.screens.settings import KeysScreen
from chez_tui.settings import Settings
from core.catalog import EDITIONS
from core.telling import clean
from net.sessions.local import LocalTable
from tests.chez_tui.anykeys import TABLES, Unleavable, press
from tests.chez_tui.driver import Player, SetTable, Size, dealt, shown
from tests.chez_tui.netscenes import ADA, PAM, agreeing, desk_of, lobby_of, still
from tests.chez_tui.scenes import MIX, middle
from tests.chez_tui.screens.test_end import Over
from tests.kit.recorded import recorded, write
from tests.kit.worlds import here

SIZES: Final[Sequence[Size]] = ((80, 24), (100, 32), (120, 40), (160, 50), (200, 60))
SMALLER: Final[Sequence[Size]] = ((60, 18), (50, 14), (30, 8), (24, 6))
PRESSES: Final = 16
FRAMED: Final = ".box, Input, OptionList, Toast"  # what has a frame, which may be plain
NAMES: Final = (
    "Zoë", "寿司食べたい人達がいっぱいいる", "[bold]Bo[/bold]", "\x1b[31mRed\x1b[0m",
    "Ann", "\u202eevil\u202c Zoë", "Constantinople", "Max",
)  # fmt: skip

MOVING: Final = (
    *("up", "down", "left", "right", "tab", "pageup", "pagedown", "home", "end"),
    *("escape", "question_mark", "f1", "slash", "é", "寿"),
)
EVERYTHING: Final = (
    *(MOVING + ("enter", "space") * 4),
    *sorted({key for c in COMMANDS if ANYWHERE not in c.where for key in c.keys}),
    *"0123456789yn",
)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No table on the network, and folders whose names fit into a line."""
    for way in ("host", "join", "resume", "watch"):
        monkeypatch.setattr(f"chez_tui.flows.{way}", AsyncMock())
    with TemporaryDirectory(prefix="chez-", dir="/tmp") as folder:
        monkeypatch.setenv("XDG_DATA_HOME", folder)
        monkeypatch.setenv("XDG_CONFIG_HOME", folder)
        yield


# -- screens ---------------------------------------------------------------------------------------


def crowd(players: int) -> LocalTable:
    return dealt(NAMES[:players], ("", *["easy"] * (players - 1)), 5)


def listed(app: Unleavable) -> None:
    write(here().games / "finished.game", recorded(4, 2, NAMES))
    write(here().games / "unfinished.game", recorded(3, 2), 150)
    (here().games / "letter.game").write_text("Dear diary\n")
    app.go("replays")


def replayed(app: Unleavable) -> None:
    app.push_screen(ReplayScreen(write(here().games / "odd.game", recorded(8, 2, NAMES))))


def ended(app: Unleavable) -> None:
    session: Any = Over(recorded(8, 2, NAMES), "Zoë's · table")
    app.push_screen(EndScreen(session))


def lobby(me: bytes) -> Any:
    desk = desk_of()
    return still(lobby_of(desk), me, desk if me == PAM else None)


Opener = Callable[[Unleavable], object]
OPENERS: Final[dict[str, Opener]] = {
    "title": lambda app: None,
    "setup": lambda app: app.go("solo"),
    "setup of a mix": lambda app: app.go("solo", EDITIONS),
    "setup of a hot seat": lambda app: app.go("hotseat"),
    "editions": lambda app: app.go("editions"),
    "settings": lambda app: app.go("settings"),
    "keys": lambda app: app.push_screen(KeysScreen()),
    "rules": lambda app: app.read_rules("R-ROLE-5"),
    "rules of an edition": lambda app: app.read_rules("Goth"),
    "catalogue": lambda app: app.go("cards", "Hang Out at Café"),
    "no games": lambda app: app.go("replays"),
    "games": listed,
    "replay": replayed,
    "table": lambda app: app.go("play", middle("Pam, free time"), (0,)),
    "table of eight": lambda app: app.go("play", crowd(8), (0,)),
    "table of a mix": lambda app: app.go("play", SetTable(MIX), (0,)),
    "hot seat": lambda app: app.go("play", middle("Bix, free time"), (0, 2)),
    "end": ended,
    "lessons": lambda app: app.go("lessons"),
    "lesson": lambda app: app.go("lesson", "geek"),
    "short lesson": lambda app: app.go("lesson", "goth"),
    "about an edition": lambda app: app.go("different", "greek"),
    "about mixes": lambda app: app.go("different", "mixes"),
    "end of a lesson": lambda app: app.push_screen(ClosingScreen(load_course(), "Zoë won")),
    "host": lambda app: app.go("host"),
    "tables": lambda app: app.go("join"),
    "watch": lambda app: app.look_at(crowd(8), wall=False),
    "wall": lambda app: app.look_at(crowd(8), wall=True),
    "confirm": lambda app: app.push_screen(Confirm("Leave Zoë?")),
    "choice": lambda app: app.push_screen(Choose("Who?", [*map(clean, NAMES)])),
    "ask": lambda app: app.push_screen(Ask("Zoë asks:")),
}
# Tables that stand still answer no keys but those that move about.
STILL: Final[dict[str, Opener]] = {
    "lobby of a host": lambda app: app.push_screen(LobbyScreen(lobby(PAM))),
    "lobby of a guest": lambda app: app.push_screen(LobbyScreen(lobby(ADA))),
    "lobby of a spectator": lambda app: app.push_screen(LobbyScreen(lobby(b""))),
    "agreeing": lambda app: app.push_screen(agreeing(lobby(PAM))),
    "played": lambda app: app.push_screen(PlayedScreen(lobby(PAM).joined.lobby)),
}


# -- looking ---------------------------------------------------------------------------------------


def visible(app: Unleavable) -> Iterator[Lines]:
    """What is to be seen, from the top down to the first screen that hides what lies below."""
    for screen in reversed(app.screen_stack):
        yield from (lines for lines in screen.query(Lines) if lines.size and lines.display)
        if not isinstance(screen, ModalScreen):
            return


def look(app: Unleavable) -> None:
    """The terminal can show it, and nothing is cut off where there is room enough."""
    rows = shown(app).splitlines()
    assert any(rows), "the screen is empty"
    for row in rows:
        assert row.isprintable(), repr(row)
        assert row.isascii() or not app.world.settings.ascii, row
    if app.size.width < SIZES[0][0] or app.size.height < SIZES[0][1]:
        return
    for lines in app.screen.query(Lines):
        width, height = lines.size
        if not height or not lines.display:
            continue
        assert len(lines._lines) <= height, f"{lines} has no room for {lines._lines[height:]}"
        for line in lines._lines:
            assert cell_len(line.plain) <= width, f"{lines} cuts {line.plain!r}"


async def turn(pam: Player, size: Size, plain: bool) -> None:
    """The other size and alphabet, as a terminal and the settings give them."""
    app = pam.app
    if app.screen.query(FRAMED):
        app.world.settings = app.world.settings._replace(ascii=plain)
        app.apply_looks()
    else:  # the styles are the same in both, and it takes long to find out
        app.world.settings = app.world.settings._replace(ascii=plain)
    if app.size != size:
        await pam.resize(size)
    for lines in visible(app):
        lines.update_lines()
        lines.refresh()
    await pam.rest()


@pytest.mark.parametrize("name", [*OPENERS, *STILL])
async def test_a_screen(name: str) -> None:
    luck = random.Random(name)
    keys, open_it = (MOVING, STILL[name]) if name in STILL else (EVERYTHING, OPENERS[name])
    app = Unleavable(Settings(name="Zoë", pace="instant", calm=True))
    async with app.run_test(size=SIZES[0]) as pilot:
        pam = Player(app, pilot)
        app.walk(flows.begin(app))
        await pam.rest()
        open_it(app)
        await pam.rest()
        for number, size in enumerate(SIZES):
            for plain in (number % 2 == 1, number % 2 == 0):
                await turn(pam, size, plain)
                look(app)
        below = len(app.screen_stack) - 1
        for number in range(PRESSES):
            if len(app.screen_stack) <= below:
                open_it(app)
                await pam.rest()
            await pam.press(luck.choice(keys))
            if number % 5 == 4:
                await turn(pam, luck.choice((*SIZES[:3], *SMALLER)), luck.random() < 0.5)
                look(app)


AT_A_TABLE = 250  # at each of two tables


@pytest.mark.parametrize("editions", TABLES, ids=["geek", "mix"])
async def test_hundreds_of_keys(editions: tuple[str, ...]) -> None:
    assert await press(20260101, editions, AT_A_TABLE) > AT_A_TABLE // 20
