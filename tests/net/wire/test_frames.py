"""Frames and values: whatever arrives in whatever pieces, within limits or not at all."""

import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgpack
import pytest

from net.wire import frames
from net.wire.noise import MAX_MESSAGE, MAX_PLAIN, TAG_SIZE, CipherState
from tests.net.facts import facts

KEY = b"k" * 32


def all_of(reader: frames.FrameReader) -> list[bytes]:
    bodies = []
    while (body := reader.take(0.0)) is not None:
        bodies.append(body)
    return bodies


# -- stream ----------------------------------------------------------------------------------------


def test_frames_are_found_in_any_pieces() -> None:
    bodies = [b"x", bytes(60), b"\0\0\0\1", b"abc" * 7]
    stream = b"".join(map(frames.framed, bodies))
    for size in range(1, len(stream) + 1):
        reader, found = frames.FrameReader(frames.HANDSHAKE_LIMIT), []
        for at in range(0, len(stream), size):
            reader.feed(stream[at : at + size], 0.0)
            found += all_of(reader)
        assert found == bodies


@pytest.mark.parametrize("size", [0, frames.HANDSHAKE_LIMIT + 1, (1 << 32) - 1])
def test_impossible_lengths_are_refused_at_once(size: int) -> None:
    reader = frames.FrameReader(frames.HANDSHAKE_LIMIT)
    reader.feed(size.to_bytes(frames.HEAD_SIZE, "big"), 0.0)
    with pytest.raises(frames.FrameError, match=f"a frame of {size} bytes"):
        reader.take(0.0)


def test_the_limit_may_grow_between_two_frames() -> None:
    reader = frames.FrameReader(10)
    reader.feed(frames.framed(b"x" * 10) + frames.framed(b"y" * 11), 0.0)
    assert reader.take(0.0) == b"x" * 10
    reader.limit = 11
    assert reader.take(0.0) == b"y" * 11


def test_no_more_than_a_frame_is_kept() -> None:
    reader = frames.FrameReader(10)
    reader.feed(bytes(15), 0.0)
    with pytest.raises(frames.FrameError, match="read the frames"):
        reader.feed(b"", 0.0)


def test_a_frame_that_does_not_come_is_noticed() -> None:
    reader = frames.FrameReader(100)
    assert not reader.overdue(1e9)
    reader.feed(b"\0", 5.0)
    assert not reader.overdue(5.0 + frames.FRAME_SECONDS)
    reader.feed(b"\0", 5.0 + frames.FRAME_SECONDS)
    assert reader.overdue(5.1 + frames.FRAME_SECONDS)
    reader.feed(b"\0\x01x" + b"\0", 20.0)
    assert reader.take(20.0) == b"x"
    assert not reader.overdue(20.0 + frames.FRAME_SECONDS)
    assert reader.overdue(20.1 + frames.FRAME_SECONDS)


@pytest.mark.parametrize("body", [b"", bytes(frames.HANDSHAKE_LIMIT + 1)])
def test_own_messages_of_the_handshake_have_a_size(body: bytes) -> None:
    with pytest.raises(frames.FrameError):
        frames.framed(body)


# -- ciphers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "size", [1, 200, MAX_PLAIN, MAX_PLAIN + 1, 2 * MAX_PLAIN, 2 * MAX_PLAIN + 1, frames.MAX_CONTENT]
)
def test_contents_of_any_size_go_through(size: int) -> None:
    send, receive = CipherState(KEY), CipherState(KEY)
    content = bytes(range(256)) * (size // 256) + bytes(size % 256)
    reader = frames.FrameReader(frames.FRAME_LIMIT)
    for _ in range(2):
        reader.feed(frames.sealed(send, content), 0.0)
        body = reader.take(0.0)
        assert body is not None
        assert len(body) == size + TAG_SIZE * -(-size // MAX_PLAIN)
        assert frames.opened(receive, body) == content


@pytest.mark.parametrize("size", [0, frames.MAX_CONTENT + 1])
def test_contents_have_a_size(size: int) -> None:
    with pytest.raises(frames.FrameError, match="holds 1 to"):
        frames.sealed(CipherState(KEY), bytes(size))


def test_a_frame_can_not_be_cut_in_two_nor_two_made_one() -> None:
    body = frames.sealed(CipherState(KEY), bytes(MAX_PLAIN + 100))[frames.HEAD_SIZE :]
    receive = CipherState(KEY)
    with pytest.raises(frames.FrameError, match="forged"):
        frames.opened(receive, body[:MAX_MESSAGE])
    with pytest.raises(frames.FrameError, match="already failed"):
        frames.opened(receive, body)
    send = CipherState(KEY)
    bodies = [frames.sealed(send, bytes(size))[frames.HEAD_SIZE :] for size in (MAX_PLAIN, 10)]
    with pytest.raises(frames.FrameError, match="forged"):
        frames.opened(CipherState(KEY), b"".join(bodies))


@pytest.mark.parametrize("size", [0, frames.FRAME_LIMIT + 1])
def test_a_body_beyond_the_limits_is_not_opened(size: int) -> None:
    with pytest.raises(frames.FrameError, match="impossible length"):
        frames.opened(CipherState(KEY), bytes(size))


# -- values ----------------------------------------------------------------------------------------


ODD = [
    1.5, [1, [2.0]], {"a": 1.0}, {1: 2}, {b"a": 2}, {"a": {2: 3}}, msgpack.ExtType(5, b"x"),
    msgpack.Timestamp(1, 2), datetime(2026, 1, 1, tzinfo=UTC),
]  # fmt: skip
LIMITS: list[Callable[[int], object]] = [  # the most, and more
    lambda more: [0] * (frames.MAX_COUNT + more),
    lambda more: {str(number): 0 for number in range(frames.MAX_COUNT + more)},
    lambda more: [[0] * 1000] * 8 + [0] * (frames.MAX_VALUES - 8 * 1001 - 1 + more),
    lambda more: [[[[[[0]]]]]] if not more else [[[[[[[0]]]]]]],
    lambda more: b"x" * (frames.MAX_CONTENT - 5 + more),
    lambda more: "x" * (frames.MAX_CONTENT - 5 + more),
]
FULL, BEYOND = ([made(more) for made in LIMITS] for more in (0, 1))


@pytest.mark.parametrize("value", [*ODD, *BEYOND], ids=lambda value: f"{value!r:.30}")
def test_values_beyond_the_limits_are_refused(value: Any) -> None:
    with pytest.raises(frames.FrameError):
        frames.unpack_value(msgpack.packb(value, datetime=True))


@pytest.mark.parametrize("value", FULL, ids=lambda value: f"{value!r:.30}")
def test_values_up_to_the_limits_are_taken(value: Any) -> None:
    data = msgpack.packb(value)
    assert frames.pack_value(frames.unpack_value(data)) == data


def test_values_are_read_back() -> None:
    value = (None, True, False, -(1 << 63), (1 << 64) - 1, "Zoë", b"\xff", (), (7, ("a", {})))
    for told in (*value, value, {"all": value, "": {"b": None}}):
        assert frames.unpack_value(frames.pack_value(told)) == told


DEEP = [b"\x91" * 100_000, b"\x81\xa1a" * 100_000, b"\xdc\x04\x00" * 100_000]


@pytest.mark.parametrize(
    "data",
    [*(bytes.fromhex(data) for (data,) in facts("values.txt")["refused"]), *DEEP],
    ids=lambda data: data[:8].hex(),
)
def test_hostile_bytes_are_refused(data: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(frames.FrameError):
            frames.unpack_value(data)
        assert tracemalloc.get_traced_memory()[1] < 1 << 25
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "value",
    [
        1.5,
        [1],
        1 << 64,
        -(1 << 63) - 1,
        {1: 2},
        (1,) * 1025,
        "\ud800",
        bytes(frames.MAX_CONTENT - 4),
    ],
    ids=lambda value: f"{value!r:.30}",
)
def test_own_values_are_held_against_the_limits(value: Any) -> None:
    with pytest.raises(frames.FrameError):
        frames.pack_value(value)
