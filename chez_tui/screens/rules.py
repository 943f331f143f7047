"""The rules: by topic, by clause, by words that occur in them."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text

from chez_tui.catalogue import fold
from chez_tui.crossrefs import related
from chez_tui.screens.browsing import BrowsingScreen
from chez_tui.widgets.browser import Browser
from chez_tui.widgets.wrapping import wrap
from core.clauses import Clause, clauses

ID_WIDTH = 10  # of the longest clause id


class Entry(NamedTuple):
    """A row of the list: a clause, or the heading of a topic."""

    topic: str
    clause: Clause | None = None

    @property
    def key(self) -> str:
        """What names the row: a clause by its id, a topic by its name."""
        return self.clause.id if self.clause else self.topic


def entries(search: str = "") -> list[Entry]:
    """The topics in order, each followed by those of its clauses that have all the words."""
    wanted = fold(search).split()
    topics: dict[str, list[Entry]] = {}
    for clause in clauses().values():
        said = fold(" ".join(clause))
        if all(word in said for word in wanted):
            topics.setdefault(clause.topic, []).append(Entry(clause.topic, clause))
    return [row for topic, found in topics.items() for row in (Entry(topic), *found)]


class RulesBrowser(Browser[Entry]):
    """Topics and clauses; the text of the one the cursor is on."""

    def row(self, item: Entry, width: int) -> Text:
        if item.clause is None:
            return Text(item.topic, style=f"bold {self.palette.accent}")
        return Text.assemble(
            (f" {item.clause.id:<{ID_WIDTH}} ", self.palette.muted), item.clause.title
        )

    def list_width(self, width: int) -> int:
        return max(28, min(48, width // 2))

    def own_clause(self, item: Entry) -> str:
        return item.clause.id if item.clause else ""

    def nothing(self) -> str:
        return "No rule has these words."

    def page(self, item: Entry, width: int) -> list[Text]:
        lines = self._clause(item.clause, width) if item.clause else self._topic(item, width)
        for line in lines:
            line.highlight_words(
                self.search.split(), f"bold {self.palette.accent}", case_sensitive=False
            )
        return lines

    def _clause(self, clause: Clause, width: int) -> list[Text]:
        lines = [
            *wrap(Text(clause.title, style=f"bold {self.palette.accent}"), width),
            Text(f"{clause.id} {self.glyphs.dot} {clause.topic}", style=self.palette.muted),
            Text(),
            *wrap(Text(clause.text), width),
        ]
        others = related(clause.id)
        if others:
            lines += [Text(), Text("See also", style=f"bold {self.palette.muted}")]
            lines += [self._reference(clauses()[other]) for other in others]
        return lines

    def _reference(self, clause: Clause) -> Text:
        gap = " " * (ID_WIDTH + 1 - len(clause.id))
        return Text.assemble(clause.id, gap, (clause.title, self.palette.muted))

    def _topic(self, item: Entry, width: int) -> list[Text]:
        lines = [Text(item.topic, style=f"bold {self.palette.accent}")]
        for clause in clauses().values():
            if clause.topic == item.topic:
                title = Text.assemble((clause.title, "bold"), "  ", (clause.id, self.palette.muted))
                lines += [Text(), *wrap(title, width), *wrap(Text(clause.text), width)]
        return lines


class RulesScreen(BrowsingScreen):
    """The rules, opened at a clause if one is given."""

    TITLE = "Rules"
    HELP = (
        "All rules in plain words. Every rule has an id, and whenever the game refuses something "
        "it names one. Go through the list, or search for a word such as cancel or Pet. "
        "A topic shows all its rules at once. In the text, underlined ids lead to other rules; "
        "Esc leads back."
    )

    def __init__(self, clause: str = "") -> None:
        super().__init__()
        self._start = clause
        self._trail: list[str] = []  # where the links that were followed began

    def subject(self) -> str:
        topics = {clause.topic for clause in clauses().values()}
        return f"{len(clauses())} clauses in {len(topics)} topics"

    def make_browser(self) -> RulesBrowser:
        return RulesBrowser()

    def on_mount(self) -> None:
        self.refill("")
        self.go(self._start.strip())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The rules don't open the rules."""
        return False if action == "rules" else super().check_action(action, parameters)

    def refill(self, search: str) -> None:
        browser = self.query_one(RulesBrowser)
        here = browser.item.key if browser.item else ""
        browser.search = search
        found = entries(search)
        count = sum(row.clause is not None for row in found)
        self.search_line.count = f"{count} of {len(clauses())}" if search.strip() else ""
        self.search_line.update_lines()
        browser.show_items(found, _first(found, here, skip_topic=bool(search.strip())))

    def go(self, key: str) -> bool:
        """Puts the cursor on a clause or a topic; whether it is in the list."""
        rows = [row.key.casefold() for row in self.browser.items]
        if key.casefold() not in rows:
            return False
        self.browser.go(rows.index(key.casefold()))
        return True

    def follow(self, clause: str) -> None:
        here = self.browser.item
        if here is not None:
            self._trail.append(here.key)
        self._show(clause)
        self.read(True)

    def leave_text(self) -> None:
        """Back along the links, and in the end to the list."""
        if self._trail:
            self._show(self._trail.pop())
            self.refresh_footer()
        else:
            self.read(False)

    def way_back(self) -> str:
        return f"to {self._trail[-1]}" if self._trail else "to the list"

    def _show(self, key: str) -> None:
        if not self.go(key):
            self.search_line.value = ""
            self.refill("")
            self.go(key)


def _first(rows: Sequence[Entry], key: str, skip_topic: bool) -> int:
    """Where the cursor goes in a new list: to the same row, or to the first rule."""
    for number, row in enumerate(rows):
        if row.key == key:
            return number
    return 1 if rows and skip_topic else 0
