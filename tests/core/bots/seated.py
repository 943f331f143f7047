"""Tables set by the names of cards, what the normal bot does at them, and bots that are watched."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from core.actions import CHANCE, CHOOSE, DO, PASS, PLAY, ROLL, SHOP, Action
from core.arrangement import Arrangement, Beside, Placed, Seat, arranged
from core.bots import Bot, make_bot
from core.catalog import Catalog, load_catalog
from core.game import Game
from core.luck import Stream
from core.state import EVERYBODY, FREE_PHASE, HIDDEN, Ask
from core.view import view

NAMES: Final = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal")
EDITIONS: Final = ("geek", "greek", "goth", "grunt", "cthulhu")


class Tables:
    """Sets tables by the names of cards."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    def faces(self, names: str) -> tuple[int, ...]:
        return tuple(self.catalog.named(name.strip())[0] for name in names.split(";") if name)

    def seat(self, holds: str = "", has: str = "", role: str = "", **numbers: int) -> Seat:
        room = tuple(Placed(face) for face in self.faces(has))
        return Seat(self.faces(role), self.faces(holds), room, **numbers)

    def set(
        self,
        *seats: Seat,
        phase: int = FREE_PHASE,
        discard: str = "",
        week: str = "",
        turn: int = 0,
    ) -> Game:
        weeks = tuple(Beside(face, EVERYBODY) for face in self.faces(week))
        arrangement = Arrangement(
            seats, discard=self.faces(discard), table=weeks, turn=turn, phase=phase
        )
        return arranged(self.catalog, NAMES[: len(seats)], None, arrangement)


@cache
def tables_of(editions: str) -> Tables:
    """Tables of one edition, or of several joined with +."""
    return Tables(load_catalog(tuple(editions.split("+"))))


def normal(game: Game, seat: int = 0) -> Action:
    action = make_bot("normal", Stream(0)).choose(view(game, seat))
    assert game.refusal(action) is None
    return action


def names(game: Game, cards: Sequence[int]) -> list[str]:
    return [game.printed(card).name for card in cards]


def played(game: Game, action: Action) -> list[str]:
    return [game.faces[face].name for face in action.faces]


def announce(game: Game, action: Action) -> Game:
    game.apply(action)
    return game


def do_first(game: Game, seat: int = 0) -> Game:
    """The first card of a hand is done, or bought."""
    return announce(game, next(m for m in game.legal(seat) if m.kind in (DO, SHOP)))


def answer_of(game: Game, seat: int) -> int:
    """The option that the normal bot takes."""
    top = game.stack[-1]
    assert isinstance(top, Ask)
    action = normal(game, seat)
    assert action.kind == CHOOSE
    return top.options[action.value]


def settle(game: Game) -> Game:
    """Everybody passes."""
    while game.waiting() and game.stack and game.stack[-1][0] == "window":
        game.apply(Action(PASS, game.waiting()[0]))
    return game


def roll(game: Game, value: int) -> Game:
    game.apply(Action(ROLL, CHANCE, value=value))
    return game


class Watched:
    """A bot whose every answer is checked, and who is shown nothing that is not his to see."""

    def __init__(self, bot: Bot, seat: int, game: Game) -> None:
        self.bot = bot
        self.seat = seat
        self.game = game
        self.asked = 0

    def check(self, seen: Game) -> None:
        self.asked += 1
        assert seen is not self.game
        assert seen.eyes == self.seat
        for seat, hand in enumerate(seen.hands):
            for card in hand:
                if seat != self.seat and not self.game.seen.get(card, 0) >> self.seat & 1:
                    assert seen.face[card] == HIDDEN
        assert all(seen.face[card] == HIDDEN for card in seen.deck)

    def choose(self, seen: Game) -> Action:
        self.check(seen)
        action = self.bot.choose(seen)
        assert action.seat == self.seat
        assert self.game.refusal(action) is None
        return action

    def interject(self, seen: Game) -> Action | None:
        self.check(seen)
        action = self.bot.interject(seen)
        if action is not None:
            assert action.kind == PLAY
            assert self.game.refusal(action) is None
        return action
