"""The table for spectators and replays: where everything is, and the scenes it shows."""

from itertools import combinations
from typing import Any

import pytest

from chez_tui.kit.bigtext import letters
from chez_tui.kit.canvas import Canvas
from chez_tui.play.table import SPECTATOR, Moment
from chez_tui.screens.table.audience import PLAYERS, STAGE, HeldPane, far, zones
from chez_tui.screens.table.layout import FOOT, HEADER
from chez_tui.screens.table.rooms import plots
from chez_tui.settings import Settings
from net.sessions.session import SeenHand
from tests.chez_tui.driver import LARGE, SMALL, SetTable, Size, at_keys, laid

SIZES = (SMALL, (100, 32), LARGE, (160, 50), (200, 60), (40, 12), (20, 5))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 4, 8])
def test_zones_lie_side_by_side_on_the_screen(size: Size, players: int) -> None:
    for hands in {0, 1, players}:
        for large in (False, True):
            where = zones(size, players, hands, large=large)
            cells = [
                {(x, y) for x in range(z.x, z.x + z.width) for y in range(z.y, z.y + z.height)}
                for z in where.values()
            ]
            for one, other in combinations(cells, 2):
                assert not one & other
            for x, y in set().union(*cells):
                assert 0 <= x < size[0]
                assert HEADER <= y < size[1] - FOOT
            if size >= SMALL:
                assert where[STAGE].height >= 6
                assert where[PLAYERS].height >= 6


async def test_spectators_see_what_is_announced_canceled_and_rolled() -> None:
    table = SetTable(laid("middle", turn="Ada, free time"), dice=(5,))
    async with at_keys(LARGE, Settings(calm=True)) as eve:
        await eve.open(lambda app: app.look_at(table, False))
        table.move("Ada: do Sleep")
        await eve.rest()
        assert "ADA  announces" in eve.text
        assert "Ada would have" in eve.text
        table.move("Pam: cancel with Car Alarm")
        await eve.rest()
        for name in ("Ada", "Bix", "Cleo"):
            if table.game.stack:
                table.move(f"{name}: pass")
                await eve.rest()
        assert letters("STOPPED", 5)[0] in eve.text
        assert "by Pam: Car Alarm" in eve.text


async def test_a_big_screen_names_the_card_in_large_letters() -> None:
    table = SetTable(laid("middle", turn="Ada, free time"))
    async with at_keys(LARGE, Settings(calm=True)) as eve:
        await eve.open(lambda app: app.look_at(table, True))
        table.move("Ada: do Sleep")
        await eve.rest()
        name = letters("Sleep", 5)
        assert all(row.rstrip() in eve.text for row in name)


def moment(text: str = "", **known: Any) -> Moment:
    game = SetTable(text or laid("middle", turn="Ada, free time")).game
    return Moment(game, SPECTATOR, (), **known)


def test_near_the_goal_a_player_is_red_on_the_big_screen() -> None:
    now = moment()
    for seat, left in ((0, 1), (1, 9)):
        now.view.slack[seat] = now.view.goal(seat) - left
        canvas = Canvas(30, 12)
        (plot,) = plots(30, 12, 1)
        far(canvas, plot, now, seat, False)
        styles = {str(span.style) for line in canvas.lines() for span in line.spans}
        assert any("$alarm-tint" in style for style in styles) == (left == 1)
        assert ("ONE TO GO" in "\n".join(canvas.text())) == (left == 1)


def test_a_hand_that_is_known_lies_as_cards_where_there_is_room() -> None:
    now = moment()
    faces = tuple(now.view.face[card] for card in now.view.hands[0])
    now = moment(seen_hands={0: SeenHand(1, faces[:4])})
    pane = HeldPane()
    for height, shown in ((12, "╭ ■"), (2, " ■ ")):
        canvas = Canvas(120, height)
        pane.draw(canvas, now)
        text = "\n".join(canvas.text())
        assert "Pam holds" in text
        assert all(now.view.faces[face].name in text for face in faces[:4])
        assert shown in text
        assert ("2 face down" in text) == (height == 2)
