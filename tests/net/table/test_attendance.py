"""What a program says about who is at its table: not too early, not too often; how votes stand."""

from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from net.deck.locks import MASK, REKEY
from net.log.kinds import DO, RETURN
from net.log.votes import consent
from net.peer.absence import Absence
from net.peer.ledger import Happened
from net.sessions.session import Standing, Vote
from net.sessions.sitting import CALM
from net.table import attendance
from net.table.attendance import CHANGING, FIRST_TRY, Attendance
from net.table.playing import Playing
from net.wire.messages import Consent
from tests.net.honest import HonestTable

HEAD = b"h" * 32
LATER = 100.0  # seconds, after which a seat is not kept any more


class Room:
    """A table of four, as the first of them sees it; everybody is missing at first."""

    def __init__(self, players: int = 4) -> None:
        self.table = HonestTable(players, seed=5).open()
        self.people = self.table.people
        self.pids = [person.pid for person in self.people]
        self.told: list[str] = []
        self.absence = Absence(self.people[0], self.table.terms.gid)
        for pid in self.pids[1:]:
            self.absence.left(pid, 0.0, ended=False)
        referee = self.table.referee
        self.node = SimpleNamespace(committed=referee.last.seq)
        self.game = SimpleNamespace(
            begun=True,
            absence=self.absence,
            host=self.pids[0],
            awaited=None,
            current=True,
            node=self.node,
            ledger=SimpleNamespace(tip=referee),
            dealing=SimpleNamespace(progress=lambda: None, blind=lambda final: False),
            overdue=lambda now: (),
            reaches=lambda pid: True,
        )
        self.play = SimpleNamespace(
            game=self.game,
            referee=referee,
            begun=True,
            over=False,
            session=None,
            me=self.people[0],
            name=referee.name,
            seat=0,
            seat_of=self.pids.index,
        )
        house = SimpleNamespace(notice=self.told.append, announce=self.told.append)
        self.attendance = Attendance(self.play, house)  # type: ignore[arg-type]

    def names(self, *numbers: int) -> list[str]:
        return [self.table.referee.name(self.pids[number]) for number in numbers]

    def back(self, *numbers: int) -> None:
        for number in numbers:
            self.absence.came(self.pids[number])

    @classmethod
    def met(cls, *lost: int) -> "Room":
        """All have reached each other once, and some are lost again."""
        room = cls()
        room.back(*range(1, len(room.pids)))
        room.at(1.0)
        room.lose(*lost)
        return room

    def at(self, now: float) -> Standing:
        """How the table stands at a time."""
        self.attendance.reckon(now)
        return self.attendance.standing

    def lose(self, *numbers: int) -> None:
        for number in numbers:
            self.absence.left(self.pids[number], 1.0, ended=True)

    def says(self, voter: int, victim: int, bot: bool) -> None:
        ballot = (self.pids[victim], self.pids[0] if bot else b"", 1, HEAD)
        gid = self.table.terms.gid
        signed = consent(self.people[voter], gid, *ballot)
        message = Consent(gid, *ballot, signed)
        assert self.absence.take(self.pids[voter], message, self.table.referee, HEAD)


def test_who_is_still_missing_after_the_first_try_to_reach_all_is_named_once() -> None:
    room = Room()
    room.at(0.0)
    room.back(1)
    assert room.at(FIRST_TRY / 2) == CALM
    room.back(2)
    assert room.told == []
    for _ in range(3):
        room.at(FIRST_TRY)
    (cleo,) = room.names(3)
    assert room.told == [f"No connection to {cleo}; seat held for 60 s"]
    room.at(LATER)
    assert room.told[1:] == [f"No connection to {cleo}; players can vote on the seat"]
    room = Room.met()
    room.at(FIRST_TRY * 2)
    assert room.told == []  # all have come in time


def test_who_goes_on_purpose_is_away_for_now() -> None:
    room = Room.met(1)
    bo, cleo = room.names(1, 3)
    room.absence.going.add(room.pids[1])
    assert room.at(2.0).text == f"{bo} left for now; seat held for 60 s"
    room.lose(3)
    both = f"{bo} left for now, no connection to {cleo}"
    assert room.at(3.0).text.startswith(both)
    room.back(1)
    assert room.at(4.0).text.startswith(f"no connection to {cleo}")
    room.back(3)
    room.lose(1)  # another time, without a word
    assert room.at(5.0).text.startswith(f"no connection to {bo}")


def test_nothing_is_said_before_the_game_goes_on_or_while_it_is_told_again() -> None:
    room = Room()
    room.play.begun = False
    room.at(0.0)
    room.back(1, 2)
    room.at(FIRST_TRY)
    assert room.attendance.trouble
    assert room.told == []
    room.play.begun = True
    room.node.committed += 1
    room.at(FIRST_TRY)
    room.node.committed -= 1
    room.game.current = False
    room.at(FIRST_TRY)
    assert room.told == []
    room.game.current = True
    room.at(FIRST_TRY)
    assert len(room.told) == 1


def test_a_host_who_waits_for_somebody_is_not_looked_for() -> None:
    room = Room.met()
    room.game.awaited = (room.pids[3],)
    room.at(2.0)
    assert room.at(9.0) == CALM
    assert room.told == []


def test_that_there_is_no_host_is_said_only_if_it_lasts() -> None:
    room = Room.met()
    room.game.host = None
    room.at(2.0)
    assert room.told == []
    room.at(2.0 + CHANGING)
    assert room.told == ["Looking for a host"]
    room.game.host = room.pids[1]
    room.at(9.0)
    assert room.told[1:] == [f"{room.names(1)[0]} is the host now"]


def test_who_was_missed_is_back_even_if_a_host_was_looked_for_meanwhile() -> None:
    room = Room.met(3)
    room.game.host = None
    room.at(2.0)
    room.back(3)
    room.at(9.0)
    room.game.host = room.pids[0]
    room.at(10.0)
    assert room.told[1:] == ["Looking for a host", "Everyone is back"]
    room = Room.met(3)
    for progress in (None, (1, 4), None):  # cards are dealt again
        room.game.dealing.progress = lambda progress=progress: progress
        room.at(LATER)
        room.back(3)
    assert room.told[1:] == ["Everyone is back"]


def test_a_vote_says_how_many_are_needed_and_who_has_not_said() -> None:
    room = Room.met(3)
    standing = room.at(LATER)
    room.told.clear()
    assert standing.votes == (Vote((3,), 3, (), (), (0, 1, 2)),)
    assert standing.votable == (3,)
    first, second, third, cleo = room.names(0, 1, 2, 3)
    room.says(1, 3, bot=True)
    room.at(LATER)
    assert room.told.pop() == (
        f"{second} votes for a bot to replace {cleo} "
        f"(1 of 3 votes, waiting for {first} and {third})"
    )
    room.absence.wishes[room.pids[3]] = True
    room.says(2, 3, bot=False)
    assert room.at(LATER).votes == (Vote((3,), 3, (0, 1), (2,), ()),)
    assert room.told.pop() == f"{third} votes to drop the seat of {cleo} (1 of 3 votes)"


def test_too_few_are_not_offered_a_vote() -> None:
    room = Room.met(2, 3)
    room.game.awaited = (room.pids[2], room.pids[3])
    standing = room.at(LATER)
    assert standing.paused
    assert standing.votable == ()
    assert "2 of 4 players aren't enough" in standing.text


def test_what_was_said_about_a_seat_is_past_when_its_player_is_back() -> None:
    room = Room.met(3)
    room.says(1, 3, bot=True)
    room.at(LATER)
    room.told.clear()
    house = SimpleNamespace(announce=room.told.append)
    play = SimpleNamespace(game=room.game, _house=house, name=room.play.name)
    act = room.table.act(room.people[3], RETURN, b"")
    Playing._tell_of_seats(play, act)  # type: ignore[arg-type]
    room.at(LATER)
    assert room.told == [f"{room.names(3)[0]} is back", "Everyone is back"]
    room.game.reaches = lambda pid: False  # the game is told again, and he is away now
    room.lose(3)
    Playing._tell_of_seats(play, act)  # type: ignore[arg-type]
    assert room.absence.since(room.pids[3]) is not None


@pytest.mark.parametrize(("kind", "at_once"), [(MASK, True), (REKEY, True), (DO, False)])
def test_how_far_a_deal_has_come_is_said_at_once(kind: str, at_once: bool) -> None:
    play = MagicMock(over=False, actions=[])
    entry = SimpleNamespace(act=SimpleNamespace(kind=kind, author=b"", author_seq=1))
    Playing.happened(play, Happened(entry, (), ()))  # type: ignore[arg-type]
    assert play.shifted.called == at_once
    assert not play._house.ended.called


def test_who_can_read_his_hand_is_not_told_that_it_is_dealt_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Room.met()
    game = room.table.game
    monkeypatch.setattr(attendance, "top_window", lambda game: object())
    room.game.dealing.blind = lambda final: True
    shown: list[str] = []
    room.play.session = SimpleNamespace(push=lambda update: shown.append(update.kind))
    hands = [[5, 6], *game.hands[1:]]
    moments = ((3, 2.0, False), (-1, 3.0, False), (-1, 9.0, True), (3, 9.5, False))
    for face, now, told in moments:
        seen = SimpleNamespace(hands=hands, face=[face] * len(game.face))
        monkeypatch.setattr(room.table.referee, "game", seen)
        assert room.at(now).text.startswith("you get your cards") is told
    assert shown == ["seen", "seen"]  # a screen looks again, though there is nothing to tell
    assert not [said for said in room.told if "cards" in said]
