"""Choosing editions: in setup, on the screen for editions, in settings and in the lobby."""

import pytest

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
from tests.chez_tui.driver import LARGE, Player, Tables, at_keys
from tests.chez_tui.netscenes import ADA, PAM, changed, desk_of, lobby_of, still

MINE = Config(name="Pam")
FIVE = "alone is for up to 5 players; in a mix there is room for eight"


async def setup(pam: Player, *editions: str) -> None:
    await pam.open(lambda app: app.open_setup(editions=editions))


async def tick(pam: Player, *keys: str) -> None:
    for key in keys:
        await pam.go(key, "enter")


async def test_each_edition_shows_its_mood_its_drawing_and_what_is_new() -> None:
    async with at_keys(config=MINE) as pam:
        await setup(pam)
        await pam.go("edition")
        for key in EDITIONS:
            assert pam.app.theme == key
            panel = " ".join(line.partition("│")[2] for line in pam.text.splitlines())
            for line in news_of((key,))[0][1]:
                assert line in " ".join(panel.split()).replace("◆ ", "")
            for row in page_of(key).art:
                assert row.rstrip() in pam.text
            assert page_of(key).pitch in pam.words
            await pam.press("right")
        assert pam.app.theme == "geek"


@pytest.mark.parametrize("look", [{"theme": "contrast"}, {"theme": "mono", "ascii": True}])
async def test_a_theme_that_is_fixed_stays(look: dict[str, str | bool]) -> None:
    async with at_keys(config=MINE.changed(**look)) as pam:
        await setup(pam, "goth")
        assert pam.app.theme == look["theme"]
        assert "R I P" in pam.text
        assert pam.text.isascii() == ("ascii" in look)


async def test_an_edition_seats_five_a_mix_eight() -> None:
    async with at_keys(config=MINE) as pam:
        await setup(pam)
        screen = pam.app.screen
        assert isinstance(screen, SetupScreen)
        await pam.go("players", "right", "right", "right")
        assert len(screen.game.seats) == 7
        await pam.go("edition", "left")
        assert screen.game.editions == ("cthulhu",)
        assert len(screen.game.seats) == 5
        assert f"Cthulhu {FIVE}" in pam.words
        assert pam.form.row("players").choices == ("2", "3", "4", "5")
        await pam.press("right")
        assert len(screen.game.seats) == 7  # they only had to wait


async def test_a_mix_is_ticked_together_and_played(tables: Tables) -> None:
    async with at_keys(config=MINE) as pam:
        await setup(pam)
        await tick(pam, "edition")
        assert isinstance(pam.app.screen, EditionsScreen)
        await tick(pam, "geek")
        assert NONE_LEFT[1:] in pam.text
        assert "[x]" in pam.text
        await tick(pam, "cthulhu", "greek")
        assert pam.app.theme == "greek"
        await pam.go("madness", "left")
        assert "or not at all (COMBO-CTH-2)" in pam.words
        await pam.go("done")
        assert "Geek + Greek + Cthulhu, for 2 to 8 players" in pam.text
        await pam.press("enter")
        assert isinstance(pam.app.screen, SetupScreen)
        assert "< mix of 3 >" in pam.text
        await tick(pam, "start")
    ((table, _),) = tables
    assert [e.key for e in table.setup.catalog.editions] == ["geek", "greek", "cthulhu"]
    assert table.game.options["madness"] == "off"
    assert table.game.options["mix"] == "town-and-gown"
    assert load_config().editions == "geek+greek+cthulhu"
    async with at_keys(config=load_config()) as pam:
        assert pam.app.theme == "greek"
        assert "a mix of 3" in pam.text or "Geek + Greek + Cthulhu" in pam.text
        await setup(pam)
        assert "< mix of 3 >" in pam.text


async def test_every_option_is_explained_on_a_large_screen() -> None:
    async with at_keys((200, 60), MINE) as pam:
        for opened in (SetupScreen(editions=EDITIONS), HostSetupScreen()):
            await pam.show(opened)
            if isinstance(opened, HostSetupScreen):
                opened._mixed(EDITIONS, {})
                opened.on_screen_resume()
            lines = pam.form.build(*pam.form.size)
            written = " ".join(" ".join(line.plain for line in lines).split())
            for name, (_, meaning) in options_that_matter(EDITIONS).items():
                alone = name == "two-player" and isinstance(opened, SetupScreen)
                assert (meaning in written) != alone  # four are to play there
            assert "…" not in written


async def test_help_leads_to_what_is_different() -> None:
    async with at_keys(config=MINE) as pam:
        await setup(pam, "grunt")
        await pam.go("edition")
        for keys, topic in ((("f1",), "Grunt"), (("enter", "down", "f1"), "Cthulhu")):
            await pam.press(*keys)
            item = pam.app.screen.query_one(RulesBrowser).item
            assert item is not None
            assert item.topic == topic
            assert page_of(topic.casefold()).different[0].title in pam.text
            await pam.press("escape")


async def test_the_title_and_the_settings_choose_too() -> None:
    async with at_keys(config=MINE) as pam:
        assert page_of("geek").art[1] in pam.text
        await pam.press("e")
        await tick(pam, "goth", "geek")
        assert page_of("goth").art[3] in await pam.after("escape")
        assert pam.app.theme == "goth"
        assert load_config().editions == "goth"
        await pam.press("s")
        await pam.go("editions", "right")
        assert pam.app.theme == "grunt"
        await pam.press("enter")
        await tick(pam, "geek")
        assert "Geek + Grunt" in await pam.after("escape", "escape")
        assert load_config().editions == "geek+grunt"


async def test_the_host_of_a_lobby_mixes_and_hears_what_cannot_be() -> None:
    async with at_keys(config=MINE) as pam:
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
        await pam.show(AgreeingScreen(table))
        await pam.go("edition", "right")
        assert f"Greek {FIVE}" in pam.words
        assert desk.snapshot().editions == ("geek",)
        await pam.press("enter")
        await tick(pam, "cthulhu", "geek")
        assert f"Cthulhu {FIVE}" in pam.words
        assert desk.snapshot().editions == ("geek", "cthulhu")
        await pam.go("madness", "left", "escape")
        assert dict(desk.plan.options) == {"hand": "7", "madness": "off"}
        assert "< Geek + Cthulhu >" in pam.text


async def test_a_guest_sees_what_is_played_and_is_told_what_it_means() -> None:
    async with at_keys(LARGE, Config(name="Ada")) as ada:
        desk = desk_of()
        place = still(lobby_of(desk), ADA)
        await ada.show(LobbyScreen(place))
        assert ada.app.theme == "geek"
        desk.plan = Plan(load_catalog(("goth", "cthulhu")), {"madness": "off"})
        changed(place, desk.snapshot())
        await ada.rest()
        assert ada.app.theme == "goth"
        first = news_of(("goth",))[0][1][0][:40]
        for words in ("Goth + Cthulhu", "house rules: madness off", first):
            assert words in ada.words
        await ada.press("i")
        assert isinstance(ada.app.screen, PlayedScreen)
        numbers = "Goth + Cthulhu: 17 Jobs, 201 cards, for 2 to 8 players"
        different = page_of("goth").different[0].text
        for words in (numbers, "Hand 6: ", "Madness off: ", "Winner picks on: ", different):
            assert words in ada.words
        await ada.press("escape", "escape", "y")
        assert isinstance(ada.app.screen, TitleScreen)
        assert ada.app.theme == "geek"  # back at the title, with what is played at home


async def test_an_edition_that_this_program_lacks_is_no_crash() -> None:
    async with at_keys(config=Config(name="Ada")) as ada:
        lobby = lobby_of(desk_of())._replace(editions=("goblin",))
        await ada.show(LobbyScreen(still(lobby, ADA)))
        assert "Goblin" in ada.text
        assert "does not know the edition" in await ada.after("i")


def test_every_edition_is_told_by_its_name() -> None:
    assert [edition_of(key).name.casefold() for key in EDITIONS] == list(EDITIONS)
