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

MOMENT: Final = 0.01  # seconds between two checks for dice and cards
PATIENCE: Final = 1.0  # seconds that `act` waits for its action to be final
FAREWELL: Final = 5.0  # the same when the player leaves for good


class RemoteSession(Sitting):
    """The person at this keyboard, at a table shared by several peers."""

    def __init__(self, playing: "Playing", seat: int) -> None:
        super().__init__(seat)
        self._at = playing
        self._passed = 0  # the window in which this client passed automatically
        self._unread: set[int] = set()  # cards in the hand that were unreadable at the last look
        self._under_way: asyncio.Future[str] | None = None  # the result of the last action

    def _table(self) -> Game:
        return self._at.referee.game

    def _moment(self) -> int:
        return self._at.referee.last.seq

    def _rethink(self) -> None:
        """Nothing to do: the prompts of a seat show only on its own screen."""

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
            self.push(Update("closed", text="you gave up the game"))
            return
        await self._quiet()
        refusal = self.refusal(action)
        if refusal is not None:
            raise Refused(refusal)
        if self._under_way is not None and not self._under_way.done():
            raise Refused(no("still sending your last move", "RUL-1"))
        outcome = self._under_way = self._at.do(action)
        patience = FAREWELL if action.kind == LEAVE else PATIENCE
        done, _ = await asyncio.wait([outcome], timeout=patience)
        reason = outcome.result() if done else ""
        if reason:
            raise Refused(no(reason, "RUL-1"))
        if action.kind == LEAVE and done:
            await self._take_bots_along()

    async def _take_bots_along(self) -> None:
        """Let a player's bots leave with them if no one can take over."""
        for seat in self._at.stranded:
            with suppress(Refused):
                await self._quiet()
            leaving = Action(LEAVE, seat)
            if self._table().refusal(leaving) is None:
                await asyncio.wait([self._at.do(leaving)], timeout=PATIENCE)

    async def _quiet(self) -> None:
        """Wait a moment for dice and cards that are on their way."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while problem := self._unready():
            if loop.time() > end:
                raise Refused(no(problem, "RUL-1"))
            await asyncio.sleep(MOMENT)

    def _unready(self) -> str:
        """Return what everyone has to wait for, or nothing."""
        referee = self._at.referee
        if self._at.stuck:
            return "too few players: wait until more are back"
        game = self._at.game
        if referee.due is None and not referee.busy and not game.dealing.blind(referee):
            return ""
        away = listing([self._at.name(pid) for pid in game.missing() if not game.reaches(pid)])
        if referee.due is not None:
            return f"the dice wait for {away}" if away else "the dice are rolling"
        if away:
            return f"the cards wait for {away}"
        if referee.busy:
            return "the cards are being dealt"
        return "your cards are still on their way"

    @property
    def can_undo(self) -> bool:
        """Whether there's a step to undo; never, since everyone saw it at once."""
        return False

    async def undo(self) -> None:
        """Do nothing: the others have signed it."""

    async def more_time(self) -> None:
        window = top_window(self._table())
        if window is None or self._seat not in self._table().waiting():
            return
        ref, wanting = self._at.referee.patience
        if ref == window.ref and self._at.me.pid in wanting:
            self.push(Update("notice", text="You already asked for more time"))
        else:
            self._at.more_time(window.ref)

    def set_pace(self, pace: "Pace") -> None:
        self._at.set_pace(pace)

    async def say(self, text: str) -> None:
        self._at.say(text)

    def record(self) -> Record:
        actions: Sequence[Action] = self._at.actions
        if self._table().winners:  # only a finished game has no secrets
            actions = self._at.auditor.opened(actions)
        else:
            actions = list(map(public, actions))
        return Record(self._at.terms.header, tuple(actions))

    @property
    def audit(self) -> str:
        """How the cards were dealt; every roll in the log has links from all players."""
        found = self._at.auditor.text
        return f"cards: {self._at.terms.cards}{found and f', {found}'}; dice: verified"

    async def close(self) -> None:
        self.push(Update("closed"))

    # -- for the table -----------------------------------------------------------------------------

    def happened(self, what: Happened) -> None:
        """Pass on a final entry, each of its actions as news."""
        game = self._table()
        self.went_on()
        if what.actions:
            sentences = tuple(tell(event, game, self._seat) or "" for event in what.events)
            action = public(what.actions[-1])
            self.push(Update("acted", action, what.events, sentences))
        else:
            self.push(Update("seen"))  # cards may have become readable
        self._tell_of_hand(game)
        self._pass_if_quick()

    def _tell_of_hand(self, game: Game) -> None:
        """Name the cards that were still unreadable when drawn."""
        hand = [] if self._seat is None else game.hands[self._seat]
        read = [card for card in hand if card in self._unread and game.face[card] >= 0]
        self._unread = {card for card in hand if game.face[card] < 0}
        if read:
            where = "In your hand" if len(read) == len(hand) else "New in your hand"
            names = listing([game.printed(card).name for card in read])
            self.push(Update("notice", text=f"{where}: {names}"))

    def _pass_if_quick(self) -> None:
        """At a quick table, pass right away for a player who can't respond."""
        game, seat = self._table(), self._seat
        window = top_window(game)
        if not self._at.terms.manners.quick or window is None or seat not in game.waiting():
            return
        if self._passed == window.ref or self._at.game.dealing.blind(self._at.referee):
            return
        if not answers(game, seat):
            self._passed = window.ref
            self._at.do(Action(PASS, seat, ref=window.ref))
