"""The benchmark's references play by their own rules, and its report can be read."""

from collections import Counter

import pytest

from benchmarks import dataclass_table, engine, floor, growth, int_table, peers, startup
from benchmarks.dataclass_table import DataclassTable, Draw, Pass, Play
from benchmarks.dice import Dice
from benchmarks.int_table import (
    CARDS,
    COST,
    DRAW,
    GOAL,
    HAND,
    PASS,
    PURSE,
    SEATS,
    WORTH,
    Illegal,
    IntTable,
)
from benchmarks.measure import Pair, compare, summary
from benchmarks.report import AIM, OK, SHORT, Goal, cost, number, render, speed
from core.catalog import load_catalog


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
    assert fast.worth[fast.winner] >= GOAL
    assert slow.winner is slow.players[fast.winner]


def _as_int(move: dataclass_table.Move) -> int:
    if isinstance(move, Play):
        return move.card.number
    return DRAW if isinstance(move, Draw) else PASS


def _check(table: IntTable) -> None:
    places = [*table.hands, *table.rooms, table.deck]
    assert sorted(card for place in places for card in place) == list(range(CARDS))
    assert all(len(hand) <= HAND for hand in table.hands)
    assert table.worth == [sum(WORTH[card] for card in room) for room in table.rooms]
    assert 0 <= table.purse <= PURSE


def test_the_int_table_refuses_what_it_does_not_list() -> None:
    table = IntTable(Dice(3))
    elsewhere = table.hands[1][0]
    for move in (elsewhere, CARDS, -3):
        with pytest.raises(Illegal):
            table.apply(move)
    table.apply(DRAW)
    with pytest.raises(Illegal, match="full"):
        table.apply(DRAW)
    table.purse = 0
    dear = next(card for card in table.hands[0] if COST[card])
    with pytest.raises(Illegal, match="dear"):
        table.apply(dear)
    table.winner = 0
    with pytest.raises(Illegal, match="over"):
        table.apply(PASS)


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
    assert len(IntTable(Dice(1)).hands) == SEATS


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


def test_a_seed_is_always_the_same_game() -> None:
    catalog = load_catalog()
    assert engine.log_hash(catalog, 1) == engine.log_hash(catalog, 1)
    assert engine.log_hash(catalog, 1) != engine.log_hash(catalog, 2)


def test_checks_and_digests_do_not_change_the_game() -> None:
    catalog = load_catalog()
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
