"""The version before and this one at one table: they play together, or are told why not."""

import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.outside.programs import BEFORE, NOW, Chez

EDITION = "goth"  # half as many cards to seal as Geek

pytestmark = pytest.mark.skipif(BEFORE is None, reason="only one version given")


class Bot:
    """A program that plays a seat, and the lines it has said."""

    def __init__(self, name: str, chez: Chez, table: "Table", *words: str) -> None:
        self.chez = chez
        self.home = table.folder / name
        self.home.mkdir()
        words += ("--bot", "easy", "--record", "table.game")
        self.process = table.stack.enter_context(chez.running(words, self.home))
        self.lines: list[str] = []

    def until(self, pattern: str) -> None:
        """Read on until a line matches; fail if the program ends before that."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if re.fullmatch(pattern, self.lines[-1]):
                return
        pytest.fail(f"never said {pattern!r}: {self.ended()}")

    def ended(self) -> tuple[int, str, list[str]]:
        """Read to the end; return the status, the errors and all lines."""
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.lines += self.process.stdout.read().splitlines()
        return self.process.wait(), self.process.stderr.read(), self.lines


class Table:
    """A network table on this machine, each seat a process of its own."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.stack = stack
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = str(free.getsockname()[1])

    def host(self, chez: Chez, name: str, seats: int) -> Bot:
        words = ("--seats", str(seats), "--start", "--offline", "--edition", EDITION)
        bot = Bot(name, chez, self, "host", "--as", name, "--port", self.port, *words)
        bot.until(r"port: \d+")
        return bot

    def join(self, chez: Chez, name: str) -> Bot:
        return Bot(name, chez, self, "join", f"127.0.0.1:{self.port}", "--name", name)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with ExitStack() as stack:
        yield Table(tmp_path, stack)


@pytest.fixture(params=["this version hosts", "the version before hosts"])
def pair(request: pytest.FixtureRequest) -> tuple[Chez, Chez]:
    """Return the host's version, and the other one."""
    assert BEFORE is not None
    return (NOW, BEFORE) if request.param == "this version hosts" else (BEFORE, NOW)


@pytest.mark.parametrize("killed", [False, True], ids=["to the end", "the host is killed"])
def test_both_play_one_game(pair: tuple[Chez, Chez], killed: bool, table: Table) -> None:
    host, other = pair
    if mismatch(host, other):
        pytest.skip("the versions differ in protocol, rules or cards")
    bots = [table.host(host, "Ann", 3), table.join(other, "Bo"), table.join(host, "Cy")]
    if killed:
        bots[1].until(".* is up in round 2")
        ann = bots.pop(0)
        assert ann.process.poll() is None
        ann.process.kill()
    ends = [bot.ended() for bot in bots]
    assert [end[:2] for end in ends] == [(0, "")] * len(bots), ends
    (digest,) = {line for _, _, lines in ends for line in lines if line.startswith("digest: ")}
    for bot, judge in ((bot, judge) for bot in bots for judge in pair):
        status, said, _ = judge.run("verify", "table.game", home=bot.home)
        assert (status, digest.split()[1]) == (0, said.split()[-1]), said


def test_each_is_told_at_the_door_that_the_versions_differ(
    pair: tuple[Chez, Chez], table: Table
) -> None:
    """A host of this version also says whom it has turned away; some older ones are silent."""
    host, guest = pair
    reason = mismatch(host, guest)
    if not reason:
        pytest.skip("the versions have the same protocol, rules and cards")
    ann, bo = table.host(host, "Ann", 2), table.join(guest, "Bo")
    status, sentence, _ = bo.ended()
    assert (status, bool(re.fullmatch(f"chez-tui: {reason}.*\n", sentence))) == (1, True), sentence
    if host is NOW:
        ann.until(rf"\(Turned away: {reason}.*\)")
    assert ann.process.poll() is None


def mismatch(ann: Chez, bo: Chez) -> str:
    """Return how a sentence begins that says who is behind or what is different; empty if nothing
    keeps the two from playing together."""
    one, other = ann.ask("versions"), bo.ask("versions")
    if all(one[what] == other[what] for what in ("protocol", "rules", "cards")):
        return ""
    there, here = ((known["protocol"], known["rules"][0]) for known in (one, other))
    if there == here:
        return "(Ann and Bo|Bo and Ann) (have different rules|have different cards)"
    return "Ann must update" if there < here else "Bo must update"
