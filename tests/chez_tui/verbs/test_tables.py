"""`chez-tui tables`: the list for people and for programs."""

import json
import re

import pytest

from chez_tui.heard import company
from chez_tui.verbs import tables
from net.discovery import GREY, HERE, Found
from net.wire.codes import Address
from tests.conftest import Cli
from tests.net.notices import at, notice

V6 = Address("fe80::1%2", 4001)


def heard(monkeypatch: pytest.MonkeyPatch, *found: Found, trouble: str = "") -> list[float]:
    """Lets the verb find these tables; the seconds that it listens for."""
    asked: list[float] = []

    def glance(seconds: float) -> tuple[tuple[Found, ...], str]:
        asked.append(seconds)
        return found, trouble

    monkeypatch.setattr("net.discovery.glance.glance", glance)
    return asked


def test_a_line_for_each_table(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    heard(
        monkeypatch,
        Found(notice(1, players=("Ann", "Bob")), (V6, *at(1)), HERE),
        Found(
            notice(2, phase="play", locked=True, editions=("geek",), options=("hand=7",)),
            (V6,),
            HERE,
        ),
        Found(notice(3, title=""), tuple(at(3)), GREY),
    )
    one, two, three = (str(notice(number).code) for number in (1, 2, 3))
    rows = [
        (one, "2/5", "waiting", "geek+goth", "0.3.0", "192.168.0.1:4000", "Table 1", "Ann and Bob"),
        (two, "2/5", "playing, password", "geek hand=7", "0.3.0", str(V6), "Table 2", "2 players"),
        (three, "2/5", "no answer", "geek+goth", "0.3.0", "192.168.0.3:4000", "2 players"),
    ]
    said = cli("tables")
    assert said.status == 0
    lines = said.out.splitlines()
    assert [tuple(re.split(r" {2,}", line)) for line in lines] == rows
    assert len({line.index("0.3.0") for line in lines}) == 1  # in columns


def test_a_list_for_programs(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    told = notice(
        7, title="Zoë", options=("guests=off", "hand=7"), seated=3, players=("Zoë", "[b]Bob[/b]")
    )
    heard(monkeypatch, Found(told, (*at(1), V6), HERE))
    said = cli("tables", "--json")
    assert said.status == 0
    assert json.loads(said.out) == [
        {
            "code": str(notice(7).code),
            "title": "Zoë",
            "phase": "lobby",
            "seated": 3,
            "seats": 5,
            "players": ["Zoë", "[b]Bob[/b]"],
            "locked": False,
            "editions": ["geek", "goth"],
            "options": {"guests": "off", "hand": "7"},
            "version": "0.3.0",
            "protocol": 1,
            "answers": True,
            "addresses": ["192.168.0.1:4000", "[fe80::1%2]:4001"],
        }
    ]


@pytest.mark.parametrize(
    ("seated", "names", "said"),
    [
        (0, (), "nobody"),
        (1, (), "1 player"),
        (1, ("Ann",), "Ann"),
        (2, ("Ann",), "Ann and 1 other"),
        (3, ("Ann", "Bob", "Cleo"), "Ann, Bob and Cleo"),
        (5, ("Ann", "Bob", "Cleo"), "Ann, Bob, Cleo and 2 others"),
        (1, ("A\x1b[2J\nnn\u202e",), "A[2J nn"),
    ],
)
def test_who_is_in_is_a_phrase(seated: int, names: tuple[str, ...], said: str) -> None:
    assert company(notice(seated=seated, players=names)) == said


def test_of_a_crowd_some_are_counted() -> None:
    crowd = notice(seated=5, players=("Ann", "Bob", "Cleo"))
    assert company(crowd, 1) == "Ann and 4 others"
    assert company(crowd, 0) == "5 players"


def test_no_tables_are_no_error(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = heard(monkeypatch)
    assert cli("tables") == (0, f"{tables.NONE}\n", "")
    assert cli("tables", "--json", "--seconds", "0.5") == (0, "[]\n", "")
    assert asked == [tables.SECONDS, 0.5]


def test_no_network_is_one(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    heard(monkeypatch, trouble="there is no network")
    complaint = "chez-tui: there is no network; chez-tui doctor says more\n"
    assert cli("tables") == (1, "", complaint)
    assert cli("tables", "--json") == (1, "[]\n", complaint)


def test_it_really_looks(cli: Cli) -> None:
    said = cli("tables", "--json", "--seconds", "0")
    assert said.out == "[]\n"
