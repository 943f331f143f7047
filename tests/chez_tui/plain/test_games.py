"""Plain mode: whole games of every edition, and anything at all in any order."""

import random
import re
from pathlib import Path

import pytest

from chez_tui.plain import NOT_KEPT
from chez_tui.plain.commands import COMMANDS
from chez_tui.plain.lines import WIDTH, cells, harmless, wrapped
from core.catalog import EDITIONS
from net.sessions.local import INSTANT, Chair, LocalTable, TableSetup
from net.sessions.record import read_record
from net.sessions.replay import Replay
from tests.chez_tui.plain.talk import (
    BOTS,
    PAM,
    choices,
    dealt,
    sensible,
    talk,
    through_a_pipe,
)
from tests.kit.table import cards

CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\u202e]")


def test_a_script_plays_a_whole_game_through_a_pipe(tmp_path: Path) -> None:
    record = tmp_path / "piped.game"
    argv = ("solo", "--plain", "--seed", "7", "--bots", "2", "--record", str(record))
    status, lines, errors = through_a_pipe(*argv)
    assert (status, errors) == (0, "")
    game = Replay(read_record(record)).final
    won = game.names[game.winners[0]]
    over = next(line for line in lines if line.startswith("The game is over in round "))
    assert over.partition("Won by: ")[2] in (f"{won}.", "You.")
    final = lines[lines.index("Final Slack:") + 1 :]
    assert len(final) == 3
    assert final[0].startswith(f"{won}: ")
    assert sum(line.startswith("Choose") for line in lines) > 20
    assert not CONTROL.search("".join(lines))
    assert all(cells(line) <= WIDTH for line in lines)


@pytest.mark.parametrize("name", [*EDITIONS, "+".join(EDITIONS)])
def test_a_whole_game(name: str) -> None:
    said = talk(dealt(cards(tuple(name.split("+"))), seed=3), sensible)
    assert any(line.startswith("The game is over in round") for line in said.lines)
    assert not any(re.match(r"(Beside )?Somebody\b", line) for line in said.lines)
    if name == "grunt":
        told = [line for line in said.lines if not line.startswith(" ")]
        assert not any(re.search(r"\b(rooms?|roles?)\b", line) for line in told)


def test_the_same_answers_give_the_same_game() -> None:
    assert talk(dealt(), sensible).lines == talk(dealt(), sensible).lines


def test_the_last_winner_picks_a_role_with_its_numbers_in_sight() -> None:
    table = LocalTable(TableSetup(cards(), (PAM, *BOTS), winners=(0,)), INSTANT)
    said = talk(table, ["1"])
    assert "Which Job shall it be?" in said.lines
    assert "Income" in choices(said.lines)[0]
    assert any(line.startswith("Pam starts as") for line in said.lines)


# -- names -----------------------------------------------------------------------------------------


def test_names_are_harmless_and_as_they_are() -> None:
    chairs = (
        Chair("[bold]\x1b[31mZoë"),
        Chair("漢字" * 10, "easy"),
        Chair("A\u202e\x07\n1", "easy"),
    )
    said = talk(dealt(chairs=chairs), sensible)
    assert "[bold][31mZoë" in said.getvalue()  # no markup here
    assert not CONTROL.search(said.getvalue())
    assert all(cells(line) <= WIDTH for line in said.lines)


def test_no_name_looks_like_a_choice_or_a_question() -> None:
    chairs = (Chair("Zoë ☻"), Chair("1. Pass", "easy"), Chair("Choose 1", "easy"))
    said = talk(dealt(chairs=chairs), sensible, ascii=True)
    assert "- 1. Pass draws 5 cards" in said.lines
    assert not any(line.startswith(("1. Pass ", "Choose 1 draws")) for line in said.lines)
    assert said.getvalue().isascii()


# -- anything in any order -------------------------------------------------------------------------


def test_every_alias_is_a_command_of_its_own() -> None:
    words = ["", "1", "2 3", "ada", "beer", "; ;", "able", "all", "busy", "r-win-1", "Ada bot"]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("seed", range(3))
def test_random_lines_do_no_harm(seed: int) -> None:
    """Commands with fitting and unfitting words, in a game of their own luck, end in no error."""
    luck = random.Random(seed)
    words = ["", "1", "2 3", "ada", "beer", "; ;", "able", "all", "busy", "r-win-1", "Ada bot"]
    names = [command.name for command in COMMANDS if command.name not in ("quit", "leave")]
    left = iter(range(400))

    def anything(said: list[str]) -> str:
        if next(left, None) is None:
            return "quit"
        if luck.random() < 0.6:
            return sensible(said) if choices(said) else str(luck.randint(0, 9))
        return f"{luck.choice(names)} {luck.choice(words)}" if luck.random() < 0.8 else ""

    said = talk(dealt(seed=seed), anything)
    assert "over in round" in said.getvalue() or said.lines[-1] == NOT_KEPT
    assert all(cells(line) <= WIDTH for line in said.lines)


# -- lines -----------------------------------------------------------------------------------------


def test_lines_are_measured_in_columns() -> None:
    assert cells("Zoe\u0308") == 3
    assert cells("漢字") == 4
    assert wrapped("aa bb cc", 5) == ["aa bb", "  cc"]
    assert wrapped("漢字 漢字", 8) == ["漢字", "  漢字"]
    assert wrapped("x" * 90) == ["x" * 90]
    assert wrapped("") == [""]
    assert harmless("a\tb\x1b[0m\u2028c\u200b") == "a b[0m c"
