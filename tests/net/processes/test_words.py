"""One clear sentence for everything that keeps a program from a network table."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from chez_tui import __version__
from net.identity import Identity
from net.wire.hall import Hall
from net.wire.link import Link
from net.wire.messages import VERSION, Hello
from net.wire.versions import cards_hash, rules_hash
from tests.net.halls import free_port
from tests.net.processes.cast import Cast, Running, finished


@pytest.fixture
def cast(tmp_path: Path) -> Iterator[Cast]:
    with Cast(tmp_path) as made:
        yield made


def refused(program: Running) -> str:
    """The one sentence with which a program ends that can't do what it should."""
    assert program.status() == 1, program
    assert program.err.startswith("chez-tui: "), program
    assert program.err.count("\n") == 1, program
    return program.err.removeprefix("chez-tui: ").rstrip()


def test_tables_that_take_nobody(cast: Cast) -> None:
    locked = cast.host("Ann", 2, "--offline", "--port", str(free_port()), "--password", "sesame")
    port = cast.port
    nobody = free_port()
    wrong = cast.join("Bo", "--password", "simsalabim")
    none = cast.join("Cy")
    taken = cast.start(
        "Di", "host", "--bot", "easy", "--offline", "--port", str(port), "--seats", "2"
    )
    closed = cast.join("Ed", target=f"127.0.0.1:{nobody}")
    unknown = cast.join("Flo", target="no-such-host.invalid:24398")
    assert refused(wrong) == "the password is wrong"
    assert refused(none) == "the table of Ann asks for a password"
    assert str(port) in refused(taken)
    assert refused(closed) == f"nobody takes connections at 127.0.0.1:{nobody}"
    assert refused(unknown) == "no host with the name no-such-host.invalid is known"
    both = {name: cast.join(name, "--password", "sesame") for name in ("Gus", "Hob")}
    late = next(name for name, program in both.items() if program.status() != 0)
    sentence = refused(both.pop(late))  # there was one seat
    assert "every seat is taken" in sentence or "a game is being played" in sentence
    finished(cast, {"Ann": locked, **both})


def test_words_that_name_no_table(cast: Cast) -> None:
    bad = cast.join("Bo", target="7-teapot")
    gone = cast.join("Cy", target="7-teapot-sofa")
    assert bad.status() == 2
    assert bad.err.count("\n") == 1
    assert "no table with the code 7-teapot-sofa was heard of" in refused(gone)


MINE = Hello(VERSION, __version__, "Ann", "play", b"t" * 16, rules_hash(), cards_hash(), 1, False)


@pytest.mark.parametrize(
    ("theirs", "sentence"),
    [
        (MINE._replace(version=VERSION + 1, program="99.0"), "Bo must update: "),
        (MINE._replace(cards=b"c" * 32), "Bo and Ann have different cards"),
        (MINE._replace(rules=b"r" * 32), "Bo and Ann play by different rules"),
    ],
)
async def test_other_versions_and_cards_are_named(cast: Cast, theirs: Hello, sentence: str) -> None:
    arrived: list[Link] = []
    hall = Hall(Identity(b"a" * 32), lambda _: theirs, arrived.append)
    port = await hall.listen()
    said = await asyncio.to_thread(refused, cast.join("Bo", target=f"127.0.0.1:{port}"))
    await hall.close()
    assert said.startswith(sentence)
    assert not arrived
