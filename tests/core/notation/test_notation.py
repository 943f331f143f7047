"""The notation: what each line means, and what is said of one that can't be read or is not so."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from core.notation import NotationError, check
from core.notation.names import Names
from tests.conftest import Cli
from tests.kit.deals import cards
from tests.kit.places import DATA
from tests.kit.table import at, blocks, names


class Case(NamedTuple):
    """A file, and the line and the message with which it fails; no message if it holds."""

    lines: list[str]
    line: int
    said: str


def cases() -> Iterator[Case]:
    for _, text in blocks(DATA / "notation.txt"):
        start: list[str] = []
        tries: list[Case] = []
        for line in text.splitlines():
            if line.startswith("> "):
                lines = [*start, *line[2:].split(" | ")]
                tries.append(Case(lines, len(lines), ""))
            elif line.startswith("    "):
                said = line.strip()
                case = tries[-1]._replace(said=said)
                if said.startswith("line "):
                    number, said = said[5:].split(": ", 1)
                    case = Case(case.lines, int(number), said)
                tries[-1] = case
            else:
                start.append(line)
        yield from tries or [Case(start, 0, "")]


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.lines[-1])
def test_a_file_holds_or_fails_where_and_as_it_should(case: Case) -> None:
    if not case.said:
        check("\n".join(case.lines), cards)
        return
    with pytest.raises(NotationError) as caught:
        check("\n".join(case.lines), cards)
    assert (caught.value.line, str(caught.value)) == (case.line, case.said)


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(NotationError) as caught:
        check(b"players: Ann; Bo\n\nAnn: \xff", cards)
    assert (caught.value.line, str(caught.value)) == (3, "expected UTF-8 text, got the byte 0xff")
    check(b"\xef\xbb\xbfplayers: Ann; Bo\r\nexpect turn Ann # a comment\r\n", cards)


def test_a_line_has_its_limit() -> None:
    with pytest.raises(NotationError, match="at most 50000 characters, got one of 60000"):
        check("x" * 60_000, cards)


# -- what no claim can say -------------------------------------------------------------------------


def test_cards_are_numbered_from_the_hands_to_the_deck() -> None:
    game = at("""
        players: Ann; Bo
        deck: Bum; Sleep
        discard: Pizza; Ultra-Slims
        table: Raise on Bo; Get a Life
        Bo has: Beer
        Bo holds: Sleep; Sleep
        Ann holds: Car Alarm
        turn: Ann, free time
    """)
    assert names(game, range(10)) == [
        "Car Alarm", "Sleep", "Sleep", "Beer", "Raise", "Get a Life", "Pizza", "Ultra-Slims",
        "Bum", "Sleep",
    ]  # fmt: skip
    assert game.discard == [6, 7], "the top last"
    assert game.deck[-2:] == [9, 8], "the next card last"
    assert [(laid.card, laid.seat, laid.turns) for laid in game.table] == [(4, 1, 1), (5, 0, 2)]
    assert game.face[10:] == sorted(game.face[10:])
    assert [face for face in game.pub if face >= 0] == game.face[3:8]


def test_refuse_tries_without_changing_anything() -> None:
    table = "players: Ann; Bo\nAnn holds: Sleep; Car Alarm\nturn: Ann, free time\nAnn: do Sleep\n"
    tried = "refuse Bo: next\nrefuse Ann: cancel with Car Alarm\nrefuse Bo: end\n"
    assert at(table + tried).digest() == at(table).digest()


def test_an_avatar_is_another_copy_of_the_same_name() -> None:
    game = at("players: Ann; Bo\nAnn holds: Computer Games; Computer Games; Computer Games")
    assert len({game.face[card] for card in range(3)}) == 2


def test_a_random_person_worth_nothing_is_uninvited() -> None:
    for worth, invited in (("=0", False), ("=2", True)):
        game = at(f"players: Ann; Bo\nAnn has: Some Random Person {worth}")
        assert game.printed(game.rooms[0][0]).invited == invited


def test_several_alike_are_told_apart_by_their_place() -> None:
    game = at("""
        players: Ann; Bo
        Ann holds: Sleep; Beer; Sleep; geek/sleep
        turn: Ann, free time
        Ann: do Sleep (2)
        Ann: do geek/sleep (2)
        expect Ann slack 2
    """)
    assert (game.hands[0], game.rooms[0]) == ([0, 1], [2, 3])


def test_a_new_deck_comes_as_written() -> None:
    """The discard pile, shuffled: the named cards first, the rest in the order of the catalog."""
    catalog = cards(("geek",))
    ids = [catalog.faces[face].id for face in catalog.life()]
    for dealt in ("geek/car-alarm", "geek/beer"):
        ids.remove(dealt)
    table = f"players: Ann; Bo\nAnn holds: Car Alarm\ndeck: Beer\ndiscard: {'; '.join(ids)}\n"
    game = at(f"{table}shuffle: Sleep; Pizza\nexpect Ann hand 6")
    assert names(game, game.hands[0])[:4] == ["Car Alarm", "Beer", "Sleep", "Pizza"]
    game = at(f"{table}expect Ann hand 6")
    drawn = [game.face[card] for card in game.hands[0][2:]]
    assert drawn == sorted(drawn)
    with pytest.raises(NotationError, match="expected Beer among the shuffled cards") as caught:
        at(f"{table}shuffle: Sleep; Beer\nAnn: next")
    assert caught.value.line == 5


def test_reading_an_owner_tries_every_player() -> None:
    known = Names(cards(("geek",)), ("Mike", "Mike's Mum"))
    target = known.find_target("Mike's Mum's Beer")
    assert target is not None
    assert target.seat == 1
    assert known.owned("Pam's Beer") == []


def test_a_mistake_of_our_own_fails_one_file(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.chez", "b.chez"):
        (tmp_path / name).write_text("players: Ann; Bo\n")

    def broken(data: bytes, load: object) -> None:
        raise KeyError("oops")

    monkeypatch.setattr("chez_tui.verbs.check.check", broken)
    said = cli("check", tmp_path)
    assert (said.status, said.err) == (1, "")
    assert said.out.count("got KeyError inside chez-tui, please report it\n") == 2
