"""A small deck for games of a few turns: low goals, dice, answers, and a card that hits others.

Whole games with the printed cards need hundreds of entries. What a network can do to a game is
the same in one of twenty.
"""

from dataclasses import dataclass
from functools import cache

from core.catalog import Catalog, edition_of
from core.loader import load_source

CARDS = """
[[card]]
name = "Sofa"
kind = "thing"
slack = 6
copies = 14
text = "Worth its Slack."
flavor = "Takes three to carry and one to fill."

[[card]]
name = "Lottery Ticket"
kind = "thing"
slack = "die-1"
copies = 4
text = "Rolled for."
flavor = "Scratch here."

[[card]]
name = "Long Nap"
kind = "activity"
categories = ["Sleep"]
slack = "die"
copies = 4
text = "Rolled for."
flavor = "Five more minutes."

[[card]]
name = "Loud Friend"
kind = "person"
slack = 2
copies = 3
text = "Is called."
flavor = "Heard before he is seen."

[[card]]
name = "Sold Out"
kind = "whenever"
copies = 3
text = "Stops a Thing or an Activity."
flavor = "Try next door."
effects = [{ verb = "cancel", what = ["Thing", "Activity"] }]

[[card]]
name = "Gas Bill"
kind = "whenever"
on = "others"
copies = 2
text = "A player pays 1."
flavor = "Warm while it lasted."
effects = [{ verb = "bill", amount = 1 }]

[[role]]
name = "Intern"
income = 2
free_time = 2
goal = 5
copies = 4
text = "No trait."
flavor = "Coffee, black."

[[role]]
name = "Substitute"
income = [2, 3]
free_time = 2
goal = 6
copies = 4
text = "Rolls for Income."
flavor = "Who are you again?"
"""


@dataclass(frozen=True)
class Text:
    """A file of cards that is no file."""

    text: str

    def read_bytes(self) -> bytes:
        return self.text.encode()


@cache
def short_catalog() -> Catalog:
    return Catalog([edition_of("geek")], load_source(Text(CARDS), "short.toml", "own"))
