"""The Goth deck is the one that was promised: counts, Gloom, and the facts of the given cards."""

from collections import Counter
from collections.abc import Iterable

import pytest

from core.cards import Effect, Face
from core.catalog import load_catalog
from core.loader import MAX_FLAVOR, MAX_TEXT
from tests.core.test_deck_geek import Deed, Fact, as_deed, deed

CATALOG = load_catalog(("goth",))
FACES = [f for f in CATALOG.faces if f.copies]  # those that are cards in the box
LIFE = [f for f in FACES if f.kind != "role"]
ROLES = [f for f in FACES if f.kind == "role"]

# What is given about a role: its Income, its goal, its trait; None is ours to choose.
ROLE_FACTS: list[tuple[str, tuple[int, int] | None, int | None, tuple[Deed, ...] | None]] = [
    ("Barista", (2, 3), None, (deed("bonus", what=("Sleep",), amount=1),)),
    ("Video Clerk", None, 21, None),
    ("Morgue Attendant", None, None, (deed("bonus", what=("Book",), amount=1),)),
    ("Artiste", None, None, None),
    ("Poet", None, None, (deed("immune"),)),
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


def named(name: str) -> Face:
    numbers = CATALOG.named(name)
    assert len(numbers) == 1, f"{len(numbers)} cards are named {name}"
    return CATALOG.faces[numbers[0]]


def deeds(face: Face) -> tuple[Deed, ...]:
    return tuple(map(as_deed, face.effects))


def walk(effects: Iterable[Effect]) -> list[Effect]:
    """All effects, those inside others too."""
    found: list[Effect] = []
    for effect in effects:
        found.append(effect)
        for value in effect.params.values():
            if isinstance(value, tuple):
                found += walk(inner for inner in value if isinstance(inner, Effect))
    return found


def gloom(face: Face) -> list[Effect]:
    return [effect for effect in walk(face.effects) if effect.verb == "gloom"]


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
            deeds(face),
            face.copies,
            face.guest,
            face.misfortune,
        )
        == fact
    )


@pytest.mark.parametrize(("name", "income", "goal", "trait"), ROLE_FACTS)
def test_a_given_role_has_its_facts(
    name: str,
    income: tuple[int, int] | None,
    goal: int | None,
    trait: tuple[Deed, ...] | None,
) -> None:
    role = named(name)
    assert role.kind == "role"
    assert income in (None, role.income)
    assert goal in (None, role.goal)
    assert trait in (None, deeds(role))


def test_only_income_varies_and_an_artiste_has_no_use_for_books() -> None:
    assert all(role.free_time[0] == role.free_time[1] for role in ROLES)
    books = {f.number for f in LIFE if "Book" in f.categories}
    assert not any(match[number] for match, _ in named("Artiste").bonus for number in books)


def test_a_coffin_is_for_sleeping() -> None:
    coffin = named("Coffin")
    assert (coffin.kind, coffin.categories, coffin.cost, coffin.slack) == (
        "thing", ("Furniture",), 3, 2,
    )  # fmt: skip
    assert deeds(coffin) == (deed("bonus", what=("Sleep",), amount=1),)


def test_the_given_nookies_cost_nothing() -> None:
    for name in ("Graveyard Nookie", "Ex-Friend Nookie"):
        face = named(name)
        assert "Nookie" in face.categories
        assert (face.kind, face.cost, face.printed_slack) == ("activity", 0, "die-1")


def test_blog_and_online_shopping_are_net_activities() -> None:
    for name in ("Blog", "Online Shopping"):
        assert (named(name).kind, named(name).categories) == ("activity", ("Net",))


def test_black_windows_please_goths_only() -> None:
    face = named("Paint Windows Black")
    assert face.kind == "activity"
    assert deeds(face) == (deed("mood", amount=1, others=-1),)


# -- counts ----------------------------------------------------------------------------------------


def test_deck_sizes() -> None:
    assert len(CATALOG.life()) == 100
    assert len(CATALOG.roles()) == len(ROLES) == 8
    assert not any(f.guest for f in FACES)


def test_only_three_cards_come_more_than_once() -> None:
    several = {f.name: f.copies for f in FACES if f.copies > 1}
    assert several == {"Sleep": 5, "Moping": 2, "Complaining": 2}


def test_mix_of_types() -> None:
    cards = Counter(CATALOG.faces[number].kind for number in CATALOG.life())
    assert cards == {"person": 15, "activity": 31, "thing": 26, "whenever": 28}


def test_nookies_tv_and_cats() -> None:
    nookies = [f for f in LIFE if "Nookie" in f.categories]
    assert len(nookies) == 6
    assert {(f.kind, f.printed_slack) for f in nookies} == {("activity", "die-1")}
    shows = [f for f in LIFE if "TV" in f.categories]
    assert len(shows) == 6
    assert {(f.kind, f.cost, f.slack) for f in shows} == {("activity", 0, 1)}
    cats = [f for f in LIFE if "Cat" in f.categories]
    assert len(cats) == 3
    assert {(f.kind, f.categories, f.slack) for f in cats} == {("person", ("Pet", "Cat"), 1)}


def test_there_is_plenty_for_pests_and_thieves() -> None:
    for category in ("Clothes", "Shiny", "Gloomy"):
        assert sum(f.copies for f in LIFE if category in f.categories) >= 8, category


@pytest.mark.parametrize("kind", ["person", "thing", "activity", "whenever"])
def test_half_of_the_cards_do_more_than_give_slack(kind: str) -> None:
    cards = [f for f in LIFE if f.kind == kind for _ in range(f.copies)]
    assert 2 * sum(bool(f.effects) for f in cards) >= len(cards)


# -- Gloom -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["person", "thing", "activity", "whenever"])
def test_gloom_is_in_all_types(kind: str) -> None:
    assert sum(bool(gloom(f)) for f in LIFE if f.kind == kind) >= 3


def test_gloom_is_given_to_others_taken_away_and_rolled_for() -> None:
    on_others = [e for f in LIFE for e in gloom(f) if e.params["who"] != "you"]
    amounts = [amount for e in on_others if isinstance(amount := e.params["amount"], int)]
    assert any(amount > 0 for amount in amounts)
    assert sum(amount < 0 for amount in amounts) >= 3
    rolled = [f for f in LIFE if any(e.verb == "roll" for e in walk(f.effects)) and gloom(f)]
    assert {f.kind for f in rolled} >= {"activity", "whenever"}


def test_some_gloom_wants_an_audience() -> None:
    moved = {f.name for f in LIFE for e in gloom(f) if e.params["audience"]}
    assert moved > {"Moping", "Complaining"}


def test_nothing_raises_a_goal_again_and_again() -> None:
    """So small a deck comes round several times in a game; a goal must not grow with it."""
    assert not [f.name for f in LIFE if any(e.verb == "goal" for e in walk(f.effects))]


def test_role_misfortunes_are_role_cards() -> None:
    bad = [f for f in LIFE if f.misfortune]
    assert len(bad) >= 3
    assert all("Role" in f.categories for f in bad)


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.id)
def test_texts_fit(face: Face) -> None:
    assert 0 < len(face.text) <= MAX_TEXT
    assert 0 < len(face.flavor) <= MAX_FLAVOR
    assert face.text.endswith((".", "!", "?"))
    assert "roommate" not in face.text
    assert "player" not in face.text


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.id)
def test_texts_name_what_the_card_does(face: Face) -> None:
    """Gloom, tokens and Free Time are never touched in silence."""
    words = {"gloom": "Gloom", "tokens": "token", "time": "Free Time", "leisure": "Free Time",
             "no-time": "Free Time", "income": "Income", "earn": "Income"}  # fmt: skip
    for effect in walk(face.effects):
        assert words.get(effect.verb, "") in face.text


def test_names_and_flavor_lines_are_unique() -> None:
    assert len({f.name for f in FACES}) == len(FACES)
    assert len({f.flavor for f in FACES}) == len(FACES)


def test_only_given_names_are_shared_with_geek() -> None:
    geek = {f.name for f in load_catalog(("geek",)).faces if f.copies}
    assert geek & {f.name for f in FACES} == {"Sleep", "New Job", "Gamer Goth", "Menthol Cloves"}


def test_no_two_cards_differ_in_the_name_only() -> None:
    """Moping and Complaining are given as equals."""
    alike: dict[str, str] = {}
    for face in LIFE:
        what = f"{face.kind} {face.categories} {face.cost} {face.printed_slack} {deeds(face)}"
        twin = alike.setdefault(what, face.name)
        assert twin == face.name or {twin, face.name} == {"Moping", "Complaining"}
