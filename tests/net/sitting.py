"""People at a table in this process, for tests: they meet it through sessions only."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from core.actions import NEXT, PASS, Action
from core.bots import make_bot
from core.luck import Stream
from core.state import Window
from net.sessions.local import INSTANT, Chair, LocalSession, LocalTable, Pace, TableSetup
from net.sessions.session import Update
from net.sessions.sitting import top_window
from tests.kit.recorded import catalog
from tests.net.halls import PATIENCE

Choose = Callable[[LocalSession], Action | None]


def setup(people: int = 1, bots: int = 2, **more: object) -> TableSetup:
    chairs = [Chair(f"Person {n}") for n in range(people)]
    chairs += [Chair(f"Bot {n}", "easy") for n in range(bots)]
    values: dict[str, object] = {"catalog": catalog(), "chairs": chairs, "seed": 5, **more}
    return TableSetup(**values)  # type: ignore[arg-type]


def brain(seat: int, seed: int = 1) -> Choose:
    """A person who plays like a bot."""
    bot = make_bot("easy", Stream(seed).fork(f"person-{seat}"))
    return lambda session: bot.choose(session.view)


def passive(session: LocalSession) -> Action:
    """A person who passes and goes on, whatever happens."""
    legal = session.legal()
    calm = [action for action in legal if action.kind in (PASS, NEXT)]
    return (calm or legal)[0]


def awaited(session: LocalSession) -> bool:
    """Whether the table waits for a key of this person."""
    window = top_window(session.view)
    return session.prompted if window is not None else session.seat in session.view.waiting()


def open_window(session: LocalSession) -> Window | None:
    return top_window(session.view) if awaited(session) else None


class Sitting:
    """A table that runs, with a session for each of its people; the first of them is `me`."""

    def __init__(self, table: LocalTable) -> None:
        self.table = table
        levels = enumerate(chair.level for chair in table.setup.chairs)
        self.people = [table.session(seat) for seat, level in levels if not level]
        self.me = self.people[0]
        self.task = asyncio.create_task(table.run())
        self.task.add_done_callback(lambda _: self.me._news.set())

    async def play(
        self, *choices: Choose, until: Callable[[], object] = lambda: False
    ) -> LocalTable:
        """Lets people act when they are awaited, until something holds or the game is over;
        those without a choice of their own are passive."""
        missing = len(self.people) - len(choices)
        people = [*zip(self.people, (*choices, *[passive] * missing), strict=True)]
        news = self.me._news
        async with asyncio.timeout(PATIENCE):
            while not self.task.done() and not until():
                news.clear()
                for session, choose in people:
                    if not until() and awaited(session) and (action := choose(session)) is not None:
                        await session.act(action)
                if not until():
                    await news.wait()
        return self.table

    async def out(self, seed: int = 1) -> LocalTable:
        """Plays the game to its end; people are as clever as bots."""
        return await self.play(*(brain(session.seat or 0, seed) for session in self.people))

    async def window(self) -> Window:
        """Plays until I am asked in a window."""
        await self.play(until=lambda: open_window(self.me))
        window = open_window(self.me)
        assert window is not None
        return window

    async def phase(self, phase: int) -> None:
        """Plays until that phase of a turn of mine."""

        def there() -> bool:
            view = self.me.view
            return view.begun and not view.stack and view.turn == 0 and view.phase == phase

        await self.play(until=there)
        assert there()


@asynccontextmanager
async def seated(
    table: LocalTable | None = None, pace: Pace = INSTANT, **more: object
) -> AsyncIterator[Sitting]:
    """People at a table, or at a new one that is set up as the words say."""
    here = Sitting(table or LocalTable(setup(**more), pace))  # type: ignore[arg-type]
    try:
        yield here
    finally:
        here.table.close()
        await asyncio.wait_for(here.task, PATIENCE)


async def heard(session: LocalSession) -> list[Update]:
    """All updates of a table that has closed."""
    return [update async for update in session.updates()]
