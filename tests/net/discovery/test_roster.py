"""The bookkeeping of tables: grey, gone, back again, merged, and never too many."""

import pytest

from net.discovery import roster
from net.discovery.notice import Notice
from net.discovery.roster import GREY, HERE
from net.wire.codes import Address
from tests.net.notices import at, notice


class Room:
    """A roster and a clock."""

    def __init__(self) -> None:
        self.roster = roster.Roster()
        self.now = 100.0

    def hear(self, name: str, said: Notice, addresses: list[Address] | None = None) -> None:
        self.roster.heard(name, said, at(1) if addresses is None else addresses, self.now)

    def probe(self, *answering: Address) -> list[bytes]:
        """Asks whoever is due; only these addresses answer."""
        asked = self.roster.due(self.now)
        for table, addresses in asked:
            got = next((address for address in addresses if address in answering), None)
            self.roster.probed(table, got, self.now)
        return [table for table, _ in asked]

    def later(self, seconds: float = roster.PERIOD) -> "Room":
        self.now += seconds
        return self

    @property
    def states(self) -> list[str]:
        return [found.state for found in self.roster.found()]


@pytest.fixture
def room() -> Room:
    return Room()


def test_a_table_is_here_at_once_and_asked_at_once(room: Room) -> None:
    room.hear("a", notice())
    assert room.states == [HERE]
    assert room.probe(*at(1)) == [notice().table]
    assert room.states == [HERE]
    assert room.probe() == []
    assert room.roster.next() == room.now + roster.PERIOD
    room.hear("a", notice(phase="play", seated=5))
    assert room.roster.found()[0].notice == notice(phase="play", seated=5)


def test_grey_after_one_miss_white_after_an_answer_and_gone_after_three_misses(room: Room) -> None:
    room.hear("a", notice())
    room.probe()
    assert room.roster.found()[0].silent
    room.later().probe(*at(1))
    assert room.states == [HERE]
    began = room.now
    states = []
    while room.states:
        room.later()
        room.probe()
        states.append(room.states)
    assert states == [[GREY], [GREY], []]  # misses are counted in a row
    assert room.now - began == roster.LOST * roster.PERIOD


def lose(room: Room) -> None:
    for _ in range(roster.LOST):
        room.probe()
        room.later()


def test_a_lost_table_may_come_back_or_is_forgotten_in_the_end(room: Room) -> None:
    room.hear("a", notice())
    lose(room)
    assert room.states == []
    assert room.probe() == []
    room.later(roster.PERIOD * (roster.SLOWER - 1))
    assert room.probe(*at(1)) == [notice().table]
    assert room.states == [HERE]
    lose(room.later())
    room.later(roster.FORGET)
    assert room.probe(*at(1)) == []
    assert room.roster.next() == float("inf")


def test_a_lost_table_that_speaks_up_is_asked_soon_but_not_shown_unseen(room: Room) -> None:
    room.hear("a", notice())
    lose(room)
    room.hear("a", notice())
    assert room.states == []
    room.later(1.0)
    assert room.probe(*at(1))
    assert room.states == [HERE]


def test_a_chatty_table_is_not_asked_all_the_time(room: Room) -> None:
    room.hear("a", notice())
    room.probe()
    asked = 0
    for _ in range(100):
        room.later(0.05)
        room.hear("a", notice())
        asked += len(room.probe())
    assert asked <= 6


def test_a_goodbye_is_believed_and_without_an_address_it_is_no_table(room: Room) -> None:
    room.hear("a", notice())
    for name in ("a", "a", "never heard of"):
        room.roster.left(name)
        assert room.roster.found() == ()
    room.hear("a", notice(), [])
    assert room.roster.found() == ()


def test_a_new_host_is_the_same_table(room: Room) -> None:
    room.hear("a", notice(), at(1))
    room.probe(*at(1))
    room.later()
    room.hear("b", notice(seated=1), at(2))
    (found,) = room.roster.found()
    assert found.notice.seated == 1
    assert set(found.addresses) == set(at(1, 2))
    room.probe(*at(2))
    assert room.roster.found()[0].addresses[0] == at(2)[0]
    room.roster.left("a")
    assert room.roster.found()[0].addresses == tuple(at(2))
    room.roster.left("b")
    assert room.roster.found() == ()


def test_a_new_host_of_a_lost_table_shows_it_again(room: Room) -> None:
    room.hear("a", notice(), at(1))
    lose(room)
    room.hear("b", notice(), at(2))
    assert room.states == [GREY]
    room.later(1.0).probe()
    assert room.states == [GREY], "one miss of the new one does not lose it again"
    room.later().probe(*at(2))
    assert room.states == [HERE]


def test_the_address_that_answered_comes_first(room: Room) -> None:
    room.hear("a", notice(), at(1, 2, 3))
    room.probe(*at(3))
    assert room.roster.found()[0].addresses == tuple(at(3, 1, 2))
    room.hear("a", notice(), at(1, 2))
    assert room.roster.found()[0].addresses == tuple(at(1, 2))


def test_a_name_that_changes_its_table_leaves_the_old_one(room: Room) -> None:
    room.hear("a", notice(1))
    room.hear("a", notice(2))
    assert [found.notice.title for found in room.roster.found()] == ["Table 2"]


def test_a_flood_of_tables_is_held_back_and_only_a_silent_one_gives_way(room: Room) -> None:
    for number in range(2 * roster.MAX_TABLES):
        room.hear(f"n{number}", notice(number), at(number))
    kept = [notice(number) for number in range(roster.MAX_TABLES)]
    assert [table.notice for table in room.roster.found()] == kept
    room.probe(*(address for n in range(roster.MAX_TABLES) if n != 5 for address in at(n)))
    room.hear("new", notice(999))
    del kept[5]
    assert [found.notice for found in room.roster.found()] == [*kept, notice(999)]


def test_a_flood_of_sources_and_addresses_is_held_back(room: Room) -> None:
    room.hear("real", notice(), at(1))
    room.probe(*at(1))
    for number in range(2, 90):
        room.later(0.1)
        room.hear(f"n{number}", notice(), [Address(f"10.0.{number}.{n}", 9) for n in range(90)])
    (found,) = room.roster.found()
    assert len(found.addresses) <= roster.MAX_SOURCES * roster.MAX_ADDRESSES
    assert found.addresses[0] == at(1)[0]  # it answers, so it stays


def test_a_probe_of_a_table_that_is_gone_counts_for_nothing(room: Room) -> None:
    room.hear("a", notice())
    (asked,) = room.roster.due(room.now)
    assert room.roster.due(room.later(100).now) == []  # one at a time
    room.roster.left("a")
    room.roster.probed(asked[0], at(1)[0], room.now)
    room.hear("a", notice())
    room.roster.probed(asked[0], None, room.now)
    assert room.states == [HERE]
