"""Tables in bad networks keep their promises, and a node that breaks a rule is found out."""

import json
from functools import cache
from statistics import median
from typing import Any

import pytest

from net.election import Node
from tests.kit.places import SEEDS
from tests.net.sim.__main__ import main
from tests.net.sim.mutants import BREAKERS
from tests.net.sim.runs import fail_over, run

SEEDS: dict[str, Any] = json.loads((SEEDS / "election.json").read_text(encoding="utf-8"))
CHUNK = 20
REPLAY = "python -m tests.net.sim --seed"


@cache
def honest(seed: int) -> str:
    return run(seed).broken


@pytest.mark.parametrize("first", range(0, 40, CHUNK))
def test_no_action_is_lost_forked_or_doubled(first: int) -> None:
    broken = [f"{REPLAY} {seed}: {honest(seed)}" for seed in range(first, first + CHUNK)]
    assert [line for line in broken if not line.endswith(": ")] == []


@pytest.mark.parametrize("kept", SEEDS["kept"], ids=lambda kept: str(kept["seed"]))
def test_seeds_that_once_failed(kept: dict[str, Any]) -> None:
    assert run(kept["seed"], kept["trouble"]).broken == ""


@pytest.mark.parametrize("kind", BREAKERS, ids=lambda kind: kind.__name__)
def test_a_broken_rule_is_noticed(kind: type[Node]) -> None:
    seed = SEEDS["mutants"][kind.__name__]
    broken = run(seed, kind=kind).broken
    assert broken, "look for another seed: --mutants"
    assert "Error" not in broken, "it is the promise that is broken, not the program"
    assert honest(seed) == ""


def test_one_seed_is_one_run() -> None:
    assert run(1) == run(1)
    assert run(1) != run(2)._replace(seed=1)


@pytest.mark.parametrize(
    ("silent", "hand_over", "fastest", "usual", "slowest"),
    [(False, False, 0.0, 0.6, 2.5), (True, False, 1.5, 2.0, 3.5), (False, True, 0.0, 0.1, 1.0)],
    ids=["killed", "silent", "planned"],
)
def test_how_long_a_table_is_without_a_host(
    silent: bool, hand_over: bool, fastest: float, usual: float, slowest: float
) -> None:
    """In simulated seconds: a host that falls silent is given some time to speak again."""
    sizes = (2, 5) if hand_over else (3, 5, 8)
    times = [fail_over(seed, peers, silent, hand_over) for peers in sizes for seed in range(3)]
    assert fastest < median(times) < usual
    assert max(times) < slowest


def test_the_command_says_how_to_see_a_failure_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["--runs", "2"]) == 0
    assert "2 runs" in capsys.readouterr().out
    monkeypatch.setattr(
        "tests.net.sim.__main__.run", lambda seed, trouble: run(seed, trouble, kind=BREAKERS[0])
    )
    assert main(["--seed", "0"]) == 1
    assert f"{REPLAY} 0 --trouble 9" in capsys.readouterr().out
