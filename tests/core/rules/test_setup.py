"""Clauses that a scenario can't show: the deal, picked roles, own cards, and empty piles."""

from collections import Counter
from pathlib import Path

import pytest

from core.actions import CHANCE, CHOOSE, NEXT, ROLE, SHUFFLE, Action
from core.catalog import load_catalog
from core.game import Game
from core.luck import Luck
from core.state import Ask
from core.view import view
from tests.kit.deals import cards
from tests.kit.table import at, roll, settle

NAMES = ("Ann", "Bo", "Cyd")
GUESTS = {"Gamer Goth", "Menthol Cloves", "Nookienomicon", "Computer Games"}


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
        game.apply(Action(CHOOSE, game.waiting()[0], value=value, ref=game.ref))


def roles(game: Game) -> list[str]:
    """Everybody's first role, or none."""
    return [game.faces[held[0]].name if held else "" for held in game.roles]


def drawn(game: Game) -> set[str]:
    """The roles that chance can draw now."""
    need = game.need()
    assert need is not None
    assert need.kind == ROLE
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
    assert len(game.role_pile) == 17 - 3
    assert len(game.deck) == 202 - 16
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
    assert len(wishes(game)) == 17
    assert game.roles == [(), (), ()]
    wish(game, "Slacker")
    assert roles(game) == ["", "Slacker", ""]
    assert "Slacker" not in drawn(game)
    assert len({*roles(dealt(game))}) == 3


def test_joint_winners_both_pick() -> None:
    """R-SETUP-4: different wishes are both granted."""
    game = picking(0, 2)
    wish(game, "Slacker", "Temp")
    assert roles(game) == ["Slacker", "", "Temp"]


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
    assert need.kind == SHUFFLE


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

OWN_CARDS = """
[[card]]
name = "Homemade Sofa"
kind = "thing"
categories = ["Furniture"]
copies = 2
cost = 1
slack = 2
text = "No special rules."
flavor = "Three legs and an encyclopedia."

[[role]]
name = "Kite Tester"
income = 2
free_time = [2, 3]
goal = 18
text = "No trait."
flavor = "It has its ups and downs."
"""


def test_own_cards_join_the_piles(tmp_path: Path) -> None:
    """R-SETUP-5: two more life cards and a role, dealt like all others."""
    file = tmp_path / "own.toml"
    file.write_text(OWN_CARDS, encoding="utf-8")
    game = Game(load_catalog(extra=(file,)), NAMES)
    assert "Kite Tester" in drawn(game)
    dealt(game)
    assert len(game.face) == 202 + 2
    assert Counter(game.faces[number].name for number in game.face)["Homemade Sofa"] == 2


# -- GEEK-1, GEEK-4 ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "option", "offered"),
    [
        (2, "remove", 15),
        (2, "start", 2),
        (2, "off", 17),
        (3, "remove", 17),
        (3, "start", 17),
    ],
)
def test_two_players_and_the_two_easy_roles(players: int, option: str, offered: int) -> None:
    """GEEK-1: they are taken out, or they are the two roles that are dealt."""
    names = drawn(Game(cards(), NAMES[:players], {"two-player": option}))
    assert len(names) == offered
    assert ({"Slacker", "Drummer"} <= names) == (offered != 15)


@pytest.mark.parametrize(
    "editions", [("geek",), ("geek", "goth"), ("grunt", "geek"), ("greek", "geek")]
)
def test_two_players_of_a_mix(editions: tuple[str, ...]) -> None:
    """GEEK-1: in every mix that has those two roles; the others are in the pile for later."""
    catalog = cards(editions)
    jobs = {"Slacker", "Drummer"}
    for option in ("remove", "start", "off"):
        game = dealt(Game(catalog, ("Ann", "Bo"), {"two-player": option}))
        assert ({*roles(game)} == jobs) == (option == "start")
        held = [number for numbers in game.roles for number in numbers]
        there = [game.faces[number].name for number in (*game.role_pile, *held)]
        assert ({*there} >= jobs) == (option != "remove")
        assert len(there) == len(game.house.roles) - 2 * (option == "remove")
    if "greek" in editions:
        students = Game(catalog, ("Ann", "Bo"), {"mix": "students", "two-player": "start"})
        assert not {*roles(dealt(students))} & jobs


@pytest.mark.parametrize(("option", "count"), [("on", 202), ("off", 198)])
def test_guests_can_be_left_out(option: str, count: int) -> None:
    """GEEK-4."""
    game = dealt(Game(cards(), NAMES, {"guests": option}))
    guests = {game.faces[number].name for number in game.face if game.faces[number].guest}
    assert len(game.face) == count
    assert guests == (GUESTS if option == "on" else set())


# -- RUL-15 --------------------------------------------------------------------------------------


def test_with_both_piles_empty_the_game_goes_on() -> None:
    """RUL-15: Bo draws the two cards that are left, and plays on with them."""
    game = at("players: Ann; Bo\nturn: Ann, discard")
    game.deck = game.deck[-2:]
    game.apply(Action(NEXT, 0))
    assert game.turn == 1
    assert len(game.hands[1]) == 2
    assert game.waiting() == (1,)
    assert game.refusal(Action(NEXT, 1)) is None


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
