"""What stands in the acts that carry signatures of several players, read strictly."""

from core.state import MAX_SEATS
from net.log.entries import PID_SIZE, SIGNATURE_SIZE, EntryError, Vote, fields
from net.log.terms import Terms
from net.sessions.record import Result, read_result


def _few(signed: list[object]) -> None:
    """Each signature costs time, so nobody may send more of them than there are seats."""
    if len(signed) > MAX_SEATS:
        raise EntryError(f"no table has more than {MAX_SEATS} players")


def read_seats(payload: object) -> tuple[Terms, list[bytes]]:
    """The terms of a table, and a signature for each player."""
    raw, signatures = fields(payload, "the opening of a table", bytes, list)
    terms = Terms.read(raw)
    return terms, fields(signatures, "the signatures", *[SIGNATURE_SIZE] * len(terms.players))


def read_votes(payload: object) -> list[Vote]:
    """The votes for a new host."""
    if not isinstance(payload, list) or not all(type(raw) is bytes for raw in payload):
        raise EntryError("votes come in a list")
    _few(payload)
    return [Vote.read(raw) for raw in payload]


def read_removal(payload: object) -> tuple[bytes, bytes, int, dict[bytes, bytes]]:
    """Who is removed, who plays on for him, the next throw, and who agrees to that."""
    victim, heir, index, pairs = fields(payload, "a removal", PID_SIZE, bytes, int, list)
    _few(pairs)
    return (
        victim,
        heir,
        index,
        dict(fields(pair, "a consent", PID_SIZE, SIGNATURE_SIZE) for pair in pairs),
    )


def told_result(result: Result) -> list[object]:
    """A result as the payload of an act."""
    return [list(result.winners), result.round, list(result.slack)]


def read_told_result(payload: object, seats: int) -> Result:
    """How a game at a table with that many seats ended."""
    winners, rounds, slack = fields(payload, "a result", list, int, list)
    result = read_result(winners, rounds, slack, seats)
    if result is None:
        raise EntryError("a result names seats, a round and the Slack of each seat")
    return result
