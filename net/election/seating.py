"""Whose votes and signatures count, and how many of them make a majority.

A change of the voters counts as soon as it is in the log, and voters come and go one at a time: so
every majority before a change and every majority after it share a voter. Until a change is known to
be committed, an old majority could still drop it with all that follows, and something that the new
voters lack may be certain among the old ones; so nothing is certain, and nobody is elected, without
enough of the old voters.
"""

from collections.abc import Container, Mapping, Sequence

from net.election.words import Pid, Voters


def majority(voters: int) -> int:
    """So many that two such groups always share a voter."""
    return voters // 2 + 1


def blocking(voters: int) -> int:
    """So many that every majority contains one of them."""
    return voters - majority(voters) + 1


def in_force(seatings: Sequence[tuple[int, Voters]], committed: int) -> tuple[Voters, ...]:
    """The voters who make an entry certain and elect a host: the latest, preceded by those before
    while that is uncommitted.

    Only one change can be uncommitted, since a host begins no other before.
    """
    seq, latest = seatings[-1]
    if seq <= committed or len(seatings) == 1:
        return (latest,)
    return (seatings[-2][1], latest)


def is_quorum(voters: Voters, present: Container[Pid]) -> bool:
    """Whether those present are a majority of the voters."""
    return sum(voter in present for voter in voters) >= majority(len(voters))


def agreed(rolls: Sequence[Voters], held: Mapping[Pid, int]) -> tuple[int, int]:
    """The highest numbers up to which a blocking set of each roll of voters holds the log, and a
    majority of the last roll."""
    reached = [sorted([held.get(voter, 0) for voter in roll]) for roll in rolls]
    sealed = min([held[-blocking(len(held))] for held in reached])
    return sealed, reached[-1][-majority(len(reached[-1]))]


def change_refusal(now: Voters, then: Voters) -> str | None:
    """Why the voters can't become those in one step."""
    if not then or len(set(then)) != len(then):
        return "every voter has one seat, and there is at least one"
    if len(set(now) ^ set(then)) != 1:
        return "voters join and leave one at a time"
    return None
