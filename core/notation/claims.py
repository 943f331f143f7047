"""Reads claims: `expect Mike slack 20` and its kin."""

from typing import Final

from core.notation.lines import Line, fold, items, number, shown
from core.notation.names import CardRef, Names, phase
from core.notation.script import Claim

NUMBERS: Final = ("slack", "goal", "income", "free time", "gloom", "madness", "tokens", "hand")
EXPECTED: Final = (
    "expect NAME and slack, goal, income, free time, gloom, madness, tokens, hand, role, has:, "
    "has not:, holds: or holds not:; NAME's CARD worth; discard:, table:, turn, phase, waiting, "
    "winner or no winner"
)


def parse_claim(line: Line, text: str, names: Names) -> Claim:
    """The claim that stands behind `expect`."""
    claim = _about_table(line, text, names)
    if claim is not None:
        return claim
    expected = EXPECTED
    for seat, rest in names.leading_seats(text):
        claim = _about_card(line, seat, rest, names) or _about_seat(line, seat, rest, names)
        if claim is not None:
            return claim
        if rest.startswith(" "):
            expected = (
                f"{names.seats[seat]} and one of {', '.join(NUMBERS)} with a number, role, has:, "
                "has not:, holds:, holds not:"
            )
    raise line.error(expected)


def _about_table(line: Line, text: str, names: Names) -> Claim | None:
    head, colon, rest = text.partition(":")
    place, negation, empty = fold(head).partition(" not")
    if colon and place in ("discard", "table") and not empty:
        return Claim(line, place, cards=_cards(line, rest, names), negated=bool(negation))
    if fold(text) == "no winner":
        return Claim(line, "winner")
    word, _, rest = text.partition(" ")
    match fold(word):
        case "turn":
            return Claim(line, "turn", names.seat(line, rest))
        case "phase":
            return Claim(line, "phase", number=phase(line, rest))
        case "waiting" | "winner":
            seats = tuple(names.seat(line, entry) for entry in items(rest))
            if not seats:
                raise line.error(f"{word} and a player", "none")
            return Claim(line, fold(word), seats=tuple(sorted(set(seats))))
    return None


def _about_card(line: Line, seat: int, rest: str, names: Names) -> Claim | None:
    if fold(rest[:3]) not in ("'s ", "’s "):
        return None
    card, worth, value = rest[3:].rpartition(" worth ")
    worth_now = number(value.strip())
    if not worth or worth_now is None:
        raise line.error("NAME's CARD worth and a number")
    return Claim(line, "worth", seat, number=worth_now, cards=(names.card(line, card),))


def _about_seat(line: Line, seat: int, rest: str, names: Names) -> Claim | None:
    if not rest.startswith(" "):
        return None
    text = rest.strip()
    head, colon, tail = text.partition(":")
    place, negation, empty = fold(head).partition(" not")
    if colon and place in ("has", "holds") and not empty:
        return Claim(line, place, seat, cards=_cards(line, tail, names), negated=bool(negation))
    word, _, value = text.rpartition(" ")
    if fold(word.strip()) in NUMBERS:
        found = number(value)
        if found is None:
            raise line.error(f"{word.strip()} and a number", shown(value))
        return Claim(line, fold(word.strip()), seat, number=found)
    if fold(text[:5]) == "role ":
        return Claim(line, "role", seat, number=names.role(line, text[5:]))
    return None


def _cards(line: Line, text: str, names: Names) -> tuple[CardRef, ...]:
    cards = tuple(names.card(line, entry) for entry in items(text))
    if not cards:
        raise line.error("at least one card after the colon", "none")
    return cards
