"""What each verb of a card's effects means for one player, in Slack."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from core.bots import tracks
from core.bots.values import CARD, INCOME, TIME, TREAT
from core.cards import THING, Face, Op
from core.state import FREE_PHASE

if TYPE_CHECKING:
    from core.bots.judge import Judge


def effects(judge: Judge, face: Face, ops: Iterable[int], you: int, to: int, on: int) -> float:
    """What these effects of a card mean for us, `you` being whoever it works for."""
    total = 0.0
    for number in ops:
        op = face.ops[number]
        verb = op.verb
        if verb == "roll":
            low = effects(judge, face, op.low, you, to, on)
            total += (low + effects(judge, face, op.high, you, to, on)) / 2
        elif verb in _ON_SEAT:
            happen = _ON_SEAT[verb]
            total += sum(happen(judge, op, seat) for seat in whom(judge, op.who, you, to))
        elif verb in _ON_CARD:
            if on >= 0:
                total += _ON_CARD[verb](judge, op, you, to, on)
        elif verb == "pilfer":
            total += CARD * (judge.stake[you] - judge.stake[to])
        elif verb == "salvage":
            total += judge.stake[you] * best_of_discard(judge, op)
        elif verb == "treat":
            total += judge.stake[you] * treat(judge, op, you)
        elif verb == "scare":
            total += judge.stake[you] * -room_value(judge, you, op)
    return total


def whom(judge: Judge, who: str, you: int, to: int) -> list[int]:
    """The seats that an effect means."""
    if who == "you":
        return [you]
    if who == "target":
        return [to] if to >= 0 else []
    if who == "neighbors":
        return judge.game.neighbors(you)
    seats = judge.game.seats_from(you)
    return seats[1:] if who == "others" else seats


def treat(judge: Judge, op: Op, seat: int) -> float:
    """A Thing from the hand for nothing; of our own hand we know what it would be."""
    game = judge.game
    if seat != judge.me:
        return TREAT * bool(game.hands[seat])
    fitting = (n for card in game.hands[seat] if op.match[n := game.face[card]])
    things = [judge.values.expected[n] for n in fitting if game.catalog.kinds[n] == THING]
    return 0.7 * max(things, default=0.0)


def room_value(judge: Judge, seat: int, op: Op) -> float:
    """What all cards of a room that an effect means are worth to their owner."""
    game = judge.game
    return sum(judge.presence(c) for c in game.rooms[seat] if op.match[game.face[c]])


def income(judge: Judge, op: Op, seat: int) -> float:
    return means(judge, seat, op.amount, 0)


def time(judge: Judge, op: Op, seat: int) -> float:
    return means(judge, seat, 0, op.amount)


def bill(judge: Judge, op: Op, seat: int) -> float:
    return means(judge, seat, -op.amount, 0)


def means(judge: Judge, seat: int, income: int, time: int) -> float:
    """A seat has so much more (or less) Income and Free Time, this turn or in its next."""
    game = judge.game
    if seat == judge.me and not judge.planning:
        return judge.prospect().gain(income, time)
    now = seat == game.turn
    if now and game.phase > FREE_PHASE:
        return 0.0
    if income < 0:
        left = game.income_left(seat) if now else max(0, game.standing_income(seat))
        income = -min(-income, left)
    if time < 0:
        left = game.time_left(seat) if now else max(0, game.standing_time(seat))
        time = -min(-time, left)
    return judge.stake[seat] * (INCOME * income + TIME * time)


def goal(judge: Judge, op: Op, seat: int) -> float:
    return judge.swing(seat, -op.amount)


def tokens(judge: Judge, op: Op, seat: int) -> float:
    return judge.swing(seat, op.amount)


def draw(judge: Judge, op: Op, seat: int) -> float:
    return judge.stake[seat] * CARD * op.amount


def drop(judge: Judge, op: Op, seat: int) -> float:
    count = min(op.amount, len(judge.game.hands[seat]))
    return judge.stake[seat] * -CARD * count


def new_role(judge: Judge, op: Op, seat: int) -> float:
    """An unknown role instead of this one; the goal of the new one may be reached already."""
    game = judge.game
    pile = game.role_pile or game.role_discard
    if not pile or not game.roles[seat]:
        return 0.0
    change = game.goal_change[seat] - game.slack[seat]
    wins = sum(judge.faces[role].goal + change <= 0 for role in pile) / len(pile)
    better = sum(map(judge.role, pile)) / len(pile) - judge.role(game.roles[seat][0])
    return judge.stake[seat] * better + judge.swing(seat, 99) * wins


def trash_all(judge: Judge, op: Op, seat: int) -> float:
    return judge.stake[seat] * -room_value(judge, seat, op)


def lose(judge: Judge, op: Op, seat: int) -> float:
    game = judge.game
    fitting = [judge.presence(c) for c in game.rooms[seat] if op.match[game.face[c]]]
    return judge.stake[seat] * -min(fitting) if fitting else 0.0


def mark_all(judge: Judge, op: Op, seat: int) -> float:
    game = judge.game
    return judge.swing(seat, sum(op.amount for c in game.rooms[seat] if op.match[game.face[c]]))


def take(judge: Judge, op: Op, you: int, to: int, on: int) -> float:
    owner = judge.game.owner(on)
    if owner < 0:
        return 0.0
    worth = judge.presence(on)
    if judge.game.worth(on) >= judge.missing[you]:
        return judge.swing(you, judge.game.worth(on))
    return worth * (judge.stake[you] - judge.stake[owner])


def trash(judge: Judge, op: Op, you: int, to: int, on: int) -> float:
    owner = judge.game.owner(on)
    if owner >= 0:
        return -judge.stake[owner] * judge.presence(on)
    if tracks.is_week(judge, on):
        return tracks.week_over(judge, judge.game.face[on])
    laid = next((laid for laid in judge.game.table if laid.card == on), None)
    if laid is None:
        return 0.0
    return -judge.stake[laid.seat] * judge.pace * judge.values.trait[judge.game.face[on]]


def mark(judge: Judge, op: Op, you: int, to: int, on: int) -> float:
    owner = judge.game.owner(on)
    return judge.swing(owner, op.amount) if owner >= 0 else 0.0


def worth(judge: Judge, op: Op, you: int, to: int, on: int) -> float:
    owner = judge.game.owner(on)
    return judge.swing(owner, op.amount - judge.game.worth(on)) if owner >= 0 else 0.0


def send(judge: Judge, op: Op, you: int, to: int, on: int) -> float:
    """Where it goes is asked later: the best place for us if we play it, else the worst."""
    owner = judge.game.owner(on)
    if owner < 0:
        return 0.0
    places = [judge.moved(on, seat) for seat in judge.game.seats_from(owner)[1:]]
    return (max if you == judge.me else min)(places) - judge.stake[owner] * judge.presence(on)


def best_of_discard(judge: Judge, op: Op) -> float:
    game = judge.game
    fitting = [judge.values.expected[n] for c in game.discard if op.match[n := game.face[c]]]
    return 0.7 * max(fitting, default=0.0)


_ON_SEAT: Final[dict[str, Callable[[Judge, Op, int], float]]] = {
    "income": income,
    "time": time,
    "bill": bill,
    "goal": goal,
    "tokens": tokens,
    "draw": draw,
    "drop": drop,
    "new-role": new_role,
    "trash-all": trash_all,
    "lose": lose,
    "mark-all": mark_all,
    "gloom": tracks.gloom,
    "madness": tracks.madness,
}
_ON_CARD: Final[dict[str, Callable[[Judge, Op, int, int, int], float]]] = {
    "take": take,
    "trash": trash,
    "mark": mark,
    "worth": worth,
    "send": send,
}
