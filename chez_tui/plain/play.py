"""The game in lines of text, for screen readers, dumb terminals and scripts.

Numbered choices, a sentence for each event, `?` for help; nothing that a plain pipe can't carry.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from chez_tui.commands import BY_ID
from chez_tui.errors import INTERRUPTED
from chez_tui.plain.conversation import KEPT, NOT_KEPT, Conversation
from chez_tui.plain.lines import LineReader, Printer, printer_of, typed_lines
from chez_tui.play.newgame import REMATCH, SAME_DEAL, next_game
from chez_tui.play.table import HotSeat
from chez_tui.world import World
from core.telling import player
from net.sessions.local import LocalTable

if TYPE_CHECKING:
    from chez_tui.plain.lesson import Coach

WAYS: Final = {"1": SAME_DEAL, "2": REMATCH}
ENOUGH: Final = "Choose 1 or 2; an empty line quits"
CURTAIN: Final = 40  # empty lines, after which no one sees another's cards
QUIT: Final = BY_ID["quit_game"].typed.words


def play(
    table: LocalTable,
    seats: Sequence[int],
    world: World,
    goodbye: str = "",
    coach: "Coach | None" = None,
) -> int:
    """Play seats of a table, in turns at one keyboard, until its people have played enough. Return
    the exit status."""
    printer = printer_of(world)

    tables = [table]  # the last one is in play

    def leaving() -> str:
        return goodbye or (NOT_KEPT if tables[-1].record is None else KEPT)

    try:
        asyncio.run(_play(tables, seats, printer, leaving, world, coach))
    except KeyboardInterrupt:
        printer.say("")  # the terminal printed ^C there
        printer.say(leaving())
        return INTERRUPTED
    return 0


async def _play(
    tables: list[LocalTable],
    seats: Sequence[int],
    printer: Printer,
    goodbye: Callable[[], str],
    world: World,
    coach: "Coach | None" = None,
) -> None:
    typed = typed_lines(world, printer)
    live = typed.live
    try:
        while True:
            table = tables[-1]
            table.beat = 0  # no one has to read, or to hear, in time
            hands = HotSeat({seat: table.session(seat) for seat in seats})
            talks = {
                seat: Conversation(
                    session, typed, printer, world.settings, live, goodbye, hands, coach
                )
                for seat, session in hands.sessions.items()
            }
            await _game(table, hands, talks, partial(_curtain, table, hands, typed, printer, live))
            over = table.game.winners and coach is None
            way = await _next(typed, printer) if live and over else ""
            if not way:
                return
            tables.append(next_game(table, way, world.folders))
    finally:
        typed.stop()


async def _game(
    table: LocalTable,
    hands: HotSeat,
    talks: Mapping[int, Conversation],
    curtain: Callable[[], Awaitable[bool]],
) -> None:
    """Play one game until it's over or the person quits."""
    running = asyncio.create_task(table.run())
    try:
        talk = talks[hands.seat]
        while not (talk.left or talk.over):
            if hands.hands_over(table.game):
                if not await curtain():
                    await talk.do_quit("")
                    break
                hands.sit_down()
                talk = talks[hands.seat]
            await talk.run()
    finally:
        table.close()
        running.cancel()
        await asyncio.wait([running])
        if not running.cancelled():
            running.result()


async def _next(typed: LineReader, printer: Printer) -> str:
    """Ask a person who types what to play after a game; return nothing if that was enough."""
    printer.ask("1. The same deal again", "2. A rematch", ENOUGH)
    while (line := await typed.line()) not in (None, "", *QUIT):
        if line in WAYS:
            return WAYS[line]
        printer.ask(ENOUGH)
    return ""


async def _curtain(
    table: LocalTable, hands: HotSeat, typed: LineReader, out: Printer, live: bool
) -> bool:
    """Wait until the next person has the keyboard; return whether anyone takes it."""
    name = player(table.game, hands.next)
    if live:
        out.say(*[""] * CURTAIN)
    out.say(f"{name}, you're up. Pass the keyboard. No peeking.")
    out.ask(f"Choose an empty line when {name} has the keyboard, or type quit")
    line = await typed.line()
    return line is not None and line.casefold() not in QUIT
