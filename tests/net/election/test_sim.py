"""Tables in bad networks keep their promises, and a node that breaks a rule is found out."""

import json
from functools import cache
from statistics import median
from typing import Any

import pytest

from net.election import Node
from tests.kit.places import SEEDS
from tests.net.sim.__main__ import main
from tests.net.sim.mutants import BREAKERS, Silencer
from tests.net.sim.runs import fail_over, run
from tests.net.sim.world import Weather, World

SEEDS: dict[str, Any] = json.loads((SEEDS / "election.json").read_text(encoding="utf-8"))
CHUNK = 20
REPLAY = "python -m tests.net.sim --seed"


@pytest.mark.parametrize("first", range(0, 100, CHUNK))
def test_no_action_is_lost_forked_or_doubled(first: int) -> None:
    broken = [ran for ran in map(run, range(first, first + CHUNK)) if ran.broken]
    assert not broken, f"{REPLAY} {broken[0].seed}: {broken[0].broken}"


@pytest.mark.parametrize("kept", SEEDS["kept"], ids=lambda kept: str(kept["seed"]))
def test_seeds_that_once_failed(kept: dict[str, Any]) -> None:
    assert run(kept["seed"], kept["trouble"]).broken == ""


@pytest.mark.parametrize("kind", BREAKERS, ids=lambda kind: kind.__name__)
def test_a_broken_rule_is_noticed(kind: type[Node]) -> None:
    seed = SEEDS["mutants"][kind.__name__]
    assert run(seed, kinds=(kind,)).broken, "look for another seed: --mutants"
    assert honest(seed) == ""


@cache
def honest(seed: int) -> str:
    return run(seed).broken


def test_one_seed_is_one_run() -> None:
    assert run(1) == run(1)
    assert run(1) != run(2)._replace(seed=1)


def test_a_host_that_is_killed_is_replaced_within_a_second() -> None:
    times = [fail_over(seed, peers, silent=False) for peers in (3, 5, 8) for seed in range(5)]
    assert median(times) < 0.6
    assert max(times) < 2.5


def test_a_host_that_falls_silent_is_replaced_within_three_seconds() -> None:
    times = [fail_over(seed, peers, silent=True) for peers in (3, 5, 8) for seed in range(5)]
    assert 1.5 < median(times) < 2.0
    assert max(times) < 3.5


def test_a_planned_change_takes_a_moment() -> None:
    times = [fail_over(seed, peers, False, hand_over=True) for peers in (2, 5) for seed in range(5)]
    assert median(times) < 0.1


def test_a_host_that_keeps_actions_from_the_table_loses_it() -> None:
    world = World(3, 3, Weather(), kinds=(Silencer, Node, Node))
    for pid in world.peers:
        world.author(pid, 1.0)
    world.run(12.0)
    first, *later = (world.witness.hosts[term] for term in sorted(world.witness.hosts))
    assert first == b"p0"
    assert set(later) & {b"p1", b"p2"}
    assert {author for author, _ in world.witness.acknowledged} == set(world.voters)


def test_two_players_wait_for_each_other() -> None:
    world = World(1, 2, Weather())
    for pid in world.peers:
        world.author(pid, 0.5)
    world.run(5.0)
    world.crash(b"p1", silent=True)
    final = len(world.witness.final)
    world.run(60.0)
    assert len(world.witness.final) <= final + 1  # what was under way
    assert world.peers[b"p0"].paused == (b"p1",)
    assert world.host() is None
    world.start(b"p1")
    world.run(65.0)
    assert world.peers[b"p0"].paused is None
    assert len(world.witness.final) > final + 2


def test_the_command_says_how_to_see_a_failure_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["--runs", "2"]) == 0
    assert "2 runs" in capsys.readouterr().out
    monkeypatch.setattr(
        "tests.net.sim.__main__.run",
        lambda seed, trouble: run(seed, trouble, kinds=(BREAKERS[0],)),
    )
    assert main(["--seed", "0"]) == 1
    assert f"{REPLAY} 0 --trouble 9" in capsys.readouterr().out
