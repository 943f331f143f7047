"""The editions in menus: pages, drawings, names, who can play, which options matter."""

import re
from itertools import combinations

import pytest

from chez_tui.editions import (
    different_in,
    most_players,
    news_of,
    options_that_matter,
    seats_problem,
    short_title,
    size_of,
    title_of,
    with_or_without,
)
from chez_tui.lesson.course import load_course
from chez_tui.pages import BASE, MIXES, mood_of, page_of
from core.catalog import EDITIONS, edition_of
from core.clauses import clauses
from core.editions import NEW_HERE
from core.game import Game
from core.rules.setup import OPTIONS, OptionError
from tests.kit.table import cards

ART = (30, 8)  # cells and lines that a screen of 80x24 has beside a menu
CITED = re.compile(r"\b[A-Z]+(?:-[A-Z]+)?-\d+\b|COMBO-ANY")
FAMILIES = {"geek": "GEEK", "greek": "GREEK", "goth": "GOTH", "grunt": "GRUNT", "cthulhu": "CTH"}
SETS = [keys for many in range(1, 6) for keys in combinations(EDITIONS, many)]


def test_an_edition_has_a_page_a_drawing_news_and_a_lesson() -> None:
    for key in EDITIONS:
        page = page_of(key)
        assert len(page.pitch) <= 90
        assert all(row.isascii() and row.isprintable() for row in page.art)
        assert 5 <= len(page.art) <= ART[1]
        assert max(map(len, page.art)) <= ART[0]
        news = edition_of(key).new_here
        assert len(news) == NEW_HERE
        assert all(line.isascii() and len(line) <= 90 for line in news)
        assert news_of((key,)) == [(edition_of(key).name, news)]
        course = load_course(key)
        assert course.edition == key
        assert f"edition: {key}" in course.table
        assert len(course.name) <= 50
        assert len(course.remember) == 3
    assert len({page_of(key).art for key in EDITIONS}) == len(EDITIONS)


@pytest.mark.parametrize("key", [*EDITIONS, MIXES])
def test_a_page_cites_clauses_and_its_own_ones(key: str) -> None:
    sections = page_of(key).different
    assert len(sections) >= 4
    cited = {clause for section in sections for clause in CITED.findall(section.text)}
    assert cited <= set(clauses())
    family = "COMBO" if key == MIXES else FAMILIES[key]
    own = {clause for clause in clauses() if clause.startswith(f"{family}-")}
    assert len(cited & own) >= 3
    for section in sections:
        assert section.title
        assert section.text.endswith(".")
        assert len(section.text) <= 330


def test_any_set_has_a_mood_a_name_its_differences_and_its_most_players() -> None:
    for keys in SETS:
        assert mood_of(keys) in keys
        assert (mood_of(keys) == BASE) == (keys == (BASE,))
        assert title_of(keys).split(" + ") == [edition_of(key).name for key in keys]
        assert len(short_title(keys)) <= 15
        titles = [section.title for section in different_in(keys)]
        for key in EDITIONS[1:]:
            assert (f"With {edition_of(key).name}" in titles) == (len(keys) > 1 and key in keys)
        most = most_players(keys)
        assert most == (8 if len(keys) > 1 or keys == (BASE,) else 5)
        assert seats_problem(keys, most) == ""
        if most < 8:
            sentence = seats_problem(keys, most + 1)
            assert sentence.startswith(f"{title_of(keys)} alone is for up to 5")


@pytest.mark.parametrize("keys", [*[(key,) for key in EDITIONS], ("goth", "grunt"), EDITIONS])
def test_who_can_play_is_what_the_engine_says(keys: tuple[str, ...]) -> None:
    catalog, names = cards(keys), "abcdefgh"
    most = most_players(keys)
    Game(catalog, names[:most])
    if most < len(names):
        with pytest.raises(OptionError):
            Game(catalog, names[: most + 1])
    roles = sum(face.copies for face in catalog.faces if face.kind == "role")
    said = f"{roles} {catalog.words['roles']}, {len(catalog.life())} cards"
    assert size_of(keys) == said


def test_options_are_offered_where_they_matter() -> None:
    everywhere = ["negative-slack", "winner-picks", "hand"]
    assert [*options_that_matter(("goth",))] == everywhere
    assert [*options_that_matter(("geek",))] == ["guests", "two-player", *everywhere]
    boxed = ["guests", "two-player", *everywhere]
    assert [*options_that_matter(("geek", "goth"))] == [*boxed, "goth-taste"]
    assert [*options_that_matter(("greek", "goth"))] == [*everywhere, "mix", "goth-taste"]
    assert [*options_that_matter(("goth", "cthulhu"))] == [*everywhere, "madness", "goth-taste"]
    assert "scrounging" in options_that_matter(("grunt",))
    assert set(options_that_matter(EDITIONS)) == set(OPTIONS)


def test_options_are_explained_in_the_words_of_the_table() -> None:
    assert "picks an MOS" in options_that_matter(("grunt",))["winner-picks"][1]
    assert "picks a Job" in options_that_matter(("geek",))["winner-picks"][1]
    assert "picks a role" in options_that_matter(("geek", "greek"))["winner-picks"][1]


def test_editions_come_and_go_in_the_order_of_the_boxes() -> None:
    assert with_or_without(("cthulhu",), "geek") == ("geek", "cthulhu")
    assert with_or_without(("geek", "cthulhu"), "goth") == ("geek", "goth", "cthulhu")
    assert with_or_without(("geek", "cthulhu"), "geek") == ("cthulhu",)
    assert with_or_without(("goth",), "goth") == ()
