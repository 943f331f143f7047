"""Votes about the seats of players who are away, in words, for screen and line mode alike."""

from collections.abc import Iterable

from core.game import Game
from core.telling import listing, player
from net.sessions.session import Standing, Vote


def question(votes: Iterable[Vote], table: Game) -> str:
    """How many must choose the same, and who has not chosen yet."""
    votes = tuple(votes)
    silent = dict.fromkeys(seat for vote in votes for seat in vote.silent)
    many = max((vote.needed for vote in votes), default=0)
    said = f"{many} of you must choose the same."
    return f"{said} {_silent(silent, table)}." if silent else said


def option(vote: Vote, bot: bool, table: Game) -> str:
    """What can be chosen, and who has."""
    given = vote.bot if bot else vote.given_up
    names = listing([player(table, seat) for seat in given])
    name, *bots = (player(table, seat) for seat in vote.seats)
    whose = f"{name} and the bot{'s' if len(bots) > 1 else ''} {listing(bots)}" if bots else name
    seats, are = ("seats", "are") if bots else ("seat", "is")
    said = f"a bot plays on for {whose}" if bot else f"the {seats} of {whose} {are} given up"
    return f"{said}: {names} want{'s' if len(given) == 1 else ''} that" if given else said


def chosen(standing: Standing, seat: int, bot: bool, table: Game) -> str:
    """What is said to somebody who has voted: how many want the same, and who has not said."""
    name = player(table, seat)
    said = f"You want a bot for {name}" if bot else f"You want {name}'s seat given up"
    vote = next((vote for vote in standing.votes if seat in vote.seats), None)
    if vote is None:
        return said
    same = len(vote.bot if bot else vote.given_up)
    rest = f"; {_silent(vote.silent, table)}" if vote.silent else ""
    return f"{said}: {same} of {vote.needed} needed{rest}"


def no_vote(standing: Standing, seat: int, table: Game) -> str:
    """Why nobody votes on a seat."""
    name = player(table, seat)
    if seat not in standing.away:
        return f"{name} is here."
    if standing.paused:
        return f"Too few are here to decide about the seat of {name}."
    return f"The seat of {name} is still kept."


def score(votes: Iterable[Vote]) -> str:
    """How far the vote has come, in as few words as possible; empty: nobody has said anything."""
    counts = [(len(given), vote.needed, bot) for vote in votes
              for bot, given in ((True, vote.bot), (False, vote.given_up))]  # fmt: skip
    same, needed, bot = max(counts, default=(0, 0, True))
    return f"{same} of {needed} for {'a bot' if bot else 'giving it up'}" if same else ""


def _silent(seats: Iterable[int], table: Game) -> str:
    names = [player(table, seat) for seat in seats]
    return f"{listing(names)} {'has' if len(names) == 1 else 'have'} not said"
