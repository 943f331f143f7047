"""A card in full: everything printed on it, within the width, and plain where that is asked."""

from copy import copy

import pytest
from textual.content import Content

from chez_tui.kit.text import fit_text, wrap
from chez_tui.screens.signs import badge
from chez_tui.screens.table.card import card_lines
from core.cards import Face
from core.catalog import load_catalog

CATALOG = load_catalog()


def face(name: str) -> Face:
    return CATALOG.faces[CATALOG.named(name)[0]]


def told(lines: list[Content]) -> str:
    return " ".join(line.plain for line in lines)


@pytest.mark.parametrize("width", [20, 36, 76])
def test_every_card_is_whole_and_fits(width: int) -> None:
    for card in CATALOG.faces:
        lines = card_lines(card, width, worth=3, notes=("costs 3, you have 2",))
        assert all(line.cell_length <= width for line in lines), card.name
        said = told(lines)
        assert card.name.split()[0] in said
        assert all(word in said for word in card.text.split())
        assert badge(card) in said
        assert card.kind.capitalize() in said


def test_the_numbers_are_those_of_the_kind() -> None:
    role, thing = copy(face("Slacker")), copy(face("Pizza"))
    role.income, role.free_time, role.goal = (1, 1), (2, 3), 21
    thing.cost, thing.slack = 3, 2
    said = told(card_lines(role, 40))
    assert "Income 1 · Free Time 2/3 · Goal 21" in said
    assert "Cost 3 · Slack 2" in told(card_lines(thing, 40))
    person = told(card_lines(face("TV Queen"), 40))
    assert "Cost" not in person
    assert f"Slack {face('TV Queen').slack}" in person
    assert "invited" in person
    assert "Slack" not in told(card_lines(face("Bum"), 40)[:2])


def test_what_it_counts_now_stands_beside_what_is_printed() -> None:
    thing, nookie = copy(face("Pizza")), copy(face("Back Seat Nookie"))
    thing.slack, nookie.die = 2, -1
    assert "Slack 2, now 4" in told(card_lines(thing, 40, worth=4))
    assert "now" not in told(card_lines(thing, 40, worth=2)[:3])
    assert "Slack die-1, now 3" in told(card_lines(nookie, 40, worth=3))


def test_notes_come_before_the_flavor() -> None:
    card = face("Pizza")
    said = told(card_lines(card, 76, notes=("no Free Time left",)))
    assert said.index("no Free Time left") < said.index(card.flavor.split()[0])


def test_markup_and_wide_characters_are_only_text() -> None:
    odd = copy(face("Pizza"))
    odd.name, odd.text = "[bold]大きなピザ[/]", "寿司と[red]酒 " * 5
    lines = card_lines(odd, 21)
    assert "[bold]大きなピザ[/]" in told(lines)
    assert all(line.cell_length <= 21 for line in lines)


def test_wrapping_breaks_between_words_and_long_words_anywhere() -> None:
    lines = wrap(Content("one two three fourteenletters x"), 8)
    assert [line.plain for line in lines] == ["one two", "three", "fourteen", "letters", "x"]
    assert [line.plain for line in wrap(Content(""), 8)] == [""]
    assert [line.plain for line in wrap(Content("日本語"), 4)] == ["日本", "語"]


def test_fitted_texts_keep_their_styles() -> None:
    text = Content.assemble(("Größe", "bold"), " · ", ("…", "red"))
    assert fit_text(text, 4).plain == "Grö…"
    assert fit_text(text, 12).plain == "Größe · …   "
    assert fit_text(Content("日本"), 3).plain == "日…"
    assert [span.style for span in fit_text(text, 12).spans] == ["bold", "red"]
