"""Which cards are at the table: editions, the user's own files, and those of the command line."""

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from chez_tui.errors import UserError
from chez_tui.paths import own_card_files

if TYPE_CHECKING:
    from pathlib import Path

    from core.catalog import Catalog

DEFAULT_EDITIONS = ("geek",)


def a_path(text: str) -> "Path":
    """A file or folder named on the command line; few commands name one, so `pathlib` can wait."""
    from pathlib import Path

    return Path(text)


def add_deck_arguments(parser: ArgumentParser) -> None:
    """The options that `catalog_from` reads."""
    parser.add_argument(
        "--edition", metavar="E", help="which edition; several are joined with + (default: geek)"
    )
    parser.add_argument(
        "--cards",
        metavar="FILE",
        type=a_path,
        action="append",
        default=[],
        help="add the cards of this file; may be given several times",
    )
    parser.add_argument(
        "--no-own", action="store_true", help="leave out the card files in your own folder"
    )


def editions_from(text: str | None) -> tuple[str, ...]:
    """The editions named like `geek` or `geek + goth`."""
    if text is None:
        return DEFAULT_EDITIONS
    from core.catalog import EDITIONS

    keys = tuple(part.strip().casefold() for part in re.split("[+,]", text))
    for key in keys:
        if key not in EDITIONS:
            raise UserError(f"there is no edition {key!r}; there is {', '.join(EDITIONS)}", 2)
    if len(set(keys)) != len(keys):
        raise UserError(f"--edition {text} names an edition twice", 2)
    return keys


def catalog_from(args: Namespace) -> "Catalog":
    """The catalog that the options of `add_deck_arguments` ask for.

    A verb that lacks one of the options gets its default: Geek, with the user's own cards.
    """
    editions = editions_from(getattr(args, "edition", None))
    named: Sequence[Path] = getattr(args, "cards", None) or ()
    own = () if getattr(args, "no_own", False) else own_card_files()
    files = {path.absolute(): path for path in (*own, *named)}

    from core.catalog import load_catalog
    from core.loader import CardError

    try:
        return load_catalog(editions, tuple(files.values()))
    except CardError as error:
        mine = any(str(path) == error.path for path in own)
        way_out = "; --no-own leaves your own cards out" if mine else ""
        raise UserError(f"{error}{way_out}") from None
