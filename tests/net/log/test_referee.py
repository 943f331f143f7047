"""What no entry may be: each bad one is named by everybody who looks at it, and changes nothing."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.actions import CALL, CHANCE, CHANCE_KINDS, LEAVE, NEXT, PLAYER_KINDS, ROLL, SHOW, Action
from net.identity import Identity
from net.log.dice import LINKS, LinkChain, Revealer, beacon
from net.log.entries import VERSION, Ack, Act, Entry, Place, Vote, pack
from net.log.kinds import ANCHOR, BEACON, CLOSE, DO, MORE, NOOP, REMOVE, RESULT, RETURN, SEATS, SEED
from net.log.referee import Referee, RefereeError
from net.log.verify import verify_log
from net.log.votes import consent, majority
from net.sessions.record import packed
from tests.net.honest import (
    HonestTable,
    awaiting,
    caught,
    finished,
    identity,
    put,
    rejected,
    said,
    sealed,
)  # fmt: skip

Bad = Callable[[HonestTable], Entry]
Cases = dict[str, tuple[Bad, str]]

STRANGER = 50  # the number of somebody who does not play
waiting = cache(awaiting)  # tables that no test changes


def by(number: int, kind: str, payload: object) -> Bad:
    """An act of a player that the host has put into the log."""
    return lambda t: said(t, identity(number), kind, payload)


def does(number: int, action: Action) -> Bad:
    return by(number, DO, packed(action))


def next_act(table: HonestTable) -> tuple[Identity, object]:
    """What somebody does who is asked now."""
    action = table.choice()
    return table.by_pid[table.referee.owners[action.seat]], packed(action)


# -- in play ---------------------------------------------------------------------------------------


def changed_author(table: HonestTable) -> Entry:
    act = table.act(identity(1), DO, packed(table.choice()))
    return put(table, Act.read(act.raw, identity(STRANGER).sign("czd/action", act.raw)))


def other_history(table: HonestTable) -> Entry:
    author, payload = next_act(table)
    return put(table, table.act(author, DO, payload, Place(len(table.log), b"x" * 32)))


def for_another(table: HonestTable) -> Entry:
    author, payload = next_act(table)
    other = next(one for one in table.people if one is not author)
    return said(table, other, DO, payload)


def order_of_another(table: HonestTable) -> Entry:
    """An order has no signature of its own: it must be the host's who has signed the entry."""
    place = table.log.place
    raw = pack([VERSION, table.gid, identity(1).pid, 0, place.seq, place.head, CLOSE, 1])
    return put(table, Act.read(raw, b""))


def numbered_order(table: HonestTable) -> Entry:
    return put(table, Act.make(table.host, table.gid, 600, table.log.place, CLOSE, 1))


PLAYING: Cases = {
    "signed by somebody else": (changed_author, "author did not sign"),
    "ordered by somebody else": (
        lambda t: put(t, t.act(identity(1), SEED, b""), identity(1)),
        "host of term 1 did not sign",
    ),
    "an order in another's name": (order_of_another, "only the host"),
    "an order with a number": (numbered_order, "a host does not number"),
    "the same act again": (lambda t: put(t, t.log.entry(len(t.log)).act), "twice"),
    "made for another history": (other_history, "another history"),
    "a stranger acts": (lambda t: said(t, identity(STRANGER), DO, next_act(t)[1]), "does not play"),
    "acts for another": (for_another, "does not act for that seat"),
    "no such seat": (by(1, DO, ["next", 9]), "does not act"),
    "a seat of nobody": (by(1, DO, ["next", -1]), "does not act"),
    "against the rules": (does(1, Action(CALL, 1, (0,))), "("),
    "a die of one's own": (does(1, Action(ROLL, CHANCE, value=6)), "no player can do that"),
    "misshapen action": (by(1, DO, ["next"]), "2 to 8 fields"),
    "action with words": (by(1, DO, ["next", "1"]), "no number"),
    "action with cards in words": (by(1, DO, ["next", 1, ["x"]]), "no number"),
    "unknown kind": (by(1, "dance", 0), "nobody knows"),
    "terms again": (lambda t: said(t, t.host, SEATS, [t.terms.raw, []]), "3 fields"),
    "signed terms again": (lambda t: said(t, t.host, SEATS, t.founding), "and only there"),
    "a throw nobody asked for": (
        lambda t: said(t, t.host, BEACON, [t.referee.index + 1, t.links(t.referee.index + 1)]),
        "no throw is due",
    ),
    "a second seed": (lambda t: said(t, identity(1), SEED, t.seeds[1]), "already"),
    "a seed in words": (by(1, SEED, "seed"), "bytes"),
    "closing what is not open": (by(0, CLOSE, 10**6), "not open"),
    "closing by a player": (by(1, CLOSE, 1), "only the host"),
    "more time for what is not open": (by(1, MORE, 10**6), "not open"),
    "an anchor of another": (
        lambda t: said(t, identity(1), ANCHOR, t.chains[t.host.pid].anchor),
        "nobody has laid down",
    ),
    "an anchor in words": (by(1, ANCHOR, "a"), "nobody has laid down"),
    "a return of who plays": (by(1, RETURN, b"r" * 32), "nobody plays in the place"),
    "a return of a stranger": (by(STRANGER, RETURN, b"r" * 32), "nobody plays in the place"),
    "a result before the end": (by(0, RESULT, [[0], 1, [99, 0, 0]]), "not over"),
    "a look at cards that are open": (by(1, "got", [1]), "not sealed"),
}


# -- elections -------------------------------------------------------------------------------------


def elected(
    *voters: int, host: int = 1, named: int | None = None, term: int = 2, short: int = 0
) -> Bad:
    """The first entry of a host with these votes, which may name another host, term or log."""

    def made(table: HonestTable) -> Entry:
        named_pid = identity(host if named is None else named).pid
        last = table.log.entry(len(table.log) - short).asked
        votes = [Vote.make(identity(n), table.gid, term, named_pid, last).raw for n in voters]
        return opened(votes, host)(table)

    return made


def opened(votes: object, host: int = 1) -> Bad:
    return lambda t: put(t, t.act(identity(host), NOOP, votes), identity(host), 2)


def stolen_vote(table: HonestTable) -> Entry:
    one, two, last = identity(1), identity(2), table.log.last
    mine = Vote.make(one, table.gid, 2, one.pid, last)
    forged = Vote(table.gid, two.pid, 2, one.pid, last, mine.signature)
    return opened([mine.raw, forged.raw])(table)


ELECTIONS: Cases = {
    "alone": (elected(1), "only 1 of the 2"),
    "one voter twice": (elected(1, 1), "only 1 of the 2"),
    "a stranger votes": (elected(1, STRANGER), "only 1 of the 2"),
    "a forged vote": (stolen_vote, "not signed by its voter"),
    "votes of another term": (elected(0, 1, 2, term=9), "another host, term or log"),
    "votes for another": (elected(0, 1, 2, named=0), "another host, term or log"),
    "votes for a shorter log": (elected(0, 1, 2, short=1), "another host, term or log"),
    "a stranger as host": (elected(0, 1, 2, host=STRANGER), "does not play"),
    "a thousand votes": (elected(*[1] * 1000), "more than 8 players"),
    "no votes at all": (opened([]), "only 0"),
    "votes that are none": (opened([b"x"]), "vote"),
    "votes in words": (opened("me"), "list"),
    "a term out of nowhere": (
        lambda t: put(t, t.act(identity(1), SEED, b""), identity(1), 2),
        "begins with the votes",
    ),
    "votes within a term": (lambda t: said(t, t.host, NOOP, t.votes(t.host)), "and only there"),
}


@pytest.mark.parametrize("name", [*PLAYING, *ELECTIONS])
def test_bad_entries_in_play_are_named(name: str) -> None:
    make, why = (PLAYING | ELECTIONS)[name]
    rejected(waiting(throw=False), make(waiting(throw=False)), why)


def test_a_referee_is_of_one_game_and_says_when_players_wait_for_dice() -> None:
    with pytest.raises(RefereeError, match="the name of the game"):
        Referee(bytes(16)).apply(waiting(throw=False).log.entry(1))
    assert waiting(throw=True).referee.busy
    assert not waiting(throw=False).referee.busy


def test_nobody_plays_a_card_as_another_one() -> None:
    table = awaiting(throw=False)
    while not (action := table.choice()).cards:
        table.do(action)
        while table.referee.due:
            table.throw()
    known = [table.game.face[card] for card in action.cards]
    other = next(face for face in table.game.face if face not in known)
    author = table.by_pid[table.referee.owners[action.seat]]
    bad = said(table, author, DO, packed(action._replace(faces=(other,) * len(known))))
    rejected(table, bad, "that card is not")
    caught([*sealed(table), bad.sealed, bad.sealed], len(table.log) + 1, "that card is not")


def test_windows_are_not_closed_at_a_table_without_a_clock() -> None:
    table = awaiting(throw=False, seconds=0)
    rejected(table, said(table, table.host, CLOSE, 1), "limit")
    rejected(table, said(table, table.host, MORE, 1), "limit")


# -- throws ----------------------------------------------------------------------------------------


def thrown(change: Callable[[list[list[bytes]]], object]) -> Bad:
    """The throw that is due with other links."""

    def made(table: HonestTable) -> Entry:
        links = table.links(due(table))
        change(links)
        return said(table, table.host, BEACON, [due(table), links])

    return made


def due(table: HonestTable) -> int:
    assert table.referee.due is not None
    return table.referee.due.throw


def replaced(at: int, link: bytes) -> Bad:
    return thrown(lambda links: links[at].__setitem__(1, link))


def instead(step: int) -> Bad:
    """Another throw than the one that is due."""
    return lambda t: said(t, t.host, BEACON, [due(t) + step, t.links(due(t) + step)])


def another_link(step: int) -> Bad:
    return lambda t: replaced(1, t.chains[identity(1).pid].link(due(t) + step))(t)


def another_chain(table: HonestTable) -> Entry:
    fresh = LinkChain(table.gid, identity(2).pid, b"lucky" * 7, length=400)
    return replaced(2, fresh.link(due(table)))(table)


def swap(links: list[list[bytes]]) -> None:
    links[0][1], links[1][1] = links[1][1], links[0][1]


THROWS: Cases = {
    "a link of zeros": (replaced(0, bytes(32)), "link of Pam"),
    "the link before": (another_link(-1), "link of Lee"),
    "the link after": (another_link(1), "link of Lee"),
    "a link of a luckier chain": (another_chain, "link of Mike"),
    "swapped links": (thrown(swap), "is not of his chain"),
    "somebody left out": (thrown(lambda links: links.pop()), "one link of each"),
    "somebody twice": (thrown(lambda links: links.append(links[0])), "one link of each"),
    "a stranger's link": (
        thrown(lambda links: links.append([identity(STRANGER).pid, bytes(32)])),
        "one link of each",
    ),
    "short link": (replaced(0, b"x"), "wrong kind"),
    "another number": (instead(1), "is due, not"),
    "a throw again": (instead(-1), "is due, not"),
    "not by the host": (
        lambda t: said(t, identity(1), BEACON, [due(t), t.links(due(t))]),
        "only the host",
    ),
    "the winner shows first": (does(1, Action(SHOW, 1, to=0)), "nothing else is done"),
    "leaving in the middle": (does(1, Action(LEAVE, 1)), "nothing else is done"),
    "a new chain in the middle": (by(1, ANCHOR, b"n" * 32), "nothing else is done"),
}


@pytest.mark.parametrize("name", THROWS)
def test_bad_throws_are_named(name: str) -> None:
    make, why = THROWS[name]
    table = waiting(throw=True)
    rejected(table, make(table), why)
    with pytest.raises(RefereeError, match=why):  # also without a look at the signatures
        table.referee.apply(make(table))


def test_a_throw_as_peers_make_it() -> None:
    """Each decides for himself from his own log, and all links make the beacon of the log.

    The entry that asks is part of it: a host who hides one changes every die.
    """
    table = awaiting(throw=True)
    state, asked = table.referee, table.log.last
    links: dict[bytes, bytes] = {}
    for one in table.people:
        guard = Revealer(one, table.gid, table.chains[one.pid], lambda burnt: None)
        ack = Ack.make(identity(1), table.gid, table.term, asked)
        signers = [ack.pid] if ack.genuine() else []
        assert guard.refusal(due(table), asked, asked, signers, state.host, state.players) is None
        links[one.pid] = guard.reveal(due(table), asked, asked).link
    luck = beacon(table.gid, due(table), asked.head, links)
    answer = next(state.dealer.answers(state.game.copy(), luck))
    table.say(table.host, BEACON, [due(table), [list(pair) for pair in links.items()]])
    assert state.actions[0] == answer
    assert verify_log(table.data).good


# -- leaving and removing --------------------------------------------------------------------------


def removed(
    *signers: int, victim: int = 2, heir: int | None = None, head: bytes = b"", later: int = 1
) -> Bad:
    def made(table: HonestTable) -> Entry:
        gone, to = identity(victim).pid, b"" if heir is None else identity(heir).pid
        throw = (table.referee.due.throw if table.referee.due else table.referee.index) + later
        at = head or table.log.place.head
        consents = [
            [identity(n).pid, consent(identity(n), table.gid, gone, to, throw, at)] for n in signers
        ]
        return said(table, table.host, REMOVE, [gone, to, throw, consents])

    return made


REMOVALS: Cases = {
    "one wants it": (removed(0), "only 1 of the 2"),
    "the victim himself": (removed(0, 2), "only 1 of the 2"),
    "a stranger wants it": (removed(0, STRANGER), "only 1 of the 2"),
    "a thousand consents": (removed(*[0] * 1000), "more than 8 players"),
    "an old consent": (removed(0, 1, 2, head=b"x" * 32), "not signed by its player"),
    "a stranger is removed": (removed(0, 1, 2, victim=STRANGER), "must be a player"),
    "an heir from nowhere": (removed(0, 1, 2, heir=STRANGER), "another player"),
    "his own heir": (removed(0, 1, 2, heir=2), "another player"),
    "the same throw again": (removed(0, 1, 2, later=0), "or a later one"),
    "a throw in the clouds": (removed(0, 1, 2, later=LINKS + 1), "or a later one"),
}


@pytest.mark.parametrize("name", REMOVALS)
def test_bad_removals_are_named(name: str) -> None:
    make, why = REMOVALS[name]
    rejected(waiting(throw=True), make(waiting(throw=True)), why)


def test_two_players_can_t_remove_each_other() -> None:
    table = HonestTable(2).open().play(10)
    rejected(table, removed(0, 1, victim=1)(table), "only 1 of the 2")


def test_who_is_removed_throws_and_acts_no_more() -> None:
    table = awaiting(throw=True)
    before, gone = due(table), table.people[2]
    table.remove(gone)
    again = table.referee.due
    assert again is None or again.throw == before + 1
    assert not table.game.alive[2]
    rejected(table, said(table, gone, SEED, b""), "does not play")
    if again is None:
        rejected(table, said(table, gone, RETURN, b"r" * 32), "no seat to come back to")
    table.play()
    assert verify_log(table.data).good


def test_a_host_who_left_orders_nothing_more() -> None:
    table = awaiting(throw=False)
    table.say(table.host, DO, packed(Action(LEAVE, 0)))
    assert table.host.pid not in table.referee.players
    rejected(table, does(1, Action(NEXT, 1))(table), "host has left")
    table.elect(table.people[1])
    table.play()
    assert verify_log(table.data).good


def test_the_old_host_is_out_and_a_throw_survives_the_change() -> None:
    table = awaiting(throw=True)
    old, asked = table.host, table.referee.due
    table.elect(table.people[1])
    for term, why in ((1, "term 1"), (2, "host of term 2")):
        rejected(table, put(table, table.act(old, SEED, b""), old, term), why)
    assert table.referee.due == asked
    table.throw()
    assert verify_log(table.data).good


def test_after_the_end_nothing_is_done() -> None:
    rejected(finished(), does(1, Action(NEXT, 1))(finished()), "over")
    referee = finished().referee.copy()
    referee.apply(removed(0, 1)(finished()))
    assert referee.players == finished().referee.players[:2]
    assert referee.game.digest() == finished().game.digest(), "his seat stays in the game"


def test_majorities() -> None:
    assert [majority(n) for n in range(1, 9)] == [1, 2, 2, 3, 3, 4, 4, 5]


# -- anything --------------------------------------------------------------------------------------

PLAIN = st.recursive(
    st.integers(-(2**63) + 1, 2**63 - 1) | st.binary(max_size=70) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=8,
)
SMALL = st.integers(-3, 300)
NUMBERS = st.lists(SMALL | st.just(2**62), max_size=3)
ACTIONS = st.tuples(
    st.sampled_from((*PLAYER_KINDS, *CHANCE_KINDS)),
    st.integers(-2, 3), NUMBERS, NUMBERS, SMALL, SMALL, SMALL, SMALL,
).map(list)  # fmt: skip
KINDS = (SEATS, SEED, DO, BEACON, NOOP, CLOSE, REMOVE, ANCHOR, RESULT)


@given(st.sampled_from(KINDS), PLAIN | ACTIONS, st.integers(0, 2), st.integers(1, 2))
def test_any_payload_is_carried_out_or_refused(
    kind: str, payload: object, author: int, term: int
) -> None:
    one = identity(author)
    for table in (waiting(throw=False), waiting(throw=True)):
        entry = put(table, table.act(one, kind, payload), one if term > 1 else None, term)
        if kind not in (DO, ANCHOR):
            rejected(table, entry, "")
        else:
            with suppress(RefereeError):
                table.referee.copy().apply(entry)
