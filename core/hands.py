"""The hands of a table: cards come into them and leave them, and what they are good for is kept.

A hand is looked through once, card by card as it is drawn, not each time somebody may answer.
"""

from core.cards import A_WHENEVER
from core.fields import HIDDEN, IN_AIR, IN_HAND, Fields


class Hands(Fields):
    """The state of a game, with the moves of cards from and to hands."""

    __slots__ = ()

    def from_hand(self, seat: int, card: int, face: int) -> None:
        """Takes a card out of a hand and lays it open."""
        self.hands[seat].remove(card)
        self.where[card] = IN_AIR
        self.face[card] = self.pub[card] = face
        if self.catalog.answers[face]:
            self._answers[seat] = tuple([c for c in self._answers[seat] if c != card])
            if card in self._whenevers[seat]:
                self._whenevers[seat] = tuple([c for c in self._whenevers[seat] if c != card])
                self._plays.pop(card, None)
        if self.seen:
            self.seen.pop(card, None)

    def draw(self, seat: int, count: int) -> list[int]:
        """Draw up to `count` cards from the deck into a hand. Return the cards drawn."""
        deck, where = self.deck, self.where
        drawn = deck[: -count - 1 : -1]
        if drawn:
            del deck[-count:]
            known, answers, place = self.face, self.catalog.answers, IN_HAND + seat
            for card in drawn:  # their faces are hidden already
                where[card] = place
                if answers[known[card]]:
                    self._look_at(seat, card)
            self.hands[seat] += drawn
        return drawn

    def to_hand(self, seat: int, card: int, seen: int = 0) -> None:
        """Takes a card up; `seen` is the bit mask of the seats that know it."""
        self.hands[seat].append(card)
        self._look_at(seat, card)
        if seen:
            self.seen[card] = seen
        self.where[card] = IN_HAND + seat
        self.pub[card] = HIDDEN

    # -- what they are good for ------------------------------------------------------------------

    def look_anew(self) -> None:
        """Hands or the known faces have changed: looks again what the hands are good for."""
        self.look_away()
        for seat, hand in enumerate(self.hands):
            for card in hand:
                self._look_at(seat, card)

    def look_away(self) -> None:
        """Forgets what the hands are good for."""
        self._plays = {}
        self._answers = [()] * self.players
        self._whenevers = [()] * self.players

    def know_only(self, seat: int | None) -> None:
        """All hands but that one have been turned down: nobody sees what those are good for."""
        answers, whenevers = self._answers, self._whenevers
        self.look_away()
        if seat is not None:
            self._answers[seat], self._whenevers[seat] = answers[seat], whenevers[seat]

    def _look_at(self, seat: int, card: int) -> None:
        """A card has come into a hand: what it is good for outside one's turn, if it is known."""
        number = self.face[card]
        if self.catalog.answers[number]:
            self._answers[seat] += (card,)
            if self.catalog.uses[number] == A_WHENEVER:
                self._whenevers[seat] += (card,)
