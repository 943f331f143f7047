"""Verbs that work once: when a Whenever takes effect, or another card enters a room."""

from typing import Final

from core.lexicon.shape import IN_ROOM, LIFE, Param, Verb, amount, what, who

ONCE: Final[dict[str, Verb]] = {
    "cancel": Verb(
        "play",
        ("whenever",),
        "Cancels a card being played; the filter word `Shopping` means a trip, a lone Illicit "
        "Thing or a Thing played for free.",
        {"what": what("cards it cancels while they're being played")},
    ),
    "income": Verb(
        "play",
        LIFE,
        "Changes Income: this turn if it's that player's, otherwise on their next one.",
        {"amount": amount("how much; negative to lose it"), "who": who()},
    ),
    "time": Verb(
        "play",
        LIFE,
        "Changes Free Time: this turn if it's that player's, otherwise on their next one.",
        {"amount": amount("how much; negative to lose it"), "who": who()},
    ),
    "bill": Verb(
        "play",
        LIFE,
        "Makes a player pay Income (or all they have): this turn if it's theirs, otherwise on "
        "their next one.",
        {"amount": amount("how much"), "who": who("target")},
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
        "Gives Slack tokens; negative ones subtract.",
        {"amount": amount("how many"), "who": who()},
    ),
    "new-role": Verb(
        "play", LIFE, "The player loses their role and draws another.", {"who": who("target")}
    ),
    "take": Verb(
        "play",
        LIFE,
        "Takes a card, named when played, from another room into yours with its markers; a Person "
        "only if it can enter.",
        {"what": what("which cards can be taken")},
    ),
    "trash": Verb(
        "play",
        LIFE,
        "Discards a card in play, named when played.",
        {"what": what("which cards"), "whose": Param("whose", "from which rooms", "any")},
    ),
    "trash-all": Verb(
        "play",
        LIFE,
        "Discards every matching card in a room.",
        {"what": what("which cards"), "who": who("target")},
    ),
    "lose": Verb(
        "play",
        LIFE,
        "The player discards a matching card of their choice from their room, if they have one.",
        {"what": what("which cards"), "who": who("target")},
    ),
    "mark": Verb(
        "play",
        LIFE,
        "Puts markers on a card in play, named when played, to change its Slack.",
        {
            "what": what("which cards"),
            "amount": amount("by how much"),
            "whose": Param("whose", "from which rooms", "any"),
        },
    ),
    "mark-all": Verb(
        "play",
        LIFE,
        "Puts markers on all matching cards in a room to change their Slack.",
        {"what": what("which cards"), "amount": amount("by how much"), "who": who()},
    ),
    "send": Verb(
        "play",
        LIFE,
        "Moves a Person in play, named when played, to another room you name, where it enters.",
        {"what": what("which People"), "whose": Param("whose", "from which rooms", "any")},
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
        "The player discards cards of their choice from their hand, or all they have.",
        {"amount": amount("how many"), "who": who("target")},
    ),
    "pilfer": Verb(
        "play",
        LIFE,
        "Takes a random card from the target's hand into yours.",
        {},
    ),
    "salvage": Verb(
        "play",
        LIFE,
        "Takes a matching card of your choice from the discard pile into your hand.",
        {"what": what("which cards")},
    ),
    "stay": Verb(
        "play",
        ("whenever",),
        "The Whenever enters your room and gives its Slack instead of being discarded.",
        {},
    ),
    "lasting": Verb(
        "play",
        ("whenever",),
        "The card stays next to a player, and its standing effects apply to them.",
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
        "As it enters, discards every matching card in that room.",
        {"what": what("which cards")},
    ),
    "stranger": Verb(
        "play",
        ("person",),
        "Draws a role as it's called: the remainder of its Slack Goal divided by 3 is the Person's "
        "Slack. At 0 it's uninvited.",
        {},
    ),
    "worth": Verb(
        "play",
        LIFE,
        "Sets what a card in play, named when played, is worth before other cards add to it.",
        {
            "what": what("which cards"),
            "amount": amount("how much"),
            "whose": Param("whose", "from which rooms", "any"),
        },
    ),
    "gloom": Verb(
        "play",
        LIFE,
        "Gives Gloom, worth 1 Slack each; negative numbers take it away, down to 0.",
        {
            "amount": amount("how many"),
            "audience": Param("number", "how many more if a Person is in the room", 0),
            "who": who(),
        },
    ),
    "madness": Verb(
        "play",
        LIFE,
        "Gives Madness; negative numbers take it away, down to 0, but never from the Utterly Mad.",
        {"amount": amount("how many"), "who": who()},
    ),
    "treat": Verb(
        "play",
        IN_ROOM,
        "The room's owner may play a matching Thing from their hand right away, for no Free Time "
        "and no Income.",
        {"what": what("which Things")},
    ),
    "week": Verb(
        "play",
        ("whenever",),
        "The card stays in play until the next Week, and its standing effects apply to everyone.",
        {
            "bad": Param("flag", "in a mix, only for players with a Major", False),
            "students": Param(
                "flag", "in a mix, only for Majors and Jobs that go with studying", False
            ),
            "effects": Param("effects", "standing effects", required=True),
        },
    ),
}
