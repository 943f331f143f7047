"""Whole games of bots as records, made once for each box of cards (see `tests.kit.deals`)."""

import json
from dataclasses import replace
from pathlib import Path

from core.actions import Action
from core.bots import make_bot
from core.catalog import Catalog
from core.game import Game
from core.luck import Stream
from core.play import Match
from net.sessions.record import Header, Record, RecordWriter, result_of
from net.sessions.replay import Replay
from tests.kit.deals import cards, once_a_box

NAMES = ("Pam", "Lee", "Mike", "Paula", "Ana", "Zoë", "Bo", "Max")


def catalog() -> Catalog:
    """Return the Geek cards."""
    return cards()


@once_a_box
def recorded(players: int = 3, seed: int = 1, names: tuple[str, ...] = NAMES) -> Record:
    """Return a finished game; the first player counts as a person, the others as bots."""
    luck = Stream(seed)
    game = Game(catalog(), names[:players])
    bots = [make_bot("easy", luck.fork(f"bot-{seat}")) for seat in range(players)]
    match = Match(game, bots, luck)
    actions: list[Action] = []
    while not match.over:
        actions.append(match.step()[0])
    about = {"title": "Solo", "levels": "," + ",".join(["easy"] * (players - 1))}
    header = Header.of(catalog(), game.names, dict(game.options), about=about)
    return Record(header, tuple(actions), result=result_of(game))


@once_a_box
def replayed(players: int = 3, seed: int = 1) -> Replay:
    """Return the same game, ready to be looked at."""
    return Replay(recorded(players, seed))


def unnumbered(path: Path, record: Record, actions: int | None = None) -> Path:
    """Write the record as it was before the rules had a number, and without a result."""
    head, *lines = write(path, replace(record, result=None), actions).read_text().splitlines()
    header = json.loads(head) | {"version": 1}
    del header["rules"]
    path.write_text("\n".join([json.dumps(header), *lines]) + "\n")
    return path


def write(path: Path, record: Record, actions: int | None = None) -> Path:
    """Write the record, or its first actions, into a file; a whole game has its result."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with RecordWriter(path, record.header) as writer:
        for number, action in enumerate(record.actions[:actions], 1):
            writer.write(action, record.result if number == len(record.actions) else None)
    return path
