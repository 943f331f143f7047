"""What Gloom, Madness, company, parties and Illicit risks mean to a player, in Slack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from core.bots.values import TIME, TURNS
from core.cards import PERSON, Face, Op
from core.rules.illicit import SAFE
from core.rules.tracks import goth
from core.state import EVERYBODY, FREE_PHASE, MADNESS

if TYPE_CHECKING:
    from core.bots.judge import Judge
    from core.bots.plan import Item

GLOOM: Final = 0.8  # one Gloom: it counts like Slack, but may go again
LONELY: Final = 1.0  # what it means to be alone with one's Gloom, for each of two turns
# How good it is to be so mad: what it costs now, and how near the other side is.
SANITY: Final = (0.0, -0.9, -1.6, -2.2, -1.8, -1.4, -1.0, -0.4, 0.4, 1.5)
CROWD: Final = 0.35  # each guest on the way to a party
PARTY: Final = 1.5  # a party, for each player: a token at the end of each turn, for some turns
HOLDS: Final = 0.75  # how likely it is that a Week outlasts a turn


def gloom(judge: Judge, op: Op, seat: int) -> float:
    change = _gloomier(judge, op, seat)
    return judge.swing(seat, change if change >= judge.missing[seat] else GLOOM * change)


def _gloomier(judge: Judge, op: Op, seat: int) -> int:
    """How much Gloom a seat would get, or lose."""
    game = judge.game
    amount = op.amount + (op.extra if game.guests[seat] else 0)
    if amount > 0 and not goth(game, game.roles[seat]):
        return 0
    return max(amount, -game.gloom[seat])


def madness(judge: Judge, op: Op, seat: int) -> float:
    """By the table: a little is bad, a lot is better, nine is a new life (CTH-1, CTH-2)."""
    slack, feeling = _madder(judge, seat, op.amount)
    if slack >= judge.missing[seat]:
        return judge.swing(seat, slack)
    return judge.stake[seat] * feeling


def _madder(judge: Judge, seat: int, amount: int) -> tuple[int, float]:
    """What so much Madness does to a seat's Slack, and how he feels about it."""
    game = judge.game
    change = amount * game.house.madness[amount < 0]
    now = game.madness[seat]
    top = len(MADNESS) - 1
    after = now if now == top else max(0, min(top, now + change))
    spilled = max(0, change - (after - now))
    return MADNESS[after] - MADNESS[now] + spilled, SANITY[after] - SANITY[now] + spilled


def habit(judge: Judge, seat: int, face: Face) -> float:
    """What a card in his room does to somebody's Gloom and Madness, turn by turn."""
    return _each_turn(judge, seat, face, face.each_turn, TURNS * judge.pace)


def _each_turn(judge: Judge, seat: int, face: Face, ops: Iterable[int], turns: float) -> float:
    total = 0.0
    for op in (face.ops[number] for number in ops):
        if op.verb == "roll":
            total += _each_turn(judge, seat, face, op.low, turns / 2)
            total += _each_turn(judge, seat, face, op.high, turns / 2)
        elif op.verb == "madness":
            total += _madder(judge, seat, round(op.amount * turns))[1]
        elif op.verb == "gloom":
            total += GLOOM * turns * _gloomier(judge, op, seat)
    return total


def company(judge: Judge, seat: int, there: int, change: int) -> float:
    """What it means to a seat with so many People that one comes (1) or goes (-1)."""
    game = judge.game
    value = 0.0
    house = game.house
    after = there + change
    if house.gloom and (there == 0 or after == 0) and goth(game, game.roles[seat]):
        value += LONELY * min(2, game.gloom[seat]) + 0.2
        if seat == judge.me:
            value += sum(judge.values.audience[game.face[card]] for card in game.hands[seat])
    if house.party:
        most = max(there, after)
        if most <= house.party:
            value += PARTY * game.players if most == house.party else CROWD
    return value * change


def arriving(judge: Judge, seat: int, face: Face) -> float:
    """What a card means to others than by its own worth: company, a mood for everybody."""
    game = judge.game
    value = 0.0
    if face.kind == PERSON and (game.house.party or game.house.gloom):
        value += judge.stake[seat] * company(judge, seat, len(game.guests[seat]), 1)
    if face.mood != (0, 0):
        for other in game.seats_from(seat):
            value += judge.swing(other, face.mood[not game.of_edition(other, face.edition)])
    return value


def week(judge: Judge, face: Face) -> float:
    """A Week is for nearly everybody, so it matters when it begins; it ends the one before.

    A good one begins in our own turn and a bad one when that is over, if it is for us at all.
    """
    game, me = judge.game, judge.me
    before = next((laid.card for laid in game.table if laid.seat == EVERYBODY), None)
    value = _season(judge, face)
    if before is not None:
        value -= _season(judge, judge.faces[game.face[before]])
    ours = game.turn == me and game.phase <= FREE_PHASE
    good = judge.values.trait[face.number] >= 0
    return min(value, 0.0) if ours != good and game.under_week(face.week, me) else value


def week_over(judge: Judge, number: int) -> float:
    return -_season(judge, judge.faces[number])


def _season(judge: Judge, face: Face) -> float:
    """What it means to us that such a Week holds from now on: the next turns have most of it."""
    game, me = judge.game, judge.me
    each = judge.values.trait[face.number] / TURNS
    seats = game.seats_from(game.turn)
    round_later = HOLDS ** len(seats)
    rivals = sum(judge.stake) - 1.0  # together they have as much of it as we
    total = 0.0
    for away, seat in enumerate(seats):
        if not game.under_week(face.week, seat):
            continue
        turns = HOLDS**away / (1 - round_later)
        if not away:
            now = game.phase <= FREE_PHASE
            if now and seat == me and not judge.planning:
                total += judge.prospect().gain(face.earn, face.leisure) + judge.spree(face)
            if not now or seat == me:
                turns *= round_later
        total += (1.0 if seat == me else judge.stake[seat] / -rivals) * each * turns
    return total


def risky(judge: Judge, number: int, value: float) -> float:
    """An Illicit card: what it brings if all goes well, less what it costs if not (GRUNT-2)."""
    caught = _caught(judge)
    alibi = any(judge.faces[held].alibi for held in judge.game.stands[judge.me])
    return (1 - caught) * value - caught * (0.0 if alibi else TIME)


def safer(judge: Judge, face: Face, items: Iterable[Item]) -> float:
    """What a helping hand is worth to the Illicit cards that we are about to play."""
    saved = _caught(judge) - _caught(judge, face.cunning)
    illicit = judge.game.catalog.illicit
    return saved * sum(item.value + TIME for item in items if illicit[item.number])


def _caught(judge: Judge, more: int = 0) -> float:
    """How likely we are to be caught with something Illicit."""
    cunning = sum(judge.faces[held].cunning for held in judge.game.stands[judge.me])
    return (max(1, min(7, SAFE - cunning - more)) - 1) / 6


def is_week(judge: Judge, card: int) -> bool:
    return any(laid.card == card and laid.seat == EVERYBODY for laid in judge.game.table)
