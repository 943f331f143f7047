"""Games at this table are on the disk at every moment, and can be taken up again."""

import asyncio
import errno
import os
from pathlib import Path

import pytest

from core.actions import NEXT, Action
from core.catalog import load_catalog
from core.state import CALL_PHASE
from net.sessions.local import LocalTable
from net.sessions.record import OwnCards, RecordError, RecordWriter, Result, read_record
from net.sessions.replay import Replay
from tests.kit.card_files import CARD
from tests.net.sitting import heard, seated, setup

pytestmark = pytest.mark.usefixtures("clock")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a whole game with a person in it."""
    path = tmp_path_factory.mktemp("games") / "finished.game"

    async def whole() -> None:
        async with seated(record=path) as here:
            await here.out()

    asyncio.run(whole())
    return path.read_bytes()


@pytest.mark.parametrize("part", [0.02, 0.37, 0.93])
async def test_a_killed_game_goes_on_where_it_was(
    finished: bytes, tmp_path: Path, part: float
) -> None:
    path = tmp_path / "killed.game"
    header = finished.index(b"\n") + 1
    path.write_bytes(finished[: header + int((len(finished) - header) * part)])
    record = read_record(path)
    table = LocalTable.resume(record, path, setup())
    assert table.game.digest() == Replay(record).final.digest()
    assert read_record(path).actions == record.actions  # without the torn line
    assert not read_record(path).torn
    async with seated(table) as here:
        assert not here.me.can_undo
        await here.out(seed=2)
    whole = read_record(path)
    assert whole.actions[: len(record.actions)] == record.actions
    assert Replay(whole).final.digest() == table.game.digest()
    assert whole.game().names == table.game.names
    assert [file.name for file in tmp_path.glob("*.game*")] == ["killed.game"]


async def test_every_action_is_on_the_disk_at_once(tmp_path: Path) -> None:
    path = tmp_path / "running.game"
    async with seated(record=path) as here:
        for step in (10, 60, 110):
            await here.play(until=lambda n=step: here.table.steps >= n)
            assert read_record(path).actions == tuple(here.table.actions)


async def test_a_slip_after_a_pause_is_taken_back_too(finished: bytes, tmp_path: Path) -> None:
    path = tmp_path / "paused.game"
    path.write_bytes(b"\n".join(finished.split(b"\n")[:80]))
    table = LocalTable.resume(read_record(path), path, setup())
    async with seated(table) as here:
        await here.phase(CALL_PHASE)
        before = read_record(path).actions
        await here.me.act(Action(NEXT, 0))
        assert len(read_record(path).actions) == len(before) + 1
        await here.me.undo()
        assert read_record(path).actions == before
        await here.me.act(Action(NEXT, 0))
    assert read_record(path).actions == tuple(table.actions)


async def test_luck_after_a_pause_does_not_repeat_itself(finished: bytes, tmp_path: Path) -> None:
    path = tmp_path / "luck.game"
    path.write_bytes(finished)
    whole = read_record(path)
    path.write_bytes(b"\n".join(finished.split(b"\n")[:120]))
    async with seated(LocalTable.resume(read_record(path), path, setup())) as here:
        table = await here.out()
    assert tuple(table.actions) != whole.actions


async def test_a_record_that_does_not_fit_is_refused(finished: bytes, tmp_path: Path) -> None:
    path = tmp_path / "other.game"
    lines = finished.split(b"\n")
    path.write_bytes(b"\n".join((*lines[:30], b'["next",2]', *lines[30:])))
    damaged = path.read_bytes()
    with pytest.raises(RecordError, match="action 30 is not legal"):
        LocalTable.resume(read_record(path), path, setup())
    assert path.read_bytes() == damaged  # it is left as it was


async def test_own_cards_are_kept_with_the_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(CARD)
    own_catalog = load_catalog(("geek",), (file,))
    own = OwnCards.of_catalog(own_catalog)
    path = tmp_path / "own.game"
    async with seated(catalog=own_catalog, own=own, record=path) as here:
        table = await here.play(until=lambda: here.me.view.begun)
    file.unlink()  # the record does not need it any more
    record = read_record(path)
    assert [cards.name for cards in record.header.own] == ["mine.toml"]
    assert Replay(record).final.digest() == table.game.digest()
    assert LocalTable(setup()).header().own == ()


async def test_a_full_disk_ends_the_record_and_not_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(writer: RecordWriter, action: Action, result: Result | None) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(RecordWriter, "write", full)
    async with seated(record=tmp_path / "full.game") as here:
        assert (await here.out()).game.winners
    notices = [update.text for update in await heard(here.me) if update.kind == "notice"]
    assert notices == ["The game is no longer written down: No space left on device"]
