"""The reference to measure ourselves by: a minimal card table of ints and lists, checks included.

Four seats, a deck of two hundred cards with a price and a worth, hands, rooms. In his turn a player
draws one card at a time while he holds fewer than six, plays cards he can pay into his room, and
passes when he likes. Who reaches the goal wins, and the next game is dealt. Moves are listed before
each step and checked before they are carried out; there is no more to it, so this is about as fast
as Python can play cards. The same table in a comfortable style is `dataclass_table`.
"""

from typing import Final

from benchmarks.dice import Dice

SEATS: Final = 4
CARDS: Final = 200
HAND: Final = 6
PURSE: Final = 5
GOAL: Final = 25

COST: Final = tuple(card % 5 for card in range(CARDS))
WORTH: Final = tuple((card // 5) % 4 for card in range(CARDS))

PASS: Final = -1
DRAW: Final = -2  # any other move is the number of the card to play


class Illegal(Exception):
    """Raised by `apply` for a move that the rules do not allow; nothing has changed."""


class IntTable:
    """The state in a few flat containers; a move is an int, a card is an int."""

    __slots__ = ("deck", "hands", "purse", "rooms", "turn", "winner", "worth")

    def __init__(self, dice: Dice) -> None:
        self.deck = list(range(CARDS))
        dice.shuffle(self.deck)
        self.hands: list[list[int]] = [[] for _ in range(SEATS)]
        self.rooms: list[list[int]] = [[] for _ in range(SEATS)]
        self.worth = [0] * SEATS
        self.turn = 0
        self.purse = PURSE
        self.winner = -1
        for hand in self.hands:
            for _ in range(HAND - 1):
                hand.append(self.deck.pop())

    def legal(self) -> list[int]:
        """Every move open to the player whose turn it is."""
        if self.winner >= 0:
            return []
        hand = self.hands[self.turn]
        purse = self.purse
        moves = [card for card in hand if COST[card] <= purse]
        moves.append(PASS)
        if len(hand) < HAND and self.deck:
            moves.append(DRAW)
        return moves

    def apply(self, move: int) -> None:
        """Checks the move and carries it out."""
        seat = self.turn
        if self.winner >= 0:
            raise Illegal("the game is over")
        hand = self.hands[seat]
        if move >= 0:
            if move not in hand:
                raise Illegal("not in the hand")
            cost = COST[move]
            if cost > self.purse:
                raise Illegal("too dear")
            hand.remove(move)
            self.purse -= cost
            self.rooms[seat].append(move)
            self.worth[seat] += WORTH[move]
            if self.worth[seat] >= GOAL:
                self.winner = seat
        elif move == DRAW:
            if len(hand) >= HAND:
                raise Illegal("the hand is full")
            if not self.deck:
                raise Illegal("no cards left")
            hand.append(self.deck.pop())
        elif move == PASS:
            self.turn = (seat + 1) % SEATS
            self.purse = PURSE
        else:
            raise Illegal("no such move")


def play(steps: int, seed: int = 1) -> int:
    """Random legal play for so many steps, game after game."""
    dice = Dice(seed)
    pick = dice.pick
    table = IntTable(dice)
    for _ in range(steps):
        moves = table.legal()
        if not moves:
            table = IntTable(dice)
            moves = table.legal()
        table.apply(moves[pick(len(moves))])
    return steps
