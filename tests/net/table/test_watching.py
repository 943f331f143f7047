"""Spectators of network games: what they see, and above all what they don't."""

from pathlib import Path

import pytest

from core.actions import SHUFFLE, Action, Refused
from net.log.entries import MAX_ACT
from net.log.entries import unpack as unpack_list
from net.sessions.record import read_action
from net.table import watching
from net.table.foyer import desk_again
from net.table.lobby import Plan
from net.table.onlooking import WatchSession
from net.table.table import NetTable
from net.table.talk import Talk
from net.table.watching import Visitor, WatchError, WatchTable
from net.wire.codes import Address
from net.wire.link import Link
from net.wire.messages import Chat, Hello, Lobby, Message, Peers, Ping, Played, Pong, Scene, unpack
from tests.kit.recorded import catalog
from tests.net.halls import HERE, free_port
from tests.net.party import PROGRAM, Party, identity, party, until

pytestmark = pytest.mark.usefixtures("clock")

CROWD = 50


def session_of(watcher: WatchTable) -> WatchSession:
    assert watcher.session is not None
    return watcher.session


async def bots(made: Party, seats: int = 3) -> None:
    await made.host(seats=seats, bot="normal")
    for number in range(1, seats):
        await made.join(f"Bo {number}", bot="easy")


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


async def test_nothing_that_is_hidden_goes_to_a_spectator(
    tmp_path: Path, sent: dict[bytes, list[bytes]]
) -> None:
    async with party(tmp_path) as made:
        await bots(made)
        eve = await made.watch()
        await made.begin()
        tables = list(made.tables.values())
        await until(lambda: eve.session is not None and eve.session.view.winners)
        assert session_of(eve).view.digest() == tables[0].referee.game.digest()
        messages: list[Message] = [unpack(data) for data in sent[identity("watcher Eve").pid]]
        allowed = (Hello, Lobby, Peers, Scene, Played, Chat, Ping, Pong)
        assert all(isinstance(message, allowed) for message in messages)
        (scene,) = (message for message in messages if isinstance(message, Scene))
        assert scene.terms == tables[0].referee.terms.raw
        game = tables[0].referee.terms.game()
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
        final = tables[0].referee.game
        hidden = [card for hand in final.hands for card in hand] + list(final.deck)
        assert any(final.face[card] >= 0 for card in hidden)  # the players know them
        assert all(game.face[card] < 0 for card in hidden if card not in shown)


def assert_public(action: Action, faces: list[int]) -> None:
    """What is printed on a card is told only when it lies there for all to see."""
    if action.kind == SHUFFLE:
        assert action.faces == ()
    elif action.faces:
        assert list(action.faces) == faces, action


async def test_fifty_come_at_any_time_to_any_player_and_see_the_same(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        await bots(made, seats=2)
        early = [await made.watch(at, f"Early {at}") for at in made.tables]
        await made.begin()
        ann, bo = made.tables.values()
        await until(lambda: len(ann.referee.game.discard) > 3)
        for number in range(CROWD - len(early)):
            await made.watch("Ann" if number % 2 else "Bo 1", f"Late {number}")
        assert len(ann.gallery) + len(bo.gallery) == CROWD

        def all_saw_the_end() -> bool:
            return all(w.session is not None and w.session.view.winners for w in made.watchers)

        await until(all_saw_the_end)
        digests = {session_of(watcher).view.digest() for watcher in made.watchers}
        assert digests == {ann.referee.game.digest()}
        assert len(session_of(early[0]).actions) == len(session_of(made.watchers[-1]).actions)
        latest = await made.watch("Bo 1", "Latest")
        await until(lambda: latest.session is not None and latest.session.view.winners)
        assert session_of(latest).view.digest() in digests


async def test_a_spectator_goes_to_another_player_when_one_has_gone(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        for name in ("Ann", "Bo", "Cy"):
            await (made.host(name) if name == "Ann" else made.join(name))
        await made.begin()
        await until(lambda: all(not table.missing for table in made.tables.values()))
        eve = await made.watch("Bo")
        await until(lambda: eve.session is not None)
        game = session_of(eve).terms.gid
        await until(lambda: len(eve._places) >= 3)
        await made.leave("Bo")
        others = [made.tables["Ann"], made.tables["Cy"]]
        await until(lambda: any(len(table.gallery) for table in others))
        assert session_of(eve).terms.gid == game
        assert not eve.closed
        assert session_of(eve).seat is None


async def test_spectators_can_do_nothing(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        await made.host(seats=2)
        await made.join("Bo")
        await made.begin()
        eve = await made.watch()
        await until(lambda: eve.session is not None and eve.session.actions)
        session = session_of(eve)
        with pytest.raises(Refused, match="only watch"):
            await session.act(Action("next", 0))
        assert session.legal() == []
        assert all(session.view.face[card] < 0 for hand in session.view.hands for card in hand)


async def test_where_nobody_is_there_is_nothing_to_watch() -> None:
    visitor = Visitor(identity("Eve"), "Eve", PROGRAM)
    with pytest.raises(WatchError, match="nobody takes connections"):
        await WatchTable.open(visitor, [Address(HERE, free_port())])


async def test_everybody_sees_by_name_who_watches_whoever_serves_him(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        await made.host(seats=3)
        await made.join("Bo")
        eve = await made.watch("Ann", "Eve")
        fay = await made.watch("Bo", "Fay")
        seen = [*made.tables.values(), eve, fay]

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
        gus = await made.watch("Bo", "Gus")
        seen.append(gus)
        await until(lambda: listed("Eve", "Gus"))
        await made.leave("Bo")  # and Gus goes to somebody else
        seen.remove(next(t for t in seen if t.closed == "the table was left"))
        await until(lambda: listed("Eve", "Gus"))


async def test_a_spectator_takes_a_free_seat_for_the_next_game(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        await bots(made)
        eve = await made.watch("Bo 1", "Eve")
        await until(lambda: eve.lobby is not None)
        assert eve.free_seat is None  # every chair is taken
        await made.begin()
        await until(lambda: eve.session is not None and eve.session.view.winners)
        keeper = await kept(made)
        gone = next(name for name, table in made.tables.items() if table is not keeper)
        await made.leave(gone)
        await until(lambda: eve.free_seat is not None)
        seat = eve.free_seat
        assert seat == Address(HERE, keeper.port)
        await eve.close()
        settings = made.settings("Eve")
        settings.identity = eve.visitor.identity
        sitting = await NetTable.join(settings, seat)
        made.tables["Eve"] = sitting
        await made.begin()
        assert [seat.name for seat in sitting.referee.terms.seats].count("Eve") == 1
        assert sitting.session is not None
        late = await made.watch("Eve", "Hob")
        await until(lambda: late.session is not None)
        assert late.free_seat is None  # a game is played


async def kept(made: Party) -> NetTable:
    """Who keeps the list after a game, when everybody knows."""
    tables = made.tables.values()
    await until(lambda: sum(table.desk is not None for table in tables) == 1)
    keeper = next(table for table in tables if table.desk is not None)
    await until(lambda: all(t.lobby and t.lobby.game == keeper.referee.terms.gid for t in tables))
    return keeper


async def test_spectators_talk_as_long_as_the_host_lets_them(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        ann = await made.host(seats=2)
        bo = await made.join("Bo")
        eve = await made.watch("Bo", "Eve")
        told: list[tuple[str, str]] = []
        eve.on_chat.append(lambda name, text: told.append((name, text)))
        await until(lambda: eve.lobby is not None)
        eve.say("hello")
        await until(lambda: ("Eve (watching)", "hello") in made.heard["Ann"])
        ann.change(lambda desk: desk.set_quiet(True))
        await until(lambda: eve.lobby is not None and eve.lobby.quiet)
        eve.say("psst")
        assert told[-1] == ("", "the host of this table lets only players talk")
        assert eve._link is not None
        eve._link.send(Talk(eve.visitor.identity, "Eve").say(eve.id, "and yet"))  # type: ignore[arg-type]
        bo.say("what a quiet crowd")
        await until(lambda: ("Bo", "what a quiet crowd") in told)
        for name in ("Ann", "Bo"):
            assert [who for who, _ in made.heard[name]].count("Eve (watching)") == 1
        await made.begin()
        await until(lambda: eve.session is not None)
        eve.say("still?")
        assert session_of(eve)._updates[-1].kind == "notice"
        ann.foyer.keep(desk_again(ann.me.pid, ann.referee.terms, Plan(catalog()), set()))
        assert ann.desk is not None
        assert ann.desk.quiet  # the table stays as it was


async def test_a_lobby_that_closes_is_closed_for_those_who_watch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "AGAIN", 0.05)
    monkeypatch.setattr(watching, "GIVE_UP_LOBBY", 0.5)
    async with party(tmp_path) as made:
        await made.host(seats=3)
        await made.join("Bo")
        eve, vic = await made.watch("Ann"), await made.watch("Bo", "Vic")
        await until(lambda: eve.free_seat is not None and vic.free_seat is not None)
        await made.leave("Ann")
        await until(lambda: eve.closed)
        assert eve.closed == "Ann leaves the table"
        assert eve.free_seat is None
        await until(lambda: vic.free_seat is None)
        await until(lambda: vic.closed)  # though the program of Bo is still there
        assert vic.closed == "nobody shows this table any more"
