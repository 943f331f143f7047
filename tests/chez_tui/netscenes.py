"""Screens of the network that are worth a picture, with tables that stand still."""

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, Final

from chez_tui.errors import UserError
from chez_tui.kit.dialogs import Ask
from chez_tui.play.lobby import LobbyModel
from chez_tui.play.online import JoinedTable, WatchedTable
from chez_tui.play.options import TableSpec
from chez_tui.screens.connecting import Connecting
from chez_tui.screens.lobby import LobbyScreen
from chez_tui.screens.setup import SetupScreen
from core.catalog import load_catalog
from core.setting import LOBBY
from net.discovery import GREY, HERE, Found, Notice
from net.identity import Meeting, Trust
from net.log.terms import Manners
from net.sessions.session import Standing, Update, Vote
from net.table.lobby import Desk, Plan
from net.wire.codes import Address
from net.wire.messages import VERSION, Audience, Chair, Lobby
from net.wire.versions import cards_hash
from tests.chez_tui.driver import Player, dealt
from tests.kit.worlds import world_with

ID: Final = bytes((6, 239, 218, *range(13)))
PAM: Final = bytes([1]) * 32
ADA: Final = bytes([2]) * 32
BIX: Final = bytes([3]) * 32
ON_ADA: Final = Vote((1,), 3, bot=(2,), silent=(0, 3))
HERE_AT: Final = Address("192.0.2.7", 24398)
WAY_IN: Final = ("192.0.2.7:24398",)
CROWD: Final = ("Łukasz", "Wilhelmina", "Bartholomew", "Ann", "Constantinople", "Bob", "Pam")


def still(
    lobby: Lobby | None, me: bytes, desk: Desk | None = None, addresses: tuple[str, ...] = WAY_IN
) -> Any:
    """The lobby of a table at which nothing happens, for one of its players or for a spectator."""

    async def close() -> None:
        """Nobody sits there."""

    table = SimpleNamespace(
        id=ID, lobby=lobby, desk=desk, me=SimpleNamespace(pid=me), seat=0 if me == PAM else 1,
        met={ADA: Meeting(Trust.KNOWN), BIX: Meeting(Trust.CHANGED)}, closed="", session=None,
        connected=True,
        foyer=SimpleNamespace(keeper=PAM), mesh=SimpleNamespace(place=lambda pid: None),
        play=None, playing=False, over=False, on_change=[], on_chat=[],
        set_ready=lambda ready: None, say=lambda text: None, free_seat=HERE_AT,
        close=close, visitor=SimpleNamespace(identity=SimpleNamespace(pid=b""), password=""),
    )  # fmt: skip
    place: Any = JoinedTable if me else WatchedTable
    return LobbyModel(place(table, world_with().keys), addresses if me else ())


def changed(model: Any, lobby: Lobby) -> None:
    """Let the table hear of another lobby."""
    table = model.place.table
    table.lobby = lobby
    for callback in table.on_change:
        callback()


def lobby_of(desk: Desk) -> Lobby:
    desk.chairs = [
        Chair(PAM, "Pam", "", True, True),
        Chair(ADA, "Ada", "", True, True),
        Chair(PAM, "Cleo", "normal", True, True),
        Chair(BIX, "Bix", "", False, True),
    ]
    desk.audience[PAM] = Audience(2, ("Eve", "Zoë"))
    return desk.snapshot()


def agreeing(model: LobbyModel) -> SetupScreen:
    """Return the settings of a table, as its host sees them."""
    assert model.lobby is not None
    return SetupScreen(TableSpec.of(model.lobby), LOBBY, model.change)


def desk_of() -> Desk:
    manners = Manners(ID, "Friday at #42", 30, 60)
    return Desk(PAM, "Pam", manners, Plan(load_catalog(), {"hand": "7"}), 5)


def found(
    number: int = 0,
    title: str = "Friday",
    phase: str = "lobby",
    state: str = HERE,
    address: Address = HERE_AT,
    **other: Any,
) -> Found:
    notice = Notice(
        bytes((number, *ID[1:])), title, phase, other.get("seated", 2), 8,
        other.get("locked", False), ("geek",), "0.1.0", other.get("protocol", VERSION),
        bytes(8), other.get("cards", cards_hash()[:4]), (), other.get("players", ()),
    )  # fmt: skip
    return Found(notice, (address,), state)


async def networking(pam: Player) -> AsyncIterator[str]:
    for part in (finding, gathering, looking_on):
        async for name in part(pam):
            yield name
        await pam.close()


async def finding(pam: Player) -> AsyncIterator[str]:
    await pam.open(lambda app: app.go("host"))
    yield "host-setup"
    await pam.close()
    await pam.open(lambda app: app.go("join"))
    yield "tables-none"
    pam.app.ears.hear(trouble="no network has an address")
    await pam.rest()
    yield "tables-trouble"
    pam.app.ears.hear(
        found(6, "Friday at #42", "lobby", players=("Ada", "Bix")),
        found(7, "Ładnie [b]tu[/b]", "play", seated=8, players=CROWD),
        found(8, "The library", "lobby", locked=True, players=("Zoë", "[b]Eve[/b]")),
        found(9, "Attic", "paused", GREY),
        found(10, "Tomorrow", "lobby", protocol=VERSION + 1),
        found(11, "Yesterday", "lobby", cards=bytes(4)),
    )
    await pam.press("down", "down")
    yield "tables"
    await pam.show(Ask("The table of Ada asks for a password. Password:", secret=True))
    await pam.type("sesame")
    yield "tables-password"
    await pam.close()

    async def nobody(word: str) -> Any:
        raise UserError("nothing is listening at 192.0.2.7:24398")

    await pam.show(Connecting("Join", "Looking for the table", nobody))
    yield "reaching"


async def gathering(pam: Player) -> AsyncIterator[str]:
    desk = desk_of()
    lobby = lobby_of(desk)
    model = still(lobby, PAM, desk, (*WAY_IN, "198.51.100.7:24398"))
    await pam.show(LobbyScreen(model))
    for name, text in (("Ada", "anybody for [b]pizza[/b]?"), ("", "Bix has another key now")):
        for callback in model.joined.on_chat:
            callback(name, text)
    desk.set_manners(beat=45)
    changed(model, desk.snapshot())
    await pam.press("down", "down", "down")
    yield "lobby-host"
    await pam.show(agreeing(model))
    yield "lobby-settings"
    await pam.close()
    await pam.show(LobbyScreen(still(lobby, ADA)))
    yield "lobby-guest"
    await pam.close()
    await pam.show(LobbyScreen(still(lobby, b"")))
    yield "lobby-watch"


async def looking_on(pam: Player) -> AsyncIterator[str]:
    table = dealt(("Pam", "Ada", "Bix", "Cleo"), ("", "easy", "easy", "easy"), 7)
    person: Any = table.session(0)
    worker = pam.app.run_worker(table.run(), group="table")
    await pam.open(lambda app: app.look_on(table.session(None)))
    yield "watch"
    await pam.press("w")
    yield "wall"
    await pam.close()
    person.__class__ = type(
        "Away", (type(person),), {"standing": Standing("no connection to Ada", (1,), (ON_ADA,))}
    )
    parting = "The table keeps your seat for 60 s."
    await pam.open(lambda app: app.take_seat(person, parting))
    person.push(Update("notice", text="No connection to Ada"))
    await pam.rest()
    yield "table-away"
    await pam.press("w")
    yield "table-vote"
    await pam.press("escape", "escape")
    yield "table-parting"
    worker.cancel()
