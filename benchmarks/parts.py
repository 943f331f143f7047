"""What is measured, part by part; each part gives rows for the table."""

import time
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from importlib import resources
from itertools import cycle

from benchmarks import dataclass_table, floor, growth, int_table, peers, startup
from benchmarks.engine import Play, states
from benchmarks.measure import Pair, Work, compare
from benchmarks.network import network
from benchmarks.report import Goal, Row, cost, speed
from benchmarks.screen import screen
from benchmarks.sealed import sealed
from core.catalog import CARD_FILES, EDITIONS, Catalog, load_catalog

Part = Callable[[Catalog, float], Iterator[Row]]

STEPS = "engine steps"
INT_TABLE = Goal(0.10, 0.20)
PYMINION = Goal(2, 3)
UNO = Goal(1.2, 2)
COPY = Goal(1 / 50, 1 / 200, at_most=True)
DIGEST = Goal(1, 0.3, at_most=True)
START = Goal(6, 4, at_most=True)
GROWTH = Goal(1.5, 1.2, at_most=True)
LOADED = 0.150  # seconds in which all editions together must be there


def engine(catalog: Catalog, seconds: float) -> Iterator[Row]:
    """Random legal play of four against the tables that come with the benchmark."""
    ours = Play(catalog)
    yield speed(f"{STEPS} / int table", compare(ours, int_table.play, 2 * seconds), INT_TABLE)
    checked = Play(catalog, checks=True)
    pair = compare(checked, int_table.play, 2 * seconds)
    yield speed("... each checked in full / int table", pair, INT_TABLE)
    yield speed(f"{STEPS} / dataclass table", compare(ours, dataclass_table.play, seconds))
    yield speed(f"{STEPS} / a list move", compare(ours, floor.play, seconds))


def copying(catalog: Catalog, seconds: float) -> Iterator[Row]:
    """A copy of the state against deepcopy of it (the cards, which never change, are shared)."""
    games = cycle(states(catalog, 40))
    tables = cycle(dataclass_table.states(40))

    def ours(count: int) -> int:
        for _ in range(count):
            next(games).copy()
        return count

    def deep(count: int) -> int:
        for _ in range(count):
            deepcopy(next(games), {id(catalog): catalog, id(catalog.faces): catalog.faces})
        return count

    def comfortable(count: int) -> int:
        for _ in range(count):
            deepcopy(next(tables))
        return count

    yield cost("copy / deepcopy of the same state", compare(ours, deep, seconds), COPY)
    yield cost("copy / deepcopy of the dataclass table", compare(ours, comfortable, seconds))


def digest(catalog: Catalog, seconds: float) -> Iterator[Row]:
    """What a digest after every step adds to the step."""
    pair = compare(Play(catalog, digests=True), Play(catalog), 2 * seconds)
    step = pair.reference
    added = Pair(step * (pair.ratio - 1), step, pair.ratio - 1, pair.low - 1, pair.high - 1)
    yield cost("digest / mean step", added, DIGEST)


def length(catalog: Catalog, seconds: float) -> Iterator[Row]:
    """Whether actions get slower as the game goes on or the deck is bigger."""
    pair = growth.ends(catalog, growth.anything, seconds)
    yield cost("last / first 100 actions of a game", pair, GROWTH)
    pair = growth.ends(catalog, growth.nothing, seconds)
    yield cost(f"last / first 100 of {growth.ENDLESS:,} actions", pair, GROWTH)
    big = growth.big_deck()
    pair = compare(Play(big), Play(catalog), seconds)
    yield cost(f"step, {len(big.life()):,} / {len(catalog.life())} cards", pair, GROWTH)


def start(catalog: Catalog, seconds: float) -> Iterator[Row]:
    """Commands that must feel instant."""
    small_game = ("simulate", "--games", "1", "--players", "2", "--bots", "easy")
    commands = (("--version",), small_game, ("check", str(startup.scenario())))
    for words in commands:
        pair = compare(startup.command(*words), startup.nothing(), seconds, time.perf_counter)
        yield cost(f"chez-tui {words[0]} / python -c pass", pair, START)


def loading(catalog: Catalog, seconds: float) -> Iterator[Row]:
    """All cards read, checked and compiled, against reading the files alone, and a limit."""
    yield cost("catalog, Geek / tomllib alone", _loaded(EDITIONS[:1], seconds))
    pair = _loaded(EDITIONS, seconds)
    yield cost("catalog, all editions / tomllib alone", pair)
    share = pair.ours / LOADED
    reached = Pair(pair.ours, LOADED, share, share, share)
    yield cost("catalog, all editions / limit", reached, Goal(1, 1, at_most=True))


def _loaded(editions: tuple[str, ...], seconds: float) -> Pair:
    folders = [resources.files("themes") / key for key in editions]

    def ours(count: int) -> int:
        for _ in range(count):
            load_catalog(editions)
        return count

    def parse(count: int) -> int:
        for _ in range(count):
            for folder in folders:
                for name in CARD_FILES:
                    tomllib.loads((folder / f"{name}.toml").read_text("utf-8"))
        return count

    return compare(ours, parse, seconds)


def other_engines(catalog: Catalog, seconds: float) -> Iterator[Row]:
    """Card engines that others wrote, where they are installed."""
    yield from _peer("pyminion, 4 players", peers.pyminion, PYMINION, catalog, seconds)
    yield from _peer("RLCard UNO, 5 players", peers.rlcard_uno, UNO, catalog, seconds)


def _peer(
    name: str, make: Callable[[], Work], goal: Goal, catalog: Catalog, seconds: float
) -> Iterator[Row]:
    try:
        peer = make()
    except ImportError as missing:
        print(f"{name}: left out, {missing.name} is not installed (make bench-peers installs it)")
        return
    yield speed(f"{STEPS} / {name}", compare(Play(catalog), peer, 2 * seconds), goal)


PARTS: dict[str, Part] = {
    "engine": engine,
    "copy": copying,
    "digest": digest,
    "growth": length,
    "start": start,
    "load": loading,
    "screen": screen,
    "network": network,
    "sealed": sealed,
}
PEERS = "peers"
