"""A network game as a record: what its log did to the table, to be replayed or exported."""

from dataclasses import replace

from core.actions import Action
from net.deck.audit import opened_up
from net.log.chain import TORN, ChainError, split_frames
from net.log.entries import Entry, EntryError
from net.log.kinds import RESULT
from net.log.payloads import read_seats, read_told_result
from net.log.referee import Referee
from net.log.terms import Terms
from net.log.verify import Fault, follow
from net.sessions.record import UNNUMBERED, Header, Outdated, Record, RecordError, Result, result_of


def record_of(data: bytes, name: object = "this log") -> Record:
    """The game in the bytes of a log; with all cards turned up if the seeds were shown.

    That all was signed is for `net.log.verify` to say.
    """
    terms = _terms(data)
    if terms is not None and _outdated(terms):
        return _listed(data, terms)
    played = _played(data)
    if isinstance(played, Fault):
        raise RecordError(f"{name} can't be replayed: {played}")
    return played


def head_of(data: bytes, name: object) -> Record:
    """How a game began and how it ended, without playing it."""
    terms = _terms(data)
    if terms is None:
        raise RecordError(f"{name} can't be read: its first entry is damaged")
    return Record(header_of(terms), (), result=_told(split_frames(data).sealed, len(terms.seats)))


def header_of(terms: Terms) -> Header:
    """How a table was set, with its title."""
    return replace(terms.header, about={"title": terms.manners.title})


def _terms(data: bytes) -> Terms | None:
    """What a log begins with; None if that can't be read."""
    try:
        return read_seats(Entry.read(split_frames(data).sealed[0]).act.payload)[0]
    except (ChainError, EntryError, IndexError):
        return None


def _outdated(terms: Terms) -> bool:
    try:
        terms.game()
    except Outdated:
        return True
    except RecordError:
        pass
    return False


def _listed(data: bytes, terms: Terms) -> Record:
    """A game of other rules or cards, to be listed: its actions are not carried out.

    Only a log too old to have its result has any, for `Record.by_todays_rules` to look for one.
    """
    frames = split_frames(data)
    record = Record(header_of(terms), (), bool(frames.rest), _told(frames.sealed, len(terms.seats)))
    if record.result is None and terms.header.rules == UNNUMBERED:
        played = _played(data, today=True)
        if isinstance(played, Record):
            return Record(record.header, played.actions, record.torn)
    return record


def _told(sealed: list[bytes], seats: int) -> Result | None:
    """The result that a log has near its end, whatever rules it was played by."""
    for raw in reversed(sealed):
        try:
            act = Entry.read(raw).act
            if act.kind == RESULT:
                return read_told_result(act.payload, seats)
        except EntryError:
            return None
    return None


def _played(data: bytes, today: bool = False) -> Record | Fault:
    """The game as its entries are carried out, if need be by the rules at hand."""
    actions: list[Action] = []

    def done(referee: Referee) -> None:
        actions.extend(referee.actions)

    trail = follow(data, done, signatures=False, today=today)
    if isinstance(trail, Fault):
        return trail
    if trail.fault is not None:
        return trail.fault
    referee = trail.referee
    if referee.sealed is not None:
        actions = list(opened_up(referee.sealed, actions))
    result = result_of(referee.game) if referee.game.winners else None
    return Record(header_of(referee.terms), tuple(actions), trail.rest == TORN, result)
