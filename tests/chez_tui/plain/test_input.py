"""Line mode: input that ends, waits or is early; other people and terminals."""

import asyncio
import io
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from chez_tui.plain import KEPT, NOT_KEPT, play
from chez_tui.plain.lines import LineReader
from core.actions import PLAY
from core.catalog import Catalog, load_catalog
from core.state import Window
from net.sessions.local import INSTANT, Chair, LocalTable, Pace, TableSetup
from net.sessions.record import read_record
from tests.chez_tui.plain.talk import ADA, BIX, PAM, ROOT, Talk, announced, laid_out, talk


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


# -- input that ends, waits, or is early -----------------------------------------------------------


def test_no_input_at_all(catalog: Catalog, tmp_path: Path) -> None:
    record = tmp_path / "kept.game"
    table = LocalTable(TableSetup(catalog, (PAM, ADA), seed=7, record=record), INSTANT)
    said = talk(table)
    assert said.lines[-1] == KEPT
    assert read_record(record).actions


def test_input_without_a_last_line_end(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer", income=1, free_time=1)
    script = Talk(())
    os.write(script._writer, b"1")
    script.hang_up()
    assert play(table, 0, descriptor=script.reader, sink=script) == 0
    os.close(script.reader)
    assert "Pam goes shopping for Beer" in script.lines


def test_answers_may_be_written_ahead(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer; Pizza; Sleep", income=5, free_time=1)
    said = talk(table, lambda said: "quit", ahead="hand\nshop beer\ndiscard sleep\nnext\n")
    assert "Pam goes shopping for Beer" in said.lines
    assert "Pam discards Sleep" in said.lines


def test_input_from_a_file_and_none(catalog: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "answers"
    path.write_text("shop beer\n", encoding="utf-8")
    sink = io.StringIO()
    with path.open("rb") as file:
        table = laid_out(catalog, "Beer; Sleep", income=5, free_time=2)
        assert play(table, 0, descriptor=file.fileno(), sink=sink) == 0
    assert "Pam goes shopping for Beer" in sink.getvalue()


def test_a_program_without_an_input(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert play(laid_out(catalog, "Beer", income=1, free_time=1), 0) == 0
    assert capsys.readouterr().out.endswith(f"{NOT_KEPT}\n")


def test_a_pipe_that_does_not_block_is_read(catalog: Catalog) -> None:
    script = Talk(["1"])
    os.set_blocking(script.reader, False)
    table = laid_out(catalog, "Beer", income=1, free_time=1)
    assert play(table, 0, descriptor=script.reader, sink=script) == 0
    os.close(script.reader)
    assert "Pam goes shopping for Beer" in script.lines


def test_an_endless_pipe_fills_no_memory() -> None:
    async def read() -> tuple[str | None, int]:
        reader, writer = os.pipe()
        os.write(writer, b"x" * 60_000)
        lines = LineReader(reader)
        waiting = asyncio.create_task(lines.line())
        for _ in range(50):
            await asyncio.sleep(0.01)
        kept = len(lines._pending)
        os.write(writer, b"\n")
        line = await waiting
        lines.stop()
        os.close(writer)
        os.close(reader)
        return line, kept

    line, kept = asyncio.run(read())
    assert line is not None
    assert len(line) <= 1000
    assert kept <= 10_000


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


def test_a_table_that_breaks_down_is_no_end_of_a_game(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = laid_out(catalog, "Beer", income=1, free_time=1)

    async def step() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(table, "_step", step)
    script = Talk(())
    with pytest.raises(OSError, match="No space"):
        play(table, 0, descriptor=script.reader, sink=script)
    script.hang_up()
    os.close(script.reader)


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


def test_a_terminal_ends_with_ctrl_d(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer", income=1, free_time=1)
    assert Terminal(("Choose", "\x04")).play(table)[-1] == NOT_KEPT


def test_what_is_typed_too_early_is_no_answer(catalog: Catalog) -> None:
    table = announced(catalog, "Car Alarm; Beer", chairs=(PAM, Chair("Ann"), BIX))
    table.pace = Pace(0.05, 0.6, 0, 0)  # Bix takes his time to pass
    lines = Terminal(("Type ? for help", "1\n\nhand\n"), ("Choose", "quit\n")).play(table)
    asked = lines.index("1. Cancel Ann's Sleep with Car Alarm (Whenever, Noise)")
    assert lines.index("Nothing is asked of you now.") < asked
    assert "Card 1: Car Alarm, Whenever, Noise" in lines


def test_a_question_that_has_just_changed_is_asked_again(catalog: Catalog) -> None:
    table = laid_out(
        catalog,
        "Beer; Sleep",
        income=1,
        free_time=1,
        others=(("Narcolepsy", ""), ("", "")),
        chairs=(PAM, Chair("Ann"), BIX),
    )
    terminal = Terminal(("Choose", lambda: None))

    def interject() -> None:
        (sleepy,) = (a for a in table.game.legal(1) if a.kind == PLAY)
        asyncio.get_running_loop().call_later(0.05, table.person_acts, 1, sleepy)

    def late() -> None:
        os.write(terminal.master, b"1\n")
        asyncio.get_running_loop().call_later(0.3, os.write, terminal.master, b"quit\n")

    terminal._typed = [("Choose", interject), ("Choose", late)]
    lines = terminal.play(table)
    assert "Ann plays Narcolepsy" in lines
    assert "The question has just changed; answer it again." in lines
    assert isinstance(table.game.stack[-1], Window)


def test_talk_of_others_is_told(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer", income=1, free_time=1, chairs=(PAM, Chair("Ann"), BIX))

    def chat() -> str:
        table.say(1, "good [i]luck[/i] \x1b[2J")
        table.say(-1, "boo")
        return "hand"

    said = talk(table, [chat])
    assert "Ann says: good [i]luck[/i] [2J" in said.lines
    assert "A spectator says: boo" in said.lines
