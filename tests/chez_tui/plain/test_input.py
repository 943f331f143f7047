"""Plain mode: input that ends, waits or is early; clocks, other people and terminals."""

import asyncio
import io
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chez_tui import plain
from chez_tui.plain import KEPT, NOT_KEPT, conversation, play
from chez_tui.plain.lines import LineReader, Printer
from core.actions import PLAY
from core.state import Window
from net.sessions.local import INSTANT, LocalTable, TableSetup
from net.sessions.record import read_record
from net.sessions.session import ASK_ALWAYS
from tests.chez_tui.plain.talk import ASLEEP, BOTS, PAM, SHOPPING, set_up, talk
from tests.kit.clock import Clock
from tests.kit.places import ROOT
from tests.kit.table import cards
from tests.kit.transcript import Paper

BOUGHT = "Pam goes shopping for Beer"

# -- input that ends, waits, or is early -----------------------------------------------------------


def test_no_input_at_all(tmp_path: Path) -> None:
    record = tmp_path / "kept.game"
    table = LocalTable(TableSetup(cards(), (PAM, *BOTS), seed=7, record=record), INSTANT)
    assert talk(table).lines[-1] == KEPT
    assert read_record(record).actions


def test_answers_may_be_written_ahead_without_a_last_line_end() -> None:
    ahead = b"hand\nshop beer\ndiscard sleep\nnext"
    said = talk(set_up(SHOPPING), ahead=ahead)
    assert {BOUGHT, "Pam discards Sleep"} <= set(said.lines)


def test_anything_at_all_may_be_typed() -> None:
    junk = b"\xff\xfe\n" + b"x" * 5000 + b"\n\n\t\n\x7f\r\n" + "１\n".encode()
    said = talk(set_up(SHOPPING), ahead=junk)
    assert BOUGHT in said.lines  # a wide 1 is a number, too
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", said.getvalue())


def test_input_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "answers"
    path.write_text("shop beer\n", encoding="utf-8")
    sink = io.StringIO()
    with path.open("rb") as file:
        assert play(set_up(SHOPPING), 0, descriptor=file.fileno(), sink=sink) == 0
    assert BOUGHT in sink.getvalue()


def test_a_program_without_an_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert play(set_up(SHOPPING), 0) == 0
    assert capsys.readouterr().out.endswith(f"{NOT_KEPT}\n")


def test_a_pipe_that_does_not_block_is_read() -> None:
    paper = Paper(["1"])
    os.set_blocking(paper.reader, False)
    assert play(set_up(SHOPPING), 0, descriptor=paper.reader, sink=paper) == 0
    os.close(paper.reader)
    assert BOUGHT in paper.lines


async def test_an_input_that_can_not_be_read_has_ended() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    assert await LineReader(reader).line() is None
    os.close(writer)


async def test_an_endless_pipe_fills_no_memory() -> None:
    reader, writer = os.pipe()
    os.write(writer, b"x" * 60_000)
    lines = LineReader(reader)
    waiting = asyncio.create_task(lines.line())
    while lines._chunks.qsize() or not lines._pending:  # the thread reads what it is asked for
        await asyncio.sleep(0.001)
    os.write(writer, b"\n")
    line = await waiting
    lines.stop()
    os.close(writer)
    os.close(reader)
    assert line == "x" * 1000
    assert len(lines._pending) <= 10_000


def test_interrupting_leaves_politely(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "chez_tui", "solo", "--plain", "--pace", "instant", "--seed",
               "7", "--record", str(tmp_path / "kept.game")]  # fmt: skip
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        for line in running.stdout:
            if line.startswith(b"Choose"):
                break
        running.send_signal(signal.SIGINT)
        assert running.stdout.read().decode().strip() == KEPT
        assert running.stderr.read() == b""
        assert running.wait() == 130


def test_a_table_that_breaks_down_is_no_end_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    async def step() -> None:
        raise OSError(28, "No space left on device")

    table = set_up(SHOPPING)
    monkeypatch.setattr(table, "_step", step)
    with pytest.raises(OSError, match="No space"):
        talk(table)


# -- clocks ----------------------------------------------------------------------------------------


async def test_the_clock_passes() -> None:
    table, paper = set_up(ASLEEP, seconds=30), Paper(())
    paper.hang_up = lambda: None  # type: ignore[method-assign]  # nobody types, nobody goes
    printer = Printer(paper)
    with Clock(asyncio.get_running_loop()):  # type: ignore[arg-type]
        sitting = asyncio.create_task(
            plain._play(table, 0, printer, NOT_KEPT, True, ASK_ALWAYS, paper.reader)
        )
        while "Time is up: you pass." not in paper.lines:
            await asyncio.sleep(1)
        table.close()
        await sitting
    assert "You have 30 seconds; `more` asks for more." in paper.lines
    assert any(line.startswith("Ada enjoys Sleep") for line in paper.lines)
    assert paper.lines[-1] == f"The table is closed. {NOT_KEPT}"
    Paper.hang_up(paper)
    os.close(paper.reader)


def test_more_time() -> None:
    said = talk(set_up(ASLEEP, seconds=3600), ["more"])
    (now,) = re.findall(r"You have (\d+) seconds now\.", said.getvalue())
    assert 3600 < int(now) <= 7200


# -- other people and terminals --------------------------------------------------------------------


class Terminal(io.StringIO):
    """A person at a terminal, who types when a line appears that begins so."""

    def __init__(self, *typed: tuple[str, Callable[[], None] | str]) -> None:
        super().__init__()
        self.master, self.slave = pty.openpty()
        self._typed = list(typed)

    def write(self, text: str) -> int:
        count = super().write(text)
        if self._typed and text.startswith(self._typed[0][0]):
            _, what = self._typed.pop(0)
            if callable(what):
                what()
            else:
                os.write(self.master, what.encode())
        return count

    def play(self, table: LocalTable) -> list[str]:
        try:
            assert play(table, 0, descriptor=self.slave, sink=self) == 0
        finally:
            os.close(self.master)
            os.close(self.slave)
        return self.getvalue().splitlines()


def test_a_terminal_ends_with_ctrl_d() -> None:
    assert Terminal(("Choose", "\x04")).play(set_up(SHOPPING))[-1] == NOT_KEPT


def test_what_is_typed_too_early_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    table = set_up(ASLEEP, "", "easy")
    terminal = Terminal(("Type ? for help", "1\n\nhand\n"), ("Choose", "quit\n"))
    step = table._step

    async def slow() -> None:
        while "Card 1: " not in terminal.getvalue():  # Bix has not passed before that
            await asyncio.sleep(0.001)
        await step()

    monkeypatch.setattr(table, "_step", slow)
    lines = terminal.play(table)
    asked = lines.index("1. Cancel Ada's Sleep with Car Alarm (Whenever, Noise)")
    assert lines.index("Nothing is asked of you now.") < asked
    assert "Card 1: Car Alarm, Whenever, Noise" in lines


def test_a_question_that_has_just_changed_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "HASTE", 300.0)
    table = set_up(f"{SHOPPING}\nAda holds: Narcolepsy".replace("    ", ""), "", "easy")

    def interject() -> None:
        (sleepy,) = (a for a in table.game.legal(1) if a.kind == PLAY)
        asyncio.get_running_loop().call_soon(table.person_acts, 1, sleepy)

    lines = Terminal(("Choose", interject), ("Choose", "1\nquit\n")).play(table)
    assert "Ada plays Narcolepsy" in lines
    assert "The question has just changed; answer it again." in lines
    assert isinstance(table.game.stack[-1], Window)


def test_talk_of_others_is_told() -> None:
    table = set_up(SHOPPING, "", "easy")

    def chat() -> Iterator[str]:
        table.say(1, "good [i]luck[/i] \x1b[2J")
        table.say(-1, "boo")
        yield "hand"

    said = talk(table, chat())
    assert "Ada says: good [i]luck[/i] [2J" in said.lines
    assert "A spectator says: boo" in said.lines
