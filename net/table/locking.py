"""The password of a table, beside the game on disk: who takes it up with another one hears so.

The others could not tell him. Who is back first finds nobody there, and of two with different
passwords neither knows which one is wrong. Whoever can read the file can try passwords on it; he
can also read the keys beside it, which are worth more.
"""

import hmac
import os
from hashlib import scrypt
from pathlib import Path
from typing import Final

from net.wire.cpace import octets

_FILE: Final = "password"
_SALT: Final = 16
_TRACE: Final = 32
_BINARY: Final[int] = getattr(os, "O_BINARY", 0)
_COST: Final = 1 << 13  # some hundredths of a second for each guess


def remember(folder: Path, password: str) -> None:
    """Notes by which password a game is known; raises OSError."""
    salt = os.urandom(_SALT)
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY
    with os.fdopen(os.open(folder / _FILE, flags, 0o600), "wb") as file:
        file.write(salt + _trace(password, salt))


def fits(folder: Path, password: str) -> bool:
    """Whether it is that one, as far as can be told here."""
    try:
        noted = (folder / _FILE).read_bytes()
    except OSError:
        return True
    if len(noted) != _SALT + _TRACE:
        return True  # cut off, as by a crash: it says nothing
    return hmac.compare_digest(noted[_SALT:], _trace(password, noted[:_SALT]))


def _trace(password: str, salt: bytes) -> bytes:
    return scrypt(octets(password), salt=salt, n=_COST, r=8, p=1, dklen=_TRACE)
