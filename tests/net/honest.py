"""A network table in one process: several honest identities play a game of bots into one log."""

from collections.abc import Sequence
from pathlib import Path
from typing import Self

from core.actions import Action
from core.bots import make_bot
from core.game import Game
from core.luck import Stream
from core.state import Window
from core.view import view
from net.identity import Identity
from net.log.chain import MAGIC, Log, framed
from net.log.deal import commitment
from net.log.dice import LinkChain
from net.log.entries import Act, Entry, EntryError, Place, Vote, pack, unpack
from net.log.kinds import ANCHOR, BEACON, BY_HOST, CLOSE, DO, NOOP, REMOVE, SEATS, SEED
from net.log.referee import Referee, RefereeError
from net.log.terms import Manners, Player, Seat, Terms, game_id
from net.log.verify import verify_log
from net.log.votes import consent, majority
from net.peer.home import Folder
from net.sessions.record import Header, packed
from net.sessions.session import BEAT
from tests.kit.deals import once_a_box
from tests.kit.recorded import NAMES, catalog

LENGTH = 400  # links in a test chain: enough for a game


def identity(number: int) -> Identity:
    return Identity(bytes([number + 1]) * 32)


def secret(number: int, what: str) -> bytes:
    """32 bytes that stand for randomness."""
    return Stream(number).fork(what).bits(256).to_bytes(32, "big")


class HonestTable:
    """Everybody plays by the rules; `order` is what a host does."""

    def __init__(
        self, people: int = 3, bots: int = 0, beat: int = BEAT, seed: int = 1, quick: int = 0
    ) -> None:
        self.people = [identity(number) for number in range(people)]
        self.by_pid = {one.pid: one for one in self.people}
        nonces = [secret(seed, f"nonce-{n}")[:16] for n in range(people)]
        self.gid = game_id(nonces)
        self.seeds = [secret(seed, f"deck-{n}") for n in range(people)]
        self.chains = {
            one.pid: LinkChain(self.gid, one.pid, secret(seed, f"dice-{n}"), length=LENGTH)
            for n, one in enumerate(self.people)
        }
        players = [
            Player(one.pid, nonce, self.chains[one.pid].anchor, commitment(self.gid, one.pid, mine))
            for one, nonce, mine in zip(self.people, nonces, self.seeds, strict=True)
        ]
        seats = [Seat(NAMES[n], n) for n in range(people)]
        seats += [Seat(NAMES[n], people - 1, "easy") for n in range(people, people + bots)]
        header = Header.of(catalog(), [seat.name for seat in seats])
        self.terms = Terms.make(players, seats, 0, header, Manners(beat=beat, quick=quick))
        self.log = Log(self.gid)
        self.referee = Referee(self.gid)
        self.host = self.people[0]
        self.term = 1
        self.luck = Stream(seed)
        self.bots = [make_bot("easy", self.luck.fork(f"bot-{n}")) for n in range(len(seats))]

    @property
    def game(self) -> Game:
        return self.referee.game

    def act(self, author: Identity, kind: str, payload: object, basis: Place | None = None) -> Act:
        number = 0 if kind in BY_HOST else self.log.last_number(author.pid) + 1
        return Act.make(author, self.gid, number, basis or self.log.place, kind, payload)

    def order(self, act: Act) -> Entry:
        entry = Entry.make(self.host, self.term, self.log.place, act)
        self.referee.check(entry)
        self.referee.apply(entry)
        self.log.append(entry)
        return entry

    def say(self, author: Identity, kind: str, payload: object) -> Entry:
        return self.order(self.act(author, kind, payload))

    @property
    def founding(self) -> list[object]:
        """The terms, signed by everybody: what a log begins with."""
        return [self.terms.raw, [self.terms.sign(one) for one in self.people]]

    def open(self) -> Self:
        self.say(self.host, SEATS, self.founding)
        for one, seed in zip(self.people, self.seeds, strict=True):
            self.say(one, SEED, seed)
        return self

    def links(self, throw: int) -> list[list[bytes]]:
        return [[pid, self.chains[pid].link(throw)] for pid in self.referee.players]

    @property
    def due(self) -> int:
        """The number of the throw that everybody waits for."""
        assert self.referee.due is not None
        return self.referee.due.throw

    def throw(self) -> Entry:
        return self.say(self.host, BEACON, [self.due, self.links(self.due)])

    def seen_by(self, one: Identity) -> Game:
        """The table as this player knows it; the cards lie open here."""
        return self.referee.game

    def choice(self) -> Action:
        """What somebody who is awaited does next."""
        seats = [seat for seat in self.game.waiting() if self.game.alive[seat]]
        seat = seats[self.luck.below(len(seats))]
        game = self.seen_by(self.by_pid[self.referee.owners[seat]])
        moves = game.legal(seat)
        return moves[0] if len(moves) == 1 else self.bots[seat].choose(view(game, seat))

    def do(self, action: Action) -> Entry:
        return self.say(self.by_pid[self.referee.owners[action.seat]], DO, packed(action))

    def step(self) -> Entry:
        return self.throw() if self.referee.due is not None else self.do(self.choice())

    def play(self, entries: int = 100_000) -> Self:
        while entries and not self.referee.over:
            self.step()
            entries -= 1
        return self

    def until(self, throw: bool) -> "HonestTable":
        """Plays until a throw is due, or until none is."""
        while (self.referee.due is not None) != throw:
            self.step()
        return self

    def votes(self, candidate: Identity, voters: Sequence[Identity] | None = None) -> list[bytes]:
        if voters is None:
            others = [pid for pid in self.referee.players if pid != candidate.pid]
            pids = [candidate.pid, *others][: majority(len(self.referee.players))]
            voters = [self.by_pid[pid] for pid in pids]
        return [
            Vote.make(voter, self.gid, self.term + 1, candidate.pid, self.log.last).raw
            for voter in voters
        ]

    def elect(self, candidate: Identity) -> Entry:
        votes = self.votes(candidate)
        self.host, self.term = candidate, self.term + 1
        return self.say(candidate, NOOP, votes)

    def remove(self, victim: Identity, heir: Identity | None = None) -> Entry:
        due = self.referee.due
        throw = (due.throw if due else self.referee.index) + 1
        gone, to = victim.pid, heir.pid if heir else b""
        consents = [
            [pid, consent(self.by_pid[pid], self.gid, gone, to, throw, self.log.place.head)]
            for pid in self.referee.players
            if pid != gone
        ]
        return self.say(self.host, REMOVE, [gone, to, throw, consents])

    def renew(self, one: Identity) -> Entry:
        return self.say(one, ANCHOR, self.fresh_anchor(one, b"new" * 11))

    def fresh_anchor(self, one: Identity, seed: bytes) -> bytes:
        """Makes new links for somebody; what they hang on."""
        chain = LinkChain(self.gid, one.pid, seed, self.referee.index, LENGTH)
        self.chains[one.pid] = chain
        return chain.anchor

    def close(self) -> Entry:
        """Plays until a window is open, and closes it."""
        while not (self.game.stack and isinstance(self.game.stack[-1], Window)):
            self.step()
        return self.say(self.host, CLOSE, self.game.stack[-1].ref)

    @property
    def data(self) -> bytes:
        return file_of([entry.sealed for entry in self.log])


def file_of(sealed: Sequence[bytes]) -> bytes:
    return MAGIC + b"".join(map(framed, sealed))


@once_a_box
def finished(people: int = 3) -> HonestTable:
    """A whole game; don't change it."""
    return HonestTable(people).open().play()


@once_a_box
def eventful() -> HonestTable:
    """A game in which everything happens that a log can hold; don't change it."""
    table = HonestTable(4, bots=1, beat=20, seed=7).open().play(30)
    table.close()
    table.play(5)
    table.elect(table.people[1])
    table.play(20).until(throw=True)
    table.elect(table.people[2])  # in the middle of a throw
    table.remove(table.people[0], heir=table.people[1])
    table.play(10).until(throw=False)
    table.renew(table.people[3])
    return table.play()


def interrupted(folder: Path) -> Path:
    """Writes the game of two as the first of them has it on disk; where its log lies."""
    table = HonestTable(2).open()
    Folder.make(folder, table.gid, b"d" * 32, b"c" * 32, terms=table.terms.raw).close()
    log = Folder.log_of(folder)
    log.write_bytes(table.data)
    return log


def change_terms(folder: Path, **changes: object) -> None:
    """Writes other values into the terms of a game on disk; None takes one out."""
    value = unpack((folder / "terms").read_bytes(), 10**6, "terms")
    assert isinstance(value, dict)
    value = {key: new for key, new in (value | changes).items() if new is not None}
    (folder / "terms").write_bytes(pack(value))


# -- for tests with bad entries --------------------------------------------------------------------


def sealed(table: HonestTable) -> list[bytes]:
    return [entry.sealed for entry in table.log]


def caught(entries: list[bytes], at: int, why: str = "") -> None:
    """Whoever verifies a log with a bad entry names that very one."""
    report = verify_log(file_of(entries))
    assert report.fault is not None
    assert (report.fault.seq, why in report.fault.reason) == (at, True), str(report.fault)
    assert not report.good
    assert report.entries == at - 1
    assert str(report.fault) == f"entry {at}: {report.fault.reason}"


def rejected(table: HonestTable, bad: Entry, why: str) -> None:
    """Everybody at a table says what is wrong with an entry, and the table is as it was."""
    before = standing(table.referee)
    problem = None
    try:
        entry = Entry.read(bad.sealed)
        problem = table.log.refusal(entry)
        if problem is None:
            table.referee.check(entry)
            table.referee.apply(entry)
    except (EntryError, RefereeError) as error:
        problem = str(error)
    assert problem is not None
    assert why in problem
    assert standing(table.referee) == before


def standing(referee: Referee) -> object:
    """All that the entries of a log have made of a table."""
    game = referee.game.digest() if referee.last.seq else ""
    names = ("term", "host", "players", "owners", "due", "last", "index", "patience", "told")
    return game, [(name, str(getattr(referee, name))) for name in names]


def put(table: HonestTable, act: Act, host: Identity | None = None, term: int = 0) -> Entry:
    """An entry that nobody has looked at."""
    return Entry.make(host or table.host, term or table.term, table.log.place, act)


def said(table: HonestTable, author: Identity, kind: str, payload: object) -> Entry:
    return put(table, table.act(author, kind, payload))


def awaiting(throw: bool, beat: int = 20) -> HonestTable:
    """A table of three that waits for a throw, or for a player to act."""
    return HonestTable(3, beat=beat).open().play(25).until(throw)
