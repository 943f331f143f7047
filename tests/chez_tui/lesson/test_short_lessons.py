"""The short lessons about the editions, played through with keys, and the pages around them."""

from collections.abc import Mapping, Sequence

import pytest
from rich.text import Text

from chez_tui.app import ChezApp
from chez_tui.config import Config
from chez_tui.lesson.coach import CoachPane
from chez_tui.lesson.course import load_course
from chez_tui.lesson.table import YOU
from chez_tui.pages import MIXES, page_of
from chez_tui.screens.difference import DifferenceScreen
from chez_tui.screens.lesson import ClosingScreen, LessonScreen
from chez_tui.screens.lessons import LessonsScreen
from chez_tui.screens.rules import RulesScreen
from chez_tui.screens.setup import SetupScreen
from chez_tui.widgets.menu import Menu
from chez_tui.widgets.wrapping import wrap
from core.catalog import EDITIONS
from tests.chez_tui.driver import SMALL, shown
from tests.chez_tui.lesson.test_lesson import Learner

OTHERS = EDITIONS[1:]
# What a learner presses at each step: a key, or a row of the list to press Enter on.
KEYS: Mapping[str, Sequence[Sequence[str]]] = {
    "greek": (
        ("down",),
        ("=Homecoming",),
        ("=Hometown S.O.", "=your own room"),
        ("n",),
        ("=Sleep",),
        ("n", "n"),
    ),
    "goth": (("down",), ("=Gamer Goth", "=your own room"), ("n",), ("=Moping",), ("=Complaining",)),
    "grunt": (
        ("down",),
        ("=Hole in the Fence",),
        ("=Joyride in the Colonel's Jeep",),
        ("n", "n"),
        ("n", "n"),
        ("=Sleep",),
    ),
    "cthulhu": (
        ("down",),
        ("e", "=try to get rid of Arne the Omnivore", "=Bix's room  (1 of 20 Slack)"),
        ("n", "n"),
        ("=Whispers in the Drain", "=yourself"),
        ("=Soup That Looks Back", "b"),
        ("=Sacrifice Somebody Sweet", "=your Tiny"),
    ),
}


@pytest.mark.parametrize("edition", OTHERS)
async def test_a_short_lesson_from_the_menu_to_the_win(edition: str) -> None:
    app = ChezApp(Config(name="Pam", pace="instant"))
    async with app.run_test(size=SMALL) as pilot:
        learner = Learner(app, pilot)
        app.open_title()
        await learner.rest()
        await learner.press("6")
        assert isinstance(app.screen, LessonsScreen)
        await learner.press(str(2 + OTHERS.index(edition)))
        course, game = learner.lesson.course, learner.lesson.game
        assert app.theme == edition
        assert len(KEYS[edition]) == len(course.steps)
        for number, (step, keys) in enumerate(zip(course.steps, KEYS[edition], strict=True), 1):
            assert learner.lesson.number == number
            assert learner.said(step.text) in learner.coach
            if number > 1:
                assert learner.said(course.steps[number - 2].after) in learner.coach
            await learner.press(*keys)
        assert game.winners == (YOU,)
        assert isinstance(app.screen, ClosingScreen)
        assert f"of {game.goal(YOU)} Slack. Well played" in shown(app)
        await learner.press("3")
        assert isinstance(app.screen, LessonsScreen)
        assert len(app.screen_stack) == 3  # Textual's own, the title, the menu


@pytest.mark.parametrize("edition", OTHERS)
async def test_every_word_fits_the_smallest_screen(edition: str) -> None:
    """Comment and instruction, or hint and instruction: four lines of eighty cells."""
    app = ChezApp(Config(name="Pam", pace="instant"))
    async with app.run_test(size=SMALL) as pilot:
        app.open_lesson(edition)
        await Learner(app, pilot).rest()
        pane = app.screen.query_one(CoachPane)
        width, height = pane.size.width, pane.size.height - 1
        before = ""
        for step in load_course(edition).steps:
            for first in (before, step.hint):
                said = Text.assemble(pane.spoken(first, ""), " ", pane.spoken(step.text, ""))
                assert len(wrap(said, width)) <= height, step.title
            assert len(wrap(pane.spoken(step.meanwhile, ""), width)) <= 2
            before = step.after


async def test_a_lesson_leads_to_a_game_of_its_edition() -> None:
    app = ChezApp(Config(name="Pam", pace="instant", editions="geek"))
    async with app.run_test(size=SMALL) as pilot:
        learner = Learner(app, pilot)
        app.open_title()
        app.open_lesson("goth")
        await learner.rest()
        for keys in KEYS["goth"]:
            await learner.press(*keys)
        await learner.press("4")
        assert isinstance(app.screen, RulesScreen)
        assert "Gloom is Slack" in shown(app)
        await learner.press("escape", "1")
        assert isinstance(app.screen, SetupScreen)
        assert app.screen.game.editions == ("goth",)


async def test_pages_tell_what_is_different_and_lead_on() -> None:
    app = ChezApp(Config(name="Pam", pace="instant"))
    async with app.run_test(size=SMALL) as pilot:
        learner = Learner(app, pilot)
        app.open_title()
        app.open_lessons()
        await learner.rest()
        for digit, key in zip("67890", (*OTHERS, MIXES), strict=True):
            await learner.press(digit)
            assert isinstance(app.screen, DifferenceScreen)
            text = " ".join(shown(app).split())
            for section in page_of(key).different:
                assert f"{section.title}. {section.text}" in text
            await learner.press("f1")
            assert isinstance(app.screen, RulesScreen)
            item = app.screen.browser.item
            assert item.topic.casefold() == key
            await learner.press("escape", "escape")
            assert isinstance(app.screen, LessonsScreen)
        await learner.press("7", "enter")
        assert isinstance(app.screen, LessonScreen)
        assert app.screen.lesson.course.edition == "goth"


async def test_the_menu_and_pages_are_plain_where_it_is_asked_for() -> None:
    app = ChezApp(Config(name="Zoë", ascii=True, theme="mono"))
    async with app.run_test(size=(50, 14)) as pilot:
        app.open_lessons()
        await pilot.pause()
        menu = app.screen.query_one(Menu)
        assert [item.digit for item in menu.items if item.key] == list("1234567890")
        assert shown(app).isascii()
        for key in (*EDITIONS, MIXES):
            app.open_difference(key)
            await pilot.pause()
            assert shown(app).isascii()
            assert app.theme == "mono"
            app.pop_screen()
