"""A player was removed and has come back; some of the others were away all the while."""

from collections.abc import Sequence

import pytest

from net.election import Node
from net.log.kinds import ANCHOR
from net.peer.floor import Floor
from net.wire import messages as wire
from tests.net.tablesim.program import Program
from tests.net.tablesim.rogue import game_of, table, until
from tests.net.tablesim.table import SimTable

FEW = 8  # entries in one message


def part(made: SimTable, some: Sequence[Program], others: Sequence[Program]) -> None:
    """Nothing gets from these to those, or back."""
    for one in some:
        for other in others:
            made.wires.block({(one.pid, other.pid), (other.pid, one.pid)})


def join(made: SimTable) -> None:
    made.wires.clear(set(made.wires.cut))


class Comeback:
    """Five people. One is removed, another one's laptop sleeps, the first returns."""

    def __init__(self) -> None:
        self.made = made = table(5, wait=1, people=[True] * 5)
        made.kindness = True
        *others, self.back = made.programs
        *self.there, self.asleep = others
        made.kill(self.back)
        until(made, lambda: not any(self.seats(program) for program in others), 20.0)
        part(made, [self.asleep], [*self.there, self.back])
        for program in made.programs:
            program.person = False  # nobody has an opinion about anybody any more
        made.start(self.back)
        until(made, lambda: all(self.seats(p) for p in [*self.there, self.back]), 15.0)
        assert not self.seats(self.asleep)
        made.run(1.0)

    def seats(self, program: Program) -> bool:
        """Whether a program has heard that he plays."""
        return self.back.pid in game_of(program).ledger.final.players

    def crown(self) -> None:
        """He becomes host."""
        host = self.made.host()
        assert host is not None
        message = wire.TimeoutNow(self.made.terms.gid, game_of(host).node.term)
        game_of(self.back).receive(host.pid, message, self.made.now)
        until(self.made, lambda: game_of(self.back).hosting, 15.0)
        self.made.run(1.0)
        assert {game_of(p).host for p in self.there} == {self.back.pid}

    def settled(self, *lost: Program) -> None:
        self.made.run(7.0)
        self.made.expect_order(lost)


@pytest.mark.parametrize(
    ("restarted", "missed"),
    [(True, 0), (False, 0), (True, FEW + 1)],
    ids=["restarted", "frozen", "more than one message holds"],
)
def test_a_host_who_came_back_is_heard_by_who_missed_it(
    monkeypatch: pytest.MonkeyPatch, restarted: bool, missed: int
) -> None:
    monkeypatch.setattr(Node.__init__, "__defaults__", (FEW,))
    table = Comeback()
    table.crown()
    made, back = table.made, table.back
    for number in range(missed):
        anchor = number.to_bytes(32, "big")
        made.enter(back, back.life, game_of(back)._propose, ANCHOR, anchor, made.now)
    made.run(0.2)
    assert sum(entry.act.kind == ANCHOR for entry in made.history) == missed
    if restarted:
        made.kill(table.asleep)
        made.start(table.asleep)
    join(made)
    until(made, lambda: game_of(table.asleep).host == back.pid, 10.0)
    table.settled()


def longest_log(table: Comeback) -> None:
    """He alone has the newest entry; of the others, one who knows him and one who doesn't are
    there."""
    made, back = table.made, table.back
    part(made, [back], table.there)
    made.enter(back, back.life, game_of(back)._propose, ANCHOR, b"a" * 32, made.now)
    made.run(0.05)
    assert len(back.home.log) == len(made.history) + 1
    for program in (back, *table.there[1:]):
        made.kill(program)
    join(made)
    made.start(back)


def test_who_came_back_gets_the_votes_of_who_missed_it_when_he_shows_his_log() -> None:
    table = Comeback()
    table.crown()
    longest_log(table)
    until(table.made, lambda: game_of(table.asleep).host == table.back.pid, 30.0)
    table.settled(*table.there[1:])


def test_nobody_gets_votes_of_who_knows_of_no_seat_of_his(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Floor, "shown", lambda self, pid, message, now: None)
    table = Comeback()
    table.crown()
    longest_log(table)
    table.made.run(30.0)
    assert table.made.host() is None


def test_most_of_the_players_are_enough_after_a_comeback_though_all_but_one_restart() -> None:
    table = Comeback()
    made, (first, *others) = table.made, table.there
    length = len(made.history)
    for program in (first, *others, table.asleep):
        made.kill(program)
    join(made)
    for program in others:
        made.start(program)
    table.settled(first, table.asleep)
    assert len(made.history) > length


def test_two_of_the_three_who_still_play_are_enough_to_go_on_from_their_disks() -> None:
    made = table(4, wait=1)
    first, second, third, leaving = made.programs
    made.enter(leaving, leaving.life, leaving.leave)
    until(made, lambda: leaving.pid not in game_of(first).ledger.final.players, 5.0)
    made.run(1.0)
    length = len(made.history)
    for program in made.programs:
        made.kill(program)
    made.gone |= {third, leaving}
    for program in (first, second):
        made.start(program)
    until(made, lambda: len(made.history) > length, 20.0)
