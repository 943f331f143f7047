"""What has happened: the facts an action had, in the past tense, safe for everybody to read.

A card that is hidden from the table is named by its number only; whoever may see its face looks it
up in his view. So an event needs no redaction.
"""

from typing import Final, NamedTuple

DEALT_ROLE: Final = "dealt-role"  # seat got the role faces[0] at the start
SHUFFLED: Final = "shuffled"  # n cards are the new life deck
REDEALT: Final = "redealt"  # what nobody could read any more is dealt anew: seat has n such
DREW: Final = "drew"  # seat drew `cards` (n of them), unseen
TURN_BEGAN: Final = "turn-began"  # seat's turn; n is the round
PHASE_BEGAN: Final = "phase-began"  # seat's phase number n (0 draw ... 4 discard)
ANNOUNCED: Final = "announced"  # seat does `word` (an action kind) with cards; other, on: target
PASSED: Final = "passed"  # seat passes in the window
STOPPED: Final = "stopped"  # seat's announcement `word` with cards was stopped by `other`
FIZZLED: Final = "fizzled"  # seat's card came to nothing; word: no-target, barred
ROLLED: Final = "rolled"  # seat rolled n, needing `on`; word: what for; cards[0] if for a card
NOT_HOME: Final = "not-home"  # cards[0], called by seat, does not come
FAILED: Final = "failed"  # seat's Activity cards[0] gave no Slack
ENTERED: Final = "entered"  # cards[0] came into the room of seat and is worth n there
DISCARDED: Final = "discarded"  # seat's cards went to the discard pile; word: why
EATEN: Final = "eaten"  # seat's cards[0] was discarded because of the Person cards[1]
MOVED: Final = "moved"  # the Person cards[0] left the room of seat for that of other
STAYED: Final = "stayed"  # the Person cards[0] stays with seat; word: kept, failed
TAKEN: Final = "taken"  # seat took cards[0] from the room of other
PILFERED: Final = "pilfered"  # seat took the hidden cards[0] from the hand of other
SALVAGED: Final = "salvaged"  # seat took cards[0] from the discard pile into the hand
RETURNED: Final = "returned"  # seat's cards went back to the hand
MARKED: Final = "marked"  # cards[0] in the room of seat changed its Slack by n
INCOME: Final = "income"  # seat has n more Income; word: now, next
TIME: Final = "time"  # seat has n more Free Time; word: now, next
BILLED: Final = "billed"  # seat owes n
PAID: Final = "paid"  # seat paid n of a bill or an upkeep
GOAL: Final = "goal"  # seat's Slack Goal changed by n
TOKENS: Final = "tokens"  # seat got n Slack tokens
ROLE_DRAWN: Final = "role-drawn"  # faces[0] is seat's new role; cards[0]: or stands for that Person
LAID: Final = "laid"  # cards[0] lies on the table beside seat
ENDED: Final = "ended"  # cards[0], laid beside seat, is over
GLOOM: Final = "gloom"  # seat has n more Gloom; word: alone, or of another faction now
MADNESS: Final = "madness"  # seat has n more Madness
UTTERLY_MAD: Final = "utterly-mad"  # seat has lost all Madness markers for good
PARTY: Final = "party"  # seat has n People in the room at the end of a turn
CAUGHT: Final = "caught"  # seat was caught with the Illicit cards[0]; n Free Time is lost
NOISE: Final = "noise"  # seat's Nookie cards[0] is heard by the neighbors
ASKED: Final = "asked"  # seat must choose; word: the topic
CHOSE: Final = "chose"  # seat chose option n
SHOWED: Final = "showed"  # seat showed his hand to other
LEFT: Final = "left"  # seat left the game
WON: Final = "won"  # seat has won


class Event(NamedTuple):
    kind: str
    seat: int = -1
    other: int = -1
    cards: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()  # the printed faces of `cards` where they are public
    on: int = -1
    n: int = 0
    word: str = ""
