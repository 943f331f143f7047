"""The log in memory and on disk: order, exactly once, cutting, crashes."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.identity import Identity
from net.log.chain import (
    DAMAGED,
    MAGIC,
    TORN,
    BurntFile,
    ChainError,
    Kept,
    Log,
    framed,
    load_kept,
    open_log,
    save_kept,
    split_frames,
)
from net.log.dice import Burnt
from net.log.entries import START, Act, Asked, Entry, Place
from tests.net.honest import file_of, identity

GID = b"game" * 4
ANN, BO = identity(1), identity(2)


def following(
    log: Log,
    author: Identity = ANN,
    number: int = 0,
    term: int = 1,
    gid: bytes = GID,
    basis: Place | None = None,
    prev: Place | None = None,
) -> Entry:
    number = number or log.last_number(author.pid) + 1
    act = Act.make(author, gid, number, basis or log.place, "do", 0)
    return Entry.make(BO, term, prev or log.place, act)


def filled(count: int, log: Log | None = None) -> Log:
    log = Log(GID) if log is None else log
    for number in range(count):
        log.append(following(log, (ANN, BO)[number % 2], gid=log.gid))
    return log


def cut(log: Log, after: int = 0, count: int = 99, size: int = 10**6) -> list[bytes]:
    return [entry.sealed for entry in log.slice(after, count, size)]


def test_an_empty_log_and_one_whose_entries_hang_together() -> None:
    log = Log(GID)
    assert (len(log), log.place, log.last) == (0, Place(0, START), Asked(0, 0, START))
    assert log.holds(Place())
    assert log.find(ANN.pid, 1) is None
    assert log.last_number(ANN.pid) == 0
    with pytest.raises(ChainError, match="no entry 1"):
        log.entry(1)
    with pytest.raises(ChainError, match="16 bytes"):
        Log(b"short")
    filled(5, log)
    assert [entry.seq for entry in log] == [1, 2, 3, 4, 5]
    assert all(log.entry(seq).prev == log.head(seq - 1) for seq in range(1, 6))
    assert log.last == log.entry(5).asked
    assert log.holds(Place(3, log.head(3)))
    assert not log.holds(Place(3, log.head(2)))
    assert not log.holds(Place(6, log.head(5)))


def test_what_does_not_come_next_is_refused() -> None:
    log = filled(4)
    log.append(following(log, term=3))
    place = log.place
    cases = {
        "another game": following(log, gid=b"g" * 16, term=3),
        "number 4 where 6": following(log, prev=Place(3, log.head(3)), term=3),
        "number 9 where 6": following(log, prev=Place(8, log.head(3)), term=3),
        "another history": following(log, prev=Place(5, b"x" * 32), term=3),
        "term 2": following(log, term=2),
        "too late or twice": following(log, number=1, term=3),
        "had seen another": following(log, basis=Place(5, b"x" * 32), term=3),
        "seen another": following(log, basis=Place(6, b"x" * 32), term=3),
    }
    for why, entry in cases.items():
        with pytest.raises(ChainError, match=why):
            log.append(entry)
    assert log.place == place


def test_an_act_is_carried_out_once() -> None:
    log = filled(4)
    act = log.entry(3).act
    assert log.find(act.author, act.author_seq) is log.entry(3)
    again = Entry.make(BO, 1, log.place, act)
    assert "twice" in str(log.refusal(again))
    log.append(following(log, number=9))  # an author may leave numbers out
    assert log.last_number(ANN.pid) == 9
    assert log.refusal(following(log, number=8))


def test_a_tail_is_cut_but_nothing_final() -> None:
    log = filled(6)
    log.commit(3)
    log.commit(2)
    assert log.committed == 3
    with pytest.raises(ChainError, match="entry 3 is final"):
        log.truncate(2)
    with pytest.raises(ChainError, match="not here yet"):
        log.commit(7)
    act = log.entry(5).act
    log.truncate(8)
    assert len(log) == 6
    log.truncate(4)
    assert len(log) == 4
    assert log.find(act.author, act.author_seq) is None
    log.append(Entry.make(ANN, 2, log.place, act))
    assert log.find(act.author, act.author_seq) is log.entry(5)
    log = filled(2)
    log.truncate(1)
    assert log.last_number(BO.pid) == 0, "numbers are forgotten with the tail"
    log.truncate(0)
    assert log.last_number(ANN.pid) == 0


def test_slices() -> None:
    log = filled(6)
    sealed = [entry.sealed for entry in log]
    assert cut(log, 0, 100, 10**6) == sealed
    assert cut(log, 4, 100, 10**6) == sealed[4:]
    assert cut(log, 1, 2, 10**6) == sealed[1:3]
    assert cut(log, 0, 100, 2 * len(sealed[0])) == sealed[:2]
    assert cut(log, 2, 100, 1) == sealed[2:3]
    assert cut(log, 6, 100, 10**6) == cut(log, 99, 1, 1) == []


# -- on disk ---------------------------------------------------------------------------------------


def test_disk_holds_the_bytes_of_the_wire(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    log, file = open_log(path, GID)
    for count in range(1, 4):
        filled(1, log)
        assert path.read_bytes() == file_of([entry.sealed for entry in log]), "before it counts"
        assert len(log) == count
    log.truncate(1)
    filled(2, log)
    file.close()
    assert path.read_bytes() == file_of(cut(log))
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600
    again, file = open_log(path, GID)
    assert [entry.sealed for entry in again] == [entry.sealed for entry in log]
    filled(1, again)
    file.close()
    assert len(split_frames(path.read_bytes()).sealed) == 4


def test_a_full_disk_adds_nothing(tmp_path: Path) -> None:
    log, file = open_log(tmp_path / "game.log", GID)
    filled(2, log)

    class Full:
        def seek(self, at: int) -> None: ...

        def write(self, data: bytes) -> None:
            raise OSError(28, "No space left")

        def truncate(self, size: int) -> None: ...

    inner, file._file = file._file, Full()  # type: ignore[assignment]
    with pytest.raises(OSError, match="No space left"):
        filled(1, log)
    assert len(log) == 2
    file._file = inner
    filled(1, log)
    file.close()
    again, file = open_log(tmp_path / "game.log", GID)
    file.close()
    assert len(again) == 3


@given(st.integers(0, 10**6))
def test_a_crash_loses_at_most_the_entry_being_written(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "torn.log"
    entries = [entry.sealed for entry in filled(3)]
    whole = file_of(entries)
    data = whole[: cut % (len(whole) + 1)]
    path.write_bytes(data)
    log, file = open_log(path, GID)
    kept = [
        sealed for n, sealed in enumerate(entries) if len(file_of(entries[: n + 1])) <= len(data)
    ]
    assert [entry.sealed for entry in log] == kept
    filled(1, log)
    file.close()
    again, file = open_log(path, GID)
    file.close()
    assert len(again) == len(kept) + 1


@pytest.mark.parametrize(
    ("spoil", "entries"),
    [
        (lambda data: data + bytes(5000), 3),  # room that was never written
        (lambda data: data[:-70] + bytes(70), 2),  # a last entry that makes no sense
    ],
)
def test_an_end_that_was_not_written_is_dropped(
    tmp_path: Path, spoil: Callable[[bytes], bytes], entries: int
) -> None:
    path = tmp_path / "game.log"
    path.write_bytes(spoil(file_of(cut(filled(3)))))
    log, file = open_log(path, GID)
    file.close()
    assert len(log) == entries
    assert path.read_bytes() == file_of(cut(log))


def test_damage_in_the_middle_and_the_log_of_another_game_are_errors(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    sealed = cut(filled(3))
    for data, why in (
        (file_of([sealed[0], sealed[2], sealed[1]]), "entry 2"),
        (file_of(sealed[:1]) + b"\xff" * 40, "after entry 1"),
        (file_of(sealed[:1]) + b"\0\0\2\0" + b"\x92\xc4\x05" + bytes(9), "after entry 1"),
        (b"something else", "no log"),
        (file_of(cut(filled(2, Log(b"o" * 16)))), "another game"),
    ):
        path.write_bytes(data)
        with pytest.raises(ChainError, match=why):
            open_log(path, GID)
        assert path.read_bytes() == data, "nothing is touched"
    with pytest.raises(ChainError, match="can't be opened"):
        open_log(tmp_path / "none" / "game.log", GID)


def test_a_wrong_length_is_damage_and_not_a_crash() -> None:
    first, second = cut(filled(2))
    whole = file_of([first])
    assert split_frames(whole + framed(second)[:-1]).rest == TORN
    assert split_frames(whole + framed(second)[:7]).rest == TORN
    longer = (len(second) + 1).to_bytes(4, "big") + second
    assert split_frames(whole + longer).rest == DAMAGED
    assert split_frames(MAGIC[:4]).rest == TORN
    assert split_frames(b"").rest == ""


@given(st.binary(max_size=300))
def test_any_file_is_read_or_refused(data: bytes) -> None:
    split_frames(MAGIC + data)
    if not data.startswith(MAGIC[:1]) and data:
        with pytest.raises(ChainError):
            split_frames(data)


# -- what must survive -----------------------------------------------------------------------------


def test_term_and_vote_survive_a_crash_while_saving(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.state"
    assert load_kept(path) == Kept()
    for kept in (Kept(3), Kept(4, ANN.pid)):
        save_kept(path, kept)
        assert load_kept(path) == kept
    assert [file.name for file in tmp_path.glob("game.*")] == ["game.state"]

    def crash(descriptor: int) -> None:
        raise OSError("power cut")

    monkeypatch.setattr(os, "fsync", crash)
    with pytest.raises(OSError, match="power cut"):
        save_kept(path, Kept(5))
    assert load_kept(path) == Kept(4, ANN.pid)


@pytest.mark.parametrize(
    "data", [b"", b"\x01", b"junk", b"\x93\x02\x01\xc4\x00", b"\x93\x01\x01\xc4\x01a"]
)
def test_a_damaged_state_is_no_fresh_start(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "game.state"
    path.write_bytes(data)
    with pytest.raises(ChainError, match="damaged"):
        load_kept(path)


@pytest.mark.parametrize("torn", [-39, -20, -1, 0, 1, 39])
def test_burnt_links_survive_and_half_of_one_was_not_shown_yet(tmp_path: Path, torn: int) -> None:
    """A crash cuts off some of the last record, or has written some of another."""
    path = tmp_path / "game.burnt"
    file = BurntFile(path)
    assert file.last == Burnt()
    file.save(Burnt(3, b"h" * 32))
    file.save(Burnt(7, b"i" * 32))
    data = path.read_bytes()
    assert len(data) == 80, "written before the link is sent"
    file.close()
    path.write_bytes((data + bytes(40))[: 80 + torn])
    file = BurntFile(path)
    assert file.last == (Burnt(3, b"h" * 32) if torn < 0 else Burnt(7, b"i" * 32))
    file.save(Burnt(8, b"j" * 32))
    file.close()
    again = BurntFile(path)
    again.close()
    assert again.last == Burnt(8, b"j" * 32)
