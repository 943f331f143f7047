"""The lobby of a network table: who sits where, what is agreed on, and how a game begins or not."""

import asyncio

import pytest

from net.discovery import read_notice
from net.discovery.notice import Notice
from net.table.foyer import ANSWER
from net.table.lobby import LobbyError, Plan
from net.table.publishing import notice_of
from net.table.table import NetTable, TableError
from net.wire.codes import Address
from tests.kit.recorded import catalog
from tests.net.halls import HERE, free_port
from tests.net.party import Party, deaf, seated, until


def ready(party: Party, at: str) -> list[bool]:
    lobby = party.tables[at].lobby
    return [] if lobby is None else [chair.ready for chair in lobby.chairs if chair.pid]


async def test_everybody_sees_who_comes_and_what_changes(party: Party) -> None:
    ann, bo = await party.sit("Ann", "Bo", seats=4, begin=False)
    await party.join("Bo", key="another Bo")
    everybody = ["Ann", "Bo", "Bo 2"]
    await until(lambda: all(seated(table) == everybody for table in party.tables.values()))
    ann.change(lambda desk: desk.set_manners(title="Saturday", seconds=20))
    ann.change(lambda desk: desk.set_plan(Plan(catalog(), {"hand": "7"})))
    ann.change(lambda desk: desk.add_bot("easy"))

    def seen(table: NetTable) -> bool:
        lobby = table.lobby
        return lobby is not None and (
            lobby.title, lobby.seconds, dict(lobby.options), len(seated(table))
        ) == ("Saturday", 20, {"hand": "7"}, 4)  # fmt: skip

    await until(lambda: all(map(seen, party.tables.values())))
    with pytest.raises(LobbyError, match="only the host"):
        bo.change(lambda desk: desk.add_bot("easy"))
    with pytest.raises(TableError, match="every seat is taken"):
        await party.join("Cy")


async def test_who_was_ready_must_look_again_after_a_change(party: Party) -> None:
    ann, bo = await party.sit("Ann", "Bo", begin=False)
    await party.ready()
    ann.change(lambda desk: desk.set_manners(seconds=30))
    await until(lambda: ready(party, "Bo") == [True, False])
    with pytest.raises(LobbyError, match="Bo must be ready first"):
        ann.start()
    bo.set_ready(True)
    await party.begin()
    assert ann.referee.terms.manners.seconds == 30
    with pytest.raises(TableError, match="a game is being played"):
        await party.join("Cy")


async def test_a_guest_is_sent_away_and_a_host_who_goes_ends_the_table(party: Party) -> None:
    ann, bo, cy = await party.sit("Ann", "Bo", "Cy", begin=False)
    await until(lambda: seated(cy) == ["Ann", "Bo", "Cy"])
    ann.send_away(1)
    await until(lambda: bo.closed and seated(cy) == ["Ann", "Cy"])
    assert bo.closed == "Ann has sent you away from the table"
    known = bo.lobby
    bo.heard(cy.mesh.links[ann.me.pid], cy.lobby)
    assert bo.lobby is known  # what is said there is no concern of Bo's any more
    await party.leave("Ann")
    await until(lambda: cy.closed)


async def test_a_game_that_somebody_leaves_does_not_begin_but_the_next_one_does(
    party: Party,
) -> None:
    ann, bo, cy = await party.sit("Ann", "Bo", "Cy", begin=False)
    await party.ready()
    deaf(cy)
    ann.start()
    await until(lambda: bo.foyer._bound is not None)
    await party.leave("Cy")
    await until(lambda: party.notices("Ann"))
    assert party.notices("Ann") == ["The game did not begin: Cy has left"]
    await until(lambda: ready(party, "Bo") == [True, False])
    assert bo.play is None
    await party.begin()


async def test_a_game_that_somebody_does_not_sign_does_not_begin(party: Party) -> None:
    loop = asyncio.get_running_loop()
    ann, bo, cy = await party.sit("Ann", "Bo", "Cy", begin=False)
    await party.ready()
    cy.foyer._sign = lambda raw: None  # type: ignore[method-assign]
    began = loop.time()
    ann.start()
    await until(lambda: bo.play is not None)
    await until(lambda: party.notices("Ann"))
    assert party.notices("Ann") == ["The game did not begin: Cy did not answer"]
    assert ANSWER <= loop.time() - began < ANSWER + 2
    assert not ready(party, "Ann")[2]
    assert not ann.playing
    await until(lambda: bo.play is None)
    assert list((party.folder / "Bo").iterdir()) == []  # it is not one to come back to
    assert party.notices("Bo") == ["The game did not begin: not everybody has agreed to it"]


async def test_a_game_whose_host_is_gone_before_it_begins_is_not_waited_for(party: Party) -> None:
    loop = asyncio.get_running_loop()
    ann, bo, cy = await party.sit("Ann", "Bo", "Cy", begin=False)
    await party.ready()
    ann.agreed = lambda *_: None  # type: ignore[method-assign]
    ann.start()
    await until(lambda: bo.play is not None and cy.play is not None)
    gone = loop.time()
    await party.leave("Ann")
    await until(lambda: bo.closed)
    assert bo.closed == "the host has gone before the game began"
    assert ANSWER < loop.time() - gone < ANSWER + 3


async def test_a_table_that_is_not_there_or_does_not_answer_is_not_waited_for(
    party: Party,
) -> None:
    loop = asyncio.get_running_loop()
    with pytest.raises(TableError, match="nobody takes connections"):
        await NetTable.join(party.settings("Bo"), Address(HERE, free_port()))
    ann = await party.host()
    ann.foyer.hear = lambda *_: None  # type: ignore[method-assign]
    began = loop.time()
    with pytest.raises(TableError, match="the table does not answer"):
        await party.join("Bo")
    assert ANSWER <= loop.time() - began < ANSWER + 1


async def test_somebody_without_a_chair_disturbs_no_beginning(party: Party) -> None:
    ann, bo = await party.sit("Ann", "Bo", begin=False)
    await party.ready()
    late = asyncio.create_task(party.join("Cy"))
    ann.start()
    with pytest.raises(TableError):
        await late
    await until(lambda: ann.playing and bo.playing)
    assert party.notices("Ann") == []


@pytest.mark.parametrize(
    ("password", "sentence"),
    [("   ", "a password is more than spaces"), ("x" * 200, "at most 128 bytes, not 200")],
)
async def test_what_can_be_no_password_is_a_sentence(
    party: Party, password: str, sentence: str
) -> None:
    with pytest.raises(TableError, match=sentence) as refused:
        await party.host(password=password)
    assert refused.value.reason == "password"
    await party.host()
    with pytest.raises(TableError, match=sentence) as refused:
        await party.join("Bo", password=password)
    assert refused.value.reason == "password"


def heard(table: NetTable) -> Notice:
    """What others in the local network read of a table's notice."""
    notice = notice_of(table)
    assert notice is not None
    return read_notice(notice.record())


async def test_the_notice_says_who_is_in(party: Party) -> None:
    ann, bo = await party.sit("Ann", "Bo", seats=4, begin=False)
    ann.change(lambda desk: desk.add_bot("easy"))
    told = heard(ann)
    bot = told.players[2]
    assert (told.phase, told.seated, told.seats) == ("lobby", 3, 4)
    assert told.players == ("Ann", "Bo", bot)
    await party.join("Cy")
    assert heard(ann).players == ("Ann", "Bo", "Cy", bot), "people come before bots"
    assert notice_of(bo) is None
    await party.begin()
    told = heard(ann)
    assert (told.phase, told.seated, told.seats) == ("play", 4, 4)
    assert told.players == ("Ann", "Bo", "Cy", bot)
