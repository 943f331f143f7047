"""What each edition is about: `themes/<edition>/page.toml`, read without loading any cards."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import themes
from core.packaged import Packaged

BASE: Final = "geek"  # the edition that all others are compared with
MIXES: Final = "mixes"  # the page about several editions at one table


class Section(NamedTuple):
    """A paragraph about a difference; `needs` names the edition it's for in a mix."""

    title: str
    text: str
    needs: str = ""


class Page(NamedTuple):
    """What an edition is about."""

    pitch: str
    art: tuple[str, ...]
    different: tuple[Section, ...]


@cache
def page_of(key: str) -> Page:
    """Return the page of an edition, or the one about mixes."""
    name = f"{key}.toml" if key == MIXES else f"{key}/page.toml"
    data: dict[str, Any] = Packaged(f"{themes.__path__[0]}/{name}").parsed()
    art = tuple(data.get("art", "").strip("\n").splitlines())
    return Page(data["pitch"], art, tuple(Section(**entry) for entry in data["different"]))


def mood_of(keys: Sequence[str]) -> str:
    """Return the edition whose colors and art a table gets: in a mix, the first one besides
    Geek."""
    return next((key for key in keys if key != BASE), BASE)
