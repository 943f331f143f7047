"""What a person does, on its way to the table.

On the network, the others have to agree to an action first. Meanwhile keys and screen keep working,
and nothing is done twice.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from chez_tui.play.choices import because
from core.actions import Action, Refused
from net.sessions.session import Session

AT_ONCE: Final = 0.05  # seconds of waiting that no one notices
UNDER_WAY: Final = "still sending your last move"


class Outbox:
    """One action at a time, and one that may follow it.

    When an action came through or was refused, `done` gets the refusal with its clause, or nothing,
    and whether someone wanted to `look_again` meanwhile.
    """

    def __init__(self, done: Callable[[str, bool], None]) -> None:
        self._done = done
        self._task: asyncio.Task[None] | None = None
        self._next: Action | None = None
        self._look = False

    @property
    def busy(self) -> bool:
        """Whether an action still waits for the table's agreement."""
        return self._task is not None

    async def send(
        self, session: Session, action: Action, follow: bool = False, by_itself: bool = False
    ) -> str:
        """Send an action, and wait as long as no one notices; return why it can't be sent.

        One that may `follow` waits until the action before it has come through.
        """
        if self._task is not None:
            if not follow:
                return UNDER_WAY
            self._next = action
            return ""
        task = self._task = asyncio.create_task(self._carry(session, action, by_itself))
        await asyncio.wait([task], timeout=AT_ONCE)
        if task.done():
            task.result()
        return ""

    def look_again(self) -> bool:
        """Return whether an action is on its way; if so, `done` will ask for another look."""
        self._look = self._task is not None
        return self._look

    async def sent(self) -> None:
        """Wait until nothing is on its way."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _carry(self, session: Session, action: Action, by_itself: bool) -> None:
        said, self._next = "", action
        try:
            while (deed := self._next) is not None:
                self._next = None
                await session.act(deed, by_itself)
        except Refused as error:
            said = because(error.refusal, session.view)
        look, self._look = self._look, False
        self._task = self._next = None
        self._done(said, look)
