"""The table: everything the rules know, and the few moves of cardboard that keep it consistent.

A *card* is a small number that stands for one piece of cardboard; what is printed on it (its
*face*) may be unknown to this replica. Pending things are plain tuples on `stack`, the next to be
dealt with on top.
"""

from collections.abc import Sequence

from core.cards import AURA, HAND, HOARD, MEANS, MOOD, ROLE, Face, Match
from core.events import Event
from core.fields import (
    CALL_PHASE,
    DISCARD_PHASE,
    DRAW_PHASE,
    EVERYBODY,
    FREE_PHASE,
    HIDDEN,
    ILLICIT_DONE,
    IN_AIR,
    IN_DECK,
    IN_DISCARD,
    IN_HAND,
    IN_ROOM,
    MADNESS,
    MAX_SEATS,
    ON_TABLE,
    PHASES,
    ROLL_PHASE,
    SLEPT,
    WORDS,
    Ask,
    Die,
    Frame,
    Laid,
    Need,
    Treat,
    Trim,
    Window,
)
from core.hands import Hands

__all__ = [
    "CALL_PHASE", "DISCARD_PHASE", "DRAW_PHASE", "EVERYBODY", "FREE_PHASE", "HIDDEN",
    "ILLICIT_DONE", "IN_AIR", "IN_DECK", "IN_DISCARD", "IN_HAND", "IN_ROOM", "MADNESS", "MAX_SEATS",
    "ON_TABLE", "PHASES", "ROLL_PHASE", "SLEPT", "WORDS", "Ask", "Die", "Frame", "Laid",
    "Need", "Table", "Treat", "Trim", "Window",
]  # fmt: skip

_LIMITS = HAND | HOARD
_new = tuple.__new__  # skips the argument handling of named tuples, on the hot path


class Table(Hands):
    """The state of a game and the few moves of cardboard that keep it consistent."""

    __slots__ = ()

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
        if seat < 0:
            return worth
        if self.house.dull and self.dull(seat)[face]:
            return 0
        if self.has[seat] & AURA:
            worth += self._auras(self.stands[seat], face)
        return worth

    def dull(self, seat: int) -> Match:
        """What counts nothing for such a player, where tastes differ (COMBO-GOTH-5)."""
        goths = self.catalog.goths
        return self.house.dull[any(goths[role] for role in self.roles[seat])]

    def may_keep_all(self, seat: int) -> bool:
        """Whether the seat need not discard at the end of its turn (GRUNT-9)."""
        return self.house.hoards and bool(self.has[seat] & HOARD)

    def goal(self, seat: int) -> int:
        """The Slack Goal of a seat (R-ROLE-3)."""
        roles = self.roles[seat]
        return (self.faces[roles[0]].goal if roles else 99) + self.goal_change[seat]

    def hand_limit(self, seat: int) -> int:
        """Up to how many cards the seat draws (R-DRAW-1)."""
        limit = self.hand_size
        if self.has[seat] & HAND:
            roles = [self.faces[role].hand for role in self.roles[seat]]
            limit += max(0, *roles, 0) + min(0, *roles, 0)  # two roles of seven are seven
            for face in self.stands[seat]:
                if self.catalog.kinds[face] != ROLE:
                    limit += self.faces[face].hand
        return max(1, limit)

    def income_left(self, seat: int) -> int:
        """What the seat can still spend in its turn; nothing in another's (RUL-18)."""
        if seat != self.turn:
            return 0
        left = self.standing_income(seat) + self.extra_income[seat]
        if self.phase <= ROLL_PHASE:  # until the die is thrown
            left += self.next_income[seat]
        return left if left > 0 else 0

    def time_left(self, seat: int) -> int:
        """The Free Time that the seat can still use in its turn; none in another's (RUL-18)."""
        if seat != self.turn:
            return 0
        left = self.standing_time(seat) + self.extra_time[seat]
        if self.phase <= ROLL_PHASE:
            left += self.next_time[seat]
        return left if left > 0 else 0

    def standing_income(self, seat: int) -> int:
        """Income each turn from the role and from what lies there, below 0 if more is taken."""
        if self.has[seat] & MEANS:
            return self._standing_income(seat, self.base_income[seat])
        return self.base_income[seat]

    def highest_income(self, seat: int) -> int:
        """The same with a variable Income at its higher number."""
        roles = self.roles[seat]
        low, high = self.faces[roles[0]].income if roles else (0, 0)
        extra = self.house.extra_income
        base = self.base_income[seat]
        told = base and base not in (low + extra, high + extra)  # set, not the role's
        return self._standing_income(seat, base if told else high + extra)

    def _standing_income(self, seat: int, base: int) -> int:
        total = base
        cap = None
        for number in self.stands[seat]:
            face = self.faces[number]
            total += face.earn
            if face.income_cap is not None and (cap is None or face.income_cap < cap):
                cap = face.income_cap
        return total if cap is None or total < cap else cap

    def rich_may(self, seat: int) -> bool:
        """With a Major among other cards the Income forbids nothing (COMBO-GREEK-2)."""
        if len(self.catalog.editions) == 1:
            return False
        return any(self.catalog.role_kinds[role] == "major" for role in self.roles[seat])

    def standing_time(self, seat: int) -> int:
        """Free Time each turn from the role and from what lies there, below 0 likewise."""
        total = self.base_time[seat]
        if self.has[seat] & MEANS:
            for number in self.stands[seat]:
                total += self.faces[number].leisure
        return total

    def in_play(self, number: int) -> list[int]:
        """The cards in rooms and on the table that a face can be played on, as far as they fit."""
        match, face = self.faces[number].target_match, self.face
        fitting = [card for room in self.rooms for card in room if match[face[card]]]
        if self.table:
            fitting += [laid.card for laid in self.table if match[face[laid.card]]]
        return fitting

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

    def put_marker(self, card: int, mark: int) -> None:
        """Markers on a card in a room change what it counts (R-MARK-1)."""
        seat = self.owner(card)
        if mark != self.mark[card]:
            self.slack[seat] += mark - self.mark[card]
            self.mark[card] = mark
            self.moved = True
            if self.house.dull:
                self.refresh(seat)

    def to_discard(self, card: int) -> None:
        """Lays a card that is nowhere else on the discard pile."""
        self.discard.append(card)
        self.where[card] = IN_DISCARD
        self.mark[card] = 0
        if self.guises and card in self.guises:
            self.role_discard.append(self.guises.pop(card))
            face = self.catalog.originals.get(self.face[card], self.face[card])
            self.reveal(card, face)

    def into_room(self, seat: int, card: int) -> int:
        """Lays a card that is nowhere else into a room; says what Slack it counts there."""
        self.rooms[seat].append(card)
        self.where[card] = IN_ROOM + seat
        number = self.face[card]
        if self.catalog.persons[number]:
            self.guests[seat] += (card,)
            if seat == self.turn:
                self.newcomers.append(card)
        bits = self.catalog.stands[number]
        if bits:
            self._hold(seat, (*self.stands[seat], number), self.has[seat] | bits)
        worth = self._count(seat, card, 1)
        if bits & MOOD:
            self._refresh_all()
        if self.house.dull:
            self.refresh(seat)
            return self.worth(card)
        return worth

    def out_of_room(self, card: int) -> int:
        """Takes a card out of the room it lies in; says whose."""
        seat = self.where[card] - IN_ROOM
        number = self.face[card]
        stands = self.catalog.stands
        self._count(seat, card, -1)
        self.rooms[seat].remove(card)
        self.where[card] = IN_AIR
        if self.catalog.persons[number]:
            self.guests[seat] = tuple([guest for guest in self.guests[seat] if guest != card])
        if stands[number]:
            left = [*self.stands[seat]]
            left.remove(number)
            self._hold(seat, tuple(left), self._bits(left))
            if stands[number] & MOOD:
                self._refresh_all()
        if self.house.dull:
            self.refresh(seat)
        return seat

    def _count(self, seat: int, card: int, sign: int) -> int:
        """A card in a room begins to count (1) or ceases to (-1); says what Slack it is worth."""
        if self._plays:
            self._plays = {}
        number = self.face[card]
        catalog = self.catalog
        change = worth = catalog.slack[number] + self.mark[card]
        if self.has[seat] & AURA:
            change = worth = worth + self._auras(self.stands[seat], number)
            mine = self.faces[number].aura
            for other in self.rooms[seat] if mine else ():
                if other != card:
                    for match, amount in mine:
                        if match[self.face[other]]:
                            change += amount
        if change:
            self.slack[seat] = now = self.slack[seat] + sign * change
            if now >= catalog.least_goal + self.goal_change[seat]:  # else no role has won with it
                self.moved = True
        return worth

    def _auras(self, standing: Sequence[int], number: int) -> int:
        """What the other cards of a room make of such a card, of all that stands there."""
        faces, stands = self.faces, self.catalog.stands
        total = 0
        for match, amount in faces[number].aura:  # not its own
            if match[number]:
                total -= amount
        for other in standing:
            if stands[other] & AURA:
                for match, amount in faces[other].aura:
                    if match[number]:
                        total += amount
        return total

    def _hold(self, seat: int, stands: tuple[int, ...], bits: int) -> None:
        """What holds for a seat has changed."""
        if (self.has[seat] | bits) & _LIMITS:
            self.stack.append(("hand", seat))  # RUL-14
        self.stands[seat] = stands
        self.has[seat] = bits

    def _bits(self, standing: Sequence[int]) -> int:
        """Which kinds of standing effects these faces have."""
        stands = self.catalog.stands
        bits = 0
        for number in standing:
            bits |= stands[number]
        return bits

    def refresh(self, seat: int) -> None:
        """Counts a seat's Slack anew and what holds for it (RUL-10, RUL-18, R-MARK-1)."""
        face, mark = self.face, self.mark
        slack, stands = self.catalog.slack, self.catalog.stands
        total = self.tokens[seat] + self.gloom[seat]  # GOTH-1
        if self.madness[seat]:
            total += MADNESS[self.madness[seat]]
        if self.catalog.moody and self.alive[seat]:
            total += self.mood(seat)
        auras = False
        holding = [role for role in self.roles[seat] if stands[role]]
        if self.table:
            laid = [face[entry.card] for entry in self.table if self._beside(entry, seat)]
            holding += [number for number in laid if stands[number]]
        counting = self.rooms[seat]
        if self.house.dull:
            dull = self.dull(seat)
            counting = [card for card in counting if not dull[face[card]]]
        for card in counting:
            total += slack[face[card]] + mark[card]
        for card in self.rooms[seat]:
            number = face[card]
            if stands[number]:
                holding.append(number)
                if stands[number] & AURA:
                    auras = True
        if auras:
            total += sum([self._auras(holding, face[card]) for card in counting])
        persons = self.catalog.persons
        self.guests[seat] = tuple([card for card in self.rooms[seat] if persons[face[card]]])
        self._plays = {}
        if total != self.slack[seat]:
            self.slack[seat] = total
            self.moved = True
        now = tuple(holding)
        if now != self.stands[seat]:
            bits = self._bits(now)
            moody = (self.has[seat] | bits) & MOOD
            self._hold(seat, now, bits)
            if moody:
                self._refresh_all()

    def _refresh_all(self) -> None:
        for seat in range(self.players):
            self.refresh(seat)

    def _beside(self, entry: Laid, seat: int) -> bool:
        """Whether a card on the table holds for a seat: not one about a role it has no more."""
        if entry.seat != EVERYBODY:
            return entry.seat == seat and self.concerned(seat, self.faces[self.face[entry.card]])
        return self.under_week(self.faces[self.face[entry.card]].week, seat)

    def concerned(self, seat: int, face: Face) -> bool:
        """Whether a card about roles touches one of the seat's (COMBO-GREEK-2, COMBO-GRUNT-2)."""
        if not face.about:
            return True
        kinds = self.catalog.role_kinds
        return any(kinds[role] in ("", face.about) for role in self.roles[seat])

    def under_week(self, week: str, seat: int) -> bool:
        """Whether such a Week holds for a seat (GREEK-1, COMBO-GREEK-2)."""
        if week == "good" or not self.alive[seat]:
            return self.alive[seat]
        studies, has_break = self.catalog.studies, self.catalog.has_break
        return any(
            studies[role] or (week == "students" and has_break[role]) for role in self.roles[seat]
        )

    def mood(self, seat: int) -> int:
        """What cards that touch everybody make of a seat's Slack (COMBO-GOTH-3)."""
        total = 0
        for other, has in enumerate(self.has):
            if has & MOOD:
                for number in self.stands[other]:
                    face = self.faces[number]
                    total += face.mood[not self.of_edition(seat, face.edition)]
        return total

    def of_edition(self, seat: int, edition: str) -> bool:
        """Whether the seat has a role of that edition; with one edition everybody has."""
        if len(self.catalog.editions) == 1:
            return True
        kinds = self.catalog.role_kinds
        return any(not kinds[r] or self.faces[r].edition == edition for r in self.roles[seat])
