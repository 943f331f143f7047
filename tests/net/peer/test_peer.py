"""A game as its players' programs run it: pauses, stand-ins, returns, different tables."""

from collections.abc import Callable, Sequence

import pytest

from net.election import Node
from net.log.kinds import ANCHOR, CLOSE, DO, MORE, RETURN, SEED
from net.peer.around import Alarm
from net.peer.clock import EXTRA, SLACK
from net.peer.duties import DEBT, FAIR
from net.peer.ledger import Ledger
from net.wire import messages as wire
from tests.net.tablesim.program import Program, window_of
from tests.net.tablesim.rogue import awaited, game_of, pass_at, table, until, windowed
from tests.net.tablesim.table import SimTable


def kinds(made: SimTable, since: int = 0) -> list[str]:
    return [entry.act.kind for entry in made.history[since:]]


def plays_on(made: SimTable, seconds: float = 10.0) -> None:
    goal = len(made.history) + 6
    until(made, lambda: len(made.history) >= goal, seconds)


def settled(made: SimTable, *lost: Program) -> None:
    """Nobody acts, and everybody knows the same."""
    made.hushed = True
    made.run(7.0)
    made.expect_order(lost)


def seats(program: Program, one: Program) -> bool:
    """Whether a program has heard that somebody plays."""
    return one.pid in game_of(program).ledger.final.players


# -- stand-ins and returns -------------------------------------------------------------------------


def stood_in(kind: bool = True) -> tuple[SimTable, Program]:
    """Four people; the last has vanished, and the others have decided about his seat."""
    made = table(4, wait=2, people=[True] * 4)
    made.kindness = kind
    away = made.programs[3]
    made.kill(away)
    until(made, lambda: not any(seats(p, away) for p in made.programs[:3]), 9.0)
    return made, away


def test_a_seat_is_played_on_and_given_back() -> None:
    made, away = stood_in()
    final = game_of(made.programs[0]).ledger.final
    assert final.owners[3] in {program.pid for program in made.programs[:3]}
    assert final.game.alive[3]
    assert final.removals == {away.pid: 1}
    made.play_on()
    plays_on(made)
    seeds, game = len(away.home.dice_seeds), game_of(made.programs[0])
    made.start(away)
    until(made, lambda: seats(away, away), 15.0)
    assert RETURN in kinds(made)
    assert len(away.home.dice_seeds) == seeds + 1
    assert game_of(away).ledger.final.owners[3] == away.pid
    plays_on(made)
    settled(made)
    game.want_replaced(away.pid, True, made.now)
    assert game.absence.wishes == {}, "a wish about somebody who is back is past"


def test_a_seat_that_nobody_plays_on_leaves_the_game() -> None:
    made, away = stood_in(kind=False)
    final = game_of(made.programs[0]).ledger.final
    assert not final.game.alive[3]
    made.start(away)
    made.run(6.0)
    assert RETURN not in kinds(made)
    assert not seats(away, away)
    made.play_on()
    plays_on(made)
    settled(made)


def test_who_was_removed_without_noticing_learns_it_and_returns() -> None:
    """He stands for host in terms of his own meanwhile, which no host before can show the log."""
    made = table(4, wait=1, people=[True] * 4)
    made.kindness = True
    away, others = made.programs[3], made.programs[:3]
    made.wires.block({(p.pid, away.pid) for p in others})
    game_of(away).node.term += 7
    until(made, lambda: not any(seats(p, away) for p in others), 30.0)
    made.wires.clear(set(made.wires.cut))
    until(made, lambda: seats(away, away) and RETURN in kinds(made), 30.0)
    made.play_on()
    plays_on(made)
    settled(made)


@pytest.mark.parametrize(("removals", "seconds"), [(0, 10.0), (2, 30.0), (9, 60.0)])
def test_who_was_removed_for_being_slow_is_waited_for_longer(removals: int, seconds: float) -> None:
    made = table(3)
    game, slow = game_of(made.programs[0]), made.programs[1].pid
    game.ledger.tip.removals = {slow: removals}
    game._debts = {slow: 5.0}
    assert game.overdue(4.9 + seconds) == ()
    assert game.overdue(5.0 + seconds) == (slow,)


@pytest.mark.parametrize("owing_since", [5.0, 9.0], ids=["before he went", "after"])
def test_nobody_owes_anything_while_there_is_no_link_to_him(owing_since: float) -> None:
    made = table(3)
    game, away = game_of(made.programs[0]), made.programs[1].pid
    game._debts = {away: owing_since}
    game.unlinked(away, 7.0)
    game.linked(away, 107.0)
    end = 107.0 + DEBT - max(7.0 - owing_since, 0.0)
    assert game.overdue(end - 0.1) == ()
    assert game.overdue(end) == (away,), "coming back is no payment"
    game.unlinked(away, 108.0)
    game.linked(away, 200.0)
    assert game.overdue(200.0) == (away,), "nor is going again"
    game._note_debtors(200.0)  # he has given all, and owes something else
    game._debts = {away: 201.0}
    game.unlinked(away, 201.0)
    game.linked(away, 300.0)
    assert game.overdue(300.0) == ()


def test_who_owes_something_for_long_is_away_until_he_has_given_it() -> None:
    made = table(3)
    program, slow = made.programs[0], made.programs[1].pid
    game, shifts = game_of(program), list[float]()
    program.shifted = lambda: shifts.append(1)  # type: ignore[method-assign]
    game.missing = lambda: (game.me.pid, slow)  # type: ignore[method-assign]
    for now, away, told in ((0.0, None, 0), (9.9, None, 0), (10.0, 0.0, 1), (11.0, 0.0, 1)):
        game._note_debtors(now)
        assert (game.absence.since(slow), len(shifts)) == (away, told)
    assert game.absence.since(game.me.pid) is None
    game.missing = tuple  # type: ignore[method-assign]
    game.node.awaited = (slow,)
    game._note_debtors(12.0)
    assert (game.absence.since(slow), len(shifts)) == (0.0, 2), "the table waits for him"
    for linked, since in (({slow}, None), (set(), 0.0)):
        game.absence.left(slow, 0.0, ended=False)
        game._late, game._linked, game.node.awaited = (slow,), linked, None
        game._note_debtors(13.0)
        assert game.absence.since(slow) == since


def test_a_seed_is_shown_once() -> None:
    made = table(3)
    game, proposed = game_of(made.programs[0]), list[str]()
    game.ledger.tip.dealer.missing = lambda players: players  # type: ignore[method-assign]
    game._propose = lambda kind, payload, now: proposed.append(kind)  # type: ignore[method-assign]
    game._seeded = False
    for _ in range(2):
        game._duties(made.now)
        assert proposed == [SEED]


def test_no_time_passes_for_a_game_that_has_not_begun_or_has_stopped() -> None:
    stopped = table(3)
    one = stopped.programs[1]
    alarms = [Alarm("disk", one.pid, text, b"") for text in ("the disk is full", "again")]
    for alarm in alarms:
        game_of(one).give_up(alarm)
    assert one.alarms == alarms[:1]
    assert game_of(one).halted == alarms[0]
    for made in (stopped, SimTable(1, 3)):
        sent: list[bytes] = []
        one = made.programs[1]
        one.send = lambda pid, message: sent.append(pid)  # type: ignore[method-assign]  # noqa: B023
        game_of(one).tick(made.now + 60.0)
        assert sent == []


# -- windows ---------------------------------------------------------------------------------------


def test_more_time_is_for_one_window_and_no_answer_is_cut_off() -> None:
    made = windowed(3)
    game, asked = game_of(awaited(made)[0]), list[float]()
    for ref, times in ((game.window.open, 1), (game.window.open + 1, 0)):
        game.ledger.tip.patience = (ref, frozenset({game.me.pid}))
        assert game._asking() == times
    late = made.now + 60.0
    game._answers = lambda since: bool(asked.append(since))  # type: ignore[method-assign]
    assert game._may_close(late)
    assert asked == [late - FAIR]
    game._answers = lambda since: True  # type: ignore[method-assign]
    assert not game._may_close(late)


def test_more_time_keeps_it_open_for_all() -> None:
    made = windowed(3)
    length = len(made.history)
    game = game_of(made.programs[0])
    window = window_of(game)
    assert window is not None
    for program in made.programs:
        game_of(program).more_time(window.ref, made.now)
        game_of(program).more_time(window.ref, made.now)
    made.run(0.5)
    asked = kinds(made, length)
    assert set(asked) == {MORE}
    assert len(asked) <= 2, "each who is asked, once"
    made.run(3.0 + EXTRA)
    assert CLOSE not in kinds(made, length)
    until(made, lambda: CLOSE in kinds(made, length), EXTRA + 1.0)


def test_who_has_asked_for_time_and_passes_holds_nobody_up() -> None:
    made = windowed(3)
    length, ref = len(made.history), game_of(made.programs[0]).window.open
    first, *_ = awaited(made)
    game_of(first).more_time(ref, made.now)
    made.run(10.0)
    assert kinds(made, length) == [MORE]
    pass_at(made, first)
    until(made, lambda: CLOSE in kinds(made, length), 1.0)
    assert kinds(made, length)[:3] == [MORE, DO, CLOSE]


def test_a_window_closes_early_when_all_people_have_pressed_space() -> None:
    """Nobody waits for more than a moment for the bots, who sign no pass."""
    made = windowed(60, [True, True, True, False])
    made.hushed = True
    length = len(made.history)
    people = awaited(made)
    for program in people:
        assert CLOSE not in kinds(made, length)
        made.run(2.0)
        pass_at(made, program)
    until(made, lambda: len(kinds(made, length)) > len(people), 1.0)
    assert kinds(made, length) == [*[DO] * len(people), CLOSE]


def test_a_beat_is_the_same_under_another_host() -> None:
    """Who takes over in the middle of a window closes it when the beat of the table is over."""
    made = windowed(8)
    length, ref = len(made.history), game_of(made.programs[0]).window.open
    opened = made.now
    made.run(4.0)
    made.kill(made.programs[0])
    until(made, lambda: CLOSE in kinds(made, length), 10.0)
    assert 8.0 - SLACK <= made.now - opened < 9.0
    assert game_of(made.programs[1]).window.open != ref


def test_no_time_passes_while_the_table_waits_for_somebody() -> None:
    made = windowed(beat=8)
    length = len(made.history)
    made.kill(made.programs[2], silent=True)
    made.run(40.0)
    assert game_of(made.programs[0]).awaited == (made.programs[2].pid,)
    assert CLOSE not in kinds(made, length)
    made.start(made.programs[2])
    until(made, lambda: CLOSE in kinds(made, length), 20.0)


# -- different tables ------------------------------------------------------------------------------


def test_programs_that_make_different_tables_of_one_log_all_stop_with_a_report(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = table(3)
    odd = game_of(made.programs[2]).ledger
    walk: Callable[[Ledger, object], None] = Ledger._walk

    def miscount(self: Ledger, *args: object) -> None:
        walk(self, *args)  # type: ignore[call-arg]
        if self is odd:
            self.digests[self.log.last.seq] = b"miscounted table"

    monkeypatch.setattr(Ledger, "_walk", miscount)
    made.play_on()
    made.run(3.0)
    for program in made.programs:
        alarm = game_of(program).halted
        assert alarm is not None
        assert alarm.kind == "mismatch"
        assert b"after entry" in alarm.report
        assert game_of(program).ledger.log.entry(1).sealed.hex().encode() in alarm.report
    assert game_of(made.programs[0]).halted.pid == made.programs[2].pid  # type: ignore[union-attr]


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
        until(made, lambda: not any(seats(p, self.back) for p in others), 20.0)
        part(made, [self.asleep], [*self.there, self.back])
        for program in made.programs:
            program.person = False  # nobody has an opinion about anybody any more
        made.start(self.back)
        until(made, lambda: all(seats(p, self.back) for p in [*self.there, self.back]), 15.0)
        assert not seats(self.asleep, self.back)
        made.run(1.0)

    def crown(self) -> None:
        """He becomes host."""
        host = self.made.host()
        assert host is not None
        message = wire.TimeoutNow(self.made.terms.gid, game_of(host).node.term)
        game_of(self.back).receive(host.pid, message, self.made.now)
        until(self.made, lambda: game_of(self.back).hosting, 15.0)
        self.made.run(1.0)
        assert {game_of(p).host for p in self.there} == {self.back.pid}


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
    settled(made)


def test_who_came_back_gets_the_votes_of_who_missed_it_when_he_shows_his_log() -> None:
    """He alone has the newest entry; one who knows him and one who doesn't are there."""
    table = Comeback()
    table.crown()
    made, back, lost = table.made, table.back, table.there[1:]
    part(made, [back], table.there)
    made.enter(back, back.life, game_of(back)._propose, ANCHOR, b"a" * 32, made.now)
    made.run(0.05)
    assert len(back.home.log) == len(made.history) + 1
    for program in (back, *lost):
        made.kill(program)
    join(made)
    made.start(back)
    until(made, lambda: game_of(table.asleep).host == back.pid, 30.0)
    settled(made, *lost)


@pytest.mark.parametrize("away", [0.5, 9.0])
@pytest.mark.parametrize(("peers", "number"), [(2, 0), (2, 1), (3, 0), (3, 2)])
def test_who_comes_back_sees_the_same_clock_as_the_others(
    peers: int, number: int, away: float
) -> None:
    """The time of a window runs from when it opened, not from when a program came back."""
    made = windowed(60, [True] * peers)
    made.run(10.0)
    back = made.programs[number]
    made.kill(back)
    made.run(away)
    made.start(back)
    until(made, lambda: all(game_of(p).deadline is not None for p in made.programs))
    made.run(2.0)
    ends = [game_of(p).deadline or 0.0 for p in made.programs]
    assert max(ends) - min(ends) < 0.05
    assert min(ends) - made.now < 50.0, "and it is not a fresh one"
