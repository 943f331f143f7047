"""`chez-tui check`: runs files of table notation and prints whether their claims hold."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Final

from chez_tui.play.games import STDIN
from chez_tui.verbs import flags
from chez_tui.world import World
from core.catalog import load_catalog
from core.notation import Loader, NotationError, check

SUFFIX: Final = ".chez"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="*",
        help=f"files, or folders with {SUFFIX} files in them; - is standard input",
    )
    flags.add(parser, flags.CARDS)


def run(args: Namespace, world: World) -> int:
    # Read each set of editions once, with only the card files that the user names.
    load = cache(partial(load_catalog, extra=tuple(args.cards)))
    passed = failed = 0
    for path in args.paths or [""]:
        for file, problem in _results(path, load, world):
            if problem is None:
                passed += 1
                print(f"ok  {_plain(file)}", flush=True)
            else:
                failed += 1
                print(f"FAIL {_plain(file)}:{problem.line}: {problem}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _results(path: str, load: Loader, world: World) -> Iterator[tuple[str, NotationError | None]]:
    """Yield each file that a path means, with its problem or None."""
    if not path:
        yield "-", NotationError(1, "a file or folder to check", "none")
        return
    try:
        folder = Path(path).is_dir()
        files = sorted(str(p) for p in Path(path).rglob(f"*{SUFFIX}")) if folder else [path]
    except (OSError, ValueError) as error:
        yield path, NotationError(1, "a path", str(error))
        return
    if not files:
        yield path, NotationError(1, f"{SUFFIX} files in this folder", "none")
    for file in files:
        yield file, _problem(file, load, world)


def _problem(file: str, load: Loader, world: World) -> NotationError | None:
    """Return why a file fails. A bug of ours fails that file, not the whole run."""
    try:
        data = world.read_all() if file == STDIN else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return NotationError(1, "a file that can be read", reason)
    try:
        check(data, load)
    except NotationError as error:
        return error
    except Exception as error:
        what = type(error).__name__
        return NotationError(1, "a run to its end", f"{what} inside chez-tui, please report it")
    return None


def _plain(file: str) -> str:
    """Return a file's name on one line, whatever is in it."""
    return "".join(c if c.isprintable() else "?" for c in file)
