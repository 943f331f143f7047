"""The title screen: every way in, and the game to go on with."""

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from chez_tui import flows
from chez_tui.play.games import HOT_SEAT, record_files
from chez_tui.play.newgame import hot_seat_table, solo_table
from chez_tui.play.options import TableSpec
from chez_tui.screens.title import CONTINUE, FANNED, WAYS, TitleScreen
from chez_tui.settings import Settings
from chez_tui.verbs import flags
from chez_tui.world import TerminalTraits, World
from core.catalog import edition_faces
from net.sessions.local import PACES
from tests.chez_tui.driver import (
    LARGE,
    SMALL,
    Player,
    Tables,
    WatchedApp,
    at_keys,
    left_waiting,
    record_of,
    strips,
)
from tests.chez_tui.netscenes import found
from tests.kit.places import OLDER
from tests.kit.worlds import here
from tests.net.honest import change_terms, interrupted


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the screens that were opened, without opening them."""
    opened: list[str] = []
    monkeypatch.setattr(flows, "start", lambda app, way, *where: opened.append(way))
    return opened


async def begun(spec: TableSpec) -> Path:
    return record_of(await left_waiting(spec, 3))


async def come_back(pam: Player) -> None:
    """Leave the title for another screen and return to it."""
    await pam.open(lambda app: app.walk(flows.settings(app)))
    await pam.press("escape")


async def test_every_way_in_is_there_at_every_size() -> None:
    async with at_keys() as pam:
        assert pam.menu.items == WAYS, "there is no game to continue"
        for way in WAYS:
            assert way.label in pam.text
            assert way.hint in pam.text
        for size in ((79, 24), (80, 23)):
            await pam.resize(size)
            assert f"{size[0]}x{size[1]} is small: better 80x24" in pam.text
        await pam.resize((30, 8))
        for words in ("Solo game", "unofficial", "better 80x24"):
            assert words in pam.text
        assert "Quit" in await pam.after(*["down"] * (len(WAYS) - 1))


async def test_every_way_in_has_a_number_and_a_place_for_cursor_and_mouse(ways: list[str]) -> None:
    async with at_keys() as pam:
        assert pam.chosen == "solo"
        for keys, where in (
            (("down", "j", "j", "k"), "host"),
            (("enter",), "host"),
            (("home", "up"), "quit"),
            (("down",), "solo"),
            (("end",), "quit"),
        ):
            await pam.press(*keys)
            assert pam.chosen == where
        row = next(y for y, line in enumerate(pam.text.splitlines()) if "Rules" in line)
        await pam.click(30, row)
        await pam.click(30, 0)
        assert ways == ["host", "rules"]
        await pam.press(*"123456789es")
        first = ["solo", "hotseat", "host", "join", "watch", "lessons"]
        assert ways[2:] == [*first, "replays", "cards", "rules", "editions", "settings"]


@asynccontextmanager
async def first_start(*words: str) -> AsyncIterator[Player]:
    """Start the app as a process does, with these words of a command line."""
    parser = ArgumentParser()
    flags.add(parser, *flags.PERSON)
    world = World.of_process(parser.parse_args(words))
    world.terminal = TerminalTraits()
    app = WatchedApp(world=world)
    async with app.run_test(size=SMALL) as pilot:
        player = Player(app, pilot)
        await player.open(lambda app: app.walk(flows.begin(app)))
        yield player


@pytest.mark.parametrize("given", ["--no-settings", "--name Lee"])
async def test_a_first_start_goes_to_the_lesson_and_asks_for_a_name_it_can_keep(given: str) -> None:
    async with first_start(*given.split()) as new:
        assert isinstance(new.app.screen, TitleScreen)
        assert new.chosen == "lessons"
        assert not World.of_process().is_new
    assert [*here().settings.parent.parent.glob("*/settings.toml")] == []


async def test_who_gives_no_name_at_first_is_not_asked_again() -> None:
    for keys in ([], ["escape"]):  # whoever only looks is asked again
        async with first_start() as new:
            assert "What should others call you?" in new.words
            if keys:
                await new.press(*keys)
                assert new.chosen == "lessons"
    async with first_start() as again:
        assert again.chosen == "solo"
    assert not here().settings.exists()


async def test_a_name_that_cannot_be_kept_holds_and_says_so() -> None:
    async with first_start() as new:
        name = new.app.world.name
        (login,) = [part for strip in strips(new.app) for part in strip if part.text == name]
        assert login.style is not None
        assert login.style.reverse  # it is selected, in any colors: what is typed takes its place
        here().settings.parent.mkdir(parents=True)
        here().settings.mkdir()
        assert "an't save the settings" in await new.after(*"Zoë", "enter")
        assert new.app.world.name == "Zoë"


async def test_what_is_wrong_with_the_settings_is_said_at_the_start_and_stays() -> None:
    wrong = "theme = 'nope'\npace = 'slow'\ncolour = 1\n"
    here().settings.parent.mkdir(parents=True)
    here().settings.write_text(wrong)
    async with first_start() as pam:
        (note,) = pam.app._notifications
        first, second, _ = note.message.splitlines()
        assert first.startswith(f"{here().settings}, line 1: theme can be ")
        assert second.startswith(f"{here().settings}, line 3: unknown setting 'colour'")
        assert pam.app.world.settings == Settings(pace="slow")
        assert pam.app.world.faults() == (), "and nobody says it again"
    assert here().settings.read_text() == wrong
    async with first_start("--no-settings") as pam:
        assert not pam.app._notifications
        await pam.press("s")
        await pam.go("pace", "right")
        assert "--no-settings" in pam.words
        assert pam.app.world.settings == Settings(pace="fast")
    assert here().settings.read_text() == wrong


@pytest.mark.parametrize("key", ["q", "ctrl+q"])
async def test_leaving(key: str) -> None:
    async with at_keys() as pam:
        assert "esc back" not in await pam.after("escape")
        await pam.press(key)
    assert pam.app.return_code == 0


async def test_help_tells_the_keys_and_has_pages_if_it_is_long() -> None:
    async with at_keys(config=Settings(keys={"rules": ("f9",)})) as pam:
        text = await pam.after("question_mark")
        for words in ("press the number", "f9", "any key closes"):
            assert words in text
        await pam.press("x")
        assert isinstance(pam.app.screen, TitleScreen)
        await pam.resize((40, 14))
        await pam.press("question_mark")
        pages = 1
        while "any key for more" in pam.text:
            await pam.press("space")
            pages += 1
        assert 1 < pages < 20
        await pam.press("space")
        assert isinstance(pam.app.screen, TitleScreen)


async def test_tables_near_you_are_shown_as_long_as_the_title_is() -> None:
    async with at_keys() as pam:
        assert "join a table on the network" in pam.text
        before = pam.app.ears
        before.hear(found(), found(1, "[b]Saturday[/b]", "play"))
        await pam.rest()
        assert "2 tables near you" in pam.text
        await pam.resize(LARGE)
        for words in ("Friday", "2 of 8 seats", "[b]Saturday[/b]", "playing"):
            assert words in pam.text
        before.hear(trouble="no network")
        await pam.rest()
        assert "Can't search for tables: no network." in pam.text
        await pam.press("s")
        assert not before.running
        await pam.press("escape")
        assert pam.app.ears.running
        assert "No tables yet." in pam.text


async def test_some_cards_of_what_is_played_lie_below_the_menu_where_there_is_room() -> None:
    async with at_keys(LARGE) as pam:
        faces = [face.name for face in edition_faces("geek")]
        assert sum(name in pam.text for name in faces) >= len(FANNED) - 1
        await pam.resize(SMALL)
        assert not any(name in pam.text for name in faces)


# -- going on --------------------------------------------------------------------------------------


async def test_an_unfinished_game_is_offered_first(tables: Tables) -> None:
    path = await begun(solo_table("[bold]Pam[/]"))
    path.with_name("zzz.game").write_bytes(b"\xff\x00")  # damaged files do no harm
    async with at_keys(config=Settings(pace="fast")) as pam:
        assert pam.chosen == CONTINUE
        assert "Continue" in pam.text
        line = next(line for line in pam.text.splitlines() if "Continue" in line)
        assert "round 1, against Ada, Bix" in line
        await pam.resize(LARGE)
        line = next(line for line in pam.text.splitlines() if "Continue" in line)
        assert "round 1, against Ada, Bix, Cleo; Solo of 20" in line
        await pam.press("enter")
        ((table, seats),) = tables
        assert table.setup.record == path
        assert seats == (0,)
        assert table.pace == PACES["fast"]


async def test_a_hot_seat_game_is_offered_too(tables: Tables) -> None:
    await begun(hot_seat_table("Pam", 2, 2))
    async with at_keys() as pam:
        assert f"round 1; {HOT_SEAT} of" in pam.text
        await pam.press("0")
        ((_, seats),) = tables
        assert seats == (0, 1)


async def test_it_is_looked_for_again_when_the_screen_comes_back() -> None:
    async with at_keys() as pam:
        await pam.press("down", "down")
        await begun(solo_table("Pam"))
        await come_back(pam)
        assert pam.menu.items[0].key == CONTINUE
        assert pam.chosen == "host"  # where the user has put it
        record_files(here().games)[0].unlink()
        await come_back(pam)
        assert pam.menu.items == WAYS


async def test_a_game_damaged_in_the_meantime_gives_a_sentence(tables: Tables) -> None:
    path = await begun(solo_table("Pam"))
    async with at_keys() as pam:
        path.write_text("[red]nothing[/]\n")
        assert "isn't a chez-tui game file" in await pam.after("0")
        assert "isn't a chez-tui game file" not in await pam.after("down")
        assert tables == []


async def test_a_game_of_other_rules_says_so_and_waits(tables: Tables) -> None:
    path = here().games / "solo.game"
    path.parent.mkdir(parents=True)
    path.write_bytes((OLDER / "solo.game").read_bytes())
    async with at_keys() as pam:
        assert pam.chosen != CONTINUE
        assert "can't be continued" in pam.text
        await pam.press("0")
        assert "This game used older rules (version 1, now 2), so it can't be" in pam.words
        assert tables == []


def network_game(data_home: Path) -> Path:
    """Return the folder of a game on the network that was interrupted."""
    return interrupted(data_home / "chez-tui" / "net" / "me" / "game").parent


async def test_a_network_game_of_other_rules_hides_no_other(data_home: Path) -> None:
    path = await begun(solo_table("Pam"))
    os.utime(path, (1, 1))
    change_terms(network_game(data_home), rules=None, version=1)
    async with at_keys() as pam:
        assert pam.chosen == CONTINUE
        assert "round 1" in pam.text
        path.unlink()
        await come_back(pam)
        assert "can't be continued: Table of" in pam.text
        assert "used older rules" in await pam.after("0")


async def test_a_network_game_that_was_interrupted_is_offered(
    data_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    resumed: list[Path] = []
    monkeypatch.setattr(flows, "start", lambda app, way, *where: resumed.extend(where))
    folder = network_game(data_home)
    async with at_keys() as pam:
        assert pam.chosen == CONTINUE
        assert "your game on the network" in pam.text
        await pam.press("0")
        assert resumed == [folder]
        (folder / "over").touch()
        await come_back(pam)
        assert pam.menu.items == WAYS


def test_the_title_loads_nothing_of_the_network_but_what_looks_for_tables() -> None:
    code = """
import asyncio, sys
from types import SimpleNamespace
from chez_tui import flows
from chez_tui.app import ChezApp
from tests.kit.worlds import world_with

async def look():
    app, started = ChezApp(world_with()), asyncio.Event()
    browser = SimpleNamespace(tables=(), trouble="", start=started.set, close=asyncio.Event().wait)
    app.browser = lambda changed: browser
    async with app.run_test(size=(80, 24)):
        app.walk(flows.begin(app))
        await started.wait()

asyncio.run(look())
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "textual" in done.stdout.split()
    assert not {"nacl", "zeroconf", "ifaddr", "net.table.table"} & set(done.stdout.split())
