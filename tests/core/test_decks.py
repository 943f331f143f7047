"""What is asked of every deck: its size, its mix of types, texts that fit, names of its own."""

from collections import Counter
from typing import Final, NamedTuple

import pytest

from core.cards import Face
from core.loader import MAX_FLAVOR, MAX_TEXT
from tests.core.deck_facts import Deck, deeds, verbs


class Asked(NamedTuple):
    """What is asked of one edition."""

    life: int
    roles: int
    nookies: range
    shows: range  # cards with TV
    part: int  # one card of so many does more than give Slack
    shared: frozenset[str]  # names that are also in the Geek deck
    alien: tuple[str, ...]  # words of other editions


SIX: Final = range(6, 7)
ASKED: Final = {
    "geek": Asked(
        202, 17, range(9, 12), range(11, 14), 3, frozenset(), ("housemate", "soldier", "cultist")
    ),
    "greek": Asked(
        100, 10, SIX, SIX, 2, frozenset({"Sleep", "Surf the Net"}), ("player", "roommate")
    ),
    "goth": Asked(
        100,
        8,
        SIX,
        SIX,
        2,
        frozenset({"Sleep", "New Job", "Gamer Goth", "Menthol Cloves"}),
        ("player", "roommate"),
    ),
    "grunt": Asked(
        100,
        10,
        SIX,
        range(1),
        2,
        frozenset({"Sleep", "Bum", "Cigarettes"}),
        (" player", "room"),
    ),
    "cthulhu": Asked(
        101,
        9,
        SIX,
        SIX,
        2,
        frozenset({"Sleep", "Computer Games", "Hang Out at Café", "New Job", "Nookienomicon"}),
        ("player",),
    ),
}
DECKS: Final = {edition: Deck(edition) for edition in ASKED}
TWINS: Final = (  # given as equals
    {"Lucky Ducks", "Cigarettes"}, {"FTX Nookie", "USO Nookie"}, {"Moping", "Complaining"},
    {"Tiny", "Hastur"},
)  # fmt: skip

each_deck = pytest.mark.parametrize("edition", ASKED)


@each_deck
def test_sizes(edition: str) -> None:
    deck, asked = DECKS[edition], ASKED[edition]
    assert len(deck.catalog.life()) == asked.life
    assert len(deck.catalog.roles()) == len(deck.roles) == asked.roles


@each_deck
def test_mix_of_types(edition: str) -> None:
    catalog = DECKS[edition].catalog
    cards = Counter(catalog.faces[number].kind for number in catalog.life())
    wanted = {"person": 15, "activity": 31, "thing": 26, "whenever": 28}
    for kind, percent in wanted.items():
        assert abs(100 * cards[kind] / cards.total() - percent) <= 1, kind


@each_deck
def test_nookies_and_tv(edition: str) -> None:
    deck, asked = DECKS[edition], ASKED[edition]
    nookies, shows = deck.within("Nookie"), deck.within("TV")
    assert len(nookies) in asked.nookies
    dice = (-1, 0) if edition == "grunt" else (-1,)
    assert all(f.kind == "activity" and f.die in dice and f.copies == 1 for f in nookies)
    assert len(shows) in asked.shows
    assert all((f.kind, f.slack, f.copies) == ("activity", 1, 1) for f in shows)
    assert edition == "greek" or not any(f.cost for f in shows)


@each_deck
@pytest.mark.parametrize("kind", ["person", "thing", "activity"])
def test_many_cards_do_more_than_give_slack(edition: str, kind: str) -> None:
    cards = [f for f in DECKS[edition].life if f.kind == kind for _ in range(f.copies)]
    assert ASKED[edition].part * sum(bool(f.effects) for f in cards) >= len(cards)


@each_deck
def test_role_misfortunes_are_role_cards(edition: str) -> None:
    bad = [f for f in DECKS[edition].life if f.misfortune]
    assert bad
    assert all("Role" in f.categories for f in bad)


@pytest.mark.parametrize("edition", ["goth", "grunt", "cthulhu"])
def test_nothing_raises_the_goals_of_others_again_and_again(edition: str) -> None:
    """So small a deck comes round several times in a game; goals must not grow with it."""
    raising = [
        f.name
        for f in DECKS[edition].life
        if any(f.ops[at].verb == "goal" and f.ops[at].amount > 0 for at in range(len(f.ops)))
    ]
    assert raising == []


# -- words -----------------------------------------------------------------------------------------


@each_deck
def test_texts_fit(edition: str) -> None:
    assert (MAX_TEXT, MAX_FLAVOR) == (160, 90)
    for face in DECKS[edition].faces:
        assert 0 < len(face.text) <= MAX_TEXT, face.name
        assert 0 < len(face.flavor) <= MAX_FLAVOR, face.name
        assert face.text.endswith((".", "!", "?")), face.name
        assert not [word for word in ASKED[edition].alien if word in face.text], face.name


@each_deck
def test_ids_names_and_flavor_lines_are_unique(edition: str) -> None:
    faces, geek = DECKS[edition].faces, DECKS["geek"].faces
    assert len({f.id for f in faces}) == len({f.flavor for f in faces}) == len(faces)
    names = Counter(f.name for f in faces)
    twice = ["Computer Games"] if edition == "geek" else []  # once with an avatar
    assert [name for name, count in names.items() if count > 1] == twice
    if edition != "geek":
        assert names.keys() & {f.name for f in geek} == ASKED[edition].shared
        assert not {f.flavor for f in faces} & {f.flavor for f in geek}


@each_deck
def test_equal_texts_mean_equal_effects(edition: str) -> None:
    """Cards that do the same say the same; no text may stand for two different effects."""
    texts: dict[str, Face] = {}
    for face in DECKS[edition].faces:
        first = texts.setdefault(face.text, face)
        assert deeds(face) == deeds(first), (
            f"{face.name} and {first.name} have one text but different effects"
        )


@pytest.mark.parametrize("edition", ["goth", "grunt", "cthulhu"])
def test_no_two_cards_differ_in_the_name_only(edition: str) -> None:
    alike: dict[str, set[str]] = {}
    for f in DECKS[edition].life:
        what = (f.kind, f.categories, f.cost, f.printed_slack, f.misfortune, f.on, deeds(f))
        alike.setdefault(repr(what), set()).add(f.name)
    assert [names for names in alike.values() if len(names) > 1 and names not in TWINS] == []


@each_deck
def test_texts_name_what_the_card_does(edition: str) -> None:
    """Gloom, Madness, tokens, Free Time and Income are never touched in silence."""
    words = {"gloom": "Gloom", "madness": "Madness", "tokens": "token", "time": "Free Time",
             "leisure": "Free Time", "income": "Income", "earn": "Income"}  # fmt: skip
    for face in DECKS[edition].faces:
        assert not [v for v in verbs(face) if words.get(v, "") not in face.text], face.name
