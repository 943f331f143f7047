"""What a person at the table is shown: an announcement, a hit on them, a card that would win.

Their session decides whether to ask them, too (`wants`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from core import events as e
from core.actions import DISCARD, EVICT, SHOW, Action
from core.events import Event
from core.foresight import Outcome, outcomes
from core.state import IN_HAND, Window
from core.telling import listing, player
from core.view import View


@dataclass(frozen=True, slots=True)
class Jump:
    """What a play does to a player: their Slack, and the cards that leave their room."""

    seat: int
    name: str
    now: int
    low: int
    high: int
    goal: int
    wins: bool = False  # maybe only with luck
    lost: tuple[str, ...] = ()

    @property
    def after(self) -> str:
        """The Slack after it: 14, or 14-18, or -1 to 2."""
        between = "-" if self.low >= 0 else " to "
        return str(self.low) if self.low == self.high else f"{self.low}{between}{self.high}"

    @property
    def stays(self) -> bool:
        """Whether the Slack stays what it is."""
        return self.now == self.low == self.high

    @property
    def changes(self) -> bool:
        """Whether it changes anything."""
        return bool(self.lost) or not self.stays

    @property
    def slack(self) -> str:
        """Slack before and after: 19 → 15-17 of 20."""
        after = "" if self.stays else f" → {self.after}"
        return f"{self.now}{after} of {self.goal}"

    @property
    def text(self) -> str:
        """The jump in words: Bix 19 → 15-17 of 20, loses Computer Games."""
        lost = f", loses {listing(self.lost)}" if self.lost else ""
        return f"{self.name} {self.slack}{lost}"


def jumps(view: View, ends: Sequence[Outcome]) -> tuple[Jump, ...]:
    """Return what it does to the players it affects."""
    found = (_jump(view, seat, ends) for seat in range(view.players) if ends and view.alive[seat])
    return tuple(jump for jump in found if jump.changes)


def _jump(view: View, seat: int, ends: Sequence[Outcome]) -> Jump:
    slack = [end.slack[seat] for end in ends]
    gone = dict.fromkeys(card for end in ends for card in end.lost[seat])
    return Jump(
        seat,
        player(view, seat),
        view.slack[seat],
        min(slack),
        max(slack),
        min(end.goals[seat] for end in ends),
        any(seat in end.winners for end in ends),
        tuple(view.printed(card).name for card in gone),
    )


def by_effect(view: View, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Sort a card's targets: first where it hurts the leader, otherwise your own."""
    seat = actions[0].seat
    kinds = {action.kind for action in actions}
    if len(kinds) > 1 or kinds <= {SHOW, DISCARD} or len(actions) == 1:
        return tuple(actions)
    ends = {action: outcomes(view, action) for action in actions}
    aims = {action: view.owner(action.on) if action.kind != EVICT and action.on >= 0 else action.to
            for action in actions}  # fmt: skip
    harms = any(end.harmed[aims[a]] for a in actions if 0 <= aims[a] != seat for end in ends[a])

    def key(action: Action) -> tuple[bool, int, int]:
        aim = aims[action]
        if aim < 0:
            return True, 99, 0  # the discard pile
        left = view.goal(aim) - view.slack[aim]
        least = min((end.slack[aim] for end in ends[action]), default=0)
        return (aim == seat) == harms, left if harms else -left, least

    return tuple(sorted(actions, key=key))


@dataclass(frozen=True, slots=True)
class Announced:
    """An announcement that waits for responses, and its result if no one responds."""

    window: Window
    outcomes: tuple[Outcome, ...]  # six if a die decides
    hits: bool = False  # leaves this player with less
    prompt: bool = False  # the window waits for this player's key

    @property
    def seat(self) -> int:
        """The player who announced it."""
        return self.window.seat

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who would win by it, with luck."""
        return tuple(sorted({seat for end in self.outcomes for seat in end.winners}))

    @property
    def needs(self) -> int:
        """The lowest roll that wins; 0 if it takes no roll, or never wins."""
        return min((end.die for end in self.outcomes if end.winners), default=0)


@dataclass(frozen=True, slots=True)
class AboutToWin:
    """What was announced would win the game."""

    announced: Announced
    sentence: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """Someone's response canceled an announcement."""

    seat: int  # who announced it
    faces: tuple[int, ...]
    by: int
    response: int  # the face of the card that canceled it; -1 if none did


@dataclass(frozen=True, slots=True)
class HitMe:
    """Someone, or something, left this player with less."""

    lost: str  # cards and Slack, in words: Beer, 1 Slack
    sentences: tuple[str, ...]  # what the log says about it

    @property
    def named(self) -> str:
        """What to name it: what is lost, or else what has happened."""
        return f"lost: {self.lost}" if self.lost or not self.sentences else self.sentences[-1]


@dataclass(frozen=True, slots=True)
class Dealt:
    """The game begins: a role, and the first hand."""

    seat: int
    role: int  # a face
    hand: tuple[int, ...]  # cards


def announced(view: View, seat: int, prompt: bool) -> Announced | None:
    """Return the open announcement as a seat sees it, and whether that seat is asked."""
    top = view.stack[-1] if view.stack else None  # top_window would load asyncio for `tables`
    if not isinstance(top, Window):
        return None
    ends = outcomes(view)
    hits = 0 <= seat != top.seat and any(end.harmed[seat] for end in ends)
    return Announced(top, ends, hits, prompt)


def about_to_win(view: View, found: Announced) -> AboutToWin:
    """Return the words for an announcement that would win."""
    die = f" with a {found.needs} or more" if found.needs > 1 else ""
    names = listing([player(view, seat) for seat in found.winners])
    return AboutToWin(found, f"{names} would win{die}")


def stopped(events: Sequence[Event], announced: Mapping[int, int]) -> Stopped | None:
    """Return what these events canceled; `announced` is the face each seat announced last."""
    for event in events:
        if event.kind == e.STOPPED:
            response = announced.get(event.other, -1)
            return Stopped(event.seat, event.faces, event.other, response)
    return None


def hit(
    events: Sequence[Event], told: Sequence[str], view: View, seat: int, by: int, slack: int
) -> HitMe | None:
    """Return how a hit hurt a seat; `by` is who did it, `slack` what the seat had before."""
    hits = [at for at, event in enumerate(events) if _hits(event, view, seat, by)]
    less = max(0, slack - view.slack[seat])
    if not hits and (by == seat or not less):
        return None
    gone = [events[at] for at in hits if events[at].kind in _GONE]
    named = (card for event in gone for card in event.cards[: _GONE[event.kind]])
    away = [card for card in named if view.where[card] != IN_HAND + seat and view.face[card] >= 0]
    names = [view.printed(card).name for card in away]
    sentences = tuple(said for at in hits for said in told[at : at + 1] if said)
    lost = listing([*names, *([f"{less} Slack"] if less else [])])
    return HitMe(lost, sentences)


_GONE: Final = {e.DISCARDED: None, e.EATEN: 1, e.TAKEN: 1, e.PILFERED: 1, e.STOPPED: None}


def _hits(event: Event, view: View, seat: int, by: int) -> bool:
    """Return whether an event is bad news for a seat, and not its own doing."""
    kind, n = event.kind, event.n
    if kind in (e.EATEN, e.STOPPED):
        return event.seat == seat != event.other
    if by == seat:
        return False
    if kind in (e.TAKEN, e.PILFERED):
        return event.other == seat
    if kind == e.MOVED:
        return event.seat == seat or (event.other == seat and view.worth(event.cards[0]) <= 0)
    if event.seat != seat:
        return False
    if kind in (e.MARKED, e.INCOME, e.TIME, e.TOKENS):
        return n < 0
    if kind == e.DISCARDED:
        return event.word in ("trashed", "lost")
    if kind == e.ENTERED:
        return n <= 0
    if kind == e.LAID:
        return event.other != seat and bool(view.faces[event.faces[0]].forbid)
    return (
        kind == e.BILLED or (kind == e.GOAL and n > 0) or (kind == e.ROLE_DRAWN and not event.cards)
    )
