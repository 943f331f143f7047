"""The catalogue as tables, for people at a terminal."""

from collections.abc import Mapping, Sequence
from shutil import get_terminal_size
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from chez_tui.play.cards import spoken, words
from core.cards import ACTIVITY, PERSON, ROLE, THING, WHENEVER, Face

# A kind is told by its shape and its word; the color only helps.
LOOKS: Final = {
    ROLE: ("◆ Roles", "bright_magenta"),
    PERSON: ("☻ People", "green"),
    THING: ("■ Things", "bright_blue"),
    ACTIVITY: ("▲ Activities", "bright_red"),
    WHENEVER: ("⚡ Whenevers", "orange1"),
}


def print_cards(faces: Sequence[Face], editions: Mapping[str, str]) -> None:
    """One table for each kind of card; which edition a card is from if there are several."""
    # Left to itself it takes a terminal that can't do much for one of 80 columns.
    width, height = get_terminal_size()
    console = Console(highlight=False, width=width, height=height)
    for kind in LOOKS:
        of_kind = [face for face in faces if face.kind == kind]
        if of_kind:
            console.print(_table(kind, of_kind, editions if len(editions) > 1 else {}))


def _table(kind: str, faces: Sequence[Face], editions: Mapping[str, str]) -> Table:
    title, color = LOOKS[kind]
    table = Table(
        box=SIMPLE_HEAD,
        title=title,
        title_justify="left",
        title_style=f"bold {color}",
        expand=True,
        pad_edge=False,
    )
    table.add_column("Name", ratio=2)
    for number in ("Income", "Free Time", "Goal") if kind == ROLE else ("Cost", "Slack"):
        table.add_column(number, justify="right")
    table.add_column("What it does", ratio=5)
    for face in faces:
        name = _name(face, color, editions.get(face.edition, ""))
        table.add_row(name, *_numbers(face), _words(face))
    return table


def _name(face: Face, color: str, edition: str) -> Text:
    name = Text(face.name, style=color)
    if face.copies > 1:
        name.append(f" ×{face.copies}", style="default")
    notes = (face.german, ", ".join(words(face)), edition)
    name.append("".join(f"\n{note}" for note in notes if note), style="default dim")
    return name


def _numbers(face: Face) -> tuple[str, ...]:
    if face.kind == ROLE:
        return spoken(face.income), spoken(face.free_time), str(face.goal)
    return str(face.cost), str(face.printed_slack)


def _words(face: Face) -> Text:
    return Text(face.text).append(f"\n{face.flavor}", style="dim italic")
