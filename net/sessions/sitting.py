"""What every session has in common, wherever its table is: eyes, presets, and news."""

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Mapping
from typing import Final

from core.actions import SHUFFLE, Action, Refusal
from core.game import Game
from core.rules.lookup import no
from core.state import Window
from core.view import View, view
from net.sessions.presets import concerns, prompts
from net.sessions.session import ASK_ABLE, ASK_CONCERNED, PRESETS, SeenHand, Standing, Update

BACKLOG: Final = 4096  # updates kept for a session that does not look
CALM: Final = Standing()


class Sitting(ABC):
    """One seat, or none, at some table."""

    def __init__(self, seat: int | None) -> None:
        self._seat = seat
        self._preset = ASK_ABLE
        self._hushed: tuple[int, int] | None = None  # round and turn that are to go by
        self._updates: deque[Update] = deque(maxlen=BACKLOG)
        self._news = asyncio.Event()
        self._view: tuple[int, View] | None = None
        self.unrecorded = ""  # why the game isn't saved
        self.unsaved = ""  # why the result is not in the history

    @abstractmethod
    def _table(self) -> Game:
        """The table as far as this program knows it."""

    @abstractmethod
    def _moment(self) -> int:
        """A number that is another one after everything that happens."""

    @abstractmethod
    def _rethink(self) -> None:
        """The seat is prompted in other windows than before."""

    @property
    def seat(self) -> int | None:
        return self._seat

    @property
    def view(self) -> View:
        moment = self._moment()
        if self._view is None or self._view[0] != moment:
            self._view = (moment, view(self._table(), self._seat))
        return self._view[1]

    @property
    def seen_hands(self) -> Mapping[int, SeenHand]:
        return {}

    @property
    def standing(self) -> Standing:
        return CALM

    @property
    def audit(self) -> str:
        return ""

    @property
    def preset(self) -> str:
        return self._preset

    @property
    def hushed(self) -> bool:
        return self._hushed is not None

    def set_preset(self, preset: str) -> None:
        if preset not in PRESETS:
            raise ValueError(f"a preset is one of {', '.join(PRESETS)}")
        self._preset = preset
        self._hushed = None
        self._rethink()

    def hush(self) -> None:
        game = self._table()
        self._hushed = None if self.hushed else (game.round, game.turn)
        self._rethink()

    @property
    def prompted(self) -> bool:
        return prompts(self.view, ASK_CONCERNED if self.hushed else self._preset)

    def went_on(self) -> None:
        """A hush ends with its turn, and with what hits this seat or would win."""
        if self._hushed is None or self._seat is None:
            return
        view = self.view
        window = top_window(view)
        hit = window is not None and window.seat != self._seat and concerns(view, self._seat)
        if hit or self._hushed != (view.round, view.turn):
            self._hushed = None

    def legal(self) -> list[Action]:
        return [] if self._seat is None else self.view.legal(self._seat)

    def refusal(self, action: Action) -> Refusal | None:
        if action.seat != self._seat:
            return no("that isn't your seat", "RUL-1")
        return self.view.refusal(action)

    def push(self, update: Update) -> None:
        self._updates.append(update)
        self._news.set()

    async def updates(self) -> AsyncIterator[Update]:
        while True:
            while self._updates:
                update = self._updates.popleft()
                yield update
                if update.kind == "closed":
                    return
            self._news.clear()
            await self._news.wait()


def top_window(game: Game) -> Window | None:
    """The window that is open, if one is."""
    top = game.stack[-1] if game.stack else None
    return top if isinstance(top, Window) else None


def pressed(game: Game) -> tuple[int, ...]:
    """Return the seats that have passed in the open window."""
    window = top_window(game)
    if window is None:
        return ()
    here = (seat for seat in range(game.players) if game.alive[seat] and seat != window.seat)
    return tuple(seat for seat in here if game.passed >> seat & 1)


def public(action: Action) -> Action:
    """An action as everybody may see it: the order of a shuffled deck is nobody's to know."""
    return action._replace(faces=()) if action.kind == SHUFFLE else action
