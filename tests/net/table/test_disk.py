"""A disk that does not take a game: a sentence at that table, and the others are not harmed."""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from net.log.chain import LogFile
from net.table.table import NetTable
from tests.net.party import Party, party, until

pytestmark = pytest.mark.usefixtures("clock")


def not_there(folder: Path) -> Callable[[str], Path]:
    """A log that can't be written, since a folder has its name."""
    folder.mkdir(parents=True)
    return lambda title: folder


async def ready(made: Party) -> NetTable:
    for table in made.tables.values():
        table.set_ready(True)
    host = next(table for table in made.tables.values() if table.desk is not None)
    await until(lambda: host.lobby is not None and all(c.ready for c in host.lobby.chairs))
    return host


@pytest.mark.parametrize("failing", ["Ann", "Bo"])
async def test_a_game_that_one_of_them_can_not_keep_does_not_begin(
    tmp_path: Path, failing: str
) -> None:
    async with party(tmp_path) as made:
        await made.host(seats=3)
        for name in ("Bo", "Cy"):
            await made.join(name)
        settings = made.tables[failing].settings
        settings.new_log = not_there(tmp_path / "log")
        host = await ready(made)
        host.start()
        await until(lambda: any("can't be kept on this disk" in t for t in made.notices(failing)))
        await until(lambda: not any(t.play is not None for t in made.tables.values()))
        await until(lambda: all(t.phase == "lobby" for t in made.tables.values()))
        settings.new_log = None
        await made.begin()


@pytest.mark.parametrize("failing", ["Ann", "Cy"])
async def test_a_disk_that_fails_ends_the_game_for_that_program_alone(
    tmp_path: Path, failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with party(tmp_path) as made:
        await made.host(seats=3, bot="normal")
        for name in ("Bo", "Cy"):
            await made.join(name, bot="normal")
        await made.begin()
        table = made.tables.pop(failing)
        await until(lambda: table.referee.game.begun)
        play = table.play
        assert play is not None
        mine = play._folder._store
        write = LogFile.append

        def full(self: LogFile, *given: object) -> None:
            if self is mine:
                raise OSError(errno.ENOSPC, "No space left on device")
            write(self, *given)  # type: ignore[arg-type]

        monkeypatch.setattr(LogFile, "append", full)
        await until(lambda: table.closed)
        assert "can't be kept on this disk any more: No space left" in table.closed
        assert any("No space left" in text for text in made.notices(failing))
        await table.close()
        others = list(made.tables.values())
        seen = others[0].referee.last.seq
        await until(lambda: others[0].referee.last.seq > seen + 20)
        assert not any(other.closed for other in others)


async def test_a_bot_whose_disk_takes_nothing_gives_up(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        await made.host(seats=2, bot="normal")
        await made.join("Bo", bot="normal")
        made.tables["Ann"].settings.new_log = not_there(tmp_path / "log")
        host = await ready(made)
        host.start()
        await until(lambda: "can't be kept on this disk" in host.closed)


async def test_who_is_gone_before_the_first_entry_comes_back_to_the_game(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        for name in ("Ann", "Bo", "Cy"):
            await (made.host(name) if name == "Ann" else made.join(name))
        bo = made.tables["Bo"]
        begin = bo._begin

        def hear_no_more(*given: Any) -> None:
            begin(*given)
            for link in bo.mesh.links.values():
                link.on_message = lambda link, message: None

        bo._begin = hear_no_more  # type: ignore[method-assign]
        host = await ready(made)
        host.start()
        await until(lambda: bo.play is not None)
        assert bo.play is not None
        assert len(bo.play.game.ledger.log) == 0
        bo.play.end("killed")  # nothing of the game has come to his disk but its terms
        assert bo._beat is not None
        bo._beat.cancel()
        for link in list(bo.mesh.links.values()):
            link.abort()
        await bo.mesh.close()
        await bo.hall.close()
        bo.play.close()
        del made.tables["Bo"]
        again = await made.resume("Bo")
        await until(lambda: again.playing and again.referee.game.begun)
