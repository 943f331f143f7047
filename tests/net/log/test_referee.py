"""What no entry may be: each bad one is named by everybody who looks at it, and changes nothing.

Whoever verifies a log finds the same: honest ones hold, doctored ones are caught at the very entry.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.actions import CALL, CHANCE, LEAVE, NEXT, PASS, ROLL, SHOW, Action
from core.state import Window
from net.identity import Identity
from net.log.chain import MAGIC
from net.log.dice import LINKS, LinkChain, beacon
from net.log.entries import VERSION, Act, Entry, EntryError, Place, Vote, pack, unpack
from net.log.kinds import ANCHOR, BEACON, CLOSE, DO, MORE, NOOP, REMOVE, RESULT, RETURN, SEATS, SEED
from net.log.netgame import record_of
from net.log.payloads import told_result
from net.log.referee import Referee, RefereeError
from net.log.terms import Manners, Terms
from net.log.verify import count, verify_log
from net.log.votes import consent, majority
from net.sessions.record import Outdated, Result, packed, result_of
from tests.kit.places import OLDER
from tests.net.honest import (
    HonestTable,
    awaiting,
    caught,
    eventful,
    file_of,
    finished,
    identity,
    put,
    rejected,
    said,
    sealed,
    standing,
)

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
    "signed by somebody else": (changed_author, "author didn't sign"),
    "ordered by somebody else": (
        lambda t: put(t, t.act(identity(1), SEED, b""), identity(1)),
        "host of term 1 didn't sign",
    ),
    "an order in another's name": (order_of_another, "only the host"),
    "an order with a number": (numbered_order, "hosts don't number"),
    "the same act again": (lambda t: put(t, t.log.entry(len(t.log)).act), "twice"),
    "made for a different log": (other_history, "a different log"),
    "a stranger acts": (lambda t: said(t, identity(STRANGER), DO, next_act(t)[1]), "doesn't play"),
    "acts for another": (for_another, "doesn't act for that seat"),
    "no such seat": (by(1, DO, ["next", 9]), "doesn't act"),
    "a seat of nobody": (by(1, DO, ["next", -1]), "doesn't act"),
    "against the rules": (does(1, Action(CALL, 1, (0,))), "("),
    "a die of one's own": (does(1, Action(ROLL, CHANCE, value=6)), "no player can do that"),
    "misshapen action": (by(1, DO, ["next"]), "2 to 8 fields"),
    "action with words": (by(1, DO, ["next", "1"]), "isn't a number"),
    "action with cards in words": (by(1, DO, ["next", 1, ["x"]]), "isn't a number"),
    "unknown kind": (by(1, "dance", 0), "unknown kind"),
    "terms again": (lambda t: said(t, t.host, SEATS, [t.terms.raw, []]), "3 fields"),
    "signed terms again": (lambda t: said(t, t.host, SEATS, t.founding), "and only once"),
    "a throw nobody asked for": (
        lambda t: said(t, t.host, BEACON, [t.referee.index + 1, t.links(t.referee.index + 1)]),
        "no roll is due",
    ),
    "a second seed": (lambda t: said(t, identity(1), SEED, t.seeds[1]), "already"),
    "a seed in words": (by(1, SEED, "seed"), "bytes"),
    "closing what is not open": (by(0, CLOSE, 10**6), "isn't open"),
    "closing by a player": (by(1, CLOSE, 1), "only the host"),
    "more time for what is not open": (by(1, MORE, 10**6), "isn't open"),
    "an anchor of another": (
        lambda t: said(t, identity(1), ANCHOR, t.chains[t.host.pid].anchor),
        "different from every anchor",
    ),
    "an anchor in words": (by(1, ANCHOR, "a"), "different from every anchor"),
    "a return of who plays": (by(1, RETURN, b"r" * 32), "no one has taken over"),
    "a return of a stranger": (by(STRANGER, RETURN, b"r" * 32), "no one has taken over"),
    "a result before the end": (by(0, RESULT, [[0], 1, [99, 0, 0]]), "isn't over"),
    "a look at cards that are open": (by(1, "got", [1]), "aren't sealed"),
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
    "alone": (elected(1), "only 1 of 2"),
    "one voter twice": (elected(1, 1), "only 1 of 2"),
    "a stranger votes": (elected(1, STRANGER), "only 1 of 2"),
    "a forged vote": (stolen_vote, "without its voter's signature"),
    "votes of another term": (elected(0, 1, 2, term=9), "another host, term or log"),
    "votes for another": (elected(0, 1, 2, named=0), "another host, term or log"),
    "votes for a shorter log": (elected(0, 1, 2, short=1), "another host, term or log"),
    "a stranger as host": (elected(0, 1, 2, host=STRANGER), "doesn't play"),
    "a thousand votes": (elected(*[1] * 1000), "more than 8 players"),
    "no votes at all": (opened([]), "only 0"),
    "votes that are none": (opened([b"x"]), "vote"),
    "votes in words": (opened("me"), "list"),
    "a term out of nowhere": (
        lambda t: put(t, t.act(identity(1), SEED, b""), identity(1), 2),
        "come first in a term",
    ),
    "votes within a term": (lambda t: said(t, t.host, NOOP, t.votes(t.host)), "and only once"),
}


def test_a_referee_is_of_one_game_and_says_when_players_wait_for_dice() -> None:
    with pytest.raises(RefereeError, match="the game's id"):
        Referee(bytes(16)).apply(waiting(throw=False).log.entry(1))
    assert waiting(throw=True).referee.busy
    assert not waiting(throw=False).referee.busy


def test_nobody_plays_a_card_as_another_one() -> None:
    table = awaiting(throw=False)
    while not (action := table.choice()).cards:
        table.do(action)
        table.until(throw=False)
    known = [table.game.face[card] for card in action.cards]
    other = next(face for face in table.game.face if face not in known)
    author = table.by_pid[table.referee.owners[action.seat]]
    bad = said(table, author, DO, packed(action._replace(faces=(other,) * len(known))))
    rejected(table, bad, "the card isn't")
    caught([*sealed(table), bad.sealed, bad.sealed], len(table.log) + 1, "the card isn't")


def test_only_people_who_can_still_respond_keep_a_window_open() -> None:
    """A pass is signed, so everybody can tell; bots and stand-ins count as having passed."""
    table = HonestTable(4, bots=1, seed=7).open()
    while not (len(table.referee.silent) == 3 and 4 in table.game.waiting()):
        table.step()
    window = table.game.stack[-1]
    assert isinstance(window, Window)
    one, other, third = table.referee.silent
    assert table.referee.asking == []
    for seat in (one, other):
        table.say(table.people[seat], MORE, window.ref)
    assert table.referee.asking == [one, other]
    again = said(table, table.people[one], MORE, window.ref)
    rejected(table, again, "more time once per window")
    table.do(Action(PASS, one, ref=window.ref))
    assert (table.referee.silent, table.referee.asking) == ([other, third], [other])
    twice = said(table, table.people[one], DO, packed(Action(PASS, one, ref=window.ref)))
    rejected(table, twice, "you can't respond now")
    table.remove(table.people[other], heir=table.people[third])
    assert (table.referee.silent, table.referee.asking) == ([third], [])
    table.do(Action(PASS, third, ref=window.ref))
    assert table.referee.silent == []
    assert set(table.game.waiting()) == {other, 4}
    table.say(table.host, CLOSE, window.ref)
    assert table.referee.timed == 0, "no clock is needed to see that this was right"
    table.close()
    assert table.referee.timed == 1
    assert any("1 window without a response" in line for line in verify_log(table.data).unproven)
    assert not table.game.stack or table.game.stack[-1] != window
    assert table.referee.asking == []


# -- throws ----------------------------------------------------------------------------------------


def thrown(change: Callable[[list[list[bytes]]], object]) -> Bad:
    """The throw that is due with other links."""

    def made(table: HonestTable) -> Entry:
        links = table.links(table.due)
        change(links)
        return said(table, table.host, BEACON, [table.due, links])

    return made


def replaced(at: int, link: bytes) -> Bad:
    return thrown(lambda links: links[at].__setitem__(1, link))


def instead(step: int) -> Bad:
    """Another throw than the one that is due."""
    return lambda t: said(t, t.host, BEACON, [t.due + step, t.links(t.due + step)])


def another_link(step: int) -> Bad:
    return lambda t: replaced(1, t.chains[identity(1).pid].link(t.due + step))(t)


def another_chain(table: HonestTable) -> Entry:
    fresh = LinkChain(table.gid, identity(2).pid, b"lucky" * 7, length=400)
    return replaced(2, fresh.link(table.due))(table)


def swap(links: list[list[bytes]]) -> None:
    links[0][1], links[1][1] = links[1][1], links[0][1]


THROWS: Cases = {
    "a link of zeros": (replaced(0, bytes(32)), "link from Pam"),
    "the link before": (another_link(-1), "link from Lee"),
    "the link after": (another_link(1), "link from Lee"),
    "a link of a luckier chain": (another_chain, "link from Mike"),
    "swapped links": (thrown(swap), "isn't in their chain"),
    "somebody left out": (thrown(lambda links: links.pop()), "one link from each"),
    "somebody twice": (thrown(lambda links: links.append(links[0])), "one link from each"),
    "a stranger's link": (
        thrown(lambda links: links.append([identity(STRANGER).pid, bytes(32)])),
        "one link from each",
    ),
    "short link": (replaced(0, b"x"), "wrong kind"),
    "another number": (instead(1), "is due, not"),
    "a throw again": (instead(-1), "is due, not"),
    "not by the host": (
        lambda t: said(t, identity(1), BEACON, [t.due, t.links(t.due)]),
        "only the host",
    ),
    "the winner shows first": (does(1, Action(SHOW, 1, to=0)), "nothing else counts"),
    "leaving in the middle": (does(1, Action(LEAVE, 1)), "nothing else counts"),
    "a new chain in the middle": (by(1, ANCHOR, b"n" * 32), "nothing else counts"),
}


def test_the_entry_that_asks_is_part_of_a_throw() -> None:
    """A host who hides one changes every die."""
    table = awaiting(throw=True)
    links = dict(table.links(table.due))  # type: ignore[arg-type]
    luck = beacon(table.gid, table.due, table.log.last.head, links)
    answer = next(table.referee.dealer.answers(table.game.copy(), luck))
    table.throw()
    assert table.referee.actions[0] == answer
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
    "one wants it": (removed(0), "only 1 of 2"),
    "the victim himself": (removed(0, 2), "only 1 of 2"),
    "a stranger wants it": (removed(0, STRANGER), "only 1 of 2"),
    "a thousand consents": (removed(*[0] * 1000), "more than 8 players"),
    "an old consent": (removed(0, 1, 2, head=b"x" * 32), "without its player's signature"),
    "a stranger is removed": (removed(0, 1, 2, victim=STRANGER), "only a player can be removed"),
    "an heir from nowhere": (removed(0, 1, 2, heir=STRANGER), "another player"),
    "his own heir": (removed(0, 1, 2, heir=2), "another player"),
    "the same throw again": (removed(0, 1, 2, later=0), "or later"),
    "a throw in the clouds": (removed(0, 1, 2, later=LINKS + 1), "or later"),
}


@pytest.mark.parametrize("name", [*PLAYING, *ELECTIONS, *THROWS, *REMOVALS])
def test_bad_entries_are_named(name: str) -> None:
    make, why = (PLAYING | ELECTIONS | THROWS | REMOVALS)[name]
    table = waiting(throw=name in THROWS | REMOVALS)
    rejected(table, make(table), why)
    if name in THROWS:
        with pytest.raises(RefereeError, match=why):  # also without a look at the signatures
            table.referee.apply(make(table))


def test_two_players_can_t_remove_each_other() -> None:
    assert [majority(n) for n in range(1, 9)] == [1, 2, 2, 3, 3, 4, 4, 5]
    table = HonestTable(2).open().play(10)
    rejected(table, removed(0, 1, victim=1)(table), "only 1 of 2")


def test_who_is_removed_throws_and_acts_no_more() -> None:
    table = awaiting(throw=True)
    before, gone = table.due, table.people[2]
    table.remove(gone)
    again = table.referee.due
    assert again is None or again.throw == before + 1
    assert not table.game.alive[2]
    rejected(table, said(table, gone, SEED, b""), "doesn't play")
    if again is None:
        rejected(table, said(table, gone, RETURN, b"r" * 32), "no seat to come back to")
    table.play()
    assert verify_log(table.data).good


def test_a_host_who_left_orders_nothing_more() -> None:
    table = awaiting(throw=False)
    table.say(table.host, DO, packed(Action(LEAVE, 0)))
    assert table.host.pid not in table.referee.players
    rejected(table, does(1, Action(NEXT, 1))(table), "host left")
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


# -- honest logs -----------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [1, 2, 3, 5])
def test_honest_games_hold(people: int) -> None:
    table = finished(people) if people > 1 else HonestTable(1, bots=2).open().play()
    report = verify_log(table.data)
    assert report.good
    assert report.entries == len(table.log)
    assert (report.at, report.head) == table.log.place
    assert report.digest == table.game.digest()
    assert report.winners == tuple(table.game.names[seat] for seat in table.game.winners)
    assert report.winners
    assert -1 not in table.game.face, "every replica knows every face"
    assert f"{len(table.log)} entries in one unbroken chain" in report.proven[0]
    assert any("shared seed" in line for line in report.unproven)


def test_the_result_is_told_after_the_end_and_the_head_stays() -> None:
    """Nothing is proven by it that the log does not prove, and nothing else can be said there."""
    table = finished()
    result = result_of(table.game)
    assert result is not None
    told = told_result(result)
    last, heir = said(table, table.host, RESULT, told), table.people[1]
    elected = put(table, table.act(heir, NOOP, table.votes(heir)), heir, table.term + 1)
    for entry in (elected, last):
        longer = file_of([*sealed(table), entry.sealed])
        report = verify_log(longer)
        assert report.good
        assert report.entries == len(table.log) + 1
        assert (report.at, report.head) == table.log.place
    assert record_of(longer).result == record_of(table.data).result == result
    for payload, why in (
        ([[0, 1, 2], *told[1:]], "didn't end like that"),
        ([told[0], result.round + 1, told[2]], "didn't end like that"),
        ([*told[:2], [0, 0, 0]], "didn't end like that"),
        ([[7], *told[1:]], "names seats"),
        (told[:2], "3 fields"),
        ("Pam", "3 fields"),
    ):
        rejected(table, said(table, table.host, RESULT, payload), why)
    other = next(one for one in table.people if one is not table.host)
    rejected(table, put(table, table.act(other, RESULT, told)), "only the host")
    order = table.act(table.host, RESULT, told, last.place)
    again = Entry.make(table.host, table.term, last.place, order)
    caught([*sealed(table), last.sealed, again.sealed], len(table.log) + 2, "already in the log")


# -- other rules -----------------------------------------------------------------------------------


def test_the_log_of_newer_rules_is_listed_with_its_result_and_not_played() -> None:
    table = HonestTable(3)
    table.terms = Terms.read(pack(terms_of(table) | {"rules": 3}))
    entries = [said(table, table.host, SEATS, table.founding).sealed]
    record = record_of(file_of(entries))
    assert (record.header.names, record.header.rules) == (table.terms.header.names, 3)
    assert (record.actions, record.result) == ((), None)
    entries.append(said(table, table.host, RESULT, [[1], 9, [3, 25, -1]]).sealed)
    record = record_of(file_of(entries))
    assert (record.actions, record.result) == ((), Result((1,), 9, (3, 25, -1)))
    with pytest.raises(Outdated, match="newer rules"):
        record.game()
    entries[-1] = said(table, table.host, RESULT, [[9], 9, [3, 25, -1]]).sealed
    assert record_of(file_of(entries)).result is None
    assert record_of(file_of(entries)[:-1]).torn


def terms_of(table: HonestTable) -> dict[str, object]:
    value = unpack(table.terms.raw, 10**6, "terms")
    assert isinstance(value, dict)
    return value


def test_an_older_log_is_carried_out_by_todays_rules_for_its_result_alone() -> None:
    table = HonestTable(3)
    value = terms_of(table)
    del value["rules"]
    table.terms = Terms.read(pack(value | {"version": 1, "fingerprint": "0" * 64}))
    table.referee.today = True
    table.open().play(40)
    assert record_of(table.data).by_todays_rules() is None
    table.play()
    record = record_of(table.data)
    assert record.result is None
    assert record.by_todays_rules() == result_of(table.game)
    with pytest.raises(Outdated, match="older rules"):
        record.game()
    wrong = sealed(table)
    wrong[30:32] = reversed(wrong[30:32])
    assert record_of(file_of(wrong)).by_todays_rules() is None


def test_a_log_of_the_protocol_before_is_carried_out_as_it_was() -> None:
    """Its terms don't say whether the table is offline, or quick; a `next` names no phase, and
    programs pass in each window, for which there may be no limit."""
    table = HonestTable(3)
    value = terms_of(table)
    for fields, beat in ((6, 0), (7, 0), (7, 2)):
        manners = list(Manners()._replace(beat=beat))[:fields]
        table.terms = Terms.read(pack(value | {"manners": manners}))
        assert table.terms.manners == Manners()
    table.open()
    while not table.referee.over:
        if table.referee.due is not None:
            table.throw()
        else:
            move = table.choice()
            table.do(move._replace(ref=0) if move.kind == NEXT else move)
    assert verify_log(table.data).good


def test_a_log_from_before_rules_had_a_number_is_read() -> None:
    data = (OLDER / "network.game").read_bytes()
    record = record_of(data)
    assert (record.header.names, record.header.rules) == (("Ann", "Bob"), 1)
    assert record.result is None
    report = verify_log(data)
    assert str(report.fault) == (
        "entry 1: this game used older rules (version 1, now 2), "
        "so it can't be replayed or continued"
    )
    assert report.winners == ()


def test_a_game_with_everything_holds_and_is_told() -> None:
    table = eventful()
    report = verify_log(table.data)
    assert report.fault is None
    told = "\n".join(report.proven + report.unproven)
    for part in (
        "2 changes of host",
        "1 removal",
        "rolls and draws",
        "a win for",
        "was up in 1 window",
    ):
        assert part in told
    assert len(table.referee.players) == 3
    again = Referee(table.gid)  # a referee can be made from the log alone
    for entry in table.log:
        again.apply(entry)
    assert standing(again) == standing(table.referee)


def test_an_unfinished_or_torn_log_says_so() -> None:
    table = short()
    report = verify_log(table.data)
    assert report.good
    assert any("this log stops" in line for line in report.unproven)
    assert (report.at, report.head) == table.log.place
    torn = verify_log(table.data[:-3])
    assert torn.good
    assert torn.entries == report.entries - 1
    assert any("cut off" in line for line in torn.unproven)


def test_files_that_are_no_logs() -> None:
    for data, seq in ((b"", 0), (b"PK", 0), (MAGIC, 0), (MAGIC[:5], 1), (MAGIC + b"\0\0\0\5x", 1)):
        report = verify_log(data)
        assert report.fault is not None
        assert report.fault.seq == seq
        assert not report.proven
    assert "isn't the log" in str(verify_log(b"PK").fault)
    caught([b"\x01"], 1)


def test_counting() -> None:
    assert [count(1, "entry"), count(2, "entry")] == ["1 entry", "2 entries"]
    assert [count(1, "throw"), count(0, "throw")] == ["1 throw", "0 throws"]


# -- without any key -------------------------------------------------------------------------------


@cache
def short() -> HonestTable:
    """The beginning of a game; don't change it."""
    return HonestTable(3).open().play(30)


@given(st.data())
def test_no_bit_of_a_file_can_change_unseen(data: st.DataObject) -> None:
    good = short().data
    bit = data.draw(st.integers(0, len(good) * 8 - 1))
    bad = bytearray(good)
    bad[bit // 8] ^= 1 << bit % 8
    report = verify_log(bytes(bad))
    at = bit // 8
    expected = 0
    end = len(MAGIC)
    for entry in sealed(short()):
        expected += at >= end
        end += 4 + len(entry)
    assert report.fault is not None
    assert report.fault.seq == expected


def test_missing_doubled_and_swapped_entries_are_caught() -> None:
    entries = sealed(short())
    for at in range(1, len(entries), 4):
        caught([*entries[: at - 1], *entries[at:]], at)
        caught([*entries[:at], entries[at - 1], *entries[at:]], at + 1, f"number {at}")
    for at in range(1, len(entries) - 1, 4):
        swapped = [*entries]
        swapped[at - 1 : at + 1] = reversed(swapped[at - 1 : at + 1])
        caught(swapped, at)


def test_entries_of_another_game_don_t_fit() -> None:
    entries, other = sealed(short()), sealed(HonestTable(3, seed=2).open().play(40))
    for at in (2, 5, 20):
        caught([*entries[: at - 1], *other[at - 1 :]], at, "another game")


# -- the opening -----------------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], object]


@cache
def unopened() -> HonestTable:
    """Before its first entry; don't change it."""
    return HonestTable(3)


def reopened(change: Change, sign: bool = True) -> Entry:
    """An opening with other terms, signed by everybody or with the old signatures."""
    table = unopened()
    value, signatures = terms_of(table), table.founding[1]
    change(value)
    raw = pack(value)
    if sign:
        try:
            signatures = [Terms.read(raw).sign(one) for one in table.people]
        except EntryError:
            signatures = [bytes(64)] * 3
    return said(table, table.host, SEATS, [raw, signatures])


def put_in(**fields: object) -> Change:
    return lambda value: value.update(fields)


def copied(field: int) -> Change:
    """The first player has brought what the second has."""
    return lambda value: value["players"][0].__setitem__(field, value["players"][1][field])


def mannered(**changes: Any) -> Change:
    return put_in(manners=list(Manners()._replace(**changes)))


def seated(*seats: tuple[str, int]) -> Change:
    return put_in(seats=[[name, owner, ""] for name, owner in seats])


OPENINGS: dict[str, tuple[Change, str]] = {
    "another nonce": (
        lambda value: value["players"][0].__setitem__(1, b"n" * 16),
        "isn't the one its players made",
    ),
    "equal anchors": (copied(2), "same key, nonce, anchor"),
    "equal commitments": (copied(3), "same key, nonce, anchor"),
    "one player twice": (lambda v: v["players"].append(v["players"][0]), "each with a seat"),
    "another host": (put_in(host=1), "only the host of the first term"),
    "a host nobody knows": (put_in(host=3), "every seat a player"),
    "other cards": (put_in(fingerprint="00"), "different cards"),
    "newer rules": (put_in(rules=3), "newer rules (version 3, here 2)"),
    "rules before they had a number": (
        lambda value: (value.pop("rules"), value.update(version=1)),
        "older rules (version 1, now 2)",
    ),
    "unknown edition": (put_in(editions=["nope"]), "cards"),
    "unknown option": (put_in(options={"cheat": "on"}), "cheat"),
    "winners from nowhere": (put_in(winners=[9]), "winners"),
    "a terminal escape": (seated(("\x1b[2J", 0), ("B", 1), ("C", 2)), "harm a screen"),
    "a player without a seat": (seated(("A", 0), ("B", 1), ("C", 1)), "every player needs a seat"),
    "two of one name": (seated(("A", 0), ("A", 1), ("C", 2)), "the same name"),
    "an hour and more": (mannered(beat=3601), "at most 3600"),
    "waiting for ever": (mannered(wait=3601), "at most 3600"),
    "no time to respond": (mannered(beat=0), "at least a second"),
    "a table without a name": (mannered(title=""), "so does the table"),
    "a title in two lines": (mannered(title="a\nb"), "harm a screen"),
    "neither offline nor not": (mannered(offline=2), "is offline, or quick, or not"),
    "neither quick nor not": (mannered(quick=2), "is offline, or quick, or not"),
    "another way to deal": (put_in(cards="marked"), "doesn't play"),
    "another version": (put_in(version=3), "doesn't play"),
    "a field too many": (put_in(extra=1), "13 fields"),
    "options in numbers": (put_in(options={"hand": 6}), "in words"),
    "winners in words": (put_in(winners=["a"]), "by their seats"),
}


@pytest.mark.parametrize("name", OPENINGS)
def test_bad_openings_are_named(name: str) -> None:
    change, why = OPENINGS[name]
    rejected(unopened(), reopened(change), why)


def test_a_log_begins_with_terms_that_all_have_signed() -> None:
    table = unopened()
    rejected(table, reopened(put_in(first=1), sign=False), "not all players")
    rejected(table, reopened(mannered(beat=3600, wait=3600), sign=False), "not all players")
    rejected(table, said(table, table.host, SEED, table.seeds[0]), "come first in a log")
    late = put(table, table.act(table.host, SEATS, table.founding), term=2)
    caught([late.sealed, late.sealed], 1, "host of the first term")


def test_seeds_are_the_ones_committed_to() -> None:
    table = HonestTable(3)
    table.say(table.host, SEATS, table.founding)
    rejected(table, said(table, table.people[1], SEED, b"x" * 32), "committed to")
    rejected(table, said(table, table.host, BEACON, [1, table.links(1)]), "no roll is due")
