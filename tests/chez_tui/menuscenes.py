"""Menus, pages and lessons of the editions that are worth a picture."""

from collections.abc import AsyncIterator
from typing import Any, Final

from chez_tui.screens.lobby import LobbyScreen
from core.catalog import EDITIONS, load_catalog
from net.table.lobby import Plan
from tests.chez_tui.driver import Player
from tests.chez_tui.netscenes import PAM, close, desk_of, lobby_of, still

OTHERS: Final = EDITIONS[1:]


async def choosing(pam: Player) -> AsyncIterator[str]:
    """Setup with each edition, several ticked, a mix."""
    app = pam.app
    for key in OTHERS:
        app.open_setup(editions=(key,))
        await pam.rest()
        yield f"setup-{key}"
        await close(pam)
    app.open_setup()
    await pam.rest()
    await pam.press("down", "enter", "down", "enter", *["down"] * 3, "enter")
    yield "editions"
    await pam.press("escape", "end")
    yield "setup-mix"
    await close(pam)


async def learning(pam: Player) -> AsyncIterator[str]:
    """The rules of one edition, pages about what is different, a short lesson of each."""
    app = pam.app
    app.open_rules("Goth")
    await pam.rest()
    yield "rules-different"
    await close(pam)
    app.open_rules()
    await pam.rest()
    await pam.press("o", "o", "o", "o", "slash")
    await pam.type("room")
    await pam.press("enter")
    yield "rules-grunt"
    await close(pam)
    app.open_catalogue()
    await pam.rest()
    await pam.press("slash")
    await pam.type("graeber")
    await pam.press("enter")
    yield "catalogue-german"
    await close(pam)
    app.open_lessons()
    await pam.rest()
    yield "lessons"
    await pam.press("8")
    yield "difference"
    await pam.press("escape", "0")
    yield "difference-mixes"
    await close(pam)
    for key in OTHERS:
        app.open_lesson(key)
        await pam.rest()
        await pam.press("down")
        yield f"lesson-{key}"
        await close(pam)


async def mixing(pam: Player) -> AsyncIterator[str]:
    """A lobby with a mix, and what is said about it there."""
    app: Any = pam.app
    desk = desk_of()
    desk.plan = Plan(load_catalog(("geek", "greek", "cthulhu")), {"hand": "7", "mix": "students"})
    place = still(lobby_of(desk), PAM, desk)
    app.push_screen(LobbyScreen(place, ("192.0.2.7:24398",)))
    await pam.rest()
    yield "lobby-mix"
    await pam.press("i")
    yield "lobby-about"
    await close(pam)
