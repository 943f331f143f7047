"""Spectators: what they are told and make of it, and above all what they don't see."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from core.actions import NEXT, SHUFFLE, Action, Refused
from net.log.entries import MAX_ACT, pack
from net.log.entries import unpack as unpack_list
from net.sessions.record import packed, read_action
from net.sessions.replay import Replay
from net.sessions.session import Standing
from net.sessions.sitting import CALM, public
from net.table import gallery
from net.table.foyer import desk_again
from net.table.gallery import FEW, PATIENCE, Gallery
from net.table.lobby import Plan
from net.table.onlooking import WatchSession
from net.table.talk import Talk
from net.table.watching import Visitor, WatchError, WatchTable
from net.wire.codes import Address
from net.wire.link import Link
from net.wire.messages import (
    MAX_SENTENCE,
    Chat,
    Hand,
    Hello,
    Lobby,
    Malformed,
    Message,
    News,
    Peers,
    Ping,
    Played,
    Pong,
    Scene,
    unpack,
)
from tests.kit.deals import recorded_cards
from tests.kit.recorded import catalog, recorded
from tests.net.halls import HERE, free_port, until
from tests.net.honest import HonestTable
from tests.net.party import PROGRAM, Party, identity, session_of

CROWD = 12
GID, TERMS, STATE = b"g" * 16, b"terms", b"d" * 16


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> dict[bytes, list[bytes]]:
    """Every byte that goes out, by who it is for, before it is encrypted."""
    found: dict[bytes, list[bytes]] = {}
    prepare = Link.prepare

    def noted(self: Link, data: bytes) -> None:
        found.setdefault(self.pid, []).append(data)
        prepare(self, data)

    monkeypatch.setattr(Link, "prepare", noted)
    return found


async def test_all_see_the_same_at_any_time_at_any_player_and_nothing_that_is_hidden(
    party: Party, sent: dict[bytes, list[bytes]]
) -> None:
    ann, bo = await party.sit("Ann", "Bo", bot="easy", begin=False)
    eve, _ = [await party.watch(at, f"Early {at}") for at in party.tables]
    await party.begin()
    await until(lambda: len(ann.referee.game.discard) > 3 or ann.over)
    for number in range(CROWD - 2):
        await party.watch("Ann" if number % 2 else "Bo", f"Late {number}")
    assert len(ann.gallery) + len(bo.gallery) == CROWD

    def all_saw_the_end() -> bool:
        return all(w.session is not None and w.session.view.winners for w in party.watchers)

    await until(all_saw_the_end)
    await party.watch("Bo", "Latest")
    await until(all_saw_the_end)
    final = ann.referee.game
    digests = {session_of(watcher).view.digest() for watcher in party.watchers}
    assert digests == {final.digest()}
    assert len({len(session_of(watcher).actions) for watcher in party.watchers}) == 1
    messages: list[Message] = [unpack(data) for data in sent[eve.visitor.identity.pid]]
    allowed = (Hello, Lobby, Peers, Scene, Played, Chat, Ping, Pong)
    assert all(isinstance(message, allowed) for message in messages)
    (scene,) = (message for message in messages if isinstance(message, Scene))
    assert scene.terms == ann.referee.terms.raw
    game = ann.referee.terms.game()
    count = 0
    shown: set[int] = set()  # cards that lay open once; some return to a hand
    for message in messages:
        for raw in message.actions if isinstance(message, Played) else ():
            action = read_action(unpack_list(raw, MAX_ACT, "an action"))
            game.apply(action)
            count += 1
            assert_public(action, [game.pub[card] for card in action.cards])
            shown.update(card for card, face in enumerate(game.pub) if face >= 0)
    assert count == len(session_of(eve).actions)
    hidden = [card for hand in final.hands for card in hand] + list(final.deck)
    assert any(final.face[card] >= 0 for card in hidden)  # the players know them
    assert all(game.face[card] < 0 for card in hidden if card not in shown)


def assert_public(action: Action, faces: list[int]) -> None:
    """What is printed on a card is told only when it lies there for all to see."""
    if action.kind == SHUFFLE:
        assert action.faces == ()
    elif action.faces:
        assert list(action.faces) == faces, action


async def test_a_spectator_goes_to_another_player_when_one_has_gone(party: Party) -> None:
    ann, _, cy = await party.sit("Ann", "Bo", "Cy")
    await until(lambda: all(not table.missing for table in party.tables.values()))
    eve = await party.watch("Bo")
    await until(lambda: eve.session is not None and eve.session.actions)
    session = session_of(eve)
    assert eve.free_seat is None  # a game is played
    assert all(session.view.face[card] < 0 for hand in session.view.hands for card in hand)
    await until(lambda: len(eve._places) >= 3)
    await party.leave("Bo")
    await until(lambda: len(ann.gallery) or len(cy.gallery))
    assert session_of(eve).terms.gid == session.terms.gid
    assert not eve.closed


async def test_where_nobody_is_there_is_nothing_to_watch() -> None:
    visitor = Visitor(identity("Eve"), "Eve", PROGRAM)
    with pytest.raises(WatchError, match="nothing is listening"):
        await WatchTable.open(visitor, [Address(HERE, free_port())])


async def test_everybody_sees_by_name_who_watches_whoever_serves_him(party: Party) -> None:
    await party.sit("Ann", "Bo", seats=3, begin=False)
    eve = await party.watch("Ann", "Eve")
    fay = await party.watch("Bo", "Fay")
    seen = [*party.tables.values(), eve, fay]

    def listed(*names: str) -> bool:
        lobbies = [table.lobby for table in seen]
        return all(
            lobby is not None and (lobby.audience, lobby.watchers) == (names, len(names))
            for lobby in lobbies
        )

    await until(lambda: listed("Eve", "Fay"))
    await fay.close()
    seen.remove(fay)
    await until(lambda: listed("Eve"))
    gus = await party.watch("Bo", "Gus")
    seen.append(gus)
    await until(lambda: listed("Eve", "Gus"))
    await party.leave("Bo")  # and Gus goes to somebody else
    seen.remove(next(t for t in seen if t.closed == "you left the table"))
    await until(lambda: listed("Eve", "Gus"))


async def test_spectators_talk_as_long_as_the_host_lets_them(party: Party) -> None:
    ann, bo = await party.sit("Ann", "Bo", begin=False)
    eve = await party.watch("Bo", "Eve")
    told: list[tuple[str, str]] = []
    eve.on_chat.append(lambda name, text: told.append((name, text)))
    await until(lambda: eve.lobby is not None)
    assert eve.free_seat is None  # every chair is taken
    eve.say("hello")
    await until(lambda: ("Eve (watching)", "hello") in party.heard["Ann"])
    ann.change(lambda desk: desk.set_quiet(True))
    await until(lambda: eve.lobby is not None and eve.lobby.quiet)
    eve.say("psst")
    assert told[-1] == ("", "the host lets only players talk")
    assert eve._link is not None
    eve._link.send(Talk(eve.visitor.identity, "Eve").say(eve.id, "and yet"))  # type: ignore[arg-type]
    bo.say("what a quiet crowd")
    await until(lambda: ("Bo", "what a quiet crowd") in told)
    for name in ("Ann", "Bo"):
        assert [who for who, _ in party.heard[name]].count("Eve (watching)") == 1
    await party.begin()
    await until(lambda: eve.session is not None)
    eve.say("still?")
    assert session_of(eve)._updates[-1].kind == "notice"
    ann.foyer.keep(desk_again(ann.me.pid, ann.referee.terms, Plan(catalog()), set()))
    assert ann.desk is not None
    assert ann.desk.quiet  # the table stays as it was


async def test_a_lobby_that_closes_is_closed_for_those_who_watch(party: Party) -> None:
    await party.sit("Ann", "Bo", seats=3, begin=False)
    eve, vic = await party.watch("Ann"), await party.watch("Bo", "Vic")
    seat = Address(HERE, party.tables["Ann"].port)
    await until(lambda: eve.free_seat == vic.free_seat == seat)
    await party.leave("Ann")
    await until(lambda: eve.closed)
    assert eve.closed == "Ann leaves the table"
    assert eve.free_seat is None
    await until(lambda: vic.free_seat is None)
    await until(lambda: vic.closed)  # though the program of Bo is still there
    assert vic.closed == "no one shows this table anymore"


# -- what somebody without a seat makes of what a player shows -------------------------------------


with recorded_cards():
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
    assert list(past.told) == [text for told in replay.told(None)[:60] for text in told if text]
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
        (Played(GID, 11, (), b"", False), "left out some actions"),
        (Played(GID, 10, (b"\xc1",), b"", False), "breaks the rules"),
        (Played(GID, 10, (pack(["juggle", 0]),), b"", False), "breaks the rules"),
        (Played(GID, 10, (pack(packed(Action(NEXT, 7))),), b"", False), "breaks the rules"),
        (Played(GID, 10, (), b"d" * 16, False), "doesn't lead to the right table"),
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
    eve.hear(News("no connection to Cy", ""))
    eve.hear(News("no connection to Cy", "A bot takes over for Cy"))
    assert eve.standing == Standing("no connection to Cy")
    assert eve.news() == ["seen", "notice"]
    eve.stand.connected = False
    assert eve.standing.text == "looking for a player who shows the game"
    assert eve.audit.endswith("dice: as players show them")
    await eve.say("hello")
    assert eve.said == ["hello"]
    with pytest.raises(Refused, match="only watch"):
        await eve.act(ACTIONS[0])
    assert not eve.can_undo
    assert eve.deadline is None
    await eve.close()
    assert eve.news() == ["closed"]


# -- how watchers are told: each at its own speed, and the game goes first -------------------------


class Wire:
    """Stands for a connection."""

    def __init__(self) -> None:
        self.roomy = True
        self.sent: list[bytes] = []
        self.ready: list[bytes] = []
        self.closed = ""
        self.on_room: Callable[[Wire], None] | None = None

    def send_packed(self, data: bytes) -> None:
        self.sent.append(data)

    def prepare(self, data: bytes) -> None:
        self.ready.append(data)

    def release(self) -> None:
        self.sent += self.ready
        self.ready = []

    def relieve(self) -> None:
        """There is room for more."""
        self.roomy = True
        assert self.on_room is not None
        self.on_room(self)

    def close(self, reason: str) -> None:
        self.closed = reason

    @property
    def told(self) -> list[Any]:
        return [unpack(data) for data in self.sent]


class Hours:
    """A clock, and what is to be done later."""

    def __init__(self) -> None:
        self.now = 100.0
        self.later: list[Callable[[], None]] = []
        self.gallery = Gallery(
            lambda: self.now,
            lambda _, what: self.later.append(what),
            lambda links, _: [link.release() for link in links] and None,
        )
        self.gallery.open(GID, TERMS)

    def guest(self, game: bytes = b"", after: int = 0) -> Wire:
        """Somebody who comes, and has seen that much of a game."""
        wire = Wire()
        self.gallery.add(wire, self.now)  # type: ignore[arg-type]
        self.gallery.watch(wire, game, after, self.now)  # type: ignore[arg-type]
        return wire

    def play(self, count: int = 1) -> None:
        self.gallery.played([Action(NEXT, 0)] * count, STATE)

    def settle(self) -> int:
        """Does everything that was put off; how many times it was."""
        rounds = 0
        while self.later:
            self.later.pop(0)()
            rounds += 1
        return rounds


def test_all_get_the_same_bytes_a_few_at_a_time() -> None:
    hours = Hours()
    guests = [hours.guest() for _ in range(3 * FEW + 1)]
    assert all(guest.told == [Scene(TERMS)] for guest in guests)
    hours.play()
    assert all(len(guest.sent) == 1 for guest in guests)  # the game goes first
    for count in (1, 2, 3):
        hours.later.pop(0)()
        assert sum(len(guest.ready) for guest in guests) == count * FEW
    assert all(len(guest.sent) == 1 for guest in guests)  # nobody hears of it much before others
    hours.later.pop(0)()
    assert sum(len(guest.sent) == 2 for guest in guests) == FEW
    hours.play()
    assert hours.settle() == 3 + 7
    assert all(guest.told[-1].state == STATE for guest in guests)
    assert len({id(guest.sent[-1]) for guest in guests}) == 1
    for guest in guests:
        assert sum(len(message.actions) for message in guest.told[1:]) == 2


def test_a_latecomer_gets_the_whole_game_in_pieces_and_who_comes_back_what_is_new() -> None:
    hours = Hours()
    hours.play(600)
    hours.settle()
    late = hours.guest()
    scene, *pieces = late.told
    assert scene == Scene(TERMS)
    assert [(p.after, len(p.actions), p.more) for p in pieces] == [
        (0, 256, True),
        (256, 256, True),
        (512, 88, False),
    ]
    assert [piece.state for piece in pieces] == [b"", b"", STATE]
    back = hours.guest(GID, 597)
    news, piece = back.told
    assert news == News("", "")  # what it had heard may be out of date
    assert isinstance(piece, Played)
    assert (piece.after, len(piece.actions)) == (597, 3)
    hours.gallery.watch(back, b"x" * 16, 7, hours.now)  # type: ignore[arg-type]
    assert back.told[2] == Scene(TERMS)


def test_who_has_seen_more_than_is_final_here_waits_for_what_follows() -> None:
    hours = Hours()
    hours.play(10)
    wire = hours.guest(GID, 12)
    for _ in range(3):
        hours.play()
        hours.settle()
        hours.now += PATIENCE + 1
        hours.gallery.tick(hours.now)
    news, piece = wire.told
    assert (news, wire.closed) == (News("", ""), "")
    assert isinstance(piece, Played)
    assert (piece.after, len(piece.actions)) == (12, 1)


def test_a_slow_one_is_neither_waited_for_nor_kept_for_ever() -> None:
    hours = Hours()
    slow, quick = hours.guest(), hours.guest()
    slow.roomy = False
    for _ in range(100):
        hours.play()
        hours.settle()
    assert len(slow.sent) == 1  # nothing is piled up for it
    assert len(quick.sent) == 101
    hours.now += PATIENCE / 2
    hours.gallery.tick(hours.now)
    slow.relieve()
    assert sum(len(message.actions) for message in slow.told[1:]) == 100
    slow.roomy = False
    hours.play()
    hours.settle()
    hours.now += PATIENCE + 1
    hours.gallery.tick(hours.now)
    assert (slow.closed, quick.closed) == ("slow", "")
    assert len(hours.gallery) == 1


def test_the_order_of_the_deck_is_told_nobody() -> None:
    hours = Hours()
    guest = hours.guest()
    hours.gallery.played([Action(SHUFFLE, -1, faces=tuple(range(60)))], STATE)
    hours.settle()
    plain = Hours()
    other = plain.guest()
    plain.gallery.played([Action(SHUFFLE, -1)], STATE)
    plain.settle()
    assert guest.sent == other.sent
    assert len(guest.sent[-1]) <= gallery.MAX_CHUNK


# -- hands -----------------------------------------------------------------------------------------


def hand(seat: int, *faces: int) -> Hand:
    return Hand(GID, b"p" * 32, seat, 1, 1, faces, faces, b"s" * 64)


def test_hands_are_shown_to_all_and_to_those_who_come_later() -> None:
    hours = Hours()
    early = [hours.guest() for _ in range(FEW + 1)]
    hours.gallery.show(hand(0, 3))
    assert all(guest.told == [Scene(TERMS)] for guest in early)  # the game goes first
    hours.gallery.show(hand(1, 4))
    assert hours.settle() > 1
    for guest in [*early, hours.guest()]:
        assert guest.told[0] == Scene(TERMS)
        assert sorted(guest.told[1:]) == [hand(0, 3), hand(1, 4)]
    hours.gallery.open(b"h" * 16, b"others")
    assert hours.guest().told == [Scene(b"others")]


def test_a_flood_of_hands_is_not_piled_up_and_who_is_slow_is_shown_the_last() -> None:
    hours = Hours()
    slow, *guests = [hours.guest() for _ in range(6)]
    slow.roomy = False
    for face in range(100):
        hours.gallery.show(hand(0, face))
    assert len(hours.gallery._curious) == len(guests) + 1
    hours.settle()
    assert all(guest.told == [Scene(TERMS), hand(0, 99)] for guest in guests)
    assert slow.told == [Scene(TERMS)]
    slow.relieve()
    assert slow.told == [Scene(TERMS), hand(0, 99)]


def test_how_the_table_stands_is_told_to_all_and_to_who_was_slow() -> None:
    hours = Hours()
    quick, slow = hours.guest(), hours.guest()
    slow.roomy = False
    hours.gallery.tell_standing("no connection to Cy")
    hours.gallery.tell_standing("no connection to Cy")
    hours.gallery.tell_news("A bot takes over for Cy")
    hours.gallery.tell_standing("")
    said = [message for message in quick.told if isinstance(message, News)]
    trouble = "no connection to Cy"
    news = [News(trouble, ""), News(trouble, "A bot takes over for Cy"), News("", "")]
    assert said == news
    hours.gallery.tell_standing("no connection to Bo")
    slow.relieve()
    assert slow.told[-1] == News("no connection to Bo", "")
    assert hours.guest().told[-1] == News("no connection to Bo", "")
    hours.gallery.tell_standing("no\x1b[31m connection " + "to Bo " * 200)
    assert "\x1b" not in quick.told[-1].standing
    assert len(quick.told[-1].standing) <= MAX_SENTENCE
    hours.gallery.open(b"h" * 16, b"others")
    assert hours.guest().told == [Scene(b"others")]
