"""A host whom one's own log gives no vote is heard when the log that he offers shows his votes."""

from itertools import islice

import pytest

from core.actions import LEAVE, Action
from net.election.messages import Append, Nack
from net.election.words import Point
from net.identity import Identity
from net.log.chain import Log
from net.log.kinds import ANCHOR, NOOP, RETURN
from net.peer.claims import REST, Claims
from net.peer.dialect import Forged
from net.peer.ledger import Ledger
from tests.net.honest import HonestTable, identity, put

ME, HOST = identity(1), identity(0)
RETRY = 3  # where a host is sent back to whose log does not fit


@pytest.fixture
def away() -> HonestTable:
    """The first host is removed; that is the last thing that this player hears of the table."""
    table = HonestTable(4, seed=5).open().play(6)
    table.elect(table.people[2])
    table.remove(HOST, heir=table.people[3])
    return table


def come_back(table: HonestTable) -> int:
    """He is let in again, and elected; how long the log was before."""
    known = len(table.log)
    table.until(throw=False).say(HOST, RETURN, bytes(range(32)))
    table.elect(HOST)
    return known


def claims_at(table: HonestTable, length: int) -> tuple[Claims, Ledger]:
    """As a program holds the table's log that has read so much of it."""
    log = Log(table.gid)
    for entry in islice(table.log, length):
        log.append(entry)
    ledger = Ledger(ME, log, table.terms.pids, lambda now: True)
    return Claims(ledger), ledger


def examine(claims: Claims, pid: bytes, said: Append, now: float = 0.0) -> Append | Nack:
    return claims.examine(pid, said, RETRY, now)


def offer(table: HonestTable, after: int, count: int = 1000, term: int = 0) -> Append:
    prev = Point(*table.log.entry(after).asked)
    entries = table.log.slice(after, count, 1 << 20)
    return Append(term or table.term, prev, tuple(entries), len(table.log), ())


def test_the_log_of_who_came_back_and_was_elected_may_come_in_pieces(away: HonestTable) -> None:
    known = come_back(away)
    claims, ledger = claims_at(away, known)
    said = offer(away, known)
    assert examine(claims, HOST.pid, said) == said
    assert HOST.pid not in ledger.tip.players, "nothing is taken before the election has heard it"
    claims, _ = claims_at(away, known)
    assert examine(claims, HOST.pid, offer(away, known, 1)) == Nack(away.term, known + 1)
    assert examine(claims, HOST.pid, offer(away, known + 1)) == said, "it counts as a whole"


def test_what_he_shows_may_replace_what_is_not_final(away: HonestTable) -> None:
    shared = len(away.log)
    lost = put(away, away.act(away.people[3], ANCHOR, bytes(32)))
    come_back(away)
    claims, ledger = claims_at(away, shared)
    ledger.append(lost)
    said = offer(away, shared)
    assert examine(claims, HOST.pid, said) == said
    claims.clear()
    list(ledger.settle(shared + 1))
    assert examine(claims, HOST.pid, said) == Nack(away.term, shared + 1)


def test_a_host_whose_log_does_not_fit_is_sent_back(away: HonestTable) -> None:
    known = len(away.log)
    claims, ledger = claims_at(away, known - 2)
    assert examine(claims, HOST.pid, offer(away, known)) == Nack(away.term, RETRY)
    list(ledger.settle(known - 3))
    for after, count in ((2, 0), (2, 3), (known - 2, 0)):
        said = offer(away, after, count)
        at = known - 3 if after + count < known - 3 else known - 2
        assert examine(claims, HOST.pid, said) == Nack(away.term, at)


def test_pieces_that_come_twice_or_out_of_step_do_no_harm(away: HonestTable) -> None:
    known = come_back(away)
    claims, _ = claims_at(away, known)
    away.elect(away.people[2])
    away.elect(HOST)
    for after, count in ((0, 2), (1, 1), (3, 1), (1, 0), (-2, 4)):
        said = offer(away, known + after, count)
        assert examine(claims, HOST.pid, said) == Nack(away.term, known + 2)
    assert examine(claims, HOST.pid, offer(away, known + 2)) == offer(away, known)


def test_a_host_whose_log_has_got_another_end_begins_again(away: HonestTable) -> None:
    known = len(away.log)
    claims, _ = claims_at(away, known)
    lost = put(away, away.act(away.people[3], ANCHOR, bytes(32)))
    come_back(away)
    said = Append(away.term, Point(*away.log.entry(known).asked), (lost,), 0, ())
    assert examine(claims, HOST.pid, said) == Nack(away.term, known + 1)
    assert examine(claims, HOST.pid, offer(away, known + 1)) == Nack(away.term, RETRY)
    assert examine(claims, HOST.pid, offer(away, known), REST - 0.1) == Nack(away.term, RETRY)
    assert examine(claims, HOST.pid, offer(away, known), REST) == offer(away, known)


def test_a_log_makes_no_other_host_opens_no_other_term_and_is_of_who_plays(
    away: HonestTable,
) -> None:
    known = come_back(away)
    for pid, term in ((away.people[3].pid, away.term), (HOST.pid, away.term + 1)):
        claims, _ = claims_at(away, known)
        said = offer(away, known, term=term)
        assert examine(claims, pid, said) == Nack(term, len(away.log))
    claims, _ = claims_at(away, known)
    away.do(Action(LEAVE, 0))
    assert examine(claims, HOST.pid, offer(away, known)) == Nack(away.term, len(away.log))


@pytest.mark.parametrize(
    ("kind", "voters", "why"),
    [
        (NOOP, [HOST], "doesn't play"),
        (NOOP, None, "doesn't play"),  # a majority
        (RETURN, [], "didn't sign"),
    ],
)
def test_nobody_makes_himself_host(
    away: HonestTable, kind: str, voters: list[Identity] | None, why: str
) -> None:
    claims, _ = claims_at(away, len(away.log))
    payload = away.votes(HOST, voters) if kind == NOOP else bytes(32)
    term = away.term + (kind == NOOP)
    entry = put(away, away.act(HOST, kind, payload), HOST, term)
    said = offer(away, len(away.log), 0)
    with pytest.raises(Forged, match=why):
        examine(claims, HOST.pid, Append(term, said.prev, (entry,), 0, ()))
