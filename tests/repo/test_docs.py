"""The generated pages are current, and what the hand-written ones show works."""

import re
from pathlib import Path

import pytest

from core import loader, vocabulary
from core.catalog import problems
from core.clauses import clauses
from docs import generate

CARDS = generate.DOCS / "cards.md"


@pytest.mark.parametrize("page", sorted(generate.pages()), ids=lambda page: page.name)
def test_generated_page_is_current(page: Path) -> None:
    assert page.read_text(encoding="utf-8") == generate.pages()[page], "run make docs"


def test_rules_page_has_every_clause_once() -> None:
    page = generate.rules_page()
    found = re.findall(r"^- \*\*([A-Z0-9-]+)\*\*", page, re.M)
    assert sorted(found) == sorted(clauses())


def test_verb_reference_has_every_verb_once() -> None:
    reference = generate.verb_reference()
    for verb in vocabulary.VERBS:
        assert reference.count(f"\n**`{verb}`** ") == 1


def test_cards_page_without_markers_is_an_error() -> None:
    with pytest.raises(ValueError, match="markers"):
        generate.cards_page("# How to write a card\n")


def test_the_example_is_a_sound_file_of_cards(tmp_path: Path) -> None:
    (example,) = re.findall(r"^```toml\n(.*?)^```$", CARDS.read_text(encoding="utf-8"), re.M | re.S)
    file = tmp_path / "my-cards.toml"
    file.write_text(example, encoding="utf-8")
    faces, errors = problems(file)
    assert not errors
    assert [(face.name, face.kind) for face in faces] == [
        ("Neighbor's Leftovers", "thing"),
        ("Night Porter", "role"),
    ]


def test_every_field_of_a_card_is_explained() -> None:
    page = CARDS.read_text(encoding="utf-8")
    for field in (*loader._CARD_KEYS, *loader._ROLE_KEYS):
        assert f"`{field}`" in page
