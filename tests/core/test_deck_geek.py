"""The Geek deck is the one that was promised: counts, copies, and the facts of the given cards."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from core.cards import Effect, Face
from core.catalog import load_catalog
from core.loader import MAX_FLAVOR, MAX_TEXT
from core.vocabulary import VERBS

CATALOG = load_catalog(("geek",))
FACES = [f for f in CATALOG.faces if f.copies]  # those that are cards in the box
LIFE = [f for f in FACES if f.kind != "role"]
ROLES = [f for f in FACES if f.kind == "role"]

Deed = tuple[str, Mapping[str, Any]]


def deed(verb: str, **params: Any) -> Deed:
    """An effect as a fact: what is not said is the verb's default."""
    defaults = {name: param.default for name, param in VERBS[verb].params.items()}
    return verb, {**defaults, **params}


def as_deed(effect: Effect) -> Deed:
    return effect.verb, {name: _plain(value) for name, value in effect.params.items()}


def _plain(value: object) -> object:
    if not isinstance(value, tuple):
        return value
    return tuple(as_deed(item) if isinstance(item, Effect) else item for item in value)


class Fact(NamedTuple):
    """What is given about a life card."""

    name: str
    kind: str
    categories: str = ""
    cost: int = 0
    slack: int | str = 0
    effects: tuple[Deed, ...] = ()
    copies: int = 1
    guest: bool = False
    misfortune: bool = False


class RoleFact(NamedTuple):
    """What is given about a role; a goal of None is ours to choose, so is a trait of None."""

    name: str
    income: tuple[int, int]
    free_time: tuple[int, int]
    trait: tuple[Deed, ...] | None
    goal: int | None = None


ROLE_FACTS = [
    RoleFact("Slacker", (1, 1), (4, 4), (deed("bonus", what=("TV",), amount=1),)),
    RoleFact(
        "Drummer", (1, 1), (2, 3), (deed("bonus", what=("Nookie",), amount=1), deed("immune"))
    ),
    RoleFact("Temp", (2, 4), (2, 2), (deed("immune"),)),
    RoleFact(
        "Tech Support", (3, 3), (2, 2), (deed("bonus", what=("Net", "Computer"), amount=1),), 20
    ),
    RoleFact(
        "Web Designer",
        (4, 4),
        (2, 2),
        (deed("reward", what=("Surf the Net",), amount=2, by="anybody"),),
    ),
    RoleFact("Waitstaff", (2, 3), (3, 3), (deed("bonus", what=("Sleep",), amount=1),)),
    RoleFact("Corporate Drone", (5, 5), (1, 1), (deed("hand", amount=1),)),
    RoleFact(
        "Professional Research Subject",
        (3, 3),
        (3, 3),
        (deed("forbid", what=("Booze", "Weed", "Shrooms")),),
    ),
    RoleFact("Campus Job", (3, 3), (2, 2), None),
    RoleFact("T.A.", (2, 2), (3, 3), None),
    RoleFact("Security Guard", (3, 3), (2, 2), (deed("no-time", what=("Sleep",)),)),
]

RPG_FAN = (deed("bonus", what=("RPG",), amount=1),)
NO_SLEEP = (deed("cancel", what=("Sleep",)),)
LIFE_FACTS = [
    # Persons
    Fact("Hungry Girl", "person", effects=(deed("pest", what=("Food",)),)),
    Fact("Clumsy Drunk", "person", effects=(deed("pest", what=("Booze",)),)),
    Fact(
        "Choad Warrior",
        "person",
        effects=(deed("pest", what=("Food", "Booze", "Weed", "Live-In S.O.")),),
    ),
    Fact(
        "Psycho Ex",
        "person",
        effects=(deed("pest", what=("S.O.", "invited")), deed("forbid", what=("Nookie",))),
    ),
    Fact(
        "Live-In S.O.",
        "person",
        "S.O.",
        slack=1,
        effects=(deed("sure", what=("Nookie",), amount=3),),
        copies=2,
    ),
    Fact("TV Queen", "person", slack=1, effects=(deed("bonus", what=("TV",), amount=1),)),
    Fact("Gamer Goth", "person", slack=1, effects=RPG_FAN, guest=True),
    Fact("Mr. Gamer", "person", slack=1, effects=RPG_FAN),
    Fact("Some Random Person", "person", slack=1, effects=(deed("stranger"),)),
    Fact(
        "Beckett",
        "person",
        "Pet Dog",
        slack=1,
        effects=(deed("scare", what=("Cat",)), deed("cling")),
    ),
    # Activities
    Fact("Sleep", "activity", "Sleep", slack=1, copies=9),
    Fact("Sloths: Nature's Sedatives", "activity", "TV Sleep", slack=1),
    Fact("Talk Show", "activity", "TV", slack=1),
    Fact("Nookie at Jimmy's", "activity", "Nookie", slack="die-1"),
    Fact("Surf the Net", "activity", "Net", slack=2, copies=4),
    Fact("RPGs", "activity", "RPG", slack=2, copies=3),
    Fact(
        "Hang Out at Café",
        "activity",
        "Cafe",
        cost=1,
        slack=2,
        effects=(deed("discount", what=("Cafe",), amount=1),),
        copies=4,
    ),
    Fact(
        "Tattoo",
        "activity",
        "Body",
        cost=2,
        slack=3,
        effects=(deed("permanent"), deed("income-cap", amount=4)),
    ),
    Fact(
        "Piercing",
        "activity",
        "Body",
        cost=1,
        slack=2,
        effects=(deed("income-limit", amount=3),),
    ),
    # Things
    Fact("Ultra-Slims", "thing", "Cigarettes", cost=1, slack=1),
    Fact("Menthol Cloves", "thing", "Cigarettes", cost=2, slack=2, guest=True),
    Fact("NT Server Docco", "thing", "Book", cost=3, slack=3),
    Fact(
        "Nookienomicon",
        "thing",
        "Book",
        cost=3,
        slack=2,
        effects=(deed("bonus", what=("Nookie",), amount=1),),
        guest=True,
    ),
    Fact("Microwave Popcorn", "thing", "Food", cost=1, slack=1),
    Fact("White Russian", "thing", "Booze", cost=2, slack=2),
    Fact("Beer", "thing", "Booze", cost=1, slack=1),
    Fact("Pizza", "thing", "Food", cost=2, slack=2),
    Fact("Hash Brownies", "thing", "Weed Food", cost=3, slack=3),
    Fact("Shrooms", "thing", "Shrooms", cost=3, slack=4),
    # Whenevers
    Fact("Car Alarm", "whenever", "Noise", effects=NO_SLEEP),
    Fact("Moron with a Chainsaw", "whenever", "Noise", effects=NO_SLEEP),
    Fact("Garbage Truck", "whenever", "Noise", effects=NO_SLEEP),
    Fact("Brain Fart", "whenever", effects=(deed("cancel", what=("Activity",)),)),
    Fact("Bum", "whenever", effects=(deed("take", what=("Cigarettes",)),)),
    Fact("Change in Couch", "whenever", "Money", effects=(deed("income", amount=1),)),
    Fact("Narcolepsy", "whenever", effects=(deed("time", amount=1),)),
    Fact("Call in Sick", "whenever", effects=(deed("time", amount=1),)),
    Fact(
        "Extra Shift",
        "whenever",
        "Role",
        effects=(
            deed("income", amount=2, who="target"),
            deed("time", amount=-1, who="target"),
        ),
        misfortune=True,
    ),
    Fact(
        "Raise",
        "whenever",
        "Role",
        effects=(
            deed("lasting", until="end of game", who="you", effects=(deed("earn", amount=1),)),
        ),
        copies=2,
    ),
    Fact("Bad Boss", "whenever", "Role", effects=(deed("goal", amount=2),), misfortune=True),
    Fact("You're Fired!", "whenever", "Role", effects=(deed("new-role"),), misfortune=True),
    Fact("New Job", "whenever", "Role", effects=(deed("new-role", who="you"),)),
    Fact("Tuition Due", "whenever", "Money", effects=(deed("bill", amount=2),)),
    Fact(
        "Get a Life",
        "whenever",
        effects=(
            deed(
                "lasting",
                until="end of next turn",
                effects=(deed("forbid", what=("TV", "Net", "Computer", "RPG")),),
            ),
        ),
    ),
    Fact(
        "Sucks to Be You!",
        "whenever",
        effects=(deed("trash", what=("Person", "Thing", "Activity", "Whenever")),),
    ),
    Fact("No Pets!", "whenever", effects=(deed("trash-all", what=("Pet",)),)),
    Fact("Breakup", "whenever", effects=(deed("trash", what=("S.O.",)),)),
]


def named(name: str) -> Face:
    numbers = CATALOG.named(name)
    assert len(numbers) == 1, f"{len(numbers)} cards are named {name}"
    return CATALOG.faces[numbers[0]]


# -- given cards -----------------------------------------------------------------------------------


@pytest.mark.parametrize("fact", LIFE_FACTS, ids=lambda fact: fact.name)
def test_a_given_card_has_its_facts(fact: Fact) -> None:
    face = named(fact.name)
    assert (
        Fact(
            face.name,
            face.kind,
            " ".join(face.categories),
            face.cost,
            face.printed_slack,
            tuple(map(as_deed, face.effects)),
            face.copies,
            face.guest,
            face.misfortune,
        )
        == fact
    )


@pytest.mark.parametrize("fact", ROLE_FACTS, ids=lambda fact: fact.name)
def test_a_given_role_has_its_facts(fact: RoleFact) -> None:
    role = named(fact.name)
    assert role.kind == "role"
    assert (role.income, role.free_time) == (fact.income, fact.free_time)
    assert fact.goal in (None, role.goal)
    assert fact.trait in (None, tuple(map(as_deed, role.effects)))


def test_computer_games_come_twice_and_once_with_an_avatar() -> None:
    games = [CATALOG.faces[number] for number in CATALOG.named("Computer Games")]
    assert [(f.copies, f.guest) for f in games] == [(2, False), (1, True)]
    for face in games:
        assert (face.kind, face.categories, face.cost) == ("activity", ("Computer",), 0)
        assert (face.printed_slack, face.effects) == (2, ())


def test_gamestation_costs_five() -> None:
    face = named("GameStation")
    assert (face.kind, face.categories, face.cost) == ("thing", ("Electronics",), 5)
    assert face.slack > 0


def test_whom_given_cards_may_be_played_on() -> None:
    others = ("Tuition Due", "Bad Boss", "You're Fired!", "Get a Life")
    assert {named(name).on for name in others} == {"others"}
    assert {named(name).on for name in ("Extra Shift", "No Pets!")} == {"anybody"}


# -- counts ----------------------------------------------------------------------------------------


def test_deck_sizes() -> None:
    assert len(CATALOG.life()) == 202
    assert len(CATALOG.roles()) == len(ROLES) == 17


def test_guests_can_be_left_out() -> None:
    guests = {(f.name, f.copies) for f in FACES if f.guest}
    names = ("Gamer Goth", "Menthol Cloves", "Nookienomicon", "Computer Games")
    assert guests == {(name, 1) for name in names}
    assert len(CATALOG.life(guests=False)) == 198


def test_only_the_named_cards_come_more_than_once() -> None:
    several = {f.name: f.copies for f in FACES if f.copies > 1}
    assert several == {
        "Sleep": 9,
        "Surf the Net": 4,
        "Hang Out at Café": 4,
        "RPGs": 3,
        "Computer Games": 2,
        "Live-In S.O.": 2,
        "Raise": 2,
    }


def test_mix_of_types() -> None:
    cards = Counter(CATALOG.faces[number].kind for number in CATALOG.life())
    wanted = {"person": 15, "activity": 31, "thing": 26, "whenever": 28}
    for kind, percent in wanted.items():
        assert abs(100 * cards[kind] / cards.total() - percent) <= 1, kind


def test_nookies_and_tv() -> None:
    nookies = [f for f in LIFE if "Nookie" in f.categories]
    assert 9 <= len(nookies) <= 11
    assert {(f.kind, f.printed_slack, f.copies) for f in nookies} == {("activity", "die-1", 1)}
    shows = [f for f in LIFE if "TV" in f.categories]
    assert 11 <= len(shows) <= 13
    assert {(f.kind, f.cost, f.slack, f.copies) for f in shows} == {("activity", 0, 1, 1)}


def test_four_cats() -> None:
    cats = [f for f in LIFE if "Cat" in f.categories]
    assert len(cats) == 4
    assert {(f.kind, f.categories, f.slack) for f in cats} == {("person", ("Pet", "Cat"), 1)}


def test_noise_is_what_cancels_sleep() -> None:
    noise = [f for f in LIFE if "Noise" in f.categories]
    assert len(noise) > 3
    assert all(tuple(map(as_deed, f.effects)) == NO_SLEEP for f in noise)


def test_role_misfortunes_are_role_cards() -> None:
    bad = {f.name for f in LIFE if f.misfortune}
    assert bad >= {"You're Fired!", "Bad Boss", "Extra Shift"}
    assert all("Role" in named(name).categories for name in bad)


@pytest.mark.parametrize("kind", ["person", "thing", "activity"])
def test_a_third_does_more_than_give_slack(kind: str) -> None:
    cards = [f for f in LIFE if f.kind == kind for _ in range(f.copies)]
    twisted = [f for f in cards if f.effects]
    assert 3 * len(twisted) >= len(cards)


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.id)
def test_texts_fit(face: Face) -> None:
    assert 0 < len(face.text) <= MAX_TEXT == 160
    assert 0 < len(face.flavor) <= MAX_FLAVOR == 90
    assert face.text.endswith((".", "!", "?"))


def test_ids_and_flavor_lines_are_unique() -> None:
    assert len({f.id for f in FACES}) == len(FACES)
    assert len({f.flavor for f in FACES}) == len(FACES)
    names = Counter(f.name for f in FACES)
    assert [name for name, count in names.items() if count > 1] == ["Computer Games"]


def test_equal_texts_mean_equal_effects() -> None:
    """Cards that do the same say the same; no text may stand for two different effects."""
    texts: dict[str, Face] = {}
    for face in FACES:
        first = texts.setdefault(face.text, face)
        assert tuple(map(as_deed, face.effects)) == tuple(map(as_deed, first.effects)), (
            f"{face.name} and {first.name} have one text but different effects"
        )
