"""Between two games: who keeps the list, who hears of it, and who can't take it over."""

import asyncio

import pytest

from net.peer.peer import PeerGame
from net.table.between import DESERTED
from net.table.foyer import desk_again
from net.table.lobby import Plan
from net.table.playing import Playing
from net.wire.hall import HallError
from tests.kit.recorded import catalog
from tests.net.halls import hello_of
from tests.net.party import Party, seated, until


async def test_the_list_goes_on_whoever_comes_back_or_leaves(party: Party) -> None:
    await party.sit("Ann", "Bo", "Cy")
    for name in ("Bo", "Cy"):
        await party.quit(name)
    keeper = await party.over()
    first, second, third = sorted(party.tables, key=lambda name: party.tables[name] is not keeper)
    await party.leave(third)
    await until(lambda: len(seated(keeper)) == 2)
    back = await party.resume(third)  # and gets a chair again
    await until(lambda: third in seated(back) and third in seated(keeper))
    keeper.send_away(seated(keeper).index(third))
    await until(lambda: back.closed)
    assert back.closed == f"{first} has sent you away from the table"
    await until(lambda: not back.mesh.links)  # or that program would keep the list one day
    keeper.refused(b"n" * 32, HallError("version", "it is of another version"))
    assert not keeper.closed
    await party.leave(third)
    val = await party.join("Val")
    heir = party.tables[second]
    await until(lambda: "Val" in seated(heir) and heir.me.pid in val.mesh.links)
    assert keeper.lobby is not None
    val.heard(val.mesh.links[heir.me.pid], keeper.lobby._replace(host=heir.me.pid))
    assert val.foyer.keeper == keeper.me.pid
    assert val._early is not None  # it counts as soon as Val hears that the keeper is gone
    await party.leave(first)
    await until(lambda: heir.desk is not None and seated(val) == seated(heir) != [])
    assert sorted(seated(heir)) == sorted([second, "Val"])
    assert not val.closed
    await party.leave(second)
    await until(lambda: val.closed)  # nobody is left who could keep it


async def test_of_two_who_keep_a_list_one_gives_way_and_who_is_left_keeps_it(party: Party) -> None:
    tables = await party.sit("Ann", "Bo")
    await party.quit("Bo")
    await party.over()
    for table in tables:
        if table.desk is None:
            table.keep_list()
    keeper = await party.over()
    assert keeper.game is not None
    assert keeper.game.hosting
    await until(lambda: all(table.foyer.keeper == keeper.me.pid for table in tables))
    await party.begin()
    await party.quit("Bo")
    keeper = await party.over()
    gone, left = ("Ann", "Bo") if keeper is tables[0] else ("Bo", "Ann")
    await party.leave(gone)
    began = asyncio.get_running_loop().time()
    other = party.tables[left]
    await until(lambda: other.desk is not None)
    assert DESERTED <= asyncio.get_running_loop().time() - began < DESERTED + 3
    assert other.lobby is not None
    assert [chair.name for chair in other.lobby.chairs] == [left, ""]
    await party.join("Cy")
    await party.begin()
    assert [seat.name for seat in other.referee.terms.seats] == [left, "Cy"]


async def test_a_list_that_comes_before_the_end_is_known_is_not_lost(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = await party.sit("Ann", "Bo")
    terms = ann.referee.terms
    bo.foyer.keep(desk_again(bo.me.pid, terms, Plan(catalog()), set()))
    await until(lambda: ann._early is not None)
    assert ann.lobby is not None
    assert ann.lobby.host == ann.me.pid
    monkeypatch.setattr(Playing, "over", True)
    monkeypatch.setattr(PeerGame, "hosting", False)
    monkeypatch.setattr(PeerGame, "host", bo.me.pid)
    ann.shifted()
    assert (ann.lobby.host, ann.lobby.game) == (bo.me.pid, terms.gid)


async def test_no_stranger_takes_over_a_list(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bo = await party.sit("Ann", "Bo")
    monkeypatch.setattr(Playing, "over", True)
    monkeypatch.setattr(PeerGame, "host", None)
    ann.keep_list()
    assert ann.lobby is not None
    mallory = type("Stranger", (), {"pid": bytes(32), "hello": hello_of("Mallory")})()
    ann.heard(mallory, ann.lobby._replace(host=mallory.pid))
    assert ann.desk is not None
    bo.foyer.keeper = b"gone"
    bo.heard(mallory, ann.lobby._replace(host=mallory.pid))
    assert bo.foyer.keeper != mallory.pid
    bo.keep_list()  # neither of them is host: the smaller key has it
    small, great = sorted((ann, bo), key=lambda table: table.me.pid)
    await until(lambda: great.desk is None)
    assert small.desk is not None
