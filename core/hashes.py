"""The hashes of the engine, without OpenSSL: to load that takes a good part of a start.

The standard library does the same for `random`. Where a Python has no such module, `hashlib` it is.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import blake2b, sha256
else:
    try:
        from _blake2 import blake2b

        try:
            from _sha2 import sha256  # since Python 3.12
        except ImportError:
            from _sha256 import sha256
    except ImportError:
        from hashlib import blake2b, sha256

__all__ = ["blake2b", "sha256"]
