"""Bots without a screen: how they play a game out, and when they give their table up."""

import asyncio
from pathlib import Path

import pytest

from chez_tui import headless
from chez_tui.errors import UserError
from chez_tui.headless import Company, Teller, play_out
from chez_tui.hosting import Place, join_headless
from net.table.table import NetTable
from tests.net.party import Party, party, until


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headless, "LEAST", 0.3)
    monkeypatch.setattr(headless, "LOOK", 0.05)


async def trio(made: Party, *levels: str, wait: int = 0) -> list[NetTable]:
    """A game among three; an empty level is a person."""
    tables = [await made.host(seats=3, bot=levels[0], wait=wait)]
    tables += [await made.join(n, b) for n, b in zip(("Bo", "Cy"), levels[1:], strict=True)]
    await made.begin()
    await until(lambda: all(not table.missing for table in tables))
    return tables


async def test_a_bot_whose_table_is_gone_waits_as_long_as_agreed_and_ends_with_a_sentence(
    tmp_path: Path,
) -> None:
    async with party(tmp_path) as made:
        _, bo, _ = await trio(made, "", "easy", "", wait=1)
        playing = asyncio.create_task(play_out(bo, Teller(bo)))
        await made.leave("Ann")
        await made.leave("Cy")
        with pytest.raises(UserError, match=r"nobody to play with for 1 s.*resume") as told:
            await asyncio.wait_for(playing, 20)
        assert told.value.status == 1


async def test_so_does_one_that_took_its_game_up_alone(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        await trio(made, "", "easy", "")
        for name in ("Ann", "Bo", "Cy"):
            await made.leave(name)
        again = await made.resume("Bo", "easy")
        assert not again.playing  # nothing is final before the others say so
        with pytest.raises(UserError, match="nobody to play with"):
            await asyncio.wait_for(join_headless(Place(again)), 20)


async def test_a_bot_stays_with_a_person_whatever_the_table_waits_for(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        _, bo, _ = await trio(made, "", "easy", "easy", wait=60)
        company = Company(bo)
        assert company.left is None
        bo.mesh.drop(made.tables["Cy"].me.pid, "left", "")
        await until(lambda: len(bo.mesh.links) < 2)
        await company.news()
        assert company.left is None
