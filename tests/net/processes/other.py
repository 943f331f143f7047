"""`python -m tests.net.processes.other NUMBER ...`: chez-tui with that number of the rules."""

import sys

from core import clauses

if __name__ == "__main__":
    clauses.RULES_VERSION = int(sys.argv.pop(1))  # type: ignore[misc]
    from chez_tui.cli import main

    sys.exit(main())
