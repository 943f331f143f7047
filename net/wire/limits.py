"""What the connections of a peer may cost: numbers in one place, so that tests can be impatient."""

from typing import NamedTuple


class Limits(NamedTuple):
    """How far others may try our patience."""

    meeting: float = 5.0  # seconds for handshake, Hello and password together
    quiet: float = 2.0  # seconds without sending until a Ping
    silence: float = 10.0  # seconds without hearing until the other side is given up
    linger: float = 1.0  # seconds for a goodbye to arrive
    high_water: int = 1 << 16  # bytes not yet written until the link is not roomy any more
    backlog: int = 1 << 22  # bytes not yet written until the other side is too slow for us
    stranger_rate: float = 20.0  # messages a second before admission, long ones count more
    stranger_burst: float = 40.0
    rate: float = 5000.0  # ... and after it
    burst: float = 10000.0
    strangers: int = 64  # connections not yet admitted
    strangers_each: int = 16  # ... from one address
    connections: int = 1200  # in all
    guesses: float = 5.0  # of a password at once, and in a minute, from one address
