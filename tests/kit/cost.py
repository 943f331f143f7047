"""What the tests cost: CPU seconds of each test and of a whole run, children included.

As a plugin it names the dearest tests and everything that was skipped, and with `--quick` leaves
the dear ones out. `python -m tests.kit.cost COMMAND...` runs commands one after the other and
ends with their CPU seconds, also counted in turns of a fixed loop that is timed in the same run,
so that machines compare.
"""

import os
import resource
import shlex
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest

DEAR: Final = Path(__file__).with_name("dear.txt")  # a line a test: CPU seconds, node id
CHEAP: Final = 0.05  # CPU seconds; what costs less is in every quick run
SHOWN: Final = 10
TURNS: Final = 3


# -- one test --------------------------------------------------------------------------------------


def cpu() -> float:
    """Return the CPU seconds of this process and of its children that have ended."""
    return sum(os.times()[:4])


class Costs:
    """The CPU seconds of each test, and what was skipped with its reason."""

    def __init__(self) -> None:
        self.tests: dict[str, float] = defaultdict(float)
        self.skipped: Counter[str] = Counter()
        self._last = cpu()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Iterator[None]:
        report: pytest.TestReport = yield  # type: ignore[misc]
        now = cpu()
        report.cpu, self._last = now - self._last, now  # type: ignore[attr-defined]
        return report  # type: ignore[return-value]

    def pytest_runtest_logstart(self) -> None:
        self._last = cpu()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.tests[report.nodeid] += getattr(report, "cpu", 0.0)
        if report.skipped and isinstance(report.longrepr, tuple):
            self.skipped[str(report.longrepr[2]).removeprefix("Skipped: ")] += 1

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        dearest = sorted(self.tests.items(), key=lambda item: -item[1])[:SHOWN]
        terminalreporter.section(f"the {len(dearest)} dearest tests, in CPU seconds")
        for nodeid, seconds in dearest:
            terminalreporter.line(f"{seconds:7.2f}  {nodeid}")
        terminalreporter.section("skipped")
        for reason, count in sorted(self.skipped.items()):
            terminalreporter.line(f"{count:7}  {reason}")
        if not self.skipped:
            terminalreporter.line("nothing")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick", action="store_true", help="the cheap tests, and one dear one a folder"
    )
    parser.addoption("--note-costs", action="store_true", help=f"write {DEAR.name} anew")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Costs(), "costs")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--quick"):
        dear = read_dear(DEAR.read_text(encoding="utf-8"))
        left_out = dear.keys() - set(samples(dear))
        gone = [item for item in items if item.nodeid in left_out]
        items[:] = [item for item in items if item.nodeid not in left_out]
        config.hook.pytest_deselected(items=gone)


def pytest_sessionfinish(session: pytest.Session) -> None:
    config = session.config
    if config.getoption("--note-costs") and not hasattr(config, "workerinput"):
        costs = config.pluginmanager.get_plugin("costs")
        assert isinstance(costs, Costs)
        rows = sorted((nodeid, s) for nodeid, s in costs.tests.items() if s >= CHEAP)
        DEAR.write_text("".join(f"{s:.2f} {nodeid}\n" for nodeid, s in rows), encoding="utf-8")


def read_dear(text: str) -> dict[str, float]:
    """Return the tests that are not cheap, and what each costs."""
    rows = (line.partition(" ") for line in text.splitlines())
    return {nodeid: float(seconds) for seconds, _, nodeid in rows}


def samples(dear: dict[str, float]) -> list[str]:
    """Return the cheapest of the dear tests of each folder, so that no family is left out."""
    folders: dict[str, str] = {}
    for nodeid in sorted(dear, key=lambda nodeid: (dear[nodeid], nodeid)):
        folders.setdefault(nodeid.partition("::")[0].rpartition("/")[0], nodeid)
    return list(folders.values())


# -- a whole run -----------------------------------------------------------------------------------


def turn() -> float:
    """Return the CPU seconds of one turn of the fixed loop."""
    began = time.process_time()
    table = [0] * 1000
    for n in range(2_000_000):
        table[n % 1000] = (table[n * 7 % 1000] + n) & 0xFFFF
    return time.process_time() - began


def spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(commands: Sequence[str]) -> int:
    """Run the commands until one fails; say what they have cost."""
    loop = min(turn() for _ in range(TURNS))
    status = 0
    for command in commands:
        status = subprocess.run(shlex.split(command), check=False).returncode
        if status:
            break
    seconds = spent()
    print(f"{seconds:.0f} CPU seconds, {seconds / loop:.0f} turns of a loop of {loop:.2f} s")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
