"""What the people at a network table agree on, as rows of a form."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from core.catalog import EDITIONS, load_catalog
from core.rules.setup import OPTIONS
from core.telling import clean

if TYPE_CHECKING:
    from chez_tui.widgets.form import Row
    from net.table.lobby import Desk
    from net.wire.messages import Lobby

FEWEST: Final = 2
MOST: Final = 8
TITLE: Final = 40
SECONDS: Final = (0, 15, 30, 45, 60, 90, 120, 300)
WAITS: Final = (15, 30, 60, 120, 300, 900)


@dataclass(slots=True)
class Agreement:
    """Title, cards, seats, house rules and times of a table."""

    title: str
    edition: str = EDITIONS[0]
    seats: int = 4
    seconds: int = 0
    wait: int = 60
    options: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, lobby: "Lobby") -> "Agreement":
        edition = lobby.editions[0] if lobby.editions[0] in EDITIONS else EDITIONS[0]
        return cls(
            lobby.title, edition, len(lobby.chairs), lobby.seconds, lobby.wait, dict(lobby.options)
        )

    def table_rows(self, taken: int = FEWEST) -> "list[Row]":
        """The rows about the table; at least so many seats."""
        from chez_tui.widgets.form import Row

        seats = tuple(range(max(FEWEST, taken), MOST + 1))
        return [
            Row("title", "Name", "what the table is called in the list", text=self.title,
                most=TITLE, check=_title_problem),
            Row("edition", "Edition", "whose cards and roles are on the table",
                tuple(key.capitalize() for key in EDITIONS), EDITIONS.index(self.edition)),
            Row("seats", "Seats", "chairs for people and bots", tuple(map(str, seats)),
                seats.index(max(self.seats, seats[0]))),
        ]  # fmt: skip

    def time_rows(self) -> "list[Row]":
        """The rows about time."""
        from chez_tui.widgets.form import Row

        seconds, waits = _with(SECONDS, self.seconds), _with(WAITS, self.wait)
        return [
            Row("seconds", "Clock", "time to respond when somebody announces something",
                tuple(f"{n} s" if n else "none" for n in seconds), seconds.index(self.seconds)),
            Row("wait", "Wait", "how long a seat is kept for somebody who has vanished",
                tuple(f"{n} s" for n in waits), waits.index(self.wait)),
        ]  # fmt: skip

    def rule_rows(self) -> "list[Row]":
        """The house rules."""
        from chez_tui.widgets.form import Row

        rows = []
        for name, (values, meaning) in OPTIONS.items():
            label = name.replace("-", " ").capitalize()
            value = self.options.get(name, values[0])
            rows.append(Row(name, label, meaning, values, values.index(value)))
        return rows

    def change(self, row: "Row") -> None:
        """Takes over what a row says."""
        if row.key == "title":
            self.title = clean(row.text or "", TITLE)
        elif row.key == "edition":
            self.edition = EDITIONS[row.at]
        elif row.key == "seats":
            self.seats = int(row.choices[row.at])
        elif row.key == "seconds":
            self.seconds = _with(SECONDS, self.seconds)[row.at]
        elif row.key == "wait":
            self.wait = _with(WAITS, self.wait)[row.at]
        elif row.key in OPTIONS:
            self.options[row.key] = row.choices[row.at]

    def meant(self) -> Mapping[str, str]:
        """The options that are not as in the book."""
        return {n: v for n, v in self.options.items() if n in OPTIONS and v != OPTIONS[n][0][0]}


def settle(desk: "Desk", agreed: Agreement, key: str) -> None:
    """Changes one thing about a table; raises LobbyError if it can't be like that."""
    from net.table.lobby import Plan

    plan = desk.plan
    if key in ("title", "seconds", "wait"):
        desk.set_manners(title=agreed.title, seconds=agreed.seconds, wait=agreed.wait)
    elif key == "seats":
        desk.set_seats(agreed.seats)
    else:
        cards = plan.catalog if key != "edition" else load_catalog((agreed.edition,))
        desk.set_plan(Plan(cards, dict(agreed.meant()), plan.first, plan.winners))


def _with(known: tuple[int, ...], value: int) -> tuple[int, ...]:
    return tuple(sorted({*known, value}))


def _title_problem(text: str) -> str:
    return "" if clean(text, TITLE, "") else "a table needs a name"
