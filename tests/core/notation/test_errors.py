"""The notation: what is said when a line can't be read, and `chez-tui check`."""

from pathlib import Path

import pytest

from core.notation import NotationError, check
from tests.conftest import Cli
from tests.core.notation.notated import ANN_BO, cards, failure

# -- what can't be read ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "line", "said"),
    [
        ([""], 1, "expected a line players: with two names or more, got the end of the file"),
        (["", "Ann: next"], 2, 'expected the line players: before this one, got "Ann: next"'),
        (["players: Ann"], 1, "expected 2 to 8 players, got 1"),
        (["players: A;B;C;D;E;F;G;H;I"], 1, "expected 2 to 8 players, got 9"),
        (["players: Ann; ann"], 1, 'expected each player once, got "ann" again'),
        (
            ["players: Ann; Deck"],
            1,
            'expected a name that the notation has no other use for, got "Deck"',
        ),
        ([ANN_BO, ANN_BO], 2, 'expected this to be said only once, got "players: Ann; Bo"'),
        ([ANN_BO, "Cy: next"], 2, None),
        ([ANN_BO, "Ann juggles"], 2, None),
        ([ANN_BO, "Ann: juggle"], 2, None),
        ([ANN_BO, "Ann:"], 2, None),
        ([ANN_BO, "Ann: next please"], 2, 'expected nothing behind next, got "please"'),
        ([ANN_BO, "Ann: shop"], 2, "expected shop and at least one card, got none"),
        ([ANN_BO, "Ann: cancel Sleep"], 2, None),
        ([ANN_BO, "Ann: show Bo"], 2, None),
        ([ANN_BO, "Ann: choose"], 2, "expected choose and an answer, got none"),
        (
            [ANN_BO, "Ann: do Nothing"],
            2,
            'expected the name of a card of Geek, got "Nothing"',
        ),
        ([ANN_BO, "Ann: do Temp"], 2, 'expected the name of a card of Geek, got "Temp"'),
        ([ANN_BO, "Ann: call Beckett to Cy"], 2, 'expected a player (Ann, Bo), got "Cy"'),
        ([ANN_BO, "Ann: play Bum on Cy"], 2, None),
        ([ANN_BO, "Ann: play Bum on Bo's Nothing"], 2, None),
        ([ANN_BO, "Ann is Bum"], 2, 'expected the name of a role, got "Bum"'),
        ([ANN_BO, "Ann is Temp", "Bo is Temp"], 3, "expected each role dealt once, got Temp again"),
        ([ANN_BO, "Ann holds: Bum; Bum"], 2, "expected a copy of Bum left in the box, got none"),
        ([ANN_BO, "Ann holds: Bum (2)"], 2, None),
        ([ANN_BO, "Ann has: Beer +many"], 2, None),
        ([ANN_BO, "Ann has: Beer =12345"], 2, None),
        ([ANN_BO, "Ann has: Bum"], 2, "expected a card that can lie in a room, got Bum"),
        ([ANN_BO, "Ann slack: high"], 2, 'expected a number, got "high"'),
        ([ANN_BO, "Ann income: -1"], 2, 'expected a number, got "-1"'),
        ([ANN_BO, "Ann gloom: 1"], 2, "expected an edition that knows gloom, got Geek"),
        ([ANN_BO, "table: Sleep"], 2, "expected a card with a lasting effect, got Sleep"),
        ([ANN_BO, "turn: Cy"], 2, 'expected a player (Ann, Bo), got "Cy"'),
        ([ANN_BO, "turn: Ann, lunch"], 2, None),
        ([ANN_BO, "Bo has left"], 2, None),
        ([ANN_BO, "roll"], 2, 'expected roll and dice from 1 to 6, got "roll"'),
        ([ANN_BO, "roll 7"], 2, None),
        ([ANN_BO, "roll 1; two"], 2, None),
        ([ANN_BO, "shuffle:"], 2, None),
        ([ANN_BO, "pick"], 2, None),
        ([ANN_BO, "role"], 2, "expected the name of a role, got nothing"),
        ([ANN_BO, "expect"], 2, None),
        ([ANN_BO, "expect Ann happy"], 2, None),
        ([ANN_BO, "expect Ann slack"], 2, None),
        ([ANN_BO, "expect Ann slack much"], 2, 'expected slack and a number, got "much"'),
        ([ANN_BO, "expect Ann has:"], 2, None),
        ([ANN_BO, "expect Ann's Beer"], 2, None),
        ([ANN_BO, "expect winner"], 2, "expected winner and a player, got none"),
        ([ANN_BO, "refuse"], 2, None),
        ([ANN_BO, "refuse Cy: next"], 2, None),
        ([ANN_BO, "refuse Ann: next because it is"], 2, None),
        ([ANN_BO, "rules: because"], 2, 'expected clauses such as R-PEST-1, got "BECAUSE"'),
        ([ANN_BO, "option: guests"], 2, 'expected option: NAME VALUE, got "option: guests"'),
        ([ANN_BO, "option: pets on"], 2, None),
        ([ANN_BO, "option: guests maybe"], 2, None),
        (["", "edition: geek + gnome", ANN_BO], 2, None),
        (["edition: geek + geek", ANN_BO], 1, None),
        (
            [ANN_BO, "Ann: next", "deck: Sleep"],
            3,
            'expected the setup to be complete before the first move, got "deck: Sleep"',
        ),
        (["x" * 60_000], 1, "expected a line of at most 50000 characters, got one of 60000"),
    ],
)
def test_what_is_wrong_is_said(lines: list[str], line: int, said: str | None) -> None:
    where, message = failure(*lines)
    assert where == line
    assert message.startswith("expected ")
    assert ", got " in message
    assert "\n" not in message
    if said is not None:
        assert message == said


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(NotationError) as caught:
        check(b"players: Ann; Bo\n\nAnn: \xff", cards)
    assert (caught.value.line, str(caught.value)) == (3, "expected UTF-8 text, got the byte 0xff")
    check(b"\xef\xbb\xbfplayers: Ann; Bo\r\nexpect turn Ann # a comment\r\n", cards)


# -- the command line ------------------------------------------------------------------------------


def test_check_of_a_folder(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    (folder / "deep").mkdir(parents=True)
    (folder / "b.chez").write_text("players: Ann; Bo\nexpect turn Ann\n")
    (folder / "deep" / "a.chez").write_text("players: Ann; Bo\n\nexpect turn Bo\n")
    (folder / "notes.txt").write_text("no notation")
    said = cli("check", folder)
    assert said == (
        1,
        f"ok  {folder / 'b.chez'}\n"
        f"FAIL {folder / 'deep' / 'a.chez'}:3: expected turn Bo, got Ann\n"
        "1 passed, 1 failed\n",
        "",
    )
    assert cli("check", folder / "b.chez") == (
        0,
        f"ok  {folder / 'b.chez'}\n1 passed, 0 failed\n",
        "",
    )


def test_check_of_what_is_not_there(cli: Cli, tmp_path: Path) -> None:
    missing, empty = tmp_path / "missing.chez", tmp_path / "empty"
    empty.mkdir()
    said = cli("check", missing, empty, "a\0b")
    assert said.status == 1
    assert said.out.splitlines() == [
        f"FAIL {missing}:1: expected a file that can be read, got No such file or directory",
        f"FAIL {empty}:1: expected .chez files in this folder, got none",
        "FAIL a?b:1: expected a file that can be read, got embedded null byte",
        "0 passed, 3 failed",
    ]
    said = cli("check")
    assert said == (
        1,
        "FAIL -:1: expected a file or folder to check, got none\n0 passed, 1 failed\n",
        "",
    )


def test_a_mistake_of_our_own_fails_one_file(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.chez", "b.chez"):
        (tmp_path / name).write_text("players: Ann; Bo\n")

    def broken(data: bytes, load: object) -> None:
        raise KeyError("oops")

    monkeypatch.setattr("chez_tui.verbs.check.check", broken)
    said = cli("check", tmp_path)
    assert said.status == 1
    assert said.err == ""
    assert said.out.count("got KeyError inside chez-tui, please report it\n") == 2


def test_check_with_own_cards(cli: Cli, tmp_path: Path) -> None:
    own, file = tmp_path / "own.toml", tmp_path / "own.chez"
    own.write_text(
        '[[card]]\nname = "Lava Lamp"\nkind = "thing"\nslack = 1\n'
        'text = "Glows."\nflavor = "Wow."\n'
    )
    file.write_text("players: Ann; Bo\nAnn has: Lava Lamp\nturn: Ann, call\nexpect Ann slack 1\n")
    assert cli("check", file).out.startswith(f"FAIL {file}:2: expected the name of a card of Geek")
    assert cli("check", "--cards", own, file).out == f"ok  {file}\n1 passed, 0 failed\n"
    said = cli("check", "--cards", tmp_path / "none.toml", file)
    assert said.out.startswith(
        f"FAIL {file}:1: expected editions and card files that can be used, got "
    )
