"""`python -m benchmarks attention`: how often a player is asked, and what they are shown.

Whole games of normal bots, one of them at a session as a person has it. Each announcement that a
card in its hand cancels, or throws TV at, has to be a prompt, and nothing else may be one; whatever
leaves the seat with less, and each announcement that wins, has to be shown.
"""

import argparse
import asyncio
import json
import sys
from dataclasses import asdict, dataclass

from chez_tui.play.attention import AboutToWin, HitMe
from chez_tui.play.table import Asked, TableModel
from core.actions import CANCEL, THROW
from core.bots import make_bot
from core.catalog import EDITIONS, load_catalog
from core.events import ANNOUNCED, STOPPED, WON
from core.luck import Stream
from core.view import View
from net.sessions.local import INSTANT, Chair, LocalSession, LocalTable, TableSetup
from net.sessions.session import Update
from net.sessions.sitting import top_window

GAMES = 100
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal")
TABLES = [*((edition, 4) for edition in EDITIONS), ("geek", 8)]
MOST = {4: 5.0, 8: 8.0}  # prompts a game


@dataclass(slots=True)
class Row:
    """What one player of each game was asked and shown."""

    edition: str
    players: int
    games: int = 0
    announcements: int = 0  # of others
    answerable: int = 0  # ... that a card in hand cancels, or throws TV at
    prompts: int = 0
    only_pass: int = 0  # prompts without any answer
    hits: int = 0  # what left the player with less
    hits_shown: int = 0
    wins: int = 0  # announcements that won
    wins_shown: int = 0

    @property
    def each(self) -> float:
        return self.prompts / max(1, self.games)

    @property
    def good(self) -> bool:
        exact = self.prompts == self.answerable and not self.only_pass
        shown = self.hits == self.hits_shown and self.wins == self.wins_shown
        return exact and shown and self.each <= MOST[self.players]


class Player:
    """A person who plays like a bot, and counts what they are asked and shown."""

    def __init__(self, session: LocalSession, row: Row, seed: int) -> None:
        self.session = session
        self.row = row
        self.model = TableModel([session])
        self.bot = make_bot("normal", Stream(seed).fork("person"))
        self.answerable = 0  # the last window with an answer in this hand
        self.warned: bool | None = None  # whether it was said that what is announced would win
        self.by = 0  # whose doing the next events are
        self.before: View | None = None

    async def play(self) -> None:
        async for update in self.session.updates():
            self.count(update)
            window = top_window(self.session.view)
            asked = self.session.prompted if window else 0 in self.session.view.waiting()
            if asked and not self.session.view.winners:
                await self.session.act(self.bot.choose(self.session.view))

    def count(self, update: Update) -> None:
        """Count what one update should have been, and what came of it."""
        row, view = self.row, self.session.view
        cues = self.model.take(update)
        for event in update.events:
            if event.kind == ANNOUNCED:
                row.announcements += event.seat != 0
                self.warned = self.warned or False
        if any(isinstance(cue, AboutToWin) for cue in cues):
            self.warned = True
        self.prompts([cue for cue in cues if isinstance(cue, Asked)])
        if self.before is not None and self.hit(self.before, view, update):
            row.hits += 1
            row.hits_shown += any(isinstance(cue, HitMe) for cue in cues)
        if self.warned is not None and any(event.kind == WON for event in update.events):
            row.wins += 1
            row.wins_shown += self.warned
        if not view.stack:
            self.warned = None
        window = top_window(view)
        if window is not None or not view.stack:
            self.by = view.turn if window is None else window.seat
        self.before = view

    def prompts(self, asked: list[Asked]) -> None:
        view, row = self.session.view, self.row
        window = top_window(view)
        if window is None:
            return
        answers = any(move.kind in (CANCEL, THROW) for move in view.legal(0))
        if answers and window.ref != self.answerable:
            self.answerable = window.ref
            row.answerable += 1
        for _ in asked:
            row.prompts += 1
            row.only_pass += not answers

    def hit(self, before: View, now: View, update: Update) -> bool:
        """Whether the player has less than before, by somebody else's doing."""
        if any(e.kind == STOPPED and e.seat == 0 != e.other for e in update.events):
            return True
        if self.by == 0:
            return False
        gone = {*before.rooms[0]} - {*now.rooms[0]}
        own = update.action is not None and update.action.seat == 0
        fewer = len(now.hands[0]) < len(before.hands[0]) and not own
        return now.slack[0] < before.slack[0] or bool(gone) or fewer


async def game(edition: str, players: int, seed: int, row: Row) -> None:
    """Play one game with a person in the first seat."""
    levels = ["", *["normal"] * (players - 1)]
    chairs = [Chair(name, level) for name, level in zip(NAMES, levels, strict=False)]
    table = LocalTable(TableSetup(load_catalog((edition,)), chairs, seed=seed), INSTANT)
    player = Player(table.session(0), row, seed)
    running = asyncio.create_task(table.run())
    await player.play()
    await running
    row.games += 1


def measure(games: int) -> list[Row]:
    """Return a row for each table; what is going on is told on stderr."""
    rows = []
    for edition, players in TABLES:
        print(f"playing {games} games of {edition} with {players}", file=sys.stderr)
        row = Row(edition, players)
        for seed in range(1, games + 1):
            asyncio.run(game(edition, players, seed, row))
        rows.append(row)
    return rows


HEAD = ("table", "games", "announcements", "answerable", "prompts", "a game", "at most",
        "only Pass", "hits shown", "wins shown", "")  # fmt: skip


def render(rows: list[Row]) -> str:
    """Return the rows as a table."""
    cells = [
        HEAD,
        *(
            (
                f"{row.edition}, {row.players}",
                str(row.games),
                str(row.announcements),
                str(row.answerable),
                str(row.prompts),
                f"{row.each:.2f}",
                f"{MOST[row.players]:.0f}",
                str(row.only_pass),
                f"{row.hits_shown} of {row.hits}",
                f"{row.wins_shown} of {row.wins}",
                "ok" if row.good else "short",
            )
            for row in rows
        ),
    ]
    widths = [max(len(line[at]) for line in cells) for at in range(len(HEAD))]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in cells
    )


def main(arguments: list[str]) -> int:
    """Play, print, and return whether everything is as it should be."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks attention", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help=f"for each table ({GAMES})")
    parser.add_argument("--json", action="store_true", help="print figures for a program")
    chosen = parser.parse_args(arguments)
    rows = measure(chosen.games)
    figures = [{**asdict(row), "each": row.each, "good": row.good} for row in rows]
    print(json.dumps(figures) if chosen.json else render(rows))
    return 0 if all(row.good for row in rows) else 1
