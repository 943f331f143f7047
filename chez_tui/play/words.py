"""Tables of the network in words, for the screen, for line mode and on the command line."""

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

ALONE: Final = ("cards: shared seed", "one program shuffles; they are sealed when others sit down")
SEALED: Final = ("cards: sealed", "nobody can look or stack; all is checked after the game")
STRICT: Final = (
    "cards: sealed, strict",
    "nobody can look or stack; each shuffle is proven at once",
)
TITLE: Final = 40  # letters of the name of a table
CHANGED: Final = "NOT the one you met before"
PHASES: Final = {
    "lobby": "waiting",
    "play": "playing",
    "paused": "paused",
    "over": "over",
}
AGAIN: Final = "The table has changed: everybody but the host must be ready anew"


def people(lobby: "Lobby") -> "list[Chair]":
    """The chairs that are taken."""
    return [chair for chair in lobby.chairs if chair.pid]


def cards(lobby: "Lobby") -> tuple[str, str]:
    """How the cards are dealt when the game begins, and what that means."""
    taken = people(lobby)
    if len(taken) > 1 and len({chair.pid for chair in taken}) == 1:
        return ALONE
    return STRICT if lobby.strict else SEALED


def editions(lobby: "Lobby") -> str:
    return clean(title_of(lobby.editions), 80)


def known_editions(lobby: "Lobby") -> tuple[str, ...]:
    """Those of the table's editions that this program has."""
    return tuple(key for key in lobby.editions if key in EDITIONS)


def explained(lobby: "Lobby") -> list[tuple[str, str]]:
    """Every option that makes a difference here, as it is, with what it means."""
    keys = known_editions(lobby) or EDITIONS[:1]
    return [
        (f"{rule.label} {clean(lobby.options.get(name, rule.values[0]))}", rule.help)
        for name, rule in options_that_matter(keys).items()
    ]


def settings(lobby: "Lobby") -> list[str]:
    """What the table has agreed on, a few words each."""
    book = {name: option.values[0] for name, option in options_for(lobby.editions).items()}
    rules = [
        f"{clean(name)} {clean(value)}"
        for name, value in sorted(lobby.options.items())
        if value != book.get(name)
    ]
    mixed = [  # where there is more than one way to do it by the book
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
    """What a player should know about his own hand; empty: nobody sees it."""
    if settings.hands == "late":
        return "hand seen a round late"
    return "hand seen" if settings.hands == "one" and settings.shown == seat else ""


def held(settings: "Settings", fresh: bool = True) -> str:
    """What is said of somebody whose hand spectators see: that he has these cards, or had them; it
    is not `fresh` any more when somebody else plays for him and shows nothing."""
    if settings.hands == "late":
        return "held a round ago"
    return "holds" if fresh else "held before"


def watching(lobby: "Lobby") -> str:
    """How many watch, and who they are."""
    if not lobby.watchers:
        return "nobody watches"
    names = [clean(name) for name in lobby.audience]
    others = lobby.watchers - len(names)
    if names and others > 0:
        names.append(counted(others, "other"))
    count = counted(lobby.watchers, "spectator")
    return f"{count}: {listing(names)}" if names else count


def role(chair: "Chair", lobby: "Lobby", me: bytes) -> str:
    """What somebody is at this table."""
    if chair.bot:
        return f"bot, {clean(chair.bot)}"
    words = ["you"] if chair.pid == me else []
    if chair.pid == lobby.host:
        words.append("host")
    return ", ".join(words)


def trust(met: "Meeting | None") -> str:
    """What to think of somebody's key."""
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
    """What is different, in sentences."""
    if before is None:
        return []
    told = [*_agreed(before, now), *_seated(before, now, me), *_watched(before, now)]
    if before.host != now.host:
        host = next((chair.name for chair in now.chairs if chair.pid == now.host), "")
        told.append(f"{clean(host)} keeps the lobby now")
    return told


def _watched(before: "Lobby", now: "Lobby") -> list[str]:
    """Who came to watch and who went; how many there are if not all have names."""
    if any(lobby.watchers != len(lobby.audience) for lobby in (before, now)):
        return [] if before.watchers == now.watchers else [capital(watching(now))]
    came, gone = Counter(now.audience), Counter(before.audience)
    told = [f"{clean(name)} watches" for name in (came - gone).elements()]
    return told + [f"{clean(name)} watches no longer" for name in (gone - came).elements()]


def _agreed(before: "Lobby", now: "Lobby") -> list[str]:
    """Settings that are other ones than before, and that this wants a new yes."""
    called = f"The table is called {clean(now.title, TITLE)} now"
    told = [called] if before.title != now.title else []
    told += [f"Changed: {words}" for words in settings(now) if words not in settings(before)]
    waved = {chair.pid for chair in before.chairs if chair.ready}
    lost = any(chair.pid in waved and not chair.ready for chair in people(now))
    return [*told, AGAIN] if told and lost else told


def _seated(before: "Lobby", now: "Lobby", me: bytes) -> list[str]:
    old = {(chair.pid, chair.name): chair for chair in people(before)}
    new = {(chair.pid, chair.name): chair for chair in people(now)}
    told = [f"{clean(old[key].name)} is gone" for key in old if key not in new]
    for key, chair in new.items():
        was, name = old.get(key), clean(chair.name)
        if was is None:
            told.append(f"{name} ({role(chair, now, b'')}) sits down" if chair.bot
                        else f"{name} sits down")  # fmt: skip
        elif was.bot != chair.bot:
            told.append(f"{name} is a bot of the level {clean(chair.bot)} now")
        elif was.ready != chair.ready and not chair.pid == me == now.host:
            who = "You are" if chair.pid == me and not chair.bot else f"{name} is"
            told.append(f"{who} {'ready' if chair.ready else 'not ready any more'}")
    return told


# -- a game that is taken up -----------------------------------------------------------------------


def missing(table: "NetTable") -> list[str]:
    """The players of a game that is taken up whom this program has not reached yet: not those who
    have left it, nor those for whom others play."""
    play = table.play
    if play is None or play.over:
        return []
    players = play.game.ledger.tip.players if play.game.begun else play.terms.pids
    away = [pid for pid in table.missing if pid in players]
    return [clean(play.name(pid)) for pid in away]


def going_on(table: "NetTable") -> str:
    """What a game that is taken up waits for."""
    from net.log.votes import majority

    play = table.play
    if play is None:
        return ""
    title = clean(play.terms.manners.title, TITLE)
    if play.over:
        return f"{title}: the game is over. Waiting for whoever keeps the list of the next one."
    names = listing([clean(seat.name) for seat in play.terms.seats])
    players = play.game.ledger.tip.players if play.game.begun else play.terms.pids
    here, many = len(players) - len(missing(table)), len(players)
    return (
        f"{title}: {names}. The game goes on when most of its players are back: "
        f"{here} of {many} {'is' if here == 1 else 'are'} here, {majority(many)} are needed."
    )


# -- what comes next -------------------------------------------------------------------------------


def not_ready(lobby: "Lobby", but: bytes = b"") -> list[str]:
    return [clean(c.name) for c in people(lobby) if not c.ready and c.pid != but]


def obstacle(lobby: "Lobby", me: bytes) -> str:
    """Why the host can't start yet; empty if nothing is in the way."""
    if len(people(lobby)) < 2:
        return "nobody plays alone: wait for somebody, or add a bot"
    waiting = not_ready(lobby, me)
    return f"waiting for {listing(waiting)} to be ready" if waiting else ""


# -- tables that were heard of -------------------------------------------------------------------


def played_in(editions: Sequence[str], room: int) -> str:
    """Return the editions of a table, in at most that many cells."""
    names = "+".join(clean(key).capitalize() for key in editions)
    return names if len(names) <= room or len(editions) < 2 else f"mix of {len(editions)}"


def company(notice: "Notice", most: int | None = None) -> str:
    """Who sits there: so many by name, or all who are known; the others are counted."""
    names = [clean(name) for name in notice.players[:most]]
    others = notice.seated - len(names)
    if not names:
        return counted(others, "player") if others else "nobody"
    return listing([*names, counted(others, "other")] if others > 0 else names)


# -- votes about the seats of players who are away -------------------------------------------------


def vote_question(votes: Iterable[Vote], table: Game) -> str:
    """How many must choose the same, and who has not chosen yet."""
    votes = tuple(votes)
    silent = dict.fromkeys(seat for vote in votes for seat in vote.silent)
    many = max((vote.needed for vote in votes), default=0)
    said = f"{many} of you must choose the same."
    return f"{said} {_silent(silent, table)}." if silent else said


def vote_option(vote: Vote, bot: bool, table: Game) -> str:
    """What can be chosen, and who has."""
    given = vote.bot if bot else vote.given_up
    names = listing([player(table, seat) for seat in given])
    whose, seats = _of(vote, table), "seats" if len(vote.seats) > 1 else "seat"
    are = "are" if len(vote.seats) > 1 else "is"
    said = f"a bot plays on for {whose}" if bot else f"the {seats} of {whose} {are} given up"
    return f"{said}: {names} want{'s' if len(given) == 1 else ''} that" if given else said


def vote_doubt(vote: Vote, table: Game) -> str:
    """What is asked before somebody votes for what can't be undone."""
    seats = "seats" if len(vote.seats) > 1 else "seat"
    return f"Give up the {seats} of {_of(vote, table)}? The game goes on without them for good."


def _of(vote: Vote, table: Game) -> str:
    """A player who is away, and the bots that play with them."""
    name, *bots = (player(table, seat) for seat in vote.seats)
    return f"{name} and the bot{'s' if len(bots) > 1 else ''} {listing(bots)}" if bots else name


def vote_cast(standing: Standing, seat: int, bot: bool, table: Game) -> str:
    """What is said to somebody who has voted: how many want the same, and who has not said."""
    name = player(table, seat)
    said = f"You want a bot for {name}" if bot else f"You want {name}'s seat given up"
    vote = next((vote for vote in standing.votes if seat in vote.seats), None)
    if vote is None:
        return said
    same = len(vote.bot if bot else vote.given_up)
    rest = f"; {_silent(vote.silent, table)}" if vote.silent else ""
    return f"{said}: {same} of {vote.needed} needed{rest}"


def signs(standing: Standing, table: Game) -> str:
    """Return who asks for time in the open window, and who has pressed space; empty: nobody."""
    said = (
        (standing.asking, "asks for time", "ask for time"),
        (standing.pressed, "has seen enough", "have seen enough"),
    )
    return ", ".join(
        f"{listing([player(table, seat) for seat in seats])} {one if len(seats) == 1 else many}"
        for seats, one, many in said
        if seats
    )


def no_vote(standing: Standing, seat: int, table: Game) -> str:
    """Why nobody votes on a seat."""
    name = player(table, seat)
    if seat not in standing.away:
        return f"{name} is here."
    if standing.paused:
        return f"Too few are here to decide about the seat of {name}."
    return f"The seat of {name} is still kept."


def vote_score(votes: Iterable[Vote]) -> str:
    """How far the vote has come, in as few words as possible; empty: nobody has said anything."""
    counts = [(len(given), vote.needed, bot) for vote in votes
              for bot, given in ((True, vote.bot), (False, vote.given_up))]  # fmt: skip
    same, needed, bot = max(counts, default=(0, 0, True))
    return f"{same} of {needed} for {'a bot' if bot else 'giving it up'}" if same else ""


def _silent(seats: Iterable[int], table: Game) -> str:
    names = [player(table, seat) for seat in seats]
    return f"{listing(names)} {'has' if len(names) == 1 else 'have'} not said"
