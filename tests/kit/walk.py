"""A random game in which everything is checked that must hold, and a way to play many of them.

`python -m tests.kit.walk --first N --runs M --seconds S` plays fresh ones; `make soak` does.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

import pytest

from core import actions as a
from core.actions import CHANCE, NOBODY, NOTHING, PASS, Action, Refused
from core.cards import ACTIVITY, WHENEVER
from core.catalog import EDITIONS, edition_of
from core.clauses import clauses
from core.events import Event
from core.game import Game
from core.luck import Stream
from core.notation import check
from core.notation.export import export
from core.rules.setup import options_for
from core.state import HIDDEN, Ask
from core.view import view
from tests.kit import invariants
from tests.kit.deals import cards
from tests.kit.random_play import NAMES, STEP_LIMIT, Source, new_game, next_action
from tests.kit.soak import Ran, broken_by, parser, search

SAMPLE: Final = 97  # steps between two samples, which get the checks that take longer
PASSES: Final = 8  # one in this many passes that leave a window open is looked at
SPOILED: Final = 8  # actions with something wrong in them at each sample
EXPORTED: Final = 8  # one game in this many is written down and played again
GARBAGE: Final[tuple[Any, ...]] = (
    None, True, -1, -2, -3, 7, 8, 255, 1 << 40, -(1 << 40), 1.5, "0", "", (), (0,), (-1,),
    (1 << 40,), (0, 0), ("x",), (None,), [0], {}, b"\x00",
)  # fmt: skip
TABLES: Final = tuple("+".join(m) for n in range(1, 6) for m in combinations(EDITIONS, n))


def seats(editions: str, seed: int) -> int:
    """Return how many players the seed asks for, within what the editions allow."""
    most = 8 if "+" in editions else edition_of(editions).max_players
    return 2 + seed % (most - 1)


def some_options(editions: str, source: Source) -> dict[str, str]:
    """Return random table options, those for mixes included."""
    return {
        name: option.values[source.below(len(option.values))]
        for name, option in options_for(editions.split("+")).items()
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
    tries += [spoiled(game, moves[source.below(len(moves))], source) for _ in range(SPOILED)]
    refusals(game, tries)
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


# -- actions with something wrong in them ---------------------------------------------------------


def spoil(action: Action, field: str, value: Any) -> Action:
    """Return the action with anything at all in one of its fields."""
    fields: dict[str, Any] = {**action._asdict(), field: value}
    return Action(**fields)


def spoiled(game: Game, action: Action, source: Source) -> Any:
    """Return the action with something wrong in it, or at least different."""
    way = source.below(9)
    if way == 8:
        field = ("seat", "to", "on", "value", "ref")[source.below(5)]
        return spoil(action, field, float(getattr(action, field)))
    if way == 0:
        return tuple(action)
    if way == 1:
        seats = (*range(-2, game.players + 1),)
        return action._replace(seat=seats[source.below(len(seats))])
    if way == 2:
        return action._replace(ref=max(1, game.ref - 2 + source.below(4)))
    if way == 3:
        return action._replace(cards=(source.below(len(game.where)),))
    if way == 4:
        return action._replace(faces=(source.below(len(game.faces)),))
    if way == 5:
        card = source.below(len(game.where) + 1) - 1
        return action._replace(on=card, to=source.below(len(NAMES) + 3) - 2)
    if way == 6:
        return action._replace(value=source.below(20) - 2)
    field = action._fields[source.below(len(action._fields))]
    return spoil(action, field, GARBAGE[source.below(len(GARBAGE))])


def refusals(game: Game, actions: Sequence[Any]) -> None:
    """Check that a refusal is a sentence with known clauses and changes nothing.

    An action that is not refused after all must be one that can be carried out.
    """
    before = game.copy()
    for action in actions:
        refusal = game.refusal(action)
        if refusal is None:
            copy = game.copy()
            copy.apply(action)
            invariants.never_stuck(copy)
            continue
        assert refusal.text.strip() == refusal.text != ""
        assert refusal.clauses
        assert clauses().keys() >= set(refusal.clauses), refusal.clauses
        with pytest.raises(Refused) as refused:
            game.apply(action)
        assert refused.value.refusal == refusal
        changed = invariants.difference(before, game)
        assert not changed, f"{action} was refused and changed {changed}"
    assert before.digest() == game.digest()


# -- replicas --------------------------------------------------------------------------------------


class Replica:
    """What one seat, or a spectator, keeps: it hears actions and is shown its own cards only."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game = game
        self.seat = seat

    def hear(self, action: Action, truth: Game) -> list[Event]:
        """Apply an action; the order of a shuffled pile is nobody's to know, so it is left out."""
        if action.kind == a.SHUFFLE:
            action = action._replace(faces=())
        events = self.game.apply(action)
        self.look(truth)
        return events

    def look(self, truth: Game) -> None:
        """Learn the faces of the seat's own hand and of cards that others have shown it."""
        seat = self.seat
        if seat is None:
            return
        game = self.game
        for card in game.hands[seat]:
            if game.face[card] == HIDDEN:
                game.learn(card, truth.face[card])
        for card, seen in game.seen.items():
            if seen >> seat & 1:
                game.learn(card, truth.face[card])


def alike(truth: Game, replica: Replica) -> None:
    """Check that both have one digest, wait for the same, and allow the same moves."""
    game, seat = replica.game, replica.seat
    assert game.digest() == truth.digest()
    assert game.waiting() == truth.waiting()
    if seat is not None:
        assert game.legal(seat) == truth.legal(seat)


def same_fields(truth: Game, replica: Replica) -> None:
    """Check that every field is the same, and every face that the seat may know."""
    game = replica.game
    differing = invariants.difference(truth, game, "face", "eyes")
    assert not differing, differing
    for card, face in enumerate(view(truth, replica.seat).face):
        if face != HIDDEN:
            assert game.face[card] == face
        elif game.face[card] != HIDDEN:  # seen once: the owner has taken it along in leaving
            assert game.face[card] == truth.face[card]


# -- fresh games -----------------------------------------------------------------------------------


def editions_of(seed: int) -> str:
    """Return Geek alone for half of the seeds, and all tables in turn for the others."""
    return TABLES[0] if seed % 2 else TABLES[seed // 2 % len(TABLES)]


def main(argv: Sequence[str]) -> int:
    def played(seed: int) -> Ran:
        return Ran(seed, broken_by(lambda: walk(seed, editions_of(seed))), Counter())

    wish = parser("tests.kit.walk", __doc__).parse_args(argv)
    replay = "python -m tests.kit.walk --seed {seed}"
    return search(lambda seeds: map(played, seeds), wish, replay, "games")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
