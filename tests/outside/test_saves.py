"""Games on disk: taken up again, one window each, kept when their file vanishes, and played where
nothing can be written. Real processes, and a real terminal line for screens."""

import os
import pty
import re
import resource
import select
import termios
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from subprocess import Popen

import pytest

from benchmarks.screen_grid import Grid
from tests.outside.programs import NOW, Chez

SOLO = ("solo", "--plain", "--seed", "7", "--pace", "instant", "--bots", "1")
IN_USE = "open in another window"


class Talk:
    """A program in plain mode: what it has said so far, and what is answered."""

    def __init__(self, process: Popen[str]) -> None:
        self.process = process
        self.said = ""

    def until(self, words: str = "Choose") -> str:
        """Read on up to a line with these words, or to the end; return what was read, unwrapped."""
        assert self.process.stdout is not None
        new = ""
        for line in self.process.stdout:
            new += f"{line.strip()} "
            if words in line:
                break
        self.said += new
        return new

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def answer(self, *lines: str) -> str:
        """Type lines, and read up to the next question after each."""
        new = ""
        for line in lines:
            self.type(line)
            new += self.until()
        return new


@contextmanager
def talking(home: Path, words: Sequence[str] = SOLO, chez: Chez = NOW) -> Iterator[Talk]:
    with chez.running(words, home) as process:
        talk = Talk(process)
        talk.until()
        yield talk


class Shown:
    """A program on a terminal of 80x24."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.grid = Grid((80, 24))

    def press(self, keys: str, words: str) -> str:
        """Type, and wait until these words are shown; return the screen as one line."""
        os.write(self.line, keys.encode())
        while words not in (text := " ".join(self.grid.text().split())):
            data = b""
            if select.select([self.line], [], [], 60)[0]:
                with suppress(OSError):
                    data = os.read(self.line, 1 << 16)
            assert data, f"{words} never came:\n{self.grid.text()}"
            self.grid.feed(data)
        return text


@contextmanager
def on_screen(home: Path, *words: str) -> Iterator[Shown]:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    try:
        with NOW.running([*words, "--calm"], home, theirs):
            os.close(theirs)
            yield Shown(ours)
    finally:
        os.close(ours)


def saves(home: Path) -> list[Path]:
    return sorted((home / "data" / "chez-tui" / "games").glob("*"))


def test_a_game_is_played_in_one_window(tmp_path: Path) -> None:
    with talking(tmp_path) as first:
        (save,) = saves(tmp_path)
        for name in ((), (save.stem,), (str(save),)):
            status, said, wrong = NOW.run("resume", *name, "--plain", home=tmp_path)
            assert (status, said) == (1, "")
            assert wrong == f"chez-tui: this game is {IN_USE}\n"
        with on_screen(tmp_path) as title:
            title.press("", "Continue")
            title.press("0", IN_USE)
        before = save.read_bytes()
        assert "Choose" in first.answer("1")
        assert save.read_bytes().startswith(before)
        first.answer("quit")
    with talking(tmp_path, ("resume", "--plain")) as again:
        assert "Choose" in again.said


def test_a_killed_window_holds_nothing(tmp_path: Path) -> None:
    with talking(tmp_path) as first:
        first.process.kill()
        first.process.wait()
    with talking(tmp_path, ("resume", "--plain")) as again:
        assert "Choose" in again.said


def test_a_save_that_vanishes_is_written_again(tmp_path: Path) -> None:
    with talking(tmp_path) as talk:
        (save,) = saves(tmp_path)
        before = save.read_bytes()
        save.unlink()
        new = talk.answer("1", "1")
        assert new.count("This game's file was gone. It's saved again: ") == 1
        assert save.read_bytes().startswith(before)
        assert (
            NOW.run("resume", "--plain", home=tmp_path)[2] == f"chez-tui: this game is {IN_USE}\n"
        )
        save.rename(save.with_suffix(".moved"))
        save.write_text("mine\n")  # what has come there since stays
        assert "was gone" in talk.answer("1")
        assert save.read_text() == "mine\n"
        talk.answer("quit")
        assert not talk.process.wait()
    assert NOW.run("verify", f"{save.stem}-2", home=tmp_path)[0] == 0


@pytest.mark.parametrize("verb", ["verify", "export", "replay"])
def test_games_are_named_alike_and_come_down_a_pipe(verb: str, tmp_path: Path) -> None:
    with talking(tmp_path) as talk:
        (save,) = saves(tmp_path)
        talk.answer("1", "quit")
    (tmp_path / save.stem).mkdir()  # a folder of that name is no game
    told = [NOW.run(verb, name, home=tmp_path) for name in (save.stem, save.name, str(save))]
    with NOW.running([verb, "-"], tmp_path) as process:
        said, wrong = process.communicate(save.read_text())
        told.append((process.returncode, said, wrong))
    name = re.compile(rf"(?<= )({re.escape(str(save))}|{save.stem}|-)$", re.MULTILINE)
    assert {(status, name.sub("NAME", said), wrong) for status, said, wrong in told} == {
        (0, name.sub("NAME", told[0][1]), "")
    }
    status, *words = NOW.run(verb, "none", home=tmp_path)
    assert (status, "can't be read: No such file" in "".join(words)) == (1, True)
    if verb == "export":
        with NOW.running(["check", "-"], tmp_path) as process:
            assert process.communicate(said) == ("ok  -\n1 passed, 0 failed\n", "")


# -- where nothing can be written ------------------------------------------------------------------


@pytest.mark.parametrize(
    "variables",
    [{"XDG_DATA_HOME": "/proc/chez"}, {"XDG_DATA_HOME": "", "HOME": "/dev/null"}, {}],
    ids=["read-only", "no home", "a file in the way"],
)
def test_a_game_without_a_place_is_played(variables: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file\n")
    with talking(tmp_path, chez=replace(NOW, variables=variables)) as talk:
        assert talk.said.count("This game can't be saved: ") == 1
        assert "Choose" in talk.answer("1", "1")
        talk.answer("quit")
        assert talk.said.endswith("Your game wasn't saved. ")
        assert talk.said.count("can't be saved") == 1
        assert talk.process.wait() == 0


def test_a_full_disk_in_the_middle_of_a_game_ends_only_the_record(tmp_path: Path) -> None:
    with talking(tmp_path) as talk:
        (save,) = saves(tmp_path)
        size = save.stat().st_size
        limit = (size + 4, resource.RLIM_INFINITY)
        resource.prlimit(talk.process.pid, resource.RLIMIT_FSIZE, limit)
        talk.answer("1", "1", "1")
        assert talk.said.count("This game is no longer saved: ") == 1
        talk.answer("quit")
        assert talk.said.endswith("Your game wasn't saved. ")
    assert save.stat().st_size == size, "no line is half written"
    with talking(tmp_path, ("resume", "--plain")) as again:
        assert "Choose" in again.said


def test_a_disk_that_is_full_from_the_start_is_no_hindrance(tmp_path: Path) -> None:
    full = tmp_path / "full"
    full.write_text('#!/bin/sh\nulimit -f 0; exec "$CHEZ_HERE" "$@"\n')
    full.chmod(0o700)
    chez = replace(NOW, command=full, variables={"CHEZ_HERE": str(NOW.command)})
    with talking(tmp_path, chez=chez) as talk:
        assert talk.said.count("This game can't be saved: ") == 1
        assert "Choose" in talk.answer("1", "1")
    assert saves(tmp_path) == [], "no empty file is left"


SOLO_SCREEN = ("solo", "--seed", "7", "--bots", "1", "--pace", "slow")
HOT_SEAT = (("", "Hot seat"), ("2", "Start the game"))


@pytest.mark.parametrize(("words", "before"), [(SOLO_SCREEN, ()), (("--name", "Pam"), HOT_SEAT)])
def test_a_screen_says_that_a_game_is_not_saved(
    words: tuple[str, ...], before: tuple[tuple[str, str], ...], tmp_path: Path
) -> None:
    (tmp_path / "data").write_text("a file\n")
    with on_screen(tmp_path, *words) as table:
        for keys, shown in before:
            table.press(keys, shown)
        table.press("\r" if before else "", "This game can't be saved: ")
        if before:
            table.press("\r", "Free Time")
        table.press("\x11", "Your game isn't saved: you can't come back to it.")


def test_a_network_table_is_joined_and_played_at_without_a_place(tmp_path: Path) -> None:
    for name in ("ann", "bob"):
        (tmp_path / name).mkdir()
    (tmp_path / "bob" / "data").write_text("a file\n")
    host = ("host", "--plain", "--offline", "--as", "Ann", "--seats", "2")
    with NOW.running(host, tmp_path / "ann") as first:
        ann = Talk(first)
        found = re.search(r"Address: \S*?:(\d+)", ann.until("Address"))
        assert found is not None
        join = ("join", f"127.0.0.1:{found[1]}", "--plain", "--name", "Bob")
        with NOW.running(join, tmp_path / "bob") as second:
            bob = Talk(second)
            bob.until("Type ready")
            bob.type("ready")
            ann.until("Bob is ready")
            ann.type("start")
            for talk in (ann, bob):
                talk.until("round 1")
            bob.type("quit")
            bob.until("Your game wasn't saved.")
            assert bob.said.count("This game can't be saved: ") == 1
        assert "can't be saved" not in ann.said


def test_a_hot_seat_goes_on_in_plain_mode_and_nobody_reads_anothers_cards(tmp_path: Path) -> None:
    with on_screen(tmp_path, "--name", "Root") as title:
        title.press("", "Hot seat")
        title.press("2", "Start the game")
        title.press("\r", "Pass the keyboard")
        title.press("\r", "Free Time")
    with talking(tmp_path, ("resume", "--plain")) as talk:
        assert "you're up. Pass the keyboard." in talk.said
        assert " draws " not in talk.said
        new = talk.said
        while "Player 2 has the keyboard" not in new:
            assert "You are Player 2" not in talk.said
            new = talk.answer("1")
        assert "Hot seat, Geek. You are Player 2" in talk.answer("quiet, nobody else looks")
        talk.answer("quit")
        assert talk.said.endswith("Your game is saved. ")
        assert talk.process.wait() == 0
