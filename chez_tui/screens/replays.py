"""The list of saved games: open, continue or delete one."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final

from textual import work
from textual.content import Content
from textual.worker import get_current_worker

from chez_tui.commands import BROWSE, GAMES, LISTS, keyed
from chez_tui.errors import UserError
from chez_tui.kit.browser import Browser, BrowsingScreen, FilterLine, next_of
from chez_tui.kit.dialogs import Confirm
from chez_tui.kit.lines import fit
from chez_tui.kit.screen import Heading, bindings_for
from chez_tui.kit.text import wrap
from chez_tui.play.cards import fold
from chez_tui.play.choices import capital
from chez_tui.play.games import Saved, look_at, saved_games, to_go_on, told_of, way_back
from chez_tui.screens.replay import ReplayScreen
from core.telling import clean, listing
from net.sessions.record import RecordError

DAY: Final = 17  # cells
TITLE: Final = (12, 20)  # on small screens and on wide ones
LONGEST: Final = 400  # letters of a text from a file
READING: Final = "Reading your games"
NONE: Final = "No game yet. Play one and it shows up here."
OTHERS: Final = "No matching games. {Back} shows all."


class GameBrowser(Browser[Saved]):
    """A line for each game with its day, title and end; all about the one at the cursor."""

    empty = READING  # what to say if there are no games

    def key(self, item: Saved) -> Path:
        return item.path

    def list_width(self, width: int) -> int:
        return max(30, min(84, width * 68 // 100))

    def nothing(self) -> str:
        return self.empty or keyed(OTHERS, self.chez.world.settings.keys)

    def row(self, item: Saved, width: int) -> Content:
        day, room = (fit(item.day, DAY), "$muted"), TITLE[width > 64]
        if item.problem:
            name = clean(item.path.name, LONGEST)
            return Content.assemble(day, (fit("damaged", room), "bold $alarm"), name)
        title = fit(clean(item.title, nameless="Game"), room - 1) + " "
        return Content.assemble(day, (title, "bold $text"), (outcome(item), f"${ink(item)}"))

    def page(self, item: Saved, width: int, height: int) -> list[Content]:
        return [line for text in about(item) for line in wrap(text, width)]


def called(game: Saved) -> str:
    """Return a game as a question calls it."""
    if game.problem:
        return clean(game.path.name, 60)
    return f"{clean(game.title, nameless='the game')} of {game.day}"


def outcome(game: Saved) -> str:
    """Return how it ended, or that it's unfinished."""
    words = clean(game.outcome, LONGEST, nameless="")
    return words if game.finished or game.told else ", ".join(filter(None, ("unfinished", words)))


INKS: Final = {"won": "good", "lost": "muted", "": "text"}  # of how a game has ended


def ink(game: Saved) -> str:
    """Return the color of how a game ended."""
    return INKS.get(game.result, "accent") if game.finished or game.told else "accent"


def about(game: Saved) -> list[Content]:
    """Return all about a game."""
    where = Content.styled(clean(game.path.name, LONGEST), "$muted")
    if game.problem:
        reason = f"It can't be opened: {clean(game.problem, LONGEST)}"
        return [Content.styled(reason, "$alarm"), where]
    title = clean(game.title, nameless="Game")
    people = [game.names[seat] for seat in game.people]
    who = f"{listing(people)} against {listing(game.others)}" if game.others else ""
    said = Content(who or listing(game.names))
    for seat, name in enumerate(game.names):
        said = said.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", style=f"bold $seat-{seat}")
    editions = " + ".join(clean(edition).capitalize() for edition in game.editions)
    small = [
        f"{game.actions} actions" if game.actions else "",
        f"Seed {game.seed}" if game.seed else "",
        f"chez-tui {game.program}" if game.program else "",
    ]
    why = clean(capital(game.blocked), LONGEST, nameless="")
    return [
        Content.assemble((f" {editions} ", "bold $over on $accent"), "  ", (title, "bold")),
        Content.styled(game.day, "$muted"),
        Content(),
        said,
        Content.styled(outcome(game), f"bold ${ink(game)}"),
        Content(),
        *(Content.styled(text, "$muted") for text in small if text),
        *([Content.styled(why, "$alarm")] if why else []),
        where,
    ]


def marks(game: Saved) -> dict[str, tuple[str, ...]]:
    """Return what a game has for each filter."""
    result = (game.result,) if game.result else ()
    return {"edition": game.editions, "opponent": game.others, "result": result}


def said(game: Saved) -> str:
    """Return what a search looks through."""
    words = (game.title, game.day, *game.names, *game.editions, outcome(game), game.path.name)
    return fold(" ".join((*words, game.result, game.program, game.seed)))


class ReplaysScreen(BrowsingScreen):
    """Every game in your folders, newest first; it reads them again whenever you come back."""

    TITLE = "Replays"
    PLACES: ClassVar = (LISTS, BROWSE, GAMES)
    BINDINGS: ClassVar = [*bindings_for(LISTS, BROWSE, GAMES)]
    FIRST: ClassVar = ("help", "back", "do_it", "go_on", "search", "delete_game")
    OPENS = "open"
    HELP = (
        "Every game is saved as you play. {Do_it} opens one to step through it, {go_on} continues "
        "an unfinished one. Search titles, names, dates and results, or show only one edition, one "
        "opponent, or what you won or lost. If a game can't be read, "
        "the list says why, and all you can do is delete it. Games with other rules or cards stay."
    )

    def __init__(self, go: Callable[..., object]) -> None:
        super().__init__()
        self._go = go  # one of the ways in `flows`, and where it leads
        self.games: dict[Path, Saved] = {}
        self.only: dict[str, str] = {}  # the filters that are set

    def subject(self) -> str:
        unfinished = sum(game.can_go_on for game in self.games.values())
        return f"{len(self.games)} saved, {unfinished} unfinished"

    def help_more(self) -> list[str]:
        return [f"Your games are in {self.chez.world.folders.games}"]

    def make_browser(self) -> GameBrowser:
        return GameBrowser(self.turn)

    # -- reading ---------------------------------------------------------------------------------

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._read()

    @work(thread=True, exclusive=True, group="reading")
    def _read(self) -> None:
        """Read all that the list needs, then play unfinished games to see how far they came."""
        worker, folders, before = get_current_worker(), self.chez.world.folders, self.games
        games = {game.path: game for game in saved_games(folders, told_of(folders.history))}
        for path, game in games.items():
            known = before.get(path)
            if known and known.actions and known.when == game.when:
                games[path] = known
        if not worker.is_cancelled:
            self.app.call_from_thread(self._list, games)
        for game in games.values():
            played = game.finished or game.problem or game.folder or game.actions
            if not played and not worker.is_cancelled:
                seen = look_at(game.path, game)
                if not worker.is_cancelled:
                    self.app.call_from_thread(self._list, {**self.games, seen.path: seen})

    def _list(self, games: dict[Path, Saved]) -> None:
        if self.is_attached:
            self.games = games
            self.query_one(GameBrowser).empty = "" if games else NONE
            self.query_one(Heading).update_lines()
            self.refill(self.search_line.value)

    # -- what is listed --------------------------------------------------------------------------

    def filters(self) -> list[tuple[str, str, str]]:
        names = {"edition": "edition", "opponent": "against", "result": "result"}
        return [(f"filter_{key}", said, self.only.get(key, "")) for key, said in names.items()]

    def narrowed(self) -> bool:
        return bool(self.only) or super().narrowed()

    def show_all(self) -> None:
        """Drop search and filters."""
        self.only = {}
        super().show_all()

    def _found(self, search: str, free: str = "") -> list[Saved]:
        """Return the games that fit the search and the filters; one of them may be left free."""
        wanted = fold(search).split()
        only = {key: value for key, value in self.only.items() if key != free}
        return [
            game
            for game in self.games.values()
            if all(value in marks(game)[key] for key, value in only.items())
            and all(word in text for text in [said(game)] for word in wanted)
        ]

    def refill(self, search: str) -> None:
        found = self._found(search)
        self.search_line.count(f"{len(found)} game{'' if len(found) == 1 else 's'}")
        self.query_one(FilterLine).update_lines()
        self.refresh_footer()
        self.browser.show_items(found, None)

    def _turn(self, key: str) -> None:
        """Set a filter to its next value, those of most games first."""
        search, now = self.search_line.value, self.only.pop(key, "")
        counted = Counter(mark for game in self._found(search) for mark in marks(game)[key])
        if value := next_of([mark for mark, _ in counted.most_common()], now):
            self.only[key] = value
        self.refill(search)

    def action_filter_edition(self) -> None:
        self._turn("edition")

    def action_filter_opponent(self) -> None:
        self._turn("opponent")

    def action_filter_result(self) -> None:
        self._turn("result")

    # -- the game at the cursor ------------------------------------------------------------------

    @property
    def game(self) -> Saved | None:
        return self.browser.current

    def turn(self) -> None:
        super().turn()
        self.refresh_footer()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer no key for what needs a game, or an unfinished one, without it."""
        if not super().check_action(action, parameters):
            return False
        game = self.game
        if action == "go_on":
            return game is not None and game.can_go_on
        return game is not None or action not in ("do_it", "delete_game")

    def action_do_it(self) -> None:
        """Open the game."""
        game = self.game
        if game is None:
            return
        if not game.problem and not game.blocked:
            try:
                self.app.push_screen(ReplayScreen(game.path))
                return
            except RecordError as error:
                self._list({**self.games, game.path: game._replace(problem=str(error))})
        self.app.bell()

    def action_go_on(self) -> None:
        world, game = self.chez.world, self.game
        if game is not None:
            try:
                way = way_back(to_go_on(str(game.path), world.folders), world)
            except UserError as error:
                self._complain(str(error))
            else:
                self._go(*way)

    @work
    async def action_delete_game(self) -> None:
        game = self.game
        if game is not None and await self.app.push_screen_wait(
            Confirm(f"Delete {called(game)}? There's no undo.")
        ):
            try:
                game.path.unlink(missing_ok=True)
            except OSError as error:
                self._complain(f"{game.path} can't be deleted: {error.strerror or error}")
            self._read()

    def _complain(self, sentence: str) -> None:
        self.notify(f"{sentence[0].upper()}{sentence[1:]}", severity="error", markup=False)
