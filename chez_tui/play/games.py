"""The folder of saved games: names for new ones, the list of old ones, the one to continue."""

import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from chez_tui.errors import UserError

if TYPE_CHECKING:
    from chez_tui.world import Folders, World
    from core.game import Game
    from net.sessions.history import History, Line
    from net.sessions.local import LocalTable, Pace
    from net.sessions.record import Header, OwnCards, Record, RecordWriter

SUFFIX: Final = ".game"
STDIN: Final = "-"
SOLO: Final = "Solo"
HOT_SEAT: Final = "Hot seat"
WON, LOST, UNFINISHED = "won", "lost", "unfinished"
NONE: Final[Mapping[Any, Any]] = MappingProxyType({})


class Saved(NamedTuple):
    """A saved game as the list shows it."""

    path: Path
    when: float  # seconds since the epoch, of the last action
    title: str = ""
    names: tuple[str, ...] = ()
    people: tuple[int, ...] = ()  # seats of this person, and of others at the same keyboard
    editions: tuple[str, ...] = ()
    actions: int = 0
    rounds: int = 0
    finished: bool = False
    winners: tuple[str, ...] = ()
    can_go_on: bool = False  # unfinished, played from here, and a person still sits there
    problem: str = ""  # why it can't be read; then all the rest is empty
    blocked: str = ""  # why we can't replay or continue it; all the rest holds
    told: str = ""  # the outcome, if it needs other words
    date: str = ""  # when it began, according to its file or name
    program: str = ""  # the version that played it
    seed: str = ""  # of the deal, unless it was sealed
    folder: Path | None = None  # of this person's part in an unfinished network game

    @property
    def day(self) -> str:
        """When it was played, for people."""
        return self.date or time.strftime("%Y-%m-%d %H:%M", time.localtime(self.when))

    @property
    def others(self) -> tuple[str, ...]:
        """The other players; empty if no one knows who sits here."""
        seats = enumerate(self.names) if self.people else ()
        return tuple(name for seat, name in seats if seat not in self.people)

    @property
    def result(self) -> str:
        """This person's result: won, lost or unfinished; empty if no one knows."""
        if not self.finished:
            return "" if self.problem or self.told else UNFINISHED
        won = any(self.names[seat] in self.winners for seat in self.people)
        return "" if not self.people or not self.winners else WON if won else LOST

    @property
    def outcome(self) -> str:
        """How it ended, in a few words."""
        if self.problem:
            return "can't be read"
        if self.told:
            return self.told
        if self.winners:
            return f"{' and '.join(self.winners)} won in round {self.rounds}"
        in_round = f"in round {self.rounds}" if self.rounds else ""
        return f"ended {in_round}" if self.finished else in_round


def new_record(folder: Path, title: str = SOLO) -> Path:
    """Return a path in a folder for a game that begins now."""
    word = "-".join("".join(c if c.isalnum() else " " for c in title.casefold()).split()) or "game"
    stem = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{word}"
    path, number = folder / f"{stem}{SUFFIX}", 2
    while os.path.lexists(path):
        path, number = folder / f"{stem}-{number}{SUFFIX}", number + 1
    return path


def recording(
    path: Path, game: "Game", options: Mapping[str, str], about: Mapping[str, str] | None = None
) -> "RecordWriter":
    """Return a writer that saves a game in a file, with the players' own cards in it."""
    from net.sessions.record import Header, OwnCards, RecordWriter

    own = OwnCards.of_catalog(game.catalog)
    return RecordWriter(path, Header.of(game.catalog, game.names, options, own=own, about=about))


def about_today() -> dict[str, str]:
    """Return what a game that begins now saves about program and date."""
    from chez_tui import __version__
    from net.sessions.record import now

    return {"program": __version__, "date": now()}


# -- which games there are -------------------------------------------------------------------------


def record_files(folder: Path) -> list[Path]:
    """Return all saved games in a folder, the latest first."""
    return _newest_first(folder.glob(f"*{SUFFIX}"))


def _newest_first(paths: Iterable[Path]) -> list[Path]:
    found: list[tuple[float, str, Path]] = []
    for path in paths:
        with suppress(OSError):  # it may be gone by now
            found.append((path.stat().st_mtime, path.name, path))
    return [path for *_, path in sorted(found, reverse=True)]


def named(name: str, folder: Path) -> Path:
    """Return the file that a person names; one in the games folder needs no path."""
    path = Path(name)
    candidates = (path, folder / name, folder / f"{name}{SUFFIX}")
    return next((file for file in candidates if file.exists() and not file.is_dir()), path)


def contents(name: str, world: "World") -> tuple[Path, bytes]:
    """Return a file and its content; `-` is standard input. Raise RecordError if that fails."""
    from net.sessions.record import read_bytes

    if name == STDIN:
        return Path(name), world.read_all()
    path = named(name, world.folders.games)
    return path, read_bytes(path)


def parts(folder: Path, over: bool = False) -> dict[Path, Path]:
    """Return the folders of unfinished network games, or of all, by the logs that belong to
    them."""
    found: dict[Path, Path] = {}
    for seeds in folder.glob("*/*/seeds"):  # import the network only if there are any
        from net.log.chain import ChainError
        from net.peer.home import Folder

        with suppress(ChainError):
            if over or not Folder.finished(seeds.parent):
                found[Folder.log_of(seeds.parent)] = seeds.parent
    return found


def told_of(history: "History") -> "dict[Path, Line]":
    """Return the lines of a person's history, by the games' files."""
    from net.sessions.history import read_history

    with suppress(OSError):
        folder, lines = history.path.parent.absolute(), read_history(history.path)
        return {
            folder / name: line for line in lines if isinstance(name := line.get("record"), str)
        }
    return {}


def saved_games(folders: "Folders", known: "Mapping[Path, Line]" = NONE) -> "Iterator[Saved]":
    """Return the games in a person's folders as `glance` sees them, the latest first."""
    mine = parts(folders.net)
    for path in _newest_first({*folders.games.glob(f"*{SUFFIX}"), *mine}):
        yield glance(path, mine, known)


def unfinished(folders: "Folders") -> "Iterator[Saved]":
    """Return the games this person can continue, the latest first; then those that we can't,
    because their rules or cards differ from ours."""
    blocked = []
    for saved in saved_games(folders):
        if saved.can_go_on and saved.folder is None:
            saved = look_at(saved.path, saved)
        if saved.can_go_on:
            yield saved
        elif saved.blocked and not saved.finished and (saved.folder or saved.people):
            blocked.append(saved)
    yield from blocked


def to_go_on(name: str | None, folders: "Folders") -> Saved:
    """Return the named game, or the latest; raise UserError if it can't continue."""
    if name is None:
        newest = next(unfinished(folders), None)
        if newest is None:
            raise UserError("no unfinished game to continue")
        return newest
    path = named(name, folders.games)
    if not path.is_file():
        raise UserError(f"no game called {name}")
    mine = {log.resolve(): part for log, part in parts(folders.net, over=True).items()}
    part = mine.get(path.resolve())
    saved = glance(path, {path: part} if part else {})
    if not part:
        saved = look_at(path, saved)
    if saved.finished or (part and part not in parts(folders.net).values()):
        raise UserError(f"{path} is over already")
    if saved.problem:
        raise UserError(saved.problem)
    if not saved.can_go_on and not saved.blocked:
        raise UserError(f"no one at this keyboard plays in {path}")
    return saved


def glance(
    path: Path,
    mine: Mapping[Path, Path] = NONE,
    known: "Mapping[Path, Line]" = NONE,
) -> Saved:
    """Return what the list shows of a game, from the ends of its file.

    `mine` has folders of network games by their logs, `known` the lines of the history.
    """
    from core.telling import clean
    from net.sessions.record import RecordError, read_head

    try:
        when = path.stat().st_mtime
        record, people = (read_head(path), ()) if path not in mine else _part(mine[path])
    except OSError as error:
        return Saved(path, 0.0, problem=f"{path} can't be read: {error.strerror or error}")
    except RecordError as error:
        return Saved(path, when, problem=str(error))
    header, result, line = record.header, record.result, known.get(path.absolute(), {})
    names, about = tuple(map(clean, header.names)), header.about
    levels = about.get("levels", "").split(",")
    fits = len(levels) == len(names)
    here = tuple(seat for seat, level in enumerate(levels) if not level) if fits else ()
    yours = line.get("yours")
    yours = people or (yours if isinstance(yours, list) else ())
    saved = Saved(
        path,
        when,
        title=clean(about.get("title", ""), nameless=""),
        names=names,
        people=here or tuple(seat for seat in yours if seat in range(len(names))),
        editions=header.editions,
        finished=result is not None,
        rounds=0 if result is None else result.round,
        winners=() if result is None else tuple(names[seat] for seat in result.winners),
        blocked=blocked(header),
        date=_date(about.get("date", path.name)),
        program=clean(about.get("program", str(line.get("program", ""))), nameless=""),
        seed=clean(about.get("seed", ""), nameless=""),
        folder=mine.get(path),
    )
    if saved.blocked and result is None and saved.folder is None:
        return saved._replace(told="no saved result")
    can = bool(saved.folder is not None or here)
    return saved._replace(can_go_on=can and result is None and not saved.blocked)


def _part(folder: Path) -> "tuple[Record, tuple[int, ...]]":
    """Return the start of the network game in a folder, and this person's seats in it."""
    from net.log.chain import ChainError
    from net.log.entries import EntryError
    from net.log.netgame import header_of
    from net.sessions.record import Record, RecordError
    from net.table.settings import terms_in

    try:
        terms = terms_in(folder)
    except (ChainError, EntryError) as error:
        raise RecordError(str(error)) from None
    me = (pid for pid in terms.pids if pid.hex().startswith(folder.parent.name))
    return Record(header_of(terms), ()), tuple(terms.seat_of(pid) for pid in me)


def said_of(header: "Header", path: Path) -> str:
    """Return what a game file says about itself: title, date and program version."""
    from core.telling import clean

    about = header.about
    words = (about.get("title", ""), _date(about.get("date", path.name)))
    program = about.get("program", "")
    said = (*words, f"chez-tui {program}" if program else "")
    return ", ".join(filter(None, (clean(word, nameless="") for word in said)))


def look_at(path: Path, known: Saved | None = None) -> Saved:
    """Return all about a game, by playing it once."""
    from core.actions import Refused
    from net.sessions.record import RecordError, read_record

    saved = glance(path) if known is None else known
    if saved.problem:
        return saved
    try:
        record = read_record(path)
        if saved.blocked:
            return _by_hearsay(saved, record)
        game = record.game()
        for action in record.actions:
            game.apply(action)
    except (RecordError, Refused) as error:
        return Saved(path, saved.when, problem=str(error))
    finished = not game.waiting()
    alive = saved.folder is not None or any(game.alive[seat] for seat in saved.people)
    return saved._replace(
        actions=len(record.actions),
        rounds=game.round,
        finished=finished,
        winners=tuple(saved.names[seat] for seat in game.winners),
        can_go_on=saved.can_go_on and not finished and alive,
    )


def _date(text: str) -> str:
    """Return the date at the beginning of a text, for people: in a file or in its name."""
    found = re.match(r"(\d{4}-\d\d-\d\d)[T-](\d\d):?(\d\d)", text)
    return f"{found[1]} {found[2]}:{found[3]}" if found else ""


def blocked(header: "Header") -> str:
    """Return why we can't continue a game: its rules or cards differ from ours. Empty if they
    don't; other faults aren't checked."""
    return _blocked(header.editions, header.own, header.fingerprint, header.rules)


@lru_cache(maxsize=64)
def _blocked(
    editions: tuple[str, ...], own: "tuple[OwnCards, ...]", fingerprint: str, rules: int
) -> str:
    from net.sessions.record import Header, Outdated, Record

    try:
        Record(Header(editions, fingerprint, (), own=own, rules=rules), ()).catalog()
    except Outdated as why:
        return str(why)
    return ""


def _by_hearsay(saved: Saved, record: "Record") -> Saved:
    """Return how a game with other rules or cards ended, as its file says. An older file doesn't
    say; if the game can be played to its end today, return that and say so."""
    from net.sessions.record import UNNUMBERED

    result, today = record.result, ""
    if result is None and record.header.rules == UNNUMBERED:
        result, today = record.by_todays_rules(), ", by today's rules"
    if result is None:
        return saved._replace(told="no saved result")
    winners = tuple(saved.names[seat] for seat in result.winners)
    told = f"{' and '.join(winners)} won{today}" if winners and today else ""
    return saved._replace(rounds=result.round, finished=True, winners=winners, told=told)


def go_on(path: Path, pace: "Pace", folders: "Folders") -> "tuple[LocalTable, tuple[int, ...]]":
    """Return an unfinished game's table and its people's seats; raise UserError."""
    from core.luck import parse_seed
    from net.sessions.local import Chair, LocalTable, TableSetup
    from net.sessions.record import RecordError, read_record

    try:
        record = read_record(path)
        header = record.header
        levels = header.about.get("levels", "").split(",")
        if len(levels) != len(header.names) or all(levels):
            raise RecordError(f"{path} doesn't say which players are bots")
        setup = TableSetup(
            catalog=record.game().catalog,
            chairs=[Chair(*chair) for chair in zip(header.names, levels, strict=True)],
            options=header.options,
            seed=parse_seed(header.about.get("seed", "0")),
            first=header.first,
            winners=header.winners,
            title=header.about.get("title", SOLO),
            own=header.own,
            id=header.about.get("id", ""),
            history=folders.history,
            about=header.about,
        )
        table = LocalTable.resume(record, path, setup, pace)
    except KeyError as level:
        raise UserError(f"{path}: unknown bot level {level}") from None
    except RecordError as error:
        raise UserError(str(error)) from None
    except ValueError as error:
        raise UserError(f"{path}: {error}") from None
    setup.record = path
    return table, tuple(seat for seat, level in enumerate(levels) if not level)


def way_back(saved: Saved, world: "World") -> tuple[Any, ...]:
    """Return the way in `flows` that leads back to a game, and its arguments; raise UserError."""
    from net.sessions.local import PACES

    if saved.blocked:
        raise UserError(saved.blocked)
    if saved.folder is not None:
        return ("resume", saved.folder)
    pace = world.settings.pace if world.terminal.shows else "instant"
    return ("play", *go_on(saved.path, PACES[pace], world.folders))
