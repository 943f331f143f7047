"""Who a peer is: an Ed25519 key made at the first start, and the keys of those met before.

The program trusts a name at first sight and remembers its key (as SSH does): from then on, another
key under the same name is reported and not believed until the user says so.
"""

import json
import os
import stat
import unicodedata
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from nacl.bindings import crypto_sign, crypto_sign_open
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey

from net.hashing import digest
from net.wire.codes import spoken

PID_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64
FINGERPRINT_WORDS: Final = 8  # a second key with the same words takes 2^64 attempts

MAX_PEERS: Final = 4096
MAX_NAME: Final = 64

_HEAD: Final = "chez-tui identity 1"
_PEERS_HEAD: Final = "chez-tui peers 1"
_VOUCH: Final = b"czd/noise-static/v1"
_MAX_FILE: Final = 1 << 22


class IdentityError(Exception):
    """A key or a list of peers that can't be used; a sentence says why."""


class Identity:
    """A peer's own key."""

    __slots__ = ("_secret", "pid")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != 32:
            raise IdentityError("the seed of an identity has 32 bytes")
        self.pid: Final = bytes(SigningKey(seed).verify_key)
        self._secret = seed + self.pid  # as the library wants it

    def sign(self, domain: str, *parts: bytes | int) -> bytes:
        """A signature over the digest of the parts."""
        return crypto_sign(digest(domain, *parts), self._secret)[:SIGNATURE_SIZE]

    def vouch(self, static: bytes) -> bytes:
        """A signature that says: this X25519 key of this run is mine."""
        return crypto_sign(_VOUCH + static, self._secret)[:SIGNATURE_SIZE]

    def __repr__(self) -> str:
        return f"<Identity {self.pid.hex()[:8]}>"


def verify(pid: bytes, signature: bytes, domain: str, *parts: bytes | int) -> bool:
    """Whether a peer signed these parts; never raises for what a peer may have sent."""
    return _signed(pid, signature, digest(domain, *parts))


def vouched(pid: bytes, signature: bytes, static: bytes) -> bool:
    """Whether a peer says that an X25519 key is its own."""
    return _signed(pid, signature, _VOUCH + static)


def _signed(pid: bytes, signature: bytes, message: bytes) -> bool:
    if len(pid) != PID_SIZE or len(signature) != SIGNATURE_SIZE:
        return False
    try:
        crypto_sign_open(signature + message, pid)
    except BadSignatureError:
        return False
    return True


def fingerprint(pid: bytes) -> str:
    """A peer's key as words that two people can compare aloud."""
    return spoken(digest("czd/fingerprint", pid)[:FINGERPRINT_WORDS])


def load_identity(path: Path, random: Callable[[int], bytes]) -> Identity:
    """The identity kept in a file, which is made of fresh random bytes if there is none."""
    text = _read_private(path)
    if text is None:
        _write_new(path, _identity_text(Identity(seed := random(32)), seed))
        text = _read_private(path)
    if text is None:
        raise IdentityError(f"{path} can't be created: something is in the way")
    return _parse_identity(path, text)


def _identity_text(identity: Identity, seed: bytes) -> str:
    return f"{_HEAD}\nsecret {seed.hex()}\npublic {identity.pid.hex()}\n"


def _parse_identity(path: Path, text: str) -> Identity:
    damaged = IdentityError(
        f"{path} is damaged. Restore a backup, or delete it to get a new identity."
    )
    try:
        identity = Identity(seed := bytes.fromhex(text.split()[4]))
    except (IndexError, ValueError, IdentityError):
        raise damaged from None
    if text != _identity_text(identity, seed):
        raise damaged
    return identity


def _read_private(path: Path) -> str | None:
    """The text of a file that nobody else can read or has put there; None if there is none."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(path, flags)
        try:
            _refuse_unsafe(path, os.fstat(handle))
            data = os.read(handle, _MAX_FILE)
        finally:
            os.close(handle)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise IdentityError(f"{path} can't be read: {error.strerror}") from None
    return data.decode("ascii", "replace")


def _refuse_unsafe(path: Path, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise IdentityError(f"{path} isn't a plain file")
    if os.name == "posix":
        if status.st_uid != os.geteuid():
            raise IdentityError(f"{path} belongs to another user")
        if status.st_mode & 0o077:
            raise IdentityError(f"{path} is readable by others. Run chmod 600 on it.")
    if status.st_size > _MAX_FILE:
        raise IdentityError(f"{path} is too big")


def _write_new(path: Path, text: str) -> None:
    """Puts a complete private file in place; leaves one alone that another process put first."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write_draft(draft, text)
        try:
            os.link(draft, path)
        except FileExistsError:
            return
        finally:
            draft.unlink()
    except OSError as error:
        raise IdentityError(f"{path} can't be written: {error.strerror}") from None


def _write_draft(draft: Path, text: str) -> None:
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())


class Trust(Enum):
    """How a name and a key go together with what is remembered."""

    NEW = "new"  # neither was met before
    KNOWN = "known"  # as before
    RENAMED = "renamed"  # a known key under a name that nobody had
    CHANGED = "changed"  # a known name with another key: a new machine, or somebody else


class Meeting(NamedTuple):
    """What to think of somebody who gives a name."""

    trust: Trust
    former_name: str = ""  # of a renamed peer
    former_pid: bytes = b""  # of a changed one


class KnownPeers:
    """Names and keys met before, kept in a small file.

    A name once remembered is never pushed out by strangers: when the list is full, newcomers stay
    new.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pids: dict[str, bytes] = {}  # by folded name
        self._names: dict[str, str] = {}  # as given, by folded name
        text = _read_private(path)
        if text is not None:
            self._parse(text)

    def _parse(self, text: str) -> None:
        damaged = IdentityError(
            f"{self._path} is damaged. Delete it to forget the players you met."
        )
        head, *lines = text.split("\n")
        if head != _PEERS_HEAD or not lines or lines.pop() or len(lines) > MAX_PEERS:
            raise damaged
        for line in lines:
            pid, _, name = line.partition(" ")
            try:
                known, given = bytes.fromhex(pid), json.loads(name) if name[:1] == '"' else ""
            except ValueError:
                raise damaged from None
            if len(known) != PID_SIZE or not 1 <= len(given) <= MAX_NAME:
                raise damaged
            self._put(given, known)

    def meet(self, name: str, pid: bytes) -> Meeting:
        """Judges somebody who gives a name, and remembers the two if that contradicts nothing."""
        _refuse_nonsense(name, pid)
        folded = _folded(name)
        known = self._pids.get(folded)
        if known == pid:
            return Meeting(Trust.KNOWN)
        if known is not None:
            return Meeting(Trust.CHANGED, former_pid=known)
        former = self.name_of(pid)
        if len(self._pids) < MAX_PEERS:
            self._put(name, pid)
            self._save()
        return Meeting(Trust.RENAMED, former_name=former) if former else Meeting(Trust.NEW)

    def accept(self, name: str, pid: bytes) -> None:
        """Believes a changed key from now on, because the user says so."""
        _refuse_nonsense(name, pid)
        if _folded(name) in self._pids:
            self._put(name, pid)
            self._save()

    def name_of(self, pid: bytes) -> str:
        """The latest name that a key was met under; empty for a stranger."""
        held = (folded for folded, known in reversed(self._pids.items()) if known == pid)
        return next((self._names[folded] for folded in held), "")

    def _put(self, name: str, pid: bytes) -> None:
        folded = _folded(name)
        self._pids[folded] = pid
        self._names[folded] = name

    def _save(self) -> None:
        lines = (
            f"{pid.hex()} {json.dumps(self._names[folded])}\n" for folded, pid in self._pids.items()
        )
        draft = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write_draft(draft, "".join((f"{_PEERS_HEAD}\n", *lines)))
            draft.replace(self._path)
        except OSError as error:
            raise IdentityError(f"{self._path} can't be written: {error.strerror}") from None


def _refuse_nonsense(name: str, pid: bytes) -> None:
    if len(pid) != PID_SIZE or not 1 <= len(name) <= MAX_NAME:
        raise IdentityError(f"a peer has a name of 1 to {MAX_NAME} letters and a key of 32 bytes")


def _folded(name: str) -> str:
    """Names that look alike to a hasty reader are one name."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
