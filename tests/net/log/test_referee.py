"""What no entry may be: each bad one is named by whoever verifies, and stopped by every peer."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.actions import CALL, CHANCE, CHANCE_KINDS, LEAVE, PLAYER_KINDS, ROLL, SHOW, Action
from net.identity import Identity
from net.log.dice import LinkChain, Revealer, beacon
from net.log.entries import Ack, Act, Asked, Entry, Place
from net.log.kinds import ANCHOR, BEACON, CLOSE, DO, NOOP, REMOVE, RESULT, SEATS, SEED
from net.log.referee import Referee, RefereeError
from net.log.verify import verify_log
from net.log.votes import majority
from net.sessions.record import packed
from tests.net.honest import (
    HonestTable,
    awaiting,
    caught,
    identity,
    put,
    said,
    sealed,
)

STRANGER = identity(50)

Bad = Callable[[HonestTable], Entry]


def of_turn(table: HonestTable) -> Identity:
    return table.by_pid[table.referee.owners[table.choice().seat]]


def not_of_turn(table: HonestTable) -> Identity:
    mine = of_turn(table)
    return next(one for one in table.people if one is not mine)


def changed_author(table: HonestTable) -> Entry:
    act = table.act(not_of_turn(table), DO, packed(table.choice()))
    return put(table, Act.read(act.raw, STRANGER.sign("czd/action", act.raw)))


def old_act_again(table: HonestTable) -> Entry:
    return put(table, table.log.entry(len(table.log)).act)


def other_history(table: HonestTable) -> Entry:
    action = table.choice()
    author = table.by_pid[table.referee.owners[action.seat]]
    place = Place(len(table.log), b"x" * 32)
    return put(table, table.act(author, DO, packed(action), place))


def with_faces(table: HonestTable) -> Entry:
    """Somebody plays a card and says it is another one."""
    while not (action := table.choice()).cards:
        table.do(action)
        while table.referee.due:
            table.throw()
    known = [table.game.face[card] for card in action.cards]
    other = next(face for face in table.game.face if face not in known)
    author = table.by_pid[table.referee.owners[action.seat]]
    return said(table, author, DO, packed(action._replace(faces=(other,) * len(known))))


PLAYING: dict[str, tuple[Bad, str]] = {
    "signed by somebody else": (changed_author, "author did not sign"),
    "ordered by somebody else": (
        lambda t: put(t, t.act(t.people[1], SEED, b""), t.people[1]),
        "host of term 1 did not sign",
    ),
    "the same act again": (old_act_again, "twice"),
    "made for another history": (other_history, "another history"),
    "a stranger acts": (lambda t: said(t, STRANGER, DO, packed(t.choice())), "does not play"),
    "acts for another": (
        lambda t: said(t, not_of_turn(t), DO, packed(t.choice())),
        "does not act for that seat",
    ),
    "no such seat": (lambda t: said(t, t.people[1], DO, ["next", 9]), "does not act"),
    "against the rules": (
        lambda t: said(t, t.people[1], DO, packed(Action(CALL, 1, (0,)))),
        "(",
    ),
    "a die of one's own": (
        lambda t: said(t, t.people[1], DO, packed(Action(ROLL, CHANCE, value=6))),
        "no player can do that",
    ),
    "a card with another face": (with_faces, "that card is not"),
    "misshapen action": (lambda t: said(t, t.people[1], DO, ["next"]), "2 to 8 fields"),
    "action with words": (lambda t: said(t, t.people[1], DO, ["next", "1"]), "no number"),
    "action with cards in words": (
        lambda t: said(t, t.people[1], DO, ["next", 1, ["x"]]),
        "no number",
    ),
    "unknown kind": (lambda t: said(t, t.people[1], "dance", 0), "nobody knows"),
    "terms again": (lambda t: said(t, t.host, SEATS, [t.terms.raw, []]), "3 fields"),
    "signed terms again": (
        lambda t: said(t, t.host, SEATS, [t.terms.raw, [t.terms.sign(one) for one in t.people]]),
        "and only there",
    ),
    "a throw nobody asked for": (
        lambda t: said(t, t.host, BEACON, [t.referee.index + 1, t.links(t.referee.index + 1)]),
        "no throw is due",
    ),
    "a second seed": (lambda t: said(t, t.people[1], SEED, t.seeds[1]), "already"),
    "a seed in words": (lambda t: said(t, t.people[1], SEED, "seed"), "bytes"),
    "closing what is not open": (lambda t: said(t, t.host, CLOSE, 10**6), "not open"),
    "closing by a player": (lambda t: said(t, t.people[1], CLOSE, 1), "only the host"),
    "an anchor of another": (
        lambda t: said(t, t.people[1], ANCHOR, t.chains[t.host.pid].anchor),
        "nobody has laid down",
    ),
    "an anchor in words": (lambda t: said(t, t.people[1], ANCHOR, "a"), "nobody has laid down"),
}


def refused(table: HonestTable, entry: Entry) -> bool:
    """As a peer looks at it: first whether it hangs on the log, then everything else."""
    if table.log.refusal(entry) is not None:
        return True
    try:
        table.referee.check(entry)
        table.referee.apply(entry)
    except RefereeError:
        return True
    return False


@pytest.mark.parametrize("name", PLAYING)
def test_bad_entries_in_play_are_named(name: str) -> None:
    make, why = PLAYING[name]
    table = awaiting(throw=False)
    bad = make(table)
    caught([*sealed(table), bad.sealed, bad.sealed], len(table.log) + 1, why)
    before = table.game.digest()
    assert refused(table, bad), "a peer notices at once"
    assert table.game.digest() == before, "and its table is as it was"
    table.play(3)


PLAIN = st.recursive(
    st.integers(-(2**63) + 1, 2**63 - 1) | st.binary(max_size=70) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=8,
)
NUMBERS = st.lists(st.integers(-3, 300) | st.just(2**62), max_size=3)
ACTIONS = st.tuples(
    st.sampled_from((*PLAYER_KINDS, *CHANCE_KINDS)),
    st.integers(-2, 3), NUMBERS, NUMBERS, st.integers(-3, 300), st.integers(-3, 300),
    st.integers(-3, 300), st.integers(-3, 300),
).map(list)  # fmt: skip
KINDS = (SEATS, SEED, DO, BEACON, NOOP, CLOSE, REMOVE, ANCHOR, RESULT)


@given(st.sampled_from(KINDS), PLAIN | ACTIONS, st.integers(0, 2), st.integers(1, 2))
def test_any_payload_is_carried_out_or_refused(
    kind: str, payload: object, author: int, term: int
) -> None:
    for table in (short_table(throw=False), short_table(throw=True)):
        before = table.game.digest()
        one = table.people[author]
        entry = put(table, table.act(one, kind, payload), one if term > 1 else None, term)
        if kind != DO and kind != ANCHOR:
            assert refused(table, entry)
            assert table.game.digest() == before
        else:
            anew = Referee(table.gid)
            for old in table.log:
                anew.apply(old)
            with suppress(RefereeError):
                anew.apply(entry)


@cache
def short_table(throw: bool) -> HonestTable:
    """Don't change it."""
    table = HonestTable(3).open()
    while (table.referee.due is not None) != throw:
        table.step()
    return table


def test_windows_are_not_closed_at_a_table_without_a_clock() -> None:
    table = awaiting(throw=False, seconds=0)
    caught([*sealed(table), said(table, table.host, CLOSE, 1).sealed], len(table.log) + 1, "limit")


# -- throws ----------------------------------------------------------------------------------------


def thrown(table: HonestTable, change: Callable[[list[list[bytes]]], object]) -> Entry:
    due = table.referee.due
    assert due is not None
    links = table.links(due.throw)
    change(links)
    return said(table, table.host, BEACON, [due.throw, links])


def replaced(at: int, link: bytes) -> Callable[[list[list[bytes]]], object]:
    return lambda links: links[at].__setitem__(1, link)


def skipped(table: HonestTable) -> Entry:
    due = table.referee.due
    assert due is not None
    return said(table, table.host, BEACON, [due.throw + 1, table.links(due.throw + 1)])


def repeated(table: HonestTable) -> Entry:
    return said(table, table.host, BEACON, [table.referee.index, table.links(table.referee.index)])


def another_link(table: HonestTable, ahead: int) -> Entry:
    due = table.referee.due
    assert due is not None
    return thrown(table, replaced(1, table.chains[table.people[1].pid].link(due.throw + ahead)))


def another_chain(table: HonestTable) -> Entry:
    due = table.referee.due
    assert due is not None
    fresh = LinkChain(table.gid, table.people[2].pid, b"lucky" * 7, length=400)
    return thrown(table, replaced(2, fresh.link(due.throw)))


THROWS: dict[str, tuple[Bad, str]] = {
    "a link of zeros": (lambda t: thrown(t, replaced(0, bytes(32))), "link of Pam"),
    "the link before": (lambda t: another_link(t, -1), "link of Lee"),
    "the link after": (lambda t: another_link(t, 1), "link of Lee"),
    "a link of a luckier chain": (another_chain, "link of Mike"),
    "swapped links": (lambda t: thrown(t, lambda links: swap(links)), "is not of his chain"),
    "somebody left out": (lambda t: thrown(t, lambda links: links.pop()), "one link of each"),
    "somebody twice": (lambda t: thrown(t, lambda links: links.append(links[0])), "one link of"),
    "a stranger's link": (
        lambda t: thrown(t, lambda links: links.append([STRANGER.pid, bytes(32)])),
        "one link of each",
    ),
    "short link": (lambda t: thrown(t, replaced(0, b"x")), "wrong kind"),
    "another number": (skipped, "is due, not"),
    "a throw again": (repeated, "is due, not"),
    "not by the host": (
        lambda t: said(t, t.people[1], BEACON, [t.referee.index + 1, t.links(1)]),
        "only the host",
    ),
    "the winner shows first": (
        lambda t: said(t, t.people[1], DO, packed(Action(SHOW, 1, to=0))),
        "nothing else is done",
    ),
    "leaving in the middle": (
        lambda t: said(t, t.people[1], DO, packed(Action(LEAVE, 1))),
        "nothing else is done",
    ),
    "a new chain in the middle": (
        lambda t: said(t, t.people[1], ANCHOR, b"n" * 32),
        "nothing else is done",
    ),
}


def swap(links: list[list[bytes]]) -> None:
    links[0][1], links[1][1] = links[1][1], links[0][1]


@pytest.mark.parametrize("name", THROWS)
def test_bad_throws_are_named(name: str) -> None:
    make, why = THROWS[name]
    table = awaiting(throw=True)
    bad = make(table)
    caught([*sealed(table), bad.sealed], len(table.log) + 1, why)
    with pytest.raises(RefereeError):
        table.referee.apply(bad)
    table.play(3)


def test_a_host_who_hides_an_entry_changes_every_die() -> None:
    """The entry that asks is part of the beacon: another history, another throw."""
    table = awaiting(throw=True)
    due = table.referee.due
    assert due is not None
    entry = table.throw()
    other = Asked(due.asked.term, due.asked.seq, b"x" * 32)
    links = dict(entry.act.payload[1])  # type: ignore[index]
    assert beacon(table.gid, due.throw, due.asked.head, links) != beacon(
        table.gid, due.throw, other.head, links
    )


# -- the pieces together ---------------------------------------------------------------------------


def test_a_throw_as_peers_make_it() -> None:
    """Each decides for himself from his own log, and all links make the beacon of the log."""
    table = awaiting(throw=True)
    due = table.referee.due
    assert due is not None
    links: dict[bytes, bytes] = {}
    for one in table.people:
        guard = Revealer(one, table.gid, table.chains[one.pid], lambda burnt: None)
        ack = Ack.make(table.people[1], table.gid, table.term, due.asked)
        signers = [ack.pid] if ack.genuine() else []
        state = table.referee
        problem = guard.refusal(
            due.throw, due.asked, table.log.last, signers, state.host, state.players
        )
        assert problem is None
        links[one.pid] = guard.reveal(due.throw, due.asked, table.log.last).link
    table.say(table.host, BEACON, [due.throw, [list(pair) for pair in links.items()]])
    assert verify_log(table.data).good


def test_majorities() -> None:
    assert [majority(n) for n in range(1, 9)] == [1, 2, 2, 3, 3, 4, 4, 5]
