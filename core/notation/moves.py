"""Reads moves: `Pam: evict Choad Warrior to Mike` and its kin."""

from collections.abc import Iterator
from typing import Final

from core.actions import TO_DISCARD
from core.notation.lines import Line, fold, items, shown
from core.notation.names import CardRef, Names, Target
from core.notation.script import Move

MAX_MOVE: Final = 500  # a move that is no list is shorter

EARLY: Final = "before the roll"  # while chance is still asked for something

VERBS: Final = (
    "call", "evict", "keep", "shop", "do", "play", "cancel", "throw", "choose", "discard", "next",
    "end", "pass", "leave", "show",
)  # fmt: skip


def parse_move(line: Line, seat: int, text: str, names: Names) -> Move:
    """The move that stands behind `NAME:`."""
    word, _, rest = text.partition(" ")
    verb, rest = fold(word), rest.strip()
    if verb in ("leave", "show") and fold(rest).endswith(EARLY):
        head = text[: -len(EARLY)].strip()
        return parse_move(line, seat, head, names)._replace(early=True)
    match verb:
        case "next" | "end" | "pass" | "leave":
            if rest:
                raise line.error(f"nothing after {verb}", shown(rest))
            return Move(line, seat, verb)
        case "shop" | "discard":
            cards = tuple(names.card(line, entry) for entry in items(rest))
            if not cards:
                raise line.error(f"{verb} and at least one card", "none")
            return Move(line, seat, verb, cards)
        case "keep" | "throw":
            return Move(line, seat, verb, (names.card(line, rest),))
        case "cancel":
            if fold(rest[:5]) != "with ":
                raise line.error("cancel with CARD")
            return Move(line, seat, verb, (names.card(line, rest[5:]),))
        case _ if len(rest) > MAX_MOVE:
            raise line.error(f"at most {MAX_MOVE} characters after {verb}")
        case "call" | "evict":
            card, place = _sent(line, rest, names, discard=verb == "evict")
            return Move(line, seat, verb, (card,), to=place)
        case "do" | "play":
            return _aimed(line, seat, verb, rest, names)
        case "choose":
            if not rest:
                raise line.error("choose and an answer", "none")
            return Move(line, seat, verb, text=rest)
        case "show":
            if fold(rest[:8]) != "hand to ":
                raise line.error("show hand to NAME")
            return Move(line, seat, verb, to=names.seat(line, rest[8:]))
    raise line.error(f"a move ({', '.join(VERBS)})", shown(word) if word else "nothing")


def _splits(text: str, separator: str) -> Iterator[tuple[str, str]]:
    """Every way to cut the text in two at the separator, the last place first."""
    at = text.rfind(separator)
    while at >= 0:
        yield text[:at], text[at + len(separator) :]
        at = text.rfind(separator, 0, at)


def _sent(line: Line, text: str, names: Names, *, discard: bool) -> tuple[CardRef, int | None]:
    """`CARD`, or `CARD to PLACE`."""
    card = names.find_card(text)
    if card is not None:
        return card, None
    for left, right in _splits(text, " to "):
        card = names.find_card(left)
        if card is not None:
            if discard and fold(right.strip()) == "discard":
                return card, TO_DISCARD
            return card, names.seat(line, right)
    return names.card(line, text), None


def _aimed(line: Line, seat: int, verb: str, text: str, names: Names) -> Move:
    """`CARD`, `CARD on TARGET`, `CARD to NAME`, or `CARD on TARGET to NAME`."""
    card = names.find_card(text)
    if card is not None:
        return Move(line, seat, verb, (card,))
    for left, right in _splits(text, " on "):
        card = names.find_card(left)
        if card is not None:
            target, to = _target(line, right, names)
            return Move(line, seat, verb, (card,), target, to)
    for left, right in _splits(text, " to "):
        card = names.find_card(left)
        if card is not None:
            return Move(line, seat, verb, (card,), to=names.seat(line, right))
    return Move(line, seat, verb, (names.card(line, text),))


def _target(line: Line, text: str, names: Names) -> tuple[Target, int | None]:
    target = names.find_target(text)
    if target is not None:
        return target, None
    for left, right in _splits(text, " to "):
        target = names.find_target(left)
        if target is not None:
            return target, names.seat(line, right)
    for _, rest in names.owned(text):
        names.card(line, rest)
    raise line.error("on NAME or on NAME's CARD", shown(text))
