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


def add_record_argument(parser: ArgumentParser, what: str) -> None:
    """Where the game goes, other than to the folder of games."""
    parser.add_argument(
        "--record", metavar="FILE", type=read_new_path, help=f"{what}; never overwrites a file"
    )


def read_new_path(text: str) -> "Path":
    """A file that isn't there yet, in a folder that is."""
    import os
    from pathlib import Path

    path = Path(text).absolute()
    if os.path.lexists(path):  # even a link that leads nowhere
        raise ArgumentTypeError(f"{text} already exists; name a new file")
    if not path.parent.is_dir():
        raise ArgumentTypeError(f"there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise ArgumentTypeError(f"nothing can be written in {path.parent}")
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
