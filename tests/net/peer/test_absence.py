"""Who is away, for how long his seat is kept, and who decides about it."""

import pytest

from net.election.words import GONE
from net.log.terms import Manners, Player, Seat, Terms
from net.log.votes import consent
from net.peer.absence import BOT_PATIENCE, Absence
from net.wire.messages import Consent
from tests.net.honest import HonestTable, secret

WAIT = 30
LATE = 100.0  # when everybody has been waited for


class Room:
    """A table with a program for each player, and what the first of them knows of who is away."""

    def __init__(self, people: int, bots: tuple[int, ...] = ()) -> None:
        """Nobody sits at the programs in `bots`."""
        table = HonestTable(people, seed=4)
        seats = [
            Seat(seat.name, seat.owner, "easy" if n in bots else "")
            for n, seat in enumerate(table.terms.seats)
        ]
        players = [Player(*player) for player in table.terms.players]
        table.terms = Terms.make(players, seats, 0, table.terms.header, Manners(wait=WAIT))
        self.table = table.open()
        self.away = Absence(table.people[0], table.gid)
        self.pids = table.terms.pids

    @property
    def head(self) -> bytes:
        return self.table.log.place.head

    @property
    def wishes(self) -> dict[bytes, bool]:
        return self.away.wishes

    def left(self, *numbers: int, ended: bool = True) -> None:
        for number in numbers:
            self.away.left(self.pids[number], 0.0, ended)

    def may_vote(self, number: int, now: float) -> bool:
        return self.away.may_vote(self.pids[number], self.table.referee, now)

    def hears(
        self, number: int, victim: int, heir: int | None, head: bytes = b"", of: bytes = b""
    ) -> bool:
        """A player agrees that another one be removed; says whether that can be."""
        table, referee, head = self.table, self.table.referee, head or self.head
        gone, to = self.pids[victim], b"" if heir is None else self.pids[heir]
        throw = (referee.due.throw if referee.due else referee.index) + 1
        signed = consent(table.people[number], table.gid, gone, to, throw, head)
        message = Consent(table.gid, gone, to, throw, head, signed)
        return self.away.take(of or self.pids[number], message, referee, self.head)

    def decided(self, now: float = LATE) -> list[list[object]]:
        return self.away.decided(self.table.referee, self.head, now)

    def side_with_people(self, now: float = LATE) -> None:
        self.away.side_with_people(self.table.referee, now)


# -- how long --------------------------------------------------------------------------------------


def test_a_person_is_waited_for_as_long_as_the_table_agreed() -> None:
    room = Room(3)
    away, pid = room.away, room.pids[2]
    assert not room.may_vote(2, 1e9)
    away.left(pid, 5.0, ended=False)
    away.left(pid, 9.0, ended=True)
    assert away.since(pid) == 5.0
    assert not room.may_vote(2, 5.0 + WAIT - 0.1)
    assert room.may_vote(2, 5.0 + WAIT)
    away.back(pid)
    assert away.since(pid) is None
    assert not room.may_vote(2, 1e9)


@pytest.mark.parametrize(("ended", "patience"), [(True, BOT_PATIENCE), (False, GONE)])
def test_a_bot_is_waited_for_a_moment_and_played_on(ended: bool, patience: float) -> None:
    room = Room(3, bots=(2,))
    room.left(2, ended=ended)
    for now, wishes in ((patience - 0.1, {}), (patience, {room.pids[2]: True})):
        assert room.may_vote(2, now) == bool(wishes)
        room.side_with_people(now)
        assert room.wishes == wishes, "nobody is asked"


def test_of_two_players_none_removes_the_other() -> None:
    room = Room(2)
    room.left(1)
    assert not room.may_vote(1, 1e9)


# -- who decides -----------------------------------------------------------------------------------


def test_a_consent_is_given_once_a_second_and_again_where_the_log_has_grown() -> None:
    room = Room(3)
    away, referee, head = room.away, room.table.referee, room.head
    _, host, victim = room.pids
    room.left(2)
    room.wishes[victim] = True
    assert away.ballots(referee, host, head, WAIT - 1.0) == []
    (given,) = away.ballots(referee, host, head, 100.0)
    assert (given.victim, given.heir, given.head) == (victim, host, head)
    assert away.ballots(referee, host, head, 100.5) == []
    assert away.ballots(referee, host, head, 101.0)
    assert away.ballots(referee, host, b"h" * 32, 101.1)
    assert away.ballots(referee, victim, head, 200.0) == []  # a host is replaced first


@pytest.mark.parametrize("heir", [0, None])
def test_a_majority_of_all_decides_at_one_place_of_the_log(heir: int | None) -> None:
    room = Room(5)
    room.left(4)
    assert room.hears(0, 4, heir)
    assert room.hears(1, 4, heir)
    assert not room.decided()
    assert room.hears(2, 4, heir, head=b"o" * 32)
    assert not room.decided()
    assert room.hears(2, 4, heir)
    assert not room.decided(WAIT - 1.0)
    (payload,) = room.decided()
    assert payload[:2] == [room.pids[4], b"" if heir is None else room.pids[heir]]
    room.table.say(room.table.host, "remove", payload)
    assert room.pids[4] not in room.table.referee.players
    assert not room.decided()


def test_every_removal_that_is_agreed_on_is_named() -> None:
    """The host may not be able to carry out the first: too few of those who stay are there."""
    room = Room(5)
    room.left(4, 3)
    for victim in (4, 3):
        for number in (0, 1, 2):
            room.hears(number, victim, 0)
    assert [payload[0] for payload in room.decided()] == [room.pids[4], room.pids[3]]


def test_different_wishes_and_votes_of_no_voter_are_not_added_up() -> None:
    room = Room(5)
    room.left(4)
    for number, heir in ((0, 0), (1, 0), (2, None), (3, 1), (4, 0)):
        room.hears(number, 4, heir)
    assert room.hears(1, 4, 0, of=secret(1, "stranger"))
    assert not room.hears(0, 4, 0, of=room.pids[1]), "nobody votes for another"
    assert not room.decided()


# -- what bots think -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "bots", "heard", "wish"),
    [
        (5, (0, 1), [], None),  # people who are here decide
        (5, (0, 1), [(2, 4, 2)], None),  # one of two
        (5, (0, 1), [(2, 4, 2), (3, 4, 2)], True),
        (5, (0, 1), [(2, 4, None), (3, 4, None)], False),
        (3, (0, 1), [], True),  # bots among themselves play everybody on
        (3, (1,), [(1, 2, 0)], None),  # a person is never decided for
    ],
)
def test_a_bot_sides_with_the_people_who_are_here(
    people: int, bots: tuple[int, ...], heard: list[tuple[int, int, int | None]], wish: bool | None
) -> None:
    room, victim = Room(people, bots), people - 1
    room.left(victim)
    for said in heard:
        room.hears(*said)
    room.side_with_people()
    assert room.wishes == ({} if wish is None else {room.pids[victim]: wish})


def test_a_bot_that_has_decided_alone_sides_with_people_who_come_back() -> None:
    room = Room(3, bots=(0,))
    room.left(1, ended=False)
    room.left(2)
    room.side_with_people()
    assert room.wishes[room.pids[2]] is True
    room.away.back(room.pids[1])
    room.hears(1, 2, None)
    room.side_with_people()
    assert room.wishes == {room.pids[2]: False}


# -- who says that he goes -------------------------------------------------------------------------


def test_a_program_of_bots_that_is_about_to_end_is_not_waited_for() -> None:
    room = Room(4, bots=(0, 2))
    assert not room.may_vote(2, 0.0)
    assert room.hears(1, 2, 1), "who says that another one goes is not believed"
    assert not room.may_vote(2, 0.0)
    assert room.hears(2, 2, 1)
    assert room.may_vote(2, 0.0)
    room.side_with_people(0.0)
    assert room.wishes == {room.pids[2]: True}
    room.away.back(room.pids[2])  # he is heard, and still about to go
    assert room.may_vote(2, 0.0)
    room.away.came(room.pids[2])
    assert not room.may_vote(2, 0.0)
    assert room.hears(3, 3, 1)
    assert not room.may_vote(3, 1e9), "the seat of a person who says that he goes is kept"
