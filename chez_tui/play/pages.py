"""What each edition is about: `themes/<edition>/page.toml`, read without loading a single card."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import themes
from core.packaged import Packaged

BASE: Final = "geek"  # the edition that all others are told apart from
MIXES: Final = "mixes"  # the page about several editions at one table


class Section(NamedTuple):
    """A paragraph about what is different; `needs` names the edition it is for in a mix."""

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
    """The page of an edition, or the one about mixes."""
    name = f"{key}.toml" if key == MIXES else f"{key}/page.toml"
    data: dict[str, Any] = Packaged(f"{themes.__path__[0]}/{name}").parsed()
    art = tuple(data.get("art", "").strip("\n").splitlines())
    return Page(data["pitch"], art, tuple(Section(**entry) for entry in data["different"]))


def mood_of(keys: Sequence[str]) -> str:
    """Whose colors and art a table has: Geek is everyday, so in a mix it is the first other one."""
    return next((key for key in keys if key != BASE), BASE)
