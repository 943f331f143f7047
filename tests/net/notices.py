"""Notices and addresses for tests of discovery."""

from net.discovery.notice import Notice
from net.wire.codes import Address


def notice(number: int = 1, **changes: object) -> Notice:
    plain = Notice(
        table=number.to_bytes(4, "big") * 4,
        title=f"Table {number}",
        phase="lobby",
        seated=2,
        seats=5,
        locked=False,
        editions=("geek", "goth"),
        program="0.3.0",
        protocol=1,
        host=b"hosthost",
        cards=b"card",
    )
    return plain._replace(**changes)  # type: ignore[arg-type]


def at(*ends: int, port: int = 4000) -> list[Address]:
    return [Address(f"192.168.0.{end}", port) for end in ends]
