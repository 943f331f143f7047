"""Plays chance from what a file has written down: dice, shuffles, roles and picks, in order."""

from collections import Counter, deque
from typing import NamedTuple

from core.actions import CHANCE, PICK, ROLE, ROLL, SHUFFLE, Action
from core.game import Game
from core.notation.lines import Line, NotationError
from core.notation.names import CardRef
from core.notation.script import Supply
from core.state import Need


class Written(NamedTuple):
    """One thing that chance is told to bring, and the line that tells it."""

    line: Line
    number: int = 0  # a die, or a role
    cards: tuple[CardRef, ...] = ()
    owed: bool = True  # it must have happened by the end


class Chance:
    """Queues of what is written down. Only dice have no answer of their own when none is left."""

    def __init__(self) -> None:
        self.queues: dict[str, deque[Written]] = {
            kind: deque() for kind in (ROLL, SHUFFLE, ROLE, PICK)
        }

    def copy(self) -> "Chance":
        other = Chance()
        other.queues = {kind: queue.copy() for kind, queue in self.queues.items()}
        return other

    def add(self, supply: Supply) -> None:
        queue = self.queues[supply.kind]
        if supply.cards:
            queue.append(Written(supply.line, cards=supply.cards))
        queue.extend(Written(supply.line, n, owed=supply.owed) for n in supply.numbers)

    def left(self) -> tuple[str, Written] | None:
        """Something written down that has not happened, the first in the file."""
        owed = [(kind, w) for kind, queue in self.queues.items() for w in queue if w.owed]
        return min(owed, key=lambda item: item[1].line.number, default=None)

    def answer(self, game: Game, need: Need, line: int) -> Action:
        """What the game needs; `line` is blamed if a die is missing."""
        queue = self.queues[need.kind]
        if need.kind == ROLL:
            if not queue:
                raise NotationError(line, "a die rolled before this line", "none")
            return Action(ROLL, CHANCE, value=queue.popleft().number)
        if need.kind == SHUFFLE:
            return Action(SHUFFLE, CHANCE, faces=self._shuffled(need))
        if need.kind == ROLE:
            if not queue:
                return Action(ROLE, CHANCE, value=min(need.options))
            written = queue.popleft()
            if written.number not in need.options:
                name = game.faces[written.number].name
                pile = ", ".join(sorted(game.faces[n].name for n in need.options))
                raise written.line.error(f"{name} in the role pile", pile)
            return Action(ROLE, CHANCE, value=written.number)
        return Action(PICK, CHANCE, cards=(self._picked(game, need),))

    def _shuffled(self, need: Need) -> tuple[int, ...]:
        """The named cards on top, the others below them in the order of the catalog."""
        queue = self.queues[SHUFFLE]
        rest = Counter(need.options)
        top: list[int] = []
        if queue:
            written = queue.popleft()
            for ref in written.cards:
                face = next((n for n in ref.faces if rest[n]), None)
                if face is None:
                    raise written.line.error(f"{ref.text} among the shuffled cards", "none left")
                rest[face] -= 1
                top.append(face)
        return (*top, *sorted(rest.elements()))

    def _picked(self, game: Game, need: Need) -> int:
        queue = self.queues[PICK]
        if not queue:
            return need.options[0]
        written = queue.popleft()
        (ref,) = written.cards
        alike = [card for card in need.options if game.face[card] in ref.faces]
        if len(alike) < ref.nth:
            held = "; ".join(game.printed(card).name for card in need.options)
            raise written.line.error(f"{ref.text} among the cards to pick from", held)
        return alike[ref.nth - 1]
