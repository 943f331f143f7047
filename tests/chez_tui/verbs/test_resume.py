"""`chez-tui resume`: which game it goes on with, and why with none."""

import asyncio
import shutil
from pathlib import Path

import pytest

from chez_tui import hosting, network
from net.log.chain import MAGIC, framed
from net.log.entries import pack, unpack
from net.peer.home import Folder
from net.table.locking import remember
from tests.conftest import Cli
from tests.net.honest import HonestTable, identity


@pytest.fixture
def game(data_home: Path) -> Path:
    """The log of a network game that was interrupted, as far as anybody can see."""
    folder = data_home / "chez-tui" / "net" / "0123456789abcdef" / "game"
    table = HonestTable(2).open()
    kept = Folder.make(folder, table.gid, b"d" * 32, b"c" * 32, terms=table.terms.raw)
    kept.close()
    log = Folder.log_of(folder)
    log.write_bytes(MAGIC + b"".join(framed(entry.sealed) for entry in table.log))
    return log


def test_what_is_wrong_with_a_log_is_said(cli: Cli, game: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.game"
    other.write_text("hello")
    for log, sentence in (
        (tmp_path / "nothing.game", f"there is no file {tmp_path}/nothing.game"),
        (other, f"{other} is not the log of a network game that you played here"),
        (game, "this game is being played already, or was played by somebody else"),
    ):
        done = cli("resume", "--bot", "normal", str(log))
        assert (done.status, done.err) == (1, f"chez-tui: {sentence}\n")
    (game.parent / "terms").write_bytes(b"damaged")
    assert "the terms of a table" in cli("resume", "--bot", "normal", str(game)).err
    (game.parent / "over").touch()
    assert f"the game in {game} is over" in cli("resume", "--bot", "normal", str(game)).err


def test_all_identities_of_the_user_are_known_but_damaged_ones(data_home: Path) -> None:
    assert network.my_pids() == []
    first, second = network.my_identity(), network.my_identity()
    try:
        assert network.my_pids() == [first.pid, second.pid]
        (data_home / "chez-tui" / "identity").write_text("damaged")
        assert network.my_pids() == [second.pid]
    finally:
        network.let_go(first)
        network.let_go(second)


def test_without_a_log_there_must_be_a_game(cli: Cli, game: Path) -> None:
    assert "was played by somebody else" in cli("resume", "--bot", "normal").err
    (game.parent / "over").touch()
    assert cli("resume", "--bot", "normal").err == (
        "chez-tui: there is no network game of yours to go on with\n"
    )


OLD = "this game was played by older rules (version 1, now 2) and can't be replayed or continued"


def outdated(folder: Path) -> None:
    """Makes terms of rules before they had a number out of those in a folder."""
    value = unpack((folder / "terms").read_bytes(), 10**6, "terms")
    assert isinstance(value, dict)
    del value["rules"]
    (folder / "terms").write_bytes(pack(value | {"version": 1}))


def test_a_game_of_other_rules_says_so(cli: Cli, game: Path) -> None:
    outdated(game.parent)
    before = game.read_bytes()
    for words in ((), (str(game),)):
        done = cli("resume", "--bot", "normal", *words)
        assert done == (1, "", f"chez-tui: {OLD}\n")
    assert game.read_bytes() == before


def test_a_game_that_can_go_on_comes_before_one_of_other_rules(game: Path) -> None:
    newer = game.parent.with_name("newer")
    shutil.copytree(game.parent, newer)
    assert hosting.unfinished() == [newer, game.parent]
    outdated(newer)
    assert hosting.unfinished() == [game.parent, newer]


async def test_another_password_than_that_of_the_game_is_asked_for_again(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "identity_among", lambda pids: identity(0))
    remember(game.parent, "tea")
    with pytest.raises(hosting.Locked, match="the password is wrong"):
        await hosting.take_up(game.parent, password="milk")


async def test_a_table_that_this_program_is_leaving_is_awaited(
    data_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Continue right after going away goes on with that game, and not with another one."""
    mine = network.my_identity()
    asyncio.get_running_loop().call_later(0.05, network.let_go, mine)
    again = await hosting._free_identity((mine.pid,))
    assert again is not None
    assert again.pid == mine.pid
    monkeypatch.setattr(hosting, "LEAVING", 0.05)
    assert await hosting._free_identity((mine.pid,)) is None  # it is in use, and stays so
    network.let_go(again)
    assert await hosting._free_identity((bytes(32),)) is None
