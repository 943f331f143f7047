"""`chez-tui host`: which table the command line asks for."""

from argparse import ArgumentError, ArgumentParser
from pathlib import Path

import pytest

from chez_tui.config import Config
from chez_tui.errors import UserError
from chez_tui.hosting import TablePlan
from chez_tui.verbs import host


def plan(*argv: str, editions: str = "geek") -> TablePlan:
    parser = ArgumentParser(exit_on_error=False)
    host.add_arguments(parser)
    return host._plan(parser.parse_args(argv), Config(name="Pam", editions=editions))


def test_editions_are_those_asked_for_or_the_last_ones() -> None:
    assert plan().editions == ("geek",)
    assert plan(editions="goth+grunt").editions == ("goth", "grunt")
    assert plan("--edition", "cthulhu", editions="goth+grunt").editions == ("cthulhu",)
    assert plan("--mix", "cthulhu", editions="goth").editions == ("geek", "cthulhu")
    asked = plan("--edition", "geek+greek", "--option", "mix=students", "--seats", "8")
    assert asked.editions == ("geek", "greek")
    assert asked.options == {"mix": "students"}
    with pytest.raises(UserError, match="there is no edition 'gnome'"):
        plan("--edition", "gnome")


def test_a_log_goes_to_a_new_file(tmp_path: Path) -> None:
    assert plan("--record", str(tmp_path / "new.game")).record == tmp_path / "new.game"
    assert not (tmp_path / "new.game").exists()  # before a game begins


@pytest.mark.parametrize("password", ["", "   ", "x" * 129, "\N{TEAPOT}" * 43])
def test_what_can_be_no_password_is_a_sentence(password: str) -> None:
    with pytest.raises(ArgumentError, match=r"a password (is more than spaces|has at most)"):
        plan("--password", password)
    assert plan("--password", "tea").password == "tea"
    assert plan().password == ""
