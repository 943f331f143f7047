"""A simulation as tables with bars, and its progress, for people at a terminal."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from chez_tui.verbs.simulate import as_lines, never_played
from core.stats import FAIR_BAND, Outcome, Summary, Tally, histogram

if TYPE_CHECKING:
    from chez_tui.verbs.simulation import Setup

WIDTH: Final = 20  # of a full bar
EIGHTHS: Final = " ▏▎▍▌▋▊▉"
MOST: Final = 12  # cards at either end of the list of the most and least played
BARS: Final = 16  # in the histogram of rounds


def with_progress(games: Iterator[Outcome], count: int) -> Iterator[Outcome]:
    """Passes the games on and draws a bar meanwhile; it goes away at the end."""
    columns = (
        TextColumn("playing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(games, total=count)


def bar(part: float, width: int = WIDTH) -> str:
    """A bar for a part of 1, to an eighth of a letter."""
    eighths = round(max(0.0, min(part, 1.0)) * width * 8)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def print_report(summary: Summary, setup: "Setup", seconds: float) -> None:
    console = Console(highlight=False)
    for line in list(as_lines(summary, setup, seconds))[:-1]:
        console.print(line)
    console.print(roles_table(summary))
    console.print(rounds_table(summary))
    console.print(wins_table("Seats", _numbered(summary.seats)))
    if len(summary.bots) > 1:
        console.print(wins_table("Bots", sorted(summary.bots.items())))
    console.print(cards_table(summary, setup))


def _numbered(tallies: Iterable[Tally]) -> list[tuple[str, Tally]]:
    return [(str(number), tally) for number, tally in enumerate(tallies, 1)]


def _table(title: str, *columns: str) -> Table:
    table = Table(box=SIMPLE_HEAD, title=title, title_justify="left", title_style="bold")
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", no_wrap=True)
    table.add_column("", min_width=WIDTH, no_wrap=True)
    return table


def roles_table(summary: Summary) -> Table:
    """Each role's wins against its fair share; `|` is 1, what is out of the band is marked."""
    low, high = FAIR_BAND
    table = _table(f"Roles: share of wins, fair is 1, {low:g} to {high:g} is fine", "role",
                   "games", "wins", "share")  # fmt: skip
    ranked = sorted(summary.roles.items(), key=lambda item: (-item[1].share, item[0]))
    for name, tally in ranked:
        fine = low <= tally.share <= high
        style = "" if fine else "bold red"
        drawn = bar(tally.share / 2.5)
        table.add_row(
            name if fine else f"! {name}",
            str(tally.games),
            str(tally.wins),
            f"{tally.share:.2f}",
            drawn,
            style=style,
        )
    return table


def rounds_table(summary: Summary) -> Table:
    table = _table("Rounds that a game takes", "rounds", "games", "%")
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


def cards_table(summary: Summary, setup: "Setup") -> Table:
    """The most and the least played cards, each copy counted by itself."""
    faces = setup.catalog.faces
    deck = set(setup.catalog.life(setup.options.get("guests") != "off"))
    rates = [(summary.played[n] / faces[n].copies / summary.games, faces[n].name) for n in deck]
    rates.sort(key=lambda rate: (-rate[0], rate[1]))
    table = _table("Cards: how often a copy is played in a game", "card", "plays")
    shown = rates if len(rates) <= 2 * MOST else [*rates[:MOST], None, *rates[-MOST:]]
    highest = max(rates[0][0], 0.001)
    for entry in shown:
        if entry is None:
            table.add_row("...", "", "")
        else:
            rate, name = entry
            table.add_row(name, f"{rate:.2f}", bar(rate / highest))
    table.caption = f"{len(never_played(summary, setup))} never played"
    return table
