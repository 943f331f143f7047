"""Benchmarks: their references play by their own rules, the terminal of the screen benchmark shows
what a terminal shows, the notes about the sealed deck are read rightly, reports can be read."""

import sys
from collections import Counter

import pytest

from benchmarks import attention, dataclass_table, engine, floor, growth, int_table, peers, startup
from benchmarks.dataclass_table import DataclassTable, Draw, Pass, Play
from benchmarks.dice import Dice
from benchmarks.int_table import Illegal, IntTable
from benchmarks.measure import Pair, compare, summary
from benchmarks.report import AIM, OK, SHORT, Goal, cost, number, render, speed
from benchmarks.screen_grid import Grid, changed, fewest_bytes
from benchmarks.screen_pty import Silent, Terminal
from benchmarks.sealed import LIMIT, _draws, _limit, _plays, _until_calm
from core.catalog import load_catalog


def test_a_prompt_is_what_can_be_answered_and_what_hits_or_wins_is_shown() -> None:
    for row in attention.measure(2):
        assert row.games == 2
        assert 0 < row.answerable == row.prompts < row.announcements
        assert row.only_pass == 0
        assert 0 < row.hits == row.hits_shown
        assert row.wins == row.wins_shown
    assert "0 of 0" not in attention.render([attention.Row("geek", 4, 1, 9, 2, 2, 0, 1, 1, 1, 1)])


def test_dice_are_the_same_everywhere_and_about_fair() -> None:
    dice = Dice(7)
    assert [dice.pick(6) for _ in range(10)] == [5, 2, 1, 2, 4, 1, 2, 2, 5, 5]
    pile = list(range(50))
    dice.shuffle(pile)
    assert sorted(pile) == list(range(50))
    assert pile != list(range(50))
    counts = Counter(dice.pick(6) for _ in range(6000))
    assert min(counts.values()) > 850


@pytest.mark.parametrize("seed", range(4))
def test_both_tables_play_the_same_game(seed: int) -> None:
    fast_dice, slow_dice = Dice(seed), Dice(seed)
    fast, slow = IntTable(fast_dice), DataclassTable.deal(slow_dice)
    while moves := fast.legal():
        comfortable = slow.legal()
        assert [_as_int(move) for move in comfortable] == moves
        fast.apply(moves[fast_dice.pick(len(moves))])
        slow.apply(comfortable[slow_dice.pick(len(comfortable))])
        _check(fast)
        assert fast.hands == [[card.number for card in player.hand] for player in slow.players]
        assert fast.rooms == [[card.number for card in player.room] for player in slow.players]
    assert not slow.legal()
    assert fast.worth[fast.winner] >= int_table.GOAL
    assert slow.winner is slow.players[fast.winner]


def _as_int(move: dataclass_table.Move) -> int:
    if isinstance(move, Play):
        return move.card.number
    return int_table.DRAW if isinstance(move, Draw) else int_table.PASS


def _check(table: IntTable) -> None:
    places = [*table.hands, *table.rooms, table.deck]
    assert sorted(card for place in places for card in place) == list(range(int_table.CARDS))
    assert all(len(hand) <= int_table.HAND for hand in table.hands)
    assert table.worth == [sum(int_table.WORTH[card] for card in room) for room in table.rooms]
    assert 0 <= table.purse <= int_table.PURSE


def test_the_int_table_refuses_what_it_does_not_list() -> None:
    table = IntTable(Dice(3))
    elsewhere = table.hands[1][0]
    for move in (elsewhere, int_table.CARDS, -3):
        with pytest.raises(Illegal):
            table.apply(move)
    table.apply(int_table.DRAW)
    with pytest.raises(Illegal, match="full"):
        table.apply(int_table.DRAW)
    table.purse = 0
    dear = next(card for card in table.hands[0] if int_table.COST[card])
    with pytest.raises(Illegal, match="dear"):
        table.apply(dear)
    table.winner = 0
    with pytest.raises(Illegal, match="over"):
        table.apply(int_table.PASS)


def test_the_dataclass_table_refuses_what_it_does_not_list() -> None:
    table = DataclassTable.deal(Dice(3))
    with pytest.raises(Illegal, match="turn"):
        table.apply(Pass(1))
    with pytest.raises(Illegal, match="hand"):
        table.apply(Play(0, table.players[1].hand[0]))
    table.apply(Draw(0))
    with pytest.raises(Illegal, match="full"):
        table.apply(Draw(0))
    table.winner = table.players[0]
    with pytest.raises(Illegal, match="over"):
        table.apply(Pass(0))


def test_references_do_as_many_steps_as_asked() -> None:
    for reference in (int_table.play, dataclass_table.play, floor.play):
        assert reference(500) == 500
    assert len(dataclass_table.states(5)) == 5
    assert len(IntTable(Dice(1)).hands) == int_table.SEATS


def test_a_comparison_tells_the_slower_one() -> None:
    clock = iter(range(10**6))

    def work(count: int) -> int:
        return count

    pair = compare(work, work, 0, clock=lambda: float(next(clock)), least=3)
    assert pair.ratio == 1
    assert summary([(2.0, 1.0), (3.0, 1.0), (30.0, 10.0)]).ratio == 3


def test_the_report_names_goal_and_verdict() -> None:
    text = render([
        speed("engine", Pair(1e-5, 1e-6, 10, 9, 11), Goal(0.05, 0.2)),
        cost("copy", Pair(5e-6, 1e-3, 0.005, 0.004, 0.006), Goal(1 / 50, 1 / 200, at_most=True)),
        cost("start", Pair(0.2, 0.02, 10, 9, 11), Goal(6, 4, at_most=True)),
        cost("load", Pair(0.1, 0.05, 2, 2, 2)),
    ])  # fmt: skip
    lines = text.splitlines()
    assert len(lines) == 6
    assert "100,000/s" in lines[2]
    assert lines[2].endswith(AIM)
    assert "1/200" in lines[3]
    assert lines[3].endswith(OK)
    assert lines[4].endswith(SHORT)
    assert lines[5].endswith("-")
    assert number(0.005) == "1/200"
    assert number(0.2) == "0.20"
    assert number(123.4) == "123"


def test_the_random_decider_stays_within_bounds() -> None:
    decider = peers.RandomDecider(Dice(1))
    cards = list("abcde")
    for _ in range(100):
        chosen = decider.some(cards, 1, 3)
        assert 1 <= len(chosen) <= 3
        assert len(set(chosen)) == len(chosen)
        assert decider.one_or_none(cards) in {*cards, None}
    assert decider.some([], 2, 2) == []
    assert decider.decisions == 201


def test_a_seed_is_always_the_same_game_with_checks_and_digests_and_without() -> None:
    catalog = load_catalog()
    assert engine.log_hash(catalog, 1) == engine.log_hash(catalog, 1)
    assert engine.log_hash(catalog, 1) != engine.log_hash(catalog, 2)
    plain = engine.Play(catalog)
    watched = engine.Play(catalog, checks=True, digests=True)
    assert plain(700) == watched(700) == 700
    assert plain.game.digest() == watched.game.digest()
    assert len(engine.states(catalog, 3)) == 3


def test_the_endless_game_does_not_end() -> None:
    game = growth.LongGame(load_catalog(), 1, growth.nothing)
    assert game.play(1000) == 1000
    assert sum(len(room) for room in game.game.rooms) == 0
    assert len(growth.big_deck(3).life()) == 3 * len(load_catalog().life())
    assert startup.scenario().suffix == ".chez"


# -- the screen ------------------------------------------------------------------------------------

SIZE = (10, 3)


def grid(data: str) -> Grid:
    made = Grid(SIZE)
    made.feed(data.encode())
    return made


def test_the_grid_shows_what_a_terminal_shows() -> None:
    made = grid("\x1b[?1049h\x1b[2J\x1b[2;3H\x1b[1;31mhe\x1b[0my\x1b[1;1Htop\n\x1b]0;title\x07")
    assert made.text() == "top\n  hey\n"
    assert made.cells[1][2].style == "1;31"
    assert made.cells[1][4].style == ""
    wide = grid("\x1b[1;1H寿司!")
    assert wide.text().startswith("寿司!")
    assert wide.cells[0][4].text == "!"
    assert grid("\x1b[3;8Hlonger").text() == "\n\n       lor"
    assert grid("\x1b[9;1Hbelow").text() == "\n\nbelow"


def test_bytes_may_come_in_any_pieces() -> None:
    data = "\x1b[?1049h\x1b[2;3H\x1b[1;31mh寿\x1b[0m\x1b(By\x1b]0;ti\x1b[3mtle\x1b\\\x1b[1;1Htop"
    whole = grid(data)
    assert whole.text() == "top\n  h寿y\n"
    for at in range(len(data.encode()) + 1):
        parted = Grid(SIZE)
        parted.feed(data.encode()[:at])
        parted.feed(data.encode()[at:])
        assert parted.cells == whole.cells


def test_only_what_is_different_counts() -> None:
    before, after = grid("\x1b[1;1Habcdefghij"), grid("\x1b[1;1HabXdefghij\x1b[3;1H\x1b[1mz")
    assert changed(before, before.copy()) == 0
    assert fewest_bytes(before, before.copy()) == 0
    assert changed(before, after) == 2
    jump, bold, plain = len("\x1b[1;3H"), len("\x1b[0;1m"), len("\x1b[0m")
    assert fewest_bytes(before, after) == jump + 1 + jump + bold + 1 + plain


def test_a_program_on_a_terminal_line() -> None:
    code = "import os; print(os.get_terminal_size()); print('got', input())"
    with Terminal([sys.executable, "-c", code], (77, 11)) as terminal:
        terminal.until(b"columns=77, lines=11")
        assert terminal.memory() > 1_000_000
        assert b"got hello" in terminal.send(b"hello\n", 0.2, 5.0).data
        assert terminal.wait() == 0


def test_a_silent_program_is_ended() -> None:
    with Terminal([sys.executable, "-c", "import time; time.sleep(60)"]) as terminal:
        with pytest.raises(Silent):
            terminal.wait(0.1)
        assert terminal.listen(0.1) == b""
    assert terminal.status == -9


# -- the sealed deck -------------------------------------------------------------------------------

# Kind, and for both programs: when final, when begun by this one; opens, busy after it.
ENTRIES = (
    ("seats", ((1.0, 0.0), (0.9, 0.0)), False, False),
    ("beacon", ((1.1, 0.0), (1.1, 0.0)), False, True),
    ("mask", ((1.2, 0.0), (1.2, 0.0)), False, True),
    ("rekey", ((1.5, 0.0), (1.5, 0.0)), False, True),
    ("got", ((1.6, 0.0), (1.7, 0.0)), False, False),
    ("do", ((2.0, 1.9), (2.1, 0.0)), True, False),
    ("do", ((3.1, 0.0), (3.0, 2.8)), False, True),
    ("got", ((3.3, 0.0), (3.2, 0.0)), False, False),
)
NOTES = [
    {n: (kind, *times[me], opens, busy) for n, (kind, times, opens, busy) in enumerate(ENTRIES, 1)}
    for me in (0, 1)
]


def test_deals_draws_and_plays_count_until_the_last_one_knows() -> None:
    assert _until_calm(NOTES, 1) == pytest.approx(1.7 - 0.9)
    assert list(_draws(NOTES)) == pytest.approx([3.3 - 2.8])
    assert list(_plays(NOTES)) == pytest.approx([2.1 - 1.9])


def test_the_median_is_held_against_the_limit() -> None:
    row = _limit("a draw", [0.01, 0.02, 0.5], 0.04)
    assert (row.ratio, row.goal) == (pytest.approx(0.5), LIMIT)
    assert (row.ours, row.reference) == ("20.0 ms", "40.0 ms")
