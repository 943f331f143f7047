"""A second referee: plays every effect along on paper, as the vocabulary describes it.

The engine acts, the referee keeps books of its own, answers the questions the engine must ask at
that point, and in the end both have to agree about the whole table.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from core.actions import CHANCE, DISCARD, NOBODY, NOTHING, PASS, PICK, ROLE, SHOP, Action
from core.cards import Effect, Face
from core.game import Game
from core.state import CALL_PHASE, EVERYBODY, Ask, Treat, Trim
from core.vocabulary import VERBS
from tests.kit.oracle import situations as s
from tests.kit.oracle.situations import SEATS, choose, fits, has, number, of

COMES_ON: Final = 3
LEAVES_ON: Final = 4
HIGH: Final = 4
SAFE: Final = 3
HAND_LIMIT: Final = 6
UTTERLY: Final = 9
DRAWN_ROLE: Final = s.card_named("Web Designer")
# What that much Madness costs (CTH-1).
SANITY: Final = {0: 0, 1: -1, 2: -2, 3: -3, 4: -3, 5: -3, 6: -3, 7: -2, 8: -1, 9: 0}
# Not carried out by the PLAYED table.
ELSEWHERE: Final = ("cancel", "stay", "lasting", "week", "endure")


class Case(NamedTuple):
    """Whose effect it is, the player and the card it was played on, the card it comes from."""

    you: int
    to: int
    on: int
    card: int


def _laid(g: Game, seat: int) -> set[int]:
    return {laid.card for laid in g.table if laid.seat == seat}


# What is written down of a table at the beginning, and compared at the end.
BOOKS: Final[dict[str, Callable[[Game], Any]]] = {
    "hands": lambda g: [set(hand) for hand in g.hands],
    "beside": lambda g: [_laid(g, seat) for seat in SEATS],
    "weeks": lambda g: _laid(g, EVERYBODY),
    "deck": lambda g: g.deck[:],
    "discard": lambda g: set(g.discard),
    "roles": lambda g: [roles[0] for roles in g.roles],
    "role_discard": lambda g: sorted(g.role_discard),
    "tokens": lambda g: g.tokens[:],
    "gloom": lambda g: g.gloom[:],
    "madness": lambda g: g.madness[:],
    "goals": lambda g: [g.goal(seat) for seat in SEATS],
    "next_income": lambda g: g.next_income[:],
    "next_time": lambda g: g.next_time[:],
    "debt": lambda g: g.debt[:],
}


class Referee:
    """What lies where and who has what, played along on paper."""

    hands: list[set[int]]
    beside: list[set[int]]
    weeks: set[int]
    deck: list[int]
    discard: set[int]
    roles: list[int]
    role_discard: list[int]
    tokens: list[int]
    gloom: list[int]
    madness: list[int]
    goals: list[int]
    next_income: list[int]
    next_time: list[int]
    debt: list[int]

    def __init__(self, g: Game, *dice: int) -> None:
        self.g = g
        self.dice = list(dice)  # the rolls still to come
        for name, read in BOOKS.items():
            setattr(self, name, read(g))
        self.rooms = [{card: g.mark[card] for card in room} for room in g.rooms]
        self.income = [g.income_left(seat) for seat in SEATS]  # here it may go below 0
        self.free = [g.time_left(seat) for seat in SEATS]
        self.stood = self.standing(g.turn)
        self.checked: set[int] = set()  # the effects that have been carried out, by identity

    # -- reading ---------------------------------------------------------------------------------

    def face(self, card: int) -> Face:
        return self.g.printed(card)

    def owner(self, card: int) -> int:
        return next(seat for seat in SEATS if card in self.rooms[seat])

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
        role = s.CATALOG.faces[self.roles[seat]]
        income, free = role.income[0], role.free_time[0]
        effects = [
            effect
            for card in (*self.rooms[seat], *self.beside[seat], *self.weeks)
            for top in self.face(card).effects
            for effect in (s.inner(top) if top.verb in ("lasting", "week") else (top,))
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
        marker = self.rooms[self.owner(card)].pop(card)
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
        slack = [self.loose(seat) + sum(map(self.worth, self.rooms[seat])) for seat in SEATS]
        worths = [{card: self.worth(card) for card in room} for room in self.rooms]
        assert worths == [{card: g.worth(card) for card in room} for room in g.rooms], "rooms"
        assert slack == g.slack, "Slack"
        assert [max(0, n) for n in self.income] == [g.income_left(seat) for seat in SEATS], "Income"
        assert [max(0, n) for n in self.free] == [g.time_left(seat) for seat in SEATS], "Free Time"
        for name, read in BOOKS.items():
            assert getattr(self, name) == read(g), name

    def looks_ahead(self) -> None:
        """What was put off until a next turn is really there then."""
        for seat in SEATS:
            if self.next_income[seat] or self.next_time[seat] or self.debt[seat]:
                later = s.next_turn_of(self.g, seat, CALL_PHASE)
                income, free = self.standing(seat)
                income = max(0, income + self.next_income[seat])
                assert later.income_left(seat) == income - min(income, self.debt[seat])
                assert later.time_left(seat) == max(0, free + self.next_time[seat])

    # -- what the engine has to ask --------------------------------------------------------------

    def die(self) -> int:
        value = self.dice.pop(0)
        s.roll(self.g, value)
        return value

    def choice(self, seat: int, cards: set[int]) -> int | None:
        """The seat's free choice among the cards; one is no choice, none is none."""
        if len(cards) < 2:
            return next(iter(cards), None)
        top = self.g.stack[-1]
        assert isinstance(top, Ask), f"{seat} should choose among {cards}"
        assert (top.seat, set(top.options)) == (seat, cards)
        choose(self.g, max(cards))
        return max(cards)

    def give_up(self, seat: int, cards: set[int]) -> None:
        card = self.choice(seat, cards)
        if card is not None:
            self.trashed(card)

    def hand_down(self, seat: int, count: int) -> None:
        """The seat discards so many cards of his choice from the hand."""
        if count <= 0:
            return
        top = self.g.stack[-1]
        assert isinstance(top, Trim), f"{seat} should discard {count}"
        assert (top.seat, top.amount) == (seat, count)
        chosen = tuple(sorted(self.hands[seat])[:count])
        self.g.apply(Action(DISCARD, seat, chosen))
        self.hands[seat] -= set(chosen)
        self.discard |= set(chosen)

    # -- playing along ---------------------------------------------------------------------------

    def play(self, seat: int, card: int, to: int = NOBODY, on: int = NOTHING) -> None:
        """A card is announced, nobody answers, and it takes place; both agree at each stage."""
        face = self.face(card)
        self.g.apply(s.announcement(self.g, seat, card, to, on))
        if on != NOTHING:  # whoever owns the card that is named
            to = next((room for room in SEATS if on in self.rooms[room]), NOBODY)
        self.hands[seat].remove(card)
        if face.kind in ("thing", "activity"):
            self.income[seat] -= face.cost
            self.free[seat] -= not s.is_illicit(face)
        self.agrees()
        s.everybody_passes(self.g)
        if face.kind == "person":
            self._comes_over(card, seat if to == NOBODY else to)
        elif face.kind == "whenever":
            self._happens(card, Case(seat, to, on, card))
        elif s.is_illicit(face) and self.die() < SAFE:
            self.discard.add(card)
            self.free[seat] -= max(0, self.free[seat])
            self.next_time[seat] -= 1
        elif face.die is None:
            self.enters(card, seat, to=to, on=on)
        else:
            self._rolled(card, seat)
        self.closes()

    def _comes_over(self, card: int, to: int) -> None:
        face = self.face(card)
        if face.slack > 0 and not s.is_house_pet(face) and self.die() < COMES_ON:
            self.discard.add(card)
        else:
            self.enters(card, to)

    def _rolled(self, card: int, seat: int) -> None:
        slack = self.die() + (self.face(card).die or 0)
        if slack > 0 or has(self.face(card), "endure"):
            self.enters(card, seat, slack)
        else:
            self.discard.add(card)

    def _happens(self, card: int, case: Case) -> None:
        face = self.face(card)
        lasting = of(face, "lasting")
        if has(face, "stay"):
            self.enters(card, case.you)
            return
        if lasting:
            beside = case.to if lasting[0].params["who"] == "target" else case.you
            self.beside[beside].add(card)
            self.shift()
        elif has(face, "week"):
            self.discard |= self.weeks
            self.weeks = {card}
            self.shift()
        self.effects(face, case)
        if not lasting and not has(face, "week"):
            self.discard.add(card)

    def enters(self, card: int, seat: int, marker: int = 0, to: int = -1, on: int = -1) -> None:
        """A card comes into a room: what it does, then what a pest takes, then the noise."""
        self.comes(card, seat, marker)
        face = self.face(card)
        worth = self.worth(card)
        self.effects(face, Case(seat, to, on, card))
        for effect in of(face, "pest"):
            self.bite(effect, card)
        self.checked |= {id(effect) for effect in of(face, "stay")}
        if "Nookie" in face.categories and worth >= s.LOUD:
            for neighbor in ((seat + 1) % len(SEATS), (seat - 1) % len(SEATS)):
                sleeps = {c for c in self.rooms[neighbor] if fits(self.face(c), ("Sleep",))}
                self.give_up(neighbor, sleeps)

    def effects(self, face: Face, case: Case) -> None:
        for effect in face.effects:
            if VERBS[effect.verb].when == "play" and effect.verb not in ELSEWHERE:
                self.carry_out(effect, case)

    def carry_out(self, effect: Effect, case: Case) -> None:
        self.checked.add(id(effect))
        if effect.verb in ONCE:
            ONCE[effect.verb](self, effect, case)
        else:
            for seat in self.concerned(effect, case):
                EACH[effect.verb](self, effect, seat)

    def bite(self, effect: Effect, pest: int) -> None:
        """The owner of the room discards one card that the pest wants, by his own choice."""
        self.checked.add(id(effect))
        seat = self.owner(pest)
        wanted = self.fitting(seat, effect, but=pest)
        if effect.params["best"] and wanted:
            best = max(self.worth(card) for card in wanted)
            wanted = {card for card in wanted if self.worth(card) == best}
        self.give_up(seat, wanted)


# -- verbs that happen to each player they are about -----------------------------------------------


def _add(book: list[int], effect: Effect, seat: int) -> None:
    book[seat] += number(effect)


def _bring(r: Referee, now: list[int], later: list[int], effect: Effect, seat: int) -> None:
    """At once in one's own turn, where nothing falls below 0; else with the next one."""
    if seat == r.g.turn:
        now[seat] += max(number(effect), -max(0, now[seat]))
    else:
        later[seat] += number(effect)


def bill(r: Referee, effect: Effect, seat: int) -> None:
    if seat == r.g.turn:
        r.income[seat] -= min(max(0, r.income[seat]), number(effect))
    else:
        r.debt[seat] += number(effect)


def new_role(r: Referee, effect: Effect, seat: int) -> None:
    need = r.g.need()
    assert need is not None, "a role should be drawn"
    assert (need.kind, need.seat) == (ROLE, seat)
    assert not set(need.options) & set(r.roles), "a role that somebody holds is in no pile"
    r.g.apply(Action(ROLE, CHANCE, value=DRAWN_ROLE.number))
    old = s.CATALOG.faces[r.roles[seat]]
    r.role_discard = sorted([*r.role_discard, old.number])
    r.roles[seat] = DRAWN_ROLE.number
    r.goals[seat] += DRAWN_ROLE.goal - old.goal
    r.shift()


def trash_all(r: Referee, effect: Effect, seat: int) -> None:
    for card in r.fitting(seat, effect):
        r.trashed(card)


def lose(r: Referee, effect: Effect, seat: int) -> None:
    r.give_up(seat, r.fitting(seat, effect))


def gloom(r: Referee, effect: Effect, seat: int) -> None:
    watched = any(r.face(card).kind == "person" for card in r.rooms[seat])
    more = number(effect) + (number(effect, "audience") if watched else 0)
    r.gloom[seat] = max(0, r.gloom[seat] + more)


def madness(r: Referee, effect: Effect, seat: int) -> None:
    """One by one along the track; at its end each is a token."""
    for _ in range(abs(number(effect))):
        if r.madness[seat] == UTTERLY:
            r.tokens[seat] += number(effect) > 0
        else:
            step = 1 if number(effect) > 0 else -1
            r.madness[seat] = max(0, r.madness[seat] + step)


def mark_all(r: Referee, effect: Effect, seat: int) -> None:
    for card in r.rooms[seat]:
        if fits(r.face(card), effect.params["what"]):
            r.rooms[seat][card] += number(effect)


def draw(r: Referee, effect: Effect, seat: int) -> None:
    r.hands[seat] |= {r.deck.pop() for _ in range(number(effect))}
    r.hand_down(seat, len(r.hands[seat]) - HAND_LIMIT)


def drop(r: Referee, effect: Effect, seat: int) -> None:
    r.hand_down(seat, min(number(effect), len(r.hands[seat])))


# -- verbs that happen once ------------------------------------------------------------------------


def take(r: Referee, effect: Effect, case: Case) -> None:
    r.comes(case.on, case.you, r.leaves(case.on))


def trash(r: Referee, effect: Effect, case: Case) -> None:
    on_table = [laid for laid in (r.weeks, *r.beside) if case.on in laid]
    if not on_table:
        r.trashed(case.on)
        return
    on_table[0].remove(case.on)
    r.discard.add(case.on)
    r.shift()


def scare(r: Referee, effect: Effect, case: Case) -> None:
    for card in r.fitting(case.you, effect, but=case.card):
        r.trashed(card)


def mark(r: Referee, effect: Effect, case: Case) -> None:
    r.rooms[r.owner(case.on)][case.on] += number(effect)


def worth(r: Referee, effect: Effect, case: Case) -> None:
    r.rooms[r.owner(case.on)][case.on] = number(effect) - r.face(case.on).slack


def treat(r: Referee, effect: Effect, case: Case) -> None:
    """The owner of the room may play such Things of the hand, and declines here."""
    if not r.hands[case.you]:
        return
    assert isinstance(r.g.stack[-1], Treat), "something may be played for nothing"
    assert r.g.waiting() == (case.you,)
    offered = {move.cards[0] for move in r.g.legal(case.you) if move.kind == SHOP}
    assert offered == {
        card
        for card in r.hands[case.you]
        if r.face(card).kind == "thing" and fits(r.face(card), effect.params["what"])
    }
    r.g.apply(Action(PASS, case.you))


def send(r: Referee, effect: Effect, case: Case) -> None:
    rooms = set(SEATS) - {r.owner(case.on)}
    top = r.g.stack[-1]
    assert isinstance(top, Ask)
    assert (top.seat, top.about, set(top.options)) == (case.you, "seat", rooms)
    there = max(rooms - {case.you})
    choose(r.g, there)
    r.enters(case.on, there, r.leaves(case.on))


def pilfer(r: Referee, effect: Effect, case: Case) -> None:
    need = r.g.need()
    assert need is not None, "a card of the hand should be drawn"
    assert (need.kind, set(need.options)) == (PICK, r.hands[case.to])
    card = max(r.hands[case.to])
    r.g.apply(Action(PICK, CHANCE, (card,)))
    r.hands[case.to].remove(card)
    r.hands[case.you].add(card)


def salvage(r: Referee, effect: Effect, case: Case) -> None:
    there = {card for card in r.discard if fits(r.face(card), effect.params["what"])}
    card = r.choice(case.you, there)
    if card is not None:
        r.discard.remove(card)
        r.hands[case.you].add(card)


def roll_branch(r: Referee, effect: Effect, case: Case) -> None:
    branch = effect.params["high" if r.die() >= HIGH else "low"]
    assert isinstance(branch, tuple)
    for following in branch:
        r.carry_out(following, case)


EACH: Final[dict[str, Callable[[Referee, Effect, int], None]]] = {
    "income": lambda r, effect, seat: _bring(r, r.income, r.next_income, effect, seat),
    "time": lambda r, effect, seat: _bring(r, r.free, r.next_time, effect, seat),
    "goal": lambda r, effect, seat: _add(r.goals, effect, seat),
    "tokens": lambda r, effect, seat: _add(r.tokens, effect, seat),
    "bill": bill,
    "new-role": new_role, "trash-all": trash_all, "lose": lose, "gloom": gloom,
    "madness": madness, "mark-all": mark_all, "draw": draw, "drop": drop,
}  # fmt: skip
ONCE: Final[dict[str, Callable[[Referee, Effect, Case], None]]] = {
    "take": take, "trash": trash, "scare": scare, "mark": mark, "worth": worth, "treat": treat,
    "send": send, "pilfer": pilfer, "salvage": salvage, "roll": roll_branch,
}  # fmt: skip
