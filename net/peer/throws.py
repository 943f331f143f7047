"""A player's part in throwing the dice: shows his links when it is safe, gathers the others'."""

from collections.abc import Callable
from typing import Final

from net.identity import Identity
from net.log.chain import Log
from net.log.dice import LinkChain, Reveal, Revealer
from net.log.entries import Asked, Place
from net.log.referee import Referee
from net.log.seated import Due
from net.peer.home import Home

REPEAT: Final = 1.0  # a link is shown again after so many seconds, as long as the throw is due
RENEW: Final = 96  # a new chain is laid down when so few links are left


class Throws:
    """One player's chain, and the links that were shown for the throws to come."""

    def __init__(self, me: Identity, gid: bytes, home: Home) -> None:
        self._me = me
        self._gid = gid
        self._home = home
        self._anchor = b""
        self._revealer: Revealer | None = None
        self._shown: dict[int, dict[bytes, bytes]] = {}
        self._early: dict[bytes, Reveal] = {}  # shown for an entry that has not come yet
        self._last: tuple[Due, int] | None = None  # what was shown last, and in which term
        self._again = 0.0
        self._left = 0  # the last throw that the chain is good for

    def look(self, referee: Referee, log: Log) -> None:
        """Goes on with the chain that the log knows of, and forgets throws that are over."""
        anchor, start = referee.laid(self._me.pid)
        if anchor != self._anchor:
            chain = self._find(anchor, start)
            if chain is not None:
                self._anchor = anchor
                self._revealer = Revealer(
                    self._me, self._gid, chain, self._home.burn, self._home.burnt
                )
                self._left = chain.last
        self._shown = {n: links for n, links in self._shown.items() if n > referee.index}
        early, self._early = self._early, {}
        for pid, made in early.items():
            self.take(referee, log, pid, made)

    def _find(self, anchor: bytes, start: int) -> LinkChain | None:
        for seed in reversed(self._home.dice_seeds):
            chain = LinkChain(self._gid, self._me.pid, seed, start)
            if chain.anchor == anchor:
                return chain
        return None

    def new_chain(self, random: Callable[[int], bytes]) -> bytes:
        """The anchor of another chain, whose seed is on disk by now."""
        seed = random(32)
        self._home.add_dice_seed(seed)
        return LinkChain(self._gid, self._me.pid, seed).anchor

    def runs_out(self, referee: Referee) -> bool:
        """Whether it is time for another chain."""
        return self._revealer is not None and self._left - referee.index < RENEW

    def reveal(
        self, referee: Referee, top: Asked, signers: set[bytes], now: float
    ) -> Callable[[], Reveal] | None:
        """My link for the throw that is due, if the time has come to show it (again). It counts at
        once where it is made; for others it has to be signed."""
        due, revealer = referee.due, self._revealer
        if due is None or revealer is None:
            return None
        if self._last == (due, top.term) and now < self._again:
            return None
        problem = revealer.refusal(
            due.throw, due.asked, top, signers, referee.host, referee.players
        )
        if problem is not None:
            return None
        self._last, self._again = (due, top.term), now + REPEAT
        throw, asked = due
        self._shown.setdefault(throw, {})[self._me.pid] = revealer.burn(throw, asked)
        return lambda: revealer.reveal(throw, asked, top)

    def take(self, referee: Referee, log: Log, pid: bytes, made: Reveal) -> bool:
        """Keeps the link of another player; False: nobody may show that link where he stands.

        Whoever is ahead of us may have another chain or another throw: his link is kept until our
        log reaches the entry that he names.
        """
        if made.index <= referee.index or pid not in referee.players:
            return True  # it is too late, and so nobody's fault
        if not log.holds(Place(made.ack.at.seq, made.ack.at.head)):
            self._early[pid] = made
            return True
        due = referee.due
        if due is None or made.index != due.throw or made.ack.at.seq < due.asked.seq:
            return False
        if not referee.fits(pid, made.index, made.link):
            return False
        self._shown.setdefault(made.index, {})[pid] = made.link
        return True

    def complete(self, referee: Referee) -> list[list[bytes]] | None:
        """The links of all players for the throw that is due, once all are here."""
        if referee.due is None:
            return None
        links = self._shown.get(referee.due.throw, {})
        if not set(referee.players) <= set(links):
            return None
        return [[pid, links[pid]] for pid in sorted(referee.players)]

    def missing(self, referee: Referee) -> tuple[bytes, ...]:
        """Who has not shown his link for the throw that is due."""
        if referee.due is None:
            return ()
        links = self._shown.get(referee.due.throw, {})
        return tuple(pid for pid in referee.players if pid not in links)
