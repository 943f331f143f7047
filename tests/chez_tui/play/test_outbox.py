"""One action on its way to a table that takes its time."""

import asyncio
from typing import Any

from chez_tui.play.outbox import UNDER_WAY, Outbox
from core.actions import NEXT, PASS, SHOP, Action, Refused
from core.rules.lookup import no
from tests.chez_tui.driver import SetTable


class SlowSession:
    """A table that agrees when it is told to, to everything but going shopping."""

    view = SetTable("players: Pam; Ada\nturn: Pam, draw").game

    def __init__(self) -> None:
        self.agreed = asyncio.Event()
        self.acted: list[str] = []

    async def act(self, action: Action, by_itself: bool = False) -> None:
        await self.agreed.wait()
        if action.kind == SHOP:
            raise Refused(no("there is no shop", "RUL-1"))
        self.acted.append(action.kind)


async def test_actions_go_one_by_one_and_what_follows_waits() -> None:
    table: Any = SlowSession()
    came: list[tuple[str, bool]] = []
    outbox = Outbox(lambda said, look: came.append((said, look)))
    assert not outbox.look_again()
    assert await outbox.send(table, Action(PASS, 0)) == ""
    assert await outbox.send(table, Action(SHOP, 0)) == UNDER_WAY
    assert await outbox.send(table, Action(NEXT, 0), follow=True) == ""
    assert outbox.look_again()
    table.agreed.set()
    await outbox.sent()
    assert (table.acted, came, outbox.busy) == ([PASS, NEXT], [("", True)], False)
    await outbox.send(table, Action(SHOP, 0))
    assert came[1:] == [("there is no shop (RUL-1)", False)]
