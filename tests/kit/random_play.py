"""Random but legal play: a player, or chance, does one of the things that are open."""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from core import actions as a
from core.actions import CHANCE, Action
from core.cards import THING
from core.catalog import Catalog
from core.game import Game
from core.luck import Luck, Stream
from core.state import DISCARD_PHASE, FREE_PHASE, Trim
from tests.kit.deals import cards

NAMES: Final = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
STEP_LIMIT: Final = 20_000  # far beyond any real game

# Out of 64 moments: from here on several cards at once, a word from others, the odd things.
SEVERAL, ASIDE, ODD = 44, 54, 63


class Source(Protocol):
    """Where choices come from."""

    def below(self, n: int, /) -> int:
        """Return one of 0 ... n-1."""


def new_game(
    players: int,
    options: Mapping[str, str] | None = None,
    first: int = 0,
    winners: Sequence[int] = (),
    catalog: Catalog | None = None,
) -> Game:
    """Return a table before its deal."""
    return Game(catalog or cards(), NAMES[:players], options, first, winners)


def next_action(game: Game, source: Source) -> Action:
    """Return something that may be done now, mostly by a player the table waits for."""
    mood = source.below(64)
    if mood >= SEVERAL:
        action = _special(game, source, mood)
        if action is not None:
            return action
    waiting = game.waiting()
    if waiting[0] == CHANCE:
        return chance(game, source)
    seat = waiting[source.below(len(waiting))] if len(waiting) > 1 else waiting[0]
    moves = game.legal(seat)
    assert moves, f"{game.names[seat]} is awaited and can do nothing"
    return moves[source.below(len(moves))] if len(moves) > 1 else moves[0]


def chance(game: Game, source: Source) -> Action:
    """Return what chance says, from the same source as everything else."""
    need = game.need()
    assert need is not None, "chance is awaited, but for nothing"
    if need.kind == a.ROLL:
        return Action(a.ROLL, CHANCE, value=source.below(6) + 1)
    if need.kind == a.SHUFFLE:
        order = Stream(source.below(1 << 16)).shuffled(need.options)
        return Action(a.SHUFFLE, CHANCE, faces=tuple(order))
    option = need.options[source.below(len(need.options))]
    if need.kind == a.ROLE:
        return Action(a.ROLE, CHANCE, value=option)
    return Action(a.PICK, CHANCE, cards=(option,))


def deal(game: Game, seed: int) -> list[Action]:
    """Deal the cards by the luck of a seed and return what chance has said."""
    luck = Luck(seed)
    actions: list[Action] = []
    while not game.begun:
        actions.append(luck.answer(game))
        game.apply(actions[-1])
    return actions


def _special(game: Game, source: Source, mood: int) -> Action | None:
    """Return something rarer, if it is possible at this moment."""
    if mood < ASIDE:
        return several(game, source)
    if mood < ODD:
        return aside(game, source)
    seats = game.seats_from(game.turn)
    seat = seats[source.below(len(seats))]
    kind = source.below(32)
    if kind == 31:
        return Action(a.LEAVE, seat)
    if kind >= 16:
        others = [other for other in seats if other != seat]
        return Action(a.SHOW, seat, to=others[source.below(len(others))])
    return None


def aside(game: Game, source: Source) -> Action | None:
    """Return a Whenever by a player the table does not wait for."""
    if game.stack:
        return None
    others = game.seats_from(game.turn)[1:]
    moves = game.legal(others[source.below(len(others))])
    return moves[source.below(len(moves))] if moves else None


def several(game: Game, source: Source) -> Action | None:
    """Return a trip for several Things, or a discard of several cards, which `legal` leaves out."""
    top = game.stack[-1] if game.stack else None
    if isinstance(top, Trim):
        hand = game.hands[top.seat]
        return _named(game, a.DISCARD, top.seat, _some(hand, top.amount, source), top.ref)
    if game.stack:
        return None
    hand = game.hands[game.turn]
    if game.phase == DISCARD_PHASE and len(hand) > 2:
        cards = _some(hand, 2 + source.below(len(hand) - 2), source)
        return _named(game, a.DISCARD, game.turn, cards)
    if game.phase == FREE_PHASE:
        things = [card for card in hand if game.printed(card).kind == THING]
        if len(things) > 1:
            cards = _some(things, 2 + source.below(len(things) - 1), source)
            trip = _named(game, a.SHOP, game.turn, cards)
            return trip if game.refusal(trip) is None else None
    return None


def _some(cards: Sequence[int], count: int, source: Source) -> tuple[int, ...]:
    """Return `count` of the cards in a random order."""
    rest = list(cards)
    return tuple(rest.pop(source.below(len(rest))) for _ in range(count))


def _named(game: Game, kind: str, seat: int, cards: tuple[int, ...], ref: int = 0) -> Action:
    return Action(kind, seat, cards, tuple(game.face[card] for card in cards), ref=ref)
