"""The short lessons about the editions, played through with keys, and the pages around them."""

import pytest

from chez_tui.config import Config
from chez_tui.lesson.table import YOU
from chez_tui.pages import MIXES, page_of
from chez_tui.screens.difference import DifferenceScreen
from chez_tui.screens.lesson import LessonScreen
from chez_tui.screens.lessons import LessonsScreen
from chez_tui.screens.rules import RulesScreen
from chez_tui.screens.setup import SetupScreen
from core.catalog import EDITIONS
from tests.chez_tui.lesson.test_lesson import keys_of, learning

OTHERS = EDITIONS[1:]


@pytest.mark.parametrize("edition", OTHERS)
async def test_a_short_lesson_from_the_menu_to_the_win(edition: str) -> None:
    async with learning(edition=None) as learner:
        await learner.press("6")
        assert isinstance(learner.app.screen, LessonsScreen)
        await learner.press(str(2 + OTHERS.index(edition)))
        game = learner.lesson.game
        assert learner.app.theme == edition
        learner.every_word_fits()
        await learner.all_steps(keys_of(edition))
        assert f"of {game.goal(YOU)} Slack. Well played" in learner.text
        await learner.press("3")
        assert isinstance(learner.app.screen, LessonsScreen)
        assert len(learner.app.screen_stack) == 3  # Textual's own, the title, the menu


async def test_a_lesson_leads_to_a_game_of_its_edition() -> None:
    async with learning(edition="goth") as learner:
        learner.screen._finish()
        await learner.rest()
        assert "Gloom is Slack" in await learner.after("4")
        assert isinstance(learner.app.screen, RulesScreen)
        await learner.press("escape", "1")
        assert isinstance(learner.app.screen, SetupScreen)
        assert learner.app.screen.game.editions == ("goth",)


async def test_pages_tell_what_is_different_and_lead_on() -> None:
    async with learning(edition=None) as learner:
        await learner.press("6")
        assert [item.digit for item in learner.menu.items if item.key] == list("1234567890")
        for digit, key in zip("67890", (*OTHERS, MIXES), strict=True):
            await learner.press(digit)
            assert isinstance(learner.app.screen, DifferenceScreen)
            for section in page_of(key).different:
                assert f"{section.title}. {section.text}" in learner.words
            await learner.press("f1")
            assert isinstance(learner.app.screen, RulesScreen)
            item = learner.app.screen.browser.item
            assert item.topic.casefold() == key
            await learner.press("escape", "escape")
            assert isinstance(learner.app.screen, LessonsScreen)
        await learner.press("7", "enter")
        assert isinstance(learner.app.screen, LessonScreen)
        assert learner.lesson.course.edition == "goth"


async def test_the_menu_and_pages_are_plain_where_it_is_asked_for() -> None:
    async with learning((50, 14), Config(name="Zoë", ascii=True, theme="mono"), None) as learner:
        await learner.press("6")
        assert learner.text.isascii()
        for key in (*EDITIONS, MIXES):
            await learner.open(lambda app, key=key: app.open_difference(key))
            assert learner.text.isascii()
            assert learner.app.theme == "mono"
            await learner.close(3)
