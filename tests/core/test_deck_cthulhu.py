"""The Cthulhu deck is the one that was promised: counts, given facts, words."""

import pytest

from tests.core.deck_facts import Deck, Fact, RoleFact, deed, deeds, verbs, walk

DECK = Deck("cthulhu")

ROLE_FACTS = [
    RoleFact("Gravedigger", income=(2, 4), goal=18),
    RoleFact("Sanatorium Guard", goal=20),
    RoleFact("Exterminator", goal=17),
    RoleFact("Dog Walker", trait=(deed("bonus", what=("Pet",), amount=1),)),
    RoleFact("Lackey", trait=(deed("hand", amount=1),)),
    RoleFact("Street Preacher"),
]

LIFE_FACTS = [
    # Persons
    Fact(
        "Deep Westley", "person", slack=1, effects=(deed("treat", what=("Food", "Booze", "Weed")),)
    ),
    Fact(
        "Manga Girl",
        "person",
        effects=(deed("pest", what=("Tentacle",)), deed("seeks", what=("Tentacle",))),
    ),
    Fact("Arne the Omnivore", "person", effects=(deed("pest", what=("Food", "Pet")),)),
    Fact("Tiny", "person", "Pet", slack=1),
    Fact("Hastur", "person", "Pet", slack=1),
    # Things
    Fact("Ironic T-Shirt", "thing", "Clothes", cost=1, slack=1),
    Fact("Narkonomicon", "thing", "Weed Book", cost=3, slack=3),
    Fact("Ökonomicon", "thing", "Book", cost=4, slack=4),
    Fact(
        "Nookienomicon",
        "thing",
        "Book",
        cost=3,
        slack=2,
        effects=(deed("bonus", what=("Nookie",), amount=1),),
    ),
    Fact("Canned Worms", "thing", "Booze Tentacle", cost=2, slack=2),
    Fact("Bean Sprouts", "thing", "Food", cost=1, slack=1),
    Fact("Mayan Calendar Stone", "thing", cost=3, slack=1, effects=(deed("leisure", amount=1),)),
    # Activities
    Fact("Sleep", "activity", "Sleep", slack=1, copies=5),
    Fact("Computer Games", "activity", "Computer", slack=2),
    Fact(
        "Hang Out at Café",
        "activity",
        "Cafe",
        cost=1,
        slack=2,
        effects=(deed("discount", what=("Cafe",), amount=1),),
        copies=2,
    ),
    Fact("Nookie on the Sacrificial Altar", "activity", "Nookie", slack="die-1"),
    # Whenevers
    Fact("An Inconvenient Truth", "whenever", effects=(deed("cancel", what=("Activity",)),)),
    Fact(
        "Robe Swap",
        "whenever",
        "Money",
        effects=(
            deed("lasting", until="end of turn", who="you", effects=(deed("earn", amount=1),)),
        ),
    ),
    Fact(
        "Displeased the Master!", "whenever", "Role", effects=(deed("new-role"),), misfortune=True
    ),
    Fact("New Job", "whenever", "Role", effects=(deed("new-role", who="you"),)),
    Fact("Mutation", "whenever", effects=(deed("mark", what=("Tentacle",), amount=2),)),
    Fact("Possessed", "whenever", effects=(deed("worth", what=("Pet",), amount=-1),)),
    Fact("Elder Sign", "whenever", effects=(deed("madness", amount=-3, who="target"),)),
]

GERMAN = {
    "Gravedigger": "Totengräber",
    "Sanatorium Guard": "Sanatoriumswächter",
    "Exterminator": "Kammerjäger",
    "Dog Walker": "Gassigeher",
    "Lackey": "Lakai",
    "Street Preacher": "Straßenprediger",
    "Deep Westley": "Tiefer Westley",
    "Manga Girl": "Manga-Mädchen",
    "Arne the Omnivore": "Arne der Allesfresser",
    "Tiny": "Winzi",
    "Hastur": "Haustier Hastur",
    "Ironic T-Shirt": "Ironisches T-Shirt",
    "Canned Worms": "Dosenwürmer",
    "Bean Sprouts": "Sojasprossen",
    "Mayan Calendar Stone": "Maya-Kalenderstein",
    "Nookie on the Sacrificial Altar": "Schäferstündchen auf dem Opferaltar",
    "Sleep": "Schlafen",
    "An Inconvenient Truth": "Eine unbequeme Wahrheit",
    "Robe Swap": "Robentausch",
    "Displeased the Master!": "Missfallen des Meisters erregt!",
    "New Job": "Neuer Job",
    "Possessed": "Besessen",
    "Elder Sign": "Älteres Zeichen",
}


# -- given cards -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GERMAN)
def test_a_given_card_has_its_german_name(name: str) -> None:
    assert DECK.named(name).german == GERMAN[name]


def test_every_card_has_a_german_name_of_its_own() -> None:
    names = [face.german for face in DECK.faces]
    assert all(0 < len(name) <= 60 for name in names)
    assert len(set(names)) == len(names)


# -- counts ----------------------------------------------------------------------------------------


def test_only_two_cards_come_more_than_once() -> None:
    assert DECK.several() == {"Sleep": 5, "Hang Out at Café": 2}


def test_about_a_quarter_gives_or_takes_madness() -> None:
    mad = [f for f in DECK.life if "madness" in verbs(f)]
    assert 25 <= sum(f.copies for f in mad) <= 30
    assert {f.kind for f in mad} == {"person", "thing", "activity", "whenever"}
    amounts = [e.params["amount"] for f in mad for e in walk(f.effects) if e.verb == "madness"]
    gains = [n for n in amounts if isinstance(n, int) and n > 0]
    assert len(amounts) - len(gains) < len(gains)  # not as many take it away


def test_some_things_give_madness_in_each_turn() -> None:
    things = [f for f in DECK.life if f.kind == "thing" and "each-turn" in verbs(f)]
    gain = deed("each-turn", effects=(deed("madness", amount=1),))
    assert len([f for f in things if deeds(f)[0] == gain]) >= 2


def test_sacrifices_give_a_person_up_for_tokens() -> None:
    cards = [f for f in DECK.life if f.text.startswith("A Sacrifice:")]
    assert len(cards) == 5
    assert {f.name for f in cards} == {f.name for f in DECK.life if f.name.startswith("Sacrifice ")}
    assert all([e.verb for e in f.effects][:2] == ["trash", "tokens"] for f in cards)


def test_who_is_paid_for_sacrifices_is_paid_for_all_of_them() -> None:
    names = {f.name for f in DECK.life if f.text.startswith("A Sacrifice:")}
    paid = [e for f in DECK.faces for e in f.effects if e.verb == "reward"]
    assert len(paid) == 4
    for effect in paid:
        what = effect.params["what"]
        assert isinstance(what, tuple)
        assert set(what) == names


def test_tentacles_and_pets() -> None:
    assert len(DECK.within("Tentacle")) >= 7
    pets = DECK.within("Pet")
    assert len(pets) == 5
    assert all(f.house_pet for f in pets)


def test_job_misfortunes_are_for_others() -> None:
    assert {f.on for f in DECK.life if f.misfortune} == {"others"}
