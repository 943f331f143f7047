"""The table before a game: the list, the opening, and what no host can slip past a player."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from core.luck import Stream
from net.discovery import read_notice
from net.discovery.notice import Notice
from net.log.terms import MAX_SECONDS, Manners, Player, Seat, Terms
from net.table.foyer import ANSWER, desk_again
from net.table.lobby import MIN_SEATS, Desk, LobbyError, Plan, conditions, plan_of
from net.table.opening import Bound, Opening, bind, check_terms
from net.table.publishing import notice_of
from net.table.table import NetTable, TableError
from net.wire import messages
from net.wire import messages as wire
from net.wire.codes import Address
from tests.kit.recorded import catalog
from tests.net.halls import HERE, free_port, until
from tests.net.honest import HonestTable, identity
from tests.net.party import Party, deaf, seated

ANN, BO, CY, EVE = (identity(number) for number in range(4))
MANNERS = Manners(b"t" * 16, "Kitchen", 20, 60)
LUCK = Stream(1)

Slip = Callable[[Terms], Terms]  # what a host would like to slip past a player


def random(count: int) -> bytes:
    return LUCK.bits(8 * count).to_bytes(count, "big")


def desk(seats: int = 4) -> Desk:
    """Ann keeps the list; Bo sits there, too."""
    made = Desk(ANN.pid, "Ann", MANNERS, Plan(catalog()), seats)
    made.sit(BO.pid, "Bo", "")
    return made


def ready(made: Desk) -> Desk:
    for number, pid in enumerate(dict.fromkeys(chair.pid for chair in made.chairs)):
        made.ready(pid, True, bytes([number]) * wire.NONCE_SIZE)
    return made


# -- the list --------------------------------------------------------------------------------------


def test_everybody_has_one_chair_and_a_name_of_their_own() -> None:
    made = desk(seats=6)
    assert made.sit(BO.pid, "Bo", "") == 1
    assert made.sit(CY.pid, "  ANN\x07 ", "") == 2
    assert made.sit(identity(7).pid, "\x1b[2J", "hard") == 3
    for number in (4, 5):
        assert made.sit(identity(number).pid, "x" * 20, "") == number
    names = ["Ann", "Bo", "ANN 2", "[2J", "x" * 20, "x" * 18 + " 2"]
    assert [chair.name for chair in made.chairs] == names
    with pytest.raises(LobbyError, match="taken"):
        made.sit(identity(8).pid, "Late", "")


def test_nobody_sits_down_while_a_game_is_played_but_who_was_there_returns() -> None:
    made = desk()
    made.phase = "play"
    with pytest.raises(LobbyError, match="watch"):
        made.sit(CY.pid, "Cy", "")
    assert made.sit(BO.pid, "Bo", "") == 1


def test_bots_belong_to_the_host_and_are_always_ready() -> None:
    made = desk()
    made.add_bot("easy")
    assert made.chairs[2].pid == ANN.pid
    made.set_level(2, "hard")
    assert made.chairs[2].bot == "hard"
    made.ready(ANN.pid, False, b"")
    assert [chair.ready for chair in made.chairs] == [False, False, True]
    for seat in (0, 1, 9, -1):
        with pytest.raises(LobbyError):
            made.set_level(seat, "easy")
    made.add_bot("easy")
    with pytest.raises(LobbyError, match="taken"):
        made.add_bot("easy")


@pytest.mark.parametrize(
    "change",
    [
        lambda made: made.add_bot("easy"),
        lambda made: made.set_manners(beat=5),
        lambda made: made.set_manners(title="Cellar"),
        lambda made: made.set_hands(wire.ALL_LATE),
        lambda made: (made.set_hands(wire.ONE_HAND), made.will(CY.pid, True)),
        lambda made: made.set_plan(Plan(catalog(), first=1)),
        lambda made: made.remove(2),
    ],
)
def test_a_change_asks_everybody_again(change: Callable[[Desk], object]) -> None:
    made = desk()
    made.sit(CY.pid, "Cy", "")
    ready(made)
    change(made)
    assert not made.chairs[1].ready
    assert BO.pid not in made.nonces


def test_who_is_ready_names_the_game() -> None:
    made = desk()
    for nonce in (b"", b"short"):
        with pytest.raises(LobbyError):
            made.ready(BO.pid, True, nonce)
    made.ready(CY.pid, False, b"")
    assert not made.chairs[1].ready


def test_the_host_stays_others_can_be_sent_away_or_leave() -> None:
    made = desk()
    with pytest.raises(LobbyError, match="host"):
        made.remove(0)
    with pytest.raises(LobbyError, match="no one"):
        made.remove(5)
    assert made.remove(1) == BO.pid
    made.sit(CY.pid, "Cy", "")
    made.left(CY.pid)
    made.left(ANN.pid)
    assert [chair.name for chair in made.chairs] == ["Ann"]


@pytest.mark.parametrize("seats", [0, 1, wire.MAX_SEATS + 1])
def test_a_table_has_room_for_those_who_sit_and_not_more_than_a_game(seats: int) -> None:
    made = desk()
    with pytest.raises(LobbyError):
        made.set_seats(seats)
    assert (
        MIN_SEATS <= Desk(ANN.pid, "Ann", MANNERS, Plan(catalog()), seats).seats <= wire.MAX_SEATS
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda made: made.set_manners(title="\x1b"),
        lambda made: made.set_manners(title=""),
        lambda made: made.set_manners(beat=-1),
        lambda made: made.set_manners(wait=MAX_SECONDS + 1),
        lambda made: made.set_plan(Plan(catalog(), {"no such option": "on"})),
    ],
)
def test_manners_have_limits_and_plans_can_be_played(change: Callable[[Desk], object]) -> None:
    made = desk()
    with pytest.raises(LobbyError):
        change(made)
    assert (made.manners, made.plan) == (MANNERS, Plan(catalog()))


def test_all_see_the_same_and_each_time_anew() -> None:
    made = desk()
    first, second = made.snapshot(), made.snapshot()
    assert second == first._replace(revision=first.revision + 1)
    assert [bool(chair.pid) for chair in first.chairs] == [True, True, False, False]


def test_spectators_are_named_as_far_as_there_is_room_and_all_are_counted() -> None:
    table = desk()
    table.sit(BO.pid, "Bo", "")
    crowd = tuple(f"Guest {number:02}" for number in range(wire.MAX_AUDIENCE))
    table.watched(ANN.pid, wire.Audience(2, ("Zoë", "eve")))
    table.watched(CY.pid, wire.Audience(9, ("Nobody",)))  # who has no chair serves nobody
    shown = table.snapshot()
    assert (shown.watchers, shown.audience) == (2, ("eve", "Zoë"))
    table.watched(BO.pid, wire.Audience(500, crowd))
    shown = table.snapshot()
    assert shown.watchers == 502
    assert shown.audience == ("eve", *crowd[:-1])
    table.left(BO.pid)
    assert table.snapshot().watchers == 2


def test_a_game_begins_when_all_are_ready_and_not_alone() -> None:
    made = desk()
    assert "Ann, Bo" in str(made.start_refusal())
    with pytest.raises(LobbyError, match="ready"):
        Opening(made)
    ready(made)
    assert made.start_refusal() is None
    made.phase = "play"
    assert made.start_refusal()
    alone = Desk(ANN.pid, "Ann", MANNERS, Plan(catalog()))
    assert "two players" in str(alone.start_refusal())


# -- opening a game --------------------------------------------------------------------------------


def opened() -> tuple[Opening, Bound, Bound, wire.Lobby]:
    made = ready(desk())
    opening = Opening(made)
    ann = bind(ANN.pid, bytes(wire.NONCE_SIZE), opening.entrants, random)
    bo = bind(BO.pid, b"\1" * wire.NONCE_SIZE, opening.entrants, random)
    assert len({ann.deck_seed, ann.dice_seed, bo.deck_seed, bo.dice_seed}) == 4
    assert ann.stake.anchor != bo.stake.anchor
    return opening, ann, bo, made.snapshot()


def proposed() -> tuple[Opening, Terms, Bound, wire.Lobby]:
    opening, ann, bo, lobby = opened()
    assert opening.stake(ANN.pid, ann.stake) is None
    proposal = opening.stake(BO.pid, bo.stake)
    assert proposal is not None
    return opening, Terms.read(proposal.terms), bo, lobby


def test_what_does_not_belong_to_the_opening_is_ignored() -> None:
    opening, ann, bo, _ = opened()
    assert opening.stake(CY.pid, bo.stake) is None
    assert opening.stake(BO.pid, bo.stake._replace(gid=bytes(16))) is None
    assert opening.signed(BO.pid, wire.Signed(opening.gid, bytes(64))) is None
    assert opening.silent == (ANN.pid, BO.pid)
    opening.stake(ANN.pid, ann.stake)
    opening.stake(BO.pid, bo.stake)
    assert opening.stake(BO.pid, bo.stake) is None
    assert opening.signed(CY.pid, wire.Signed(opening.gid, bytes(64))) is None


def test_a_signature_under_something_else_is_told() -> None:
    opening, terms, _, _ = proposed()
    with pytest.raises(LobbyError, match="different terms"):
        opening.signed(BO.pid, wire.Signed(terms.gid, terms.sign(CY)))


def test_two_who_bring_the_same_chain_can_not_play() -> None:
    opening, ann, _, _ = opened()
    opening.stake(ANN.pid, ann.stake)
    with pytest.raises(LobbyError, match="same key, nonce, anchor"):
        opening.stake(BO.pid, ann.stake)


def test_a_table_that_changes_meanwhile_is_noticed() -> None:
    made = ready(desk())
    opening = Opening(made)
    assert not opening.outdated
    made.set_manners(wait=0)
    assert opening.outdated


# -- what no host can slip past a player -----------------------------------------------------------


def test_a_game_that_does_not_carry_my_nonce_is_not_mine() -> None:
    entrants = wire.Entrants((wire.Entrant(ANN.pid, b"a" * 16), wire.Entrant(BO.pid, b"b" * 16)))
    bind(BO.pid, b"b" * 16, entrants, random)
    for nonce in (b"a" * 16, b"old nonce of Bo!", b""):
        with pytest.raises(LobbyError, match="the game's id"):
            bind(BO.pid, nonce, entrants, random)
    with pytest.raises(LobbyError):
        bind(CY.pid, b"b" * 16, entrants, random)


def altered(terms: Terms, **changes: object) -> Terms:
    values: dict[str, object] = {
        "players": terms.players, "seats": terms.seats, "host": terms.host,
        "header": terms.header, "manners": terms.manners, **changes,
    }  # fmt: skip
    return Terms.make(**values)  # type: ignore[arg-type]


def with_player(terms: Terms, number: int, **changes: bytes) -> list[Player]:
    players = list(terms.players)
    players[number] = players[number]._replace(**changes)
    return players


SLIPS: dict[str, Slip] = {
    "hands for spectators": lambda t: altered(t, manners=t.manners._replace(hands=wire.ALL_LATE)),
    "my hand for spectators": lambda t: altered(
        t, manners=t.manners._replace(hands=wire.ONE_HAND, willing=BO.pid)
    ),
    "another anchor of mine": lambda t: altered(t, players=with_player(t, 1, anchor=b"x" * 32)),
    "another seed of mine": lambda t: altered(t, players=with_player(t, 1, commitment=b"x" * 32)),
    "another nonce": lambda t: altered(t, players=with_player(t, 0, nonce=b"x" * 16)),
    "another player": lambda t: altered(t, players=with_player(t, 0, pid=CY.pid)),
    "players in another order": lambda t: altered(
        t, players=t.players[::-1], seats=[s._replace(owner=1 - s.owner) for s in t.seats], host=1
    ),
    "another host": lambda t: altered(t, host=1),
    "my seat is a bot": lambda t: altered(t, seats=[t.seats[0], t.seats[1]._replace(bot="easy")]),
    "his seat is a bot": lambda t: altered(t, seats=[t.seats[0]._replace(bot="easy"), t.seats[1]]),
    "seats changed": lambda t: altered(
        t, seats=t.seats[::-1], header=replace(t.header, names=t.header.names[::-1])
    ),
    "one seat more": lambda t: altered(
        t,
        seats=[*t.seats, Seat("Cleo", 0, "easy")],
        header=replace(t.header, names=(*t.header.names, "Cleo")),
    ),
    "another name": lambda t: altered(
        t,
        seats=[t.seats[0]._replace(name="Bob"), t.seats[1]],
        header=replace(t.header, names=("Bob", "Bo")),
    ),
    "another title": lambda t: altered(t, manners=t.manners._replace(title="Cellar")),
    "another table": lambda t: altered(t, manners=t.manners._replace(table=b"u" * 16)),
    "less time": lambda t: altered(t, manners=t.manners._replace(beat=1)),
    "no patience": lambda t: altered(t, manners=t.manners._replace(wait=0)),
    "another beginner": lambda t: altered(t, header=replace(t.header, first=1)),
    "winners of old": lambda t: altered(t, header=replace(t.header, winners=(0,))),
    "other cards": lambda t: altered(t, header=replace(t.header, fingerprint="0" * 64)),
    "other editions": lambda t: altered(t, header=replace(t.header, editions=("geek", "more"))),
    "house rules": lambda t: altered(t, header=replace(t.header, options={"guests": "off"})),
}


@pytest.mark.parametrize("slip", SLIPS.values(), ids=SLIPS.keys())
def test_terms_that_the_lobby_has_not_shown_are_not_signed(slip: Slip) -> None:
    _, terms, bo, lobby = proposed()
    with pytest.raises(LobbyError, match="don't match the lobby"):
        check_terms(slip(terms), bo, BO.pid, lobby, plan_of(lobby))


def test_a_lobby_that_shows_others_than_those_who_play_is_not_believed() -> None:
    _, terms, bo, lobby = proposed()
    chair = wire.Chair(CY.pid, "Cy", "", True, True)
    for chairs in ((*lobby.chairs[:2], chair), lobby.chairs[:1], (lobby.chairs[0], chair)):
        with pytest.raises(LobbyError, match="don't match the lobby"):
            check_terms(terms, bo, BO.pid, lobby._replace(chairs=chairs), plan_of(lobby))


def test_terms_are_for_those_who_staked_in_this_very_game() -> None:
    _, terms, bo, lobby = proposed()
    other = Bound(
        bo.gid, bo.entrants, bo.deck_seed, bo.dice_seed, wire.Stake(bo.gid, b"x" * 32, b"y" * 32)
    )
    with pytest.raises(LobbyError):
        check_terms(terms, other, BO.pid, lobby, plan_of(lobby))
    with pytest.raises(LobbyError):
        check_terms(terms, bo, CY.pid, lobby, plan_of(lobby))


def test_cards_that_are_not_at_hand_are_a_sentence() -> None:
    lobby = desk().snapshot()._replace(editions=("../../etc/passwd",))
    with pytest.raises(LobbyError, match="unknown edition"):
        plan_of(lobby)


@pytest.mark.parametrize(
    ("change", "matters"),
    [
        ({"beat": 3}, True),
        ({"wait": 0}, True),
        ({"title": "Attic"}, True),
        ({"offline": True}, True),
        ({"options": {"guests": "off"}}, True),
        ({"first": 1}, True),
        ({"winners": (1,)}, True),
        ({"editions": ()}, True),
        ({"host": BO.pid}, True),
        ({"revision": 99}, False),
        ({"watchers": 7}, False),
        ({"chairs": ()}, False),
    ],
)
def test_what_a_player_is_ready_for(change: dict[str, object], matters: bool) -> None:
    lobby = desk().snapshot()
    assert (conditions(lobby._replace(**change)) != conditions(lobby)) == matters


def test_who_won_and_who_begins_stay_the_same_people_when_chairs_go() -> None:
    made = desk(seats=5)
    for number in (2, 3):
        made.sit(identity(number).pid, f"Guest {number}", "")
    made.set_plan(Plan(catalog(), first=3, winners=(1, 2)))
    made.left(BO.pid)
    assert (made.plan.first, made.plan.winners) == (2, (1,))
    made.remove(2)
    assert (made.plan.first, made.plan.winners) == (0, (1,))
    made.left(CY.pid)
    assert (made.plan.first, made.plan.winners) == (0, ())


def test_winners_and_beginner_of_the_next_game_are_those_who_are_still_there() -> None:
    terms = HonestTable(4).terms
    plan = Plan(catalog(), {"hand": "7"}, first=3, winners=(1, 2), strict=True)
    desk = desk_again(terms.pids[1], terms, plan, {terms.pids[0], terms.pids[2]})
    assert desk.plan == Plan(catalog(), {"hand": "7"}, first=1, winners=(0,), strict=True)


# -- several programs ------------------------------------------------------------------------------


def ready_at(party: Party, at: str) -> list[bool]:
    lobby = party.tables[at].lobby
    return [] if lobby is None else [chair.ready for chair in lobby.chairs if chair.pid]


async def test_everybody_sees_who_comes_and_what_changes(party: Party) -> None:
    ann, bo = await party.sit("Ann", "Bo", seats=4, begin=False)
    await party.join("Bo", key="another Bo")
    everybody = ["Ann", "Bo", "Bo 2"]
    await until(lambda: all(seated(table) == everybody for table in party.tables.values()))
    ann.change(lambda desk: desk.set_manners(title="Saturday", beat=20))
    ann.change(lambda desk: desk.set_plan(Plan(catalog(), {"hand": "7"})))
    ann.change(lambda desk: desk.add_bot("easy"))

    def seen(table: NetTable) -> bool:
        lobby = table.lobby
        return lobby is not None and (
            lobby.title, lobby.beat, dict(lobby.options), len(seated(table))
        ) == ("Saturday", 20, {"hand": "7"}, 4)  # fmt: skip

    await until(lambda: all(map(seen, party.tables.values())))
    with pytest.raises(LobbyError, match="only the host"):
        bo.change(lambda desk: desk.add_bot("easy"))
    with pytest.raises(TableError, match="every seat is taken"):
        await party.join("Cy")


async def test_who_was_ready_is_asked_again_only_when_seats_that_matter_move(party: Party) -> None:
    ann, *_ = tables = await party.sit("Ann", "Bo", "Cy", "Di", begin=False)
    for name in ("Ann", "Bo"):
        party.tables[name].set_ready(True)
    await until(lambda: ready_at(party, "Ann") == [True, True, False, False])
    await party.leave("Di")  # who changes nothing
    await until(lambda: seated(ann) == ["Ann", "Bo", "Cy"])
    assert ready_at(party, "Ann") == [True, True, False]
    ann.change(lambda desk: desk.set_plan(Plan(catalog(), first=1, winners=(2,))))
    await until(lambda: all(t.lobby and t.lobby.winners == (2,) for t in tables[:3]))
    party.tables["Cy"].set_ready(True)
    await until(lambda: ready_at(party, "Ann") == [True, False, True])
    await party.leave("Bo")
    await until(lambda: ready_at(party, "Ann") == [True, False])
    with pytest.raises(LobbyError, match="Cy must be ready first"):
        ann.start()
    await party.begin()
    assert ann.referee.terms.header.winners == (1,)
    assert (party.notices("Ann"), party.notices("Cy")) == ([], [])


async def test_nobody_hears_the_list_again_for_what_changes_nothing(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = await party.sit("Ann", "Bo", begin=False)
    bo.set_ready(True)
    await until(lambda: ready_at(party, "Ann") == [False, True])
    keeper, lobby, pid = ann.foyer, ann.lobby, bo.me.pid
    assert ann.desk is not None
    sent: list[tuple[bytes, wire.Message]] = []
    monkeypatch.setattr(ann.mesh, "send", lambda *it: sent.append(it))
    for message in (
        wire.Ready(True, ann.desk.nonces[pid]),
        wire.Audience(0, ()),
        wire.Willing(False),
    ):
        keeper.hear(pid, "Bo", message)
    nothing: tuple[wire.Message, ...] = (
        wire.Ready(False, b""),
        wire.Audience(3, ("Zoë",)),
        wire.Willing(True),
    )
    for message in nothing:
        keeper.hear(EVE.pid, "Eve", message)  # she has no chair
    assert keeper.lobby is lobby
    assert sent == []
    keeper.hear(pid, "Bo", wire.Join(-1, ""))
    assert sent == [(pid, messages.Seat(1, "")), (pid, lobby)]
    keeper.hear(pid, "Bo", wire.Audience(1, ("Zoë",)))
    assert keeper.lobby is not None
    assert keeper.lobby.audience == ("Zoë",)


async def test_a_guest_is_sent_away_and_a_host_who_goes_ends_the_table(party: Party) -> None:
    ann, bo, cy = await party.sit("Ann", "Bo", "Cy", begin=False)
    await until(lambda: seated(cy) == ["Ann", "Bo", "Cy"])
    ann.send_away(1)
    await until(lambda: bo.closed and seated(cy) == ["Ann", "Cy"])
    assert bo.closed == "Ann removed you from the table"
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
    assert party.notices("Ann") == ["The game didn't start: Cy has left"]
    await until(lambda: ready_at(party, "Bo") == [True, False])
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
    assert party.notices("Ann") == ["The game didn't start: Cy didn't answer"]
    assert ANSWER <= loop.time() - began < ANSWER + 2
    assert not ready_at(party, "Ann")[2]
    assert not ann.playing
    await until(lambda: bo.play is None)
    assert list((party.folder / "Bo").iterdir()) == []  # it is not one to come back to
    assert party.notices("Bo") == ["The game didn't start: not everyone agreed to it"]


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
    assert bo.closed == "the host left before the game started"
    assert ANSWER < loop.time() - gone < ANSWER + 3


async def test_a_table_that_is_not_there_or_does_not_answer_is_not_waited_for(party: Party) -> None:
    loop = asyncio.get_running_loop()
    with pytest.raises(TableError, match="nothing is listening"):
        await NetTable.join(party.settings("Bo"), Address(HERE, free_port()))
    ann = await party.host()
    ann.foyer.hear = lambda *_: None  # type: ignore[method-assign]
    began = loop.time()
    with pytest.raises(TableError, match="the table doesn't answer"):
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
    [("   ", "the password can't be blank"), ("x" * 200, "at most 128 bytes, not 200")],
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


async def test_nobody_hears_of_a_table_that_is_offline(party: Party) -> None:
    """Whoever speaks for it: its host, one that takes over, or one who comes back to it."""
    ann, bo, cy = await party.sit("Ann", "Bo", "Cy", begin=False)
    ann.change(lambda desk: desk.set_manners(offline=1))
    assert ann.lobby is not None
    assert ann.lobby.offline
    assert notice_of(ann) is None
    await party.begin()
    await party.leave("Ann")
    await until(lambda: any(t.play and t.play.game.hosting for t in (bo, cy)))
    assert [notice_of(table) for table in (bo, cy)] == [None, None]
    for name in ("Bo", "Cy"):
        await party.leave(name)
    bo, cy = [await party.resume(name) for name in ("Bo", "Cy")]
    await until(lambda: any(t.play and t.play.game.hosting for t in (bo, cy)))
    assert [notice_of(table) for table in (bo, cy)] == [None, None]


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
