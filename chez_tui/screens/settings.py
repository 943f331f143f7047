"""Settings: changed at once, kept for the next time."""

from dataclasses import replace
from typing import ClassVar, Final, NamedTuple

from rich.text import Text
from textual import events
from textual.app import ComposeResult

from chez_tui.commands import LISTS
from chez_tui.kit.form import Form, FormHelp, Row
from chez_tui.kit.lines import Lines
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.kit.themes import PALETTES
from chez_tui.play.decks import BOT_NAMES
from chez_tui.play.pages import mood_of
from chez_tui.screens.editions import edition_row, editions_in
from chez_tui.screens.logo import signs
from chez_tui.settings import (
    AUTO,
    CHOICES,
    Settings,
    editions_from,
)


class Setting(NamedTuple):
    """How a field of the settings is called on the screen, and what it is for."""

    label: str
    help: str


SETTINGS: Final[dict[str, Setting]] = {
    "name": Setting("Name", "what you are called at the table"),
    "editions": Setting("Edition", "what new games are played with"),
    "theme": Setting("Colors", "one set for each edition, one of high contrast, one without color"),
    "ascii": Setting("Plain signs", "draw with plain letters only, for terminals without others"),
    "calm": Setting("Calm screen", "nothing moves that need not; over SSH by itself"),
    "pace": Setting("Pace", "how long bots and dice take, in new games"),
    "auto_next": Setting("Skip phases", "phases with nothing to do end by themselves"),
    "preset": Setting("Ask me", "in which windows you are asked whether you respond"),
    "bell_turn": Setting("Bell: turn", "the terminal rings when it is your turn"),
    "bell_window": Setting("Bell: window", "the terminal rings when you may respond"),
    "keys": Setting("Keys", "another key for any command"),
}
WORDS: Final[dict[str, dict[str, str]]] = {
    "theme": {AUTO: "as the edition"} | {name: look.title for name, look in PALETTES.items()},
    "preset": {
        "always": "always",
        "concerned": "if concerned",
        "able": "if I can answer",
    },
}
ON_OFF: Final = ("off", "on")
ROOMY: Final = 20  # lines from which on there is a sample


class Sample(Lines):
    """What the colors and signs look like, and where the settings are."""

    DEFAULT_CSS = "Sample { height: 4; }"

    def build(self, width: int, height: int) -> list[Text]:
        palette = self.palette
        names = Text(" ", no_wrap=True)
        for seat, name in enumerate(BOT_NAMES):
            names.append(f"{name}  ", f"bold {palette.seat(seat)}")
        path = Text.assemble((f" kept in {self.chez.world.folders.settings}", palette.muted))
        return [Text(" ").append_text(signs(palette)), names, Text(), path]


class SettingsScreen(ChezScreen):
    """All settings, one to a line."""

    PLACES = (LISTS,)
    HELP = (
        "Up and down move, left and right change a setting, Enter edits your name or opens the "
        "list of keys. Every change holds at once and is kept."
    )
    BINDINGS: ClassVar = [*bindings_for()]
    DEFAULT_CSS = "SettingsScreen { overflow: hidden; }"

    def __init__(self) -> None:
        super().__init__()
        self.title = "Settings"
        self._form = Form()
        self._help = FormHelp(self._form)

    def compose(self) -> ComposeResult:
        yield Heading()
        yield self._form
        yield Sample()
        yield self._help
        yield FooterLine()

    def on_resize(self, event: events.Resize) -> None:
        self.query_one(Sample).display = event.size.height >= ROOMY

    def on_mount(self) -> None:
        self._form.set_rows(self._rows())
        self._form.focus()

    def _rows(self) -> list[Row]:
        config = self.chez.world.settings
        return [self._row(config, name) for name in SETTINGS]

    def _row(self, config: Settings, name: str) -> Row:
        label, words = SETTINGS[name]
        value = getattr(config, name)
        if name == "keys":
            return Row(name, label, words, button=True)
        if name == "editions":
            return replace(edition_row(editions_from(value)), key=name, help=words)
        if name in CHOICES:
            keys = CHOICES[name]
            shown = tuple(WORDS.get(name, {}).get(key, key) for key in keys)
            return Row(name, label, words, shown, keys.index(value))
        if isinstance(value, bool):
            return Row(name, label, words, ON_OFF, int(value))
        return Row(name, label, words, text=value, empty="your login name")

    def on_form_moved(self) -> None:
        self._help.update_lines()

    def on_form_changed(self, message: Form.Changed) -> None:
        row = message.row
        value: str | bool
        if row.key == "editions":
            value = "+".join(editions_in(row, editions_from(self.chez.world.settings.editions)))
        elif row.text is not None:
            from core.telling import clean

            value = clean(row.text, nameless="")
        elif row.key in CHOICES:
            value = CHOICES[row.key][row.at]
        else:
            value = bool(row.at)
        problem = self.chez.world.change(row.key, value)
        self.chez.apply_looks()
        if row.key == "editions" and not self.chez.editions:
            self.chez.set_mood(mood_of(str(value).split("+")))
        self._form.set_rows(self._rows())
        if problem:
            self._form.complain(problem)
        for lines in self.query(Lines):
            lines.update_lines()
            lines.refresh()

    def on_screen_resume(self) -> None:
        """Back from one of the screens that are opened here."""
        if self._form.rows:
            self._form.set_rows(self._rows())

    def on_form_pressed(self, message: Form.Pressed) -> None:
        if message.row.key == "editions":
            self.chez.open_editions()
            return
        from chez_tui.screens.keys import KeysScreen

        self.app.push_screen(KeysScreen())
