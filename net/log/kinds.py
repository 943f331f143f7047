"""What an act can be: the kinds of entries in a log, and what each carries."""

from typing import Final

SEATS: Final = "seats"  # [terms, a signature of each player]: opens the game
SEED: Final = "seed"  # the seed a player committed to
DO: Final = "do"  # an action of the rules as a list of its fields; sealed: [action, openings]
GOT: Final = "got"  # cards that a player can read now
PROTEST: Final = (
    "protest"  # [card, keys on it]: it is none; [card, keys, card, keys]: it is the same
)
BEACON: Final = "beacon"  # [throw, [[player, link], ...]]
NOOP: Final = "noop"  # votes: a new host begins his term
CLOSE: Final = "close"  # the number of a window whose beat is over, or that waits for no person
REMOVE: Final = "remove"  # [player, heir, next throw, [[player, consent], ...]]
RETURN: Final = "return"  # a new chain: a player whose seat an heir plays takes it back
MORE: Final = "more"  # the number of a window that a player wants to be open for longer
ANCHOR: Final = "anchor"  # a new chain for the throws to come
RESULT: Final = "result"  # [winners, round, Slack of each seat]: how the game ended, once

BY_HOST: Final = (SEATS, BEACON, NOOP, CLOSE, REMOVE, RESULT)
