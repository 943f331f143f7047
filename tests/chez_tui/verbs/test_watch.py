"""`chez-tui watch --plain`: it tells a game as those hear it who play."""

import asyncio
import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from chez_tui.errors import UserError
from chez_tui.headless import Teller, play_out
from chez_tui.plain import watching
from chez_tui.plain.lines import Printer
from net.sessions.session import Update
from net.table.changing import Changing
from net.table.watching import WatchTable
from net.wire.codes import Address
from tests.chez_tui.netscenes import desk_of, lobby_of
from tests.kit.table import at
from tests.net.halls import HERE
from tests.net.party import party


async def test_a_game_told_to_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players and spectator end with the same winner and the same digest."""
    monkeypatch.setattr(watching, "SOON", 0.0)
    async with party(tmp_path) as made:
        ann = await made.host(seats=2, bot="normal")
        bob = await made.join("Bob", "easy")
        told = asyncio.create_task(watching.tell_game(Address(HERE, ann.port), "Eve"))
        said = ""
        while "The game has not begun yet." not in said:
            await asyncio.sleep(0.01)
            said += capsys.readouterr().out
        assert said.startswith("Friday: Ann and Bob are at the table.\n")
        await made.begin()
        playing = [play_out(table, Teller(table), 0.2) for table in (ann, bob)]
        assert await asyncio.gather(told, *playing) == [0, 0, 0]
        game = ann.referee.game
        out = capsys.readouterr().out
        assert out.count(f"winner: {game.names[game.winners[0]]}\n") == 3
        assert out.count(f"digest: {game.digest()}\n") == 3
        assert out.count("Ann is up in round 1\n") == 3


class Shown(Changing):
    """A table that is watched, at which one thing after the other happens."""

    def __init__(self, *happens: str) -> None:
        super().__init__()
        self.lobby, self.closed = lobby_of(desk_of()), ""
        self.session: str | None = None
        self.on_chat: list[Any] = []
        self._happens = list(happens)

    async def news(self) -> None:
        match self._happens.pop(0):
            case "nothing":
                await asyncio.Event().wait()
            case "news, later":
                await asyncio.sleep(0.02)
            case "talk":
                self.on_chat[0]("Pam", "hello")
            case "the end":
                self.closed = "Pam has closed the table"
            case "a game":
                self.session = "a game"


async def before_the_game(*happens: str) -> list[str]:
    sink = io.StringIO()
    await watching._wait(cast(WatchTable, Shown(*happens)), Printer(sink))
    return sink.getvalue().splitlines()


AT_THE_TABLE = "Friday at #42: Pam, Ada, Cleo and Bix are at the table."


async def test_a_game_that_is_played_already_is_said_to_be_one() -> None:
    assert await before_the_game("news", "talk", "a game") == [
        AT_THE_TABLE,
        "Pam says: hello",
        "A game is being played; this is what has happened in it so far.",
    ]


async def test_who_waits_for_a_game_is_told_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "SOON", 0.0)
    said = await before_the_game("nothing", "news", "a game")
    assert said == [AT_THE_TABLE, "The game has not begun yet."]


async def test_a_game_that_begins_before_ones_eyes_is_not_said_to_be_played_already(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watching, "SOON", 0.03)
    said = await before_the_game(*["news, later"] * 4, "a game")
    assert said[1:] == ["The game has not begun yet."]


async def test_a_table_that_closes_is_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match="Pam has closed the table"):
        await before_the_game("news", "the end")


async def test_a_game_that_is_not_shown_to_its_end_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Nothing:
        view = SimpleNamespace(winners=())

        async def updates(self) -> Any:
            for _ in ():
                yield

    async def look_in(*_: object) -> object:
        async def close() -> None:
            closed.append(True)

        table = Shown()
        table.session = cast(str, Nothing())
        return SimpleNamespace(table=table, close=close)

    closed: list[bool] = []
    monkeypatch.setattr(watching, "look_in", look_in)
    with pytest.raises(UserError, match="the game was not shown to its end"):
        await watching.tell_game(Address(HERE, 9), "Eve")
    assert closed == [True]


def test_notices_hands_and_what_is_taken_back_are_told() -> None:
    game = at("players: Ann; Bo\nBo holds: Beer; Sleep")
    hands = {1: SimpleNamespace(faces=[game.face[c] for c in game.hands[1]], fresh=True)}
    settings = SimpleNamespace(hands="late")
    session: Any = SimpleNamespace(view=game, seen_hands=hands, settings=settings)
    sink = io.StringIO()
    for update in (
        Update("acted", told=("Ann is up", "")),
        Update("notice", text="Bo is back"),
        Update("hand", seat=1),
        Update("hand", seat=0),
        Update("undone", seat=1),
    ):
        watching._tell(update, session, Printer(sink))
    assert sink.getvalue().splitlines() == [
        "Ann is up",
        "Bo is back",
        "Bo held a round ago: Beer and Sleep",
        "Bo takes that back",
    ]
