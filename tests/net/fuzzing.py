"""Feeds every decoder with damaged and invented bytes: each is refused in a sentence, or read.

`python -m tests.net.fuzzing --inputs 100000` tries so many with each decoder. One seed is one run.
"""

import argparse
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from net.discovery.notice import read_notice
from net.discovery.packets import answers, question
from net.log.chain import BurntFile, ChainError, Kept, load_kept, open_log, save_kept, split_frames
from net.log.dice import Reveal
from net.log.entries import MAX_ACT, Ack, Act, Asked, Entry, EntryError, Vote, pack, unpack
from net.log.proofs import FORK, TWO_ACKS, TWO_ACTS, Proof
from net.log.referee import DO, player_action
from net.log.terms import Terms
from net.log.verify import verify_log
from net.sessions.record import RecordError
from net.wire import messages
from net.wire.codes import CodeError, parse_target
from net.wire.cpace import CPace, PasswordError
from net.wire.frames import FRAME_LIMIT, FrameError, FrameReader, opened, sealed, unpack_value
from net.wire.noise import CipherState, Handshake, NoiseError
from tests.net.honest import HonestTable, identity
from tests.net.notices import notice
from tests.net.test_messages import EXAMPLES

MEMORY = 24 << 20  # bytes that decoding may take at any moment
WATCHED = 300  # inputs whose memory is looked at

# What a length or a type may become, and what numbers overflow.
HEADS = (
    b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff",
    b"\xdb\x7f\xff\xff\xff",
    b"\xdc\xff\xff", b"\xc9\xff\xff\xff\xff\x01", b"\xcf" + b"\xff" * 8, b"\xd3\x80" + bytes(7),
    b"\xcb\x7f\xf0" + bytes(6), b"\xc0", b"\xc1", b"\x91" * 40, b"\x81" * 40, b"\x00" * 8,
    b"\xff\xff\xff\xff", b"\xc0\x0c", b"\xa4\xf0\x9f\x98\x80", b"\xa2\xed\xa0", b"\x1b[2J",
)  # fmt: skip


class Decoder(NamedTuple):
    """Something that reads bytes of strangers."""

    name: str
    samples: Sequence[bytes]
    read: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...]


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


# -- the decoders ----------------------------------------------------------------------------------


def _frame_stream(data: bytes) -> None:
    reader = FrameReader(FRAME_LIMIT)
    reader.feed(data, 0.0)
    while reader.take(0.0) is not None:
        pass


def _cipher() -> CipherState:
    return CipherState(bytes(32))


def _shake(data: bytes) -> None:
    """Somebody answers a handshake with this, in either role."""
    one = Handshake(True, identity(0), b"s" * 32, b"e" * 32)
    one.write_message()
    try:
        one.read_message(data)
    except NoiseError:
        other = Handshake(False, identity(1), b"t" * 32, b"f" * 32)
        other.read_message(data)
        other.write_message()
        other.read_message(data)


def _shaken() -> list[bytes]:
    one = Handshake(True, identity(0), b"s" * 32, b"e" * 32)
    other = Handshake(False, identity(1), b"t" * 32, b"f" * 32)
    said = [one.write_message()]
    other.read_message(said[0])
    said.append(other.write_message())
    one.read_message(said[1])
    said.append(one.write_message())
    return said


def _pace(number: int) -> CPace:
    mine, theirs, secret = (bytes([n]) * 32 for n in (number, 1 - number, 7 + number))
    return CPace(number == 0, "teapot", b"sid", mine, theirs, secret)


def _prove(data: bytes) -> None:
    one = _pace(0)
    one.receive(data[:32])
    one.confirm(data[32:])


def _action(data: bytes) -> None:
    player_action(unpack(data, MAX_ACT, "an action"))


def _logged(folder: Path) -> Callable[[bytes], None]:
    """Opens a log, a vote and a list of links with these bytes."""
    path = folder / "file"

    def read(data: bytes) -> None:
        path.write_bytes(data)
        BurntFile(path).close()
        path.write_bytes(data)
        try:
            load_kept(path)
        except ChainError:
            _, store = open_log(path, bytes(16))
            store.close()

    return read


def decoders(folder: Path) -> list[Decoder]:
    """Everything that reads what others have written; `folder` is for files."""
    table = HonestTable(3, seed=2).open().play(12)
    entries = [entry.sealed for entry in table.log]
    last = table.log.last
    ann, gid = identity(0), table.gid
    ack = Ack.make(ann, gid, 1, last)
    other = Ack.make(ann, gid, 1, Asked(last.term, last.seq, bytes(32)))
    acts = [Act.make(ann, gid, 7, table.log.place, "anchor", bytes([n]) * 32) for n in (1, 2)]
    forks = [Entry.make(ann, 1, table.log.place, act).sealed for act in acts]
    proofs = [
        Proof(FORK, ann.pid, *forks).raw,
        Proof(TWO_ACTS, ann.pid, acts[0].sealed, acts[1].sealed).raw,
        Proof(TWO_ACKS, ann.pid, ack.raw, other.raw).raw,
    ]
    said = [messages.pack(message) for message in EXAMPLES]
    frames = [sealed(_cipher(), data) for data in said]
    shares = [_pace(1).share + bytes(64), _pace(1).share]
    save_kept(folder / "kept", Kept(3, b"v" * 32, 1, 2))
    files = [table.data, (folder / "kept").read_bytes(), bytes(120)]
    actions = [pack(entry.act.payload) for entry in table.log if entry.act.kind == DO]
    refused = (EntryError,)
    return [
        Decoder("a stream of frames", frames, _frame_stream, (FrameError,)),
        Decoder("a frame", [f[4:] for f in frames], lambda d: opened(_cipher(), d), (FrameError,)),
        Decoder("a value", said, unpack_value, (FrameError,)),
        Decoder("a message", said, messages.unpack, (messages.Malformed,)),
        Decoder("an entry", entries, Entry.read, refused),
        Decoder("an act", [a.sealed for a in acts], Act.unseal, refused),
        Decoder("an action", actions, _action, refused),
        Decoder("an ack", [ack.raw, other.raw], Ack.read, refused),
        Decoder("a vote", [Vote.make(ann, gid, 2, ann.pid, last).raw], Vote.read, refused),
        Decoder("a reveal", [Reveal(ack, 3, bytes(32)).raw], Reveal.read, refused),
        Decoder("a proof", proofs, lambda data: Proof.read(data).holds(), refused),
        Decoder("terms", [table.terms.raw], Terms.read, refused),
        Decoder("a log", [table.data], split_frames, (ChainError,)),
        Decoder("a log to verify", [table.data], verify_log, (RecordError,)),
        Decoder("files of a game", files, _logged(folder), (ChainError,)),
        Decoder("a TXT record", [notice().record()], read_notice, ()),
        Decoder("a packet", _packets(), answers, ()),
        Decoder("a code", [b"7-teapot-sofa", b"[fe80::1%eth0]:4000"], _code, (CodeError,)),
        Decoder("a handshake", _shaken(), _shake, (NoiseError,)),
        Decoder("a share of a password", shares, _prove, (PasswordError,)),
    ]


def _code(data: bytes) -> None:
    parse_target(data.decode("utf-8", "replace"))


def _packets() -> list[bytes]:
    """A question and an answer with several records, one of them pointing back."""
    asked = question("_chez-tui._tcp.local.")
    record = notice().record()
    name = b"\x05table\xc0\x0c"
    answer = (
        b"\x00\x00\x84\x00\x00\x01\x00\x03\x00\x00\x00\x00" + asked[12:]
        + name + b"\x00\x10\x80\x01\x00\x00\x11\x94" + len(record).to_bytes(2, "big") + record
        + name + b"\x00\x21\x80\x01\x00\x00\x00\x78\x00\x0c\x00\x00\x00\x00\x0f\xa0\x02cz\xc0\x0c"
        + name + b"\x00\x01\x80\x01\x00\x00\x00\x78\x00\x04\xc0\x00\x02\x07"
    )  # fmt: skip
    return [asked, answer]


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


def fuzz(decoder: Decoder, inputs: int, seed: int) -> int:
    """So many inputs; says how many were read. Memory is watched for some of them."""
    luck = Random(f"{seed} {decoder.name}")
    for sample in decoder.samples:
        feed(decoder, sample)
    tracemalloc.start()
    try:
        for _ in range(min(inputs, WATCHED)):
            data = damaged(luck, decoder.samples)
            tracemalloc.reset_peak()
            before, _ = tracemalloc.get_traced_memory()
            feed(decoder, data)
            if tracemalloc.get_traced_memory()[1] - before > MEMORY:
                raise Unclean(f"{decoder.name} takes too much memory for {data.hex()}")
    finally:
        tracemalloc.stop()
    return sum(feed(decoder, damaged(luck, decoder.samples)) for _ in range(inputs - WATCHED))


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.net.fuzzing", description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000, help="for each decoder")
    parser.add_argument("--seed", type=int, default=0)
    wish = parser.parse_args(argv)
    failed = 0
    with TemporaryDirectory() as folder:
        for decoder in decoders(Path(folder)):
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
