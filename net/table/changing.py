"""Whoever looks at a table is told when something about it is different."""

import asyncio
from collections.abc import Callable


class Changing:
    """Something to look at: with callbacks, or by waiting."""

    def __init__(self) -> None:
        self.on_change: list[Callable[[], None]] = []

    async def news(self) -> None:
        """Waits until something is different."""
        happened = asyncio.Event()
        self.on_change.append(happened.set)
        try:
            await happened.wait()
        finally:
            self.on_change.remove(happened.set)

    def _tell(self) -> None:
        for callback in list(self.on_change):
            callback()
