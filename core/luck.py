"""Our own dice and shuffles: the same seed gives the same numbers on every machine and version.

SHA-256 in counter mode makes the bytes, rejection sampling makes them fair numbers. Nothing here
asks the outside world for luck: starting a game takes a seed. See docs/randomness.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from core.actions import CHANCE, PICK, ROLE, ROLL, ROLLS, SHUFFLE, Action
from core.hashes import sha256

if TYPE_CHECKING:
    from core.game import Game

T = TypeVar("T")

DOMAIN: Final = "chez-tui/luck/1"  # a new way of drawing numbers needs a new number here
SEED_LIMIT: Final = 2**64  # seeds that people type are below this
FRESH_BITS: Final = 40  # the size of a seed made for somebody who gave none: two groups of letters

_BLOCK: Final = 32
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no I, L, O, U
_VALUES: Final = {letter: value for value, letter in enumerate(_ALPHABET)} | {
    "I": 1,
    "L": 1,
    "O": 0,
}
_PLAIN: Final = 10**9  # seeds below this are written as ordinary numbers


class Stream:
    """An endless stream of fair numbers; equal seeds and labels give equal streams."""

    __slots__ = ("_at", "_block", "_count", "_key")

    def __init__(self, seed: int, domain: str = DOMAIN) -> None:
        self._begin(sha256(b"seed:" + domain.encode() + b":" + str(seed).encode()).digest())

    def _begin(self, key: bytes) -> None:
        self._key = key
        self._count = 0
        self._block = b""
        self._at = _BLOCK

    def fork(self, label: str) -> Stream:
        """Return another stream, independent of this one and of how much of it was used."""
        other = Stream.__new__(Stream)
        other._begin(sha256(b"fork:" + self._key + label.encode()).digest())
        return other

    def copy(self) -> Stream:
        """Return a copy that continues from the same place."""
        other = Stream.__new__(Stream)
        other._key, other._count = self._key, self._count
        other._block, other._at = self._block, self._at
        return other

    def _refill(self) -> bytes:
        self._block = block = sha256(b"data:" + self._key + self._count.to_bytes(8, "big")).digest()
        self._count += 1
        return block

    def bits(self, count: int) -> int:
        """A number of `count` random bits, from as many whole bytes as they need, first is high."""
        if count < 0:
            raise ValueError("a number of bits can't be negative")
        value = 0
        for _ in range((count + 7) // 8):
            at = self._at
            if at == _BLOCK:
                self._refill()
                at = 0
            value = value << 8 | self._block[at]
            self._at = at + 1
        return value & (1 << count) - 1

    def below(self, n: int) -> int:
        """One of 0 ... n-1, each equally likely; takes as many bytes as n-1 has.

        The uneven rest at the top of the range is thrown back and drawn again.
        """
        if n > 256:
            count = ((n - 1).bit_length() + 7) // 8 * 8
            limit = (1 << count) - (1 << count) % n
            value = self.bits(count)
            while value >= limit:
                value = self.bits(count)
            return value % n
        if n < 1:
            raise ValueError("there is nothing to draw from")
        limit = 256 - 256 % n
        at = self._at
        block = self._block
        while True:
            if at == _BLOCK:
                block = self._refill()
                at = 0
            value = block[at]
            at += 1
            if value < limit:
                self._at = at
                return value % n

    def die(self) -> int:
        """Roll a die, 1 to 6."""
        return self.below(6) + 1

    def choice(self, items: Sequence[T]) -> T:
        """Pick one of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order (Fisher and Yates, from the last place down)."""
        pile = list(items)
        below = self.below
        for last in range(len(pile) - 1, 0, -1):
            other = below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return pile


class Luck:
    """Plays chance at a table: one independent row for the die, the deck, roles and picks."""

    __slots__ = ("_deck", "_die", "_pick", "_roles")

    def __init__(self, seed: int | Stream) -> None:
        source = seed if isinstance(seed, Stream) else Stream(seed)
        self._die = source.fork("die")
        self._deck = source.fork("deck")
        self._roles = source.fork("roles")
        self._pick = source.fork("pick")

    def answer(self, game: Game) -> Action:
        """Return the roll or draw the game waits for."""
        need = game.need()
        if need is None:
            raise ValueError("the game isn't waiting for a roll or a draw")
        if need.kind == ROLL:
            return ROLLS[self._die.die() - 1]
        if need.kind == SHUFFLE:
            return Action(SHUFFLE, CHANCE, faces=tuple(self._deck.shuffled(need.options)))
        if need.kind == ROLE:
            return Action(ROLE, CHANCE, value=self._roles.choice(need.options))
        return Action(PICK, CHANCE, cards=(self._pick.choice(need.options),))


def parse_seed(text: str) -> int:
    """Read a seed: a plain number, or letters as `format_seed` makes them.

    Letters may be small, O counts as 0, I and L count as 1, and the hyphens are free; digits
    alone are a plain number unless a hyphen parts them.
    """
    word = text.strip().upper()
    if word.isascii() and word.isdecimal():
        if len(word.lstrip("0")) > 20 or int(word) >= SEED_LIMIT:
            raise ValueError(f"a seed must be below {SEED_LIMIT}")
        return int(word)
    letters = word.replace("-", "")
    loose = not text.isascii() or word.startswith("-") or word.endswith("-")
    if loose or not letters or not all(letter in _VALUES for letter in letters):
        shown = "".join(c if c.isprintable() else "?" for c in text[:20])
        raise ValueError(f'"{shown}" isn\'t a seed. Use a number like 42 or a code like K7QF-3M9P.')
    seed = 0
    for letter in letters:
        seed = seed * 32 + _VALUES[letter]
        if seed >= SEED_LIMIT:
            raise ValueError("the highest seed code is F-ZZZZ-ZZZZ-ZZZZ")
    return seed


def format_seed(seed: int) -> str:
    """Return the short form of a seed; `parse_seed` reads it back."""
    if not 0 <= seed < SEED_LIMIT:
        raise ValueError(f"a seed is a number from 0 to {SEED_LIMIT - 1}")
    if seed < _PLAIN:
        return str(seed)
    letters = ""
    while seed or len(letters) % 4 or len(letters) < 8:
        letters = _ALPHABET[seed % 32] + letters
        seed //= 32
    return "-".join(letters[i : i + 4] for i in range(0, len(letters), 4))
