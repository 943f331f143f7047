"""What verbs print in color on a terminal: cards, simulations, games."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from chez_tui.play.cards import spoken, words
from core.cards import ACTIVITY, PERSON, ROLE, THING, WHENEVER, Face
from core.stats import FAIR_BAND, Outcome, Summary, Tally, histogram
from core.telling import player

if TYPE_CHECKING:
    from chez_tui.plain.story import Painter
    from chez_tui.verbs.simulate import Setup
    from core.game import Game

# -- cards -----------------------------------------------------------------------------------------

# Shape and word show a card's kind; the color only helps.
LOOKS: Final = {
    ROLE: ("◆ Roles", "bright_magenta"),
    PERSON: ("☻ People", "green"),
    THING: ("■ Things", "bright_blue"),
    ACTIVITY: ("▲ Activities", "bright_red"),
    WHENEVER: ("⚡ Whenevers", "orange1"),
}


def print_cards(faces: Sequence[Face], editions: Mapping[str, str], width: int) -> None:
    """Print a table for each kind of card, with editions if there are several."""
    # Without these, Console takes a dumb terminal for 80 columns.
    console = Console(highlight=False, width=width, height=width)
    for kind in LOOKS:
        of_kind = [face for face in faces if face.kind == kind]
        if of_kind:
            console.print(_cards_of(kind, of_kind, editions if len(editions) > 1 else {}))


def _cards_of(kind: str, faces: Sequence[Face], editions: Mapping[str, str]) -> Table:
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
        said = Text(face.text).append(f"\n{face.flavor}", style="dim italic")
        table.add_row(name, *_numbers(face), said)
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


# -- simulations -----------------------------------------------------------------------------------

WIDTH: Final = 20  # of a full bar
EIGHTHS: Final = " ▏▎▍▌▋▊▉"
MOST: Final = 12  # cards at either end of the list of the most and least played
BARS: Final = 16  # bars in the histogram of rounds


def with_progress(games: Iterator[Outcome], count: int) -> Iterator[Outcome]:
    """Pass the games on, with a progress bar meanwhile; it disappears at the end."""
    columns = (
        TextColumn("playing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(games, total=count)


def bar(part: float, width: int = WIDTH) -> str:
    """Return a bar for a part of 1, to an eighth of a letter."""
    eighths = round(max(0.0, min(part, 1.0)) * width * 8)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def print_report(summary: Summary, setup: "Setup", lines: Sequence[str], unplayed: int) -> None:
    """Print a simulation: lines about the whole, then tables."""
    console = Console(highlight=False)
    for line in lines:
        console.print(line)
    console.print(roles_table(summary))
    console.print(rounds_table(summary))
    seats = ((str(number), tally) for number, tally in enumerate(summary.seats, 1))
    console.print(wins_table("Seats", seats))
    if len(summary.bots) > 1:
        console.print(wins_table("Bots", sorted(summary.bots.items())))
    console.print(cards_table(summary, setup, unplayed))


def _table(title: str, *columns: str) -> Table:
    table = Table(box=SIMPLE_HEAD, title=title, title_justify="left", title_style="bold")
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", no_wrap=True)
    table.add_column("", min_width=WIDTH, no_wrap=True)
    return table


def roles_table(summary: Summary) -> Table:
    """Return each role's wins against its fair share; `|` is 1, roles outside the band are
    marked."""
    low, high = FAIR_BAND
    table = _table(f"Roles: share of wins, 1 is fair, {low:g} to {high:g} is fine", "role",
                   "games", "wins", "share")  # fmt: skip
    ranked = sorted(summary.roles.items(), key=lambda item: (-item[1].share, item[0]))
    for name, tally in ranked:
        fine = low <= tally.share <= high
        table.add_row(
            name if fine else f"! {name}",
            str(tally.games),
            str(tally.wins),
            f"{tally.share:.2f}",
            bar(tally.share / 2.5),
            style="" if fine else "bold red",
        )
    return table


def rounds_table(summary: Summary) -> Table:
    table = _table("Rounds in a game", "rounds", "games", "%")
    bars = histogram(summary.rounds, BARS)
    tallest = max((count for _, _, count in bars), default=1)
    for first, last, count in bars:
        table.add_row(
            str(first) if first == last else f"{first}-{last}",
            str(count),
            f"{100 * count / summary.finished:.1f}",
            bar(count / tallest),
        )
    return table


def wins_table(title: str, tallies: Iterable[tuple[str, Tally]]) -> Table:
    table = _table(title, title[:-1].lower(), "games", "wins", "%", "share")
    for name, tally in tallies:
        part = tally.wins / tally.games if tally.games else 0.0
        table.add_row(
            name, str(tally.games), str(tally.wins), f"{100 * part:.1f}", f"{tally.share:.2f}",
            bar(part),
        )  # fmt: skip
    return table


def cards_table(summary: Summary, setup: "Setup", unplayed: int) -> Table:
    """Return the most and least played cards, counting each copy on its own."""
    faces = setup.catalog.faces
    deck = set(setup.catalog.life(setup.options.get("guests") != "off"))
    rates = [(summary.played[n] / faces[n].copies / summary.games, faces[n].name) for n in deck]
    rates.sort(key=lambda rate: (-rate[0], rate[1]))
    table = _table("Cards: plays of a copy in a game", "card", "plays")
    shown = rates if len(rates) <= 2 * MOST else [*rates[:MOST], None, *rates[-MOST:]]
    highest = max(rates[0][0], 0.001)
    for entry in shown:
        if entry is None:
            table.add_row("...", "", "")
        else:
            rate, name = entry
            table.add_row(name, f"{rate:.2f}", bar(rate / highest))
    table.caption = f"{unplayed} never played"
    return table


# -- a game as it is told --------------------------------------------------------------------------

SEAT_STYLES: Final = ("cyan", "yellow", "magenta", "green", "blue", "red", "white", "bright_cyan")
CARD_STYLES: Final = {
    PERSON: "green",
    THING: "bright_blue",
    ACTIVITY: "red",
    WHENEVER: "dark_orange",
    ROLE: "magenta",
}


def painter(game: "Game", out: TextIO, width: int) -> "Painter":
    """Return a function that prints a line of a story with players and cards in color."""
    console = Console(file=out, highlight=False, markup=False, emoji=False, width=width)

    def paint(line: str, faces: Iterable[int]) -> None:
        text = Text(line)
        if line.startswith("=="):
            text.stylize("bold")
        for seat in range(game.players):
            style = f"bold {SEAT_STYLES[seat % len(SEAT_STYLES)]}"
            text.highlight_regex(rf"(?<!\w){re.escape(player(game, seat))}(?!\w)", style)
        for number in faces:
            face = game.faces[number]
            text.highlight_words([face.name], CARD_STYLES[face.kind])
        console.print(text, soft_wrap=True)

    return paint
