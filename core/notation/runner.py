"""Plays a script: sets the table, makes the moves, and stops at the first thing that is not so."""

from collections.abc import Sequence
from typing import Final

from core.actions import (
    CANCEL,
    CHOOSE,
    DISCARD,
    NOBODY,
    NOTHING,
    PASS,
    PLAY,
    THROW,
    Action,
    Refusal,
    Refused,
    going_on,
)
from core.arrangement import begin
from core.cards import HOARD
from core.game import Game
from core.notation.acting import PHASE_OF, Acting, offered, pending
from core.notation.chance import Chance
from core.notation.defaults import default_answer
from core.notation.lines import NotationError
from core.notation.names import PHASES
from core.notation.script import Claim, Move, Refuse, Script, Step, Supply
from core.notation.setup import set_table
from core.notation.verdicts import judge
from core.rules.lookup import no
from core.rules.rooms import places
from core.state import DISCARD_PHASE, Ask, Treat, Trim, Window

TREATS: Final = ("shop", "do", "play", "choose", "pass")  # ways to take or decline a treat
ANSWERS: Final = ("cancel", "throw", "pass", "show", "leave")
PLACE_TOPICS: Final = ("where", "send")  # questions that a written `to` answers beforehand
MAX_STEPS: Final = 1000  # one line never needs more


class Runner:
    """One game being played from a script."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.game, self.arrangement = set_table(script)
        self.chance = Chance()
        self.begun = False
        self.blamed = script.setup_line.number  # the line whose announcement is open
        self.promised: dict[int, int] = {}  # a Person that will be sent somewhere -> where to
        self.following = _following(script.steps)
        self.lenient = False
        self.stale = False  # a line that is no answer has come since the last move

    def run(self) -> Game:
        """The table at the end; raises NotationError at the first line that is not so."""
        for at, step in enumerate(self.script.steps):
            if not isinstance(step, Supply):
                self.settle(written_only=self.is_early(at))
            match step:
                case Supply():
                    self.chance.add(step)
                    self.stale = True
                case Move():
                    self.on_move(step, at)
                case Claim():
                    self.on_claim(step, at)
                case Refuse():
                    self.on_refuse(step)
        self.finish()
        return self.game

    def copy(self) -> "Runner":
        """Another run from here on, in which moves are tried without consequences."""
        other = Runner.__new__(Runner)
        other.script = self.script
        other.arrangement = self.arrangement
        other.following = self.following
        other.game = self.game.copy()
        other.chance = self.chance.copy()
        other.begun = self.begun
        other.blamed = self.blamed
        other.promised = self.promised.copy()
        other.lenient = True
        other.stale = self.stale
        return other

    # -- steps -----------------------------------------------------------------------------------

    def on_move(self, move: Move, at: int) -> None:
        self.begin(move.line.number)
        if not self.is_answer(move):
            self.close()
            self.promised.clear()
        self.stale = False
        self.blamed = move.line.number
        if move.verb == "end":
            self.end(move)
            return
        self.advance(move)
        action = self.action(move)
        if (problem := self.misplaced(move, action)) is not None:
            raise move.line.error(problem.text, self.place(move.to))
        if move.to is not None and action.on != NOTHING:
            self.promised[action.on] = move.to
        self.apply(action, settle=False)
        if not move.early:
            # After a pass or a choice the die may be written on the next line.
            later = move.verb in ("pass", "choose")
            self.settle(written_only=later or self.is_early(at + 1))

    def action(self, move: Move) -> Action:
        """What the move means; an answer that does not fit the newest announcement is meant for
        the one below it, and a Whenever that fits none comes after them.
        """
        acting = Acting(self.game, self.script.names)
        while True:
            try:
                action = acting.action(move)
            except NotationError:
                if move.verb != "play" or self.window() is None:
                    raise
            else:
                if self.window() is None or self.game.refusal(action) is None:
                    return action
                last = len(self.game.stack) < 2
                if action.kind not in (CANCEL, THROW, PASS, PLAY) or (last and action.kind != PLAY):
                    return action
            self.close_one()

    def misplaced(self, move: Move, action: Action) -> Refusal | None:
        """Why the guest may not be sent where the move says, where that is asked after the roll."""
        if move.verb != "evict" or move.to is None or action.to != NOBODY:
            return None
        if self.game.refusal(action) is not None:
            return None
        options = places(self.game, action.on, self.game.catalog.edition.evict_discard)
        if move.to in options:
            return None
        there = "; ".join(self.place(option) for option in options)
        return no(f"one of the places {there}", "R-GONE-3", "RUL-24")

    def place(self, seat: int | None) -> str:
        return "discard" if seat is None or seat < 0 else self.game.names[seat]

    def on_claim(self, claim: Claim, at: int) -> None:
        """Claims are about the table after the window, unless an answer is still to come."""
        self.begin(claim.line.number)
        early = claim.what == "waiting" or (self.window() is not None and self.answer_follows(at))
        self.stale = True
        while early and self.window() is not None:
            if judge(self.game, claim) is None:
                return
            self.close_one()
        self.close()
        if not self.choice_follows(at):
            self.take_defaults()
        verdict = judge(self.game, claim)
        if verdict is not None:
            raise claim.line.error(*verdict)

    def on_refuse(self, refuse: Refuse) -> None:
        """An answer is tried in the open window; after a line that was no answer, without it."""
        self.begin(refuse.line.number)
        answer = self.is_answer(refuse.move)
        refusals: list[Refusal | None] = []
        if self.window() is not None and (self.stale or not answer):
            closed = self.copy()
            try:
                closed.close()
                refusals.append(closed.refusal(refuse.move))
            except NotationError:
                if not answer:
                    raise
        if answer or self.window() is None:
            refusals.append(self.copy().refusal(refuse.move))
        self.stale = self.stale or not answer
        found = [refusal for refusal in refusals if refusal is not None]
        said = f"{self.game.names[refuse.move.seat]}'s move to be refused"
        if not found:
            raise refuse.line.error(said, "a legal move")
        if refuse.clause and not any(refuse.clause in refusal.clauses for refusal in found):
            because = f"{said} because of {refuse.clause}"
            refusal = found[-1]
            raise refuse.line.error(
                because, f"a refusal: {refusal.text} ({', '.join(refusal.clauses)})"
            )

    def refusal(self, move: Move) -> Refusal | None:
        """Why the move is illegal; only ever asked of a copy, which may move on to its phase."""
        self.advance(move)
        action = Acting(self.game, self.script.names, lenient=True).action(move)
        return self.game.refusal(action) or self.misplaced(move, action)

    def finish(self) -> None:
        """Everything written down must have happened; an open window is closed for its sake."""
        self.settle()
        if self.chance.left() is not None:
            self.begin(self.script.lines)
            self.close()
        left = self.chance.left()
        if left is not None:
            kind, written = left
            raise written.line.error(f"this {kind} to be used by the end", "one left over")

    # -- the table -------------------------------------------------------------------------------

    def begin(self, line: int) -> None:
        """The phase that the setup names begins with the first line that needs it."""
        if not self.begun:
            self.begun = True
            self.blamed = line
            begin(self.game, self.arrangement)
            self.settle()

    def apply(self, action: Action, settle: bool = True) -> None:
        try:
            self.game.apply(action)
        except Refused as refused:
            name = self.game.names[action.seat]
            raise NotationError(
                self.blamed, f"a legal {action.kind} by {name}", f"a refusal: {refused}"
            ) from None
        if settle:
            self.settle()

    def settle(self, written_only: bool = False) -> None:
        """Lets chance have its say, and gives the answers that were written beforehand.

        `written_only`: somebody moves before chance says anything that is not written yet.
        """
        while True:
            need = self.game.need()
            top = self.top()
            if need is not None:
                if written_only and not self.chance.queues[need.kind]:
                    return
                self.game.apply(self.chance.answer(self.game, need, self.blamed))
            elif (
                isinstance(top, Ask)
                and top.topic in PLACE_TOPICS
                and top.context[0] in self.promised
            ):
                place = self.promised.pop(top.context[0])
                self.choose_place(top, place)
            else:
                return

    def choose_place(self, question: Ask, place: int) -> None:
        if place not in question.options:
            there = self.game.names[place] if place >= 0 else "discard"
            options = offered(self.game, question)
            raise NotationError(self.blamed, f"one of the places {options}", there)
        value = question.options.index(place)
        self.game.apply(Action(CHOOSE, question.seat, value=value, ref=question.ref))

    def top(self) -> object:
        return self.game.stack[-1] if self.game.stack else None

    def window(self) -> Window | None:
        top = self.top()
        return top if isinstance(top, Window) else None

    def close(self) -> None:
        """Everybody who has not spoken passes, until no announcement is open."""
        while self.window() is not None:
            self.apply(Action(PASS, self.game.waiting()[0]))

    def close_one(self) -> None:
        """Everybody passes in the newest window; the one below it, if any, opens again."""
        depth = len(self.game.stack)
        while self.window() is not None and len(self.game.stack) >= depth:
            self.apply(Action(PASS, self.game.waiting()[0]))

    # -- answers ---------------------------------------------------------------------------------

    def is_answer(self, move: Move) -> bool:
        window = self.window()
        if window is None:
            return False
        return move.verb in ANSWERS or (move.verb == "play" and move.seat != window.seat)

    def answer_follows(self, at: int) -> bool:
        """Whether what the script tries next answers the announcement that is open."""
        following = self.following[at]
        move = following.move if isinstance(following, Refuse) else following
        return move is not None and self.is_answer(move)

    def choice_follows(self, at: int) -> bool:
        """Whether what the script tries next is the answer to a question."""
        following = self.following[at]
        move = following.move if isinstance(following, Refuse) else following
        return move is not None and (move.verb == "choose" or self.is_treat(move))

    def is_treat(self, move: Move) -> bool:
        """Whether the move says what is played for nothing."""
        top = self.top()
        return isinstance(top, Treat) and top.seat == move.seat and move.verb in TREATS

    def is_early(self, at: int) -> bool:
        """Whether that step is a move which comes before chance has its say."""
        step = self.script.steps[at] if at < len(self.script.steps) else None
        return isinstance(step, Move) and step.early

    # -- moving on -------------------------------------------------------------------------------

    def advance(self, move: Move) -> None:
        """Moves on to the phase that the move belongs to, if it is still to come this turn."""
        game = self.game
        top = self.top()
        if move.verb == "choose" and isinstance(top, Ask) and top.seat != move.seat:
            self.take_defaults()  # a question to somebody else that goes without saying
        if move.verb in ("choose", "show", "leave") or self.window() is not None:
            return
        if self.is_treat(move):
            return
        top = self.top()
        if move.verb == "discard" and isinstance(top, Trim) and top.seat == move.seat:
            return
        if not self.lenient:
            self.unasked(move)
        phase = PHASE_OF.get(move.verb, 0)
        for _ in range(MAX_STEPS):
            if game.winners or move.seat != game.turn or game.phase >= phase or game.stack:
                return
            self.apply(going_on(game.turn, game.phase))
            self.unasked(move)

    def end(self, move: Move) -> None:
        """Goes on to the end of the turn."""
        game = self.game
        if game.turn != move.seat:
            raise move.line.error(f"the turn of {game.names[move.seat]}", game.names[game.turn])
        turn = (game.turn, game.round)
        for _ in range(MAX_STEPS):
            self.close()
            self.unasked(move)
            if game.winners or (game.turn, game.round) != turn:
                return
            if game.stack:
                break
            excess = len(game.hands[game.turn]) - (game.hand_size - 1)
            if game.phase == DISCARD_PHASE and excess > 0 and not game.has[game.turn] & HOARD:
                self.discard_newest(game.turn, excess)
            else:
                self.apply(going_on(game.turn, game.phase))
        raise move.line.error("the turn to end", f"phase {PHASES[game.phase]}")

    def unasked(self, move: Move) -> None:
        """Deals with questions that the file leaves out; a real choice must be written down."""
        for _ in range(MAX_STEPS):
            self.take_defaults()
            top = self.top()
            if isinstance(top, Trim) and move.verb == "end":
                self.discard_newest(top.seat, top.amount)
            elif isinstance(top, Ask | Trim) and not self.lenient:
                raise move.line.error("an answer first", pending(self.game))
            else:
                return

    def take_defaults(self) -> None:
        """Gives the answers that go without saying."""
        while (action := default_answer(self.game)) is not None:
            self.apply(action)

    def discard_newest(self, seat: int, count: int) -> None:
        game = self.game
        cards = tuple(reversed(game.hands[seat][-count:]))
        faces = tuple(game.face[card] for card in cards)
        self.apply(Action(DISCARD, seat, cards, faces))


def _following(steps: Sequence[Step]) -> list[Move | Refuse | None]:
    """For each step, what the script does or tries next after it."""
    following: list[Move | Refuse | None] = []
    last: Move | Refuse | None = None
    for step in reversed(steps):
        following.append(last)
        if isinstance(step, Move | Refuse):
            last = step
    return following[::-1]
