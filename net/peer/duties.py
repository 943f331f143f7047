"""What a player owes a running game, done from the log and never on a bare request.

His seed, his links, his vote about those who have vanished; and as host the throws, the closing
of windows and the removals that the table has agreed on.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import inf
from typing import Final

from net.election import Node, Saved
from net.election.effects import Effect
from net.election.replica import HOST
from net.identity import Identity
from net.log.dice import Reveal
from net.log.entries import Ack, Act
from net.log.kinds import ANCHOR, BEACON, CLOSE, DO, MORE, REMOVE, RESULT, RETURN, SEED
from net.log.payloads import told_result
from net.log.seated import Due
from net.log.terms import Terms
from net.peer.absence import Absence
from net.peer.around import Alarm, Surroundings
from net.peer.clock import WindowClock
from net.peer.dealing import Dealing
from net.peer.dialect import Pen
from net.peer.home import Home
from net.peer.ledger import Ledger, Wish
from net.peer.throws import Throws
from net.peer.vigil import Vigil
from net.sessions.record import result_of
from net.wire import messages as wire

FAIR: Final = 0.5  # seconds in which a host can be expected to order an answer
DEBT: Final = 10.0  # seconds after which who owes the table dice or cards counts as away
MAX_DEBT: Final = 60.0  # if he was removed several times
COMEBACK: Final = 2.0  # a player asks for his seat so often


class Duties(ABC):
    """A player with his log, his dice and his clock, and what he does without being asked."""

    def __init__(
        self,
        me: Identity,
        terms: Terms,
        home: Home,
        around: Surroundings,
        now: float,
        chance: Callable[[], float],
        random: Callable[[int], bytes],
        number: int = 0,
    ) -> None:
        """`number` is where the player counts his acts from; it must not have been used before."""
        self.me = me
        self.terms = terms
        self.gid = terms.gid
        self.home = home
        self.window = WindowClock(terms.manners.beat)
        self.absence = Absence(me, self.gid)
        self.halted: Alarm | None = None
        self._around = around
        self._random = random
        self.ledger = Ledger(me, home.log, terms.pids, self._may_close, number)
        self._vigil = Vigil(me, terms, self.ledger, self._tell, self._halt)
        kept = home.kept
        saved = Saved(
            kept.term or 1,
            kept.voted or terms.pids[terms.host] if kept.term <= 1 else kept.voted or None,
            min(kept.final, len(home.log)),
            (kept.floor_term, kept.floor_seq),
        )
        self.node = Node(me.pid, self.ledger, Pen(me, self.gid), saved, now, chance)
        self._throws = Throws(me, self.gid, home)
        self.dealing = Dealing(
            me, self.gid, home, self.ledger, around, self._propose, self._halt,
            self._vigil.accuse, self._duties,
        )  # fmt: skip
        # A link that was shown to the host only, so far.
        self._link: tuple[Due, int, Callable[[], Reveal]] | None = None
        self._linked: set[bytes] = set()
        self._unchecked: Ack | None = None  # was counted, and its signature is looked at next
        self._seeded = False
        self._unlinked_at: dict[bytes, float] = {}
        self._debts: dict[bytes, float] = {}  # who keeps the table waiting, and since when
        self._excused: set[bytes] = set()  # those of them who were given time for having been away
        self._late: tuple[bytes, ...] = ()  # those of them who are as good as away
        self._neglect = ""  # what the host has to do next without being asked
        self._renewed = 0
        self._comeback = -inf
        self._return: Act | None = None
        for pid in terms.pids:
            if pid != me.pid:
                self.absence.left(pid, now, ended=False)
        self._ready(now)

    # -- what it looks like ------------------------------------------------------------------------

    @property
    def begun(self) -> bool:
        return len(self.ledger.log) > 0

    @property
    def hosting(self) -> bool:
        return self.node.role == HOST

    @property
    def host(self) -> bytes | None:
        return self.node.host

    @property
    def awaited(self) -> tuple[bytes, ...] | None:
        """Whom the table waits for; None: for nobody."""
        return self.node.awaited

    @property
    def deadline(self) -> float | None:
        """When the window that is open closes by itself."""
        return self.window.deadline(self._asking())

    @property
    def wake(self) -> float:
        """When the next tick has something to do, at the latest."""
        times = [self.node.wake] if self.begun else []
        deadline = self.deadline
        if deadline is not None and self.hosting:
            times.append(deadline)
        return min(times, default=inf)

    def missing(self) -> tuple[bytes, ...]:
        """Who keeps the table waiting for dice or cards, as far as this player knows."""
        if not self.begun:
            return ()
        return self._throws.missing(self.ledger.tip) or self.dealing.missing()

    def overdue(self, now: float) -> tuple[bytes, ...]:
        """Return the players who kept the table waiting so long that it may go on without them.

        Players who were removed before get more time. Otherwise slow clients would cycle through
        removal, return and redeal forever.
        """
        often = self.ledger.tip.removals
        return tuple(
            pid
            for pid, since in self._debts.items()
            if now - since >= min(DEBT * (1 + often.get(pid, 0)), MAX_DEBT)
        )

    def _owes_again(self, pid: bytes, now: float) -> None:
        """While there was no link to a player, he could not give what he owes; that excuses him
        once, or who comes and goes could keep the table waiting for ever."""
        since, gone = self._debts.get(pid), self._unlinked_at.pop(pid, None)
        if since is not None and gone is not None and pid not in self._excused:
            self._debts[pid] = since + now - max(since, gone)
            self._excused.add(pid)

    def _note_debtors(self, now: float) -> None:
        """Treat a player who withholds a roll or a deal as disconnected."""
        before = self._late
        owing = [pid for pid in self.missing() if pid != self.me.pid]
        self._debts = {pid: self._debts.get(pid, now) for pid in owing}
        self._excused.intersection_update(owing)
        self._late = late = self.overdue(now)
        for pid in late:
            self.absence.left(pid, self._debts[pid], ended=False)
        for pid in before:
            if pid not in late and pid in self._linked and pid not in (self.node.awaited or ()):
                self.absence.back(pid)
        if set(late) != set(before):
            self._around.shifted()

    @abstractmethod
    def _ready(self, now: float) -> None:
        """Everything a player owes is in place: what his game needs besides can follow."""

    @abstractmethod
    def _carry_out(self, effects: list[Effect], now: float) -> None:
        """Does what the election wants, in order."""

    def _propose(self, kind: str, payload: object, now: float) -> Act:
        act, length = self.ledger.act(kind, payload), len(self.ledger.log)
        self._carry_out(self.node.propose(Wish(act, self.ledger), now), now)
        if not self.hosting:
            self.ledger.foresee(act)
        self._grown_duties(length, now)
        return act

    def _grown_duties(self, length: int, now: float) -> None:
        """Does what a new end of the log asks for, if so many have signed it that this may be done
        now; else it comes with their signatures, and at the latest with the next tick."""
        if length < len(self.ledger.log) <= self.node.certified:
            self._duties(now)

    # -- duties ------------------------------------------------------------------------------------

    def _duties(self, now: float) -> None:
        """Does what the log asks of this player, and of the host if he is that."""
        if self.halted is not None or not self.begun or self._unchecked is not None:
            return
        tip = self.ledger.tip
        if self.me.pid not in tip.players:
            self._come_back(now)
            self._show_seed(now)
            return
        if not self._seeded and self.me.pid in tip.dealer.missing(tip.players):
            self._seeded = True
            self._propose(SEED, self.home.deck_seed, now)
        if tip.due is not None:
            self._show(now)
        elif self._throws.runs_out(tip) and self._renewed <= tip.index:
            self._renewed = tip.index + 2
            self._propose(ANCHOR, self._throws.new_chain(self._random), now)
        self.dealing.look(self._certain(), now)
        self._vote_on_absentees(now)
        if self.hosting:
            self.node.docket.owed = None
            self._neglect = ""
            self._host(now)
        else:
            self._watch_host(now)

    def _show(self, now: float) -> None:
        """Shows this player's link for the throw that is due, if so many have signed that."""
        due, certified = self.ledger.tip.due, self.node.certified
        if due is None or self._unchecked is not None or self.halted is not None:
            return
        if certified < due.asked.seq or certified > len(self.ledger.log):
            return
        top = self.ledger.log.entry(certified).asked
        if top.term != self.node.term:
            return
        made = self._throws.reveal(self.ledger.tip, top, self.node.signers(certified), now)
        if made is not None:
            self._link = (due, top.term, made)
            if self.host is None:
                self._tell_link()
            elif not self.hosting:
                self._around.send(self.host, wire.Reveal(self.gid, made().raw))

    def _tell_link(self) -> None:
        """Shows the others what the host has been shown, if it has not thrown meanwhile: so they
        know when it could, and can do it if it is gone."""
        shown, self._link = self._link, None
        # In a later term it is shown anew: nothing of an earlier one is signed any more.
        if shown is not None and shown[:2] == (self.ledger.tip.due, self.node.term):
            message = wire.Reveal(self.gid, shown[2]().raw)
            for pid in self.ledger.tip.players:
                if pid not in (self.me.pid, self.host):
                    self._around.send(pid, message)

    def _certain(self) -> int:
        """The last entry of which so many have signed that no election can drop it."""
        certified = self.node.certified
        if certified > len(self.ledger.log):
            return 0
        top = self.ledger.log.entry(certified).asked if certified else None
        return certified if top is not None and top.term == self.node.term else 0

    def _host(self, now: float) -> None:
        """Throws when all links are there, closes windows, removes those who were voted out, and
        at the end writes down how it ended, for programs that know other rules."""
        tip = self.ledger.tip
        links = self._throws.complete(tip)
        if links is not None and tip.due is not None:
            self._order(BEACON, [tip.due.throw, links], now)
            return
        if self._time_is_up(now):
            self._order(CLOSE, self.window.open, now)
            return
        result = result_of(tip.game) if tip.game.winners and not tip.told else None
        if result is not None:
            self._order(RESULT, told_result(result), now)
            return
        place = self.ledger.log.place
        for removal in self.absence.decided(tip, place.head, now):
            if self.ledger.log.place == place:
                self._order(REMOVE, removal, now)

    def _watch_host(self, now: float) -> None:
        """Notes since when the host owes the table something that only a host can order."""
        tip, deadline, owed = self.ledger.tip, self.deadline, ""
        if self._throws.complete(tip) is not None:
            owed = f"throw {tip.index}"
        elif deadline is not None and now >= deadline and not tip.busy and not self._answers(now):
            owed = f"window {self.window.open}"
        elif self.absence.decided(tip, self.ledger.log.place.head, now):
            owed = f"removal from {tip.players}"
        elif self.host in self.overdue(now):
            owed = f"a part of deal or throw after {tip.last.seq}"
        if owed != self._neglect:
            self._neglect = owed
            self.node.docket.owed = now if owed else None

    def _order(self, kind: str, payload: object, now: float) -> None:
        """Something only a host may do, at once or not at all."""
        length = len(self.ledger.log)
        if self.node.may_order:
            act = self.ledger.act(kind, payload)
            self._carry_out(self.node.decree(Wish(act, self.ledger), now), now)
        self._grown_duties(length, now)

    def _come_back(self, now: float) -> None:
        """Another program has played this player's seat: he wants it back."""
        tip = self.ledger.tip
        seats = [seat for seat in tip.first_seats(self.me.pid) if tip.game.alive[seat]]
        if not seats or tip.over or not self.host or now < self._comeback:
            return
        if self.me.pid in self.absence.going:
            return
        self._comeback = now + COMEBACK
        act = self._return
        if act is None or act.author_seq <= self.ledger.log.last_number(self.me.pid):
            anchor = self._throws.new_chain(self._random)
            act = self._return = self.ledger.act(RETURN, anchor)
        for pid in tip.players:
            self._around.send(pid, wire.Action(self.gid, act.sealed))

    def _show_seed(self, now: float) -> None:
        """Whoever has left the game shows his seed like everybody else when it is over."""
        final = self.ledger.final
        if not final.last.seq or not final.over or final.sealed is None or now < self._comeback:
            return
        if self.me.pid not in final.sealed.seeds:
            self._comeback = now + COMEBACK
            act = self.ledger.act(SEED, self.home.deck_seed)
            for pid in final.players:
                self._around.send(pid, wire.Action(self.gid, act.sealed))

    def _vote_on_absentees(self, now: float) -> None:
        tip, host = self.ledger.tip, self.host
        self.absence.side_with_people(tip, now)
        if host is None:
            return
        for ballot in self.absence.ballots(tip, host, self.ledger.log.place.head, now):
            for pid in tip.players:
                if pid != self.me.pid:
                    self._around.send(pid, ballot)

    # -- windows -----------------------------------------------------------------------------------

    def _asking(self) -> int | None:
        """How many want more time in the open window; None: it waits for no person any more."""
        tip = self.ledger.tip
        return len(tip.asking) if self.begun and tip.silent else None

    def _may_close(self, now: float) -> bool:
        """Not while a host keeps an answer from the table that it had the time to order."""
        return self.window.is_up(self._asking(), now) and not self._answers(now - FAIR)

    def _time_is_up(self, now: float) -> bool:
        """Whether a host can close the open window."""
        deadline = self.deadline
        up = deadline is not None and now >= deadline and not self.ledger.tip.busy
        return up and not self._answers(now)

    def _answers(self, since: float) -> bool:
        """Whether this peer has since then known something that the log doesn't have."""
        return any(
            isinstance(item, Wish) and item.act.kind in (DO, MORE)
            for item in self.node.unordered(since)
        )

    # -- alarms ------------------------------------------------------------------------------------

    def _tell(self, message: wire.Message) -> None:
        """Says something to all other players."""
        for pid in self.terms.pids:
            if pid != self.me.pid:
                self._around.send(pid, message)

    def _halt(self, alarm: Alarm) -> None:
        if self.halted is None:
            self.halted = alarm
            self._around.alarmed(alarm)
