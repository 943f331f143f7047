"""What a notation file says, once read: the setup sheet, and the steps in their order."""

from collections.abc import Mapping
from typing import NamedTuple

from core.catalog import Catalog
from core.notation.lines import Line
from core.notation.names import CardRef, Names, Target


class Supply(NamedTuple):
    """What chance will bring next: dice, a shuffled deck, roles, or a card picked at random."""

    line: Line
    kind: str
    numbers: tuple[int, ...] = ()  # dice, or role faces
    cards: tuple[CardRef, ...] = ()
    owed: bool = True  # it must have happened by the end


class Move(NamedTuple):
    """One player's move, as written."""

    line: Line
    seat: int
    verb: str
    cards: tuple[CardRef, ...] = ()
    target: Target | None = None
    to: int | None = None  # a seat, or TO_DISCARD
    text: str = ""  # the answer to a question
    early: bool = False  # before chance has spoken


class Claim(NamedTuple):
    """Something that must be true now; `what` says which of the other fields count."""

    line: Line
    what: str
    seat: int = -1
    seats: tuple[int, ...] = ()
    number: int = 0
    cards: tuple[CardRef, ...] = ()
    negated: bool = False


class Refuse(NamedTuple):
    """A move that must be illegal now, for the reason of a clause if one is named."""

    line: Line
    move: Move
    clause: str = ""


Step = Supply | Move | Claim | Refuse


class Laying(NamedTuple):
    """A card that the setup puts somewhere."""

    line: Line
    card: CardRef
    mark: int = 0  # markers on top of the printed Slack
    worth: int | None = None  # exactly what it counts
    seat: int | None = None  # whom a card on the table lies beside


class SeatSheet:
    """What the setup says about one player."""

    def __init__(self) -> None:
        self.roles: tuple[int, ...] = ()
        self.left = False
        self.hand: list[Laying] = []
        self.room: list[Laying] = []
        self.numbers: dict[str, int] = {}  # slack, income, free time, ...
        self.lines: dict[str, Line] = {}  # where `is` and the numbers stand


class Sheet:
    """What the setup says about the table."""

    def __init__(self) -> None:
        self.seats: list[SeatSheet] = []
        self.deck: list[Laying] = []
        self.discard: list[Laying] = []
        self.table: list[Laying] = []
        self.roles: list[int] = []  # the top of the role pile
        self.role_discard: list[int] = []
        self.turn = 0
        self.phase = 0


class Script(NamedTuple):
    """A whole file."""

    title: str
    rules: tuple[str, ...]
    catalog: Catalog
    options: Mapping[str, str]
    names: Names
    sheet: Sheet
    steps: tuple[Step, ...]
    setup_line: Line  # blamed for what is wrong with the table as a whole
    lines: int
