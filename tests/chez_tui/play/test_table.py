"""A table without a screen: what an update comes to, and the moment that is drawn."""

from chez_tui.play.attention import Announced, jumps
from chez_tui.play.choices import HAND, TARGETS
from chez_tui.play.table import (
    Asked,
    Cursor,
    HotSeat,
    Overtaken,
    Rested,
    TableModel,
    Told,
    Won,
)
from core.actions import LEAVE, Action
from net.sessions.session import Session, Update
from tests.chez_tui.driver import SetTable

TEXT = """
players: Pam; Ada
Pam holds: TV Queen; Jury Duty; Sleep
Pam has: Clumsy Drunk
Ada holds: Car Alarm
turn: Pam, {phase}
"""


def sit(phase: str, *seats: int | None) -> tuple[SetTable, TableModel]:
    table = SetTable(TEXT.format(phase=phase))
    return table, TableModel([table.session(seat) for seat in seats])


async def hear(session: Session, many: int) -> list[Update]:
    updates = session.updates()
    return [await anext(updates) for _ in range(many)]


async def test_updates_become_lines_and_cues() -> None:
    table, model = sit("free time", 0)
    assert model.take(Update("seen")) == [Asked(False)]
    assert model.take(Update("seen")) == []
    table.move("Pam: do Sleep")
    (update,) = await hear(model.session, 1)
    said = Told("event", "Pam goes for Sleep", 0, "Pam")
    *cues, announced, rested = model.take(update)
    assert (cues, rested) == ([Overtaken(update.action), said], Rested())
    assert isinstance(announced, Announced)
    assert (announced.seat, announced.prompt, announced.winners) == (0, False, ())
    assert [jump.text for jump in jumps(model.view, announced.outcomes)] == ["Pam 0 → 1 of 20"]
    table.person_acts(1, Action(LEAVE, 1))
    cues = [cue for update in await hear(model.session, 1) for cue in model.take(update)]
    assert cues[-1] == Won((0,))
    chat = [model.take(Update("chat", seat=seat, text="hi"))[0] for seat in (1, -1)]
    sentences = ["Ada says: hi", "A spectator says: hi"]
    assert [cue.sentence for cue in chat if isinstance(cue, Told)] == sentences
    assert model.log[-1].text == "hi"


def test_a_moment_is_all_there_is_to_draw() -> None:
    _, model = sit("call", 0)
    now = model.moment(Cursor(line=2), {})
    assert (now.mode, now.my_turn, now.cursor.line) == (HAND, True, 0), "the TV Queen is of use"
    assert now.prompt.line == "Call People: Enter on a card calls that Person, n goes on"
    assert now.option is not None
    assert now.focused == (now.option.card, now.option.face)
    assert model.choices.press(now.option) is None
    there = model.moment(Cursor(line=1), {})
    assert (there.mode, there.cursor.line) == (TARGETS, 0)
    assert there.prompt.line == "TV Queen: for which room?"
    model.take(Update("closed", text="Ada left"))
    assert model.moment(Cursor(), {}).prompt.line == "The table is closed: Ada left. Esc goes back"


def test_a_spectator_has_moments_too() -> None:
    now = sit("call", None)[1].moment(Cursor(), {})
    assert (now.options, now.asked, now.prompt.line) == ((), False, "Waiting for Pam")


def test_a_hand_lies_open_only_while_the_table_waits_for_its_owner() -> None:
    table, _ = sit("free time", 0)
    hands = HotSeat({seat: table.session(seat) for seat in (0, 1)})
    assert (hands.covered(table.game), hands.hands_over(table.game)) == (True, True)
    hands.sit_down()
    assert (hands.covered(table.game), hands.hands_over(table.game)) == (False, False)
    table.move("Pam: do Sleep")  # which everybody sees
    assert (hands.covered(table.game), hands.hands_over(table.game)) == (True, False)
    hands.claimed = 1
    assert (hands.hands_over(table.game), hands.seat, hands.next) == (True, 0, 1)
    hands.leave()
    hands.sit_down()
    assert not hands.covered(table.game)
    table.move("Ada: pass")
    assert (hands.hands_over(table.game), hands.next, hands.claimed) == (True, 0, -1)
