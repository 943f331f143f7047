"""Feeds every decoder with damaged and invented bytes: each is refused in a sentence, or read.

`python -m tests.net.fuzzing --inputs 100000` tries so many with each decoder. One seed is one run.
"""

import argparse
import sys
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.net.decoders import Decoder, decoders, remembering

MEMORY = 24 << 20  # bytes that decoding may take at any moment
WATCHED = 300  # inputs whose memory is looked at
MEMORY_DISK = Path("/dev/shm")  # files are written a hundred thousand times

# What a length or a type may become, and what numbers overflow.
HEADS = (
    b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff",
    b"\xdb\x7f\xff\xff\xff",
    b"\xdc\xff\xff", b"\xc9\xff\xff\xff\xff\x01", b"\xcf" + b"\xff" * 8, b"\xd3\x80" + bytes(7),
    b"\xcb\x7f\xf0" + bytes(6), b"\xc0", b"\xc1", b"\x91" * 40, b"\x81" * 40, b"\x00" * 8,
    b"\xff\xff\xff\xff", b"\xc0\x0c", b"\xa4\xf0\x9f\x98\x80", b"\xa2\xed\xa0", b"\x1b[2J",
)  # fmt: skip


def damaged(luck: Random, samples: Sequence[bytes]) -> bytes:
    """A sample that was changed in a few places, or something without any sense."""
    if luck.random() < 0.03:
        return luck.randbytes(luck.choice((0, 1, 3, 40, 400)))
    data = bytearray(luck.choice(samples))
    for _ in range(luck.choice((1, 1, 2, 4))):
        at = luck.randrange(len(data) + 1)
        match luck.randrange(7):
            case 0 if data:
                data[at % len(data)] ^= 1 << luck.randrange(8)
            case 1:
                del data[at:]
            case 2:
                data[at:at] = luck.choice(HEADS)
            case 3:
                size = luck.randrange(1, 9)
                data[at : at + size] = luck.choice(HEADS)[:size]
            case 4:
                data[at : at + luck.randrange(1, 9)] = b""
            case 5:
                other = luck.choice(samples)
                start = luck.randrange(len(other) + 1)
                data[at:] = other[start:]
            case _:
                data += data[: luck.randrange(len(data) + 1)]
    return bytes(data)


# -- running ---------------------------------------------------------------------------------------


class Unclean(AssertionError):
    """Bytes that were neither read nor refused."""


def feed(decoder: Decoder, data: bytes) -> bool:
    """Whether it was read; raises Unclean for anything but a clean refusal."""
    try:
        decoder.read(data)
    except decoder.refusals as refusal:
        if not str(refusal) or "\n" in str(refusal) or len(str(refusal)) > 600:
            raise Unclean(f"{decoder.name} is refused without a sentence: {data.hex()}") from None
        return False
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        raise Unclean(f"{decoder.name} ends in {told} for {data.hex()}") from error
    return True


def fuzz(decoder: Decoder, inputs: int, seed: int, watched: int = WATCHED) -> int:
    """Tries inputs and returns how many were read. Memory is watched for some of them."""
    luck = Random(f"{seed} {decoder.name}")
    for sample in decoder.samples:
        feed(decoder, sample)
    tracemalloc.start()
    try:
        for _ in range(min(inputs, watched)):
            data = damaged(luck, decoder.samples)
            tracemalloc.reset_peak()
            before, _ = tracemalloc.get_traced_memory()
            feed(decoder, data)
            if tracemalloc.get_traced_memory()[1] - before > MEMORY:
                raise Unclean(f"{decoder.name} takes too much memory for {data.hex()}")
    finally:
        tracemalloc.stop()
    return sum(feed(decoder, damaged(luck, decoder.samples)) for _ in range(inputs - watched))


@contextmanager
def all_decoders() -> Iterator[list[Decoder]]:
    """Everything there is to try, with a quick place for files."""
    quick = str(MEMORY_DISK) if MEMORY_DISK.is_dir() else None
    with TemporaryDirectory(dir=quick) as folder, remembering():
        yield decoders(Path(folder))


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.net.fuzzing", description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000, help="for each decoder")
    parser.add_argument("--seed", type=int, default=0)
    wish = parser.parse_args(argv)
    failed = 0
    with all_decoders() as found:
        for decoder in found:
            began = time.monotonic()
            try:
                taken = fuzz(decoder, wish.inputs, wish.seed)
            except Unclean as error:
                failed += 1
                print(f"seed {wish.seed}: {error}")
            else:
                seconds = time.monotonic() - began
                print(f"{decoder.name}: {wish.inputs} inputs in {seconds:.1f} s, {taken} were read")
            sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
