"""Work in the background that nobody waits for: when it fails, somebody must hear of it."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from traceback import extract_tb
from typing import TypeVar

T = TypeVar("T")
Failed = Callable[[BaseException], None]


def start(work: Coroutine[object, object, None], failed: Failed) -> "asyncio.Task[None]":
    """Begins some work. Whatever ends it, other than its end or a cancellation, is logged with its
    traceback, and `failed` decides what becomes of the rest."""
    task = asyncio.get_running_loop().create_task(work)
    task.add_done_callback(lambda task: fell(task, failed) and None)
    return task


def fell(work: "asyncio.Future[T]", failed: Failed) -> bool:
    """Return whether a task failed or was canceled. Log a failure and call `failed`."""
    error = None if work.cancelled() else work.exception()
    if error is not None:
        told = {"message": "a background task failed", "exception": error}
        work.get_loop().call_exception_handler({**told, "future": work})
        failed(error)
    return error is not None or work.cancelled()


def sentence(error: BaseException) -> str:
    """What to tell people about a fault of this program, and where it is."""
    frames = extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"a bug stopped chez-tui: {what}{where}"
