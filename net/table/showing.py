"""Hands that those who watch may see, at a table that has agreed to it.

Every program shows what its own player holds and nothing else, so that a sealed deck stays sealed:
the hand of one who is willing as it is, or all of them as they were a round ago. Other players'
programs only pass on to their own watchers what its author has signed.
"""

import time
from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple

from core.game import Game
from core.state import HIDDEN
from net.identity import Identity, verify
from net.log.referee import Referee
from net.log.terms import Terms
from net.wire.messages import ALL_LATE, MAX_HAND, ONE_HAND, Hand

DOMAIN: Final = "czd/hand"

Faces = tuple[int, ...]


class Moment(NamedTuple):
    """What this program's seats held when a turn began."""

    turn: int  # counted here
    round: int
    hands: dict[int, Faces]


class OpenHands:
    """What this program lets the spectators of one game see of the hands it plays."""

    def __init__(self, me: Identity, terms: Terms) -> None:
        self._me = me
        self._terms = terms
        self._number = 0
        self._shown: dict[int, Hand] = {}  # the last of each seat
        self._now: tuple[int, int] | None = None  # round and turn
        self._turn = 0
        self._past: deque[Moment] = deque()

    @property
    def shown(self) -> tuple[Hand, ...]:
        """What those see by now who watch, for somebody who comes later."""
        return tuple(self._shown.values())

    def look(self, referee: Referee) -> list[Hand]:
        """What there is to show that was not shown before."""
        how, game = self._terms.manners.hands, referee.game
        if how == ONE_HAND and self._terms.manners.willing == self._me.pid:
            seat = self._terms.seat_of(self._me.pid)
            hands = _known(game, [seat] if referee.owners[seat] == self._me.pid else [])
            return [] if hands is None else self._show(game.round, hands)
        if how == ALL_LATE:
            mine = [seat for seat, pid in enumerate(referee.owners) if pid == self._me.pid]
            return self._look_back(game, mine)
        return []

    def _look_back(self, game: Game, mine: Sequence[int]) -> list[Hand]:
        """The hands of the turn a round ago, once a turn."""
        now = (game.round, game.turn)
        if now == self._now:
            return []
        hands = _known(game, mine)
        if hands is None:  # keys of some cards are on their way
            return []
        self._now = now
        self._turn += 1
        self._past.append(Moment(self._turn, game.round, hands))
        due: Moment | None = None
        while self._past and self._past[0].turn + sum(game.alive) <= self._turn:
            due = self._past.popleft()
        return [] if due is None else self._show(due.round, due.hands)

    def _show(self, round: int, hands: dict[int, Faces]) -> list[Hand]:
        fresh = []
        for seat, faces in hands.items():
            before = self._shown.get(seat)
            if before is None or before.faces != faces:
                self._shown[seat] = self._sign(seat, round, faces)
                fresh.append(self._shown[seat])
        return fresh

    def _sign(self, seat: int, round: int, faces: Faces) -> Hand:
        # By the clock, so that a program that starts anew is heard again.
        self._number = max(self._number + 1, time.time_ns() // 1_000_000)
        bare = Hand(self._terms.gid, self._me.pid, seat, round, self._number, faces, b"")
        return bare._replace(signature=self._me.sign(DOMAIN, *_parts(bare)))


def genuine(hand: Hand, terms: Terms) -> bool:
    """Whether the table has agreed that its author shows that hand, and he does."""
    agreed, author, seat = terms.manners, hand.author, hand.seat
    if agreed.hands == ONE_HAND:
        allowed = author == agreed.willing and seat == terms.seat_of(author)
    else:
        allowed = agreed.hands == ALL_LATE and author in terms.pids and seat < len(terms.seats)
    return (
        hand.gid == terms.gid and allowed and verify(author, hand.signature, DOMAIN, *_parts(hand))
    )


def _known(game: Game, seats: Sequence[int]) -> dict[int, Faces] | None:
    """What lies in some hands; None as long as that is not known in full."""
    hands = {seat: tuple(game.face[card] for card in game.hands[seat]) for seat in seats}
    if any(HIDDEN in faces for faces in hands.values()):
        return None
    return {seat: faces[:MAX_HAND] for seat, faces in hands.items()}


def _parts(hand: Hand) -> tuple[bytes | int, ...]:
    faces = b"".join(face.to_bytes(2, "big") for face in hand.faces)
    return (hand.gid, hand.seat, hand.round, hand.number, faces)
