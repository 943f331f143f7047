"""The physical limit of a loop in Python: choose a card, move it from one list to the other."""

from benchmarks.dice import Dice


def play(steps: int, seed: int = 1) -> int:
    pick = Dice(seed).pick
    hand, room = list(range(50)), list[int]()
    for _ in range(steps):
        room.append(hand.pop(pick(len(hand))))
        if not hand:
            hand, room = room, hand
    return steps
