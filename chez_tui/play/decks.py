"""Which cards are at a table, and what bots are called there."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from chez_tui.errors import UserError

if TYPE_CHECKING:
    from pathlib import Path

    from core.catalog import Catalog

DEFAULT_EDITIONS: Final = ("geek",)
BOT_NAMES: Final = ("Ada", "Bix", "Cleo", "Dov", "Emi", "Fitz", "Gus", "Hana")


def catalog_from(
    editions: Sequence[str], own: "Sequence[Path]" = (), named: "Sequence[Path]" = ()
) -> "Catalog":
    """Return the cards of editions, of the person's own files and of those they have named."""
    from core.catalog import load_catalog
    from core.loader import CardError

    files = {path.absolute(): path for path in (*own, *named)}
    try:
        return load_catalog(editions, tuple(files.values()))
    except CardError as error:
        mine = any(str(path) == error.path for path in own)
        way_out = "; --no-own leaves your own cards out" if mine else ""
        raise UserError(f"{error}{way_out}") from None
