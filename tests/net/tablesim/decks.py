"""Small decks for simulated games.

Whole games with the printed cards need hundreds of entries, and what passes over sealed cards cost
grows with the deck. What a network can do to a game, and what can become of a hidden card, is the
same with thirty cards.
"""

from functools import cache

from core.catalog import Catalog, edition_of
from core.loader import load_source
from tests.kit.card_files import Text

LOTTERY_TICKET = """
[[card]]
name = "Lottery Ticket"
kind = "thing"
slack = "die-1"
copies = 4
text = "Rolled for."
flavor = "Scratch here."
"""
LONG_NAP = """
[[card]]
name = "Long Nap"
kind = "activity"
categories = ["Sleep"]
slack = "die"
copies = 4
text = "Rolled for."
flavor = "Five more minutes."
"""
LIGHT_FINGERS = """
[[card]]
name = "Light Fingers"
kind = "whenever"
on = "others"
copies = 8
text = "Take a card at random from another hand."
flavor = "It fell into the sleeve."
effects = [{ verb = "pilfer" }]
"""
SOLD_OUT = """
[[card]]
name = "Sold Out"
kind = "whenever"
copies = 3
text = "Stops a Thing or an Activity."
flavor = "Try next door."
effects = [{ verb = "cancel", what = ["Thing", "Activity"] }]
"""
GAS_BILL = """
[[card]]
name = "Gas Bill"
kind = "whenever"
on = "others"
copies = 2
text = "A player pays 1."
flavor = "Warm while it lasted."
effects = [{ verb = "bill", amount = 1 }]
"""
SUBSTITUTE = """
[[role]]
name = "Substitute"
income = [2, 3]
free_time = 2
goal = 6
copies = 4
text = "Rolls for Income."
flavor = "Who are you again?"
"""


def sofa(slack: int, copies: int) -> str:
    return f"""
[[card]]
name = "Sofa"
kind = "thing"
slack = {slack}
copies = {copies}
text = "Worth its Slack."
flavor = "Takes three to carry and one to fill."
"""


def loud_friend(slack: int, copies: int) -> str:
    return f"""
[[card]]
name = "Loud Friend"
kind = "person"
slack = {slack}
copies = {copies}
text = "Is called."
flavor = "Heard before he is seen."
"""


def intern(goal: int, copies: int) -> str:
    return f"""
[[role]]
name = "Intern"
income = 2
free_time = 2
goal = {goal}
copies = {copies}
text = "No trait."
flavor = "Coffee, black."
"""


def _catalog(label: str, *cards: str) -> Catalog:
    return Catalog([edition_of("geek")], load_source(Text("".join(cards)), label, "own"))


@cache
def short_catalog() -> Catalog:
    """For games of a few turns: low goals, dice, answers, and a card that hits others."""
    return _catalog(
        "short.toml", sofa(6, 14), LOTTERY_TICKET, LONG_NAP, loud_friend(2, 3), SOLD_OUT, GAS_BILL,
        intern(5, 4), SUBSTITUTE,
    )  # fmt: skip


@cache
def sealed_catalog(players: int = 3) -> Catalog:
    """For sealed games of so many: they hold six cards each, steal, and soon have to shuffle."""
    sofas = 14 if players > 3 else 8
    return _catalog(
        "sealed.toml", sofa(3, sofas), LONG_NAP, LIGHT_FINGERS, SOLD_OUT, loud_friend(1, 2),
        intern(8, 8),
    )  # fmt: skip
