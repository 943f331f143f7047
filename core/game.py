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
    NEXT,
    PASS,
    SHOW,
    Action,
    Refusal,
    Refused,
)
from core.catalog import Catalog
from core.events import Event
from core.rules import (
    chance,
    effects,
    leaving,
    people,
    rooms,
    setup,
    spending,
    turn,
    whenever,
    windows,
)
from core.rules.lookup import no
from core.rules.whenever import legal_whenevers
from core.state import (
    CALL_PHASE,
    DISCARD_PHASE,
    FREE_PHASE,
    MAX_SEATS,
    ROLL_PHASE,
    Ask,
    Frame,
    Need,
    Table,
    Trim,
    Window,
)

MIN_SEATS: Final = 2


class Game(Table):
    """A table with its rules. Make one, feed it actions, read its state."""

    __slots__ = ("_offered", "eyes")

    def __init__(
        self,
        catalog: Catalog,
        names: Sequence[str],
        options: Mapping[str, str] | None = None,
        first: int = 0,
        winners: Sequence[int] = (),
    ) -> None:
        if not MIN_SEATS <= len(names) <= MAX_SEATS:
            raise setup.OptionError(f"{MIN_SEATS} to {MAX_SEATS} can play, not {len(names)}")
        if len(set(winners)) != len(winners) or not set(winners) <= set(range(len(names))):
            raise setup.OptionError("the last winners must sit at the table, each once")
        super().__init__(catalog, names, setup.settled_options(options or {}))
        self.eyes: int | None = None  # the seat whose view this is, for `core.view`
        self._offered: tuple[Action, ...] = ()  # what `legal` listed last, in this very state
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
        return other

    # -- the contract ----------------------------------------------------------------------------

    def apply(self, action: Action) -> list[Event]:
        """Carries an action out and says what happened; raises Refused if it is illegal."""
        for offered in self._offered:
            if offered is action:  # what was just listed as legal has been checked already
                break
        else:
            refusal = self.refusal(action)
            if refusal is not None:
                raise Refused(refusal)
        self._offered = ()
        self.events = []
        DEEDS[action[0]](self, action)
        stack = self.stack
        if self.moved or (stack and stack[-1][0] in STEPS):
            self.advance()
        return self.events

    def refusal(self, action: Action) -> Refusal | None:
        """Why the action can't be done now, or None. Takes anything, changes nothing."""
        problem = _malformed(self, action)
        if problem is not None:
            return problem
        if self.winners:
            return no("the game is over", "R-WIN-1", "R-WIN-2")
        return REFUSALS[action.kind](self, action)

    def waiting(self) -> tuple[int, ...]:
        """The seats whose decision is open; (CHANCE,) if luck is needed; () when it is over."""
        if self.winners:
            return ()
        stack = self.stack
        if not stack:
            return _ALONE[self.turn]
        top = stack[-1]
        if type(top) is Window:
            return _UNMASKED[self.players][self.passed]
        if isinstance(top, (Ask, Trim)):
            return (top.seat,)
        return (CHANCE,)

    def need(self) -> Need | None:
        """What chance must supply, if that is what the table waits for."""
        return chance.need(self)

    def legal(self, seat: int) -> list[Action]:
        """What a seat may do, as far as this replica knows its cards.

        Trips of several Things and discards of several cards are not listed: build one and ask
        `refusal`. Showing the hand and leaving are always possible and not listed either.
        """
        out: list[Action] = []
        if self.winners or not 0 <= seat < self.players or not self.alive[seat]:
            return out
        stack = self.stack
        if not stack:
            self._legal_idle(seat, out)
        else:
            top = stack[-1]
            if type(top) is Window:
                if not self.passed >> seat & 1:
                    out.append(_new(Action, (PASS, seat, (), (), -1, -1, 0, top[1])))
                    legal_whenevers(self, seat, out, top)
            else:
                self._legal_answers(seat, out)
        self._offered = tuple(out)
        return out

    def learn(self, card: int, face: int) -> None:
        """Tells this replica a face that its owner may know; no public state changes."""
        if self.face[card] not in (-1, face):
            raise ValueError(f"card {card} is known to be {self.printed(card).name}")
        self.face[card] = face
        self._offered = ()

    # -- inside ----------------------------------------------------------------------------------

    def _legal_answers(self, seat: int, out: list[Action]) -> None:
        """Answers to a question, or ways to trim a hand."""
        top = self.stack[-1]
        if isinstance(top, Ask):
            if top.seat == seat:
                ref = top.ref
                out += [
                    _new(Action, (CHOOSE, seat, (), (), -1, -1, i, ref))
                    for i in range(len(top.options))
                ]
        elif isinstance(top, Trim) and top.seat == seat:
            out += turn.legal_trim(self, seat, top)

    def _legal_idle(self, seat: int, out: list[Action]) -> None:
        if seat == self.turn:
            phase = self.phase
            if phase == FREE_PHASE:
                spending.legal_spending(self, seat, out)
            elif phase == CALL_PHASE:
                people.legal_calls(self, seat, out)
            elif phase == ROLL_PHASE:
                people.legal_guests(self, seat, out)
            elif phase == DISCARD_PHASE:
                turn.legal_discards(self, seat, out)
            if phase != DISCARD_PHASE or len(self.hands[seat]) < self.hand_size:
                out.append(_NEXT[seat])
        legal_whenevers(self, seat, out)

    def advance(self) -> None:
        """Carries out pending steps until somebody, or chance, must decide."""
        stack = self.stack
        while not (self.moved and self._goals()) and stack:
            frame = stack[-1]
            step = STEPS.get(frame[0])
            if step is None:
                return
            stack.pop()
            step(self, frame)

    def _goals(self) -> bool:
        """Whoever has reached his goal wins at once, together if by the same event.

        R-WIN-1, R-WIN-2, RUL-9, RUL-10.
        """
        self.moved = False
        if not self.begun:
            return False
        slack = self.slack
        faces, roles, change = self.faces, self.roles, self.goal_change
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
        return no("nothing is asked of you", "RUL-12")
    clauses = ("RUL-12", *WHY_ASKED.get(top.topic, ()))
    if top.seat != action.seat:
        return no("nothing is asked of you", *clauses)
    if action.ref not in (0, top.ref):
        return no("that question is over", *clauses)
    if not 0 <= action.value < len(top.options):
        return no("choose one of the options", *clauses)
    return None


# The clauses on which a question rests, by its topic.
WHY_ASKED: Final = {
    "lose": ("R-PEST-2", "R-PEST-1", "R-NOISY-1"),
    "where": ("R-GONE-3",),
    "sure": ("R-ACT-3",),
}


def do_choose(g: Table, action: Action) -> None:
    question = Ask(*g.stack.pop())
    g.emit(e.CHOSE, action.seat, n=action.value, word=question.topic)
    ANSWERS[question.topic](g, question, question.options[action.value])


def settle(g: Table, frame: Frame) -> None:
    """Everybody has passed: the announcement takes place."""
    if isinstance(frame, Window):
        SETTLE[frame.kind](g, frame)


def _malformed(g: Table, action: object) -> Refusal | None:
    """Actions come from files and from strangers: nothing about their shape is taken on trust."""
    if type(action) is not Action:
        return no("that is no action", "RUL-1")
    if tuple(map(type, action)) != _SHAPE:
        return no("the action is malformed", "RUL-1")
    kind, seat, cards, faces = action[:4]
    if kind not in DEEDS:
        return no("there is no such action", "RUL-1")
    for number in cards:
        if type(number) is not int:
            return no("the action is malformed", "RUL-1")
    for number in faces:
        if type(number) is not int:
            return no("the action is malformed", "RUL-1")
    if kind in CHANCE_KINDS:
        return None
    if faces and len(faces) != len(cards):
        return no("the action is malformed", "RUL-1")
    if not 0 <= seat < g.players:
        return no("there is no such seat", "R-SETUP-3")
    if not g.alive[seat]:
        return no("you have left the game", "RUL-16")
    if not g.begun and kind not in (CHOOSE, SHOW, LEAVE):
        return no("the cards are not dealt yet", "R-SETUP-2")
    return None


@cache
def _unmasked(players: int, mask: int) -> tuple[int, ...]:
    """The seats whose bit is not set."""
    return tuple(seat for seat in range(players) if not mask >> seat & 1)


_ALONE: Final = tuple((seat,) for seat in range(MAX_SEATS))
_NEXT: Final = tuple(Action(NEXT, seat) for seat in range(MAX_SEATS))
_UNMASKED = [[_unmasked(n, m) for m in range(1 << n)] for n in range(9)]
_SHAPE: Final = (str, int, tuple, tuple, int, int, int, int)
_new = tuple.__new__

Rule = Callable[[Table, Action], Refusal | None]
Deed = Callable[[Table, Action], None]
Step = Callable[[Table, Frame], None]

_ACTING = (windows, people, spending, whenever, turn, chance, leaving)
REFUSALS: Final[dict[str, Rule]] = {CHOOSE: refuse_choose}
DEEDS: Final[dict[str, Deed]] = {CHOOSE: do_choose}
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
    **setup.ANSWERS,
}
