"""Words of the command line that several verbs read in the same way."""

from argparse import ArgumentParser, ArgumentTypeError
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

BOT_NAMES: Final = ("Ada", "Bix", "Cleo", "Dov", "Emi", "Fitz", "Gus", "Hana")


def read_levels(text: str) -> list[str]:
    """Levels of bots, with commas between them."""
    from core.bots import LEVELS

    levels = [part.strip().casefold() for part in text.split(",")]
    for level in levels:
        if level not in LEVELS:
            raise ArgumentTypeError(f"there is no level {level!r}; there is {all_levels()}")
    return levels


def all_levels() -> str:
    """The levels of bots, as a sentence names them."""
    from core.bots import LEVELS

    *others, last = LEVELS
    return f"{', '.join(others)} and {last}"


def read_level(text: str) -> str:
    """The level of one bot."""
    levels = read_levels(text)
    if len(levels) != 1:
        raise ArgumentTypeError("one bot plays at one level")
    return levels[0]


def read_option(text: str) -> tuple[str, str]:
    """A table option: NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ArgumentTypeError(f"an option is written NAME=VALUE, not {text!r}")
    return name.strip(), value.strip()


def add_option_argument(parser: ArgumentParser) -> None:
    """The house rules of a table."""
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        type=read_option,
        action="append",
        default=[],
        help="a table option, such as hand=7, guests=off or, in a mix, madness=off; "
        "may be given several times",
    )


def read_log_path(text: str) -> "Path":
    """Where the log of a game is going to be: a file that is not there yet."""
    import os
    from pathlib import Path

    path = Path(text).absolute()
    try:
        taken = path.is_dir() or (path.exists() and path.stat().st_size > 0)
    except OSError as error:
        raise ArgumentTypeError(f"{text}: {error.strerror}") from None
    if taken:
        raise ArgumentTypeError(f"{text} is there already; name a file that is not")
    folder = next(parent for parent in path.parents if parent.exists())
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise ArgumentTypeError(f"nothing can be written in {folder}")
    return path


def read_seed(text: str) -> int:
    """A seed as people write it."""
    from core.luck import parse_seed

    try:
        return parse_seed(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


def fresh_seed() -> int:
    """A seed for somebody who gave none."""
    import secrets

    from core.luck import FRESH_BITS

    return secrets.randbits(FRESH_BITS)
