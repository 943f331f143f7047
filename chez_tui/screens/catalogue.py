"""The card catalog: every printed card, searched and filtered, the one at the cursor drawn."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Size

from chez_tui.commands import BROWSE, CARDS, LISTS, keyed
from chez_tui.kit.browser import Browser, BrowsingScreen, FilterLine, next_of
from chez_tui.kit.canvas import Canvas, wrapped
from chez_tui.kit.lines import Kept, Lines, cut, fit
from chez_tui.kit.screen import bindings_for
from chez_tui.kit.text import fit_text, wrap
from chez_tui.play.cards import KINDS, fold, select, words
from chez_tui.screens.card_art import NAME_ROWS, PLAIN, card, role_card, rules_of
from chez_tui.screens.signs import SHAPES
from chez_tui.screens.table.card import card_lines, numbers_line, type_line
from chez_tui.world import Folders
from core.cards import ACTIVITY, PERSON, ROLE, THING, WHENEVER, Face
from core.catalog import EDITIONS, Catalog, load_catalog
from core.clauses import clauses
from core.editions import Edition, words_of
from core.loader import CardError
from core.telling import role_word

ALL: Final = ""
OWN: Final = "own"  # the edition of custom cards
CARD, TALL = (44, 56), (12, 17)  # cells and rows of a card, and where there is much room
MUCH: Final = 45  # ... rows
LEAST: Final = 10  # rows below which it is a few lines of text
ROLE_CARD: Final = (50, 60)  # cells of a role
ROLE_WIDTH: Final = 44  # ... from which on, and rows, it is drawn with large figures
ROLE_ROWS, ROLE_TALL = 16, (17, 22)
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
# Categories and verbs that bring their rules with them, and where these begin.
SPECIAL: Final = {
    "Week": "GREEK-1",
    "Illicit": "GRUNT-1",
    "gloom": "GOTH-1",
    "madness": "CTH-1",
    "TV": "R-TV-1",
}


def fitting_clause(face: Face) -> str:
    """Return where the rules for a card begin."""
    if face.kind == WHENEVER and face.cancels:
        return "R-CANCEL-1"
    marks = {*face.categories, *(effect.verb for effect in face.effects)}
    special = [clause for mark, clause in SPECIAL.items() if mark in marks and face.kind != ROLE]
    return special[0] if special else CLAUSES[face.kind]


def cards_at_hand(folders: Folders) -> tuple[Catalog, list[str]]:
    """Return all editions with your custom cards, and what is wrong with files left out."""
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


def card_rows(face: Face, width: int, titled: bool) -> int:
    """Return how many rows a card takes if nothing on it is cut."""
    rules, flavor = wrapped(rules_of(face), width - 4), wrapped(face.flavor, width - 4)
    head = 0 if titled else 1 + min(NAME_ROWS, len(wrapped(face.name, width - 4)))
    return 2 + head + len(rules) + len(flavor) + bool(rules and flavor)


class CardBrowser(Browser[Face]):
    """Cards with their numbers; the one at the cursor is drawn."""

    NUMBERS = 11  # cells for cost and Slack

    def __init__(
        self, turned: Callable[[], None], catalog: Catalog, editions: Mapping[str, Edition]
    ) -> None:
        super().__init__(turned)
        self.catalog = catalog
        self.editions = editions
        self.mixed = True  # whether the rows say which edition a card is from
        self._tried: Kept[list[Content]] = Kept()

    def key(self, item: Face) -> str:
        return item.id

    def list_width(self, width: int) -> int:
        return max(30, min(72, width * 48 // 100))

    def _columns(self, width: int) -> tuple[int, int]:
        """Return how many cells names and categories get."""
        room = width - 2 - self.NUMBERS
        return (room, 0) if room < 46 else (30, room - 30)

    def columns(self, width: int) -> list[Content]:
        name, more = self._columns(width)
        line = f"  {'Card':<{max(0, name)}}{'Categories':<{more}}" if more else "  Card"
        line = f"{line[: width - 11]:<{max(0, width - 11)}} Cost Slack"
        return [Content.styled(line, "$muted")]

    def row(self, item: Face, width: int) -> Content:
        """Few changes of style, since each one is written out for every row."""
        name, more = self._columns(width)
        called = cut(item.name, name - 1)
        edition = self.editions[item.edition].name if self.mixed else ""
        room = name - cell_len(called)
        gap = f"{edition} ".rjust(room) if len(edition) + 1 < room else " " * room
        said = fit(", ".join(words(item)), more) if more else ""
        return Content.assemble(
            (f"{SHAPES[item.kind]} ", f"${item.kind}"),
            called,
            (f"{gap}{said}{self._numbers(item)}", "$muted"),
        )

    def _numbers(self, face: Face) -> str:
        if face.kind == ROLE:
            return f"{f'goal {face.goal}':>{self.NUMBERS}}"
        cost = str(face.cost) if face.cost or face.kind in (THING, ACTIVITY) else ""
        slack = str(face.printed_slack) if face.printed_slack or face.kind != WHENEVER else ""
        return f"{cost:>5}{slack:>6}"

    def nothing(self) -> str:
        return keyed("No matching cards. {Back} shows all.", self.chez.world.settings.keys)

    def called(self, item: Face) -> str:
        return self.editions[item.edition].name

    def page(self, item: Face, width: int, height: int) -> list[Content]:
        return self._tried.find((item.id, width, height), lambda: self._page(item, width, height))

    def _page(self, item: Face, width: int, height: int) -> list[Content]:
        """Return the drawn card and the facts below it; the card gets smaller to fit both."""
        facts, much = self._facts(item, width), height >= MUCH
        wide = min(width, CARD[much])
        if height < LEAST:
            at = self.catalog if item.kind == ROLE else None
            return [*(fit_text(line, width) for line in card_lines(item, width, at=at)), *facts]
        for titled, short in ((False, False), (True, False), (True, True)):
            rows = card_rows(item, wide, titled)
            facts = self._facts(item, width, short)
            if rows + len(facts) <= height:
                break
        tall = max(rows, min(TALL[much], height - len(facts)))
        canvas = Canvas(width, tall)
        if item.kind == ROLE and height - len(facts) >= ROLE_ROWS and width >= ROLE_WIDTH:
            canvas = Canvas(width, min(ROLE_TALL[much], height - len(facts)))
            role_card(
                canvas, 0, 0, min(width, ROLE_CARD[much]), canvas.height, item, self._kind(item)
            )
        else:
            said = PLAIN._replace(slack="") if item.kind == ROLE else PLAIN
            card(canvas, 0, 0, wide, tall, item, said, titled)
        return [*canvas.lines(), *facts]

    def _kind(self, face: Face) -> str:
        return role_word(self.catalog, face).upper()

    def _facts(self, item: Face, width: int, short: bool = False) -> list[Content]:
        """Return what the drawing leaves out, and the numbers in words."""
        clause = clauses()[fitting_clause(item)]
        edition = self.editions[item.edition]
        guest = f"{edition.name} (a guest from another edition, GEEK-4)" if item.guest else ""
        said = words_of((edition,))
        pile = f"{said['role']} pile" if item.kind == ROLE else f"{said['life']} deck"
        facts = [
            *([("German", item.german)] if item.german else []),
            ("Edition", guest or edition.name),
            ("Copies", f"{item.copies} in the {pile}"),
            ("Id", item.id),
            ("Rules", f"{clause.id} {clause.title}"),
        ]
        if short:
            facts[-4:] = [
                ("Edition", f"{edition.name}, {item.copies} in the {pile}"),
                ("Id", item.id),
                ("Rules", clause.id),
            ]
        numbers = numbers_line(item)
        at = self.catalog if item.kind == ROLE else None  # a Job, a Major, an MOS
        parts = [type_line(item, at), *([numbers] if numbers else [])]
        joined = Content(" · ").join(parts)
        lines = wrap(joined, width)
        for name, value in facts:
            first, *rest = wrap(Content.styled(value, "$muted"), width - 9)
            lines.append(Content.assemble((f"{name:<9}", "$muted"), first))
            lines += [Content.assemble(" " * 9, line) for line in rest]
        return [fit_text(line, width) for line in lines]


class LeftOut(Lines):
    """Names the card files that are left out, and why."""

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__()
        self._sentences = sentences

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.build(width, 0))

    def build(self, width: int, height: int) -> list[Content]:
        said = [Content.styled(f" Left out: {sentence}", "$alarm") for sentence in self._sentences]
        return [line for sentence in said for line in wrap(sentence, width)]


class CatalogueScreen(BrowsingScreen):
    """Every card there is, opened at one of them if it gets a name."""

    TITLE = "Cards"
    HELP = (
        "Every printed card of every edition. Search names (Cthulhu's in German too), texts and "
        "categories, or show only one type, category or edition. Invited and uninvited count as "
        "categories. {Rules} opens the rules for the card at the cursor."
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_for(LISTS, BROWSE, CARDS)]
    PLACES: ClassVar[tuple[str, ...]] = (LISTS, BROWSE, CARDS)

    def __init__(self, name: str = "") -> None:
        super().__init__()
        self._start = name
        self.catalog, self._wrong = cards_at_hand(self.chez.world.folders)
        own = Edition(OWN, "Custom cards", self.catalog.words)
        self._known = {OWN: own} | {edition.key: edition for edition in self.catalog.editions}
        self.kind = self.category = self.edition = ALL

    def subject(self) -> str:
        printed = [face for face in self.catalog.faces if face.copies]
        return f"{len(printed)} cards, {sum(f.copies for f in printed)} with all copies"

    def make_browser(self) -> CardBrowser:
        return CardBrowser(self.turn, self.catalog, self._known)

    def compose_filters(self) -> ComposeResult:
        yield from super().compose_filters()
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
        """Return the filters: command, name and value."""
        found = [
            ("filter_type", "type", self._kind_name()),
            ("filter_category", "category", self.category),
        ]
        if len(self._editions()) > 1:
            name = self._known[self.edition].name if self.edition else ""
            found.append(("filter_edition", "edition", name))
        return found

    def _kind_name(self) -> str:
        """Return the chosen type in the words of the chosen edition."""
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
        """Turn to the next type that the other filters leave cards of."""
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
        """Offer no key for a filter that changes nothing."""
        if action == "filter_edition" and len(self._editions()) < 2:
            return False
        return super().check_action(action, parameters)

    def narrowed(self) -> bool:
        return super().narrowed() or bool(self.kind or self.category or self.edition)

    def show_all(self) -> None:
        """Drop search and filters."""
        self.kind = self.category = self.edition = ALL
        super().show_all()

    # -- rules -----------------------------------------------------------------------------------

    def action_rules(self) -> None:
        face = self.browser.current
        self.chez.read_rules(fitting_clause(face) if face is not None else "")

    action_card_rules = action_rules

    def follow(self, clause: str) -> None:
        self.chez.read_rules(clause)
