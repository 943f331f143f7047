"""The folder of recorded games; their list is in tests/data/commands/replay.txt."""

import asyncio
import json
import os
import shutil
import time
from pathlib import Path

import pytest

from chez_tui import __version__
from chez_tui.errors import UserError
from chez_tui.play import games
from chez_tui.play.games import HOT_SEAT, SOLO, look_at, new_record, record_files
from chez_tui.play.newgame import hot_seat_table, solo_table
from chez_tui.play.options import Seat, TableSpec
from core.actions import LEAVE, Action
from net.files import reserved
from net.sessions.local import INSTANT, LocalTable
from net.sessions.record import IN_USE, InUse, RecordWriter, read_record
from tests.chez_tui.driver import left_waiting, record_of
from tests.conftest import Cli
from tests.kit.places import DATA, OLDER
from tests.kit.recorded import recorded, write
from tests.kit.worlds import here

HELLO = b"hello\n"


def begin(spec: TableSpec | None = None) -> LocalTable:
    return asyncio.run(left_waiting(spec or solo_table("Pam"), 7))


def newest() -> games.Saved | None:
    return next(games.unfinished(here()), None)


def test_a_new_record_is_in_the_data_folder_and_replaces_no_other(
    data_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert record_files(here().games) == []
    assert newest() is None
    monkeypatch.setattr(time, "strftime", lambda _: "2026-01-02-030405")
    for name in ("hot-seat", "hot-seat-2", "hot-seat-3"):
        path = new_record(here().games, "Hot seat!")
        assert path == data_home / "chez-tui" / "games" / f"2026-01-02-030405-{name}.game"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to("nowhere")


def test_an_unfinished_game_tells_about_itself() -> None:
    table = begin()
    (saved,) = map(look_at, record_files(here().games))
    assert saved.path == table.setup.record
    assert saved.names == ("Pam", "Ada", "Bix", "Cleo")
    assert (saved.title, saved.people, saved.editions) == (SOLO, (0,), ("geek",))
    assert (saved.finished, saved.winners, saved.can_go_on) == (False, (), True)
    assert saved.actions == table.steps
    assert saved.outcome == f"in round {table.game.round}"
    assert newest() == saved
    assert (saved.program, saved.result) == (__version__, "unfinished")
    assert saved.day == read_record(saved.path).header.about["date"][:16].replace("T", " ")


def test_what_has_ended_can_not_be_read_or_is_gone_does_not_go_on() -> None:
    over = write(here().games / "over.game", recorded())
    saved = look_at(over)
    assert (saved.finished, saved.winners, saved.can_go_on) == (True, ("Lee",), False)
    rewritten(over, names=["Pam", "\x1b[31mEvil\nBix\u202e", "Mike"])
    assert look_at(over).names[1].isprintable()
    for path in (over.with_name("empty.game"), over.with_name("gone.game")):
        over.with_name("empty.game").touch()
        saved = look_at(path)
        assert saved.problem
        assert (saved.outcome, saved.can_go_on) == ("can't be read", False)
    assert newest() is None


def rewritten(path: Path, **changes: object) -> str:
    """Changes the first line of a record; what the file says now."""
    header, *rest = path.read_text(encoding="utf-8").splitlines()
    text = "\n".join([json.dumps(json.loads(header) | changes), *rest]) + "\n"
    path.write_text(text, encoding="utf-8")
    return text


# -- games of other rules or cards -----------------------------------------------------------------

OLD = "this game used older rules (version 1, now 2), so it can't be replayed or continued"


def test_what_can_go_on_is_offered_before_what_can_not() -> None:
    assert newest() is None
    old = here().games / "solo.game"
    old.parent.mkdir(parents=True)
    shutil.copy(OLDER / "solo.game", old)
    found = newest()
    assert found is not None
    assert (found.path, found.blocked) == (old, OLD)
    text = old.read_bytes()
    with pytest.raises(UserError, match="older rules"):
        games.go_on(old, INSTANT, here())
    assert old.read_bytes() == text
    good = record_of(begin())
    os.utime(good, (1, 1))
    found = newest()
    assert found is not None
    assert (found.path, found.blocked) == (good, "")


# -- going on --------------------------------------------------------------------------------------


def test_a_game_goes_on_where_it_was() -> None:
    before = begin()
    path = record_of(before)
    table, seats = games.go_on(path, INSTANT, here())
    try:
        assert seats == (0,)
        assert table.game.digest() == before.game.digest()
        assert table.settings == before.settings
        assert table.setup.record == path
        assert table.id == before.id
    finally:
        table.close()
    assert read_record(path).actions == tuple(before.actions)


def test_a_game_with_own_cards_goes_on_without_their_file(data_home: Path) -> None:
    cards = data_home / "chez-tui" / "cards" / "own.toml"
    cards.parent.mkdir(parents=True)
    shutil.copy(DATA / "own-cards.toml", cards)
    before = begin()
    cards.unlink()
    (saved,) = map(look_at, record_files(here().games))
    assert saved.can_go_on
    table, _ = games.go_on(saved.path, INSTANT, here())
    table.close()
    assert table.setup.catalog.named("Night Porter")
    assert read_record(saved.path).header == before.header()


def test_a_hot_seat_game_goes_on_with_all_its_people() -> None:
    spec = hot_seat_table("Pam", 3)
    first, _, *others = spec.chairs
    game = spec._replace(chairs=(first, Seat("Zed", "easy"), *others))
    assert game.people == (0, 2)
    table, seats = games.go_on(record_of(begin(game)), INSTANT, here())
    table.close()
    assert seats == (0, 2)
    assert table.settings.title == HOT_SEAT


def test_a_game_that_the_person_has_left_is_not_offered() -> None:
    table = begin()
    path = record_of(table)
    with path.open("a") as file:
        file.write(json.dumps([LEAVE, 0]) + "\n")
    assert table.game.refusal(Action(LEAVE, 0)) is None
    (saved,) = map(look_at, record_files(here().games))
    assert not saved.problem
    assert not saved.can_go_on


@pytest.mark.parametrize(
    ("about", "complaint"),
    [
        ({}, "doesn't say which players are bots"),
        ({"levels": "easy,easy,easy,easy"}, "doesn't say which"),
        ({"levels": ",easy,easy,genius", "seed": "1"}, "unknown bot level 'genius'"),
        ({"levels": ",easy,easy,easy", "seed": "U U"}, "isn't a seed"),
    ],
)
def test_a_record_that_cannot_go_on_says_why(about: dict[str, str], complaint: str) -> None:
    path = record_of(begin())
    text = rewritten(path, about=about)
    with pytest.raises(UserError, match=complaint):
        games.go_on(path, INSTANT, here())
    assert path.read_text(encoding="utf-8") == text


# -- nothing is overwritten, and no link is followed -----------------------------------------------


def test_a_record_needs_a_folder_that_can_be_written(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: path != tmp_path)
    for verb in ("solo", "bots", "host", "join"):
        said = cli(verb, "--record", tmp_path / "x.game")
        assert (said.status, said.out) == (2, "")
        assert f"argument --record: can't write to {tmp_path}. " in said.err


def test_what_appears_in_the_meantime_is_not_overwritten_either(tmp_path: Path) -> None:
    path, link = tmp_path / "a.game", tmp_path / "link.game"
    path.write_bytes(HELLO)
    link.symlink_to(tmp_path / "nowhere")
    for taken in (path, link):
        with pytest.raises(FileExistsError):
            RecordWriter(taken, recorded().header)
    assert path.read_bytes() == HELLO
    assert not (tmp_path / "nowhere").exists()


def test_a_game_is_written_by_one_program_and_not_after_it_has_changed(tmp_path: Path) -> None:
    path = write(tmp_path / "a.game", recorded(), 50)
    record = read_record(path)
    with RecordWriter.continued(path, record) as writer:
        with pytest.raises(InUse, match=IN_USE):
            RecordWriter.continued(path, record)
        writer.write(recorded().actions[50])
    with pytest.raises(InUse):  # somebody has played it since it was read
        RecordWriter.continued(path, record)
    assert len(read_record(path).actions) == 51


def test_logs_of_network_games_are_new_files(tmp_path: Path) -> None:
    path = tmp_path / "friday.game"
    assert reserved(path) == path
    assert path.stat().st_mode & 0o777 == 0o600
    (tmp_path / "friday-2.game").symlink_to(tmp_path / "nowhere")
    assert reserved(path) == tmp_path / "friday-3.game"
    assert not (tmp_path / "nowhere").exists()
