"""What people say at a table, signed, since watchers have it from others."""

import time
from typing import Final

from net.identity import Identity, verify
from net.wire.fields import tidy
from net.wire.messages import MAX_CHAT, Chat
from net.wire.rates import TokenBucket

DOMAIN: Final = "czd/chat"
RATE: Final = 1.0  # sentences of one person a second, in the long run
BURST: Final = 5.0
VOICES: Final = 2000  # so many people are told apart; more say nothing


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
        """Whether a sentence is new, genuine and not one of too many."""
        author, name, number, text, signature = message
        if number <= self._heard.get(author, 0):
            return False
        rate = self._rates.get(author)
        if rate is None:
            if len(self._rates) >= VOICES:
                return False
            rate = self._rates[author] = TokenBucket(RATE, BURST, now)
        if not rate.take(now):
            return False
        parts = (table, number, name.encode(), text.encode())
        if not verify(author, signature, DOMAIN, *parts):
            return False
        self._heard[author] = number
        return True
