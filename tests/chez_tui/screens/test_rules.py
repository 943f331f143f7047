"""The rules browser: by topic, by clause, by word; links lead from rule to rule and back."""

import re

from textual.events import MouseScrollDown, MouseScrollUp

from chez_tui.kit.browser import TextPane
from chez_tui.play.pages import MIXES, page_of
from chez_tui.play.rulebook import groups, related
from chez_tui.screens.rules import RulesBrowser, RulesScreen, entries
from chez_tui.screens.title import TitleScreen
from core.catalog import EDITIONS
from core.clauses import clauses
from tests.chez_tui.driver import LARGE, SMALL, Player, at_keys


def browser(pam: Player) -> RulesBrowser:
    return pam.app.screen.query_one(RulesBrowser)


def text_pane(pam: Player) -> TextPane:
    return pam.app.screen.query_one(TextPane)


def here(pam: Player) -> str:
    item = browser(pam).current
    return item.key if item else ""


def keys(pam: Player) -> list[str]:
    return [item.key for item in browser(pam).items]


def page(pam: Player) -> str:
    """Return the text for the row of the cursor, on one line."""
    item = browser(pam).current
    assert item is not None
    return " ".join(" ".join(line.plain for line in browser(pam).page(item, 76, 20)).split())


async def look_up(pam: Player, clause: str = "") -> None:
    await pam.open(lambda app: app.read_rules(clause))


async def test_it_opens_at_the_clause_or_the_topic_and_shows_all_of_it() -> None:
    async with at_keys() as pam:
        await look_up(pam, "R-CALL-4")
        assert here(pam) == "R-CALL-4"
        for size in (SMALL, (50, 14)):
            await pam.resize(size)
            assert "Invited People" in pam.text
            assert "R-CALL-4 · People" in pam.text
            assert ("80x24" in pam.text) == (size < SMALL)
        await pam.close()
        await pam.resize(LARGE)
        await look_up(pam, "pests")
        assert here(pam) == "Pests"
        for clause in ("R-PEST-1", "R-PEST-2", "R-PEST-3"):
            assert clauses()[clause].text.split(",")[0].split(".")[0][:30] in pam.words
        for key in (*EDITIONS, MIXES):
            await pam.close()
            await look_up(pam, key)
            for section in page_of(key).different:
                assert f"{section.title}. {section.text}" in page(pam)


async def test_going_down_leads_to_every_clause() -> None:
    async with at_keys() as pam:
        await look_up(pam)
        seen = set()
        for _ in keys(pam):
            seen.add(here(pam))
            item = browser(pam).current
            assert item is not None
            title = text_pane(pam).build(*text_pane(pam).size)[0].plain
            assert title.strip() == (item.clause.title if item.clause else item.topic)
            browser(pam).move(1)
        assert seen >= set(clauses())
        await pam.press("home")
        assert here(pam) == "Setup"
        await pam.press("end", "pageup", "up", "k", "j", "down", "pagedown")
        assert here(pam) == list(clauses())[-1]


async def test_searching_narrows_the_list_with_every_key_until_escape() -> None:
    async with at_keys() as pam:
        await look_up(pam)
        text = await pam.after("slash", *"pet")
        found = {item.key for item in browser(pam).items if item.clause}
        assert {"R-CALL-5", "RUL-30"} <= found
        assert all(re.search("(?i)pet|cat", repr(clauses()[key])) for key in found)
        assert f"{len(found)} of" in text
        await pam.press(*"jkq?", *["backspace"] * 4, "down")
        assert found == {item.key for item in browser(pam).items if item.clause}
        await pam.press("enter")  # keeps the search, and letters are keys again
        before_last = keys(pam)[-2]
        await pam.press("end", "k")
        assert here(pam) == before_last
        await pam.press("escape")
        assert len(keys(pam)) == len(entries())
        assert here(pam) == before_last
        assert isinstance(pam.app.screen, RulesScreen)
        text = await pam.after("slash", *"[xyzzy]")
        assert "No rule has these words" in text
        assert "[xyzzy]" in text
        await pam.press("down", "right", "tab", "tab", "enter", "pagedown", "home")
        await pam.press("slash", "escape")
        assert len(keys(pam)) == len(entries())
        for word, clause in (("party", "GREEK-2"), ("evict", "R-GONE-1"), ("undo", "R-CANCEL-1")):
            await pam.press("slash", *word, "enter")
            assert clause in keys(pam)
            await pam.press("escape")


async def test_links_lead_on_and_back() -> None:
    first, second = related("R-CALL-4")[:2]
    async with at_keys() as pam:
        await look_up(pam, "R-CALL-4")
        await pam.press("slash", *"R-CALL-4", "enter", "enter")
        assert text_pane(pam).target == first
        await pam.press("down")
        assert text_pane(pam).target == second
        await pam.press("up", "down", "enter")
        assert here(pam) == second  # which the search had left out
        assert browser(pam).reading
        await pam.press("left")
        assert here(pam) == "R-CALL-4"
        for key in ("escape", "left"):
            await pam.press(key)
            assert not browser(pam).reading
            assert here(pam) == "R-CALL-4"


async def test_a_long_text_scrolls_and_says_that_it_goes_on() -> None:
    rulings = [clause for key, clause in clauses().items() if key.startswith("RUL-")]
    async with at_keys() as pam:
        await look_up(pam, "Rulings")
        assert "more lines: enter, then down" in pam.text
        text = await pam.after("right", "pagedown", "pagedown", "pageup", "end")
        assert any(rulings[-1].title in re.split("[│█]", row)[-1] for row in text.splitlines())
        assert "more lines" not in text
        assert text_pane(pam).target
        await pam.press("home")
        assert text_pane(pam).target == "RUL-1"
        for by, last in ((1, rulings[-1].id), (-1, "RUL-1")):
            while text_pane(pam).target != last:
                text_pane(pam).move(by)
            for _ in range(9):
                text_pane(pam).move(by)
            assert text_pane(pam).target == last


async def test_it_follows_the_size_and_the_mouse() -> None:
    async with at_keys(LARGE) as pam:
        await look_up(pam)
        for size in ((40, 10), (20, 5), SMALL):
            await pam.resize(size)
            await pam.press("down", "enter", "down", "escape")
        await pam.press("home")
        top = browser(pam).region.y
        for row, clause in ((0, "Setup"), (3, "R-SETUP-3"), (2, "R-SETUP-2")):
            await pam.click(5, top + 1 + row)
            assert here(pam) == clause
        link = related("R-SETUP-2")[0]
        y, line = next(
            (y, line) for y, line in enumerate(pam.text.splitlines()) if line.rfind(link) > 40
        )
        await pam.click(line.rfind(link) + 1, y)
        assert here(pam) == link
        row = browser(pam).cursor
        for scroll, moved in ((MouseScrollDown, True), (MouseScrollUp, False)):
            browser(pam).post_message(
                scroll(None, 5, 2, 0, 0, 0, shift=False, meta=False, ctrl=False)
            )
            await pam.rest()
            assert (browser(pam).cursor > row) == moved, "over the list the wheel moves the cursor"


async def test_an_edition_speaks_its_own_words_and_a_table_has_those_of_its_editions() -> None:
    async with at_keys(LARGE) as pam:
        await look_up(pam, "R-CALL-2")
        assert "yours or any other player's" in page(pam)
        assert "edition: Grunt" in await pam.after("o", "o", "o", "o")
        assert here(pam) == "R-CALL-2"
        assert "yours or any other soldier's" in page(pam)
        topics = [item.topic for item in browser(pam).items if item.clause is None]
        assert topics[0] == "Grunt"  # what is different comes first
        assert not {"Geek", "Greek", "Goth", "Cthulhu", "Mixes"} & set(topics)
        await pam.press("slash", *"room", "enter")
        assert "R-CALL-2" in keys(pam)
        assert "edition: all" in await pam.after("escape")
        await pam.press("escape")
        pam.app.editions = ("geek", "goth", "grunt")
        await look_up(pam)
        found = set(keys(pam))
        assert {"GEEK-2", "GOTH-3", "GRUNT-1", "COMBO-GOTH-1", "COMBO-GRUNT-2"} <= found
        assert {"COMBO-ANY", "R-TV-1", "RUL-1"} <= found
        assert not {"GREEK-1", "CTH-1", "COMBO-GREEK-1", "COMBO-CTH-1"} & found
        assert "edition: Geek + Goth + Grunt" in pam.text
        await pam.press("escape")
        pam.app.editions = ("goth",)
        await look_up(pam, "CTH-2")  # not of this table, but it was asked for
        assert here(pam) == "CTH-2"
        assert "edition: all" in pam.text


async def test_back_leaves_and_the_rules_do_not_open_the_rules() -> None:
    async with at_keys() as pam:
        await look_up(pam, "no such clause")
        depth = len(pam.app.screen_stack)
        assert here(pam) == "Setup"
        await pam.press("f1")
        assert len(pam.app.screen_stack) == depth
        await pam.press("escape")
        assert isinstance(pam.app.screen, TitleScreen)


def test_cross_references_name_clauses_that_exist_and_leave_no_edition_alone() -> None:
    named = {clause for group in groups() for clause in group}
    assert named <= set(clauses())
    for clause in named:
        assert clause not in related(clause)
        assert all(clause in related(other) for other in related(clause))
    families = ("GREEK-", "GOTH-", "GRUNT-", "CTH-", "COMBO-")
    assert all(related(clause) for clause in clauses() if clause.startswith(families))
