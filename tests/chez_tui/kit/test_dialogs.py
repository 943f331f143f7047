"""Boxes that ask: one answer, however fast the keys come, and no haste where it can't be undone."""

import pytest

from chez_tui.kit.dialogs import Choose, Confirm
from chez_tui.settings import Settings
from tests.chez_tui.driver import at_keys


async def test_a_dialog_gives_one_answer() -> None:
    answers: list[bool | None] = []
    async with at_keys() as pam:
        below = pam.app.screen
        dialog = Confirm("Sure?")
        await pam.open(lambda app: app.push_screen(dialog, answers.append))
        await pam.open(lambda app: [dialog.leave(yes) for yes in (True, False)])
        assert answers == [True]
        assert pam.app.screen is below


@pytest.mark.parametrize(("key", "answer"), [("y", True), ("n", False), ("escape", False)])
async def test_enter_is_no_answer_to_a_question_that_needs_one(key: str, answer: bool) -> None:
    answers: list[bool | None] = []
    async with at_keys() as pam:
        await pam.open(lambda app: app.push_screen(Confirm("Sure?"), answers.append))
        assert "y  yes" in await pam.after("enter", "q", "space", "tab", "enter")
        assert answers == []
        await pam.press(key)
        assert answers == [answer]


async def test_a_list_asks_again_before_what_cant_be_undone() -> None:
    answers: list[int | None] = []
    async with at_keys() as pam:
        below = pam.app.screen
        box = Choose("Well?", ["stay", "go", "burn it"], doubts={2: "Burn it?"})
        await pam.open(lambda app: app.push_screen(box, answers.append))
        assert "Burn it?" in await pam.after("end", "enter", "enter", "enter")
        assert "3 burn it" in await pam.after("n")
        assert answers == []
        await pam.press("enter", "y")
        assert answers == [2]
        assert pam.app.screen is below


async def test_a_list_shows_the_keys_it_takes() -> None:
    keys = {"down": ("f5",), "do_it": ("o",)}
    answers: list[int | None] = []
    async with at_keys(config=Settings(calm=True, keys=keys)) as pam:
        await pam.open(lambda app: app.push_screen(Choose("Well?", ["stay", "go"]), answers.append))
        for words in ("up k f5  moves", "o  chooses", "a number  selects", "esc  never mind"):
            assert words in pam.text
        await pam.press("q", "f5", "o")
        assert answers == [1]
