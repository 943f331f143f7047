"""A game on disk: it outlives the program at every point, and damage is told."""

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from net.log.chain import MAGIC, ChainError, Kept
from net.log.dice import Burnt
from net.peer.home import MAX_ADDRESSES, Folder, listeners_in
from net.wire.messages import Listener
from tests.net.honest import HonestTable

Again = Callable[[], Folder]
GID = bytes(range(16))
DECK, DICE, MORE = b"d" * 32, b"c" * 32, b"m" * 32
TERMS = b"terms"


def made(tmp_path: Path) -> Folder:
    return Folder.make(tmp_path / "game", GID, DECK, DICE, TERMS)


@pytest.fixture
def again(tmp_path: Path) -> Iterator[Callable[[], Folder]]:
    """Opens the game as a program does that starts anew; all are closed in the end."""
    opened: list[Folder] = []

    def back() -> Folder:
        opened.append(Folder(tmp_path / "game"))
        return opened[-1]

    yield back
    for folder in opened:
        folder.close()


def test_everything_is_there_again(tmp_path: Path, again: Again) -> None:
    table = HonestTable(2, seed=9).open()
    home = Folder.make(tmp_path / "game", table.gid, DECK, DICE, TERMS)
    for entry in table.log:
        home.log.append(entry)
    home.keep(Kept(3, b"v" * 32, 2, 7))
    home.burn(Burnt(1, b"h" * 32))
    home.burn(Burnt(2, b"i" * 32))
    home.add_dice_seed(MORE)
    home.close()
    back = again()
    assert (back.gid, back.deck_seed, back.dice_seeds) == (table.gid, DECK, [DICE, MORE])
    assert back.kept == Kept(3, b"v" * 32, 2, 7)
    assert back.burnt == Burnt(2, b"i" * 32)
    assert back.log.last == table.log.last
    back.close()


def test_a_new_game_knows_nothing_yet_and_says_what_becomes_of_it(tmp_path: Path) -> None:
    home, path = made(tmp_path), tmp_path / "game"
    assert (home.kept, home.burnt, len(home.log)) == (Kept(), Burnt(), 0)
    assert not Folder.finished(path)
    assert not Folder.locked(path)
    home.lock()  # that it has a password, not which
    assert Folder.locked(path)
    assert not Folder.finished(path)
    home.finish()
    home.close()
    assert Folder.finished(path)


def test_seeds_are_for_nobody_else(tmp_path: Path) -> None:
    home = made(tmp_path)
    home.keep(Kept(1, b"v" * 32))
    home.close()
    others = 0o077 if os.name == "posix" else 0  # elsewhere the folder of the user keeps them
    for name in ("seeds", "vote", "links", "."):
        assert not stat.S_IMODE((tmp_path / "game" / name).stat().st_mode) & others


def test_the_log_may_lie_elsewhere(tmp_path: Path, again: Again) -> None:
    log = tmp_path / "records" / "mine.log"
    home = Folder.make(tmp_path / "game", GID, DECK, DICE, TERMS, log)
    home.close()
    assert log.exists()
    assert Folder.log_of(tmp_path / "game") == log
    again().close()


def test_a_crash_while_seeds_or_the_vote_are_written_leaves_the_old_ones(
    tmp_path: Path, again: Again
) -> None:
    home = made(tmp_path)
    home.keep(Kept(4, b"v" * 32))
    home.close()
    (tmp_path / "game" / "seeds.new").write_bytes(b"half a fi")
    (tmp_path / "game" / "vote.new").write_bytes(b"\x95")
    home = again()
    assert home.kept == Kept(4, b"v" * 32)
    assert home.dice_seeds == [DICE]
    home.add_dice_seed(MORE)
    home.close()
    assert again().dice_seeds == [DICE, MORE]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("seeds", b""),
        ("seeds", b"garbage"),
        ("seeds", b"\x95\x09"),
        ("vote", b"\x95\x09\x01\xc4\x00\x00\x00"),
        ("game.log", b"something else"),
    ],
)
def test_damage_is_told_and_nothing_is_touched(
    tmp_path: Path, again: Again, name: str, data: bytes
) -> None:
    made(tmp_path).close()
    path = tmp_path / "game" / name
    path.write_bytes(data)
    with pytest.raises(ChainError):
        again()
    assert path.read_bytes() == data


def test_who_only_looks_writes_nothing(tmp_path: Path) -> None:
    home = Folder.make(tmp_path / "game", GID, DECK, DICE, TERMS)
    home.close()
    path = Folder.log_of(tmp_path / "game")
    path.write_bytes(MAGIC + b"torn")
    before = {file: os.utime(file, ns=(1, 1)) for file in (tmp_path / "game").iterdir()}
    assert Folder.terms_of(tmp_path / "game") == b"terms"
    assert not Folder.locked(tmp_path / "game")
    assert path.read_bytes() == MAGIC + b"torn"
    assert all(file.stat().st_mtime_ns == 1 for file in before)
    for look in (Folder.terms_of, Folder):
        with pytest.raises(ChainError, match="can't be read: No such file"):
            look(tmp_path / "other")


def test_addresses_are_hints_and_nonsense_is_left_out(tmp_path: Path) -> None:
    home = made(tmp_path)
    found = [Listener(b"p" * 32, "192.0.2.7", 4711), Listener(b"q" * 32, "fe80::1%eth0", 5)]
    home.note_listeners(found)
    home.close()
    assert listeners_in(tmp_path / "game") == found
    path = tmp_path / "game" / "addresses"
    path.write_text(f"nobody 192.0.2.7:1\n{'70' * 32} nowhere\n\n:\n{'70' * 32} 192.0.2.7:4711\n")
    assert listeners_in(tmp_path / "game") == found[:1]
    path.write_text(f"{'70' * 32} 192.0.2.7:4711\n" * (MAX_ADDRESSES + 1))
    assert listeners_in(tmp_path / "game") == found[:1] * MAX_ADDRESSES
    path.write_bytes(b"\xff\xfe")
    assert listeners_in(tmp_path / "game") == []
    assert listeners_in(tmp_path / "nowhere") == []
