"""Line mode: whole games through a pipe and by chance, and what they look like."""

import random
import re
from pathlib import Path

import pytest

from chez_tui.plain import NOT_KEPT
from chez_tui.plain.commands import COMMANDS
from chez_tui.plain.lines import WIDTH, cells, harmless, wrapped
from core.catalog import Catalog, load_catalog
from net.sessions.local import Chair
from net.sessions.record import read_record
from tests.chez_tui.plain.talk import (
    BIX,
    PAM,
    Answer,
    choices,
    dealt,
    sensible,
    talk,
    through_a_pipe,
)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


# -- whole games -----------------------------------------------------------------------------------


def test_a_script_plays_a_whole_game_through_a_pipe(tmp_path: Path) -> None:
    record = tmp_path / "piped.game"
    status, lines, errors = through_a_pipe(
        "solo",
        "--plain",
        "--seed",
        "7",
        "--bots",
        "2",
        "--pace",
        "instant",
        "--record",
        str(record),
    )
    assert (status, errors) == (0, "")
    over = next(line for line in lines if line.startswith("The game is over in round "))
    winner = over.partition("Won by: ")[2].rstrip(".")
    game = read_record(record).game()
    for action in read_record(record).actions:
        game.apply(action)
    won = game.names[game.winners[0]]
    assert winner in (won, "You")
    final = lines[lines.index("Final Slack:") + 1 :]
    assert len(final) == 3
    assert final[0].startswith(f"{won}: ")
    assert sum(line.startswith("Choose") for line in lines) > 20
    text = "\n".join(lines)
    assert "\x1b" not in text
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", text)
    assert all(cells(line) <= WIDTH for line in lines)


@pytest.mark.parametrize("seed", range(5))
def test_every_game_comes_to_its_end(catalog: Catalog, seed: int) -> None:
    said = talk(dealt(catalog, (PAM, Chair("Ada", "normal"), BIX), seed), sensible)
    assert any(line.startswith("The game is over in round") for line in said.lines)


def test_the_same_answers_give_the_same_game(catalog: Catalog) -> None:
    assert talk(dealt(catalog), sensible).lines == talk(dealt(catalog), sensible).lines


def test_ascii_means_ascii(catalog: Catalog) -> None:
    table = dealt(catalog, (Chair("Zoë ☻"), Chair("Łódź 漢字", "easy")))
    said = talk(table, sensible, ascii=True)
    assert said.getvalue().isascii()


def test_without_ascii_names_are_as_they_are(catalog: Catalog) -> None:
    said = talk(dealt(catalog, (Chair("Zoë"), Chair("漢字" * 10, "easy"))), sensible)
    assert "Zoë" in said.getvalue()
    assert all(cells(line) <= WIDTH for line in said.lines)


def test_no_name_looks_like_a_choice_or_a_question(catalog: Catalog) -> None:
    table = dealt(catalog, (PAM, Chair("1. Pass", "easy"), Chair("Choose 1", "easy")))
    said = talk(table, sensible)
    assert "- 1. Pass draws 5 cards" in said.lines
    assert not any(line.startswith(("1. Pass ", "Choose 1 draws")) for line in said.lines)


def test_names_are_harmless(catalog: Catalog) -> None:
    table = dealt(catalog, (Chair("[bold]\x1b[31mPam"), Chair("A\u202eda\x07\n1. Pass", "easy")))
    said = talk(table, sensible)
    text = said.getvalue()
    assert "[bold][31mPam" in text  # what other screens take for markup is a name like any other
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202e]", text)


# -- anything in any order -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_random_lines_do_no_harm(catalog: Catalog, seed: int) -> None:
    """Commands with fitting and unfitting words, in a game of their own luck, end in no error."""
    luck = random.Random(seed)
    words = [
        "",
        "1",
        "2 3",
        "ada",
        "beer",
        "; ;",
        "able",
        "always",
        "all",
        "busy",
        "r-win-1",
        "[b]",
    ]
    names = [command.name for command in COMMANDS if command.name not in ("quit", "leave")]

    def anything(said: list[str]) -> Answer:
        if luck.random() < 0.6:
            return sensible(said) if choices(said) else str(luck.randint(0, 9))
        return f"{luck.choice(names)} {luck.choice(words)}" if luck.random() < 0.8 else ""

    asked = 0

    def until_enough(said: list[str]) -> Answer:
        nonlocal asked
        asked += 1
        return anything(said) if asked < 400 else "quit"

    said = talk(dealt(catalog, (PAM, Chair("Ada", "normal"), BIX), seed), until_enough)
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
