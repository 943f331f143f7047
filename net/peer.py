"""One player's program in a running game, without sockets, clock or luck of its own.

Messages, the time and the player's wishes go in; the surroundings are told what to send and what
has become final. Everything a player owes the table by the rules of the protocol (his seed, his
links, his consent to closing a window) is done here, from the log and never on a bare request.
"""

from collections.abc import Callable
from math import inf
from typing import Final, NamedTuple, Protocol

from core.actions import Action
from net import messages as wire
from net.absence import Absence
from net.chain import Kept
from net.clock import WindowClock
from net.dialect import ELECTION, Forged, Pen, incoming, outgoing
from net.dice import Reveal
from net.election import Node, Saved
from net.election.effects import (
    Appended,
    Certified,
    Committed,
    Disagreed,
    Effect,
    Following,
    Hosting,
    Paused,
    Rejected,
    Resumed,
    Save,
    Send,
    Truncated,
)
from net.election.messages import Ack as SaidAck
from net.election.messages import Submit
from net.election.replica import HOST
from net.election.words import HEARTBEAT, Point
from net.entries import Act, Entry, EntryError
from net.home import Home
from net.identity import Identity
from net.ledger import Happened, Ledger, Wish
from net.proofs import FORK, Proof
from net.record import packed
from net.referee import (
    ANCHOR,
    BEACON,
    CLOSE,
    DO,
    MORE,
    REMOVE,
    RETURN,
    SEATS,
    SEED,
)
from net.terms import Terms
from net.throws import Throws

BY_PLAYERS: Final = (DO, SEED, ANCHOR, RETURN, MORE)
FAIR: Final = 0.5  # seconds in which a host can be expected to order an answer
EARLY: Final = 64  # digests kept for entries that have not come yet
COMEBACK: Final = 2.0  # a player asks for his seat so often
EXAMINED: Final = 8  # entries sent to somebody who holds others


class Alarm(NamedTuple):
    """Something that no honest program does; the table stops, and the report may be shown."""

    kind: str  # mismatch, cheating
    pid: bytes  # whom it is about
    text: str
    report: bytes


class Surroundings(Protocol):
    """What a game needs of the program around it."""

    def send(self, pid: bytes, message: wire.Message) -> None:
        """To a player; it may be lost when there is no link."""

    def happened(self, what: Happened) -> None:
        """An entry is final."""

    def refused(self, act: Act, reason: str) -> None:
        """An act of this player's own has come to nothing."""

    def shifted(self) -> None:
        """Host, pause or absentees are others than before."""

    def alarmed(self, alarm: Alarm) -> None:
        """The game is over for this program."""

    def expel(self, pid: bytes, reason: str, text: str) -> None:
        """A peer has broken the protocol: the connection is closed."""


class PeerGame:
    """The game as one of its players runs it."""

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
        self.window = WindowClock(terms.manners.seconds)
        self.absence = Absence(me, self.gid)
        self.halted: Alarm | None = None
        self._around = around
        self._random = random
        self.ledger = Ledger(me, home.log, terms.pids, self._may_close)
        kept = home.kept
        saved = Saved(
            kept.term or 1,
            kept.voted or terms.pids[terms.host] if kept.term <= 1 else kept.voted or None,
            0,
            (kept.floor_term, kept.floor_seq),
        )
        self.node = Node(me.pid, self.ledger, Pen(me, self.gid), saved, now, chance)
        self._throws = Throws(me, self.gid, home)
        self._number = max(number, home.log.last_number(me.pid))
        self._linked: set[bytes] = set()
        self._states: dict[int, dict[bytes, tuple[bytes, bytes]]] = {}  # seq -> pid -> head, digest
        self._seeded = False
        self._renewed = 0
        self._comeback = -inf
        self._return: Act | None = None
        for pid in terms.pids:
            if pid != me.pid:
                self.absence.left(pid, now, ended=False)
        if len(home.log):
            self._grown(now)

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
        return self.window.deadline(self._extensions())

    @property
    def wake(self) -> float:
        """When the next tick has something to do, at the latest."""
        times = [self.node.wake] if self.begun else []
        deadline = self.deadline
        if deadline is not None and self.hosting:
            times.append(deadline)
        return min(times, default=inf)

    def missing_links(self) -> tuple[bytes, ...]:
        """Whose links the throw that is due still lacks, as far as this player knows."""
        return self._throws.missing(self.ledger.tip) if self.begun else ()

    # -- inputs ------------------------------------------------------------------------------------

    def found(self, signatures: list[bytes], now: float) -> None:
        """Opens the game as its first host; everybody has signed the terms."""
        act = self.ledger.act(SEATS, [self.terms.raw, signatures], self._next_number())
        self._carry_out(self.node.found(Wish(act, self.ledger), now), now)
        self._duties(now)

    def do(self, action: Action, now: float) -> Act:
        """The player does something; it happens when it is final, or is refused."""
        return self._propose(DO, packed(action), now)

    def more_time(self, ref: int, now: float) -> None:
        self._propose(MORE, ref, now)

    def want_replaced(self, victim: bytes, stand_in: bool, now: float) -> None:
        """This player wants that somebody else plays for one who has vanished, or nobody."""
        self.absence.wishes[victim] = stand_in
        self._duties(now)

    def hand_over(self, now: float) -> None:
        """This player is about to go: another one shall be host."""
        self._carry_out(self.node.hand_over(now), now)

    def linked(self, pid: bytes, now: float) -> None:
        """There is a link to a player."""
        self._linked.add(pid)
        self.absence.back(pid)
        self._seat_learners()
        if self.begun:
            self._carry_out(self.node.link_up(pid, now), now)
        self._around.shifted()

    def unlinked(self, pid: bytes, now: float) -> None:
        """The link to a player has been closed from the other side."""
        self._linked.discard(pid)
        self.absence.left(pid, now, ended=True)
        self._seat_learners()
        if self.begun:
            self._carry_out(self.node.link_down(pid, now), now)
        self._around.shifted()

    def tick(self, now: float) -> None:
        """Time has passed."""
        if self.halted is None and self.begun:
            self._carry_out(self.node.tick(now), now)
            self._duties(now)

    def receive(self, pid: bytes, message: wire.Message, now: float) -> None:
        """A message of this game has come from one of its players."""
        if self.halted is not None or pid not in self.terms.pids:
            return
        try:
            self._receive(pid, message, now)
        except (EntryError, Forged) as error:
            self._around.expel(pid, "malformed", str(error))

    def _receive(self, pid: bytes, message: wire.Message, now: float) -> None:
        if isinstance(message, ELECTION):
            if not self._may_speak(pid, message):
                return
            said = incoming(self.gid, pid, message, self.node)
            if isinstance(message, wire.Ack):
                self._compare(pid, message)
            self._carry_out(self.node.receive(pid, said, now), now)
            if isinstance(message, wire.Append) and self.ledger.objection:
                self._object(pid)
        elif isinstance(message, wire.Action):
            self._on_act(pid, message, now)
        elif isinstance(message, wire.Reveal):
            self._on_reveal(pid, message, now)
        elif isinstance(message, wire.Consent):
            if self.begun and not self.absence.take(
                pid, message, self.ledger.tip, self.ledger.log.place.head
            ):
                raise Forged("a consent was not signed by its sender")
        elif isinstance(message, wire.Sync):
            after = max(0, message.last.seq - 1)
            entries = tuple(e.sealed for e in self.ledger.log.slice(after, EXAMINED, 1 << 17))
            self._around.send(pid, wire.Snapshot(self.gid, after, entries))
        elif isinstance(message, wire.Snapshot):
            self._examine(message)
        elif isinstance(message, wire.Evidence):
            self._believe(Proof.read(message.proof))
        self._duties(now)

    def _may_speak(self, pid: bytes, message: wire.Message) -> bool:
        """Those without a vote may only answer the host who shows them the log."""
        if pid in self.node.voters or pid in self.node.peers:
            return True
        if isinstance(message, (wire.Ack, wire.Nack)):
            return message.term <= self.node.term
        return isinstance(message, wire.Append) and self.me.pid not in self.node.voters

    # -- acts --------------------------------------------------------------------------------------

    def _next_number(self) -> int:
        self._number = max(self._number, self.ledger.log.last_number(self.me.pid)) + 1
        return self._number

    def _propose(self, kind: str, payload: object, now: float) -> Act:
        act = self.ledger.act(kind, payload, self._next_number())
        self._carry_out(self.node.propose(Wish(act, self.ledger), now), now)
        self._duties(now)
        return act

    def _on_act(self, pid: bytes, message: wire.Action, now: float) -> None:
        act = Act.unseal(message.act)
        if act.gid != self.gid or act.author not in self.terms.pids or act.kind not in BY_PLAYERS:
            return
        if self.ledger.log.find(act.author, act.author_seq) is not None:
            return
        if not act.genuine():
            raise Forged("an act was not signed by its author")
        self._carry_out(self.node.receive(pid, Submit(Wish(act, self.ledger)), now), now)

    def _on_reveal(self, pid: bytes, message: wire.Reveal, now: float) -> None:
        made = Reveal.read(message.reveal)
        if made.ack.pid != pid or made.ack.gid != self.gid or not made.ack.genuine():
            raise Forged("a link came without its sender's signature")
        if not self.begun:
            return
        if not self._throws.take(self.ledger.tip, pid, made):
            raise Forged("a link is not of its sender's chain")
        ack = made.ack
        if pid in self.node.voters:
            said = SaidAck(ack.term, Point(*ack.at), ack.signature, False)
            self._carry_out(self.node.receive(pid, said, now), now)

    # -- effects -----------------------------------------------------------------------------------

    def _carry_out(self, effects: list[Effect], now: float) -> None:
        for effect in effects:
            match effect:
                case Send(peer, message):
                    self._around.send(peer, outgoing(self.gid, message, self._state))
                case Save(term, vote, floor):
                    self.home.keep(Kept(term, vote or b"", *floor))
                case Appended() | Truncated():
                    self._grown(now)
                    self._carry_out(self.node.forget_refused(), now)
                case Committed(seq):
                    for what in self.ledger.settle(seq):
                        self._around.happened(what)
                case Rejected(item, reason):
                    assert isinstance(item, Wish)
                    if item.act.author == self.me.pid:
                        self._around.refused(item.act, reason)
                case Paused():
                    self.window.stop(now)
                    self._note_silence(now)
                    self._around.shifted()
                case Resumed():
                    self.window.go_on(now)
                    self._note_silence(now)
                    self._around.shifted()
                case Hosting() | Following():
                    self._around.shifted()
                case Disagreed(peer, ours, _):
                    last = wire.Point(*ours)
                    self._around.send(peer, wire.Sync(self.gid, last))
                case Certified():
                    pass  # looked at with the other duties

    def _grown(self, now: float) -> None:
        """The log has another end than before."""
        tip = self.ledger.tip
        self.window.look(tip.game, now)
        self._throws.look(tip)
        self._seat_learners()
        for seq in [seq for seq in self._states if seq <= len(self.ledger.log)]:
            for pid, (head, digest) in self._states.pop(seq).items():
                self._match(pid, seq, head, digest)

    def _note_silence(self, now: float) -> None:
        """Who says nothing is as good as away, from the moment he was last heard."""
        awaited = self.node.awaited or ()
        for pid in self.terms.pids:
            if pid == self.me.pid:
                continue
            if pid in awaited:
                self.absence.left(pid, self.node.heard(pid), ended=pid not in self._linked)
            elif pid in self._linked:
                self.absence.back(pid)

    def _seat_learners(self) -> None:
        voters = {self.me.pid, *self.node.voters, *self.node.peers}
        self.node.learners = tuple(
            pid for pid in self.terms.pids if pid in self._linked and pid not in voters
        )

    # -- duties ------------------------------------------------------------------------------------

    def _duties(self, now: float) -> None:
        """Does what the log asks of this player, and of the host if he is that."""
        if self.halted is not None or not self.begun:
            return
        tip = self.ledger.tip
        if self.me.pid not in tip.players:
            self._come_back(now)
            return
        if not self._seeded and self.me.pid in tip.dealer.missing(tip.players):
            self._seeded = True
            self._propose(SEED, self.home.deck_seed, now)
        if tip.due is not None:
            self._show(now)
        elif self._throws.runs_out(tip) and self._renewed <= tip.index:
            self._renewed = tip.index + 2
            self._propose(ANCHOR, self._throws.new_chain(self._random), now)
        self._vote_on_absentees(now)
        if self.hosting:
            self._host(now)

    def _show(self, now: float) -> None:
        due, certified = self.ledger.tip.due, self.node.certified
        if due is None or certified < due.asked.seq or certified > len(self.ledger.log):
            return
        top = self.ledger.log.entry(certified).asked
        if top.term != self.node.term:
            return
        made = self._throws.reveal(self.ledger.tip, top, self.node.signers(certified), now)
        if made is not None:
            for pid in self.ledger.tip.players:
                if pid != self.me.pid:
                    self._around.send(pid, wire.Reveal(self.gid, made.raw))

    def _host(self, now: float) -> None:
        """Throws when all links are there, closes windows, removes those who were voted out."""
        tip = self.ledger.tip
        links = self._throws.complete(tip)
        if links is not None and tip.due is not None:
            self._order(BEACON, [tip.due.throw, links], now)
            return
        deadline = self.deadline
        if deadline is not None and now >= deadline and tip.due is None and not self._answers(now):
            self._order(CLOSE, self.window.open, now)
            return
        removal = self.absence.decided(tip, self.ledger.log.place.head, now)
        if removal is not None:
            self._order(REMOVE, removal, now)

    def _order(self, kind: str, payload: object, now: float) -> None:
        """Something only a host may do, at once or not at all."""
        if self.node.may_order:
            act = self.ledger.act(kind, payload, self._next_number())
            self._carry_out(self.node.propose(Wish(act, self.ledger), now), now)
            self._duties(now)

    def _come_back(self, now: float) -> None:
        """Another program has played this player's seat: he wants it back."""
        tip = self.ledger.tip
        seats = [seat for seat in tip.first_seats(self.me.pid) if tip.game.alive[seat]]
        if not seats or tip.game.winners or not self.host or now < self._comeback:
            return
        self._comeback = now + COMEBACK
        act = self._return
        if act is None or act.author_seq <= self.ledger.log.last_number(self.me.pid):
            anchor = self._throws.new_chain(self._random)
            act = self._return = self.ledger.act(RETURN, anchor, self._next_number())
        for pid in tip.players:
            self._around.send(pid, wire.Action(self.gid, act.sealed))

    def _vote_on_absentees(self, now: float) -> None:
        tip, host = self.ledger.tip, self.host
        for pid in tip.players:
            away = pid not in self.absence.wishes and self.absence.may_vote(pid, tip, now)
            if away and self.absence.only_bots(pid, tip):
                self.absence.wishes[pid] = True
        if host is None:
            return
        for ballot in self.absence.ballots(tip, host, self.ledger.log.place.head, now):
            if host != self.me.pid:
                self._around.send(host, ballot)

    # -- windows -----------------------------------------------------------------------------------

    def _extensions(self) -> int:
        """How often somebody has asked for more time in the open window."""
        if not self.begun:
            return 0
        ref, wanting = self.ledger.tip.patience
        return len(wanting) if ref == self.window.open else 0

    def _may_close(self, now: float) -> bool:
        """Not while a host keeps an answer from the table that it had the time to order."""
        return self.window.is_up(self._extensions(), now) and not self._answers(now - FAIR)

    def _answers(self, since: float) -> bool:
        """Whether this peer has since then known something that the log doesn't have."""
        return any(
            isinstance(item, Wish) and item.act.kind in (DO, MORE)
            for item in self.node.unordered(since)
        )

    # -- alarms ------------------------------------------------------------------------------------

    def _state(self, seq: int) -> bytes:
        return self.ledger.digests.get(seq, b"")

    def _compare(self, pid: bytes, message: wire.Ack) -> None:
        """Holds what another program makes of the log against our own."""
        seq, head, digest = message.at.seq, message.at.head, message.state
        if not digest:
            return
        if seq <= len(self.ledger.log):
            self._match(pid, seq, head, digest)
        elif seq <= len(self.ledger.log) + EARLY:
            self._states.setdefault(seq, {})[pid] = (head, digest)

    def _match(self, pid: bytes, seq: int, head: bytes, digest: bytes) -> None:
        ours = self._state(seq)
        if ours and seq and self.ledger.log.head(seq) == head and ours != digest:
            who = self.ledger.tip.name(pid)
            report = "\n".join(
                (
                    f"after entry {seq} ({head.hex()}) the table of {who} is {digest.hex()},",
                    f"ours is {ours.hex()}",
                    *(entry.sealed.hex() for entry in self.ledger.log),
                )
            )
            text = f"{who} and this program disagree about the table after entry {seq}"
            self._halt(Alarm("mismatch", pid, text, report.encode()))

    def _object(self, pid: bytes) -> None:
        """The host offers something that must not be in any log."""
        reason, self.ledger.objection = self.ledger.objection, ""
        self._around.expel(pid, "cheating", reason[: wire.MAX_SENTENCE])

    def _examine(self, message: wire.Snapshot) -> None:
        """Looks for two entries of one host at the same place."""
        log = self.ledger.log
        for raw in message.entries:
            theirs = Entry.read(raw)
            if theirs.seq > len(log):
                return
            ours = log.entry(theirs.seq)
            if ours.term == theirs.term and ours.head != theirs.head:
                for host in self.terms.pids:
                    proof = Proof(FORK, host, ours.sealed, theirs.sealed)
                    if proof.holds():
                        for pid in self.terms.pids:
                            if pid != self.me.pid:
                                self._around.send(pid, wire.Evidence(self.gid, proof.raw))
                        self._believe(proof)
                        return

    def _believe(self, proof: Proof) -> None:
        """Stops the table if somebody at it has been shown to cheat."""
        if proof.pid in self.terms.pids and proof.holds():
            who = self.ledger.tip.name(proof.pid) if self.begun else "a player"
            self._halt(Alarm("cheating", proof.pid, f"{who} {proof.sentence()}", proof.raw))

    def _halt(self, alarm: Alarm) -> None:
        if self.halted is None:
            self.halted = alarm
            self._around.alarmed(alarm)


def beat(wake: float, now: float) -> float:
    """How long to sleep until the next tick."""
    return max(0.005, min(wake - now, HEARTBEAT))
