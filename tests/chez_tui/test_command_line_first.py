"""What is wrong with a command line is said first: before a terminal is missed, a table opens, a
program is on the network, or a file is written."""

from pathlib import Path

import pytest

from tests.conftest import Cli


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        ("solo --edition gneek", "there is no edition 'gneek'"),
        ("solo --mix gneek", "there is no edition 'gneek'"),
        ("solo --option hand=99", "option hand can be"),
        ("solo --option wings=2", "unknown option 'wings'"),
        ("solo --level sly", "there is no level 'sly'"),
        ("solo --bots 1 --level easy,easy", "2 levels are too many for --bots 1"),
        ("solo --edition goth --bots 5", "Goth is for up to 5, not 6"),
        ("solo --cards nowhere.toml", "nowhere.toml"),
        ("solo --name Ada --theme beige", "there is no theme 'beige'"),
        ("host --edition gneek", "there is no edition 'gneek'"),
        ("host --option hand=99", "option hand can be"),
        ("host --level sly", "there is no level 'sly'"),
        ("host --seats 2 --bots 2", "there is no room for you and 2 bots"),
        ("host --edition goth --seats 6", "Goth alone is for up to 5 players"),
        ("host --password=", "a password is more than spaces"),
        ("host --bot sly", "there is no level 'sly'"),
        ("join nonsense", "a join code is a number and two words"),
        ("join nonsense --private", "a join code is a number and two words"),
        ("join x:99999", "the port of an address is a number"),
        ("join x:9 --password=", "a password is more than spaces"),
        ("watch nonsense --wall", "a join code is a number and two words"),
        ("watch nonsense --plain", "a join code is a number and two words"),
        ("watch x:9 --password=", "a password is more than spaces"),
        ("resume nowhere.game", "there is no file nowhere.game"),
        ("resume --password=", "a password is more than spaces"),
        ("replay nowhere.game", "nowhere.game can't be read"),
    ],
)
def test_a_mistake_is_said_before_the_terminal_is_missed(
    cli: Cli, argv: str, complaint: str, data_home: Path
) -> None:
    said = cli(*argv.split())
    assert said.status in (1, 2)
    assert said.out == ""
    assert complaint in said.err
    assert "terminal" not in said.err
    assert said.err.count("\n") == 1
    assert not data_home.exists()


@pytest.mark.parametrize("argv", ["solo", "host --private", "join x:9 --private", "watch x:9"])
def test_without_a_mistake_the_terminal_is_missed_before_a_password_or_a_file(
    cli: Cli, argv: str, data_home: Path
) -> None:
    said = cli(*argv.split())
    assert said.status == 2
    assert "needs a terminal; without one there" in said.err
    assert not data_home.exists()
