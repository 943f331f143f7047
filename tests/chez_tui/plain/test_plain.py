"""Plain mode: whole games of every edition, anything in any order, input that ends, waits or is
early, clocks, other people and terminals. What is said is in tests/data/plain."""

import asyncio
import io
import os
import pty
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from chez_tui.commands import COMMANDS
from chez_tui.plain import conversation
from chez_tui.plain import look as looking
from chez_tui.plain import play as plain
from chez_tui.plain.commands import BY_WORD, ORDER
from chez_tui.plain.lines import WIDTH, LineReader, Printer, cells, harmless, wrapped
from chez_tui.plain.play import ENOUGH, KEPT, NOT_KEPT, play
from chez_tui.settings import Settings
from core.actions import EVICT, LEAVE, PLAY, Action
from core.catalog import EDITIONS
from core.state import HIDDEN, Window
from net.sessions.local import INSTANT, Chair, LocalTable, TableSetup
from tests.chez_tui.plain.talk import (
    ASLEEP,
    BOTS,
    CONTROL,
    PAM,
    SHOPPING,
    choices,
    dealt,
    sensible,
    set_up,
    talk,
)
from tests.kit.clock import Clock
from tests.kit.places import ROOT
from tests.kit.table import cards
from tests.kit.transcript import Paper
from tests.kit.worlds import world_with

BOUGHT = "Pam goes shopping for Beer"


@pytest.mark.parametrize("name", [*EDITIONS, "+".join(EDITIONS)])
def test_a_whole_game(name: str) -> None:
    said = talk(dealt(cards(tuple(name.split("+"))), seed=3), sensible)
    assert any(line.startswith("The game is over in round") for line in said.lines)
    assert not any(re.match(r"(Beside )?Somebody\b", line) for line in said.lines)
    if name == "grunt":
        told = [line for line in said.lines if not line.startswith(" ")]
        assert not any(re.search(r"\b(rooms?|roles?)\b", line) for line in told)


def test_the_last_winner_picks_a_role_with_its_numbers_in_sight() -> None:
    table = LocalTable(TableSetup(cards(), (PAM, *BOTS), winners=(0,)), INSTANT)
    said = talk(table, ["1"])
    assert "Which Job do you pick?" in said.lines
    assert "Income" in choices(said.lines)[0]
    assert any(line.startswith("Pam starts as") for line in said.lines)


# -- names -----------------------------------------------------------------------------------------


def test_the_table_tells_who_is_gone_and_who_is_awaited() -> None:
    table = set_up("players: Pam; Ada; Bix\nPam has: Clumsy Drunk\nturn: Pam, roll")
    session = table.session(0)
    assert looking.table(session)[-1] == "Waiting for you"
    table.person_acts(0, next(move for move in session.legal() if move.kind == EVICT))
    assert looking.table(session)[-1] == "Waiting for dice or cards"
    for seat in (1, 2):
        table.person_acts(seat, Action(LEAVE, seat))
    assert looking.table(session)[-1] == "The game is over"
    assert "Out of the game: Ada and Bix" in looking.table(session)


def test_names_are_harmless_and_as_they_are() -> None:
    chairs = (
        Chair("[bold]\x1b[31mZoë"),
        Chair("漢字" * 10, "easy"),
        Chair("A\u202e\x07\n1", "easy"),
    )
    said = talk(dealt(chairs=chairs), sensible)
    assert "[bold][31mZoë" in said.getvalue()  # no markup here
    assert not CONTROL.search(said.getvalue())
    assert all(cells(line) <= WIDTH for line in said.lines)


def test_no_name_looks_like_a_choice_or_a_question() -> None:
    chairs = (Chair("Zoë ☻"), Chair("1. Pass", "easy"), Chair("Choose 1", "easy"))
    said = talk(dealt(chairs=chairs), sensible, ascii=True)
    assert "- 1. Pass draws 5 cards" in said.lines
    assert not any(line.startswith(("1. Pass ", "Choose 1 draws")) for line in said.lines)
    assert said.getvalue().isascii()


# -- anything in any order -------------------------------------------------------------------------


def test_every_word_is_one_command() -> None:
    words = [word for command in COMMANDS for word in command.typed.words]
    assert len(words) == len(set(words))
    assert {BY_WORD[word].id for word in words} == set(ORDER)


@pytest.mark.parametrize("seed", range(3))
def test_random_lines_do_no_harm(seed: int) -> None:
    """Commands with fitting and unfitting words, in a game of their own luck, end in no error."""
    luck = random.Random(seed)
    words = ["", "1", "2 3", "ada", "beer", "; ;", "able", "all", "busy", "r-win-1", "Ada bot"]
    names = sorted({*BY_WORD} - {"quit", "q", "exit", "leave"})
    left = iter(range(400))

    def anything(said: list[str]) -> str:
        if next(left, None) is None:
            return "quit"
        if luck.random() < 0.6:
            return sensible(said) if choices(said) else str(luck.randint(0, 9))
        return f"{luck.choice(names)} {luck.choice(words)}" if luck.random() < 0.8 else ""

    said = talk(dealt(seed=seed), anything)
    assert "over in round" in said.getvalue() or said.lines[-1] == NOT_KEPT
    assert all(cells(line) <= WIDTH for line in said.lines)


# -- lines -----------------------------------------------------------------------------------------


def test_lines_are_measured_in_columns() -> None:
    assert cells("Zoe\u0308") == 3
    assert cells("漢字") == 4
    assert wrapped("aa bb cc", 5) == ["aa bb", "  cc"]
    assert wrapped("漢字 漢字", 8) == ["漢字", "  漢字"]
    assert wrapped("x" * 90) == ["x" * 90]
    assert wrapped("") == [""]
    assert harmless("a\tb\x1b[0m\u2028c\u200b") == "a b[0m c"


# -- input that ends, waits, or is early -----------------------------------------------------------


def test_answers_may_be_written_ahead_without_a_last_line_end() -> None:
    ahead = b"hand\nshop beer\ndiscard sleep\nnext"
    said = talk(set_up(SHOPPING), ahead=ahead)
    assert {BOUGHT, "Pam discards Sleep"} <= set(said.lines)


def test_anything_at_all_may_be_typed() -> None:
    junk = b"\xff\xfe\n" + b"x" * 5000 + b"\n\n\t\n\x7f\r\n" + "１\n".encode()
    said = talk(set_up(SHOPPING), ahead=junk)
    assert BOUGHT in said.lines  # a wide 1 is a number, too
    assert not CONTROL.search(said.getvalue())


def test_a_program_without_an_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert play(set_up(SHOPPING), [0], world_with()) == 0
    assert capsys.readouterr().out.endswith(f"{NOT_KEPT}\n")


def test_a_pipe_that_does_not_block_and_a_file_are_read(tmp_path: Path) -> None:
    path, paper = tmp_path / "answers", Paper(["1"])
    path.write_text("shop beer\n", encoding="utf-8")
    os.set_blocking(paper.reader, False)
    for descriptor in (paper.reader, os.open(path, os.O_RDONLY)):
        assert play(set_up(SHOPPING), [0], world_with(out=paper, typed=descriptor)) == 0
        os.close(descriptor)
    assert paper.lines.count(BOUGHT) == 2


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
            plain._play([table], [0], printer, lambda: NOT_KEPT, world_with(typed=paper.reader))
        )
        while "Time's up: you pass." not in paper.lines:
            await asyncio.sleep(1)
        table.close()
        await sitting
    assert "You have 30 seconds; type `more` for more." in paper.lines
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

    def play(self, table: LocalTable, *seats: int, preset: str = "able") -> list[str]:
        world = world_with(Settings(preset=preset), out=self, typed=self.slave)
        try:
            assert play(table, seats or [0], world) == 0
        finally:
            os.close(self.master)
            os.close(self.slave)
        return self.getvalue().splitlines()


def test_several_people_look_at_an_announcement_and_whoever_responds_is_alone() -> None:
    """Nobody is asked alone before that, so nobody learns who could respond."""
    paper = Paper(["1", "", "1", "", "quit"])
    table = set_up(ASLEEP, "easy", "")
    try:
        assert play(table, [0, 2], world_with(out=paper, typed=paper.reader)) == 0
    finally:
        paper.close_input()
    lines = paper.lines
    asked = lines.index("1. Pam responds")
    assert lines[asked + 1] == "2. Bix responds"
    assert lines[asked + 2].startswith("Choose 1 to 2, Enter to let it happen")
    assert not any("Car Alarm" in line for line in lines[: asked + 3])
    assert lines.index("Choose an empty line when Pam has the keyboard, or type quit") > asked
    again = lines.index("1. Bix responds")
    assert "Pam responds with Car Alarm" in lines[asked:again]
    assert "Pam cancels Ada's Sleep" in lines[again:]
    assert any(line.startswith("WEE-oo") for line in lines[again:]), "the joke of Car Alarm"


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
    assert lines.index("Nothing to answer now.") < asked
    assert "Card 1: Car Alarm, Whenever, Noise" in lines


def test_nothing_is_asked_or_passed_over_before_a_hand_can_be_read() -> None:
    table = set_up(SHOPPING)
    table.game.face[table.game.hands[0][1]] = HIDDEN
    lines = Terminal(("Type ? for help", "hand\ncard 2\ntable\nquit\n")).play(table)
    assert {"Waiting for you", "That's a card you can't read yet."} <= {*lines}
    assert not any("Choose" in line or "nothing to do" in line for line in lines)
    assert [line for line in lines if line.startswith(("Card 1", "Card 2"))] == [
        "Card 1: Beer, Thing, Booze, cost 1, Slack 1",
        "Card 2: a card you can't read yet",
    ]


def test_a_question_that_has_just_changed_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "HASTE", 300.0)
    table = set_up(f"{SHOPPING}\nAda holds: Narcolepsy".replace("    ", ""), "", "easy")

    def interject() -> None:
        (sleepy,) = (a for a in table.game.legal(1) if a.kind == PLAY)
        asyncio.get_running_loop().call_soon(table.person_acts, 1, sleepy)

    terminal = Terminal(("Choose", interject), ("Choose", "1\nquit\n"))
    lines = terminal.play(table, preset="always")
    assert "Ada plays Narcolepsy" in lines
    assert "The question just changed; answer it again." in lines
    assert isinstance(table.game.stack[-1], Window)


@pytest.mark.parametrize("typed", ["\n", "7\n1\n"])
def test_after_a_game_the_same_deal_can_be_played_again(typed: str) -> None:
    table = dealt(chairs=(PAM, Chair("Bix", "easy")), seed=9)

    def bix_leaves() -> None:
        asyncio.get_running_loop().call_soon(table._apply, Action(LEAVE, 1))

    terminal = Terminal(
        ("Choose", bix_leaves), ("1. The same deal", typed), ("Type ? for help", "quit\n")
    )
    lines = terminal.play(table)
    first, *again = (at for at, line in enumerate(lines) if "The seed is 9." in line)
    assert len(again) == (typed != "\n") == lines.count(ENOUGH) - 1
    for at in again:
        assert lines[at : at + 6] == lines[first : first + 6]
