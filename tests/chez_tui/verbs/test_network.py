"""`chez-tui host`, `join`, `resume`, `watch` and `tables`: which table the command line asks for,
how it is played there, which game goes on, and how a game is told to spectators."""

import asyncio
import io
import os
from argparse import ArgumentError, ArgumentParser
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from chez_tui import flows
from chez_tui.errors import UserError
from chez_tui.plain import lobby
from chez_tui.plain import watch as watching
from chez_tui.plain.lines import Printer
from chez_tui.play import games
from chez_tui.play import online as hosting
from chez_tui.play.addresses import own_addresses
from chez_tui.play.games import unfinished
from chez_tui.play.headless import Teller, play_out
from chez_tui.play.options import TableSpec
from chez_tui.play.table import TableModel
from chez_tui.verbs import host
from chez_tui.world import Keys, TerminalTraits, World
from core.events import Event
from net.sessions.session import Update
from net.table.changing import Changing
from net.table.locking import remember
from net.table.watching import WatchTable
from net.wire.codes import Address
from tests.chez_tui.netscenes import desk_of, lobby_of
from tests.conftest import Cli
from tests.kit.table import at
from tests.kit.worlds import here, world_with
from tests.net.honest import change_terms, identity, interrupted
from tests.net.party import party

HERE = Address("127.0.0.1", 9)
STATUS = 7


def plan(*argv: str, **settings: str) -> TableSpec:
    parser = ArgumentParser(exit_on_error=False)
    host.add_arguments(parser)
    return host._spec(parser.parse_args(argv), world_with(name="Pam", **settings))


def test_editions_are_those_asked_for_or_the_last_ones() -> None:
    assert plan().editions == ("geek",)
    assert plan(editions="goth+grunt").editions == ("goth", "grunt")
    assert plan("--edition", "cthulhu", editions="goth+grunt").editions == ("cthulhu",)
    assert plan("--mix", "cthulhu", editions="goth").editions == ("geek", "cthulhu")


def test_a_table_is_what_the_command_line_says(tmp_path: Path) -> None:
    asked = plan(
        "--name", "Friday", "--seats", "8", "--bots", "3", "--level", "easy,hard",
        "--beat", "30", "--wait", "120", "--strict", "--quiet", "--hands", "late",
        "--port", "4000",
        "--password", "tea",
        "--edition", "geek+greek", "--option", "mix=students", "--offline", "--start",
        "--record", str(tmp_path / "new.game"),
    )  # fmt: skip
    assert asked == TableSpec(
        "Pam", "Friday", seats=8, bots=3, levels=("easy", "hard"), editions=("geek", "greek"),
        options={"mix": "students"}, beat=30, wait=120, strict=True, quiet=True, hands="late",
        port=4000, password="tea", record=tmp_path / "new.game", offline=True, start=True,
        pace="normal",
    )  # fmt: skip
    assert not (tmp_path / "new.game").exists()  # before a game begins
    assert plan().title == "Pam's table"


def test_bots_of_a_host_play_at_the_pace_of_the_person_who_looks_on() -> None:
    assert plan("--bots", "2", pace="slow").pace == "slow"
    assert plan("--bots", "2", "--bot", "easy", pace="slow").pace == "instant"


@pytest.mark.parametrize("password", ["x" * 129, "\N{TEAPOT}" * 43])
def test_a_password_that_is_too_long_is_a_sentence(password: str) -> None:
    with pytest.raises(ArgumentError, match="a password has at most"):
        plan("--password", password)


# -- how it is played ------------------------------------------------------------------------------


class Called(list[tuple[Any, ...]]):
    """Who was called with what."""

    def asked(self, name: str) -> Callable[..., Any]:
        """Return an asynchronous stand-in: what it gets is noted, and is what it returns."""

        async def stand_in(*words: Any, **more: Any) -> Any:
            words = tuple([await word if hasattr(word, "send") else word for word in words])
            told = tuple(word.name if isinstance(word, World) else word for word in words)
            self.append((name, *told, more))
            return STATUS if name in ("sit", "headless", "tell") else (name, *told, more)

        return stand_in

    def run(self, world: World, way: str, *where: object) -> int:
        """Stands in for the screens."""
        self.append((way, *where))
        return STATUS


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> Called:
    called = Called()
    for module, name in (
        (hosting, "open_table"), (hosting, "sit_down"), (hosting, "go_on"), (hosting, "take_up"),
        (lobby, "sit"),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, called.asked(name))
    for name in ("host_headless", "join_headless"):
        monkeypatch.setattr(hosting, name, called.asked("headless"))
    saved = games.Saved(Path("kept.game"), 0.0, folder=Path("kept"))
    monkeypatch.setattr(games, "to_go_on", lambda name, folders: saved)
    monkeypatch.setattr(watching, "tell_game", called.asked("tell"))
    monkeypatch.setattr(flows, "run", called.run)
    monkeypatch.setattr(TerminalTraits, "need", lambda *words: None)
    return called


def test_a_table_is_hosted_by_a_bot_in_lines_or_on_a_screen(cli: Cli, called: Called) -> None:
    wanted = TableSpec("Pam", "Pam's table")
    botted = wanted._replace(bot="easy", start=True)
    for words, last in (
        ("--bot easy --start", ("headless", botted, "Pam", {})),
        ("--plain", ("sit", ("open_table", wanted, "Pam", {}), "Pam", own_addresses, False, {})),
        ("", ("open", wanted)),
    ):
        assert cli("host", "--as", "Pam", *words.split()) == (STATUS, "", "")
        assert called[-1] == last


def test_a_table_is_joined_by_a_bot_in_lines_or_on_a_screen(cli: Cli, called: Called) -> None:
    more = {"password": "tea", "record": None}
    for words, last in (
        ("--bot easy", ("headless", ("sit_down", HERE, "Pam", {"bot": "easy", **more}), "Pam", {})),
        ("--plain", ("sit", ("sit_down", HERE, "Pam", {"bot": "", **more}), "Pam", {})),
        ("", ("join", HERE, "tea", None)),
    ):
        argv = ("join", str(HERE), "--name", "Pam", "--password", "tea", *words.split())
        assert cli(*argv) == (STATUS, "", "")
        assert called[-1] == last


def test_a_game_is_resumed_by_a_bot_in_lines_or_on_a_screen(
    cli: Cli, called: Called, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, me = Path("kept"), World.of_process().name
    bot, person = {"bot": "easy", "password": "tea"}, {"bot": "", "password": "tea"}
    for words, last in (
        ("--bot easy", ("headless", ("go_on", kept, me, bot), me, {})),
        ("kept.game --bot easy", ("headless", ("take_up", kept, me, bot), me, {})),
        ("--plain", ("sit", ("go_on", kept, me, person), me, {})),
        ("", ("resume", kept, "tea")),
    ):
        assert cli("resume", "--password", "tea", *words.split()) == (STATUS, "", "")
        assert called[-1] == last

    async def locked(folder: Path, world: World, **_: str) -> None:
        raise hosting.Locked("the password is wrong")

    monkeypatch.setattr(hosting, "go_on", locked)
    assert cli("resume", "--bot", "easy").err == (
        "chez-tui: the password is wrong (--password or --private)\n"
    )
    assert cli("resume", "--bot", "easy", "--password", "x").err == (
        "chez-tui: the password is wrong\n"
    )


def test_a_game_is_watched_in_lines_or_on_a_screen(cli: Cli, called: Called) -> None:
    for words, last in (
        ("--plain", ("tell", HERE, "Pam", "", {})),
        ("--wall", ("watch", HERE, "", True)),
    ):
        assert cli("watch", str(HERE), "--name", "Pam", *words.split()) == (STATUS, "", "")
        assert called[-1] == last


def test_tables_are_really_looked_for(cli: Cli) -> None:
    assert cli("tables", "--json", "--seconds", "0").out == "[]\n"


# -- which game goes on ----------------------------------------------------------------------------


@pytest.fixture
def game(data_home: Path) -> Path:
    """The log of a network game that was interrupted, as far as anybody can see."""
    return interrupted(data_home / "chez-tui" / "net" / "0123456789abcdef" / "game")


def test_all_identities_of_the_user_are_known_but_damaged_ones(data_home: Path) -> None:
    keys, others = Keys(here()), Keys(here())
    assert keys.pids() == []
    first, second = keys.take(), others.take()
    assert keys.pids() == [first.pid, second.pid]
    assert (keys.holds((first.pid,)), keys.holds((second.pid,))) == (True, False)
    (data_home / "chez-tui" / "identity").write_text("damaged")
    assert keys.pids() == [second.pid]
    keys.release(first)
    others.release(second)


def test_a_game_that_can_go_on_comes_before_one_of_other_rules(game: Path) -> None:
    newer = interrupted(game.parent.with_name("newer")).parent
    os.utime(game, (1, 1))
    assert [saved.folder for saved in unfinished(here())] == [newer, game.parent]
    change_terms(newer, rules=None, version=1)
    assert [saved.folder for saved in unfinished(here())] == [game.parent, newer]


async def test_another_password_than_that_of_the_game_is_asked_for_again(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = world_with()
    monkeypatch.setattr(world.keys, "take_among", lambda pids: identity(0))
    remember(game.parent, "tea")
    with pytest.raises(hosting.Locked, match="the password is wrong"):
        await hosting.take_up(game.parent, world, password="milk")


async def test_a_table_that_this_program_is_leaving_is_awaited(
    data_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Continue right after going away goes on with that game, and not with another one."""
    keys = Keys(here())
    mine = keys.take()
    asyncio.get_running_loop().call_later(0.05, keys.release, mine)
    again = await hosting._free_identity((mine.pid,), keys)
    assert again is not None
    assert again.pid == mine.pid
    monkeypatch.setattr(hosting, "LEAVING", 0.05)
    assert await hosting._free_identity((mine.pid,), keys) is None  # it is in use, and stays so
    keys.release(again)
    assert await hosting._free_identity((bytes(32),), keys) is None


# -- a game as spectators hear it ------------------------------------------------------------------


async def test_a_game_told_to_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players and spectator end with the same winner and the same digest."""
    monkeypatch.setattr(watching, "SOON", 0.0)
    async with party(tmp_path) as made:
        ann = await made.host(seats=2, bot="normal")
        bob = await made.join("Bob", "easy")
        told = asyncio.create_task(
            watching.tell_game(Address(HERE.host, ann.port), world_with(name="Eve"))
        )
        said = ""
        while "The game hasn't started yet." not in said:
            await asyncio.sleep(0.01)
            said += capsys.readouterr().out
        assert said.startswith("Friday: Ann and Bob are at the table.\n")
        await made.begin()
        playing = [play_out(table, Teller(table, print), asyncio.Event()) for table in (ann, bob)]
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


@pytest.mark.parametrize(
    ("soon", "happens", "said"),
    [
        (
            300.0,
            ("news", "talk", "a game"),
            [
                "Pam says: hello",
                "A game is in progress. So far:",
            ],
        ),
        (0.0, ("nothing", "news", "a game"), ["The game hasn't started yet."]),
        (0.03, (*["news, later"] * 4, "a game"), ["The game hasn't started yet."]),
    ],
    ids=["played already", "not begun", "begun before one's eyes"],
)
async def test_a_spectator_is_told_once_how_far_a_game_is(
    monkeypatch: pytest.MonkeyPatch, soon: float, happens: tuple[str, ...], said: list[str]
) -> None:
    monkeypatch.setattr(watching, "SOON", soon)
    table = "Friday at #42: Pam, Ada, Cleo and Bix are at the table."
    assert await before_the_game(*happens) == [table, *said]


async def test_a_table_that_closes_is_the_end() -> None:
    with pytest.raises(UserError, match="Pam has closed the table"):
        await before_the_game("news", "the end")


async def test_a_game_that_is_not_shown_to_its_end_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Nothing:
        view, seat = SimpleNamespace(winners=(), begun=True), None

        async def updates(self) -> Any:
            for _ in ():
                yield

    async def look_in(*_: object) -> object:
        watched: Any = AsyncExitStack()
        watched.callback(closed.append, True)
        watched.table = Shown()
        watched.table.session = Nothing()
        return watched

    closed: list[bool] = []
    monkeypatch.setattr(watching, "look_in", look_in)
    with pytest.raises(UserError, match="the table stopped showing this game"):
        await watching.tell_game(HERE, world_with())
    assert closed == [True]


def test_notices_hands_and_what_is_taken_back_are_told() -> None:
    game = at("players: Ann; Bo\nBo holds: Beer; Sleep")
    hands = {1: SimpleNamespace(faces=[game.face[c] for c in game.hands[1]], fresh=True)}
    settings = SimpleNamespace(hands="late")
    session: Any = SimpleNamespace(seat=None, view=game, seen_hands=hands, settings=settings)
    model = TableModel([session])
    sink = io.StringIO()
    for update in (
        Update("acted", None, (Event("turn"), Event("drew")), ("Ann is up", "")),
        Update("notice", text="Bo is back"),
        Update("hand", seat=1),
        Update("hand", seat=0),
        Update("undone", seat=1),
    ):
        watching._tell(model.take(update), session, Printer(sink))
    assert sink.getvalue().splitlines() == [
        "Ann is up",
        "Bo is back",
        "Bo held a round ago: Beer and Sleep",
        "Bo undoes that",
    ]
