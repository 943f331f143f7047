"""A game as the terminal tells it: sentences, standings, and the end."""

import textwrap
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from core import events as e
from core.telling import listing, player, tell, word

if TYPE_CHECKING:
    from chez_tui.world import World
    from core.events import Event
    from core.game import Game

NARROWEST, WIDEST = 40, 100
BAR: Final = 20
INDENT: Final = "  "
AGAIN: Final = "The same game again: "

Painter = Callable[[str, Iterable[int]], None]  # shows a line, which may name these faces


class Story:
    """The events of one game, told line by line."""

    def __init__(
        self,
        game: "Game",
        world: "World",
        painter: Painter | None = None,
        pace: float = 0.0,
        rounds_only: bool = False,
    ) -> None:
        self.game = game
        self._world = world
        self._painter = painter
        self.pace = pace
        self.rounds_only = rounds_only
        self.width = max(NARROWEST, min(WIDEST, world.terminal.width))
        self._round = 0
        self._last_card = -1  # the face of the card announced last
        self._names = max(len(player(game, seat)) for seat in range(game.players))

    # -- the parts of the story ------------------------------------------------------------------

    def opening(self, levels: Sequence[str], again: str) -> None:
        game = self.game
        editions = " + ".join(edition.name for edition in game.catalog.editions)
        self._rule(f"{editions}: {game.players} bots")
        for level in sorted(set(levels)):
            names = [player(game, s) for s in range(game.players) if levels[s] == level]
            self._line(f"{level.capitalize()}: {listing(names)}")
        self._whole(f"{AGAIN}{again}")

    def tell(self, events: Iterable["Event"]) -> None:
        """Print what an action brought about."""
        for event in events:
            if event.kind == e.TURN_BEGAN:
                self._turn(event)
                continue
            if event.kind == e.ANNOUNCED and event.faces:
                self._last_card = event.faces[-1]
            sentence = None if self.rounds_only else tell(event, self.game)
            if sentence is not None and event.kind != e.WON:
                self._line(INDENT + sentence, self._named(event))
                self._wait()

    def _named(self, event: "Event") -> tuple[int, ...]:
        """Return the faces that a sentence may name."""
        others = event.cards if event.kind == e.ROLE_DRAWN else (event.on,)
        if event.kind not in (e.ROLE_DRAWN, e.ANNOUNCED):
            return event.faces
        pub = self.game.pub
        return (*event.faces, *(pub[card] for card in others if card >= 0 and pub[card] >= 0))

    def ending(self, again: str) -> None:
        game = self.game
        winners = listing(player(game, seat) for seat in game.winners)
        wins = f"{winners} {'wins' if len(game.winners) == 1 else 'win'}"
        self._line("")
        self._rule(wins if winners else f"No winner by round {game.round}")
        for seat in game.winners:
            self._line(
                f"{player(game, seat)}, {self._role(seat)}, has {game.slack[seat]} of "
                f"{game.goal(seat)} Slack in round {game.round}",
                game.roles[seat],
            )
        if winners and self._last_card >= 0:
            name = game.faces[self._last_card].name
            self._line(f"The last card played was {name}", (self._last_card,))
        self._line("")
        order = sorted(range(game.players), key=lambda s: (game.goal(s) - game.slack[s], s))
        self._standings(order)
        self._line("")
        self._whole(f"{AGAIN}{again}")

    def interrupted(self, again: str) -> None:
        self._line("")
        self._whole(f"Left in round {self.game.round}. {AGAIN}{again}")

    # -- headings --------------------------------------------------------------------------------

    def _turn(self, event: "Event") -> None:
        game, seat = self.game, event.seat
        if event.n != self._round:
            self._round = event.n
            self._line("")
            self._rule(f"Round {event.n}")
            self._standings(game.seats_from(game.first))
            self._wait()
        if not self.rounds_only:
            self._line("")
            self._line(
                f"{player(game, seat)}, {self._role(seat)}: {game.slack[seat]} of "
                f"{game.goal(seat)} Slack, Income {game.income_left(seat)}, "
                f"Free Time {game.time_left(seat)}",
                game.roles[seat],
            )

    def _standings(self, seats: Iterable[int]) -> None:
        """Print the race: name, bar, Slack and goal, role."""
        game = self.game
        for seat in seats:
            slack, goal = game.slack[seat], game.goal(seat)
            full = max(0, min(BAR, BAR * slack // goal if goal > 0 else BAR))
            bar = "#" * full + "-" * (BAR - full)
            place = f"{slack}/{goal}" if game.roles[seat] else f"{slack}"
            self._line(
                f"{INDENT}{player(game, seat):<{self._names}}  {bar} {place:>6}  "
                f"{self._role(seat)}",
                game.roles[seat],
            )

    def _role(self, seat: int) -> str:
        roles = " + ".join(self.game.faces[role].name for role in self.game.roles[seat])
        undealt = f"no {word(self.game, 'role')} yet"
        return roles or (undealt if self.game.alive[seat] else "gone")

    # -- putting it on the screen ------------------------------------------------------------------

    def _rule(self, title: str) -> None:
        line = f"== {title} "
        self._line(line + "=" * max(2, self.width - len(line)))

    def _line(self, text: str, faces: Iterable[int] = ()) -> None:
        indent = text[: len(text) - len(text.lstrip())]
        wrapped = textwrap.wrap(
            text, self.width, subsequent_indent=indent + INDENT, break_on_hyphens=False
        ) or [""]
        for line in wrapped:
            self._whole(line, faces)

    def _whole(self, line: str, faces: Iterable[int] = ()) -> None:
        """Print a line as it is: a command mustn't be broken."""
        if self._painter is None:
            self._world.out.write(f"{line}\n")
        else:
            self._painter(line, faces)

    def _wait(self) -> None:
        if self.pace:
            self._world.out.flush()
            time.sleep(self.pace)
