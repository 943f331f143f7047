"""Facts for tests of the network, kept as data: files in tests/data/net.

`== name` begins a part; every other line holds values as JSON spells them, with commas between
them. Bytes are written as texts of letters up to U+00FF, one for each byte, or in hex.
"""

import json
from collections.abc import Sequence
from typing import Any

from tests.kit.places import DATA


def facts(file: str) -> dict[str, list[list[Any]]]:
    """Return the parts of a file, each as its lines, each as its values."""
    path = DATA / "net" / file
    found: dict[str, list[list[Any]]] = {}
    part: list[list[Any]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("== "):
            part = found.setdefault(line[3:], [])
        elif line and not line.startswith("#"):
            try:
                part.append(json.loads(f"[{line}]"))
            except ValueError as error:
                raise ValueError(f"{path}:{number}: {error}") from None
    return found


def unhex(values: Sequence[str]) -> list[bytes]:
    return [bytes.fromhex(value) for value in values]
