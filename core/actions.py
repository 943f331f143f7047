"""What can be done at the table: one frozen record for people and for chance alike."""

from typing import Final, NamedTuple

CHANCE: Final = -1  # the seat of the die and of the shuffled piles
NOBODY: Final = -1  # no player meant
NOTHING: Final = -1  # no card meant
TO_DISCARD: Final = -2  # the place a sent-away Person may go to instead of a room

# What players do.
CALL: Final = "call"
EVICT: Final = "evict"
KEEP: Final = "keep"
SHOP: Final = "shop"
DO: Final = "do"
PLAY: Final = "play"
CANCEL: Final = "cancel"
THROW: Final = "throw"
CHOOSE: Final = "choose"
DISCARD: Final = "discard"
NEXT: Final = "next"
PASS: Final = "pass"
SHOW: Final = "show"
LEAVE: Final = "leave"

# What chance does.
ROLL: Final = "roll"
SHUFFLE: Final = "shuffle"
ROLE: Final = "role"
PICK: Final = "pick"
REDEAL: Final = "redeal"

PLAYER_KINDS: Final = (
    CALL, EVICT, KEEP, SHOP, DO, PLAY, CANCEL, THROW, CHOOSE, DISCARD, NEXT, PASS, SHOW, LEAVE,
)  # fmt: skip
CHANCE_KINDS: Final = (ROLL, SHUFFLE, ROLE, PICK, REDEAL)


class Action(NamedTuple):
    """One act. Which fields count depends on `kind`:

    call     cards[0] to the room of seat `to`
    evict    the Person `on` in one's own room; `to` a seat or TO_DISCARD where the edition
             wants the place named before the roll
    keep     the Person `on`: no attempt
    shop     all of `cards`, in the order in which they enter
    do       cards[0], with target `to` and `on` where the card needs one
    play     the Whenever cards[0], likewise
    cancel   cards[0] against the announcement that is open
    throw    the TV card cards[0] against the Free Time use that is open
    choose   option number `value` of the open question
    discard  `cards` from the hand
    next     ends the phase that `ref` names: its number and one; older files name none
    pass     in the open window
    show     the hand to seat `to`
    leave    the game
    roll     `value` is what the die shows
    shuffle  `faces` are the new pile from the top; empty where nobody may know them
    role     `value` is the role drawn from the role pile
    pick     cards[0] is the card drawn at random from a hand
    redeal   the hidden `cards` stay where they are, but other faces lie under them; likewise empty

    A card is named by its number at the table; `faces` says, card for card, what is printed on
    it, so that a replica that has never seen it can follow.
    """

    kind: str
    seat: int
    cards: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    to: int = NOBODY
    on: int = NOTHING
    value: int = 0
    ref: int = 0  # the window, question or phase it is about; 0: whichever is open


def going_on(seat: int, phase: int) -> Action:
    """Return what ends that phase of a turn, and no other one."""
    return Action(NEXT, seat, ref=phase + 1)


# What a die can show, made once: `Game.need` counts them as checked while a die is to be thrown.
ROLLS: Final = tuple(Action(ROLL, CHANCE, value=number) for number in range(1, 7))


class Refusal(NamedTuple):
    """Why an action can't be done now: a sentence, and the clauses it rests on, foremost first."""

    text: str
    clauses: tuple[str, ...]

    @property
    def clause(self) -> str:
        return self.clauses[0]


class Refused(Exception):
    """Raised by `Game.apply` for an action that `Game.refusal` refuses; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.text} ({refusal.clause})")
        self.refusal = refusal
