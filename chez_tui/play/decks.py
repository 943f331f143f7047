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


def add_deck_arguments(parser: ArgumentParser, default: str = "geek") -> None:
    """The options that `catalog_from` reads."""
    add_edition_arguments(parser, default)
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


def add_edition_arguments(parser: ArgumentParser, default: str = "geek") -> None:
    """The options that `editions_asked` reads."""
    parser.add_argument(
        "--edition",
        metavar="E",
        help="geek, greek, goth, grunt, cthulhu, or a mix such as geek+cthulhu "
        f"(default: {default})",
    )
    parser.add_argument(
        "--mix", metavar="E", help="editions to mix with that one, with commas between them"
    )


def editions_asked(args: Namespace, default: str = DEFAULT_EDITIONS[0]) -> tuple[str, ...]:
    """The editions that --edition and --mix ask for; a verb may lack either."""
    text: str | None = getattr(args, "edition", None)
    mix: str | None = getattr(args, "mix", None)
    if mix is None:
        return editions_from(default if text is None else text)
    return editions_from(f"{DEFAULT_EDITIONS[0] if text is None else text}+{mix}")


def editions_from(text: str) -> tuple[str, ...]:
    """The editions named like `geek` or `geek + goth`."""
    from core.catalog import EDITIONS

    keys = tuple(part.strip().casefold() for part in re.split("[+,]", text))
    for key in keys:
        if key not in EDITIONS:
            raise UserError(f"there is no edition {key!r}; there is {', '.join(EDITIONS)}", 2)
    if len(set(keys)) != len(keys):
        raise UserError(f"{text} names an edition twice", 2)
    return keys


def catalog_from(args: Namespace, default: str = DEFAULT_EDITIONS[0]) -> "Catalog":
    """The catalog that the options of `add_deck_arguments` ask for.

    A verb that lacks one of the options gets its default: Geek, with the user's own cards.
    """
    editions = editions_asked(args, default)
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
