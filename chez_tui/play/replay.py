"""A saved game as a table at one of its moments, through someone's eyes."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from chez_tui.play.table import SPECTATOR, Moment, Told
from core import events as e
from core.cards import Face
from core.events import Event
from core.telling import clean, describe, player
from core.view import View
from net.sessions.record import Record, read_record
from net.sessions.replay import EVERYTHING, Replay

_SHOWN: Final = (e.ANNOUNCED, e.ENTERED, e.ROLLED, e.NOT_HOME, e.MOVED, e.LAID)


class ReplayModel:
    """A game, how far it has come, and whose view it is: a seat's, a spectator's or everyone's."""

    def __init__(self, source: Path | Record) -> None:
        """Read a game; raise RecordError if the file isn't one."""
        record = read_record(source) if isinstance(source, Path) else source
        self.replay = Replay(record)
        about = record.header.about
        name = source.stem if isinstance(source, Path) else "Replay"
        self.title = clean(about.get("title", ""), nameless=clean(name))
        self.seed = clean(about.get("seed", ""), nameless="")
        self.at = self.replay.turns[0] if self.replay.turns else 0
        levels = about.get("levels", "").split(",")
        people = [seat for seat, level in enumerate(levels) if not level]
        known = len(levels) == len(record.header.names) and len(people) < len(levels)
        self.eyes: int | None = people[0] if known and people else EVERYTHING
        self._stories: dict[int | None, list[tuple[Told, ...]]] = {}
        self._now: Moment | None = None
        self._made_for: tuple[object, ...] = ()

    # -- what it shows ---------------------------------------------------------------------------

    @property
    def now(self) -> Moment:
        """The table at this moment in this view, and the log so far."""
        if self._now is None or self._made_for != (self.at, self.eyes):
            self._made_for = (self.at, self.eyes)
            seat = self.eyes if self.eyes is not None and self.eyes >= 0 else SPECTATOR
            log = tuple(chain.from_iterable(self.story[: self.at]))
            self._now = Moment(self.replay.view(self.at, self.eyes), seat, log)
        return self._now

    @property
    def view(self) -> View:
        return self.now.view

    @property
    def story(self) -> list[tuple[Told, ...]]:
        """The sentences of each step in this view."""
        if self.eyes not in self._stories:
            view = self.replay.view(self.at, self.eyes)
            told = zip(self.replay.steps, self.replay.told(self.eyes), strict=True)
            self._stories[self.eyes] = [
                tuple(_told(sentence, step.events, view) for sentence in sentences)
                for step, sentences in told
            ]
        return self._stories[self.eyes]

    @property
    def latest(self) -> tuple[Told, ...]:
        """What the log says about the last step."""
        return self.story[self.at - 1] if self.at else ()

    @property
    def seats(self) -> list[int]:
        """All players, the one whose view it is first."""
        first, many = max(0, self.now.seat), self.view.players
        return [(first + i) % many for i in range(many)]

    @property
    def whose(self) -> str:
        """Whose view this is."""
        if self.eyes is None:
            return "as a spectator"
        if self.eyes != EVERYTHING:
            return f"as {player(self.view, self.eyes)}"
        view = self.view  # in a sealed game without an audit, not even the file shows all
        hidden = any(view.face[card] < 0 for hand in view.hands for card in hand)
        return "all known cards" if hidden else "all open"

    def opens(self, seat: int) -> bool:
        """Return whether the seat's hand is open: in its own view, or in everyone's."""
        return self.eyes in (seat, EVERYTHING)

    @property
    def happened(self) -> str:
        """What just happened, even if the log has no sentence for it."""
        if not self.at:
            return "Nothing happened yet"
        if self.latest:
            return "; ".join(told.text for told in self.latest)
        action = self.replay.steps[self.at - 1].action
        before = self.replay.view(self.at - 1, self.eyes)
        who = f"{player(before, action.seat)}: " if action.seat >= 0 else ""
        return who + describe(action, before)

    @property
    def ending(self) -> str:
        """What to say at the last moment of an unfinished game."""
        if self.at < len(self.replay) or self.replay.final.winners:
            return ""
        return "the file breaks off here" if self.replay.record.torn else "the file ends here"

    @property
    def card(self) -> Face | None:
        """The last card of interest in this turn."""
        for step in reversed(self.replay.steps[: self.at]):
            for event in reversed(step.events):
                if event.kind == e.TURN_BEGAN:
                    return None
                if event.kind in _SHOWN and event.faces:
                    return self.view.faces[event.faces[0]]
        return None

    # -- moving ----------------------------------------------------------------------------------

    def go(self, at: int) -> None:
        """Show another moment, the nearest that exists."""
        self.at = max(0, min(at, len(self.replay)))

    def go_told(self, by: int) -> None:
        """Go forward or back to a step that the log has a sentence for."""
        end = len(self.replay) + 1 if by > 0 else 0
        self.go(next((at for at in range(self.at + by, end, by) if self.story[at - 1]), end))


def _told(sentence: str, events: Sequence[Event], view: View) -> Told:
    """Return a line of the log; it's about the player it begins with."""
    for event in events:
        name = player(view, event.seat)
        if event.seat >= 0 and sentence.startswith(name):
            return Told("event", sentence, event.seat, name)
    return Told("event", sentence)
