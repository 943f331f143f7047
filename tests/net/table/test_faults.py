"""What goes wrong in the background is told, and nobody waits for it to get better by itself."""

import asyncio
from pathlib import Path

import pytest

from net.chores import sentence, start
from net.discovery import Advertiser, Browser
from net.discovery.daemon import Daemon
from net.table import publishing
from net.table.publishing import Publisher
from net.table.watching import GIVE_UP_LOBBY, PLACES, Visitor, WatchTable
from net.wire.codes import Address
from net.wire.hall import HallError
from net.wire.link import Link
from net.wire.messages import Listener, Peers
from tests.net.halls import HERE
from tests.net.notices import notice
from tests.net.party import PROGRAM, Party, identity, until

pytestmark = pytest.mark.usefixtures("clock")

FAILED = f"the program has failed: KeyError: 'a fault' ({Path(__file__).name}:"


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
    assert text.startswith(FAILED)
    assert caplog.text.count("Traceback") == 1


async def test_a_table_that_fails_ends_says_why_and_goes(party: Party) -> None:
    ann, bo = await party.sit("Ann", "Bo", begin=False)
    ann.gallery.tick = fault  # type: ignore[method-assign]
    await until(lambda: ann.closed)
    assert ann.closed.startswith(FAILED)
    (report,) = (party.folder / "Ann").glob("failure-*.txt")
    assert "in fault" in report.read_text()
    assert party.notices("Ann") == [f"A report is in {report}", f"T{ann.closed[1:]}"]
    await until(lambda: bo.closed)  # the others see that it has gone


async def test_work_for_a_game_that_fails_ends_the_table(party: Party) -> None:
    ann, _ = await party.sit("Ann", "Bo")
    party.play("Ann").compute(fault, lambda done, now: None)
    await until(lambda: ann.closed)
    assert ann.closed.startswith(FAILED)


async def test_a_table_that_can_not_be_published_says_why_and_stays(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "notice_of", fault)
    ann = await party.host()
    publisher = Publisher(ann)
    await until(lambda: publisher.trouble)
    assert publisher.trouble.startswith(FAILED)
    assert not ann.closed
    await publisher.close()


async def test_who_watches_remembers_few_places_and_always_the_first() -> None:
    eve = WatchTable(Visitor(identity("Eve"), "Eve", PROGRAM), [Address(HERE, 1)])
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


async def cut_off(party: Party) -> WatchTable:
    """A spectator of a lobby who loses the connection."""
    await party.host()
    eve = await party.watch()
    await until(lambda: eve.lobby is not None)
    assert eve._link is not None
    eve._link.abort()
    return eve


async def test_looking_for_another_player_ends_by_the_clock(party: Party) -> None:
    async def silence(*_: object, **__: object) -> Link:
        await asyncio.sleep(60)
        raise AssertionError

    loop = asyncio.get_running_loop()
    eve = await cut_off(party)
    eve._hall.dial = silence  # type: ignore[method-assign]
    began = loop.time()
    await until(lambda: eve.closed)
    assert loop.time() - began < GIVE_UP_LOBBY + 3
    assert eve.closed == "nobody shows this table any more"


async def test_a_spectator_who_fails_says_why(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = await cut_off(party)
    monkeypatch.setattr(WatchTable, "_dial", fault)
    await until(lambda: eve.closed)
    assert eve.closed.startswith(FAILED)


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
        assert trouble.startswith(FAILED)
    await browser.close()
    await advertiser.withdraw()


async def test_a_player_who_is_there_and_refuses_is_named_once(party: Party) -> None:
    ann, bo = await party.sit("Ann", "Bo", begin=False)
    for _ in range(3):
        ann.refused(bo.me.pid, HallError("the password is wrong", "password"))
        ann.refused(bo.me.pid, HallError("there are too many connections already", "busy"))
    assert party.notices("Ann") == ["Bo is there, but the password is wrong"]
