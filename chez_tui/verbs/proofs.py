"""What a recorded game proves: logs of network games in full, records of others as to the rules."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from core.telling import clean, listing
from net.sessions.record import NETWORK, Record, RecordError, read_record, result_of

NETWORK_GAME: Final = "network"
LOCAL_GAME: Final = "local"
UNREADABLE: Final = "unreadable"
MAX_SIZE: Final = 1 << 29  # bytes of a file; the longest game is far below


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of examining a file."""

    path: Path
    kind: str
    fault: str = ""
    bad: int = 0  # the number of the first entry or action that is wrong
    entries: int = 0  # that hold
    at: int = 0  # the entry with which the game ended, or the last of them
    head: str = ""  # of that entry
    digest: str = ""
    winners: tuple[str, ...] = ()
    proven: tuple[str, ...] = ()
    unproven: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        return not self.fault


def examine(path: Path) -> Finding:
    """Checks all that can be checked of a recorded game."""
    try:
        with path.open("rb") as file:
            start = file.read(len(NETWORK))
            network = start == NETWORK
            data = start + file.read(MAX_SIZE) if network else b""
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return Finding(path, UNREADABLE, f"it can't be read: {reason}")
    return _network(path, data) if network else _local(path)


def _network(path: Path, data: bytes) -> Finding:
    from net.log.verify import verify_log

    report = verify_log(data)
    return Finding(
        path,
        NETWORK_GAME,
        str(report.fault or ""),
        report.fault.seq if report.fault else 0,
        report.entries,
        report.at,
        report.head.hex() if report.entries else "",
        report.digest,
        report.winners,
        report.proven,
        report.unproven,
    )


def _local(path: Path) -> Finding:
    try:
        record = read_record(path)
        return _rules(path, record)
    except RecordError as error:
        return Finding(path, UNREADABLE, _about_it(path, str(error)))


def _about_it(path: Path, sentence: str) -> str:
    """A sentence about a file whose name has been said."""
    place = f"{path}:"
    if sentence.startswith(place):
        return "line " + sentence.removeprefix(place)
    return sentence.replace(str(path), "it", 1)


def _rules(path: Path, record: Record) -> Finding:
    """Nothing is signed in a record, so only the rules can be held against it."""
    game = record.game()
    fault, bad = "", 0
    for number, action in enumerate(record.actions, 1):
        refusal = game.refusal(action)
        if refusal is not None:
            fault = f"action {number} in line {number + 1}: {refusal.text} ({refusal.clause})"
            bad = number
            break
        game.apply(action)
    if not fault and record.result not in (None, result_of(game)):
        fault = "the result in its last line is not what the actions come to"
    held = bad - 1 if bad else len(record.actions)
    winners = tuple(clean(game.names[seat]) for seat in game.winners)
    proven = [f"{held} action{'' if held == 1 else 's'}, all within the rules"]
    if winners:
        proven.append(f"played like this the game is won by {listing(winners)}")
    unproven = []
    if bad:
        unproven.append("anything from the bad action on")
    elif game.waiting():
        unproven.append("how the game went on: it is not finished here")
    unproven += [
        "who played, and whether anybody did: nothing in this file is signed",
        "that dice and cards fell like this: luck at one computer is only written down",
    ]
    return Finding(
        path, LOCAL_GAME, fault, bad, held, 0, "", game.digest(), winners,
        tuple(proven), tuple(unproven),
    )  # fmt: skip
