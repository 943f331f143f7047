"""The Goth deck is the one that was promised: counts, Gloom, and the facts of the given cards."""

import pytest

from core.cards import Effect, Face
from tests.core.deck_facts import Deck, Fact, RoleFact, deed, deeds, walk

DECK = Deck("goth")

ROLE_FACTS = [
    RoleFact("Barista", income=(2, 3), trait=(deed("bonus", what=("Sleep",), amount=1),)),
    RoleFact("Video Clerk", goal=21),
    RoleFact("Morgue Attendant", trait=(deed("bonus", what=("Book",), amount=1),)),
    RoleFact("Artiste"),
    RoleFact("Poet", trait=(deed("immune"),)),
]

MOPE = (deed("gloom", amount=1, audience=1),)
LIFE_FACTS = [
    # Persons
    Fact("European Import", "person", effects=(deed("pest", what=("Clothes", "Shiny")),)),
    Fact("Gamer Goth", "person", slack=1, effects=(deed("bonus", what=("RPG",), amount=1),)),
    # Things
    Fact("Absinthe", "thing", "Booze", cost=2, slack=2),
    Fact("Torn Fishnets", "thing", "Clothes", cost=1, slack=1),
    Fact("Velvet Cape", "thing", "Clothes", cost=2, slack=2),
    Fact("Ankh", "thing", "Shiny", cost=1, slack=1),
    Fact("Menthol Cloves", "thing", "Cigarettes", cost=2, slack=2),
    # Activities
    Fact("Moping", "activity", "Gloomy", effects=MOPE, copies=2),
    Fact("Complaining", "activity", "Gloomy", effects=MOPE, copies=2),
    Fact("Sleep", "activity", "Sleep", slack=1, copies=5),
    # Whenevers
    Fact("Mr. Sunbeam", "whenever", effects=(deed("cancel", what=("Sleep",)),)),
    Fact("Borrow Clothes", "whenever", effects=(deed("take", what=("Clothes",)),)),
    Fact("Found Wallet", "whenever", "Money", effects=(deed("income", amount=3),)),
    Fact("Hours Cut", "whenever", "Role", effects=(deed("time", amount=1),)),
    Fact("New Job", "whenever", "Role", effects=(deed("new-role"),), misfortune=True),
]


def gloom(face: Face) -> list[Effect]:
    return [effect for effect in walk(face.effects) if effect.verb == "gloom"]


# -- given cards -----------------------------------------------------------------------------------


def test_only_income_varies_and_an_artiste_has_no_use_for_books() -> None:
    assert all(role.free_time[0] == role.free_time[1] for role in DECK.roles)
    books = {f.number for f in DECK.life if "Book" in f.categories}
    assert not any(match[number] for match, _ in DECK.named("Artiste").bonus for number in books)


def test_a_coffin_is_for_sleeping() -> None:
    coffin = DECK.named("Coffin")
    assert (coffin.kind, coffin.categories, coffin.cost, coffin.slack) == (
        "thing", ("Furniture",), 3, 2,
    )  # fmt: skip
    assert deeds(coffin) == (deed("bonus", what=("Sleep",), amount=1),)


def test_the_given_nookies_cost_nothing() -> None:
    for name in ("Graveyard Nookie", "Ex-Friend Nookie"):
        face = DECK.named(name)
        assert "Nookie" in face.categories
        assert (face.kind, face.cost, face.printed_slack) == ("activity", 0, "die-1")


def test_blog_and_online_shopping_are_net_activities() -> None:
    for name in ("Blog", "Online Shopping"):
        assert (DECK.named(name).kind, DECK.named(name).categories) == ("activity", ("Net",))


def test_black_windows_please_goths_only() -> None:
    face = DECK.named("Paint Windows Black")
    assert face.kind == "activity"
    assert deeds(face) == (deed("mood", amount=1, others=-1),)


# -- counts ----------------------------------------------------------------------------------------


def test_only_three_cards_come_more_than_once() -> None:
    several = DECK.several()
    assert several == {"Sleep": 5, "Moping": 2, "Complaining": 2}


def test_three_cats() -> None:
    cats = DECK.within("Cat")
    assert len(cats) == 3
    assert {(f.kind, f.categories, f.slack) for f in cats} == {("person", ("Pet", "Cat"), 1)}


def test_there_is_plenty_for_pests_and_thieves() -> None:
    for category in ("Clothes", "Shiny", "Gloomy"):
        assert sum(f.copies for f in DECK.life if category in f.categories) >= 8, category


# -- Gloom -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["person", "thing", "activity", "whenever"])
def test_gloom_is_in_all_types(kind: str) -> None:
    assert sum(bool(gloom(f)) for f in DECK.life if f.kind == kind) >= 3


def test_gloom_is_given_to_others_taken_away_and_rolled_for() -> None:
    on_others = [e for f in DECK.life for e in gloom(f) if e.params["who"] != "you"]
    amounts = [amount for e in on_others if isinstance(amount := e.params["amount"], int)]
    assert any(amount > 0 for amount in amounts)
    assert sum(amount < 0 for amount in amounts) >= 3
    rolled = [f for f in DECK.life if any(e.verb == "roll" for e in walk(f.effects)) and gloom(f)]
    assert {f.kind for f in rolled} >= {"activity", "whenever"}


def test_some_gloom_wants_an_audience() -> None:
    moved = {f.name for f in DECK.life for e in gloom(f) if e.params["audience"]}
    assert moved > {"Moping", "Complaining"}
