"""`chez-tui doctor`: what it looks at, and what it makes of trouble."""

import errno
import os
import socket
from importlib import metadata
from ipaddress import ip_address
from pathlib import Path

import pytest

from chez_tui.doctor import machine, network
from chez_tui.doctor.findings import BAD, NOTE, OK, Check
from chez_tui.settings import Settings
from chez_tui.verbs import doctor
from chez_tui.world import MANY, TerminalTraits
from net.discovery.interfaces import Place
from tests.conftest import Cli
from tests.kit.worlds import here, keep

LO = Place("lo", 1, ip_address("127.0.0.1"), 8)
ETH = Place("eth0", 2, ip_address("192.0.2.7"), 24)
ETH6 = Place("eth0", 2, ip_address("fe80::7"), 64)


def marks(checks: list[Check]) -> list[tuple[str, str]]:
    return [(check.topic, check.mark) for check in checks]


def test_every_topic_has_a_line(cli: Cli) -> None:
    said = cli("doctor")
    assert said.status in (0, 1)
    assert said.err == ""
    for topic in ("terminal", "letters", "games", "zeroconf", "clock", "interface", "hosting"):
        assert f"  {topic}" in said.out


def test_the_status_is_that_of_the_worst(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [Check("one", OK, "fine"), Check("two", NOTE, "so so", "look at it")]
    monkeypatch.setattr(doctor, "checks", lambda world: found)
    said = cli("doctor")
    assert said.status == 0
    assert said.out.splitlines() == [
        "ok    one        fine",
        "note  two        so so",
        "                 -> look at it",
        "Everything works (1 to note)",
    ]
    found.append(Check("three", BAD, "broken"))
    said = cli("doctor")
    assert said.status == 1
    assert said.out.endswith("BAD   three      broken\n1 of 3 checks failed\n")


# -- terminal --------------------------------------------------------------------------------------


def test_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = 120
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((columns, 40)))

    def terminal(**traits: object) -> dict[str, Check]:
        good = TerminalTraits(colors=256, language="C.UTF-8")
        checks = machine.terminal(good._replace(**traits))  # type: ignore[arg-type]
        return {check.topic: check for check in checks}

    good = terminal()
    assert [check.mark for check in good.values()] == [OK] * 4
    assert (good["size"].said, good["colors"].said) == ("120 columns, 40 lines", "256")
    assert terminal(kind="")["terminal"].mark == terminal(kind="dumb")["terminal"].mark == NOTE
    letters = terminal(language="POSIX")["letters"]
    assert letters.mark == NOTE
    assert "--ascii" in letters.advice
    for colors, said in ((16, "few"), (MANY, "16 mill"), (0, "none")):
        assert terminal(colors=colors)["colors"].said.startswith(said)
    columns = 79
    assert terminal()["size"].mark == NOTE


def test_a_pipe_is_said_to_be_one() -> None:
    assert (
        next(iter(machine.terminal(TerminalTraits(shows=False)))).said
        == "this isn't a terminal but a pipe or a script"
    )


# -- files, versions, clock ------------------------------------------------------------------------


def test_folders_are_not_made_but_looked_at(data_home: Path) -> None:
    assert marks(list(machine.folders(here()))) == [("games", OK), ("settings", OK)]
    assert not data_home.exists()
    (data_home / "chez-tui").mkdir(parents=True)
    games = next(iter(machine.folders(here())))
    assert games == Check("games", OK, str(data_home / "chez-tui"))
    assert list((data_home / "chez-tui").iterdir()) == []
    keep(Settings(pace="fast"))
    here().settings.write_text("pace = 7")
    assert list(machine.folders(here()))[-1].mark == BAD


def test_a_folder_that_is_no_folder_or_not_ours(
    data_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    data_home.write_text("in the way")
    games = next(iter(machine.folders(here())))
    assert (games.mark, games.said) == (BAD, f"{data_home} isn't a folder")
    data_home.unlink()
    monkeypatch.setattr(machine.tempfile, "TemporaryFile", refuse)
    monkeypatch.setattr(os, "access", lambda *_: False)
    for _ in ("it could be made", "it is there"):
        games = next(iter(machine.folders(here())))
        assert games.mark == BAD
        assert "Permission denied" in games.said
        (data_home / "chez-tui").mkdir(parents=True, exist_ok=True)


def test_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(machine.needed()) == {"msgpack", "pynacl", "rich", "textual", "zeroconf"}
    assert {check.mark for check in machine.versions()} == {OK}
    monkeypatch.setattr(metadata, "version", lambda _: "0.0.1")
    assert ("pynacl", BAD) in marks(list(machine.versions()))

    def missing(_: str) -> str:
        raise metadata.PackageNotFoundError

    monkeypatch.setattr(metadata, "version", missing)
    assert ("textual", BAD) in marks(list(machine.versions()))
    monkeypatch.setattr(metadata, "requires", missing)
    assert marks(list(machine.versions())) == [("version", OK)]


def test_a_clock_that_is_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    assert marks(list(machine.clock())) == [("clock", OK)]
    monkeypatch.setattr(machine.time, "time", lambda: 1_000_000.0)
    assert marks(list(machine.clock())) == [("clock", NOTE)]


# -- network ---------------------------------------------------------------------------------------


def with_places(monkeypatch: pytest.MonkeyPatch, *places: Place) -> None:
    monkeypatch.setattr("net.discovery.interfaces.places", lambda: places)


def test_interfaces(monkeypatch: pytest.MonkeyPatch) -> None:
    with_places(monkeypatch, LO, ETH, ETH6)
    assert list(network.interfaces()) == [Check("interface", OK, "eth0: 192.0.2.7, fe80::7")]
    with_places(monkeypatch, LO)
    assert [check.said for check in network.interfaces()] == ["only this machine's own"]
    with_places(monkeypatch)
    assert [check.said for check in network.interfaces()] == ["no interface has an address"]

    def broken() -> tuple[Place, ...]:
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("net.discovery.interfaces.places", broken)
    assert [check.said for check in network.interfaces()] == ["no interface has an address"]


@pytest.mark.parametrize(
    ("places", "heard", "bad"),
    [
        ([LO, ETH], {"lo": {4}, "eth0": {4, 6}}, False),
        ([LO, ETH], {"lo": {4}}, True),
        ([LO], {"lo": {4}}, False),
        ([LO], {}, True),
        ([], {}, True),
    ],
)
def test_multicast(
    monkeypatch: pytest.MonkeyPatch, places: list[Place], heard: dict[str, set[int]], bad: bool
) -> None:
    with_places(monkeypatch, *places)
    silent = [name for name in ("eth0",) if ETH in places and name not in heard]
    monkeypatch.setattr(network, "echoes", lambda _: (heard, silent))
    found = [check for check in network.multicast() if check.topic == "multicast"]
    assert any(check.mark == BAD for check in found) == bad
    assert len([check for check in found if check.mark == NOTE]) == len(silent)


def test_an_address_that_is_not_ours_echoes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "PATIENCE", 0.05)
    strange = Place("gone0", 999, ip_address("203.0.113.77"), 24)
    assert network.echoes((strange, Place("gone0", 999, ip_address("fe80::99"), 64))) == (
        {},
        ["gone0"],
    )


def test_a_port_that_another_program_keeps() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as greedy:
        greedy.bind(("", 0))
        port = greedy.getsockname()[1]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(network, "MDNS", port)
            check = network._shared_port()
    assert check.mark == BAD
    assert "another program won't share it" in check.said


def test_hosting(monkeypatch: pytest.MonkeyPatch) -> None:
    with_places(monkeypatch, LO)
    assert marks(list(network.ports())) == [("hosting", OK)]

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket, "create_server", refuse)
    (check,) = network.ports()
    assert check.mark == BAD
    assert check.said.endswith("Permission denied")
