"""The costs of tests are counted and told."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit import cost
from tests.kit.cost import DEAR, read_dear, samples
from tests.kit.places import ROOT

SUITE = """
import pytest
from tests.kit.places import ROOT

def test_dear():
    for n in range(3_000_000):
        pass

def test_cheap():
    pass

@pytest.mark.skip(reason="no such machine here")
def test_elsewhere():
    pass
"""


def run(folder: Path, *more: str) -> str:
    (folder / "test_it.py").write_text(SUITE)
    command = [
        sys.executable,
        *["-m", "pytest", "-q", "-p", "tests.kit.cost", "-p", "no:cacheprovider"],
    ]
    done = subprocess.run(
        [*command, "--rootdir", str(folder), "-c", str(folder / "none.ini"), str(folder), *more],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    return done.stdout


def test_a_run_names_its_dearest_tests_and_what_it_skips(tmp_path: Path) -> None:
    (tmp_path / "none.ini").write_text("[pytest]\n")
    lines = run(tmp_path).splitlines()
    at = next(n for n, line in enumerate(lines) if "dearest tests" in line)
    assert lines[at + 1].endswith("test_it.py::test_dear")
    assert float(lines[at + 1].split()[0]) > 0
    at = next(n for n, line in enumerate(lines) if line.strip("= ") == "skipped")
    assert lines[at + 1].split(maxsplit=1) == ["1", "no such machine here"]


def test_commands_are_run_until_one_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost, "turn", lambda: 0.5)
    assert cost.main(["true", "true"]) == 0
    assert cost.main(["sh -c 'exit 3'", "no-such-command"]) == 3


def test_one_dear_test_of_each_folder_is_in_a_quick_run() -> None:
    dear = read_dear("2.50 a/t.py::x\n0.30 a/u.py::y\n0.10 b/t.py::z[1 2]\n")
    assert dear == {"a/t.py::x": 2.5, "a/u.py::y": 0.3, "b/t.py::z[1 2]": 0.1}
    assert samples(dear) == ["b/t.py::z[1 2]", "a/u.py::y"]


def test_the_kept_costs_can_be_read() -> None:
    dear = read_dear(DEAR.read_text(encoding="utf-8"))
    assert dear
    assert min(dear.values()) > 0
