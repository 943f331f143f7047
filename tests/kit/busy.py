"""`python -m tests.kit.busy COMMAND`: runs a command beside ten busy loops for each core."""

import os
import shlex
import subprocess
import sys
from contextlib import ExitStack
from typing import Final

LOOPS: Final = 10  # for each core


def main(command: str) -> int:
    with ExitStack() as stack:
        for _ in range(LOOPS * (os.cpu_count() or 1)):
            loop = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            stack.callback(loop.wait)
            stack.callback(loop.kill)
        return subprocess.run(shlex.split(command), check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
