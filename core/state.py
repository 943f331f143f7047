"""The table: everything the rules know, in few flat containers.

A *card* is a small number that stands for one piece of cardboard; what is printed on it (its
*face*) may be unknown to this replica. Pending things are plain tuples on `stack`, the next to be
dealt with on top, so that a table can be copied, compared, hashed and written out at any moment.
"""

import marshal
from array import array
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from core.cards import AURA, HAND, MEANS, Face
from core.catalog import Catalog
from core.events import Event

HIDDEN: Final = -1  # a face this replica does not know, or that is not public

PHASES: Final = ("draw", "roll", "call", "free time", "discard")
DRAW_PHASE, ROLL_PHASE, CALL_PHASE, FREE_PHASE, DISCARD_PHASE = range(5)

# Where a card is.
IN_DECK: Final = 0
IN_DISCARD: Final = 1
IN_AIR: Final = 2  # being played
ON_TABLE: Final = 3
IN_HAND: Final = 8  # + seat
IN_ROOM: Final = 16  # + seat

MAX_SEATS: Final = 8
MADNESS: Final = (0, -1, -2, -3, -3, -3, -3, -2, -1, 0)  # what so much of it does to Slack (CTH-1)

WORDS: Final = ("roll", "pay", "let go")  # answers that are neither cards nor players nor numbers


class Window(NamedTuple):
    """An announcement that waits for the others to answer or pass (RUL-1)."""

    op: str  # "window", or "settle" once everybody has passed
    ref: int
    kind: str  # the action that announced it
    seat: int
    cards: tuple[int, ...]
    to: int
    on: int
    timed: int  # 1 if it uses a Free Time
    cost: int  # Income set aside for it


class Ask(NamedTuple):
    """A question to one seat."""

    op: str  # "ask"
    ref: int
    seat: int
    topic: str
    about: str  # what the options are: card, seat, role, sure, word
    options: tuple[int, ...]
    context: tuple[int, ...]


class Trim(NamedTuple):
    """A seat must discard so many cards of its hand."""

    op: str  # "trim"
    ref: int
    seat: int
    amount: int


class Die(NamedTuple):
    """A die is to be thrown for a seat."""

    op: str  # "die"
    seat: int
    word: str  # what for
    card: int
    needs: int  # the lowest good number, 0 if every number counts


class Need(NamedTuple):
    """What chance must supply."""

    kind: str  # the action kind: roll, shuffle, role, pick
    seat: int
    options: tuple[int, ...] = ()
    word: str = ""
    card: int = -1
    needs: int = 0


class Laid(NamedTuple):
    """A lasting card on the table beside a seat."""

    card: int
    seat: int
    by: int
    until: str
    turns: int  # ends of that seat's turns still to come


Frame = tuple[Any, ...]
_new = tuple.__new__  # skips the argument handling of named tuples, on the hot path


class Table:
    """The state of a game and the few moves of cardboard that keep it consistent."""

    __slots__ = (
        "alive", "base_income", "base_time", "begun", "catalog", "debt", "deck", "discard",
        "events", "face", "faces", "first", "fixed", "free", "given_income", "given_time",
        "gloom", "goal_change", "guests_done", "guises", "hand_size", "hands", "has", "income",
        "madness", "mark", "moved", "names", "newcomers", "next_income", "next_time",
        "options", "passed", "phase", "players", "pub", "ref", "result", "role_discard",
        "role_pile", "roles", "rooms", "round", "seen", "slack", "stack", "stands", "table",
        "tokens", "turn", "where", "winners", "wishes",
    )  # fmt: skip

    def __init__(self, catalog: Catalog, names: Sequence[str], options: Mapping[str, str]) -> None:
        n = len(names)
        self.catalog = catalog
        self.faces: tuple[Face, ...] = catalog.faces
        self.names: tuple[str, ...] = tuple(names)
        self.options: Mapping[str, str] = options
        self.players = n
        self.hand_size = int(options["hand"])
        self.events: list[Event] = []
        # Cardboard.
        self.face: list[int] = []
        self.pub: array[int] = array("h")
        self.where = bytearray()
        self.mark: array[int] = array("b")
        self.deck: list[int] = []  # the top is last
        self.discard: list[int] = []  # the top is last
        self.hands: list[list[int]] = [[] for _ in range(n)]
        self.rooms: list[list[int]] = [[] for _ in range(n)]
        self.table: list[Laid] = []
        self.roles: list[tuple[int, ...]] = [() for _ in range(n)]
        self.role_pile: list[int] = []
        self.role_discard: list[int] = []
        self.guises: dict[int, int] = {}  # a stranger's card -> the role drawn for him
        self.seen: dict[int, int] = {}  # a card in a hand -> bit mask of the others who saw it
        # Seats.
        self.alive = [True] * n
        self.tokens = [0] * n
        self.goal_change = [0] * n
        self.gloom = [0] * n
        self.madness = [0] * n
        self.slack = [0] * n
        self.income = [0] * n  # left this turn
        self.free = [0] * n
        self.base_income = [0] * n  # the role's part this turn
        self.base_time = [0] * n
        self.given_income = 0  # what role and standing cards have brought in this turn so far
        self.given_time = 0
        self.next_income = [0] * n
        self.next_time = [0] * n
        self.debt = [0] * n
        self.stands: list[tuple[int, ...]] = [() for _ in range(n)]  # faces that hold for a seat
        self.has = [0] * n  # which kinds of standing effects those are, as bits
        # The turn.
        self.first = 0
        self.turn = 0
        self.phase = DRAW_PHASE
        self.round = 0
        self.begun = False  # the deal is over
        self.guests_done: list[int] = []  # guests dealt with in this Roll phase
        self.newcomers: list[int] = []  # Persons that came into the room in this turn
        self.fixed = 0  # bit 0: Income, bit 1: Free Time is settled without a roll this turn
        # Pending things.
        self.stack: list[Frame] = []
        self.ref = 0
        self.passed = 0  # bit mask: who has nothing (more) to say in the window on top
        self.result = 0  # what chance said last
        self.moved = False  # Slack or a goal changed since the goals were last looked at
        self.wishes: list[int] = []  # roles that the last winners want
        self.winners: tuple[int, ...] = ()

    def copy_into(self, other: "Table") -> None:
        """Fills an empty table with a copy of this one; what never changes is shared."""
        other.catalog = self.catalog
        other.faces = self.faces
        other.names = self.names
        other.options = self.options
        other.players = self.players
        other.hand_size = self.hand_size
        other.events = []
        other.face = self.face.copy()
        other.pub = self.pub[:]
        other.where = self.where.copy()
        other.mark = self.mark[:]
        other.deck = self.deck.copy()
        other.discard = self.discard.copy()
        other.hands = [hand.copy() for hand in self.hands]
        other.rooms = [room.copy() for room in self.rooms]
        other.table = self.table.copy()
        other.roles = self.roles.copy()
        other.role_pile = self.role_pile.copy()
        other.role_discard = self.role_discard.copy()
        other.guises = self.guises.copy()
        other.seen = self.seen.copy()
        other.alive = self.alive.copy()
        other.tokens = self.tokens.copy()
        other.goal_change = self.goal_change.copy()
        other.gloom = self.gloom.copy()
        other.madness = self.madness.copy()
        other.slack = self.slack.copy()
        other.income = self.income.copy()
        other.free = self.free.copy()
        other.base_income = self.base_income.copy()
        other.base_time = self.base_time.copy()
        other.given_income = self.given_income
        other.given_time = self.given_time
        other.next_income = self.next_income.copy()
        other.next_time = self.next_time.copy()
        other.debt = self.debt.copy()
        other.stands = self.stands.copy()
        other.has = self.has.copy()
        other.first = self.first
        other.turn = self.turn
        other.phase = self.phase
        other.round = self.round
        other.begun = self.begun
        other.guests_done = self.guests_done.copy()
        other.newcomers = self.newcomers.copy()
        other.fixed = self.fixed
        other.stack = self.stack.copy()
        other.ref = self.ref
        other.passed = self.passed
        other.result = self.result
        other.moved = self.moved
        other.wishes = self.wishes.copy()
        other.winners = self.winners

    def digest(self) -> str:
        """A hash of everything public: equal on all replicas, whatever faces they know."""
        state = (
            self.pub, self.where, self.mark, self.roles, self.role_pile, self.role_discard,
            self.tokens, self.gloom, self.madness, self.goal_change, self.income, self.free,
            self.base_income, self.base_time, self.next_income, self.next_time, self.debt,
            self.alive, self.turn, self.phase, self.round, self.ref, self.passed, self.guests_done,
            self.newcomers, self.fixed,
            self.winners, self.guises, self.wishes,
            [tuple(laid) for laid in self.table], [tuple(frame) for frame in self.stack],
        )  # fmt: skip
        # Version 2 has no back references, so equal states give equal bytes.
        return blake2b(marshal.dumps(state, 2), digest_size=16).hexdigest()

    # -- reading ---------------------------------------------------------------------------------

    def printed(self, card: int) -> Face:
        """The face of a card that is known."""
        return self.faces[self.face[card]]

    def owner(self, card: int) -> int:
        """The seat in whose room the card lies, or -1."""
        place = self.where[card]
        return place - IN_ROOM if place >= IN_ROOM else -1

    def worth(self, card: int) -> int:
        """The Slack a card counts now."""
        face = self.face[card]
        worth = self.catalog.slack[face] + self.mark[card]
        seat = self.owner(card)
        if seat >= 0 and self.has[seat] & AURA:
            for other in self.rooms[seat]:
                if other != card:
                    for match, amount in self.faces[self.face[other]].aura:
                        if match[face]:
                            worth += amount
        return worth

    def goal(self, seat: int) -> int:
        """The Slack Goal of a seat (R-ROLE-3)."""
        roles = self.roles[seat]
        return (self.faces[roles[0]].goal if roles else 99) + self.goal_change[seat]

    def hand_limit(self, seat: int) -> int:
        """Up to how many cards the seat draws (R-DRAW-1)."""
        limit = self.hand_size
        if self.has[seat] & HAND:
            for face in self.stands[seat]:
                limit += self.faces[face].hand
        return max(1, limit)

    def standing_income(self, seat: int) -> int:
        """Income each turn from the role and from what lies there."""
        return self._standing_income(seat, self.base_income[seat])

    def highest_income(self, seat: int) -> int:
        """The same with a variable Income at its higher number."""
        roles = self.roles[seat]
        income = self.faces[roles[0]].income if roles else (0, 0)
        base = self.base_income[seat]
        told = base and base not in income  # an Income that was set, not the role's
        return self._standing_income(seat, base if told else income[1])

    def _standing_income(self, seat: int, base: int) -> int:
        if not self.has[seat] & MEANS:
            return base if base > 0 else 0
        total = base
        cap = None
        for number in self.stands[seat]:
            face = self.faces[number]
            total += face.earn
            if face.income_cap is not None and (cap is None or face.income_cap < cap):
                cap = face.income_cap
        if cap is not None and total > cap:
            total = cap
        return total if total > 0 else 0

    def standing_time(self, seat: int) -> int:
        """Free Time each turn from the role and from what lies there."""
        total = self.base_time[seat]
        if self.has[seat] & MEANS:
            for number in self.stands[seat]:
                total += self.faces[number].leisure
        return total if total > 0 else 0

    def seats_from(self, seat: int) -> list[int]:
        """The seats still in the game, clockwise from this one."""
        n = self.players
        return [s for i in range(n) if self.alive[s := (seat + i) % n]]

    def neighbors(self, seat: int) -> list[int]:
        """The players on both sides, each once (RUL-11)."""
        others = self.seats_from(seat)[1:]
        return [others[0]] if len(others) == 1 else [others[0], others[-1]] if others else []

    # -- moving cardboard ------------------------------------------------------------------------

    def emit(
        self,
        kind: str,
        seat: int = -1,
        other: int = -1,
        cards: tuple[int, ...] = (),
        faces: tuple[int, ...] = (),
        on: int = -1,
        n: int = 0,
        word: str = "",
    ) -> None:
        self.events.append(_new(Event, (kind, seat, other, cards, faces, on, n, word)))

    def reveal(self, card: int, face: int) -> None:
        """The card is laid open: everybody knows its face from now on."""
        self.face[card] = face
        self.pub[card] = face

    def from_hand(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        self.where[card] = IN_AIR
        if self.seen:
            self.seen.pop(card, None)

    def to_hand(self, seat: int, card: int, seen: int = 0) -> None:
        """Takes a card up; `seen` is the bit mask of the seats that know it."""
        self.hands[seat].append(card)
        if seen:
            self.seen[card] = seen
        self.where[card] = IN_HAND + seat
        self.pub[card] = HIDDEN

    def to_discard(self, card: int) -> None:
        """Lays a card that is nowhere else on the discard pile."""
        self.discard.append(card)
        self.where[card] = IN_DISCARD
        self.mark[card] = 0
        if card in self.guises:
            self.role_discard.append(self.guises.pop(card))
            face = self.catalog.originals.get(self.face[card], self.face[card])
            self.reveal(card, face)

    def into_room(self, seat: int, card: int) -> None:
        self.rooms[seat].append(card)
        self.where[card] = IN_ROOM + seat
        self._counted(seat, card, 1)

    def out_of_room(self, card: int) -> int:
        """Takes a card out of the room it lies in; says whose."""
        seat = self.where[card] - IN_ROOM
        self.rooms[seat].remove(card)
        self.where[card] = IN_AIR
        self._counted(seat, card, -1)
        return seat

    def _counted(self, seat: int, card: int, sign: int) -> None:
        """A card has come or gone: its Slack alone counts unless it or the room has more to say."""
        number = self.face[card]
        catalog = self.catalog
        bits = catalog.stands[number]
        if bits or self.has[seat] & AURA:
            if sign < 0 or self.table or (bits | self.has[seat]) & (AURA | HAND):
                self.refresh(seat)
                return
            self.stands[seat] += (number,)
            self.has[seat] |= bits
            if bits & MEANS and seat == self.turn:
                self.give()
        change = catalog.slack[number] + self.mark[card]
        if change:
            self.slack[seat] += sign * change
            self.moved = True

    def refresh(self, seat: int) -> None:
        """Counts a seat's Slack anew and what holds for it (RUL-10, RUL-18, R-MARK-1)."""
        face, mark = self.face, self.mark
        slack, stands = self.catalog.slack, self.catalog.stands
        total = self.tokens[seat] + self.gloom[seat]  # GOTH-1
        if self.madness[seat]:
            total += MADNESS[self.madness[seat]]
        holding = [role for role in self.roles[seat] if stands[role]]
        auras = False
        for card in self.rooms[seat]:
            number = face[card]
            total += slack[number] + mark[card]
            if stands[number]:
                holding.append(number)
                if self.faces[number].aura:
                    auras = True
        if self.table:
            laid = [face[entry.card] for entry in self.table if entry.seat == seat]
            holding += [number for number in laid if stands[number]]
        if auras:
            for card in self.rooms[seat]:
                for match, amount in self.faces[face[card]].aura:
                    for other in self.rooms[seat]:
                        if other != card and match[face[other]]:
                            total += amount
        if total != self.slack[seat]:
            self.slack[seat] = total
            self.moved = True
        now = tuple(holding)
        if now != self.stands[seat]:
            self.stands[seat] = now
            bits = 0
            for number in now:
                bits |= stands[number]
            if (self.has[seat] | bits) & HAND:
                self.stack.append(("hand", seat))  # RUL-14
            self.has[seat] = bits
            if seat == self.turn:
                self.give()

    def give(self) -> None:
        """Income and Free Time of the turn follow role and standing cards at once (RUL-18)."""
        seat = self.turn
        income, time = self.standing_income(seat), self.standing_time(seat)
        self.income[seat] = max(0, self.income[seat] + income - self.given_income)
        self.free[seat] = max(0, self.free[seat] + time - self.given_time)
        self.given_income, self.given_time = income, time
