"""How watchers are told: each at its own speed, in the same bytes, and the game goes first."""

from collections.abc import Callable
from typing import Any

from core.actions import NEXT, SHUFFLE, Action
from net.table import gallery
from net.table.gallery import FEW, PATIENCE, Gallery
from net.wire.messages import Hand, News, Played, Scene, unpack

GID, TERMS, STATE = b"g" * 16, b"terms", b"d" * 16


class Wire:
    """Stands for a connection."""

    def __init__(self) -> None:
        self.roomy = True
        self.sent: list[bytes] = []
        self.ready: list[bytes] = []
        self.closed = ""
        self.on_room: Callable[[Wire], None] | None = None

    def send_packed(self, data: bytes) -> None:
        self.sent.append(data)

    def prepare(self, data: bytes) -> None:
        self.ready.append(data)

    def release(self) -> None:
        self.sent += self.ready
        self.ready = []

    def relieve(self) -> None:
        """There is room for more."""
        self.roomy = True
        assert self.on_room is not None
        self.on_room(self)

    def close(self, reason: str) -> None:
        self.closed = reason

    @property
    def told(self) -> list[Any]:
        return [unpack(data) for data in self.sent]


class Hours:
    """A clock, and what is to be done later."""

    def __init__(self) -> None:
        self.now = 100.0
        self.later: list[Callable[[], None]] = []
        self.gallery = Gallery(
            lambda: self.now,
            lambda _, what: self.later.append(what),
            lambda links, _: [link.release() for link in links] and None,
        )
        self.gallery.open(GID, TERMS)

    def guest(self, game: bytes = b"", after: int = 0) -> Wire:
        """Somebody who comes, and has seen that much of a game."""
        wire = Wire()
        self.gallery.add(wire, self.now)  # type: ignore[arg-type]
        self.gallery.watch(wire, game, after, self.now)  # type: ignore[arg-type]
        return wire

    def play(self, count: int = 1) -> None:
        self.gallery.played([Action(NEXT, 0)] * count, STATE)

    def settle(self) -> int:
        """Does everything that was put off; how many times it was."""
        rounds = 0
        while self.later:
            self.later.pop(0)()
            rounds += 1
        return rounds


def test_all_get_the_same_bytes_a_few_at_a_time() -> None:
    hours = Hours()
    guests = [hours.guest() for _ in range(3 * FEW + 1)]
    assert all(guest.told == [Scene(TERMS)] for guest in guests)
    hours.play()
    assert all(len(guest.sent) == 1 for guest in guests)  # the game goes first
    for count in (1, 2, 3):
        hours.later.pop(0)()
        assert sum(len(guest.ready) for guest in guests) == count * FEW
    assert all(len(guest.sent) == 1 for guest in guests)  # nobody hears of it much before others
    hours.later.pop(0)()
    assert sum(len(guest.sent) == 2 for guest in guests) == FEW
    hours.play()
    assert hours.settle() == 3 + 7
    assert all(guest.told[-1].state == STATE for guest in guests)
    assert len({id(guest.sent[-1]) for guest in guests}) == 1
    for guest in guests:
        assert sum(len(message.actions) for message in guest.told[1:]) == 2


def test_a_latecomer_gets_the_whole_game_in_pieces() -> None:
    hours = Hours()
    hours.play(600)
    hours.settle()
    late = hours.guest()
    scene, *pieces = late.told
    assert scene == Scene(TERMS)
    assert [(p.after, len(p.actions), p.more) for p in pieces] == [
        (0, 256, True),
        (256, 256, True),
        (512, 88, False),
    ]
    assert [piece.state for piece in pieces] == [b"", b"", STATE]


def test_who_comes_back_gets_only_what_is_new() -> None:
    hours = Hours()
    hours.play(10)
    wire = hours.guest(GID, 7)
    news, piece = wire.told
    assert news == News("", "")  # what it had heard may be out of date
    assert isinstance(piece, Played)
    assert (piece.after, len(piece.actions)) == (7, 3)
    hours.gallery.watch(wire, b"x" * 16, 7, hours.now)  # type: ignore[arg-type]
    assert wire.told[2] == Scene(TERMS)


def test_who_has_seen_more_than_is_final_here_waits_for_what_follows() -> None:
    hours = Hours()
    hours.play(10)
    wire = hours.guest(GID, 12)
    for _ in range(3):
        hours.play()
        hours.settle()
        hours.now += PATIENCE + 1
        hours.gallery.tick(hours.now)
    news, piece = wire.told
    assert (news, wire.closed) == (News("", ""), "")
    assert isinstance(piece, Played)
    assert (piece.after, len(piece.actions)) == (12, 1)


def test_a_slow_one_is_neither_waited_for_nor_kept_for_ever() -> None:
    hours = Hours()
    slow, quick = hours.guest(), hours.guest()
    slow.roomy = False
    for _ in range(100):
        hours.play()
        hours.settle()
    assert len(slow.sent) == 1  # nothing is piled up for it
    assert len(quick.sent) == 101
    hours.now += PATIENCE / 2
    hours.gallery.tick(hours.now)
    slow.relieve()
    assert sum(len(message.actions) for message in slow.told[1:]) == 100
    slow.roomy = False
    hours.play()
    hours.settle()
    hours.now += PATIENCE + 1
    hours.gallery.tick(hours.now)
    assert (slow.closed, quick.closed) == ("slow", "")
    assert len(hours.gallery) == 1


def test_the_order_of_the_deck_is_told_nobody() -> None:
    hours = Hours()
    guest = hours.guest()
    hours.gallery.played([Action(SHUFFLE, -1, faces=tuple(range(60)))], STATE)
    hours.settle()
    plain = Hours()
    other = plain.guest()
    plain.gallery.played([Action(SHUFFLE, -1)], STATE)
    plain.settle()
    assert guest.sent == other.sent
    assert len(guest.sent[-1]) <= gallery.MAX_CHUNK


# -- hands -----------------------------------------------------------------------------------------


def hand(seat: int, *faces: int) -> Hand:
    return Hand(GID, b"p" * 32, seat, 1, 1, faces, faces, b"s" * 64)


def test_hands_are_shown_to_all_and_to_those_who_come_later() -> None:
    hours = Hours()
    early = [hours.guest() for _ in range(FEW + 1)]
    hours.gallery.show(hand(0, 3))
    assert all(guest.told == [Scene(TERMS)] for guest in early)  # the game goes first
    hours.gallery.show(hand(1, 4))
    assert hours.settle() > 1
    for guest in [*early, hours.guest()]:
        assert guest.told[0] == Scene(TERMS)
        assert sorted(guest.told[1:]) == [hand(0, 3), hand(1, 4)]
    hours.gallery.open(b"h" * 16, b"others")
    assert hours.guest().told == [Scene(b"others")]


def test_a_flood_of_hands_is_not_piled_up_and_who_is_slow_is_shown_the_last() -> None:
    hours = Hours()
    slow, *guests = [hours.guest() for _ in range(6)]
    slow.roomy = False
    for face in range(100):
        hours.gallery.show(hand(0, face))
    assert len(hours.gallery._curious) == len(guests) + 1
    hours.settle()
    assert all(guest.told == [Scene(TERMS), hand(0, 99)] for guest in guests)
    assert slow.told == [Scene(TERMS)]
    slow.relieve()
    assert slow.told == [Scene(TERMS), hand(0, 99)]


def test_how_the_table_stands_is_told_to_all_and_to_who_was_slow() -> None:
    hours = Hours()
    quick, slow = hours.guest(), hours.guest()
    slow.roomy = False
    hours.gallery.tell_standing("no connection to Cy")
    hours.gallery.tell_standing("no connection to Cy")
    hours.gallery.tell_news("A bot plays on for Cy")
    hours.gallery.tell_standing("")
    said = [message for message in quick.told if isinstance(message, News)]
    trouble = "no connection to Cy"
    news = [News(trouble, ""), News(trouble, "A bot plays on for Cy"), News("", "")]
    assert said == news
    hours.gallery.tell_standing("no connection to Bo")
    slow.relieve()
    assert slow.told[-1] == News("no connection to Bo", "")
    assert hours.guest().told[-1] == News("no connection to Bo", "")
    hours.gallery.open(b"h" * 16, b"others")
    assert hours.guest().told == [Scene(b"others")]
