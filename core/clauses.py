"""The rules in words: every clause by its id, as refusals and scenarios cite it."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Clause(NamedTuple):
    """One rule: `topic` groups it for a reader, `text` stands on its own."""

    id: str
    topic: str
    title: str
    text: str


@cache
def clauses() -> dict[str, Clause]:
    """All clauses by id, in the order in which a reader should meet them."""
    data = tomllib.loads(files("themes").joinpath("rules.toml").read_text(encoding="utf-8"))
    found: dict[str, Clause] = {}
    for entry in data["clause"]:
        clause = Clause(
            entry["id"], entry["topic"], entry["title"], " ".join(entry["text"].split())
        )
        if clause.id in found:
            raise ValueError(f"rules.toml has {clause.id} twice")
        found[clause.id] = clause
    return found
