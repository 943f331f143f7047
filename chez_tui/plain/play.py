"""The game in lines of text, for screen readers, dumb terminals and scripts.

Numbered choices, a sentence for each event, `?` for help; nothing that a plain pipe can't carry.
"""

import asyncio
import os
from typing import TYPE_CHECKING, Final

from chez_tui.errors import INTERRUPTED
from chez_tui.plain.conversation import KEPT, Conversation
from chez_tui.plain.lines import LineReader, Printer, printer_of
from chez_tui.play.newgame import REMATCH, SAME_DEAL, next_game
from chez_tui.world import World
from net.sessions.local import LocalTable

if TYPE_CHECKING:
    from chez_tui.plain.lesson import Coach

NOT_KEPT: Final = "The game was not recorded."
WAYS: Final = {"1": SAME_DEAL, "2": REMATCH}
ENOUGH: Final = "Choose 1 or 2; an empty line ends the program"


def play(
    table: LocalTable, seat: int, world: World, goodbye: str = "", coach: "Coach | None" = None
) -> int:
    """Play a seat of a table until its person has played enough; return the exit status."""
    printer = printer_of(world)
    goodbye = goodbye or (KEPT if table.setup.record is not None else NOT_KEPT)
    try:
        asyncio.run(_play(table, seat, printer, goodbye, world, coach))
    except KeyboardInterrupt:
        printer.say("")  # the terminal has put its ^C there
        printer.say(goodbye)
        return INTERRUPTED
    return 0


async def _play(
    table: LocalTable,
    seat: int,
    printer: Printer,
    goodbye: str,
    world: World,
    coach: "Coach | None" = None,
) -> None:
    descriptor = world.typed()
    typed, live = LineReader(descriptor), os.isatty(descriptor)
    try:
        while True:
            session = table.session(seat)
            await _game(
                table, Conversation(session, typed, printer, world.settings, live, goodbye, coach)
            )
            over = table.game.winners and coach is None
            way = await _next(typed, printer) if live and over else ""
            if not way:
                return
            table = next_game(table, way, world.folders)
    finally:
        typed.stop()


async def _game(table: LocalTable, conversation: Conversation) -> None:
    """Play one game, until it is over or the person goes."""
    running = asyncio.create_task(table.run())
    try:
        await conversation.run()
    finally:
        table.close()
        running.cancel()
        await asyncio.wait([running])
        if not running.cancelled():
            running.result()


async def _next(typed: LineReader, printer: Printer) -> str:
    """Ask a person who types what to play after a game; nothing if that was enough."""
    printer.ask("1. The same deal again", "2. A rematch", ENOUGH)
    while (line := await typed.line()) not in (None, "", "quit", "q", "exit"):
        if line in WAYS:
            return WAYS[line]
        printer.ask(ENOUGH)
    return ""
