"""How tests sit at the table: a table set by hand, keys pressed one by one, the screen as text.

`Pilot.press` waits until the whole process is idle, which takes longer than a move; `Player.press`
waits until the table has come to rest, and that is exact.
"""

import asyncio
import unicodedata
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

from textual import events
from textual.keys import _character_to_key, _get_unicode_name_from_key
from textual.pilot import Pilot

from chez_tui.app import ChezApp
from chez_tui.config import Config
from chez_tui.desk import GUESTS, TARGETS, TREAT, Desk, Item
from chez_tui.screens.table import TableScreen
from core.actions import (
    CALL,
    CANCEL,
    CHANCE,
    CHOOSE,
    DISCARD,
    DO,
    EVICT,
    KEEP,
    NEXT,
    PASS,
    PLAY,
    ROLL,
    SHOP,
    SHOW,
    THROW,
    Action,
)
from core.arrangement import arranged
from core.catalog import Catalog, load_catalog
from core.game import Game
from core.luck import Stream
from core.notation import parse
from core.notation.acting import Acting
from core.notation.lines import Line
from core.notation.moves import parse_move
from core.notation.setup import set_table
from core.play import Match
from net.sessions.local import INSTANT, Chair, LocalTable, TableSetup

Size = tuple[int, int]
Brain = Callable[[Desk], Action]

SMALL: Size = (80, 24)
LARGE: Size = (120, 40)
QUIET = 2  # how often in a row nothing must have happened
PATIENCE = 2000  # looks at a table that does not come to rest


@cache
def catalog(*editions: str) -> Catalog:
    """The cards of a table, read once."""
    return load_catalog(editions or ("geek",))


# -- tables ----------------------------------------------------------------------------------------


class ScriptedLuck(Match):
    """Dice fall as they are told to for as long as they are; bots play as ever."""

    def __init__(self, match: Match, dice: Iterable[int], stream: Stream) -> None:
        super().__init__(match.game, match.bots, stream)
        self.dice = deque(dice)

    def next_action(self) -> Action | None:
        need = self.game.need()
        if self.dice and need is not None and need.kind == ROLL:
            return Action(ROLL, CHANCE, value=self.dice.popleft())
        return super().next_action()


class SetTable(LocalTable):
    """A table that stands as its notation says; seats without a level are moved by the test."""

    def __init__(
        self,
        text: str,
        levels: Sequence[str] = (),
        dice: Sequence[int] = (),
        seed: int = 1,
        record: Path | None = None,
        seconds: int = 0,
        editions: Sequence[str] = ("geek",),
    ) -> None:
        cards = catalog(*editions)
        script = parse(f"edition: {' + '.join(editions)}\n{dedent(text)}", lambda _: cards)
        self.names = script.names
        _, arrangement = set_table(script)
        self._set = arranged(cards, script.names.seats, script.options, arrangement)
        self._dice = dice
        levels = (*levels, *[""] * len(script.names.seats))
        chairs = [Chair(*chair) for chair in zip(script.names.seats, levels, strict=False)]
        super().__init__(
            TableSetup(cards, chairs, script.options, seed, record=record, seconds=seconds),
            INSTANT,
        )

    def _seat_bots(self, stream: Stream) -> Match:
        self.game = self._set
        return ScriptedLuck(super()._seat_bots(stream), self._dice, stream)

    def move(self, text: str) -> None:
        """What somebody else does, as it is written in table notation: `Bo: pass`."""
        name, _, words = text.partition(": ")
        seat = self.names.seats.index(name)
        move = parse_move(Line(1, text), seat, words, self.names)
        self.person_acts(seat, Acting(self.game, self.names).action(move))


def dealt(
    names: Sequence[str] = ("Pam", "Ada"),
    levels: Sequence[str] = ("", "easy"),
    seed: int = 1,
    editions: Sequence[str] = (),
    **options: str,
) -> LocalTable:
    """A table with everything in the hands of the seed."""
    chairs = [Chair(*c) for c in zip(names, levels, strict=True)]
    return LocalTable(TableSetup(catalog(*editions), chairs, options, seed), INSTANT)


class WatchedApp(ChezApp):
    """An app that remembers its tables."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config or Config(pace="instant"))
        self.tables: list[LocalTable] = []

    def open_table(self, table: LocalTable, seats: Sequence[int]) -> None:
        self.tables.append(table)
        super().open_table(table, seats)


# -- the screen ------------------------------------------------------------------------------------


def shown(app: ChezApp) -> str:
    """The screen as text, one line for each of its rows."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


def key_event(key: str) -> events.Key:
    """A key as the terminal sends it."""
    if len(key) == 1 and not key.isalnum():
        key = _character_to_key(key)
    character: str | None
    try:
        character = unicodedata.lookup(_get_unicode_name_from_key(key))
    except KeyError:
        character = key if len(key) == 1 else None
    return events.Key(key, character)


async def settled() -> None:
    """Lets everything run that can run at once."""
    loop: Any = asyncio.get_running_loop()
    for _ in range(PATIENCE):
        await asyncio.sleep(0)
        if not loop._ready:
            return


class Player:
    """A person at the keyboard: looks at the screen and presses keys, nothing else."""

    def __init__(self, app: WatchedApp, pilot: Pilot[int]) -> None:
        self.app = app
        self.pilot = pilot
        self.pressed: list[str] = []

    # -- looking ---------------------------------------------------------------------------------

    @property
    def table(self) -> LocalTable:
        return self.app.tables[-1]

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def at_table(self) -> bool:
        return isinstance(self.app.screen, TableScreen)

    @property
    def screen(self) -> TableScreen:
        screen = self.app.screen
        assert isinstance(screen, TableScreen), f"{screen} is on top"
        return screen

    @property
    def desk(self) -> Desk:
        return self.screen.desk

    @property
    def items(self) -> list[Item]:
        return self.screen.items

    @property
    def text(self) -> str:
        return shown(self.app)

    @property
    def prompt(self) -> str:
        return self.screen.prompt()

    def done(self, kind: str, seat: int = 0) -> list[Action]:
        """What that seat has done of one kind so far."""
        return [a for a in self.table.actions if a.seat == seat and a.kind == kind]

    # -- pressing --------------------------------------------------------------------------------

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.pressed.append(key)
            self.app.post_message(key_event(key))
            await self.rest()

    async def type(self, text: str) -> None:
        for character in text:
            self.app.post_message(events.Key(_character_to_key(character), character))
        await self.rest()

    async def resize(self, size: Size) -> None:
        await self.pilot.resize_terminal(*size)
        await self.rest()

    async def rest(self) -> None:
        """Waits until the table and the screen have nothing more to do."""
        quiet, before = 0, (-1, -1)
        for _ in range(PATIENCE):
            await settled()
            self.app.screen._on_timer_update()
            now = (self._steps(), len(self.app.screen_stack))
            quiet = quiet + 1 if now == before and self._people_only() else 0
            before = now
            if quiet >= QUIET:
                return
        raise AssertionError(f"the table does not come to rest: {self.game.waiting()}")

    def _steps(self) -> int:
        return self.table.steps if self.app.tables else 0

    def _people_only(self) -> bool:
        """Whether nobody but people can go on."""
        if not self.app.tables or self.table._closed:
            return True
        bots = self.table._match.bots
        return all(seat >= 0 and bots[seat] is None for seat in self.game.waiting())

    # -- from an action to keys ------------------------------------------------------------------

    async def do(self, action: Action) -> None:
        """Does exactly that, with keys; fails if the screen offers no way to it."""
        before = len(self.table.actions)
        await self._keys_for(action)
        made = self.table.actions[before:]
        assert action._replace(ref=0) in [a._replace(ref=0) for a in made], (
            f"{action} came to {made}: {self.prompt if self.at_table else ''}"
        )

    async def _keys_for(self, action: Action) -> None:
        kind = action.kind
        if kind == PASS:
            await self.press("space")
        elif kind == NEXT:
            await self.press("n")
        elif kind in (EVICT, KEEP):
            if self.desk.mode != GUESTS:
                await self.press("e")
            await self.choose(lambda item: action in item.actions)
            if self.at_table and self.desk.mode == TARGETS:  # the place is said before the roll
                await self.choose(lambda item: action in item.actions)
        elif kind == CHOOSE:
            await self.choose(lambda item: item.actions[0].value == action.value)
        elif kind == SHOP and self.desk.mode == TREAT:
            await self.choose(lambda item: action in item.actions)
        elif kind in (SHOP, DISCARD):
            for card in action.cards:
                await self.choose(lambda item, card=card: item.card == card)
                if self.desk.mode == TARGETS:  # it can be played, too
                    await self.choose(lambda item: item.actions[0].kind == DISCARD)
            await self.press("b" if kind == SHOP or self.game.stack else "n")
        elif kind == SHOW:
            await self.press("s")
            await self.choose(lambda item: item.actions[0].to == action.to)
        else:
            assert kind in (CALL, DO, PLAY, CANCEL, THROW), kind
            await self.choose(lambda item: item.card == action.cards[0])
            if self.at_table and self.desk.mode == TARGETS:
                await self.choose(lambda item: action in item.actions)

    async def choose(self, wanted: Callable[[Item], bool]) -> None:
        """Puts the cursor on an item and presses Enter; by digits and by arrows in turn."""
        await self.point(wanted)
        await self.press("enter")

    async def point(self, wanted: Callable[[Item], bool]) -> None:
        at = next((n for n, item in enumerate(self.items) if wanted(item)), None)
        assert at is not None, f"not offered: {[item.text for item in self.items]}"
        if self.screen.pane != "hand":
            await self.press("escape")
        if at == self.screen.cursor:
            return
        if at < 9 and len(self.pressed) % 2:
            await self.press(str(at + 1))
        else:
            ahead = at - self.screen.cursor
            await self.press(*["down" if ahead > 0 else "up"] * abs(ahead))
        assert self.screen.cursor == at

    async def hand(self, name: str, enter: bool = True) -> None:
        """Points at a card of that name in the list, and presses Enter on it."""
        await self.point(lambda item: item.text == name)
        if enter:
            await self.press("enter")

    async def play(
        self, brain: Brain, moves: int = 1000, until: Callable[[], bool] = lambda: False
    ) -> None:
        """Plays as the brain says, until the table screen is no longer on top."""
        for _ in range(moves):
            if not self.at_table or not self.desk.asked or until():
                return
            await self.do(brain(self.desk))
        raise AssertionError("the game does not end")


# -- without a screen ------------------------------------------------------------------------------


async def unseen(
    table: LocalTable, brain: Brain, until: Callable[[], bool] = lambda: False
) -> None:
    """Plays the first seat of a table without a screen, to the end or until it is enough."""
    session = table.session(0)
    desk = Desk(session)
    running = asyncio.ensure_future(table.run())
    while not table._closed:
        await asyncio.sleep(0)
        if until():
            table.close()
        elif desk.asked and table._match.next_action() is None:
            desk.refresh()
            await session.act(brain(desk))
    await running


# -- sitting down ----------------------------------------------------------------------------------


@asynccontextmanager
async def sitting(
    table: LocalTable,
    size: Size = SMALL,
    config: Config | None = None,
    seats: Sequence[int] = (0,),
    title: bool = False,
) -> AsyncIterator[Player]:
    """The app with that table open, and somebody in front of it."""
    app = WatchedApp(config)
    async with app.run_test(size=size) as pilot:
        player = Player(app, pilot)
        if title:
            app.open_title()
            await player.rest()
        app.open_table(table, seats)
        await player.rest()
        yield player
