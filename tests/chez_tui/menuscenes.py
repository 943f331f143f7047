"""Menus, pages and lessons of the editions that are worth a picture."""

from collections.abc import AsyncIterator
from typing import Final

from chez_tui.screens.lobby import LobbyScreen
from core.catalog import EDITIONS, load_catalog
from net.table.lobby import Plan
from tests.chez_tui.driver import Player
from tests.chez_tui.netscenes import PAM, desk_of, lobby_of, still

OTHERS: Final = EDITIONS[1:]


async def choosing(pam: Player) -> AsyncIterator[str]:
    """Setup with each edition, several ticked, a mix."""
    for key in OTHERS:
        await pam.open(lambda app, key=key: app.open_setup(editions=(key,)))
        yield f"setup-{key}"
        await pam.close()
    await pam.open(lambda app: app.open_setup())
    await pam.press("down", "enter", "down", "enter", *["down"] * 3, "enter")
    yield "editions"
    await pam.press("escape", "end")
    yield "setup-mix"


async def learning(pam: Player) -> AsyncIterator[str]:
    """The rules of one edition, pages about what is different, a short lesson of each."""
    await pam.open(lambda app: app.open_rules("Goth"))
    yield "rules-different"
    await pam.close()
    await pam.open(lambda app: app.open_rules())
    await pam.press("o", "o", "o", "o", "slash", *"room", "enter")
    yield "rules-grunt"
    await pam.close()
    await pam.open(lambda app: app.open_catalogue())
    await pam.press("slash", *"graeber", "enter")
    yield "catalogue-german"
    await pam.close()
    await pam.open(lambda app: app.open_lessons())
    yield "lessons"
    await pam.press("8")
    yield "difference"
    await pam.press("escape", "0")
    yield "difference-mixes"
    await pam.close()
    for key in OTHERS:
        await pam.open(lambda app, key=key: app.open_lesson(key))
        await pam.press("down")
        yield f"lesson-{key}"
        await pam.close()


async def mixing(pam: Player) -> AsyncIterator[str]:
    """A lobby with a mix, and what is said about it there."""
    desk = desk_of()
    desk.plan = Plan(load_catalog(("geek", "greek", "cthulhu")), {"hand": "7", "mix": "students"})
    await pam.show(LobbyScreen(still(lobby_of(desk), PAM, desk), ("192.0.2.7:24398",)))
    yield "lobby-mix"
    await pam.press("i")
    yield "lobby-about"
