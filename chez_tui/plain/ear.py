"""Listens to a table: tells each event as it happens and remembers what was told."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from chez_tui.plain.lines import Printer
from core.actions import Action
from core.events import PASSED, WON
from core.telling import player
from net.sessions.session import Session, Update

KEPT: Final = 500  # sentences
SETTLING: Final = 4  # turns of the event loop in which whatever happens at once has happened


class Ear:
    """What has happened at the table since the person sat down.

    `changed` is called for everything but another player's pass, before it is told.
    """

    def __init__(
        self,
        session: Session,
        out: Printer,
        wake: asyncio.Event,
        changed: Callable[[Action | None], None],
    ) -> None:
        self.log: deque[str] = deque(maxlen=KEPT)
        self.closed = False  # nothing more will come
        self._session = session
        self._out = out
        self._wake = wake
        self._changed = changed
        self._heard = 0

    async def listen(self) -> None:
        try:
            async for update in self._session.updates():
                self._heard += 1
                self._hear(update)
                self._wake.set()
                if any(event.kind == WON for event in update.events):
                    return  # a table in the network stays open for the next game
        finally:
            self.closed = True
            self._wake.set()

    def _hear(self, update: Update) -> None:
        session = self._session
        if update.kind == "acted":
            if any(event.kind != PASSED or event.seat == session.seat for event in update.events):
                self._changed(update.action)
            for sentence in filter(None, update.told):
                self._tell(sentence)
        elif update.kind == "undone":
            self._changed(None)
            self._tell(f"{player(session.view, update.seat)} takes that back")
        elif update.kind == "past":
            self.log += update.told
        elif update.kind == "notice":
            self._tell(update.text)
        elif update.kind == "chat":
            if update.seat >= 0:
                self._tell(f"{player(session.view, update.seat)} says: {update.text}")
            else:
                self._tell(f"A spectator says: {update.text}")

    def _tell(self, sentence: str) -> None:
        self.log.append(sentence)
        self._out.say(sentence)

    async def settle(self) -> None:
        """Lets everything happen that happens at once, so that a question is asked only once."""
        heard = -1
        while heard != self._heard:
            heard = self._heard
            for _ in range(SETTLING):
                await asyncio.sleep(0)
