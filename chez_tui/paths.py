"""Where the user's own files live."""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from net.sessions.history import History


def data_folder() -> "Path":
    """The folder for what the user makes and keeps, as the XDG base directories say."""
    from pathlib import Path

    return Path(_data())


def _data() -> str:
    base = os.environ.get("XDG_DATA_HOME", "")
    if os.path.isabs(base):  # anything else is to be ignored
        return os.path.join(base, "chez-tui")
    home = os.path.expanduser("~")
    if not os.path.isabs(home):  # a user without a home has no files there either
        home = "/"
    return os.path.join(home, ".local", "share", "chez-tui")


def my_history() -> "History":
    """The file in which each of the user's games leaves a line."""
    from chez_tui import __version__
    from net.sessions.history import History

    return History(data_folder() / "history.jsonl", __version__)


def cards_folder() -> "Path":
    """The folder whose card files belong to every deck."""
    return data_folder() / "cards"


def own_card_files() -> "tuple[Path, ...]":
    """The user's card files, in the order of their names."""
    if not os.path.isdir(os.path.join(_data(), "cards")):
        return ()  # as with most users: they need no `pathlib`, which takes long to import
    return tuple(sorted(cards_folder().glob("*.toml")))
