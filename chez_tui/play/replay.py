"""A saved game as a table at one of its moments, through someone's eyes."""

from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Final

from chez_tui.play.attention import Stopped, announced, stopped
from chez_tui.play.prompts import Prompt
from chez_tui.play.table import SPECTATOR, Moment, Rolled, Told, Won, entered, lines, thrown
from core import events as e
from core.telling import clean, describe, player
from core.view import View
from net.sessions.record import Record, read_record
from net.sessions.replay import EVERYTHING, Replay
from net.sessions.session import SeenHand

STILL: Final = 99  # a frame after the last one: nothing moves in a replay


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
            view = self.replay.view(self.at, self.eyes)
            log = tuple(chain.from_iterable(self.story[: self.at]))
            self._now = Moment(
                view, SPECTATOR, log, scene=self._scene(view), frame=STILL, seen_hands=_known(view),
                announced=announced(view, SPECTATOR, False),
            )  # fmt: skip
            said = " · ".join(filter(None, (self.happened, self.ending)))
            self._now = replace(self._now, prompt=Prompt(wanted=said))
        return self._now

    def _scene(self, view: View) -> Rolled | Stopped | Won | None:
        """What the last step is shown as, if it was a die, a stop or a win."""
        if not self.at:
            return None
        events = self.replay.steps[self.at - 1].events
        winners = tuple(event.seat for event in events if event.kind == e.WON)
        if winners:
            return Won(winners, entered(events, winners))
        last = {
            event.seat: event.faces[0]
            for step in self.replay.steps[: self.at]
            for event in step.events
            if event.kind == e.ANNOUNCED and event.faces
        }
        said = {told.event: told.text for told in self.latest}
        dice = thrown(events, [said.get(event, "") for event in events], view)
        return stopped(events, last) or (dice[-1] if dice else None)

    @property
    def view(self) -> View:
        return self.now.view

    @property
    def story(self) -> list[tuple[Told, ...]]:
        """The lines of the log of each step in this view."""
        if self.eyes not in self._stories:
            view = self.replay.view(self.at, self.eyes)
            self._stories[self.eyes] = [
                tuple(replace(told, slack=slack) for told in lines(step.events, sentences, view))
                for step, sentences, slack in zip(
                    self.replay.steps, self.replay.told(self.eyes), self.replay.slack, strict=True
                )
            ]
        return self._stories[self.eyes]

    @property
    def latest(self) -> tuple[Told, ...]:
        """The lines of the log about the last step."""
        return self.story[self.at - 1] if self.at else ()

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

    @property
    def hands(self) -> int:
        """How many hands this view shows."""
        return 0 if self.eyes is None else self.view.players if self.eyes == EVERYTHING else 1

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

    # -- moving ----------------------------------------------------------------------------------

    def go(self, at: int) -> None:
        """Show another moment, the nearest that exists."""
        self.at = max(0, min(at, len(self.replay)))

    def go_told(self, by: int) -> None:
        """Go forward or back to a step that the log has a sentence for."""
        end = len(self.replay) + 1 if by > 0 else 0
        self.go(next((at for at in range(self.at + by, end, by) if self.story[at - 1]), end))


def _known(view: View) -> dict[int, SeenHand]:
    """Return the hands of which this view knows a card."""
    known = {seat: tuple(view.face[card] for card in view.hands[seat] if view.face[card] >= 0)
             for seat in range(view.players)}  # fmt: skip
    return {seat: SeenHand(view.round, faces) for seat, faces in known.items() if faces}
