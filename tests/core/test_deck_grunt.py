"""The Grunt deck is the one that was promised: counts, and the facts of the given cards."""

from collections import Counter

from tests.core.deck_facts import Deck, Fact, RoleFact, deed, deeds

DECK = Deck("grunt")
ILLICIT = DECK.within("Illicit")

ROLE_FACTS = [
    RoleFact("Supply", free_time=(1, 3)),
    RoleFact("EOD", goal=20),
    RoleFact("Infantry", trait=(deed("bonus", what=("Sleep",), amount=1),)),
    RoleFact("Special Forces", trait=(deed("bonus", what=("Booze",), amount=1),)),
    RoleFact("MP", trait=(deed("alibi"),)),
    RoleFact("Tanker", trait=(deed("hand", amount=-1), deed("guard", what=("Thing",)))),
    RoleFact("Military Intelligence", trait=(deed("hand", amount=1),)),
]

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


# -- given cards -----------------------------------------------------------------------------------


def test_scrounging_lifts_the_hand_limit() -> None:
    face = DECK.named("Scrounging")
    assert face.kind == "thing"
    assert deeds(face) == (deed("hoard"),)


def test_the_cook_has_no_use_for_booze() -> None:
    booze = DECK.named("Soju").number
    assert not any(match[booze] for match, _ in DECK.named("Cook").bonus)


def test_every_role_rolls_for_its_free_time() -> None:
    for role in DECK.roles:
        low, high = role.free_time
        assert low < high, role.name
        assert role.income[0] == role.income[1], role.name


# -- counts ----------------------------------------------------------------------------------------


def test_no_pets_and_no_tv() -> None:
    assert not any({"Pet", "Cat", "Dog", "TV"} & set(f.categories) for f in DECK.life)


def test_enough_is_illicit() -> None:
    kinds = Counter(f.kind for f in ILLICIT)
    assert kinds["thing"] >= 6
    assert kinds["activity"] >= 4
    assert set(kinds) == {"thing", "activity"}


def test_military_cards_come_in_every_type() -> None:
    assert {f.kind for f in DECK.life if "Military" in f.categories} == {
        "person",
        "thing",
        "activity",
        "whenever",
    }


# -- words -----------------------------------------------------------------------------------------


def test_illicit_cards_say_what_they_risk() -> None:
    for face in DECK.faces:
        risky = "Illicit: no Free Time, no Sleep or TV. On 1-2 caught: lose it, " in face.text
        assert risky == (face in ILLICIT), face.name
        assert (", its Cost, your Free Time" in face.text) == (risky and face.cost > 0), face.name
