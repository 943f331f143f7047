"""The table that a person wants: one record, and everything they can choose about it."""

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
BY_LOT: Final = -1  # the seed decides who starts
LOCAL: Final = (SOLO, HOT_SEAT)
PACES: Final = {
    "slow": "time to read everything",
    "normal": "at a human pace",
    "fast": "for people who know the game",
    "instant": "bots and dice take no time",
}


class Seat(NamedTuple):
    """A seat at a table here: a person, or a bot of this level."""

    name: str
    level: str = ""


class TableSpec(NamedTuple):
    """A table that a person wants, at this keyboard or on the network."""

    player: str = ""  # who opens it
    title: str = ""
    editions: tuple[str, ...] = DEFAULT_EDITIONS
    options: Mapping[str, str] = NO_WORDS  # house rules
    seats: int = 4
    # On the network.
    taken: int = 0  # seats taken already
    bots: int = 0
    levels: tuple[str, ...] = ("normal",)  # of the bots, around the table
    beat: int = 2  # seconds that every window stays open
    quick: bool = False  # whether clients pass at once for players who can't respond
    wait: int = 60
    strict: bool = False  # whether to prove every shuffle at once
    quiet: bool = False  # whether only players chat
    hands: str = "hidden"  # how much spectators see of them
    offline: bool = False  # whether to hide it from the local network
    password: str = ""
    port: int | None = None  # None: the usual one, or another if that's taken
    bot: str = ""  # the level at which a bot plays the host's own seat
    record: "Path | None" = None
    start: bool = False  # start automatically when all seats are taken
    # At this keyboard.
    chairs: tuple[Seat, ...] = ()  # all usable ones; the first few are at the table
    own: bool = True  # the user's own cards are in the deck
    cards: "tuple[Path, ...]" = ()  # and those in these files
    seed: int | None = None  # None: a random one
    first: int = BY_LOT
    pace: str = "instant"

    @classmethod
    def of(cls, lobby: "Lobby") -> "TableSpec":
        """Return the table that a lobby agreed on."""
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
        """The seats at this keyboard: an edition may take fewer than wanted."""
        from chez_tui.play.editions import most_players

        return self.chairs[: min(self.seats, most_players(self.editions))]

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that aren't bots'."""
        return tuple(at for at, seat in enumerate(self.players) if not seat.level)

    @property
    def house_rules(self) -> dict[str, str]:
        """The options that make a difference and differ from the book."""
        from chez_tui.play.editions import options_that_matter

        known = options_that_matter(self.editions)
        chosen = self.options.items()
        return {n: v for n, v in chosen if n in known and v != known[n].values[0]}

    def get(self, setting: Setting) -> str:
        """Return a setting's value as text, written the same everywhere."""
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
        """Return this table with another value of a setting; raise UserError."""
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
        """Return this table with other cards; on the network, drop seats beyond their limit."""
        from chez_tui.play.editions import most_players

        seats = self.seats if self.chairs else min(self.seats, most_players(editions))
        return self._replace(editions=editions, options=dict(options), seats=seats)._seated()

    def _seated(self) -> "TableSpec":
        """Return this table with only bots that fit, and a first player who exists."""
        first = min(self.first, len(self.players) - 1)
        return self._replace(bots=min(self.bots, self.seats - 1), first=first)


# -- all that can be chosen ------------------------------------------------------------------------


def levels_from(text: str) -> list[str]:
    """Return the bot levels in a text with commas between them; raise UserError."""
    from core.bots import LEVELS

    levels = [part.strip().casefold() for part in text.split(",")]
    for level in levels:
        if level not in LEVELS:
            raise UserError(f"unknown level {level!r} (choose {all_levels()})")
    return levels


def all_levels() -> str:
    """Return the bot levels as a sentence lists them."""
    from core.bots import LEVELS

    *others, last = LEVELS
    return f"{', '.join(others)} or {last}"


def seed_from(text: str) -> int | None:
    """Return the seed in a text, or None if it's empty; raise ValueError."""
    from core.luck import parse_seed

    return parse_seed(text) if text.strip() else None


def _problem(read: Callable[[str], object]) -> Callable[[str], str]:
    """Return a function that says why a text can't be read."""

    def check(text: str) -> str:
        try:
            read(text)
        except (UserError, ValueError) as error:
            return str(error)
        return ""

    return check


def _title_problem(text: str) -> str:
    from core.telling import clean

    return "" if clean(text, TITLE.most, "") else "name the table"


EDITION: Final = Setting(
    "edition", "Edition", "", places=(*LOCAL, HOST, LOBBY), typed=("edition", "editions")
)
OWN: Final = Setting(
    "own", "Custom cards", "use the cards in your folder", ("off", "on"), places=LOCAL
)
PLAYERS: Final = SEATS._replace(label="Players", places=LOCAL)
BOTS: Final = Setting(
    "bots", "Bots", "seats for bots", places=(HOST,), between=(0, MOST - 1),
    flag=Flag(
        "--bots", "number of bots", "N", "must be 0 to 7"
    ),
)  # fmt: skip
LEVEL: Final = Setting(
    "level", "Level", "how well they play", places=(HOST,), check=_problem(levels_from),
    flag=Flag("--level", "their level: easy, normal or hard (default: normal)", "L"),
)  # fmt: skip
FIRST: Final = Setting("first", "Begins", "who has the first turn", places=LOCAL)
PACE: Final = Setting(
    "pace", "Pace", "", tuple(PACES), places=LOCAL,
    flag=Flag("--pace", f"speed of bots and dice: {', '.join(PACES)}", "P"),
)  # fmt: skip
SEED: Final = Setting(
    "seed", "Seed", "a number or a code like K7QF-3M9P; empty: a random game",
    places=LOCAL, most=24, empty="random", check=_problem(seed_from),
    flag=Flag(
        "--seed", "repeat a game's luck: a number or the code shown at the table", "S"
    ),
)  # fmt: skip
SETTINGS: Final = (
    TITLE, EDITION, OWN, PLAYERS, SEATS, BOTS, LEVEL, *MANNERS, PASSWORD, FIRST, PACE, SEED,
)  # fmt: skip


def settings_for(spec: TableSpec, place: str) -> list[Setting]:
    """Return what can be chosen in a place beside the house rules, for the table as it is."""
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
    """Return a setting with the values and words that fit this table."""
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
            words = {str(BY_LOT): "random"} | words
            return setting._replace(values=tuple(words), words=words)
        case "pace":
            return setting._replace(help=PACES[spec.pace])
    return setting


def edition_setting(keys: tuple[str, ...]) -> Setting:
    """Return the setting for the edition, with a mix only if that's chosen now."""
    from chez_tui.play.editions import short_title, title_of
    from chez_tui.play.pages import MIXES, page_of
    from core.catalog import EDITIONS, edition_of

    mix = [] if len(keys) == 1 else ["+".join(keys)]
    words = {key: edition_of(key).name for key in EDITIONS}
    words |= dict.fromkeys(mix, short_title(keys))
    pitch = f"{title_of(keys)}: {page_of(MIXES).pitch}" if mix else page_of(keys[0]).pitch
    return EDITION._replace(values=(*EDITIONS, *mix), words=words, help=pitch)


def _seats(setting: Setting, spec: TableSpec, most: int) -> Setting:
    """Return the setting for the number of seats, and how to get more."""
    values = tuple(map(str, range(max(FEWEST, spec.taken), most + 1)))
    words = setting.help
    if spec.chairs and most == MOST:
        words = "2 to 8"
    elif spec.chairs:
        words = "2 to 5; mix in another edition for up to 8"
    elif len(spec.editions) == 1 and most < MOST:
        words += "; mix in another edition for up to 8"
    return setting._replace(values=values, help=words)


# -- at a table that is open -----------------------------------------------------------------------


def apply_change(desk: "Desk", wanted: TableSpec, key: str) -> None:
    """Change one thing about a table; raise LobbyError if that isn't possible."""
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
