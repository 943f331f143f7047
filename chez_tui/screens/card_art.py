"""Cards as they are drawn: in the hand, on the stage, in a room, face down, a role.

A card that can be played now is solid paper with dark ink; any other is an outline in the shade,
with the same signs at the same places.
"""

from typing import Final, NamedTuple

from rich.cells import cell_len

from chez_tui.kit.canvas import CALM, Canvas, Part, shorter, wrapped
from chez_tui.kit.lines import cut
from chez_tui.play.cards import spoken
from chez_tui.screens.signs import SHAPES, category
from core.cards import WHENEVER, Face

SILENT: Final = "No special rules."
NAME_ROWS: Final = 3
CHEZ: Final = " CHEZ "  # on the back of a card
LIFT: Final = 3  # rows that the cursor adds: two above, one below


class Facts(NamedTuple):
    """What a card is worth and does here and now, besides what is printed on it."""

    key: str = ""
    lit: bool = True  # whether it can be played now
    reason: str = ""  # why not, or what it would do: three words
    slack: str | None = None  # what it is worth, if not what is printed
    cost: int | None = None
    paper: bool = True  # whether lit means paper; without it only band, name and reason are lit


PLAIN: Final = Facts()


def slack_of(face: Face) -> str:
    """Return the Slack in a card's corner: `+2`, `-1`, `die-1`; a Whenever may have none."""
    slack = face.printed_slack
    if face.kind == WHENEVER and not slack:
        return ""
    return f"{slack:+d}" if slack and not isinstance(slack, str) else str(slack)


def kind_line(face: Face, width: int = 99) -> str:
    """Return `Sleep Activity`; what goes first is the type, which band and sign tell as well."""
    named = " · ".join([*map(category, face.categories), *(["Misfortune"] * face.misfortune)])
    full = f"{named} {face.kind.capitalize()}".lstrip()
    return full if cell_len(full) <= width else cut(named or full, width)


def rules_of(face: Face) -> str:
    """Return what a card says; nothing if that is that it says nothing."""
    return "" if face.text == SILENT else face.text


# -- in the hand, and on the stage -----------------------------------------------------------------


def hand_card(
    canvas: Canvas, x: int, y: int, width: int, height: int, face: Face, facts: Facts,
    cursor: bool = False,
) -> None:  # fmt: skip
    """Draw a card of the hand in an area that has LIFT rows more than it: under the cursor the
    card grows into them, and nothing in it moves."""
    card(canvas, x, y + 2, width, height - LIFT, face, facts)
    if not cursor:
        return
    ink, band, marks = _band(face, facts)
    above, below = ("=", "=") if canvas.ascii else ("▄", "▀")
    canvas.put(x, y, above * width, "accent")
    canvas.fill(x, y + 1, width, 1, band)
    canvas.put(x + 2, y + 1, face.kind.capitalize(), ink, band, marks or "bold")
    canvas.put(x, y + height - 1, below * width, "accent")


def card(
    canvas: Canvas, x: int, y: int, width: int, height: int, face: Face, facts: Facts = PLAIN,
    titled: bool = False,
) -> None:  # fmt: skip
    """Draw a card. A titled one, such as is announced, has its name in the band and its type in
    the last line."""
    paper = facts.lit and facts.paper
    body, ink, ink2 = ("paper", "ink", "ink2") if paper else ("shade", "muted", "muted")
    name = "text" if facts.lit and not paper else ink
    edge = f"edge-{face.kind}" if paper else f"{face.kind} 45%"
    on, band, marks = _band(face, facts)
    canvas.box(x, y, width, height, CALM, edge, body)
    canvas.put(x, y, "╭" + "─" * (width - 2) + "╮", edge, band)
    price = face.cost if facts.cost is None else facts.cost
    cost = f" ${price} " if price else ""
    canvas.flush(x + width - 1, y, [(cost, on, band, marks)])
    head = f" {facts.key} {SHAPES[face.kind]} " if facts.key else f" {SHAPES[face.kind]} "
    if titled:
        head += f"{cut(face.name, width - cell_len(head) - 3 - len(cost))} "
    canvas.put(x + 1, y, head, on, band, marks)

    inner, row, last = width - 4, y + 1, y + height - 1
    slack = slack_of(face) if facts.slack is None else facts.slack
    corner = len(slack) + 2 if slack else 0
    reason = facts.reason
    if titled:
        reason = reason or kind_line(face, inner - corner)
    else:
        for line in wrapped(face.name, inner)[:NAME_ROWS]:
            canvas.put(x + 2, row, line, name, "", "bold")
            row += 1
        canvas.put(x + 2, row, kind_line(face, inner), ink2)
        row += 1
    said = ("text", "accent")[not paper] if facts.lit and not titled else ink2
    said = "ink" if paper and not titled else said
    bold = "bold" if facts.lit and not titled else ""
    if reason and cell_len(reason) + 2 > width - 2 - corner:  # then it gets a separate row
        last -= 1
        canvas.put(x + 2, last, cut(reason, inner), said, "", bold)
    elif reason:
        canvas.put(x + 1, last, f" {reason} ", said, "", bold)
    _text(canvas, x + 2, row, inner, last - row, face, (ink, ink2))
    if slack:
        bottom = y + height - 1
        canvas.flush(x + width - 1, bottom, [(f" {slack} ", on, band, "bold")])


def _text(
    canvas: Canvas, x: int, y: int, width: int, rows: int, face: Face, inks: tuple[str, str]
) -> None:
    """Write what a card says, and its flavor if all of it fits; air between if there is room."""
    rules, flavor = rules_of(face), wrapped(face.flavor, width)
    need = len(wrapped(rules, width))
    whole = need + len(flavor) + (1 if need else 0)
    if rows > (whole if rows >= whole else need):
        y, rows = y + 1, rows - 1
    used = canvas.words(x, y, rules, width, rows, inks[0])
    if rows - used - len(flavor) >= (1 if used else 0):
        canvas.words(x, y + rows - len(flavor), face.flavor, width, len(flavor), inks[1], "",
                     "italic")  # fmt: skip


def _band(face: Face, facts: Facts) -> tuple[str, str, str]:
    """Return ink, fill and marks of a card's band: in the type's color, or a touch of it."""
    if facts.lit:
        return "over", face.kind, "bold"
    return face.kind, f"dim-{face.kind}", ""


def card_row(
    canvas: Canvas, x: int, y: int, width: int, face: Face, facts: Facts, cursor: bool = False
) -> None:
    """Draw a card of the hand as one line: key, sign, name, cost, Slack, and what it can do."""
    if cursor:
        canvas.fill(x, y, width, 1, "paper")
        canvas.put(x, y, "▌", "accent")
    ink = "ink" if cursor else "text" if facts.lit else "muted"
    bold = "bold" if facts.lit else ""
    canvas.put(x + 2, y, facts.key, ink, "", "bold")
    canvas.put(x + 4, y, SHAPES[face.kind], "ink" if cursor else face.kind)
    reason = cut(facts.reason, min(22, width // 3))
    right = x + width - min(23, width // 3 + 1)
    price = face.cost if facts.cost is None else facts.cost
    slack = slack_of(face) if facts.slack is None else facts.slack
    canvas.put(x + 6, y, cut(face.name, right - 15 - x - 6), ink, "", bold)
    canvas.flush(right - 10, y, [(f"${price}" if price else "", ink)])
    canvas.flush(right - 3, y, [(slack, ink, "", bold)])
    if facts.lit:
        canvas.put(right - 2, y, "▸", "ink" if cursor else "accent")
    canvas.put(right, y, reason, ink, "", bold)


# -- in a room -------------------------------------------------------------------------------------


def chip(
    face: Face, value: str, new: bool = False, pest: bool = False, note: str = ""
) -> list[Part]:
    """Return a card in a room as one line; a pest is red and says what it takes."""
    sign = f" {SHAPES[face.kind]} "
    if pest:
        fill = "alarm-tint"
        parts: list[Part] = [(sign, "alarm", fill), (face.name, "text", fill, "bold")]
        parts.append((f" {value} " if value else " ", "alarm", fill, "bold"))
        parts.append((f"{note or '!'} ", "alarm", fill))
    else:
        fill = f"chip-{face.kind}"
        parts = [(sign, face.kind, fill), (face.name, "text", fill)]
        parts.append((f" {value} " if value else " ", face.kind, fill, "bold"))
    return [*parts, ("• ", "accent", fill, "bold")] if new else parts


def small_card(
    canvas: Canvas, x: int, y: int, width: int, height: int, face: Face, value: str,
    new: bool = False, pest: bool = False, note: str = "",
) -> None:  # fmt: skip
    """Draw a card in a room where there is much room: the name in the band, below it what the
    card does."""
    color = "alarm" if pest else face.kind
    fill, band = (
        ("alarm-tint", "alarm-tint") if pest else (f"tile-{face.kind}", f"tile-band-{face.kind}")
    )
    canvas.box(x, y, width, height, CALM, f"{color} 55%", fill)
    canvas.put(x, y, "╭" + "─" * (width - 2) + "╮", f"{color} 55%", band)
    end = canvas.flush(x + width, y, [(f" {value} ", "over", color, "bold")] if value else [])
    head: list[Part] = [(f" {SHAPES[face.kind]} ", color, band), (face.name, "text", band, "bold")]
    canvas.parts(x + 1, y, shorter(head, end - x - 2))
    row, inner, bottom = y + 1, width - 4, y + height - 1
    text = note or rules_of(face)
    if height > 3 or not text:
        kind = "Pest" if pest else kind_line(face, inner - 6 * new)
        ink = "accent" if new else "muted"
        canvas.put(x + 2, row, kind + " · new" * new, ink, "", "bold" if new else "")
        row += 1
    row += canvas.words(x + 2, row, text, inner, bottom - row, "alarm" if pest else "text")
    flavor = len(wrapped(face.flavor, inner))
    if row + flavor < bottom:
        canvas.words(x + 2, bottom - flavor, face.flavor, inner, flavor, "muted", "", "italic")


# -- others ----------------------------------------------------------------------------------------


def card_back(canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
    """Draw a card face down: woven, with a word in the middle."""
    canvas.box(x, y, width, height, CALM, "paper 55%", "back")
    for row in range(1, height - 1):
        weave = "".join("╲╱"[(column + row) % 2] for column in range(1, width - 1))
        canvas.put(x + 1, y + row, weave, "paper 30%", "back")
    if height > 4 and width > len(CHEZ) + 3:
        canvas.put(x + (width - len(CHEZ)) // 2, y + height // 2, CHEZ, "paper", "back", "bold")


def role_card(
    canvas: Canvas, x: int, y: int, width: int, height: int, face: Face, title: str
) -> None:
    """Draw a role: its name in large letters, its three numbers, what it may do."""
    canvas.box(x, y, width, height, CALM, "edge-role", "paper")
    canvas.put(x, y, "╭" + "─" * (width - 2) + "╮", "edge-role", "role")
    canvas.put(x + 1, y, f" {SHAPES['role']} {title} ", "over", "role", "bold")
    inner = width - 4
    numbers = (
        ("Income", spoken(face.income)),
        ("Free Time", spoken(face.free_time)),
        ("Goal", str(face.goal)),
    )
    rules, flavor = wrapped(rules_of(face), inner), wrapped(face.flavor, inner)
    spare = height - 2 - 3 - 4 - len(rules) - len(flavor)
    row = y + 1 + (spare > 0)
    canvas.middle(x + 2, row, inner, face.name, "edge-role", big=True)
    row += 3 + (spare > 3)
    third = inner // 3
    for number, (word, value) in enumerate(numbers):
        at = x + 2 + number * third + (inner - 3 * third) // 2
        canvas.middle(at, row, third, word, "ink2")
        canvas.middle(at, row + 1, third, value, "ink", big=True)
    row += 4 + (spare > 1)
    for lines, ink, marks in ((rules, "ink", "bold"), (flavor, "ink2", "italic")):
        for line in lines:
            if row < y + height - 1:
                canvas.middle(x + 2, row, inner, line, ink, marks)
            row += 1
        row += spare > 2
