"""The rules: by topic, by clause, by words in them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content

from chez_tui.kit.browser import Browser, BrowsingScreen, FilterLine, next_of
from chez_tui.kit.screen import Heading
from chez_tui.kit.text import paragraph, wrap
from chez_tui.play.editions import title_of
from chez_tui.play.pages import MIXES, page_of
from chez_tui.play.rulebook import MIXED, edition_topics, found, in_words, related, wanted
from core.catalog import EDITIONS
from core.clauses import Clause, clauses

ID_WIDTH: Final = 10  # of the ids of most clauses


class Entry(NamedTuple):
    """A row of the list: a clause, or the heading of a topic."""

    topic: str
    clause: Clause | None = None

    @property
    def key(self) -> str:
        """Return what names the row: a clause's id, a topic's name."""
        return self.clause.id if self.clause else self.topic


def entries(search: str = "", editions: Sequence[str] = ()) -> list[Entry]:
    """Return the topics in order, each followed by its clauses that a search finds."""
    return [
        row
        for topic, some in found(search, editions).items()
        for row in (Entry(topic), *(Entry(topic, clause) for clause in some))
    ]


class RulesBrowser(Browser[Entry]):
    """Topics and clauses, with the text of the one at the cursor."""

    editions: tuple[str, ...] = ()  # whose words the rules use
    search = ""  # words that a page points out

    def key(self, item: Entry) -> str:
        return item.key

    def row(self, item: Entry, width: int) -> Content:
        if item.clause is None:
            rule = "─" * (width - cell_len(item.topic) - 1)
            return Content.assemble((item.topic, "bold $accent"), (f" {rule}", "$line"))
        named = (f" {item.clause.id:<{ID_WIDTH}} ", "$muted")
        return Content.assemble(named, item.clause.title)

    def list_width(self, width: int) -> int:
        return max(28, min(48, width // 2))

    def called(self, item: Entry) -> str:
        return item.clause.id if item.clause else item.topic

    def own_clause(self, item: Entry) -> str:
        return item.clause.id if item.clause else ""

    def nothing(self) -> str:
        return "No rule has these words."

    def page(self, item: Entry, width: int, height: int) -> list[Content]:
        lines = self._clause(item.clause, width) if item.clause else self._topic(item, width)
        for pattern in wanted(self.search):
            lines = [line.highlight_regex(pattern, style="bold $accent") for line in lines]
        return lines

    def _clause(self, clause: Clause, width: int) -> list[Content]:
        lines = [
            *paragraph(clause.title, "bold $accent", width),
            *paragraph(f"{clause.id} · {clause.topic}", "$muted", width),
            Content(),
            *wrap(Content(clause.text), width),
        ]
        others = related(clause.id)
        if others:
            lines += [Content(), *paragraph("See also", "bold $muted", width)]
            lines += [
                self._reference(in_words(clauses()[other], self.editions), width)
                for other in others
            ]
        return lines

    def _reference(self, clause: Clause, width: int) -> Content:
        gap = " " * max(1, ID_WIDTH + 1 - len(clause.id))
        line = Content.assemble(clause.id, gap, (clause.title, "$muted"))
        return line if line.cell_length <= width else line.truncate(width - 1) + "…"

    def _topic(self, item: Entry, width: int) -> list[Content]:
        lines = paragraph(item.topic, "bold $accent", width)
        key = MIXES if item.topic == MIXED else edition_topics().get(item.topic, "")
        if key:
            lines += self._different(key, width)
        for entry in self.items:
            clause = entry.clause
            if clause is not None and clause.topic == item.topic:
                title = Content.assemble((clause.title, "bold"), "  ", (clause.id, "$muted"))
                lines += [Content(), *wrap(title, width), *wrap(Content(clause.text), width)]
        return lines

    def _different(self, key: str, width: int) -> list[Content]:
        """Return what an edition is about and what's different in it, before its rules."""
        page = page_of(key)
        lines = paragraph(page.pitch, "italic $muted", width)
        for section in page.different:
            if not section.needs or not self.editions or section.needs in self.editions:
                title = Content.assemble((f"{section.title}. ", "bold"), section.text)
                lines += [Content(), *wrap(title, width)]
        return [*lines, Content(), *paragraph("The rules", "bold $accent", width)]


class RulesScreen(BrowsingScreen):
    """The rules, opened at a clause if it gets one."""

    TITLE = "Rules"
    HELP = (
        "All rules in plain words. Every rule has an id, and the game names one whenever it "
        "refuses something. Go through the list, or search for a word such as party, evict or cat. "
        "A topic shows all its rules, and an edition's topic also what's different there. If you "
        "pick one edition, the rules use its words. Underlined ids lead to other rules, {back} "
        "leads back."
    )

    def __init__(self, clause: str = "", editions: Sequence[str] = ()) -> None:
        super().__init__()
        self._start = clause
        self._played = tuple(editions)  # at the table below
        self.editions = self._played
        self._trail: list[str] = []  # where the links you followed began

    def subject(self) -> str:
        topics = found("", self.editions)
        return f"{sum(map(len, topics.values()))} clauses in {len(topics)} topics"

    def filters(self) -> list[tuple[str, str, str]]:
        return [("filter_edition", "edition", title_of(self.editions))]

    def action_filter_edition(self) -> None:
        """Turn to the next edition; after the last one your mix, if you play one, then all."""
        values = ["+".join(keys) for keys in ((key,) for key in EDITIONS)]
        if len(self._played) > 1:
            values.append("+".join(self._played))
        chosen = next_of(values, "+".join(self.editions))
        self.editions = tuple(chosen.split("+")) if chosen else ()
        self.refill(self.search_line.value)

    def narrowed(self) -> bool:
        return super().narrowed() or bool(self.editions and self.editions != self._played)

    def show_all(self) -> None:
        """Drop the search, and the edition that was chosen here."""
        self.editions = self._played
        super().show_all()

    def make_browser(self) -> RulesBrowser:
        return RulesBrowser(self.turn)

    def on_mount(self) -> None:
        self.refill("")
        if self._start.strip():
            self._show(self._start.strip())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Don't open the rules from the rules."""
        return False if action == "rules" else super().check_action(action, parameters)

    def refill(self, search: str) -> None:
        browser = self.query_one(RulesBrowser)
        here = browser.current.key if browser.current else ""
        browser.search, browser.editions = search, self.editions
        rows = entries(search, self.editions)
        count = sum(row.clause is not None for row in rows)
        self.search_line.count(f"{count} of {len(clauses())}" if search.strip() else "")
        for lines in (self.query_one(FilterLine), self.query_one(Heading)):
            lines.update_lines()
        known = [row.key for row in rows]
        first = known[int(bool(search.strip()))] if known else ""
        browser.show_items(rows, here if here in known else first)

    def go(self, key: str) -> bool:
        """Put the cursor on a clause or a topic; return whether the list has it."""
        rows = [row.key.casefold() for row in self.browser.items]
        if key.casefold() not in rows:
            return False
        self.browser.go(rows.index(key.casefold()))
        return True

    def follow(self, clause: str) -> None:
        here = self.browser.current
        if here is not None:
            self._trail.append(here.key)
        self._show(clause)
        self.read(True)

    def leave_text(self) -> None:
        """Go back along the links, and in the end to the list."""
        if self._trail:
            self._show(self._trail.pop())
            self.refresh_footer()
        else:
            self.read(False)

    def way_back(self) -> str:
        return f"to {self._trail[-1]}" if self._trail else "to the list"

    def _show(self, key: str) -> None:
        if not self.go(key):
            super().show_all()
        if not self.go(key):
            self.editions = ()
            self.refill("")
            self.go(key)
