"""Verbs that work once: a Whenever is settled, any other card enters a room."""

from typing import Final

from core.lexicon.shape import IN_ROOM, LIFE, Param, Verb, amount, what, who

ONCE: Final[dict[str, Verb]] = {
    "cancel": Verb(
        "play",
        ("whenever",),
        "Answers an announcement and stops it; `Shopping` as a filter word means a trip, a lone "
        "Illicit Thing or a Thing played for free.",
        {"what": what("cards that it stops while they are being played")},
    ),
    "income": Verb(
        "play",
        LIFE,
        "Income for this turn if it is that player's, else for his next one.",
        {"amount": amount("how much, negative to lose it"), "who": who()},
    ),
    "time": Verb(
        "play",
        LIFE,
        "Free Time for this turn if it is that player's, else for his next one.",
        {"amount": amount("how much, negative to lose it"), "who": who()},
    ),
    "bill": Verb(
        "play",
        LIFE,
        "Pays so much Income now, or in his next turn, as far as he can.",
        {"amount": amount("the sum"), "who": who("target")},
    ),
    "goal": Verb(
        "play",
        LIFE,
        "Raises or lowers the Slack Goal for the rest of the game.",
        {"amount": amount("by how much"), "who": who("target")},
    ),
    "tokens": Verb(
        "play",
        LIFE,
        "Slack tokens on the role (negative ones subtract).",
        {"amount": amount("how many"), "who": who()},
    ),
    "new-role": Verb("play", LIFE, "Loses his role and draws another.", {"who": who("target")}),
    "take": Verb(
        "play",
        LIFE,
        "One card of another room, named when played, comes into yours with its markers, a Person "
        "only if it can enter.",
        {"what": what("which cards can be taken")},
    ),
    "trash": Verb(
        "play",
        LIFE,
        "One card in play, named when played, is discarded.",
        {"what": what("which cards"), "whose": Param("whose", "from whose rooms", "any")},
    ),
    "trash-all": Verb(
        "play",
        LIFE,
        "All such cards of a room are discarded.",
        {"what": what("which cards"), "who": who("target")},
    ),
    "lose": Verb(
        "play",
        LIFE,
        "Discards one such card from his room, his own choice; nothing if he has none.",
        {"what": what("which cards"), "who": who("target")},
    ),
    "mark": Verb(
        "play",
        LIFE,
        "Markers on one card in play, named when played, change its Slack.",
        {
            "what": what("which cards"),
            "amount": amount("by how much"),
            "whose": Param("whose", "from whose rooms", "any"),
        },
    ),
    "mark-all": Verb(
        "play",
        LIFE,
        "Markers on all such cards of a room change their Slack.",
        {"what": what("which cards"), "amount": amount("by how much"), "who": who()},
    ),
    "send": Verb(
        "play",
        LIFE,
        "One Person in play, named when played, moves to another room you name; it enters there.",
        {"what": what("which Persons"), "whose": Param("whose", "from whose rooms", "any")},
    ),
    "draw": Verb(
        "play",
        LIFE,
        "Draws cards from the life deck.",
        {"amount": amount("how many"), "who": who()},
    ),
    "drop": Verb(
        "play",
        LIFE,
        "Discards so many cards from the hand, his own choice, as far as he has them.",
        {"amount": amount("how many"), "who": who("target")},
    ),
    "pilfer": Verb(
        "play",
        LIFE,
        "Takes a card at random from the target's hand into yours.",
        {},
    ),
    "salvage": Verb(
        "play",
        LIFE,
        "Takes one such card, your choice, from the discard pile into your hand.",
        {"what": what("which cards")},
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
            "who": who("target"),
            "effects": Param("effects", "standing effects", required=True),
        },
    ),
    "roll": Verb(
        "play",
        LIFE,
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
        {"what": what("which cards")},
    ),
    "stranger": Verb(
        "play",
        ("person",),
        "Comes with a role drawn for him, whose Slack Goal mod 3 is his Slack; at 0 he is "
        "uninvited.",
        {},
    ),
    "worth": Verb(
        "play",
        LIFE,
        "One card in play, named when played, is worth so much from now on, before what other "
        "cards add.",
        {
            "what": what("which cards"),
            "amount": amount("how much"),
            "whose": Param("whose", "from whose rooms", "any"),
        },
    ),
    "gloom": Verb(
        "play",
        LIFE,
        "Gloom markers, each counting 1 Slack; negative ones take Gloom away, never below 0.",
        {
            "amount": amount("how many"),
            "audience": Param("number", "so many more with at least one Person in his room", 0),
            "who": who(),
        },
    ),
    "madness": Verb(
        "play",
        LIFE,
        "Madness markers; negative ones take Madness away, never below 0 nor from the Utterly Mad.",
        {"amount": amount("how many"), "who": who()},
    ),
    "treat": Verb(
        "play",
        IN_ROOM,
        "The owner of the room may at once play one such Thing from his hand, for no Free Time "
        "and no Income.",
        {"what": what("which Things")},
    ),
    "week": Verb(
        "play",
        ("whenever",),
        "The card lies on the table for everybody until the next Week; meanwhile its standing "
        "effects hold for all.",
        {
            "bad": Param("flag", "in a mix it holds for those with a Major only", False),
            "students": Param("flag", "likewise, and for the Jobs that go with studying", False),
            "effects": Param("effects", "standing effects", required=True),
        },
    ),
}
