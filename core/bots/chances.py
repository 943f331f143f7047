"""How likely a player is to win: one number by which two states of the table can be compared.

What a unit of each thing is worth was fitted to the outcomes of some thousand games of bots; what
cards in a room will do in turns to come is the judge's opinion (see docs/bots.md).
"""

from math import exp
from typing import Final

from core.bots.judge import Judge
from core.cards import WHENEVER
from core.game import Game

NEAR: Final = 8  # so little missing Slack may be made in one good turn
SLACK: Final = 0.35  # one Slack, at the beginning
SLOWLY: Final = 0.007  # and how much less it is when much is missing,
FAR: Final = 18  # up to here
CLOSE: Final = 0.22  # one Slack, near the goal
AWAY: Final = 0.75  # a whole round until one's turn
TOO_LATE: Final = 0.48  # the same for each Slack near the goal
INCOME: Final = 0.15  # one Income in each turn
TIME: Final = 0.25  # one Free Time in each turn
LATER: Final = 0.5  # how much of what a card promises for later turns will come true
HAND: Final = 0.1  # one Slack that the hand has for the next turn
KEPT: Final = 0.09  # a Whenever in the hand, for each Slack that it is worth there
FRESH: Final = 0.04  # one card to draw
MOST: Final = 12.0  # more than this can't be used at once


def chance(game: Game, me: int) -> float:
    """The chance of a seat to win, as far as it knows."""
    if game.winners:
        return 1 / len(game.winners) if me in game.winners else 0.0
    game.eyes = me
    judge = Judge(game)
    odds = [
        exp(standing(judge, seat) + (in_hand(judge) if seat == me else 0.0))
        if game.alive[seat]
        else 0.0
        for seat in range(game.players)
    ]
    return odds[me] / sum(odds)


def standing(judge: Judge, seat: int) -> float:
    """What everybody can see of a seat's chances."""
    game = judge.game
    later = sum([judge.presence(card) - game.worth(card) for card in game.rooms[seat]])
    missing = max(judge.missing[seat] - LATER * later, 0.0)
    beyond = max(missing - FAR, 0.0)
    near = max(NEAR - max(judge.missing[seat], 0), 0)
    away = (seat - game.turn) % game.players / game.players
    role = judge.faces[game.roles[seat][0]]
    income = sum(role.income) / 2 + game.next_income[seat] - game.debt[seat]
    time = sum(role.free_time) / 2 + game.next_time[seat]
    return (
        SLOWLY * (missing * missing - beyond * beyond)
        - SLACK * missing
        + CLOSE * near
        - away * (AWAY + TOO_LATE * near)
        + INCOME * income
        + TIME * time
        + SLACK * LATER * judge.pace * judge.values.trait[role.number]
    )


def in_hand(judge: Judge) -> float:
    """What our hand adds to them."""
    game, me = judge.game, judge.me
    role = judge.faces[game.roles[me][0]]
    income = sum(role.income) // 2 + game.house.extra_income + game.next_income[me] - game.debt[me]
    time = sum(role.free_time) // 2 + game.next_time[me]
    for number in game.stands[me]:
        income += judge.faces[number].earn
        time += judge.faces[number].leisure
    best = judge.prospect().best(max(income, 0), max(time, 0)).value
    keep = judge.values.keep
    kept = sum([keep[n] for c in game.hands[me] if judge.faces[n := game.face[c]].kind == WHENEVER])
    missing = game.hand_limit(me) - len(game.hands[me])
    return HAND * min(best, MOST) + KEPT * kept + FRESH * missing
