"""Choosing editions: in setup, on the screen for editions, in settings and in the lobby."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot

from chez_tui.app import ChezApp
from chez_tui.config import Config, load_config
from chez_tui.editions import news_of, options_that_matter
from chez_tui.pages import page_of
from chez_tui.screens.agreeing import AgreeingScreen
from chez_tui.screens.editions import NONE_LEFT, EditionsScreen
from chez_tui.screens.hostsetup import HostSetupScreen
from chez_tui.screens.lobby import LobbyScreen
from chez_tui.screens.played import PlayedScreen
from chez_tui.screens.rules import RulesBrowser
from chez_tui.screens.setup import SetupScreen
from chez_tui.screens.title import TitleScreen
from core.catalog import EDITIONS, edition_of, load_catalog
from net.table.lobby import Plan
from tests.chez_tui.driver import shown
from tests.chez_tui.forms import Tables, form, go
from tests.chez_tui.netscenes import ADA, PAM, desk_of, lobby_of, still


def beside(app: ChezApp) -> str:
    """What the panel of an edition says, without its wall and line breaks."""
    lines = [line.partition("│")[2] for line in shown(app).splitlines()]
    return " ".join(" ".join(lines).split())


def written(app: ChezApp) -> str:
    """What the form says, without line breaks."""
    lines = form(app).build(*form(app).size)
    return " ".join(" ".join(line.plain for line in lines).split())


@asynccontextmanager
async def begun(width: int = 80, height: int = 24) -> AsyncIterator[tuple[ChezApp, Pilot[int]]]:
    """An app of Pam's with nothing open yet."""
    app = ChezApp(Config(name="Pam"))
    async with app.run_test(size=(width, height)) as pilot:
        yield app, pilot


async def press(pilot: Pilot[int], *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()


async def tick(pilot: Pilot[int], *keys: str) -> None:
    for key in keys:
        await go(pilot, key)
        await press(pilot, "enter")


async def test_each_edition_shows_its_mood_its_drawing_and_what_is_new() -> None:
    async with begun() as (app, pilot):
        app.open_setup()
        await pilot.pause()
        await go(pilot, "edition")
        for key in EDITIONS:
            assert app.theme == key
            text = beside(app)
            for line in news_of((key,))[0][1]:
                assert line in text.replace("◆ ", "")
            for row in page_of(key).art:
                assert row.rstrip() in shown(app)
            pitch = " ".join(shown(app).split())
            assert page_of(key).pitch in pitch
            await pilot.press("right")
        assert app.theme == "geek"


@pytest.mark.parametrize("look", [{"theme": "contrast"}, {"theme": "mono", "ascii": True}])
async def test_a_theme_that_is_fixed_stays(look: dict[str, str | bool]) -> None:
    app = ChezApp(Config(name="Pam").changed(**look))
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_setup(editions=("goth",))
        await pilot.pause()
        assert app.theme == look["theme"]
        assert "R I P" in shown(app)
        assert shown(app).isascii() == ("ascii" in look)


async def test_an_edition_seats_five_a_mix_eight() -> None:
    async with begun() as (app, pilot):
        app.open_setup()
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        await go(pilot, "players")
        await pilot.press("right", "right", "right")
        assert len(screen.game.seats) == 7
        await go(pilot, "edition")
        await pilot.press("left")
        assert screen.game.editions == ("cthulhu",)
        assert len(screen.game.seats) == 5
        said = " ".join(shown(app).split())
        assert "Cthulhu alone is for up to 5 players; in a mix there is room for eight" in said
        assert form(app).row("players").choices == ("2", "3", "4", "5")
        await pilot.press("right")
        assert len(screen.game.seats) == 7  # they only had to wait


async def test_a_mix_is_ticked_together_and_played(tables: Tables) -> None:
    async with begun() as (app, pilot):
        app.open_title()
        await pilot.pause()
        app.open_setup()
        await pilot.pause()
        await tick(pilot, "edition")
        assert isinstance(app.screen, EditionsScreen)
        await tick(pilot, "geek")
        assert NONE_LEFT[1:] in shown(app)
        assert "[x]" in shown(app)
        await tick(pilot, "cthulhu", "greek")
        assert app.theme == "greek"
        await go(pilot, "madness")
        await pilot.press("left")
        assert "or not at all (COMBO-CTH-2)" in " ".join(shown(app).split())
        await go(pilot, "done")
        assert "Geek + Greek + Cthulhu, for 2 to 8 players" in shown(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, SetupScreen)
        assert "< mix of 3 >" in shown(app)
        await tick(pilot, "start")
    ((table, _),) = tables
    assert [e.key for e in table.setup.catalog.editions] == ["geek", "greek", "cthulhu"]
    assert table.game.options["madness"] == "off"
    assert table.game.options["mix"] == "town-and-gown"
    assert load_config().editions == "geek+greek+cthulhu"
    again = ChezApp(load_config())
    async with again.run_test(size=(80, 24)) as pilot:
        again.open_title()
        await pilot.pause()
        assert again.theme == "greek"
        assert "a mix of 3" in shown(again) or "Geek + Greek + Cthulhu" in shown(again)
        again.open_setup()
        await pilot.pause()
        assert "< mix of 3 >" in shown(again)


async def test_every_option_is_explained_on_a_large_screen() -> None:
    async with begun(200, 60) as (app, pilot):
        for opened in (lambda: app.open_setup(editions=EDITIONS), app.open_host_setup):
            opened()
            await pilot.pause()
            if isinstance(app.screen, HostSetupScreen):
                app.screen._mixed(EDITIONS, {})
                app.screen.on_screen_resume()
            for name, (_, meaning) in options_that_matter(EDITIONS).items():
                alone = name == "two-player" and isinstance(app.screen, SetupScreen)
                assert (meaning in written(app)) != alone  # four are to play there
            assert "…" not in written(app)
            app.pop_screen()
            await pilot.pause()


async def test_help_leads_to_what_is_different() -> None:
    async with begun() as (app, pilot):
        app.open_setup(editions=("grunt",))
        await pilot.pause()
        await go(pilot, "edition")
        for opening, topic in ((("f1",), "Grunt"), (("enter", "down", "f1"), "Cthulhu")):
            await press(pilot, *opening)
            item = app.screen.query_one(RulesBrowser).item
            assert item is not None
            assert item.topic == topic
            assert page_of(topic.casefold()).different[0].title in shown(app)
            await press(pilot, "escape")


async def test_the_title_and_the_settings_choose_too() -> None:
    async with begun() as (app, pilot):
        app.open_title()
        await pilot.pause()
        assert page_of("geek").art[1] in shown(app)
        await press(pilot, "e")
        await tick(pilot, "goth", "geek")
        await press(pilot, "escape")
        assert app.theme == "goth"
        assert page_of("goth").art[3] in shown(app)
        assert load_config().editions == "goth"
        await press(pilot, "s")
        await go(pilot, "editions")
        await pilot.press("right")
        assert app.theme == "grunt"
        await press(pilot, "enter")
        await tick(pilot, "geek")
        await press(pilot, "escape", "escape")
        assert load_config().editions == "geek+grunt"
        assert "Geek + Grunt" in shown(app)


async def test_the_host_of_a_lobby_mixes_and_hears_what_cannot_be() -> None:
    async with begun() as (app, pilot):
        desk = desk_of()
        table = still(lobby_of(desk), PAM, desk).table

        def change(settled: object) -> None:
            assert callable(settled)
            settled(desk)
            table.lobby = desk.snapshot()

        table.change = change
        desk.seats = 6
        desk.chairs += [desk.chairs[-1]._replace(name=f"Guest {n}") for n in range(2)]
        table.lobby = desk.snapshot()
        app.push_screen(AgreeingScreen(table))
        await pilot.pause()
        await go(pilot, "edition")
        await pilot.press("right")
        said = " ".join(shown(app).split())
        assert "Greek alone is for up to 5 players; in a mix there is room for eight" in said
        assert desk.snapshot().editions == ("geek",)
        await press(pilot, "enter")
        await tick(pilot, "cthulhu", "geek")
        said = " ".join(shown(app).split())
        assert "Cthulhu alone is for up to 5 players; in a mix there is room for eight" in said
        assert desk.snapshot().editions == ("geek", "cthulhu")
        await go(pilot, "madness")
        await press(pilot, "left", "escape")
        assert dict(desk.plan.options) == {"hand": "7", "madness": "off"}
        assert "< Geek + Cthulhu >" in shown(app)


async def test_a_guest_sees_what_is_played_and_is_told_what_it_means() -> None:
    app = ChezApp(Config(name="Ada"))
    async with app.run_test(size=(120, 40)) as pilot:
        app.open_title()
        await pilot.pause()
        desk = desk_of()
        place = still(lobby_of(desk), ADA)
        app.push_screen(LobbyScreen(place))
        await pilot.pause()
        assert app.theme == "geek"
        desk.plan = Plan(load_catalog(("goth", "cthulhu")), {"madness": "off"})
        place.table.lobby = desk.snapshot()
        for callback in place.table.on_change:
            callback()
        await pilot.pause()
        assert app.theme == "goth"
        text = " ".join(shown(app).split())
        assert "Goth + Cthulhu" in text
        assert "house rules: madness off" in text
        assert news_of(("goth",))[0][1][0][:40] in text
        await press(pilot, "i")
        assert isinstance(app.screen, PlayedScreen)
        text = " ".join(shown(app).split())
        assert "Goth + Cthulhu: 17 Jobs, 201 cards, for 2 to 8 players" in text
        for name in ("Hand 6", "Madness off", "Winner picks on"):
            assert f"{name}: " in text
        assert page_of("goth").different[0].text in text
        await press(pilot, "escape", "escape", "y")
        assert isinstance(app.screen, TitleScreen)
        assert app.theme == "geek"  # back at the title, with what is played at home


async def test_an_edition_that_this_program_lacks_is_no_crash() -> None:
    app = ChezApp(Config(name="Ada"))
    async with app.run_test(size=(80, 24)) as pilot:
        lobby = lobby_of(desk_of())._replace(editions=("goblin",))
        app.push_screen(LobbyScreen(still(lobby, ADA)))
        await pilot.pause()
        assert "Goblin" in shown(app)
        await press(pilot, "i")
        assert "does not know the edition" in shown(app)


def test_every_edition_is_told_by_its_name() -> None:
    assert [edition_of(key).name.casefold() for key in EDITIONS] == list(EDITIONS)
