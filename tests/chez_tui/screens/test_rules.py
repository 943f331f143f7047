"""The rules browser: by topic, by clause, by word; links lead from rule to rule and back."""

import re

import pytest
from textual.pilot import Pilot

from chez_tui.app import ChezApp
from chez_tui.config import Config
from chez_tui.crossrefs import GROUPS, related
from chez_tui.pages import MIXES, page_of
from chez_tui.screens.rules import RulesBrowser, RulesScreen, entries
from core.catalog import EDITIONS
from core.clauses import clauses
from tests.chez_tui.driver import shown

SIZES = [(80, 24), (50, 14)]


def browser(app: ChezApp) -> RulesBrowser:
    return app.screen.query_one(RulesBrowser)


def here(app: ChezApp) -> str:
    item = browser(app).item
    return item.key if item else ""


def page(app: ChezApp) -> str:
    """The text for the row of the cursor, on one line."""
    item = browser(app).item
    assert item is not None
    return " ".join(" ".join(line.plain for line in browser(app).page(item, 76)).split())


async def opened(pilot: Pilot[int], app: ChezApp, clause: str = "") -> None:
    app.open_rules(clause)
    await pilot.pause()


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES)
async def test_it_opens_at_the_clause_and_shows_it(size: tuple[int, int]) -> None:
    app = ChezApp(Config())
    async with app.run_test(size=size) as pilot:
        await opened(pilot, app, "R-CALL-4")
        assert here(app) == "R-CALL-4"
        text = shown(app)
        assert "Invited People" in text
        assert "R-CALL-4 · People" in text
        assert ("80x24" in text) == (size < (80, 24))


@pytest.mark.asyncio
async def test_going_down_leads_to_every_clause() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        seen = set()
        for _ in range(len(browser(app).items)):
            seen.add(here(app))
            item = browser(app).item
            assert item is not None
            lines = browser(app).build(*browser(app).size)
            page = lines[0].plain[browser(app).list_width(80) + 3 :]
            assert page.strip() == (item.clause.title if item.clause else item.topic)
            browser(app).move(1)
        assert seen >= set(clauses())
        await pilot.press("home")
        assert here(app) == "Setup"
        await pilot.press("end", "pageup", "up", "k", "j", "down", "pagedown")
        assert here(app) == list(clauses())[-1]


@pytest.mark.asyncio
async def test_a_topic_shows_all_its_clauses() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, app, "pests")
        assert here(app) == "Pests"
        text = " ".join(shown(app).split())
        for clause in ("R-PEST-1", "R-PEST-2", "R-PEST-3"):
            assert clauses()[clause].text.split(",")[0].split(".")[0][:30] in text


@pytest.mark.asyncio
async def test_searching_narrows_the_list_with_every_key() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await pilot.press("slash", *"pet")
        await pilot.pause()
        found = {item.key for item in browser(app).items if item.clause}
        assert {"R-CALL-5", "RUL-30"} <= found
        assert all("pet" in repr(clauses()[key]).casefold() for key in found)
        assert f"{len(found)} of" in shown(app)
        await pilot.press(*"jkq?", "backspace", "backspace", "backspace", "backspace", "down")
        await pilot.pause()
        assert found == {item.key for item in browser(app).items if item.clause}
        await pilot.press("enter")  # keeps the search, and letters are keys again
        await pilot.pause()
        before_last = browser(app).items[-2].key
        await pilot.press("end", "k")
        assert here(app) == before_last
        await pilot.press("escape")
        await pilot.pause()
        assert len(browser(app).items) == len(entries())
        assert here(app) == before_last
        assert isinstance(app.screen, RulesScreen)


@pytest.mark.asyncio
async def test_escape_ends_the_search_and_nothing_found_is_said() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app, "R-TV-1")
        await pilot.press("slash", *"[xyzzy]")
        await pilot.pause()
        assert "No rule has these words" in shown(app)
        assert "[xyzzy]" in shown(app)
        await pilot.press("down", "right", "tab", "tab", "enter", "pagedown", "home")
        await pilot.press("slash", "escape")
        await pilot.pause()
        assert len(browser(app).items) == len(entries())


@pytest.mark.asyncio
async def test_links_lead_on_and_back() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app, "R-CALL-4")
        await pilot.press("slash", *"R-CALL-4", "enter")
        await pilot.pause()
        first, second = related("R-CALL-4")[:2]
        await pilot.press("enter")
        assert browser(app).target == first
        await pilot.press("down")
        assert browser(app).target == second
        await pilot.press("up", "down", "enter")
        assert here(app) == second  # which the search had left out
        assert browser(app).reading
        await pilot.press("left")
        assert here(app) == "R-CALL-4"
        await pilot.press("escape")
        assert not browser(app).reading
        assert here(app) == "R-CALL-4"


@pytest.mark.asyncio
async def test_a_long_text_scrolls_and_says_that_it_goes_on() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app, "Rulings")
        assert "more lines: enter, then down" in shown(app)
        last = [clause for key, clause in clauses().items() if key.startswith("RUL-")][-1]
        await pilot.press("right", "pagedown", "pagedown", "pageup", "end")
        assert any(last.title in re.split("[│█]", line)[-1] for line in shown(app).splitlines())
        assert "more lines" not in shown(app)
        assert browser(app).target
        await pilot.press("home")
        assert browser(app).target == "RUL-1"
        for _ in range(300):
            browser(app).move(1)
        assert browser(app).target == last.id
        for _ in range(300):
            browser(app).move(-1)
        assert browser(app).target == "RUL-1"


@pytest.mark.asyncio
async def test_it_follows_the_size_and_the_mouse() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, app)
        for width, height in ((80, 24), (40, 10), (20, 5), (200, 50), (80, 24)):
            await pilot.resize_terminal(width, height)
            await pilot.press("down", "enter", "down", "escape")
        await pilot.press("home")
        await pilot.click(RulesBrowser, offset=(5, 0))
        assert here(app) == "Setup"
        await pilot.click(RulesBrowser, offset=(5, 3))
        assert here(app) == "R-SETUP-3"
        await pilot.click(RulesBrowser, offset=(5, 2))
        clause = related("R-SETUP-2")[0]
        rows = [line for line in shown(app).splitlines() if f"│ {clause}" in line]
        y = shown(app).splitlines().index(rows[0]) - browser(app).region.y
        await pilot.click(RulesBrowser, offset=(rows[0].index(f"│ {clause}") + 3, y))
        await pilot.pause()
        assert here(app) == clause


@pytest.mark.asyncio
async def test_one_edition_alone_speaks_its_own_words() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, app, "R-CALL-2")
        assert "your own or any other player's" in page(app)
        await pilot.press("o", "o", "o", "o")
        assert "edition: Grunt" in shown(app)
        assert here(app) == "R-CALL-2"
        assert "your own or any other soldier's" in page(app)
        topics = [item.topic for item in browser(app).items if item.clause is None]
        assert topics[0] == "Grunt"  # what is different comes first
        assert not {"Geek", "Greek", "Goth", "Cthulhu", "Mixes"} & set(topics)
        await pilot.press("slash", *"room", "enter")
        await pilot.pause()
        assert "R-CALL-2" in [item.key for item in browser(app).items]
        await pilot.press("escape")
        await pilot.pause()
        assert "edition: all" in shown(app)


@pytest.mark.asyncio
async def test_at_a_table_the_rules_are_those_of_its_editions() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(120, 40)) as pilot:
        app.open_title()
        await pilot.pause()
        app.editions = ("geek", "goth", "grunt")
        await opened(pilot, app)
        keys = {item.key for item in browser(app).items}
        assert {"GEEK-2", "GOTH-3", "GRUNT-1", "COMBO-GOTH-1", "COMBO-GRUNT-2"} <= keys
        assert {"COMBO-ANY", "R-TV-1", "RUL-1"} <= keys
        assert not {"GREEK-1", "CTH-1", "COMBO-GREEK-1", "COMBO-CTH-1"} & keys
        assert "edition: Geek + Goth + Grunt" in shown(app)
        await pilot.press("escape")
        await pilot.pause()
        app.editions = ("goth",)
        app.open_rules("CTH-2")  # not of this table, but it was asked for
        await pilot.pause()
        assert here(app) == "CTH-2"
        assert "edition: all" in shown(app)


@pytest.mark.asyncio
async def test_the_topic_of_an_edition_says_what_is_different() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(200, 50)) as pilot:
        for key in (*EDITIONS, MIXES):
            await opened(pilot, app, key)
            for section in page_of(key).different:
                assert f"{section.title}. {section.text}" in page(app)
            app.pop_screen()


def test_clauses_of_an_edition_lead_to_others() -> None:
    families = ("GREEK-", "GOTH-", "GRUNT-", "CTH-", "COMBO-")
    assert all(related(clause) for clause in clauses() if clause.startswith(families))


@pytest.mark.asyncio
async def test_back_leaves_and_the_rules_do_not_open_the_rules() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app, "no such clause")
        depth = len(app.screen_stack)
        assert here(app) == "Setup"
        await pilot.press("f1")
        assert len(app.screen_stack) == depth
        await pilot.press("escape")
        await pilot.pause()
        assert app.return_value == 0


def test_cross_references_name_clauses_that_exist() -> None:
    named = {clause for group in GROUPS for clause in group}
    assert named <= set(clauses())
    for clause in named:
        assert clause not in related(clause)
        assert all(clause in related(other) for other in related(clause))
