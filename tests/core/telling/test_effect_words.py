"""Every verb has words, and no parameter is left out of them."""

import pytest

from core.cards import Effect
from core.telling.effects import PHRASES, effects_of, phrase
from core.vocabulary import BY, UNTIL, VERBS, WHO, WHOSE
from tests.core.deck_facts import Deck

EARN, CHARM = (Effect(verb, {"amount": 1}) for verb in ("earn", "charm"))
VALUES: dict[str, tuple[object, ...]] = {
    "filter": (("Food",), ("Food", "Booze"), ("Booze", "invited")),
    "number": (-1, 1, 2),
    "who": WHO,
    "whose": WHOSE,
    "until": UNTIL,
    "by": BY,
    "effects": ((), (EARN,), (EARN, CHARM)),
    "flag": (False, True),
}
PARAMS = [(verb, name) for verb, spec in VERBS.items() for name in spec.params]


def test_every_verb_has_words_and_nothing_else_has() -> None:
    assert PHRASES.keys() == VERBS.keys()


def test_verbs_have_different_words() -> None:
    assert len(set(PHRASES.values())) == len(PHRASES)


@pytest.mark.parametrize(("verb", "name"), PARAMS, ids="-".join)
def test_every_value_of_a_parameter_tells(verb: str, name: str) -> None:
    params = {other: VALUES[spec.type][-1] for other, spec in VERBS[verb].params.items()}
    values = VALUES[VERBS[verb].params[name].type]
    told = {phrase(Effect(verb, {**params, name: value})) for value in values}
    assert len(told) == len(values)


def test_the_text_of_a_card_is_not_looked_at() -> None:
    face = Deck("geek").named("Bad Boss").copy()
    face.text = "Something else."
    assert effects_of(face) == (
        "misfortune; on another player only; the target's Slack Goal changes by +2"
    )
