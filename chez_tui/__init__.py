"""The chez-tui package: a card game for the terminal. `core`, `net` and `themes` are next to it.

Those three names are common, so this makes sure that Python imports ours.
"""

import sys
from importlib import import_module
from os.path import dirname

__version__ = "0.1.0"


def _take_own(folder: str) -> None:
    sys.path.insert(0, folder)
    for name in ("core", "net", "themes"):
        try:
            found = str(import_module(name).__file__)
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
        if dirname(dirname(found)) != folder:
            sys.exit(
                f"chez-tui: {folder} has no working package {name} ({found}). "
                "Reinstall chez-tui, in an environment just for it."
            )
    sys.path.remove(folder)


_take_own(dirname(dirname(__file__)))
