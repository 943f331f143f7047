"""A table with somebody at it who has changed his program; all signatures are real."""

from collections.abc import Callable, Sequence

from core.actions import PASS, Action
from net.identity import Identity
from net.log.entries import Ack, Act, Asked, Entry, Place, Vote
from net.log.kinds import BY_HOST, NOOP
from net.log.proofs import Proof
from net.log.terms import Manners
from net.peer.ledger import Wish
from net.peer.peer import PeerGame
from net.sessions.session import BEAT
from net.wire import messages as wire
from tests.net.tablesim.program import Program, window_of
from tests.net.tablesim.table import SimTable, Weather

STRANGER = Identity(b"stranger" * 4)


def table(
    peers: int = 3, seed: int = 1, beat: int = BEAT, wait: int = 60, **more: object
) -> SimTable:
    """A game that has begun: everything is dealt, and nobody acts by himself."""
    made = SimTable(
        seed,
        peers,
        Manners(beat=beat, wait=wait),
        Weather(0.004),
        honest=False,
        **more,  # type: ignore[arg-type]
    )
    until(made, lambda: all(calm(p) for p in made.programs))
    made.hushed = True
    made.run(1.0)
    return made


def windowed(beat: int, people: Sequence[bool] = (True, True, True)) -> SimTable:
    """A table in an open window; nobody answers."""
    made = table(len(people), beat=beat, people=people)
    made.play_on()
    until(made, lambda: all(window_of(game_of(p)) is not None for p in made.programs))
    made.hushed = True
    return made


def pass_at(made: SimTable, program: Program) -> None:
    """Somebody presses space."""
    game = game_of(program)
    (seat,) = game.ledger.final.seats_of(program.pid)
    game.do(Action(PASS, seat, ref=game.window.open), made.now)


def awaited(made: SimTable) -> list[Program]:
    """The people who can respond in the open window."""
    tip = game_of(made.programs[0]).ledger.tip
    return [made.by_pid[tip.owners[seat]] for seat in tip.silent]


def calm(program: Program) -> bool:
    """Whether a program waits for a player, and for no throw."""
    game = program.game
    return (
        game is not None
        and game.ledger.final.last.seq > 6
        and game.ledger.final.due is None
        and game.ledger.tip.due is None
        and window_of(game) is None
    )


def until(made: SimTable, holds: Callable[[], bool], seconds: float = 60.0) -> None:
    assert made.run(seconds, holds), "it never came to that"


def game_of(program: Program) -> PeerGame:
    assert program.game is not None
    return program.game


class Rogue:
    """The key and the log of a player in the wrong hands; his honest program has ended."""

    def __init__(self, made: SimTable, number: int) -> None:
        self.table = made
        self.program = made.programs[number]
        self.me = self.program.me
        self.game = game_of(self.program)
        self.gid = made.terms.gid
        self.program.game = None
        self._number = 5_000_000

    @property
    def place(self) -> Place:
        return self.game.ledger.log.place

    @property
    def point(self) -> wire.Point:
        return wire.Point(*self.game.ledger.log.last)

    @property
    def term(self) -> int:
        return self.game.node.term

    def act(self, kind: str, payload: object, number: int | None = None) -> Act:
        if number is None:
            self._number += 1
            number = 0 if kind in BY_HOST else self._number
        return Act.make(self.me, self.gid, number, self.place, kind, payload)

    def entry(self, act: Act, term: int | None = None, place: Place | None = None) -> Entry:
        return Entry.make(self.me, term or self.term, place or self.place, act)

    def wish(self, kind: str, payload: object) -> Wish:
        """An act that he puts into his own log as a host."""
        return Wish(self.act(kind, payload), self.game.ledger)

    def say(self, to: Program, message: wire.Message) -> None:
        """Over the connection that he has, as bytes."""
        said = wire.unpack(wire.pack(message))
        self.table.enter(to, to.life, game_of(to).receive, self.me.pid, said, self.table.now)

    def refused(self, by: Program, message: wire.Message, why: str) -> bool:
        """Whether somebody ends the connection for a message with these words, and takes nothing
        of it."""
        game = game_of(by)
        before = game.ledger.log.last
        self.say(by, message)
        pid, said = by.expelled.pop()
        taken = game.ledger.log.last != before or game.halted is not None
        return (pid, why in said, taken) == (self.me.pid, True, False)

    def append(self, to: Program, *entries: Entry, **more: object) -> None:
        """As host: entries after the end of the log."""
        self.say(to, self.offer(*entries, **more))

    def offer(self, *entries: Entry, **more: object) -> wire.Append:
        sealed = tuple(entry.sealed for entry in entries)
        message = wire.Append(self.gid, self.term, self.point, sealed, self.game.node.committed, ())
        return message._replace(**more)

    def ack(
        self, at: Sequence[int | bytes], signer: Identity | None = None, gid: bytes = b"",
        digest: bytes = b"",
    ) -> wire.Ack:  # fmt: skip
        """A signature under an entry, perhaps of somebody else, or for another game."""
        signed = Ack.make(signer or self.me, gid or self.gid, self.term, Asked(*at))
        point = wire.Point(*at)
        return wire.Ack(self.gid, self.term, point, signed.signature, False, digest)

    def crown(self, host: Program, *voters: Program, term: int = 2) -> Entry:
        """The first entry of a host with these votes for the log as the rogue knows it."""
        last = Asked(*self.point)
        votes = [Vote.make(p.me, self.gid, term, host.pid, last).raw for p in voters]
        act = Act.make(host.me, self.gid, 0, self.place, NOOP, votes)
        return Entry.make(host.me, term, self.place, act)


def rogue_at(number: int, peers: int = 3, **more: object) -> tuple[SimTable, Rogue, list[Program]]:
    """A table whose player of that number has changed his program, and the others."""
    made = table(peers, **more)  # type: ignore[arg-type]
    rogue = Rogue(made, number)
    return made, rogue, [program for program in made.programs if program is not rogue.program]


def unmoved(programs: list[Program]) -> Callable[[], bool]:
    """Whether nothing became of it: logs, terms and links are what they are now."""

    def state() -> list[object]:
        return [
            (g.ledger.log.last, g.ledger.final.last, g.node.term, g.halted, tuple(p.expelled))
            for p in programs
            for g in (game_of(p),)
        ]

    before = state()
    return lambda: state() == before


def expelled(victims: list[Program], rogue: Rogue, why: str) -> bool:
    return all(
        any(pid == rogue.me.pid and why in text for pid, text in program.expelled)
        for program in victims
    )


def alarmed(programs: list[Program], rogue: Rogue, kind: str) -> bool:
    """Everybody has stopped, knows who it was, and holds a proof that stands alone."""
    alarms = [game_of(program).halted for program in programs]
    return all(
        alarm is not None
        and (alarm.kind, alarm.pid) == ("cheating", rogue.me.pid)
        and Proof.read(alarm.report).kind == kind
        and Proof.read(alarm.report).holds()
        for alarm in alarms
    )
