"""A replica that knows only what one seat may know, and what it must share with the table."""

from core.actions import SHUFFLE, Action
from core.events import Event
from core.game import Game
from core.state import HIDDEN
from core.view import view
from tests.kit.invariants import difference


class Replica:
    """What one seat, or a spectator, keeps: it hears actions and is shown its own cards only."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game = game
        self.seat = seat

    def hear(self, action: Action, truth: Game) -> list[Event]:
        """Apply an action; the order of a shuffled pile is nobody's to know, so it is left out."""
        if action.kind == SHUFFLE:
            action = action._replace(faces=())
        events = self.game.apply(action)
        self.look(truth)
        return events

    def look(self, truth: Game) -> None:
        """Learn the faces of the seat's own hand and of cards that others have shown it."""
        seat = self.seat
        if seat is None:
            return
        game = self.game
        for card in game.hands[seat]:
            if game.face[card] == HIDDEN:
                game.learn(card, truth.face[card])
        for card, seen in game.seen.items():
            if seen >> seat & 1:
                game.learn(card, truth.face[card])


def alike(truth: Game, replica: Replica) -> None:
    """Check that both have one digest, wait for the same, and allow the same moves."""
    game, seat = replica.game, replica.seat
    assert game.digest() == truth.digest()
    assert game.waiting() == truth.waiting()
    if seat is not None:
        assert game.legal(seat) == truth.legal(seat)


def same_fields(truth: Game, replica: Replica) -> None:
    """Check that every field is the same, and every face that the seat may know."""
    game = replica.game
    differing = difference(truth, game, "face", "eyes")
    assert not differing, differing
    for card, face in enumerate(view(truth, replica.seat).face):
        if face != HIDDEN:
            assert game.face[card] == face
        elif game.face[card] != HIDDEN:  # seen once: the owner has taken it along in leaving
            assert game.face[card] == truth.face[card]
