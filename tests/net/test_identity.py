"""Own keys and known peers: made once, kept private, and a changed key is told."""

import hashlib
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net import identity
from net.identity import Identity, IdentityError, KnownPeers, Meeting, Trust

ANN = Identity(bytes(range(32)))
BO = Identity(bytes(32))


def counted(size: int) -> bytes:
    return bytes(range(size))


def never(size: int) -> bytes:
    raise AssertionError("an identity was made although there is one")


def test_a_signature_holds_for_one_signer_domain_and_list_of_parts() -> None:
    signature = ANN.sign("czd/ack", b"game", 3, 7)
    assert identity.verify(ANN.pid, signature, "czd/ack", b"game", 3, 7)
    assert not identity.verify(BO.pid, signature, "czd/ack", b"game", 3, 7)
    assert not identity.verify(ANN.pid, signature, "czd/vote", b"game", 3, 7)
    assert not identity.verify(ANN.pid, signature, "czd/ack", b"game", 37)


def test_signatures_are_fixed_by_a_vector() -> None:
    assert ANN.pid.hex() == "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
    assert (
        hashlib.sha256(ANN.sign("czd/ack", b"game", 3, 7)).hexdigest()
        == "a18dde920e6bbba6467251840741435722ba4992d2a983164f1c4b2dd0547feb"
    )
    assert (
        identity.fingerprint(ANN.pid) == "ribbon olive stamp saffron lilac guitar tadpole mammoth"
    )


def test_vouching_for_a_key_is_no_other_signature() -> None:
    static = bytes(range(100, 132))
    assert identity.vouched(ANN.pid, ANN.vouch(static), static)
    assert not identity.vouched(ANN.pid, ANN.vouch(static), bytes(32))
    assert not identity.vouched(BO.pid, ANN.vouch(static), static)
    assert not identity.verify(ANN.pid, ANN.vouch(static), "czd/ack", static)


JUNK = st.binary(max_size=70)


@given(JUNK | st.binary(min_size=32, max_size=32), JUNK | st.binary(min_size=64, max_size=64))
def test_no_junk_verifies(pid: bytes, signature: bytes) -> None:
    assert not identity.verify(pid, signature, "czd/ack", b"x")
    assert not identity.vouched(ANN.pid, signature, pid)


def test_keys_of_low_order_sign_nothing() -> None:
    for pid in (bytes(32), b"\x01" + bytes(31), b"\xec" + b"\xff" * 30 + b"\x7f"):
        assert not identity.verify(pid, pid + bytes(32), "czd/ack", b"x")


def test_the_secret_is_not_shown_and_a_fingerprint_is_words_that_differ() -> None:
    assert bytes(range(32)).hex()[:16] not in repr(ANN)
    assert len(identity.fingerprint(ANN.pid).split()) == identity.FINGERPRINT_WORDS
    assert identity.fingerprint(ANN.pid) != identity.fingerprint(BO.pid)


def test_the_first_start_makes_a_private_file_whatever_the_umask(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folders" / "identity"
    before = os.umask(0)
    try:
        assert identity.load_identity(path, counted).pid == ANN.pid
    finally:
        os.umask(before)
    assert identity.load_identity(path, never).pid == ANN.pid
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [file.name for file in path.parent.iterdir()] == ["identity"]


def test_of_two_first_starts_at_once_one_identity_is_left(tmp_path: Path) -> None:
    path = tmp_path / "identity"

    def slow(size: int) -> bytes:
        identity.load_identity(path, counted)
        return bytes(size)

    assert identity.load_identity(path, slow).pid == ANN.pid


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with an identity in it."""
    identity.load_identity(tmp_path / "identity", counted)
    return tmp_path / "identity"


def refused(path: Path, why: str, random: Callable[[int], bytes] = never) -> None:
    with pytest.raises(IdentityError, match=why):
        identity.load_identity(path, random)


def test_a_file_that_others_can_open_or_own_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for mode in (0o640, 0o604, 0o620, 0o644):
        path.chmod(mode)
        refused(path, "readable by others")
    path.chmod(0o600)
    monkeypatch.setattr(os, "geteuid", lambda: 4242)
    refused(path, "another user")


def test_what_is_no_file_or_can_not_be_one_is_told(tmp_path: Path) -> None:
    refused(tmp_path, "isn't a plain file")
    os.mkfifo(tmp_path / "pipe", 0o600)
    refused(tmp_path / "pipe", "isn't a plain file")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    refused(tmp_path / "loop", "can't be read")
    (tmp_path / "file").write_text("")
    refused(tmp_path / "file" / "identity", "can't be", counted)
    (tmp_path / "link").symlink_to(tmp_path / "nowhere" / "identity")
    refused(tmp_path / "link", "in the way", counted)
    (tmp_path / "huge").touch(mode=0o600)
    os.truncate(tmp_path / "huge", 1 << 30)
    refused(tmp_path / "huge", "too big")


def test_a_file_system_that_refuses_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    refused(tmp_path / "identity", "can't be written: No space left on device", counted)
    assert not (tmp_path / "identity").exists()


def test_damage_is_told_and_nothing_is_overwritten(path: Path) -> None:
    whole = path.read_bytes()
    other_half = whole.replace(ANN.pid.hex().encode(), BO.pid.hex().encode())
    cut = [whole[:place] for place in range(len(whole))]
    changed = [whole[:at] + b"\xff" + whole[at + 1 :] for at in range(len(whole))]
    for damaged in (*cut, *changed, other_half):
        path.write_bytes(damaged)
        refused(path, "damaged")
        assert path.read_bytes() == damaged


# -- known peers -----------------------------------------------------------------------------------


def test_the_first_use_of_a_name_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "data" / "peers"
    peers = KnownPeers(path)
    assert peers.meet("Ann", ANN.pid) == Meeting(Trust.NEW)
    assert peers.meet("Ann", ANN.pid) == Meeting(Trust.KNOWN)
    assert KnownPeers(path).meet(" ANN ", ANN.pid) == Meeting(Trust.KNOWN)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_changed_key_is_reported_until_it_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "peers"
    KnownPeers(path).meet("Ann", ANN.pid)
    peers = KnownPeers(path)
    changed = Meeting(Trust.CHANGED, former_pid=ANN.pid)
    assert peers.meet("Ann", BO.pid) == changed
    assert peers.meet("ａnn", BO.pid) == changed
    assert KnownPeers(path).meet("Ann", BO.pid) == changed
    peers.accept("Ann", BO.pid)
    assert KnownPeers(path).meet("Ann", BO.pid) == Meeting(Trust.KNOWN)
    assert KnownPeers(path).meet("Ann", ANN.pid) == Meeting(Trust.CHANGED, former_pid=BO.pid)


def test_a_new_name_of_a_known_key_is_told(tmp_path: Path) -> None:
    peers = KnownPeers(tmp_path / "peers")
    peers.meet("Ann", ANN.pid)
    assert peers.meet("Anna", ANN.pid) == Meeting(Trust.RENAMED, former_name="Ann")
    assert peers.meet("Anna", ANN.pid) == Meeting(Trust.KNOWN)
    assert peers.name_of(ANN.pid) == "Anna"
    assert peers.name_of(BO.pid) == ""


def test_strangers_do_not_push_out_those_who_are_known(tmp_path: Path) -> None:
    lines = "".join(f'{ANN.pid.hex()} "p{number}"\n' for number in range(identity.MAX_PEERS))
    peers = list_of(tmp_path / "peers", HEAD + lines.encode())
    assert peers.meet("Bo", BO.pid).trust is Trust.NEW
    assert peers.meet("Bo", BO.pid).trust is Trust.NEW
    assert peers.meet("p0", BO.pid).trust is Trust.CHANGED


@given(st.text(min_size=1, max_size=64))
def test_any_name_is_read_back(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    path = tmp_path_factory.mktemp("peers") / "peers"
    KnownPeers(path).meet(name, ANN.pid)
    assert KnownPeers(path).meet(name, ANN.pid).trust is Trust.KNOWN
    assert KnownPeers(path).name_of(ANN.pid) == name


def test_nonsense_is_not_met_and_nobody_accepted_who_was_never_met(tmp_path: Path) -> None:
    peers = KnownPeers(tmp_path / "peers")
    peers.accept("Ann", ANN.pid)
    assert peers.name_of(ANN.pid) == "", "nobody has met her"
    for name, pid in (("", ANN.pid), ("x" * 65, ANN.pid), ("Ann", b"short")):
        with pytest.raises(IdentityError):
            peers.meet(name, pid)
        with pytest.raises(IdentityError):
            peers.accept(name, pid)


HEAD = b"chez-tui peers 1\n"
ZEROS = b"00" * 32


def list_of(path: Path, data: bytes) -> KnownPeers:
    path.write_bytes(data)
    path.chmod(0o600)
    return KnownPeers(path)


@pytest.mark.parametrize(
    "data",
    [
        b"", bytes(200), HEAD[:-1], HEAD + b"\n", HEAD + b"00\n", HEAD + b"\xff",
        HEAD + ZEROS + b" name\n", HEAD + ZEROS + b' "a" x\n', HEAD + ZEROS + b' ""\n',
        HEAD + ZEROS[2:] + b' "a"\n',
    ],
)  # fmt: skip
def test_damaged_lists_are_refused_cleanly(tmp_path: Path, data: bytes) -> None:
    assert list_of(tmp_path / "peers", HEAD + ZEROS + b' "a"\n').name_of(bytes(32)) == "a"
    with pytest.raises(IdentityError, match="damaged"):
        list_of(tmp_path / "peers", data)


def test_a_list_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    peers = KnownPeers(tmp_path / "there" / "peers")
    (tmp_path / "there").write_text("")
    with pytest.raises(IdentityError, match="can't be written"):
        peers.meet("Ann", ANN.pid)
