"""Every clause is shown by a scenario, and whatever cites a clause cites one that exists."""

import re
from pathlib import Path

import pytest

from core.clauses import clauses, spoken
from tests.kit.places import ROOT

SCENARIOS = sorted((ROOT / "tests" / "scenarios").rglob("*.chez"))
FAMILY = r"(?:R-[A-Z]+|EVICT|GEEK|GREEK|GOTH|GRUNT|CTH|RUL|COMBO-[A-Z]+)"
CITATION = re.compile(rf"\b(?<!-){FAMILY}-[0-9]+\b|\bCOMBO-ANY\b")

# What happens before the first turn, or needs a table that the notation can't lay out.
SHOWN_IN_PYTHON = {
    "R-SETUP-2": "a scenario begins after the deal",
    "R-SETUP-4": "a scenario begins after the roles are dealt",
    "R-SETUP-5": "a scenario knows the editions' cards only",
    "RUL-15": "a scenario always has cards left to draw",
}
PYTHON_TESTS = ROOT / "tests" / "core" / "test_setup_clauses.py"


def cited(scenario: Path) -> list[str]:
    lines = re.findall(r"(?m)^rules:(.*?)(?:#.*)?$", scenario.read_text(encoding="utf-8"))
    return [entry.strip() for line in lines for entry in line.split(";")]


def test_every_clause_has_a_scenario_or_a_reason_why_there_is_none() -> None:
    shown = {clause for scenario in SCENARIOS for clause in cited(scenario)}
    assert set(clauses()) - shown == set(SHOWN_IN_PYTHON)


@pytest.mark.parametrize("clause", SHOWN_IN_PYTHON)
def test_clause_without_a_scenario_has_a_test(clause: str) -> None:
    assert f'"""{clause}' in PYTHON_TESTS.read_text(encoding="utf-8")


# Those in `strangers` were written without our list of clauses, some oddly on purpose.
OURS = [path for path in SCENARIOS if path.parent.name != "strangers"]


@pytest.mark.parametrize("scenario", OURS, ids=lambda path: path.stem)
def test_scenario_cites_clauses_that_exist(scenario: Path) -> None:
    assert cited(scenario)
    assert set(cited(scenario)) <= set(clauses())
    text = scenario.read_text(encoding="utf-8")
    assert set(CITATION.findall(text)) <= set(clauses())
    assert re.search(r"(?m)^title: \S", text)
    assert re.search(r"(?m)^(expect|refuse) ", text)


EXAMPLES = {"geek": 14, "greek": 10, "goth": 9, "grunt": 10, "cth": 10}
FOLDERS = {"cth": "cthulhu"}


def test_every_worked_example_is_a_scenario() -> None:
    there = {(path.parent.name, path.stem) for path in SCENARIOS}
    assert there >= {
        (FOLDERS.get(family, family), f"ex-{family}-{number}")
        for family, many in EXAMPLES.items()
        for number in range(1, many + 1)
    }


def test_every_family_is_there() -> None:
    families = {clause.rpartition("-")[0] for clause in clauses()}
    editions = {"GEEK", "GREEK", "GOTH", "GRUNT", "CTH"}
    mixes = {"COMBO", "COMBO-GREEK", "COMBO-GOTH", "COMBO-GRUNT", "COMBO-CTH"}
    assert {*editions, *mixes, "RUL", "R-WIN"} <= families


def test_a_clause_is_said_in_the_words_of_the_table() -> None:
    words = {"role": "MOS", "roles": "MOSs", "room": "quarters", "rooms": "quarters"}
    words["player"] = "soldier"
    said = spoken("Players draw a role into the room; Roles stay.", words)
    assert said == "Players draw an MOS into the quarters; MOSs stay."
    said = spoken("A room is for a player. A role has no plan.", words)
    assert said == "Quarters is for a soldier. An MOS has no plan."
    said = spoken("A role and a room.", {"role": "Job"})
    assert said == "A Job and a room."


@pytest.mark.parametrize("folder", ["chez_tui", "core", "docs", "net", "themes"])
def test_cited_clauses_exist(folder: str) -> None:
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix in (".py", ".toml", ".md"):
            unknown = set(CITATION.findall(path.read_text(encoding="utf-8"))) - set(clauses())
            assert not unknown, path


def test_a_clause_stands_on_its_own() -> None:
    for clause in clauses().values():
        assert clause.text.endswith(".")
        assert clause.title
        assert not clause.title.endswith(".")
        assert not CITATION.search(clause.text)
