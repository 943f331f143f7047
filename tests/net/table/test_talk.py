"""What is heard at a table and by which name, and who has come with a name that was known."""

from pathlib import Path

import pytest

from net.identity import KnownPeers, Trust
from net.log.terms import Manners
from net.table.acquaintance import Acquaintances
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
        with pytest.raises(Malformed, match="isn't from the player"):
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


# -- who comes with a known name -------------------------------------------------------------------


class Host:
    """A person who knows some people, and who is at the table now."""

    def __init__(self, folder: Path) -> None:
        self.known = KnownPeers(folder / "peers")
        self.here: dict[bytes, str] = {}
        self.told: list[str] = []
        self.among = Acquaintances(
            self.known, self.here.__contains__, lambda pid: self.here[pid], self.told.append
        )

    def joined(self, name: str, pid: bytes, chair: int = 0) -> Trust:
        self.here[pid] = f"in seat {chair}" if chair else ""
        self.among.meet(name, pid)
        return self.among.met[pid].trust


def test_another_key_under_a_known_name_is_an_alarm_each_time(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.known.meet("Ann", ANN.pid)
    assert host.joined("Ann", EVE.pid) is Trust.CHANGED
    assert host.joined("Ann", EVE.pid) is Trust.CHANGED
    assert len(host.told) == 2
    assert host.told[0].startswith("Ann has a new key (")


def test_two_who_share_a_name_are_an_alarm_only_when_one_is_not_here(tmp_path: Path) -> None:
    host = Host(tmp_path)
    assert host.joined("Ann", ANN.pid, chair=1) is Trust.NEW
    for _ in range(2):
        assert host.joined("Ann", EVE.pid, chair=2) is Trust.NEW
    assert host.told == ["Two players here are called Ann; the one you met first is in seat 1"]
    assert host.known.name_of(EVE.pid) == ""  # the name stays with who had it first
    del host.here[ANN.pid]
    assert host.joined("Ann", EVE.pid, chair=1) is Trust.CHANGED


def test_an_alarm_is_taken_back_when_the_one_who_is_known_comes(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.known.meet("Ann", ANN.pid)
    assert host.joined("Ann", EVE.pid, chair=1) is Trust.CHANGED
    assert host.joined("Bo", BO.pid) is Trust.NEW
    assert host.joined("Ann", ANN.pid) is Trust.KNOWN
    assert host.among.met[EVE.pid].trust is Trust.NEW
    assert host.told[1:] == ["Two players here are called Ann"]


def test_a_list_that_can_not_be_written_keeps_nobody_out(tmp_path: Path) -> None:
    host = Host(tmp_path / "gone" / "away")
    (tmp_path / "gone").write_text("in the way, as on a full disk")
    assert host.joined("Ann", ANN.pid) is Trust.NEW
    assert host.joined("Bo", BO.pid) is Trust.NEW
    (told,) = host.told
    assert told.startswith("Can't remember who you meet here: ")
