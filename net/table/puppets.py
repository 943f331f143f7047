"""Seats that this program plays by itself: its bots, and players in whose place it has stepped."""

import asyncio
from collections.abc import Callable
from typing import Final

from core.actions import PASS, Action
from core.bots import LEVELS, Bot, make_bot
from core.luck import Stream
from core.play import INTERJECTIONS, MOMENTS
from core.view import view
from net.log.referee import Referee
from net.peer.clock import BOTS
from net.sessions.local import Pace
from net.sessions.sitting import top_window

STAND_IN: Final = "normal"  # how a seat is played on whose player has vanished

AGAIN: Final = 0.05  # seconds until a bot tries again what was refused, if nothing has happened

Done = Callable[[str], None]  # why something came to nothing; empty: it is final
Submit = Callable[[Action, Done], None]


class Puppets:
    """Lets each bot do one thing at a time, and waits until it is final or refused."""

    def __init__(self, me: bytes, submit: Submit, luck: Stream, pace: Pace, person: int | None):
        """`person` is the seat that somebody at this keyboard plays."""
        self._me = me
        self._submit = submit
        self._luck = luck
        self.pace = pace
        self._person = person
        self._bots: dict[int, Bot] = {}
        self._busy: set[int] = set()
        self._refused: dict[int, int] = {}  # seat -> the end of the log at which it was refused
        self._silent: dict[int, int] = {}  # seat -> the window in which it does not respond
        self._moment = (-1, -1, -1)
        self._asked: dict[int, int] = {}  # how often a bot has interjected at this moment
        self._referee: Referee | None = None

    def look(self, referee: Referee) -> None:
        """Something is final: whoever can act now begins to think."""
        self._referee = referee
        game = referee.game
        if referee.busy or referee.over:
            return
        waiting, window = game.waiting(), top_window(game)
        for seat in self._seats(referee):
            if seat in self._busy or self._refused.get(seat) == referee.last.seq:
                continue
            if seat not in waiting:
                if not game.stack and self._may_interject(seat):
                    self._later(0.0, self._interject, seat)
            elif window is None:
                self._later(self.pace.think, self._choose, seat)
            elif self._silent.get(seat) != window.ref:
                self._later(min(self.pace.answer, BOTS / 2), self._choose, seat)

    def stop(self) -> None:
        self._referee = None

    def _seats(self, referee: Referee) -> list[int]:
        return [
            seat
            for seat in referee.seats_of(self._me)
            if seat != self._person or referee.terms.seats[seat].bot
        ]

    def _later(self, delay: float, what: Callable[[int], None], seat: int) -> None:
        self._busy.add(seat)
        loop = asyncio.get_running_loop()
        if delay:
            loop.call_later(delay, what, seat)
        else:
            loop.call_soon(what, seat)

    def _bot(self, seat: int, referee: Referee) -> Bot:
        if seat not in self._bots:
            level = referee.terms.seats[seat].bot
            stream = self._luck.fork(f"bot-{seat}")
            self._bots[seat] = make_bot(level if level in LEVELS else STAND_IN, stream)
        return self._bots[seat]

    def _choose(self, seat: int) -> None:
        referee = self._ready(seat)
        if referee is None:
            return
        if seat not in referee.game.waiting():
            self._done(seat, "")
            return
        moves = referee.game.legal(seat)
        action = moves[0]
        if len(moves) > 1:
            action = self._bot(seat, referee).choose(view(referee.game, seat))
        window = top_window(referee.game)
        if action.kind == PASS and window is not None:
            self._silent[seat] = window.ref  # the host closes the window without its pass
        else:
            self._do(seat, action)

    def _interject(self, seat: int) -> None:
        referee = self._ready(seat)
        if referee is None:
            return
        action = None
        if not referee.game.stack and referee.game.legal(seat):
            action = self._bot(seat, referee).interject(view(referee.game, seat))
        if action is None:
            self._asked[seat] = INTERJECTIONS
            self._done(seat, "")
        else:
            self._do(seat, action)

    def _ready(self, seat: int) -> Referee | None:
        """The table, if this program still plays the seat and nothing is in the way."""
        self._busy.discard(seat)
        referee = self._referee
        if referee is None or referee.busy or seat not in self._seats(referee):
            return None
        return referee

    def _may_interject(self, seat: int) -> bool:
        assert self._referee is not None
        game = self._referee.game
        moment = (game.round, game.turn, game.phase)
        if moment != self._moment:
            self._moment, self._asked = moment, {}
        if game.phase not in MOMENTS or game.turn == seat or not game.alive[seat]:
            return False
        self._asked[seat] = self._asked.get(seat, 0) + 1
        return self._asked[seat] <= INTERJECTIONS

    def _do(self, seat: int, action: Action) -> None:
        self._busy.add(seat)
        self._submit(action, lambda reason: self._done(seat, reason))

    def _done(self, seat: int, reason: str) -> None:
        """Something is final, or refused: then most likely the table has gone on, and this program
        is about to hear of it."""
        self._busy.discard(seat)
        referee = self._referee
        if referee is not None and reason:
            self._refused[seat] = referee.last.seq
            asyncio.get_running_loop().call_later(AGAIN, self._retry, seat)
        elif referee is not None:
            self.look(referee)

    def _retry(self, seat: int) -> None:
        self._refused.pop(seat, None)
        if self._referee is not None:
            self.look(self._referee)
