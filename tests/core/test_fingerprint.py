"""The fingerprint of cards: equal where they play the same, whatever is printed for people."""

import pytest

from core.catalog import Catalog, edition_of, load_catalog
from core.editions import Edition
from core.loader import load_source
from tests.kit.card_files import Text

CARDS = """\
[[card]]
id = "lamp"
name = "Lava Lamp"
kind = "thing"
cost = 2
slack = 1
text = "No special rules."
flavor = "It moves if you wait."

[[card]]
id = "fan"
name = "Lamp Fan"
kind = "person"
text = "Each Lava Lamp you play gets +1 Slack."
flavor = "Moth, formerly."
effects = [{ verb = "bonus", what = ["Lava Lamp"], amount = 1 }]

[[role]]
id = "porter"
name = "Night Porter"
income = [2, 3]
free_time = 2
goal = 18
text = "No special rules."
flavor = "Nobody ever comes."
"""


def fingerprint(*changes: tuple[str, str], edition: Edition | None = None) -> str:
    """Return the fingerprint of the cards above with some of their words replaced."""
    text = CARDS
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    faces = load_source(Text(text), "cards.toml", "own")
    return Catalog([edition or edition_of("geek")], faces).fingerprint


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("It moves if you wait.", "It moves, if you wait!"),
        ("No special rules.", "Nothing special."),
        ("Each Lava Lamp you play gets", "Your lamps have"),
        ('name = "Night Porter"', 'name = "Doorman"'),
        ("Lava Lamp", "Lamp of Lava"),  # on the card and in the effect that means it
    ],
)
def test_what_only_people_read_does_not_count(old: str, new: str) -> None:
    assert fingerprint((old, new)) == fingerprint()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('id = "lamp"', 'id = "lava"'),
        ('kind = "thing"', 'kind = "activity"'),
        ('kind = "thing"', 'kind = "thing"\ncategories = ["Toy"]'),
        ('kind = "thing"', 'kind = "thing"\ncopies = 2'),
        ('kind = "thing"', 'kind = "thing"\nguest = true'),
        ('kind = "thing"', 'kind = "thing"\nmisfortune = true'),
        ('kind = "thing"', 'kind = "thing"\non = "others"'),
        ("cost = 2", "cost = 3"),
        ("slack = 1", "slack = 2"),
        ("slack = 1", 'slack = "die+1"'),
        ("goal = 18", "goal = 19"),
        ("income = [2, 3]", "income = [2, 4]"),
        ("free_time = 2", "free_time = 3"),
        ("amount = 1", "amount = 2"),
        ('what = ["Lava Lamp"]', 'what = ["Sleep"]'),
        ('name = "Lamp Fan"', 'name = "Lava Lamp"'),  # the effect means both of them now
    ],
)
def test_what_is_played_counts(old: str, new: str) -> None:
    assert fingerprint((old, new)) != fingerprint()


def test_how_an_edition_plays_counts_and_its_words_do_not() -> None:
    geek = edition_of("geek")
    said = geek._replace(name="Nerd", words={"room": "den"}, new_here=("a", "b", "c"))
    assert fingerprint(edition=said) == fingerprint()
    assert fingerprint(edition=geek._replace(pets_stay=not geek.pets_stay)) != fingerprint()


def test_editions_differ() -> None:
    assert load_catalog(("geek",)).fingerprint != load_catalog(("goth",)).fingerprint
