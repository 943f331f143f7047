"""The one list: its cursor skips headings, stays with its row, and only what is seen is drawn."""

from collections.abc import Sequence

from textual.content import Content
from textual.screen import Screen

from chez_tui.kit.rows import Rows
from tests.chez_tui.driver import at_keys


class Numbers(Rows[int]):
    """Every tenth one is a heading."""

    def __init__(self, items: Sequence[int]) -> None:
        self.drawn: set[int] = set()
        super().__init__(items)

    def usable(self, item: int) -> bool:
        return item % 10 > 0

    def draw(self, item: int, here: bool, width: int) -> list[Content]:
        self.drawn.add(item)
        return [Content(f"{'>' if here else ' '}{item}")]


async def test_a_list_draws_what_is_seen_and_keeps_the_cursor_on_its_row() -> None:
    async with at_keys() as pam:
        rows = Numbers(range(600))
        await pam.show(Screen())
        await pam.app.screen.mount(rows)
        await pam.press("tab", "down")
        assert rows.current == 2
        assert rows.drawn == set(range(24))
        assert ">599" in await pam.after("up", "up"), "before the first row comes the last"
        assert len(rows.drawn) == 48
        await pam.press("down", *["down"] * 9)
        assert rows.current == 11, "no cursor on a heading"
        rows.set_items(range(5, 600, 3))
        assert rows.current == 11, "the row is still there"
        rows.set_items(range(1, 600, 2))
        assert (rows.current, rows.cursor) == (11, 5)
        rows.set_items(())
        await pam.press("down", "up", "enter", "end")
        assert rows.current is None
