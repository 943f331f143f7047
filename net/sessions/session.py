"""The one way in which a screen, a script or a person's fingers meet a table.

A session is a table as one seat sees it. Whoever holds one can't tell whether the table lives in
the same process or on the other side of a network.
"""

from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from core.actions import Action, Refusal
from core.events import Event
from core.view import View
from net.sessions.record import Record

if TYPE_CHECKING:
    from net.sessions.local import Pace

BEAT: Final = 2  # seconds for which an announcement stands before everybody
ASK_ALWAYS: Final = "always"
ASK_CONCERNED: Final = "concerned"
ASK_ABLE: Final = "able"
PRESETS: Final[dict[str, str]] = {
    ASK_ABLE: "You'll be asked whenever you can respond",
    ASK_ALWAYS: "You'll be asked in every response window",
    ASK_CONCERNED: "You'll be asked when you can respond to a hit on you or a winning play",
}


class Update(NamedTuple):
    """Something that happened at the table."""

    # past (what was told before), acted, undone, chat, notice, closed; seen: there is nothing to
    # tell, but the table may look different; hand: so may a hand that spectators see
    kind: str
    action: Action | None = None
    events: tuple[Event, ...] = ()
    told: tuple[str, ...] = ()  # a sentence for each event, empty where there is nothing to say
    seat: int = -1  # who says it
    text: str = ""


class Settings(NamedTuple):
    """How the table is set, for everybody to see."""

    title: str
    editions: tuple[str, ...]
    options: Mapping[str, str]
    seed: str  # empty where nobody may know it
    levels: tuple[str, ...]  # a bot's level for each seat, empty for a person
    seconds: int = 0  # to answer in a window, 0: nobody hurries
    hands: str = ""  # what those who watch see of them: hidden, one or late; empty: nobody watches
    shown: int = -1  # whose hand they see, at a table that shows one

    @property
    def alone(self) -> bool:
        """Whether there is nobody to talk to: one person plays with bots, and nobody watches."""
        return not self.hands and sum(not level for level in self.levels) == 1


class SeenHand(NamedTuple):
    """A hand that a spectator sees."""

    round: int  # in which it was held
    faces: tuple[int, ...]
    fresh: bool = True  # whether the seat holds these cards now


class Vote(NamedTuple):
    """What the others have said so far about the seats of a player who is away."""

    seats: tuple[int, ...]  # of his program, his own one first
    needed: int  # so many must want the same
    bot: tuple[int, ...] = ()  # seats of those who want a bot to play on
    given_up: tuple[int, ...] = ()  # ... and of those who want nobody to
    silent: tuple[int, ...] = ()  # who are here and have not said anything


class Standing(NamedTuple):
    """How well the table hangs together, for the line that is always visible."""

    text: str = ""  # empty: there is nothing to say
    away: tuple[int, ...] = ()  # seats of players who can't be reached
    votes: tuple[Vote, ...] = ()  # on those of them about whom the others may decide by now
    paused: bool = False  # whether too few are here to go on
    pressed: tuple[int, ...] = ()  # seats of those who have passed in the open window
    asking: tuple[int, ...] = ()  # ... and of those who have asked for more time in it

    @property
    def votable(self) -> tuple[int, ...]:
        """The seats about which the others may decide by now."""
        return tuple(seat for vote in self.votes for seat in vote.seats)


class Session(Protocol):
    """A table as one seat, or as a spectator, sees it."""

    @property
    def seat(self) -> int | None:
        """Whose session it is; None for a spectator."""

    @property
    def view(self) -> View:
        """What the seat may know, as of now."""

    @property
    def seen_hands(self) -> Mapping[int, SeenHand]:
        """What a spectator sees of the hands, by their seats; nothing for anybody else."""

    @property
    def settings(self) -> Settings:
        """How the table is set."""

    @property
    def standing(self) -> Standing:
        """Who is missing, and what can be done about it."""

    async def replace(self, seat: int, bot: bool) -> None:
        """Votes that a bot plays on for a player who is away, or that the seat is given up."""

    @property
    def deadline(self) -> float | None:
        """When the open window closes by itself, on the clock of the event loop."""

    @property
    def preset(self) -> str:
        """In which windows the seat is prompted."""

    def set_preset(self, preset: str) -> None:
        """Change that at once; what was hushed no longer is."""

    def set_pace(self, pace: "Pace") -> None:
        """Let this client's bots and dice take that long from now on."""

    @property
    def prompted(self) -> bool:
        """Whether the open window waits for a key of the person in this seat."""

    @property
    def hushed(self) -> bool:
        """Whether the rest of this turn goes by, but for what hits this seat or would win."""

    def hush(self) -> None:
        """Hush the rest of this turn, or no longer."""

    def legal(self) -> list[Action]:
        """What the seat may do now."""

    def refusal(self, action: Action) -> Refusal | None:
        """Why the seat can't do that now."""

    async def act(self, action: Action, by_itself: bool = False) -> None:
        """Do it; raise Refused if it can't be done.

        What is done `by_itself`, by the program, can't be undone but together with what the person
        did before it.
        """

    @property
    def can_undo(self) -> bool:
        """Whether the last action was a slip that nobody has seen the consequences of."""

    async def undo(self) -> None:
        """Takes it back; does nothing if it can't be."""

    async def more_time(self) -> None:
        """Asks for a longer window."""

    async def say(self, text: str) -> None:
        """Says something to the table."""

    def updates(self) -> AsyncIterator[Update]:
        """Everything that happens from now on; ends when the table closes."""

    def record(self) -> Record:
        """The game so far, as far as the seat may know it."""

    @property
    def audit(self) -> str:
        """What this program has checked of the luck; empty where it made the luck itself."""

    @property
    def unrecorded(self) -> str:
        """Why the game isn't saved as it's played, in a sentence; empty: it is."""

    @property
    def unsaved(self) -> str:
        """Why the result isn't in the user's history, in a sentence; empty: it is."""

    async def close(self) -> None:
        """Goes away from the table; the game is not left by that."""
