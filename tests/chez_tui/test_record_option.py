"""A game is recorded in a new file: --record never overwrites anything and follows no link."""

from pathlib import Path

import pytest

from chez_tui import network
from chez_tui.games import new_record
from net.sessions.record import Header, RecordWriter, read_record
from tests.conftest import Cli
from tests.kit.recorded import recorded, write

RECORDING = (
    "solo --plain --pace instant",
    "solo",
    "bots",
    "host --bot easy --start --bots 1 --seats 2 --offline",
    "host --plain",
    "host",
    "join 127.0.0.1:9 --bot easy",
    "join 127.0.0.1:9",
    "join",
)
HELLO = b"hello\n"


def untouched(cli: Cli, argv: str, record: Path, data_home: Path) -> str:
    """A command whose record can't be there: what it says, and nothing else happens."""
    said = cli(*argv.split(), "--record", record)
    assert (said.status, said.out) == (2, "")
    assert said.err.count("\n") == 1
    assert not data_home.exists()  # no identity, no game, no history
    start = "chez-tui: argument --record: "
    assert said.err.startswith(start)
    return said.err.removeprefix(start).partition("; chez-tui ")[0]


@pytest.mark.parametrize("argv", RECORDING)
def test_a_record_never_takes_the_place_of_anything(
    cli: Cli, argv: str, tmp_path: Path, data_home: Path
) -> None:
    taken = {name: tmp_path / name for name in ("file", "empty", "folder", "link", "dangling")}
    taken["file"].write_bytes(HELLO)
    taken["empty"].touch()
    taken["folder"].mkdir()
    taken["link"].symlink_to(taken["file"])
    taken["dangling"].symlink_to(tmp_path / "nowhere")
    before = sorted(tmp_path.rglob("*"))
    for path in taken.values():
        said = untouched(cli, argv, path, data_home)
        assert said == f"{path} already exists; name a new file"
    assert taken["file"].read_bytes() == HELLO
    assert taken["empty"].read_bytes() == b""
    assert taken["dangling"].is_symlink()
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("argv", RECORDING)
def test_a_record_needs_a_folder(
    cli: Cli, argv: str, tmp_path: Path, data_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(HELLO)
    for parent in (tmp_path / "no such", tmp_path / "no" / "such", tmp_path / "file"):
        said = untouched(cli, argv, parent / "x.game", data_home)
        assert said == f"there is no folder {parent}"
    with monkeypatch.context() as patched:
        patched.setattr("os.access", lambda path, mode: path != tmp_path)
        said = untouched(cli, argv, tmp_path / "x.game", data_home)
    assert said == f"nothing can be written in {tmp_path}"


@pytest.mark.parametrize("verb", ["solo", "bots", "host", "join"])
def test_help_says_that_nothing_is_overwritten(cli: Cli, verb: str) -> None:
    assert "never overwrites" in " ".join(cli(verb, "--help").out.split())


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
