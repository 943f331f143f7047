"""Feeds every decoder with damaged and invented bytes: each is refused in a sentence, or read.

`python -m tests.net.fuzzing --inputs 100000` tries that many with each decoder; one seed, one run.
"""

import argparse
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from net import identity as identities
from net.deck.handing import Handed
from net.deck.locks import REKEY, act_mark
from net.deck.sealed import SEALED
from net.discovery.daemon import SERVICE
from net.discovery.notice import read_notice
from net.discovery.packets import answers, question
from net.identity import IdentityError, KnownPeers
from net.log.chain import BurntFile, ChainError, Kept, load_kept, open_log, split_frames
from net.log.dice import Reveal
from net.log.entries import MAX_ACT, Ack, Act, Asked, Entry, EntryError, Vote, pack, unpack
from net.log.kinds import DO
from net.log.proofs import FORK, TWO_ACKS, TWO_ACTS, WRONG_KEY, Proof
from net.log.referee import Referee, RefereeError, player_action
from net.log.terms import Manners, Terms
from net.log.verify import verify_log
from net.peer.home import Folder, KeyFile, listeners_in
from net.sessions.record import RecordError, read_record
from net.wire import messages
from net.wire.codes import Address, CodeError, parse_target
from net.wire.cpace import CPace, PasswordError
from net.wire.frames import FRAME_LIMIT, FrameError, FrameReader, opened, sealed, unpack_value
from net.wire.messages import Listener
from net.wire.noise import CipherState, Handshake, NoiseError
from tests.kit.recorded import recorded, write
from tests.net.honest import HonestTable, eventful, identity
from tests.net.mdns import packet, published
from tests.net.notices import notice
from tests.net.tablesim.table import SimTable, Weather
from tests.net.wire.test_messages import EXAMPLES

FEW = 12  # actions of a recorded game
SAMPLES = 4  # acts of a kind
MEMORY = 24 << 20  # bytes that decoding may take at any moment
WATCHED = 300  # inputs whose memory is looked at
MEMORY_DISK = Path("/dev/shm")  # files are written a hundred thousand times


Reads = Callable[[bytes], object]


class Decoder(NamedTuple):
    """Something that reads bytes of strangers."""

    name: str
    samples: Sequence[bytes]
    read: Reads
    refusals: tuple[type[Exception], ...]


@contextmanager
def remembering() -> Iterator[None]:
    """What was looked at before is not looked at again: most of a damaged log is not damaged."""
    with (
        patch.object(identities, "_signed", lru_cache(1 << 12)(identities._signed)),
        patch.object(Entry, "read", lru_cache(1 << 10)(Entry.read)),
        patch.object(Terms, "read", lru_cache(1 << 6)(Terms.read)),
    ):
        yield


def decoders(folder: Path) -> list[Decoder]:
    """All of them; `folder` is for files."""
    table = HonestTable(3, seed=2).open().play(12)
    return [*_on_the_wire(), *_of_the_log(table), *_on_disk(table, folder), *_at_the_door()]


# -- on the wire -----------------------------------------------------------------------------------


def _on_the_wire() -> Iterator[Decoder]:
    said = [messages.pack(message) for message in EXAMPLES]
    frames = [sealed(_cipher(), data) for data in said]
    bodies = [frame[4:] for frame in frames]
    yield Decoder("a stream of frames", frames, _frame_stream, (FrameError,))
    yield Decoder("a frame", bodies, lambda data: opened(_cipher(), data), (FrameError,))
    yield Decoder("a value", said, unpack_value, (FrameError,))
    yield Decoder("a message", said, _message, (messages.Malformed,))


def _frame_stream(data: bytes) -> None:
    reader = FrameReader(FRAME_LIMIT)
    reader.feed(data, 0.0)
    while reader.take(0.0) is not None:
        pass


def _message(data: bytes) -> None:
    message = messages.unpack(data)
    assert messages.unpack(messages.pack(message)) == message


def _cipher() -> CipherState:
    return CipherState(bytes(32))


# -- the log ---------------------------------------------------------------------------------------


def _of_the_log(table: HonestTable) -> Iterator[Decoder]:
    ann, gid, last = identity(0), table.gid, table.log.last
    ack = Ack.make(ann, gid, 1, last)
    other = Ack.make(ann, gid, 1, Asked(last.term, last.seq, bytes(32)))
    acts = [Act.make(ann, gid, 7, table.log.place, "anchor", bytes([n]) * 32) for n in (1, 2)]
    forks = [Entry.make(ann, 1, table.log.place, act).sealed for act in acts]
    proofs = [
        Proof(FORK, ann.pid, *forks).raw,
        Proof(TWO_ACTS, ann.pid, acts[0].sealed, acts[1].sealed).raw,
        Proof(TWO_ACKS, ann.pid, ack.raw, other.raw).raw,
    ]
    lock = Act.make(ann, gid, 9, table.log.place, REKEY, [bytes(32), b"", bytes(64), b""])
    keys = {(act_mark(lock), n): bytes([1]) * 32 for n in range(2)}
    handed = Handed.make(ann, gid, identity(1).pid, keys)
    proofs.append(Proof(WRONG_KEY, ann.pid, lock.sealed, handed.sealed).raw)
    actions = [pack(entry.act.payload) for entry in table.log if entry.act.kind == DO]
    opening = HonestTable(2, seed=3).open().play(1).data
    entries = [entry.sealed for entry in table.log]
    refused = (EntryError,)
    yield Decoder("an entry", entries, Entry.read, refused)
    yield Decoder("an act", [act.sealed for act in acts], Act.unseal, refused)
    yield Decoder("an action", actions, _action, refused)
    yield Decoder("an ack", [ack.raw, other.raw], Ack.read, refused)
    yield Decoder("a vote", [Vote.make(ann, gid, 2, ann.pid, last).raw], Vote.read, refused)
    yield Decoder("a reveal", [Reveal(ack, 3, bytes(32)).raw], Reveal.read, refused)
    yield Decoder("a bunch of keys", [handed.sealed], Handed.unseal, refused)
    yield Decoder("a proof", proofs, lambda data: Proof.read(data).holds(), refused)
    yield Decoder("terms", [table.terms.raw], Terms.read, refused)
    yield Decoder("a log", [table.data], split_frames, (ChainError,))
    yield Decoder("a log to verify", [*[opening] * 9, table.data], verify_log, (RecordError,))
    for name, moments in (
        ("an act that was signed", _moments(eventful().log)),
        ("an act at a sealed table", _moments(_dealt())),
    ):
        samples = [bytes([n]) + pack(entry.act.payload) for n, (_, entry) in enumerate(moments)]
        yield Decoder(name, samples, partial(_judge, moments), (EntryError, RefereeError))


def _action(data: bytes) -> None:
    player_action(unpack(data, MAX_ACT, "an action"))


def _dealt() -> list[Entry]:
    """The beginning of a game with a sealed deck."""
    table = SimTable(5, 2, Manners(), Weather(0.004), cards=SEALED)
    table.run(60.0, lambda: len(table.history) > 40)
    return table.history


Moment = tuple[Referee, Entry]  # the table before an entry


def _moments(log: Iterable[Entry]) -> list[Moment]:
    """A few acts of each kind, where they were done."""
    found: list[Moment] = []
    kinds: dict[str, int] = {}
    entries = list(log)
    referee = Referee(entries[0].gid)
    for entry in entries:
        kinds[entry.act.kind] = kinds.get(entry.act.kind, 0) + 1
        if kinds[entry.act.kind] <= SAMPLES:
            found.append((referee.copy(), entry))
        referee.apply(entry)
    return found


def _judge(moments: Sequence[Moment], data: bytes) -> None:
    """A player, or a host, has really signed this."""
    referee, entry = moments[data[0] % len(moments) if data else 0]
    act = replace(entry.act, payload=unpack(data[1:], MAX_ACT, "an act"))
    referee.copy().apply(replace(entry, act=act))


# -- on disk ---------------------------------------------------------------------------------------


def _on_disk(table: HonestTable, folder: Path) -> Iterator[Decoder]:
    def file(read: Callable[[Path], object], path: Path = folder / "file") -> Reads:
        """Write what comes to a file, and read that, or the folder of a game with it."""
        path.touch(mode=0o600)

        def written(data: bytes) -> None:
            path.write_bytes(data)
            read(path if path.parent == folder else path.parent)

        return written

    def log(path: Path) -> None:
        _, store = open_log(path, table.gid)
        store.close()

    home = folder / "game"
    kept = Folder.make(home, table.gid, bytes(32), b"d" * 32, table.terms.raw)
    kept.note_listeners([Listener(b"p" * 32, "192.0.2.1", 4000)])
    kept.keep(Kept(3, b"v" * 32, 1, 2))
    kept.close()
    KnownPeers(folder / "known").meet("Ann", b"a" * 32)
    known = (folder / "known").read_bytes()
    record = write(folder / "solo", recorded(), FEW).read_bytes()
    records = [*[record] * 9, HonestTable(2, seed=3).open().data]
    vote, seeds, addresses = ((home / name).read_bytes() for name in ("vote", "seeds", "addresses"))
    of_seeds, of_addresses = (
        file(Folder.log_of, home / "seeds"),
        file(listeners_in, home / "addresses"),
    )
    yield Decoder("a log on disk", [table.data], file(log), (ChainError,))
    yield Decoder("a vote on disk", [vote], file(load_kept), (ChainError,))
    yield Decoder("links on disk", [bytes(120)], file(lambda p: BurntFile(p).close()), ())
    yield Decoder("keys on disk", [bytes(192)], file(lambda p: KeyFile(p).close()), ())
    yield Decoder("a recorded game", records, file(read_record), (RecordError,))
    yield Decoder("peers met before", [known], file(KnownPeers), (IdentityError,))
    yield Decoder("seeds of a game", [seeds], of_seeds, (ChainError,))
    yield Decoder("addresses of a game", [addresses], of_addresses, ())


# -- at the door -----------------------------------------------------------------------------------


def _at_the_door() -> Iterator[Decoder]:
    one, other = _pace(0), _pace(1)
    shares = [other.share + other.receive(one.share), other.share + bytes(64)]
    codes = [b"7-teapot-sofa", str(Address("fe80::1%eth0", 4000)).encode()]
    said, roles = _conversation()
    named = notice(seated=3, players=("Ann", "Zoë", "日本"), options=("hand=7",))
    packets = [question(SERVICE), packet(*published(notice(), "192.0.2.7"))]
    yield Decoder("a TXT record", [notice().record(), named.record()], read_notice, ())
    yield Decoder("a packet", packets, answers, ())
    yield Decoder("a code", codes, lambda data: parse_target(data.decode("utf-8", "replace")),
                  (CodeError,))  # fmt: skip
    yield Decoder("a handshake", said, partial(_shake, roles), (NoiseError,))
    yield Decoder("a share of a password", shares, partial(_prove, one), (PasswordError,))


def _conversation() -> tuple[list[bytes], list[Handshake]]:
    """The three messages of a handshake, and whoever waits for each of them."""
    sides = [Handshake(n == 0, identity(n), bytes([n]) * 32, bytes([9 + n]) * 32) for n in (0, 1)]
    said: list[bytes] = []
    waiting: list[Handshake] = []
    for step in range(3):
        said.append(sides[step % 2].write_message())
        waiting.append(_again(sides[1 - step % 2]))
        sides[1 - step % 2].read_message(said[-1])
    return said, waiting


def _again(side: Handshake) -> Handshake:
    """The same side at the same moment, apart from this one."""
    made = copy(side)
    made._xx = copy(side._xx)
    made._xx._cipher = copy(side._xx._cipher)
    return made


def _shake(waiting: Sequence[Handshake], data: bytes) -> None:
    """Somebody sends this to everybody who waits for a message of a handshake."""
    for side in waiting[:-1]:
        with suppress(NoiseError):
            _again(side).read_message(data)
            return
    _again(waiting[-1]).read_message(data)


def _pace(number: int) -> CPace:
    mine, theirs, secret = (bytes([n]) * 32 for n in (number, 1 - number, 7 + number))
    return CPace(number == 0, "teapot", b"sid", mine, theirs, secret)


def _prove(side: CPace, data: bytes) -> None:
    one = copy(side)
    one.receive(data[:32])
    one.confirm(data[32:])


# -- damage ----------------------------------------------------------------------------------------

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
        if not 0 < len(str(refusal)) <= 600 or not str(refusal).isprintable():
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
