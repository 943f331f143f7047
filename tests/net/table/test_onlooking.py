"""What somebody without a seat makes of what a player shows."""

from types import SimpleNamespace

import pytest

from core.actions import NEXT, Action, Refused
from net.log.entries import pack
from net.sessions.record import packed
from net.sessions.replay import Replay
from net.sessions.session import Standing
from net.sessions.sitting import CALM, public
from net.table.onlooking import WatchSession
from net.wire.messages import Malformed, Played
from tests.kit.recorded import recorded
from tests.net.honest import HonestTable

GID = bytes(16)
ACTIONS = [public(action) for action in recorded().actions]


class Onlooker(WatchSession):
    """Somebody who watches the recorded game, and what they say."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.stand = SimpleNamespace(connected=True, say=self.said.append)
        super().__init__(self.stand, HonestTable(3).terms, recorded().game())

    def shown(self, start: int, end: int, more: bool = False, state: bytes = b"") -> None:
        raw = tuple(pack(packed(action)) for action in ACTIONS[start:end])
        self.follow(Played(GID, start, raw, state, more))

    def news(self) -> list[str]:
        """The kinds of the updates that nobody has looked at."""
        kinds = [update.kind for update in self._updates]
        self._updates.clear()
        return kinds


async def test_what_has_been_is_told_at_once_and_the_rest_as_it_happens() -> None:
    eve, replay = Onlooker(), Replay(recorded())
    eve.shown(0, 40, more=True)
    assert eve.news() == []
    eve.shown(40, 60)
    (past,) = eve._updates
    assert past.kind == "past"
    assert list(past.told) == [text for told in replay.told(None)[:60] for text in told]
    assert eve.news() == ["past"]
    eve.shown(50, 62)  # the first ten are known already
    assert eve.news() == ["acted", "acted"]
    assert eve.actions == ACTIONS[:62]
    assert list(eve.record().actions) == ACTIONS[:62]
    hidden = recorded().game()
    for action in ACTIONS[:62]:
        hidden.apply(action)
    eve.shown(62, 62, state=bytes.fromhex(hidden.digest()))
    assert (eve.over, eve.seat, eve.legal()) == (False, None, [])
    eve.restart(recorded().game())
    assert eve.news() == ["notice"]
    eve.shown(0, len(ACTIONS))
    assert eve.over


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (Played(GID, 11, (), b"", False), "actions are missing"),
        (Played(GID, 10, (b"\xc1",), b"", False), "breaks the rules"),
        (Played(GID, 10, (pack(["juggle", 0]),), b"", False), "breaks the rules"),
        (Played(GID, 10, (pack(packed(Action(NEXT, 7))),), b"", False), "breaks the rules"),
        (Played(GID, 10, (), b"d" * 16, False), "does not lead to the table"),
    ],
)
async def test_what_is_against_the_rules_is_not_believed(message: Played, why: str) -> None:
    eve = Onlooker()
    eve.shown(0, 10)
    with pytest.raises(Malformed, match=why):
        eve.follow(message)
    assert eve.actions == ACTIONS[:10]


async def test_how_the_table_stands_is_known_as_long_as_somebody_shows_it() -> None:
    eve = Onlooker()
    assert eve.standing == CALM
    eve.hear("no connection to Cy", "")
    eve.hear("no connection to Cy", "A bot plays on for Cy")
    assert eve.standing == Standing("no connection to Cy")
    assert eve.news() == ["seen", "notice"]
    eve.stand.connected = False
    assert eve.standing.text == "looking for somebody who shows the game"
    assert eve.audit.endswith("dice: as the players showed them")
    await eve.say("hello")
    assert eve.said == ["hello"]
    with pytest.raises(Refused, match="only watch"):
        await eve.act(ACTIONS[0])
    assert not eve.can_undo
    assert eve.deadline is None
    await eve.close()
    assert eve.news() == ["closed"]
