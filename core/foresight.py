"""What comes of a play if nobody responds, and which cards of a hand respond to it."""

from collections.abc import Iterator
from operator import lt
from typing import Final, NamedTuple

from core.actions import CANCEL, CHANCE, CHOOSE, PASS, ROLE, ROLL, ROLLS, THROW, Action
from core.game import Game
from core.rules.lookup import window
from core.state import Ask, Die, Frame, Trim, Window

RESPONSES: Final = (CANCEL, THROW)
FORKS: Final = 3  # dice and questions one after the other that are looked into


class Outcome(NamedTuple):
    """How the table stands afterwards; each field but `die` and `winners` is by seat."""

    die: int  # what the die shows, 0 if none decides
    slack: tuple[int, ...]
    goals: tuple[int, ...]
    lost: tuple[tuple[int, ...], ...]  # cards that have left the room
    harmed: tuple[bool, ...]  # who has less than before
    winners: tuple[int, ...]


def answers(game: Game, seat: int) -> tuple[int, ...]:
    """Return the cards of a hand that respond to the open announcement: cancel it, or throw TV."""
    if window(game) is None or seat not in game.waiting():
        return ()
    return tuple(move.cards[0] for move in game.legal(seat) if move.kind in RESPONSES)


def outcomes(game: Game, action: Action | None = None) -> tuple[Outcome, ...]:
    """Return what may come of an action, or of the open announcement, as far as can be foreseen.

    There are six where a die decides, one for each number; what luck or players decide after it is
    taken to be good for whoever acts. There is none if the action is refused.
    """
    if action is not None and game.refusal(action) is not None:
        return ()
    by = game.turn if action is None else action.seat
    if action is None and (top := window(game)) is not None:
        by = top.seat
    later = game.copy()
    if action is not None:
        later.apply(action)
    return tuple(
        _merged([_outcome(game, end, by, die) for end in ends], by)
        for die, ends in _ends(later, FORKS)
    )


Ends = Iterator[tuple[int, list[Game]]]


def _ends(later: Game, forks: int) -> Ends:
    """Where it may end, for each number of the first die, or each answer to a question."""
    _unanswered(later)
    need, top = later.need(), later.stack[-1] if later.stack else None
    if not forks:
        yield 0, [later]
    elif need is not None and need.kind == ROLL:
        for roll in ROLLS:
            yield roll.value, _after(later, roll, forks)
    elif need is not None and need.kind == ROLE:
        goals = {role: later.faces[role].goal for role in need.options}
        yield 0, _after(later, Action(ROLE, CHANCE, value=min(goals, key=goals.__getitem__)), forks)
    elif isinstance(top, Ask):
        for option in range(len(top.options)):
            chosen = later.copy()
            chosen.apply(Action(CHOOSE, top.seat, value=option, ref=top.ref))
            yield from _ends(chosen, forks - 1)
    else:
        yield 0, [later]


def _after(later: Game, luck: Action, forks: int) -> list[Game]:
    end = later.copy()
    end.apply(luck)
    return [game for _, ends in _ends(end, forks - 1) for game in ends]


def _unanswered(game: Game) -> None:
    """Have everybody pass in the open window, but not in one that opens again below it.

    Who has to lose a card loses the one that counts least.
    """
    opened = window(game)
    while game.stack:
        top = game.stack[-1]
        if isinstance(top, Window) and opened is not None and top.ref == opened.ref:
            game.apply(Action(PASS, game.waiting()[0], ref=top.ref))
        elif isinstance(top, Ask) and top.topic == "lose":
            least = min(range(len(top.options)), key=lambda at: game.worth(top.options[at]))
            game.apply(Action(CHOOSE, top.seat, value=least, ref=top.ref))
        else:
            return


def _merged(ends: list[Outcome], by: int) -> Outcome:
    """Return the best of several ends for a seat, with all that may happen to the others."""
    best = max(ends, key=lambda end: end.slack[by] - end.goals[by])
    harmed = tuple(map(any, zip(*(end.harmed for end in ends), strict=True)))
    return best._replace(
        harmed=harmed, winners=tuple(sorted({seat for end in ends for seat in end.winners}))
    )


def _outcome(before: Game, after: Game, by: int, die: int) -> Outcome:
    seats = range(before.players)
    return Outcome(
        die,
        tuple(after.slack),
        tuple(map(after.goal, seats)),
        tuple(tuple(sorted({*before.rooms[s]} - {*after.rooms[s]})) for s in seats),
        tuple(seat != by and _worse(before, after, seat) for seat in seats),
        tuple(after.winners),
    )


def _worse(before: Game, after: Game, seat: int) -> bool:
    """Whether a seat has less: Slack, a card, means, its role, or the choice what to play."""
    had, has = {*before.rooms[seat]}, {*after.rooms[seat]}
    return (
        bool(had - has)
        or any(after.worth(card) <= 0 for card in has - had)
        or any(map(lt, _means(after, seat), _means(before, seat)))
        or after.roles[seat] != before.roles[seat]
        or _pending(after, seat)
        or _stopped(before, after, seat)
    )


def _means(game: Game, seat: int) -> tuple[int, ...]:
    """What a seat can't have too much of."""
    debts, soon = game.debt[seat], (game.next_income[seat], game.next_time[seat])
    return (
        game.slack[seat] - game.goal(seat),
        game.standing_income(seat) + game.extra_income[seat] + soon[0] - debts,
        game.standing_time(seat) + game.extra_time[seat] + soon[1],
        len(game.hands[seat]),
        -sum(bool(game.faces[number].forbid) for number in game.stands[seat]),
    )


def _pending(game: Game, seat: int) -> bool:
    """Whether a seat is about to lose a card of its hand, or its role."""
    match game.stack[-1] if game.stack else None:
        case Trim(seat=whose) | ("pick", _, whose) | ("role", whose, *_):
            return whose == seat
    return False


def _by(frame: Frame, seat: int) -> bool:
    return isinstance(frame, Window) and frame.seat == seat


def _stopped(before: Game, after: Game, seat: int) -> bool:
    """Whether what a seat has announced was canceled, or TV thrown at it."""
    left = {frame[4] for frame in after.stack if _by(frame, seat)}
    return any(frame[4] not in left for frame in before.stack[:-1] if _by(frame, seat))


def coming_die(game: Game, action: Action | None = None) -> Die | None:
    """Return the die that decides what comes of a legal action, or of the open announcement."""
    later = game.copy()
    if action is not None:
        later.apply(action)
    _unanswered(later)
    top = later.stack[-1] if later.stack else None
    return top if isinstance(top, Die) else None
