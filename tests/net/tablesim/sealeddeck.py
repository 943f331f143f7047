"""A very small deck for sealed games: it runs out, hands are stolen from, and turns are short.

What passes over the cards cost grows with the deck. What can become of a hidden card is the same
in one of thirty as in one of two hundred.
"""

from functools import cache

from core.catalog import Catalog, edition_of
from core.loader import load_source
from tests.net.tablesim.shortdeck import Text

CARDS = """
[[card]]
name = "Sofa"
kind = "thing"
slack = 3
copies = @sofas@
text = "Worth its Slack."
flavor = "Takes three to carry and one to fill."

[[card]]
name = "Long Nap"
kind = "activity"
categories = ["Sleep"]
slack = "die"
copies = 4
text = "Rolled for."
flavor = "Five more minutes."

[[card]]
name = "Light Fingers"
kind = "whenever"
on = "others"
copies = 8
text = "Take a card at random from another hand."
flavor = "It fell into the sleeve."
effects = [{ verb = "pilfer" }]

[[card]]
name = "Sold Out"
kind = "whenever"
copies = 3
text = "Stops a Thing or an Activity."
flavor = "Try next door."
effects = [{ verb = "cancel", what = ["Thing", "Activity"] }]

[[card]]
name = "Loud Friend"
kind = "person"
slack = 1
copies = 2
text = "Is called."
flavor = "Heard before he is seen."

[[role]]
name = "Intern"
income = 2
free_time = 2
goal = 8
copies = 8
text = "No trait."
flavor = "Coffee, black."
"""


@cache
def sealed_catalog(players: int = 3) -> Catalog:
    """The deck for so many players: they hold six cards each, and soon have to shuffle."""
    cards = CARDS.replace("@sofas@", "14" if players > 3 else "8")
    return Catalog([edition_of("geek")], load_source(Text(cards), "sealed.toml", "own"))
