"""A card in full, as lines of text: the same wherever a card is shown."""

from collections.abc import Sequence

from rich.text import Text

from chez_tui.kit.text import wrap
from chez_tui.kit.themes import Palette
from chez_tui.play.cards import spoken, words
from chez_tui.screens.table.signs import badge, category
from core.cards import ACTIVITY, ROLE, THING, WHENEVER, Face
from core.catalog import Catalog
from core.telling import role_word
from core.telling.standing import ILLICIT


def card_lines(
    face: Face,
    width: int,
    palette: Palette,
    worth: int | None = None,
    notes: Sequence[str | Text] = (),
    airy: bool = False,
    compact: bool = False,
    flavor: bool = True,
    at: Catalog | None = None,
) -> list[Text]:
    """The card in lines of at most `width` cells, the most important ones first.

    `worth` is the Slack it counts now, `notes` are what the screen has to say about it (why it
    can't be played, who laid it down). `airy` puts empty lines between the parts, `compact`
    has fewer lines, and without `flavor` what is only nice to read is left out. `at` are the cards
    of the table, for what a card is called and counts as there.
    """
    name = Text(face.name, style=f"bold {palette.kind(face.kind)}")
    head = [name, type_line(face, palette, at)]
    numbers = numbers_line(face, palette, worth)
    if numbers and compact:
        head[-1] = Text.assemble(head[-1], (" · ", palette.text), numbers)
    elif numbers:
        head.append(numbers)
    said = [note if isinstance(note, Text) else Text(note, style=palette.accent) for note in notes]
    told = bool(face.flavor) and flavor
    nice = [Text(face.flavor, style=f"italic {palette.muted}")] if told else []
    lines: list[Text] = []
    for part in (head, [Text(face.text, style=palette.text)], said, nice):
        if airy and lines and part:
            lines.append(Text())
        for text in part:
            lines += wrap(text, width)
    return lines


def type_line(face: Face, palette: Palette, at: Catalog | None = None) -> Text:
    """What kind of card it is: shape, letter and word, then its categories."""
    said = [*words(face), *(("misfortune",) if face.misfortune else ())]
    if at is not None and at.illicit[face.number] and ILLICIT not in said:
        said.append(ILLICIT)  # COMBO-GRUNT-2
    kind = face.kind if at is None or face.kind != ROLE else role_word(at, face)
    line = Text(f"{badge(face)} {_capital(kind)}", style=f"bold {palette.kind(face.kind)}")
    if said:
        named = ", ".join(map(category, said))
        line.append(f" · {named}", style=f"not bold {palette.text}")
    return line


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def numbers_line(face: Face, palette: Palette, worth: int | None = None) -> Text | None:
    """The printed numbers that mean something for this kind of card."""
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
    if not pairs:
        return None
    line = Text(style=palette.text)
    for number, (word, value) in enumerate(pairs):
        line.append(" · " if number else "").append(f"{word} ")
        line.append(value, style="bold")
    return line
