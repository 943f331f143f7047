"""The card catalogue: every printed card, searched and filtered, the one at hand in full."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Size

from chez_tui.commands import BROWSE, CARDS, LISTS, keyed
from chez_tui.kit.browser import Browser, BrowsingScreen, FilterLine, next_of
from chez_tui.kit.lines import Lines, fit
from chez_tui.kit.screen import bindings_for
from chez_tui.kit.text import fit_text, wrap
from chez_tui.play.cards import KINDS, fold, select, words
from chez_tui.screens.signs import badge
from chez_tui.screens.table.card import AIRY, card_lines
from chez_tui.world import Folders
from core.cards import ACTIVITY, PERSON, ROLE, THING, WHENEVER, Face
from core.catalog import EDITIONS, Catalog, load_catalog
from core.clauses import clauses
from core.editions import Edition, words_of
from core.loader import CardError

ALL: Final = ""
OWN: Final = "own"  # the edition of players' own cards
PLURALS: Final = {
    ROLE: "Roles",
    PERSON: "People",
    THING: "Things",
    ACTIVITY: "Activities",
    WHENEVER: "Whenevers",
}
CLAUSES: Final = {
    ROLE: "R-ROLE-1",
    PERSON: "R-CALL-1",
    THING: "R-SHOP-1",
    ACTIVITY: "R-ACT-2",
    WHENEVER: "R-WHEN-1",
}
# What needs rules of its own, whatever the type: a category or a verb, and where they begin.
SPECIAL: Final = {
    "Week": "GREEK-1",
    "Illicit": "GRUNT-1",
    "gloom": "GOTH-1",
    "madness": "CTH-1",
    "TV": "R-TV-1",
}


def fitting_clause(face: Face) -> str:
    """Where the rules for a card begin."""
    if face.kind == WHENEVER and face.cancels:
        return "R-CANCEL-1"
    marks = {*face.categories, *(effect.verb for effect in face.effects)}
    special = [clause for mark, clause in SPECIAL.items() if mark in marks and face.kind != ROLE]
    return special[0] if special else CLAUSES[face.kind]


def cards_at_hand(folders: Folders) -> tuple[Catalog, list[str]]:
    """All editions with the user's own cards, and what is wrong with files that were left out."""
    files = list(folders.own_cards())
    wrong: list[str] = []
    while True:
        try:
            return load_catalog(EDITIONS, tuple(files)), wrong
        except CardError as error:
            bad = [path for path in files if str(path) == error.path] or files
            if not bad:
                raise
            wrong.append(str(error))
            files = [path for path in files if path not in bad]


class CardBrowser(Browser[Face]):
    """Cards with their numbers; the one the cursor is on in full."""

    NUMBERS = 11  # cells for cost and Slack

    def __init__(
        self, turned: Callable[[], None], catalog: Catalog, editions: Mapping[str, Edition]
    ) -> None:
        super().__init__(turned)
        self.catalog = catalog
        self.editions = editions
        self.mixed = True  # whether the rows say which edition a card is from

    def key(self, item: Face) -> str:
        return item.id

    def list_width(self, width: int) -> int:
        return max(30, min(72, width * 53 // 100))

    def _columns(self, width: int) -> tuple[int, int]:
        """Cells for the name and for the categories."""
        room = width - 3 - self.NUMBERS
        return (room, 0) if room < 46 else (30, room - 30)

    def columns(self, width: int) -> list[Content]:
        name, more = self._columns(width)
        line = f"   {'Card':<{max(0, name)}}{'Categories':<{more}}" if more else "   Card"
        line = f"{line[: width - 11]:<{max(0, width - 11)}} Cost Slack"
        return [Content.styled(line, "$muted")]

    def row(self, item: Face, width: int) -> Content:
        name, more = self._columns(width)
        called = fit_text(self._called(item, name - 1), name - bool(more))
        said = (" ", (fit(", ".join(words(item)), more), "$muted")) if more else ()
        badged = (badge(item), f"${item.kind}")
        return Content.assemble(badged, " ", called, *said, self._numbers(item))

    def _called(self, face: Face, width: int) -> Content:
        """The card's name and, in a list of several editions, the edition's if there is room."""
        name, edition = Content(face.name), self.editions[face.edition].name
        room = width - name.cell_length - len(edition)
        if not self.mixed or room <= 0:
            return name
        return Content.assemble(name, " " * room, (edition, "$muted"))

    def _numbers(self, face: Face) -> str:
        if face.kind == ROLE:
            return f"{f'goal {face.goal}':>{self.NUMBERS}}"
        cost = str(face.cost) if face.cost or face.kind in (THING, ACTIVITY) else ""
        slack = str(face.printed_slack) if face.printed_slack or face.kind != WHENEVER else ""
        return f"{cost:>5}{slack:>6}"

    def nothing(self) -> str:
        return keyed("No card is like that. {Back} shows all.", self.chez.world.settings.keys)

    def page(self, item: Face, width: int, height: int) -> list[Content]:
        clause = clauses()[fitting_clause(item)]
        edition = self.editions[item.edition]
        guest = f"{edition.name} (a guest from another edition, GEEK-4)" if item.guest else ""
        said = words_of((edition,))
        pile = f"{said['role']} pile" if item.kind == ROLE else f"{said['life']} deck"
        copies = f"{item.copies} in the {pile}"
        facts = [
            *([("German", item.german)] if item.german else []),
            ("Edition", guest or edition.name),
            ("Copies", copies),
            ("Id", item.id),
            ("Rules", f"{clause.id} {clause.title}"),
        ]
        lines = [Content()]
        for name, value in facts:
            first, *rest = wrap(Content.styled(value, "$muted"), width - 9)
            lines.append(Content.assemble((f"{name:<9}", "$muted"), first))
            lines += [Content.assemble(" " * 9, line) for line in rest]
        at = self.catalog if item.kind == ROLE else None  # a Job, a Major, an MOS
        card = card_lines(item, width, level=AIRY, at=at)
        if len(card) + len(lines) > height:
            card = card_lines(item, width, at=at)
        return [*(_filled(line, width) for line in card), *lines]


def _filled(line: Content, width: int) -> Content:
    """Return the line as wide as that; a style that all of it has goes on to the end."""
    filled = fit_text(line, width)
    for start, end, style in line.spans:
        if start == 0 and end == len(line):
            filled = filled.stylize(style, end)
    return filled


class LeftOut(Lines):
    """Which card files of the user's are not shown, and why."""

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__()
        self._sentences = sentences

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.build(width, 0))

    def build(self, width: int, height: int) -> list[Content]:
        said = [Content.styled(f" Left out: {sentence}", "$bad") for sentence in self._sentences]
        return [line for sentence in said for line in wrap(sentence, width)]


class CatalogueScreen(BrowsingScreen):
    """Every card there is, opened at one of them if a name is given."""

    TITLE = "Cards"
    HELP = (
        "Every printed card of every edition. Search for words in names (for Cthulhu also in "
        "German), texts and categories; show one type, "
        "one category or one edition only. Whether a Person must be invited can be asked for "
        "like a category. F1 opens the rules that the card at the cursor needs."
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_for(LISTS, BROWSE, CARDS)]
    PLACES: ClassVar[tuple[str, ...]] = (LISTS, BROWSE, CARDS)

    def __init__(self, name: str = "") -> None:
        super().__init__()
        self._start = name
        self.catalog, self._wrong = cards_at_hand(self.chez.world.folders)
        own = Edition(OWN, "Your own cards", self.catalog.words)
        self._known = {OWN: own} | {edition.key: edition for edition in self.catalog.editions}
        self.kind = self.category = self.edition = ALL

    def subject(self) -> str:
        printed = [face for face in self.catalog.faces if face.copies]
        return f"{len(printed)} cards, {sum(f.copies for f in printed)} with all copies"

    def make_browser(self) -> CardBrowser:
        return CardBrowser(self.turn, self.catalog, self._known)

    def compose_filters(self) -> ComposeResult:
        yield FilterLine()
        if self._wrong:
            yield LeftOut(self._wrong)

    def on_mount(self) -> None:
        self.refill("")
        wanted = fold(self._start.strip())
        cards = self.browser.items
        names = [fold(face.name) for face in cards]
        ids = [face.id for face in cards]
        if self._start in ids:
            self.browser.go(ids.index(self._start))
        elif wanted in names:
            self.browser.go(names.index(wanted))
        elif wanted:
            self.search_line.change(self._start)

    # -- filters ---------------------------------------------------------------------------------

    def filters(self) -> list[tuple[str, str, str]]:
        """The filters there are: command, name, and what is chosen."""
        found = [
            ("filter_type", "type", self._kind_name()),
            ("filter_category", "category", self.category),
        ]
        if len(self._editions()) > 1:
            name = self._known[self.edition].name if self.edition else ""
            found.append(("filter_edition", "edition", name))
        return found

    def _kind_name(self) -> str:
        """The chosen type in the words of the chosen edition."""
        if self.kind == ROLE and self.edition:
            return words_of((self._known[self.edition],))["roles"]
        return PLURALS.get(self.kind, "")

    def _found(self, search: str, kind: str, category: str, edition: str) -> list[Face]:
        return select(self.catalog, search.strip(), kind or None, category or None, edition or None)

    def _editions(self) -> list[str]:
        present = {face.edition for face in self.catalog.faces if face.copies}
        return [key for key in (*EDITIONS, OWN) if key in present]

    def refill(self, search: str) -> None:
        here = self.browser.current
        found = self._found(search, self.kind, self.category, self.edition)
        self.search_line.count(f"{len(found)} card{'' if len(found) == 1 else 's'}")
        self.query_one(FilterLine).update_lines()
        self.refresh_footer()
        self.query_one(CardBrowser).mixed = not self.edition
        self.browser.show_items(found, (here if here in found else found[0]).id if found else "")

    def action_filter_type(self) -> None:
        """The next type that has cards like those."""
        search = self.search_line.value
        kinds = {face.kind for face in self._found(search, ALL, self.category, self.edition)}
        self.kind = next_of([k for k in KINDS if k in kinds], self.kind)
        self.refill(search)

    def action_filter_category(self) -> None:
        self._turn_category(1)

    def action_category_back(self) -> None:
        self._turn_category(-1)

    def _turn_category(self, step: int) -> None:
        search = self.search_line.value
        found = self._found(search, self.kind, ALL, self.edition)
        self.category = next_of(sorted({w for f in found for w in words(f)}), self.category, step)
        self.refill(search)

    def action_filter_edition(self) -> None:
        self.edition = next_of(self._editions(), self.edition)
        self.refill(self.search_line.value)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A filter that would leave everything as it is has no key."""
        if action == "filter_edition" and len(self._editions()) < 2:
            return False
        return super().check_action(action, parameters)

    def narrowed(self) -> bool:
        return super().narrowed() or bool(self.kind or self.category or self.edition)

    def show_all(self) -> None:
        """Drops search and filters."""
        self.kind = self.category = self.edition = ALL
        super().show_all()

    # -- rules -----------------------------------------------------------------------------------

    def action_rules(self) -> None:
        face = self.browser.current
        self.chez.read_rules(fitting_clause(face) if face is not None else "")

    def action_card_rules(self) -> None:
        self.action_rules()

    def follow(self, clause: str) -> None:
        self.chez.read_rules(clause)
