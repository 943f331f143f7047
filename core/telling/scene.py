"""An event and the names that its sentence needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import events as e
from core.telling.names import UNSEEN, cards_or_count, face_name, listing, player, possessive

if TYPE_CHECKING:
    from core.game import Game


class Scene:
    """An event with the names that its sentence needs."""

    __slots__ = ("event", "eyes", "game", "n", "word")

    def __init__(self, event: e.Event, game: Game, eyes: int | None) -> None:
        self.event = event
        self.game = game
        self.eyes = eyes
        self.n = event.n
        self.word = event.word

    @property
    def who(self) -> str:
        return player(self.game, self.event.seat)

    @property
    def whose(self) -> str:
        return possessive(self.game, self.event.seat)

    @property
    def other(self) -> str:
        return player(self.game, self.event.other)

    @property
    def others(self) -> str:
        return possessive(self.game, self.event.other)

    @property
    def elsewhere(self) -> bool:
        """Whether the event has a second player."""
        return self.event.other >= 0 and self.event.other != self.event.seat

    @property
    def room(self) -> str:
        """This table's word for a room."""
        return self.game.catalog.words["room"]

    def face(self, index: int = 0) -> int:
        """Return the face of the event's card if it's public, or -1."""
        event = self.event
        if index < len(event.faces):
            return event.faces[index]
        return self.public(event.cards[index]) if index < len(event.cards) else -1

    def public(self, card: int) -> int:
        pub = self.game.pub
        return pub[card] if 0 <= card < len(pub) else -1

    def card(self, index: int = 0) -> str:
        return face_name(self.game, self.face(index))

    def cards(self) -> str:
        """Name the event's public cards and count the others."""
        count = max(len(self.event.cards), len(self.event.faces))
        return cards_or_count([self.card(index) for index in range(count)])

    def hidden(self, *readers: int) -> str:
        """Name the event's cards if the reader may know them; otherwise return nothing."""
        if self.eyes is None or self.eyes not in readers:
            return ""
        known = self.game.face
        names = [face_name(self.game, known[card]) for card in self.event.cards]
        return "" if UNSEEN in names else listing(names)

    def target(self, preposition: str) -> str:
        """Return what a card is aimed at: on Pam's Pizza, on Pam, or nothing."""
        if self.event.on >= 0:
            owner = f"{self.others} " if self.elsewhere else ""
            return f" {preposition} {owner}{face_name(self.game, self.public(self.event.on))}"
        return f" {preposition} {self.other}" if self.elsewhere else ""


def change(s: Scene, noun: str) -> str | None:
    if not s.n:
        return None
    verb = "gets" if s.n > 0 else "loses"
    return f"{s.who} {verb} {abs(s.n)} {noun}" + (" next turn" if s.word == "next" else "")
