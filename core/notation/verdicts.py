"""Says whether a claim is true of a table, and if not what is so instead."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from core.game import Game
from core.notation.claims import NUMBERS
from core.notation.names import PHASES
from core.notation.script import Claim

Verdict = tuple[str, str] | None  # what was expected and what there is, or None: it is true


def judge(game: Game, claim: Claim) -> Verdict:
    """None if the claim is true, else what was expected and what is so instead."""
    if claim.what in NUMBERS:
        return _judge_number(game, claim)
    return _JUDGES[claim.what](game, claim)


def _judge_number(game: Game, claim: Claim) -> Verdict:
    seat = claim.seat
    now = {
        "slack": lambda: game.slack[seat],
        "goal": lambda: game.goal(seat),
        "income": lambda: game.income_left(seat),
        "free time": lambda: game.time_left(seat),
        "gloom": lambda: game.gloom[seat],
        "madness": lambda: game.madness[seat],
        "tokens": lambda: game.tokens[seat],
        "hand": lambda: len(game.hands[seat]),
    }[claim.what]()
    if now == claim.number:
        return None
    return f"{game.names[seat]} {claim.what} {claim.number}", str(now)


def _judge_role(game: Game, claim: Claim) -> Verdict:
    roles = game.roles[claim.seat]
    name = game.faces[claim.number].name
    if any(game.faces[role].name == name for role in roles):
        return None
    return (
        f"{game.names[claim.seat]} role {name}",
        " + ".join(game.faces[role].name for role in roles) or "none",
    )


def _judge_worth(game: Game, claim: Claim) -> Verdict:
    (ref,) = claim.cards
    name = game.names[claim.seat]
    alike = [card for card in game.rooms[claim.seat] if game.face[card] in ref.faces]
    if len(alike) < ref.nth:
        return f"{name}'s {ref.text} in the room", _listed(game, game.rooms[claim.seat])
    # Several alike: one that is worth so much is enough, unless it is said which one is meant.
    meant = alike[ref.nth - 1 :] if ref.nth == 1 else alike[ref.nth - 1 : ref.nth]
    worths = [game.worth(card) for card in meant]
    if claim.number in worths:
        return None
    return f"{name}'s {ref.text} worth {claim.number}", " and ".join(map(str, worths))


def _judge_place(game: Game, claim: Claim) -> Verdict:
    where, cards = _PLACES[claim.what]
    there = list(cards(game, claim.seat))
    have = Counter(game.face[card] for card in there)
    wrong: list[str] = []
    asked: Counter[tuple[int, ...]] = Counter()
    for ref in claim.cards:
        asked[ref.faces] += 1
        number_there = sum(have[face] for face in ref.faces)
        if claim.negated == (number_there >= asked[ref.faces]):
            wrong.append(ref.text)
    if not wrong:
        return None
    names = " and ".join(wrong)
    whose = where.replace("NAME", game.names[claim.seat])
    wanted = f"no {names} {whose}" if claim.negated else f"{names} {whose}"
    return wanted, _listed(game, there)


def _judge_turn(game: Game, claim: Claim) -> Verdict:
    if game.turn == claim.seat:
        return None
    return f"turn {game.names[claim.seat]}", game.names[game.turn]


def _judge_phase(game: Game, claim: Claim) -> Verdict:
    if game.phase == claim.number:
        return None
    return f"phase {PHASES[claim.number]}", PHASES[game.phase]


def _judge_waiting(game: Game, claim: Claim) -> Verdict:
    waiting = tuple(sorted(game.waiting()))
    if waiting == claim.seats:
        return None
    return f"waiting {_seats(game, claim.seats)}", _seats(game, waiting)


def _judge_winner(game: Game, claim: Claim) -> Verdict:
    winners = tuple(sorted(game.winners))
    if winners == claim.seats:
        return None
    wanted = f"winner {_seats(game, claim.seats)}" if claim.seats else "no winner"
    return wanted, f"winner {_seats(game, winners)}" if winners else "no winner"


def _seats(game: Game, seats: Iterable[int]) -> str:
    return "; ".join(game.names[seat] for seat in seats if seat >= 0) or "nobody"


def _listed(game: Game, cards: Iterable[int]) -> str:
    return "; ".join(game.printed(card).name for card in cards) or "no cards"


_JUDGES: Final[dict[str, Callable[[Game, Claim], Verdict]]] = {
    "role": _judge_role,
    "worth": _judge_worth,
    "has": _judge_place,
    "holds": _judge_place,
    "discard": _judge_place,
    "table": _judge_place,
    "turn": _judge_turn,
    "phase": _judge_phase,
    "waiting": _judge_waiting,
    "winner": _judge_winner,
}

_PLACES: Final[dict[str, tuple[str, Callable[[Game, int], Iterable[int]]]]] = {
    "has": ("in NAME's room", lambda game, seat: game.rooms[seat]),
    "holds": ("in NAME's hand", lambda game, seat: game.hands[seat]),
    "discard": ("in the discard pile", lambda game, seat: game.discard),
    "table": ("on the table", lambda game, seat: (laid.card for laid in game.table)),
}
