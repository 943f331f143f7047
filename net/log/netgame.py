"""A network game as a record: what its log did to the table, to be replayed or exported."""

from core.actions import Action
from net.deck.audit import opened_up
from net.log.chain import TORN
from net.log.referee import Referee
from net.log.verify import Fault, follow
from net.sessions.record import Record, RecordError


def record_of(data: bytes, name: object = "this log") -> Record:
    """The game in the bytes of a log; with all cards turned up if the seeds were shown.

    That all was signed is for `net.log.verify` to say.
    """
    actions: list[Action] = []

    def done(referee: Referee) -> None:
        actions.extend(referee.actions)

    trail = follow(data, done, signatures=False)
    fault = trail if isinstance(trail, Fault) else trail.fault
    if isinstance(trail, Fault) or fault is not None:
        raise RecordError(f"{name} can't be replayed: {fault}")
    deck = trail.referee.sealed
    if deck is not None:
        actions = list(opened_up(deck, actions))
    return Record(trail.referee.terms.header, tuple(actions), torn=trail.rest == TORN)
