"""What a table tells the local network: how it stands and who sits there, before and in a game."""

from pathlib import Path

import pytest

from net.discovery import read_notice
from net.discovery.notice import Notice
from net.table.publishing import notice_of
from net.table.table import NetTable
from tests.net.party import party, until

pytestmark = pytest.mark.usefixtures("clock")


def heard(table: NetTable) -> Notice | None:
    """What others read of a table's notice."""
    notice = notice_of(table)
    return None if notice is None else read_notice(notice.record())


async def test_the_notice_says_who_is_in(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        ann = await made.host(seats=3)
        ann.change(lambda desk: desk.add_bot("easy"))
        waiting = heard(ann)
        assert waiting is not None
        assert (waiting.phase, waiting.seated, waiting.seats) == ("lobby", 2, 3)
        assert waiting.players[0] == "Ann"
        bot = waiting.players[1]
        bo = await made.join("Bo")
        await until(lambda: (told := heard(ann)) and told.seated == 3)
        told = heard(ann)
        assert told is not None
        assert told.players == ("Ann", "Bo", bot), "people come before bots"
        assert heard(bo) is None
        await made.begin()
        playing = heard(ann)
        assert playing is not None
        assert (playing.phase, playing.seated, playing.seats) == ("play", 3, 3)
        assert playing.players == ("Ann", "Bo", bot)
