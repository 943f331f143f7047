"""The table of `int_table` in the comfortable style: cards, players, moves and events as objects.

Same rules, same listing and checking, same games for the same seed; what differs is only how it is
written. It shows what that style costs, and its state is what `deepcopy` is usually asked to copy.
"""

from copy import deepcopy
from dataclasses import dataclass, field
from typing import TypeAlias

from benchmarks.dice import Dice
from benchmarks.int_table import CARDS, COST, GOAL, HAND, PURSE, SEATS, WORTH, Illegal


@dataclass(frozen=True)
class Card:
    number: int
    cost: int
    worth: int


@dataclass
class Player:
    name: str
    hand: list[Card] = field(default_factory=list)
    room: list[Card] = field(default_factory=list)

    @property
    def worth(self) -> int:
        return sum(card.worth for card in self.room)


@dataclass(frozen=True)
class Play:
    seat: int
    card: Card


@dataclass(frozen=True)
class Draw:
    seat: int


@dataclass(frozen=True)
class Pass:
    seat: int


Move: TypeAlias = Play | Draw | Pass


@dataclass(frozen=True)
class Happened:
    """One fact for the log."""

    seat: int
    text: str
    card: Card | None = None


@dataclass
class DataclassTable:
    players: list[Player]
    deck: list[Card]
    turn: int = 0
    purse: int = PURSE
    winner: Player | None = None

    @classmethod
    def deal(cls, dice: Dice) -> "DataclassTable":
        order = list(range(CARDS))
        dice.shuffle(order)
        deck = [Card(number, COST[number], WORTH[number]) for number in order]
        table = cls([Player(f"player {seat + 1}") for seat in range(SEATS)], deck)
        for player in table.players:
            for _ in range(HAND - 1):
                player.hand.append(table.deck.pop())
        return table

    @property
    def current(self) -> Player:
        return self.players[self.turn]

    def legal(self) -> list[Move]:
        """Every move open to the player whose turn it is."""
        if self.winner is not None:
            return []
        player = self.current
        moves: list[Move] = [
            Play(self.turn, card) for card in player.hand if card.cost <= self.purse
        ]
        moves.append(Pass(self.turn))
        if len(player.hand) < HAND and self.deck:
            moves.append(Draw(self.turn))
        return moves

    def check(self, move: Move) -> None:
        """Raises `Illegal` if the move is not allowed."""
        if self.winner is not None:
            raise Illegal("the game is over")
        if move.seat != self.turn:
            raise Illegal("not your turn")
        player = self.current
        match move:
            case Play(card=card):
                if card not in player.hand:
                    raise Illegal("not in the hand")
                if card.cost > self.purse:
                    raise Illegal("too dear")
            case Draw():
                if len(player.hand) >= HAND:
                    raise Illegal("the hand is full")
                if not self.deck:
                    raise Illegal("no cards left")

    def apply(self, move: Move) -> list[Happened]:
        """Checks the move, carries it out and says what happened."""
        self.check(move)
        player = self.current
        match move:
            case Play(seat=seat, card=card):
                player.hand.remove(card)
                self.purse -= card.cost
                player.room.append(card)
                happened = [Happened(seat, "played", card)]
                if player.worth >= GOAL:
                    self.winner = player
                    happened.append(Happened(seat, "won"))
                return happened
            case Draw(seat=seat):
                player.hand.append(self.deck.pop())
                return [Happened(seat, "drew")]
            case Pass(seat=seat):
                self.turn = (seat + 1) % SEATS
                self.purse = PURSE
                return [Happened(seat, "passed")]


def play(steps: int, seed: int = 1) -> int:
    """Random legal play for so many steps, game after game."""
    dice = Dice(seed)
    pick = dice.pick
    table = DataclassTable.deal(dice)
    for _ in range(steps):
        moves = table.legal()
        if not moves:
            table = DataclassTable.deal(dice)
            moves = table.legal()
        table.apply(moves[pick(len(moves))])
    return steps


def states(count: int, every: int = 10, seed: int = 1) -> list[DataclassTable]:
    """Copies of games on their way, taken at regular distances."""
    dice = Dice(seed)
    table = DataclassTable.deal(dice)
    found = []
    for _ in range(count):
        for _ in range(every):
            moves = table.legal()
            if not moves:
                table = DataclassTable.deal(dice)
                moves = table.legal()
            table.apply(moves[dice.pick(len(moves))])
        found.append(deepcopy(table))
    return found
