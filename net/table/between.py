"""A table between two games: who keeps the list for the next one, and whom the others follow."""

from contextlib import suppress
from typing import Final

from net.deck.sealed import STRICT
from net.table.foyer import desk_after, desk_again
from net.table.guests import BUSY, Guests
from net.table.lobby import LobbyError, Plan
from net.table.settings import Settings
from net.wire.fields import tidy
from net.wire.link import Link
from net.wire.messages import MAX_SENTENCE, Join, Lobby, Message, Seat

DESERTED: Final = 3.0  # seconds without anybody who keeps the list after a game
BEREFT: Final = 10.0  # seconds in which a newcomer hears who keeps it instead of who has gone


class Between(Guests):
    """One program's part in handing the list on."""

    def __init__(self, settings: Settings, table: bytes) -> None:
        super().__init__(settings, table)
        self._rivaled = False  # whether somebody else keeps a list who should not
        self._early: tuple[Link, Lobby] | None = None  # a list of whom we can't follow yet
        self._bereft: tuple[float, str] | None = None  # until when an heir is awaited; what is said
        self._deserted_at: float | None = None  # since when it is up to this program

    def look_after_list(self, now: float) -> None:
        """What time brings about: somebody must keep the list."""
        if self._rivaled:
            self._rivaled = False
            self.foyer.spread(again=True)
        if self._bereft is not None and now > self._bereft[0]:
            self._go(self._bereft[1])
        if not self._deserted:
            self._deserted_at = None
        elif self._deserted_at is None:
            self._deserted_at = now
        elif now - self._deserted_at > DESERTED:
            self.keep_list()

    @property
    def _deserted(self) -> bool:
        """Whether nobody keeps the list after a game, and it is up to this program: with its host
        gone, those who are left may be too few to choose another."""
        play = self.play
        if play is None or not play.over or self.desk is not None or play.game.host is not None:
            return False
        here = {self.me.pid, *self.mesh.links}
        return next(pid for pid in play.terms.pids if pid in here) == self.me.pid

    def keep_list(self) -> None:
        """From now on this program keeps the list for the game after this one: it goes on with the
        list that somebody else has kept until now, if there is one."""
        assert self.play is not None
        terms, final, lobby = self.play.terms, self.play.referee.game, self.lobby
        here = {self.me.pid, *self.mesh.links}
        first = (terms.header.first + 1) % len(terms.seats)
        strict = terms.cards == STRICT
        plan = Plan(final.catalog, terms.header.options, first, final.winners, strict)
        desk = desk_again(self.me.pid, terms, plan, set(terms.pids) - here)
        if lobby is not None and lobby.game == terms.gid and self._seated(lobby):
            with suppress(LobbyError):  # its cards are not at hand here
                desk = desk_after(self.me.pid, lobby, here)
        self.foyer.keep(desk)

    def _seated(self, lobby: Lobby) -> bool:
        return any(chair.pid == self.me.pid for chair in lobby.chairs)

    # -- who comes and goes ------------------------------------------------------------------------

    def _welcome(self, link: Link) -> None:
        """Whoever played here and was not there when the list was made hears of it."""
        if self.desk is not None and self.lobby is not None:
            link.send(self.lobby)

    def _keeper_left(self, sentence: str, reason: str) -> None:
        """Who keeps the list has gone, or has sent this program away."""
        play, lobby = self.play, self.lobby
        if play is not None and not (play.over and reason == "removed"):
            return
        others = {chair.pid for chair in lobby.chairs} if lobby is not None and lobby.game else ()
        if play is None and reason != "removed" and any(pid in self.mesh.links for pid in others):
            self._bereft = (self._loop.time() + BEREFT, sentence)
            self.notice(f"{sentence}; looking for a host")
            self._hear_again()
        else:
            self._go(sentence)

    def spread_to_players(self, lobby: Lobby) -> None:
        """Those without a chair who played the last game hear of the list as well."""
        play = self.play
        if play is not None and play.over and self.desk is not None:
            for pid in set(play.terms.pids) - {chair.pid for chair in lobby.chairs}:
                self.mesh.send(pid, lobby)

    def _sit_again(self, lobby: Lobby) -> None:
        """Ask the host for a seat if we played the last game and one is free."""
        play = self.play
        played = play is not None and play.over and play.terms.gid == lobby.game
        if played and not self._seated(lobby) and not all(chair.pid for chair in lobby.chairs):
            self.mesh.send(lobby.host, Join(-1, self.settings.bot))

    # -- what is said about the list ---------------------------------------------------------------

    def _hear_lobby(self, link: Link, message: Message) -> None:
        play = self.play
        if self.closed:
            return
        if isinstance(message, Join) and play is not None and not play.over:
            if link.pid not in play.terms.pids:
                return
            if any(play.referee.game.alive[seat] for seat in play.referee.first_seats(link.pid)):
                link.close("seated")  # he has lost his place in it, and asks for a new one
            else:
                link.close("full", BUSY)
            return
        if play is not None and play.over and self.desk is None and play.game.host is not None:
            self.foyer.keeper = play.game.host  # between games the last host has the list
        if isinstance(message, Lobby) and not self._follows(link, message):
            return
        try:
            self.foyer.hear(link.pid, link.hello.name, message)
        except LobbyError as error:
            if self.desk is not None:
                link.send(Seat(-1, tidy(str(error), MAX_SENTENCE)))
            else:
                self.notice(str(error))
        if isinstance(message, Lobby):
            self._sit_again(message)
        self._tell()

    def _follows(self, link: Link, lobby: Lobby) -> bool:
        """Whether it is the list of whoever keeps it, as far as this program can know."""
        play, foyer = self.play, self.foyer
        played = play is not None and link.pid in play.terms.pids
        if self.desk is not None:
            if played:
                self._two_lists(link, lobby)
            return False
        if play is None:
            same = foyer.lobby is not None and foyer.lobby.game == lobby.game
            if same and link.pid != foyer.keeper and foyer.knows(link.pid):
                if self._bereft is not None:
                    foyer.keeper, self._bereft = link.pid, None
                else:
                    self._early = (link, lobby)  # who kept it until now may be dead
            return link.pid == foyer.keeper
        if play.begun and not play.over:
            self._early = (link, lobby) if lobby.game == play.terms.gid else self._early
            return False
        if played and play.over and play.game.host is None and foyer.keeper not in self.mesh.links:
            foyer.keeper = link.pid  # there is no host, and somebody has taken the list over
        if link.pid != foyer.keeper and played:
            self._early = (link, lobby)
        return link.pid == foyer.keeper

    def hear_early(self) -> None:
        """Looks again at a list that came before this program knew that the game was over, or who
        its last host was."""
        if self.over and self.desk is None:
            self._hear_again()

    def _hear_again(self) -> None:
        early, self._early = self._early, None
        if early is not None and self.mesh.links.get(early[0].pid) is early[0]:
            self._hear_lobby(*early)

    def _two_lists(self, link: Link, lobby: Lobby) -> None:
        """Both keep one, since they were apart: the host's counts, else that of the smaller key."""
        both = (self.me.pid, link.pid)
        host = self.me.pid if self.game is None else self.game.host
        if link.pid == (host if host in both else min(both)):
            self.foyer.give_way(link.pid, lobby)
            self._sit_again(lobby)
        else:
            self._rivaled = True
