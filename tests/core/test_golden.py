"""Golden playthroughs: the same luck gives the same game, told and seen in the same way."""

from difflib import unified_diff
from itertools import islice

import pytest

from tests.golden import FOLDER, PLAYS, Play
from tests.golden.render import render

SHOWN = 60  # lines of a difference; the rest follows from them


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.name)
def test_playthrough(play: Play, request: pytest.FixtureRequest) -> None:
    now = render(play)
    if request.config.getoption("--renew"):
        play.path.write_text(now, encoding="utf-8", newline="\n")
    golden = play.path.read_text(encoding="utf-8")
    if now != golden:
        lines = (golden.splitlines(), now.splitlines())
        diff = unified_diff(*lines, f"golden/{play.path.name}", "now", lineterm="")
        shown = "\n".join(islice(diff, SHOWN))
        said = f"{play.path.name} is played differently now; if that is right, make golden"
        pytest.fail(f"{said}\n{shown}", pytrace=False)


def test_every_file_has_its_playthrough() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {play.path.name for play in PLAYS}


def test_a_playthrough_can_be_read_in_one_sitting() -> None:
    assert sum(play.path.stat().st_size for play in PLAYS) < 600_000
