"""When a sealed game is over: waits for the players' seeds, and has every deal done again."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from core.actions import Action
from net.deck.audit import CHEAT, Finding, audit, opened_up, verdict
from net.deck.sealed import SealedDealer
from net.peer.around import Alarm

if TYPE_CHECKING:
    from net.table.playing import Playing

GRACE: Final = 6.0  # seconds in which everybody at the table can be expected to show his seed


class Auditor:
    """Looks after the seeds of one game."""

    def __init__(self, play: "Playing") -> None:
        self._play = play
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        self._seeds = -1  # so many were known at the last audit
        self.text = ""  # what was found; empty: nothing yet
        self.deck: SealedDealer | None = None  # with the seeds, as it was audited

    @property
    def pending(self) -> bool:
        """Whether something will be known soon."""
        play = self._play
        return play.over and play.referee.sealed is not None and not self.text

    def look(self) -> None:
        """Something is final: perhaps the last seed."""
        play = self._play
        deck = play.referee.sealed if play.over else None
        if deck is None or self._closed or len(deck.seeds) <= self._seeds:
            return
        dealers = {step.pid for deal in deck.deals for step in deal.steps}
        if all(pid in deck.seeds for pid in dealers if play.game.reaches(pid)):
            self._audit()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(GRACE, self._audit)

    def close(self) -> None:
        """Nobody wants to know any more."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()

    def _audit(self) -> None:
        deck = self._play.referee.sealed
        if self._closed or deck is None or len(deck.seeds) <= self._seeds:
            return
        self.deck = deck = deck.copy()
        self._seeds = len(deck.seeds)
        self._play.compute(lambda: audit(deck), self._done)

    def _done(self, findings: tuple[Finding, ...], now: float) -> None:
        play = self._play
        self.text = verdict(findings, play.name)
        assert self.deck is not None
        if self.deck.spoiled:
            cheat = next((found.pid for found in findings if found.verdict == CHEAT), b"")
            text = f"{self.deck.spoiled} ({self.text})"
            play.alarmed(Alarm("cheating", cheat, text, text.encode()))
        else:
            play.tell(f"Cards: {self.deck.method}, {self.text}")

    def opened(self, actions: Sequence[Action]) -> Sequence[Action]:
        """The actions of the game with all hidden cards turned up, as far as seeds were shown."""
        return actions if self.deck is None else tuple(opened_up(self.deck, actions))
