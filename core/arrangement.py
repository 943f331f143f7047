"""A table set by hand instead of dealt: for scenarios, for exported games and for tests.

Cards are numbered hands first (seat by seat), then rooms, table and discard pile, then the deck
from the top. A dealt table is numbered in the same way, so that a game which goes on from here has
the digests of one that was dealt so.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from core.catalog import Catalog
from core.fields import INCOME_SETTLED, TIME_SETTLED, Told
from core.game import Game
from core.rules.setup import opening_roles
from core.rules.tracks import UTTERLY
from core.rules.turn import begin_turn
from core.rules.whenever import NEXT_WEEK
from core.state import (
    DRAW_PHASE,
    EVERYBODY,
    HIDDEN,
    IN_DECK,
    IN_DISCARD,
    IN_HAND,
    IN_ROOM,
    ON_TABLE,
    ROLL_PHASE,
    Laid,
)

MAX_MARK = 99


class Placed(NamedTuple):
    """A card in a room: markers on top of its printed Slack, or exactly what it is worth."""

    face: int
    mark: int = 0
    worth: int | None = None


class Beside(NamedTuple):
    """A lasting card on the table beside a seat."""

    face: int
    seat: int


class Seat(NamedTuple):
    """What one player has. None leaves a number to the role and the cards."""

    roles: tuple[int, ...] = ()  # none: a neutral role
    hand: tuple[int, ...] = ()
    room: tuple[Placed, ...] = ()
    slack: int | None = None  # tokens make up the difference
    income: int | None = None  # in his first turn
    free_time: int | None = None
    goal: int | None = None  # of the role he has now
    gloom: int = 0
    madness: int = 0
    left: bool = False  # he is no longer in the game


class Arrangement(NamedTuple):
    """A whole table, everything as face numbers."""

    seats: tuple[Seat, ...]
    deck: tuple[int, ...] = ()  # its top, the next card first; the rest follows in catalog order
    discard: tuple[int, ...] = ()  # the top last
    table: tuple[Beside, ...] = ()
    roles: tuple[int, ...] = ()  # roles that are certainly in the pile
    role_discard: tuple[int, ...] = ()
    turn: int = 0
    phase: int = DRAW_PHASE


def arranged(
    catalog: Catalog,
    names: Sequence[str],
    options: Mapping[str, str] | None,
    arrangement: Arrangement,
) -> Game:
    """A game that stands as arranged, its phase begun; it may wait for chance."""
    game = Game(catalog, names, options)
    arrange(game, arrangement)
    begin(game, arrangement)
    return game


def box(game: Game) -> tuple[int, ...]:
    """The faces of all life cards at the table, each as often as it is there."""
    return game.house.life


def arrange(game: Game, arrangement: Arrangement) -> None:
    """Takes a fresh game to the table described; the phase it stands in does not begin yet.

    Raises ValueError for cards that are not in the box and for worths that no markers can give.
    """
    _lay_out(game, arrangement)
    game.stack = []
    game.ref = 0
    game.first = game.turn = arrangement.turn
    game.round = 1
    game.phase = arrangement.phase
    pile = Counter(opening_roles(game) if _removed(game) else game.house.roles)
    pile += Counter(set(arrangement.roles) - set(pile))
    for seat, entry in enumerate(arrangement.seats):
        game.alive[seat] = not entry.left
        game.roles[seat] = () if entry.left else _roles(game, entry.roles)
        pile.subtract(entry.roles)
    pile.subtract(arrangement.role_discard)
    game.role_pile = sorted(pile.elements())
    game.role_discard = list(arrangement.role_discard)
    for seat, entry in enumerate(arrangement.seats):
        game.gloom[seat] = entry.gloom
        game.madness[seat] = min(entry.madness, UTTERLY)
        game.tokens[seat] = max(0, entry.madness - UTTERLY)  # CTH-2
        _settle_worths(game, seat, entry)
        game.refresh(seat)
        if entry.slack is not None:
            game.tokens[seat] += entry.slack - game.slack[seat]
            game.refresh(seat)
        game.goal_change[seat] = game.house.extra_goal
        if entry.goal is not None:
            game.goal_change[seat] += entry.goal - game.goal(seat)
        tell(game, seat, entry)
    game.fixed = 0
    game.moved = False


def begin(game: Game, arrangement: Arrangement) -> None:
    """The phase begins: cards are drawn in the first, variable stats are rolled in the second."""
    begin_turn(game, ("begin-turn", arrangement.turn))
    if arrangement.phase > DRAW_PHASE:
        game.stack = []  # cards were drawn before
    if arrangement.phase == ROLL_PHASE:
        game.stack.append(("phase", ROLL_PHASE))
    elif arrangement.phase > ROLL_PHASE:
        game.phase = arrangement.phase
        game.fixed = INCOME_SETTLED | TIME_SETTLED
    game.advance()
    game.events = []


def tell(game: Game, seat: int, entry: Seat) -> None:
    """The Income and Free Time that were said of a seat take the place of its role's."""
    if entry.income is not None or entry.free_time is not None:
        holding = [game.faces[number] for number in game.stands[seat]]
        game.told[seat] = Told(
            None if entry.income is None else entry.income - sum(face.earn for face in holding),
            None if entry.free_time is None
            else entry.free_time - sum(face.leisure for face in holding),
        )  # fmt: skip


def _roles(game: Game, given: tuple[int, ...]) -> tuple[int, ...]:
    """The roles in their places: of the first kind, then the one beside it; neutral if not said."""
    neutral, beside = game.catalog.neutral_role, game.house.beside
    if not beside:
        return given or (neutral,)
    kinds = game.catalog.role_kinds
    first = [role for role in given if kinds[role] != beside]
    second = [role for role in given if kinds[role] == beside]
    return (*(first or [neutral]), *(second or [neutral]))


def _removed(game: Game) -> bool:
    return game.options.get("two-player") == "remove"


def _lay_out(game: Game, arrangement: Arrangement) -> None:
    """Numbers the cards and puts each in its place."""
    left = Counter(box(game))
    faces: list[int] = []
    places: list[int] = []

    def put(many: Iterable[int], place: int) -> list[int]:
        cards = []
        for face in many:
            printed = game.catalog.originals.get(face, face)
            if not left[printed]:
                raise ValueError(f"{game.faces[face].name} isn't in the box that often")
            left[printed] -= 1
            cards.append(len(faces))
            faces.append(face)
            places.append(place)
        return cards

    for seat, entry in enumerate(arrangement.seats):
        game.hands[seat] = put(entry.hand, IN_HAND + seat)
    for seat, entry in enumerate(arrangement.seats):
        game.rooms[seat] = put((placed.face for placed in entry.room), IN_ROOM + seat)
    beside = arrangement.table
    laid = put((b.face for b in beside), ON_TABLE)
    game.table = [
        _laid(game, card, b, arrangement.turn) for card, b in zip(laid, beside, strict=True)
    ]
    game.discard = put(arrangement.discard, IN_DISCARD)
    deck = put(arrangement.deck, IN_DECK)
    deck += put(sorted(left.elements()), IN_DECK)
    game.deck = deck[::-1]
    open_places = (ON_TABLE, IN_DISCARD)
    game.face = faces
    game.look_anew()
    game.where = bytearray(places)
    game.mark = array("b", [0] * len(faces))
    game.pub = array("h", [
        face if place >= IN_ROOM or place in open_places else HIDDEN
        for face, place in zip(faces, places, strict=True)
    ])  # fmt: skip


def _laid(game: Game, card: int, beside: Beside, turn: int) -> Laid:
    if game.faces[beside.face].week:
        return Laid(card, EVERYBODY, EVERYBODY, NEXT_WEEK, 1)
    lasting = game.faces[beside.face].lasting
    until = lasting.until if lasting is not None else "end of game"
    turns = 2 if until == "end of next turn" and beside.seat == turn else 1
    return Laid(card, beside.seat, beside.seat, until, turns)


def _settle_worths(game: Game, seat: int, entry: Seat) -> None:
    """Markers as given, then those that make a card worth what was said."""
    for card, placed in zip(game.rooms[seat], entry.room, strict=True):
        game.mark[card] = placed.mark
    for card, placed in zip(game.rooms[seat], entry.room, strict=True):
        if placed.worth is not None:
            mark = placed.worth - game.worth(card)
            if abs(mark) > MAX_MARK:
                raise ValueError(f"no markers make {game.printed(card).name} worth that")
            game.mark[card] = mark
