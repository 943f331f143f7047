"""Keys at random: nothing breaks, and the table stays one that can come about.

`python -m tests.chez_tui.anykeys --seconds S` presses with fresh seeds, and names those that
break it.
"""

import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from rich.cells import cell_len

from chez_tui import flows
from chez_tui.app import ChezApp
from chez_tui.commands import ANYWHERE, COMMANDS, TABLE
from chez_tui.kit.dialogs import Confirm
from chez_tui.screens.table.screen import TableScreen
from chez_tui.settings import Settings
from core.catalog import EDITIONS
from net.sessions.local import LocalTable
from tests.chez_tui.driver import Player, Size, WatchedApp, dealt, key_event, shown
from tests.kit.invariants import Audit, legal_moves, never_stuck, numbers, views
from tests.kit.soak import Ran, broken_by, parser, search

CHECKED: Final = 50  # presses between two looks at everything
SIZES: Final[Sequence[Size]] = (
    (80, 24), (120, 40), (200, 50), (60, 15), (80, 24), (24, 6), (110, 30),
)  # fmt: skip
TABLES: Final = (EDITIONS[:1], EDITIONS)
PATIENCE: Final = 12  # presses on other screens in a row before somebody presses Esc

# What people press most, and then everything that is a key somewhere.
PLAYING = ("enter", "enter", "enter", "space", "space", "n", "up", "down", *"123456789", "b", "e")
EVERYTHING = (
    *(key for c in COMMANDS if {TABLE, ANYWHERE} & set(c.where) for key in c.keys),
    *"0aAqxyvtrgpcCoZ[]\\é寿",
    *("f2", "f10", "pageup", "pagedown", "home", "end", "backspace", "delete", "insert"),
    *("ctrl+a", "ctrl+c", "ctrl+d", "ctrl+u", "ctrl+z", "shift+up", "ctrl+left", "comma"),
)


class Unleavable(WatchedApp):
    """Stays when it is told to end, and counts how often it was."""

    ends = 0

    def exit(self, *args: Any, **options: Any) -> None:
        self.ends += 1


def keys(luck: random.Random) -> Iterator[str]:
    while True:
        yield luck.choice(PLAYING if luck.random() < 0.75 else EVERYTHING)


def printable(app: ChezApp) -> None:
    """The screen is as large as it is, and nothing on it moves a terminal's cursor."""
    width, height = app.size
    rows = shown(app).splitlines()
    assert len(rows) <= height
    for row in rows:
        assert cell_len(row) <= width
        assert row.isprintable()


def check(app: Unleavable, table: LocalTable) -> None:
    """The table is sound, and the screen holds what it shows."""
    game = table.game
    audit = Audit(game)
    audit.whole()
    audit.slack()
    audit.role_cards()
    audit.hands(())
    numbers(game)
    never_stuck(game)
    legal_moves(game)
    views(game, 0)
    printable(app)


def new_table(seed: int, editions: Sequence[str]) -> LocalTable:
    names = ("Pam", "Ada", "Bix", "[red]Zoë寿")
    return dealt(names, ("", "easy", "easy", "easy"), seed, editions)


async def press(seed: int, editions: Sequence[str], presses: int) -> int:
    """So many keys at tables with these editions; gives back how many actions came of them."""
    luck = random.Random(seed)
    app = Unleavable(Settings(pace="instant"))
    stream = keys(luck)
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        app.walk(flows.begin(app))
        await player.rest()
        away = 0  # presses on other screens in a row
        for number in range(presses):
            if not any(isinstance(screen, TableScreen) for screen in app.screen_stack):
                await player.rest()
                while len(app.screen_stack) > 2:
                    app.pop_screen()
                app.go("play", new_table(seed + len(app.tables), editions), (0,))
                await player.rest()
            on_top = isinstance(app.screen, TableScreen)
            away = 0 if on_top else away + 1
            key = "escape" if away > PATIENCE else next(stream)
            if isinstance(app.screen, Confirm) and luck.random() < 0.8:
                key = "n"
            app.post_message(key_event(key))
            if luck.random() < 0.2:  # the others come as fast as a stuck key
                await pilot.pause(0)
            if number % CHECKED == 0:
                await player.resize(luck.choice(SIZES))
                check(app, player.table)
        await player.rest()
        check(app, player.table)
        return sum(len(table.actions) for table in app.tables)


# -- with fresh seeds ------------------------------------------------------------------------------


def main(argv: Sequence[str]) -> int:
    made = parser("tests.chez_tui.anykeys", __doc__)
    made.set_defaults(runs=20, first=int(time.time()))
    made.add_argument("--presses", type=int, default=2500, help="keys at each table")
    wish = made.parse_args(argv)

    def pressed(seed: int) -> Ran:
        runs = [partial(asyncio.run, press(seed, editions, wish.presses)) for editions in TABLES]
        keys = Counter(keys=wish.presses * len(runs))
        return Ran(seed, "\n".join(filter(None, map(broken_by, runs))), keys)

    replay = f"python -m tests.chez_tui.anykeys --seed {{seed}} --presses {wish.presses}"
    with TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", home)
        patch.setenv("XDG_CONFIG_HOME", home)
        return search(lambda seeds: map(pressed, seeds), wish, replay)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
