"""What people talk about after a game: who was ahead when, the best card, the luck of the dice."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from core import events as e
from core.actions import THROW
from core.events import Event
from core.game import Game
from core.telling import player, tell
from net.sessions.replay import Replay

EVEN: Final = 3.5  # what a fair die shows on average
SPREAD: Final = 1.71  # how far from it one throw typically falls
_NO_CAUSE: Final = (e.WON, e.TURN_BEGAN, e.DREW, e.SHUFFLED, e.ROLLED)
# What changes the Slack, or the goal, of the seat that it is about.
_COUNTS: Final = (
    e.ENTERED, e.DISCARDED, e.EATEN, e.MOVED, e.TAKEN, e.MARKED, e.GOAL, e.TOKENS, e.ROLE_DRAWN,
    e.GLOOM, e.MADNESS,
)  # fmt: skip


class Dice(NamedTuple):
    """What one player has rolled: how often each number from 1 to 6 came up."""

    counts: tuple[int, ...] = (0,) * 6

    def and_a(self, number: int) -> "Dice":
        """These dice and one more roll."""
        return Dice(tuple(n + (face == number) for face, n in enumerate(self.counts, 1)))

    @property
    def thrown(self) -> int:
        return sum(self.counts)

    @property
    def total(self) -> int:
        return sum(face * n for face, n in enumerate(self.counts, 1))

    @property
    def average(self) -> float:
        return self.total / self.thrown if self.thrown else 0.0

    @property
    def luck(self) -> float:
        """How far above or below a fair die; 0 for whoever threw none."""
        return self.average - EVEN if self.thrown else 0.0

    @property
    def mood(self) -> str:
        """Whether that is more than the usual ups and downs of so many throws."""
        usual = SPREAD / max(1, self.thrown) ** 0.5
        return "lucky" if self.luck > usual else "unlucky" if self.luck < -usual else "even"


class BestCard(NamedTuple):
    """The card that was worth most when it came into a room."""

    seat: int
    face: int
    slack: int
    round: int


class Outcast(NamedTuple):
    """The Person that was sent out of rooms most often."""

    face: int
    times: int


class Swing(NamedTuple):
    """The biggest change of one player's Slack within a turn, no matter whose."""

    seat: int
    change: int
    round: int
    turn: int


class Finish(NamedTuple):
    """How the game was won: what happened last, and the card it hung on (-1: none)."""

    sentence: str
    face: int


class Highlights(NamedTuple):
    """Everything worth telling about a game; tuples over seats unless they say otherwise."""

    rounds: int
    slack: tuple[tuple[int, ...], ...]  # at the end of each round, as long as the seat was there
    dice: tuple[Dice, ...]
    best: BestCard | None
    outcast: Outcast | None
    swing: Swing | None
    stopped: tuple[int, ...]  # announcements of others that the seat has stopped
    tv: tuple[int, ...]  # TVs thrown
    in_vain: tuple[int, ...]  # People called who were not home
    eaten: tuple[int, ...]  # cards lost to pests
    finish: Finish | None
    parties: tuple[int, ...] = ()  # GREEK-2
    caught: tuple[int, ...] = ()  # with something Illicit
    madness: tuple[int, ...] = ()  # so much of it the seat has got


def highlights(replay: Replay) -> Highlights:
    """Walks through a game once and keeps what stands out."""
    game = replay.record.game()
    notes = _Notes(game)
    for step in replay.steps:
        game.apply(step.action)
        for event in step.events:
            notes.take(event)
    notes.end_of_turn()
    notes.end_of_round()
    last = replay.steps[-1].events if replay.steps else ()
    return notes.summary(finish(replay.final, last))


class _Notes:
    """What is kept while a game goes by."""

    def __init__(self, game: Game) -> None:
        n = game.players
        self.game = game
        self.round = 0
        self.turn = -1
        self.before: list[int] = []  # Slack when the turn began
        self.slack: list[list[int]] = [[] for _ in range(n)]
        self.dice = [Dice()] * n
        self.best: BestCard | None = None
        self.outcasts: Counter[int] = Counter()
        self.swing: Swing | None = None
        self.stopped, self.tv, self.in_vain, self.eaten = ([0] * n for _ in range(4))
        self.parties, self.caught, self.madness = ([0] * n for _ in range(3))

    def take(self, event: Event) -> None:
        seat = event.seat
        if event.kind == e.TURN_BEGAN:
            self.end_of_turn()
            if event.n != self.round:
                self.end_of_round()
                self.round = event.n
            self.turn = seat
            self.before = list(self.game.slack)
        elif event.kind == e.ROLLED:
            self.dice[seat] = self.dice[seat].and_a(event.n)
        elif event.kind == e.ENTERED:
            if event.n > (self.best.slack if self.best else 0):
                self.best = BestCard(seat, event.faces[0], event.n, self.round)
        elif event.kind == e.MOVED or (event.kind, event.word) == (e.DISCARDED, "sent away"):
            face = event.faces[0]
            self.outcasts[self.game.catalog.originals.get(face, face)] += 1
        elif event.kind == e.STOPPED and event.other >= 0:
            self.stopped[event.other] += 1
        elif event.kind == e.ANNOUNCED and event.word == THROW:
            self.tv[seat] += 1
        elif event.kind == e.NOT_HOME:
            self.in_vain[seat] += 1
        elif event.kind == e.EATEN:
            self.eaten[seat] += 1
        elif event.kind == e.PARTY:
            self.parties[seat] += 1
        elif event.kind == e.CAUGHT:
            self.caught[seat] += 1
        elif event.kind == e.MADNESS:
            self.madness[seat] += max(0, event.n)

    def end_of_turn(self) -> None:
        game = self.game
        for seat, before in enumerate(self.before):
            change = game.slack[seat] - before
            if game.alive[seat] and abs(change) > abs(self.swing.change if self.swing else 0):
                self.swing = Swing(seat, change, self.round, self.turn)

    def end_of_round(self) -> None:
        if self.round:
            for seat, line in enumerate(self.slack):
                if self.game.alive[seat]:
                    line.append(self.game.slack[seat])

    def summary(self, won: Finish | None) -> Highlights:
        most = self.outcasts.most_common(1)
        return Highlights(
            rounds=self.round,
            slack=tuple(map(tuple, self.slack)),
            dice=tuple(self.dice),
            best=self.best,
            outcast=Outcast(*most[0]) if most else None,
            swing=self.swing,
            stopped=tuple(self.stopped),
            tv=tuple(self.tv),
            in_vain=tuple(self.in_vain),
            eaten=tuple(self.eaten),
            finish=won,
            parties=tuple(self.parties),
            caught=tuple(self.caught),
            madness=tuple(self.madness),
        )


def finish(game: Game, events: Sequence[Event]) -> Finish | None:
    """Return what won the game, of all that its last action came to: the sentence that changed a
    winner's Slack, or the last one if it changed from afar."""
    if not game.winners:
        return None
    heard = [
        (event, sentence)
        for event in events
        if event.kind not in _NO_CAUSE and (sentence := tell(event, game)) is not None
    ]
    if not heard:
        winner = game.winners[0]
        return Finish(f"{player(game, winner)} has {game.slack[winner]} Slack", -1)
    counted = [this for this in heard if this[0].kind in _COUNTS and this[0].seat in game.winners]
    event, sentence = (counted or heard)[-1]
    return Finish(sentence, event.faces[0] if event.faces else -1)


# -- in words --------------------------------------------------------------------------------------


def told(found: Highlights, game: Game) -> list[tuple[str, str]]:
    """The highlights as pairs of a title and a phrase; `game` knows the names."""
    lines: list[tuple[str, str]] = []
    if found.best is not None:
        best = found.best
        lines.append(
            (
                "Best card",
                f"{game.faces[best.face].name}, {best.slack} Slack for "
                f"{player(game, best.seat)} in round {best.round}",
            )
        )
    if found.outcast is not None:
        face, times = found.outcast
        lines.append(("Most evicted", f"{game.faces[face].name}, out the door {_times(times)}"))
    if found.swing is not None:
        lines.append(("Biggest swing", _swing(found.swing, game)))
    for title, counts in (
        ("Plays canceled", found.stopped),
        ("TVs thrown", found.tv),
        ("Not home", found.in_vain),
        ("Fed to pests", found.eaten),
        ("Parties thrown", found.parties),
        ("Caught", found.caught),
        ("Madness gained", found.madness),
    ):
        if any(counts):
            lines.append((title, _tally(counts, game)))
    return lines


def dice_words(dice: Dice) -> str:
    """The luck of one player: 3.9 in 12 rolls, lucky."""
    if not dice.thrown:
        return "no rolls"
    rolls = "roll" if dice.thrown == 1 else "rolls"
    return f"{dice.average:.1f} in {dice.thrown} {rolls}, {dice.mood}"


def _swing(swing: Swing, game: Game) -> str:
    who = player(game, swing.seat)
    whose = "" if swing.turn == swing.seat else f"{player(game, swing.turn)}'s turn of "
    verb = "gains" if swing.change > 0 else "loses"
    return f"{who} {verb} {abs(swing.change)} Slack in {whose}round {swing.round}"


def _tally(counts: Sequence[int], game: Game) -> str:
    """Who how often, the most first: Pam 4, Lee 1."""
    order = sorted(range(len(counts)), key=lambda seat: (-counts[seat], seat))
    return ", ".join(f"{player(game, seat)} {counts[seat]}" for seat in order if counts[seat])


def _times(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n, f"{n} times")
