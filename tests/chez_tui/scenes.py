"""Every screen in the situations that are worth a picture, one after the other in one app."""

import os
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from chez_tui import flows
from chez_tui.kit.dialogs import Confirm
from chez_tui.play.lesson import load_course
from chez_tui.screens.end import EndScreen
from chez_tui.screens.lesson import ClosingScreen
from chez_tui.screens.lobby import LobbyScreen
from chez_tui.screens.settings import KeysScreen
from chez_tui.screens.title import CONTINUE, TitleScreen
from chez_tui.settings import Settings
from core.catalog import EDITIONS, load_catalog
from net.sessions.local import LocalTable
from net.table.lobby import Plan
from tests.chez_tui.brains import Clever
from tests.chez_tui.driver import Player, SetTable, WatchedApp, dealt, laid, unseen
from tests.chez_tui.netscenes import PAM, desk_of, lobby_of, networking, still
from tests.kit.worlds import here

DAY: Final = 1_767_268_800  # noon of a day in January 2026
HOME: Final = "/home/pamela/.data"  # as long as the folder that it stands for in the pictures
LOOKS: Final[dict[str, Settings]] = {
    "geek": Settings(name="Pam", pace="instant", calm=True),
    "mono": Settings(name="Pam", pace="instant", calm=True, theme="mono"),
    "ascii": Settings(name="Pam", pace="instant", calm=True, ascii=True),
}

Part = Callable[[Player], AsyncIterator[str]]
# A name, what opens the screen, and the keys that are pressed then.
Step = tuple[str, Callable[[WatchedApp], object] | None, *tuple[str, ...]]


def middle(turn: str, dice: tuple[int, ...] = (), **lines: str) -> SetTable:
    """Set a table in the middle of the game, with something of everything."""
    return SetTable(laid("middle", turn=turn, **lines), dice=dice)


def surroundings(setenv: Callable[[str, str], Any]) -> Path:
    """The same time and paths wherever the scenes are played; return the folder for data."""
    folder = Path(mkdtemp(prefix="chez-", dir="/tmp"))
    assert len(str(folder)) == len(HOME)
    setenv("XDG_DATA_HOME", str(folder))
    setenv("XDG_CONFIG_HOME", "/home/pam/.config")
    setenv("TZ", "UTC")
    time.tzset()
    return folder


async def finished(record: Path | None = None) -> LocalTable:
    """Play a whole game; nobody in particular is to win it."""
    table = dealt(("Pam", "Ada", "Bix"), ("", "easy", "normal"), 5, record=record)
    await unseen(table, Clever(5))
    return table


async def library() -> None:
    """Fill the folder of games: a finished one, one to go on with, and one that is no game."""
    folder = here().games
    folder.mkdir(parents=True)
    await finished(folder / "finished.game")
    path = folder / "unfinished.game"
    table = dealt(("Pam", "Ada", "Bix"), ("", "easy", "normal"), 6, record=path)
    await unseen(table, Clever(6), until=lambda: table.game.round > 2)
    (folder / "letter.game").write_text("Dear diary\n")
    for age, name in enumerate(("unfinished", "finished", "letter")):
        os.utime(folder / f"{name}.game", (DAY - age * 86_400,) * 2)


async def scenes(pam: Player) -> AsyncIterator[str]:
    """Open one screen after the other and name what is to be seen now."""
    at_home = (ways_in, reading, replaying, playing, asking, editions, being_taught, ending)
    for part in (*at_home, networking, choosing, learning, mixing):
        async for name in part(pam):
            yield name
        await pam.close()


def opened(*steps: Step) -> Part:
    """Scenes that take no more than opening a screen, or going on with the last one, and keys."""

    async def part(pam: Player) -> AsyncIterator[str]:
        for name, way, *keys in steps:
            if way is not None:
                await pam.close()
                await pam.open(way)
            await pam.press(*keys)
            yield name

    return part


ways_in = opened(
    ("title", lambda app: app.walk(flows.begin(app))),
    ("help-title", None, "question_mark"),
    ("setup", lambda app: app.go("solo")),
    ("setup-hotseat", lambda app: app.go("hotseat")),
    ("settings", lambda app: app.go("settings")),
    ("settings-keys", lambda app: app.push_screen(KeysScreen())),
)
reading = opened(
    ("rules", lambda app: app.read_rules()),
    ("rules-clause", lambda app: app.read_rules("R-TV-2")),
    ("catalogue", lambda app: app.go("cards")),
    ("catalogue-search", None, "slash", *"cat", "enter"),
)


async def replaying(pam: Player) -> AsyncIterator[str]:
    await pam.open(lambda app: app.go("replays"))
    yield "replays-none"
    await pam.close()
    await library()
    assert isinstance(pam.app.screen, TitleScreen)
    await pam.open(lambda app: app.go("replays"))
    yield "replays"
    await pam.close()
    assert pam.chosen == CONTINUE
    yield "title-continue"
    await pam.open(lambda app: app.go("replay", here().games / "finished.game"))
    await pam.press("n", "n", "n", *["right"] * 6)
    yield "replay"
    await pam.press("v")
    yield "replay-eyes"


async def playing(pam: Player) -> AsyncIterator[str]:
    await pam.sit(middle("Pam, free time"))
    yield "table"
    await pam.hand("Pizza")
    await pam.hand("Ultra-Slims")
    yield "table-trip"
    await pam.press("z")
    yield "reader-hand"
    await pam.press("escape", "escape")
    await pam.hand("Sucks to Be You!")
    yield "table-targets"
    await pam.press("escape", "tab")
    yield "table-room"
    await pam.press("tab", "down")
    yield "table-opponent"
    await pam.press("z")
    yield "reader"
    await pam.press("escape", "escape", "question_mark")
    yield "help-table"
    while not pam.at_table:
        await pam.press("x")
    await pam.press("ctrl+q")
    assert isinstance(pam.app.screen, Confirm)
    yield "confirm"
    await pam.press("n")
    await pam.close()
    await pam.sit(dealt(seed=3).again((0,)))
    yield "table-role"
    await pam.close()
    names = ("Pam", "Ada", "Bix", "Cleo", "Dov", "Emi", "Fitz", "Gus")
    await pam.sit(dealt(names, ("", *["easy"] * 7), 7))
    yield "table-eight"


async def asking(pam: Player) -> AsyncIterator[str]:
    table = middle("Ada, free time")
    await pam.sit(table)
    yield "table-waiting"
    table.move("Ada: do Sleep")
    await pam.rest()
    yield "window"
    await pam.hand("Car Alarm", enter=False)
    yield "window-answer"
    await pam.close()
    await pam.sit(middle("Pam, roll", dice=(5,)))
    await pam.press("e")
    yield "table-guests"
    await pam.press("enter")
    yield "table-die"
    await pam.press("escape", "l")
    yield "reader-log"
    await pam.close()
    hand = "Second Wind; Sleep; Pizza; Ultra-Slims; RPGs; Talk Show"
    table = middle("Pam, free time", Pam_holds=hand)
    await pam.sit(table)
    await pam.hand("Second Wind")
    await pam.others_pass()
    yield "table-trim"
    await pam.close()
    await pam.sit(middle("Bix, free time"), 0, 2)
    yield "curtain"
    await pam.press("enter")
    yield "table-hotseat"
    await pam.press("slash")
    await pam.type("anybody for pizza?")
    yield "table-chat"


being_taught = opened(
    ("lesson", lambda app: app.go("lesson", "geek")),
    ("lesson-call", None, "down", "n", "n"),
    ("lesson-hint", None, "n"),
    ("lesson-over", lambda app: app.push_screen(ClosingScreen(load_course(), "Pam won"))),
)


async def ending(pam: Player) -> AsyncIterator[str]:
    table = await finished()
    await pam.show(EndScreen(table.session(0)))
    yield "end"
    await pam.press("tab")
    yield "end-rooms"


GREEK: Final = laid("greek")
GOTH: Final = laid("goth")
GRUNT: Final = laid("grunt")
CTHULHU: Final = laid("cthulhu")
MIX: Final = laid("mix")


async def editions(pam: Player) -> AsyncIterator[str]:
    await pam.sit(SetTable(GREEK))
    yield "greek"
    await pam.press("tab")
    yield "greek-standing"
    await pam.close()
    await pam.sit(SetTable(GOTH))
    yield "goth"
    await pam.close()
    await pam.sit(SetTable(GRUNT, dice=(5, 1)))
    await pam.hand("Hole in the Fence")
    await pam.others_pass()
    yield "grunt"
    usual = pam.app.world.settings
    pam.app.world.settings = usual._replace(auto_next=False)  # nothing more to do in Free Time
    await pam.hand("Canteen Moonshine")
    await pam.press("b")
    await pam.others_pass()
    yield "grunt-caught"
    pam.app.world.settings = usual
    await pam.close()
    treated = SetTable(CTHULHU, dice=(4,))
    await pam.sit(treated)
    treated.move("Ada: call Deep Westley to Pam")
    await pam.press("space")
    await pam.others_pass()
    yield "cthulhu"
    await pam.close()
    await pam.sit(SetTable(MIX))
    yield "mix"
    await pam.press("tab")
    yield "mix-standing"


OTHERS: Final = EDITIONS[1:]
# Setup with each edition, several ticked, a mix.
choosing = opened(
    *((f"setup-{key}", lambda app, key=key: app.go("solo", (key,))) for key in OTHERS),
    (
        "editions",
        lambda app: app.go("solo"),
        *["down", "enter", "down", "enter", "down", "down", "down", "enter"],
    ),
    ("setup-mix", None, "escape", "end"),
)
# The rules of one edition, pages about what is different, a short lesson of each.
learning = opened(
    ("rules-different", lambda app: app.read_rules("Goth")),
    ("rules-grunt", lambda app: app.read_rules(), "o", "o", "o", "o", "slash", *"room", "enter"),
    ("catalogue-german", lambda app: app.go("cards"), "slash", *"graeber", "enter"),
    ("lessons", lambda app: app.go("lessons")),
    ("difference", None, "8"),
    ("difference-mixes", None, "escape", "0"),
    *((f"lesson-{key}", lambda app, key=key: app.go("lesson", key), "down") for key in OTHERS),
)


async def mixing(pam: Player) -> AsyncIterator[str]:
    """A lobby with a mix, and what is said about it there."""
    desk = desk_of()
    desk.plan = Plan(load_catalog(("geek", "greek", "cthulhu")), {"hand": "7", "mix": "students"})
    await pam.show(LobbyScreen(still(lobby_of(desk), PAM, desk)))
    yield "lobby-mix"
    await pam.press("i")
    yield "lobby-about"
