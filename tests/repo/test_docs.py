"""Pages and pictures: the generated ones are current, and what the others show works."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from chez_tui.cli import VERBS
from core import loader, vocabulary
from core.catalog import problems
from core.clauses import clauses
from docs import generate
from docs.pictures import FOLDER, PICTURES
from tests.conftest import Cli
from tests.kit.places import ROOT, TESTS

README = (ROOT / "README.md").read_text(encoding="utf-8")
CARDS = (generate.DOCS / "cards.md").read_text(encoding="utf-8")
LARGEST_PICTURE = 150_000  # bytes


def block(page: str, language: str) -> str:
    """Return the only block of that language on a page."""
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return str(text)


# -- README ----------------------------------------------------------------------------------------


def test_what_the_readme_shows_works(cli: Cli, tmp_path: Path) -> None:
    notation, cards = tmp_path / "guest.chez", tmp_path / "lamp.toml"
    notation.write_text(block(README, "chez"), encoding="utf-8")
    cards.write_text(block(README, "toml"), encoding="utf-8")
    assert cli("check", notation) == (0, f"ok  {notation}\n1 passed, 0 failed\n", "")
    assert cli("cards", "--validate", cards) == (0, "1 card, 1 role: fine\n", "")


def test_the_readme_names_verbs_and_files_that_exist() -> None:
    shown = set(re.findall(r"\bchez-tui ([a-z]+)\b", README))
    assert shown
    assert shown - {verb.name for verb in VERBS} == set()
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert len(links) > 5
    assert [link for link in links if not (ROOT / link).is_file()] == []


def test_every_make_target_on_a_page_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    named = {name for page in pages for name in re.findall(r"`make ([a-z-]+)", page.read_text())}
    assert named
    assert named - targets == set()


def test_every_test_file_on_a_page_exists() -> None:
    pages = sorted((ROOT / "docs").rglob("*.md"))
    named = {name for page in pages for name in re.findall(r"tests/[\w./-]*\w", page.read_text())}
    assert named
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_pictures_are_there_small_and_complete_in_themselves() -> None:
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(PICTURES)
    for path in FOLDER.glob("*.svg"):
        text = path.read_text(encoding="utf-8")
        assert len(text.encode()) < LARGEST_PICTURE
        assert ElementTree.fromstring(text).tag.endswith("svg")
        assert not re.search(r"url\(\"?http|@import|<image|<script|href=\"http", text)
        assert "chez-tui" in text


# -- rules and cards -------------------------------------------------------------------------------


def test_generated_pages_are_current() -> None:
    pages = generate.pages()
    stale = [page.name for page, text in pages.items() if page.read_text(encoding="utf-8") != text]
    assert pages
    assert stale == [], "run make docs"


def test_generated_pages_have_every_clause_and_verb_once() -> None:
    found = re.findall(r"^- \*\*([A-Z0-9-]+)\*\*", generate.rules_page(), re.MULTILINE)
    assert sorted(found) == sorted(clauses())
    verbs = re.findall(r"^\*\*`([\w-]+)`\*\* ", generate.verb_reference(), re.MULTILINE)
    assert sorted(verbs) == sorted(vocabulary.VERBS)
    with pytest.raises(ValueError, match="markers"):
        generate.cards_page("# How to write a card\n")


def test_the_page_about_cards_explains_every_field_and_shows_a_sound_file(tmp_path: Path) -> None:
    fields = (*loader._CARD_KEYS, *loader._ROLE_KEYS)
    assert [field for field in fields if f"`{field}`" not in CARDS] == []
    file = tmp_path / "my-cards.toml"
    file.write_text(block(CARDS, "toml"), encoding="utf-8")
    faces, errors = problems(file)
    assert not errors
    assert [(face.name, face.kind) for face in faces] == [
        ("Neighbor's Leftovers", "thing"),
        ("Night Porter", "role"),
    ]


# -- attacks ---------------------------------------------------------------------------------------


def names_in(file: Path) -> set[str]:
    return set(re.findall(r"def test_(\w+)\(", file.read_text(encoding="utf-8")))


def told(test: str, name: str) -> bool:
    return test.startswith(name[:-3]) if name.endswith("...") else test == name


def test_attacks_and_hostile_tests_name_each_other() -> None:
    """docs/attacks.md names tests that exist, and every hostile test has its line there."""
    page = (ROOT / "docs" / "attacks.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\|.*\|$", page, re.MULTILINE)
    cells = [row.rsplit("|", 2)[1] for row in rows]
    named = [name for cell in cells for name in re.findall(r"`([a-z_]+(?:\.\.\.)?)`", cell)]
    files = sorted((TESTS / "net").rglob("test_*.py"))
    every = {test for file in files for test in names_in(file)}
    hostile = {
        test
        for file in files
        if "hostile" in file.stem or "cheats" in file.stem
        for test in names_in(file)
    }
    assert named
    assert hostile
    assert [name for name in named if not any(told(test, name) for test in every)] == []
    assert [test for test in sorted(hostile) if not any(told(test, name) for name in named)] == []
