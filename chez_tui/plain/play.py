"""The game in lines of text, for screen readers, dumb terminals and scripts.

Numbered choices, a sentence for each event, `?` for help; nothing that a plain pipe can't carry.
"""

import asyncio
import os
from typing import TYPE_CHECKING, Final

from chez_tui.errors import INTERRUPTED
from chez_tui.plain.conversation import KEPT, Conversation
from chez_tui.plain.lines import LineReader, Printer
from chez_tui.world import World
from net.sessions.local import LocalTable

if TYPE_CHECKING:
    from chez_tui.plain.lesson import Coach

NOT_KEPT: Final = "The game was not recorded."


def play(
    table: LocalTable, seat: int, world: World, goodbye: str = "", coach: "Coach | None" = None
) -> int:
    """Play a seat of a table until the game is over or the person goes; return the exit status."""
    printer = Printer(world.out, world.settings.ascii)
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
    session, descriptor = table.session(seat), world.typed()
    typed, live = LineReader(descriptor), os.isatty(descriptor)
    conversation = Conversation(session, typed, printer, world.settings, live, goodbye, coach)
    running = asyncio.create_task(table.run())
    try:
        await conversation.run()
    finally:
        typed.stop()
        await session.close()
        running.cancel()
        await asyncio.wait([running])
        if not running.cancelled():
            running.result()
