"""Lines to type in: a paste can bring anything."""

from textual.events import Paste

from chez_tui.kit.dialogs import Ask
from chez_tui.kit.entry import TextLine
from tests.chez_tui.driver import at_keys


async def test_of_a_paste_the_first_line_is_taken_as_far_as_it_can_be_shown() -> None:
    async with at_keys() as pam:
        await pam.show(Ask("What is the password?"))
        line = pam.app.screen.query_one(TextLine)
        for pasted in ("\nte\x1b[31ma\x07\u202e\r\nmore", "\x1b\x07", "", "\r\n"):
            pam.app.post_message(Paste(pasted))
            await pam.rest()
            assert line.value == "te[31ma"
