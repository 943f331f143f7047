"""Every screen in the situations that are worth a picture, one after the other in one app."""

import os
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from chez_tui.config import Config
from chez_tui.games import games_folder
from chez_tui.lesson.course import load_course
from chez_tui.screens.confirm import ConfirmScreen
from chez_tui.screens.keys import KeysScreen
from chez_tui.screens.lesson import ClosingScreen
from chez_tui.screens.setup import SetupScreen
from chez_tui.screens.title import CONTINUE, TitleScreen
from chez_tui.widgets.menu import Menu
from net.sessions.local import INSTANT, Chair, LocalTable, TableSetup
from tests.chez_tui.brains import Clever
from tests.chez_tui.driver import Player, SetTable, catalog, dealt, unseen
from tests.chez_tui.editionscenes import editions
from tests.chez_tui.menuscenes import choosing, learning, mixing
from tests.chez_tui.netscenes import networking

DAY: Final = 1_767_268_800  # noon of a day in January 2026
HOME: Final = "/home/pamela/.data"  # as long as the folder that it stands for in the pictures
LOOKS: Final[dict[str, Config]] = {
    "geek": Config(name="Pam", pace="instant", calm=True),
    "mono": Config(name="Pam", pace="instant", calm=True, theme="mono"),
    "ascii": Config(name="Pam", pace="instant", calm=True, ascii=True),
}

# A table in the middle of the game, with something of everything.
MIDDLE: Final = """
players: Pam; Ada; Bix; Cleo
Pam is Tech Support
Pam holds: {hand}
Pam has: TV Queen; Choad Warrior; Shrooms; Menthol Cloves; Surf the Net; Computer Games +1
Ada is Waitstaff
Ada holds: Sleep; Surf the Net; RPGs; Sleep; Beer
Ada has: Tattoo; Sleep; Sleep +1; Hash Brownies; Segfault
Bix is Bartender
Bix holds: Sleep; Nookie at Jimmy's; Bum; Hungry Girl
Bix has: RPGs; NT Server Docco; White Russian
Cleo is Temp
Cleo holds: Sleep; Sleep; Mr. Gamer
Cleo has: Mister Biscuits; Sleep; Curbside Sofa; Gamer Goth
table: Raise
turn: {turn}
"""
HAND: Final = "Pizza; Ultra-Slims; Sleep; Car Alarm; Talk Show; Sucks to Be You!"


def middle(turn: str, hand: str = HAND, dice: tuple[int, ...] = ()) -> SetTable:
    return SetTable(MIDDLE.format(turn=turn, hand=hand), dice=dice)


def surroundings(setenv: Callable[[str, str], Any]) -> Path:
    """The same time and paths wherever the scenes are played; gives back the folder for data."""
    folder = Path(mkdtemp(prefix="chez-", dir="/tmp"))
    assert len(str(folder)) == len(HOME)
    setenv("XDG_DATA_HOME", str(folder))
    setenv("XDG_CONFIG_HOME", "/home/pam/.config")
    setenv("TZ", "UTC")
    time.tzset()
    return folder


async def finished(record: Path | None = None) -> LocalTable:
    """A whole game, played by nobody in particular."""
    chairs = [Chair("Pam"), Chair("Ada", "easy"), Chair("Bix", "normal")]
    table = LocalTable(TableSetup(catalog(), chairs, seed=5, record=record), INSTANT)
    await unseen(table, Clever(5))
    return table


async def unfinished(record: Path) -> None:
    chairs = [Chair("Pam"), Chair("Ada", "easy"), Chair("Bix", "normal")]
    table = LocalTable(TableSetup(catalog(), chairs, seed=6, record=record), INSTANT)
    await unseen(table, Clever(6), until=lambda: table.game.round > 2)


async def library() -> None:
    """Fills the folder of games: a finished one, one to go on with, and one that is no game."""
    folder = games_folder()
    folder.mkdir(parents=True)
    await finished(folder / "finished.game")
    await unfinished(folder / "unfinished.game")
    (folder / "letter.game").write_text("Dear diary\n")
    for age, name in enumerate(("unfinished", "finished", "letter")):
        os.utime(folder / f"{name}.game", (DAY - age * 86_400,) * 2)


async def scenes(pam: Player) -> AsyncIterator[str]:
    """Opens one screen after the other and names what is to be seen now."""
    at_home = (ways_in, reading, replaying, playing, asking, editions, ending)
    for part in (*at_home, networking, choosing, learning, mixing):
        async for name in part(pam):
            yield name


async def close(pam: Player, down_to: int = 2) -> None:
    """Takes screens away until only so many are left."""
    while len(pam.app.screen_stack) > down_to:
        pam.app.pop_screen()
        await pam.rest()


async def ways_in(pam: Player) -> AsyncIterator[str]:
    app = pam.app
    app.open_title()
    await pam.rest()
    yield "title"
    await pam.press("question_mark")
    yield "help-title"
    await close(pam)
    app.open_setup()
    await pam.rest()
    yield "setup"
    await close(pam)
    app.push_screen(SetupScreen(hot_seat=True))
    await pam.rest()
    yield "setup-hotseat"
    await close(pam)
    app.open_settings()
    await pam.rest()
    yield "settings"
    app.push_screen(KeysScreen())
    await pam.rest()
    yield "settings-keys"
    await close(pam)


async def reading(pam: Player) -> AsyncIterator[str]:
    app = pam.app
    app.open_rules()
    await pam.rest()
    yield "rules"
    await close(pam)
    app.open_rules("R-TV-2")
    await pam.rest()
    yield "rules-clause"
    await close(pam)
    app.open_catalogue()
    await pam.rest()
    yield "catalogue"
    await pam.press("slash")
    await pam.type("cat")
    await pam.press("enter")
    yield "catalogue-search"
    await close(pam)


async def replaying(pam: Player) -> AsyncIterator[str]:
    app = pam.app
    app.open_replays()
    await pam.rest()
    yield "replays-none"
    await close(pam)
    await library()
    assert isinstance(app.screen, TitleScreen)
    app.open_replays()
    await pam.rest()
    await app.workers.wait_for_complete()
    await pam.rest()
    yield "replays"
    await close(pam)
    await app.workers.wait_for_complete()
    await pam.rest()
    item = app.screen.query_one(Menu).current
    assert item is not None
    assert item.key == CONTINUE
    yield "title-continue"
    app.open_replay(games_folder() / "finished.game")
    await pam.rest()
    await pam.press("n", "n", "n", *["right"] * 6)
    yield "replay"
    await pam.press("v")
    yield "replay-eyes"
    await close(pam)


async def playing(pam: Player) -> AsyncIterator[str]:
    app = pam.app
    table = middle("Pam, free time")
    app.open_table(table, (0,))
    await pam.rest()
    yield "table"
    await pam.hand("Pizza")
    await pam.hand("Ultra-Slims")
    yield "table-trip"
    await pam.press("z")
    yield "reader-hand"
    await pam.press("escape")
    await pam.press("escape")
    await pam.hand("Sucks to Be You!")
    yield "table-targets"
    await pam.press("escape", "tab")
    yield "table-room"
    await pam.press("tab", "down")
    yield "table-opponent"
    await pam.press("z")
    yield "reader"
    await pam.press("escape", "escape", "slash")
    await pam.type("anybody for pizza?")
    yield "table-chat"
    await pam.press("enter", "question_mark")
    yield "help-table"
    while not pam.at_table:
        await pam.press("x")
    await pam.press("ctrl+q")
    assert isinstance(app.screen, ConfirmScreen)
    yield "confirm"
    await pam.press("n")
    await close(pam)
    app.open_table(dealt(seed=3).again((0,)), (0,))
    await pam.rest()
    yield "table-role"
    await close(pam)
    names = ("Pam", "Ada", "Bix", "Cleo", "Dov", "Emi", "Fitz", "Gus")
    app.open_table(dealt(names, ("", *["easy"] * 7), 7), (0,))
    await pam.rest()
    yield "table-eight"
    await close(pam)


async def asking(pam: Player) -> AsyncIterator[str]:
    app = pam.app
    table = middle("Ada, free time")
    app.open_table(table, (0,))
    await pam.rest()
    yield "table-waiting"
    table.move("Ada: do Sleep")
    await pam.rest()
    yield "window"
    await pam.hand("Car Alarm", enter=False)
    yield "window-answer"
    await close(pam)
    table = middle("Pam, roll", dice=(5,))
    app.open_table(table, (0,))
    await pam.rest()
    await pam.press("e")
    yield "table-guests"
    await pam.press("enter")
    yield "table-die"
    await pam.press("escape", "l")
    yield "reader-log"
    await close(pam)
    table = middle("Pam, free time", "Second Wind; Sleep; Pizza; Ultra-Slims; RPGs; Talk Show")
    app.open_table(table, (0,))
    await pam.rest()
    await pam.hand("Second Wind")
    for move in ("Ada: pass", "Bix: pass", "Cleo: pass"):
        table.move(move)
    await pam.rest()
    yield "table-trim"
    await close(pam)
    app.open_table(middle("Bix, free time"), (0, 2))
    await pam.rest()
    yield "curtain"
    await pam.press("enter")
    yield "table-hotseat"
    await close(pam)


async def ending(pam: Player) -> AsyncIterator[str]:
    app = pam.app
    app.open_lesson()
    await pam.rest()
    yield "lesson"
    await pam.press("down", "n", "n")
    yield "lesson-call"
    await pam.press("n")
    yield "lesson-hint"
    await close(pam)
    app.push_screen(ClosingScreen(load_course(), "Pam won"))
    await pam.rest()
    yield "lesson-over"
    await close(pam)
    table = await finished()
    app.open_end(table.session(0), lambda winners: None)
    await pam.rest()
    yield "end"
    await pam.press("tab")
    yield "end-rooms"
    await close(pam)
