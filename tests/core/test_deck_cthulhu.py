"""The Cthulhu deck is the one that was promised: counts, given facts, words."""

from collections import Counter
from collections.abc import Iterator

import pytest

from core.cards import Effect, Face
from core.catalog import load_catalog
from core.loader import MAX_FLAVOR, MAX_TEXT
from tests.core.test_deck_geek import Fact, as_deed, deed

CATALOG = load_catalog(("cthulhu",))
FACES = [f for f in CATALOG.faces if f.copies]  # those that are cards in the box
LIFE = [f for f in FACES if f.kind != "role"]
ROLES = [f for f in FACES if f.kind == "role"]

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


def named(name: str) -> Face:
    numbers = CATALOG.named(name)
    assert len(numbers) == 1, f"{len(numbers)} cards are named {name}"
    return CATALOG.faces[numbers[0]]


def deeds(effects: object) -> Iterator[Effect]:
    """All effects, those within others too."""
    for effect in effects if isinstance(effects, tuple) else ():
        if isinstance(effect, Effect):
            yield effect
            for value in effect.params.values():
                yield from deeds(value)


def verbs(face: Face) -> set[str]:
    return {effect.verb for effect in deeds(face.effects)}


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


def test_given_jobs_have_their_numbers_and_traits() -> None:
    assert named("Gravedigger").income == (2, 4)
    goals = {name: named(name).goal for name in ("Gravedigger", "Sanatorium Guard", "Exterminator")}
    assert goals == {"Gravedigger": 18, "Sanatorium Guard": 20, "Exterminator": 17}
    traits = {name: tuple(map(as_deed, named(name).effects)) for name in ("Dog Walker", "Lackey")}
    assert traits == {
        "Dog Walker": (deed("bonus", what=("Pet",), amount=1),),
        "Lackey": (deed("hand", amount=1),),
    }
    assert named("Street Preacher").kind == "role"


@pytest.mark.parametrize("name", GERMAN)
def test_a_given_card_has_its_german_name(name: str) -> None:
    assert named(name).german == GERMAN[name]


def test_every_card_has_a_german_name_of_its_own() -> None:
    names = [face.german for face in FACES]
    assert all(0 < len(name) <= 60 for name in names)
    assert len(set(names)) == len(names)


# -- counts ----------------------------------------------------------------------------------------


def test_deck_sizes() -> None:
    assert len(CATALOG.life()) == 101
    assert len(CATALOG.roles()) == len(ROLES) == 9


def test_only_two_cards_come_more_than_once() -> None:
    assert {f.name: f.copies for f in FACES if f.copies > 1} == {"Sleep": 5, "Hang Out at Café": 2}


def test_mix_of_types() -> None:
    cards = Counter(CATALOG.faces[number].kind for number in CATALOG.life())
    wanted = {"person": 15, "activity": 31, "thing": 26, "whenever": 28}
    for kind, percent in wanted.items():
        assert abs(100 * cards[kind] / cards.total() - percent) <= 1, kind


def test_nookies_and_tv() -> None:
    nookies = [f for f in LIFE if "Nookie" in f.categories]
    assert len(nookies) == 6
    assert {(f.kind, f.printed_slack, f.copies) for f in nookies} == {("activity", "die-1", 1)}
    shows = [f for f in LIFE if "TV" in f.categories]
    assert len(shows) == 6
    assert {(f.kind, f.cost, f.slack, f.copies) for f in shows} == {("activity", 0, 1, 1)}


def test_about_a_quarter_gives_or_takes_madness() -> None:
    mad = [f for f in LIFE if "madness" in verbs(f)]
    assert 25 <= sum(f.copies for f in mad) <= 30
    assert {f.kind for f in mad} == {"person", "thing", "activity", "whenever"}
    amounts = [e.params["amount"] for f in mad for e in deeds(f.effects) if e.verb == "madness"]
    gains = [n for n in amounts if isinstance(n, int) and n > 0]
    assert len(amounts) - len(gains) < len(gains)  # not as many take it away


def test_some_things_give_madness_in_each_turn() -> None:
    things = [f for f in LIFE if f.kind == "thing" and "each-turn" in verbs(f)]
    gain = deed("each-turn", effects=(deed("madness", amount=1),))
    assert len([f for f in things if as_deed(f.effects[0]) == gain]) >= 2


def test_sacrifices_give_a_person_up_for_tokens() -> None:
    cards = [f for f in LIFE if f.text.startswith("A Sacrifice:")]
    assert len(cards) == 5
    assert {f.name for f in cards} == {f.name for f in LIFE if f.name.startswith("Sacrifice ")}
    assert all([e.verb for e in f.effects][:2] == ["trash", "tokens"] for f in cards)


def test_who_is_paid_for_sacrifices_is_paid_for_all_of_them() -> None:
    names = {f.name for f in LIFE if f.text.startswith("A Sacrifice:")}
    paid = [e for f in FACES for e in f.effects if e.verb == "reward"]
    assert len(paid) == 4
    for effect in paid:
        what = effect.params["what"]
        assert isinstance(what, tuple)
        assert set(what) == names


def test_tentacles_and_pets() -> None:
    assert len([f for f in LIFE if "Tentacle" in f.categories]) >= 7
    pets = [f for f in LIFE if "Pet" in f.categories]
    assert len(pets) == 5
    assert all(f.house_pet for f in pets)


def test_nothing_raises_goals_again_and_again() -> None:
    assert not [f.name for f in LIFE if "goal" in verbs(f)]


def test_job_misfortunes_are_role_cards() -> None:
    bad = [f for f in LIFE if f.misfortune]
    assert bad
    assert all("Role" in f.categories and f.on == "others" for f in bad)


@pytest.mark.parametrize("kind", ["person", "thing", "activity"])
def test_half_does_more_than_give_slack(kind: str) -> None:
    cards = [f for f in LIFE if f.kind == kind for _ in range(f.copies)]
    assert 2 * len([f for f in cards if f.effects]) >= len(cards)


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.id)
def test_texts_fit(face: Face) -> None:
    assert 0 < len(face.text) <= MAX_TEXT == 160
    assert 0 < len(face.flavor) <= MAX_FLAVOR == 90
    assert face.text.endswith((".", "!", "?"))
    assert "player" not in face.text  # they are cultists here


def test_ids_names_and_flavor_lines_are_unique() -> None:
    geek = load_catalog(("geek",)).faces
    assert len({f.id for f in FACES}) == len({f.name for f in FACES}) == len(FACES)
    assert len({f.flavor for f in FACES}) == len(FACES)
    assert not {f.flavor for f in FACES} & {f.flavor for f in geek}
    assert {f.name for f in FACES} & {f.name for f in geek} == {
        "Sleep",
        "Computer Games",
        "Hang Out at Café",
        "New Job",
        "Nookienomicon",
    }


def test_equal_texts_mean_equal_effects() -> None:
    """Cards that do the same say the same; no text may stand for two different effects."""
    texts: dict[str, Face] = {}
    for face in FACES:
        first = texts.setdefault(face.text, face)
        assert tuple(map(as_deed, face.effects)) == tuple(map(as_deed, first.effects)), (
            f"{face.name} and {first.name} have one text but different effects"
        )
