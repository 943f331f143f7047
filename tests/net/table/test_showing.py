"""Hands that spectators see: only where the table has agreed to it, and only by their owners."""

from collections.abc import Callable

import pytest

from core.actions import NEXT, PASS
from core.state import HIDDEN
from net.identity import Identity
from net.log.entries import EntryError
from net.log.terms import Manners, Terms
from net.sessions.session import SeenHand
from net.table.foyer import desk_again
from net.table.lobby import Desk, LobbyError, Plan
from net.table.onlooking import WatchSession
from net.table.showing import DOMAIN, OpenHands, OthersHands, _parts, genuine
from net.table.table import NetTable
from net.table.watching import WatchTable
from net.wire.messages import ALL_LATE, HANDS, NO_HAND, ONE_HAND, Hand, Malformed
from tests.kit.recorded import catalog
from tests.net.halls import until
from tests.net.honest import HonestTable, identity
from tests.net.party import Party, next_move, session_of

ANN, BO, CY = (identity(number) for number in range(3))


# -- the list --------------------------------------------------------------------------------------


def desk(willing: Identity | None = None) -> Desk:
    made = Desk(ANN.pid, "Ann", Manners(b"t" * 16, "Kitchen"), Plan(catalog()))
    made.sit(BO.pid, "Bo", "")
    made.sit(CY.pid, "Cy", "")
    if willing is not None:
        made.set_hands(ONE_HAND)
        made.will(willing.pid, True)
    return made


def test_nobody_is_seen_before_the_host_allows_it_and_they_are_willing() -> None:
    made = desk()
    assert (made.snapshot().hands, made.snapshot().willing) == (NO_HAND, b"")
    for hands in (NO_HAND, ALL_LATE):
        made.set_hands(hands)
        with pytest.raises(LobbyError, match="can't show their hands"):
            made.will(BO.pid, True)
        assert (made.snapshot().hands, made.snapshot().willing) == (hands, b"")
    with pytest.raises(LobbyError, match="hidden, one, late"):
        made.set_hands("all")
    made = desk(willing=BO)
    assert (made.snapshot().hands, made.snapshot().willing) == (ONE_HAND, BO.pid)
    with pytest.raises(LobbyError, match="already see Bo's hand"):
        made.will(CY.pid, True)
    made.will(CY.pid, False)
    assert made.manners.willing == BO.pid
    made.will(BO.pid, False)
    made.will(CY.pid, True)
    assert made.manners.willing == CY.pid


@pytest.mark.parametrize(
    ("change", "willing"),
    [
        (lambda made: made.left(BO.pid), b""),
        (lambda made: made.remove(1), b""),
        (lambda made: made.set_hands(ONE_HAND), b""),
        (lambda made: made.set_hands(ALL_LATE), b""),
        (lambda made: made.remove(2), BO.pid),
    ],
)
def test_who_goes_or_is_asked_something_else_is_not_willing_any_more(
    change: Callable[[Desk], object], willing: bytes
) -> None:
    made = desk(willing=BO)
    change(made)
    assert made.manners.willing == willing


def test_who_has_no_chair_is_not_asked_and_nothing_is_said_twice() -> None:
    made = desk()
    made.set_hands(ONE_HAND)
    made.will(identity(7).pid, True)
    assert made.manners.willing == b""
    made.ready(identity(7).pid, True, b"n" * 16)
    assert identity(7).pid not in made.nonces
    made.will(BO.pid, True)
    made.ready(CY.pid, True, b"n" * 16)
    made.will(BO.pid, True)
    assert made.chairs[2].ready
    made.left(BO.pid)  # what all others were ready for has changed
    assert not made.chairs[1].ready


def agreed(terms: Terms, hands: str, willing: bytes = b"") -> Terms:
    """The same terms for a table that shows hands."""
    manners = terms.manners._replace(hands=hands, willing=willing)
    return Terms.make(terms.players, terms.seats, terms.host, terms.header, manners, terms.cards)


def test_terms_say_whose_hand_is_seen_and_nothing_senseless() -> None:
    terms = HonestTable(3).terms
    for hands in HANDS:
        assert agreed(terms, hands).manners.hands == hands
    seen = agreed(terms, ONE_HAND, terms.pids[1])
    assert (seen.settings(seen.game()).hands, seen.settings(seen.game()).shown) == (ONE_HAND, 1)
    assert terms.settings(terms.game()).shown == -1
    for hands, willing in (
        ("all", b""),
        (NO_HAND, terms.pids[1]),
        (ALL_LATE, terms.pids[1]),
        (ONE_HAND, identity(7).pid),
        (ONE_HAND, b"short"),
    ):
        with pytest.raises(EntryError):
            agreed(terms, hands, willing)


def test_the_next_game_asks_anew_who_is_willing() -> None:
    terms = HonestTable(3).terms
    seen = agreed(terms, ONE_HAND, terms.pids[1])
    again = desk_again(terms.pids[0], seen, Plan(catalog()), set())
    assert (again.manners.hands, again.manners.willing) == (ONE_HAND, b"")


# -- what is shown ---------------------------------------------------------------------------------

Held = dict[int, tuple[int, ...]]


class Watched:
    """A table of three that shows hands, with what each program has shown so far."""

    def __init__(self, hands: str, willing: int = -1, bots: int = 0) -> None:
        self.table = HonestTable(3, bots)
        pid = self.table.people[willing].pid if willing >= 0 else b""
        self.terms = self.table.terms = agreed(self.table.terms, hands, pid)
        self.open = [OpenHands(one, self.terms) for one in self.table.people]
        self.table.open()
        while not all(self.table.game.hands):
            self.table.step()
        self.looks = 0  # stands for a number of actions
        self.seen: Held = {}
        self.author: dict[int, bytes] = {}

    def look(self) -> list[Hand]:
        self.looks += 1
        shown = [hand for one in self.open for hand in one.look(self.table.referee, self.looks)]
        for hand in shown:
            self.seen[hand.seat] = hand.faces
            self.author[hand.seat] = hand.author
            assert genuine(hand, self.terms, self.table.game)
        return shown

    def held(self) -> Held:
        game = self.table.game
        return {
            seat: tuple(game.face[card] for card in game.hands[seat])
            for seat in range(game.players)
        }


def test_nothing_is_shown_at_a_table_that_has_not_agreed_to_it() -> None:
    for hands in (NO_HAND, ONE_HAND):
        watched = Watched(hands)
        for _ in range(60):
            assert watched.look() == []
            watched.table.step()


def test_the_hand_of_who_is_willing_is_shown_as_it_is() -> None:
    watched = Watched(ONE_HAND, willing=1)
    told = 0
    for _ in range(120):
        told += len(watched.look())
        assert watched.seen == {1: watched.held()[1]}
        watched.table.step()
    assert 3 < told < 60  # when it has changed, and not else


def test_all_hands_are_shown_a_round_late() -> None:
    watched = Watched(ALL_LATE, bots=1)
    turns: list[Held] = []  # what all held when each turn began
    now: tuple[int, int] | None = None
    while len(turns) < 14:
        game = watched.table.game
        if (game.round, game.turn) != now:
            now = (game.round, game.turn)
            turns.append(watched.held())
        watched.look()
        assert watched.seen == (turns[-5] if len(turns) > 4 else {})
        watched.table.step()
    assert watched.author == {n: watched.table.people[min(n, 2)].pid for n in range(4)}


def test_a_hand_is_not_shown_before_all_of_it_is_known() -> None:
    for hands in (ONE_HAND, ALL_LATE):
        watched = Watched(hands, willing=0 if hands == ONE_HAND else -1)
        game = watched.table.game
        for card in game.hands[0]:
            game.face[card] = HIDDEN
        watched.open = watched.open[:1]
        assert watched.look() == []
        assert not watched.open[0].shown


def test_a_stand_in_shows_nothing_of_who_was_willing() -> None:
    watched = Watched(ONE_HAND, willing=1)
    assert watched.look()
    ann, bo, _ = watched.table.people
    watched.table.remove(bo, ann)
    for _ in range(40):
        assert watched.look() == []
        watched.table.step()


def test_nobody_shows_what_is_not_his_to_show() -> None:
    watched = Watched(ONE_HAND, willing=1)
    (hand,) = watched.look()
    game = watched.table.game
    late = agreed(watched.terms, ALL_LATE)
    assert genuine(hand, watched.terms, game)
    ann = watched.table.people[0]
    for wrong in (
        hand._replace(author=ann.pid),
        hand._replace(seat=2),
        hand._replace(after=hand.after + 1),
        hand._replace(cards=hand.cards[1:]),
        hand._replace(round=hand.round + 1),
        hand._replace(faces=hand.faces[1:]),
        hand._replace(gid=bytes(16)),
    ):
        assert not genuine(wrong, watched.terms, game)
        assert not genuine(wrong, late, game)
    hers = OpenHands(ann, agreed(watched.terms, ONE_HAND, ann.pid)).look(watched.table.referee, 1)
    assert not genuine(hers[0], watched.terms, game)
    assert not genuine(hand, agreed(watched.terms, NO_HAND), game)
    assert not genuine(hand._replace(seat=7), late, game)


def test_only_what_an_honest_program_shows_is_passed_on() -> None:
    watched = Watched(ONE_HAND, willing=1)
    bo, referee = watched.table.people[1], watched.table.referee
    (hand,) = watched.look()

    def signed(**changes: object) -> Hand:
        made = hand._replace(**changes)  # type: ignore[arg-type]
        return made._replace(signature=bo.sign(DOMAIN, *_parts(made)))

    others = OthersHands(watched.terms)
    for wrong in (
        signed(faces=(65535, *hand.faces[1:])),
        signed(cards=(65535, *hand.cards[1:])),
        signed(faces=hand.faces[1:]),
        signed(seat=0),
        signed(after=10_000),
    ):
        assert not others.news(wrong, referee, hand.after)
    assert others.news(hand, referee, hand.after)
    assert not others.news(hand, referee, hand.after)  # nothing twice
    assert not others.news(signed(faces=hand.faces[::-1]), referee, hand.after)
    assert others.news(signed(after=hand.after + 1), referee, hand.after)


# -- at a table of several programs ----------------------------------------------------------------


async def opened(party: Party, hands: str, willing: str = "", **settings: int) -> list[NetTable]:
    """Three people at a table that shows hands, before the game."""
    tables = await party.sit("Ann", "Bo", "Cy", begin=False, **settings)
    tables[0].change(lambda desk: desk.set_hands(hands))
    if willing:
        await until(lambda: all(table.lobby and table.lobby.hands == hands for table in tables))
        party.tables[willing].set_willing(True)
        pid = party.tables[willing].me.pid
        await until(lambda: all(willing_at(table) == pid for table in tables))
    return tables


def willing_at(table: NetTable) -> bytes:
    assert table.lobby is not None
    return table.lobby.willing


def hand_of(table: NetTable, seat: int) -> tuple[int, ...]:
    game = table.referee.game
    return tuple(game.face[card] for card in game.hands[seat])


def seen_of(watcher: WatchTable) -> SeenHand:
    """The hand that a spectator sees."""
    nothing = SeenHand(0, (), False)
    hands = {} if watcher.session is None else watcher.session.seen_hands
    return next(iter(hands.values()), nothing)


@pytest.mark.parametrize("willing", ["Ann", "Bo"])
async def test_a_spectator_of_any_player_sees_the_hand_of_who_is_willing(
    party: Party, willing: str
) -> None:
    await opened(party, ONE_HAND, willing)
    watchers = [await party.watch(at, f"Eve {at}") for at in party.tables]
    await party.begin()
    table, seat = party.tables[willing], party.tables[willing].seat
    for _ in range(2):
        await until(lambda: len(hand := hand_of(table, seat)) >= 5 and HIDDEN not in hand)
        held = hand_of(table, seat)
        watchers.append(await party.watch("Cy", f"Late {len(watchers)}"))
        await until(lambda: all(seen_of(eve).faces == hand_of(table, seat) for eve in watchers))
        assert all(list(session_of(eve).seen_hands) == [seat] for eve in watchers)
        while hand_of(table, seat) == held:
            await next_move(party, lambda move: move.seat == seat and move.kind not in (PASS, NEXT))


async def test_a_spectator_takes_no_hand_that_the_table_does_not_show(party: Party) -> None:
    ann, bo, cy = await opened(party, ONE_HAND, "Bo")
    eve = await party.watch()
    await party.begin()
    await until(lambda: seen_of(eve).faces)
    (hand,) = party.play("Bo").shown_hands
    for wrong in (hand._replace(seat=0), hand._replace(faces=(65535,))):
        with pytest.raises(Malformed, match="keeps hidden"):
            session_of(eve).see(wrong)
    session_of(eve).see(hand)
    assert list(session_of(eve).seen_hands) == [hand.seat]
    shown: list[Hand] = []
    cy.gallery.show = shown.append  # type: ignore[method-assign]
    party.play("Cy").believes = lambda hand: True  # type: ignore[method-assign]
    for owner, passed_on in ((ann, []), (bo, [hand])):
        cy.heard(cy.mesh.links[owner.me.pid], hand)
        assert shown == passed_on  # each player says what is in their own hand


async def test_spectators_see_all_hands_a_round_late(party: Party) -> None:
    await party.sit("Ann", "Bo", bot="easy", begin=False)
    party.tables["Ann"].change(lambda desk: desk.set_hands(ALL_LATE))
    eve = await party.watch("Bo")
    await party.begin()
    await until(lambda: eve.session is not None and len(session_of(eve).seen_hands) == 2)
    game = party.tables["Bo"].referee.game
    assert game.round > 1
    assert all(hand.round < game.round for hand in session_of(eve).seen_hands.values())


async def test_no_host_shows_a_hand_whose_owner_was_not_asked(party: Party) -> None:
    ann, bo, cy = await opened(party, ONE_HAND, "Bo")
    cy.set_willing(True)
    await until(lambda: any("Bo's hand" in text for text in party.notices("Cy")))
    with pytest.raises(LobbyError, match="Bo's hand"):
        ann.set_willing(True)
    bo.set_willing(False)
    await until(lambda: willing_at(cy) == b"")
    desk = ann.desk
    assert desk is not None
    desk.manners = desk.manners._replace(willing=bo.me.pid)
    ann.foyer.spread()
    await until(lambda: willing_at(bo) == bo.me.pid)
    (await party.ready()).start()
    await until(lambda: any("without asking you" in text for text in party.notices("Bo")))
    assert not bo.playing


async def test_who_comes_back_shows_what_they_hold_and_nothing_that_they_held(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _, cy = await opened(party, ONE_HAND, "Cy", wait=0)
    await party.begin()
    eve = await party.watch("Ann")
    await until(lambda: eve.session is not None and len(hand_of(cy, 2)) == 5)
    await until(lambda: seen_of(eve).faces == hand_of(cy, 2))
    assert seen_of(eve).fresh
    await party.leave("Cy")
    await until(lambda: ann.play is not None and ann.play.standing.votable == (2,))
    for name in ("Ann", "Bo"):
        await party.session(name).replace(2, True)
    await until(lambda: not seen_of(eve).fresh)  # the cards were dealt again for who plays on
    shown: list[Hand] = []
    see = WatchSession.see
    monkeypatch.setattr(
        WatchSession, "see", lambda self, hand: (shown.append(hand), see(self, hand))
    )
    gone = len(session_of(eve).actions)
    again = await party.resume("Cy")
    await until(lambda: again.playing and again.referee.owners[2] == again.me.pid)
    await until(lambda: not again.referee.busy and seen_of(eve).fresh)
    assert seen_of(eve).faces == hand_of(again, 2)
    assert shown
    assert all(hand.after >= gone for hand in shown)
