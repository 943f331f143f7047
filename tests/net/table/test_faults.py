"""What goes wrong in the background is told, and nobody waits for it to get better by itself."""

import asyncio
from pathlib import Path

import pytest

from net.chores import sentence, start
from net.discovery import Advertiser, Browser
from net.discovery.daemon import Daemon
from net.table import publishing, table, watching
from net.table.publishing import Publisher
from net.table.watching import PLACES, Visitor, WatchTable
from net.wire.codes import Address
from net.wire.hall import HallError
from net.wire.link import Link
from net.wire.messages import Listener, Peers
from tests.net.halls import HERE
from tests.net.notices import notice
from tests.net.party import PROGRAM, identity, party, until

pytestmark = pytest.mark.usefixtures("clock")


def fault(*_: object) -> None:
    raise KeyError("a fault")


async def test_a_fault_in_the_background_is_logged_and_told_and_a_cancellation_is_not(
    caplog: pytest.LogCaptureFixture,
) -> None:
    told: list[BaseException] = []

    async def fails() -> None:
        fault()

    work = [start(fails(), told.append), start(asyncio.sleep(60), told.append)]
    work[1].cancel()
    await asyncio.gather(*work, return_exceptions=True)
    await asyncio.sleep(0)
    (text,) = map(sentence, told)
    assert text.startswith("the program has failed: KeyError: 'a fault' (test_table_faults.py:")
    assert caplog.text.count("Traceback") == 1


async def test_a_table_that_fails_ends_says_why_and_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "LOOK", 0.02)
    async with party(tmp_path) as made:
        ann = await made.host()
        bo = await made.join("Bo")
        ann.gallery.tick = fault  # type: ignore[method-assign]
        await until(lambda: ann.closed)
        assert ann.closed.startswith("the program has failed: KeyError: 'a fault' (")
        (report,) = (tmp_path / "Ann").glob("failure-*.txt")
        assert "in fault" in report.read_text()
        assert made.notices("Ann") == [f"A report is in {report}", f"T{ann.closed[1:]}"]
        await until(lambda: bo.closed)  # the others see that it has gone


async def test_work_for_a_game_that_fails_ends_the_table(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        ann = await made.host(seats=2)
        await made.join("Bo")
        await made.begin()
        assert ann.play is not None
        ann.play.compute(fault, lambda done, now: None)
        await until(lambda: ann.closed)
        assert ann.closed.startswith("the program has failed: KeyError: 'a fault' (")


async def test_a_table_that_can_not_be_published_says_why_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "notice_of", fault)
    async with party(tmp_path) as made:
        ann = await made.host()
        publisher = Publisher(ann)
        await until(lambda: publisher.trouble)
        assert publisher.trouble.startswith("the program has failed: KeyError")
        assert not ann.closed
        await publisher.close()


def visitor() -> Visitor:
    return Visitor(identity("Eve"), "Eve", PROGRAM)


async def test_who_watches_remembers_few_places_and_always_where_he_was_sent() -> None:
    eve = WatchTable(visitor(), [Address(HERE, 1)])
    link = type("Shower", (), {"address": Address("10.0.0.1", 5)})()
    for number in range(1, 5 * PLACES):
        pid = number.to_bytes(32, "big")
        eve._heard(link, Peers((Listener(pid, "10.0.0.7", number), Listener(pid, HERE, number))))
    assert len(eve._places) == PLACES
    assert Address("10.0.0.1", number) in eve._places
    called: list[Address] = []

    async def nobody(address: Address, *_: object, **__: object) -> Link:
        called.append(address)
        raise HallError("nobody is there")

    eve._hall.dial = nobody  # type: ignore[method-assign]
    with pytest.raises(HallError):
        await eve._dial()
    assert called[-1] == Address(HERE, 1)


async def test_looking_for_another_player_ends_by_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "AGAIN", 0.01)
    monkeypatch.setattr(watching, "GIVE_UP_LOBBY", 0.1)

    async def silence(*_: object, **__: object) -> Link:
        await asyncio.sleep(60)
        raise AssertionError

    async with party(tmp_path) as made:
        await made.host()
        eve = await made.watch()
        await until(lambda: eve.lobby is not None)
        assert eve._link is not None
        eve._hall.dial = silence  # type: ignore[method-assign]
        eve._link.abort()
        await until(lambda: eve.closed, 2.0)
        assert eve.closed == "nobody shows this table any more"


async def test_a_spectator_who_fails_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "AGAIN", 0.01)
    async with party(tmp_path) as made:
        await made.host()
        eve = await made.watch()
        monkeypatch.setattr(WatchTable, "_dial", fault)
        assert eve._link is not None
        eve._link.abort()
        await until(lambda: eve.closed)
        assert eve.closed.startswith("the program has failed: KeyError: 'a fault' (")


class Broken(Daemon):
    """Discovery that fails at once."""

    async def refresh(self) -> bool:
        raise KeyError("a fault")


async def test_discovery_that_fails_says_why() -> None:
    browser = Browser(daemon=Broken())
    browser.start()
    advertiser = Advertiser(4000, daemon=Broken())
    advertiser.publish(notice())
    await advertiser.settled()
    await until(lambda: browser.trouble)
    for trouble in (browser.trouble, advertiser.trouble):
        assert trouble.startswith("the program has failed: KeyError: 'a fault' (")
    await browser.close()
    await advertiser.withdraw()


async def test_a_player_who_is_there_and_refuses_is_named_once(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        ann = await made.host()
        bo = await made.join("Bo")
        for _ in range(3):
            ann.refused(bo.me.pid, HallError("the password is wrong", "password"))
            ann.refused(bo.me.pid, HallError("there are too many connections already", "busy"))
        assert made.notices("Ann") == ["Bo is there, but the password is wrong"]
