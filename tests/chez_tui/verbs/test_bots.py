"""`chez-tui bots`: the story of a game, the same for the same seed."""

import re
import shlex
import sys
import time
from pathlib import Path

import pytest

from chez_tui import story
from chez_tui.cli import main
from chez_tui.verbs import bots
from core.catalog import load_catalog
from core.game import Game
from core.luck import parse_seed
from net.sessions.record import read_record
from tests.conftest import Cli

OWN = """\
[[role]]
name = "Night Porter"
income = [2, 3]
free_time = 2
goal = 18
text = "Nothing special."
flavor = "Nobody ever comes."
"""


def told(cli: Cli, *argv: str | Path) -> str:
    said = cli("bots", *argv)
    assert (said.status, said.err) == (0, "")
    return said.out


def again(text: str) -> list[str]:
    """The command that the last line gives."""
    words = shlex.split(text.rpartition(story.AGAIN)[2])
    assert words[:2] == ["chez-tui", "bots"]
    return words[2:]


def test_a_game_has_a_beginning_a_middle_and_an_end(cli: Cli) -> None:
    text = told(cli, "--seed", "1")
    lines = text.splitlines()
    assert lines[0].startswith("== Geek: 4 bots ==")
    assert "Ada, Bix, Cleo and Dov play at level normal" in lines
    assert sum(" starts as " in line for line in lines) == 4
    assert any(line.startswith("== Round 2 ==") for line in lines)
    assert re.search(r"^Bix, .+: -?\d+ of \d+ Slack, Income \d+, Free Time \d+$", text, re.M)
    assert re.search(r"^== \w+ wins =+$", text, re.M)
    assert re.search(r"^(\w+), .+, has (\d+) of \d+ Slack in round \d+$", text, re.M)
    assert "The last card played was " in text
    assert again(text) == ["--seed", "1"]


def test_the_final_table_begins_with_the_winner(cli: Cli) -> None:
    text = told(cli, "--seed", "3")
    won = re.search(r"^== (\w+) wins =+$", text, re.M)
    assert won is not None
    end = text[won.end() :]
    table = re.findall(r"^  (\w+) +([#-]{20}) +(-?\d+)/(\d+)  ", end, re.M)
    assert {row[0] for row in table} == {"Ada", "Bix", "Cleo", "Dov"}
    name, bar, slack, goal = table[0]
    assert name == won[1]
    assert bar == "#" * 20
    assert int(slack) >= int(goal)
    assert all(int(s) < int(g) for _, _, s, g in table[1:])


@pytest.mark.parametrize("players", range(2, 9))
def test_it_fits_eighty_columns(cli: Cli, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    text = told(cli, "--seed", players, "--players", players, "--level", "easy,normal")
    assert max(map(len, text.splitlines())) == 80
    assert "\x1b" not in text


def test_narrow_columns_are_honored(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    assert max(map(len, told(cli, "--seed", "1").splitlines())) == 50


def test_the_same_seed_tells_the_same_story(cli: Cli) -> None:
    first = told(cli, "--players", "3", "--level", "easy,normal")
    words = again(first)
    assert words[0] == "--seed"
    assert parse_seed(words[1]) < 2**40
    assert words[2:] == ["--players", "3", "--level", "easy,normal"]
    assert told(cli, *words) == first


def test_fresh_seeds_differ(cli: Cli) -> None:
    one, two = (again(told(cli, "--players", "2", "--rounds-only")) for _ in range(2))
    assert one != two


def test_only_rounds(cli: Cli) -> None:
    text = told(cli, "--seed", "1", "--rounds-only")
    whole = told(cli, "--seed", "1")
    assert set(text.splitlines()) < set(whole.splitlines())
    assert " draws " not in text
    assert "== Round 1 " in text


def test_a_recorded_game_plays_again(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "friday.game"
    text = told(cli, "--seed", "7", "--players", "3", "--record", path)
    record = read_record(path)
    game = record.game()
    for action in record.actions:
        game.apply(action)
    assert [f"== {game.names[seat]} wins " in text for seat in game.winners] == [True]
    assert not record.torn


def test_own_cards_are_played_and_recorded(cli: Cli, tmp_path: Path) -> None:
    cards = tmp_path / "my cards.toml"
    cards.write_text(OWN, encoding="utf-8")
    path = tmp_path / "own.game"
    argv: list[str | Path] = ["--seed", "2", "--players", "8", "--cards", cards, "--no-own"]
    text = told(cli, *argv, "--record", path)
    assert told(cli, *again(text)) == text
    cards.unlink()
    assert read_record(path).game().catalog.named("Night Porter")


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["--players", "1"], "2 to 8 can play, not '1'"),
        (["--players", "nine"], "2 to 8 can play, not 'nine'"),
        (["--players", "9" * 5000], "2 to 8 can play"),
        (["--level", "sly"], "there is no level 'sly'; there is easy, normal and hard"),
        (["--level", "easy,easy,easy", "--players", "2"], "3 levels are too many for 2 players"),
        (["--seed", "luck"], '"luck" is no seed'),
        (["--pace", "soon"], "a number of seconds from 0 to 60, not 'soon'"),
        (["--pace", "nan"], "a number of seconds"),
        (["--pace", "-1"], "a number of seconds"),
        (["--edition", "bleak"], "there is no edition 'bleak'"),
        (["--edition", "grunt", "--players", "6"], "Grunt is for up to 5, not 6"),
        (["--option", "weather=rain"], "unknown option 'weather'"),
    ],
)
def test_bad_wishes_get_one_sentence(cli: Cli, argv: list[str], complaint: str) -> None:
    said = cli("bots", *argv)
    assert (said.status, said.out) == (2, "")
    assert complaint in said.err
    assert said.err.count("\n") == 1


def test_a_mix_is_told_and_can_be_played_again(cli: Cli) -> None:
    argv = ("--mix", "cthulhu", "--option", "madness=off", "--players", "3", "--seed", "5")
    said = cli("bots", "--rounds-only", *argv)
    assert said.status == 0
    again = "chez-tui bots --seed 5 --players 3 --mix cthulhu --option madness=off"
    assert said.out.rstrip().endswith(again)


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
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_a_pipe_does_not_wait(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    naps = Naps()
    monkeypatch.setattr(time, "sleep", naps)
    told(cli, "--seed", "1")
    assert naps.taken == []
    told(cli, "--seed", "1", "--pace", "0.1")
    assert len(naps.taken) > 50
    assert set(naps.taken) == {0.1}


def test_a_terminal_gets_time_to_read_and_colors(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sit_at_a_terminal(monkeypatch)
    naps = Naps()
    monkeypatch.setattr(time, "sleep", naps)
    assert main(["bots", "--seed", "1"]) == 0
    colored = capsys.readouterr().out
    assert set(naps.taken) == {bots.PACE}
    assert "\x1b[" in colored
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(["bots", "--seed", "1", "--pace", "0"]) == 0
    plain = capsys.readouterr().out
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
    told = story.Story(game)
    told.opening(["easy", "normal"], "chez-tui bots")
    colored = capsys.readouterr().out
    assert "\x1b[1m" in colored
    text = re.sub(r"\x1b\[[0-9;]*m", "", colored)
    assert "[red]Ann[/] plays at level easy" in text
    assert "B[2Job plays at level normal" in text


def test_a_game_given_up(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(load_catalog(), ("Ann", "Bo"))
    story.Story(game).ending("chez-tui bots")
    text = capsys.readouterr().out
    assert "== Nobody has won by round 1 " in text
    assert "gone" in text
