"""Settings: changed at once, kept for the next time."""

from typing import Any, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.content import Content

from chez_tui.commands import LISTS
from chez_tui.kit.form import Form, Row
from chez_tui.kit.lines import Lines
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.kit.themes import PALETTES
from chez_tui.play.editions import size_of
from chez_tui.play.options import BOT_NAMES, edition_setting
from chez_tui.play.pages import mood_of
from chez_tui.screens.editions import chosen_for_all
from chez_tui.screens.logo import signs
from chez_tui.settings import ON_OFF, SETTINGS, editions_from
from core.setting import Setting

ROOMY: Final = 20  # lines from which on there is a sample


class Sample(Lines):
    """What the colors and signs look like, and where the settings are."""

    def build(self, width: int, height: int) -> list[Content]:
        seats = ((f"{name}  ", f"bold $seat-{at}") for at, name in enumerate(BOT_NAMES))
        path = Content.styled(f" kept in {self.chez.world.folders.settings}", "$muted")
        drawn = Content(" ") + signs()
        return [drawn, Content.assemble(" ", *seats), Content(), path]


class SettingsScreen(ChezScreen):
    """All settings, one to a line."""

    PLACES = (LISTS,)
    HELP = (
        "Up and down move, left and right change a setting, Enter edits your name or opens the "
        "list of keys. Every change holds at once and is kept."
    )
    BINDINGS: ClassVar = [*bindings_for()]
    AUTO_FOCUS = "Form"

    def __init__(self) -> None:
        super().__init__()
        self.title = "Settings"
        self._form = Form()

    def compose(self) -> ComposeResult:
        yield Heading()
        yield self._form
        yield Sample()
        yield self._form.foot
        yield FooterLine()

    def on_resize(self, event: events.Resize) -> None:
        self.query_one(Sample).display = event.size.height >= ROOMY

    def on_mount(self) -> None:
        self._form.set_items(self._rows())

    def _rows(self) -> list[Row]:
        kept = self.chez.world.settings
        return [self._row(setting, getattr(kept, setting.key)) for setting in SETTINGS.values()]

    def _row(self, setting: Setting, value: Any) -> Row:
        if setting.key == "keys":
            return Row(setting.key, setting.label, setting.help, button=True)
        if setting.key == "theme":
            named = {name: look.title for name, look in PALETTES.items()}
            setting = setting._replace(words={**setting.words, **named})
        if setting.key != "editions":
            return Row.of(setting, setting.values[value] if isinstance(value, bool) else value)
        keys = editions_from(value)
        choice = edition_setting(keys)._replace(key=setting.key, help=setting.help)
        return Row.of(choice, "+".join(keys), opens="mixes several", note=size_of(keys))

    def on_form_changed(self, message: Form.Changed) -> None:
        row = message.item
        value: Any = row.value
        if row.key == "name":
            from core.telling import clean

            value = clean(value, nameless="")
        elif row.values == ON_OFF:
            value = value == "on"
        problem = self.chez.world.change(row.key, value)
        self.chez.apply_looks()
        if row.key == "editions" and not self.chez.editions:
            self.chez.set_mood(mood_of(value.split("+")))
        self._form.set_items(self._rows())
        if problem:
            self._form.complain(problem)
        for lines in self.query(Lines):
            lines.update_lines()
            lines.refresh()

    def on_screen_resume(self) -> None:
        """Back from one of the screens that are opened here."""
        if self._form.items:
            self._form.set_items(self._rows())

    def on_rows_chosen(self, message: Form.Chosen[Row]) -> None:
        if message.item.key == "editions":
            self.app.push_screen(chosen_for_all(self.chez))
            return
        from chez_tui.screens.keys import KeysScreen

        self.app.push_screen(KeysScreen())
