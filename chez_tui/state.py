"""What the program remembers by itself, beside what a person has set: one small file of data."""

import json
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path


class State(NamedTuple):
    """What was played last, and what has been learned."""

    editions: tuple[str, ...] = ()  # nothing yet
    lessons: tuple[str, ...] = ()  # the editions whose lesson was played to its end


def load_state(path: "Path") -> State:
    """Return what a file remembers; nobody writes it by hand, so a damaged one is forgotten."""
    from core.catalog import EDITIONS

    state = State()
    with suppress(OSError, ValueError, AttributeError, TypeError):
        for field, kept in json.loads(path.read_bytes()).items():
            known = tuple(dict.fromkeys(edition for edition in kept if edition in EDITIONS))
            if known and field in State._fields:
                state = state._replace(**{field: known})
    return state


def save_state(path: "Path", state: State) -> None:
    """Write a state, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(state._asdict()), encoding="utf-8")
    fresh.replace(path)
