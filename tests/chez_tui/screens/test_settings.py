"""Settings and keys: changed at once, kept, and refused in a sentence."""

from dataclasses import fields

import pytest
from textual.pilot import Pilot

from chez_tui.app import ChezApp
from chez_tui.commands import ANYWHERE, BY_ID, COMMANDS
from chez_tui.config import AUTO, CHOICES, Config, config_path, load_config, save_config
from chez_tui.screens.keys import GROUPS, MEETING, KeysScreen, NewKeyScreen, key_problem
from chez_tui.screens.settings import SETTINGS, WORDS, SettingsScreen
from chez_tui.screens.title import TitleScreen
from chez_tui.widgets.menu import Menu
from tests.chez_tui.driver import shown
from tests.chez_tui.forms import go

SIZES = [(80, 24), (30, 8)]


async def opened(pilot: Pilot[int], app: ChezApp) -> None:
    app.open_title()
    await pilot.pause()
    app.open_settings()
    await pilot.pause()


def test_every_setting_is_there_and_explained() -> None:
    assert set(SETTINGS) == {entry.name for entry in fields(Config)}
    assert all(setting.label and setting.help for setting in SETTINGS.values())
    for name, words in WORDS.items():
        assert set(words) == set(CHOICES[name])


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES)
async def test_it_fits_every_size(size: tuple[int, int]) -> None:
    app = ChezApp(Config(name="Pam"))
    async with app.run_test(size=size) as pilot:
        await opened(pilot, app)
        for name, setting in SETTINGS.items():
            await go(pilot, name)
            assert setting.label in shown(app)
            if size >= (80, 24):
                assert setting.help[1:] in shown(app)


@pytest.mark.asyncio
async def test_plain_signs_at_once() -> None:
    app = ChezApp(Config(name="Pam"))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await go(pilot, "ascii")
        await pilot.press("right")
        await pilot.pause()
        assert shown(app).isascii()
        await go(pilot, "keys")
        await pilot.press("enter")
        await pilot.pause()
        assert shown(app).isascii()
        await pilot.press("enter")
        await pilot.pause()
        assert shown(app).isascii()
        await pilot.press("escape", "escape", "escape")
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)
        assert shown(app).isascii()


@pytest.mark.asyncio
async def test_changes_hold_at_once_and_are_kept() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await pilot.press("enter", *"Pam", "enter")
        for name in ("ascii", "calm", "auto_next", "bell_turn", "bell_window", "pace", "preset"):
            await go(pilot, name)
            await pilot.press("right")
        await go(pilot, "theme")
        await pilot.press("left")
        assert app.theme == "mono"
        wanted = Config(
            name="Pam",
            theme="mono",
            ascii=True,
            calm=True,
            auto_next=False,
            bell_turn=False,
            bell_window=False,
            pace="fast",
            preset="concerned",
        )
        assert app.config == wanted
        assert load_config() == wanted


@pytest.mark.asyncio
async def test_every_theme_can_be_looked_through() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await go(pilot, "theme")
        seen = []
        for _ in CHOICES["theme"]:
            await pilot.press("right")
            seen.append(app.config.theme)
            assert WORDS["theme"][app.config.theme] in shown(app)
            assert app.palette.name == ("geek" if app.config.theme == AUTO else app.config.theme)
        assert sorted(seen) == sorted(CHOICES["theme"])


@pytest.mark.asyncio
async def test_what_holds_for_one_run_stays_out_of_the_file() -> None:
    save_config(Config(name="Pam"))
    app = ChezApp(Config(name="Lee", theme="mono", ascii=True, calm=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await go(pilot, "pace")
        await pilot.press("right")
        assert app.config == Config(name="Lee", theme="mono", ascii=True, calm=True, pace="fast")
    assert load_config() == Config(name="Pam", pace="fast")


@pytest.mark.asyncio
async def test_settings_that_cannot_be_saved_hold_all_the_same() -> None:
    config_path().parent.parent.mkdir(parents=True)
    config_path().parent.touch()
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await go(pilot, "pace")
        await pilot.press("right")
        await pilot.pause()
        assert "can't be saved" in shown(app)
        assert app.config.pace == "fast"


# -- keys ------------------------------------------------------------------------------------------


def menu(app: ChezApp) -> Menu:
    return app.screen.query_one(Menu)


async def keys_opened(pilot: Pilot[int], app: ChezApp, command: str) -> None:
    await opened(pilot, app)
    app.push_screen(KeysScreen())
    await pilot.pause()
    for _ in COMMANDS:
        item = menu(app).current
        assert item is not None
        if item.key == command:
            return
        await pilot.press("down")


async def press_new(pilot: Pilot[int], key: str) -> None:
    await pilot.press("enter")
    await pilot.pause()
    assert isinstance(pilot.app.screen, NewKeyScreen)
    await pilot.press(key)
    await pilot.pause()


@pytest.mark.asyncio
async def test_every_command_is_in_the_list() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await keys_opened(pilot, app, "help")
        assert {item.key for item in menu(app).items if item.key} == set(BY_ID)
        for item in menu(app).items:
            if item.key:
                assert item.label in shown(app)
                await pilot.press("down")


@pytest.mark.asyncio
async def test_a_new_key_works_at_once_and_is_kept() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await keys_opened(pilot, app, "help")
        await press_new(pilot, "f5")
        assert load_config().keys == {"help": ("f5",)}
        assert "f5 help" in shown(app)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, KeysScreen)
        await pilot.press("f5")
        await pilot.pause()
        assert "any key closes" in shown(app)
        await pilot.press("x", "backspace")
        await pilot.pause()
        assert load_config().keys == {}
        assert "? help" in shown(app)
        await pilot.press("question_mark")
        await pilot.pause()
        assert "any key closes" in shown(app)


@pytest.mark.asyncio
async def test_a_taken_key_is_refused_in_a_sentence() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await keys_opened(pilot, app, "evict")
        await press_new(pilot, "n")
        assert "N is taken: Next phase" in shown(app)
        await press_new(pilot, "5")
        assert "Numbers pick cards" in shown(app)
        await pilot.press("down", "up")
        assert "Numbers pick cards" not in shown(app)
        await press_new(pilot, "escape")
        assert app.config.keys == {}
        await press_new(pilot, "v")  # taken in replays only, which is elsewhere
        assert app.config.keys == {"evict": ("v",)}
        await press_new(pilot, "v")
        assert app.config.keys == {"evict": ("v",)}


@pytest.mark.asyncio
async def test_a_key_given_away_does_not_come_back() -> None:
    app = ChezApp(Config(keys={"evict": ("v",), "undo": ("e",)}))
    async with app.run_test(size=(80, 24)) as pilot:
        await keys_opened(pilot, app, "evict")
        await pilot.press("backspace")
        await pilot.pause()
        assert "E is taken: Undo" in shown(app)
        assert app.config.keys["evict"] == ("v",)


def test_no_key_does_two_things_from_the_start() -> None:
    for command in COMMANDS:
        for key in command.keys:
            assert key_problem(command, key, {}) == "", command.id


def test_every_place_has_a_name_and_meets_others_somewhere() -> None:
    places = {place for command in COMMANDS for place in command.where}
    assert places <= set(GROUPS)
    assert places - {ANYWHERE} <= set().union(*MEETING)


@pytest.mark.asyncio
async def test_the_screens_know_where_they_are() -> None:
    for screen in (TitleScreen, SettingsScreen, KeysScreen):
        assert any(set(screen.PLACES) <= places for places in MEETING)
        assert screen.HELP
