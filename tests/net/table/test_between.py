"""Between two games: who keeps the list, who hears of it, and who can't take it over."""

from pathlib import Path

import pytest

from net.peer.peer import PeerGame
from net.table import between, table
from net.table.foyer import desk_again
from net.table.lobby import Plan
from net.table.playing import Playing
from net.table.table import NetTable
from net.wire.hall import HallError
from tests.kit.recorded import catalog
from tests.net.halls import hello_of
from tests.net.party import Party, party, until

pytestmark = pytest.mark.usefixtures("clock")


def seated(at: NetTable) -> list[str]:
    lobby = at.lobby
    return [] if lobby is None else [chair.name for chair in lobby.chairs if chair.pid]


async def over(made: Party, *names: str) -> NetTable:
    """Bots play a game to its end; who keeps the list then."""
    await made.host(names[0], seats=len(names), bot="easy")
    for name in names[1:]:
        await made.join(name, bot="easy")
    await made.begin()
    tables = made.tables.values()
    await until(lambda: all(t.over for t in tables) and any(t.desk for t in tables))
    keeper = next(t for t in tables if t.desk is not None)
    gid = keeper.referee.terms.gid
    await until(lambda: all(t.lobby and t.lobby.game == gid for t in tables))
    return keeper


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "LOOK", 0.05)
    monkeypatch.setattr(between, "DESERTED", 0.2)


async def test_the_list_goes_on_whoever_comes_back_or_leaves(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        keeper = await over(made, "Ann", "Bo", "Cy")
        first, second, third = sorted(made.tables, key=lambda name: made.tables[name] is not keeper)
        await made.leave(third)
        await until(lambda: len(seated(keeper)) == 2)
        back = await made.resume(third, bot="easy")  # he has a chair again
        await until(lambda: third in seated(back) and third in seated(keeper))
        keeper.send_away(seated(keeper).index(third))
        await until(lambda: back.closed)
        assert back.closed == f"{first} has sent you away from the table"
        await until(lambda: not back.mesh.links)  # or he would keep the list one day
        keeper.refused(b"n" * 32, HallError("version", "it is of another version"))
        assert not keeper.closed
        await made.leave(third)
        val = await made.join("Val", bot="easy")
        heir = made.tables[second]
        await until(lambda: "Val" in seated(heir) and heir.me.pid in val.mesh.links)
        assert keeper.lobby is not None
        val.heard(val.mesh.links[heir.me.pid], keeper.lobby._replace(host=heir.me.pid))
        assert val.foyer.keeper == keeper.me.pid
        assert val._early is not None  # it counts as soon as he hears that the keeper is gone
        await made.leave(first)
        await until(lambda: heir.desk is not None and seated(val) == seated(heir) != [])
        assert sorted(seated(heir)) == sorted([second, "Val"])
        assert not val.closed
        await made.leave(second)
        await until(lambda: val.closed)  # nobody is left who could keep it


async def test_a_list_that_comes_before_the_end_is_known_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with party(tmp_path) as made:
        ann = await made.host(seats=2)
        bo = await made.join("Bo")
        await made.begin()
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


async def test_no_stranger_takes_over_a_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with party(tmp_path) as made:
        ann = await made.host(seats=2)
        await made.join("Bo")
        await made.begin()
        monkeypatch.setattr(Playing, "over", True)
        monkeypatch.setattr(PeerGame, "host", None)
        ann.keep_list()
        assert ann.lobby is not None
        mallory = type("Stranger", (), {"pid": bytes(32), "hello": hello_of("Mallory")})()
        ann.heard(mallory, ann.lobby._replace(host=mallory.pid))
        assert ann.desk is not None
        bo = made.tables["Bo"]
        bo.foyer.keeper = b"gone"
        bo.heard(mallory, ann.lobby._replace(host=mallory.pid))
        assert bo.foyer.keeper != mallory.pid
