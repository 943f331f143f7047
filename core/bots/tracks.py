"""What Gloom, Madness, company, parties and Illicit risks mean to a player, in Slack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from core.bots.values import TIME
from core.cards import PERSON, Face, Op
from core.rules.illicit import SAFE
from core.rules.tracks import goth
from core.state import EVERYBODY, FREE_PHASE, MADNESS

if TYPE_CHECKING:
    from core.bots.judge import Judge

GLOOM: Final = 0.8  # one Gloom: it counts like Slack, but may go again
LONELY: Final = 0.7  # what it means to have no company for one's Gloom
# How good it is to be so mad: what it costs now, and how near the other side is.
SANITY: Final = (0.0, -0.9, -1.8, -2.6, -2.4, -2.1, -1.7, -1.0, -0.1, 1.2)
CROWD: Final = 0.35  # each guest on the way to a party
PARTY: Final = 4.0  # a party: a token at the end of each turn, for some turns
SEASON: Final = 0.3  # part of a Week that is ours before the others have as much of it


def gloom(judge: Judge, op: Op, seat: int) -> float:
    game = judge.game
    amount = op.amount + (op.extra if game.guests[seat] else 0)
    if amount > 0 and not goth(game, game.roles[seat]):
        return 0.0
    change = max(amount, -game.gloom[seat])
    return judge.swing(seat, change if change >= judge.missing[seat] else GLOOM * change)


def madness(judge: Judge, op: Op, seat: int) -> float:
    """By the table: a little is bad, a lot is better, nine is a new life (CTH-1, CTH-2)."""
    game = judge.game
    factor = game.house.madness
    change = op.amount * factor if op.amount > 0 or not factor else op.amount
    now = game.madness[seat]
    top = len(MADNESS) - 1
    after = now if now == top else max(0, min(top, now + change))
    spilled = max(0, change - (after - now))
    slack = MADNESS[after] - MADNESS[now] + spilled
    if slack >= judge.missing[seat]:
        return judge.swing(seat, slack)
    return judge.stake[seat] * (SANITY[after] - SANITY[now] + spilled)


def company(judge: Judge, seat: int, there: int, change: int) -> float:
    """What it means to a seat with so many People that one comes (1) or goes (-1)."""
    game = judge.game
    value = 0.0
    house = game.house
    after = there + change
    if house.gloom and (there == 0 or after == 0) and goth(game, game.roles[seat]):
        value += LONELY * min(1, game.gloom[seat]) + 0.2
    if house.party:
        most = max(there, after)
        if most <= house.party:
            value += PARTY if most == house.party else CROWD
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
    """A Week is for nearly everybody; it is best begun when we have the most of it."""
    game, me = judge.game, judge.me
    trait = 0.3 * judge.pace * judge.values.trait[face.number]
    if not game.under_week(face.week, me):
        others = [seat for seat in game.seats_from(me) if game.under_week(face.week, seat)]
        return trait * sum(judge.stake[seat] for seat in others)
    first = game.turn == me and game.phase <= FREE_PHASE
    value = abs(trait) * (SEASON if (trait >= 0) == first else -SEASON)
    if first and not judge.planning:
        value += 0.7 * judge.prospect().gain(face.earn, face.leisure) + judge.spree(face)
    return value


def week_over(judge: Judge, number: int) -> float:
    return -week(judge, judge.faces[number])


def risky(judge: Judge, number: int, value: float) -> float:
    """An Illicit card: what it brings if all goes well, less what it costs if not (GRUNT-2)."""
    game, me = judge.game, judge.me
    holding = [judge.faces[held] for held in game.stands[me]]
    needs = max(1, min(7, SAFE - sum(face.cunning for face in holding)))
    caught = (needs - 1) / 6
    lost = 0.0 if any(face.alibi for face in holding) else TIME
    return (1 - caught) * value - caught * lost


def is_week(judge: Judge, card: int) -> bool:
    return any(laid.card == card and laid.seat == EVERYBODY for laid in judge.game.table)
