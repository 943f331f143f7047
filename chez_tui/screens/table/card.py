"""A card as lines of text, the same wherever it is shown: in full, in short, many of them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from textual.content import Content

from chez_tui.kit.text import wrap
from chez_tui.play.cards import spoken, words
from chez_tui.play.choices import Option, capital
from chez_tui.screens.signs import SHAPES, badge, category
from core.cards import ACTIVITY, ROLE, THING, WHENEVER, Face
from core.catalog import Catalog
from core.telling import player, role_word
from core.telling.standing import ILLICIT
from core.view import View

if TYPE_CHECKING:
    from net.sessions.session import SeenHand

UNCUT: Final = 100_000  # cells; the screen that shows the lines breaks them
NO_CARDS: Final = Content.styled("no cards in hand", "$muted")


def card_lines(
    face: Face,
    width: int,
    worth: int | None = None,
    notes: Sequence[str] = (),
    compact: bool = False,
    at: Catalog | None = None,
) -> list[Content]:
    """Return the card in lines of at most `width` cells, the most important ones first.

    `worth` is the Slack it counts now, `notes` are what the screen adds (why it can't be played,
    who laid it down). A `compact` one has its numbers beside its type. `at` are the cards of the
    table, for what a card is called and counts as there.
    """
    head = [Content.styled(face.name, f"bold ${face.kind}"), type_line(face, at)]
    numbers = numbers_line(face, worth)
    if numbers and compact:
        head[-1] = Content.assemble(head[-1], " · ", numbers)
    elif numbers:
        head.append(numbers)
    said = [Content.styled(note, "$accent") for note in notes]
    nice = [Content.styled(face.flavor, "italic $muted")] if face.flavor else []
    parts = (*head, Content(face.text), *said, *nice)
    return [line for text in parts for line in wrap(text, width)]


def type_line(face: Face, at: Catalog | None = None) -> Content:
    """Return the kind of card: shape, letter and word, then its categories."""
    said = [*words(face), *(("misfortune",) if face.misfortune else ())]
    if at is not None and at.illicit[face.number] and ILLICIT not in said:
        said.append(ILLICIT)  # COMBO-GRUNT-2
    kind = face.kind if at is None or face.kind != ROLE else role_word(at, face)
    named = ", ".join(map(category, said))
    return Content.assemble(
        (f"{badge(face)} {capital(kind)}", f"bold ${face.kind}"),
        (f" · {named}" if named else "", "not bold"),
    )


def numbers_line(face: Face, worth: int | None = None) -> Content:
    """Return the printed numbers that mean something for this kind of card."""
    if face.kind == ROLE:
        pairs = [
            ("Income", spoken(face.income)),
            ("Free Time", spoken(face.free_time)),
            ("Goal", str(face.goal)),
        ]
    else:
        pairs = []
        if face.cost or face.kind in (THING, ACTIVITY):
            pairs.append(("Cost", str(face.cost)))
        if face.printed_slack or face.kind != WHENEVER:
            now = "" if worth in (None, face.printed_slack) else f", now {worth}"
            pairs.append(("Slack", f"{face.printed_slack}{now}"))
    return Content(" · ").join(
        Content.assemble(f"{word} ", (value, "bold")) for word, value in pairs
    )


# -- many cards, to read on a separate screen -----------------------------------------------


def card_in_full(
    view: View, face: Face, worth: int | None = None, notes: Sequence[str] = ()
) -> list[Content]:
    """Return a card with its name in a band, all it says, and an empty line."""
    _, *lines = card_lines(face, UNCUT, worth, notes, compact=True, at=view.catalog)
    band = Content.styled(f" {SHAPES[face.kind]} {face.name} ", f"bold $over on ${face.kind}")
    return [band, *lines, Content()]


def hand_in_full(view: View, items: Iterable[Option]) -> list[Content]:
    """Return each card of the list with its number, what it does and why it can't be played."""
    lines: list[Content] = []
    for number, item in enumerate(items, 1):
        if item.face < 0:
            continue
        why = [f"Not now: {item.why} ({item.clause})"] if item.why else []
        head, *rest = card_in_full(view, view.faces[item.face], notes=why)
        lines += [Content.assemble((f"{number} ", "bold $accent"), head), *rest]
    return lines or [NO_CARDS]


def seen_in_full(view: View, hands: "Mapping[int, SeenHand]") -> list[Content]:
    """Return the hands that a spectator sees, each with its round."""
    lines: list[Content] = []
    for seat, hand in sorted(hands.items()):
        when = f", round {hand.round}{'' if hand.fresh else ', and not any more'}"
        whose = player(view, seat), f"bold $seat-{seat}"
        lines += [Content.assemble(whose, (when, "bold $muted")), Content()]
        for face in hand.faces:
            lines += card_in_full(view, view.faces[face])
        if not hand.faces:
            lines += [NO_CARDS, Content()]
    return lines
