"""Verbs that work again and again: in each turn, or while the card lies there."""

from typing import Final

from core.lexicon.shape import ALL, ROOM, Param, Verb, amount, what

HOLDS: Final = (*ROOM, "whenever")  # a role, a card in a room, a Whenever on the table

# As it enters and in each of the owner's turns.
TURNLY: Final[dict[str, Verb]] = {
    "pest": Verb(
        "turn",
        ("person",),
        "On entry and in each turn of the room's owner he discards one such card from the room.",
        {
            "what": what("what it wants"),
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
        {"amount": amount("the sum")},
    ),
}

# While the card lies in the room, the role is held, or the Whenever lies on the table.
STANDING: Final[dict[str, Verb]] = {
    "bonus": Verb(
        "stand",
        ALL,
        "Such cards get a marker of so much Slack as they are played into the room.",
        {"what": what("which cards"), "amount": amount("how much, negative to spoil them")},
    ),
    "aura": Verb(
        "stand",
        ("person", "thing", "activity"),
        "While it is there, each other such card of the room counts so much more or less.",
        {"what": what("which cards"), "amount": amount("how much")},
    ),
    "forbid": Verb(
        "stand",
        ALL,
        "The owner may not play such cards.",
        {"what": what("which cards")},
    ),
    "earn": Verb(
        "stand",
        HOLDS,
        "Income each turn, at once and for as long as it lies there.",
        {"amount": amount("how much")},
    ),
    "leisure": Verb(
        "stand",
        HOLDS,
        "Free Time each turn, at once and for as long as it lies there.",
        {"amount": amount("how much")},
    ),
    "hand": Verb(
        "stand",
        HOLDS,
        "Draws up to so many cards more (or fewer) than the others.",
        {"amount": amount("how many more")},
    ),
    "discount": Verb(
        "stand",
        HOLDS,
        "Such cards cost so much less, never below 0.",
        {"what": what("which cards"), "amount": amount("how much less")},
    ),
    "no-time": Verb(
        "stand",
        HOLDS,
        "Such Activities need no Free Time; `Shopping` as a filter word means trips.",
        {"what": what("which Activities")},
    ),
    "immune": Verb(
        "stand",
        ROOM,
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
        {"amount": amount("the cap")},
    ),
    "income-limit": Verb(
        "stand",
        ("thing", "activity"),
        "Played only with a standing Income up to this; discarded when it rises above.",
        {"amount": amount("the limit")},
    ),
    "sure": Verb(
        "stand",
        ("person", "thing"),
        "For such Activities with rolled Slack the owner may take a fixed number instead.",
        {"what": what("which Activities"), "amount": amount("the number")},
    ),
    "reward": Verb(
        "stand",
        ROOM,
        "The owner gets Slack tokens whenever such a card is successfully played.",
        {
            "what": what("which cards"),
            "amount": amount("how many tokens"),
            "by": Param("by", "who plays it: you, others or anybody", "anybody"),
        },
    ),
    "bar": Verb(
        "stand",
        ROOM,
        "Such Persons can't enter the room.",
        {"what": what("which Persons")},
    ),
    "guard": Verb(
        "stand",
        ROOM,
        "Such cards of the room can't be taken by other players or eaten by pests.",
        {"what": what("which cards")},
    ),
    "charm": Verb(
        "stand",
        HOLDS,
        "Added to the owner's call rolls.",
        {"amount": amount("how much")},
    ),
    "nerve": Verb(
        "stand",
        HOLDS,
        "Added to the owner's rolls to get rid of People.",
        {"amount": amount("how much")},
    ),
    "cling": Verb("stand", ("person",), "Can't be got rid of by rolling.", {}),
    "seeks": Verb(
        "stand",
        ("person",),
        "Can enter only a room with such a card in it.",
        {"what": what("which cards")},
    ),
    "endure": Verb(
        "stand",
        ("thing", "activity"),
        "A rolled Slack of 0 or less is no failure: the card stays and counts what it is.",
        {},
    ),
    "alibi": Verb(
        "stand",
        ROOM,
        "When caught with an Illicit card the owner loses no Free Time.",
        {},
    ),
    "cunning": Verb(
        "stand",
        HOLDS,
        "Added to the owner's rolls for Illicit cards.",
        {"amount": amount("how much")},
    ),
    "hoard": Verb(
        "stand",
        ROOM,
        "The owner may hold any number of cards; he draws up to the usual number.",
        {},
    ),
    "mood": Verb(
        "stand",
        ("person", "thing", "activity"),
        "While it lies in a room, everybody with a role of this card's edition has so much Slack "
        "more, everybody else so much other.",
        {
            "amount": amount("for those with such a role"),
            "others": Param("number", "for everybody else", 0),
        },
    ),
}
