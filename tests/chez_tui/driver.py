"""Somebody at the keyboard: tables to sit at, keys pressed one by one, the screen as text.

`Pilot.press` waits until the whole process is idle, which takes longer than a move and depends on
the load of the machine; `Player.press` waits until table and screen have come to rest, exactly.
"""

import asyncio
import re
import unicodedata
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from textwrap import dedent
from typing import Any

from textual import events
from textual._context import visible_screen_stack
from textual.keys import _character_to_key, _get_unicode_name_from_key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.worker import Worker, WorkerCancelled

from chez_tui import flows
from chez_tui.app import ChezApp
from chez_tui.kit.form import Form
from chez_tui.kit.rows import Menu
from chez_tui.play.attention import Dealt
from chez_tui.play.choices import GUESTS, TARGETS, TREAT, Choices, Option
from chez_tui.play.newgame import opened, setup_of
from chez_tui.play.options import TableSpec
from chez_tui.play.table import Cursor, Won
from chez_tui.screens.end import EndScreen
from chez_tui.screens.table.panes import fit_prompt, log_line
from chez_tui.screens.table.screen import TableScreen
from chez_tui.screens.watch import WatchScreen
from chez_tui.settings import Settings
from chez_tui.world import World
from core import actions as a
from core.actions import Action
from core.game import Game
from core.luck import Stream
from core.notation.acting import Acting
from core.notation.lines import Line
from core.notation.moves import parse_move
from core.notation.names import Names
from core.play import Match
from net.discovery import Found
from net.sessions.local import INSTANT, Chair, LocalSession, LocalTable, TableSetup
from net.sessions.session import Session
from tests.kit.deals import cards
from tests.kit.places import DATA
from tests.kit.table import at
from tests.kit.worlds import here, world_with

Size = tuple[int, int]
Brain = Callable[[Choices], Action]
# The tables that were opened, each with the seats of the people here.
Tables = list[tuple[LocalTable, tuple[int, ...]]]

SMALL: Size = (80, 24)
LARGE: Size = (120, 40)
QUIET = 2  # how often in a row nothing must have happened
PATIENCE = 2000  # looks at a table that does not come to rest


# -- tables ----------------------------------------------------------------------------------------


def laid(name: str, **lines: str) -> str:
    """Return the text of a table in tests/data/tables, with some of its lines changed."""
    text = (DATA / "tables" / f"{name}.chez").read_text(encoding="utf-8")
    for key, said in lines.items():
        text = re.sub(
            rf"(?m)^{key.replace('_', ' ')}:.*$", f"{key.replace('_', ' ')}: {said}", text
        )
    return text


class ScriptedLuck(Match):
    """Dice fall as they are told to for as long as they are; bots play as ever."""

    def __init__(self, match: Match, dice: Iterable[int], stream: Stream) -> None:
        super().__init__(match.game, match.bots, stream)
        self.dice = deque(dice)

    def next_action(self) -> Action | None:
        need = self.game.need()
        if self.dice and need is not None and need.kind == a.ROLL:
            return Action(a.ROLL, a.CHANCE, value=self.dice.popleft())
        return super().next_action()


class SetTable(LocalTable):
    """A table that stands as its notation says; seats without a level are moved by the test."""

    def __init__(
        self, text: str, levels: Sequence[str] = (), dice: Sequence[int] = (), seconds: int = 0
    ) -> None:
        self._set = game = at(f"{dedent(text)}\nexpect no winner", cards)
        self._dice = dice
        self.moves = Names(game.catalog, game.names)
        levels = (*levels, *[""] * len(game.names))
        chairs = [Chair(*chair) for chair in zip(game.names, levels, strict=False)]
        super().__init__(
            TableSetup(game.catalog, chairs, game.options, 1, seconds=seconds), INSTANT
        )
        self.beat = 0  # tests take their time

    def _seat_bots(self, stream: Stream) -> Match:
        self.game = self._set
        return ScriptedLuck(super()._seat_bots(stream), self._dice, stream)

    def move(self, text: str) -> None:
        """What somebody else does, as it is written in table notation: `Bo: pass`."""
        name, _, words = text.partition(": ")
        seat = self.game.names.index(name)
        move = parse_move(Line(1, text), seat, words, self.moves)
        self.person_acts(seat, Acting(self.game, self.moves).action(move))


def dealt(
    names: Sequence[str] = ("Pam", "Ada"),
    levels: Sequence[str] = ("", "easy"),
    seed: int = 1,
    editions: Sequence[str] = ("geek",),
    record: Path | None = None,
) -> LocalTable:
    """Return a table with everything in the hands of the seed."""
    chairs = [Chair(*chair) for chair in zip(names, levels, strict=True)]
    setup = TableSetup(cards(tuple(editions)), chairs, seed=seed, record=record)
    table = LocalTable(setup, INSTANT)
    table.beat = 0
    return table


def waits(table: LocalTable) -> bool:
    """Return whether nobody but people can go on."""
    bots = table._match.bots
    return all(seat >= 0 and bots[seat] is None for seat in table.game.waiting())


async def left_waiting(spec: TableSpec, seed: int) -> LocalTable:
    """Leave a game behind that waits for a person; it is recorded."""
    table = opened(setup_of(spec._replace(seed=seed), here()), "instant", here())
    running = asyncio.ensure_future(table.run())
    while not waits(table):
        await asyncio.sleep(0)
    table.close()
    await running
    return table


def record_of(table: LocalTable) -> Path:
    assert table.setup.record is not None
    return table.setup.record


class Ears:
    """Hears what the test tells it."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.tables: tuple[Found, ...] = ()
        self.trouble = ""
        self.changed = changed
        self.running = False

    def start(self) -> None:
        self.running = True

    async def close(self) -> None:
        self.running = False

    def hear(self, *tables: Found, trouble: str = "") -> None:
        self.tables, self.trouble = tables, trouble
        self.changed()


class WatchedApp(ChezApp):
    """An app that remembers its tables, and finds only those that a test tells it of."""

    ears: Ears

    def __init__(self, config: Settings | None = None, world: World | None = None) -> None:
        super().__init__(world or world_with(config or Settings(pace="instant")))
        self.tables: list[LocalTable] = []

    def browser(self, changed: Callable[[], None]) -> Ears:  # type: ignore[override]
        self.ears = Ears(changed)
        return self.ears

    async def push_screen_wait(self, screen: Any, **how: Any) -> Any:
        if isinstance(screen, TableScreen):
            session = screen.session
            self.tables += [session._at] if isinstance(session, LocalSession) else []
        return await super().push_screen_wait(screen, **how)

    def go(self, way: str, *where: Any) -> None:
        """Go a way as a menu does, or as a command line if there is no screen yet."""
        if len(self.screen_stack) < 2:
            self.walk(flows.begin(self, way, *where))
        else:
            flows.start(self, way, *where)

    def take_seat(self, session: Session, parting: str = "") -> None:
        """Sit down at a table wherever it is, and see how it ends."""
        self.walk(self._show(TableScreen([session], parting), session))

    def look_on(self, session: Session, wall: bool = False) -> None:
        """Watch a table, and see how it ends."""
        self.walk(self._show(WatchScreen(session, wall), session))

    async def _show(self, screen: Screen[Any], session: Session) -> None:
        bare = len(self.screen_stack) < 2
        if await self.push_screen_wait(screen):
            await self.push_screen_wait(EndScreen(session))
        if bare:
            await flows.begin(self)

    def look_at(self, table: LocalTable, wall: bool) -> None:
        """Watch a table whose first seat somebody has who does nothing."""
        table.session(0)
        self.tables.append(table)
        self.run_worker(table.run(), group="table")
        self.look_on(table.session(None), wall)


# -- the screen ------------------------------------------------------------------------------------


def strips(app: ChezApp) -> list[Strip]:
    """Return the rows of the screen as they are painted now, with what lies below it."""
    visible_screen_stack.set(list(app._background_screens))
    return app.screen._compositor.render_strips()


def shown(app: ChezApp) -> str:
    """Return the screen as text, one line for each of its rows."""
    return "\n".join("".join(part.text for part in strip).rstrip() for strip in strips(app))


def key_event(key: str) -> events.Key:
    """Return a key as the terminal sends it: by its name, or as the character itself."""
    if len(key) == 1:
        return events.Key(_character_to_key(key), key)
    try:
        return events.Key(key, unicodedata.lookup(_get_unicode_name_from_key(key)))
    except KeyError:
        return events.Key(key, None)


def in_thread(work: Worker[Any]) -> bool:
    return work._thread_worker and not work.is_finished


async def settled(*limits: float) -> None:
    """Let everything run that can run at once."""
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
    def desk(self) -> Choices:
        return self.screen.choices

    @property
    def items(self) -> list[Option]:
        return list(self.screen.now.options)

    @property
    def cursor(self) -> Cursor:
        return self.screen.cursor

    @property
    def text(self) -> str:
        return shown(self.app)

    @property
    def words(self) -> str:
        """Return the screen without its line breaks and the sides of frames."""
        return " ".join(self.text.replace("│", " ").split())

    @property
    def prompt(self) -> str:
        return fit_prompt(self.screen.now.prompt, self.app.size.width - 2)

    @property
    def log(self) -> list[str]:
        return [log_line(told).plain for told in self.screen.now.log]

    def done(self, kind: str, seat: int = 0) -> list[Action]:
        """What that seat has done of one kind so far."""
        return [act for act in self.table.actions if act.seat == seat and act.kind == kind]

    # -- pressing --------------------------------------------------------------------------------

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.key(key)

    async def key(self, key: str) -> None:
        self.pressed.append(key)
        self.app.post_message(key_event(key))
        await self.rest()

    async def after(self, *keys: str) -> str:
        """Press keys and return what the screen shows then."""
        await self.press(*keys)
        return self.text

    async def type(self, text: str) -> None:
        for character in text:
            self.app.post_message(key_event(character))
        await self.rest()

    async def click(self, x: int, y: int) -> None:
        await self.pilot.click(offset=(x, y))
        await self.rest()

    async def resize(self, size: Size) -> None:
        await self.pilot.resize_terminal(*size)
        self.app._check_resize()  # which Textual does by a timer
        await self.rest()

    async def open(self, way: Callable[[WatchedApp], object]) -> None:
        """Open a screen as the app does it."""
        way(self.app)
        await self.rest()

    async def show(self, screen: Screen[Any]) -> None:
        """Lay a screen on top."""
        await self.open(lambda app: app.push_screen(screen))

    async def sit(self, table: LocalTable, *seats: int) -> None:
        """Sit down at a table, in the first seat unless others are named."""
        await self.open(lambda app: app.go("play", table, seats or (0,)))
        await self.go_on()

    async def go_on(self) -> None:
        """End a scene that takes the whole table."""
        while self.at_table and isinstance(self.screen.now.scene, Dealt | Won):
            await self.key("escape")

    async def close(self, down_to: int = 2) -> None:
        """Take screens away until only that many are left, Textual's own included."""
        while len(self.app.screen_stack) > down_to:
            self.app.pop_screen()
            await self.rest()

    async def rest(self) -> None:
        """Wait until the table and the screen have nothing more to do."""
        quiet = 0
        before: tuple[object, int] = (None, -1)
        for _ in range(PATIENCE):
            await settled()
            for work in [work for work in self.app.workers if in_thread(work)]:
                with suppress(WorkerCancelled):
                    await work.wait()
            with self.app._context():  # another app may be the one of the test just now
                for screen in (*self.app._background_screens, self.app.screen):
                    screen._on_timer_update()
            now = (self.steps(), len(self.app.screen_stack))
            quiet = quiet + 1 if now == before and self.people_only() else 0
            before = now
            if quiet >= QUIET:
                return
        raise AssertionError(f"it does not come to rest:\n{self.text}")

    def steps(self) -> object:
        """Return what changes as long as the table is at work."""
        return self.table.steps if self.app.tables else 0

    def people_only(self) -> bool:
        """Return whether nobody but people can go on."""
        return not self.app.tables or self.table._closed or waits(self.table)

    # -- forms -----------------------------------------------------------------------------------

    @property
    def form(self) -> Form:
        return self.app.screen.query_one(Form)

    async def go(self, key: str, *then: str) -> None:
        """Move the cursor of a form to a row, and press keys there."""
        for _ in self.form.items:
            if self.form.here.key == key:
                await self.press(*then)
                return
            await self.press("down")
        raise AssertionError(f"there is no row {key}")

    # -- menus -----------------------------------------------------------------------------------

    @property
    def menu(self) -> Menu:
        return self.app.screen.query_one(Menu)

    @property
    def chosen(self) -> str:
        """Return the key of the item under the cursor."""
        item = self.menu.current
        assert item is not None
        return item.key

    # -- from an action to keys ------------------------------------------------------------------

    async def do(self, action: Action) -> None:
        """Does exactly that, with keys; fails if the screen offers no way to it."""
        before = len(self.table.actions)
        await self._keys_for(action)
        made = self.table.actions[before:]
        assert action._replace(ref=0) in [act._replace(ref=0) for act in made], (
            f"{action} came to {made}: {self.prompt if self.at_table else ''}"
        )

    async def _keys_for(self, action: Action) -> None:
        kind = action.kind
        if kind == a.PASS:
            await self.press("space")
        elif kind == a.NEXT:
            await self.press("n")
        elif kind in (a.EVICT, a.KEEP):
            if self.desk.mode != GUESTS:
                await self.press("e")
            await self.choose(lambda item: action in item.actions)
            if self.at_table and self.desk.mode == TARGETS:  # the place is said before the roll
                await self.choose(lambda item: action in item.actions)
        elif kind == a.CHOOSE:
            await self.choose(lambda item: item.actions[0].value == action.value)
        elif kind == a.SHOP and self.desk.mode == TREAT:
            await self.choose(lambda item: action in item.actions)
        elif kind in (a.SHOP, a.DISCARD):
            for card in action.cards:
                await self.choose(lambda item, card=card: item.card == card)
                if self.desk.mode == TARGETS:  # it can be played, too
                    await self.choose(lambda item: item.actions[0].kind == a.DISCARD)
            await self.press("b" if kind == a.SHOP or self.game.stack else "n")
        elif kind == a.SHOW:
            await self.press("s")
            await self.choose(lambda item: item.actions[0].to == action.to)
        else:
            assert kind in (a.CALL, a.DO, a.PLAY, a.CANCEL, a.THROW), kind
            await self.choose(lambda item: item.card == action.cards[0])
            if self.at_table and self.desk.mode == TARGETS:
                await self.choose(lambda item: action in item.actions)

    def move(self, *moves: str) -> None:
        """Let others act who are not here, in table notation."""
        table = self.table
        assert isinstance(table, SetTable)
        for move in moves:
            table.move(move)

    async def moved(self, *moves: str) -> str:
        """Let others act, and return what the screen shows then."""
        self.move(*moves)
        await self.rest()
        return self.text

    async def others_pass(self) -> None:
        """Let the announcement happen, as far as the people are concerned who are not here."""
        while self.game.stack and (others := [s for s in self.game.waiting() if s > 0]):
            self.move(f"{self.game.names[others[0]]}: pass")
        await self.rest()

    async def choose(self, wanted: Callable[[Option], bool]) -> None:
        """Puts the cursor on an item and presses Enter; by digits and by arrows in turn."""
        await self.point(wanted)
        await self.press("enter")

    async def point(self, wanted: Callable[[Option], bool]) -> None:
        at = next((n for n, item in enumerate(self.items) if wanted(item)), None)
        assert at is not None, f"not offered: {[item.text for item in self.items]}"
        if self.cursor.pane != "hand":
            await self.press("escape")
        if at == self.cursor.line:
            return
        if at < 9 and len(self.pressed) % 2:
            await self.press(str(at + 1))
        else:
            ahead = at - self.cursor.line
            await self.press(*["down" if ahead > 0 else "up"] * abs(ahead))
        assert self.cursor.line == at

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
            await self.go_on()
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
    desk = Choices(session)
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
async def at_keys(
    size: Size = SMALL, config: Settings | None = None, title: bool = True
) -> AsyncIterator[Player]:
    """Start the app, and seat somebody in front of it."""
    app = WatchedApp(config)
    async with app.run_test(size=size) as pilot:
        player = Player(app, pilot)
        if title:
            app.walk(flows.begin(app))
        await player.rest()
        yield player


@asynccontextmanager
async def sitting(
    table: LocalTable,
    size: Size = SMALL,
    config: Settings | None = None,
    seats: Sequence[int] = (0,),
    title: bool = False,
) -> AsyncIterator[Player]:
    """Start the app with that table open, and seat somebody in front of it."""
    async with at_keys(size, config, title) as player:
        await player.sit(table, *seats)
        yield player
