"""The folder of recorded games: names for new ones, the list of old ones, the one to go on with."""

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from chez_tui.world import Folders
    from core.game import Game
    from net.sessions.local import LocalTable, Pace
    from net.sessions.record import Record, RecordWriter

SUFFIX: Final = ".game"
SOLO: Final = "Solo"
HOT_SEAT: Final = "Hot seat"
RECENT: Final = 12  # only among so many newest records one is looked for to go on with


class Saved(NamedTuple):
    """A recorded game as the list shows it."""

    path: Path
    when: float  # seconds since the epoch, of the last action
    title: str = ""
    names: tuple[str, ...] = ()
    people: tuple[int, ...] = ()  # seats that no bot holds
    editions: tuple[str, ...] = ()
    actions: int = 0
    rounds: int = 0
    finished: bool = False
    winners: tuple[str, ...] = ()
    can_go_on: bool = False  # unfinished, played at this keyboard, and a person still sits there
    problem: str = ""  # why it can't be read; all the rest is empty then
    blocked: str = ""  # why it can't be replayed or continued by this program; all the rest holds
    told: str = ""  # the outcome, if there is more to say than the rest does

    @property
    def day(self) -> str:
        """When it was played, for people."""
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.when))

    @property
    def outcome(self) -> str:
        """How it ended, in a few words."""
        if self.problem:
            return "can't be read"
        if self.told:
            return self.told
        if self.winners:
            return f"{' and '.join(self.winners)} won in round {self.rounds}"
        return f"ended in round {self.rounds}" if self.finished else f"in round {self.rounds}"


def new_record(folder: Path, title: str = SOLO) -> Path:
    """Return a path in a folder for the record of a game that begins now; the folder exists."""
    folder.mkdir(parents=True, exist_ok=True)
    word = "-".join("".join(c if c.isalnum() else " " for c in title.casefold()).split()) or "game"
    stem = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{word}"
    path, number = folder / f"{stem}{SUFFIX}", 2
    while os.path.lexists(path):
        path, number = folder / f"{stem}-{number}{SUFFIX}", number + 1
    return path


def reserved(path: Path) -> Path:
    """Make that file, or one beside it with a number if it's taken, so that nobody else can."""
    free, number = path, 1
    while True:
        try:
            free.touch(mode=0o600, exist_ok=False)
            return free
        except FileExistsError:
            number += 1
            free = path.with_stem(f"{path.stem}-{number}")


def recording(path: Path, game: "Game", options: Mapping[str, str]) -> "RecordWriter":
    """Return what writes a game down in a file, with the players' own cards in it."""
    from net.sessions.record import Header, OwnCards, RecordWriter

    own = OwnCards.of_catalog(game.catalog)
    return RecordWriter(path, Header.of(game.catalog, game.names, options, own=own))


def record_files(folder: Path) -> list[Path]:
    """Return all records in a folder, the one written to last first."""
    found: list[tuple[float, str, Path]] = []
    for path in folder.glob(f"*{SUFFIX}"):
        with suppress(OSError):  # gone in the meantime
            found.append((path.stat().st_mtime, path.name, path))
    return [path for *_, path in sorted(found, reverse=True)]


def look_at(path: Path) -> Saved:
    """What the list shows of one record."""
    from core.actions import Refused
    from core.telling import clean
    from net.sessions.record import Outdated, RecordError, read_record

    try:
        when = path.stat().st_mtime
    except OSError as error:
        return Saved(path, 0.0, problem=f"{path} can't be read: {error.strerror or error}")
    try:
        record = read_record(path)
    except RecordError as error:
        return Saved(path, when, problem=str(error))
    header = record.header
    names = tuple(map(clean, header.names))
    levels = header.about.get("levels", "").split(",")
    fits = len(levels) == len(header.names)
    people = tuple(seat for seat, level in enumerate(levels) if not level) if fits else ()
    saved = Saved(
        path,
        when,
        title=clean(header.about.get("title", ""), nameless=""),
        names=names,
        people=people,
        editions=header.editions,
        actions=len(record.actions),
    )
    try:
        game = record.game()
        for action in record.actions:
            game.apply(action)
    except Outdated as why:
        return _by_hearsay(saved, record)._replace(blocked=str(why))
    except (RecordError, Refused) as error:
        return Saved(path, when, problem=str(error))
    finished = not game.waiting()
    return saved._replace(
        rounds=game.round,
        finished=finished,
        winners=tuple(names[seat] for seat in game.winners),
        can_go_on=not finished
        and header.about.get("title") in (SOLO, HOT_SEAT)
        and any(game.alive[seat] for seat in people),
    )


def _by_hearsay(saved: Saved, record: "Record") -> Saved:
    """How a game of other rules or cards ended, as its file says; an older file does not say it,
    but if the game can be played to its end today, that is worth telling as such."""
    from net.sessions.record import UNNUMBERED

    result, today = record.result, ""
    if result is None and record.header.rules == UNNUMBERED:
        result, today = record.by_todays_rules(), ", by today's rules"
    if result is None:
        return saved._replace(told="no result saved")
    winners = tuple(saved.names[seat] for seat in result.winners)
    told = f"{' and '.join(winners)} won{today}" if winners and today else ""
    return saved._replace(rounds=result.round, finished=True, winners=winners, told=told)


def unfinished(folder: Path) -> Saved | None:
    """Return the newest game at this keyboard that somebody can go on with.

    If there is none, the newest that nobody can, because its rules or cards are other ones.
    """
    blocked = None
    for saved in map(look_at, record_files(folder)[:RECENT]):
        if saved.can_go_on:
            return saved
        if saved.blocked and not saved.finished and saved.title in (SOLO, HOT_SEAT):
            blocked = blocked or saved
    return blocked


def interrupted(folder: Path) -> list[tuple[float, Path]]:
    """Return the network games that have not ended, the newest first: when each was played last
    and its folder.

    Only names and times of files are looked at; what is in them is read when it is taken up.
    """
    found: list[tuple[float, Path]] = []
    for seeds in folder.glob("*/*/seeds"):
        with suppress(OSError):
            if not (seeds.parent / "over").exists():
                times = [path.stat().st_mtime for path in seeds.parent.iterdir()]
                found.append((max(times), seeds.parent))
    return sorted(found, reverse=True)


def outdated(folder: Path) -> str:
    """Why this program can't go on with the network game in a folder: its rules or cards are other
    ones. Empty if they are not; what else is wrong with it is not looked at."""
    from net.log.chain import ChainError
    from net.log.entries import EntryError
    from net.sessions.record import Outdated, RecordError
    from net.table.settings import terms_in

    try:
        terms_in(folder).game()
    except Outdated as why:
        return str(why)
    except (ChainError, EntryError, RecordError):
        pass
    return ""


def go_on(path: Path, pace: "Pace", folders: "Folders") -> "tuple[LocalTable, tuple[int, ...]]":
    """The table of an unfinished game and the seats of the people; RecordError if it can't be."""
    from core.luck import parse_seed
    from net.sessions.local import Chair, LocalTable, TableSetup
    from net.sessions.record import RecordError, read_record

    record = read_record(path)
    header = record.header
    levels = header.about.get("levels", "").split(",")
    if len(levels) != len(header.names) or all(levels):
        raise RecordError(f"{path} does not say who of the players is a bot")
    try:
        seed = parse_seed(header.about.get("seed", "0"))
    except ValueError as error:
        raise RecordError(f"{path}: {error}") from None
    setup = TableSetup(
        catalog=record.game().catalog,
        chairs=[Chair(*chair) for chair in zip(header.names, levels, strict=True)],
        options=header.options,
        seed=seed,
        first=header.first,
        winners=header.winners,
        title=header.about.get("title", SOLO),
        own=header.own,
        id=header.about.get("id", ""),
        history=folders.history,
    )
    try:
        table = LocalTable.resume(record, path, setup, pace)
    except KeyError as level:
        raise RecordError(f"{path}: there are no bots of the level {level}") from None
    setup.record = path
    return table, tuple(seat for seat, level in enumerate(levels) if not level)
