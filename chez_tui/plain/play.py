"""The game in lines of text, for screen readers, dumb terminals and scripts.

Numbered choices, a sentence for each event, `?` for help; nothing that a plain pipe can't carry.
"""

import asyncio
import os
from typing import Final

from chez_tui.errors import INTERRUPTED
from chez_tui.plain.conversation import KEPT, Conversation
from chez_tui.plain.lines import LineReader, Printer
from chez_tui.world import World
from net.sessions.local import LocalTable

NOT_KEPT: Final = "The game was not recorded."


def play(table: LocalTable, seat: int, world: World) -> int:
    """Play a seat of a table until the game is over or the person goes; return the exit status."""
    printer = Printer(world.out, world.settings.ascii)
    goodbye = KEPT if table.setup.record is not None else NOT_KEPT
    try:
        asyncio.run(_play(table, seat, printer, goodbye, world))
    except KeyboardInterrupt:
        printer.say("")  # the terminal has put its ^C there
        printer.say(goodbye)
        return INTERRUPTED
    return 0


async def _play(table: LocalTable, seat: int, printer: Printer, goodbye: str, world: World) -> None:
    session, descriptor = table.session(seat), world.typed()
    typed, live = LineReader(descriptor), os.isatty(descriptor)
    conversation = Conversation(session, typed, printer, world.settings, live, goodbye)
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
