"""The words that card data is written in: kinds, categories, verbs and their values.

Card files are checked against these when they are loaded, and the verb reference in docs/cards.md
is generated from them.
"""

from typing import Final

from core.lexicon import VERBS, Param, Verb

KINDS: Final = ("person", "thing", "activity", "whenever")

THING_CATEGORIES: Final = (
    "Cigarettes", "Booze", "Food", "Weed", "Shrooms", "Book", "Electronics", "Furniture", "Toy",
    "Clothes", "Shiny", "Tentacle", "Pill",
)  # fmt: skip
ACTIVITY_CATEGORIES: Final = (
    "Sleep", "TV", "Nookie", "RPG", "Computer", "Net", "Cafe", "Body", "Gloomy",
)  # fmt: skip
PERSON_CATEGORIES: Final = ("Pet", "Cat", "Dog", "S.O.")
WHENEVER_CATEGORIES: Final = ("Noise", "Money", "Role", "Week")
CROSS_CATEGORIES: Final = ("Illicit", "Military")
CATEGORIES: Final = (
    *THING_CATEGORIES, *ACTIVITY_CATEGORIES, *PERSON_CATEGORIES, *WHENEVER_CATEGORIES,
    *CROSS_CATEGORIES,
)  # fmt: skip

# Words a filter may use besides categories and exact card names.
FILTER_WORDS: Final = (
    "Person", "Thing", "Activity", "Whenever", "invited", "uninvited", "Shopping",
)  # fmt: skip

LODGER: Final = "lodger"  # a Pet only for what throws Pets out (GREEK-4)

WHO: Final = ("you", "target", "others", "everybody", "neighbors")
WHOSE: Final = ("any", "others", "own")
UNTIL: Final = ("end of turn", "end of next turn", "end of game")
BY: Final = ("you", "others", "anybody")

__all__ = [
    "ACTIVITY_CATEGORIES", "BY", "CATEGORIES", "CROSS_CATEGORIES", "FILTER_WORDS", "KINDS",
    "LODGER", "PERSON_CATEGORIES", "THING_CATEGORIES", "UNTIL", "VERBS", "WHENEVER_CATEGORIES",
    "WHO", "WHOSE", "Param", "Verb",
]  # fmt: skip
