"""Keys that one player hands to another, signed: a wrong one can be shown to everybody."""

from dataclasses import dataclass
from typing import Final, Self

from net.deck import group
from net.deck.locks import REKEY, act_mark, read_points
from net.hashing import DIGEST_SIZE
from net.identity import PID_SIZE, SIGNATURE_SIZE, Identity, verify
from net.log.entries import GID_SIZE, VERSION, Act, EntryError, fields, pack, unpack

MAX_KEYS: Final = 1 << 15  # bytes of a bunch

Slot = tuple[bytes, int]  # the act by which a player locked cards, and the place of one of them


@dataclass(frozen=True, slots=True)
class Handed:
    """Keys of one player for another, signed: if one of them is wrong, that can be shown."""

    raw: bytes
    signature: bytes
    gid: bytes
    reader: bytes
    keys: dict[Slot, bytes]

    @classmethod
    def make(cls, me: Identity, gid: bytes, reader: bytes, keys: dict[Slot, bytes]) -> Self:
        listed = [[act, place, key] for (act, place), key in keys.items()]
        raw = pack([VERSION, gid, reader, listed])
        return cls(raw, me.sign("czd/keys", raw), gid, reader, keys)

    @property
    def sealed(self) -> bytes:
        return pack([self.raw, self.signature])

    @classmethod
    def unseal(cls, sealed: bytes) -> Self:
        what = "a bunch of keys"
        raw, signature = fields(unpack(sealed, MAX_KEYS, what), what, bytes, SIGNATURE_SIZE)
        version, gid, reader, listed = fields(
            unpack(raw, MAX_KEYS, what), what, int, GID_SIZE, PID_SIZE, list
        )
        if version != VERSION:
            raise EntryError("these keys are from another version")
        keys: dict[Slot, bytes] = {}
        for item in listed:
            act, place, key = fields(item, "a key", DIGEST_SIZE, int, group.SCALAR_SIZE)
            keys[act, place] = key
        return cls(raw, signature, gid, reader, keys)

    def wrong(self, act: Act) -> bool:
        """Whether a key in it is not the one that this act has put on a card."""
        marks = act.payload[2] if isinstance(act.payload, list) and len(act.payload) == 4 else b""
        if act.kind != REKEY or type(marks) is not bytes:
            return False
        count = len(marks) // group.POINT_SIZE
        traces = read_points(marks[: count * group.POINT_SIZE], count, "the traces of keys")
        mark = act_mark(act)
        return any(
            slot == mark
            and place < count
            and not (group.is_scalar(key) and group.generator_times(key) == traces[place])
            for (slot, place), key in self.keys.items()
        )

    def signed_by(self, pid: bytes) -> bool:
        return verify(pid, self.signature, "czd/keys", self.raw)
