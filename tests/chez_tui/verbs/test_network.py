"""`chez-tui host`, `join`, `resume` and `watch`: which table the command line asks for, and how it
is played there."""

from argparse import ArgumentError, ArgumentParser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from chez_tui import hosting
from chez_tui.config import Config
from chez_tui.hosting import TablePlan
from chez_tui.network import own_addresses
from chez_tui.plain import lobby, watching
from chez_tui.verbs import host, join, resume, watch
from net.wire.codes import Address
from tests.conftest import Cli

HERE = Address("127.0.0.1", 9)
STATUS = 7


def plan(*argv: str, editions: str = "geek") -> TablePlan:
    parser = ArgumentParser(exit_on_error=False)
    host.add_arguments(parser)
    return host._plan(parser.parse_args(argv), Config(name="Pam", editions=editions))


def test_editions_are_those_asked_for_or_the_last_ones() -> None:
    assert plan().editions == ("geek",)
    assert plan(editions="goth+grunt").editions == ("goth", "grunt")
    assert plan("--edition", "cthulhu", editions="goth+grunt").editions == ("cthulhu",)
    assert plan("--mix", "cthulhu", editions="goth").editions == ("geek", "cthulhu")


def test_a_table_is_what_the_command_line_says(tmp_path: Path) -> None:
    asked = plan(
        "--name", "Friday", "--seats", "8", "--bots", "3", "--level", "easy,hard",
        "--seconds", "30", "--wait", "120", "--strict", "--hands", "late", "--port", "4000",
        "--password", "tea",
        "--edition", "geek+greek", "--option", "mix=students", "--offline", "--start",
        "--record", str(tmp_path / "new.game"),
    )  # fmt: skip
    assert asked == TablePlan(
        "Pam", "Friday", seats=8, bots=["easy", "hard", "easy"], editions=("geek", "greek"),
        options={"mix": "students"}, seconds=30, wait=120, strict=True, hands="late", port=4000,
        password="tea", record=tmp_path / "new.game", published=False, start=True,
    )  # fmt: skip
    assert not (tmp_path / "new.game").exists()  # before a game begins
    assert plan().title == "Pam's table"


@pytest.mark.parametrize("password", ["x" * 129, "\N{TEAPOT}" * 43])
def test_a_password_that_is_too_long_is_a_sentence(password: str) -> None:
    with pytest.raises(ArgumentError, match="a password has at most"):
        plan("--password", password)


# -- how it is played ------------------------------------------------------------------------------


class Called(list[tuple[Any, ...]]):
    """Who was called with what."""

    def asked(self, name: str) -> Callable[..., Any]:
        """Return an asynchronous stand-in: what it gets is noted, and is what it returns."""

        async def stand_in(*words: Any, **more: Any) -> Any:
            words = tuple([await word if hasattr(word, "send") else word for word in words])
            self.append((name, *words, more))
            return STATUS if name in ("sit", "headless", "tell") else (name, *words, more)

        return stand_in

    def launch(self, config: Config, opening: Callable[[Any], None]) -> int:
        """Stands in for the screens."""
        app = SimpleNamespace(
            **{
                name: lambda *words, name=name: self.append((name, *words))
                for name in ("open_hosting", "open_joining", "open_resuming", "open_watching")
            }
        )
        opening(app)
        return STATUS


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> Called:
    called = Called()
    for module, name in (
        (hosting, "open_table"), (hosting, "sit_down"), (hosting, "go_on"), (hosting, "take_up"),
        (lobby, "sit"),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, called.asked(name))
    for name in ("host_headless", "join_headless"):
        monkeypatch.setattr(hosting, name, called.asked("headless"))
    monkeypatch.setattr(hosting, "unfinished_game", lambda game: Path("kept"))
    monkeypatch.setattr(watching, "tell_game", called.asked("tell"))
    for verb in (host, join, resume, watch):
        monkeypatch.setattr(verb, "need_terminal", lambda *words: None)
        monkeypatch.setattr(verb, "launch", called.launch)
    return called


def test_a_table_is_hosted_by_a_bot_in_lines_or_on_a_screen(cli: Cli, called: Called) -> None:
    wanted = TablePlan("Pam", "Pam's table", bots=[], editions=("geek",))
    botted = replace(wanted, bot="easy", start=True)
    for words, last in (
        ("--bot easy --start", ("headless", botted, {"start": True})),
        ("--plain", ("sit", ("open_table", wanted, {}), Config(name="Pam"), own_addresses, {})),
        ("", ("open_hosting", wanted)),
    ):
        assert cli("host", "--as", "Pam", *words.split()) == (STATUS, "", "")
        assert called[-1] == last


def test_a_table_is_joined_by_a_bot_in_lines_or_on_a_screen(cli: Cli, called: Called) -> None:
    more = {"password": "tea", "record": None}
    for words, last in (
        ("--bot easy", ("headless", ("sit_down", HERE, "Pam", {"bot": "easy", **more}), {})),
        ("--plain", ("sit", ("sit_down", HERE, "Pam", more), Config(name="Pam"), None, {})),
        ("", ("open_joining", HERE, "tea", None)),
    ):
        argv = ("join", str(HERE), "--name", "Pam", "--password", "tea", *words.split())
        assert cli(*argv) == (STATUS, "", "")
        assert called[-1] == last


def test_a_game_is_resumed_by_a_bot_in_lines_or_on_a_screen(
    cli: Cli, called: Called, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Path("kept")
    bot, person = {"bot": "easy", "password": "tea"}, {"bot": "", "password": "tea"}
    for words, last in (
        ("--bot easy", ("headless", ("go_on", kept, bot), {})),
        ("kept.game --bot easy", ("headless", ("take_up", kept, bot), {})),
        ("--plain", ("sit", ("go_on", kept, person), Config(), None, {})),
        ("", ("open_resuming", kept, "tea")),
    ):
        assert cli("resume", "--password", "tea", *words.split()) == (STATUS, "", "")
        assert called[-1] == last

    async def locked(folder: Path, **_: str) -> None:
        raise hosting.Locked("the password is wrong")

    monkeypatch.setattr(hosting, "go_on", locked)
    assert cli("resume", "--bot", "easy").err == (
        "chez-tui: the password is wrong (--password or --private)\n"
    )
    assert cli("resume", "--bot", "easy", "--password", "x").err == (
        "chez-tui: the password is wrong\n"
    )


def test_a_game_is_watched_in_lines_or_on_a_screen(cli: Cli, called: Called) -> None:
    for words, last in (
        ("--plain --ascii", ("tell", HERE, "Pam", "", True, {})),
        ("--wall", ("open_watching", HERE, "", True)),
    ):
        assert cli("watch", str(HERE), "--name", "Pam", *words.split()) == (STATUS, "", "")
        assert called[-1] == last
