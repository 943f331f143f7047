"""What no command line reaches, through the adapter: goldens, vectors, simulated networks."""

import json
import shutil
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from tests.golden import NAMES, PLAYS, Play
from tests.outside.programs import HERE, KEPT, NOW, TESTS, Chez


def test_all_packages_come_from_one_place() -> None:
    """Otherwise two versions are mixed, and nothing below says anything."""
    assert len(set(NOW.ask("versions")["folders"])) == 1


def test_cards_that_are_added_are_not_among_the_recorded_ones(
    recorded: Chez, tmp_path: Path
) -> None:
    """One card, one role and one copy more in each edition: the other programs here have none."""
    added = (KEPT / "lamp.toml").read_text(encoding="utf-8")
    shutil.copytree(recorded.paths[0], tmp_path, dirs_exist_ok=True)
    for path in tmp_path.glob("themes/*/things.toml"):
        text = path.read_text(encoding="utf-8").replace("copies = 1\n", "copies = 2\n", 1)
        path.write_text(f"{text}\n{added}", encoding="utf-8")
    grown = replace(NOW, paths=(tmp_path, *NOW.paths))
    again = grown.with_recorded_cards(tmp_path / "recorded")
    before, more, now = (chez.ask("versions")["cards"] for chez in (recorded, grown, again))
    assert before == now != more


@pytest.fixture(scope="module")
def told(recorded: Chez) -> dict[str, list[str]]:
    """Return all golden games as this version plays and tells them."""
    plays = [asdict(play) | {"names": NAMES[: play.players]} for play in PLAYS]
    games = recorded.ask("goldens", plays)
    return {play.name: game for play, game in zip(PLAYS, games, strict=True)}


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.name)
def test_a_golden_game_is_played_and_told_the_same_way(
    play: Play, told: dict[str, list[str]]
) -> None:
    """What everybody sees is left to the inside; the digest at the end is of all of it."""
    _, game = play.path.read_text(encoding="utf-8").split("\n1. ", 1)
    views = ("  *", *(f"  {letter}" for letter in f"-{''.join(name[0] for name in NAMES)}"))
    lines = [line for line in f"1. {game}".splitlines() if line and not line.startswith(views)]
    assert told[play.name] == lines


def test_vectors() -> None:
    hashing, messages, log = (
        json.loads((TESTS / "net" / "vectors" / f"{name}.json").read_text(encoding="utf-8"))
        for name in ("hashing", "messages", "log")
    )
    assert NOW.ask("hashing", hashing) == [case["digest"] for case in hashing]
    assert NOW.ask("messages", messages) == messages
    assert log | NOW.ask("log", log) == log


def test_simulated_networks_take_the_same_course() -> None:
    lines = (HERE / "traces.txt").read_text(encoding="utf-8").splitlines()
    assert NOW.ask("traces", lines) == lines
