"""People at a table in this process, for tests: they meet it through sessions only."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from core.actions import NEXT, PASS, Action
from core.bots import make_bot
from core.luck import Stream
from core.state import Window
from net.sessions.local import Chair, LocalSession, LocalTable, TableSetup
from net.sessions.session import Update
from tests.kit.recorded import catalog

PATIENCE = 300.0  # seconds for a whole game before a test gives up

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
    return session.seat in session.view.waiting()


def open_window(session: LocalSession) -> Window | None:
    top = session.view.stack[-1] if session.view.stack else None
    return top if isinstance(top, Window) and awaited(session) else None


@asynccontextmanager
async def running(table: LocalTable) -> AsyncIterator["asyncio.Task[None]"]:
    task = asyncio.create_task(table.run())
    try:
        yield task
    finally:
        table.close()
        await asyncio.wait_for(task, PATIENCE)


async def play(
    task: "asyncio.Task[None]",
    *people: tuple[LocalSession, Choose],
    until: Callable[[], bool] = lambda: False,
) -> None:
    """Lets people act when they are awaited, until something holds or the game is over."""
    async with asyncio.timeout(PATIENCE):
        while not task.done():
            if until():
                return
            for session, choose in people:
                if not until() and awaited(session) and (action := choose(session)) is not None:
                    await session.act(action)
            await asyncio.sleep(0)


async def heard(session: LocalSession) -> list[Update]:
    """All updates of a table that has closed."""
    return [update async for update in session.updates()]


async def at_a_window(
    session: LocalSession, task: "asyncio.Task[None]", choose: Choose = passive
) -> Window:
    """Plays until the person is asked in a window."""
    await play(task, (session, choose), until=lambda: open_window(session) is not None)
    window = open_window(session)
    assert window is not None
    return window


async def in_phase(session: LocalSession, task: "asyncio.Task[None]", phase: int) -> None:
    def there() -> bool:
        view = session.view
        return view.begun and not view.stack and view.turn == 0 and view.phase == phase

    await play(task, (session, passive), until=there)
    assert there()


async def in_phase_with(
    session: LocalSession, other: LocalSession, task: "asyncio.Task[None]", phase: int
) -> None:
    def there() -> bool:
        view = session.view
        return view.begun and not view.stack and view.turn == 0 and view.phase == phase

    await play(task, (session, passive), (other, passive), until=there)
