"""Editions: which ones to play, what's different in each, and what a table plays."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size

from chez_tui.commands import BY_ID, LISTS, Command
from chez_tui.kit.bigtext import letters
from chez_tui.kit.form import Form, Row
from chez_tui.kit.lines import Chez
from chez_tui.kit.reader import ReaderScreen
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.play import words
from chez_tui.play.editions import (
    different_in,
    options_that_matter,
    seats_said,
    size_of,
    title_of,
    with_or_without,
)
from chez_tui.play.pages import BASE, MIXES, Section, mood_of, page_of
from chez_tui.screens.setup_panels import PANELED, EditionPanel, panel_width
from chez_tui.screens.signs import art_lines
from core.catalog import EDITIONS, edition_of
from core.setting import Setting
from net.wire.messages import Lobby

Chosen = Callable[[tuple[str, ...], Mapping[str, str]], str]  # says what is wrong with it, or ""

NONE_LEFT: Final = "tick at least one edition"
ROOMY: Final = 32  # lines from which on there is room for the drawing


class EditionsScreen(ChezScreen):
    """Ticks editions; `chosen` tries every change at once."""

    PLACES = (LISTS,)
    HELP = (
        "Tick one edition or several. A mix shuffles all decks and roles together. A small edition "
        "seats up to five players, a mix up to eight. {Rules} shows the rules of the edition at "
        "the cursor, and what's different in it."
    )
    BINDINGS: ClassVar = [*bindings_for()]
    AUTO_FOCUS = "Form"

    def __init__(
        self, editions: tuple[str, ...], options: Mapping[str, str] | None, chosen: Chosen
    ) -> None:
        """Without options there is no table yet, and you choose editions only."""
        super().__init__()
        self.title = "Editions"
        self._editions = editions
        self._options = dict(options or {})
        self._optional = options is not None
        self._chosen = chosen
        self._form = Form()
        self._panel = EditionPanel()

    def compose(self) -> ComposeResult:
        self.on_resize()  # all that is known before anything is painted, so it's painted once
        self._form.set_items(self._rows(), self._editions[0])
        self.on_rows_moved()
        yield Heading()
        with Horizontal():
            yield self._form
            yield self._panel
        yield self._form.foot
        yield FooterLine()

    def on_resize(self) -> None:
        self._panel.display = self.app.size.width >= PANELED
        self._panel.styles.width = panel_width(self.app.size.width)

    def _rows(self) -> list[Row]:
        keys = self._editions
        rows = [
            Row("done", "Done", f"{title_of(keys)}, {seats_said(keys)}: {size_of(keys)}",
                button=True, note=seats_said(keys)),
            Row("", ""),
            *(self._tick(key) for key in EDITIONS),
        ]  # fmt: skip
        known = options_that_matter(keys).values() if self._optional else ()
        mixed = [rule for rule in known if rule.mixed]
        if mixed:
            rows += [Row("", ""), Row("", "In this mix")]
        options = self._options
        return [*rows, *(Row.of(r, options.get(r.key, r.values[0])) for r in mixed)]

    def _tick(self, key: str) -> Row:
        edition = Setting(key, edition_of(key).name, page_of(key).pitch, ("out", "in"))
        value = "in" if key in self._editions else "out"
        return Row.of(edition, value, tick=True, note=size_of((key,)))

    def on_rows_moved(self) -> None:
        """Show the edition at the cursor in the panel, otherwise all ticked ones."""
        key = self._form.here.key
        self._panel.tell((key,) if key in EDITIONS else self._editions)

    def on_form_changed(self, message: Form.Changed) -> None:
        row = message.item
        keys, options = self._editions, dict(self._options)
        if row.key in EDITIONS:
            keys = with_or_without(keys, row.key)
        else:
            options[row.key] = row.value
        problem = self._chosen(keys, options) if keys else NONE_LEFT
        if not problem:
            self._editions, self._options = keys, options
        self._form.set_items(self._rows())
        if problem:
            self._form.complain(problem)
        for lines in (*self.query(Heading), *self.query(FooterLine)):
            lines.update_lines()
        self.on_rows_moved()

    def on_rows_chosen(self) -> None:
        self.app.pop_screen()

    def action_rules(self) -> None:
        key = self._form.here.key
        self.chez.read_rules(edition_of(key).name if key in EDITIONS else "Mixes")


def chosen_for_all(chez: Chez) -> EditionsScreen:
    """Return the screen for what you play from now on, unless a table says otherwise."""

    def chosen(editions: tuple[str, ...], options: Mapping[str, str]) -> str:
        if not chez.editions:
            chez.set_mood(mood_of(editions))
        chez.world.remember(editions=editions)
        return ""

    return EditionsScreen(chez.world.editions, None, chosen)


# -- what's different, and what a table plays ---------------------------------------------------


def section_texts(sections: Sequence[Section]) -> list[Content]:
    """Return a paragraph for each section, its title first."""
    return [Content.assemble((f"{s.title}. ", "bold $accent"), s.text) for s in sections]


def page_texts(key: str, roomy: bool, ascii: bool) -> list[Content]:
    """Return the whole page of an edition."""
    page = page_of(key)
    pitch = Content.styled(page.pitch, "italic $muted")
    name = "Mixes" if key == MIXES else edition_of(key).name
    big = [] if ascii else [Content.styled(row, "$accent") for row in (*letters(name), "")]
    lines = [*big, *art_lines(key), Content(), pitch] if roomy else [pitch]
    for text in section_texts(page.different):
        lines += [Content(), text]
    return lines


class DifferenceScreen(ReaderScreen):
    """What's different in an edition, with ways to its lesson and its rules."""

    HELP = (
        "What's different in this edition, in short. {Do_it} plays through it in a few minutes, "
        "{rules} opens its rules one by one. Arrows scroll, {back} goes back."
    )

    def __init__(self, key: str, size: Size, go: Callable[[str, str], object]) -> None:
        self.key = key
        self._go = go
        self.topic = "Mixes" if key == MIXES else title_of((key,))
        texts = page_texts(key, size.height >= ROOMY, self.chez.world.settings.ascii)
        super().__init__(f"What's different: {self.topic}", texts)

    @property
    def playable(self) -> bool:
        return self.key not in (MIXES, BASE)

    def footer_commands(self) -> list[Command]:
        play = BY_ID["do_it"]._replace(footer="play through it")
        return [*([play] if self.playable else []), *super().footer_commands()]

    def action_do_it(self) -> None:
        if self.playable:
            self._go("lesson", self.key)

    def action_rules(self) -> None:
        self.chez.read_rules(self.topic)


def played_texts(lobby: Lobby) -> list[Content]:
    """Return what a lobby plays, and what that means."""
    keys = words.known_editions(lobby)
    if not keys:
        return [Content("This version doesn't know this table's editions.")]
    heading = "bold $accent"
    pitch = page_of(keys[0] if len(keys) == 1 else MIXES).pitch
    return [
        Content.assemble(
            (words.editions(lobby), heading), f": {size_of(keys)}, {seats_said(keys)}"
        ),
        Content.styled(pitch, "italic $muted"),
        Content(),
        Content.styled("House rules", heading),
        *(
            Content.assemble((f"{name}: ", "bold"), meaning)
            for name, meaning in words.explained(lobby)
        ),
        Content(),
        Content.styled("What's different", heading),
        *section_texts(different_in(keys)),
    ]


class PlayedScreen(ReaderScreen):
    """A page to read before you say ready."""

    HELP = (
        "This table's editions and house rules. Arrows scroll, {rules} opens the rules, {back} "
        "goes back."
    )

    def __init__(self, lobby: Lobby) -> None:
        super().__init__("What you play", played_texts(lobby))
