"""The game in lines of text, for screen readers, dumb terminals and scripts.

Numbered choices, a sentence for each event, `?` for help; nothing that a plain pipe can't carry.
"""

import asyncio
import os
import sys
from typing import Final, TextIO

from chez_tui.plain.conversation import KEPT, Conversation
from chez_tui.plain.lines import LineReader, Printer
from net.sessions.local import LocalTable
from net.sessions.session import ASK_ALWAYS

INTERRUPTED: Final = 130
NOT_KEPT: Final = "The game was not recorded."


def play(
    table: LocalTable,
    seat: int,
    *,
    ascii: bool = False,
    auto_next: bool = True,
    preset: str = ASK_ALWAYS,
    descriptor: int | None = None,
    sink: TextIO | None = None,
) -> int:
    """Plays a seat of a table until the game is over or the person goes; the exit status.

    Lines come from `descriptor` (standard input) and go to `sink` (standard output). `auto_next`
    ends phases in which there is nothing to do, `preset` says in which windows to ask.
    """
    printer = Printer(sys.stdout if sink is None else sink, ascii)
    goodbye = KEPT if table.setup.record is not None else NOT_KEPT
    if descriptor is None:
        descriptor = standard_input()
    try:
        asyncio.run(_play(table, seat, printer, goodbye, auto_next, preset, descriptor))
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
    auto_next: bool,
    preset: str,
    descriptor: int,
) -> None:
    session = table.session(seat)
    session.set_preset(preset)
    typed = LineReader(descriptor)
    conversation = Conversation(
        session,
        typed,
        printer,
        live=os.isatty(descriptor),
        auto_next=auto_next,
        goodbye=goodbye,
    )
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


def standard_input() -> int:
    """Where lines are typed; a program started without an input has an empty one."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        return os.open(os.devnull, os.O_RDONLY)
