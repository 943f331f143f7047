"""What each number of a die means, in a word or two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from core import events as e

if TYPE_CHECKING:
    from core.cards import Op
    from core.game import Game

NUMBERS: Final = range(1, 7)
NOTHING: Final = "-"
# The result if the roll fails, and if it succeeds.
_DECIDED: Final = {
    "call": ("away", "comes"),
    "evict": ("stays", "goes"),
    "illicit": ("caught", "safe"),
}
# What an effect gives, to the roller or to others.
_BRINGS: Final = {
    "gloom": "{:+}", "tokens": "{:+}", "income": "{:+} $", "time": "{:+} FT",
    "madness": "{:+} mad", "goal": "goal{:+}", "draw": "draw {}", "drop": "drop {}",
    "lose": "lose {}", "new-role": "new",
}  # fmt: skip


class Odds(NamedTuple):
    """A die for a seat: its purpose, the number it needs, and what each number means."""

    seat: int
    word: str
    face: int  # of the card it is for; -1: none
    needs: int  # the lowest good number; 1 or less: all are
    brings: tuple[str, ...]
    number: int = 0  # what it shows; 0: it has not been rolled yet

    def good(self, number: int) -> bool:
        """Return whether that's a good number."""
        return number >= self.needs

    @property
    def missed_by(self) -> int:
        """How far the roll was from a good number; 0 if it's good or not rolled yet."""
        return max(0, self.needs - self.number) if self.number else 0


def odds(
    game: Game, seat: int, word: str, face: int, needs: int, gains: Sequence[int] = ()
) -> Odds:
    """Return the odds of a die; `gains` are the Slack that each number brings, where it's known."""
    brings = (_brings(game, seat, word, face, needs, gains, number) for number in NUMBERS)
    return Odds(seat, word, face, needs, tuple(brings))


def rolled(events: Iterable[e.Event], game: Game) -> Odds | None:
    """Return the odds of the last die that was rolled in these events, and what it showed."""
    roll, more = None, 0
    for event in events:
        if event.kind == e.ROLLED:
            roll, more = event, 0
        elif roll is not None and event.kind in (e.ENTERED, e.FAILED) and event.cards == roll.cards:
            more = event.n - roll.n
    if roll is None:
        return None
    face = roll.faces[0] if roll.faces else -1
    gains = [number + more for number in NUMBERS] if roll.word == "slack" else []
    return odds(game, roll.seat, roll.word, face, roll.on, gains)._replace(number=roll.n)


def _brings(
    game: Game, seat: int, word: str, face: int, needs: int, gains: Sequence[int], number: int
) -> str:
    good = number >= needs
    if word in _DECIDED:
        return _DECIDED[word][good]
    if word == "slack" and not good and not game.faces[face].endure:
        return "fails"
    if word == "effect":
        ops = game.faces[face].ops
        roll = next(op for op in ops if op.verb == "roll")
        return _effect([ops[at] for at in (roll.high if good else roll.low)])
    if word in ("income", "free time"):
        role = game.faces[game.roles[seat][0]]
        income = role.income[good] + game.house.extra_income
        return f"{income} $" if word == "income" else f"{role.free_time[good]} FT"
    return f"{gains[number - 1]:+}" if gains else str(number)


def _effect(ops: Sequence[Op]) -> str:
    """Return what effects do, by the first one."""
    if not ops:
        return NOTHING
    says = _BRINGS.get(ops[0].verb, ops[0].verb).format(ops[0].amount)
    return f"they{says}" if ops[0].who in ("neighbors", "others") else says
