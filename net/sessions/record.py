"""Games on disk: a header line that says how the table was set, then one line for each action.

A finished game ends with a line that has its result, so that a program with other rules or cards
can list it. A record is JSON lines in UTF-8 and is written as the game goes, so that a crash loses
at most the line being written; the reader forgives exactly that.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import partial
from io import FileIO
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from core.actions import CHANCE_KINDS, PLAYER_KINDS, Action, Refused
from core.catalog import Catalog, load_catalog
from core.clauses import RULES_VERSION
from core.game import Game
from core.loader import CardError
from net.files import IN_USE, cut, held, opened, put, renewed, vanished

FORMAT: Final = "chez-tui game"
VERSION: Final = 2
UNNUMBERED: Final = 1  # the version of files, terms and rules from before rules had a number
NETWORK: Final = b"chez-tui log "  # what the log of a network game begins with

OTHER_CARDS: Final = "this game used different cards, so it can't be replayed or continued"

MAX_SIZE: Final = 1 << 29  # bytes of a file; the longest game is far below
MAX_LINE: Final = 1 << 22
CHUNK: Final = 1 << 20
MAX_NUMBER: Final = 1 << 20
MAX_CARDS: Final = 1 << 12

_KINDS: Final = frozenset((*PLAYER_KINDS, *CHANCE_KINDS))
_DEFAULTS: Final[tuple[object, ...]] = ("", 0, [], [], *Action("", 0)[4:])


class RecordError(Exception):
    """A file that is no record, is damaged, or does not fit the cards at hand."""


class InUse(RecordError):
    """A game that another program of this user plays."""


class Outdated(RecordError):
    """A game that can be read and not played: by other rules, or with other cards."""


@dataclass(frozen=True, slots=True)
class OwnCards:
    """The contents of a file of players' own cards (R-SETUP-5), kept with the game."""

    name: str
    text: str

    @classmethod
    def of(cls, path: Path) -> Self:
        """The cards in a file that a catalog was loaded from."""
        return cls(path.name, path.read_text(encoding="utf-8"))

    @classmethod
    def of_catalog(cls, catalog: Catalog) -> tuple[Self, ...]:
        """All such files that a catalog was loaded from."""
        files = dict.fromkeys(face.origin[0] for face in catalog.faces if face.edition == "own")
        return tuple(cls.of(Path(file)) for file in files)

    def read_bytes(self) -> bytes:
        return self.text.encode()

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Header:
    """How the table was set before the first action."""

    editions: tuple[str, ...]
    fingerprint: str
    names: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    first: int = 0
    winners: tuple[int, ...] = ()  # of the game before (R-SETUP-4)
    own: tuple[OwnCards, ...] = ()
    about: Mapping[str, str] = field(default_factory=dict)  # seed, bots' levels: nothing of weight
    rules: int = RULES_VERSION

    @classmethod
    def of(
        cls,
        catalog: Catalog,
        names: Sequence[str],
        options: Mapping[str, str] | None = None,
        first: int = 0,
        winners: Sequence[int] = (),
        own: Sequence[OwnCards] = (),
        about: Mapping[str, str] | None = None,
    ) -> Self:
        """The header of a game that is about to begin with these cards."""
        return cls(
            tuple(edition.key for edition in catalog.editions),
            catalog.fingerprint,
            tuple(names),
            dict(options or {}),
            first,
            tuple(winners),
            tuple(own),
            dict(about or {}),
        )


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    winners: tuple[int, ...]  # seats
    round: int
    slack: tuple[int, ...]  # of each seat


def result_of(game: Game) -> Result | None:
    """The result of a game; None while it goes on."""
    return None if game.waiting() else Result(game.winners, game.round, tuple(game.slack))


@dataclass(frozen=True, slots=True)
class Record:
    """A game read back. `torn`: its last line was cut off and is left out."""

    header: Header
    actions: tuple[Action, ...]
    torn: bool = False
    result: Result | None = None  # as the file has it

    def game(self, today: bool = False) -> Game:
        """The table before the first action; raises Outdated without the same rules and cards.

        With `today` the rules and cards at hand do, whatever the game was played by.
        """
        header, catalog = self.header, self.catalog(today)
        try:
            return Game(catalog, header.names, dict(header.options), header.first, header.winners)
        except ValueError as error:
            raise RecordError(f"this table can't be set: {error}") from None

    def catalog(self, today: bool = False) -> Catalog:
        """The cards that were played with; raises Outdated as `game` does."""
        header = self.header
        if not today:
            self._check_rules()
        try:
            catalog = load_catalog(header.editions, header.own)
        except CardError as error:
            raise Outdated(f"the cards of this game can't be loaded: {error}") from None
        if not today and catalog.fingerprint != header.fingerprint:
            raise Outdated(OTHER_CARDS)
        return catalog

    def _check_rules(self) -> None:
        played = self.header.rules
        if played < RULES_VERSION:
            raise Outdated(
                f"this game used older rules (version {played}, now {RULES_VERSION}), "
                "so it can't be replayed or continued"
            )
        if played > RULES_VERSION:
            raise Outdated(
                f"this game used newer rules (version {played}, here {RULES_VERSION}): "
                "update chez-tui to replay or continue it"
            )

    def by_todays_rules(self) -> Result | None:
        """What the actions come to by the rules and cards at hand, whatever it was played by.

        None unless all of them are legal and the very last one ends the game.
        """
        try:
            game = self.game(today=True)
            for action in self.actions:
                game.apply(action)
        except (RecordError, Refused):
            return None
        return result_of(game)


class RecordWriter:
    """Writes a record line by line; each line is on its way to the disk before the next.

    The file is this program's alone until it's closed. If it vanishes, it is written again.
    """

    def __init__(self, path: Path, header: Header) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._begin(path, opened(path, os.O_EXCL))  # never a file or link that is there
        try:
            self._line(
                {
                    "format": FORMAT,
                    "version": VERSION,
                    "editions": header.editions,
                    "rules": header.rules,
                    "fingerprint": header.fingerprint,
                    "names": header.names,
                    "options": dict(header.options),
                    "first": header.first,
                    "winners": header.winners,
                    "cards": [{"name": own.name, "text": own.text} for own in header.own],
                    "about": dict(header.about),
                }
            )
        except OSError:
            self.close()
            path.unlink()
            raise

    def _begin(self, path: Path, file: FileIO) -> None:
        self.path = path
        self._file = file
        if not held(file.fileno()):
            self.close()
            raise InUse(IN_USE)
        self._starts: list[int] = []  # where each action begins that was written

    @classmethod
    def continued(cls, path: Path, record: Record, result: Result | None = None) -> Self:
        """Take up a record where it ends; raises InUse if another program has done so.

        What a crash has torn is cut off, and a result that it has lost is written.
        """
        writer = cls.__new__(cls)
        writer._begin(path, opened(path))
        try:
            if read_record(path) != record:
                raise InUse(IN_USE)  # until a moment ago
            data = writer._file.readall()
            rest = len(data) - data.rfind(b"\n") - 1
            if record.torn:
                cut(writer._file, len(data) - rest)
            elif rest:
                put(writer._file, b"\n")
            if record.result is None and result is not None:
                writer._line({"result": asdict(result)})
        except (OSError, RecordError):
            writer.close()
            raise
        return writer

    def write(self, action: Action, result: Result | None = None) -> bool:
        """Write an action, and with the last one of a game the result, at one go.

        Return whether the file had vanished and was written again.
        """
        lost = vanished(self._file, self.path)
        if lost:
            self._file, self.path = renewed(self._file, self.path)
        self._starts.append(self._file.tell())
        ending = () if result is None else ({"result": asdict(result)},)
        self._line(packed(action), *ending)
        return lost

    def take_back(self, many: int = 1) -> None:
        """Unwrite the last actions, and the result if they ended the game."""
        cut(self._file, self._starts[-many])
        del self._starts[-many:]

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _line(self, *values: object) -> None:
        lines = (json.dumps(v, ensure_ascii=False, separators=(",", ":")) + "\n" for v in values)
        # What UTF-8 has no bytes for is escaped, which is JSON's own way too.
        put(self._file, "".join(lines).encode(errors="backslashreplace"))


def packed(action: Action) -> list[object]:
    """An action as a list without the default values at its end."""
    fields: list[object] = [action.kind, action.seat, list(action.cards), list(action.faces)]
    fields += action[4:]
    while fields[-1] == _DEFAULTS[len(fields) - 1] and len(fields) > 2:
        fields.pop()
    return fields


def read_action(value: object) -> Action:
    """The action that `packed` made a list of; raises RecordError."""
    if not isinstance(value, list) or not 2 <= len(value) <= len(_DEFAULTS):
        raise RecordError("an action has 2 to 8 fields")
    fields: list[object] = [*value, *_DEFAULTS[len(value) :]]
    kind, cards, faces = fields[0], _numbers(fields[2]), _numbers(fields[3])
    others = _numbers([fields[1], *fields[4:]])
    if not isinstance(kind, str) or kind not in _KINDS:
        raise RecordError("an action is of an unknown kind")
    if cards is None or faces is None or others is None:
        raise RecordError("an action holds something that isn't a number")
    seat, to, on, number, ref = others
    return Action(kind, seat, cards, faces, to, on, number, ref)


def now() -> str:
    """Return the time of day with date and zone, as records and history have it."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def read_head(path: Path) -> Record:
    """The record in a file without its actions: how it began, and its result if it has one."""
    data = read_bytes(path)
    if data.startswith(NETWORK):
        from net.log.netgame import head_of

        return head_of(data, path)
    head, whole, rest = data.partition(b"\n")
    header = _header(path, head, bool(whole))
    return Record(header, (), result=_result(rest.strip().rpartition(b"\n")[2], len(header.names)))


def read_bytes(path: Path) -> bytes:
    """What is in a file; raises RecordError."""
    try:
        with path.open("rb") as file:
            chunks = iter(partial(file.read, CHUNK), b"")  # read(MAX_SIZE) takes all that memory
            return b"".join(islice(chunks, MAX_SIZE // CHUNK))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise RecordError(f"{path} can't be read: {reason}") from None


def read_record(path: Path) -> Record:
    """The record in a file, which may be the log of a network game too."""
    return record_in(read_bytes(path), path)


def record_in(data: bytes, path: Path) -> Record:
    """The record in the bytes of a file; the path is for what is wrong with it."""
    if data.startswith(NETWORK):
        from net.log.netgame import record_of

        return record_of(data, path)
    *lines, rest = data.split(b"\n")
    header = _header(path, lines[0] if lines else b"", bool(lines))
    torn = bool(rest) and _json(rest) is None
    if rest and not torn:
        lines.append(rest)  # only the line break is missing
    result = _result(lines[-1], len(header.names)) if len(lines) > 1 else None
    if result is not None:
        lines.pop()
    actions: tuple[Action, ...] = ()
    try:
        actions = tuple(_action(path, number, line) for number, line in enumerate(lines[1:], 2))
    except RecordError:
        if header.rules == RULES_VERSION:  # other rules may know other actions
            raise
    return Record(header, actions, torn, result)


# -- reading one line ------------------------------------------------------------------------------


def _json(line: bytes) -> object:
    """The value of a line, None if it has none."""
    if len(line) > MAX_LINE:
        return None
    try:
        value: object = json.loads(line.decode())
    except (ValueError, RecursionError):
        return None
    return value


def _header(path: Path, line: bytes, whole: bool) -> Header:
    if not whole:
        raise RecordError(f"{path} isn't a chez-tui game file: the first line isn't complete")
    data = _json(line)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(f"{path} isn't a chez-tui game file")
    version, rules = data.get("version"), data.get("rules")
    if version == UNNUMBERED:
        rules = UNNUMBERED
    elif version != VERSION:
        raise RecordError(
            f"{path} is a game file of version {version!r:.20}. "
            f"This chez-tui reads versions up to {VERSION}."
        )
    editions, names = _texts(data.get("editions")), _texts(data.get("names"))
    winners, first = _numbers(data.get("winners")), data.get("first")
    fingerprint, options, own = data.get("fingerprint"), data.get("options"), data.get("cards")
    about = data.get("about", {})
    if (
        editions is None
        or names is None
        or winners is None
        or type(rules) is not int
        or rules < UNNUMBERED
        or not isinstance(first, int)
        or not isinstance(fingerprint, str)
        or not isinstance(options, dict)
        or not all(isinstance(value, str) for value in options.values())
        or not isinstance(own, list)
        or not isinstance(about, dict)
        or not all(isinstance(value, str) for value in about.values())
    ):
        raise RecordError(f"{path}:1: the header of this game file is damaged")
    files = []
    for entry in own:
        pair = _texts([entry.get("name"), entry.get("text")]) if isinstance(entry, dict) else None
        if pair is None:
            raise RecordError(f"{path}:1: the custom cards in the header are damaged")
        files.append(OwnCards(*pair))
    return Header(editions, fingerprint, names, options, first, winners, tuple(files), about, rules)


def _result(line: bytes, seats: int) -> Result | None:
    """The result in the last line of a finished game; None if it has none."""
    data = _json(line)
    told = data.get("result") if isinstance(data, dict) else None
    if not isinstance(told, dict):
        return None
    return read_result(told.get("winners"), told.get("round"), told.get("slack"), seats)


def read_result(winners: object, round: object, slack: object, seats: int) -> Result | None:
    """A result from a stranger's file; None if there can be no such thing at that many seats."""
    won, sums = _numbers(winners), _numbers(slack)
    if won is None or sums is None or len(sums) != seats or type(round) is not int or round < 0:
        return None
    if len(set(won)) != len(won) or not set(won) <= set(range(seats)):
        return None
    return Result(won, round, sums)


def _action(path: Path, number: int, line: bytes) -> Action:
    try:
        return read_action(_json(line))
    except RecordError:
        raise RecordError(f"{path}:{number}: this line of the game file is damaged") from None


def _texts(value: object) -> tuple[str, ...] | None:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    return None


def _numbers(value: object) -> tuple[int, ...] | None:
    if not isinstance(value, list) or len(value) > MAX_CARDS:
        return None
    for item in value:
        if type(item) is not int or abs(item) >= MAX_NUMBER:
            return None
    return tuple(value)
