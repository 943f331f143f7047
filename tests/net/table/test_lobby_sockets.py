"""The lobby of a network table: who sits where, what is agreed on, and how a game begins or not."""

import asyncio
from pathlib import Path

import pytest

from net.table import foyer
from net.table.lobby import LobbyError, Plan
from net.table.table import TableError
from tests.kit.recorded import catalog
from tests.net.party import Party, party, until

pytestmark = pytest.mark.usefixtures("clock")


def names(party: Party, at: str) -> list[str]:
    lobby = party.tables[at].lobby
    return [] if lobby is None else [chair.name for chair in lobby.chairs if chair.pid]


def ready(party: Party, at: str) -> list[bool]:
    lobby = party.tables[at].lobby
    return [] if lobby is None else [chair.ready for chair in lobby.chairs if chair.pid]


async def test_everybody_sees_who_comes_and_what_changes(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        ann = await made.host(seats=4)
        await made.join("Bo")
        await made.join("Bo", key="another Bo")
        everybody = ["Ann", "Bo", "Bo 2"]
        await until(lambda: all(names(made, at) == everybody for at in made.tables))
        ann.change(lambda desk: desk.set_manners(title="Saturday", seconds=20))
        ann.change(lambda desk: desk.set_plan(Plan(catalog(), {"hand": "7"})))
        ann.change(lambda desk: desk.add_bot("easy"))

        def seen(at: str) -> bool:
            lobby = made.tables[at].lobby
            return lobby is not None and (
                lobby.title, lobby.seconds, dict(lobby.options), len(names(made, at))
            ) == ("Saturday", 20, {"hand": "7"}, 4)  # fmt: skip

        await until(lambda: all(map(seen, made.tables)))
        with pytest.raises(LobbyError, match="only the host"):
            made.tables["Bo"].change(lambda desk: desk.add_bot("easy"))
        with pytest.raises(TableError, match="every seat is taken"):
            await made.join("Cy")


async def test_who_was_ready_must_look_again_after_a_change(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        ann = await made.host(seats=2)
        bo = await made.join("Bo")
        for table in (ann, bo):
            table.set_ready(True)
        await until(lambda: ready(made, "Bo") == [True, True])
        ann.change(lambda desk: desk.set_manners(seconds=30))
        await until(lambda: ready(made, "Bo") == [True, False])
        with pytest.raises(LobbyError, match="Bo must be ready first"):
            ann.start()
        bo.set_ready(True)
        await until(lambda: ready(made, "Ann") == [True, True])
        ann.start()
        await until(lambda: ann.playing and bo.playing)
        assert ann.referee.terms.manners.seconds == 30


async def test_a_guest_is_sent_away_and_a_host_who_goes_ends_the_table(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        ann = await made.host(seats=3)
        bo, cy = await made.join("Bo"), await made.join("Cy")
        await until(lambda: names(made, "Cy") == ["Ann", "Bo", "Cy"])
        ann.send_away(1)
        await until(lambda: bo.closed and names(made, "Cy") == ["Ann", "Cy"])
        assert bo.closed == "Ann has sent you away from the table"
        await made.leave("Ann")
        await until(lambda: cy.closed)


async def test_a_game_that_somebody_leaves_does_not_begin_but_the_next_one_does(
    tmp_path: Path,
) -> None:
    async with party(tmp_path) as made:
        ann = await made.host(seats=4)
        bo, cy = await made.join("Bo"), await made.join("Cy")
        for table in (ann, bo, cy):
            table.set_ready(True)
        await until(lambda: ready(made, "Ann") == [True] * 3)
        deaf(cy)
        ann.start()
        await until(lambda: bo.foyer._bound is not None)
        await made.leave("Cy")
        await until(lambda: made.notices("Ann"))
        assert made.notices("Ann") == ["The game did not begin: Cy has left"]
        await until(lambda: ready(made, "Bo") == [True, False])
        assert bo.play is None
        bo.set_ready(True)
        await until(lambda: ready(made, "Ann") == [True, True])
        ann.start()
        await until(lambda: ann.playing and bo.playing)


async def test_a_game_that_somebody_does_not_sign_does_not_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foyer, "ANSWER", 0.2)
    async with party(tmp_path) as made:
        ann = await made.host(seats=2)
        bo = await made.join("Bo")
        for table in (ann, bo):
            table.set_ready(True)
        await until(lambda: ready(made, "Ann") == [True, True])
        deaf(bo)
        ann.start()
        await until(lambda: made.notices("Ann"))
        assert made.notices("Ann") == ["The game did not begin: Bo did not answer"]
        assert ready(made, "Ann") == [True, False]
        assert not ann.playing


async def test_a_game_that_was_signed_in_vain_is_not_one_to_come_back_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foyer, "ANSWER", 0.2)
    async with party(tmp_path) as made:
        ann = await made.host(seats=3)
        bo, cy = await made.join("Bo"), await made.join("Cy")
        for table in (ann, bo, cy):
            table.set_ready(True)
        await until(lambda: ready(made, "Ann") == [True, True, True])
        cy.foyer._sign = lambda raw: None  # type: ignore[method-assign]
        ann.start()
        await until(lambda: bo.play is not None)
        await until(lambda: bo.play is None)
        assert list((tmp_path / "Bo").iterdir()) == []
        assert made.notices("Bo") == ["The game did not begin: not everybody has agreed to it"]


async def test_somebody_without_a_chair_disturbs_no_beginning(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        ann = await made.host(seats=2)
        bo = await made.join("Bo")
        for table in (ann, bo):
            table.set_ready(True)
        await until(lambda: ready(made, "Ann") == [True, True])
        late = asyncio.create_task(made.join("Cy"))
        ann.start()
        with pytest.raises(TableError):
            await late
        await until(lambda: ann.playing and bo.playing)
        assert made.notices("Ann") == []


def deaf(table: object) -> None:
    """Somebody who does not hear what the host says any more."""
    for link in table.mesh.links.values():  # type: ignore[attr-defined]
        link.on_message = lambda link, message: None


@pytest.mark.parametrize(
    ("password", "sentence"),
    [("   ", "a password is more than spaces"), ("x" * 200, "at most 128 bytes, not 200")],
)
async def test_what_can_be_no_password_is_a_sentence(
    tmp_path: Path, password: str, sentence: str
) -> None:
    async with party(tmp_path) as made:
        with pytest.raises(TableError, match=sentence) as refused:
            await made.host(password=password)
        assert refused.value.reason == "password"
        await made.host()
        with pytest.raises(TableError, match=sentence) as refused:
            await made.join("Bo", password=password)
        assert refused.value.reason == "password"
