"""Packets of multicast DNS: the question for a kind of service, and the answers in a packet.

Just as much of DNS as one look at the network needs. What strangers send is read with a limit on
everything; a packet with anything wrong in it is no packet.
"""

import socket
import struct
from typing import Final, NamedTuple

A: Final = 1
PTR: Final = 12
TXT: Final = 16
AAAA: Final = 28
SRV: Final = 33

MAX_PACKET: Final = 9000
MAX_ANSWERS: Final = 300
MAX_NAME: Final = 255
_ADDRESS: Final = {A: 4, AAAA: 16}  # bytes
_IN: Final = 1
_RESPONSE: Final = 0x8000
_HEADER: Final = struct.Struct("!6H")
_FIXED: Final = struct.Struct("!HHIH")


class Answer(NamedTuple):
    """A record in a packet; what it holds depends on its kind."""

    name: bytes  # in small letters, with dots
    kind: int
    ttl: int
    text: bytes = b""  # the raw text, the packed address, or the name that is pointed to
    port: int = 0


def question(service: str) -> bytes:
    """A packet that asks everybody who offers a kind of service."""
    labels = [label.encode() for label in service.rstrip(".").split(".")]
    name = b"".join(bytes((len(label),)) + label for label in labels) + b"\0"
    return _HEADER.pack(0, 0, 1, 0, 0, 0) + name + struct.pack("!HH", PTR, _IN)


def answers(packet: bytes) -> list[Answer]:
    """The records in an answer that this program can use; none if it is no answer."""
    try:
        return _answers(packet)
    except (IndexError, ValueError, struct.error):
        return []


def _answers(packet: bytes) -> list[Answer]:
    _, flags, questions, *counts = _HEADER.unpack_from(packet)
    if not flags & _RESPONSE or len(packet) > MAX_PACKET or sum(counts) > MAX_ANSWERS:
        return []
    at = _HEADER.size
    for _ in range(min(questions, MAX_ANSWERS)):
        at = _name(packet, at)[1] + 4
    found = []
    for _ in range(sum(counts)):
        name, at = _name(packet, at)
        kind, _, ttl, size = _FIXED.unpack_from(packet, at)
        at += _FIXED.size
        if at + size > len(packet):
            raise ValueError("a record is longer than its packet")
        answer = _read(packet, at, size, Answer(name, kind, ttl))
        if answer is not None:
            found.append(answer)
        at += size
    return found


def _read(packet: bytes, at: int, size: int, answer: Answer) -> Answer | None:
    data = packet[at : at + size]
    if answer.kind in (A, AAAA):
        return answer._replace(text=data) if size == _ADDRESS[answer.kind] else None
    if answer.kind == TXT:
        return answer._replace(text=data)
    if answer.kind == PTR:
        return answer._replace(text=_name(packet, at)[0])
    if answer.kind == SRV:
        (port,) = struct.unpack_from("!H", packet, at + 4)
        return answer._replace(text=_name(packet, at + 6)[0], port=port)
    return None


def _name(packet: bytes, at: int) -> tuple[bytes, int]:
    """A name, and where in the packet it ends. Pointers lead back only, so they end."""
    labels: list[bytes] = []
    end, bound, size = 0, at, 0
    while True:
        length = packet[at]
        if length >= 0xC0:
            end = end or at + 2
            at = (length & 0x3F) << 8 | packet[at + 1]
            if at >= bound:
                raise ValueError("a name points ahead")
            bound = at
        elif length > 63:
            raise ValueError("a label has an unknown type")
        elif length == 0:
            return b".".join(labels), end or at + 1
        else:
            label = packet[at + 1 : at + 1 + length]
            size += 1 + length
            if len(label) != length or size > MAX_NAME:
                raise ValueError("a name is too long")
            labels.append(label.lower())
            at += 1 + length


def address(answer: Answer) -> str:
    """The address in a record, as people write it."""
    return socket.inet_ntop(socket.AF_INET if answer.kind == A else socket.AF_INET6, answer.text)
