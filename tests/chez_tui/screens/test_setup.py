"""Before a game: the form, what it refuses, editions and mixes, and the table that comes of it."""

from pathlib import Path

import pytest

from chez_tui.play.editions import news_of, options_that_matter
from chez_tui.play.games import HOT_SEAT, SOLO, record_files
from chez_tui.play.newgame import name_problem, solo_table
from chez_tui.play.options import PACES as PACE_WORDS
from chez_tui.play.options import Seat
from chez_tui.play.pages import page_of
from chez_tui.screens.editions import NONE_LEFT, EditionsScreen, PlayedScreen
from chez_tui.screens.lobby import LobbyScreen
from chez_tui.screens.rules import RulesBrowser
from chez_tui.screens.setup import SetupScreen
from chez_tui.screens.title import TitleScreen
from chez_tui.settings import SETTINGS, Settings
from chez_tui.world import State, World
from core.catalog import EDITIONS, edition_of, load_catalog
from core.rules.setup import OPTIONS
from core.setting import HOST
from core.setting import SOLO as SOLO_PLACE
from net.sessions.local import PACES
from net.table.lobby import Plan
from tests.chez_tui.driver import LARGE, Player, Tables, at_keys
from tests.chez_tui.netscenes import ADA, PAM, agreeing, changed, desk_of, lobby_of, still
from tests.kit.worlds import here

MINE = Settings(name="Pam")


async def write(pam: Player, text: str) -> None:
    """Empty the text of the row and write another."""
    await pam.press("enter", "ctrl+u", *text)


async def test_every_row_is_there_at_every_size() -> None:
    async with at_keys((60, 18), MINE) as pam:
        assert "small" in await pam.after("1")
        for row in pam.form.items:  # every row can be reached and seen
            if row.usable:
                await pam.go(row.key)
                assert row.label in pam.text
        await pam.resize(LARGE)
        assert "small" not in pam.text
        await pam.go("seats", "left", "left", "left")
        assert pam.text.count("Gus") == 2, "the table is drawn where there is room"
        await pam.go("first", "right")
        assert "Pam begins" in pam.text


async def test_two_enters_from_the_title_begin_a_game(tables: Tables) -> None:
    async with at_keys(config=Settings(name="Pam", pace="slow")) as pam:
        await pam.press("enter", "enter")
        assert isinstance(pam.app.screen, TitleScreen)  # the form has done its work
    ((table, seats),) = tables
    assert seats == (0,)
    assert [tuple(chair) for chair in table.setup.chairs] == [
        ("Pam", ""),
        ("Ada", "normal"),
        ("Bix", "normal"),
        ("Cleo", "normal"),
    ]
    assert table.pace == PACES["slow"]
    assert table.settings.title == SOLO
    assert record_files(here().games) == [table.setup.record]


async def test_everything_can_be_chosen(tables: Tables) -> None:
    async with at_keys(config=MINE) as pam:
        await pam.press("1")
        await pam.go("seats", "right", "l")
        await pam.go("first", "right", "right", "right")
        await pam.go("pace", "h")
        await pam.go("seed")
        await write(pam, "unlucky")
        assert "isn't a seed" in await pam.after("enter")
        await pam.press("ctrl+u", *"k7qf-3m9p", "enter")
        assert "K7QF-3M9P" in pam.text
        await pam.go("seat1", "left")
        await write(pam, "Lee")
        await pam.press("down")
        await pam.go("hand", "right")
        await pam.go("start", "enter")
    ((table, seats),) = tables
    setup = table.setup
    assert [chair.name for chair in setup.chairs] == ["Pam", "Lee", "Bix", "Cleo", "Dov", "Emi"]
    assert [chair.level for chair in setup.chairs][1:3] == ["easy", "normal"]
    assert seats == (0,)
    assert setup.first == 2
    assert table.pace == PACES["slow"]
    assert table.settings.seed == "K7QF-3M9P"
    assert table.game.options["hand"] == "4"


async def test_hot_seat(tables: Tables) -> None:
    async with at_keys(config=MINE) as pam:
        await pam.press("2")
        assert "2 people and 2 bots" in pam.text
        for seat in ("seat0", "seat1"):
            await pam.go(seat, "right")
        await pam.go("start", "enter")
        assert "Someone has to play" in pam.text
        assert tables == []
        assert "Someone has to play" not in await pam.after("down")
        await pam.go("seat0", "left")
        assert pam.form.row("seat1").text not in (None, "Player 2", "Pam")
        await pam.go("seat1", "left")
        assert pam.form.row("seat1").text == "Player 2"
        await pam.go("seat2", "right", "right")  # from a normal bot by a hard one to a person
        assert pam.form.row("seat2").text == "Player 3"
        await pam.go("start", "enter")
    ((table, seats),) = tables
    assert seats == (0, 1, 2)
    assert table.settings.title == HOT_SEAT


async def test_two_players_have_an_option_of_their_own() -> None:
    async with at_keys(config=MINE) as pam:
        assert "Two player" not in await pam.after("1")
        await pam.go("first", "left")  # the last of four begins
        await pam.go("seats", "left", "left")
        assert pam.form.row("two-player").choices == OPTIONS["two-player"].values
        assert pam.form.row("first").choices == ("random", "Pam", "Ada")
        assert pam.form.row("first").at == 2
        assert "more below" not in pam.text
        assert "3 more below" in await pam.after("left")
        assert pam.form.row("seats").choices[pam.form.row("seats").at] == "8"
        assert "more below" not in await pam.after("end")


async def test_names_are_edited_must_differ_and_be_there() -> None:
    async with at_keys(config=MINE) as pam:
        await pam.press("1")
        await pam.go("seat0")
        for name in ("ada", "  ADA ", "", "   "):
            await write(pam, name)
            text = await pam.after("enter")
            assert pam.form.editing
            assert ("names must differ" if name.strip() else "needs a name") in text
            await pam.press("escape")
            assert not pam.form.editing
            assert pam.form.row("seat0").text == "Pam"
        await pam.go("seat0", "enter", *"ela", "left", "backspace", "home", "delete", "S", "end")
        await pam.press("question_mark", "k", "tab")
        assert pam.form.row("seat0").text == "Samea?k"
        assert pam.form.here.key == "seat1"
        await pam.press("enter", *"x" * 40, "up")
        assert len(pam.form.row("seat1").text or "") == 20
        assert pam.form.here.key == "seat0"


async def test_names_are_shown_and_kept_harmlessly(tables: Tables) -> None:
    async with at_keys(LARGE, Settings(name="[bold]漢字\x1b[31m")) as pam:
        assert "[bold]漢字[31m" in await pam.after("1")
        await pam.go("start", "enter")
    assert tables[0][0].setup.chairs[0].name == "[bold]漢字[31m"


async def test_a_folder_that_cannot_be_written_and_own_cards_that_cannot_be_read(
    tables: Tables, data_home: Path
) -> None:
    folder = data_home / "chez-tui" / "cards"
    folder.mkdir(parents=True)
    (folder / "own.toml").write_text("[[role]]\nname = 3\n")
    here().games.touch()
    async with at_keys(config=MINE) as pam:
        await pam.press("1")
        await pam.go("start", "enter")
        assert "own.toml" in pam.text
        await pam.go("own", "right")
        await pam.go("start", "enter")
    ((table, _),) = tables  # without a place for its save it is played all the same
    assert "can't be saved" in table.unrecorded


async def test_clicks_do_what_keys_do(tables: Tables) -> None:
    async with at_keys(config=MINE) as pam:
        await pam.press("1")

        async def click(word: str) -> None:
            lines = pam.text.splitlines()
            await pam.click(6, next(y for y, line in enumerate(lines) if word in line))

        await click("Players")
        assert pam.form.here.key == "seats"
        await click("Players")
        assert pam.form.row("seats").at == 3
        await click("House rules")
        assert pam.form.here.key == "seats"
        await click("Start")
    assert len(tables) == 1


async def test_escape_goes_back_and_a_key_of_the_settings_wins() -> None:
    async with at_keys(config=Settings(name="Pam", keys={"help": ("l",)})) as pam:
        await pam.press("1")
        assert isinstance(pam.app.screen, SetupScreen)
        assert "any key closes" in await pam.after("down", "down", "l")
        await pam.press("x", "escape")
        assert isinstance(pam.app.screen, TitleScreen)


def test_every_pace_has_words() -> None:
    assert tuple(PACE_WORDS) == SETTINGS["pace"].values
    assert set(PACE_WORDS) == set(PACES)


@pytest.mark.parametrize(
    ("seat", "name", "taken"),
    [(0, "STRASSE", True), (0, "Pam\u200b", False), (1, "pam\u200b", True)],
)
def test_names_are_compared_as_people_see_them(seat: int, name: str, taken: bool) -> None:
    assert bool(name_problem([Seat("Pam"), Seat("Straße")], seat, name)) == taken


FIVE = "takes up to 5 players; mix in another edition for"


async def setup(pam: Player, *editions: str) -> None:
    await pam.open(lambda app: app.go("solo", editions))


async def tick(pam: Player, *keys: str) -> None:
    for key in keys:
        await pam.go(key, "enter")


async def test_each_edition_shows_its_mood_its_drawing_and_what_is_new() -> None:
    async with at_keys(config=MINE) as pam:
        await setup(pam)
        await pam.go("edition")
        for key in EDITIONS:
            assert pam.app.theme == key
            rows = [line.split("│") for line in pam.text.splitlines()]
            panel = " ".join(row[-2] for row in rows if len(row) > 2)
            for line in news_of((key,))[0][1]:
                assert line in " ".join(panel.split()).replace("◆ ", "")
            for row in page_of(key).art:
                assert row.rstrip() in pam.text
            assert page_of(key).pitch in pam.words
            await pam.press("right")
        assert pam.app.theme == "geek"


@pytest.mark.parametrize("look", [{"theme": "contrast"}, {"theme": "mono", "ascii": True}])
async def test_a_theme_that_is_fixed_stays(look: dict[str, str | bool]) -> None:
    async with at_keys(config=MINE._replace(**look)) as pam:
        await setup(pam, "goth")
        assert pam.app.theme == look["theme"]
        assert "R I P" in pam.text
        assert pam.text.isascii() == ("ascii" in look)


async def test_an_edition_seats_five_a_mix_eight() -> None:
    async with at_keys(config=MINE) as pam:
        await setup(pam)
        screen = pam.app.screen
        assert isinstance(screen, SetupScreen)
        await pam.go("seats", "right", "right", "right")
        assert len(screen.spec.players) == 7
        await pam.go("edition", "left")
        assert screen.spec.editions == ("cthulhu",)
        assert len(screen.spec.players) == 5
        assert f"Cthulhu {FIVE}" in pam.words
        assert pam.form.row("seats").choices == ("2", "3", "4", "5")
        await pam.press("right")
        assert len(screen.spec.players) == 7  # they only had to wait


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
        assert "or don't double (COMBO-CTH-2)" in pam.words
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
    assert not here().settings.exists()  # what was played is no setting
    async with at_keys() as pam:
        assert pam.app.theme == "greek"
        assert "a mix of 3" in pam.text or "Geek + Greek + Cthulhu" in pam.text
        await setup(pam)
        assert " mix of 3 " in pam.text


async def test_every_option_is_explained_on_a_large_screen() -> None:
    spec = solo_table("Pam")._replace(editions=EDITIONS)
    async with at_keys((200, 60), MINE) as pam:
        for place, table in ((SOLO_PLACE, spec), (HOST, spec._replace(chairs=()))):
            await pam.show(SetupScreen(table, place))
            lines = pam.form.build(*pam.form.size)
            written = " ".join(" ".join(line.plain for line in lines).split())
            for name, rule in options_that_matter(EDITIONS).items():
                alone = name == "two-player" and place != HOST
                assert (rule.help in written) != alone  # four are to play there
            assert "…" not in written


async def test_help_leads_to_what_is_different() -> None:
    async with at_keys(config=MINE) as pam:
        await setup(pam, "grunt")
        await pam.go("edition")
        for keys, topic in ((("f1",), "Grunt"), (("enter", "down", "f1"), "Cthulhu")):
            await pam.press(*keys)
            item = pam.app.screen.query_one(RulesBrowser).current
            assert item is not None
            assert item.topic == topic
            assert page_of(topic.casefold()).different[0].title in pam.text
            await pam.press("escape")


async def test_the_title_chooses_too() -> None:
    async with at_keys(config=MINE) as pam:
        assert page_of("geek").art[1] in pam.text
        await pam.press("e")
        await tick(pam, "goth", "geek")
        assert page_of("goth").art[3] in await pam.after("escape")
        assert pam.app.theme == "goth"
        assert World(here()).state.editions == ("goth",)
        here().state.write_text('{"editions": ["nope", 7, ["x"]], "lessons": 3}')
        assert World(here()).state == State()  # damaged


async def test_the_host_of_a_lobby_mixes_and_hears_what_cannot_be() -> None:
    async with at_keys(config=MINE) as pam:
        desk = desk_of()
        model = still(lobby_of(desk), PAM, desk)
        table = model.joined

        def change(settled: object) -> None:
            assert callable(settled)
            settled(desk)
            table.lobby = desk.snapshot()

        table.change = change
        desk.seats = 6
        desk.chairs += [desk.chairs[-1]._replace(name=f"Guest {n}") for n in range(2)]
        table.lobby = desk.snapshot()
        await pam.show(agreeing(model))
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
    async with at_keys(LARGE, Settings(name="Ada")) as ada:
        desk = desk_of()
        model = still(lobby_of(desk), ADA)
        await ada.show(LobbyScreen(model))
        assert ada.app.theme == "geek"
        desk.plan = Plan(load_catalog(("goth", "cthulhu")), {"madness": "off"})
        changed(model, desk.snapshot())
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
    async with at_keys(config=Settings(name="Ada")) as ada:
        lobby = lobby_of(desk_of())._replace(editions=("goblin",))
        await ada.show(LobbyScreen(still(lobby, ADA)))
        assert "Goblin" in ada.text
        assert "doesn't know this table's editions" in await ada.after("i")


def test_every_edition_is_told_by_its_name() -> None:
    assert [edition_of(key).name.casefold() for key in EDITIONS] == list(EDITIONS)
