"""What is heard at a table: who has said it, not too much of it, and by which name."""

import pytest

from net.log.terms import Manners
from net.table.lobby import Desk, Plan
from net.table.talk import BURST, VOICES, Talk, speaker
from net.wire.messages import Chat, Malformed
from tests.kit.recorded import catalog
from tests.net.honest import HonestTable, identity

TABLE = b"t" * 16
ANN, BO, EVE = (identity(number) for number in range(3))


def said(talk: Talk, text: str = "hello") -> Chat:
    message = talk.say(TABLE, text)
    assert message is not None
    return message


def test_nobody_is_silenced_by_what_others_say_in_his_name() -> None:
    ear, ann = Talk(BO, "Bo"), Talk(ANN, "Ann")
    assert ear.hear(TABLE, said(ann), 100.0)
    for number in range(3 * int(BURST)):
        forged = Chat(ANN.pid, "Ann", (1 << 50) + number, "I give up", bytes(64))
        with pytest.raises(Malformed, match="said to have said"):
            ear.hear(TABLE, forged, 100.0)
    assert ear.hear(TABLE, said(ann), 100.0)


def test_made_up_names_leave_room_for_a_newcomer() -> None:
    ear = Talk(BO, "Bo")
    for number in range(VOICES + 1):
        with pytest.raises(Malformed):
            ear.hear(TABLE, Chat(number.to_bytes(32, "big"), "x", 1, "x", bytes(64)), 100.0)
    assert ear.hear(TABLE, said(Talk(ANN, "Ann")), 100.0)


def test_of_too_many_voices_the_most_silent_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.table.talk.VOICES", 3)
    ear, ann = Talk(BO, "Bo"), Talk(ANN, "Ann")
    for number in range(10):
        assert ear.hear(TABLE, said(ann), 100.0 + number)
        assert ear.hear(TABLE, said(Talk(identity(10 + number), "x")), 100.0 + number)
    assert len(ear._rates) == len(ear._heard) == 3
    for _ in range(2 * int(BURST)):
        last = ear.hear(TABLE, said(ann), 110.0)
    assert not last


def test_who_speaks_is_named_as_everybody_reads_it_at_his_seat() -> None:
    desk = Desk(ANN.pid, "Ann", Manners(TABLE, "Kitchen"), Plan(catalog()), 3)
    desk.sit(BO.pid, "Ann", "")
    desk.add_bot("easy")
    lobby = desk.snapshot()
    names = [speaker(said(Talk(one, "Ann")), lobby, None) for one in (ANN, BO, EVE)]
    assert names == ["Ann", "Ann 2", "Ann (watching)"]
    terms = HonestTable(2).terms
    seats = [seat.name for seat in terms.seats]
    assert [speaker(said(Talk(one, "x")), None, terms) for one in (ANN, BO)] == seats
