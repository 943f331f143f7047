"""A table on the network as one program has it: lobby, games, chat and those who watch.

It puts the parts together and holds none of their rules: `net.table.guests` hears whoever comes,
`net.table.foyer` opens games, `net.table.playing` plays them, `net.table.mesh` keeps the
connections, `net.table.gallery` serves those who watch.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from net.chores import start
from net.files import trouble
from net.log.chain import ChainError, Log
from net.log.entries import EntryError
from net.log.referee import Referee, RefereeError
from net.log.terms import Manners, Terms
from net.peer.home import Folder, Home, Pocket, listeners_in
from net.peer.ledger import Happened
from net.peer.peer import Alarm, beat
from net.sessions.record import RecordError
from net.sessions.session import Update
from net.table.between import Between
from net.table.foyer import ANSWER, Foyer, first_desk
from net.table.lobby import Desk, Plan
from net.table.locking import fits, remember
from net.table.opening import Bound
from net.table.playing import Playing
from net.table.settings import Seated, Settings, TableError, discard, terms_in
from net.wire.codes import Address
from net.wire.hall import HallError
from net.wire.messages import Join, Listener, Lobby, Message

__all__ = ["NetTable", "Seated", "Settings", "TableError", "terms_in"]

HAND_OVER: Final = 1.0  # seconds in which another player becomes host when this one goes
DEPART: Final = 3.0  # ... and takes over the seats of a program at which nobody sits
LOOK: Final = 1.0  # seconds between looks at watchers and absentees


class NetTable(Between):
    """One program at one table, from the first hello to the goodbye."""

    def __init__(self, settings: Settings, table: bytes) -> None:
        super().__init__(settings, table)
        self.on_told: list[Callable[[Happened], None]] = []
        self.unrecorded = ""  # why the game isn't saved, in a sentence
        self.foyer = Foyer(self.me, self, settings.luck, bool(settings.password))
        self._beat: asyncio.Task[None] | None = None

    # -- coming and going --------------------------------------------------------------------------

    @classmethod
    async def host(cls, settings: Settings, manners: Manners, plan: Plan, seats: int) -> "NetTable":
        """Opens a table of one's own; raises TableError."""
        self = cls(settings, manners.table)
        await self._open()
        self.foyer.keep(first_desk(self.me.pid, self._name, settings.bot, manners, plan, seats))
        return self

    @classmethod
    async def join(cls, settings: Settings, address: Address) -> "NetTable":
        """Sits down at somebody's table; raises TableError."""
        self = cls(settings, b"")
        await self._open()
        try:
            link = await self.hall.dial(address, "play", password=settings.password)
        except HallError as error:
            await self.close()
            raise TableError(str(error), error.reason) from None
        self.id, self.foyer.keeper = link.hello.gid, link.pid
        self.mesh.learn(link.pid, Address(address.host, link.hello.port or address.port))
        self.mesh.add(link)
        link.send(Join(-1, settings.bot))
        try:
            async with asyncio.timeout(ANSWER):
                while self.foyer.seat < 0 and not self.closed:
                    await self.news()
        except TimeoutError:
            self._end("the table doesn't answer")
        if self.closed:
            why = Seated(self.id) if link.reason == "seated" else TableError(self.closed)
            await self.close()
            raise why
        return self

    @classmethod
    async def resume(cls, settings: Settings, folder: Path) -> "NetTable":
        """Takes up a game where the disk has it; the other players come back to it as well.

        It listens where it did before, if it can, since that is where the others look.
        """
        try:
            terms = terms_in(folder)
            if settings.identity.pid not in terms.pids:
                raise TableError("someone else played this game")
            terms.game()
            self = cls(settings, terms.manners.table)
            if settings.password and not fits(folder, settings.password):
                raise TableError("the password is wrong", "password")
            kept = Folder(folder)
        except (ChainError, EntryError, RecordError) as error:
            raise TableError(str(error)) from None
        for pid, host, port in listeners_in(folder):
            if pid == self.me.pid:
                settings.port = settings.port or port
            else:
                self.mesh.learn(pid, Address(host, port))
        try:
            await self._open(elsewhere=True)
            self._begin(terms, kept)
        except (RefereeError, TableError) as error:
            kept.close()
            await self.close()
            raise TableError(str(error)) from None
        return self

    async def _open(self, elsewhere: bool = False) -> None:
        """Takes connections from now on; at another port than the usual one if that must be."""
        try:
            self.port = await self.hall.listen(self.settings.port)
        except HallError as error:
            if not (elsewhere and self.settings.port):
                raise TableError(str(error)) from None
            self.settings.port = 0
            await self._open()
            return
        self._beat = start(self._run(), self.failed)

    async def close(self) -> None:
        """Goes away; a game that is being played goes on without this program."""
        if self.play is not None and not self.closed:
            await self.play.hand_over(DEPART if self.play.deserted else HAND_OVER)
        self._end("you left the table")
        if self._beat is not None:
            self._beat.cancel()
            await asyncio.gather(self._beat, return_exceptions=True)
        await self.mesh.close()
        await asyncio.gather(self.hall.close(), *self._going)
        if self.play is not None:
            self.play.close()

    def _end(self, why: str) -> None:
        if not self.closed:
            self.closed = why
            if self.play is not None:
                self.play.end(why)
            else:
                self.gallery.dismiss()
            self._tell()

    async def _run(self) -> None:
        """Lets time pass for the game, the lobby and the watchers."""
        look, orphaned = 0.0, 0
        while True:
            now = self._loop.time()
            game = self.game
            if game is not None and self.play is not None:
                with self.play.keeping():
                    game.tick(now)
            self.foyer.tick(now)
            if now >= look:
                look = now + LOOK
                self.gallery.tick(now)
                if self.play is not None:
                    self.play.attendance.reckon(now)
                    self._tell_standing(self.play)
                    self._open_hands()
                orphaned = orphaned + 1 if self._orphaned else 0
                if orphaned * LOOK > ANSWER:
                    self._end("the host left before the game started")
                self.look_after_list(now)
            wake = now + LOOK if game is None else game.wake
            await asyncio.sleep(beat(wake, self._loop.time()))

    @property
    def _orphaned(self) -> bool:
        """Whether this program has signed a game, and who was to open it is not there."""
        play = self.play
        return play is not None and not play.game.begun and self.foyer.keeper in self.missing

    # -- what it looks like ------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        return self.foyer.seat if self.play is None else self.play.seat

    @property
    def referee(self) -> Referee:
        """The game as far as it is final."""
        assert self.play is not None
        return self.play.referee

    @property
    def playing(self) -> bool:
        """Whether there is a game, be it over or not."""
        return self.play is not None and self.play.begun

    @property
    def phase(self) -> str:
        if self.play is None or self.desk is not None:
            return "lobby"
        if self.over:
            return "over"
        return "paused" if self.play.stuck or not self.play.begun else "play"

    # -- what the person does ----------------------------------------------------------------------

    def set_ready(self, ready: bool) -> None:
        """The player is ready for a game, or is not."""
        self.foyer.set_ready(ready)

    def set_willing(self, willing: bool) -> None:
        """The player lets those who watch see his hand, or not; raises LobbyError."""
        self.foyer.set_willing(willing)

    def change(self, how: Callable[[Desk], object]) -> None:
        """Changes something about the table; only who keeps the lobby can. Raises LobbyError."""
        self.foyer.change(how)

    def send_away(self, seat: int) -> None:
        """Takes somebody's chair, or a bot's; raises LobbyError."""
        gone: list[bytes] = []
        self.foyer.change(lambda desk: gone.append(desk.remove(seat)))
        if gone[0] != self.me.pid:
            self.mesh.drop(gone[0], "removed")

    def start(self) -> None:
        """Opens the game, if everybody is ready; raises LobbyError."""
        self.foyer.start()

    # -- for the foyer -----------------------------------------------------------------------------

    def send(self, pid: bytes, message: Message) -> None:
        self.mesh.send(pid, message)

    def listed(self, lobby: Lobby) -> None:
        pids = {chair.pid for chair in lobby.chairs if chair.pid}
        self.mesh.want(pids)
        if self.desk is not None:
            for pid in pids:
                self.mesh.send(pid, self.mesh.listeners())
        self.spread_to_players(lobby)
        for link in self.gallery.links:
            self._show(link)
        self._tell()

    def called_off(self) -> None:
        play = self.play
        if play is not None and not play.game.begun:
            play.end("the game didn't start")
            play.close()
            discard(self.settings.folder / play.terms.gid.hex())
            self.play = None
            self.notice("The game didn't start: not everyone agreed to it")

    def turned_away(self, why: str) -> None:
        if self.play is None:
            self._end(why)
        else:
            self.notice(why)

    def agreed(self, terms: Terms, bound: Bound, signatures: list[bytes] | None) -> None:
        self.unrecorded = ""
        try:
            kept: Home = self._new_folder(terms, bound)
        except (ChainError, OSError) as error:
            discard(self.settings.folder / terms.gid.hex())
            why = trouble(error) if isinstance(error, OSError) else error
            self.unrecorded = f"This game can't be saved: {why}"
            kept = Pocket(Log(terms.gid), bound.deck_seed, [bound.dice_seed])
        self._begin(terms, kept)
        if self.unrecorded:
            if self.session is None:
                self.notice(self.unrecorded)
            else:
                self.session.unrecorded = self.unrecorded
                self.session.push(Update("notice", text=self.unrecorded))
        if signatures is not None and self.play is not None:
            with self.play.keeping():
                self.play.game.found(signatures, self._loop.time())

    def _new_folder(self, terms: Terms, bound: Bound) -> Folder:
        folder, new_log = self.settings.folder / terms.gid.hex(), self.settings.new_log
        log = None if new_log is None else new_log(terms.manners.title)
        try:
            kept = Folder.make(folder, terms.gid, bound.deck_seed, bound.dice_seed, terms.raw, log)
            if self.settings.password:
                kept.lock()
                remember(folder, self.settings.password)
        except (ChainError, OSError):
            if log is not None:
                with suppress(OSError):
                    log.unlink()
            raise
        return kept

    def _begin(self, terms: Terms, kept: Home) -> None:
        """There is a game: this program's part of it begins."""
        if self.play is not None:
            self.play.close()
        self.foyer.game_began()
        self.play = Playing(self.me, terms, kept, self, self.settings.luck, self.settings.pace)
        self.gallery.open(terms.gid, terms.raw)
        self.mesh.want(terms.pids)
        now = self._loop.time()
        for pid in self.mesh.links:
            if pid in terms.pids:
                self.play.game.linked(pid, now)
        self._remember()

    def _remember(self) -> None:
        """Notes where everybody listens, this program too."""
        if self.play is not None:
            mine = Listener(self.me.pid, "localhost", self.port)
            self.play.remember((mine, *self.mesh.listeners().listeners))

    @property
    def missing(self) -> tuple[bytes, ...]:
        """Players of the game to whom there is no connection."""
        pids = () if self.play is None else self.play.terms.pids
        return tuple(pid for pid in pids if pid != self.me.pid and pid not in self.mesh.links)

    def may_be_at(self, addresses: Iterable[Address]) -> None:
        """Somebody of this table listens there, one of those who are missing perhaps."""
        for address in addresses:
            for pid in self.missing:
                self.mesh.learn(pid, address)

    # -- for the game ------------------------------------------------------------------------------

    def ended(self) -> None:
        assert self.play is not None
        if self.settings.history is not None:
            problem = self.settings.history.add(self.play.played(self.settings.mine()))
            if problem and not self.unrecorded:
                self.notice(problem)
                if self.session is not None:
                    self.session.unsaved = problem

    def told(self, what: Happened) -> None:
        assert self.play is not None
        state = self.play.game.ledger.digests.get(what.entry.seq, b"")
        self.gallery.played(what.actions, state)
        self._open_hands()
        for callback in list(self.on_told):
            callback(what)
        self.shifted()

    def _open_hands(self) -> None:
        """Shows the hands of this program that the table has agreed to show."""
        assert self.play is not None
        for hand in self.play.open_hands():
            for link in self.mesh.links.values():
                link.send(hand)
            self.gallery.show(hand)

    def shifted(self) -> None:
        """After a game its host keeps the lobby for the next one; those who watch hear who is
        missing."""
        play = self.play
        if play is not None:
            self._tell_standing(play)
        if play is not None and play.over and play.game.hosting and self.desk is None:
            self.keep_list()
        self.hear_early()
        self._tell()

    def _tell_standing(self, play: Playing) -> None:
        """Tells those who watch how well the table hangs together, and who asks for time."""
        asking = play.referee.asking if play.begun else []
        window = play.referee.patience[0] if asking else 0
        self.gallery.tell_standing(play.attendance.trouble, window, asking)

    def alarmed(self, alarm: Alarm) -> None:
        if alarm.report:
            assert self.play is not None
            self._report(f"report-{self.play.terms.gid.hex()[:8]}.txt", alarm.report)
        self.notice(f"The table stopped: {alarm.text}")
        self._end(alarm.text)

    def expel(self, pid: bytes, reason: str, text: str) -> None:
        name = self.foyer.name(pid) if self.play is None else self.play.name(pid)
        self.mesh.drop(pid, reason, text)
        self.notice(f"{name} was disconnected: {text}")
