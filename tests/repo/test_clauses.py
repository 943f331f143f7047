"""Every clause is shown by a scenario, and whatever cites a clause cites one that exists."""

import re
from pathlib import Path

from core.clauses import clauses, spoken
from tests.kit.places import ROOT, SCENARIOS, TESTS

FAMILY = r"(?:R-[A-Z]+|EVICT|GEEK|GREEK|GOTH|GRUNT|CTH|RUL|COMBO-[A-Z]+)"
CITATION = re.compile(rf"\b(?<!-){FAMILY}-[0-9]+\b|\bCOMBO-ANY\b")
FILES = {path: path.read_text(encoding="utf-8") for path in sorted(SCENARIOS.rglob("*.chez"))}

# What happens before the first turn, or needs a table that the notation can't lay out.
SHOWN_IN_PYTHON = {
    "R-SETUP-2": "a scenario begins after the deal",
    "R-SETUP-4": "a scenario begins after the roles are dealt",
    "R-SETUP-5": "a scenario knows the editions' cards only",
    "RUL-15": "a scenario always has cards left to draw",
}
EXAMPLES = {"geek": 14, "greek": 10, "goth": 9, "grunt": 10, "cth": 10}
FOLDERS = {"cth": "cthulhu"}


def cited(text: str) -> set[str]:
    lines = re.findall(r"(?m)^rules:(.*?)(?:#.*)?$", text)
    return {entry.strip() for line in lines for entry in line.split(";")}


def test_every_clause_has_a_scenario_or_a_test_in_python() -> None:
    shown = {clause for text in FILES.values() for clause in cited(text)}
    assert set(clauses()) - shown == set(SHOWN_IN_PYTHON)
    python = "".join(p.read_text(encoding="utf-8") for p in (TESTS / "core").rglob("test_*.py"))
    assert [clause for clause in SHOWN_IN_PYTHON if f'"""{clause}' not in python] == []


def test_a_scenario_has_a_title_a_claim_and_clauses_that_exist() -> None:
    for path, text in FILES.items():
        if path.parent.name != "strangers":  # written without our list of clauses
            assert cited(text), path
            assert cited(text) | set(CITATION.findall(text)) <= set(clauses()), path
            assert re.search(r"(?m)^title: \S", text), path
            assert re.search(r"(?m)^(expect|refuse) ", text), path


def test_every_worked_example_is_a_scenario() -> None:
    wanted = {
        (FOLDERS.get(family, family), f"ex-{family}-{number}")
        for family, many in EXAMPLES.items()
        for number in range(1, many + 1)
    }
    assert wanted - {(path.parent.name, path.stem) for path in FILES} == set()


def test_cited_clauses_exist() -> None:
    unknown: dict[Path, set[str]] = {}
    for folder in ("chez_tui", "core", "docs", "net", "themes"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".toml", ".md"):
                found = set(CITATION.findall(path.read_text(encoding="utf-8")))
                unknown[path] = found - set(clauses())
    assert len(unknown) > 300
    assert {path: names for path, names in unknown.items() if names} == {}


def test_a_clause_stands_on_its_own_in_a_family() -> None:
    families = {clause.rpartition("-")[0] for clause in clauses()}
    editions = {"GEEK", "GREEK", "GOTH", "GRUNT", "CTH"}
    mixes = {"COMBO", "COMBO-GREEK", "COMBO-GOTH", "COMBO-GRUNT", "COMBO-CTH"}
    assert {*editions, *mixes, "RUL", "R-WIN"} <= families
    for name, clause in clauses().items():
        assert clause.text.endswith("."), name
        assert clause.title, name
        assert not clause.title.endswith("."), name
        assert not CITATION.search(clause.text), name


def test_a_clause_is_said_in_the_words_of_the_table() -> None:
    words = {"role": "MOS", "roles": "MOSs", "room": "quarters", "rooms": "quarters"}
    words["player"] = "soldier"
    said = spoken("Players draw a role into the room; Roles stay.", words)
    assert said == "Players draw an MOS into the quarters; MOSs stay."
    said = spoken("A room is for a player. A role has no plan.", words)
    assert said == "Quarters is for a soldier. An MOS has no plan."
    said = spoken("A role and a room.", {"role": "Job"})
    assert said == "A Job and a room."
