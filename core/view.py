"""What one seat, or a spectator, may know: the only way state leaves the table."""

from core.game import Game

View = Game  # a replica with `eyes`: the name says that hidden faces are turned down


def view(game: Game, seat: int | None) -> View:
    """A replica in which every face is turned down that the seat has no right to see.

    Its own hand, everything public, and cards that others showed it are known; with seat None only
    what is public. It is a whole game, so whoever holds it can ask it for legal moves or play on a
    copy of it.
    """
    other = game.copy()
    other.eyes = seat
    face = list(game.pub)
    if seat is not None:
        for card in game.hands[seat]:
            face[card] = game.face[card]
        for card, seen in game.seen.items():
            if seen >> seat & 1:
                face[card] = game.face[card]
    other.face = face
    if game.seen:
        other.look_anew()
    else:
        other.know_only(seat)
    return other
