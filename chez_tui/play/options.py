"""What the people at a network table agree on, as rows of a form."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from chez_tui.play.editions import most_players, options_that_matter, seats_problem
from core.catalog import EDITIONS, load_catalog
from core.setting import Setting
from core.telling import clean

if TYPE_CHECKING:
    from chez_tui.kit.form import Row
    from net.table.lobby import Desk
    from net.wire.messages import Lobby

FEWEST: Final = 2
TITLE: Final = 40
SECONDS: Final = (0, 15, 30, 45, 60, 90, 120, 300)
AUDITS: Final = ("audited", "strict")
SPECTATORS: Final = ("may talk", "only watch")
HANDS: Final = {"hidden": "none", "one": "one, willing", "late": "all, late"}
WAITS: Final = (15, 30, 60, 120, 300, 900)


@dataclass(slots=True)
class Agreement:
    """Title, cards, seats, house rules and times of a table."""

    title: str
    editions: tuple[str, ...] = EDITIONS[:1]
    seats: int = 4
    seconds: int = 0
    wait: int = 60
    options: dict[str, str] = field(default_factory=dict)
    strict: bool = False
    quiet: bool = False  # whether only players talk
    hands: str = "hidden"  # what spectators see of them

    @classmethod
    def of(cls, lobby: "Lobby") -> "Agreement":
        editions = tuple(key for key in lobby.editions if key in EDITIONS) or EDITIONS[:1]
        return cls(
            lobby.title, editions, len(lobby.chairs), lobby.seconds, lobby.wait,
            dict(lobby.options), lobby.strict, lobby.quiet, lobby.hands,
        )  # fmt: skip

    def table_rows(self, taken: int = FEWEST) -> "list[Row]":
        """The rows about the table; at least so many seats."""
        from chez_tui.kit.form import Row
        from chez_tui.screens.editions import edition_row

        most = max(taken, most_players(self.editions))
        seats = tuple(range(max(FEWEST, taken), most + 1))
        alone = "" if len(self.editions) > 1 or most > 5 else "; with another edition up to eight"
        return [
            Row("title", "Name", "what the table is called in the list", text=self.title,
                most=TITLE, check=_title_problem),
            edition_row(self.editions),
            Row("seats", "Seats", f"chairs for people and bots{alone}", tuple(map(str, seats)),
                seats.index(max(seats[0], min(self.seats, most)))),
        ]  # fmt: skip

    def time_rows(self) -> "list[Row]":
        """The rows about time, and how much is checked while it passes."""
        from chez_tui.kit.form import Row

        seconds, waits = _with(SECONDS, self.seconds), _with(WAITS, self.wait)
        return [
            Row("seconds", "Clock", "time to respond to what is announced",
                tuple(f"{n} s" if n else "none" for n in seconds), seconds.index(self.seconds)),
            Row("wait", "Wait", "how long the seat of who vanishes is kept",
                tuple(f"{n} s" for n in waits), waits.index(self.wait)),
            Row("strict", "Shuffling", "checked after the game, or proven at once", AUDITS,
                int(self.strict)),
            Row("quiet", "Spectators", "whether they may talk", SPECTATORS, int(self.quiet)),
            Row("hands", "Open hands", "what spectators see; late: as of a round ago",
                tuple(HANDS.values()),
                list(HANDS).index(self.hands)),
        ]  # fmt: skip

    def rule_rows(self) -> "list[Row]":
        """The house rules."""
        from chez_tui.screens.editions import option_row

        return [option_row(rule, self.options) for rule in self.known().values()]

    def known(self) -> dict[str, Setting]:
        """The options that make a difference with these editions."""
        return options_that_matter(self.editions)

    def change(self, row: "Row") -> None:
        """Takes over what a row says."""
        if row.key == "title":
            self.title = clean(row.text or "", TITLE)
        elif row.key == "edition":
            from chez_tui.screens.editions import editions_in

            self.play(editions_in(row, self.editions), self.options)
        elif row.key == "seats":
            self.seats = int(row.choices[row.at])
        elif row.key == "seconds":
            self.seconds = _with(SECONDS, self.seconds)[row.at]
        elif row.key == "wait":
            self.wait = _with(WAITS, self.wait)[row.at]
        elif row.key == "strict":
            self.strict = bool(row.at)
        elif row.key == "quiet":
            self.quiet = bool(row.at)
        elif row.key == "hands":
            self.hands = list(HANDS)[row.at]
        elif row.key in self.known():
            self.options[row.key] = row.choices[row.at]

    def play(self, editions: tuple[str, ...], options: Mapping[str, str]) -> None:
        """Other editions; there are no more chairs than they have roles for."""
        self.editions, self.options = editions, dict(options)
        self.seats = min(self.seats, most_players(editions))

    def meant(self) -> Mapping[str, str]:
        """The options that are not as in the book."""
        known = self.known()
        return {n: v for n, v in self.options.items() if n in known and v != known[n].values[0]}


def settle(desk: "Desk", agreed: Agreement, key: str) -> None:
    """Changes one thing about a table; raises LobbyError if it can't be like that."""
    from net.table.lobby import LobbyError, Plan

    plan = desk.plan
    if key == "quiet":
        desk.set_quiet(agreed.quiet)
        return
    if key == "hands":
        desk.set_hands(agreed.hands)
        return
    if key in ("title", "seconds", "wait"):
        desk.set_manners(title=agreed.title, seconds=agreed.seconds, wait=agreed.wait)
        return
    taken = agreed.seats if key == "seats" else len(desk.chairs)
    problem = seats_problem(agreed.editions, taken)
    if problem:
        raise LobbyError(problem)
    if key == "seats":
        desk.set_seats(agreed.seats)
        return
    cards = plan.catalog if key != "edition" else load_catalog(agreed.editions)
    desk.set_plan(Plan(cards, dict(agreed.meant()), plan.first, plan.winners, agreed.strict))
    most = most_players(agreed.editions)
    if desk.seats > most:
        desk.set_seats(most)


def _with(known: tuple[int, ...], value: int) -> tuple[int, ...]:
    return tuple(sorted({*known, value}))


def _title_problem(text: str) -> str:
    return "" if clean(text, TITLE, "") else "a table needs a name"
