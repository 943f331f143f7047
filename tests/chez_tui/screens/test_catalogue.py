"""The card catalogue: search, filters, the card in full, the way to its rules."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from chez_tui.app import ChezApp
from chez_tui.config import Config
from chez_tui.screens.catalogue import CardBrowser, CatalogueScreen, fitting_clause
from chez_tui.screens.rules import RulesBrowser, RulesScreen
from core.catalog import EDITIONS, load_catalog
from tests.chez_tui.driver import shown

SIZES = [(80, 24), (50, 14)]
PRINTED = [face for face in load_catalog(EDITIONS).faces if face.copies]

OWN = """
[[card]]
name = "Größenwahn [bold]寿司[/]"
kind = "thing"
categories = ["Food"]
cost = 1
slack = 1
text = "No special rules."
flavor = "Raw."
"""


def browser(app: ChezApp) -> CardBrowser:
    return app.screen.query_one(CardBrowser)


def here(app: ChezApp) -> str:
    item = browser(app).item
    return item.name if item else ""


def names(app: ChezApp) -> list[str]:
    return [face.name for face in browser(app).items]


async def opened(pilot: Pilot[int], app: ChezApp, name: str = "") -> None:
    app.open_catalogue(name)
    await pilot.pause()


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES)
async def test_all_cards_are_there_and_one_in_full(size: tuple[int, int]) -> None:
    app = ChezApp(Config())
    async with app.run_test(size=size) as pilot:
        await opened(pilot, app, "pizza")
        assert names(app) == [face.name for face in PRINTED]
        assert here(app) == "Pizza"
        text = shown(app)
        assert f"{len(PRINTED)} cards" in text
        assert "■T Thing · Food" in text
        pizza = browser(app).item
        assert pizza is not None
        assert f"Cost {pizza.cost} · Slack {pizza.slack}" in text
        if size >= (80, 24):
            for fact in ("Edition  Geek", "Copies   1", "Id       geek/pizza", "R-SHOP-1"):
                assert fact in text


@pytest.mark.asyncio
async def test_every_card_fits_at_the_smallest_size() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        for number in range(len(PRINTED)):
            browser(app).go(number)
            assert "more lines" not in "".join(
                line.plain for line in browser(app).build(*browser(app).size)
            ), here(app)


@pytest.mark.asyncio
async def test_search_follows_the_typing() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await pilot.press("slash", *"cafe")
        await pilot.pause()
        assert "Hang Out at Café" in names(app)
        assert len(names(app)) < 60
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("t")
        assert len({face.kind for face in browser(app).items}) == 1
        await pilot.press("escape")
        await pilot.pause()
        assert len(names(app)) == len(PRINTED)
        await pilot.press("slash", *"zzz")
        await pilot.pause()
        assert "No card is like that" in shown(app)
        await pilot.press("down", "enter", "enter", "r")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)


@pytest.mark.asyncio
async def test_german_names_are_found_and_shown() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await pilot.press("slash", *"totengraeber", "enter")
        await pilot.pause()
        assert names(app) == ["Gravedigger"]
        assert "German   Totengräber" in shown(app)
        assert "Edition  Cthulhu" in shown(app)
        assert "in the Job pile" in shown(app)


@pytest.mark.asyncio
async def test_an_edition_has_its_own_words() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app, "greek/sleep")  # there is a Sleep in each edition
        item = browser(app).item
        assert item is not None
        assert item.edition == "greek"
        assert "in the Campus deck" in shown(app)
        await pilot.press("o", "o", "t")
        assert "type: Majors" in shown(app)
        assert "edition: Greek" in shown(app)
        assert "in the Major pile" in shown(app)
        assert "◆R Major" in shown(app)


@pytest.mark.asyncio
async def test_filters_turn_round_and_show_only_what_there_is() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, app)
        kinds = []
        for _ in range(5):
            await pilot.press("t")
            (kind,) = {face.kind for face in browser(app).items}
            kinds.append(kind)
        assert kinds == ["role", "person", "thing", "activity", "whenever"]
        await pilot.press("t")
        assert len(names(app)) == len(PRINTED)
        await pilot.press("t", "t", "c")
        assert "type: People" in shown(app)
        seen = 0
        while "category: all" not in shown(app):
            seen += 1
            assert {face.kind for face in browser(app).items} == {"person"}
            await pilot.press("c")
        assert seen > 3
        await pilot.press("C")
        assert "category: uninvited" in shown(app)
        assert browser(app).items
        for key in EDITIONS:
            await pilot.press("o")
            assert {face.edition for face in browser(app).items} == {key}
        await pilot.press("escape")
        await pilot.pause()
        assert len(names(app)) == len(PRINTED)
        assert isinstance(app.screen, CatalogueScreen)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("Slacker", "R-ROLE-1"),
        ("Hungry Girl", "R-CALL-1"),
        ("Pizza", "R-SHOP-1"),
        ("Sleep", "R-ACT-2"),
        ("Talk Show", "R-TV-1"),
        ("Bum", "R-WHEN-1"),
        ("Homecoming", "GREEK-1"),
        ("Moping", "GOTH-1"),
    ],
)
async def test_a_card_leads_to_its_rules(name: str, clause: str) -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app, name)
        for keys in (("f1",), ("r",), ("enter", "enter")):
            await pilot.press(*keys)
            await pilot.pause()
            item = app.screen.query_one(RulesBrowser).item
            assert item is not None
            assert item.key == clause
            await pilot.press("escape")
            await pilot.pause()
            assert here(app) == name


def test_cards_that_cancel_lead_to_canceling() -> None:
    cancels = [face for face in PRINTED if face.cancels]
    assert cancels
    assert {fitting_clause(f) for f in cancels if f.kind == "whenever"} == {"R-CANCEL-1"}


@pytest.mark.asyncio
async def test_own_cards_join_and_are_shown_harmlessly(data_home: Path) -> None:
    folder = data_home / "chez-tui" / "cards"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text(OWN, encoding="utf-8")
    (folder / "broken.toml").write_text("[[card]]\nname = 3\n", encoding="utf-8")
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        assert len(names(app)) == len(PRINTED) + 1
        await pilot.press(*"o" * (len(EDITIONS) + 1))
        assert names(app) == ["Größenwahn [bold]寿司[/]"]
        assert "edition: Your own cards" in shown(app)
        assert "Größenwahn [bold]寿司[/]" in shown(app)
        assert "Left out:" in shown(app)
        assert "broken.toml" in "".join(shown(app).split())
    plain = ChezApp(Config(ascii=True, theme="mono"))
    async with plain.run_test(size=(80, 24)) as pilot:
        await opened(pilot, plain, "Größenwahn")
        assert len(names(plain)) == 1
        assert shown(plain).isascii()


@pytest.mark.asyncio
async def test_ascii_is_nothing_else() -> None:
    app = ChezApp(Config(ascii=True, theme="mono"))
    async with app.run_test(size=(50, 14)) as pilot:
        await opened(pilot, app, "Hang Out at Café")
        assert here(app) == "Hang Out at Café"
        assert shown(app).isascii()
        assert "^A Activity - Cafe" in shown(app)


@pytest.mark.asyncio
async def test_the_card_under_the_cursor_stays_through_every_size() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, app, "Bum")
        for width, height in ((80, 24), (40, 10), (20, 5), (200, 50), (79, 23)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert here(app) == "Bum"
        assert "80x24" in shown(app)
