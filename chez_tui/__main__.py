"""`python -m chez_tui` is `chez-tui`."""

import sys

from chez_tui.cli import main

if __name__ == "__main__":
    sys.exit(main())
