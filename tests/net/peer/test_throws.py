"""One player's part in the dice: a link is shown when it is due and certain, and only then."""

import pytest

from core.luck import Stream
from net.log.chain import Log
from net.log.dice import Burnt, LinkChain, Reveal
from net.log.entries import Ack, Asked
from net.peer.home import Pocket
from net.peer.throws import RENEW, REPEAT, Throws
from tests.net.honest import LENGTH, HonestTable, awaiting, secret


@pytest.fixture(autouse=True)
def _short_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chains as long as those of an honest table."""
    monkeypatch.setattr(LinkChain.__init__, "__defaults__", (0, LENGTH))


def looked(table: HonestTable, burnt: Burnt | None = None) -> tuple[Throws, Pocket]:
    """The dice of the first player."""
    home = Pocket(Log(table.gid), table.seeds[0], [secret(1, "dice-0")], burnt=burnt or Burnt())
    throws = Throws(table.people[0], table.gid, home)
    throws.look(table.referee, table.log)
    return throws, home


def everybody(table: HonestTable) -> set[bytes]:
    return {one.pid for one in table.people}


def shown(table: HonestTable, number: int, at: Asked | None = None, throw: int = 0) -> Reveal:
    """What another player shows."""
    one, throw = table.people[number], throw or table.due
    ack = Ack.make(one, table.gid, table.term, at or table.log.last)
    return Reveal(ack, throw, table.chains[one.pid].link(throw))


def test_a_link_is_shown_on_a_certificate_and_once_a_second() -> None:
    table = awaiting(throw=True)
    throws, home = looked(table)
    me, top, asked = table.host.pid, table.log.last, table.referee.due
    assert asked is not None
    assert throws.reveal(table.referee, top, {me}, 0.0) is None  # one of two that are needed
    assert home.burnt == Burnt()
    show = throws.reveal(table.referee, top, {me, table.people[1].pid}, 0.0)
    assert show is not None
    made = show()
    assert (made.index, made.link) == (table.due, table.chains[me].link(table.due))
    assert home.burnt == Burnt(table.due, asked.asked.head)
    assert throws.reveal(table.referee, top, everybody(table), REPEAT / 2) is None
    again = throws.reveal(table.referee, top, everybody(table), REPEAT)
    assert again is not None
    assert again() == made
    table = awaiting(throw=False)
    throws, home = looked(table)
    assert throws.reveal(table.referee, table.log.last, everybody(table), 0.0) is None
    assert home.burnt == Burnt()


def test_a_link_that_was_shown_to_another_history_stays_burnt() -> None:
    table = awaiting(throw=True)
    due = table.referee.due
    assert due is not None
    throws, _ = looked(table, Burnt(due.throw, b"x" * 32))
    assert throws.reveal(table.referee, table.log.last, everybody(table), 0.0) is None
    throws, _ = looked(table, Burnt(due.throw, due.asked.head))  # a crash in between
    assert throws.reveal(table.referee, table.log.last, everybody(table), 0.0) is not None


def test_whoever_is_ahead_is_believed_later_and_not_accused() -> None:
    table, behind = awaiting(throw=True), awaiting(throw=True)
    throws, _ = looked(behind)
    table.throw()
    ahead, pid = shown(table.until(throw=True), 1), table.people[1].pid
    assert throws.take(behind.referee, behind.log, pid, ahead)
    assert pid in throws.missing(behind.referee)
    for entry in list(table.log)[len(behind.log) :]:
        behind.referee.apply(entry)
        behind.log.append(entry)
    throws.look(behind.referee, behind.log)
    assert pid not in throws.missing(behind.referee)


def test_what_can_not_be_is_an_accusation() -> None:
    table = awaiting(throw=True)
    throws, _ = looked(table)
    referee, log, pid = table.referee, table.log, table.people[1].pid
    good = shown(table, 1)
    wrong = Reveal(good.ack, good.index, b"x" * 32)
    later = shown(table, 1, throw=table.due + 1)
    early = shown(table, 1, at=log.entry(len(log) - 1).asked)
    for bad in (wrong, later, early):
        assert not throws.take(referee, log, pid, bad)
    assert throws.missing(referee) == tuple(one.pid for one in table.people)
    assert throws.take(referee, log, b"nobody" + bytes(26), wrong)


def test_a_new_chain_is_laid_down_before_the_old_one_ends() -> None:
    table = HonestTable(3).open()
    throws, home = looked(table)
    assert not throws.runs_out(table.referee)
    table.referee.index = LENGTH - RENEW + 1
    assert throws.runs_out(table.referee)
    anchor = throws.new_chain(lambda count: Stream(9).bits(8 * count).to_bytes(count, "big"))
    assert len(home.dice_seeds) == 2
    one = table.people[0]
    assert anchor == LinkChain(table.gid, one.pid, home.dice_seeds[1]).anchor
    table.referee._links.anchor(one.pid, anchor, table.referee.index)
    throws.look(table.referee, table.log)
    assert not throws.runs_out(table.referee)
    assert throws._left == LENGTH - RENEW + 1 + LENGTH
