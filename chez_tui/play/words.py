"""Network tables in words, for the screen, plain mode and the command line."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from chez_tui.play.choices import capital
from chez_tui.play.editions import options_that_matter, title_of
from core.catalog import EDITIONS
from core.game import Game
from core.rules.setup import options_for
from core.telling import clean, listing, player
from core.telling.names import counted
from net.sessions.session import Standing, Vote
from net.table.agreed import ABOUT_SPECTATORS, ABOUT_TABLE, in_short

if TYPE_CHECKING:
    from net.discovery import Notice
    from net.identity import Meeting
    from net.sessions.session import Settings
    from net.table.table import NetTable
    from net.wire.messages import Chair, Lobby

ALONE: Final = (
    "cards: shared seed",
    "the host's computer shuffles; sealed once someone else joins",
)
SEALED: Final = ("cards: sealed", "no peeking, no stacking; verified after the game")
STRICT: Final = (
    "cards: sealed, strict",
    "no peeking, no stacking; every shuffle verified right away",
)
TITLE: Final = 40  # letters in a table's name
CHANGED: Final = "NOT the one you met before"
PHASES: Final = {
    "lobby": "waiting",
    "play": "playing",
    "paused": "paused",
    "over": "over",
}
AGAIN: Final = "Settings changed. Everyone but the host has to ready up again"


def people(lobby: "Lobby") -> "list[Chair]":
    """Return the taken seats."""
    return [chair for chair in lobby.chairs if chair.pid]


def cards(lobby: "Lobby") -> tuple[str, str]:
    """Return how the cards will be dealt, and what that means."""
    taken = people(lobby)
    if len(taken) > 1 and len({chair.pid for chair in taken}) == 1:
        return ALONE
    return STRICT if lobby.strict else SEALED


def editions(lobby: "Lobby") -> str:
    return clean(title_of(lobby.editions), 80)


def known_editions(lobby: "Lobby") -> tuple[str, ...]:
    """Return those of the table's editions that we have."""
    return tuple(key for key in lobby.editions if key in EDITIONS)


def explained(lobby: "Lobby") -> list[tuple[str, str]]:
    """Return every option that makes a difference here, with its value and meaning."""
    keys = known_editions(lobby) or EDITIONS[:1]
    return [
        (f"{rule.label} {clean(lobby.options.get(name, rule.values[0]))}", rule.help)
        for name, rule in options_that_matter(keys).items()
    ]


def settings(lobby: "Lobby") -> list[str]:
    """Return the table's settings, a few words each."""
    book = {name: option.values[0] for name, option in options_for(lobby.editions).items()}
    rules = [
        f"{clean(name)} {clean(value)}"
        for name, value in sorted(lobby.options.items())
        if value != book.get(name)
    ]
    mixed = [  # options with more than one way to do it by the book
        value if name == "mix" else f"{name} {value}"
        for name, value in sorted(book.items())
        if options_for(lobby.editions)[name].mixed and lobby.options.get(name, value) == value
    ]
    return [
        editions(lobby),
        *in_short(lobby, ABOUT_TABLE),
        f"house rules: {', '.join(rules)}" if rules else "by the book",
        *([f"mixed: {', '.join(mixed)}"] if mixed else ()),
        *in_short(lobby, ABOUT_SPECTATORS),
    ]


def seen(settings: "Settings", seat: int | None) -> str:
    """Return what a player should know about their own hand; empty: no one sees it."""
    if settings.hands == "late":
        return "hand seen a round late"
    return "hand seen" if settings.hands == "one" and settings.shown == seat else ""


def held(settings: "Settings", fresh: bool = True) -> str:
    """Return the verb for a hand that spectators see: the player holds these cards, or held them.

    It isn't `fresh` anymore when someone else plays for them and shows nothing.
    """
    if settings.hands == "late":
        return "held a round ago"
    return "holds" if fresh else "held before"


def watching(lobby: "Lobby") -> str:
    """Return the number of spectators, and their names."""
    if not lobby.watchers:
        return "no spectators"
    names = [clean(name) for name in lobby.audience]
    others = lobby.watchers - len(names)
    if names and others > 0:
        names.append(counted(others, "other"))
    count = counted(lobby.watchers, "spectator")
    return f"{count}: {listing(names)}" if names else count


def role(chair: "Chair", lobby: "Lobby", me: bytes) -> str:
    """Return what someone is at this table."""
    if chair.bot:
        return f"bot, {clean(chair.bot)}"
    words = ["you"] if chair.pid == me else []
    if chair.pid == lobby.host:
        words.append("host")
    return ", ".join(words)


def trust(met: "Meeting | None") -> str:
    """Return what to think of someone's key."""
    from net.identity import Trust

    if met is None:
        return ""
    if met.trust is Trust.CHANGED:
        return CHANGED
    if met.trust is Trust.RENAMED:
        return f"met before as {clean(met.former_name)}"
    return "met before" if met.trust is Trust.KNOWN else "new to you"


# -- what has changed ------------------------------------------------------------------------------


def news(before: "Lobby | None", now: "Lobby", me: bytes) -> list[str]:
    """Return what changed, in sentences."""
    if before is None:
        return []
    told = [*_agreed(before, now), *_seated(before, now, me), *_watched(before, now)]
    if before.host != now.host:
        host = next((chair.name for chair in now.chairs if chair.pid == now.host), "")
        told.append(f"{clean(host)} is the host now")
    return told


def _watched(before: "Lobby", now: "Lobby") -> list[str]:
    """Return who came to watch and who left; the number if not all have names."""
    if any(lobby.watchers != len(lobby.audience) for lobby in (before, now)):
        return [] if before.watchers == now.watchers else [capital(watching(now))]
    came, gone = Counter(now.audience), Counter(before.audience)
    told = [f"{clean(name)} watches" for name in (came - gone).elements()]
    return told + [f"{clean(name)} stops watching" for name in (gone - came).elements()]


def _agreed(before: "Lobby", now: "Lobby") -> list[str]:
    """Return the changed settings, and that players must ready up again."""
    called = f"The table's new name is {clean(now.title, TITLE)}"
    told = [called] if before.title != now.title else []
    told += [f"Changed: {words}" for words in settings(now) if words not in settings(before)]
    waved = {chair.pid for chair in before.chairs if chair.ready}
    lost = any(chair.pid in waved and not chair.ready for chair in people(now))
    return [*told, AGAIN] if told and lost else told


def _seated(before: "Lobby", now: "Lobby", me: bytes) -> list[str]:
    old = {(chair.pid, chair.name): chair for chair in people(before)}
    new = {(chair.pid, chair.name): chair for chair in people(now)}
    told = [f"{clean(old[key].name)} left" for key in old if key not in new]
    for key, chair in new.items():
        was, name = old.get(key), clean(chair.name)
        if was is None:
            told.append(f"{name} ({role(chair, now, b'')}) sits down" if chair.bot
                        else f"{name} sits down")  # fmt: skip
        elif was.bot != chair.bot:
            told.append(f"{name} is now a bot, {clean(chair.bot)}")
        elif was.ready != chair.ready and not chair.pid == me == now.host:
            if chair.pid == me and not chair.bot:
                told.append("You're ready" if chair.ready else "You aren't ready anymore")
            else:
                told.append(f"{name} is ready" if chair.ready else f"{name} isn't ready anymore")
    return told


# -- a resumed game ------------------------------------------------------------------------------


def missing(table: "NetTable") -> list[str]:
    """Return a resumed game's players who aren't connected yet, without those who left it and those
    others play for."""
    play = table.play
    if play is None or play.over:
        return []
    players = play.game.ledger.tip.players if play.game.begun else play.terms.pids
    away = [pid for pid in table.missing if pid in players]
    return [clean(play.name(pid)) for pid in away]


def going_on(table: "NetTable") -> str:
    """Return what a resumed game waits for."""
    from net.log.votes import majority

    play = table.play
    if play is None:
        return ""
    title = clean(play.terms.manners.title, TITLE)
    if play.over:
        return f"{title}: game over. Waiting for someone to host the next one."
    names = listing([clean(seat.name) for seat in play.terms.seats])
    players = play.game.ledger.tip.players if play.game.begun else play.terms.pids
    here, many = len(players) - len(missing(table)), len(players)
    return (
        f"{title}: {names}. The game resumes with {majority(many)} of {many} players. "
        f"Here now: {here}."
    )


# -- what comes next -------------------------------------------------------------------------------


def not_ready(lobby: "Lobby", but: bytes = b"") -> list[str]:
    return [clean(c.name) for c in people(lobby) if not c.ready and c.pid != but]


def obstacle(lobby: "Lobby", me: bytes) -> str:
    """Return why the host can't start yet; empty if they can."""
    if len(people(lobby)) < 2:
        return "you need two players: wait for someone or add a bot"
    waiting = not_ready(lobby, me)
    return f"waiting for {listing(waiting)} to be ready" if waiting else ""


# -- tables on the network -----------------------------------------------------------------------


def played_in(editions: Sequence[str], room: int) -> str:
    """Return the editions of a table, in at most that many cells."""
    names = "+".join(clean(key).capitalize() for key in editions)
    return names if len(names) <= room or len(editions) < 2 else f"mix of {len(editions)}"


def company(notice: "Notice", most: int | None = None) -> str:
    """Return who sits there: up to `most` by name, the others counted."""
    names = [clean(name) for name in notice.players[:most]]
    others = notice.seated - len(names)
    if not names:
        return counted(others, "player") if others else "no one"
    return listing([*names, counted(others, "other")] if others > 0 else names)


# -- votes on the seats of disconnected players ----------------------------------------------------


def vote_question(votes: Iterable[Vote], table: Game) -> str:
    """Return how many votes it takes, and who hasn't voted."""
    votes = tuple(votes)
    silent = dict.fromkeys(seat for vote in votes for seat in vote.silent)
    many = max((vote.needed for vote in votes), default=0)
    said = f"It takes {many} votes for the same choice."
    return f"{said} {_silent(silent, table)}." if silent else said


def vote_option(vote: Vote, bot: bool, table: Game) -> str:
    """Return a choice, and who voted for it."""
    given = vote.bot if bot else vote.given_up
    names = listing([player(table, seat) for seat in given])
    whose, seats = _of(vote, table), "seats" if len(vote.seats) > 1 else "seat"
    said = f"a bot takes over for {whose}" if bot else f"drop the {seats} of {whose}"
    return f"{said} (votes: {names})" if given else said


def vote_doubt(vote: Vote, table: Game) -> str:
    """Return the question before a vote that can't be undone."""
    seats = "seats" if len(vote.seats) > 1 else "seat"
    return f"Drop the {seats} of {_of(vote, table)}? They can't come back."


def _of(vote: Vote, table: Game) -> str:
    """Return a disconnected player's name, with the bots that play with them."""
    name, *bots = (player(table, seat) for seat in vote.seats)
    return f"{name} and the bot{'s' if len(bots) > 1 else ''} {listing(bots)}" if bots else name


def vote_cast(standing: Standing, seat: int, bot: bool, table: Game) -> str:
    """Return what a voter reads: the votes so far, and whose are missing."""
    name = player(table, seat)
    said = f"You voted for a bot to replace {name}" if bot else f"You voted to drop {name}'s seat"
    vote = next((vote for vote in standing.votes if seat in vote.seats), None)
    if vote is None:
        return said
    same = len(vote.bot if bot else vote.given_up)
    rest = f". {_silent(vote.silent, table)}" if vote.silent else ""
    return f"{said}: {same} of {vote.needed} votes{rest}"


def signs(standing: Standing, table: Game) -> str:
    """Return who wants more time in the open window, and who passed; empty: no one."""
    said = (
        (standing.asking, "wants more time", "want more time"),
        (standing.pressed, "passes", "pass"),
    )
    return ", ".join(
        f"{listing([player(table, seat) for seat in seats])} {one if len(seats) == 1 else many}"
        for seats, one, many in said
        if seats
    )


def no_vote(standing: Standing, seat: int, table: Game) -> str:
    """Return why there's no vote on a seat."""
    name = player(table, seat)
    if seat not in standing.away:
        return f"{name} is connected."
    if standing.paused:
        return f"Not enough players to vote on {name}'s seat."
    return f"There's no vote on {name}'s seat yet."


def vote_score(votes: Iterable[Vote]) -> str:
    """Return the score of the vote, in as few words as possible; empty: no votes yet."""
    counts = [(len(given), vote.needed, bot) for vote in votes
              for bot, given in ((True, vote.bot), (False, vote.given_up))]  # fmt: skip
    same, needed, bot = max(counts, default=(0, 0, True))
    return f"{same} of {needed} for {'a bot' if bot else 'dropping it'}" if same else ""


def _silent(seats: Iterable[int], table: Game) -> str:
    return f"Waiting for {listing([player(table, seat) for seat in seats])}"
