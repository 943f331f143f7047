"""What all players sign before a game: who sits where, with which cards, chains and seeds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, Self

from core.game import Game
from core.state import MAX_SEATS
from net.deck.sealed import METHODS, SealedDealer
from net.hashing import DIGEST_SIZE, digest
from net.identity import Identity, verify
from net.log.deal import SHARED_SEED, Dealer, SharedSeedDealer
from net.log.dice import LINK_SIZE, KnownLinks
from net.log.entries import (
    GID_SIZE,
    MAX_ACT,
    PID_SIZE,
    SIGNATURE_SIZE,
    EntryError,
    fields,
    pack,
    unpack,
)
from net.sessions.record import UNNUMBERED, Header, OwnCards, Record
from net.sessions.session import BEAT, Settings
from net.wire.fields import MAX_NAME, MAX_TITLE, tidy
from net.wire.messages.parts import HANDS, NO_HAND, ONE_HAND

VERSION: Final = 2  # of the terms
NONCE_SIZE: Final = 16
MAX_SECONDS: Final = 3600
OLD_MANNERS: Final = (6, 7)  # how many there were before a table could be offline, or quick


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
    bot: str = ""  # the level of the bot that plays it; empty for a person


def game_id(nonces: Sequence[bytes]) -> bytes:
    """The name of a game, made by all its players: no old one can be played again as new."""
    return digest("czd/gid", *nonces)[:GID_SIZE]


class Manners(NamedTuple):
    """What a table has agreed on beyond the rules of the game."""

    table: bytes = bytes(GID_SIZE)  # its id: the same for all games that are played at it
    title: str = "Table"
    beat: int = BEAT  # seconds for which every window stays open, whatever anybody holds
    wait: int = 60  # seconds for which a seat is kept for a person who has vanished
    hands: str = NO_HAND  # what those who watch see of them
    willing: bytes = b""  # the player whose hand they see, at a table that shows one
    offline: int = 0  # 1: the local network is not told of it
    quick: int = 0  # 1: programs pass at once for players who can't respond


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a table. `raw` is what is signed."""

    raw: bytes
    players: tuple[Player, ...]
    seats: tuple[Seat, ...]
    host: int  # the player who orders the first term
    header: Header
    manners: Manners
    cards: str  # how they are hidden

    @classmethod
    def make(
        cls,
        players: Sequence[Player],
        seats: Sequence[Seat],
        host: int,
        header: Header,
        manners: Manners | None = None,
        cards: str = SHARED_SEED,
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
            "manners": list(manners or Manners()),
            "cards": cards,
            "rules": header.rules,
        }
        return cls.read(pack(value))

    @classmethod
    def read(cls, raw: bytes) -> Self:
        what = "the terms of a table"
        value = unpack(raw, MAX_ACT, what)
        if isinstance(value, dict) and value.get("version") == UNNUMBERED:
            value |= {"version": VERSION, "rules": UNNUMBERED}
        if not isinstance(value, dict) or tuple(value) != _KEYS:
            raise EntryError(f"{what} must have {len(_KEYS)} fields in their order")
        shape: tuple[type | int, ...] = (
            int, list, list, int, list, str, dict, int, list, list, list, str, int,
        )  # fmt: skip
        (
            version, players, seats, host, editions, fingerprint, options, first, winners, own,
            manners, cards, rules,
        ) = fields(list(value.values()), what, *shape)  # fmt: skip
        if version != VERSION or cards not in (SHARED_SEED, *METHODS):
            raise EntryError(f"{what} are of a kind this client doesn't play")
        people = tuple(
            Player(*fields(item, "a player", PID_SIZE, NONCE_SIZE, LINK_SIZE, DIGEST_SIZE))
            for item in players
        )
        chairs = tuple(Seat(*fields(item, "a seat", str, int, str)) for item in seats)
        files = tuple(OwnCards(*fields(item, "a file of custom cards", str, str)) for item in own)
        if not all(isinstance(item, str) for item in (*editions, *options.values())):
            raise EntryError(f"{what} name editions and options in words")
        if not all(type(item) is int for item in winners):
            raise EntryError(f"{what} name the last winners by their seats")
        shape = (GID_SIZE, str, int, int, str, bytes, int, int)
        old = len(manners) in OLD_MANNERS
        if old:
            shape = shape[: len(manners)]
        agreed = Manners(*fields(manners, "the manners of a table", *shape))
        if old and not agreed.beat:  # nobody had to hurry: it goes on as others do
            agreed = agreed._replace(beat=BEAT)
        _check(people, chairs, host, agreed)
        names = tuple(seat.name for seat in chairs)
        header = Header(
            tuple(editions), fingerprint, names, options, first, tuple(winners), files, rules=rules
        )
        return cls(raw, people, chairs, host, header, agreed, cards)

    @property
    def gid(self) -> bytes:
        return game_id([player.nonce for player in self.players])

    @property
    def pids(self) -> tuple[bytes, ...]:
        return tuple(player.pid for player in self.players)

    def seat_of(self, pid: bytes) -> int:
        """Where a player sits when the game begins, rather than his bots; -1: nowhere."""
        seats = [number for number, seat in enumerate(self.seats) if self.pids[seat.owner] == pid]
        people = (number for number in seats if not self.seats[number].bot)
        return next(people, seats[0] if seats else -1)

    def sign(self, me: Identity) -> bytes:
        return me.sign("czd/seats", self.gid, self.raw)

    def signed_by(self, pid: bytes, signature: bytes) -> bool:
        return len(signature) == SIGNATURE_SIZE and verify(
            pid, signature, "czd/seats", self.gid, self.raw
        )

    def game(self, today: bool = False) -> Game:
        """The table before the first action; raises RecordError as `Record.game` does."""
        return _new_game(self.raw, today).copy()

    def settings(self, game: Game) -> Settings:
        """How the table is set, for its sessions."""
        return Settings(
            title=self.manners.title,
            editions=self.header.editions,
            options=game.options,
            seed="",
            levels=tuple(seat.bot for seat in self.seats),
            seconds=self.manners.beat,
            hands=self.manners.hands,
            shown=self.seat_of(self.manners.willing),
        )

    def links(self) -> KnownLinks:
        """The chains that were laid down."""
        known = KnownLinks(self.gid)
        for player in self.players:
            known.anchor(player.pid, player.anchor)
        return known

    def dealer(self, game: Game) -> Dealer:
        """Who deals at this table."""
        parts: Mapping[bytes, bytes] = {p.pid: p.commitment for p in self.players}
        if self.cards == SHARED_SEED:
            return SharedSeedDealer(self.gid, parts)
        return SealedDealer(self.gid, parts, game.house.life, self.cards)


@lru_cache(maxsize=2)
def _new_game(raw: bytes, today: bool) -> Game:
    """Reading the cards takes long, and the referees of a peer all begin with the same table."""
    return Record(Terms.read(raw).header, ()).game(today)


def _check(people: Sequence[Player], chairs: Sequence[Seat], host: int, manners: Manners) -> None:
    if not 1 <= len(people) <= len(chairs) <= MAX_SEATS:
        raise EntryError(f"a table has 1 to {MAX_SEATS} players, each with a seat")
    for column in zip(*people, strict=True):
        if len(set(column)) != len(people):
            raise EntryError("two players have the same key, nonce, anchor or commitment")
    if {chair.owner for chair in chairs} != set(range(len(people))) or host >= len(people):
        raise EntryError("every player needs a seat, and every seat a player")
    names = [chair.name for chair in chairs]
    if not all(names) or not manners.title:
        raise EntryError("everyone at the table needs a name, and so does the table")
    levels = [chair.bot for chair in chairs]
    for texts, limit in ((names, MAX_NAME), (levels, MAX_NAME), ([manners.title], MAX_TITLE)):
        if any(tidy(text, limit) != text for text in texts):
            raise EntryError("a name at the table is too long or could harm a screen")
    if len(set(names)) != len(names):
        raise EntryError("two seats have the same name")
    if max(manners.beat, manners.wait) > MAX_SECONDS:
        raise EntryError(f"a wait is at most {MAX_SECONDS} seconds")
    if manners.beat < 1:
        raise EntryError("a response window lasts at least a second")
    if max(manners.offline, manners.quick) > 1:
        raise EntryError("a table is offline, or quick, or not")
    if manners.hands not in HANDS:
        raise EntryError("spectators see no hand, one, or all a round late")
    if manners.willing and (
        manners.hands != ONE_HAND or manners.willing not in [player.pid for player in people]
    ):
        raise EntryError("spectators see one hand only at a table that shows one")


_KEYS: Final = (
    "version", "players", "seats", "host", "editions", "fingerprint", "options", "first",
    "winners", "own", "manners", "cards", "rules",
)  # fmt: skip
