"""Who may order entries and who is out: elections, removals, leaving."""

from collections.abc import Callable

import pytest

from core.actions import LEAVE, NEXT, Action
from net.identity import Identity
from net.log.entries import Entry, Vote
from net.log.kinds import DO, NOOP, REMOVE, SEED
from net.log.verify import verify_log
from net.log.votes import consent
from net.sessions.record import packed
from tests.net.honest import (
    HonestTable,
    awaiting,
    caught,
    finished,
    identity,
    put,
    said,
    sealed,
)

STRANGER = identity(50)

Bad = Callable[[HonestTable], Entry]


# -- hosts -----------------------------------------------------------------------------------------


def elected(
    table: HonestTable, voters: list[Identity], author: Identity | None = None, **changes: object
) -> Entry:
    candidate = author or table.people[1]
    term = table.term + 1
    last = changes.get("last", table.log.last)
    votes = [
        Vote.make(
            voter, table.gid, changes.get("term", term), changes.get("who", candidate.pid), last
        ).raw  # type: ignore[arg-type]
        for voter in voters
    ]
    return put(table, table.act(candidate, NOOP, votes), candidate, term)


def stolen_vote(table: HonestTable) -> Entry:
    one, two = table.people[1], table.people[2]
    mine = Vote.make(one, table.gid, 2, one.pid, table.log.last)
    forged = Vote(table.gid, two.pid, 2, one.pid, table.log.last, mine.signature)
    return put(table, table.act(one, NOOP, [mine.raw, forged.raw]), one, 2)


ELECTIONS: dict[str, tuple[Bad, str]] = {
    "alone": (lambda t: elected(t, [t.people[1]]), "only 1 of the 2"),
    "one voter twice": (lambda t: elected(t, [t.people[1]] * 2), "only 1 of the 2"),
    "strangers": (lambda t: elected(t, [t.people[1], STRANGER]), "only 1 of the 2"),
    "a forged vote": (stolen_vote, "not signed by its voter"),
    "votes of another term": (lambda t: elected(t, t.people, term=9), "another host, term or log"),
    "votes for another": (
        lambda t: elected(t, t.people, who=t.people[0].pid),
        "another host, term or log",
    ),
    "votes for a shorter log": (
        lambda t: elected(t, t.people, last=t.log.entry(len(t.log) - 1).asked),
        "another host, term or log",
    ),
    "a stranger as host": (
        lambda t: elected(t, t.people, STRANGER),
        "does not play",
    ),
    "a thousand votes": (lambda t: elected(t, [t.people[1]] * 1000), "more than 8 players"),
    "no votes at all": (lambda t: put(t, t.act(t.people[1], NOOP, []), t.people[1], 2), "only 0"),
    "votes that are none": (
        lambda t: put(t, t.act(t.people[1], NOOP, [b"x"]), t.people[1], 2),
        "vote",
    ),
    "votes in words": (lambda t: put(t, t.act(t.people[1], NOOP, "me"), t.people[1], 2), "list"),
    "a term out of nowhere": (
        lambda t: put(t, t.act(t.people[1], SEED, b""), t.people[1], 2),
        "begins with the votes",
    ),
    "votes within a term": (lambda t: said(t, t.host, NOOP, t.votes(t.host)), "and only there"),
}


@pytest.mark.parametrize("name", ELECTIONS)
def test_bad_elections_are_named(name: str) -> None:
    make, why = ELECTIONS[name]
    table = awaiting(throw=False)
    bad = make(table)
    caught([*sealed(table), bad.sealed], len(table.log) + 1, why)


def test_the_old_host_is_out() -> None:
    table = awaiting(throw=False)
    old = table.host
    table.elect(table.people[1])
    bad = put(table, table.act(old, SEED, b""), old, 1)
    caught([*sealed(table), bad.sealed], len(table.log) + 1, "term 1")
    bad = put(table, table.act(old, SEED, b""), old, 2)
    caught([*sealed(table), bad.sealed], len(table.log) + 1, "host of term 2")


def test_a_throw_survives_the_change_of_host() -> None:
    table = awaiting(throw=True)
    due = table.referee.due
    table.elect(table.people[2])
    assert table.referee.due == due
    table.throw()
    assert verify_log(table.data).good


# -- leaving and removing --------------------------------------------------------------------------


def removed(
    table: HonestTable, victim: Identity, signers: list[Identity], **changes: object
) -> Entry:
    due = table.referee.due
    throw = changes.get("throw", (due.throw if due else table.referee.index) + 1)
    heir = changes.get("heir", b"")
    head = changes.get("head", table.log.place.head)
    consents = [
        [one.pid, consent(one, table.gid, victim.pid, heir, throw, head)]  # type: ignore[arg-type]
        for one in signers
    ]
    return said(table, table.host, REMOVE, [victim.pid, heir, throw, consents])


REMOVALS: dict[str, tuple[Bad, str]] = {
    "one wants it": (lambda t: removed(t, t.people[2], [t.host]), "only 1 of the 2"),
    "the victim himself": (
        lambda t: removed(t, t.people[2], [t.host, t.people[2]]),
        "only 1 of the 2",
    ),
    "strangers": (lambda t: removed(t, t.people[2], [t.host, STRANGER]), "only 1 of the 2"),
    "a thousand consents": (
        lambda t: removed(t, t.people[2], [t.host] * 1000),
        "more than 8 players",
    ),
    "an old consent": (
        lambda t: removed(t, t.people[2], t.people, head=b"x" * 32),
        "not signed by its player",
    ),
    "a stranger is removed": (lambda t: removed(t, STRANGER, t.people), "must be a player"),
    "an heir from nowhere": (
        lambda t: removed(t, t.people[2], t.people, heir=STRANGER.pid),
        "another player",
    ),
    "his own heir": (
        lambda t: removed(t, t.people[2], t.people, heir=t.people[2].pid),
        "another player",
    ),
    "the same throw again": (
        lambda t: removed(t, t.people[2], t.people, throw=t.referee.index + 1),
        "or a later one",
    ),
    "a throw in the clouds": (
        lambda t: removed(t, t.people[2], t.people, throw=10**9),
        "or a later one",
    ),
}


@pytest.mark.parametrize("name", REMOVALS)
def test_bad_removals_are_named(name: str) -> None:
    make, why = REMOVALS[name]
    table = awaiting(throw=True)
    bad = make(table)
    caught([*sealed(table), bad.sealed], len(table.log) + 1, why)


def test_who_is_removed_throws_and_acts_no_more() -> None:
    table = awaiting(throw=True)
    due = table.referee.due
    assert due is not None
    gone = table.people[2]
    table.remove(gone)
    again = table.referee.due
    assert again is None or again.throw == due.throw + 1
    assert not table.game.alive[2]
    bad = said(table, gone, SEED, b"")
    caught([*sealed(table), bad.sealed], len(table.log) + 1, "does not play")
    table.play()
    assert verify_log(table.data).good


def test_two_players_can_t_remove_each_other() -> None:
    table = HonestTable(2).open().play(10)
    bad = removed(table, table.people[1], table.people)
    caught([*sealed(table), bad.sealed], len(table.log) + 1, "only 1 of the 2")


def test_a_host_who_left_orders_nothing_more() -> None:
    table = awaiting(throw=False)
    table.say(table.host, DO, packed(Action(LEAVE, 0)))
    assert table.host.pid not in table.referee.players
    bad = said(table, table.people[1], DO, packed(Action(NEXT, 1)))
    caught([*sealed(table), bad.sealed], len(table.log) + 1, "host has left")
    table.elect(table.people[1])
    table.play()
    assert verify_log(table.data).good


def test_after_the_end_nothing_is_done() -> None:
    table = finished()
    bad = said(table, table.people[1], DO, packed(Action(NEXT, 1)))
    caught([*sealed(table), bad.sealed], len(table.log) + 1, "over")
