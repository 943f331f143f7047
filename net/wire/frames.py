"""Bytes on a connection: frames out of a stream, frames into ciphers, values out of frames.

A frame is a length of four bytes and that many bytes of ciphertext, which are one Noise message or
several in a row when the contents don't fit into one. The length goes into the check of each of
them, so nobody can cut a frame in two. A value is msgpack of a small, strict kind. Nothing here
trusts the other side: every length, count and depth has a limit before memory is spent on it.
"""

from typing import Any, Final, cast

from net.wire import packing
from net.wire.noise import MAX_MESSAGE, MAX_PLAIN, TAG_SIZE, CipherState, NoiseError

HEAD_SIZE: Final = 4
HANDSHAKE_LIMIT: Final = 256  # the longest message of the handshake has 192 bytes
MAX_CONTENT: Final = 1 << 19  # bytes of one packed value: the biggest entry, and room
FRAME_LIMIT: Final = MAX_CONTENT + TAG_SIZE * -(-MAX_CONTENT // MAX_PLAIN)
FRAME_SECONDS: Final = 10.0  # for a frame to arrive completely

MAX_DEPTH: Final = 6  # lists in lists
MAX_COUNT: Final = 1024  # members of one list or map
MAX_VALUES: Final = 8192  # in one frame
MIN_INT: Final = -(1 << 63)
MAX_INT: Final = (1 << 64) - 1

Value = None | bool | int | str | bytes | tuple["Value", ...] | dict[str, "Value"]


class FrameError(Exception):
    """Bytes that are no frame or no value; a sentence says why. The connection is lost."""


class FrameReader:
    """Finds the frames in a stream that arrives in pieces.

    A frame is asked for after each feeding, so no more than one frame and one piece are ever kept.
    Most pieces are whole frames, which are cut out where they lie; only a rest is moved elsewhere.
    The limit may be raised between two frames, when the other side has shown who it is.
    """

    __slots__ = ("_at", "_piece", "_rest", "_since", "limit")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._piece = b""  # what came last, and how much of it was taken out
        self._at = 0
        self._rest = bytearray()  # the beginning of a frame; empty while there is a piece
        self._since: float | None = None

    def feed(self, data: bytes, now: float) -> None:
        """Takes the next piece of the stream."""
        if self._at < len(self._piece):
            self._keep()
        if len(self._rest) > HEAD_SIZE + self.limit:
            raise FrameError("read the frames before feeding the next piece")
        if data and self._since is None:
            self._since = now
        if self._rest:
            self._rest += data
        else:
            self._piece, self._at = data, 0

    def take(self, now: float) -> bytes | None:
        """The body of the next frame; None as long as it is not complete."""
        source, start = (self._rest, 0) if self._rest else (self._piece, self._at)
        left = len(source) - start - HEAD_SIZE
        if left < 0:
            self._keep()
            return None
        size = int.from_bytes(source[start : start + HEAD_SIZE], "big")
        if not 0 < size <= self.limit:
            raise FrameError(f"a frame of {size} bytes is over the limit of {self.limit}")
        if left < size:
            self._keep()
            return None
        end = start + HEAD_SIZE + size
        body = bytes(source[start + HEAD_SIZE : end])
        if source is self._piece:
            self._at = end
        else:
            del self._rest[:end]
        self._since = now if left > size else None
        return body

    def _keep(self) -> None:
        """Moves what is left of the last piece to where the next one is added."""
        if self._at < len(self._piece):
            self._rest += self._piece[self._at :]
        self._piece, self._at = b"", 0

    def overdue(self, now: float) -> bool:
        """Whether the other side began a frame and lets us wait for the rest of it."""
        return self._since is not None and now - self._since > FRAME_SECONDS


def framed(body: bytes) -> bytes:
    """A message of the handshake as it goes over the connection."""
    if not 0 < len(body) <= HANDSHAKE_LIMIT:
        raise FrameError(f"a message of the handshake has 1 to {HANDSHAKE_LIMIT} bytes")
    return len(body).to_bytes(HEAD_SIZE, "big") + body


def sealed(cipher: CipherState, content: bytes) -> bytes:
    """Contents as a frame."""
    size = len(content)
    if 0 < size <= MAX_PLAIN:
        head = (size + TAG_SIZE).to_bytes(HEAD_SIZE, "big")
        return head + cipher.encrypt(content, head)
    if not 0 < size <= MAX_CONTENT:
        raise FrameError(f"a frame holds 1 to {MAX_CONTENT} bytes")
    head = (size + TAG_SIZE * -(-size // MAX_PLAIN)).to_bytes(HEAD_SIZE, "big")
    return head + b"".join(
        cipher.encrypt(content[start : start + MAX_PLAIN], head)
        for start in range(0, size, MAX_PLAIN)
    )


def opened(cipher: CipherState, body: bytes) -> bytes:
    """The contents of a frame's body."""
    size = len(body)
    if not 0 < size <= FRAME_LIMIT:
        raise FrameError("a frame has an impossible length")
    head = size.to_bytes(HEAD_SIZE, "big")
    try:
        if size <= MAX_MESSAGE:
            return cipher.decrypt(body, head)
        return b"".join(
            cipher.decrypt(body[start : start + MAX_MESSAGE], head)
            for start in range(0, size, MAX_MESSAGE)
        )
    except NoiseError as error:
        raise FrameError(str(error)) from None


def pack_value(value: Value) -> bytes:
    """A value as bytes."""
    _check(value)
    try:
        data = packing.pack(value)
    except packing.PackingError as error:
        raise FrameError(str(error)) from None
    if len(data) > MAX_CONTENT:
        raise FrameError(f"a value has at most {MAX_CONTENT} bytes")
    return data


def unpack_value(data: bytes) -> Value:
    """Reads a value, lists as tuples; there must be nothing behind it."""
    if len(data) > MAX_CONTENT:
        raise FrameError(f"a value has at most {MAX_CONTENT} bytes")
    try:
        value = packing.unpack(data, MAX_COUNT, lists=False)
    except packing.PackingError as error:
        raise FrameError(str(error)) from None
    _check(value)
    return cast(Value, value)


def _check(value: object) -> None:
    """Holds a value against the limits, one level of lists after the other."""
    level: list[Any] = [value]
    count = 0
    for _ in range(MAX_DEPTH + 1):
        count += len(level)
        if count > MAX_VALUES:
            raise FrameError("a value has too many parts")
        deeper: list[Any] = []
        for part in level:
            kind = type(part)
            if kind is bytes or kind is str or kind is bool or part is None:
                continue
            if kind is int:
                if not MIN_INT <= part <= MAX_INT:
                    raise FrameError("a number is beyond 64 bits")
            elif kind is dict:
                if len(part) > MAX_COUNT or not all(type(key) is str for key in part):
                    raise FrameError("the keys of a map are at most 1024 texts")
                deeper += part.values()
            elif isinstance(part, tuple):
                if len(part) > MAX_COUNT:
                    raise FrameError("a list is too long")
                deeper += part
            else:
                raise FrameError(f"a value of the type {kind.__name__} can't be sent")
        if not deeper:
            return
        level = deeper
    raise FrameError("lists are nested too deeply")
