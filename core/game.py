"""The game as a state machine that knows no luck.

`apply` is the only way its state changes; `refusal` says why an action can't be done; `legal` lists
what a seat may do; `waiting` says whose decision is open; `need` what chance must supply.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from core import events as e
from core.actions import (
    CHANCE,
    CHANCE_KINDS,
    CHOOSE,
    LEAVE,
    PASS,
    ROLL,
    ROLLS,
    SHOP,
    SHOW,
    Action,
    Refusal,
    Refused,
    going_on,
)
from core.catalog import Catalog
from core.events import Event
from core.rules import (
    chance,
    effects,
    leaving,
    people,
    roles,
    rooms,
    setup,
    spending,
    treats,
    turn,
    whenever,
    windows,
)
from core.rules.lookup import no
from core.rules.whenever import legal_answers, legal_whenevers
from core.state import (
    DISCARD_PHASE,
    MAX_SEATS,
    Ask,
    Die,
    Frame,
    Need,
    Table,
    Treat,
    Trim,
    Window,
)

MIN_SEATS: Final = 2


class Game(Table):
    """A table with its rules. Make one, feed it actions, read its state."""

    __slots__ = ("_offered", "_open", "eyes")

    def __init__(
        self,
        catalog: Catalog,
        names: Sequence[str],
        options: Mapping[str, str] | None = None,
        first: int = 0,
        winners: Sequence[int] = (),
    ) -> None:
        if not MIN_SEATS <= len(names) <= MAX_SEATS:
            raise setup.OptionError(
                f"a game takes {MIN_SEATS} to {MAX_SEATS} players; this one has {len(names)}"
            )
        most = catalog.edition.max_players if len(catalog.editions) == 1 else MAX_SEATS
        if len(names) > most:
            raise setup.OptionError(
                f"{catalog.edition.name} takes up to {most} players. "
                f"Mix in another edition for {len(names)}."
            )
        if len(set(winners)) != len(winners) or not set(winners) <= set(range(len(names))):
            raise setup.OptionError("name only players of this table as last winners, each once")
        keys = [edition.key for edition in catalog.editions]
        super().__init__(catalog, names, setup.settled_options(options or {}, keys))
        self.eyes: int | None = None  # the seat whose view this is, for `core.view`
        # What `legal` listed last, or all that a die can show, in this very state.
        self._offered: tuple[Action, ...] = ()
        self._open = _unmasked(self.players)  # who may answer, by the mask of those who passed
        self.first = first % self.players
        setup.prepare(self, tuple(winners))
        self.advance()
        self.events = []

    def copy(self) -> "Game":
        """An independent copy of the state; what never changes is shared."""
        other = Game.__new__(Game)
        self.copy_into(other)
        other.eyes = self.eyes
        other._offered = ()
        other._open = self._open
        return other

    # -- the contract ----------------------------------------------------------------------------

    def apply(self, action: Action) -> list[Event]:
        """Carry out an action and return its events; raise Refused if it's illegal."""
        for offered in self._offered:
            if offered is action:  # what was just listed as legal has been checked already
                break
        else:
            refusal = self.refusal(action)
            if refusal is not None:
                raise Refused(refusal)
        self._offered = ()
        self.events = []
        if not DEEDS[action[0]](self, action):
            self.advance()
        return self.events

    def refusal(self, action: Action) -> Refusal | None:
        """Return why the action can't be done now, or None. Takes anything, changes nothing."""
        problem = _malformed(self, action)
        if problem is not None:
            return problem
        if self.winners:
            return no("the game is over", "R-WIN-1", "R-WIN-2")
        return REFUSALS[action.kind](self, action)

    def waiting(self) -> tuple[int, ...]:
        """Return the seats that have to decide; (CHANCE,) for a roll; () after the game."""
        stack = self.stack
        if not stack:
            return () if self.winners else _ALONE[self.turn]
        top = stack[-1]
        if type(top) is Window:
            return self._open[self.passed]
        if type(top) is Die:
            return _CHANCE
        return (top.seat,) if isinstance(top, (Ask, Trim, Treat)) else _CHANCE

    def need(self) -> Need | None:
        """Return what chance must supply, if the table waits for that."""
        need = chance.need(self)
        if need is not None and need[0] == ROLL:
            self._offered = ROLLS
        return need

    def legal(self, seat: int) -> list[Action]:
        """List what a seat may do, with the cards this replica knows.

        Trips of several Things and discards of several cards are not listed: build one and ask
        `refusal`. Showing the hand and leaving are always possible and not listed either.
        """
        stack = self.stack
        if stack:
            top = stack[-1]
            if type(top) is not Window:
                out = self._legal_answers(seat, top)
            elif seat not in self._open[self.passed]:
                out = []
            else:
                out = [_PASSES[seat][top[1]]]
                if self._answers[seat]:
                    legal_answers(self, seat, top, out)
        elif self.winners:
            return []
        elif seat == self.turn:
            out = []
            phase = self.phase
            listed = _LISTED[phase]
            if listed is not None:
                listed(self, seat, out)
            few = phase != DISCARD_PHASE or len(self.hands[seat]) < self.hand_size
            if few or self.may_keep_all(seat):
                out.append(_NEXT[seat][phase])
            if self._whenevers[seat]:
                legal_whenevers(self, seat, out)
        else:
            out = []
            if 0 <= seat < self.players:
                legal_whenevers(self, seat, out)
        self._offered = tuple(out)
        return out

    def learn(self, card: int, face: int) -> None:
        """Teach this replica a face its owner may know; no public state changes."""
        if self.face[card] not in (-1, face):
            raise ValueError(f"card {card} is known to be {self.printed(card).name}")
        self.face[card] = face
        self._offered = ()
        self.look_anew()

    # -- inside ----------------------------------------------------------------------------------

    def _legal_answers(self, seat: int, top: Frame) -> list[Action]:
        """Answers to a question, or ways to trim a hand."""
        if isinstance(top, Ask) and top.seat == seat:
            ref, count = top.ref, len(top.options)
            return [_new(Action, (CHOOSE, seat, (), (), -1, -1, i, ref)) for i in range(count)]
        if isinstance(top, Trim) and top.seat == seat:
            return turn.legal_trim(self, seat, top)
        if isinstance(top, Treat) and top.seat == seat:
            fitting = treats.legal_treats(self, seat, top)
            free = [Action(SHOP, seat, (card,), (self.face[card],)) for card in fitting]
            return [_PASSES[seat][top.ref], *free]
        return []

    def advance(self) -> None:
        """Carry out pending steps until a player or chance has to decide."""
        stack, steps = self.stack, STEPS
        while not (self.moved and self._goals()) and stack:
            step = steps.get(stack[-1][0])
            if step is None:
                return
            step(self, stack.pop())

    def _goals(self) -> bool:
        """End the game if anyone has reached their goal. Ties by one event are joint wins.

        R-WIN-1, R-WIN-2, RUL-9, RUL-10.
        """
        self.moved = False
        if not self.begun:
            return False
        faces, roles, slack, change = self.faces, self.roles, self.slack, self.goal_change
        won: list[int] = []
        for seat in range(self.players):
            held = roles[seat]
            if held and slack[seat] >= faces[held[0]].goal + change[seat]:
                won.append(seat)
        if not won:
            return False
        self.winners = tuple(won)
        self.stack.clear()
        for seat in won:
            self.emit(e.WON, seat, n=slack[seat])
        return True


def refuse_choose(g: Table, action: Action) -> Refusal | None:
    top = g.stack[-1] if g.stack else None
    if not isinstance(top, Ask):
        return no("this isn't your decision", "RUL-12")
    clauses = ("RUL-12", *WHY_ASKED.get(top.topic, ()))
    if top.seat != action.seat:
        return no("this isn't your decision", *clauses)
    if action.ref not in (0, top.ref):
        return no("too late: already decided", *clauses)
    if not 0 <= action.value < len(top.options):
        return no("choose one of the options", *clauses)
    return None


# The clauses on which a question rests, by its topic.
WHY_ASKED: Final = {
    "lose": ("R-PEST-2", "R-PEST-1", "R-NOISY-1"),
    "where": ("R-GONE-3",),
    "sure": ("R-ACT-3",),
    "role-kind": ("COMBO-GREEK-3",),
}


def do_choose(g: Table, action: Action) -> None:
    question = g.stack.pop()
    assert isinstance(question, Ask)
    g.emit(e.CHOSE, action.seat, n=action.value, word=question.topic)
    ANSWERS[question.topic](g, question, question.options[action.value])


def do_pass(g: Table, action: Action) -> bool:
    """Pass; once everyone has, the announcement takes place and a treat lapses."""
    seat = action[1]
    g.passed = passed = g.passed | 1 << seat
    g.events.append(_PASSED[seat])
    if passed + 1 != 1 << g.players:
        return True
    frame = g.stack.pop()
    if type(frame) is Window:
        SETTLE[frame[2]](g, frame)
    return False


def settle(g: Table, frame: Frame) -> None:
    """Settle an announcement because the last player who could respond left."""
    SETTLE[frame[2]](g, Window(*frame))


def _malformed(g: Table, action: object) -> Refusal | None:
    """Check an action's shape: actions come from files and from strangers."""
    if type(action) is not Action:
        return no("not an action", "RUL-1")
    if tuple(map(type, action)) != _SHAPE:
        return no("malformed action", "RUL-1")
    kind, seat, cards, faces = action[:4]
    if kind not in DEEDS:
        return no("unknown action", "RUL-1")
    if not (_INT.issuperset(map(type, cards)) and _INT.issuperset(map(type, faces))):
        return no("malformed action", "RUL-1")
    if kind in CHANCE_KINDS:
        return None
    if faces and len(faces) != len(cards):
        return no("malformed action", "RUL-1")
    if not 0 <= seat < g.players:
        return no("no such seat", "R-SETUP-3")
    if not g.alive[seat]:
        return no("you left the game", "RUL-16")
    if not g.begun and kind not in (CHOOSE, SHOW, LEAVE):
        return no("the cards aren't dealt yet", "R-SETUP-2")
    return None


class _Passes(dict[int, Action]):
    """The passes of one seat by the window they answer, made once: there is no commoner action."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def __missing__(self, ref: int) -> Action:
        made = Action(PASS, self.seat, ref=ref)
        if len(self) < _MOST_PASSES:
            self[ref] = made
        return made


@cache
def _unmasked(players: int) -> tuple[tuple[int, ...], ...]:
    """For each mask the seats whose bit is not set."""
    rows: list[tuple[int, ...]] = [()]
    for seat in range(players):  # the masks without this seat, then those with it
        rows = [(*row, seat) for row in rows] + rows
    return tuple(rows)


_CHANCE: Final = (CHANCE,)
_ALONE: Final = tuple((seat,) for seat in range(MAX_SEATS))
_NEXT: Final = tuple(
    tuple(going_on(seat, phase) for phase in range(DISCARD_PHASE + 1)) for seat in range(MAX_SEATS)
)
_PASSES: Final = tuple(_Passes(seat) for seat in range(MAX_SEATS))
_PASSED: Final = tuple(Event(e.PASSED, seat) for seat in range(MAX_SEATS))
# What lists the moves of one's own turn besides going on, by phase.
_LISTED: Final[tuple[Callable[[Table, int, list[Action]], None] | None, ...]] = (
    None,
    people.legal_guests,
    people.legal_calls,
    spending.legal_spending,
    turn.legal_discards,
)
_MOST_PASSES: Final = 2000
_SHAPE: Final = (str, int, tuple, tuple, int, int, int, int)
_INT: Final = frozenset((int,))
_new = tuple.__new__

Rule = Callable[[Table, Action], Refusal | None]
Deed = Callable[[Table, Action], bool | None]  # True: nothing follows that must be carried out
Step = Callable[[Table, Frame], None]

_ACTING = (windows, people, spending, whenever, turn, chance, leaving)
REFUSALS: Final[dict[str, Rule]] = {CHOOSE: refuse_choose}
DEEDS: Final[dict[str, Deed]] = {CHOOSE: do_choose, PASS: do_pass}
for _module in _ACTING:
    REFUSALS.update(_module.REFUSALS)
    DEEDS.update(_module.DEEDS)
STEPS: Final[dict[str, Step]] = {
    "settle": settle,
    **windows.STEPS,
    **rooms.STEPS,
    **people.STEPS,
    **spending.STEPS,
    **effects.STEPS,
    **roles.STEPS,
    **turn.STEPS,
    **setup.STEPS,
}
SETTLE: Final[dict[str, Callable[[Table, Window], None]]] = {
    **windows.SETTLE,
    **people.SETTLE,
    **spending.SETTLE,
    **whenever.SETTLE,
}
ANSWERS: Final[dict[str, Callable[[Table, Ask, int], None]]] = {
    **rooms.ANSWERS,
    **people.ANSWERS,
    **spending.ANSWERS,
    **effects.ANSWERS,
    **roles.ANSWERS,
    **setup.ANSWERS,
}
