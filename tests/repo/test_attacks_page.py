"""docs/attacks.md names tests that exist, and every hostile test has its line there."""

import re

from tests.kit.places import ROOT

PAGE = (ROOT / "docs" / "attacks.md").read_text(encoding="utf-8")
FOLDER = ROOT / "tests" / "net"
HOSTILE = (
    "wire/test_hall_hostile.py",
    "peer/test_peer_hostile.py",
    "peer/test_peer_hostile_host.py",
    "peer/test_peer_hostile_votes.py",
    "deck/test_sealed_hostile.py",
)
TESTS = {
    name
    for file in (
        *HOSTILE,
        "table/test_lobby.py",
        "table/test_showing.py",
    )
    for name in re.findall(r"def test_(\w+)\(", (FOLDER / file).read_text(encoding="utf-8"))
}
NAMED = [
    name
    for row in re.findall(r"^\|.*\|$", PAGE, re.M)
    for name in re.findall(r"`([a-z_]+(?:\.\.\.)?)`", row.rsplit("|", 2)[1])
]


def told(test: str, name: str) -> bool:
    return test.startswith(name[:-3]) if name.endswith("...") else test == name


def test_every_test_on_the_page_exists() -> None:
    assert len(NAMED) > 60
    assert [name for name in NAMED if not any(told(test, name) for test in TESTS)] == []


def test_every_hostile_test_is_on_the_page() -> None:
    for file in HOSTILE:
        source = (FOLDER / file).read_text(encoding="utf-8")
        tests = re.findall(r"def test_(\w+)\(", source)
        assert [test for test in tests if not any(told(test, name) for name in NAMED)] == []
