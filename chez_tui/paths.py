"""Where the user's own files live."""

import os
from pathlib import Path


def data_folder() -> Path:
    """The folder for what the user makes and keeps, as the XDG base directories say."""
    base = Path(os.environ.get("XDG_DATA_HOME", ""))
    if base.is_absolute():  # anything else is to be ignored
        return base / "chez-tui"
    try:
        home = Path.home()
    except RuntimeError:  # a user without a home has no files there either
        home = Path("/")
    return home / ".local" / "share" / "chez-tui"


def cards_folder() -> Path:
    """The folder whose card files belong to every deck."""
    return data_folder() / "cards"


def own_card_files() -> tuple[Path, ...]:
    """The user's card files, in the order of their names."""
    return tuple(sorted(cards_folder().glob("*.toml")))
