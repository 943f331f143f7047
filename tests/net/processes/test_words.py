"""One clear sentence for everything that keeps a program from a network table."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from chez_tui import __version__
from core.clauses import RULES_VERSION
from net.identity import Identity
from net.wire.hall import Hall
from net.wire.link import Link
from net.wire.messages import VERSION, Hello
from net.wire.versions import hello_of
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


# -- programs that do not fit ----------------------------------------------------------------------

MINE = hello_of(__version__, "Ann", "play", b"t" * 16, 1)
OTHER = "tests.net.processes.other"  # the program with another number of the rules


@pytest.mark.parametrize(
    ("theirs", "sentence"),
    [
        (
            MINE._replace(version=VERSION + 1, program="99.0"),
            f"Bo must update chez-tui: Ann has a newer version (99.0, not {__version__})",
        ),
        (
            MINE._replace(version=VERSION - 1),
            "Ann must update chez-tui: Bo has a newer version",
        ),
        (
            MINE._replace(cards=b"c" * 32),
            f"Bo and Ann have different cards, though both run chez-tui {__version__}: "
            "both should install the same release",
        ),
        (
            MINE._replace(rules=b"r" * 32),
            f"Bo and Ann play by different rules, though both run chez-tui {__version__}: "
            "both should install the same release",
        ),
    ],
)
async def test_other_versions_and_cards_are_named(cast: Cast, theirs: Hello, sentence: str) -> None:
    arrived: list[Link] = []
    hall = Hall(Identity(b"a" * 32), lambda _: theirs, arrived.append)
    port = await hall.listen()
    target = f"127.0.0.1:{port}"
    for program in (
        cast.join("Bo", target=target),
        cast.start("Bo", "watch", target, "--plain", "--name", "Bo"),
    ):
        assert await asyncio.to_thread(refused, program) == sentence
    await hall.close()
    assert not arrived


@pytest.mark.parametrize("hosted", [RULES_VERSION - 1, RULES_VERSION, RULES_VERSION + 1])
def test_of_two_programs_both_learn_which_has_the_older_rules(cast: Cast, hosted: int) -> None:
    """Those who join and those who watch, with older and with newer rules than the table has."""
    host = cast.start(
        "Ann", "host", "--bot", "easy", "--offline", "--port", str(free_port()), "--as", "Ann",
        "--seats", "2", program=(OTHER, str(hosted)),
    )  # fmt: skip
    host.until_said(r"(?m)^port: \d+$")
    target = f"127.0.0.1:{host.said('port')}"
    others = {RULES_VERSION - 1, RULES_VERSION, RULES_VERSION + 1} - {hosted}
    for rules in others:
        old, new = sorted((hosted, rules))
        for name, words in (
            (f"Bo{rules}", ("join", target, "--bot", "easy")),
            (f"Cy{rules}", ("watch", target, "--plain")),
        ):
            guest = cast.start(name, *words, "--name", name, program=(OTHER, str(rules)))
            older, newer = (name, "Ann") if rules < hosted else ("Ann", name)
            sentence = (
                f"{older} must update chez-tui: {newer} plays by newer rules "
                f"(version {new}, not {old})"
            )
            assert refused(guest) == sentence
            host.until_said(re.escape(f"(Turned away: {sentence})"))
    assert host.process.poll() is None  # its table is still there
