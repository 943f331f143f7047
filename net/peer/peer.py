"""One player's program in a running game, without sockets, clock or luck of its own.

Messages, the time and the player's wishes go in; the surroundings are told what to send and what
has become final. What a player owes the table is in `net.peer.duties`, the others' honesty is the
business of `net.peer.vigil`.
"""

from collections.abc import Iterable
from math import inf
from typing import Final

from core.actions import Action
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
from net.election.messages import Append, Submit
from net.election.messages import Message as Said
from net.election.words import GONE, HEARTBEAT, Point
from net.log.chain import Kept
from net.log.dice import Reveal
from net.log.entries import Act, Entry, EntryError
from net.log.kinds import ANCHOR, DO, MORE, RETURN, SEATS, SEED
from net.log.proofs import Proof
from net.peer.around import Alarm, Surroundings
from net.peer.dealing import OWN_KINDS
from net.peer.dialect import ELECTION, Forged, counts, incoming, outgoing
from net.peer.duties import Duties
from net.peer.floor import Floor
from net.peer.ledger import Wish
from net.peer.vigil import ack_of
from net.wire import messages as wire

__all__ = ["Alarm", "PeerGame", "Surroundings", "beat"]

BY_PLAYERS: Final = (DO, SEED, ANCHOR, RETURN, MORE, *OWN_KINDS)
FEW: Final = 3  # players, of whom a host and one more are a majority


class PeerGame(Duties):
    """The game as one of its players runs it."""

    def _ready(self, now: float) -> None:
        self._pids = self.terms.pids
        self._acks: dict[bytes, SaidAck] = {}  # acks that others can wait for
        self._said: Said | None = None  # what was said last, and as it goes over the wire
        self._saying: wire.Message = wire.Ping(0)
        self._floor = Floor(self.gid, self.ledger, self.node, self._vigil, self._around)
        self._heard_of = 0  # the last entry that is final by the host's account; 0: none was heard
        self._heard_at = -inf  # when the host was heard last, and whether nothing was lacking then
        self._complete = False
        self._here = False  # whether what comes from the host has happened this moment
        if self.begun:
            self._grown(now)

    # -- inputs ------------------------------------------------------------------------------------

    def found(self, signatures: list[bytes], now: float) -> None:
        """Opens the game as its first host; everybody has signed the terms."""
        act = self.ledger.act(SEATS, [self.terms.raw, signatures])
        self._carry_out(self.node.found(Wish(act, self.ledger), now), now)
        self._duties(now)

    def do(self, action: Action, now: float) -> Act:
        """The player does something; it happens when it is final, or is refused."""
        return self._propose(DO, self.dealing.payload(action), now)

    def more_time(self, ref: int, now: float) -> None:
        self._propose(MORE, ref, now)

    def want_replaced(self, victim: bytes, stand_in: bool, now: float) -> None:
        """Vote to replace or drop a disconnected player. Does nothing if they're back."""
        if self.absence.may_vote(victim, self.ledger.tip, now):
            self.absence.wishes[victim] = stand_in
            self._duties(now)

    def hand_over(self, now: float) -> None:
        """This player is about to go: another one shall be host."""
        self._carry_out(self.node.hand_over(now, self.absence.going), now)

    def depart(self, now: float) -> None:
        """The program is about to end: another one shall play its bots on."""
        self.absence.going.add(self.me.pid)
        self.hand_over(now)
        self._duties(now)

    @property
    def current(self) -> bool:
        """Whether this program knows what the others know, and is not catching up with them."""
        return self.hosting or 0 < self._heard_of <= self.ledger.final.last.seq

    def reaches(self, pid: bytes) -> bool:
        """Whether a player can be heard from: there is a link to him, or it is this one."""
        return pid in self._linked or pid == self.me.pid

    def linked(self, pid: bytes, now: float) -> None:
        """There is a link to a player."""
        self._linked.add(pid)
        self._owes_again(pid, now)
        self.absence.came(pid)
        self._seat_learners()
        self._tell_time((pid,), now)
        if self.begun:
            self._carry_out(self.node.link_up(pid, now), now)
        self._around.shifted()

    def unlinked(self, pid: bytes, now: float, going: bool = False) -> None:
        """The link to a player has been closed from the other side, on purpose if he is `going`."""
        self._linked.discard(pid)
        self._unlinked_at[pid] = now
        self.absence.left(pid, now, ended=True)
        if going:
            self.absence.going.add(pid)
        self._seat_learners()
        if self.begun:
            self._carry_out(self.node.link_down(pid, now), now)
        self._around.shifted()

    def give_up(self, alarm: Alarm) -> None:
        """The program can't go on with the game."""
        self._halt(alarm)

    def tick(self, now: float) -> None:
        """Time has passed."""
        if self.halted is None and self.begun:
            if 0 < self._heard_of <= self.node.committed:
                self._settle(self.node.committed)  # nothing has become final since it started
            self._send_acks()
            self._tell_link()
            self._carry_out(self.node.tick(now), now)
            self._note_debtors(now)
            self._duties(now)

    def receive(self, pid: bytes, message: wire.Message, now: float) -> None:
        """A message of this game has come from one of its players."""
        if self.halted is not None or pid not in self._pids:
            return
        if getattr(message, "gid", self.gid) != self.gid:
            return
        try:
            self._receive(pid, message, now)
        except (EntryError, Forged) as error:
            self._around.expel(pid, "malformed", str(error))

    def _receive(self, pid: bytes, message: wire.Message, now: float) -> None:
        if isinstance(message, ELECTION):
            if not self._floor.is_open(pid, message):
                self._hear_of(pid, message, now)
                return
            said: Said
            if isinstance(message, wire.Ack):
                said = self._hear_ack(pid, message)
            else:
                said = incoming(self.gid, pid, message, self.node)
            if not self._hear(pid, said, now):
                return  # nothing is different, and what time asks for comes with the next tick
        elif isinstance(message, wire.Action):
            length = len(self.ledger.log)
            self._on_act(pid, message, now)
            self._grown_duties(length, now)
            return
        elif isinstance(message, wire.Reveal):
            self._on_reveal(pid, message, now)
            if self._throws.missing(self.ledger.tip):
                return
        elif isinstance(message, wire.Consent):
            if self.begun and not self.absence.take(
                pid, message, self.ledger.tip, self.ledger.log.place.head
            ):
                raise Forged("a consent came without its sender's signature")
        elif isinstance(message, wire.Clock):
            self.window.told(message.window, message.elapsed / 1000, now)
        elif isinstance(message, wire.Sync):
            self._floor.asked(pid, message)
        elif isinstance(message, wire.Snapshot):
            self._floor.shown(pid, message, now)
        elif isinstance(message, wire.Keys):
            problem = self.dealing.on_keys(pid, message, now)
            if problem is not None:
                raise Forged(problem)
        elif isinstance(message, wire.Want):
            if self.begun:
                self.dealing.on_want(pid, message)
        elif isinstance(message, wire.Evidence):
            self._vigil.believe(Proof.read(message.proof))
        self._duties(now)
        if self.hosting:
            self.ledger.get_ready()

    def _hear(self, pid: bytes, said: Said, now: float) -> bool:
        """Lets the election hear something; says whether anything comes of it."""
        effects = self.node.receive(pid, said, now)
        if isinstance(said, Append) and pid == self.node.host:
            self._here = self._complete and now - self._heard_at < GONE
            self._heard_of, self._heard_at = said.committed, now
            self._complete = said.committed <= self.node.committed
        if Save in map(type, effects):
            self._check_ack(True)  # what goes to disk stays there
        self._carry_out(effects, now)
        self._check_ack(bool(effects))
        if isinstance(said, Append):
            if self.ledger.objection:
                self._object(pid)
            if Disagreed in map(type, effects):
                self._vigil.examine(entry for entry in said.entries if isinstance(entry, Entry))
        return bool(effects)

    def _hear_of(self, pid: bytes, message: wire.Message, now: float) -> None:
        """Somebody says something about the election that has to be shown first."""
        match message:
            case wire.Nack() if pid in self.node.learners:
                self._carry_out(self.node.catch_up(message.term, now), now)
            case wire.Append():
                said = self._floor.claim(pid, message, now)
                if said is not None:
                    self._hear(pid, said, now)
            case wire.PreVote() | wire.VoteRequest():
                self._floor.appeal(pid, message)

    def _hear_ack(self, pid: bytes, message: wire.Ack) -> SaidAck:
        """What another program confirms, and what it makes of the table."""
        ack = ack_of(self.gid, pid, message)
        if counts(ack.at.seq, self.node):
            self._unchecked = ack
        self._vigil.compare(pid, message)
        return SaidAck(ack.term, ack.at, ack.signature, message.asking)

    def _check_ack(self, moved: bool) -> None:
        """Looks at the signature of an ack that was counted because of the link it came over:
        before anything is done that can't be undone, and in the same breath. If it is false and
        has `moved` something, what people were told is not certain: nothing goes on from there."""
        ack, self._unchecked = self._unchecked, None
        if ack is None:
            return
        if ack.genuine():
            self._vigil.acked(ack)
            return
        if moved:
            text = f"{self.ledger.tip.name(ack.pid)} confirmed an entry with a false signature"
            self._halt(Alarm("cheating", ack.pid, text, ack.raw))
        raise Forged("an ack came without its sender's signature")

    # -- acts --------------------------------------------------------------------------------------

    def _on_act(self, pid: bytes, message: wire.Action, now: float) -> None:
        act = Act.unseal(message.act)
        if act.gid != self.gid or act.author not in self._pids or act.kind not in BY_PLAYERS:
            return
        known = self.ledger.log.find(act.author, act.author_seq)
        if known is not None and known.act.raw == act.raw:
            return
        if act.author_seq == 0 or not act.genuine():
            raise Forged("an act came without its author's signature")
        self._vigil.acted(act, known.act if known is not None else self._held(act))
        self._carry_out(self.node.receive(pid, Submit(Wish(act, self.ledger)), now), now)
        if not self.hosting:
            self.ledger.foresee(act)

    def _held(self, act: Act) -> Act | None:
        """The act with this number that waits to be ordered."""
        item = self.node.docket.held((act.author, act.author_seq))
        return item.act if isinstance(item, Wish) else None

    def _on_reveal(self, pid: bytes, message: wire.Reveal, now: float) -> None:
        made = Reveal.read(message.reveal)
        ack, moving = made.ack, counts(made.ack.at.seq, self.node)
        if ack.pid != pid or ack.gid != self.gid or (moving and not ack.genuine()):
            raise Forged("a link came without its sender's signature")
        if not self.begun:
            return
        if not self._throws.take(self.ledger.tip, self.ledger.log, pid, made):
            raise Forged("a link isn't the one due from its sender")
        if moving:
            self._vigil.acked(ack)
        if pid in self.node.voters:
            said = SaidAck(ack.term, Point(*ack.at), ack.signature, False)
            self._carry_out(self.node.receive(pid, said, now), now)

    # -- effects -----------------------------------------------------------------------------------

    def _carry_out(self, effects: list[Effect], now: float) -> None:
        for effect in effects:  # send first: others wait for it, not for our update
            if isinstance(effect, Send):
                self._say(effect.peer, effect.message)
            elif isinstance(effect, Save):
                vote = effect.vote or b""
                self.home.keep(Kept(effect.term, vote, *effect.floor, effect.committed))
        for effect in effects:
            match effect:
                case Appended(entries):
                    self._vigil.examine([e for e in entries if isinstance(e, Entry)])
                    self._grown(now)
                case Truncated():
                    self._grown(now)
                case Committed(seq):
                    self._seat_learners()  # who has left is told that it is final
                    self._settle(seq)
                case Rejected(item, reason):
                    assert isinstance(item, Wish)
                    if item.act.author == self.me.pid:
                        self._seeded = self._seeded and item.act.kind != SEED
                        self.dealing.rejected(item.act.kind)
                        self._around.refused(item.act, reason)
                case Paused():
                    self.window.stop(now)
                    self._note_silence(now)
                    self._around.shifted()
                case Resumed():
                    self.window.go_on(now)
                    self._tell_time(self._linked, now)
                    self._note_silence(now)
                    self._around.shifted()
                case Hosting():
                    if not self.window.seen:
                        self.window.begin(now)
                    self._tell_time(self._linked, now)
                    self._around.shifted()
                case Following():
                    self._around.shifted()
                case Disagreed(peer, ours, _):
                    last = wire.Point(*ours)
                    self._around.send(peer, wire.Sync(self.gid, last))
                case Certified():
                    self._show(now)  # the dice wait for it; the other duties have time

    def _tell_time(self, pids: Iterable[bytes], now: float) -> None:
        """Says for how long the window has been open to those who may not have seen it open."""
        if self.deadline is not None and (self.window.seen or self.hosting):
            elapsed = max(0, round(1000 * self.window.elapsed(now)))
            for pid in pids:
                self._around.send(pid, wire.Clock(self.gid, self.window.open, elapsed))

    def _settle(self, seq: int) -> None:
        """Everything up to there is final."""
        for what in self.ledger.settle(seq):
            self.dealing.teach(self.ledger.final)
            self._around.happened(what)

    def _say(self, peer: bytes, message: Said) -> None:
        """Sends something; an ack that can't make anything final where it goes may wait a little,
        until a later one stands for it: of three players, a host and one more are enough."""
        if (
            isinstance(message, SaidAck)
            and not message.asking
            and peer != self.node.host
            and not self.hosting
            and len(self.node.voters) <= FEW
        ):
            self._acks[peer] = message
        else:
            if message is not self._said:  # most things are said to everybody
                self._said = message
                self._saying = outgoing(self.gid, message, self._vigil.state)
            self._around.send(peer, self._saying)

    def _send_acks(self) -> None:
        """Sends the acks that have waited."""
        waiting, self._acks = self._acks, {}
        for peer, message in waiting.items():
            if message.term == self.node.term:
                self._around.send(peer, outgoing(self.gid, message, self._vigil.state))

    def _grown(self, now: float) -> None:
        """The log has another end than before."""
        tip = self.ledger.tip
        self._floor.changed()
        self.window.look(tip.game, now, self.hosting or self._here)
        self._throws.look(tip, self.ledger.log)
        self._seat_learners()
        self._vigil.grown()
        self._carry_out(self.node.forget_refused(), now)

    def _note_silence(self, now: float) -> None:
        """Who says nothing is as good as away, from the moment he was last heard."""
        awaited = self.node.awaited or ()
        for pid in self.terms.pids:
            if pid == self.me.pid:
                continue
            if pid in awaited:
                self.absence.left(pid, self.node.heard(pid), ended=pid not in self._linked)
            elif pid in self._linked and pid not in self.overdue(now):
                self.absence.back(pid)

    def _seat_learners(self) -> None:
        if len(self.node.voters) == len(self.terms.players):
            self.node.learners = ()
            return
        voters = {self.me.pid, *self.node.voters, *self.node.peers}
        self.node.learners = tuple(
            pid for pid in self.terms.pids if pid in self._linked and pid not in voters
        )

    def _object(self, pid: bytes) -> None:
        """The host offers something that must not be in any log."""
        reason, self.ledger.objection = self.ledger.objection, ""
        self._around.expel(pid, "cheating", reason[: wire.MAX_SENTENCE])


def beat(wake: float, now: float) -> float:
    """How long to sleep until the next tick."""
    return max(0.005, min(wake - now, HEARTBEAT))
