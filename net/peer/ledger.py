"""A peer's log and the referee who follows it, as the election sees them.

Two referees walk along the log: `tip` stands at its end and judges what may come next, `final`
stands where nothing changes any more and is what players are shown. When everything is final they
are one and the same, and the tip goes on as a copy. A tail that another host replaces is forgotten
by letting the tip start again from the final one.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple

from core.actions import LEAVE, Action
from core.events import Event
from net.election.words import Entry as AnyEntry
from net.election.words import Item, Key, Pid, Point, Voters
from net.identity import Identity
from net.log.chain import Log
from net.log.entries import START, Act, Entry, EntryError, Place, Vote
from net.log.kinds import ANCHOR, BY_HOST, CLOSE, DO, MORE, NOOP, REMOVE, RETURN
from net.log.referee import Referee, RefereeError, player_action

MAX_BATCH: Final = 384 * 1024  # bytes of entries in one message
WITHHELD: Final = 4.0  # by then the others have chosen another host, or there are none
DIGESTS: Final = 256  # so many of the last ones are kept
NOWHERE: Final = Point(0, 0, START)  # before the first entry
PATIENT: Final = (DO, CLOSE, MORE, RETURN, ANCHOR)  # what has to wait for a throw


class Wish(NamedTuple):
    """An act that its author wants in the log; who votes after it depends on the log's end."""

    act: Act
    ledger: "Ledger"

    @property
    def key(self) -> Key:
        return (self.act.author, self.act.author_seq)

    @property
    def voters(self) -> Voters | None:
        return self.ledger.voters_after(self.act)


class Happened(NamedTuple):
    """An entry that has become final, and what it did to the game."""

    entry: Entry
    actions: tuple[Action, ...]
    events: tuple[Event, ...]


_LEAVING: Final = LEAVE.encode()
Outcome = tuple[tuple[Action, ...], tuple[Event, ...]]


class Ledger:
    """Implements `net.election.words.Log` for a game."""

    def __init__(
        self,
        me: Identity,
        log: Log,
        players: Voters,
        may_close: Callable[[float], bool],
        number: int = 0,
    ) -> None:
        """`may_close` says whether the time of the open window is up on this peer's own clock;
        `number` is where this player counts his acts from."""
        self.me = me
        self.log = log
        self.tip = Referee(log.gid)
        self.final = Referee(log.gid)
        self.last = NOWHERE
        self.objection = ""  # why the last entry that was offered must not be in any log
        self._may_close = may_close
        self._number = number
        self._trial: Trial | None = None
        self._spare: tuple[Referee, Referee] | None = None  # the tip, and a copy of it
        self._digest = b""  # of the table at the end of the log; empty: not known yet
        self._digests: dict[int, bytes] = {}
        self._counted = 0  # up to there, the digests are known
        self._outcomes: dict[int, Outcome] = {}  # of entries that are not final yet
        self._withheld = (b"", 0.0)  # an entry that was offered and not signed, and since when
        self._seatings: list[tuple[int, Voters]] = [(0, players)]
        for entry in log:
            self._walk(entry)

    # -- for the election --------------------------------------------------------------------------

    def point(self, seq: int) -> Point:
        return self.log.entry(seq).asked if seq else NOWHERE

    def entries(self, after: int, limit: int) -> list[Entry]:
        return self.log.slice(after, limit, MAX_BATCH)

    def seatings(self) -> list[tuple[int, Voters]]:
        return self._seatings

    def find(self, key: Key) -> int | None:
        entry = self.log.find(*key)
        return None if entry is None else entry.seq

    def open_term(self, term: int, votes: Mapping[Pid, bytes]) -> Entry:
        last = self.log.last
        signed = [
            Vote(self.log.gid, pid, term, self.me.pid, last, proof).raw
            for pid, proof in votes.items()
        ]
        return self._put(term, self.act(NOOP, signed))

    def order(self, term: int, item: Item) -> Entry:
        assert isinstance(item, Wish)
        return self._put(term, item.act)

    def append(self, entry: AnyEntry) -> None:
        assert isinstance(entry, Entry)
        self.log.append(entry)
        self._walk(entry)

    def truncate(self, seq: int) -> None:
        self.log.truncate(seq)
        self._seatings = [seating for seating in self._seatings if seating[0] <= seq]
        self._digests = {at: value for at, value in self.digests.items() if at <= seq}
        self._outcomes = {at: value for at, value in self._outcomes.items() if at <= seq}
        self._counted, self.last = seq, self.log.last
        self.tip = self.final
        for number in range(self.final.last.seq + 1, seq + 1):
            self._go_on(self.log.entry(number))

    def refusal(self, item: Item) -> str | None:
        assert isinstance(item, Wish)
        act, log = item.act, self.log
        if act.author_seq == 0:
            if act.basis != log.place:
                return "it was made for another place in the log"
        elif act.author_seq <= log.last_number(act.author):
            return "it came too late"
        elif not log.holds(act.basis):
            return "its author had seen a different log"
        try:
            self._try(act, max(self.tip.term, 1))
        except RefereeError as error:
            return str(error)
        return None

    def foresee(self, act: Act) -> None:
        """Judges an act before it is ordered: it has come from its author, and most likely the
        host is about to order it just here. The first of several is the likeliest."""
        wish, known = Wish(act, self), self._trial
        if (known is not None and known.before is self.tip) or self.must_wait(wish):
            return
        if self.refusal(wish) is None and self._trial is not None:
            self._trial.digest()

    def must_wait(self, item: Item) -> bool:
        assert isinstance(item, Wish)
        act = item.act
        if self.tip.due is not None and act.kind in PATIENT:
            return True
        if act.kind in (DO, CLOSE) and self.tip.busy:
            return True
        return act.basis.seq > self.final.last.seq and not self.log.holds(act.basis)

    def welcomes(self, entry: AnyEntry, now: float, spread: bool) -> bool:
        assert isinstance(entry, Entry)
        self.objection = ""
        problem = self.log.refusal(entry)
        if problem is None:
            try:
                self.tip.check(entry)
                self._try(entry.act, entry.term)
            except RefereeError as error:
                problem = str(error)
        if problem is not None:
            self.objection = f"entry {entry.seq}: {problem}"
            return False
        if entry.act.kind != CLOSE or spread or self._may_close(now):
            return True
        head, since = self._withheld
        if head != entry.head:
            self._withheld = (entry.head, now)
            return False
        return now - since >= WITHHELD

    # -- for the peer ------------------------------------------------------------------------------

    def act(self, kind: str, payload: object) -> Act:
        """An act of this player's own.

        A host's order is for the place where the log ends. Everything else is based on what is
        final: the end of the log may yet be replaced, and the act would be lost with it.
        """
        if kind in BY_HOST:
            return Act.make(self.me, self.log.gid, 0, self.log.place, kind, payload)
        self._number = max(self._number, self.log.last_number(self.me.pid)) + 1
        basis = Place(*self.final.last[1:])
        return Act.make(self.me, self.log.gid, self._number, basis, kind, payload)

    def settle(self, seq: int) -> Iterator[Happened]:
        """Everything up to there is final now."""
        self.log.commit(seq)
        for number in range(self.final.last.seq + 1, seq + 1):
            entry = self.log.entry(number)
            if self.tip.last.seq == number:
                self.final = self.tip
            else:
                self.final.apply(entry)
            yield Happened(entry, *self._outcomes.pop(number))

    def branch(self, seq: int) -> tuple[Log, Referee]:
        """The log up to an entry that is no older than what is final, and a referee there: another
        history can go on from it without a trace here."""
        log, referee = Log(self.log.gid), self.final.copy()
        for entry in islice(self.log, seq):
            log.append(entry)
            if entry.seq > self.final.last.seq:
                referee.apply(entry)
        return log, referee

    def voters_after(self, act: Act) -> Voters | None:
        """Who votes once this act is in the log, if that changes."""
        tip, players = self.tip, self.tip.players
        if act.kind == RETURN:
            return tuple(pid for pid in tip.terms.pids if pid in players or pid == act.author)
        gone = act.author
        if act.kind == REMOVE:
            assert isinstance(act.payload, list)
            gone = act.payload[0]
        elif not self._leaves(act):
            return None
        return tuple(pid for pid in players if pid != gone)

    def _leaves(self, act: Act) -> bool:
        """Whether its author has no seat any more after this."""
        if act.kind != DO or _LEAVING not in act.raw:
            return False
        try:
            action = player_action(act.payload, self.tip.sealed is not None)
        except EntryError:
            return False
        return action.kind == LEAVE and self.tip.seats_of(act.author) == [action.seat]

    def _put(self, term: int, act: Act) -> Entry:
        entry = Entry.make(self.me, term, self.log.place, act)
        self.append(entry)
        return entry

    def _try(self, act: Act, term: int) -> None:
        """Carries an act out on a copy of the table, which is the table if the act is appended."""
        known = self._trial
        if known is None or not known.is_of(self.tip, act, term):
            number, head = self.log.place
            entry = Entry(b"", b"", b"", act.gid, term, number + 1, head, act, bytes(32))
            after = self._copy()
            self._trial = Trial(self.tip, act, term, after, after.apply(entry))

    def get_ready(self) -> None:
        """Copies the table while nobody waits for anything: what comes next is tried out on it."""
        if self._spare is None and self.tip is self.final:
            self._spare = (self.tip, self.tip.copy())

    def _copy(self) -> Referee:
        (tip, copy), self._spare = self._spare or (None, None), None
        # What its player has learnt to read since then is all that can be different.
        if copy is None or tip is not self.tip or copy.game.face != tip.game.face:
            return self.tip.copy()
        return copy

    def _walk(self, entry: Entry) -> None:
        self._count()
        self._spare = None
        known, self._trial = self._trial, None
        if known is not None and known.is_of(self.tip, entry.act, entry.term):
            events, self.tip, self._digest = known.events, known.after, known.known
            self.tip.entered(entry.asked)
        else:
            events = self._go_on(entry)
        self.last = entry.asked
        self._outcomes[entry.seq] = (self.tip.actions, tuple(events))
        if self.tip.players != self._seatings[-1][1]:
            self._seatings.append((entry.seq, self.tip.players))

    def _go_on(self, entry: Entry) -> list[Event]:
        """Carries an entry out at the end of the log; what is final stays as it is."""
        if self.tip is self.final:
            self.tip = self.tip.copy()
        self._digest = b""
        return self.tip.apply(entry)

    @property
    def digests(self) -> dict[int, bytes]:
        """Of the table after an entry, for the last few of them."""
        self._count()
        return self._digests

    def _count(self) -> None:
        """Works out the digest at the end of the log, at last before that is another one: a host
        sends its entry first."""
        seq = self.last.seq
        if seq > self._counted:
            self._counted = seq
            self._digests[seq] = self._digest or digest_of(self.tip)
            self._digests.pop(seq - DIGESTS, None)


class Trial:
    """The table at the end of the log, an act, and what becomes of the one by the other."""

    __slots__ = ("_act", "_term", "after", "before", "events", "known")

    def __init__(
        self, before: Referee, act: Act, term: int, after: Referee, events: list[Event]
    ) -> None:
        self._act = act
        self._term = term
        self.before = before
        self.after = after
        self.events = events
        self.known = b""  # the digest of the table after it; empty: not known

    def is_of(self, before: Referee, act: Act, term: int) -> bool:
        """Whether it was this act that was tried, at this table."""
        return act is self._act and before is self.before and term == self._term

    def digest(self) -> None:
        """Works out the digest before anybody waits for it."""
        self.known = self.known or digest_of(self.after)


def digest_of(referee: Referee) -> bytes:
    """What the programs of a table compare."""
    return bytes.fromhex(referee.game.digest())
