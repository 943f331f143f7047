"""How to use Free Time best: which Activities, and which Things on one trip."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from core.bots.tracks import risky
from core.bots.values import CARD, INCOME, TIME
from core.cards import ACTIVITY, THING
from core.rules.illicit import excluded
from core.rules.lookup import cost, forbidder, needs_time
from core.rules.targets import targets
from core.state import FREE_PHASE

if TYPE_CHECKING:
    from core.bots.judge import Judge

MAX_BUDGET: Final = 12
CLOSE: Final = 5  # a rival with so little missing may win in one turn,
TV_KEPT: Final = 2.0  # and then TV is better kept to be thrown at him


class Item(NamedTuple):
    """A card of the hand that Free Time could be used for."""

    card: int
    number: int
    value: float
    cost: int
    timed: int


class Chosen(NamedTuple):
    """The best use of a turn: its value, the Activities, and the Things of one trip."""

    value: float
    activities: tuple[Item, ...]
    trip: tuple[Item, ...]


class Plan:
    """A player's hand, seen as a small knapsack with two measures: Income and Free Time."""

    __slots__ = (
        "activities",
        "illicit",
        "judge",
        "lazy",
        "shelf",
        "things",
        "trip_timed",
        "values",
    )

    def __init__(self, judge: "Judge") -> None:
        self.judge = judge
        self.activities: list[Item] = []
        self.things: list[Item] = []
        self.illicit: list[Item] = []
        self.values: dict[int, float] = {}  # of each card, whether it can be paid for or not
        game, me = judge.game, judge.me
        leader = judge.leader()
        close = judge.missing[leader] <= CLOSE
        for card in game.hands[me]:
            number = game.face[card]
            kind = game.catalog.kinds[number]
            if kind not in (ACTIVITY, THING) or forbidder(game, me, number) >= 0:
                continue
            limit = judge.faces[number].income_limit
            if limit is not None and game.highest_income(me) > limit:
                continue
            value = judge.arrival(me, number, me, leader)
            self.values[card] = value
            price = cost(game, me, number)
            if value <= (TV_KEPT if close and game.catalog.tv[number] else 0.0):
                continue
            if game.catalog.illegal and excluded(game, me, number) is not None:
                continue
            if game.catalog.illicit[number]:
                value = risky(judge, number, value)
                if value > 0 and (kind == THING or targets(game, me, judge.faces[number])):
                    self.illicit.append(Item(card, number, value, price, 0))
            elif kind == THING:
                self.things.append(Item(card, number, value, price, 1))
            elif targets(game, me, judge.faces[number]):
                timed = needs_time(game, me, number)
                self.activities.append(Item(card, number, value, price, timed))
        self.lazy = [
            item
            for item in self.activities
            if self.illicit and (game.catalog.sleep[item.number] or game.catalog.tv[item.number])
        ]
        self.trip_timed = not any(judge.faces[n].no_time_trip for n in game.stands[me])
        self.shelf: list[tuple[float, tuple[Item, ...]]] = []

    def best_now(self) -> Chosen:
        """The best use of what is left this turn."""
        game, me = self.judge.game, self.judge.me
        return self.best(game.income_left(me), game.time_left(me))

    def gain(self, income: int, time: int) -> float:
        """What so much more (or less) Income and Free Time is worth, this turn or in the next.

        What the cards of the hand can't use is not worth nothing: fresh ones may.
        """
        game, me = self.judge.game, self.judge.me
        now = game.turn == me
        if now and game.phase > FREE_PHASE:
            return 0.0
        if now:
            has_income, has_time = game.income_left(me), game.time_left(me)
        else:
            has_income = max(game.standing_income(me) + game.next_income[me] - game.debt[me], 0)
            has_time = max(game.standing_time(me) + game.next_time[me], 0)
        before = self.best(has_income, has_time).value
        after = self.best(max(has_income + income, 0), max(has_time + time, 0)).value
        if now and game.phase == FREE_PHASE:
            return after - before
        return (after - before) / 2 + (INCOME * income + TIME * time) / 2

    def best(self, income: int, time: int) -> Chosen:
        """The most valuable set of plays for that much Income and Free Time."""
        income = min(income, MAX_BUDGET)
        if len(self.shelf) <= income:
            self._stock(income)
        if not self.illicit:
            return self._best_of(self.activities, income, time)
        # Either something Illicit or Sleep and TV (GRUNT-1).
        bold = [item for item in self.activities if item not in self.lazy] + self.illicit
        best = self._best_of(bold, income, time)
        if self.lazy:
            tame = self._best_of(self.activities, income, time)
            return tame if tame.value > best.value else best
        return best

    def _best_of(self, activities: Sequence[Item], income: int, time: int) -> Chosen:
        best = Chosen(0.0, (), ())
        rows = [(0.0, income, time, ())]
        found: list[tuple[float, int, int, tuple[Item, ...]]] = list(rows)
        for item in activities:
            found += [
                (value + item.value, left - item.cost, hours - item.timed, (*chosen, item))
                for value, left, hours, chosen in found
                if item.cost <= left and item.timed <= hours
            ]
        for value, left, hours, chosen in found:
            bought, trip = self.shelf[left] if hours >= self.trip_timed else (0.0, ())
            if value + bought > best.value:
                best = Chosen(value + bought, chosen, trip)
        return best

    def _stock(self, budget: int) -> None:
        """For each budget the best Things to buy on one trip."""
        shelf: list[tuple[float, tuple[Item, ...]]] = [(0.0, ())] * (budget + 1)
        for item in self.things:
            for money in range(budget, item.cost - 1, -1):
                value, bought = shelf[money - item.cost]
                if value + item.value > shelf[money][0]:
                    shelf[money] = (value + item.value, (*bought, item))
        self.shelf = shelf

    def someday(self, card: int) -> float:
        """What a card may bring in a turn to come; less if it is beyond our means."""
        value = self.values.get(card)
        if value is None:
            return 0.1
        game, me = self.judge.game, self.judge.me
        missing = cost(game, me, game.face[card]) - game.highest_income(me)
        if missing > 0:
            value *= 0.4 / missing
        return max(value, 0.0) - CARD * (missing > 2)
