"""Who is at a network table and who isn't, and the notices about it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from core.telling import listing
from net.log.referee import Referee
from net.log.votes import majority
from net.sessions.session import Standing, Update, Vote
from net.sessions.sitting import top_window

if TYPE_CHECKING:
    from net.table.playing import Playing

DEALING: Final = "dealing the cards"
LATER: Final = "you get your cards when this response window closes"
NO_HOST: Final = "looking for a host"
FIRST_TRY: Final = 2.0  # seconds in which those who are there reach each other
ON_THE_WAY: Final = 2.0  # seconds in which the keys of cards come
CHANGING: Final = 1.0  # seconds in which one host follows another, with nothing to say about it


class Reporter(Protocol):
    """Callbacks for the notices."""

    def notice(self, text: str) -> None:
        """Tell the person at this keyboard."""

    def announce(self, text: str) -> None:
        """Tell them and the spectators."""


class Attendance:
    """How well connected a table is, as one peer sees it."""

    def __init__(self, at: "Playing", house: Reporter) -> None:
        self.standing = Standing()
        self.trouble = ""  # the part of it that everybody may know
        self._at = at
        self._house = house
        self._meeting: float | None = None  # until when the first try to reach all may take
        self._met = False  # whether that is over
        self._hostless: float | None = None  # since when there is no host
        self._unread: float | None = None  # since when the person can't read his cards
        self._told = ""  # what the person was told last about the table
        self._missed: list[bytes] = []  # who was away then
        self._votes: set[tuple[bytes, bytes, bool]] = set()  # on their seats, as far as told

    def reckon(self, now: float) -> None:
        """Work out how well connected the table is, and say so if that changed."""
        at, game = self._at, self._at.game
        if not game.begun:
            return
        final = at.referee if at.begun else game.ledger.tip  # that is all a disk knows
        gone = [pid for pid in final.players if game.absence.since(pid) is not None]
        self._note_times(gone, now)
        few = len(final.players) - len(gone) < majority(len(final.players))
        cut_off = game.host is None or game.awaited is not None
        paused = few and cut_off and self._met and not at.over
        votable = [pid for pid in gone if not few and game.absence.may_vote(pid, final, now)]
        votes = tuple(self._vote(pid, final, gone) for pid in votable) if at.begun else ()
        self.trouble = text = self._trouble(final, gone, bool(votable), paused, now)
        deal = game.dealing.progress()
        if text or at.over:
            pass
        elif deal:
            text = f"{DEALING}, {deal[0]} of {deal[1]}"
        elif self._cards_wait(final, now):
            text = LATER
        away = tuple(seat for pid in gone for seat in final.seats_of(pid)) if self._met else ()
        before, self.standing = self.standing, Standing(text, away, votes, paused)
        if at.session is not None and before != self.standing:
            at.session.push(Update("seen"))
        if at.begun and not self._retelling:
            self._tell_votes(final, gone)
            self._tell(text, gone)

    def _note_times(self, gone: Sequence[bytes], now: float) -> None:
        """Note whether we reached or tried everyone, and since when there's no host."""
        if self._meeting is None:
            self._meeting = now + FIRST_TRY
        self._met = self._met or not gone or now >= self._meeting
        if self._at.game.host is not None:
            self._hostless = None
        elif self._hostless is None:
            self._hostless = now

    @property
    def _retelling(self) -> bool:
        """Return whether this peer is still catching up with the game; news of the present would
        mix with the past."""
        game = self._at.game
        behind = game.host is not None and not game.current
        return behind or self._at.referee.last.seq < game.node.committed

    # -- what is wrong ---------------------------------------------------------------------------

    def _trouble(
        self, final: Referee, gone: Sequence[bytes], votable: bool, paused: bool, now: float
    ) -> str:
        """Return what's wrong with the table, or nothing."""
        if self._at.over or not self._met:
            return ""
        if not gone:
            since = self._hostless
            return NO_HOST if since is not None and now - since >= CHANGING else ""
        text = self._absent(gone, now)
        many = len(final.players)
        if many > 2 and paused:
            return f"{text}; {many - len(gone)} of {many} players aren't enough"
        if many == 2:
            return f"{text}; paused until they're back"
        seats = "seat" if len(gone) == 1 else "seats"
        if votable:
            return f"{text}; players can vote on the {seats}"
        return f"{text}; {seats} held for {final.terms.manners.wait} s"

    def _absent(self, gone: Sequence[bytes], now: float) -> str:
        """Name the players who left for now and the players who are missing."""
        game, late = self._at.game, self._at.game.overdue(now)
        missing = [pid for pid in gone if pid not in game.absence.going]
        mute = all(pid in late and game.reaches(pid) for pid in missing)
        what = "waiting for dice or cards from" if mute else "no connection to"
        said = [f"{what} {listing(map(self._at.name, missing))}"] if missing else []
        if away := [self._at.name(pid) for pid in gone if pid not in missing]:
            said.insert(0, f"{listing(away)} left for now")
        return ", ".join(said)

    def _cards_wait(self, final: Referee, now: float) -> bool:
        """Return whether the player's cards stay unreadable while a window is open; not right
        away, since the keys may be on their way."""
        game, at = final.game, self._at
        unread = any(game.face[card] < 0 for card in game.hands[at.seat])
        if not unread or at.session is None or top_window(game) is None:
            self._unread = None
        elif self._unread is None:
            self._unread = now
        since = self._unread
        return since is not None and now - since >= ON_THE_WAY and at.game.dealing.blind(final)

    # -- votes -----------------------------------------------------------------------------------

    def _vote(self, victim: bytes, final: Referee, gone: Sequence[bytes]) -> Vote:
        """Return the table's votes on a player's seats so far."""
        at, said = self._at, self._wishes(victim)
        voters = [pid for pid in final.players if pid != victim]
        seat = at.seat_of(victim)
        return Vote(
            (seat, *(other for other in final.seats_of(victim) if other != seat)),
            majority(len(final.players)),
            tuple(at.seat_of(pid) for pid in voters if said.get(pid) is True),
            tuple(at.seat_of(pid) for pid in voters if said.get(pid) is False),
            tuple(at.seat_of(pid) for pid in voters if pid not in said and pid not in gone),
        )

    def _wishes(self, victim: bytes) -> dict[bytes, bool]:
        """Return who votes for a bot to take over and who votes to drop the seat."""
        absence = self._at.game.absence
        said = dict(absence.opinions(victim))
        if victim in absence.wishes:
            said[self._at.me.pid] = absence.wishes[victim]
        return said

    def _tell_votes(self, final: Referee, gone: Sequence[bytes]) -> None:
        """Announce the others' votes on the seats of absent players."""
        name, me = self._at.name, self._at.me.pid
        votes = {
            (victim, pid, stand_in)
            for victim in gone
            for pid, stand_in in self._at.game.absence.opinions(victim).items()
            if pid != me
        }
        for victim, pid, stand_in in sorted(votes - self._votes):
            what = "votes for a bot to replace" if stand_in else "votes to drop the seat of"
            said = self._wishes(victim)
            voters = [one for one in final.players if one != victim]
            same = sum(said.get(one) is stand_in for one in voters)
            silent = [name(one) for one in voters if one not in said and one not in gone]
            left = f", waiting for {listing(silent)}" if silent else ""
            count = f"{same} of {majority(len(final.players))} votes{left}"
            self._house.notice(f"{name(pid)} {what} {name(victim)} ({count})")
        self._votes = votes

    # -- saying so -------------------------------------------------------------------------------

    def _tell(self, text: str, gone: Sequence[bytes]) -> None:
        """Announce what's new at the table, except dealing, which is over in a moment."""
        if text in (self._told, LATER) or text.startswith(DEALING):
            return
        before, self._told = self._told, text
        game, missed = self._at.game, self._missed
        if text != NO_HOST:
            self._missed = list(gone)
        if text:
            tell = self._house.announce if text == self.trouble else self._house.notice
            tell(f"{text[0].upper()}{text[1:]}")
        elif missed and all(game.absence.since(pid) is None for pid in missed):
            self._house.announce("Everyone is back")
        elif before == NO_HOST and game.host is not None:
            self._house.announce(f"{self._at.name(game.host)} is the host now")
