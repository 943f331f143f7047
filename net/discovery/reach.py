"""Getting through to a table that has several addresses, of which some lead nowhere."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, TypeVar

from net.wire.codes import Address

T = TypeVar("T")

GAP: Final = 0.25  # seconds until the next address is tried, unless the last has failed before
PATIENCE: Final = 3.0  # seconds for a connection


async def race(
    addresses: Sequence[Address],
    attempt: Callable[[Address], Awaitable[T | None]],
    gap: float = GAP,
) -> tuple[Address, T] | None:
    """Tries all addresses, each a moment after the one before; the first success counts.

    An attempt that gives None, or raises OSError or EOFError, has failed. The others are cancelled
    once one has got through.
    """
    running: dict[asyncio.Task[T | None], Address] = {}
    waiting = list(addresses)
    try:
        while waiting or running:
            if waiting:
                address = waiting.pop(0)
                running[asyncio.ensure_future(_tried(attempt, address))] = address
            done, _ = await asyncio.wait(
                running,
                timeout=gap if waiting else None,
                return_when=asyncio.FIRST_COMPLETED,
            )
            for task in done:
                address, got = running.pop(task), task.result()
                if got is not None:
                    return address, got
        return None
    finally:
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)


async def _tried(attempt: Callable[[Address], Awaitable[T | None]], address: Address) -> T | None:
    try:
        return await attempt(address)
    except (OSError, EOFError):
        return None


async def listens(address: Address) -> bool:
    """Whether anything at all takes connections there: the simplest probe."""
    async with asyncio.timeout(PATIENCE):
        _, writer = await asyncio.open_connection(*address)
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
    return True
