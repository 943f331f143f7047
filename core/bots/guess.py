"""A guess at everything that a view hides: the unseen cards, dealt at random to their places."""

from collections import Counter

from core.game import Game
from core.luck import Stream
from core.state import HIDDEN


def unseen(view: Game) -> list[int]:
    """The faces that nobody has shown to this view, each as often as it is left.

    All cards of the table are public, so what lies open or in our hand is taken from them. At a
    table that has lost count of its cards, the whole deck stands in for what is missing.
    """
    original = view.catalog.originals
    left = Counter(view.house.life)
    left.subtract(original.get(number, number) for number in view.face if number != HIDDEN)
    faces = [number for number in sorted(left) for _ in range(left[number])]
    missing = view.face.count(HIDDEN) - len(faces)
    return faces + sorted(view.house.life)[:missing] if missing > 0 else faces


def guessed(view: Game, faces: list[int], stream: Stream) -> Game:
    """A copy of a view in which every hidden card has one of these faces."""
    game = view.copy()
    pile = stream.shuffled(faces)
    game.face = [pile.pop() if number == HIDDEN else number for number in game.face]
    game.look_anew()
    return game
