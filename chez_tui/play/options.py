"""The table that somebody wants: one record, and everything that can be chosen about it."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from chez_tui.errors import UserError
from chez_tui.settings import editions_from
from core.setting import HOST, HOT_SEAT, LOBBY, NO_WORDS, SOLO, Flag, Setting
from net.table.agreed import AGREED, MANNERS, PASSWORD, SEATS, TITLE, agree

if TYPE_CHECKING:
    from pathlib import Path

    from net.table.lobby import Desk
    from net.wire.messages import Lobby

DEFAULT_EDITIONS: Final = ("geek",)
BOT_NAMES: Final = ("Ada", "Bix", "Cleo", "Dov", "Emi", "Fitz", "Gus", "Hana")
FEWEST: Final = 2
MOST: Final = 8
BY_LOT: Final = -1  # who starts is drawn from the seed
LOCAL: Final = (SOLO, HOT_SEAT)
PACES: Final = {
    "slow": "time to read everything",
    "normal": "as people play",
    "fast": "for people who know the game",
    "instant": "bots and dice take no time at all",
}


class Seat(NamedTuple):
    """A chair at a table of this program: a person, or a bot of that level."""

    name: str
    level: str = ""


class TableSpec(NamedTuple):
    """A table that somebody wants, at this keyboard or on the network."""

    player: str = ""  # who opens it
    title: str = ""
    editions: tuple[str, ...] = DEFAULT_EDITIONS
    options: Mapping[str, str] = NO_WORDS  # house rules
    seats: int = 4
    # On the network.
    taken: int = 0  # seats that somebody has already
    bots: int = 0
    levels: tuple[str, ...] = ("normal",)  # of the bots, around the table
    beat: int = 2  # seconds for which every window stays open
    quick: bool = False  # whether programs pass at once for players who can't respond
    wait: int = 60
    strict: bool = False  # whether every shuffle is proven at once
    quiet: bool = False  # whether only players talk
    hands: str = "hidden"  # what spectators see of them
    offline: bool = False  # whether the local network is not told of it
    password: str = ""
    port: int | None = None  # None: the usual one, or another if that is taken
    bot: str = ""  # the level at which a bot plays the host's own seat
    record: "Path | None" = None
    start: bool = False  # by itself, when all seats are taken
    # At this keyboard.
    chairs: tuple[Seat, ...] = ()  # all that may be used; the first few are at the table
    own: bool = True  # the user's own cards are in the deck
    cards: "tuple[Path, ...]" = ()  # and those of these files
    seed: int | None = None  # None: a fresh one
    first: int = BY_LOT
    pace: str = "instant"

    @classmethod
    def of(cls, lobby: "Lobby") -> "TableSpec":
        """Return what the people in a lobby have agreed on."""
        from core.catalog import EDITIONS

        agreed: dict[str, Any] = {s.key: getattr(lobby, s.key) for s in AGREED if s is not SEATS}
        return cls(
            editions=tuple(key for key in lobby.editions if key in EDITIONS) or DEFAULT_EDITIONS,
            options=dict(lobby.options),
            seats=len(lobby.chairs),
            taken=sum(bool(chair.pid) for chair in lobby.chairs),
            **agreed,
        )

    @property
    def players(self) -> tuple[Seat, ...]:
        """Return the seats at this keyboard: an edition may be for fewer than are wanted."""
        from chez_tui.play.editions import most_players

        return self.chairs[: min(self.seats, most_players(self.editions))]

    @property
    def people(self) -> tuple[int, ...]:
        """Return which of these seats are not those of bots."""
        return tuple(at for at, seat in enumerate(self.players) if not seat.level)

    @property
    def house_rules(self) -> dict[str, str]:
        """Return the options that make a difference and are not as in the book."""
        from chez_tui.play.editions import options_that_matter

        known = options_that_matter(self.editions)
        chosen = self.options.items()
        return {n: v for n, v in chosen if n in known and v != known[n].values[0]}

    def get(self, setting: Setting) -> str:
        """Return the value of a setting as it is written everywhere."""
        match setting.key:
            case "edition":
                return "+".join(self.editions)
            case "level":
                return ",".join(self.levels)
            case "seed":
                from core.luck import format_seed

                return "" if self.seed is None else format_seed(self.seed)
            case "seats" if self.chairs:
                return str(len(self.players))
            case key if key in self._fields:
                value = getattr(self, key)
                return setting.values[value] if isinstance(value, bool) else str(value)
        return self.options.get(setting.key, setting.values[0])

    def put(self, setting: Setting, text: str) -> "TableSpec":
        """Return this table with another value of a setting; raises UserError."""
        key = setting.key
        value: Any = getattr(self, key, None)
        match key:
            case "edition":
                return self.play(editions_from(text), self.options)
            case "level":
                return self._replace(levels=tuple(levels_from(text)))
            case "title":
                from core.telling import clean

                return self._replace(title=clean(text, TITLE.most))
            case "seed":
                return self._replace(seed=seed_from(text))
            case _ if key not in self._fields:
                return self._replace(options={**self.options, key: text})
        if isinstance(value, bool):
            value = text == setting.values[1]
        else:
            value = int(text) if isinstance(value, int) else text
        return self._replace(**{key: value})._seated()

    def play(self, editions: tuple[str, ...], options: Mapping[str, str]) -> "TableSpec":
        """Return this table with other cards; elsewhere than here seats beyond their limit go."""
        from chez_tui.play.editions import most_players

        seats = self.seats if self.chairs else min(self.seats, most_players(editions))
        return self._replace(editions=editions, options=dict(options), seats=seats)._seated()

    def _seated(self) -> "TableSpec":
        """Return this table with no more bots than fit, and with somebody there who begins."""
        first = min(self.first, len(self.players) - 1)
        return self._replace(bots=min(self.bots, self.seats - 1), first=first)


# -- all that can be chosen ------------------------------------------------------------------------


def levels_from(text: str) -> list[str]:
    """Return the levels of bots in a text with commas between them; raises UserError."""
    from core.bots import LEVELS

    levels = [part.strip().casefold() for part in text.split(",")]
    for level in levels:
        if level not in LEVELS:
            raise UserError(f"there is no level {level!r}; there is {all_levels()}")
    return levels


def all_levels() -> str:
    """Return the levels of bots, as a sentence names them."""
    from core.bots import LEVELS

    *others, last = LEVELS
    return f"{', '.join(others)} and {last}"


def seed_from(text: str) -> int | None:
    """Return the seed in a text, none for an empty one; raises ValueError."""
    from core.luck import parse_seed

    return parse_seed(text) if text.strip() else None


def _problem(read: Callable[[str], object]) -> Callable[[str], str]:
    """Return what says why something can't be read."""

    def check(text: str) -> str:
        try:
            read(text)
        except (UserError, ValueError) as error:
            return str(error)
        return ""

    return check


def _title_problem(text: str) -> str:
    from core.telling import clean

    return "" if clean(text, TITLE.most, "") else "a table needs a name"


EDITION: Final = Setting(
    "edition", "Edition", "", places=(*LOCAL, HOST, LOBBY), typed=("edition", "editions")
)
OWN: Final = Setting(
    "own", "Own cards", "the card files in your own folder", ("off", "on"), places=LOCAL
)
PLAYERS: Final = SEATS._replace(label="Players", places=LOCAL)
BOTS: Final = Setting(
    "bots", "Bots", "chairs that bots take", places=(HOST,), between=(0, MOST - 1),
    flag=Flag(
        "--bots", "how many of them bots take", "N", "the number of bots is a number from 0 to 7"
    ),
)  # fmt: skip
LEVEL: Final = Setting(
    "level", "Level", "how well they play", places=(HOST,), check=_problem(levels_from),
    flag=Flag("--level", "how well those play: easy, normal or hard (default: normal)", "L"),
)  # fmt: skip
FIRST: Final = Setting("first", "Begins", "who has the first turn", places=LOCAL)
PACE: Final = Setting(
    "pace", "Pace", "", tuple(PACES), places=LOCAL,
    flag=Flag("--pace", f"how long bots and dice take: {', '.join(PACES)}", "P"),
)  # fmt: skip
SEED: Final = Setting(
    "seed", "Seed", "a number, or letters such as K7QF-3M9P; empty: other luck every time",
    places=LOCAL, most=24, empty="random", check=_problem(seed_from),
    flag=Flag(
        "--seed", "the luck of this game again: a number, or the letters shown at the table", "S"
    ),
)  # fmt: skip
SETTINGS: Final = (
    TITLE, EDITION, OWN, PLAYERS, SEATS, BOTS, LEVEL, *MANNERS, PASSWORD, FIRST, PACE, SEED,
)  # fmt: skip


def settings_for(spec: TableSpec, place: str) -> list[Setting]:
    """Return what can be chosen there beside the house rules, as the table is now."""
    here = (setting for setting in SETTINGS if place in setting.places)
    return [_fitted(s, spec) for s in here if s is not LEVEL or spec.bots]


def rules_for(spec: TableSpec) -> list[Setting]:
    """Return the house rules that make a difference at the table."""
    from chez_tui.play.editions import options_that_matter

    rules = options_that_matter(spec.editions)
    if len(spec.players) > FEWEST:
        rules.pop("two-player", None)
    return list(rules.values())


def _fitted(setting: Setting, spec: TableSpec) -> Setting:
    """Return a setting with the values and words that it has at this table."""
    from chez_tui.play.editions import most_players
    from core.bots import LEVELS

    keys = spec.editions
    match setting.key:
        case "title":
            return setting._replace(check=_title_problem)
        case "edition":
            return edition_setting(keys)
        case "seats":
            return _seats(setting, spec, max(spec.taken, most_players(keys)))
        case "bots":
            return setting._replace(values=tuple(map(str, range(spec.seats))))
        case "level":
            return setting._replace(values=tuple(LEVELS))
        case "beat" | "wait":
            values = {*setting.values, spec.get(setting)}
            return setting._replace(values=tuple(sorted(values, key=int)))
        case "first":
            words = {str(at): seat.name for at, seat in enumerate(spec.players)}
            words = {str(BY_LOT): "by lot"} | words
            return setting._replace(values=tuple(words), words=words)
        case "pace":
            return setting._replace(help=PACES[spec.pace])
    return setting


def edition_setting(keys: tuple[str, ...]) -> Setting:
    """Return the choice of an edition, where these are chosen now."""
    from chez_tui.play.editions import short_title, title_of
    from chez_tui.play.pages import MIXES, page_of
    from core.catalog import EDITIONS, edition_of

    mix = [] if len(keys) == 1 else ["+".join(keys)]
    words = {key: edition_of(key).name for key in EDITIONS}
    words |= dict.fromkeys(mix, short_title(keys))
    pitch = f"{title_of(keys)}: {page_of(MIXES).pitch}" if mix else page_of(keys[0]).pitch
    return EDITION._replace(values=(*EDITIONS, *mix), words=words, help=pitch)


def _seats(setting: Setting, spec: TableSpec, most: int) -> Setting:
    """Return how many seats there can be, and how there could be more."""
    values = tuple(map(str, range(max(FEWEST, spec.taken), most + 1)))
    words = setting.help
    if spec.chairs and most == MOST:
        words = "two to eight"
    elif spec.chairs:
        words = "two to five; with another edition mixed in up to eight"
    elif len(spec.editions) == 1 and most < MOST:
        words += "; with another edition up to eight"
    return setting._replace(values=values, help=words)


# -- at a table that is open -----------------------------------------------------------------------


def apply_change(desk: "Desk", wanted: TableSpec, key: str) -> None:
    """Change one thing about a table; raises LobbyError if it can't be like that."""
    from chez_tui.play.editions import most_players, seats_problem
    from core.catalog import load_catalog
    from net.table.lobby import LobbyError, Plan

    problem = seats_problem(wanted.editions, wanted.seats if key == "seats" else len(desk.chairs))
    if problem:
        raise LobbyError(problem)
    agree(desk, wanted, key)
    if key in (setting.key for setting in AGREED):
        return
    plan = desk.plan
    cards = plan.catalog if key != "edition" else load_catalog(wanted.editions)
    desk.set_plan(Plan(cards, wanted.house_rules, plan.first, plan.winners, plan.strict))
    most = most_players(wanted.editions)
    if desk.seats > most:
        desk.set_seats(most)
