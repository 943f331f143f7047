"""One clear sentence for everything that keeps a program from a network table."""

import asyncio
import re

import pytest

from chez_tui import __version__
from core.clauses import RULES_VERSION
from net.identity import Identity
from net.wire.hall import Hall
from net.wire.link import Link
from net.wire.messages import VERSION, Hello
from net.wire.versions import hello_of
from tests.net.halls import free_port
from tests.net.processes.cast import Cast, Running


def refused(program: Running) -> str:
    """The one sentence with which a program ends that can't do what it should."""
    assert program.status() == 1, program
    assert program.err.startswith("chez-tui: "), program
    assert program.err.count("\n") == 1, program
    return program.err.removeprefix("chez-tui: ").rstrip()


def test_tables_that_take_nobody(cast: Cast) -> None:
    locked = cast.offline("Ann", 2, "--password", "sesame")
    nobody = free_port()
    port = ("--port", str(cast.port))
    wrong = cast.join("Bo", "--password", "simsalabim")
    none = cast.join("Cy")
    taken = cast.start("Di", "host", "--bot", "easy", "--offline", *port, "--seats", "2")
    closed = cast.join("Ed", target=f"127.0.0.1:{nobody}")
    assert refused(wrong) == "the password is wrong"
    assert refused(none) == "the table of Ann asks for a password"
    assert str(cast.port) in refused(taken)
    assert refused(closed) == f"nobody takes connections at 127.0.0.1:{nobody}"
    both = {name: cast.join(name, "--password", "sesame") for name in ("Gus", "Hob")}
    locked.until_told(1)
    late = next(program for program in both.values() if not program.story)
    sentence = refused(late)  # there was one seat
    assert "every seat is taken" in sentence or "a game is being played" in sentence


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
    ("verb", "theirs", "sentence"),
    [
        (
            "join",
            MINE._replace(version=VERSION + 1, program="99.0"),
            f"Bo must update chez-tui: Ann has a newer version (99.0, not {__version__})",
        ),
        (
            "watch",
            MINE._replace(version=VERSION - 1),
            "Ann must update chez-tui: Bo has a newer version",
        ),
        (
            "join",
            MINE._replace(cards=b"c" * 32),
            f"Bo and Ann have different cards, though both run chez-tui {__version__}: "
            "both should install the same release",
        ),
        (
            "watch",
            MINE._replace(rules=b"r" * 32),
            f"Bo and Ann play by different rules, though both run chez-tui {__version__}: "
            "both should install the same release",
        ),
    ],
)
async def test_other_versions_and_cards_are_named(
    cast: Cast, verb: str, theirs: Hello, sentence: str
) -> None:
    arrived: list[Link] = []
    hall = Hall(Identity(b"a" * 32), lambda _: theirs, arrived.append)
    target = f"127.0.0.1:{await hall.listen()}"
    how = ("--bot", "easy") if verb == "join" else ("--plain",)
    guest = cast.start("Bo", verb, target, "--name", "Bo", *how)
    assert await asyncio.to_thread(refused, guest) == sentence
    await hall.close()
    assert not arrived


def test_of_two_programs_both_learn_which_has_the_older_rules(cast: Cast) -> None:
    """Those who join and those who watch, with older and with newer rules than the table has."""
    host = cast.offline("Ann", 2)
    target = f"127.0.0.1:{cast.port}"
    guests = {}
    for rules in (RULES_VERSION - 1, RULES_VERSION + 1):
        for verb, how in (("join", ("--bot", "easy")), ("watch", ("--plain",))):
            name = f"{verb}er {rules}"
            words = (verb, target, *how, "--name", name)
            guest = cast.start(name, *words, program=(OTHER, str(rules)))
            old, new = sorted((RULES_VERSION, rules))
            older, newer = (name, "Ann") if rules == old else ("Ann", name)
            sentence = f"{older} must update chez-tui: {newer} plays by newer rules "
            guests[f"{sentence}(version {new}, not {old})"] = guest
    for sentence, guest in guests.items():
        assert refused(guest) == sentence
        host.until_said(re.escape(f"(Turned away: {sentence})"))
    assert host.process.poll() is None  # its table is still there
