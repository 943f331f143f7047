"""Verification of a network game from the bytes of its log alone, trusting none of its players."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.telling import listing
from net.deck.audit import CHEAT, HONEST, SILENT, Finding, audit, verdict
from net.deck.locks import MASK, REKEY
from net.log.chain import DAMAGED, TORN, ChainError, Log, split_frames
from net.log.entries import START, Entry, EntryError
from net.log.kinds import BEACON, DO, NOOP, REMOVE, SEED
from net.log.referee import Referee, RefereeError


class Fault(NamedTuple):
    """The first bad entry; 0 is the file itself."""

    seq: int
    reason: str

    def __str__(self) -> str:
        return f"entry {self.seq}: {self.reason}" if self.seq else self.reason


@dataclass(frozen=True, slots=True)
class Report:
    """The result, in sentences for people."""

    entries: int  # that hold
    at: int  # the entry with which the game ended, or the last of them
    head: bytes  # of that one: peers that stayed longer have more entries, but the same head
    digest: str  # of the table after it; empty if there is none
    winners: tuple[str, ...]
    proven: tuple[str, ...]
    unproven: tuple[str, ...]
    fault: Fault | None
    cards: str = ""  # what the audit of a sealed deck found

    @property
    def good(self) -> bool:
        return self.fault is None


class Trail(NamedTuple):
    """A log, followed to its end or to the first bad entry."""

    log: Log
    referee: Referee
    rest: str
    fault: Fault | None
    ended: int  # the entry with which the game ended; 0: it didn't


def verify_log(data: bytes) -> Report:
    """Check signatures, chain, votes, dice and every rule, up to the first entry that fails."""
    trail = follow(data)
    if isinstance(trail, Fault):
        return _empty(trail)
    return _report(trail) if len(trail.log) else _empty(trail.fault)


def follow(
    data: bytes,
    done: Callable[[Referee], None] | None = None,
    signatures: bool = True,
    today: bool = False,
) -> Trail | Fault:
    """Apply the entries of a log one by one, calling `done` after each.

    With `today`, use the rules and cards at hand, whatever the game was played by.
    """
    try:
        frames = split_frames(data)
    except ChainError as error:
        return Fault(0, str(error))
    if not frames.sealed:
        return Fault(1, "it's cut off") if frames.rest else Fault(0, "the log is empty")
    try:
        gid = Entry.read(frames.sealed[0]).gid
    except EntryError as error:
        return Fault(1, str(error))
    log, referee, ended = Log(gid), Referee(gid), 0
    referee.today = today
    for seq, sealed in enumerate(frames.sealed, 1):
        try:
            entry = Entry.read(sealed)
            problem = log.refusal(entry)
            if problem is not None:
                return Trail(log, referee, frames.rest, Fault(seq, problem), ended)
            if signatures:
                referee.check(entry)
            referee.apply(entry)
        except (EntryError, RefereeError) as error:
            return Trail(log, referee, frames.rest, Fault(seq, str(error)), ended)
        log.append(entry)
        ended = ended or (seq if referee.game.winners else 0)
        if done is not None:
            done(referee)
    damaged = Fault(len(log) + 1, "it's damaged") if frames.rest == DAMAGED else None
    return Trail(log, referee, frames.rest, damaged, ended)


def _empty(fault: Fault | None) -> Report:
    return Report(0, 0, START, "", (), (), ("anything about the game",), fault)


def _report(trail: Trail) -> Report:
    log, referee, rest, fault, ended = trail
    findings = audit(referee.sealed) if referee.sealed is not None else ()
    cheats = [found for found in findings if found.verdict == CHEAT]
    if fault is None and cheats:
        fault = Fault(0, f"{referee.name(cheats[0].pid)} {cheats[0].text}")
    winners = tuple(referee.game.names[seat] for seat in referee.game.winners)
    return Report(
        len(log),
        ended or len(log),
        log.head(ended or len(log)),
        referee.game.digest(),
        winners,
        (*_proven(referee, log, winners), *_audited(referee, findings)),
        tuple(_unproven(referee, rest, fault, findings)),
        fault,
        verdict(findings, referee.name) if findings else "",
    )


def _proven(referee: Referee, log: Log, winners: tuple[str, ...]) -> Iterator[str]:
    kinds = Counter(entry.act.kind for entry in log)
    people = count(len(referee.terms.players), "player")
    yield f"{count(len(log), 'entry')} in one unbroken chain, signed by authors and hosts"
    yield f"the table and its cards, signed by {people}"
    if kinds[NOOP]:
        yield f"{count(kinds[NOOP], 'change')} of host, each by majority vote"
    if kinds[REMOVE]:
        yield f"{count(kinds[REMOVE], 'removal')} of players, each by majority vote"
    if kinds[MASK]:
        yield f"{count(kinds[REKEY], 'player lock')} on hidden cards, matching every card played"
    if kinds[BEACON]:
        yield f"{count(kinds[BEACON], 'roll')} and draws, from chains fixed in advance"
    if kinds[SEED] and kinds[BEACON] and referee.sealed is None:
        yield "every shuffle, from the seeds the players committed to"
    yield f"{count(kinds[DO], 'action')} by the right players, all legal"
    if winners:
        yield f"a win for {listing(winners)}"


def _audited(referee: Referee, findings: Sequence[Finding]) -> Iterator[str]:
    """Yield what the seeds shown after a sealed game prove."""
    honest = [referee.name(found.pid) for found in findings if found.verdict == HONEST]
    if honest and len(honest) == len(findings):
        yield "audited: yes; every deal replayed from the seeds, and everyone dealt honestly"
    elif honest:
        yield f"audited: {listing(honest)} dealt honestly: the seeds they showed prove it"


def _unproven(
    referee: Referee, rest: str, fault: Fault | None, findings: Sequence[Finding]
) -> Iterator[str]:
    if fault is not None:
        yield "anything from the bad entry on"
    elif rest == TORN:
        yield "what the last entry said, which is cut off"
    if fault is None and not referee.game.winners:
        yield "how the game ended: this log stops before that"
    yield "which people are behind the keys"
    yield (
        "that this is the only signed log of the game: "
        "compare heads with the other players, at the same entry"
    )
    silent = [referee.name(found.pid) for found in findings if found.verdict == SILENT]
    if silent:
        yield f"how {listing(silent)} dealt: no seed shown"
    if referee.sealed is None:
        yield (
            f"that no one looked at hidden cards (cards: {referee.dealer.method}; "
            "a modified client can see all of them)"
        )
    else:
        yield "that players didn't tell each other their cards outside the game"
    if referee.timed:
        windows = count(referee.timed, "window")
        yield f"that time was up in {windows} without a response: clocks leave no trace"


def count(number: int, noun: str) -> str:
    """Put a number before its noun."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun[:-1]}ies" if noun.endswith("y") else f"{number} {noun}s"
