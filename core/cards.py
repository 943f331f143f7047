"""Printed cards: what the data files say, compiled once into what the engine looks up."""

from collections.abc import Mapping
from typing import Final, NamedTuple

ROLE: Final = "role"
PERSON: Final = "person"
THING: Final = "thing"
ACTIVITY: Final = "activity"
WHENEVER: Final = "whenever"

NO_TARGET: Final = 0
PLAYER_TARGET: Final = 1
CARD_TARGET: Final = 2

# What a card can do in the hand, for a quick look: cards of the first three never answer.
A_PERSON, A_THING, AN_ACTIVITY, A_TV, A_WHENEVER, A_CANCEL, NO_LIFE_CARD = range(7)

# Which standing effects a face has, as bits.
BONUS: Final = 1
DISCOUNT: Final = 2
FORBID: Final = 4
NO_TIME: Final = 8
BAR: Final = 16
GUARD: Final = 32
REWARD: Final = 64
IMMUNE: Final = 128
SURE: Final = 256
HAND: Final = 512
OTHER: Final = 1024
AURA: Final = 2048
MEANS: Final = 4096  # Income or Free Time
LIMIT: Final = 8192  # the card is for those with a small Income
RESTLESS: Final = 16384  # a card other than a Person that does something in each turn
MOOD: Final = 32768  # it changes the Slack of everybody at the table
HOARD: Final = 65536

# ... and by which verb; any other standing one is OTHER.
STANDING: Final = {
    "bonus": BONUS,
    "discount": DISCOUNT,
    "forbid": FORBID,
    "no-time": NO_TIME,
    "bar": BAR,
    "guard": GUARD,
    "permanent": GUARD,
    "reward": REWARD,
    "immune": IMMUNE,
    "sure": SURE,
    "hand": HAND,
    "earn": MEANS,
    "leisure": MEANS,
    "income-cap": MEANS,
    "aura": AURA,
    "income-limit": LIMIT,
    "mood": MOOD,
    "hoard": HOARD,
}

Match = tuple[bool, ...]  # for each face of the catalog, whether the filter fits


class Effect(NamedTuple):
    """An effect as written in the data file."""

    verb: str
    params: Mapping[str, object]


def words_of(effect: Effect) -> tuple[str, ...]:
    """The words of an effect's filter."""
    words = effect.params["what"]
    return tuple(str(word) for word in words) if isinstance(words, tuple) else ()


class Op(NamedTuple):
    """One effect, compiled: filters are tables, nested effects are numbers of other ops."""

    verb: str
    match: Match = ()
    amount: int = 0
    who: str = "you"
    whose: str = "any"
    until: str = ""
    low: tuple[int, ...] = ()
    high: tuple[int, ...] = ()
    extra: int = 0  # Gloom with an audience


class Face:
    """A printed card. A face number is its place in the catalog it was compiled for."""

    __slots__ = (
        "about", "aimless", "alibi", "aura", "bar", "bonus", "cancels", "cancels_trip",
        "categories", "charm", "cling", "copies", "cost", "cunning", "die", "discount", "each_turn",
        "earn", "edition", "effects", "endure", "flavor", "forbid", "free_time", "german", "goal",
        "guard", "guest", "hand", "hits", "hoard", "house_pet", "id", "income", "income_cap",
        "income_limit", "kind", "lasting", "leisure", "misfortune", "mood", "name", "nerve",
        "no_time", "no_time_trip", "number", "on", "ops", "origin", "permanent", "pest",
        "pest_best", "pilfers", "play", "reward", "salvage", "seeks", "shields", "slack", "stands",
        "stays", "stranger", "sure", "target", "target_match", "target_verb", "target_whose",
        "text", "treat", "upkeep", "week",
    )  # fmt: skip

    def __init__(
        self,
        id: str,
        name: str,
        edition: str,
        kind: str,
        categories: tuple[str, ...] = (),
        copies: int = 1,
        cost: int = 0,
        slack: int = 0,
        die: int | None = None,
        text: str = "",
        flavor: str = "",
        german: str = "",
        guest: bool = False,
        misfortune: bool = False,
        on: str = "anybody",
        effects: tuple[Effect, ...] = (),
        income: tuple[int, int] = (0, 0),
        free_time: tuple[int, int] = (0, 0),
        goal: int = 0,
        origin: tuple[str, int] = ("", 0),
    ) -> None:
        self.id = id
        self.name = name
        self.edition = edition
        self.kind = kind
        self.categories = categories
        self.copies = copies
        self.cost = cost
        self.slack = slack
        self.die = die  # rolled Slack: the die plus this
        self.text = text
        self.flavor = flavor
        self.german = german  # its name in the German box
        self.guest = guest
        self.misfortune = misfortune
        self.on = on  # who may be its target
        self.effects = effects
        self.income = income
        self.free_time = free_time
        self.goal = goal
        self.origin = origin  # file and line, for messages
        # Pets that live in: no call roll, one's own room only (R-CALL-5); Dogs are called.
        self.house_pet = "Pet" in categories and "Dog" not in categories
        # Compiled for one catalog.
        self.number: int = -1
        self.ops: tuple[Op, ...] = ()
        self.play: tuple[int, ...] = ()  # ops carried out once, as the card is played
        self.each_turn: tuple[int, ...] = ()  # ops carried out in each of the owner's turns
        self.target: int = NO_TARGET
        self.aimless: bool = False  # it can always be played, without naming anybody or anything
        self.target_match: Match = ()
        self.target_whose: str = "any"
        self.target_verb: str = ""
        self.pilfers: bool = False
        self.cancels: Match = ()
        self.cancels_trip: bool = False
        self.stays: bool = False
        self.lasting: Op | None = None
        self.week: str = ""  # whom a Week holds for: see `Table.under_week`
        self.about: str = ""  # the kind of role it is about, where there are several kinds
        self.hits: str = ""  # the kind of role it is a misfortune for
        self.treat: Match = ()
        self.salvage: Match = ()
        self.stranger: bool = False
        self.pest: Match = ()
        self.pest_best: bool = False
        self.upkeep: int = 0
        # Standing effects: while it lies in a room, is held as a role, or lies on the table.
        self.stands: int = 0  # bits: which of them there are
        self.bonus: tuple[tuple[Match, int], ...] = ()
        self.aura: tuple[tuple[Match, int], ...] = ()
        self.discount: tuple[tuple[Match, int], ...] = ()
        self.sure: tuple[tuple[Match, int], ...] = ()
        self.reward: tuple[tuple[Match, int, str], ...] = ()
        self.forbid: Match = ()
        self.no_time: Match = ()
        self.no_time_trip: bool = False
        self.bar: Match = ()
        self.seeks: Match = ()  # what a room must have for this Person to enter
        self.guard: Match = ()
        self.earn: int = 0
        self.leisure: int = 0
        self.hand: int = 0
        self.charm: int = 0
        self.nerve: int = 0
        self.cunning: int = 0
        self.mood: tuple[int, int] = (0, 0)  # for those with a role of its edition, for others
        self.income_cap: int | None = None
        self.income_limit: int | None = None
        self.shields: str = ""  # the kind of role whose misfortunes it keeps away (GEEK-3)
        self.permanent: bool = False
        self.cling: bool = False
        self.endure: bool = False
        self.alibi: bool = False
        self.hoard: bool = False

    def copy(self) -> "Face":
        other = Face.__new__(Face)
        for name in Face.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    @property
    def invited(self) -> bool:
        """A Person that gives Slack must be called (R-CALL-3, R-CALL-4)."""
        return self.kind == PERSON and self.slack > 0

    @property
    def printed_slack(self) -> int | str:
        """The Slack as the card shows it: a number, or `die-1` and the like."""
        if self.die is None:
            return self.slack
        return f"die{self.die:+d}" if self.die else "die"
