"""Settings and keys: changed at once, kept, and refused in a sentence."""

from chez_tui.commands import ANYWHERE, BY_ID, COMMANDS, MEETING, keys_problem
from chez_tui.kit.form import Form
from chez_tui.kit.themes import PALETTES
from chez_tui.screens.settings import (
    GROUPS,
    KeysScreen,
    PressKey,
    SettingsScreen,
)
from chez_tui.screens.title import TitleScreen
from chez_tui.settings import AUTO, FIRST, SETTINGS, Settings
from tests.chez_tui.driver import Player, at_keys
from tests.kit.worlds import here, keep, kept


def test_every_setting_is_there_and_explained() -> None:
    assert set(SETTINGS) == set(Settings._fields)
    for setting in SETTINGS.values():
        assert setting.label
        assert setting.help
        assert set(setting.words) <= set(setting.values)


async def test_every_setting_can_be_reached_and_read() -> None:
    async with at_keys(config=Settings(name="Pam")) as pam:
        await pam.press("s")
        shown = {name: setting for name, setting in SETTINGS.items() if name != FIRST}
        for name, setting in shown.items():
            await pam.go(name)
            assert setting.label in pam.text
            assert setting.help[1:] in pam.text
        await pam.resize((30, 8))
        for name, setting in shown.items():
            await pam.go(name)
            assert setting.label in pam.text


def test_the_line_below_a_form_can_be_painted_before_there_are_rows() -> None:
    """A terminal paints it before the screen hears of its size and fills the form."""
    assert Form().foot.build(80, 2) == []


async def test_changes_hold_at_once_and_are_kept() -> None:
    async with at_keys(config=Settings()) as pam:
        await pam.press("s", "enter", *"Pam", "enter")
        for name in ("ascii", "calm", "auto_next", "bell_turn", "bell_window", "pace", "preset"):
            await pam.go(name, "right")
        assert pam.text.isascii()
        await pam.go("theme", "left")
        assert pam.app.theme == "mono"
        wanted = Settings(
            name="Pam",
            theme="mono",
            ascii=True,
            calm=True,
            auto_next=False,
            bell_turn=False,
            bell_window=False,
            pace="fast",
            preset="always",
        )
        assert pam.app.world.settings == wanted
        assert kept() == wanted


async def test_every_theme_can_be_looked_through() -> None:
    async with at_keys() as pam:
        await pam.press("s")
        await pam.go("theme")
        seen = []
        for _ in SETTINGS["theme"].values:
            await pam.press("right")
            theme = pam.app.world.settings.theme
            seen.append(theme)
            assert ("the edition's" if theme == AUTO else PALETTES[theme].title) in pam.text
            assert pam.app.theme == ("geek" if theme == AUTO else theme)
        assert sorted(seen) == sorted(SETTINGS["theme"].values)


async def test_what_holds_for_one_run_stays_out_of_the_file() -> None:
    keep(Settings(name="Pam"))
    once = Settings(name="Lee", theme="mono", ascii=True, calm=True)
    async with at_keys(config=once) as pam:
        await pam.press("s")
        await pam.go("pace", "right")
        assert pam.app.world.settings == once._replace(pace="fast")
    assert kept() == Settings(name="Pam", pace="fast")


async def test_settings_that_cannot_be_saved_hold_all_the_same() -> None:
    here().settings.parent.parent.mkdir(parents=True)
    here().settings.parent.touch()
    async with at_keys(config=Settings()) as pam:
        await pam.press("s")
        await pam.go("pace", "right")
        assert "an't save the settings" in pam.text
        assert pam.app.world.settings.pace == "fast"


# -- keys ------------------------------------------------------------------------------------------


async def keys_of(pam: Player, command: str) -> None:
    """Open the list of keys and go to a command."""
    await pam.show(KeysScreen())
    for _ in COMMANDS:
        if pam.chosen == command:
            return
        await pam.press("down")


async def new_key(pam: Player, key: str) -> str:
    await pam.press("enter")
    assert isinstance(pam.app.screen, PressKey)
    return await pam.after(key)


async def test_every_command_is_in_the_list_and_a_new_key_works_at_once() -> None:
    async with at_keys() as pam:
        await keys_of(pam, "help")
        assert "f5 help" in await new_key(pam, "f5")
        assert kept().keys == {"help": ("f5",)}
        await pam.press("question_mark")
        assert isinstance(pam.app.screen, KeysScreen)
        assert "any key closes" in await pam.after("f5")
        assert "? help" in await pam.after("x", "backspace")
        assert kept().keys == {}
        assert "any key closes" in await pam.after("question_mark")
        await pam.press("x")
        with_keys = {command.id for command in BY_ID.values() if command.where}
        assert {item.key for item in pam.menu.items if item.key} == with_keys
        for item in pam.menu.items:
            if item.key:
                assert item.label in pam.text
                await pam.press("down")


async def test_a_taken_key_is_refused_in_a_sentence() -> None:
    async with at_keys() as pam:
        await keys_of(pam, "evict")
        assert "N is taken: Next phase" in await new_key(pam, "n")
        assert "Numbers pick cards" in await new_key(pam, "5")
        assert "Numbers pick cards" not in await pam.after("down", "up")
        await new_key(pam, "escape")
        assert pam.app.world.settings.keys == {}
        for _ in range(2):
            await new_key(pam, "v")  # taken in replays only, which is elsewhere
            assert pam.app.world.settings.keys == {"evict": ("v",)}


async def test_a_key_given_away_does_not_come_back() -> None:
    async with at_keys(config=Settings(keys={"evict": ("v",), "undo": ("e",)})) as pam:
        await keys_of(pam, "evict")
        assert "E is taken: Undo" in await pam.after("backspace")
        assert pam.app.world.settings.keys["evict"] == ("v",)


def test_no_key_does_two_things_from_the_start() -> None:
    for command in COMMANDS:
        assert keys_problem(command, command.keys, {}) == "", command.id


def test_every_place_has_a_name_and_meets_others_somewhere() -> None:
    places = {place for command in COMMANDS for place in command.where}
    assert places <= set(GROUPS)
    assert places - {ANYWHERE} <= set().union(*MEETING)
    for screen in (TitleScreen, SettingsScreen, KeysScreen):
        assert any(set(screen.PLACES) <= meeting for meeting in MEETING)
        assert screen.HELP


def test_a_form_may_be_painted_before_it_has_rows() -> None:
    assert Form().foot.build(80, 2) == []
