"""A random game in which everything is checked that must hold, and a way to play many of them.

`python -m tests.kit.walk --first N --runs M --seconds S` plays fresh ones; `make soak` does.
"""

import argparse
import sys
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from core import actions as a
from core.actions import CHANCE, NOBODY, NOTHING, PASS, Action
from core.cards import ACTIVITY, WHENEVER
from core.catalog import EDITIONS, edition_of
from core.game import Game
from core.luck import Stream
from core.notation import check
from core.notation.export import export
from core.rules.setup import options_for
from core.state import Ask
from core.view import view
from tests.kit import invariants, probes
from tests.kit.deals import cards
from tests.kit.random_play import STEP_LIMIT, Source, new_game, next_action
from tests.kit.replica import Replica, alike, same_fields

SAMPLE: Final = 97  # steps between two samples, which get the checks that take longer
PASSES: Final = 8  # one in this many passes that leave a window open is looked at
SPOILED: Final = 8  # actions with something wrong in them at each sample
EXPORTED: Final = 8  # one game in this many is written down and played again
TABLES: Final = tuple("+".join(m) for n in range(1, 6) for m in combinations(EDITIONS, n))


def seats(editions: str, seed: int) -> int:
    """Return how many players the seed asks for, within what the editions allow."""
    most = 8 if "+" in editions else edition_of(editions).max_players
    return 2 + seed % (most - 1)


def some_options(editions: str, source: Source) -> dict[str, str]:
    """Return random table options, those for mixes included."""
    return {
        name: values[source.below(len(values))]
        for name, (values, _) in options_for(editions.split("+")).items()
        if source.below(2)
    }


def walk(
    seed: int, editions: str, players: int = 0, options: Mapping[str, str] | None = None
) -> Game:
    """Play a random game to its end and return it; raise when something does not hold.

    The seed decides on players and options that are not given.
    """
    players = players or seats(editions, seed)
    source = Stream(seed).fork(f"{editions} {players}")
    if options is None:
        options = some_options(editions, source)
    first = source.below(players)
    winners = (first,) if source.below(3) == 0 else ()
    seat = source.below(players) if source.below(5) else None  # one in five is a spectator
    start = new_game(players, options, first, winners, cards(tuple(editions.split("+"))))
    try:
        return _walk(start, seat, source, seed % EXPORTED == 0)
    except BaseException as error:
        error.add_note(f"in walk({seed}, {editions!r}, {players}, {options})")
        raise


def _walk(start: Game, seat: int | None, source: Source, exported: bool) -> Game:
    game = start.copy()
    audit = invariants.Audit(game)
    replica = Replica(start.copy(), seat)
    actions: list[Action] = []
    due = source.below(SAMPLE)
    while game.waiting() and len(actions) < STEP_LIMIT:
        action = next_action(game, source)
        actions.append(action)
        events = game.apply(action)
        audit.after(action, events)
        assert replica.hear(action, game) == events
        if action.kind != PASS or len(events) > 1 or len(actions) % PASSES == 0:
            alike(game, replica)
        if len(actions) % SAMPLE == due:
            audit.whole()
            thorough(game, action, source)
            same_fields(game, replica)
            if source.below(2):  # a view from the middle of a game goes on as a replica
                replica = Replica(view(game, seat), seat)
    assert game.winners, f"no end after {STEP_LIMIT} steps"
    assert replica.game.winners == game.winners
    audit.whole()
    thorough(game, actions[-1], source)
    same_fields(game, replica)
    if exported and game.begun:
        for played in (actions, actions[: source.below(len(actions))]):
            rest = last_rest(start.copy(), played)
            if rest.begun:
                again = check(export(start.copy(), played), cards)
                assert (again.winners, again.digest()) == (rest.winners, rest.digest())
    return game


def last_rest(game: Game, actions: Sequence[Action]) -> Game:
    """Return the last moment of a game at which nobody waits for chance."""
    rest = game.copy()
    for action in actions:
        game.apply(action)
        if game.need() is None:
            rest = game.copy()
    return rest


def thorough(game: Game, action: Action, source: Source) -> None:
    """Run the checks that take longer; the action is the one that has just been done."""
    invariants.legal_moves(game)
    everything_listed(game, source.below(game.players))
    seat = source.below(game.players + 1) - 1
    invariants.views(game, seat if seat >= 0 else None)
    moves = [move for seat in range(game.players) for move in game.legal(seat)]
    moves.append(Action(a.ROLL, CHANCE, value=3))
    tries: list[Any] = [action]
    tries += [probes.spoiled(game, moves[source.below(len(moves))], source) for _ in range(SPOILED)]
    probes.refusals(game, tries)
    same_copy(game)


def everything_listed(game: Game, seat: int) -> None:
    """Check that what one card may do and is not refused is listed as legal."""
    listed = {move._replace(ref=0) for move in game.legal(seat)}
    for action in conceivable(game, seat):
        if action not in listed:
            assert game.refusal(action) is not None, f"{action} is neither listed nor refused"


def conceivable(game: Game, seat: int) -> Iterator[Action]:
    """Yield what a seat might try with one card or none, by the fields that count for each kind.

    Not here: trips of several Things and discards of several cards, showing and leaving, which
    `legal` does not list.
    """
    there = [card for room in game.rooms for card in room] + [laid.card for laid in game.table]
    targets = [(NOBODY, NOTHING)]
    targets += [(to, NOTHING) for to in range(game.players)]
    targets += [(NOBODY, card) for card in there]
    for card in game.hands[seat]:
        cards, faces = (card,), (game.face[card],)
        for to in range(game.players):
            yield Action(a.CALL, seat, cards, faces, to)
        own = game.printed(card).kind
        for kind, fitting in ((a.DO, ACTIVITY), (a.PLAY, WHENEVER)):
            for to, on in targets if own == fitting else targets[:1]:
                yield Action(kind, seat, cards, faces, to, on)
        for kind in (a.SHOP, a.CANCEL, a.THROW, a.DISCARD):
            yield Action(kind, seat, cards, faces)
    for card in (*game.rooms[seat], *game.rooms[seat - 1][:1]):
        yield Action(a.KEEP, seat, on=card)
        for to in (NOBODY, a.TO_DISCARD, *range(game.players)):
            yield Action(a.EVICT, seat, to=to, on=card)
    top = game.stack[-1] if game.stack else None
    for value in range(-1, len(top.options) + 1) if isinstance(top, Ask) else ():
        yield Action(a.CHOOSE, seat, value=value)
    yield Action(a.NEXT, seat)
    yield Action(PASS, seat)


def same_copy(game: Game) -> None:
    """Check that a copy is the same table, and another one from then on."""
    copy = game.copy()
    changed = invariants.difference(copy, game)
    assert not changed, f"the copy differs in {changed}"
    before = game.digest()
    assert copy.digest() == before
    move = next((move for seat in range(copy.players) for move in copy.legal(seat)), None)
    if move is not None:
        copy.apply(move)
        assert copy.digest() != before
        assert game.digest() == before, "an action on the copy changed the table"


# -- fresh games -----------------------------------------------------------------------------------


def editions_of(seed: int) -> str:
    """Return Geek alone for half of the seeds, and all tables in turn for the others."""
    return TABLES[0] if seed % 2 else TABLES[seed // 2 % len(TABLES)]


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tests.kit.walk", description=__doc__)
    made.add_argument("--first", type=int, default=0, help="the first seed (default 0)")
    made.add_argument("--runs", type=int, default=200, help="how many games (default 200)")
    made.add_argument("--seconds", type=float, help="stop after this many seconds")
    return made


def main(argv: Sequence[str]) -> int:
    wish = parser().parse_args(argv)
    began, done, failed = time.monotonic(), 0, 0
    for seed in range(wish.first, wish.first + wish.runs):
        try:
            walk(seed, editions_of(seed))
        except Exception:
            failed += 1
            traceback.print_exc()
            print(f"  replay: python -m tests.kit.walk --first {seed} --runs 1", flush=True)
        done += 1
        if wish.seconds is not None and time.monotonic() - began > wish.seconds:
            break
    print(f"{done} games in {time.monotonic() - began:.1f} s, {failed} of them broken")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
