"""Names of classes: Textual's CSS knows widgets by them, so each may be there only once."""

import re
from collections import Counter
from pathlib import Path

from chez_tui.kit.screen import Heading
from tests.chez_tui.driver import at_keys


def test_no_name_is_there_twice() -> None:
    code = "".join(p.read_text() for p in (Path(__file__).parents[2] / "chez_tui").rglob("*.py"))
    names = Counter(re.findall(r"^class (\w+)", code, re.MULTILINE))
    assert [name for name, times in names.items() if times > 1] == []


async def test_one_screen_leaves_the_looks_of_others_alone() -> None:
    async with at_keys() as pam:
        await pam.open(lambda app: app.go("settings"))
        before = pam.app.screen.query_one(Heading).rich_style
        await pam.after("escape", "7", "escape", "s")
        assert pam.app.screen.query_one(Heading).rich_style == before
