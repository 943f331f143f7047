"""The verbs that card data is written in, each with its parameters and what it does.

Card files are checked against this table when they are loaded, and the verb reference in
docs/cards.md is generated from it.
"""

from typing import Final, NamedTuple

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

WHO: Final = ("you", "target", "others", "everybody", "neighbors")
WHOSE: Final = ("any", "others", "own")
UNTIL: Final = ("end of turn", "end of next turn", "end of game")


class Param(NamedTuple):
    """A parameter of a verb; its type says how its value is checked."""

    type: str
    doc: str
    default: object = None
    required: bool = False


class Verb(NamedTuple):
    """A verb: when it works, on which kinds of cards it may stand, and its parameters."""

    when: (
        str  # "play": once, as the card is played; "stand": while it lies there; "turn": each turn
    )
    kinds: tuple[str, ...]
    doc: str
    params: dict[str, Param]


def _what(doc: str) -> Param:
    return Param("filter", doc, required=True)


def _amount(doc: str) -> Param:
    return Param("number", doc, required=True)


def _who(default: str = "you") -> Param:
    return Param("who", "whom it happens to", default)


_LIFE: Final = ("person", "thing", "activity", "whenever")
_ROOM: Final = ("person", "thing", "activity", "role")
_ALL: Final = (*_LIFE, "role")

VERBS: Final[dict[str, Verb]] = {
    # -- once, as the card is played (a Whenever is settled, any other card enters a room) --------
    "cancel": Verb(
        "play",
        ("whenever",),
        "Answers an announcement and stops it; `Shopping` as a filter word means a trip.",
        {"what": _what("cards that it stops while they are being played")},
    ),
    "income": Verb(
        "play",
        _LIFE,
        "Income for this turn if it is that player's, else for his next one.",
        {"amount": _amount("how much, negative to lose it"), "who": _who()},
    ),
    "time": Verb(
        "play",
        _LIFE,
        "Free Time for this turn if it is that player's, else for his next one.",
        {"amount": _amount("how much, negative to lose it"), "who": _who()},
    ),
    "bill": Verb(
        "play",
        _LIFE,
        "Pays so much Income now, or in his next turn, as far as he can.",
        {"amount": _amount("the sum"), "who": _who("target")},
    ),
    "goal": Verb(
        "play",
        _LIFE,
        "Raises or lowers the Slack Goal for the rest of the game.",
        {"amount": _amount("by how much"), "who": _who("target")},
    ),
    "tokens": Verb(
        "play",
        _LIFE,
        "Slack tokens on the role (negative ones subtract).",
        {"amount": _amount("how many"), "who": _who()},
    ),
    "new-role": Verb("play", _LIFE, "Loses his role and draws another.", {"who": _who("target")}),
    "take": Verb(
        "play",
        _LIFE,
        "One card of another room, named when played, comes into yours with its markers.",
        {"what": _what("which cards can be taken")},
    ),
    "trash": Verb(
        "play",
        _LIFE,
        "One card in play, named when played, is discarded.",
        {"what": _what("which cards"), "whose": Param("whose", "from whose rooms", "any")},
    ),
    "trash-all": Verb(
        "play",
        _LIFE,
        "All such cards of a room are discarded.",
        {"what": _what("which cards"), "who": _who("target")},
    ),
    "lose": Verb(
        "play",
        _LIFE,
        "Discards one such card from his room, his own choice; nothing if he has none.",
        {"what": _what("which cards"), "who": _who("target")},
    ),
    "mark": Verb(
        "play",
        _LIFE,
        "Markers on one card in play, named when played, change its Slack.",
        {
            "what": _what("which cards"),
            "amount": _amount("by how much"),
            "whose": Param("whose", "from whose rooms", "any"),
        },
    ),
    "mark-all": Verb(
        "play",
        _LIFE,
        "Markers on all such cards of a room change their Slack.",
        {"what": _what("which cards"), "amount": _amount("by how much"), "who": _who()},
    ),
    "send": Verb(
        "play",
        _LIFE,
        "One Person in play, named when played, moves to another room you name; it enters there.",
        {"what": _what("which Persons"), "whose": Param("whose", "from whose rooms", "any")},
    ),
    "draw": Verb(
        "play",
        _LIFE,
        "Draws cards from the life deck.",
        {"amount": _amount("how many"), "who": _who()},
    ),
    "drop": Verb(
        "play",
        _LIFE,
        "Discards so many cards from the hand, his own choice, as far as he has them.",
        {"amount": _amount("how many"), "who": _who("target")},
    ),
    "pilfer": Verb(
        "play",
        _LIFE,
        "Takes a card at random from the target's hand into yours.",
        {},
    ),
    "salvage": Verb(
        "play",
        _LIFE,
        "Takes one such card, your choice, from the discard pile into your hand.",
        {"what": _what("which cards")},
    ),
    "stay": Verb(
        "play",
        ("whenever",),
        "The Whenever comes into your room and gives its Slack instead of being discarded.",
        {},
    ),
    "lasting": Verb(
        "play",
        ("whenever",),
        "The card stays on the table beside a player; meanwhile its standing effects hold for him.",
        {
            "until": Param("until", "how long", required=True),
            "who": _who("target"),
            "effects": Param("effects", "standing effects", required=True),
        },
    ),
    "roll": Verb(
        "play",
        _LIFE,
        "Rolls a die: 1-3 the `low` effects happen, 4-6 the `high` ones.",
        {
            "low": Param("effects", "on 1-3", ()),
            "high": Param("effects", "on 4-6", ()),
        },
    ),
    "scare": Verb(
        "play",
        ("person", "thing", "activity"),
        "As it enters, all such cards of that room are discarded.",
        {"what": _what("which cards")},
    ),
    # -- as it enters and in each of the owner's turns -----------------------------------------
    "pest": Verb(
        "turn",
        ("person",),
        "On entry and in each turn of the room's owner he discards one such card from the room.",
        {
            "what": _what("what it wants"),
            "best": Param("flag", "it takes the one with the highest Slack", False),
        },
    ),
    "each-turn": Verb(
        "turn",
        ("person", "thing", "activity"),
        "In each Roll phase of the owner these effects happen (a Person's after the attempt to "
        "get rid of it).",
        {"effects": Param("effects", "play effects, `you` is the owner", required=True)},
    ),
    "upkeep": Verb(
        "turn",
        ("person", "thing", "activity"),
        "In each Roll phase the owner pays so much Income, or the card is discarded.",
        {"amount": _amount("the sum")},
    ),
    # -- while the card lies in the room, the role is held, or the Whenever lies on the table ----
    "bonus": Verb(
        "stand",
        _ALL,
        "Such cards get a marker of so much Slack as they are played into the room.",
        {"what": _what("which cards"), "amount": _amount("how much, negative to spoil them")},
    ),
    "aura": Verb(
        "stand",
        ("person", "thing", "activity"),
        "While it is there, each other such card of the room counts so much more or less.",
        {"what": _what("which cards"), "amount": _amount("how much")},
    ),
    "forbid": Verb(
        "stand",
        _ALL,
        "The owner may not play such cards.",
        {"what": _what("which cards")},
    ),
    "earn": Verb(
        "stand",
        (*_ROOM, "whenever"),
        "Income each turn, at once and for as long as it lies there.",
        {"amount": _amount("how much")},
    ),
    "leisure": Verb(
        "stand",
        (*_ROOM, "whenever"),
        "Free Time each turn, at once and for as long as it lies there.",
        {"amount": _amount("how much")},
    ),
    "hand": Verb(
        "stand",
        _ROOM,
        "Draws up to so many cards more (or fewer) than the others.",
        {"amount": _amount("how many more")},
    ),
    "discount": Verb(
        "stand",
        _ROOM,
        "Such cards cost so much less, never below 0.",
        {"what": _what("which cards"), "amount": _amount("how much less")},
    ),
    "no-time": Verb(
        "stand",
        _ROOM,
        "Such Activities need no Free Time.",
        {"what": _what("which Activities")},
    ),
    "immune": Verb(
        "stand",
        _ROOM,
        "Other players' cards marked `misfortune` can't be played on the owner.",
        {},
    ),
    "permanent": Verb(
        "stand", ("person", "thing", "activity"), "The card is never discarded or taken.", {}
    ),
    "income-cap": Verb(
        "stand",
        ("thing", "activity"),
        "No role and no lasting card brings the owner's Income above this.",
        {"amount": _amount("the cap")},
    ),
    "income-limit": Verb(
        "stand",
        ("thing", "activity"),
        "Played only with a standing Income up to this; discarded when it rises above.",
        {"amount": _amount("the limit")},
    ),
    "sure": Verb(
        "stand",
        ("person", "thing"),
        "For such Activities with rolled Slack the owner may take a fixed number instead.",
        {"what": _what("which Activities"), "amount": _amount("the number")},
    ),
    "reward": Verb(
        "stand",
        _ROOM,
        "The owner gets Slack tokens whenever such a card is successfully played.",
        {
            "what": _what("which cards"),
            "amount": _amount("how many tokens"),
            "by": Param("by", "who plays it: you, others or anybody", "anybody"),
        },
    ),
    "bar": Verb(
        "stand",
        _ROOM,
        "Such Persons can't enter the room.",
        {"what": _what("which Persons")},
    ),
    "guard": Verb(
        "stand",
        _ROOM,
        "Such cards of the room can't be taken by other players or eaten by pests.",
        {"what": _what("which cards")},
    ),
    "charm": Verb(
        "stand",
        _ROOM,
        "Added to the owner's call rolls.",
        {"amount": _amount("how much")},
    ),
    "nerve": Verb(
        "stand",
        _ROOM,
        "Added to the owner's rolls to get rid of People.",
        {"amount": _amount("how much")},
    ),
    "cling": Verb("stand", ("person",), "Can't be got rid of by rolling.", {}),
    "stranger": Verb(
        "play",
        ("person",),
        "Comes with a role drawn for him, whose Slack Goal mod 3 is his Slack; at 0 he is "
        "uninvited.",
        {},
    ),
}
BY: Final = ("you", "others", "anybody")
