"""A game as it is told in the terminal: sentences, standings, and how it ended."""

import os
import re
import shutil
import sys
import textwrap
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from core import events as e
from core.telling import listing, player, tell, word

if TYPE_CHECKING:
    from rich.console import Console

    from core.events import Event
    from core.game import Game

NARROWEST, WIDEST = 40, 100
BAR: Final = 20
INDENT: Final = "  "
AGAIN: Final = "The same game again: "

SEAT_STYLES: Final = ("cyan", "yellow", "magenta", "green", "blue", "red", "white", "bright_cyan")
CARD_STYLES: Final = {
    "person": "green",
    "thing": "bright_blue",
    "activity": "red",
    "whenever": "dark_orange",
    "role": "magenta",
}


class Story:
    """Tells the events of one game to standard output, in color if that is a terminal."""

    def __init__(self, game: "Game", pace: float = 0.0, rounds_only: bool = False) -> None:
        self.game = game
        self.pace = pace
        self.rounds_only = rounds_only
        self.width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))
        self._round = 0
        self._last_card = -1  # the face of the card announced last
        self._names = max(len(player(game, seat)) for seat in range(game.players))
        self._console = _console(self.width)

    # -- the parts of the story ------------------------------------------------------------------

    def opening(self, levels: Sequence[str], again: str) -> None:
        game = self.game
        editions = " + ".join(edition.name for edition in game.catalog.editions)
        self._rule(f"{editions}: {game.players} bots")
        for level in sorted(set(levels)):
            names = [player(game, s) for s in range(game.players) if levels[s] == level]
            verb = "plays" if len(names) == 1 else "play"
            self._line(f"{listing(names)} {verb} at level {level}")
        self._whole(f"{AGAIN}{again}")

    def tell(self, events: Iterable["Event"]) -> None:
        """What an action brought about."""
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
        """The faces that a sentence may name."""
        others = event.cards if event.kind == e.ROLE_DRAWN else (event.on,)
        if event.kind not in (e.ROLE_DRAWN, e.ANNOUNCED):
            return event.faces
        pub = self.game.pub
        return (*event.faces, *(pub[card] for card in others if card >= 0 and pub[card] >= 0))

    def ending(self, again: str) -> None:
        game = self.game
        winners = listing(player(game, seat) for seat in game.winners)
        self._line("")
        if not winners:
            self._rule(f"Nobody has won by round {game.round}")
        else:
            self._rule(f"{winners} {'wins' if len(game.winners) == 1 else 'win'}")
            for seat in game.winners:
                self._line(
                    f"{player(game, seat)}, {self._role(seat)}, has {game.slack[seat]} of "
                    f"{game.goal(seat)} Slack in round {game.round}",
                    game.roles[seat],
                )
            if self._last_card >= 0:
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
        """The race: name, bar, Slack of the goal, role."""
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
        if not roles and self.game.alive[seat]:  # none is dealt yet
            return f"no {word(self.game, 'role')} yet"
        return roles or "gone"

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
        """A line as it is: a command must not be broken."""
        if self._console is None:
            print(line)
        else:
            self._colored(self._console, line, faces)

    def _colored(self, console: "Console", line: str, faces: Iterable[int]) -> None:
        from rich.text import Text

        text = Text(line)
        game = self.game
        if line.startswith("=="):
            text.stylize("bold")
        for seat in range(game.players):
            style = f"bold {SEAT_STYLES[seat % len(SEAT_STYLES)]}"
            text.highlight_regex(rf"(?<!\w){re.escape(player(game, seat))}(?!\w)", style)
        for number in faces:
            face = game.faces[number]
            text.highlight_words([face.name], CARD_STYLES[face.kind])
        console.print(text, soft_wrap=True)

    def _wait(self) -> None:
        if self.pace:
            sys.stdout.flush()
            time.sleep(self.pace)


def _console(width: int) -> "Console | None":
    """What paints the lines, if the terminal has colors and nobody minds them."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return None
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False, width=width)
