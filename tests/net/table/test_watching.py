"""Spectators of network games: what they see, and above all what they don't."""

import pytest

from core.actions import SHUFFLE, Action, Refused
from net.log.entries import MAX_ACT
from net.log.entries import unpack as unpack_list
from net.sessions.record import read_action
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
from tests.net.party import PROGRAM, Party, identity, until

CROWD = 12


def session_of(watcher: WatchTable) -> WatchSession:
    assert watcher.session is not None
    return watcher.session


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
    await until(lambda: len(ann.referee.game.discard) > 3)
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


async def test_a_spectator_can_do_nothing_and_goes_to_another_player_when_one_has_gone(
    party: Party,
) -> None:
    ann, _, cy = await party.sit("Ann", "Bo", "Cy")
    await until(lambda: all(not table.missing for table in party.tables.values()))
    eve = await party.watch("Bo")
    await until(lambda: eve.session is not None and eve.session.actions)
    session = session_of(eve)
    with pytest.raises(Refused, match="only watch"):
        await session.act(Action("next", 0))
    assert session.legal() == []
    assert session.seat is None
    assert all(session.view.face[card] < 0 for hand in session.view.hands for card in hand)
    await until(lambda: len(eve._places) >= 3)
    await party.leave("Bo")
    await until(lambda: len(ann.gallery) or len(cy.gallery))
    assert session_of(eve).terms.gid == session.terms.gid
    assert not eve.closed


async def test_where_nobody_is_there_is_nothing_to_watch() -> None:
    visitor = Visitor(identity("Eve"), "Eve", PROGRAM)
    with pytest.raises(WatchError, match="nobody takes connections"):
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
    seen.remove(next(t for t in seen if t.closed == "the table was left"))
    await until(lambda: listed("Eve", "Gus"))


async def test_a_spectator_takes_a_free_seat_for_the_next_game(party: Party) -> None:
    await party.sit("Ann", "Bo", "Cy", begin=False)
    eve = await party.watch("Bo", "Eve")
    await until(lambda: eve.lobby is not None)
    assert eve.free_seat is None  # every chair is taken
    await party.begin()
    for name in ("Bo", "Cy"):
        await party.quit(name)
    keeper = await party.over()
    gone = next(name for name, table in party.tables.items() if table is not keeper)
    await party.leave(gone)
    await until(lambda: eve.free_seat is not None)
    seat = eve.free_seat
    assert seat == Address(HERE, keeper.port)
    await eve.close()
    settings = party.settings("Eve")
    settings.identity = eve.visitor.identity
    sitting = party.tables["Eve"] = await NetTable.join(settings, seat)
    await party.begin()
    assert [seat.name for seat in sitting.referee.terms.seats].count("Eve") == 1
    assert sitting.session is not None
    late = await party.watch("Eve", "Hob")
    await until(lambda: late.session is not None)
    assert late.free_seat is None  # a game is played


async def test_spectators_talk_as_long_as_the_host_lets_them(party: Party) -> None:
    ann, bo = await party.sit("Ann", "Bo", begin=False)
    eve = await party.watch("Bo", "Eve")
    told: list[tuple[str, str]] = []
    eve.on_chat.append(lambda name, text: told.append((name, text)))
    await until(lambda: eve.lobby is not None)
    eve.say("hello")
    await until(lambda: ("Eve (watching)", "hello") in party.heard["Ann"])
    ann.change(lambda desk: desk.set_quiet(True))
    await until(lambda: eve.lobby is not None and eve.lobby.quiet)
    eve.say("psst")
    assert told[-1] == ("", "the host of this table lets only players talk")
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
    await until(lambda: eve.free_seat is not None and vic.free_seat is not None)
    await party.leave("Ann")
    await until(lambda: eve.closed)
    assert eve.closed == "Ann leaves the table"
    assert eve.free_seat is None
    await until(lambda: vic.free_seat is None)
    await until(lambda: vic.closed)  # though the program of Bo is still there
    assert vic.closed == "nobody shows this table any more"
