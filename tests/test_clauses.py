"""Every clause is shown by a scenario, and whatever cites a clause cites one that exists."""

import re
from pathlib import Path

import pytest

from core.clauses import clauses

ROOT = Path(__file__).parent.parent
SCENARIOS = sorted((ROOT / "tests" / "scenarios").rglob("*.chez"))
CITATION = re.compile(r"\b(?:R-[A-Z]+|GEEK|RUL)-[0-9]+\b")

# What the Geek edition alone can't show.
OTHER_EDITIONS = {
    "RUL-26": "the MP is a role of the Grunt edition",
    "RUL-27": "the Lackey is a role of the Cthulhu edition",
    "RUL-28": "Gloom and Madness belong to Goth and Cthulhu",
    "RUL-30": "it takes two editions with Pets",
}
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


@pytest.mark.parametrize("clause", clauses())
def test_clause_has_a_scenario(clause: str) -> None:
    shown = any(clause in cited(scenario) for scenario in SCENARIOS)
    exempt = clause in OTHER_EDITIONS or clause in SHOWN_IN_PYTHON
    assert shown != exempt, "either a scenario or a reason why there is none"


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


@pytest.mark.parametrize("number", range(1, 15))
def test_worked_example_is_a_scenario(number: int) -> None:
    assert (ROOT / "tests" / "scenarios" / "geek" / f"ex-geek-{number}.chez").is_file()


@pytest.mark.parametrize("folder", ["chez_tui", "core", "docs", "net", "themes"])
def test_cited_clauses_exist(folder: str) -> None:
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix in (".py", ".toml", ".md"):
            unknown = set(CITATION.findall(path.read_text(encoding="utf-8"))) - set(clauses())
            assert not unknown, path


def test_exemptions_are_clauses() -> None:
    assert {*OTHER_EDITIONS, *SHOWN_IN_PYTHON} <= set(clauses())


def test_a_clause_stands_on_its_own() -> None:
    for clause in clauses().values():
        assert clause.text.endswith(".")
        assert clause.title
        assert not clause.title.endswith(".")
        assert not CITATION.search(clause.text)
