"""`chez-tui cards`: the catalogue, and the check of card files of one's own."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chez_tui.cli import main
from core.vocabulary import CATEGORIES
from tests.conftest import Cli

LAMP = """\
[[card]]
name = "Lava Lamp"
kind = "thing"
categories = ["Electronics"]
cost = 2
slack = 2
text = "Sleep is worth 1 more in your room."
flavor = "It moves if you wait."
effects = [{ verb = "bonus", what = ["Sleep"], amount = 1 }]

[[role]]
name = "Night Porter"
income = [2, 3]
free_time = 2
goal = 18
text = "Nothing special."
flavor = "Nobody ever comes."
"""
BROKEN = LAMP.replace("cost = 2", "cost = -2").replace("goal = 18", "goal = 200")
COUNTS = {
    "geek": (17, 202),
    "greek": (10, 100),
    "goth": (8, 100),
    "grunt": (10, 100),
    "cthulhu": (9, 101),
}


@pytest.fixture
def lamp(tmp_path: Path) -> Path:
    path = tmp_path / "lamp.toml"
    path.write_text(LAMP, encoding="utf-8")
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.toml"
    path.write_text(BROKEN, encoding="utf-8")
    return path


def listed(cli: Cli, *argv: str | Path) -> list[dict[str, Any]]:
    said = cli("cards", "--json", *argv)
    assert (said.status, said.err) == (0, "")
    cards = json.loads(said.out)
    assert isinstance(cards, list)
    return cards


def names(cli: Cli, *argv: str | Path) -> set[str]:
    return {card["name"] for card in listed(cli, *argv)}


def is_span(value: object) -> bool:
    if isinstance(value, list):
        return len(value) == 2 and value[0] < value[1]
    return isinstance(value, int)


# -- the catalogue ---------------------------------------------------------------------------------


def test_json_has_every_printed_card_with_all_fields(cli: Cli) -> None:
    cards = listed(cli)
    for edition, (roles, life) in COUNTS.items():
        printed = [card for card in cards if card["edition"] == edition]
        assert sum(card["copies"] for card in printed if card["kind"] == "role") == roles
        assert sum(card["copies"] for card in printed if card["kind"] != "role") == life
    assert len({card["id"] for card in cards}) == len(cards)
    for card in cards:
        assert card["edition"] in COUNTS
        assert bool(card["german"]) == (card["edition"] == "cthulhu")
        assert card["kind"] in {"role", "person", "thing", "activity", "whenever"}
        assert set(card["categories"]) <= set(CATEGORIES)
        assert isinstance(card["cost"], int)
        assert isinstance(card["slack"], int) or card["slack"].startswith("die")
        assert card["name"]
        assert card["text"]
        assert card["flavor"]
        if card["kind"] == "role":
            assert is_span(card["income"])
            assert is_span(card["free_time"])
            assert card["goal"] > 0


def test_rolled_slack_and_incomes_are_told_as_printed(cli: Cli) -> None:
    (nookie,) = listed(cli, "Nookie at Jimmy's")
    assert nookie["slack"] == "die-1"
    drummer = next(card for card in listed(cli, "--type", "role") if card["name"] == "Drummer")
    assert (drummer["income"], drummer["free_time"]) == (1, [2, 3])


def test_search_finds_names_texts_and_categories(cli: Cli) -> None:
    assert "White Russian" in names(cli, "wHiTe RUS")
    assert "Hang Out at Café" in names(cli, "hang", "out", "at", "cafe")
    assert {"Ultra-Slims", "Menthol Cloves", "Bum"} <= names(cli, "cigarettes")


def test_filters_narrow_together(cli: Cli) -> None:
    assert {card["kind"] for card in listed(cli, "--type", "Person")} == {"person"}
    assert {"Pizza", "Hash Brownies"} <= names(cli, "--category", "food")
    weed = ("--category", "Weed", "--type", "thing", "--edition", "geek", "brownies")
    assert names(cli, *weed) == {"Hash Brownies"}
    assert "Choad Warrior" in names(cli, "--category", "uninvited")
    assert "TV Queen" in names(cli, "--category", "invited")
    for edition in ("geek", "goth", "geek+goth", "Grunt, Cthulhu"):
        wanted = set(edition.casefold().replace(",", "+").replace(" ", "").split("+"))
        assert {card["edition"] for card in listed(cli, "--edition", edition)} == wanted
    assert {card["edition"] for card in listed(cli)} == set(COUNTS)


def test_search_finds_german_names_with_and_without_umlauts(cli: Cli) -> None:
    for word in ("Totengräber", "totengraber", "TOTENGRAEBER"):
        (card,) = listed(cli, word)
        assert (card["name"], card["german"]) == ("Gravedigger", "Totengräber")
        line = cli("cards", word).out
        assert line.startswith("Gravedigger (Cthulhu, Totengräber): Role, Income 2/4")
    assert cli("cards", "--edition", "geek", "Totengräber").status == 1


def test_a_pipe_gets_a_line_for_each_card(cli: Cli) -> None:
    said = cli("cards")
    lines = said.out.splitlines()
    assert len(lines) == len(listed(cli))
    assert "\x1b" not in said.out
    assert any(line.startswith("Pizza (Geek): Thing (Food), cost 2, Slack 2. ") for line in lines)
    alone = cli("cards", "--edition", "geek").out.splitlines()
    assert any(line.startswith("Pizza: Thing (Food), cost 2, Slack 2. ") for line in alone)
    assert any(
        line.startswith("Drummer (Geek): Role, Income 1, Free Time 2/3, Goal ")
        for line in cli("cards", "--type", "role").out.splitlines()
    )
    sleep = next(line for line in lines if line.startswith("Sleep (Geek): "))
    assert ", 9 copies. " in sleep


@pytest.mark.parametrize("columns", [50, 80, 120])
def test_a_terminal_gets_tables_that_fit(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "dumb")
    said = cli("cards")
    assert said.status == 0
    assert max(map(len, said.out.splitlines())) <= columns
    for word in ("◆ Roles", "☻ People", "■ Things", "▲ Activities", "⚡ Whenevers", "Bum"):
        assert word in said.out


def test_nothing_found_is_a_sentence_and_a_failure(cli: Cli) -> None:
    said = cli("cards", "zzyzx")
    assert (said.status, said.out) == (1, "")
    assert said.err.startswith("chez-tui: there is no such card")
    assert json.loads(cli("cards", "zzyzx", "--json").out) == []


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--type", "spaceship"], "invalid choice: 'spaceship'"),
        (["--category", "Spaceships"], "there is no category 'Spaceships'; there is"),
        (["--edition", "gook"], "there is no edition 'gook'; there is geek"),
        (["--edition", "geek + geek"], "names an edition twice"),
        (["--edition", ""], "there is no edition ''"),
    ],
)
def test_what_does_not_exist_is_refused(cli: Cli, argv: list[str], sentence: str) -> None:
    said = cli("cards", *argv)
    assert (said.status, said.out) == (2, "")
    assert sentence in said.err
    assert said.err.count("\n") == 1


# -- cards of one's own ----------------------------------------------------------------------------


def test_a_card_file_joins_the_deck(cli: Cli, lamp: Path) -> None:
    (card,) = listed(cli, "lava lamp", "--cards", lamp)
    assert card == {
        "id": "own/lava-lamp",
        "name": "Lava Lamp",
        "edition": "own",
        "kind": "thing",
        "categories": ["Electronics"],
        "copies": 1,
        "cost": 2,
        "slack": 2,
        "text": "Sleep is worth 1 more in your room.",
        "flavor": "It moves if you wait.",
        "guest": False,
        "german": "",
    }
    assert names(cli, "--cards", lamp) - names(cli) == {"Lava Lamp", "Night Porter"}


def test_files_in_the_users_folder_join_by_themselves(
    cli: Cli, lamp: Path, data_home: Path
) -> None:
    folder = data_home / "chez-tui" / "cards"
    folder.mkdir(parents=True)
    mine = lamp.rename(folder / "mine.toml")
    assert names(cli, "lava") == {"Lava Lamp"}
    assert "Lava Lamp" not in names(cli, "--no-own")
    assert names(cli, "lava", "--cards", mine) == {"Lava Lamp"}


def test_a_broken_file_is_named_with_line_and_way_out(
    cli: Cli, broken: Path, data_home: Path
) -> None:
    said = cli("cards", "--cards", broken)
    assert (said.status, said.out) == (1, "")
    assert said.err.startswith(f"chez-tui: {broken}:5: cost must be a number from 0 to 30")
    assert "--no-own" not in said.err

    folder = data_home / "chez-tui" / "cards"
    folder.mkdir(parents=True)
    mine = broken.rename(folder / "mine.toml")
    said = cli("cards")
    assert said.status == 1
    assert said.err.startswith(f"chez-tui: {mine}:5: ")
    assert "--no-own" in said.err
    assert cli("cards", "--no-own").status == 0


def test_a_missing_file_is_a_sentence(cli: Cli, tmp_path: Path) -> None:
    for argv in (("--cards", tmp_path / "none.toml"), ("--validate", tmp_path / "none.toml")):
        said = cli("cards", *argv)
        assert said.status == 1
        assert "none.toml:1: can't be read: No such file or directory" in said.out + said.err


def test_validate_says_fine(cli: Cli, lamp: Path) -> None:
    assert cli("cards", "--validate", lamp) == (0, "1 card, 1 role: fine\n", "")


def test_validate_says_everything_that_is_wrong_and_where(
    cli: Cli, broken: Path, lamp: Path
) -> None:
    said = cli("cards", "--validate", broken, lamp)
    assert (said.status, said.err) == (1, "")
    cost, goal, fine = said.out.splitlines()
    assert cost.startswith(f"{broken}:5: cost must be a number from 0 to 30")
    assert goal.startswith(f"{broken}:15: goal must be a number from 5 to 99")
    assert fine == "1 card, 1 role: fine"


@given(
    junk=st.one_of(
        st.binary(max_size=200),
        st.tuples(
            st.integers(0, len(LAMP)),
            st.integers(0, 30),
            st.text(st.sampled_from("[]{}=\"',.-+# \n0189abc\\é\x00"), max_size=6),
        ).map(lambda cut: (LAMP[: cut[0]] + cut[2] + LAMP[cut[0] + cut[1] :]).encode()),
    )
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
def test_validate_never_crashes(
    junk: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "junk.toml"
    path.write_bytes(junk)
    status = main(["cards", "--validate", str(path)])
    out, err = capsys.readouterr()
    assert (err, "fine" in out) == ("", status == 0)
