"""A table without a screen: what an update comes to, and the moment that is drawn."""

from chez_tui.play.attention import AboutToWin, Dealt, HitMe, Stopped, jumps
from chez_tui.play.choices import HAND, TARGETS
from chez_tui.play.table import (
    Asked,
    Cue,
    Cursor,
    HotSeat,
    Overtaken,
    Rested,
    TableModel,
    Told,
    Won,
)
from core.actions import CANCEL, DO, LEAVE, Action
from core.events import ANNOUNCED, STOPPED, TURN_BEGAN, Event
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
    assert model.take(update) == [Overtaken(update.action), said, Rested()]
    announced = model.announced
    assert announced is not None
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
    assert now.prompt.line == "Your Call People phase. Enter calls TV Queen, n continues"
    assert now.option is not None
    assert now.focused == (now.option.card, now.option.face)
    assert model.choices.press(now.option) is None
    there = model.moment(Cursor(line=1), {})
    assert (there.mode, there.cursor.line) == (TARGETS, 0)
    assert there.prompt.line == "TV Queen: into which room? Enter chooses your own room"
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


SCENES = """
players: Pam; Ada
Pam holds: {held}
Pam has: {room}
Ada holds: {card}
Ada slack: {slack}
turn: Ada, {phase}
"""


async def scenes(
    *moves: str, held: str = "Pizza", room: str = "Beer", slack: int = 0, card: str = "Sleep"
) -> list[Cue]:
    """Return the cues of these moves, as Pam gets them."""
    phase = "call" if "call" in moves[0] else "free time"
    table = SetTable(SCENES.format(card=card, held=held, room=room, slack=slack, phase=phase))
    model = TableModel([table.session(0)])
    model.take(Update("seen"))
    found = []
    for move in moves:
        table.move(move)
        (update,) = await hear(model.session, 1)
        found += model.take(update)
    return found


async def test_a_hit_is_told_with_what_is_lost() -> None:
    call = ("Ada: call Choad Warrior to Pam", "Pam: pass")
    (hit,) = [c for c in await scenes(*call, card="Choad Warrior") if isinstance(c, HitMe)]
    assert hit.lost == "Beer and 1 Slack"
    assert hit.sentences == (
        "Pam is stuck with Choad Warrior",
        "Pam loses Beer to Choad Warrior",
    )
    harmless = await scenes("Ada: do Sleep", "Pam: pass")
    assert not [c for c in harmless if isinstance(c, HitMe)]


async def test_what_is_announced_would_win() -> None:
    (cue,) = [c for c in await scenes("Ada: do Sleep", slack=19) if isinstance(c, AboutToWin)]
    assert (cue.announced.winners, cue.announced.needs, cue.sentence) == ((1,), 0, "Ada would win")
    cues = await scenes("Ada: do Nookie at Jimmy's", slack=17, card="Nookie at Jimmy's")
    (cue,) = [c for c in cues if isinstance(c, AboutToWin)]
    assert cue.sentence == "Ada would win with a 4 or more"
    assert not [c for c in await scenes("Ada: do Sleep", slack=5) if isinstance(c, AboutToWin)]


def test_a_game_that_goes_on_is_not_dealt_again() -> None:
    _, model = sit("discard", 0)
    first = Update("acted", events=(Event(TURN_BEGAN, 1, n=1),), told=("Ada is up",))
    assert not [cue for cue in model.take(first) if isinstance(cue, Dealt)]


def test_a_stop_names_its_response_even_if_all_of_it_comes_at_once() -> None:
    _, model = sit("call", 0)
    events = (
        Event(ANNOUNCED, 1, cards=(9,), faces=(5,), word=CANCEL),
        Event(STOPPED, 0, other=1, cards=(4,), faces=(3,), word=DO),
    )
    cues = model.take(Update("acted", events=events, told=("Ada responds", "Pam is stopped")))
    assert Stopped(0, (3,), 1, 5) in cues
