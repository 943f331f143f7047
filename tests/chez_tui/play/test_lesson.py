"""The lessons: played through with keys to the win, wrong keys on the way, and the pages around."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from textual.content import Content

from chez_tui import flows
from chez_tui.commands import BY_ID
from chez_tui.kit.dialogs import Confirm
from chez_tui.kit.text import wrap
from chez_tui.play.editions import title_of
from chez_tui.play.lesson import BASE, OTHERWISE, YOU, Lesson, load_course
from chez_tui.play.pages import MIXES, page_of
from chez_tui.screens.editions import DifferenceScreen
from chez_tui.screens.lesson import ClosingScreen, CoachPane, LessonScreen, LessonsScreen
from chez_tui.screens.rules import RulesScreen
from chez_tui.screens.setup import SetupScreen
from chez_tui.screens.title import TitleScreen
from chez_tui.settings import Settings
from core.actions import CANCEL, DISCARD, EVICT, NEXT, PLAY, SHOP, THROW
from core.catalog import EDITIONS, load_catalog
from tests.chez_tui.driver import LARGE, SMALL, Player, Size, WatchedApp
from tests.kit.places import DATA
from tests.kit.worlds import here, world_with


def keys_of(edition: str) -> list[list[str]]:
    """Return what a learner presses at each step, as tests/data/lessons says."""
    path = DATA / "lessons" / f"{edition}.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("; ") for line in lines if not line.startswith("#")]


KEYS = keys_of(BASE)


class Learner(Player):
    """Somebody at the keyboard who does what the coach says."""

    @property
    def screen(self) -> LessonScreen:
        screen = self.app.screen
        assert isinstance(screen, LessonScreen), f"{screen} is on top"
        return screen

    @property
    def lesson(self) -> Lesson:
        return self.screen.lesson

    @property
    def coach(self) -> str:
        """Return what the coach says, on one line."""
        text = self.text
        return " ".join(text[text.index("COACH") :].split())

    def said(self, words: str) -> str:
        """Return words of the course as the coach speaks them, on one line."""
        return " ".join(self.screen.query_one(CoachPane).spoken(words).plain.split())

    async def press(self, *keys: str) -> None:
        """Press keys; `=Pizza` is Enter on the row of that name."""
        for key in keys:
            if key.startswith("="):
                await self.hand(key[1:])
            else:
                await super().press(key)

    def steps(self) -> object:
        if not isinstance(self.app.screen, LessonScreen):
            return None
        return self.lesson.number, self.lesson.game.digest()

    def people_only(self) -> bool:
        return not isinstance(self.app.screen, LessonScreen) or not self.lesson.running

    async def go_to(self, step: int) -> None:
        """Do everything before that step."""
        while self.lesson.number < step:
            await self.press(*KEYS[self.lesson.number - 1])

    async def finish(self) -> None:
        while isinstance(self.app.screen, LessonScreen):
            await self.press(*KEYS[self.lesson.number - 1])
        assert isinstance(self.app.screen, ClosingScreen)

    async def all_steps(self, keys: Sequence[Sequence[str]]) -> None:
        """Do every step of the course, and hear what the coach says to each."""
        steps = self.lesson.course.steps
        game = self.lesson.game
        for number, (step, pressed) in enumerate(zip(steps, keys, strict=True), 1):
            assert self.lesson.number == number
            coach = self.coach
            assert f"{step.title} · {number} of {len(steps)}" in coach
            assert self.said(step.text) in coach
            if number > 1:
                assert self.said(steps[number - 2].after) in coach
            await self.press(*pressed)
        assert game.winners == (YOU,)
        assert isinstance(self.app.screen, ClosingScreen)

    def every_word_fits(self) -> None:
        """Comment and instruction, or hint and instruction, fit into the lines of the coach."""
        pane = self.screen.query_one(CoachPane)
        width, height = pane.size.width, pane.size.height - 1
        assert (width, height) == (80, 4)
        before = ""
        for step in self.lesson.course.steps:
            for first in (before, step.hint):
                said = Content.assemble(pane.spoken(first), " ", pane.spoken(step.text))
                assert len(wrap(said, width)) <= height, step.title
            assert len(wrap(pane.spoken(step.meanwhile, ""), width)) <= 2
            before = step.after


@asynccontextmanager
async def learning(
    size: Size = SMALL, config: Settings | None = None, edition: str | None = BASE
) -> AsyncIterator[Learner]:
    """Start the app with a lesson, or without one."""
    app = WatchedApp(config or Settings(name="Pam", pace="instant"))
    async with app.run_test(size=size) as pilot:
        learner = Learner(app, pilot)
        await learner.open(lambda app: app.walk(flows.begin(app)))
        if edition is not None:
            await learner.open(lambda app: app.go("lesson", edition))
        yield learner


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_whole_lesson(size: Size) -> None:
    async with learning(size) as learner:
        course, game, table = learner.lesson.course, learner.lesson.game, learner.screen.session._at
        if size == SMALL:
            learner.every_word_fits()
        await learner.all_steps(KEYS)
        assert game.slack == [16, 13]
        kinds = {action.kind for action in table.actions}
        assert kinds >= {SHOP, CANCEL, THROW, EVICT, DISCARD, PLAY, NEXT}
        assert "You win with 16 of 16 Slack" in learner.words
        for words in course.remember:
            assert words[:60] in learner.words
        await learner.press("enter")
        assert isinstance(learner.app.screen, SetupScreen)
        await learner.press("escape")
        assert isinstance(learner.app.screen, TitleScreen)


async def test_each_key_the_coach_names_is_on_the_bottom_lines() -> None:
    """A window in which the learner can't respond asks for a key all the same."""
    async with learning(LARGE) as learner:
        await learner.go_to(10)  # Choad Warrior, whom nothing in hand cancels
        assert "press space to pass" in learner.coach
        assert "You can't respond: space passes" in learner.text
        assert "pass_window" in [command.id for command in learner.screen.footer_commands()]


async def test_wrong_keys_do_no_harm() -> None:
    async with learning() as learner:
        await learner.go_to(4)  # Call People
        game = learner.lesson.game
        before = game.digest()
        step = learner.lesson.task
        assert step is not None

        await learner.press("n")  # legal, but not the point
        assert OTHERWISE in learner.coach
        assert learner.said(step.hint) in learner.coach
        assert learner.said(step.text) in learner.coach
        await learner.press("=Pizza")  # the rules say no
        assert "People are called" not in learner.coach
        assert "(R-FREE-1)" in learner.coach
        assert learner.said(step.hint) in learner.coach
        await learner.press("=TV Queen", "=Bix's room")
        assert OTHERWISE in learner.coach
        await learner.press("=No Pets!", "enter")
        for key in ("space", "e", "b", "u", "m", "d", "a", "s", "enter", "tab", "tab", "escape"):
            await learner.press(key)
        assert game.digest() == before
        assert learner.lesson.number == 4
        if learner.desk.mode != "hand":
            await learner.press("escape")
        await learner.press("down")
        assert learner.said(step.hint) not in learner.coach
        await learner.go_to(7)
        await learner.press("=Pizza", "b")
        assert "Mark Pizza and Beer" in learner.coach
        assert game.slack[YOU] == 4
        assert "Trip: Pizza" not in learner.coach
        await learner.press("escape", *KEYS[6], *KEYS[7])
        await learner.press("=Car Alarm", "n")
        assert "Mark No Pets! to discard it, and only that" in learner.coach
        assert len(game.hands[YOU]) == 2
        await learner.press("escape", *KEYS[8])
        assert learner.lesson.number == 10
        await learner.go_to(22)
        await learner.press("space")
        assert "Don't let that pass!" in learner.coach
        await learner.press("d")
        assert "The lesson asks you every time" in learner.text
        assert not game.winners


async def test_leaving_is_asked_for_and_there_are_ways_on() -> None:
    """As after the whole lesson, which is played elsewhere."""
    async with learning() as learner:
        await learner.go_to(3)
        await learner.press("escape")
        assert isinstance(learner.app.screen, Confirm)
        assert "Leave the lesson?" in learner.text
        await learner.press("n")
        assert learner.lesson.number == 3
        for key, screen in (
            ("2", LessonScreen), ("3", LessonsScreen), ("4", RulesScreen), ("5", TitleScreen),
            ("escape", TitleScreen),
        ):  # fmt: skip
            if not isinstance(learner.app.screen, LessonScreen):
                await learner.close()
                await learner.open(lambda app: app.go("lesson", "geek"))
            learner.screen.leave(learner.screen.session)
            await learner.rest()
            assert isinstance(learner.app.screen, ClosingScreen)
            await learner.press(key)
            assert isinstance(learner.app.screen, screen)
            if key == "2":
                assert learner.lesson.number == 1
                assert learner.lesson.game.slack == [0, 11]
        await learner.open(lambda app: app.go("lesson", "geek"))
        await learner.press("escape")
        assert isinstance(learner.app.screen, Confirm)
        await learner.press("y")
        assert isinstance(learner.app.screen, TitleScreen)


async def test_moved_keys_are_the_ones_the_coach_names() -> None:
    config = Settings(name="Bix", pace="instant", keys={"next_phase": ("f5",)})
    async with learning(SMALL, config) as learner:
        await learner.press("down")
        assert "Press f5 to end a phase" in learner.coach
        assert learner.lesson.rival == "Ada"
        await learner.press("f5")
        assert learner.lesson.number == 3


def test_the_course_names_only_what_there_is() -> None:
    catalog = load_catalog(("geek",))
    lesson = Lesson(load_course(), catalog, "Pam")
    for step in lesson.course.steps:
        for words in (step.text, step.hint, step.meanwhile, step.after):
            for name in _between(words, "<", ">"):
                assert catalog.named(name), name
            for command in _between(words, "{", "}"):
                assert command == "rival" or command in BY_ID, command


def _between(words: str, left: str, right: str) -> list[str]:
    return [part.split(right)[0] for part in words.split(left)[1:]]


OTHERS = EDITIONS[1:]


@pytest.mark.parametrize("edition", OTHERS)
async def test_a_short_lesson_from_the_menu_to_the_win(edition: str) -> None:
    async with learning(edition=None) as learner:
        await learner.press("6")
        assert isinstance(learner.app.screen, LessonsScreen)
        assert "✓" not in learner.text
        await learner.press(str(2 + OTHERS.index(edition)))
        game = learner.lesson.game
        assert learner.app.theme == edition
        learner.every_word_fits()
        await learner.all_steps(keys_of(edition))
        assert f"of {game.goal(YOU)} Slack. Well played" in learner.text
        ticked = [line for line in (await learner.after("3")).splitlines() if "✓" in line]
        assert [f"✓ {title_of((edition,))}" in line for line in ticked] == [True]
        assert isinstance(learner.app.screen, LessonsScreen)
        assert not here().settings.exists()
        assert world_with().state.lessons == (edition,)
        assert len(learner.app.screen_stack) == 3  # Textual's own, the title, the menu


async def test_a_lesson_leads_to_a_game_of_its_edition() -> None:
    async with learning(edition="goth") as learner:
        learner.screen.leave(learner.screen.session)
        await learner.rest()
        assert "Gloom is Slack" in await learner.after("4")
        assert isinstance(learner.app.screen, RulesScreen)
        await learner.press("escape", "1")
        assert isinstance(learner.app.screen, SetupScreen)
        assert learner.app.screen.spec.editions == ("goth",)


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
            item = learner.app.screen.browser.current
            assert item.topic.casefold() == key
            await learner.press("escape", "escape")
            assert isinstance(learner.app.screen, LessonsScreen)
        await learner.press("7", "enter")
        assert isinstance(learner.app.screen, LessonScreen)
        assert learner.lesson.course.edition == "goth"
