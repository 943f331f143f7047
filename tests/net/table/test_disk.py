"""A disk that does not take a game: a sentence at that table, and the others are not harmed."""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest

from core.actions import NEXT, Action
from net.log.chain import LogFile
from net.table.playing import LOST
from tests.net.party import Party, deaf, until


def not_there(folder: Path) -> Callable[[str], Path]:
    """A log that can't be written, since a folder has its name."""
    folder.mkdir(parents=True)
    return lambda title: folder


@pytest.mark.parametrize("failing", ["Ann", "Bo"])
async def test_a_game_that_one_of_them_can_not_keep_does_not_begin(
    party: Party, tmp_path: Path, failing: str
) -> None:
    tables = await party.sit("Ann", "Bo", "Cy", begin=False)
    settings = party.tables[failing].settings
    settings.new_log = not_there(tmp_path / "log")
    (await party.ready()).start()
    await until(lambda: any("can't be kept on this disk" in t for t in party.notices(failing)))
    await until(lambda: not any(t.play is not None for t in tables))
    await until(lambda: all(t.phase == "lobby" for t in tables))
    settings.new_log = None
    await party.begin()


@pytest.mark.parametrize("failing", ["Ann", "Cy"])
async def test_a_disk_that_fails_ends_the_game_for_that_program_alone(
    party: Party, failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await party.sit("Ann", "Bo", "Cy", bot="normal")
    play, table = party.play(failing), party.tables.pop(failing)
    await until(lambda: table.referee.game.begun)
    mine = play._folder._store
    write = LogFile.append

    def full(self: LogFile, *given: object) -> None:
        if self is mine:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(LogFile, "append", full)
    await until(lambda: table.closed)
    assert "can't be kept on this disk any more: No space left" in table.closed
    assert any("No space left" in text for text in party.notices(failing))
    await table.close()
    others = list(party.tables.values())
    seen = others[0].referee.last.seq
    await until(lambda: others[0].referee.last.seq > seen + 20)
    assert not any(other.closed for other in others)


async def test_what_is_done_while_the_disk_fails_is_lost(party: Party) -> None:
    ann, _ = await party.sit("Ann", "Bo")
    play = party.play("Ann")
    play.game.do = MagicMock(side_effect=OSError(errno.EIO, "broken"))  # type: ignore[method-assign]
    assert await play.do(Action(NEXT, 0)) == LOST
    await until(lambda: "broken" in ann.closed)


async def test_a_bot_whose_disk_takes_nothing_gives_up(party: Party, tmp_path: Path) -> None:
    ann, _ = await party.sit("Ann", "Bo", bot="normal", begin=False)
    ann.settings.new_log = not_there(tmp_path / "log")
    (await party.ready()).start()
    await until(lambda: "can't be kept on this disk" in ann.closed)


async def test_who_is_gone_before_the_first_entry_comes_back_to_the_game(party: Party) -> None:
    _, bo, _ = await party.sit("Ann", "Bo", "Cy", begin=False)
    begin = bo._begin

    def hear_no_more(*given: Any) -> None:
        begin(*given)
        deaf(bo)

    bo._begin = hear_no_more  # type: ignore[method-assign]
    (await party.ready()).start()
    await until(lambda: bo.play is not None)
    play = party.play("Bo")
    assert len(play.game.ledger.log) == 0
    play.end("killed")  # nothing of the game has come to the disk but its terms
    assert bo._beat is not None
    bo._beat.cancel()
    for link in list(bo.mesh.links.values()):
        link.abort()
    await bo.mesh.close()
    await bo.hall.close()
    play.close()
    del party.tables["Bo"]
    again = await party.resume("Bo")
    await until(lambda: again.playing and again.referee.game.begun)
