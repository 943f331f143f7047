"""The Grunt deck is the one that was promised: counts, and the facts of the given cards."""

from collections import Counter

import pytest

from core.cards import Face
from core.catalog import load_catalog
from core.loader import MAX_FLAVOR, MAX_TEXT
from tests.core.test_deck_geek import Fact, as_deed, deed

CATALOG = load_catalog(("grunt",))
FACES = [f for f in CATALOG.faces if f.copies]  # those that are cards in the box
LIFE = [f for f in FACES if f.kind != "role"]
ROLES = [f for f in FACES if f.kind == "role"]
ILLICIT = [f for f in LIFE if "Illicit" in f.categories]

# Only Supply's Free Time is given; of the others that it varies.
ROLE_TRAITS = {
    "Infantry": (deed("bonus", what=("Sleep",), amount=1),),
    "Special Forces": (deed("bonus", what=("Booze",), amount=1),),
    "MP": (deed("alibi"),),
    "Tanker": (deed("hand", amount=-1),),
    "Military Intelligence": (deed("hand", amount=1),),
}

LIFE_FACTS = [
    # Persons
    Fact(
        "The Colonel",
        "person",
        "Military",
        effects=(deed("pest", what=("Food", "Booze"), best=True),),
    ),
    # Things
    Fact("Lucky Ducks", "thing", "Cigarettes", cost=1, slack=1),
    Fact("Cigarettes", "thing", "Cigarettes", cost=1, slack=1),
    Fact("The Art of War", "thing", "Book", cost=3, slack=3),
    Fact("Beef Jerky", "thing", "Food", cost=2, slack=2),
    Fact("Soju", "thing", "Booze", cost=2, slack=2),
    Fact(
        "MRE",
        "thing",
        "Food Military",
        cost=1,
        slack="die-3",
        effects=(deed("endure"),),
        copies=2,
    ),
    Fact("Illicit Food", "thing", "Food Illicit", cost=2, slack=4),
    # Activities
    Fact("Sleep", "activity", "Sleep", slack=1, copies=6),
    Fact("Firing Range", "activity", "Military", slack=2),
    Fact("Ceremonial Duties", "activity", "Military", slack=1),
    Fact("FTX Nookie", "activity", "Nookie", slack="die-1"),
    Fact("USO Nookie", "activity", "Nookie", slack="die-1"),
    # Whenevers
    Fact("Care Package", "whenever", "Food", slack=2, effects=(deed("stay"),)),
    Fact("Reveille", "whenever", "Noise Military", effects=(deed("cancel", what=("Sleep",)),)),
    Fact("Share with Squad", "whenever", effects=(deed("cancel", what=("Food",)),)),
    Fact("Bum", "whenever", effects=(deed("take", what=("Cigarettes",)),)),
    Fact("Hazard Pay", "whenever", "Money", effects=(deed("income", amount=2),)),
    Fact(
        "Needs of the Service",
        "whenever",
        "Role",
        effects=(deed("new-role"),),
        misfortune=True,
    ),
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


def test_scrounging_lifts_the_hand_limit() -> None:
    face = named("Scrounging")
    assert face.kind == "thing"
    assert tuple(map(as_deed, face.effects)) == (deed("hoard"),)


@pytest.mark.parametrize("name", ROLE_TRAITS)
def test_a_given_role_has_its_trait(name: str) -> None:
    assert tuple(map(as_deed, named(name).effects)) == ROLE_TRAITS[name]


def test_given_numbers_of_roles() -> None:
    assert named("Supply").free_time == (1, 3)
    assert named("EOD").goal == 20


def test_the_cook_has_no_use_for_booze() -> None:
    booze = named("Soju").number
    assert not any(match[booze] for match, _ in named("Cook").bonus)


def test_every_role_rolls_for_its_free_time() -> None:
    for role in ROLES:
        low, high = role.free_time
        assert low < high, role.name
        assert role.income[0] == role.income[1], role.name


# -- counts ----------------------------------------------------------------------------------------


def test_deck_sizes() -> None:
    assert len(CATALOG.life()) == 100
    assert len(CATALOG.roles()) == len(ROLES) == 10


def test_mix_of_types() -> None:
    cards = Counter(CATALOG.faces[number].kind for number in CATALOG.life())
    wanted = {"person": 15, "activity": 31, "thing": 26, "whenever": 28}
    for kind, percent in wanted.items():
        assert abs(cards[kind] - percent) <= 1, kind


def test_no_pets_and_no_tv() -> None:
    assert not any({"Pet", "Cat", "Dog", "TV"} & set(f.categories) for f in LIFE)


def test_nookies() -> None:
    nookies = [f for f in LIFE if "Nookie" in f.categories]
    assert len(nookies) == 6
    assert all(f.kind == "activity" and f.die in (-1, 0) for f in nookies)


def test_enough_is_illicit() -> None:
    kinds = Counter(f.kind for f in ILLICIT)
    assert kinds["thing"] >= 6
    assert kinds["activity"] >= 4
    assert set(kinds) == {"thing", "activity"}


def test_military_cards_come_in_every_type() -> None:
    assert {f.kind for f in LIFE if "Military" in f.categories} == {
        "person",
        "thing",
        "activity",
        "whenever",
    }


@pytest.mark.parametrize("kind", ["person", "thing", "activity"])
def test_half_does_more_than_give_slack(kind: str) -> None:
    cards = [f for f in LIFE if f.kind == kind for _ in range(f.copies)]
    assert 2 * sum(bool(f.effects) for f in cards) >= len(cards)


def test_no_two_cards_differ_in_name_only() -> None:
    alike: dict[str, set[str]] = {}
    for f in LIFE:
        deeds = tuple(map(as_deed, f.effects))
        key = repr((f.kind, f.categories, f.cost, f.printed_slack, f.misfortune, f.on, deeds))
        alike.setdefault(key, set()).add(f.name)
    given = [{"Lucky Ducks", "Cigarettes"}, {"FTX Nookie", "USO Nookie"}]
    assert [names for names in alike.values() if len(names) > 1 and names not in given] == []


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.id)
def test_texts_fit(face: Face) -> None:
    assert 0 < len(face.text) <= MAX_TEXT
    assert 0 < len(face.flavor) <= MAX_FLAVOR
    assert face.text.endswith((".", "!", "?"))
    assert "room" not in face.text.replace("roommate", "")
    assert " player" not in face.text


def test_illicit_cards_say_what_they_risk() -> None:
    for face in FACES:
        risky = "Illicit: no Free Time, no Sleep. On 1-2 caught: lose it, " in face.text
        assert risky == (face in ILLICIT), face.name
        assert (", its price, your Free Time" in face.text) == (risky and face.cost > 0), face.name


def test_names_ids_and_flavor_lines_are_unique() -> None:
    assert len({f.id for f in FACES}) == len(FACES)
    assert len({f.name for f in FACES}) == len(FACES)
    assert len({f.flavor for f in FACES}) == len(FACES)


def test_only_given_names_are_shared_with_geek() -> None:
    geek = {f.name for f in load_catalog(("geek",)).faces}
    flavors = {f.flavor for f in load_catalog(("geek",)).faces}
    assert {f.name for f in FACES if f.name in geek} == {"Sleep", "Bum"}
    assert not any(f.flavor in flavors for f in FACES)


def test_equal_texts_mean_equal_effects() -> None:
    """Cards that do the same say the same; no text may stand for two different effects."""
    texts: dict[str, Face] = {}
    for face in FACES:
        first = texts.setdefault(face.text, face)
        assert tuple(map(as_deed, face.effects)) == tuple(map(as_deed, first.effects)), (
            f"{face.name} and {first.name} have one text but different effects"
        )
