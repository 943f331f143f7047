"""The user's games: one line of JSON for each, written when it is over; see docs/history.md.

The file only grows, and other programs may write to it at the same time. A line that a crash has
cut off spoils nothing but itself.
"""

import json
import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from core.actions import LEAVE
from core.clauses import RULES_VERSION
from core.game import Game
from net.files import awaited, opened, put
from net.sessions.highlights import highlights
from net.sessions.record import Record, RecordError, now
from net.sessions.replay import Replay

FORMAT: Final = 1  # of a line; new fields don't change it

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over: its record, and what the record doesn't say."""

    id: str  # the same for everyone who played it
    title: str
    record: Record
    levels: Sequence[str]  # a bot's level for each seat, empty for a person
    yours: Sequence[int]  # this user's seats
    network: bool = False
    file: Path | None = None  # where it was recorded
    stand_ins: Collection[int] = ()  # seats that someone else's bot played at the end


class History(NamedTuple):
    """The file, and the version of the program that writes to it."""

    path: Path
    program: str

    def add(self, played: FinishedGame) -> str:
        """Write a game's line, unless it is there. Return a sentence if that can't be done."""
        try:
            append(self.path, result(played, self.program, self.path.parent))
        except OSError as error:
            return f"This game isn't in your history: {error.strerror or error}"
        except RecordError as error:
            return f"This game isn't in your history: {error}"
        return ""


def result(played: FinishedGame, program: str, folder: Path) -> Line:
    """Return a game's line. Files in the folder are named from there."""
    replay = Replay(played.record)
    header, final = played.record.header, replay.final
    found = highlights(replay)
    before = {
        step.action.seat: replay.table(moment)  # a player who leaves loses role and Slack
        for moment, step in enumerate(replay.steps)
        if step.action.kind == LEAVE
    }
    return {
        "format": FORMAT,
        "game": played.id,
        "date": now(),
        "title": played.title,
        "network": played.network,
        "editions": list(header.editions),
        "options": dict(final.options),
        "own": [own.name for own in header.own],
        "program": program,
        "rules": RULES_VERSION,
        "cards": header.fingerprint,
        "seats": [
            {
                "name": name,
                "bot": played.levels[seat],
                **_standing(before.get(seat, final), seat),
                "dice": list(found.dice[seat].counts),
                "left": not final.alive[seat],
                "stand_in": seat in played.stand_ins,
            }
            for seat, name in enumerate(final.names)
        ],
        "yours": list(played.yours),
        "first": final.first,
        "winners": list(final.winners),
        "rounds": final.round,
        "record": None if played.file is None else _named(played.file.absolute(), folder),
    }


def _standing(game: Game, seat: int) -> Line:
    roles = [game.faces[role].name for role in game.roles[seat]]
    return {"roles": roles, "slack": game.slack[seat], "goal": game.goal(seat)}


def _named(file: Path, folder: Path) -> str:
    folder = folder.absolute()
    return file.relative_to(folder).as_posix() if file.is_relative_to(folder) else str(file)


def append(path: Path, line: Mapping[str, object]) -> None:
    """Add a line in one write, unless its game has one. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with opened(path, os.O_APPEND) as file:
        awaited(file.fileno())
        data = file.readall()
        if any(known["game"] == line["game"] for known in _lines(data)):
            return
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
        # What UTF-8 has no bytes for is escaped, which is JSON's way too.
        raw = text.encode(errors="backslashreplace") + b"\n"
        if data and not data.endswith(b"\n"):
            raw = b"\n" + raw
        put(file, raw)


def read_history(path: Path) -> list[Line]:
    """Return all games in the file, each once and with all its fields. Raises OSError."""
    try:
        return _lines(path.read_bytes())
    except FileNotFoundError:
        return []


def _lines(data: bytes) -> list[Line]:
    """Everything that is a line of ours; torn and foreign ones are left out."""
    games: dict[str, Line] = {}
    for raw in data.split(b"\n"):
        try:
            line = json.loads(raw)
        except (ValueError, RecursionError):
            continue
        if isinstance(line, dict) and type(line.get("format")) is int:
            game = line.get("game")
            if line["format"] == FORMAT and isinstance(game, str) and "seats" in line:
                games.setdefault(game, line)
    return list(games.values())
