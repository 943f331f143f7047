"""A card game for the terminal, and `core`, `net` and `themes`, which lie beside it.

Those are common names. Wherever Python would look first, it takes the ones that belong to us.
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
                f"chez-tui: {folder} has no sound package {name} ({found}); install chez-tui anew, "
                "into an environment of its own"
            )
    sys.path.remove(folder)


_take_own(dirname(dirname(__file__)))
