"""Playing a Thing for free right away, on anyone's turn: CTH-5."""

from core import events as e
from core.actions import Action, Refusal
from core.cards import THING, Op
from core.rules.cases import Case
from core.rules.illicit import excluded
from core.rules.lookup import forbidden, held, no, too_rich
from core.state import Table, Treat


def treat(g: Table, op: Op, case: Case) -> None:
    """Ask the room's owner, without showing whether their hand has a match."""
    if g.hands[case.you]:
        g.ref += 1
        g.passed = (1 << g.players) - 1 & ~(1 << case.you)  # nobody else has a say
        g.stack.append(Treat("treat", g.ref, case.you, case.number, case.card))
        g.emit(e.ASKED, case.you, word="treat")


def refuse_treat(g: Table, action: Action, top: Treat) -> Refusal | None:
    """Return why that Thing can't be played for free now."""
    if action.seat != top.seat:
        return no("not yet: something else comes first", "RUL-1", "CTH-5")
    if len(action.cards) != 1:
        return no("only one Thing", "CTH-5")
    number = held(g, action)
    if isinstance(number, Refusal):
        return number
    face, host = g.faces[number], g.faces[top.face]
    if face.kind != THING or not host.treat[number]:
        return no(f"not for {host.name}", "CTH-5", "RUL-20")
    return _problem(g, action.seat, number)


def _problem(g: Table, seat: int, number: int) -> Refusal | None:
    """Return what else blocks a Thing: it's free, but its text still counts."""
    return forbidden(g, seat, number) or excluded(g, seat, number) or too_rich(g, seat, number)


def legal_treats(g: Table, seat: int, top: Treat) -> list[int]:
    """Return the matching cards in the hand."""
    match, kinds, known = g.faces[top.face].treat, g.catalog.kinds, g.face
    return [
        card
        for card in g.hands[seat]
        if (n := known[card]) >= 0
        and kinds[n] == THING
        and match[n]
        and _problem(g, seat, n) is None
    ]


VERBS = {"treat": treat}
