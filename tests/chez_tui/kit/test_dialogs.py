"""Boxes that ask: one answer, however fast the keys come."""

from chez_tui.kit.dialogs import Confirm
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
