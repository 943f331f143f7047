"""The title screen: every way in, and the game to go on with."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot

from chez_tui.app import ChezApp
from chez_tui.config import Config
from chez_tui.games import HOT_SEAT, games_folder, record_files
from chez_tui.newgame import NewGame, hot_seat_game, solo_game
from chez_tui.screens import title
from chez_tui.screens.title import CONTINUE, WAYS, TitleScreen
from chez_tui.widgets.menu import Menu
from net.sessions.local import PACES
from tests.chez_tui.driver import shown
from tests.chez_tui.forms import Tables
from tests.kit.places import OLDER

SIZES = [(80, 24), (30, 8)]


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The screens that were opened, without opening them."""
    opened: list[str] = []
    names = "setup host_setup joining watching lessons replays catalogue rules editions settings"
    for name in names.split():
        monkeypatch.setattr(
            ChezApp,
            f"open_{name}",
            lambda app, name=name, **how: opened.append(" ".join((name, *how))),
        )
    return opened


def menu(app: ChezApp) -> Menu:
    return app.screen.query_one(Menu)


def here(app: ChezApp) -> str:
    item = menu(app).current
    assert item is not None
    return item.key


async def opened(pilot: Pilot[int], app: ChezApp) -> None:
    app.open_title()
    for _ in range(5):  # it looks for games after it was painted
        await pilot.pause(0.02)
        await app.workers.wait_for_complete()
    await pilot.pause()


async def begin(game: NewGame) -> Path:
    """Leaves a game behind that waits for a person."""
    game.seed, game.pace = 3, "instant"
    table = game.table()
    running = asyncio.ensure_future(table.run())
    await asyncio.sleep(0.1)
    table.close()
    await running
    assert table.setup.record is not None
    return table.setup.record


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES)
async def test_it_fits_every_size(size: tuple[int, int]) -> None:
    app = ChezApp(Config())
    async with app.run_test(size=size) as pilot:
        await opened(pilot, app)
        text = shown(app)
        assert "Solo game" in text
        assert "unofficial" in text
        assert ("better 80x24" in text) == (size < (80, 24))
        if size >= (80, 24):
            for way in WAYS:
                assert way.label in text
                assert way.hint in text
            assert "not made or endorsed by Steve Jackson Games" in text


@pytest.mark.asyncio
async def test_it_follows_the_size_of_the_terminal() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        assert "pizza" not in shown(app)
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert "pizza" in shown(app)
        await pilot.resize_terminal(30, 8)
        await pilot.pause()
        for _ in range(len(WAYS) - 1):
            await pilot.press("down")
        assert "Quit" in shown(app)


@pytest.mark.asyncio
async def test_every_way_in_has_a_number(ways: list[str]) -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        for digit in "123456789es":
            await pilot.press(digit)
        first = ["setup", "setup hot_seat", "host_setup", "joining", "watching", "lessons"]
        assert ways == [*first, "replays", "catalogue", "rules", "editions", "settings"]


@pytest.mark.asyncio
async def test_the_cursor_goes_around(ways: list[str]) -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        assert here(app) == "solo"
        await pilot.press("down", "j", "j", "k")
        assert here(app) == "host"
        await pilot.press("enter")
        assert ways == ["host_setup"]
        await pilot.press("home", "up")
        assert here(app) == "quit"
        await pilot.press("down")
        assert here(app) == "solo"
        await pilot.press("end")
        assert here(app) == "quit"


@pytest.mark.asyncio
async def test_a_click_chooses(ways: list[str]) -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        row = next(y for y, line in enumerate(shown(app).splitlines()) if "Rules" in line)
        assert await pilot.click(offset=(30, row))
        assert await pilot.click(offset=(30, 0))
        await pilot.pause()
    assert ways == ["rules"]


@pytest.mark.asyncio
@pytest.mark.parametrize("key", ["escape", "q", "ctrl+q"])
async def test_leaving(key: str) -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await pilot.press(key)
    assert app.return_code == 0


@pytest.mark.asyncio
async def test_help_tells_the_keys_and_goes_away() -> None:
    app = ChezApp(Config(keys={"rules": ("f9",)}))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await pilot.press("question_mark")
        await pilot.pause()
        text = shown(app)
        assert "press the number" in text
        assert "f9" in text
        assert "any key closes" in text
        await pilot.press("x")
        assert isinstance(app.screen, TitleScreen)


@pytest.mark.asyncio
async def test_long_help_has_pages() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(40, 14)) as pilot:
        await opened(pilot, app)
        await pilot.press("question_mark")
        await pilot.pause()
        pages = 1
        while "any key for more" in shown(app):
            await pilot.press("space")
            await pilot.pause()
            pages += 1
            assert pages < 20
        assert pages > 1
        await pilot.press("space")
        assert isinstance(app.screen, TitleScreen)


# -- going on --------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_without_a_game_there_is_nothing_to_continue() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        assert menu(app).items == WAYS
        assert "Continue" not in shown(app)


@pytest.mark.asyncio
async def test_an_unfinished_game_is_offered_first(
    tables: Tables,
) -> None:
    path = await begin(solo_game("Pam"))
    app = ChezApp(Config(pace="fast"))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        assert here(app) == CONTINUE
        line = next(line for line in shown(app).splitlines() if "Continue" in line)
        assert "round 1, against Ada, Bix" in line
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        line = next(line for line in shown(app).splitlines() if "Continue" in line)
        assert "round 1, against Ada, Bix, Cleo; Solo of 20" in line
        await pilot.press("enter")
        ((table, seats),) = tables
        assert table.setup.record == path
        assert seats == (0,)
        assert table.pace == PACES["fast"]


@pytest.mark.asyncio
async def test_a_hot_seat_game_is_offered_too(
    tables: Tables,
) -> None:
    await begin(hot_seat_game("Pam", 2, 2))
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        assert f"round 1; {HOT_SEAT} of" in shown(app)
        await pilot.press("0")
        ((_, seats),) = tables
        assert seats == (0, 1)


@pytest.mark.asyncio
async def test_names_are_no_markup() -> None:
    await begin(solo_game("[bold]Pam[/]"))
    app = ChezApp(Config())
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, app)
        assert "Continue" in shown(app)


@pytest.mark.asyncio
async def test_it_is_looked_for_again_when_the_screen_comes_back() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await pilot.press("down", "down")
        app.open_settings()
        await pilot.pause()
        await begin(solo_game("Pam"))
        await pilot.press("escape")
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert menu(app).items[0].key == CONTINUE
        assert here(app) == "host"  # where the user has put it
        record_files()[0].unlink()
        app.open_settings()
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert menu(app).items == WAYS


@pytest.mark.asyncio
async def test_a_game_damaged_in_the_meantime_gives_a_sentence(
    tables: Tables,
) -> None:
    path = await begin(solo_game("Pam"))
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        path.write_text("[red]nothing[/]\n")
        await pilot.press("0")
        await pilot.pause()
        assert "can't go on" in shown(app)
        assert tables == []


@pytest.mark.asyncio
async def test_a_game_of_other_rules_says_so_and_waits(tables: Tables) -> None:
    path = games_folder() / "solo.game"
    path.parent.mkdir(parents=True)
    path.write_bytes((OLDER / "solo.game").read_bytes())
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        assert here(app) != CONTINUE
        assert "can't be continued" in shown(app)
        await pilot.press("0")
        await pilot.pause()
        words = " ".join(shown(app).split())
        assert "This game was played by older rules (version 1, now 2) and can't be" in words
        assert tables == []


@pytest.mark.asyncio
async def test_a_network_game_of_other_rules_hides_no_other(
    data_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(title, "outdated", lambda folder: "older rules" * ("old" in folder.name))
    path = await begin(solo_game("Pam"))
    os.utime(path, (1, 1))
    folder = data_home / "chez-tui" / "net" / "me" / "old"
    folder.mkdir(parents=True)
    (folder / "seeds").touch()
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        assert here(app) == CONTINUE
        assert "your game on the network" not in shown(app)
    path.unlink()
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        assert "your game on the network" in shown(app)  # and says why it can't go on


@pytest.mark.asyncio
async def test_damaged_files_in_the_folder_do_no_harm() -> None:
    path = await begin(solo_game("Pam"))
    path.with_name("zzz.game").write_bytes(b"\xff\x00")
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        assert here(app) == CONTINUE


def test_the_network_is_loaded_when_it_is_chosen() -> None:
    code = """
import asyncio, sys
from chez_tui.app import ChezApp
from chez_tui.config import Config

async def look():
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_title()
        await pilot.pause()
        await app.workers.wait_for_complete()

asyncio.run(look())
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "textual" in done.stdout.split()
    assert not {"nacl", "zeroconf", "ifaddr", "net.table.table"} & set(done.stdout.split())


@pytest.mark.asyncio
async def test_a_network_game_that_was_interrupted_is_offered(
    data_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    resumed: list[Path] = []
    monkeypatch.setattr(ChezApp, "open_resuming", lambda app, folder: resumed.append(folder))
    folder = data_home / "chez-tui" / "net" / "me" / "game"
    folder.mkdir(parents=True)
    (folder / "seeds").touch()
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        assert here(app) == CONTINUE
        assert "your game on the network" in shown(app)
        await pilot.press("0")
        assert resumed == [folder]
        (folder / "over").touch()
        app.open_settings()
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert menu(app).items == WAYS
