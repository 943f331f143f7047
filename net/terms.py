"""What all players sign before a game: who sits where, with which cards, chains and seeds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from core.game import Game
from core.state import MAX_SEATS
from core.telling import clean
from net.deal import SHARED_SEED, SharedSeedDealer
from net.dice import LINK_SIZE, KnownLinks
from net.entries import (
    GID_SIZE,
    MAX_ACT,
    PID_SIZE,
    SIGNATURE_SIZE,
    VERSION,
    EntryError,
    fields,
    pack,
    unpack,
)
from net.hashing import DIGEST_SIZE, digest
from net.identity import Identity, verify
from net.record import Header, OwnCards, Record

NONCE_SIZE: Final = 16
MAX_SECONDS: Final = 3600


class Player(NamedTuple):
    """Somebody with a program of his own: he votes, throws the dice and signs."""

    pid: bytes
    nonce: bytes
    anchor: bytes
    commitment: bytes


class Seat(NamedTuple):
    """A place at the table and the player who acts for it, by number; bots sit there too."""

    name: str
    owner: int


def game_id(nonces: Sequence[bytes]) -> bytes:
    """The name of a game, made by all its players: no old one can be played again as new."""
    return digest("czd/gid", *nonces)[:GID_SIZE]


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a table. `raw` is what is signed."""

    raw: bytes
    players: tuple[Player, ...]
    seats: tuple[Seat, ...]
    host: int  # the player who orders the first term
    header: Header
    seconds: int  # after which a window may be closed; 0: never

    @classmethod
    def make(
        cls,
        players: Sequence[Player],
        seats: Sequence[Seat],
        host: int,
        header: Header,
        seconds: int = 0,
    ) -> Self:
        """The names of `header` are those of the seats; what it tells `about` is left out."""
        value = {
            "version": VERSION,
            "players": [list(player) for player in players],
            "seats": [list(seat) for seat in seats],
            "host": host,
            "editions": list(header.editions),
            "fingerprint": header.fingerprint,
            "options": dict(header.options),
            "first": header.first,
            "winners": list(header.winners),
            "own": [[own.name, own.text] for own in header.own],
            "seconds": seconds,
            "cards": SHARED_SEED,
        }
        return cls.read(pack(value))

    @classmethod
    def read(cls, raw: bytes) -> Self:
        what = "the terms of a table"
        value = unpack(raw, MAX_ACT, what)
        if not isinstance(value, dict) or tuple(value) != _KEYS:
            raise EntryError(f"{what} must have {len(_KEYS)} fields in their order")
        shape: tuple[type, ...] = (
            int, list, list, int, list, str, dict, int, list, list, int, str,
        )  # fmt: skip
        (
            version, players, seats, host, editions, fingerprint, options, first, winners, own,
            seconds, cards,
        ) = fields(list(value.values()), what, *shape)  # fmt: skip
        if version != VERSION or cards != SHARED_SEED:
            raise EntryError(f"{what} are of a kind this program does not play")
        people = tuple(
            Player(*fields(item, "a player", PID_SIZE, NONCE_SIZE, LINK_SIZE, DIGEST_SIZE))
            for item in players
        )
        chairs = tuple(Seat(*fields(item, "a seat", str, int)) for item in seats)
        files = tuple(OwnCards(*fields(item, "a file of own cards", str, str)) for item in own)
        if not all(isinstance(item, str) for item in (*editions, *options.values())):
            raise EntryError(f"{what} name editions and options in words")
        if not all(type(item) is int for item in winners):
            raise EntryError(f"{what} name the last winners by their seats")
        _check(people, chairs, host, seconds)
        names = tuple(seat.name for seat in chairs)
        header = Header(tuple(editions), fingerprint, names, options, first, tuple(winners), files)
        return cls(raw, people, chairs, host, header, seconds)

    @property
    def gid(self) -> bytes:
        return game_id([player.nonce for player in self.players])

    @property
    def pids(self) -> tuple[bytes, ...]:
        return tuple(player.pid for player in self.players)

    def sign(self, me: Identity) -> bytes:
        return me.sign("czd/seats", self.gid, self.raw)

    def signed_by(self, pid: bytes, signature: bytes) -> bool:
        return len(signature) == SIGNATURE_SIZE and verify(
            pid, signature, "czd/seats", self.gid, self.raw
        )

    def game(self) -> Game:
        """The table before the first action; raises RecordError if the cards are not at hand."""
        return Record(self.header, ()).game()

    def links(self) -> KnownLinks:
        """The chains that were laid down."""
        known = KnownLinks(self.gid)
        for player in self.players:
            known.anchor(player.pid, player.anchor)
        return known

    def dealer(self) -> SharedSeedDealer:
        parts: Mapping[bytes, bytes] = {p.pid: p.commitment for p in self.players}
        return SharedSeedDealer(self.gid, parts)


def _check(people: Sequence[Player], chairs: Sequence[Seat], host: int, seconds: int) -> None:
    if not 1 <= len(people) <= len(chairs) <= MAX_SEATS:
        raise EntryError(f"1 to {MAX_SEATS} players have a seat each at least")
    for column in zip(*people, strict=True):
        if len(set(column)) != len(people):
            raise EntryError("two players have the same key, nonce, anchor or commitment")
    if {chair.owner for chair in chairs} != set(range(len(people))) or host >= len(people):
        raise EntryError("every player has a seat, and every seat a player")
    for chair in chairs:
        if clean(chair.name) != chair.name:
            raise EntryError("a name at the table could harm a screen")
    if seconds > MAX_SECONDS:
        raise EntryError(f"a window is open for at most {MAX_SECONDS} seconds")


_KEYS: Final = (
    "version", "players", "seats", "host", "editions", "fingerprint", "options", "first",
    "winners", "own", "seconds", "cards",
)  # fmt: skip
