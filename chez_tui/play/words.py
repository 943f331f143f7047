"""A lobby in words, for the screen and for line mode alike."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from chez_tui.play.editions import options_that_matter, title_of
from core.catalog import EDITIONS
from core.rules.setup import MIX_OPTIONS, options_for
from core.telling import clean, listing

if TYPE_CHECKING:
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


def hurry(seconds: int) -> str:
    return f"{seconds} s to respond" if seconds else "no clock"


def house_rules(lobby: "Lobby") -> str:
    """The options that are not as in the book."""
    known = options_for(lobby.editions)
    said = [
        f"{clean(name)} {clean(value)}"
        for name, value in sorted(lobby.options.items())
        if name not in known or value != known[name][0][0]
    ]
    return ", ".join(said)


def mixing(lobby: "Lobby") -> str:
    """How editions are mixed by the book, where there is more than one way."""
    said = [
        values[0] if name == "mix" else f"{name} {values[0]}"
        for name, (values, _) in sorted(options_for(lobby.editions).items())
        if name in MIX_OPTIONS and lobby.options.get(name, values[0]) == values[0]
    ]
    return ", ".join(said)


def explained(lobby: "Lobby") -> list[tuple[str, str]]:
    """Every option that makes a difference here, as it is, with what it means."""
    keys = known_editions(lobby) or EDITIONS[:1]
    return [
        (f"{name.replace('-', ' ').capitalize()} {clean(lobby.options.get(name, values[0]))}", said)
        for name, (values, said) in options_that_matter(keys).items()
    ]


def settings(lobby: "Lobby") -> list[str]:
    """What the table has agreed on, a few words each."""
    rules, mixed = house_rules(lobby), mixing(lobby)
    return [
        editions(lobby),
        f"{len(lobby.chairs)} seats",
        hurry(lobby.seconds),
        f"a seat is kept {lobby.wait} s",
        "password" if lobby.locked else "no password",
        f"house rules: {rules}" if rules else "by the book",
        *([f"mixed: {mixed}"] if mixed else ()),
        hands(lobby),
        *(["only players talk"] if lobby.quiet else ()),
    ]


def hands(lobby: "Lobby") -> str:
    """What spectators see of the hands."""
    if lobby.hands == "late":
        return "spectators see all hands a round late"
    if lobby.hands != "one":
        return "spectators see no hand"
    name = next((chair.name for chair in lobby.chairs if chair.pid == lobby.willing), "")
    if not lobby.willing or not name:
        return "spectators see the hand of whoever agrees: nobody yet"
    return f"spectators see the hand of {clean(name)}"


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
        names.append("1 other" if others == 1 else f"{others} others")
    count = "1 spectator" if lobby.watchers == 1 else f"{lobby.watchers} spectators"
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
    told = [*_agreed(before, now), *_seated(before, now, me)]
    told += _watched(before, now)
    if before.host != now.host:
        host = next((chair.name for chair in now.chairs if chair.pid == now.host), "")
        told.append(f"{clean(host)} keeps the lobby now")
    return told


def _watched(before: "Lobby", now: "Lobby") -> list[str]:
    """Who came to watch and who went; how many there are if not all have names."""
    if any(lobby.watchers != len(lobby.audience) for lobby in (before, now)):
        same = before.watchers == now.watchers
        return [] if same else [f"{watching(now)[:1].upper()}{watching(now)[1:]}"]
    came, gone = Counter(now.audience), Counter(before.audience)
    told = [f"{clean(name)} watches" for name in (came - gone).elements()]
    return told + [f"{clean(name)} watches no longer" for name in (gone - came).elements()]


def _agreed(before: "Lobby", now: "Lobby") -> list[str]:
    """Settings that are other ones than before, and that this wants a new yes."""
    told = []
    if before.title != now.title:
        told.append(f"The table is called {clean(now.title, TITLE)} now")
    fresh = set(settings(now)) - set(settings(before))
    told += [f"Changed: {words}" for words in settings(now) if words in fresh]
    waved = {chair.pid for chair in before.chairs if chair.ready}
    lost = any(chair.pid in waved and not chair.ready for chair in people(now))
    return [*told, AGAIN] if told and lost else told


def _seated(before: "Lobby", now: "Lobby", me: bytes) -> list[str]:
    old = {(chair.pid, chair.name): chair for chair in people(before)}
    new = {(chair.pid, chair.name): chair for chair in people(now)}
    told = [f"{clean(old[key].name)} is gone" for key in old if key not in new]
    for key, chair in new.items():
        was = old.get(key)
        name = clean(chair.name)
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


def is_ready(lobby: "Lobby", me: bytes) -> bool:
    mine: Iterable[Chair] = (chair for chair in lobby.chairs if chair.pid == me)
    return all(chair.ready for chair in mine)
