"""Pages and pictures: the generated ones are current, what the others show works, and what cites
a clause cites one that exists. Every clause is shown by a scenario. Editions in menus: pages,
drawings, names, who can play, which options matter."""

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks.screen_grid import Cell
from chez_tui.commands import BY_ID
from chez_tui.play import editions
from chez_tui.play.lesson import load_course
from chez_tui.play.pages import BASE, MIXES, mood_of, page_of
from chez_tui.settings import SETTINGS, load_settings
from chez_tui.world import ENVIRONMENT
from core import loader, vocabulary
from core.catalog import EDITIONS, edition_of, problems
from core.clauses import clauses, spoken
from core.editions import NEW_HERE
from core.game import Game
from core.rules.setup import OPTIONS, OptionError
from docs import generate
from docs.film import Frame, svg
from docs.pictures import FILM, FOLDER, PICTURES
from tests.conftest import Cli
from tests.kit.places import ROOT, SCENARIOS, TESTS
from tests.kit.table import cards
from tests.kit.worlds import here

NOTATION = (generate.DOCS / "notation.md").read_text(encoding="utf-8")
CARDS = (generate.DOCS / "cards.md").read_text(encoding="utf-8")
LARGEST_PICTURE, LARGEST_FILM = 150_000, 200_000  # bytes


def block(page: str, language: str) -> str:
    """Return the only block of that language on a page."""
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return str(text)


# -- pictures --------------------------------------------------------------------------------------


def test_pictures_are_there_small_and_complete_in_themselves() -> None:
    assert {path.stem for path in FOLDER.glob("*.svg")} == {*PICTURES, FILM}
    for path in FOLDER.glob("*.svg"):
        text = path.read_text(encoding="utf-8")
        assert len(text.encode()) < (LARGEST_FILM if path.stem == FILM else LARGEST_PICTURE)
        assert ElementTree.fromstring(text).tag.endswith("svg")
        assert not re.search(r"url\(\"?http|@import|<image|<script|href=\"http", text)
        assert "chez-tui" in text


def test_a_film_shows_each_line_while_it_looks_like_that() -> None:
    red, plain = (Cell("a", "31"), Cell("<", "1;38;2;255;0;16")), (Cell("b"), Cell(" "))
    film = svg([Frame(1, (red, plain)), Frame(2, (plain, plain)), Frame(1, (red, plain))], "A & B")
    assert ElementTree.fromstring(film).tag.endswith("svg")
    assert "A &amp; B" in film
    assert film.count("&lt;") == 1, "a line that comes back is drawn once"
    shown = "0.00%{visibility:visible}25.00%{visibility:hidden}75.00%{visibility:visible}"
    assert f"{shown}100.00%{{visibility:hidden}}" in film
    assert "@keyframes" in film
    assert 'class="b" fill="#ff0010"' in film
    assert "prefers-reduced-motion" in film


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


def test_the_page_about_settings_has_every_name_and_a_sound_file() -> None:
    page = generate.settings_page()
    rows = set(re.findall(r"^\| `\[?(\w+)\]?` \|", page, re.MULTILINE))
    assert rows == {*SETTINGS, *BY_ID, *ENVIRONMENT}
    path = here().settings
    path.parent.mkdir(parents=True)
    path.write_text(block(page, "toml"), encoding="utf-8")
    settings, faults = load_settings(path)
    assert faults == ()
    assert settings.keys == {"undo": ("f7",), "help": ("question_mark", "f5")}


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


def test_the_page_about_notation_shows_a_file_that_holds(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "guest.chez"
    file.write_text(block(NOTATION, "chez"), encoding="utf-8")
    assert cli("check", file) == (0, f"ok  {file}\n1 passed, 0 failed\n", "")


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


# -- clauses ---------------------------------------------------------------------------------------

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
    boxes = {"GEEK", "GREEK", "GOTH", "GRUNT", "CTH"}
    mixes = {"COMBO", "COMBO-GREEK", "COMBO-GOTH", "COMBO-GRUNT", "COMBO-CTH"}
    assert {*boxes, *mixes, "RUL", "R-WIN"} <= families
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


# -- editions in menus -----------------------------------------------------------------------------

CITED = re.compile(r"\b[A-Z]+(?:-[A-Z]+)?-\d+\b|COMBO-ANY")
ART = (30, 8)  # cells and lines that a screen of 80x24 has beside a menu
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
        assert editions.news_of((key,)) == [(edition_of(key).name, news)]
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
        assert editions.title_of(keys).split(" + ") == [edition_of(key).name for key in keys]
        assert len(editions.short_title(keys)) <= 15
        titles = [section.title for section in editions.different_in(keys)]
        for key in EDITIONS[1:]:
            assert (f"With {edition_of(key).name}" in titles) == (len(keys) > 1 and key in keys)
        most = editions.most_players(keys)
        assert most == (8 if len(keys) > 1 or keys == (BASE,) else 5)
        assert editions.seats_problem(keys, most) == ""
        if most < 8:
            sentence = editions.seats_problem(keys, most + 1)
            assert sentence.startswith(f"{editions.title_of(keys)} takes up to 5")


@pytest.mark.parametrize("keys", [*[(key,) for key in EDITIONS], ("goth", "grunt"), EDITIONS])
def test_who_can_play_is_what_the_engine_says(keys: tuple[str, ...]) -> None:
    catalog, names = cards(keys), "abcdefgh"
    most = editions.most_players(keys)
    Game(catalog, names[:most])
    if most < len(names):
        with pytest.raises(OptionError):
            Game(catalog, names[: most + 1])
    roles = sum(face.copies for face in catalog.faces if face.kind == "role")
    said = f"{roles} {catalog.words['roles']}, {len(catalog.life())} cards"
    assert editions.size_of(keys) == said


def test_options_are_offered_where_they_matter() -> None:
    everywhere = ["negative-slack", "winner-picks", "hand"]
    assert [*editions.options_that_matter(("goth",))] == everywhere
    assert [*editions.options_that_matter(("geek",))] == ["guests", "two-player", *everywhere]
    boxed = ["guests", "two-player", *everywhere]
    assert [*editions.options_that_matter(("geek", "goth"))] == [*boxed, "goth-taste"]
    assert [*editions.options_that_matter(("greek", "goth"))] == [*everywhere, "mix", "goth-taste"]
    assert [*editions.options_that_matter(("goth", "cthulhu"))] == [
        *everywhere,
        "madness",
        "goth-taste",
    ]
    assert "scrounging" in editions.options_that_matter(("grunt",))
    assert set(editions.options_that_matter(EDITIONS)) == set(OPTIONS)


def test_options_are_explained_in_the_words_of_the_table() -> None:
    assert "picks an MOS" in editions.options_that_matter(("grunt",))["winner-picks"].help
    assert "picks a Job" in editions.options_that_matter(("geek",))["winner-picks"].help
    assert "picks a role" in editions.options_that_matter(("geek", "greek"))["winner-picks"].help


def test_editions_come_and_go_in_the_order_of_the_boxes() -> None:
    assert editions.with_or_without(("cthulhu",), "geek") == ("geek", "cthulhu")
    assert editions.with_or_without(("geek", "cthulhu"), "goth") == ("geek", "goth", "cthulhu")
    assert editions.with_or_without(("geek", "cthulhu"), "geek") == ("cthulhu",)
    assert editions.with_or_without(("goth",), "goth") == ()
