"""Random mutants of the program, each run against the tests that should kill it.

    python -m tests.kit.mutants -n 100 --seed 7            # over all three packages
    python -m tests.kit.mutants --at core/bots/plan.py:113 # every one of that line
    python -m tests.kit.mutants --baseline                 # those of tests/kit/mutants.json again

A mutant is one small change of one place: a comparison turned round, an operator or a constant
replaced, a condition forced, a statement deleted. It is made in a copy of the tree and run against
the test that killed it before, those that import its module, then the families of its package,
the cheapest first, until one fails that does not fail without it.
"""

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.kit.places import ROOT

KEPT: Final = Path(__file__).with_name("mutants.json")
EQUIVALENT: Final = Path(__file__).with_name("equivalent.toml")
LIMIT: Final = 900  # seconds for one mutant; what takes longer is stuck, and so noticed
SHARES: Final = {"core": 50, "net": 40, "chez_tui": 30}  # of 120
SURVIVED: Final = ""
GONE: Final = "gone"  # what it would change no longer stands there

# Which tests watch over a package: arguments of pytest, one run after the other, cheap ones first.
FAMILIES: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "core": (
        ("tests/core/test_scenarios.py", "tests/core/test_golden.py"),
        ("tests/core", "--quick"),
        ("tests/core",),
    ),
    "net": (
        ("tests/net", "--quick"),
        ("tests/net", "--ignore=tests/net/netns", "--ignore=tests/net/processes"),
    ),
    "chez_tui": (
        ("tests", "--quick", "--ignore=tests/core", "--ignore=tests/net"),
        ("tests", "--ignore=tests/core", "--ignore=tests/net"),
    ),
}
SWAPS: Final[dict[type[ast.AST], str]] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Mod: "+",
    ast.And: "or", ast.Or: "and",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the text from `start` to `end` (in bytes) of a file becomes `after`."""

    path: str
    line: int
    start: int
    end: int
    before: str
    after: str
    code: str = ""  # the line it stands in, as it was
    killer: str = SURVIVED

    @property
    def package(self) -> str:
        return self.path.partition("/")[0]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.before!r} -> {self.after!r}"


# -- making them -----------------------------------------------------------------------------------


class Source:
    """The text of a file, and where the nodes of its tree stand in it."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.raw = text.encode()
        self.starts = [0]
        for line in self.raw.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def begin(self, node: ast.expr | ast.stmt) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def changed(self, start: int, end: int, after: str) -> Mutant:
        line = self.raw.count(b"\n", 0, start) + 1
        before, code = self.raw[start:end].decode(), self.raw.splitlines()[line - 1].decode()
        return Mutant(self.path, line, start, end, before, after, code.strip())

    def node(self, node: ast.expr | ast.stmt, after: str) -> Mutant:
        return self.changed(self.begin(node), self.end(node), after)

    def sign(self, left: ast.expr, right: ast.expr, after: str) -> Iterator[Mutant]:
        """Yield the other sign between two operands, unless parentheses stand there too."""
        start, end = self.end(left), self.begin(right)
        if not set(self.raw[start:end]) & set(b"()#"):
            yield self.changed(start, end, f" {after} ")


def mutants(path: str, text: str) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    source = Source(path, text)
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Compare():
                operands = [node.left, *node.comparators]
                for sign, left, right in zip(node.ops, operands, operands[1:], strict=False):
                    yield from source.sign(left, right, SWAPS[type(sign)])
            case ast.BinOp() if type(node.op) in SWAPS:
                yield from source.sign(node.left, node.right, SWAPS[type(node.op)])
            case ast.BoolOp():
                for left, right in zip(node.values, node.values[1:], strict=False):
                    yield from source.sign(left, right, SWAPS[type(node.op)])
            case ast.UnaryOp(op=ast.Not()):
                yield source.node(node, f"({ast.unparse(node.operand)})")
            case ast.Constant(value=bool()):
                yield source.node(node, repr(not node.value))
            case ast.Constant(value=int()):
                yield source.node(node, repr(node.value + 1))
            case ast.If():
                yield source.node(node.test, "True")
                yield source.node(node.test, "False")
            case ast.Expr(value=ast.Constant()):
                pass  # a docstring
            case ast.Assign() | ast.AugAssign() | ast.Expr():
                yield source.node(node, "pass")


@cache
def candidates(package: str) -> tuple[Mutant, ...]:
    """Return all mutants of a package, always in the same order."""
    found: list[Mutant] = []
    for file in sorted((ROOT / package).rglob("*.py")):
        path = file.relative_to(ROOT).as_posix()
        found += mutants(path, file.read_text(encoding="utf-8"))
    return tuple(sorted(found, key=lambda m: (m.path, m.start, m.end, m.after)))


def standing_at(places: Sequence[str]) -> list[Mutant]:
    """Return all mutants of these lines, each written as path:line."""
    return [
        mutant
        for package in SHARES
        for mutant in candidates(package)
        if f"{mutant.path}:{mutant.line}" in places
    ]


def drawn(count: int, seed: int) -> list[Mutant]:
    """Draw so many mutants, from each package by its share."""
    whole = sum(SHARES.values())
    random = Random(seed)
    return [
        mutant
        for package, share in SHARES.items()
        for mutant in random.sample(candidates(package), max(1, round(count * share / whole)))
    ]


# -- killing them ----------------------------------------------------------------------------------


def killer(mutant: Mutant) -> str:
    """Return the first test that fails with the mutant, or SURVIVED."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".*", "build"))
        file = tree / mutant.path
        raw = file.read_bytes() if file.is_file() else b""
        if raw[mutant.start : mutant.end] != mutant.before.encode():
            return GONE
        file.write_bytes(raw[: mutant.start] + mutant.after.encode() + raw[mutant.end :])
        until = time.monotonic() + LIMIT
        known = "::" in mutant.killer and without_it(mutant.killer) == SURVIVED  # nor renamed since
        before = (mutant.killer,) if known else ()
        for family in (before, nearest(mutant.path), *FAMILIES[mutant.package]):
            found = _run(tree, family, until - time.monotonic())
            while "::" in found and "::" in without_it(found):
                family = (*family, "--deselect", found)
                found = _run(tree, family, until - time.monotonic())
            if found:
                return found
    return SURVIVED


@cache
def without_it(test: str) -> str:
    """Return what comes of a test without any mutant: one that fails says nothing of a mutant; one
    that is not there has values of the mutant in its name."""
    return _run(ROOT, (test,), LIMIT)


def nearest(path: str) -> tuple[str, ...]:
    """Return the tests that import a module, cheap ones only; all families follow."""
    module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    package, _, name = module.rpartition(".")
    importing = re.compile(rf"^(from {module} import|from {package} import .*\b{name}\b)", re.M)
    files = [
        file.relative_to(ROOT).as_posix()
        for file in sorted((ROOT / "tests").rglob("test_*.py"))
        if importing.search(file.read_text(encoding="utf-8"))
    ]
    return (*files, "--quick") if files else ()


def _run(tree: Path, family: Sequence[str], seconds: float) -> str:
    if not family:
        return SURVIVED
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *family]
    env = os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": ""}
    try:
        done = subprocess.run(
            command, cwd=tree, env=env, capture_output=True, text=True, timeout=max(1.0, seconds),
            check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "time"
    if done.returncode in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return SURVIVED
    failed = [
        line
        for line in done.stdout.splitlines()
        if line.startswith(("FAILED tests", "ERROR tests"))
    ]
    return failed[0].split(" - ")[0].split(" ", 1)[1] if failed else f"status {done.returncode}"


# -- telling ---------------------------------------------------------------------------------------


def equivalent() -> dict[tuple[str, str, str, str], str]:
    """Return the marked mutants, each with the reason why no test can tell it."""
    rows = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    return {(row["path"], row["code"], row["before"], row["after"]): row["why"] for row in rows}


def told(results: Sequence[Mutant]) -> str:
    """Return the table: how many died of those that can, package by package."""
    marked = equivalent()
    lines = []
    for package in (*SHARES, "all"):
        mine = [m for m in results if package in (m.package, "all")]
        there = [m for m in mine if m.killer != GONE]
        real = [m for m in there if (m.path, m.code, m.before, m.after) not in marked]
        dead = sum(m.killer != SURVIVED for m in real)
        share = f"{dead / len(real):.0%}" if real else "-"
        gone, equal = len(mine) - len(there), len(there) - len(real)
        lines.append(
            f"{package:10} {len(mine):4} drawn, {gone:3} gone, {equal:3} equivalent, "
            f"{dead:4} of {len(real):4} died: {share}"
        )
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kit.mutants", description=__doc__)
    parser.add_argument("-n", type=int, default=100, help="how many (100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at", nargs="+", metavar="PATH:LINE", help="all of these lines instead")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--baseline", action="store_true", help="the kept ones: none may live again"
    )
    parser.add_argument("--keep", action="store_true", help=f"write the results to {KEPT.name}")
    arguments = parser.parse_args()
    if arguments.baseline:
        chosen = [Mutant(**row) for row in json.loads(KEPT.read_text(encoding="utf-8"))]
    elif arguments.at:
        chosen = standing_at(arguments.at)
    else:
        chosen = drawn(arguments.n, arguments.seed)
    results: list[Mutant] = []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for mutant, found in zip(chosen, pool.map(killer, chosen), strict=True):
            print(f"{'lives ' if found == SURVIVED else 'dies  '} {mutant}  {found}", flush=True)
            results.append(Mutant(**(asdict(mutant) | {"killer": found})))
            if arguments.keep:
                rows = json.dumps([asdict(m) for m in results], indent=1)
                KEPT.write_text(f"{rows}\n", encoding="utf-8")
    print(told(results))
    reborn = [m for m, was in zip(results, chosen, strict=True) if was.killer and not m.killer]
    for mutant in reborn:
        print(f"lives again: {mutant}")
    return int(bool(reborn))


if __name__ == "__main__":
    sys.exit(main())
