"""A seat at a table on the network; see `net.sessions.session.Session`."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from core.actions import LEAVE, PASS, Action, Refused
from core.foresight import answers
from core.game import Game
from core.rules.lookup import no
from core.telling import listing, tell
from net.peer.ledger import Happened
from net.sessions.record import Record
from net.sessions.session import Settings, Standing, Update
from net.sessions.sitting import Sitting, pressed, public, top_window

if TYPE_CHECKING:
    from net.sessions.local import Pace
    from net.table.playing import Playing

MOMENT: Final = 0.01  # seconds between two looks whether dice and cards are there
PATIENCE: Final = 1.0  # seconds for which `act` waits until its action is final
FAREWELL: Final = 5.0  # and for which it waits if the player leaves for good


class RemoteSession(Sitting):
    """The person at this keyboard, at a table that several programs keep together."""

    def __init__(self, playing: "Playing", seat: int) -> None:
        super().__init__(seat)
        self._at = playing
        self._passed = 0  # the window in which this program has passed by itself
        self._unread: set[int] = set()  # cards in the hand that could not be read at the last look
        self._under_way: asyncio.Future[str] | None = None  # what becomes of the last action

    def _table(self) -> Game:
        return self._at.referee.game

    def _moment(self) -> int:
        return self._at.referee.last.seq

    def _rethink(self) -> None:
        """In which windows the seat is prompted shows nowhere but on its own screen."""

    @property
    def settings(self) -> Settings:
        return self._at.terms.settings(self._table())

    @property
    def standing(self) -> Standing:
        referee = self._at.referee
        return self._at.standing._replace(
            pressed=pressed(referee.game), asking=tuple(referee.asking)
        )

    @property
    def deadline(self) -> float | None:
        return self._at.deadline

    async def replace(self, seat: int, bot: bool) -> None:
        self._at.want_replaced(seat, bot)

    async def act(self, action: Action, by_itself: bool = False) -> None:
        if action.kind == LEAVE and self._at.stuck:
            self._at.abandon()
            self.push(Update("closed", text="you have given up the game"))
            return
        await self._quiet()
        refusal = self.refusal(action)
        if refusal is not None:
            raise Refused(refusal)
        if self._under_way is not None and not self._under_way.done():
            raise Refused(no("the last thing you did is still on its way", "RUL-1"))
        outcome = self._under_way = self._at.do(action)
        patience = FAREWELL if action.kind == LEAVE else PATIENCE
        done, _ = await asyncio.wait([outcome], timeout=patience)
        reason = outcome.result() if done else ""
        if reason:
            raise Refused(no(reason, "RUL-1"))
        if action.kind == LEAVE and done:
            await self._take_bots_along()

    async def _take_bots_along(self) -> None:
        """Whoever has left for good leaves no bots behind that nobody can play on."""
        for seat in self._at.stranded:
            with suppress(Refused):
                await self._quiet()
            leaving = Action(LEAVE, seat)
            if self._table().refusal(leaving) is None:
                await asyncio.wait([self._at.do(leaving)], timeout=PATIENCE)

    async def _quiet(self) -> None:
        """Waits a moment for dice and cards that are on their way."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while problem := self._unready():
            if loop.time() > end:
                raise Refused(no(problem, "RUL-1"))
            await asyncio.sleep(MOMENT)

    def _unready(self) -> str:
        """What nobody can act before; empty: nothing."""
        referee = self._at.referee
        if self._at.stuck:
            return "too few are here: the table waits until the others are back"
        game = self._at.game
        if referee.due is None and not referee.busy and not game.dealing.blind(referee):
            return ""
        away = listing([self._at.name(pid) for pid in game.missing() if not game.reaches(pid)])
        if referee.due is not None:
            return f"the dice wait for {away}" if away else "the dice are being thrown"
        if away:
            return f"the cards wait for {away}"
        if referee.busy:
            return "the cards are being dealt"
        return "the others have yet to send the keys of your cards"

    @property
    def can_undo(self) -> bool:
        """Everybody has seen it at once: nothing is a slip here."""
        return False

    async def undo(self) -> None:
        """Nothing can be taken back that the others have signed."""

    async def more_time(self) -> None:
        window = top_window(self._table())
        if window is None or self._seat not in self._table().waiting():
            return
        ref, wanting = self._at.referee.patience
        if ref == window.ref and self._at.me.pid in wanting:
            self.push(Update("notice", text="You have had more time in this window already"))
        else:
            self._at.more_time(window.ref)

    def set_pace(self, pace: "Pace") -> None:
        self._at.set_pace(pace)

    async def say(self, text: str) -> None:
        self._at.say(text)

    def record(self) -> Record:
        actions: Sequence[Action] = self._at.actions
        if self._table().winners:  # only a game that is over has no secrets
            actions = self._at.auditor.opened(actions)
        else:
            actions = list(map(public, actions))
        return Record(self._at.terms.header, tuple(actions))

    @property
    def audit(self) -> str:
        """Every throw was made of links of all players' chains, or no entry would be here."""
        found = self._at.auditor.text
        return f"cards: {self._at.terms.cards}{found and f', {found}'}; dice: verified"

    async def close(self) -> None:
        self.push(Update("closed"))

    # -- for the table -----------------------------------------------------------------------------

    def happened(self, what: Happened) -> None:
        """An entry is final: each of its actions is news."""
        game = self._table()
        self.went_on()
        if what.actions:
            sentences = tuple(tell(event, game, self._seat) or "" for event in what.events)
            action = public(what.actions[-1])
            self.push(Update("acted", action, what.events, sentences))
        else:
            self.push(Update("seen"))  # cards that can be read from now on, perhaps
        self._tell_of_hand(game)
        self._pass_if_quick()

    def _tell_of_hand(self, game: Game) -> None:
        """Names the cards that could not be read yet when they were drawn."""
        hand = [] if self._seat is None else game.hands[self._seat]
        read = [card for card in hand if card in self._unread and game.face[card] >= 0]
        self._unread = {card for card in hand if game.face[card] < 0}
        if read:
            where = "In your hand" if len(read) == len(hand) else "New in your hand"
            names = listing([game.printed(card).name for card in read])
            self.push(Update("notice", text=f"{where}: {names}"))

    def _pass_if_quick(self) -> None:
        """At a quick table, passes at once for a player who can't respond."""
        game, seat = self._table(), self._seat
        window = top_window(game)
        if not self._at.terms.manners.quick or window is None or seat not in game.waiting():
            return
        if self._passed == window.ref or self._at.game.dealing.blind(self._at.referee):
            return
        if not answers(game, seat):
            self._passed = window.ref
            self._at.do(Action(PASS, seat, ref=window.ref))
