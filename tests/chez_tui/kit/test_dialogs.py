"""Boxes that ask: one answer, however fast the keys come."""

from chez_tui.kit.dialogs import Confirm
from tests.chez_tui.driver import at_keys, key_event


async def test_a_dialog_gives_one_answer() -> None:
    answers: list[bool | None] = []
    async with at_keys() as pam:
        below = pam.app.screen
        await pam.open(lambda app: app.push_screen(Confirm("Sure?"), answers.append))
        for key in ("y", "y", "n", "escape"):
            pam.app.post_message(key_event(key))
        await pam.rest()
        assert answers == [True]
        assert pam.app.screen is below
