"""A session's world: who plays, with which folders and on what terminal.

It's made once, at the edge, and handed down. Nothing below asks the process, so one process can
hold several sessions.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TextIO

from chez_tui.errors import UserError, of_disk

if TYPE_CHECKING:
    import asyncio
    from argparse import Namespace
    from pathlib import Path

    from chez_tui.settings import Settings
    from net.identity import Identity
    from net.sessions.history import History

SLOTS: Final = 64  # clients of one person that can play at once
FEW, MANY = 16, 1 << 24  # colors
# Every environment variable that we read. `variable` refuses others.
ENVIRONMENT: Final = {
    "XDG_CONFIG_HOME": "your settings are in its folder `chez-tui`; if unset, in `~/.config`",
    "XDG_DATA_HOME": "your games, cards and keys are in its folder `chez-tui`; "
    "if unset, in `~/.local/share`",
    "HOME": "the folder that `~` means",
    "NO_COLOR": "any text turns colors off",
    "COLORTERM": "`truecolor` or `24bit` means 16 million colors",
    "TERM": "the kind of terminal; `256color` in its name means 256 colors, anything else means 16",
    "COLUMNS": "the width of a line, except on the full screen",
    "LC_ALL": "the locale, such as `en_US.UTF-8`; without UTF-8, screens use plain signs",
    "LC_CTYPE": "the locale, if `LC_ALL` is empty",
    "LANG": "the locale, if both are empty",
    "SSH_CONNECTION": "set by SSH; reduces motion and darkens cards unless you use `--no-calm`",
    "LOGNAME": "your name until you set one",
    "USER": "your name, if `LOGNAME` is empty",
    "TEXTUAL_DRIVER": "a Textual driver to use instead of ours, for developers",
}


class State(NamedTuple):
    """What we remember without being told: the last editions played and the lessons finished."""

    editions: tuple[str, ...] = ()  # before the first game
    lessons: tuple[str, ...] = ()  # the editions whose lesson the person finished


class Folders(NamedTuple):
    """A person's own folders, as text, since `pathlib` takes long to import."""

    config: str  # what they set
    data: str  # what they make and save

    @classmethod
    def of_process(cls) -> "Folders":
        """Return the folders that the XDG base directories name."""
        return cls(_base("XDG_CONFIG_HOME", ".config"), _base("XDG_DATA_HOME", ".local", "share"))

    @property
    def settings(self) -> "Path":
        """The settings file."""
        return _path(self.config, "settings.toml")

    @property
    def state(self) -> "Path":
        """The file with the last editions and the lessons finished."""
        return _path(self.data, "state.json")

    @property
    def games(self) -> "Path":
        """The folder of saved games."""
        return _path(self.data, "games")

    @property
    def net(self) -> "Path":
        """The folder with the person's parts of network games."""
        return _path(self.data, "net")

    @property
    def peers(self) -> "Path":
        """The file with names and keys of people met before."""
        return _path(self.data, "peers")

    @property
    def cards(self) -> "Path":
        """The folder whose card files go into every deck."""
        return _path(self.data, "cards")

    @property
    def history(self) -> "History":
        """The file with a line for each game of the person."""
        from chez_tui import __version__
        from net.sessions.history import History

        return History(_path(self.data, "history.jsonl"), __version__)

    def own_cards(self) -> "tuple[Path, ...]":
        """Return the person's card files, sorted by name."""
        if not os.path.isdir(os.path.join(self.data, "cards")):
            return ()
        return tuple(sorted(self.cards.glob("*.toml")))


class TerminalTraits(NamedTuple):
    """What a terminal can do, and what its user wants from every program."""

    reads: bool = True  # a person types: standard input is a terminal
    shows: bool = True  # standard output is one, too
    complains: bool = True  # and standard error
    kind: str = "xterm-256color"
    colors: int = MANY  # 0 if the person wants none
    remote: bool = False  # over SSH
    width: int = 80
    language: str = ""  # the locale, such as de_DE.UTF-8

    @classmethod
    def of_process(cls) -> "TerminalTraits":
        """Return what the environment and the three streams say."""
        kind = variable("TERM")
        colors = 256 if "256color" in kind else 16
        if variable("COLORTERM") in ("truecolor", "24bit"):
            colors = MANY
        if variable("NO_COLOR"):
            colors = 0
        language = variable("LC_ALL") or variable("LC_CTYPE") or variable("LANG")
        return cls(
            sys.stdin.isatty(),
            sys.stdout.isatty(),
            sys.stderr.isatty(),
            kind,
            colors,
            bool(variable("SSH_CONNECTION")),
            columns(),
            language,
        )

    @property
    def plain(self) -> bool:
        """Whether its locale, where one is set, has no Unicode: `C`, `de_DE.ISO-8859-1`."""
        return bool(self.language) and "utf8" not in self.language.casefold().replace("-", "")

    @property
    def whole(self) -> bool:
        """Whether a full screen works: keys come from standard input, drawing goes to standard
        error."""
        return self.reads and self.shows and self.complains

    @property
    def moves(self) -> bool:
        """Whether the cursor can move."""
        return self.kind not in ("", "dumb")

    def need(self, what: str, *ways: str) -> None:
        """Refuse if a full screen isn't possible; name the ways that work without one."""
        ways_out = f"Without one, use {' or '.join(ways)}."
        if not self.whole:
            raise UserError(f"{what} needs a terminal. {ways_out}", 2)
        if not self.moves:
            raise UserError(f"{what} needs a terminal that can move its cursor. {ways_out}", 2)


class Keys:
    """A person's identities, each for one table at a time.

    So several clients of one person can sit at the same table.
    """

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._locks: dict[bytes, int] = {}  # of the identities this session uses

    def take(self) -> "Identity":
        """Return the main identity, or another one if it's in use. If the disk takes none, it lasts
        for this session only."""
        try:
            found = next(filter(None, map(self._free, self._slots())), None)
        except OSError:
            return _passing()
        if found is None:
            raise UserError(f"you're already playing in {SLOTS} windows. Close one first.")
        return found

    def take_among(self, pids: tuple[bytes, ...]) -> "Identity | None":
        """Return one of the identities that play in a game, if one isn't in use."""
        theirs = (path for path in self._slots() if path.exists() and _load(path).pid in pids)
        return next(filter(None, map(self._free, theirs)), None)

    def release(self, identity: "Identity") -> None:
        """Let others use an identity again."""
        lock = self._locks.pop(identity.pid, None)
        if lock is not None and lock >= 0:
            os.close(lock)

    def holds(self, pids: tuple[bytes, ...]) -> bool:
        """Return whether this session uses one of these identities."""
        return any(pid in self._locks for pid in pids)

    def pids(self) -> list[bytes]:
        """Return all players this person has been. More clients of theirs may be at a table."""
        found = []
        for path in self._slots():
            with suppress(UserError):
                if path.exists():
                    found.append(_load(path).pid)
        return found

    def _slots(self) -> "Iterator[Path]":
        yield _path(self._folders.data, "identity")
        for number in range(2, SLOTS + 1):
            yield _path(self._folders.data, f"identity-{number}")

    def _free(self, path: "Path") -> "Identity | None":
        """Return an identity for one table, unless another table has it."""
        lock = _locked(path)
        if lock is None:
            return None
        identity = _load(path)
        self._locks[identity.pid] = lock
        return identity


def standard_input() -> int:
    """Return where lines are typed; without a standard input, that's an empty one."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        return os.open(os.devnull, os.O_RDONLY)


class World:
    """What a session needs to know about its person and its place."""

    def __init__(
        self,
        folders: Folders,
        terminal: TerminalTraits | None = None,
        *,
        once: Mapping[str, Any] | None = None,
        login: Callable[[], str] = str,
        out: TextIO | None = None,
        typed: Callable[[], int] = standard_input,
    ) -> None:
        self.folders = folders
        self.terminal = TerminalTraits() if terminal is None else terminal
        self.keys = Keys(folders)
        self.out = sys.stdout if out is None else out
        self.typed = typed  # the descriptor that lines come from
        self._once = dict(once or {})  # settings for this run
        self._lent: dict[str, Any] = {}  # settings as they were before a game changed them
        self._login = login
        self._faults: tuple[str, ...] = ()  # of the settings file, until someone shows them
        self.ignores_file = False  # whether to leave the settings file alone
        self.is_new = False  # whether this is the very first start

    @classmethod
    def of_process(cls, args: "Namespace | None" = None) -> "World":
        """Return this process's world, with what its command line sets for this run."""
        said = {} if args is None else vars(args)
        wanted = {"name": said.get("player"), "ascii": said.get("ascii") or None}
        wanted |= {name: said.get(name) for name in ("theme", "calm")}
        once = {name: value for name, value in wanted.items() if value is not None}
        world = cls(Folders.of_process(), TerminalTraits.of_process(), once=once, login=_login)
        world.ignores_file = bool(said.get("no_settings"))
        kept = (world.folders.settings, world.folders.state, world.folders.games)
        world.is_new = not any(map(os.path.lexists, kept))
        return world

    @cached_property
    def settings(self) -> "Settings":
        """The person's choices, and on top of them what applies to this run only."""
        from chez_tui.settings import Loaded, load_settings

        once = dict(self._once)
        if self.terminal.colors <= FEW:  # tints of other themes would be lost, or worse
            once.setdefault("theme", "terminal" if self.terminal.colors else "mono")
        if self.terminal.plain:
            once.setdefault("ascii", True)
        if self.terminal.remote:
            once.setdefault("calm", True)
            once.setdefault("paper", not once["calm"])
        loaded = Loaded() if self.ignores_file else load_settings(self.folders.settings)
        self._faults = loaded.faults
        return loaded.settings._replace(**once)

    def faults(self) -> tuple[str, ...]:
        """Return what's wrong with the settings file, once: the caller shows it."""
        untold, self._faults = self._faults, ()
        return untold

    @property
    def name(self) -> str:
        """The person's name: from the settings, or their login name."""
        from core.telling import clean

        name = self.settings.name
        if not name:
            name = self._login()
            name = name[:1].upper() + name[1:]
        return clean(name, nameless="Player 1")

    def change(self, name: str, value: Any) -> str:
        """Change a setting now and in the file; return what went wrong with the file.

        Settings that are for this run only stay out of the file.
        """
        from chez_tui.settings import FIRST, save_setting, with_value

        self.settings = with_value(self.settings, name, value)
        if name == FIRST:
            self.remember(editions=())
        if self.ignores_file:
            return "changed until you quit: --no-settings leaves your file alone"
        try:
            save_setting(self.folders.settings, name, value)
        except (OSError, UserError) as error:
            said = of_disk(error) if isinstance(error, OSError) else error
            return f"can't save the settings: {said}"
        return ""

    def lend(self, name: str, value: Any) -> None:
        """Change a setting until `give_back`."""
        from chez_tui.settings import with_value

        self._lent.setdefault(name, getattr(self.settings, name))
        self.settings = with_value(self.settings, name, value)

    def give_back(self) -> None:
        """Restore all settings that were changed for a game."""
        self.settings = self.settings._replace(**self._lent)
        self._lent.clear()

    def put(self, name: str, text: str) -> None:
        """Change a setting as typed: `theme goth`, `keys.help f5`; raise UserError if it's
        wrong."""
        from chez_tui.commands import BY_ID, keys_problem
        from chez_tui.settings import KEYS, from_text

        value = from_text(name, text)
        command = BY_ID.get(name.removeprefix(KEYS)) if name.startswith(KEYS) else None
        problem = keys_problem(command, value, self.settings.keys) if command and value else ""
        problem = problem or self.change(name, value)
        if problem:
            raise UserError(problem)

    @cached_property
    def state(self) -> State:
        """What we remember without being told."""
        return _load_state(self.folders.state)

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions played last; before the first game, those in the settings."""
        from chez_tui.settings import editions_from

        return self.state.editions or editions_from(self.settings.editions)

    def learn(self, edition: str) -> None:
        """Remember that the person finished a lesson."""
        known = _load_state(self.folders.state).lessons
        self.remember(lessons=tuple(dict.fromkeys((*known, edition))))

    def remember(self, **news: Any) -> None:
        """Remember something; if the disk is full or read-only, someone else has said so."""
        self.state = _load_state(self.folders.state)._replace(**news)
        with suppress(OSError):
            _save_state(self.folders.state, self.state)

    def say(self, line: str) -> None:
        """Print a line at once."""
        self.complain()
        self.out.write(f"{line}\n")
        self.out.flush()

    def remark(self, line: str) -> None:
        """Print a line where errors go, since it isn't part of the output."""
        sys.stderr.write(f"{line}\n")

    def complain(self) -> None:
        """Print what's wrong with the settings file, unless a screen showed it."""
        for fault in self.faults():
            self.remark(f"chez-tui: {fault}")

    def read_all(self) -> bytes:
        """Return all input, for a command whose file is `-`."""
        with open(self.typed(), "rb", closefd=False) as standard_input:
            return standard_input.read()

    def ask_password(self) -> str:
        """Return a private table's password, typed unseen, so it needn't be on a command line."""
        import getpass

        if not self.terminal.reads:
            raise UserError("without a terminal, use --password to give the password", 2)
        return getpass.getpass("The table's password: ")

    def stopped(self) -> "asyncio.Event":
        """Return an event that signals set; they don't end the process anymore."""
        import asyncio
        import signal

        stopped, loop = asyncio.Event(), asyncio.get_running_loop()
        with suppress(NotImplementedError):  # as on Windows, where Ctrl+C just ends it
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, stopped.set)
        return stopped


def lend_to_the_shell(lend: Callable[[], Callable[[], None]]) -> None:
    """Lend a terminal with changed modes to the shell while Ctrl+Z stops us.

    `lend` gives it back and returns a function that takes it again after `fg`.
    """
    import asyncio
    import signal

    loop = asyncio.get_running_loop()

    def stop() -> None:
        take = lend()
        loop.remove_signal_handler(signal.SIGTSTP)
        os.kill(os.getpid(), signal.SIGTSTP)
        loop.add_signal_handler(signal.SIGTSTP, stop)
        take()

    loop.add_signal_handler(signal.SIGTSTP, stop)


def variable(name: str) -> str:
    """Return an environment variable; an empty text if it isn't set."""
    assert name in ENVIRONMENT, f"{name} is missing in ENVIRONMENT"
    return os.environ.get(name, "")


def columns() -> int:
    """Return the terminal's width; `shutil` could too, but takes long to import."""
    with suppress(ValueError):
        wanted = int(variable("COLUMNS"))
        if wanted > 0:
            return wanted
    with suppress(OSError):
        return os.get_terminal_size().columns or 80
    return 80


def ignore_interrupts() -> None:
    """Leave Ctrl+C to the process that started this one."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _login() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""


def _base(name: str, *below: str) -> str:
    """Return a folder of the XDG base directories; ignore one that isn't absolute."""
    base = variable(name)
    if os.path.isabs(base):
        return os.path.join(base, "chez-tui")
    home = variable("HOME") or os.path.expanduser("~")
    if not os.path.isabs(home):  # users without a home don't have files there either
        home = "/"
    return os.path.join(home, *below, "chez-tui")


def _path(*parts: str) -> "Path":
    from pathlib import Path

    return Path(*parts)


def _load(path: "Path") -> "Identity":
    import secrets

    from net.identity import IdentityError, load_identity

    try:
        return load_identity(path, secrets.token_bytes)
    except IdentityError as error:
        if not os.path.lexists(path):  # it couldn't be made
            raise OSError(str(error)) from None
        raise UserError(str(error)) from None


def _passing() -> "Identity":
    import secrets

    from net.identity import Identity

    return Identity(secrets.token_bytes(32))


def _locked(path: "Path") -> int | None:
    """Lock an identity for one table; return None if another table has it."""
    try:
        import fcntl
    except ImportError:  # no such locks here; nobody shares such a machine over SSH either
        return None if path.name.count("-") else -1
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(path.with_name(f".{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


def _load_state(path: "Path") -> State:
    """Return what a file remembers. It isn't written by hand, so forget a damaged one."""
    import json

    from core.catalog import EDITIONS

    state = State()
    with suppress(OSError, ValueError, AttributeError, TypeError):
        for field, kept in json.loads(path.read_bytes()).items():
            known = tuple(dict.fromkeys(edition for edition in kept if edition in EDITIONS))
            if known and field in State._fields:
                state = state._replace(**{field: known})
    return state


def _save_state(path: "Path", state: State) -> None:
    """Write a state, whole or not at all."""
    import json

    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(state._asdict()), encoding="utf-8")
    fresh.replace(path)
