"""The table on paper: books that are kept beside the engine's, and compared with them."""

from typing import Final, NamedTuple

from core.cards import Effect, Face
from core.game import Game
from core.state import CALL_PHASE, EVERYBODY
from tests.kit.oracle.situations import CATALOG, SEATS, fits, inner, next_turn_of, number

# What so much Madness costs (CTH-1).
SANITY: Final = {0: 0, 1: -1, 2: -2, 3: -3, 4: -3, 5: -3, 6: -3, 7: -2, 8: -1, 9: 0}


class Case(NamedTuple):
    """Whose effect it is, the player and the card it was played on, the card it comes from."""

    you: int
    to: int
    on: int
    card: int


class Books:
    """What lies where and who has what, as far as the referee can tell."""

    def __init__(self, g: Game, *dice: int) -> None:
        self.g = g
        self.dice = list(dice)  # the rolls still to come
        self.hands = [set(hand) for hand in g.hands]
        self.rooms = [{card: g.mark[card] for card in room} for room in g.rooms]
        self.beside = [{laid.card for laid in g.table if laid.seat == s} for s in SEATS]
        self.deck = g.deck[:]
        self.discard = set(g.discard)
        self.roles = [g.roles[s][0] for s in SEATS]
        self.role_discard = sorted(g.role_discard)
        self.weeks = {laid.card for laid in g.table if laid.seat == EVERYBODY}
        self.tokens = g.tokens[:]
        self.gloom = g.gloom[:]
        self.madness = g.madness[:]
        self.goals = [g.goal(s) for s in SEATS]
        self.income = [g.income_left(s) for s in SEATS]  # here it may go below 0
        self.free = [g.time_left(s) for s in SEATS]
        self.next_income = g.next_income[:]
        self.next_time = g.next_time[:]
        self.debt = g.debt[:]
        self.stood = self.standing(g.turn)

    # -- reading ---------------------------------------------------------------------------------

    def face(self, card: int) -> Face:
        return self.g.printed(card)

    def owner(self, card: int) -> int:
        return next(s for s in SEATS if card in self.rooms[s])

    def fitting(self, seat: int, effect: Effect, but: int = -1) -> set[int]:
        """The cards of a room that the effect means and that can leave it."""
        what = effect.params["what"]
        return {
            card
            for card in self.rooms[seat]
            if card != but and fits(self.face(card), what) and not self.face(card).permanent
        }

    def worth(self, card: int) -> int:
        """Printed Slack, markers, and what the other cards of the room add while they are there."""
        seat = self.owner(card)
        auras = [
            number(effect)
            for other in self.rooms[seat]
            for effect in self.face(other).effects
            if other != card and effect.verb == "aura"
            if fits(self.face(card), effect.params["what"])
        ]
        return self.face(card).slack + self.rooms[seat][card] + sum(auras)

    def standing(self, seat: int) -> tuple[int, int]:
        """Income and Free Time that role and lying cards bring each turn."""
        role = CATALOG.faces[self.roles[seat]]
        income, free = role.income[0], role.free_time[0]
        effects = [
            effect
            for card in (*self.rooms[seat], *self.beside[seat], *self.weeks)
            for top in self.face(card).effects
            for effect in (inner(top) if top.verb in ("lasting", "week") else (top,))
        ]
        income += sum(number(e) for e in effects if e.verb == "earn")
        free += sum(number(e) for e in effects if e.verb == "leisure")
        caps = [number(e) for e in effects if e.verb == "income-cap"]
        return min([income, *caps]), free

    def loose(self, seat: int) -> int:
        """Slack that comes from no card of the room: tokens, tracks, the mood at the table."""
        moods = [e for room in self.rooms for c in room for e in self.face(c).effects]
        mood = sum(number(e) for e in moods if e.verb == "mood")
        return self.tokens[seat] + self.gloom[seat] + SANITY[self.madness[seat]] + mood

    def concerned(self, effect: Effect, case: Case) -> list[int]:
        """Whom an effect happens to, clockwise."""
        n = len(SEATS)
        around = [(case.you + i) % n for i in range(n)]
        who = effect.params["who"]
        return {
            "you": [case.you],
            "target": [case.to],
            "others": around[1:],
            "everybody": around,
            "neighbors": [around[1], around[-1]],
        }[str(who)]

    # -- moving cards on paper -------------------------------------------------------------------

    def shift(self) -> None:
        """Income and Free Time of this turn follow at once what has come or gone."""
        seat = self.g.turn
        income, free = self.standing(seat)
        self.income[seat] += income - self.stood[0]
        self.free[seat] += free - self.stood[1]
        self.stood = income, free

    def leaves(self, card: int) -> int:
        seat = self.owner(card)
        marker = self.rooms[seat].pop(card)
        self.shift()
        return marker

    def trashed(self, card: int) -> None:
        self.leaves(card)
        self.discard.add(card)

    def comes(self, card: int, seat: int, marker: int = 0) -> None:
        self.rooms[seat][card] = marker
        self.shift()

    # -- comparing -------------------------------------------------------------------------------

    def closes(self) -> None:
        """Everything has happened: nothing is pending, no die is left over, and both agree."""
        assert not self.g.stack, f"still to come: {self.g.stack}"
        assert not self.dice, "a die was not asked for"
        self.agrees()

    def agrees(self) -> None:
        """The engine's table is the one on paper, to the last card and number."""
        g = self.g
        assert not g.winners
        laid = [{entry.card for entry in g.table if entry.seat == s} for s in SEATS]
        slack = [self.loose(s) + sum(map(self.worth, self.rooms[s])) for s in SEATS]
        weeks = {entry.card for entry in g.table if entry.seat == EVERYBODY}
        worths = [{card: self.worth(card) for card in room} for room in self.rooms]
        for what, paper, table in (
            ("hands", self.hands, [set(hand) for hand in g.hands]),
            ("rooms", worths, [{card: g.worth(card) for card in room} for room in g.rooms]),
            ("cards on the table", self.beside, laid),
            ("Weeks", self.weeks, weeks),
            ("discard pile", self.discard, set(g.discard)),
            ("deck", self.deck, g.deck),
            ("roles", self.roles, [held[0] for held in g.roles]),
            ("discarded roles", self.role_discard, sorted(g.role_discard)),
            ("tokens", self.tokens, g.tokens),
            ("Gloom", self.gloom, g.gloom),
            ("Madness", self.madness, g.madness),
            ("Slack", slack, g.slack),
            ("goals", self.goals, [g.goal(s) for s in SEATS]),
            ("Income", cut(self.income), [g.income_left(s) for s in SEATS]),
            ("Free Time", cut(self.free), [g.time_left(s) for s in SEATS]),
            ("Income of next turns", self.next_income, g.next_income),
            ("Free Time of next turns", self.next_time, g.next_time),
            ("debts", self.debt, g.debt),
        ):
            assert paper == table, f"{what}: {paper} expected, not {table}"

    def looks_ahead(self) -> None:
        """What was put off until a next turn is really there then."""
        for seat in SEATS:
            if self.next_income[seat] or self.next_time[seat] or self.debt[seat]:
                later = next_turn_of(self.g, seat, CALL_PHASE)
                income, free = self.standing(seat)
                income = max(0, income + self.next_income[seat])
                assert later.income_left(seat) == income - min(income, self.debt[seat])
                assert later.time_left(seat) == max(0, free + self.next_time[seat])


def cut(numbers: list[int]) -> list[int]:
    """What is left never shows below 0."""
    return [max(0, n) for n in numbers]
