"""The log of others' turns in few words."""

import asyncio

from chez_tui.play.story import Folded, deeds, folded
from chez_tui.play.table import TableModel
from core.cards import PERSON
from core.events import ENTERED
from tests.chez_tui.brains import Clever
from tests.chez_tui.driver import dealt, unseen


async def told(seed: int) -> tuple[TableModel, list[Folded]]:
    """Return the folded log of a game as its first player reads it."""
    table = dealt(("Pam", "Ada", "Bix"), ("", "easy", "normal"), seed)
    model = TableModel([table.session(0)])

    async def listen() -> None:
        async for update in model.session.updates():
            model.take(update)

    listening = asyncio.ensure_future(listen())
    await unseen(table, Clever(5), until=lambda: table.game.round > 3)
    await listening
    return model, folded(model.log, model.view, 0, 99)


async def test_each_turn_is_a_line_and_each_round_begins_with_its_number() -> None:
    model, lines = await told(3)
    assert [(line.name, line.round) for line in lines[:6]] == [
        ("You", 0), ("Ada", 0), ("Bix", 0), ("You", 1), ("Ada", 0), ("Bix", 0),
    ]  # fmt: skip
    role = model.view.faces[model.view.roles[1][0]]
    assert lines[1].text == f"{role.name}, goal {role.goal}"


async def test_what_a_player_gets_in_their_own_turn_was_not_sent() -> None:
    _, lines = await told(3)
    assert [line.text.partition(";")[0] for line in lines[3:6]] == [
        "New Job", "Unwashed Lucky Shirt, Sleep, Movie Night on a Bedsheet",
        "Off-Duty Chef, Blanket Fort Nookie, Back Seat Nookie, Sleep",
    ]  # fmt: skip


async def test_guests_move_in_with_somebody() -> None:
    model, _ = await told(3)
    entered = [t for t in model.log if t.event and t.event.kind == ENTERED and t.event.faces]
    guests = [t for t in entered if model.view.faces[t.event.faces[0]].kind == PERSON]
    hows = {deed.how.partition(" (")[0] for t in guests for deed in deeds([t], model.view, 0)}
    assert hows <= {"moves in", "moves in with you", "moves in with Ada", "moves in with Bix"}
    assert "moves in with Bix" in hows
