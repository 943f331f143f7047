"""The cards and roles that are given have exactly their facts, in every deck."""

from typing import Final

import pytest

from tests.core import (
    test_deck_cthulhu,
    test_deck_geek,
    test_deck_goth,
    test_deck_greek,
    test_deck_grunt,
)
from tests.core.deck_facts import Deck, Fact, RoleFact

DECKS: Final = (
    test_deck_geek,
    test_deck_greek,
    test_deck_goth,
    test_deck_grunt,
    test_deck_cthulhu,
)
LIFE: Final = [(given.DECK, fact) for given in DECKS for fact in given.LIFE_FACTS]
ROLES: Final = [(given.DECK, fact) for given in DECKS for fact in given.ROLE_FACTS]


def by_name(value: Deck | Fact | RoleFact) -> str:
    return value.edition if isinstance(value, Deck) else value.name


@pytest.mark.parametrize(("deck", "fact"), LIFE, ids=by_name)
def test_a_given_card_has_its_facts(deck: Deck, fact: Fact) -> None:
    assert deck.fact(fact.name) == fact


@pytest.mark.parametrize(("deck", "role"), ROLES, ids=by_name)
def test_a_given_role_has_its_facts(deck: Deck, role: RoleFact) -> None:
    assert deck.agrees(role)
