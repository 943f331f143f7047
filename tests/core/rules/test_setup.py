"""Clauses that a scenario can't show: the deal, picked roles, own cards, and empty piles."""

from collections import Counter
from pathlib import Path

import pytest

from core.actions import CHANCE, CHOOSE, NEXT, PASS, PLAY, ROLE, ROLL, SHUFFLE, Action
from core.arrangement import Arrangement, Placed, Seat, arranged
from core.catalog import Catalog, load_catalog
from core.game import Game
from core.luck import Luck
from core.state import DISCARD_PHASE, FREE_PHASE, Ask
from core.view import view

NAMES = ("Ann", "Bo", "Cyd")
GUESTS = {"Gamer Goth", "Menthol Cloves", "Nookienomicon", "Computer Games"}


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def dealt(game: Game, seed: int = 1) -> Game:
    """Lets luck have its say until somebody has to decide."""
    luck = Luck(seed)
    while game.need() is not None:
        game.apply(luck.answer(game))
    return game


def wish(game: Game, seat: int, name: str) -> None:
    question = game.stack[-1]
    assert isinstance(question, Ask)
    assert (question.seat, question.about) == (seat, "role")
    names = [game.faces[role].name for role in question.options]
    game.apply(Action(CHOOSE, seat, value=names.index(name), ref=question.ref))


def wishes(game: Game) -> list[str]:
    """The roles that the open question offers."""
    question = game.stack[-1]
    assert isinstance(question, Ask)
    return [game.faces[role].name for role in question.options]


def role(game: Game, seat: int) -> str:
    return game.faces[game.roles[seat][0]].name


# -- R-SETUP-2, R-SETUP-3 ------------------------------------------------------------------------


def test_everybody_is_dealt_a_role_and_five_cards(catalog: Catalog) -> None:
    """R-SETUP-2: roles face up, five life cards face down; the first player has drawn a sixth."""
    game = dealt(Game(catalog, NAMES, first=1))
    assert [len(hand) for hand in game.hands] == [5, 6, 5]
    assert len({role(game, seat) for seat in range(3)}) == 3
    assert len(game.role_pile) == 17 - 3
    assert len(game.deck) == 202 - 16
    assert game.rooms == [[], [], []]
    for watcher in (0, 1, 2, None):
        seen = view(game, watcher)
        assert seen.roles == game.roles
        for seat, hand in enumerate(game.hands):
            known = {card for card in hand if seen.face[card] >= 0}
            assert known == (set(hand) if seat == watcher else set())


@pytest.mark.parametrize("first", range(3))
def test_the_player_left_of_the_dealer_starts(catalog: Catalog, first: int) -> None:
    """R-SETUP-3."""
    game = dealt(Game(catalog, NAMES, first=first))
    assert game.turn == first
    assert game.waiting() == (first,)


# -- R-SETUP-4 -----------------------------------------------------------------------------------


def test_the_last_winner_picks_a_role_before_the_deal(catalog: Catalog) -> None:
    """R-SETUP-4: from the whole pile; nobody else can get it."""
    game = Game(catalog, NAMES, winners=(1,))
    assert game.waiting() == (1,)
    assert len(wishes(game)) == 17
    assert game.roles == [(), (), ()]
    wish(game, 1, "Slacker")
    assert role(game, 1) == "Slacker"
    need = game.need()
    assert need is not None
    assert need.kind == ROLE
    assert "Slacker" not in {game.faces[number].name for number in need.options}
    dealt(game)
    assert len({role(game, seat) for seat in range(3)}) == 3


def test_joint_winners_both_pick(catalog: Catalog) -> None:
    """R-SETUP-4: different wishes are both granted."""
    game = Game(catalog, NAMES, winners=(0, 2))
    wish(game, 0, "Slacker")
    wish(game, 2, "Temp")
    assert (role(game, 0), role(game, 2)) == ("Slacker", "Temp")


def test_the_same_wish_is_rolled_for(catalog: Catalog) -> None:
    """R-SETUP-4: equal dice are rolled again; the lower one picks from what is left."""
    game = Game(catalog, NAMES, winners=(0, 2))
    wish(game, 0, "Slacker")
    wish(game, 2, "Slacker")
    for value in (4, 4, 2, 5):
        assert game.need() is not None
        game.apply(Action(ROLL, CHANCE, value=value))
    assert role(game, 2) == "Slacker"
    assert game.waiting() == (0,)
    assert "Slacker" not in wishes(game)
    wish(game, 0, "Temp")
    assert role(game, 0) == "Temp"
    dealt(game)
    assert role(game, 1) not in ("Slacker", "Temp")


def test_three_with_the_same_wish_roll_once_each(catalog: Catalog) -> None:
    """R-SETUP-4: the highest has it, and the other two pick again, at once and only once."""
    game = Game(catalog, NAMES, winners=(0, 1, 2))
    for seat in range(3):
        wish(game, seat, "Slacker")
    for value in (2, 6, 3):
        game.apply(Action(ROLL, CHANCE, value=value))
    assert role(game, 1) == "Slacker"
    assert game.waiting() == (0,)
    for seat in (0, 2):
        wish(game, seat, "Temp")
    for value in (1, 2):
        game.apply(Action(ROLL, CHANCE, value=value))
    assert role(game, 2) == "Temp"
    wish(game, 0, "Bouncer")
    assert [role(game, seat) for seat in range(3)] == ["Bouncer", "Slacker", "Temp"]
    need = game.need()
    assert need is not None
    assert need.kind == SHUFFLE


def test_a_wish_alone_is_granted_while_others_roll(catalog: Catalog) -> None:
    """R-SETUP-4: only those who want the same role roll for it."""
    game = Game(catalog, NAMES, winners=(0, 1, 2))
    for seat, name in enumerate(("Slacker", "Temp", "Slacker")):
        wish(game, seat, name)
    assert role(game, 1) == "Temp"
    for value in (5, 1):
        game.apply(Action(ROLL, CHANCE, value=value))
    assert role(game, 0) == "Slacker"
    assert game.waiting() == (2,)


def test_in_the_reserves_a_winner_picks_two_roles() -> None:
    """R-SETUP-4: a Job or a Major, then an MOS; two who want the same MOS roll for it."""
    game = Game(load_catalog(("geek", "greek", "grunt")), NAMES, winners=(0, 2))
    kinds = game.catalog.role_kinds
    assert {kinds[game.catalog.named(name)[0]] for name in wishes(game)} == {"job", "major"}
    wish(game, 0, "Temp")
    wish(game, 2, "Botany")
    assert {kinds[game.catalog.named(name)[0]] for name in wishes(game)} == {"mos"}
    wish(game, 0, "Cook")
    wish(game, 2, "Cook")
    for value in (6, 1):
        game.apply(Action(ROLL, CHANCE, value=value))
    wish(game, 2, "MP")
    dealt(game)
    assert [game.faces[held].name for held in game.roles[0]] == ["Temp", "Cook"]
    assert [game.faces[held].name for held in game.roles[2]] == ["Botany", "MP"]
    assert [kinds[held] for held in game.roles[1]][1:] == ["mos"]


def test_a_table_may_do_without_picking(catalog: Catalog) -> None:
    """R-SETUP-4 is a table option."""
    game = Game(catalog, NAMES, {"winner-picks": "off"}, winners=(1,))
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
    need = game.need()
    assert need is not None
    assert "Kite Tester" in {game.faces[number].name for number in need.options}
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
def test_two_players_and_the_two_easy_roles(
    catalog: Catalog, players: int, option: str, offered: int
) -> None:
    """GEEK-1: they are taken out, or they are the two roles that are dealt."""
    game = Game(catalog, NAMES[:players], {"two-player": option})
    need = game.need()
    assert need is not None
    assert need.kind == ROLE
    names = {game.faces[number].name for number in need.options}
    assert len(names) == offered
    assert ({"Slacker", "Drummer"} <= names) == (offered != 15)


@pytest.mark.parametrize("editions", [("geek", "goth"), ("grunt", "geek"), ("greek", "geek")])
def test_two_players_of_a_mix(editions: tuple[str, ...]) -> None:
    """GEEK-1: in every mix that has those two roles."""
    catalog = load_catalog(editions)
    jobs = {"Slacker", "Drummer"}
    for option in ("remove", "start", "off"):
        game = dealt(Game(catalog, ("Ann", "Bo"), {"two-player": option}))
        assert ({role(game, 0), role(game, 1)} == jobs) == (option == "start")
        held = (number for numbers in game.roles for number in numbers)
        there = {game.faces[number].name for number in (*game.role_pile, *held)}
        assert (jobs <= there) == (option != "remove")
    students = dealt(Game(catalog, ("Ann", "Bo"), {"mix": "students", "two-player": "start"}))
    assert "greek" not in editions or role(students, 0) not in jobs


def test_two_players_who_start_with_them(catalog: Catalog) -> None:
    """GEEK-1: the other roles are in the pile for later."""
    game = dealt(Game(catalog, ("Ann", "Bo"), {"two-player": "start"}))
    assert {role(game, 0), role(game, 1)} == {"Slacker", "Drummer"}
    assert len(game.role_pile) == 15


@pytest.mark.parametrize(("option", "cards"), [("on", 202), ("off", 198)])
def test_guests_can_be_left_out(catalog: Catalog, option: str, cards: int) -> None:
    """GEEK-4."""
    game = dealt(Game(catalog, NAMES, {"guests": option}))
    guests = [game.faces[number].name for number in game.face if game.faces[number].guest]
    assert len(game.face) == cards
    assert set(guests) == (GUESTS if option == "on" else set())


# -- RUL-15 --------------------------------------------------------------------------------------


def test_with_both_piles_empty_the_game_goes_on(catalog: Catalog) -> None:
    """RUL-15: Bo draws the two cards that are left, and plays on with them."""
    life = catalog.life()
    crowded = Seat(room=tuple(Placed(face) for face in life[2:]), slack=0)
    table = Arrangement((crowded, Seat()), deck=life[:2], phase=DISCARD_PHASE)
    game = arranged(catalog, ("Ann", "Bo"), None, table)
    game.apply(Action(NEXT, 0))
    assert game.turn == 1
    assert len(game.hands[1]) == 2
    assert game.waiting() == (1,)
    assert game.refusal(Action(NEXT, 1)) is None


def fresh_job(catalog: Catalog, pile: list[str], discarded: list[str]) -> Game:
    """Ann, a Temp, plays New Job with these roles in the pile and among the discarded ones."""
    (temp,) = catalog.named("Temp")
    ann = Seat(roles=(temp,), hand=catalog.named("New Job"))
    table = Arrangement((ann, Seat()), phase=FREE_PHASE)
    game = arranged(catalog, ("Ann", "Bo"), None, table)
    game.role_pile = [number for name in pile for number in catalog.named(name)]
    game.role_discard = [number for name in discarded for number in catalog.named(name)]
    (card,) = game.hands[0]
    game.apply(Action(PLAY, 0, (card,), (game.face[card],)))
    game.apply(Action(PASS, 1))
    return game


def test_an_empty_role_pile_takes_the_discarded_roles_back(catalog: Catalog) -> None:
    """RUL-15."""
    game = fresh_job(catalog, [], ["Drummer", "Bouncer"])
    need = game.need()
    assert need is not None
    assert {game.faces[number].name for number in need.options} == {"Drummer", "Bouncer"}
    dealt(game)
    assert role(game, 0) in ("Drummer", "Bouncer")


def test_with_no_role_left_the_role_stays(catalog: Catalog) -> None:
    """RUL-15."""
    game = fresh_job(catalog, [], [])
    assert game.need() is None
    assert role(game, 0) == "Temp"
    assert game.waiting() == (0,)
