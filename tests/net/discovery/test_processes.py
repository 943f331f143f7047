"""Discovery between two programs on this machine, over the network it really has."""

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import closing

import pytest

from chez_tui.doctor.network import echoes
from net.discovery.interfaces import places
from tests.net.netns.lan import Program

REASON = "" if echoes(places())[0] else "multicast does not work here"
if not socket.has_dualstack_ipv6():
    REASON = "there is no IPv6 here"
pytestmark = pytest.mark.skipif(bool(REASON), reason=REASON or "it can be done")

NUMBER = os.getpid()  # other tables may be on this network


@pytest.fixture
def table() -> Iterator[Program]:
    with closing(program("publish", str(NUMBER))) as running:
        yield running


@pytest.fixture
def browser() -> Iterator[Program]:
    with closing(program("browse", "1")) as running:
        yield running


def program(*words: str) -> Program:
    return Program([sys.executable, "-m", "tests.net.netns.peer", *words])


def ours(line: dict[str, list[dict[str, str]]]) -> list[dict[str, str]]:
    return [found for found in line["found"] if found["title"] == f"Table {NUMBER}"]


def test_a_table_is_found_changes_and_leaves(table: Program, browser: Program) -> None:
    assert table.line() == {"trouble": ""}
    browser.until(lambda line: [one["state"] for one in ours(line)] == ["here"])
    table.say("paused")
    browser.until(lambda line: [one["phase"] for one in ours(line)] == ["paused"])
    table.say("quit")
    browser.until(lambda line: not ours(line))


def test_a_killed_table_turns_grey_and_goes(table: Program, browser: Program) -> None:
    browser.until(lambda line: [one["state"] for one in ours(line)] == ["here"])
    table.kill()
    browser.until(lambda line: [one["state"] for one in ours(line)] == ["grey"])
    browser.until(lambda line: not ours(line))
