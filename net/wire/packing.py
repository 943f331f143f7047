"""msgpack from strangers: one careful way to read it, whatever it is for.

There is no canonical spelling in msgpack, so nothing is ever packed anew to be compared; what may
be in a value is for the callers to say.
"""

from typing import NoReturn

import msgpack  # type: ignore[import-untyped]


class PackingError(Exception):
    """Bytes that are no value, or one beyond the limits."""


def pack(value: object) -> bytes:
    """A value of our own; raises PackingError for text that can't be written down."""
    try:
        return msgpack.packb(value)  # type: ignore[no-any-return]
    except ValueError:
        raise PackingError("a text has characters that can't be encoded") from None


def unpack(data: bytes, count: int, lists: bool) -> object:
    """The value in bytes that hold nothing else.

    No list or map has more than `count` members; lists are lists, or tuples.
    """
    try:
        value: object = msgpack.unpackb(
            data,
            use_list=lists,
            strict_map_key=True,
            max_str_len=len(data),
            max_bin_len=len(data),
            max_array_len=count,
            max_map_len=count,
            max_ext_len=0,
            ext_hook=_no_extension,
            object_pairs_hook=_map,
        )
    except PackingError:
        raise
    except (ValueError, RecursionError, msgpack.UnpackException):
        raise PackingError("these bytes aren't a value, or break the limits") from None
    return value


def _no_extension(code: int, data: bytes) -> NoReturn:
    raise PackingError("a value of an unknown type was sent")


def _map(pairs: list[tuple[object, object]]) -> dict[object, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise PackingError("a map names the same thing twice")
    return members
