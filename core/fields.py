"""What a table consists of: the places of cards, pending things, and every field of its state.

Few flat containers, so that a table can be copied, compared, hashed and written out at any moment.
"""

import marshal
from array import array
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from core.actions import Action
from core.cards import Face
from core.catalog import Catalog
from core.events import Event
from core.hashes import blake2b
from core.house import House, house_of

HIDDEN: Final = -1  # a face this replica does not know, or that is not public

PHASES: Final = ("draw", "roll", "call", "free time", "discard")
DRAW_PHASE, ROLL_PHASE, CALL_PHASE, FREE_PHASE, DISCARD_PHASE = range(5)

# Where a card is.
IN_DECK: Final = 0
IN_DISCARD: Final = 1
IN_AIR: Final = 2  # being played
ON_TABLE: Final = 3
IN_HAND: Final = 8  # + seat
IN_ROOM: Final = 16  # + seat

MAX_SEATS: Final = 8
MADNESS: Final = (0, -1, -2, -3, -3, -3, -3, -2, -1, 0)  # what so much of it does to Slack (CTH-1)

EVERYBODY: Final = -1  # whom a Week on the table lies beside
# Bits of `fixed`: a stat that needs no die in this turn, and what has been done in it (GRUNT-1).
INCOME_SETTLED: Final = 1
TIME_SETTLED: Final = 2
ILLICIT_DONE: Final = 4
SLEPT: Final = 8

# Answers that are neither cards nor players nor numbers.
WORDS: Final = ("roll", "pay", "let go", "same kind", "other kind", "at random")


class Window(NamedTuple):
    """An announcement that waits for the others to answer or pass (RUL-1)."""

    op: str  # "window", or "settle" once everybody has passed
    ref: int
    kind: str  # the action that announced it
    seat: int
    cards: tuple[int, ...]
    to: int
    on: int
    timed: int  # 1 if it uses a Free Time
    costs: tuple[int, ...]  # Income set aside for each of the cards


class Ask(NamedTuple):
    """A question to one seat."""

    op: str  # "ask"
    ref: int
    seat: int
    topic: str
    about: str  # what the options are: card, seat, role, sure, word
    options: tuple[int, ...]
    context: tuple[int, ...]


class Trim(NamedTuple):
    """A seat must discard so many cards of its hand."""

    op: str  # "trim"
    ref: int
    seat: int
    amount: int


class Treat(NamedTuple):
    """A seat may play one Thing of its hand for nothing, or pass (CTH-5)."""

    op: str  # "treat"
    ref: int
    seat: int
    face: int  # whose `treat` says which Things
    card: int


class Die(NamedTuple):
    """A die is to be thrown for a seat."""

    op: str  # "die"
    seat: int
    word: str  # what for
    card: int
    needs: int  # the lowest good number, 0 if every number counts


class Need(NamedTuple):
    """What chance must supply."""

    kind: str  # the action kind: roll, shuffle, role, pick
    seat: int
    options: tuple[int, ...] = ()
    word: str = ""
    card: int = -1
    needs: int = 0


class Laid(NamedTuple):
    """A lasting card on the table beside a seat."""

    card: int
    seat: int
    by: int
    until: str
    turns: int  # ends of that seat's turns still to come


class Told(NamedTuple):
    """Income and Free Time of a seat in place of its role's, for one turn; None: the role's."""

    income: int | None
    time: int | None


Frame = tuple[Any, ...]
_BLANK: Final = blake2b(digest_size=16)  # copied for each digest: cheaper than to begin anew


class Fields:
    """The state of a game; `Table` knows what the fields mean to each other."""

    __slots__ = (
        "_answers", "_plays", "_whenevers", "alive", "base_income", "base_time", "begun", "catalog",
        "debt", "deck", "discard", "events", "extra_income", "extra_time", "face", "faces", "first",
        "fixed", "gloom", "goal_change", "guests", "guests_done", "guises", "hand_size", "hands",
        "has", "house", "madness", "mark", "moved", "names", "newcomers", "next_income",
        "next_time", "options", "passed", "phase", "players", "pub", "ref", "result",
        "role_discard", "role_pile", "roles", "rooms", "round", "seen", "slack", "stack", "stands",
        "table", "tokens", "told", "turn", "where", "winners", "wishes",
    )  # fmt: skip

    def __init__(self, catalog: Catalog, names: Sequence[str], options: Mapping[str, str]) -> None:
        n = len(names)
        self.catalog = catalog
        self.faces: tuple[Face, ...] = catalog.faces
        self.names: tuple[str, ...] = tuple(names)
        self.options: Mapping[str, str] = options
        self.players = n
        self.hand_size = int(options["hand"])
        self.house: House = house_of(catalog, options)
        self.events: list[Event] = []
        # Cardboard.
        self.face: list[int] = []
        self.pub: array[int] = array("h")
        self.where = bytearray()
        self.mark: array[int] = array("b")
        self.deck: list[int] = []  # the top is last
        self.discard: list[int] = []  # the top is last
        self.hands: list[list[int]] = [[] for _ in range(n)]
        self.rooms: list[list[int]] = [[] for _ in range(n)]
        self.table: list[Laid] = []
        self.roles: list[tuple[int, ...]] = [() for _ in range(n)]
        self.role_pile: list[int] = []
        self.role_discard: list[int] = []
        self.guises: dict[int, int] = {}  # a stranger's card -> the role drawn for him
        self.seen: dict[int, int] = {}  # a card in a hand -> bit mask of the others who saw it
        # Seats.
        self.alive = [True] * n
        self.tokens = [0] * n
        self.goal_change = [0] * n
        self.gloom = [0] * n
        self.madness = [0] * n  # 9: Utterly Mad, for good (CTH-2)
        self.slack = [0] * n
        self.base_income = [0] * n  # the role's part this turn
        self.base_time = [0] * n
        self.extra_income = [0] * n  # what single cards gave or took this turn, less what was spent
        self.extra_time = [0] * n
        self.next_income = [0] * n  # what they gave or took before it is known what there is
        self.next_time = [0] * n
        self.told: dict[int, Told] = {}  # what a table set by hand says of a seat's next turn
        self.debt = [0] * n
        self.stands: list[tuple[int, ...]] = [() for _ in range(n)]  # faces that hold for a seat
        self.has = [0] * n  # which kinds of standing effects those are, as bits
        self.guests: list[tuple[int, ...]] = [() for _ in range(n)]  # the Persons in each room
        # The cards of each hand that can be played outside one's turn, as far as they are known,
        # and the Whenevers among them, which need nothing to answer.
        self._answers: list[tuple[int, ...]] = [() for _ in range(n)]
        self._whenevers: list[tuple[int, ...]] = [() for _ in range(n)]
        # A Whenever in a hand -> all ways to play it now, as far as they were looked for; forgotten
        # as soon as anything in play changes.
        self._plays: dict[int, tuple[Action, ...]] = {}
        # The turn.
        self.first = 0
        self.turn = 0
        self.phase = DRAW_PHASE
        self.round = 0
        self.begun = False  # the deal is over
        self.guests_done: list[int] = []  # guests dealt with in this Roll phase
        self.newcomers: list[int] = []  # Persons that came into the room in this turn
        self.fixed = 0
        # Pending things.
        self.stack: list[Frame] = []
        self.ref = 0
        self.passed = 0  # bit mask: who has nothing (more) to say in the window on top
        self.result = 0  # what chance said last
        self.moved = False  # somebody may have reached his goal since that was last looked at
        self.wishes: list[int] = []  # roles that the last winners want
        self.winners: tuple[int, ...] = ()

    def copy_into(self, other: "Fields") -> None:
        """Fills an empty table with a copy of this one; what never changes is shared."""
        other.catalog = self.catalog
        other.faces = self.faces
        other.names = self.names
        other.options = self.options
        other.players = self.players
        other.hand_size = self.hand_size
        other.house = self.house
        other.events = []
        other.face = self.face.copy()
        other.pub = self.pub[:]
        other.where = self.where.copy()
        other.mark = self.mark[:]
        other.deck = self.deck.copy()
        other.discard = self.discard.copy()
        other.hands = [*map(list.copy, self.hands)]
        other.rooms = [*map(list.copy, self.rooms)]
        other.table = self.table.copy()
        other.roles = self.roles.copy()
        other.role_pile = self.role_pile.copy()
        other.role_discard = self.role_discard.copy()
        other.guises = self.guises.copy()
        other.seen = self.seen.copy()
        other.alive = self.alive.copy()
        other.tokens = self.tokens.copy()
        other.goal_change = self.goal_change.copy()
        other.gloom = self.gloom.copy()
        other.madness = self.madness.copy()
        other.slack = self.slack.copy()
        other.base_income = self.base_income.copy()
        other.base_time = self.base_time.copy()
        other.extra_income = self.extra_income.copy()
        other.extra_time = self.extra_time.copy()
        other.next_income = self.next_income.copy()
        other.next_time = self.next_time.copy()
        other.told = self.told.copy()
        other.debt = self.debt.copy()
        other.stands = self.stands.copy()
        other.has = self.has.copy()
        other.guests = self.guests.copy()
        other._answers = self._answers.copy()
        other._whenevers = self._whenevers.copy()
        other._plays = self._plays.copy()
        other.first = self.first
        other.turn = self.turn
        other.phase = self.phase
        other.round = self.round
        other.begun = self.begun
        other.guests_done = self.guests_done.copy()
        other.newcomers = self.newcomers.copy()
        other.fixed = self.fixed
        other.stack = self.stack.copy()
        other.ref = self.ref
        other.passed = self.passed
        other.result = self.result
        other.moved = self.moved
        other.wishes = self.wishes.copy()
        other.winners = self.winners

    def digest(self) -> str:
        """A hash of everything public: equal on all replicas, whatever faces they know."""
        table, stack = self.table, self.stack
        state = (
            self.pub, self.where, self.mark, self.roles, self.role_pile, self.role_discard,
            self.tokens, self.gloom, self.madness, self.goal_change, self.base_income,
            self.base_time, self.extra_income, self.extra_time, self.next_income, self.next_time,
            self.debt, self.alive, self.turn, self.phase, self.round, self.ref, self.passed,
            self.guests_done, self.newcomers, self.fixed, self.winners, self.guises, self.wishes,
            [tuple(laid) for laid in table] if table else table,
            [tuple(frame) for frame in stack] if stack else stack,
        )  # fmt: skip
        hashed = _BLANK.copy()
        # Version 2 has no back references, so equal states give equal bytes.
        hashed.update(marshal.dumps(state, 2))
        return hashed.hexdigest()
