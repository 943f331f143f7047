"""Verbs that work again and again: each turn, or while the card is in play."""

from typing import Final

from core.lexicon.shape import ALL, ROOM, Param, Verb, amount, what

HOLDS: Final = (*ROOM, "whenever")  # a role, a card in a room, a Whenever on the table

# As it enters and in each of the owner's turns.
TURNLY: Final[dict[str, Verb]] = {
    "pest": Verb(
        "turn",
        ("person",),
        "The room's owner discards a matching card from it on entry and in each of their turns.",
        {
            "what": what("what it wants"),
            "best": Param("flag", "it takes the one with the highest Slack", False),
        },
    ),
    "each-turn": Verb(
        "turn",
        ("person", "thing", "activity"),
        "These effects happen in each of the owner's Roll phases (a Person's after its eviction "
        "roll).",
        {"effects": Param("effects", "play effects; `you` is the owner", required=True)},
    ),
    "upkeep": Verb(
        "turn",
        ("person", "thing", "activity"),
        "In each of their Roll phases the owner pays Income or discards the card.",
        {"amount": amount("how much")},
    ),
}

# While the card is in the room, the role is held, or the Whenever is on the table.
STANDING: Final[dict[str, Verb]] = {
    "bonus": Verb(
        "stand",
        ALL,
        "Matching cards get Slack markers as they're played into the room.",
        {"what": what("which cards"), "amount": amount("how much; negative to spoil them")},
    ),
    "aura": Verb(
        "stand",
        ("person", "thing", "activity"),
        "While it's in the room, each other matching card there counts more or less Slack.",
        {"what": what("which cards"), "amount": amount("how much")},
    ),
    "forbid": Verb(
        "stand",
        ALL,
        "The owner can't play matching cards.",
        {"what": what("which cards")},
    ),
    "earn": Verb(
        "stand",
        HOLDS,
        "Income each turn while it's in play, starting now.",
        {"amount": amount("how much")},
    ),
    "leisure": Verb(
        "stand",
        HOLDS,
        "Free Time each turn while it's in play, starting now.",
        {"amount": amount("how much")},
    ),
    "hand": Verb(
        "stand",
        HOLDS,
        "The owner draws up to more cards than the others, or fewer.",
        {"amount": amount("how many more")},
    ),
    "discount": Verb(
        "stand",
        HOLDS,
        "Matching cards cost less, down to 0.",
        {"what": what("which cards"), "amount": amount("how much less")},
    ),
    "no-time": Verb(
        "stand",
        HOLDS,
        "Matching Activities need no Free Time; the filter word `Shopping` means trips.",
        {"what": what("which Activities")},
    ),
    "immune": Verb(
        "stand",
        ROOM,
        "Other players can't play cards marked `misfortune` on the owner.",
        {},
    ),
    "permanent": Verb(
        "stand", ("person", "thing", "activity"), "The card can't be discarded or taken.", {}
    ),
    "income-cap": Verb(
        "stand",
        ("thing", "activity"),
        "Roles and lasting cards can't raise the owner's Income above this.",
        {"amount": amount("the cap")},
    ),
    "income-limit": Verb(
        "stand",
        ("thing", "activity"),
        "Needs a standing Income up to this; discarded when it goes above.",
        {"amount": amount("the limit")},
    ),
    "sure": Verb(
        "stand",
        ("person", "thing"),
        "Instead of rolling for a matching Activity, the owner may take a fixed number.",
        {"what": what("which Activities"), "amount": amount("the number")},
    ),
    "reward": Verb(
        "stand",
        ROOM,
        "The owner gets Slack tokens whenever a matching card is successfully played.",
        {
            "what": what("which cards"),
            "amount": amount("how many tokens"),
            "by": Param("by", "who plays it: you, others or anybody", "anybody"),
        },
    ),
    "bar": Verb(
        "stand",
        ROOM,
        "Matching People can't enter the room.",
        {"what": what("which People")},
    ),
    "guard": Verb(
        "stand",
        ROOM,
        "Other players can't take matching cards from the room, and pests can't eat them.",
        {"what": what("which cards")},
    ),
    "charm": Verb(
        "stand",
        HOLDS,
        "Adds to the owner's call rolls.",
        {"amount": amount("how much")},
    ),
    "nerve": Verb(
        "stand",
        HOLDS,
        "Adds to the owner's eviction rolls.",
        {"amount": amount("how much")},
    ),
    "cling": Verb("stand", ("person",), "Can't be evicted.", {}),
    "seeks": Verb(
        "stand",
        ("person",),
        "Can only enter a room with a matching card in it.",
        {"what": what("which cards")},
    ),
    "endure": Verb(
        "stand",
        ("thing", "activity"),
        "If it rolls 0 Slack or less, the card stays and counts what it rolled.",
        {},
    ),
    "alibi": Verb(
        "stand",
        ROOM,
        "If caught with an Illicit card, the owner loses no Free Time.",
        {},
    ),
    "cunning": Verb(
        "stand",
        HOLDS,
        "Adds to the owner's rolls for Illicit cards.",
        {"amount": amount("how much")},
    ),
    "hoard": Verb(
        "stand",
        ROOM,
        "The owner may hold any number of cards, but draws up to the usual number.",
        {},
    ),
    "mood": Verb(
        "stand",
        ("person", "thing", "activity"),
        "While it's in any room, everyone with a role of this card's edition gets this Slack, and "
        "everyone else gets `others`.",
        {
            "amount": amount("Slack for everyone with a role of this edition"),
            "others": Param("number", "Slack for everyone else", 0),
        },
    ),
}
