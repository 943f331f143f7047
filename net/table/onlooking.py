"""A game as somebody sees it who has no seat: made of public things only."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from core.actions import Action, Refused
from core.events import REDEALT
from core.game import Game
from core.rules.lookup import no
from core.telling import tell
from net.log.entries import MAX_ACT, EntryError, unpack
from net.log.terms import Terms
from net.sessions.record import Record, RecordError, read_action
from net.sessions.session import SeenHand, Settings, Standing, Update
from net.sessions.sitting import CALM, Sitting, pressed, top_window
from net.table.showing import genuine
from net.wire.messages import ALL_LATE, MAX_HAND, Hand, Malformed, News, Played

if TYPE_CHECKING:
    from net.sessions.local import Pace


class Stand(Protocol):
    """Where somebody watches from."""

    @property
    def connected(self) -> bool:
        """Whether somebody shows the game."""

    def say(self, text: str) -> None:
        """The person says something."""


class WatchSession(Sitting):
    """A game for somebody who has no seat; see `net.sessions.session.Session`."""

    def __init__(self, table: Stand, terms: Terms, game: Game) -> None:
        super().__init__(None)
        self.terms = terms
        self.actions: list[Action] = []
        self._hands: dict[int, Hand] = {}  # what is shown of them, by their seats
        self._redealt: dict[int, int] = {}  # after how many actions a hand was dealt anew
        self._at = table
        self._game = game
        self._past: list[str] = []
        self._standing = CALM
        self._asking: tuple[int, tuple[int, ...]] = (0, ())  # for a window, who wants more time

    def _table(self) -> Game:
        return self._game

    @property
    def over(self) -> bool:
        return bool(self._game.winners)

    def _moment(self) -> int:
        return len(self.actions)

    def _rethink(self) -> None:
        """Nobody asks a watcher."""

    def restart(self, game: Game) -> None:
        """The same game is shown from its beginning once more."""
        self._game, self.actions, self._past, self._view = game, [], [], None
        self._redealt.clear()
        self.push(Update("notice", text="Here's the game from the start"))

    def follow(self, message: Played) -> None:
        """Takes what is shown; raises Malformed if it breaks the rules of the game."""
        skip = len(self.actions) - message.after
        if skip < 0:
            raise Malformed("the table left out some actions")
        for raw in message.actions[skip:]:
            try:
                action = read_action(unpack(raw, MAX_ACT, "an action"))
                events = self._game.apply(action)
            except (EntryError, RecordError, Refused) as error:
                raise Malformed(f"what is shown breaks the rules: {error}") from None
            self.actions.append(action)
            for event in events:
                if event.kind == REDEALT:
                    self._redealt[event.seat] = len(self.actions)
            told = tuple(tell(event, self._game, None) or "" for event in events)
            if message.more or self._past:
                self._past += [sentence for sentence in told if sentence]
            else:
                self.push(Update("acted", action, tuple(events), told))
        if message.state and message.state != bytes.fromhex(self._game.digest()):
            raise Malformed("what is shown doesn't lead to the right table")
        if self._past and not message.more:
            self.push(Update("past", told=tuple(self._past)))
            self._past = []

    def hear(self, news: News) -> None:
        """Takes what the player who shows the game says about the others."""
        self._standing = Standing(news.standing)
        self._asking = news.window, news.asking
        self.push(Update("notice", text=news.text) if news.text else Update("seen"))

    def see(self, hand: Hand) -> None:
        """Takes a hand that is shown; raises Malformed if the table has not agreed to that."""
        if not genuine(hand, self.terms, self._game):
            raise Malformed("a hand is shown that this table keeps hidden")
        known = self._hands.get(hand.seat)
        if known is None or known.after < hand.after or known.author != hand.author:
            self._hands[hand.seat] = hand
            self.push(Update("hand", seat=hand.seat))

    @property
    def seen_hands(self) -> Mapping[int, SeenHand]:
        return {
            seat: SeenHand(hand.round, hand.faces, self._holds(hand))
            for seat, hand in self._hands.items()
            if self._game.alive[seat]
        }

    def _holds(self, hand: Hand) -> bool:
        """Whether these are still the cards of the seat; who shows old ones does not say that."""
        if self.terms.manners.hands == ALL_LATE:
            return True
        anew = self._redealt.get(hand.seat, 0)
        return anew <= hand.after and tuple(self._game.hands[hand.seat][:MAX_HAND]) == hand.cards

    @property
    def settings(self) -> Settings:
        return self.terms.settings(self._game)

    @property
    def standing(self) -> Standing:
        lost = Standing("looking for a player who shows the game")
        if not self._at.connected:
            return lost
        (ref, asking), window, waiting = self._asking, top_window(self._game), self._game.waiting()
        still = () if window is None or window.ref != ref else asking
        return self._standing._replace(
            pressed=pressed(self._game), asking=tuple(seat for seat in still if seat in waiting)
        )

    @property
    def audit(self) -> str:
        """A watcher sees what fell, and not the links that the players made it of."""
        return f"cards: {self.terms.cards}; dice: as players show them"

    @property
    def deadline(self) -> float | None:
        return None

    async def replace(self, seat: int, bot: bool) -> None:
        """Watchers don't vote."""

    async def act(self, action: Action, by_itself: bool = False) -> None:
        raise Refused(no("spectators only watch", "RUL-1"))

    @property
    def can_undo(self) -> bool:
        return False

    async def undo(self) -> None:
        """There is nothing to take back."""

    async def more_time(self) -> None:
        """Nobody waits for a watcher."""

    def set_pace(self, pace: "Pace") -> None:
        """Spectators run no bots."""

    async def say(self, text: str) -> None:
        self._at.say(text)

    def record(self) -> Record:
        return Record(self.terms.header, tuple(self.actions))

    async def close(self) -> None:
        self.push(Update("closed"))
