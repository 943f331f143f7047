"""A network game in its folder, as a program leaves it that goes away before the end."""

from pathlib import Path

from net.log.chain import MAGIC, framed
from net.log.entries import pack, unpack
from net.peer.home import Folder
from tests.net.honest import HonestTable


def interrupted(folder: Path) -> Path:
    """Write such a game; return where its log lies."""
    table = HonestTable(2).open()
    kept = Folder.make(folder, table.gid, b"d" * 32, b"c" * 32, terms=table.terms.raw)
    kept.close()
    log = Folder.log_of(folder)
    log.write_bytes(MAGIC + b"".join(framed(entry.sealed) for entry in table.log))
    return log


def outdated(folder: Path) -> None:
    """Make its terms those of rules before they had a number."""
    value = unpack((folder / "terms").read_bytes(), 10**6, "terms")
    assert isinstance(value, dict)
    del value["rules"]
    (folder / "terms").write_bytes(pack(value | {"version": 1}))
