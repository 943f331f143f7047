"""Thousands of keys at random: nothing breaks, and the table stays one that can come about."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from rich.cells import cell_len

from chez_tui.commands import ANYWHERE, COMMANDS, TABLE
from chez_tui.config import Config
from chez_tui.screens.confirm import ConfirmScreen
from chez_tui.screens.table import TableScreen
from core.catalog import EDITIONS
from net.sessions.local import LocalTable
from tests.core.invariants import Audit, legal_moves, never_stuck, numbers, views
from tests.tui.driver import Player, Size, WatchedApp, dealt, key_event

PRESSES = 2500  # at each of two tables
CHECKED = 100  # presses between two looks at everything
SIZES: Sequence[Size] = ((80, 24), (120, 40), (200, 50), (60, 15), (80, 24), (24, 6), (110, 30))

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
    width, height = app.size
    strips = app.screen._compositor.render_strips()
    assert len(strips) <= height
    for strip in strips:
        text = "".join(segment.text for segment in strip)
        assert cell_len(text) <= width
        assert text.isprintable()


def new_table(number: int, editions: Sequence[str]) -> LocalTable:
    names = ("Pam", "Ada", "Bix", "[red]Zoë寿")
    return dealt(names, ("", "easy", "easy", "easy"), 100 + number, editions)


@pytest.mark.parametrize("editions", [EDITIONS[:1], EDITIONS], ids=["geek", "mix"])
async def test_thousands_of_keys(editions: Sequence[str]) -> None:
    luck = random.Random(20260101)
    app = Unleavable(Config(pace="instant"))
    stream = keys(luck)
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        app.open_title()
        await player.rest()
        away = 0  # presses on other screens in a row
        for press in range(PRESSES):
            if not any(isinstance(screen, TableScreen) for screen in app.screen_stack):
                await player.rest()
                while len(app.screen_stack) > 2:
                    app.pop_screen()
                app.open_table(new_table(len(app.tables), editions), (0,))
                await player.rest()
            on_top = isinstance(app.screen, TableScreen)
            away = 0 if on_top else away + 1
            key = "escape" if away > 12 else next(stream)
            if isinstance(app.screen, ConfirmScreen) and luck.random() < 0.8:
                key = "n"
            app.post_message(key_event(key))
            if luck.random() < 0.2:  # the others come as fast as a stuck key
                await pilot.pause(0)
            if press % CHECKED == 0:
                await pilot.resize_terminal(*luck.choice(SIZES))
                await player.rest()
                check(app, player.table)
        await player.rest()
        check(app, player.table)
        assert sum(len(table.actions) for table in app.tables) > 500
