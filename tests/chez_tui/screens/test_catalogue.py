"""The card catalogue: search, filters, the card in full, the way to its rules."""

from pathlib import Path

from chez_tui.kit.browser import TextPane
from chez_tui.screens.catalogue import CardBrowser, CatalogueScreen, fitting_clause
from chez_tui.screens.rules import RulesBrowser, RulesScreen
from chez_tui.settings import Settings
from core.catalog import EDITIONS, load_catalog
from tests.chez_tui.driver import LARGE, SMALL, Player, at_keys
from tests.kit.boxes import whole_box as whole_box

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


def browser(pam: Player) -> CardBrowser:
    return pam.app.screen.query_one(CardBrowser)


def here(pam: Player) -> str:
    item = browser(pam).current
    return item.name if item else ""


def names(pam: Player) -> list[str]:
    return [face.name for face in browser(pam).items]


async def look_up(pam: Player, name: str = "") -> None:
    await pam.open(lambda app: app.go("cards", name))


async def test_all_cards_are_there_and_one_in_full() -> None:
    async with at_keys() as pam:
        await look_up(pam, "pizza")
        assert names(pam) == [face.name for face in PRINTED]
        pizza = browser(pam).current
        assert pizza is not None
        for fact in ("Edition  Geek", "Copies   1", "Id       geek/pizza", "R-SHOP-1"):
            assert fact in pam.text
        assert "80x24" not in pam.text
        for size in (SMALL, (50, 14)):
            await pam.resize(size)
            assert here(pam) == "Pizza"
            numbers = f"Cost {pizza.cost} · Slack {pizza.slack}"
            for words in (f"{len(PRINTED)} cards", "■T Thing · Food", numbers):
                assert words in pam.text
        await pam.resize((20, 5))
        assert here(pam) == "Pizza"
        await pam.resize((79, 23))
        assert "80x24" in pam.text


async def test_every_card_fits_at_the_smallest_size() -> None:
    async with at_keys() as pam:
        await look_up(pam)
        shown = browser(pam)
        width, height = pam.app.screen.query_one(TextPane).size
        for face in PRINTED:
            assert len(shown.page(face, width - 1, height)) <= height, face.name


async def test_search_follows_the_typing_and_knows_german_names() -> None:
    async with at_keys() as pam:
        await look_up(pam, "greek/sleep")  # there is a Sleep in each edition
        item = browser(pam).current
        assert item is not None
        assert item.edition == "greek"
        assert "in the Campus deck" in pam.text
        text = await pam.after("o", "o", "t")
        for words in ("type: Majors", "edition: Greek", "in the Major pile", "◆R Major"):
            assert words in text
        await pam.close()
        await look_up(pam)
        text = await pam.after("slash", *"totengraeber", "enter")
        assert names(pam) == ["Gravedigger"]
        for fact in ("German   Totengräber", "Edition  Cthulhu", "in the Job pile"):
            assert fact in text
        await pam.press("escape", "slash", *"cafe")
        assert "Hang Out at Café" in names(pam)
        assert len(names(pam)) < 60
        await pam.press("enter", "t")
        assert len({face.kind for face in browser(pam).items}) == 1
        await pam.press("escape")
        assert len(names(pam)) == len(PRINTED)
        assert "No matching cards" in await pam.after("slash", *"zzz")
        await pam.press("down", "enter", "enter", "r")
        assert isinstance(pam.app.screen, RulesScreen)


async def test_filters_turn_round_and_show_only_what_there_is() -> None:
    async with at_keys(LARGE) as pam:
        await look_up(pam)
        for kind in ("role", "person", "thing", "activity", "whenever"):
            await pam.press("t")
            assert {face.kind for face in browser(pam).items} == {kind}
        await pam.press("t")
        assert len(names(pam)) == len(PRINTED)
        assert "type: People" in await pam.after("t", "t", "c")
        seen = 0
        while "category: all" not in pam.text:
            seen += 1
            assert {face.kind for face in browser(pam).items} == {"person"}
            await pam.press("c")
        assert seen > 3
        assert "category: uninvited" in await pam.after("C")
        assert browser(pam).items
        for key in EDITIONS:
            await pam.press("o")
            assert {face.edition for face in browser(pam).items} == {key}
        await pam.press("escape")
        assert len(names(pam)) == len(PRINTED)
        assert isinstance(pam.app.screen, CatalogueScreen)


def test_every_card_has_a_fitting_rule() -> None:
    for name, clause in {
        "Slacker": "R-ROLE-1",
        "Hungry Girl": "R-CALL-1",
        "Pizza": "R-SHOP-1",
        "Sleep": "R-ACT-2",
        "Talk Show": "R-TV-1",
        "Bum": "R-WHEN-1",
        "Homecoming": "GREEK-1",
        "Moping": "GOTH-1",
    }.items():
        assert {fitting_clause(face) for face in PRINTED if face.name == name} == {clause}
    cancels = [face for face in PRINTED if face.cancels and face.kind == "whenever"]
    assert {fitting_clause(face) for face in cancels} == {"R-CANCEL-1"}


async def test_a_card_leads_to_its_rules() -> None:
    async with at_keys() as pam:
        await look_up(pam, "Moping")
        for keys in (("f1",), ("r",), ("enter", "enter")):
            await pam.press(*keys)
            item = pam.app.screen.query_one(RulesBrowser).current
            assert item is not None
            assert item.key == "GOTH-1"
            await pam.press("escape")
            assert here(pam) == "Moping"


async def test_own_cards_join_and_are_shown_harmlessly(data_home: Path) -> None:
    folder = data_home / "chez-tui" / "cards"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text(OWN, encoding="utf-8")
    (folder / "broken.toml").write_text("[[card]]\nname = 3\n", encoding="utf-8")
    async with at_keys() as pam:
        await look_up(pam)
        assert len(names(pam)) == len(PRINTED) + 1
        await pam.press(*"o" * (len(EDITIONS) + 1))
        assert names(pam) == ["Größenwahn [bold]寿司[/]"]
        for words in ("edition: Custom cards", "Größenwahn [bold]寿司[/]", "Left out:"):
            assert words in pam.text
        assert "broken.toml" in "".join(pam.text.split())
    async with at_keys((50, 14), Settings(ascii=True, theme="mono")) as pam:
        await look_up(pam, "Größenwahn")
        assert len(names(pam)) == 1
        assert pam.text.isascii()
        await pam.close()
        await look_up(pam, "Hang Out at Café")
        assert here(pam) == "Hang Out at Café"
        assert pam.text.isascii()
        assert "^A Activity - Cafe" in pam.text
