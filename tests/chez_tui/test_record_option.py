"""A game is recorded in a new file: --record never overwrites anything and follows no link."""

from pathlib import Path

import pytest

from chez_tui import network
from chez_tui.games import new_record
from net.sessions.record import Header, RecordWriter, read_record
from tests.conftest import Cli
from tests.kit.recorded import recorded, write

HELLO = b"hello\n"


def test_a_record_needs_a_folder_that_can_be_written(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: path != tmp_path)
    for verb in ("solo", "bots", "host", "join"):
        said = cli(verb, "--record", tmp_path / "x.game")
        assert (said.status, said.out) == (2, "")
        assert f"argument --record: nothing can be written in {tmp_path}; " in said.err


def test_what_appears_in_the_meantime_is_not_overwritten_either(tmp_path: Path) -> None:
    path, link = tmp_path / "a.game", tmp_path / "link.game"
    path.write_bytes(HELLO)
    link.symlink_to(tmp_path / "nowhere")
    for taken in (path, link):
        with pytest.raises(FileExistsError):
            RecordWriter(taken, recorded().header)
    assert path.read_bytes() == HELLO
    assert not (tmp_path / "nowhere").exists()


def test_a_game_that_goes_on_replaces_what_a_crash_has_left(tmp_path: Path) -> None:
    record = recorded()
    path = write(tmp_path / "a.game", record, 50)
    other = tmp_path / "other"
    other.write_bytes(HELLO)
    for leave in (Path.touch, lambda fresh: fresh.symlink_to(other)):
        leave(tmp_path / "a.game.new")
        RecordWriter.continued(path, record.header, record.actions[:60]).close()
        assert len(read_record(path).actions) == 60
        assert sorted(p.name for p in tmp_path.iterdir()) == ["a.game", "other"]
    assert other.read_bytes() == HELLO


def test_logs_of_network_games_are_new_files(tmp_path: Path) -> None:
    path = tmp_path / "friday.game"
    assert network.reserved(path) == path
    assert path.stat().st_mode & 0o777 == 0o600
    (tmp_path / "friday-2.game").symlink_to(tmp_path / "nowhere")
    assert network.reserved(path) == tmp_path / "friday-3.game"
    assert not (tmp_path / "nowhere").exists()


def test_no_new_record_is_a_link_that_leads_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.strftime", lambda _: "2026-01-02-030405")
    first = new_record()
    first.symlink_to(first.with_name("nowhere"))
    RecordWriter(new_record(), Header.of(recorded().game().catalog, ("Ann", "Bo"))).close()
    assert not first.exists()
