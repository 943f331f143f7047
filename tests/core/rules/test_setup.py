"""Setting a table and leaving it, and clauses that a scenario can't show.

The deal, picked roles, own cards, empty piles, mixes, and hidden cards that are dealt again.
"""

from collections import Counter
from pathlib import Path

import pytest

from core import actions as a
from core import events as e
from core.actions import CHANCE, Action, Refused
from core.catalog import load_catalog
from core.game import Game
from core.luck import Luck
from core.notation.export import ExportError, export
from core.rules.setup import OptionError, settled_options
from core.state import HIDDEN, Ask
from core.telling import tell
from core.view import view
from tests.kit.card_files import CARD
from tests.kit.deals import cards
from tests.kit.random_play import NAMES as SEATS
from tests.kit.random_play import new_game
from tests.kit.table import at, roll, settle

NAMES = ("Ann", "Bo", "Cyd")


def dealt(game: Game, seed: int = 1) -> Game:
    """Lets luck have its say until somebody has to decide."""
    luck = Luck(seed)
    while game.need() is not None:
        game.apply(luck.answer(game))
    return game


def wishes(game: Game) -> list[str]:
    """The roles that the open question offers."""
    question = game.stack[-1]
    assert isinstance(question, Ask)
    assert (question.seat,) == game.waiting()
    assert question.about == "role"
    return [game.faces[role].name for role in question.options]


def wish(game: Game, *names: str) -> None:
    """Those who are asked, one after the other, want these roles."""
    for name in names:
        value = wishes(game).index(name)
        game.apply(Action(a.CHOOSE, game.waiting()[0], value=value, ref=game.ref))


def roles(game: Game) -> list[str]:
    """Everybody's first role, or none."""
    return [game.faces[held[0]].name if held else "" for held in game.roles]


def drawn(game: Game) -> set[str]:
    """The roles that chance can draw now."""
    need = game.need()
    assert need is not None
    assert need.kind == a.ROLE
    return {game.faces[number].name for number in need.options}


# -- R-SETUP-2, R-SETUP-3 ------------------------------------------------------------------------


@pytest.mark.parametrize("first", range(3))
def test_everybody_is_dealt_a_role_and_five_cards(first: int) -> None:
    """R-SETUP-2: roles face up, five life cards face down; the first player has drawn a sixth.

    R-SETUP-3: the player left of the dealer starts.
    """
    game = dealt(Game(cards(), NAMES, first=first))
    assert game.waiting() == (game.turn,) == (first,)
    assert [len(hand) for hand in game.hands] == [5 + (seat == first) for seat in range(3)]
    assert len({*roles(game)}) == 3
    assert len(game.role_pile) == len(cards().roles()) - 3
    assert len(game.deck) == len(cards().life()) - 16
    assert game.rooms == [[], [], []]
    for watcher in (0, 1, 2, None):
        seen = view(game, watcher)
        assert seen.roles == game.roles
        for seat, hand in enumerate(game.hands):
            known = {card for card in hand if seen.face[card] >= 0}
            assert known == (set(hand) if seat == watcher else set())


# -- R-SETUP-4 -----------------------------------------------------------------------------------


def picking(*winners: int) -> Game:
    return Game(cards(), NAMES, winners=winners)


def test_the_last_winner_picks_a_role_before_the_deal() -> None:
    """R-SETUP-4: from the whole pile; nobody else can get it."""
    game = picking(1)
    assert len(wishes(game)) == len(cards().roles())
    assert game.roles == [(), (), ()]
    wish(game, "Slacker")
    assert roles(game) == ["", "Slacker", ""]
    assert "Slacker" not in drawn(game)
    assert len({*roles(dealt(game))}) == 3


def test_the_same_wish_is_rolled_for() -> None:
    """R-SETUP-4: equal dice are rolled again; the lower one picks from what is left."""
    game = picking(0, 2)
    wish(game, "Slacker", "Slacker")
    roll(game, 4, 4, 2, 5)
    assert roles(game) == ["", "", "Slacker"]
    assert game.waiting() == (0,)
    assert "Slacker" not in wishes(game)
    wish(game, "Temp")
    assert roles(game) == ["Temp", "", "Slacker"]
    assert dealt(game).roles[1] not in (game.roles[0], game.roles[2])


def test_three_with_the_same_wish_roll_once_each() -> None:
    """R-SETUP-4: the highest has it, and the other two pick again, at once and only once."""
    game = picking(0, 1, 2)
    wish(game, "Slacker", "Slacker", "Slacker")
    roll(game, 2, 6, 3)
    assert roles(game) == ["", "Slacker", ""]
    wish(game, "Temp", "Temp")
    roll(game, 1, 2)
    assert roles(game) == ["", "Slacker", "Temp"]
    wish(game, "Bouncer")
    assert roles(game) == ["Bouncer", "Slacker", "Temp"]
    need = game.need()
    assert need is not None
    assert need.kind == a.SHUFFLE


def test_a_wish_alone_is_granted_while_others_roll() -> None:
    """R-SETUP-4: only those who want the same role roll for it."""
    game = picking(0, 1, 2)
    wish(game, "Slacker", "Temp", "Slacker")
    assert roles(game) == ["", "Temp", ""]
    roll(game, 5, 1)
    assert roles(game) == ["Slacker", "Temp", ""]
    assert game.waiting() == (2,)


def test_in_the_reserves_a_winner_picks_two_roles() -> None:
    """R-SETUP-4: a Job or a Major, then an MOS; two who want the same MOS roll for it."""
    game = Game(cards(("geek", "greek", "grunt")), NAMES, winners=(0, 2))

    def offered() -> set[str]:
        return {game.catalog.role_kinds[game.catalog.named(name)[0]] for name in wishes(game)}

    assert offered() == {"job", "major"}
    wish(game, "Temp", "Botany")
    assert offered() == {"mos"}
    wish(game, "Cook", "Cook")
    roll(game, 6, 1)
    wish(game, "MP")
    dealt(game)
    assert [game.faces[held].name for held in game.roles[0]] == ["Temp", "Cook"]
    assert [game.faces[held].name for held in game.roles[2]] == ["Botany", "MP"]
    assert game.catalog.role_kinds[game.roles[1][1]] == "mos"


def test_a_table_may_do_without_picking() -> None:
    """R-SETUP-4 is a table option."""
    game = Game(cards(), NAMES, {"winner-picks": "off"}, winners=(1,))
    assert game.waiting() == (CHANCE,)


# -- R-SETUP-5 -----------------------------------------------------------------------------------


def test_own_cards_join_the_piles(tmp_path: Path) -> None:
    """R-SETUP-5: two more life cards and a role, dealt like all others."""
    file = tmp_path / "own.toml"
    file.write_text(CARD, encoding="utf-8")
    game = Game(load_catalog(extra=(file,)), NAMES)
    assert "Night Porter" in drawn(game)
    dealt(game)
    assert len(game.face) == len(cards().life()) + 2
    assert Counter(game.faces[number].name for number in game.face)["Lava Lamp"] == 2


# -- GEEK-1 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "editions", [("geek",), ("geek", "goth"), ("grunt", "geek"), ("greek", "geek")]
)
def test_two_players_of_a_mix(editions: tuple[str, ...]) -> None:
    """GEEK-1: in every mix that has those two roles they are taken out, or they are dealt.

    Then the others are in the pile for later. With three players nothing changes.
    """
    catalog = cards(editions)
    jobs = {"Slacker", "Drummer"}
    for option in ("remove", "start", "off"):
        game = dealt(Game(catalog, ("Ann", "Bo"), {"two-player": option}))
        assert ({*roles(game)} == jobs) == (option == "start")
        held = [number for numbers in game.roles for number in numbers]
        there = [game.faces[number].name for number in (*game.role_pile, *held)]
        assert ({*there} >= jobs) == (option != "remove")
        assert len(there) == len(game.house.roles) - 2 * (option == "remove")
        three = Game(catalog, NAMES, {"two-player": option})
        assert set(three.role_pile) == set(three.house.roles)
    if "greek" in editions:
        students = Game(catalog, ("Ann", "Bo"), {"mix": "students", "two-player": "start"})
        assert not {*roles(dealt(students))} & jobs


# -- RUL-15 --------------------------------------------------------------------------------------


def test_with_both_piles_empty_the_game_goes_on() -> None:
    """RUL-15: Bo draws the two cards that are left, and plays on with them."""
    game = at("players: Ann; Bo\nturn: Ann, discard")
    game.deck = game.deck[-2:]
    game.apply(Action(a.NEXT, 0))
    assert game.turn == 1
    assert len(game.hands[1]) == 2
    assert game.waiting() == (1,)
    assert game.refusal(Action(a.NEXT, 1)) is None


@pytest.mark.parametrize("discarded", [["Drummer", "Bouncer"], []])
def test_an_empty_role_pile_takes_the_discarded_roles_back(discarded: list[str]) -> None:
    """RUL-15: with no role left at all, the role stays."""
    game = at("""
        players: Ann; Bo
        Ann is Temp
        Ann holds: New Job
        turn: Ann, free time
        Ann: play New Job
    """)
    game.role_pile = []
    game.role_discard = [number for name in discarded for number in game.catalog.named(name)]
    settle(game)
    if discarded:
        assert drawn(game) == {*discarded}
    assert roles(dealt(game))[0] in (discarded or ["Temp"])
    assert game.waiting() == (0,)


# -- setting a table -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [0, 1, 9, 20])
def test_too_few_or_too_many_players(players: int) -> None:
    with pytest.raises(OptionError, match=f"a game takes 2 to 8 players; this one has {players}"):
        Game(cards(), [f"P{seat}" for seat in range(players)])


def test_options_exist_and_the_last_winners_sit_at_the_table() -> None:
    for name, value in (
        ("jokers", "on"), ("guests", "maybe"), ("hand", "3"), ("hand", "six"), ("Guests", "on"),
    ):  # fmt: skip
        with pytest.raises(OptionError, match="option"):
            new_game(2, {name: value})
    for winners in ((3,), (-1,), (0, 0), (0, 7)):
        with pytest.raises(OptionError):
            new_game(3, winners=winners)


def test_a_bigger_hand_is_an_option() -> None:
    game = dealt(new_game(3, {"hand": "8"}))
    assert [len(hand) for hand in game.hands] == [8, 7, 7]
    assert game.names == SEATS[:3]


# -- leaving ---------------------------------------------------------------------------------------


def test_who_leaves_during_the_deal_gets_no_cards() -> None:
    game = new_game(3)
    game.apply(Action("role", CHANCE, value=game.role_pile[0]))
    game.apply(Action(a.LEAVE, 0))
    dealt(game)
    assert (game.hands[0], game.roles[0], game.turn) == ([], (), 1)


def leaves(game: Game) -> None:
    """Ann leaves in her turn; the next player's turn follows at once."""
    events = game.apply(Action(a.LEAVE, 0))
    begun = [event for event in events if event.kind in (e.PHASE_BEGAN, e.TURN_BEGAN)]
    assert all(event.seat == 1 for event in begun), begun
    refusal = game.refusal(Action(a.NEXT, 0))
    assert refusal is not None
    assert refusal.text == "you left the game"
    assert game.turn == 1


@pytest.mark.parametrize("phase", ["draw", "roll", "call", "free time", "discard"])
def test_who_leaves_in_a_turn_begins_nothing_more(phase: str) -> None:
    leaves(at(f"players: Ann; Bo; Cy; Di\nturn: Ann, {phase}"))


@pytest.mark.parametrize(
    ("topic", "room"),
    [("lose", "Hungry Girl; Pizza; Hash Brownies"), ("upkeep", "Overdue Library Book")],
)
def test_who_leaves_with_guests_begins_nothing_more(topic: str, room: str) -> None:
    """The Call People phase is pending while the guests do their worst in the Roll phase."""
    game = at(f"players: Ann; Bo; Cy; Di\nAnn has: {room}\nturn: Ann, roll")
    if not game.stack:
        game.apply(Action(a.NEXT, 0))
    question = game.stack[-1]
    assert isinstance(question, Ask)
    assert question.topic == topic
    leaves(game)


# -- mixes -----------------------------------------------------------------------------------------


def test_students_have_no_jobs_and_no_cards_about_them() -> None:
    catalog = cards(("geek", "greek"))
    jobs = {"You're Fired!", "Raise", "Extra Shift", "New Job", "Bad Boss"}
    for mix, there in (("students", False), ("town-and-gown", True)):
        house = Game(catalog, SEATS[:3], {"mix": mix}).house
        names = {catalog.faces[face].name for face in house.life}
        assert jobs & names == (jobs if there else set())
        assert "Change Your Major!" in names
        kinds = {catalog.role_kinds[role] for role in house.roles}
        assert kinds == ({"job", "major"} if there else {"major"})
        assert house.either == there


def test_options_are_settled_where_their_edition_is_mixed() -> None:
    assert settled_options({"madness": "off"}, ("cthulhu",)).get("madness") is None
    assert settled_options({"madness": "off"}, ("geek", "cthulhu"))["madness"] == "off"
    with pytest.raises(OptionError, match="can't be 'half'"):
        settled_options({"madness": "half"})


def test_words_are_the_editions_own_unless_they_disagree() -> None:
    assert cards(("grunt",)).words["room"] == "quarters"
    assert cards(("greek",)).words["role"] == "Major"
    mixed = cards(("geek", "grunt")).words
    assert (mixed["room"], mixed["role"]) == ("room", "role")
    assert cards(("geek", "goth")).words["role"] == "Job"


# -- dealt again -----------------------------------------------------------------------------------


def hands_full() -> Game:
    return at("""
        players: Ann; Bo; Cy
        Ann holds: Beer; Sleep
        Bo holds: Bum; Pizza; RPGs
        Cy holds: Car Alarm
        turn: Ann, free time
    """)


def redeal(cards: tuple[int, ...], faces: tuple[int, ...] = (), seat: int = CHANCE) -> Action:
    return Action(a.REDEAL, seat, cards=cards, faces=faces)


def test_who_had_seen_a_card_has_seen_nothing_of_what_lies_there_now() -> None:
    game = hands_full()
    game.apply(Action(a.SHOW, 1, to=0))
    cards = (*game.hands[1], *game.deck)
    before, digest = [game.face[card] for card in cards], game.digest()
    assert game.seen
    (event,) = game.apply(redeal(cards, tuple(reversed(before))))
    assert (event.kind, event.seat, event.n) == (e.REDEALT, 1, len(game.hands[1]))
    assert tell(event, game, 0) == f"Bo's hand is redealt: {event.n} cards"
    assert tell(event._replace(n=1), game, 0) == "Bo's hand is redealt: 1 card"
    assert [game.face[card] for card in cards] == before[::-1]
    assert not game.seen
    assert game.digest() == digest  # nothing public is different


def test_a_replica_knows_none_of_the_new_faces() -> None:
    game = hands_full()
    cards = (*game.hands[2], *game.deck[:3])
    game.apply(redeal(cards))
    assert all(game.face[card] == HIDDEN for card in cards)
    assert all(game.face[card] != HIDDEN for card in game.hands[0])


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (lambda g: redeal((g.hands[1][0],), seat=1), "players don't decide that"),
        (lambda g: redeal(()), "nothing to redeal"),
        (lambda g: redeal((g.hands[1][0],) * 2), "nothing to redeal"),
        (lambda g: redeal((9999,)), "only hidden cards"),
        (lambda g: redeal((-1,)), "only hidden cards"),
        (lambda g: redeal((g.hands[1][0],), (0, 1)), "no such card"),
        (lambda g: redeal((g.hands[1][0],), (9999,)), "no such card"),
        (
            lambda g: redeal((g.hands[1][0],), (g.face[g.hands[1][0]] + 1,)),
            "not the cards to redeal",
        ),
    ],
)
def test_what_is_no_redeal_changes_nothing(wrong: object, reason: str) -> None:
    game = hands_full()
    faces = list(game.face)
    with pytest.raises(Refused, match=reason):
        game.apply(wrong(game))  # type: ignore[operator]
    assert game.face == faces


def test_a_card_that_lies_open_is_not_dealt_anew() -> None:
    game = hands_full()
    game.pub[game.hands[0][0]] = game.face[game.hands[0][0]]
    with pytest.raises(Refused, match="only hidden cards"):
        game.apply(redeal((game.hands[0][0],)))


def test_before_the_deal_there_is_nothing_to_deal_anew() -> None:
    with pytest.raises(Refused, match="nothing to redeal"):
        new_game(3).apply(redeal((0,)))


def test_such_a_game_is_not_exported() -> None:
    with pytest.raises(ExportError, match="redealt"):
        export(new_game(3), [redeal((0,))])
