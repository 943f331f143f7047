"""The Greek deck is the one that was promised: counts and given facts."""

from tests.core.deck_facts import Deck, Fact, RoleFact, deed, deeds

DECK = Deck("greek")
WEEKS = DECK.within("Week")

ROLE_FACTS = [
    RoleFact("Football", income=(2, 4)),
    RoleFact("Botany", goal=18, trait=(deed("discount", what=("Shrooms", "Weed"), amount=9),)),
    RoleFact("Computer Science", trait=(deed("bonus", what=("Surf the Net",), amount=1),)),
    RoleFact("Babes", trait=(deed("bonus", what=("Nookie",), amount=1),)),
    RoleFact("Chemistry", trait=(deed("discount", what=("Booze",), amount=1),)),
    RoleFact("Business", trait=(deed("no-time", what=("Shopping",)),)),
]

LIFE_FACTS = [
    # Persons
    Fact(
        "Hometown S.O.",
        "person",
        "S.O.",
        slack=1,
        effects=(deed("sure", what=("Nookie",), amount=3),),
        copies=2,
    ),
    Fact("The Legacy", "person", effects=(deed("pest", what=("Food", "Booze")),)),
    # Activities
    Fact("Sleep", "activity", "Sleep", slack=1, copies=5),
    Fact("Surf the Net", "activity", "Net", slack=2, copies=3),
    Fact("Hall Closet Nookie", "activity", "Nookie", slack="die-1"),
    # Things
    Fact("Chewing Tobacco", "thing", "Cigarettes", cost=1, slack=1),
    Fact("1001 Shot Recipes", "thing", "Book", cost=3, slack=3),
    Fact("Schpitz", "thing", "Booze", cost=1, slack=1, copies=2),
    Fact("Jello Shots", "thing", "Booze", cost=2, slack=2),
    Fact("Carnivore Pizza", "thing", "Food", cost=2, slack=2),
    Fact("Breakfast of Champions", "thing", "Food Booze", cost=2, slack=2),
    Fact("Special Blend", "thing", "Cigarettes Weed", cost=3, slack=3),
    # Whenevers
    Fact("Band Practice", "whenever", "Noise", effects=(deed("cancel", what=("Sleep",)),)),
    Fact("Raid the Fridge", "whenever", effects=(deed("take", what=("Food", "Booze")),)),
    Fact("Emergency Student Loan", "whenever", "Money", effects=(deed("income", amount=2),)),
    Fact("Change Your Major!", "whenever", "Role", effects=(deed("new-role"),), misfortune=True),
    Fact(
        "Hit the Books!",
        "whenever",
        "Role",
        effects=(deed("time", amount=-1, who="target"),),
        misfortune=True,
    ),
    Fact(
        "Homecoming",
        "whenever",
        "Week",
        effects=(deed("week", effects=(deed("bonus", what=("S.O.",), amount=1),)),),
    ),
    Fact(
        "Spring Break",
        "whenever",
        "Week",
        effects=(deed("week", students=True, effects=(deed("leisure", amount=1),)),),
    ),
    Fact(
        "Finals Week",
        "whenever",
        "Week",
        effects=(deed("week", bad=True, effects=(deed("leisure", amount=-1),)),),
    ),
]


# -- given cards -----------------------------------------------------------------------------------


def test_liberal_arts_helps_neither_nookie_nor_booze() -> None:
    favored = [effect for effect in DECK.named("Liberal Arts").effects if effect.verb == "bonus"]
    assert favored == []


def test_only_incomes_vary() -> None:
    assert all(role.free_time[0] == role.free_time[1] for role in DECK.roles)
    assert all(effect.verb != "hand" for role in DECK.roles for effect in role.effects)


def test_two_cats_and_two_pets_that_are_no_people() -> None:
    cats = DECK.within("Cat")
    assert [(f.kind, f.categories, f.slack) for f in cats] == [("person", ("Pet", "Cat"), 1)] * 2
    others = {f.name: f.kind for f in DECK.life if "Pet" in f.categories and f not in cats}
    assert others == {"Monty": "thing", "Lab Rats": "thing"}


def test_major_misfortunes() -> None:
    bad = {f.name for f in DECK.life if f.misfortune}
    assert bad >= {"Change Your Major!", "Hit the Books!"}


# -- Weeks -----------------------------------------------------------------------------------------


def test_good_weeks_and_bad_ones() -> None:
    assert 8 <= len(WEEKS) <= 10
    assert all((f.kind, f.copies) == ("whenever", 1) for f in WEEKS)
    assert {f.week for f in WEEKS} == {"good", "bad", "students"}
    bad = {f.name for f in WEEKS if f.week == "bad"}
    assert bad == {f.name for f in WEEKS if f.text.startswith("Bad Week")}


def test_a_card_ends_the_week() -> None:
    enders = [f for f in DECK.life if deed("trash", what=("Week",)) in deeds(f)]
    assert [f.kind for f in enders] == ["whenever"]


# -- counts ----------------------------------------------------------------------------------------


def test_some_shows_cost_something() -> None:
    assert {f.cost > 0 for f in DECK.within("TV")} == {True, False}


def test_only_few_cards_come_more_than_once() -> None:
    several = DECK.several()
    assert several == {"Sleep": 5, "Surf the Net": 3, "Hometown S.O.": 2, "Schpitz": 2}
