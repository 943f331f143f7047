"""What people say at a table, signed, since watchers have it from others."""

import time
from typing import Final

from net.identity import Identity, verify
from net.log.terms import Terms
from net.table.lobby import chair_name
from net.wire.fields import tidy
from net.wire.messages import MAX_CHAT, Chat, Lobby, Malformed
from net.wire.rates import TokenBucket

DOMAIN: Final = "czd/chat"
RATE: Final = 1.0  # sentences of one person a second, in the long run
BURST: Final = 5.0
VOICES: Final = 2000  # so many people are told apart


class Talk:
    """One person's voice, and an ear for everybody else's."""

    def __init__(self, me: Identity, name: str) -> None:
        self._me = me
        self._name = name
        self._heard: dict[bytes, int] = {}  # the number of the last sentence of each
        self._rates: dict[bytes, TokenBucket] = {}

    def say(self, table: bytes, text: str) -> Chat | None:
        """A sentence of one's own, if anything is left of it."""
        text = tidy(text, MAX_CHAT)
        if not text:
            return None
        # By the clock, so that a program that starts anew is not taken for its own echo.
        number = max(self._heard.get(self._me.pid, 0) + 1, time.time_ns() // 1_000_000)
        self._heard[self._me.pid] = number
        parts = (table, number, self._name.encode(), text.encode())
        return Chat(self._me.pid, self._name, number, text, self._me.sign(DOMAIN, *parts))

    def hear(self, table: bytes, message: Chat, now: float) -> bool:
        """Whether a sentence is new and not one of too many; raises Malformed if it is not by whom
        it says, since nobody passes that on who has checked it."""
        author, name, number, text, signature = message
        if number <= self._heard.get(author, 0):
            return False
        rate = self._rates.get(author) or TokenBucket(RATE, BURST, now)
        if not rate.take(now):
            return False
        parts = (table, number, name.encode(), text.encode())
        if not verify(author, signature, DOMAIN, *parts):
            rate.take(now, -1.0)
            raise Malformed("a chat line isn't from the player it names")
        self._remember(author, rate)
        self._heard[author] = number
        return True

    def _remember(self, author: bytes, rate: TokenBucket) -> None:
        """Where many talk, those are forgotten who have said nothing for longest."""
        self._rates.pop(author, None)
        self._rates[author] = rate
        if len(self._rates) > VOICES:
            silent = next(iter(self._rates))
            del self._rates[silent]
            self._heard.pop(silent, None)


def speaker(message: Chat, lobby: Lobby | None, seats: Terms | None) -> str:
    """Who says something, by the name that everybody reads at his seat: what he calls himself may
    be the name of somebody else."""
    seat = -1 if seats is None else seats.seat_of(message.author)
    name = chair_name(lobby, message.author)
    if not name and seats is not None and seat >= 0:
        name = seats.seats[seat].name
    return name or f"{message.name} (watching)"
