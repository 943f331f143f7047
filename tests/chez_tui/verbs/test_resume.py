"""`chez-tui resume`: which game it goes on with, and why with none."""

import asyncio
import shutil
from pathlib import Path

import pytest

from chez_tui import hosting, network
from net.table.locking import remember
from tests.chez_tui.verbs.kept import interrupted, outdated
from tests.net.honest import identity


@pytest.fixture
def game(data_home: Path) -> Path:
    """The log of a network game that was interrupted, as far as anybody can see."""
    return interrupted(data_home / "chez-tui" / "net" / "0123456789abcdef" / "game")


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
