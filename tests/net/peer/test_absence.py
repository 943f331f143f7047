"""Who is away, for how long his seat is kept, and who decides about it."""

import pytest

from net.election.words import GONE
from net.log.referee import Referee
from net.log.terms import Manners, Player, Seat, Terms
from net.log.votes import consent
from net.peer.absence import BOT_PATIENCE, Absence
from net.wire.messages import Consent
from tests.net.honest import HonestTable, secret

WAIT = 30


def table(people: int, bots: tuple[int, ...] = ()) -> HonestTable:
    """Players with a program each; those in `bots` have nobody sitting there."""
    made = HonestTable(people, seed=4)
    terms = made.terms
    seats = [
        Seat(seat.name, seat.owner, "easy" if n in bots else "")
        for n, seat in enumerate(terms.seats)
    ]
    players = [Player(*player) for player in terms.players]
    made.terms = Terms.make(players, seats, 0, terms.header, Manners(wait=WAIT))
    return made.open()


def absence(made: HonestTable, number: int = 0) -> Absence:
    return Absence(made.people[number], made.gid)


def agrees(
    made: HonestTable, number: int, victim: int, heir: int | None, head: bytes = b"", throw: int = 0
) -> Consent:
    one, gone = made.people[number], made.people[victim].pid
    to = b"" if heir is None else made.people[heir].pid
    head = head or made.log.place.head
    throw = throw or next_throw(made.referee)
    return Consent(made.gid, gone, to, throw, head, consent(one, made.gid, gone, to, throw, head))


def next_throw(referee: Referee) -> int:
    return (referee.due.throw if referee.due else referee.index) + 1


def test_a_person_is_waited_for_as_long_as_the_table_agreed() -> None:
    made = table(3)
    away, pid = absence(made), made.people[2].pid
    assert not away.may_vote(pid, made.referee, 1e9)
    away.left(pid, 5.0, ended=False)
    away.left(pid, 9.0, ended=True)
    assert away.since(pid) == 5.0
    assert not away.may_vote(pid, made.referee, 5.0 + WAIT - 0.1)
    assert away.may_vote(pid, made.referee, 5.0 + WAIT)
    away.back(pid)
    assert away.since(pid) is None
    assert not away.may_vote(pid, made.referee, 1e9)


@pytest.mark.parametrize(("ended", "patience"), [(True, BOT_PATIENCE), (False, GONE)])
def test_a_bot_is_waited_for_a_moment(ended: bool, patience: float) -> None:
    made = table(3, bots=(2,))
    away, pid = absence(made), made.people[2].pid
    away.left(pid, 0.0, ended)
    assert not away.may_vote(pid, made.referee, patience - 0.1)
    assert away.may_vote(pid, made.referee, patience)


def test_of_two_players_none_removes_the_other() -> None:
    made = table(2)
    away, pid = absence(made), made.people[1].pid
    away.left(pid, 0.0, ended=True)
    assert not away.may_vote(pid, made.referee, 1e9)


def test_a_consent_is_given_once_a_second_and_anew_where_the_log_has_grown() -> None:
    made = table(3)
    away, victim = absence(made), made.people[2].pid
    host, head = made.people[1].pid, made.log.place.head
    away.left(victim, 0.0, ended=True)
    away.wishes[victim] = True
    assert away.ballots(made.referee, host, head, WAIT - 1.0) == []
    (given,) = away.ballots(made.referee, host, head, 100.0)
    assert (given.victim, given.heir, given.head) == (victim, host, head)
    assert away.ballots(made.referee, host, head, 100.5) == []
    assert away.ballots(made.referee, host, head, 101.0)
    assert away.ballots(made.referee, host, b"h" * 32, 101.1)
    assert away.ballots(made.referee, victim, head, 200.0) == []  # a host is replaced first


@pytest.mark.parametrize("heir", [0, None])
def test_a_majority_of_all_decides_at_one_place_of_the_log(heir: int | None) -> None:
    made = table(5)
    away, victim = absence(made), made.people[4].pid
    away.left(victim, 0.0, ended=True)
    head = made.log.place.head
    for number in (0, 1):
        assert away.take(made.people[number].pid, agrees(made, number, 4, heir), made.referee, head)
    assert not away.decided(made.referee, head, 100.0)
    old = agrees(made, 2, 4, heir, head=b"o" * 32)
    assert away.take(made.people[2].pid, old, made.referee, head)
    assert not away.decided(made.referee, head, 100.0)
    assert away.take(made.people[2].pid, agrees(made, 2, 4, heir), made.referee, head)
    assert not away.decided(made.referee, head, WAIT - 1.0)
    (payload,) = away.decided(made.referee, head, 100.0)
    assert payload[:2] == [victim, b"" if heir is None else made.people[heir].pid]
    made.say(made.host, "remove", payload)
    assert victim not in made.referee.players
    assert not away.decided(made.referee, made.log.place.head, 100.0)


def test_every_removal_that_is_agreed_on_is_named() -> None:
    """The host may not be able to carry out the first: too few of those who stay are there."""
    made = table(5)
    away, victims = absence(made), (4, 3)
    head = made.log.place.head
    for victim in victims:
        away.left(made.people[victim].pid, 0.0, ended=True)
        for number in (0, 1, 2):
            message = agrees(made, number, victim, 0)
            away.take(made.people[number].pid, message, made.referee, head)
    found = away.decided(made.referee, head, 100.0)
    assert [payload[0] for payload in found] == [made.people[victim].pid for victim in victims]


def test_different_wishes_are_not_added_up() -> None:
    made = table(5)
    away, victim = absence(made), made.people[4].pid
    away.left(victim, 0.0, ended=True)
    head = made.log.place.head
    for number, heir in ((0, 0), (1, 0), (2, None), (3, 1)):
        away.take(made.people[number].pid, agrees(made, number, 4, heir), made.referee, head)
    assert not away.decided(made.referee, head, 100.0)


def test_the_victim_and_strangers_have_no_vote() -> None:
    made = table(3)
    away, victim = absence(made), made.people[2]
    away.left(victim.pid, 0.0, ended=True)
    head = made.log.place.head
    away.take(made.people[0].pid, agrees(made, 0, 2, 0), made.referee, head)
    away.take(victim.pid, agrees(made, 2, 2, 0), made.referee, head)
    stranger = secret(1, "stranger")
    assert away.take(stranger, agrees(made, 1, 2, 0), made.referee, head)
    assert not away.decided(made.referee, head, 100.0)


def test_a_consent_in_the_name_of_another_is_told() -> None:
    made = table(3)
    away = absence(made)
    head = made.log.place.head
    assert not away.take(made.people[1].pid, agrees(made, 0, 2, 0), made.referee, head)


def test_the_seat_of_a_bot_is_played_on_without_asking_anybody() -> None:
    made = table(3, bots=(2,))
    away, victim = absence(made), made.people[2].pid
    away.left(victim, 0.0, ended=True)
    away.side_with_people(made.referee, 0.5)
    assert away.wishes == {}
    away.side_with_people(made.referee, 2.0)
    assert away.wishes == {victim: True}


@pytest.mark.parametrize("stand_in", [True, False])
def test_a_bot_sides_with_the_people_who_are_here(stand_in: bool) -> None:
    made = table(5, bots=(0, 1))
    away, victim = absence(made), made.people[4].pid
    head = made.log.place.head
    away.left(victim, 0.0, ended=True)
    away.side_with_people(made.referee, 100.0)
    assert away.wishes == {}
    heir = 2 if stand_in else None
    away.take(made.people[2].pid, agrees(made, 2, 4, heir), made.referee, head)
    away.side_with_people(made.referee, 100.0)
    assert away.wishes == {}  # one of two
    away.take(made.people[3].pid, agrees(made, 3, 4, heir), made.referee, head)
    away.side_with_people(made.referee, 100.0)
    assert away.wishes == {victim: stand_in}


def test_a_bot_that_has_decided_alone_sides_with_people_who_come_back() -> None:
    made = table(3, bots=(0,))
    away, person, victim = absence(made), made.people[1].pid, made.people[2].pid
    away.left(person, 0.0, ended=False)
    away.left(victim, 0.0, ended=True)
    away.side_with_people(made.referee, 100.0)
    assert away.wishes[victim] is True
    away.back(person)
    away.take(person, agrees(made, 1, 2, None), made.referee, made.log.place.head)
    away.side_with_people(made.referee, 100.0)
    assert away.wishes == {victim: False}


def test_bots_among_themselves_play_everybody_on() -> None:
    made = table(3, bots=(0, 1))
    away, victim = absence(made), made.people[2].pid
    away.left(victim, 0.0, ended=True)
    away.side_with_people(made.referee, 100.0)
    assert away.wishes == {victim: True}


def test_a_person_is_never_decided_for() -> None:
    made = table(3, bots=(1,))
    away, victim = absence(made), made.people[2].pid
    away.left(victim, 0.0, ended=True)
    away.take(made.people[1].pid, agrees(made, 1, 2, 0), made.referee, made.log.place.head)
    away.side_with_people(made.referee, 100.0)
    assert away.wishes == {}


def test_a_program_of_bots_that_is_about_to_end_is_not_waited_for() -> None:
    made = table(4, bots=(0, 2))
    away, victim, head = absence(made), made.people[2].pid, made.log.place.head
    assert not away.may_vote(victim, made.referee, 0.0)
    assert away.take(victim, agrees(made, 2, 2, 1), made.referee, head)
    assert away.may_vote(victim, made.referee, 0.0)
    away.side_with_people(made.referee, 0.0)
    assert away.wishes == {victim: True}
    away.back(victim)  # he is heard, and still about to go
    assert away.may_vote(victim, made.referee, 0.0)
    away.came(victim)
    assert not away.may_vote(victim, made.referee, 0.0)


def test_the_seat_of_a_person_who_says_that_he_goes_is_kept() -> None:
    made = table(3, bots=(0,))
    away, person = absence(made), made.people[2].pid
    away.take(person, agrees(made, 2, 2, 1), made.referee, made.log.place.head)
    assert not away.may_vote(person, made.referee, 1e9)


def test_who_says_that_another_one_goes_is_not_believed() -> None:
    made = table(4, bots=(0, 2))
    away, other, head = absence(made), made.people[2].pid, made.log.place.head
    assert away.take(made.people[1].pid, agrees(made, 1, 2, 1), made.referee, head)
    assert not away.may_vote(other, made.referee, 0.0)
