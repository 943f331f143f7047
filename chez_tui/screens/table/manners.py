"""Acting, talking and going away at a table, wherever that table is.

On the network an action takes as long as it takes the others to agree; keys and screen go on
meanwhile, and nothing is done twice.
"""

import asyncio
from typing import Final

from textual import work
from textual.widgets import Input

from chez_tui.kit.entry import ChatBox
from chez_tui.play import words
from chez_tui.screens.table.view import TableView
from core.actions import LEAVE, Action, Refused
from core.telling import listing, player, refused

AT_ONCE: Final = 0.05  # seconds in which nobody notices that he waits
UNDER_WAY: Final = "one thing after the other: the last one is still on its way"
FOR_NOW: Final = "go away for now; Continue or chez-tui resume comes back"
LOOKS_ON: Final = "Stop looking on?"
KEPT: Final = "go back to the title; the game is kept"
FOR_GOOD: Final = "leave the game for good; your cards are discarded"


class TableManners(TableView):
    """What a person does at a table besides playing cards."""

    _doing: "asyncio.Future[None] | None" = None
    _next_deed: Action | None = None  # what follows when that is done
    _look_again = False  # whether a phase was to end by itself while something was on its way

    # -- acting ----------------------------------------------------------------------------------

    @property
    def under_way(self) -> bool:
        """Whether something was done that the table has not agreed to yet."""
        return self._doing is not None and not self._doing.done()

    async def _act(self, action: Action | None) -> None:
        if action is None:
            self.repaint()
            return
        if self.under_way:
            self.desk.message = UNDER_WAY
            self.repaint()
            return
        doing = self._doing = asyncio.ensure_future(self.session.act(action))
        await asyncio.wait([doing], timeout=AT_ONCE)
        if doing.done():
            self._done(doing)
            if self._look_again:
                self.call_later(self._once_more)
        else:
            self._wait_for(doing)
        self.repaint()

    def _done(self, doing: "asyncio.Future[None]") -> None:
        self._doing = None
        try:
            doing.result()
        except Refused as error:
            self._next_deed = None
            refusal = error.refusal
            self.desk.message = f"{refused(refusal, self.view)} ({refusal.clause})"

    @work(group="deeds")
    async def _wait_for(self, doing: "asyncio.Future[None]") -> None:
        await asyncio.wait([doing])
        self._done(doing)
        deed, self._next_deed = self._next_deed, None
        if deed is not None:
            await self._act(deed)
        self.repaint()
        await self._once_more()

    async def _then(self, action: Action) -> None:
        """Does something after what is on its way, or at once."""
        if self.under_way:
            self._next_deed = action
        else:
            await self._act(action)

    async def _once_more(self) -> None:
        if self._look_again:
            self._look_again = False
            await self._go_on()

    async def _go_on(self) -> None:
        """Ends phases in which there is nothing to do."""

    # -- those who are away ----------------------------------------------------------------------

    def action_absent(self) -> None:
        """The others decide what becomes of the seats of players who have vanished."""
        from chez_tui.kit.dialogs import Choose

        votes = self.session.standing.votes
        if not votes:
            self.desk.message = self.session.standing.text or "nobody is away"
            self.repaint()
            return
        away = [player(self.view, vote.seats[0]) for vote in votes]
        options = [f"wait for {listing(away)}"]
        for vote in votes:
            options += [words.vote_option(vote, bot, self.view) for bot in (True, False)]

        def answered(choice: int | None) -> None:
            if choice:
                self._vote(votes[(choice - 1) // 2].seats[0], choice % 2 == 1)

        question = words.vote_question(votes, self.view)
        self.app.push_screen(Choose(question, options), answered)

    @work
    async def _vote(self, seat: int, bot: bool) -> None:
        await self.session.replace(seat, bot)
        self.desk.message = words.vote_cast(self.session.standing, seat, bot, self.view)
        self.repaint()

    # -- talking ---------------------------------------------------------------------------------

    def action_chat(self) -> None:
        self.query_one(ChatBox).open()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        await self.session.say(event.value)
        self.query_one(ChatBox).close()

    # -- going away ------------------------------------------------------------------------------

    def action_back(self) -> None:
        if self.query_one(ChatBox).close():
            return
        if self.desk.back():
            self.repaint()
        elif self.pane != "hand":
            self.pane, self.chosen_opponent = "hand", -1
            self.repaint()
        elif self.closed or self.view.winners:
            self._go_away()
        elif self._looks_on:
            self._ask_away(LOOKS_ON, self._go_away)
        else:
            self._ask_how()

    def quit_question(self) -> str:
        if self.view.winners or self.closed:
            return ""
        if self._looks_on:
            return LOOKS_ON
        return f"Quit? {self.parting}" if self.parting else "Quit? The game is kept."

    @property
    def _looks_on(self) -> bool:
        """Whether this person has no seat any more in a game that others play."""
        return bool(self.parting) and not self.view.winners and not self.view.alive[self.seat]

    def _ask_how(self) -> None:
        """Away for a while, or for good."""
        from chez_tui.kit.dialogs import Choose

        def answered(choice: int | None) -> None:
            if choice == 1:
                self._go_away()
            elif choice == 2:
                self._leave()

        options = ["stay", FOR_NOW if self.parting else KEPT, FOR_GOOD]
        self.app.push_screen(Choose(self.parting or "Leave the table?", options), answered)

    def _ask_away(self, question: str, then: object) -> None:
        from chez_tui.kit.dialogs import Confirm

        if self.view.winners or self.closed:
            self._go_away()
            return

        def answered(yes: bool | None) -> None:
            if yes and callable(then):
                then()

        self.app.push_screen(Confirm(question), answered)

    @work
    async def _go_away(self) -> None:
        """Back to where the table was opened from; to the title if that was nowhere."""
        for session in self._sessions.values():
            await session.close()
        self.leave()
        if len(self.app.screen_stack) < 2:
            self.chez.open_title()

    @work
    async def _leave(self) -> None:
        await self._act(Action(LEAVE, self.seat))
        if self._doing is not None:
            await asyncio.wait([self._doing])
        if not self.view.winners:
            self._go_away()
