"""Hands that those who watch may see, at a table that has agreed to it.

Every program shows what its own player holds and nothing else, so that a sealed deck stays sealed:
the hand of one who is willing as it is, or all of them as they were a round ago. Other players'
programs only pass on to their own watchers what its author has signed.
"""

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
AHEAD: Final = 64  # actions that others may have seen before this program has


class Held(NamedTuple):
    """A hand, and when it was held."""

    round: int
    after: int  # actions
    cards: tuple[int, ...]
    faces: tuple[int, ...]


class Moment(NamedTuple):
    """What this program's seats held when a turn began."""

    turn: int  # counted here
    hands: dict[int, Held]


class OpenHands:
    """What this program lets the spectators of one game see of the hands it plays."""

    def __init__(self, me: Identity, terms: Terms) -> None:
        self._me = me
        self._terms = terms
        self._shown: dict[int, Hand] = {}  # the last of each seat
        self._now: tuple[int, int] | None = None  # round and turn
        self._turn = 0
        self._past: deque[Moment] = deque()

    @property
    def shown(self) -> tuple[Hand, ...]:
        """What those see by now who watch, for somebody who comes later."""
        return tuple(self._shown.values())

    def look(self, referee: Referee, after: int) -> list[Hand]:
        """What there is to show that was not shown before, after so many actions."""
        how, game = self._terms.manners.hands, referee.game
        if how == ONE_HAND and self._terms.manners.willing == self._me.pid:
            seat = self._terms.seat_of(self._me.pid)
            hands = _known(game, [seat] if referee.owners[seat] == self._me.pid else [], after)
            return [] if hands is None else self._show(hands)
        if how == ALL_LATE:
            mine = [seat for seat, pid in enumerate(referee.owners) if pid == self._me.pid]
            return self._look_back(game, mine, after)
        return []

    def _look_back(self, game: Game, mine: Sequence[int], after: int) -> list[Hand]:
        """The hands of the turn a round ago, once a turn."""
        now = (game.round, game.turn)
        if now == self._now:
            return []
        hands = _known(game, mine, after)
        if hands is None:  # keys of some cards are on their way
            return []
        self._now = now
        self._turn += 1
        self._past.append(Moment(self._turn, hands))
        due: Moment | None = None
        while self._past and self._past[0].turn + sum(game.alive) <= self._turn:
            due = self._past.popleft()
        return [] if due is None else self._show(due.hands)

    def _show(self, hands: dict[int, Held]) -> list[Hand]:
        fresh = []
        for seat, held in hands.items():
            before = self._shown.get(seat)
            if before is None or (before.cards, before.faces) != (held.cards, held.faces):
                bare = Hand(self._terms.gid, self._me.pid, seat, *held, b"")
                made = bare._replace(signature=self._me.sign(DOMAIN, *_parts(bare)))
                self._shown[seat] = made
                fresh.append(made)
        return fresh


class OthersHands:
    """What the other players show, as far as it may be passed on to those who watch here."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._last: dict[tuple[bytes, int], int] = {}  # by author and seat: after how many actions

    def news(self, hand: Hand, referee: Referee, actions: int) -> bool:
        """Whether a hand is its author's own, newer than the last of it, and not made up; one for
        each action is all that an honest program shows."""
        if not hand.seat < len(referee.owners) or referee.owners[hand.seat] != hand.author:
            return False
        whose = (hand.author, hand.seat)
        last = self._last.get(whose, -1)
        if not last < hand.after <= actions + AHEAD or not genuine(hand, self._terms, referee.game):
            return False
        self._last[whose] = hand.after
        return True


def genuine(hand: Hand, terms: Terms, game: Game) -> bool:
    """Whether the table has agreed that its author shows that hand, and he does."""
    agreed, author, seat = terms.manners, hand.author, hand.seat
    if agreed.hands == ONE_HAND:
        allowed = author == agreed.willing and seat == terms.seat_of(author)
    else:
        allowed = agreed.hands == ALL_LATE and author in terms.pids and seat < len(terms.seats)
    sound = (
        hand.gid == terms.gid
        and len(hand.cards) == len(hand.faces)
        and all(card < len(game.face) for card in hand.cards)
        and all(face < len(game.faces) for face in hand.faces)
    )
    return allowed and sound and verify(author, hand.signature, DOMAIN, *_parts(hand))


def _known(game: Game, seats: Sequence[int], after: int) -> dict[int, Held] | None:
    """What lies in some hands; None as long as that is not known in full."""
    hands = {}
    for seat in seats:
        cards = tuple(game.hands[seat][:MAX_HAND])
        faces = tuple(game.face[card] for card in cards)
        if HIDDEN in faces:
            return None
        hands[seat] = Held(game.round, after, cards, faces)
    return hands


def _parts(hand: Hand) -> tuple[bytes | int, ...]:
    cards, faces = (
        b"".join(number.to_bytes(2, "big") for number in numbers)
        for numbers in (hand.cards, hand.faces)
    )
    return (hand.gid, hand.seat, hand.round, hand.after, cards, faces)
