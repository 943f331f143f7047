"""What all tests share: a fixed Hypothesis profile, no files of the user's, the command line."""

import gc
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings

from chez_tui.cli import main

# The same examples in every run; HYPOTHESIS_PROFILE=explore looks for new ones.
# A busy machine is slow at making them, which is no fault of a test.
settings.register_profile(
    "steady",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


# Tests that wait for programs and clocks: one worker begins with them, and the others compute.
WAITING = (
    "tests/outside/",
    "tests/net/netns/",
    "tests/net/processes/",
    "tests/chez_tui/play/test_headless.py",
    "tests/net/table/test_games.py",
    "tests/repo/test_packaging.py",
    "tests/repo/test_pages.py",
    "tests/chez_tui/kit/terminal/test_driver.py",
    "tests/chez_tui/kit/terminal/test_network_tmux.py",
    "tests/chez_tui/kit/terminal/test_terminal.py",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", type=int, metavar="SEED", help="the tests in a random order")
    parser.addoption("--renew", action="store_true", help="write what is compared as it is now")


def pytest_configure() -> None:
    """Let tests interrupt programs, though a script that starts us with & makes all deaf to it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seed = config.getoption("--shuffle")
    if seed is not None:
        Random(seed).shuffle(items)
    else:
        items.sort(key=lambda item: not item.nodeid.startswith(WAITING))


def pytest_collection_finish() -> None:
    """What has been loaded by now stays to the end, so garbage is not looked for in it."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


class Said(NamedTuple):
    """What a run of the command line left behind."""

    status: int
    out: str
    err: str


Cli = Callable[..., Said]


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for each test, made by who needs it: to make thousands takes seconds."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def data_home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Empty folders in place of the user's own: none of their cards, games or settings join in.

    Nor does their terminal: settings come out as those of a person who sees all colors here.
    """
    folder = next(homes)
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", f"{folder}-config")
    monkeypatch.setenv("COLORTERM", "truecolor")
    for name in ("NO_COLOR", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Cli:
    """Runs the command line in this process, without a terminal."""

    def run(*argv: str | Path) -> Said:
        words: Sequence[str] = [str(word) for word in argv]
        status = main(words)
        return Said(status, *capsys.readouterr())

    return run
