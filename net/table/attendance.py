"""Who is at a network table and who is not, what that means for the game, and saying so."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from core.telling import listing
from net.log.referee import Referee
from net.log.votes import majority
from net.sessions.session import Standing
from net.sessions.sitting import top_window

if TYPE_CHECKING:
    from net.table.playing import Playing

DEALING: Final = "dealing the cards"


class Reporter(Protocol):
    """Who hears of it."""

    def notice(self, text: str) -> None:
        """Tells the person at this keyboard."""

    def announce(self, text: str) -> None:
        """Tells him and those who watch."""


class Attendance:
    """How well a table hangs together, as one program sees it."""

    def __init__(self, at: "Playing", house: Reporter) -> None:
        self.standing = Standing()
        self.trouble = ""  # the part of it that everybody may know
        self._at = at
        self._house = house
        self._gone: list[bytes] = []  # who was away when the table was looked at last
        self._votes: set[tuple[bytes, bytes, bool]] = set()  # on their seats, as far as told

    def reckon(self, now: float) -> None:
        """Works out how well the table hangs together, and says so if that has changed."""
        at, game = self._at, self._at.game
        if not game.begun:
            return
        final = at.referee if at.begun else game.ledger.tip  # that is all a disk knows
        gone = [pid for pid in final.players if game.absence.since(pid) is not None]
        votable = [pid for pid in gone if game.absence.may_vote(pid, final, now)]
        many = len(final.players)
        cut_off = game.host is None or game.awaited is not None
        paused = many - len(gone) < majority(many) and cut_off and not at.over
        trouble = self.trouble
        self.trouble = text = self._trouble(final, gone, bool(votable), paused, now)
        deal = game.dealing.progress()
        if text or at.over:
            pass
        elif deal:
            text = f"{DEALING}, {deal[0]} of {deal[1]}"
        elif at.session is not None and self._cards_wait(final):
            text = "your cards are dealt when this window is closed"
        self._tell_votes(gone)
        before = self.standing
        self.standing = Standing(
            text,
            tuple(seat for pid in gone for seat in final.seats_of(pid)),
            tuple(seat for pid in votable for seat in final.seats_of(pid)),
            paused,
        )
        if (text or before.text).startswith(DEALING):
            news = ""  # nothing but a sign of life
        elif text:
            news = f"{text[0].upper()}{text[1:]}"
        elif trouble and all(game.absence.since(pid) is None for pid in self._gone):
            news = "Everybody is here again"
        else:
            news = ""  # nobody was away, or the table has decided about that
        self._gone = gone
        if news and before.text != text:
            tell = self._house.announce if text == self.trouble else self._house.notice
            tell(news)

    def _trouble(
        self, final: Referee, gone: Sequence[bytes], votable: bool, paused: bool, now: float
    ) -> str:
        """What is wrong with the table; empty: nothing."""
        game = self._at.game
        if self._at.over:
            return ""
        if not gone:
            return "looking for a host" if game.awaited is not None or game.host is None else ""
        late = game.overdue(now)
        mute = all(pid in late and game.reaches(pid) for pid in gone)
        what = "waiting for the dice or cards of" if mute else "no connection to"
        text = f"{what} {listing([self._at.name(pid) for pid in gone])}"
        many = len(final.players)
        if many > 2 and paused:
            return f"{text}; {many - len(gone)} of {many} can't go on without them"
        if many == 2:
            return f"{text}; two can only go on together"
        if votable:
            return f"{text}; the others may decide about the seat"
        return f"{text}; the seat is kept for {final.terms.manners.wait} s"

    def _cards_wait(self, final: Referee) -> bool:
        """Whether the person can't read his cards as long as a window is open."""
        return top_window(final.game) is not None and self._at.game.dealing.blind(final)

    def _tell_votes(self, gone: Sequence[bytes]) -> None:
        """Says what others want to become of the seats of those who are away."""
        votes = {
            (victim, pid, stand_in)
            for victim in gone
            for pid, stand_in in self._at.game.absence.opinions(victim).items()
            if pid != self._at.me.pid
        }
        for victim, pid, stand_in in sorted(votes - self._votes):
            what = "wants a bot to play on for" if stand_in else "wants to give up the seat of"
            self._house.notice(f"{self._at.name(pid)} {what} {self._at.name(victim)}")
        self._votes = votes
