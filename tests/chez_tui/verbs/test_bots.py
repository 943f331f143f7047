"""`chez-tui bots`: the story of a game, the same for the same seed."""

import re
import shlex
import sys
import time
from pathlib import Path

import pytest

from chez_tui.plain import story
from chez_tui.verbs import bots
from chez_tui.verbs.flags import story_painter
from chez_tui.world import World
from core.catalog import load_catalog
from core.game import Game
from core.luck import parse_seed
from net.sessions.record import read_record
from tests.conftest import Cli


def told(cli: Cli, *argv: str | Path) -> str:
    said = cli("bots", *argv)
    assert (said.status, said.err) == (0, "")
    return said.out


def again(text: str) -> list[str]:
    """The command that the last line gives."""
    words = shlex.split(text.rpartition(story.AGAIN)[2])
    assert words[:2] == ["chez-tui", "bots"]
    return words[2:]


def test_the_same_seed_tells_the_same_story(cli: Cli) -> None:
    first = told(cli, "--players", "3", "--level", "easy,normal")
    words = again(first)
    assert words[0] == "--seed"
    assert parse_seed(words[1]) < 2**40
    assert words[2:] == ["--players", "3", "--level", "easy,normal"]
    assert told(cli, *words) == first
    assert again(told(cli, "--players", "2")) != again(told(cli, "--players", "2"))


def test_a_record_says_the_seed(cli: Cli, tmp_path: Path) -> None:
    words = again(told(cli, "--players", "2", "--record", tmp_path / "bots.game"))
    assert read_record(tmp_path / "bots.game").header.about["seed"] == words[1]


# -- pace, colors, leaving -----------------------------------------------------------------------


class Naps:
    """Stands in for `time.sleep`, and rings after so many naps."""

    def __init__(self, patience: int = 10**9) -> None:
        self.taken: list[float] = []
        self.patience = patience

    def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)
        if len(self.taken) >= self.patience:
            raise KeyboardInterrupt


def sit_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets standard output pass for a terminal with colors."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "50")  # less than the last line has
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_a_terminal_gets_time_to_read_and_colors(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    naps = Naps()
    monkeypatch.setattr(time, "sleep", naps)
    game = ("--seed", "1", "--players", "2")
    told(cli, *game)
    assert naps.taken == []  # a pipe does not wait
    sit_at_a_terminal(monkeypatch)
    colored = told(cli, *game)
    assert set(naps.taken) == {bots.PACE}
    assert "\x1b[" in colored
    monkeypatch.setenv("NO_COLOR", "1")
    naps.taken.clear()
    plain = told(cli, *game, "--pace", "0.1")
    assert len(naps.taken) > 50
    assert set(naps.taken) == {0.1}
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain


def test_ctrl_c_leaves_politely(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(time, "sleep", Naps(30))
    path = tmp_path / "half.game"
    said = cli("bots", "--seed", "1", "--pace", "1", "--record", path)
    assert (said.status, said.err) == (130, "")
    assert re.match(r"Left in round \d. .+: chez-tui bots --seed 1$", said.out.splitlines()[-1])
    assert read_record(path).actions


def test_names_of_players_are_no_markup(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sit_at_a_terminal(monkeypatch)
    game = Game(load_catalog(), ("[red]Ann[/]", "B\x1b[2Job"))
    world = World.of_process()
    told = story.Story(game, world, story_painter(game, world))
    told.opening(["easy", "normal"], "chez-tui bots")
    colored = capsys.readouterr().out
    assert "\x1b[1m" in colored
    text = re.sub(r"\x1b\[[0-9;]*m", "", colored)
    assert "Easy: [red]Ann[/]" in text
    assert "Normal: B[2Job" in text
