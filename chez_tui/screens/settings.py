"""Settings and keys: changes apply right away and are saved."""

from collections.abc import Callable
from typing import ClassVar, Final

from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content

from chez_tui.commands import (
    ANYWHERE,
    BROWSE,
    BY_ID,
    CARDS,
    COMMANDS,
    END,
    FINDING,
    GAMES,
    LISTS,
    LOBBY,
    REPLAY,
    TABLE,
    WATCH,
    Command,
    key_name,
    keyed,
    keys_of,
    keys_problem,
)
from chez_tui.kit.canvas import LOW, Canvas, Drawing
from chez_tui.kit.dialogs import PressKey
from chez_tui.kit.form import Form, Row
from chez_tui.kit.lines import Lines, fit, holds
from chez_tui.kit.rows import Menu, MenuItem
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.kit.themes import PALETTES
from chez_tui.play.options import BOT_NAMES
from chez_tui.play.pages import BASE
from chez_tui.screens.signs import LETTERS, SHAPES
from chez_tui.settings import FIRST, KEYS, SETTINGS, as_text, from_text
from core.setting import Setting

SAMPLED: Final = (120, 30)  # the least size for a sample of the colors beside the settings
SHOWN: Final = ("Pizza", "Sleep", "Choad Warrior")  # cards of the sample
SECTIONS: Final = {  # before which settings titles stand, where there is room
    "name": "You", "theme": "The screen", "pace": "The game", "bell_turn": "Bell and keys",
}  # fmt: skip
TITLED: Final = 22  # rows of a screen with room for them

# Titles of the groups; commands that work in several places are in the second.
GROUPS: Final = {
    ANYWHERE: "Everywhere",
    "": "At the table and elsewhere",
    TABLE: "At the table",
    LISTS: "In lists",
    BROWSE: "In rules and cards",
    CARDS: "Among cards",
    REPLAY: "In a replay",
    GAMES: "In the list of replays",
    END: "At the end of a game",
    LOBBY: "In the lobby",
    FINDING: "In the list of tables",
    WATCH: "While watching",
}
SCOPE: Final = "scope"
SCOPES: Final = ("for good", "for this game")
SEATED: Final = 4  # players of the sample
RESET: Final = ("backspace", "delete")


class Sample(Drawing):
    """What cards, chips, scores and players look like in these colors."""

    FILL = "panel"

    def __init__(self) -> None:
        super().__init__(classes="frame")
        self.border_title = Content("What it looks like")

    def draw(self, canvas: Canvas) -> None:
        from chez_tui.screens.card_art import Facts, card, chip
        from core.catalog import edition_faces

        width = canvas.width
        faces = [face for face in edition_faces(BASE) if face.name in SHOWN]
        wide = (width - 3) // 2
        lit, dark, pest = sorted(faces, key=lambda face: SHOWN.index(face.name))
        card(canvas, 1, 1, wide, 10, lit, Facts("1"))
        card(canvas, 2 + wide, 1, wide, 10, dark, Facts("2", lit=False, reason="in Free Time"))
        canvas.parts(1, 12, chip(lit, "2", new=True))
        canvas.parts(14, 12, chip(pest, "", pest=True, note="eats Food"))
        for at, name in enumerate(BOT_NAMES[:SEATED]):
            row, score = 14 + at, 19 - 4 * at
            color = "alarm" if not at else f"seat-{at}"
            canvas.put(1, row, name, f"seat-{at}", "", "bold")
            canvas.bar(8, row, width - 16, score, 20, color, signs=LOW)
            canvas.flush(width - 1, row, [(f"{score}/20", color, "", "bold")])
        for row, (kind, shape) in enumerate(SHAPES.items(), 15 + SEATED):
            canvas.parts(1, row, [(f"{shape} {LETTERS[kind]}", kind, "", "bold")])
            canvas.put(6, row, kind.title(), "muted")


class SettingsScreen(ChezScreen):
    """All settings, one to a line."""

    PLACES = (LISTS,)
    HELP = (
        "{Up} and {down} move, {left} and {right} change a setting, {do_it} edits your name or "
        "opens the list of keys. Changes apply right away and are saved."
    )
    BINDINGS: ClassVar = [*bindings_for()]
    AUTO_FOCUS = "Form"

    def __init__(self, on_change: Callable[[str], None] | None = None) -> None:
        """Show the settings. With `on_change`, changes can be for the game below only."""
        super().__init__()
        self.title = "Settings"
        self._on_change = on_change
        self._once = False  # whether changes are for this game only
        self._form = Form()
        self._sample = Sample()

    def compose(self) -> ComposeResult:
        self.on_resize()  # all that is known before anything is painted, so it's painted once
        yield Heading()
        with Horizontal():
            yield self._form
            yield self._sample
        yield self._form.foot
        yield FooterLine()

    def subject(self) -> str:
        return f"saved in {self.chez.world.folders.settings}"

    def on_resize(self) -> None:
        self._sample.display = holds(self.app.size, SAMPLED)
        self._form.set_items(self._rows())

    def _rows(self) -> list[Row]:
        rows = []
        if self._on_change is not None:
            about = "how long changes apply; new keys always stay"
            scope = Setting(SCOPE, "Changes", about, SCOPES)
            rows.append(Row.of(scope, SCOPES[self._once]))
        for setting in SETTINGS.values():
            if setting.key in SECTIONS and self.app.size.height >= TITLED:
                rows.append(Row("", SECTIONS[setting.key]))
            if setting.key != FIRST:
                rows.append(self._row(setting))
        return rows

    def _row(self, setting: Setting) -> Row:
        if setting.key == "keys":
            return Row(setting.key, setting.label, setting.help, button=True)
        if setting.key == "theme":
            named = {name: look.title for name, look in PALETTES.items()}
            setting = setting._replace(words={**setting.words, **named})
        return Row.of(setting, as_text(self.chez.world.settings, setting.key))

    def on_form_changed(self, message: Form.Changed) -> None:
        row, world = message.item, self.chez.world
        problem = ""
        if row.key == SCOPE:
            self._once = row.value == SCOPES[True]
        elif self._once:
            world.lend(row.key, from_text(row.key, row.value))
        else:
            problem = world.change(row.key, from_text(row.key, row.value))
        self.chez.apply_looks()
        if self._on_change is not None:
            self._on_change(row.key)
        self._form.set_items(self._rows())
        if problem:
            self._form.complain(problem)
        for lines in self.query(Lines):
            lines.update_lines()
            lines.refresh()

    def on_rows_chosen(self) -> None:
        self.app.push_screen(KeysScreen())


class KeysScreen(ChezScreen):
    """All commands with their keys."""

    PLACES = (LISTS,)
    HELP = (
        "{do_it} asks for a new key for the command under the cursor. Backspace restores its "
        "default. A key does one thing per screen."
    )
    BINDINGS: ClassVar = [*bindings_for()]

    def __init__(self) -> None:
        super().__init__()
        self.title = "Keys"
        self._menu = Menu(framed=True)
        self._problem = Lines([Content()])

    def subject(self) -> str:
        keys = self.chez.world.settings.keys
        return keyed("{do_it} changes a key, backspace restores its default", keys)

    def compose(self) -> ComposeResult:
        yield Heading()
        yield self._menu
        yield self._problem
        yield FooterLine()

    def on_mount(self) -> None:
        self._menu.set_items(self._items())
        self._menu.focus()

    def _items(self) -> list[MenuItem]:
        keymap = self.chez.world.settings.keys
        groups: dict[str, list[MenuItem]] = {place: [] for place in GROUPS}
        for command in filter(lambda command: command.where, COMMANDS):
            keys = " ".join(map(key_name, keys_of(command, keymap)))
            mark = "✓" if command.id in keymap else " "
            hint = f"{fit(keys, 14)}{mark} {command.help}"
            place = command.where[0] if len(command.where) == 1 else ""
            groups[place].append(MenuItem(command.id, command.name, hint))
        items: list[MenuItem] = []
        for place, group in groups.items():
            if group:
                items += [MenuItem("", GROUPS[place]), *group]
        return items

    @on(Menu.Chosen)
    @work
    async def menu_chosen(self, message: Menu.Chosen[MenuItem]) -> None:
        command = BY_ID[message.item.key]
        old = ", ".join(map(key_name, keys_of(command, self.chez.world.settings.keys)))
        dialog = PressKey(f"Press the new key for {command.name}", f"esc keeps {old}")
        key = await self.app.push_screen_wait(dialog)
        if key is not None:
            self._give(command, key)

    def on_key(self, event: events.Key) -> None:
        if event.key in RESET and self._menu.current is not None:
            event.stop()
            self._keep(BY_ID[self._menu.current.key], ())

    def _give(self, command: Command, key: str) -> None:
        keymap = self.chez.world.settings.keys
        if key in keys_of(command, keymap) and command.id in keymap:
            return
        self._keep(command, (key,))

    def _keep(self, command: Command, keys: tuple[str, ...]) -> None:
        """Give the command these keys, or its defaults, unless that can't be done."""
        world = self.chez.world
        problem = keys_problem(command, keys or command.keys, world.settings.keys)
        self._tell(problem or world.change(KEYS + command.id, keys))
        keymap = world.settings.keys
        self.app.set_keymap({command: ",".join(keys) for command, keys in keymap.items()})
        self._menu.set_items(self._items())
        for footer in self.query(FooterLine):
            footer.update_lines()

    def _tell(self, problem: str) -> None:
        """Say in the line above the footer what is wrong, if anything is."""
        words = f" {problem[:1].upper()}{problem[1:]}"
        self._problem.show([Content.assemble((words, "bold $alarm"))])

    @on(Menu.Moved)
    def menu_moved(self) -> None:
        self._tell("")
