"""Real programs that play with each other: each a process with folders and files of its own."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from chez_tui.verbs.verify import examine
from net.log.chain import split_frames
from net.log.entries import Entry
from net.log.terms import Terms
from tests.kit.places import ROOT
from tests.kit.worlds import world_with
from tests.net.halls import PATIENCE, free_port

TICK = 0.02
CHEZ_TUI = ("chez_tui",)


class Running:
    """One program, what it has said so far, and how it ended."""

    def __init__(self, argv: Sequence[str], folder: Path, home: Path) -> None:
        self.folder = folder
        self.home = home
        folder.mkdir(parents=True)
        environment = {
            **os.environ,
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "PYTHONUNBUFFERED": "1",
        }
        self._out = folder / "out"
        self._err = folder / "err"
        with self._out.open("wb") as out, self._err.open("wb") as err:
            self.process = subprocess.Popen(
                argv,
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )

    # -- what it says ------------------------------------------------------------------------------

    @property
    def out(self) -> str:
        return self._out.read_text("utf-8", "replace")

    @property
    def err(self) -> str:
        return self._err.read_text("utf-8", "replace")

    @property
    def lines(self) -> list[str]:
        """All complete lines."""
        return self.out.splitlines() if self.out.endswith("\n") else self.out.splitlines()[:-1]

    @property
    def story(self) -> list[str]:
        """What was told of the game, without notices and chat."""
        return [line for line in self.lines if not re.match(r"\(|\w+: ", line)]

    def said(self, word: str) -> str:
        """What follows a word such as `digest:`; empty if it was never said."""
        found = re.findall(rf"^{word}: (.*)$", self.out, re.MULTILINE)
        return found[-1] if found else ""

    def until(self, holds: Callable[["Running"], object]) -> None:
        """Waits until something holds."""
        start = time.monotonic()
        while not holds(self):
            ended = self.process.poll() is not None
            if (ended and not holds(self)) or time.monotonic() - start > PATIENCE:
                raise AssertionError(f"it never happened; {self}")
            time.sleep(TICK)

    def until_said(self, text: str) -> None:
        self.until(lambda one: re.search(text, one.out))

    def until_told(self, more: int) -> None:
        """Waits until that many sentences of the game more have been told."""
        before = len(self.story)
        self.until(lambda one: len(one.story) >= before + more)

    def __str__(self) -> str:
        last = "\n".join(self.lines[-12:])
        return f"{self.folder.name} (status {self.process.poll()}):\n{last}\n{self.err}"

    # -- what is done to it ------------------------------------------------------------------------

    def signal(self, number: int) -> None:
        self.process.send_signal(number)

    def kill(self) -> None:
        """At once, as if the power had gone."""
        self.process.kill()
        self.process.wait()

    def freeze(self) -> None:
        self.signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.signal(signal.SIGCONT)

    def status(self) -> int:
        """Waits for its end; its exit status."""
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it does not end; {self}") from None

    def close(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Cast:
    """All programs of a test; whatever happens, none is left when it ends."""

    edition = "goth"  # half as many cards to seal as Geek; for two to five

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self._runs: dict[str, int] = {}
        self.port = 0

    def __enter__(self) -> "Cast":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def start(
        self, name: str, *words: str, via: Sequence[str] = (), program: Sequence[str] = CHEZ_TUI
    ) -> Running:
        """Runs `chez-tui` with these words for somebody; a second run has the same folders."""
        self._runs[name] = number = self._runs.get(name, 0) + 1
        argv = [*via, sys.executable, "-m", *program, *words]
        running = Running(argv, self._folder / f"{name}-{number}", self._folder / name)
        self._stack.callback(running.close)
        return running

    def log(self, name: str) -> Path:
        return self._folder / f"{name}.log"

    def host(self, name: str, seats: int, *words: str, via: Sequence[str] = ()) -> Running:
        """A bot that opens a table and begins when it is full."""
        running = self.start(
            name, "host", "--bot", "normal", "--as", name, "--seats", str(seats), "--start",
            "--edition", self.edition, "--record", str(self.log(name)), *words, via=via,
        )  # fmt: skip
        running.until_said(r"(?m)^port: \d+$")
        self.port = int(running.said("port"))
        return running

    def join(self, name: str, *words: str, target: str = "", via: Sequence[str] = ()) -> Running:
        """A bot that takes a seat."""
        return self.start(
            name, "join", target or f"127.0.0.1:{self.port}", "--bot", "normal", "--name", name,
            "--record", str(self.log(name)), *words, via=via,
        )  # fmt: skip

    def resume(self, name: str, via: Sequence[str] = ()) -> Running:
        """A bot that goes on with its game."""
        return self.start(name, "resume", str(self.log(name)), "--bot", "normal", via=via)

    def restart(self, name: str, programs: Mapping[str, Running]) -> Running:
        """Kills one of a table and takes its game up again. Meanwhile the others stand still, or
        the game might be over before he is back."""
        programs[name].kill()
        others = [program for other, program in programs.items() if other != name]
        for other in others:
            other.freeze()
        again = self.resume(name)
        again.until_said("Waiting for ")
        for other in others:
            other.thaw()
        return again

    def offline(self, name: str, seats: int, *words: str) -> Running:
        """A bot that opens a table on this machine alone."""
        return self.host(name, seats, "--offline", "--port", str(free_port()), *words)

    def table(self, *names: str) -> dict[str, Running]:
        """A whole table of bots on this machine; the first of them is the host."""
        first, *others = names
        host = self.offline(first, len(names))
        return {first: host, **{name: self.join(name) for name in others}}


def finished(cast: Cast, programs: Mapping[str, Running], *gone: str) -> str:
    """All end well with the same table, and their logs prove it; the digest.

    The cards were sealed, and everybody is found honest but those who have gone: nobody knows.
    """
    digests = {}
    for name, program in programs.items():
        assert program.status() == 0, program
        assert program.said("winner"), program
        assert audited(program.said("cards"), gone), program
        digests[name] = program.said("digest")
    assert len(set(digests.values())) == 1, digests
    digest = next(iter(digests.values()))
    different = {cast.log(name).read_bytes(): cast.log(name) for name in programs}
    for log in different.values():
        found = examine(str(log), world_with())
        assert found.good, found.fault
        assert found.digest == digest
    return digest


def audited(said: str, gone: Sequence[str]) -> bool:
    """Whether a program has found everybody honest, but perhaps those whose seeds nobody has."""
    if said == "sealed, audited: yes":
        return True
    silent = re.fullmatch(r"sealed, audited, but not (.*): no seed shown", said)
    return silent is not None and set(re.split(r", | and ", silent[1])) <= set(gone)


def entries(path: Path) -> list[Entry]:
    """The log that a program has written."""
    return [Entry.read(sealed) for sealed in split_frames(path.read_bytes()).sealed]


def terms_of(log: Sequence[Entry]) -> Terms:
    """What the players of a log agreed on at first."""
    payload = log[0].act.payload
    assert isinstance(payload, list)
    return Terms.read(payload[0])
