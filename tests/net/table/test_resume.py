"""A game that is taken up from disk: by whom, with which password, and with the same cards."""

import asyncio
import socket
from pathlib import Path

import pytest

from core.catalog import Catalog
from net.log import terms
from net.log.chain import MAGIC, framed
from net.log.entries import pack, unpack
from net.log.terms import Manners
from net.peer.home import Folder
from net.table.lobby import Plan
from net.table.locking import fits, remember
from net.table.table import NetTable, Settings, TableError
from tests.kit.recorded import catalog
from tests.net.halls import HERE
from tests.net.honest import HonestTable, identity
from tests.net.party import PROGRAM

pytestmark = pytest.mark.usefixtures("clock")


def interrupted(folder: Path) -> Path:
    """The game of two as the first of them has it on disk."""
    table = HonestTable(2).open()
    Folder.make(folder, table.gid, b"d" * 32, b"c" * 32, terms=table.terms.raw).close()
    log = MAGIC + b"".join(framed(entry.sealed) for entry in table.log)
    Folder.log_of(folder).write_bytes(log)
    return folder


def settings(folder: Path, password: str = "") -> Settings:
    return Settings(identity(0), "Ann", PROGRAM, folder, password=password)


async def resumed(folder: Path, password: str = "") -> NetTable:
    return await NetTable.resume(settings(folder.parent, password), folder)


def test_a_password_is_known_again_and_is_not_on_the_disk(tmp_path: Path) -> None:
    assert fits(tmp_path, "whatever")  # nothing was noted
    remember(tmp_path, "tea pot")
    assert fits(tmp_path, " tea pot ")
    assert not fits(tmp_path, "teapot")
    (file,) = tmp_path.iterdir()
    assert b"tea" not in file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0
    file.write_bytes(b"cut off")
    assert fits(tmp_path, "whatever")


async def test_another_password_than_that_of_the_game_is_told_at_once(tmp_path: Path) -> None:
    folder = interrupted(tmp_path / "game")
    remember(folder, "tea")
    with pytest.raises(TableError, match="the password is wrong") as refused:
        await resumed(folder, "milk")
    assert refused.value.reason == "password"
    await (await resumed(folder, "tea")).close()


async def test_nobody_takes_up_the_game_of_somebody_else(tmp_path: Path) -> None:
    folder = interrupted(tmp_path / "game")
    with pytest.raises(TableError, match="played by somebody else"):
        await NetTable.resume(Settings(identity(7), "Eve", PROGRAM, tmp_path), folder)


async def test_a_game_goes_on_elsewhere_if_its_port_is_taken_and_a_new_table_does_not_open(
    tmp_path: Path,
) -> None:
    with socket.create_server((HERE, 0)) as other:
        wanted = settings(tmp_path)
        wanted.port = other.getsockname()[1]
        with pytest.raises(TableError, match=str(wanted.port)):
            await NetTable.host(wanted, Manners(), Plan(catalog()), 2)
        table = await NetTable.resume(wanted, interrupted(tmp_path / "game"))
        assert table.port not in (0, other.getsockname()[1])
        await table.close()


async def test_a_game_with_other_cards_is_a_sentence_and_leaves_nothing_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = interrupted(tmp_path / "game")
    with monkeypatch.context() as updated:
        updated.setattr(Catalog, "fingerprint", "0" * 64)  # as after an update of the program
        terms._new_game.cache_clear()
        with pytest.raises(TableError, match="with other cards"):
            await resumed(folder)
    terms._new_game.cache_clear()
    value = unpack((folder / "terms").read_bytes(), 10**6, "terms")
    assert isinstance(value, dict)
    (folder / "terms").write_bytes(pack(value | {"rules": 3}))
    Folder.log_of(folder).write_bytes(b"")  # the first entry never came
    with pytest.raises(TableError, match=r"newer rules \(version 3, here 2\): update chez-tui"):
        await resumed(folder)
    assert asyncio.all_tasks() == {asyncio.current_task()}
