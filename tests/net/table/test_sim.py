"""Whole games in bad networks: nothing is lost, forked or doubled, and every game goes on."""

import json
from typing import Any

import pytest

from net.election import Node, tally
from net.peer.peer import PeerGame
from tests.kit.places import SEEDS
from tests.net.tablesim.__main__ import main
from tests.net.tablesim.runs import run
from tests.net.tablesim.short import run_many, run_short
from tests.net.tablesim.table import SimTable

SEEDS: dict[str, Any] = json.loads((SEEDS / "table.json").read_text(encoding="utf-8"))
MANY = 100  # short games in one test
REPLAY = "python -m tests.net.tablesim --seed"


@pytest.mark.parametrize("first", range(0, 500, MANY))
def test_short_games_keep_every_promise_and_come_to_their_end(first: int) -> None:
    broken = [ran for ran in run_many(range(first, first + MANY)) if ran.broken]
    assert not broken, f"{REPLAY} {broken[0].seed} --short: {broken[0].broken}"


def test_tables_in_trouble_keep_every_promise_and_go_on() -> None:
    broken = [ran for ran in map(run, range(20)) if ran.broken]
    assert not broken, f"{REPLAY} {broken[0].seed}: {broken[0].broken}"


@pytest.mark.parametrize(
    ("seed", "how"), [(1004, "whole"), (2000, "real"), (2001, "real"), (2002, "real")]
)
def test_whole_games_come_to_their_end_and_real_signatures_hold(seed: int, how: str) -> None:
    ran = run(seed, whole=how == "whole", real=how == "real")
    assert not ran.broken, f"{REPLAY} {seed} --{how}: {ran.broken}"


@pytest.mark.parametrize("kept", SEEDS["kept"], ids=lambda kept: str(kept["seed"]))
def test_seeds_that_once_failed(kept: dict[str, Any]) -> None:
    assert run(kept["seed"], kept["trouble"], kept["whole"]).broken == ""


def test_seeds_of_short_games_that_once_failed() -> None:
    seeds = [kept["seed"] for kept in SEEDS["short"]]
    assert [ran.broken for ran in run_many(seeds)] == [""] * len(seeds)


def test_one_seed_is_one_run() -> None:
    assert run(3) == run(3)
    assert run(3) != run(4)._replace(seed=3)
    assert run_short(3) == run_short(3)
    assert run_short(3) != run_short(4)._replace(seed=3)


def test_the_command_says_how_to_see_a_failure_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["--runs", "1"]) == 0
    assert "1 games" in capsys.readouterr().out
    monkeypatch.setattr(SimTable, "expect_order", lambda table, lost: 1 / 0)
    assert main(["--seed", "1", "--trouble", "1"]) == 1
    assert f"{REPLAY} 1 --trouble 1" in capsys.readouterr().out
    monkeypatch.setattr(SimTable, "disorder", lambda table, lost: 1 / 0)
    assert main(["--seed", "1", "--short"]) == 1
    assert f"{REPLAY} 1 --short" in capsys.readouterr().out


# -- programs that forget a rule are found out -----------------------------------------------------


@pytest.mark.parametrize(
    ("forgotten", "seeds"),
    [(["_show"], range(3)), (["_vote_on_absentees", "_watch_host"], range(40))],
    ids=["links", "seats"],
)
def test_who_never_shows_links_or_asks_for_a_seat_back_is_noticed(
    monkeypatch: pytest.MonkeyPatch, forgotten: list[str], seeds: range
) -> None:
    for name in forgotten:
        monkeypatch.setattr(PeerGame, name, lambda self, now: None)
    found = next((ran.broken for ran in map(run, seeds) if ran.broken), "")
    assert "go on" in found or "stuck" in found


def hasty(rolls: object, held: dict[bytes, int]) -> tuple[int, int]:
    """What one holds counts as held by enough."""
    return (max(held.values()), max(held.values()))


@pytest.mark.parametrize(
    ("where", "name", "what"),
    [(tally, "agreed", hasty), (Node, "_reaches", lambda self, last: True)],
)
def test_short_games_find_a_rule_that_is_broken(
    monkeypatch: pytest.MonkeyPatch, where: object, name: str, what: object
) -> None:
    monkeypatch.setattr(where, name, what)
    found = next((ran.broken for ran in run_many(range(400)) if ran.broken), "")
    assert found
    assert "Error" not in found, found  # it is the promise that is broken, not the program
