"""Own keys and known peers: made once, kept private, and a changed key is told."""

import hashlib
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.identity import (
    FINGERPRINT_WORDS,
    MAX_PEERS,
    Identity,
    IdentityError,
    KnownPeers,
    Meeting,
    Trust,
    fingerprint,
    load_identity,
    verify,
    vouched,
)

ANN = Identity(bytes(range(32)))
BO = Identity(bytes(32))


def counted(size: int) -> bytes:
    return bytes(range(size))


def never(size: int) -> bytes:
    raise AssertionError("an identity was made although there is one")


def test_a_signature_holds_for_one_signer_domain_and_list_of_parts() -> None:
    signature = ANN.sign("czd/ack", b"game", 3, 7)
    assert verify(ANN.pid, signature, "czd/ack", b"game", 3, 7)
    assert not verify(BO.pid, signature, "czd/ack", b"game", 3, 7)
    assert not verify(ANN.pid, signature, "czd/vote", b"game", 3, 7)
    assert not verify(ANN.pid, signature, "czd/ack", b"game", 37)


def test_signatures_are_fixed_by_a_vector() -> None:
    assert ANN.pid.hex() == "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
    assert (
        hashlib.sha256(ANN.sign("czd/ack", b"game", 3, 7)).hexdigest()
        == "a18dde920e6bbba6467251840741435722ba4992d2a983164f1c4b2dd0547feb"
    )
    assert fingerprint(ANN.pid) == "ribbon olive stamp saffron lilac guitar tadpole mammoth"


def test_vouching_for_a_key_is_no_other_signature() -> None:
    static = bytes(range(100, 132))
    assert vouched(ANN.pid, ANN.vouch(static), static)
    assert not vouched(ANN.pid, ANN.vouch(static), bytes(32))
    assert not vouched(BO.pid, ANN.vouch(static), static)
    assert not verify(ANN.pid, ANN.vouch(static), "czd/ack", static)


@given(st.binary(max_size=70), st.binary(max_size=70))
def test_no_junk_verifies(pid: bytes, signature: bytes) -> None:
    assert not verify(pid, signature, "czd/ack", b"x")
    assert not vouched(ANN.pid, signature, pid)


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=64, max_size=64))
def test_no_junk_of_the_right_size_verifies(pid: bytes, signature: bytes) -> None:
    assert not verify(pid, signature, "czd/ack", b"x")


def test_keys_of_low_order_sign_nothing() -> None:
    for pid in (bytes(32), b"\x01" + bytes(31), b"\xec" + b"\xff" * 30 + b"\x7f"):
        assert not verify(pid, pid + bytes(32), "czd/ack", b"x")


def test_the_secret_is_not_shown() -> None:
    assert bytes(range(32)).hex()[:16] not in repr(ANN)


def test_a_fingerprint_is_words_that_differ() -> None:
    assert len(fingerprint(ANN.pid).split()) == FINGERPRINT_WORDS
    assert fingerprint(ANN.pid) != fingerprint(BO.pid)


def test_the_first_start_makes_a_private_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folders" / "identity"
    made = load_identity(path, counted)
    assert made.pid == ANN.pid
    assert load_identity(path, never).pid == ANN.pid
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [file.name for file in path.parent.iterdir()] == ["identity"]


def test_a_wide_umask_makes_no_open_file(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        load_identity(tmp_path / "identity", counted)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "identity").stat().st_mode) == 0o600


def test_of_two_first_starts_at_once_one_identity_is_left(tmp_path: Path) -> None:
    path = tmp_path / "identity"

    def slow(size: int) -> bytes:
        load_identity(path, counted)
        return bytes(size)

    assert load_identity(path, slow).pid == ANN.pid


def test_a_file_open_to_others_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    load_identity(path, counted)
    for mode in (0o640, 0o604, 0o620, 0o644):
        path.chmod(mode)
        with pytest.raises(IdentityError, match="open to others"):
            load_identity(path, never)


def test_a_file_of_somebody_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "identity"
    load_identity(path, counted)
    monkeypatch.setattr(os, "geteuid", lambda: 4242)
    with pytest.raises(IdentityError, match="somebody else"):
        load_identity(path, never)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IdentityError, match="not a plain file"):
        load_identity(tmp_path, never)
    os.mkfifo(tmp_path / "pipe", 0o600)
    with pytest.raises(IdentityError, match="not a plain file"):
        load_identity(tmp_path / "pipe", never)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(IdentityError, match="can't be read"):
        load_identity(tmp_path / "loop", never)


def test_a_place_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(IdentityError, match="can't be"):
        load_identity(tmp_path / "file" / "identity", counted)


def test_a_link_to_nowhere_is_told(tmp_path: Path) -> None:
    (tmp_path / "identity").symlink_to(tmp_path / "nowhere" / "identity")
    with pytest.raises(IdentityError, match="in the way"):
        load_identity(tmp_path / "identity", counted)


def test_a_file_system_that_refuses_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(IdentityError, match="can't be written: No space left on device"):
        load_identity(tmp_path / "identity", counted)
    assert not (tmp_path / "identity").exists()


def test_damage_is_told_and_nothing_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    load_identity(path, counted)
    whole = path.read_bytes()
    for place in range(len(whole)):
        for damaged in (whole[:place], whole[:place] + b"\xff" + whole[place + 1 :]):
            path.write_bytes(damaged)
            with pytest.raises(IdentityError, match="damaged"):
                load_identity(path, never)
            assert path.read_bytes() == damaged


def test_two_keys_that_do_not_belong_together_are_damage(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    load_identity(path, counted)
    path.write_text(path.read_text().replace(ANN.pid.hex(), BO.pid.hex()))
    with pytest.raises(IdentityError, match="damaged"):
        load_identity(path, never)


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


def test_nobody_is_accepted_who_was_never_met(tmp_path: Path) -> None:
    peers = KnownPeers(tmp_path / "peers")
    peers.accept("Ann", ANN.pid)
    assert peers.name_of(ANN.pid) == ""


def test_strangers_do_not_push_out_those_who_are_known(tmp_path: Path) -> None:
    path = tmp_path / "peers"
    lines = "".join(f'{ANN.pid.hex()} "p{number}"\n' for number in range(MAX_PEERS))
    path.write_text(f"chez-tui peers 1\n{lines}")
    path.chmod(0o600)
    peers = KnownPeers(path)
    assert peers.meet("Bo", BO.pid).trust is Trust.NEW
    assert peers.meet("Bo", BO.pid).trust is Trust.NEW
    assert peers.meet("p0", BO.pid).trust is Trust.CHANGED


@given(st.text(min_size=1, max_size=64))
def test_any_name_is_read_back(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    path = tmp_path_factory.mktemp("peers") / "peers"
    KnownPeers(path).meet(name, ANN.pid)
    assert KnownPeers(path).meet(name, ANN.pid).trust is Trust.KNOWN
    assert KnownPeers(path).name_of(ANN.pid) == name


def test_nonsense_is_not_met(tmp_path: Path) -> None:
    peers = KnownPeers(tmp_path / "peers")
    for name, pid in (("", ANN.pid), ("x" * 65, ANN.pid), ("Ann", b"short")):
        with pytest.raises(IdentityError):
            peers.meet(name, pid)
        with pytest.raises(IdentityError):
            peers.accept(name, pid)


@given(
    st.binary(max_size=200) | st.text(max_size=80).map(lambda t: b"chez-tui peers 1\n" + t.encode())
)
def test_damaged_lists_are_refused_cleanly(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.mktemp("peers") / "peers"
    path.write_bytes(data)
    path.chmod(0o600)
    if data != b"chez-tui peers 1\n":
        with pytest.raises(IdentityError, match="damaged"):
            KnownPeers(path)


def test_a_file_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "peers"
    path.write_text("chez-tui peers 1")
    path.chmod(0o600)
    with pytest.raises(IdentityError, match="damaged"):
        KnownPeers(path)


@pytest.mark.parametrize(
    "line",
    ["", "00", f"{'00' * 32} name", f'{"00" * 32} "a" x', f'{"00" * 31} "a"', f'{"00" * 32} ""'],
)
def test_a_damaged_line_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "peers"
    path.write_text(f"chez-tui peers 1\n{line}\n")
    path.chmod(0o600)
    with pytest.raises(IdentityError, match="damaged"):
        KnownPeers(path)


def test_a_list_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    peers = KnownPeers(tmp_path / "there" / "peers")
    (tmp_path / "there").write_text("")
    with pytest.raises(IdentityError, match="can't be written"):
        peers.meet("Ann", ANN.pid)


def test_a_file_of_absurd_size_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    path.touch(mode=0o600)
    os.truncate(path, 1 << 30)
    with pytest.raises(IdentityError, match="too big"):
        load_identity(path, never)
