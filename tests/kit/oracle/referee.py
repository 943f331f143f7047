"""A second referee: plays every effect along on paper, as the vocabulary describes it.

The engine acts, the referee keeps books of his own, answers the questions the engine must ask at
that point, and in the end both have to agree about the whole table.
"""

from collections.abc import Callable
from typing import Final

from core.actions import CHANCE, DISCARD, NOBODY, NOTHING, PASS, PICK, ROLE, SHOP, Action
from core.cards import Effect, Face
from core.game import Game
from core.state import Ask, Treat, Trim
from core.vocabulary import VERBS
from tests.kit.oracle.books import Books, Case
from tests.kit.oracle.situations import (
    CATALOG,
    SEATS,
    announcement,
    card_named,
    choose,
    everybody_passes,
    fits,
    has,
    is_house_pet,
    is_illicit,
    number,
    roll,
)

COMES_ON: Final = 3
HIGH: Final = 4
LOUD: Final = 5
HAND_LIMIT: Final = 6
UTTERLY: Final = 9
DRAWN_ROLE: Final = card_named("Web Designer")
SAFE: Final = 3
# Not carried out by the PLAY table.
ELSEWHERE: Final = ("cancel", "stay", "lasting", "week", "stranger")


class Referee(Books):
    """Plays along on paper and answers what the engine must ask."""

    def __init__(self, g: Game, *dice: int) -> None:
        super().__init__(g, *dice)
        self.checked: set[int] = set()  # the effects that have been carried out, by identity

    # -- what the engine has to ask --------------------------------------------------------------

    def die(self) -> int:
        value = self.dice.pop(0)
        roll(self.g, value)
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
        self.g.apply(announcement(self.g, seat, card, to, on))
        if on != NOTHING:  # whoever owns the card that is named
            to = next((s for s in SEATS if on in self.rooms[s]), NOBODY)
        self.hands[seat].remove(card)
        if face.kind in ("thing", "activity"):
            self.income[seat] -= face.cost
            self.free[seat] -= not is_illicit(face)
        self.agrees()
        everybody_passes(self.g)
        if face.kind == "person":
            self._comes_over(card, seat if to == NOBODY else to)
        elif face.kind == "whenever":
            self._happens(card, Case(seat, to, on, card))
        elif is_illicit(face) and self.die() < SAFE:
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
        if face.slack > 0 and not is_house_pet(face) and self.die() < COMES_ON:
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
        lasting = [e for e in face.effects if e.verb == "lasting"]
        if any(e.verb == "stay" for e in face.effects):
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
        for effect in face.effects:
            if effect.verb == "pest":
                self.bite(effect, card)
            if effect.verb == "stay":
                self.checked.add(id(effect))
        if "Nookie" in face.categories and worth >= LOUD:
            for neighbor in ((seat + 1) % len(SEATS), (seat - 1) % len(SEATS)):
                sleeps = {c for c in self.rooms[neighbor] if fits(self.face(c), ("Sleep",))}
                self.give_up(neighbor, sleeps)

    def effects(self, face: Face, case: Case) -> None:
        for effect in face.effects:
            if VERBS[effect.verb].when == "play" and effect.verb not in ELSEWHERE:
                self.carry_out(effect, case)

    def carry_out(self, effect: Effect, case: Case) -> None:
        self.checked.add(id(effect))
        PLAYED[effect.verb](self, effect, case)

    def bite(self, effect: Effect, pest: int) -> None:
        """The owner of the room discards one card that the pest wants, by his own choice."""
        self.checked.add(id(effect))
        seat = self.owner(pest)
        wanted = self.fitting(seat, effect, but=pest)
        if effect.params["best"] and wanted:
            best = max(self.worth(card) for card in wanted)
            wanted = {card for card in wanted if self.worth(card) == best}
        self.give_up(seat, wanted)


# -- one function for each verb that happens once --------------------------------------------------


def income(r: Referee, effect: Effect, case: Case) -> None:
    for seat in r.concerned(effect, case):
        if seat == r.g.turn:
            r.income[seat] += max(number(effect), -max(0, r.income[seat]))
        else:
            r.next_income[seat] += number(effect)


def time(r: Referee, effect: Effect, case: Case) -> None:
    for seat in r.concerned(effect, case):
        if seat == r.g.turn:
            r.free[seat] += max(number(effect), -max(0, r.free[seat]))
        else:
            r.next_time[seat] += number(effect)


def bill(r: Referee, effect: Effect, case: Case) -> None:
    for seat in r.concerned(effect, case):
        if seat == r.g.turn:
            r.income[seat] -= min(max(0, r.income[seat]), number(effect))
        else:
            r.debt[seat] += number(effect)


def goal(r: Referee, effect: Effect, case: Case) -> None:
    for seat in r.concerned(effect, case):
        r.goals[seat] += number(effect)


def tokens(r: Referee, effect: Effect, case: Case) -> None:
    for seat in r.concerned(effect, case):
        r.tokens[seat] += number(effect)


def new_role(r: Referee, effect: Effect, case: Case) -> None:
    for seat in r.concerned(effect, case):
        need = r.g.need()
        assert need is not None, "a role should be drawn"
        assert (need.kind, need.seat) == (ROLE, seat)
        assert not set(need.options) & set(r.roles), "a role that somebody holds is in no pile"
        r.g.apply(Action(ROLE, CHANCE, value=DRAWN_ROLE.number))
        old = CATALOG.faces[r.roles[seat]]
        r.role_discard = sorted([*r.role_discard, old.number])
        r.roles[seat] = DRAWN_ROLE.number
        r.goals[seat] += DRAWN_ROLE.goal - old.goal
        r.shift()


def take(r: Referee, effect: Effect, case: Case) -> None:
    r.comes(case.on, case.you, r.leaves(case.on))


def trash(r: Referee, effect: Effect, case: Case) -> None:
    if case.on in r.weeks:
        r.weeks.remove(case.on)
        r.discard.add(case.on)
        r.shift()
    elif any(case.on in laid for laid in r.beside):
        for laid in r.beside:
            laid.discard(case.on)
        r.discard.add(case.on)
        r.shift()
    else:
        r.trashed(case.on)


def trash_all(r: Referee, effect: Effect, case: Case) -> None:
    for seat in r.concerned(effect, case):
        for card in r.fitting(seat, effect):
            r.trashed(card)


def scare(r: Referee, effect: Effect, case: Case) -> None:
    for card in r.fitting(case.you, effect, but=case.card):
        r.trashed(card)


def lose(r: Referee, effect: Effect, case: Case) -> None:
    for seat in r.concerned(effect, case):
        r.give_up(seat, r.fitting(seat, effect))


def mark(r: Referee, effect: Effect, case: Case) -> None:
    r.rooms[r.owner(case.on)][case.on] += number(effect)


def worth(r: Referee, effect: Effect, case: Case) -> None:
    r.rooms[r.owner(case.on)][case.on] = number(effect) - r.face(case.on).slack


def gloom(r: Referee, effect: Effect, case: Case) -> None:
    for seat in r.concerned(effect, case):
        watched = any(r.face(card).kind == "person" for card in r.rooms[seat])
        more = number(effect) + (number(effect, "audience") if watched else 0)
        r.gloom[seat] = max(0, r.gloom[seat] + more)


def madness(r: Referee, effect: Effect, case: Case) -> None:
    """One by one along the track; at its end each is a token."""
    for seat in r.concerned(effect, case):
        for _ in range(abs(number(effect))):
            if r.madness[seat] == UTTERLY:
                r.tokens[seat] += number(effect) > 0
            elif number(effect) > 0:
                r.madness[seat] += 1
            elif r.madness[seat]:
                r.madness[seat] -= 1


def treat(r: Referee, effect: Effect, case: Case) -> None:
    """The owner of the room may play such Things of his hand, and declines here."""
    if not r.hands[case.you]:
        return
    top = r.g.stack[-1]
    assert isinstance(top, Treat), "something may be played for nothing"
    assert r.g.waiting() == (case.you,)
    offered = {move.cards[0] for move in r.g.legal(case.you) if move.kind == SHOP}
    assert offered == {
        card
        for card in r.hands[case.you]
        if r.face(card).kind == "thing" and fits(r.face(card), effect.params["what"])
    }
    r.g.apply(Action(PASS, case.you))


def mark_all(r: Referee, effect: Effect, case: Case) -> None:
    for seat in r.concerned(effect, case):
        for card in r.rooms[seat]:
            if fits(r.face(card), effect.params["what"]):
                r.rooms[seat][card] += number(effect)


def send(r: Referee, effect: Effect, case: Case) -> None:
    rooms = set(SEATS) - {r.owner(case.on)}
    top = r.g.stack[-1]
    assert isinstance(top, Ask)
    assert (top.seat, top.about, set(top.options)) == (case.you, "seat", rooms)
    there = max(rooms - {case.you})
    choose(r.g, there)
    r.enters(case.on, there, r.leaves(case.on))


def draw(r: Referee, effect: Effect, case: Case) -> None:
    for seat in r.concerned(effect, case):
        r.hands[seat] |= {r.deck.pop() for _ in range(number(effect))}
        r.hand_down(seat, len(r.hands[seat]) - HAND_LIMIT)


def drop(r: Referee, effect: Effect, case: Case) -> None:
    for seat in r.concerned(effect, case):
        r.hand_down(seat, min(number(effect), len(r.hands[seat])))


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


PLAYED: Final[dict[str, Callable[[Referee, Effect, Case], None]]] = {
    "income": income,
    "time": time,
    "bill": bill,
    "goal": goal,
    "tokens": tokens,
    "new-role": new_role,
    "take": take,
    "trash": trash,
    "trash-all": trash_all,
    "lose": lose,
    "mark": mark,
    "worth": worth,
    "gloom": gloom,
    "madness": madness,
    "treat": treat,
    "mark-all": mark_all,
    "send": send,
    "draw": draw,
    "drop": drop,
    "pilfer": pilfer,
    "salvage": salvage,
    "roll": roll_branch,
    "scare": scare,
}
