"""The list of recorded games: open one, or delete it."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.content import Content
from textual.worker import get_current_worker

from chez_tui.commands import GAMES, LISTS, Command
from chez_tui.kit.dialogs import Confirm
from chez_tui.kit.lines import Lines, fit
from chez_tui.kit.rows import Rows
from chez_tui.kit.screen import ChezScreen, FooterLine, bindings_for
from chez_tui.kit.text import wrap
from chez_tui.play.games import Saved, look_at, record_files
from chez_tui.screens.replay import ReplayScreen
from core.telling import clean, listing
from net.sessions.record import RecordError

DAY: Final = 18  # cells
OUTCOME: Final = 26
LONGEST: Final = 400  # of a text from a file


class ReplaysScreen(ChezScreen):
    """Every game in the folder, newest first; they are read while the list is already there."""

    PLACES = (LISTS, GAMES)
    HELP = (
        "Every game is recorded as it is played. {do_it} opens one to be stepped through. A game "
        "that can't be read stays in the list with the reason; it can only be deleted. So does a "
        "game that was played by other rules or with other cards."
    )
    BINDINGS: ClassVar = [*bindings_for(LISTS, GAMES)]
    TITLE = "Replays"

    @property
    def rows(self) -> "GameList":
        return self.query_one(GameList)

    @property
    def games(self) -> tuple[Saved, ...]:
        return self.rows.items

    @property
    def game(self) -> Saved | None:
        return self.rows.current

    def compose(self) -> ComposeResult:
        yield GamesLine()
        yield GameList()
        yield GameDetails()
        yield FooterLine()

    def on_mount(self) -> None:
        files = record_files(self.chez.world.folders.games)
        self.rows.focus()
        self._list([Saved(path, 0.0) for path in files])
        if files:
            self._read()

    def footer_commands(self) -> list[Command]:
        """Enter opens; nothing of that works on an empty list."""
        if not self.games:
            return [c for c in super().footer_commands() if c.id not in ("do_it", "delete_game")]
        return [
            c._replace(footer="open") if c.id == "do_it" else c for c in super().footer_commands()
        ]

    @work(thread=True, exclusive=True)
    def _read(self) -> None:
        """Looks at one game after the other without keeping the keys waiting."""
        worker = get_current_worker()
        for unread in tuple(self.games):
            if worker.is_cancelled:
                return
            saved = look_at(unread.path)
            if not worker.is_cancelled:
                self.app.call_from_thread(self._took, saved)

    def _took(self, saved: Saved) -> None:
        self._list([saved if game.path == saved.path else game for game in self.games])

    def _list(self, games: Sequence[Saved]) -> None:
        if self.is_attached:
            self.rows.set_items(games)
            self.moved()

    # -- keys ------------------------------------------------------------------------------------

    @on(Rows.Moved)
    def moved(self) -> None:
        for lines in self.query(Lines):
            lines.update_lines()

    def action_left(self) -> None:
        self.rows.action_page(-1)

    def action_right(self) -> None:
        self.rows.action_page(1)

    @on(Rows.Chosen)
    def replay(self, message: Rows.Chosen[Saved]) -> None:
        game = message.item
        if not game.problem and not game.blocked:
            try:
                self.app.push_screen(ReplayScreen(game.path))
            except RecordError as error:
                game = game._replace(problem=str(error))
                self._took(game)
        if game.problem or game.blocked:
            self.app.bell()

    @work
    async def action_delete_game(self) -> None:
        game = self.game
        if game is not None and await self.app.push_screen_wait(
            Confirm(f"Delete {named(game)} for good?")
        ):
            self._delete(game)

    def _delete(self, game: Saved) -> None:
        try:
            game.path.unlink(missing_ok=True)
        except OSError as error:
            reason = f"{game.path} can't be deleted: {error.strerror or error}"
            self.notify(reason, severity="error", markup=False)
            return
        self._list([other for other in self.games if other.path != game.path])


def named(game: Saved) -> str:
    """A game as a question calls it."""
    if game.problem or not game.when:
        return clean(game.path.name, 60)
    return f"{clean(game.title, nameless='the game')} of {game.day}"


def outcome(game: Saved) -> str:
    """How it ended, or that it did not."""
    words = clean(game.outcome, LONGEST)
    return words if game.finished or game.told else f"unfinished, {words}"


class GamesPane(Lines):
    """A zone of the list's screen."""

    @property
    def replays(self) -> ReplaysScreen:
        screen = self.screen
        assert isinstance(screen, ReplaysScreen)
        return screen


class GamesLine(GamesPane):
    """The top line: how many games there are."""

    def build(self, width: int, height: int) -> list[Content]:
        count = f"{len(self.replays.games)} " if self.replays.games else ""
        title = " Recorded games"
        room = max(len(count) + 1, width - len(title))
        return [Content.assemble((title, "bold $accent"), (count.rjust(room), "$muted"))]


class GameList(Rows[Saved]):
    """One line for each game: when, which, who, how it ended."""

    ROUND = False

    def key(self, item: Saved) -> Path:
        return item.path

    def head(self, width: int, height: int) -> list[Content]:
        if self.items:
            return []
        return [
            Content(),
            *wrap(Content("  No game yet. Every game you play is kept here."), width),
        ]

    def draw(self, item: Saved, here: bool, width: int) -> list[Content]:
        line = self._row(item, width)
        if here:
            line = Content.assemble((fit(line.plain, width), "bold reverse"))
        return [line]

    def _row(self, game: Saved, width: int) -> Content:
        title = 10 if width < 100 else 16
        day = (fit(game.day if game.when else "", DAY), "$muted")
        name = clean(game.path.name, LONGEST)
        if game.problem:
            line = Content.assemble(" ", day, (fit("damaged", title), "bold $bad"), name)
        elif not game.names:
            line = Content.assemble(" ", day, (f"reading {name}", "$muted"))
        else:
            called = fit(clean(game.title, nameless="Game"), title - 1) + " "
            names = max(10, width - DAY - title - OUTCOME - 2)
            people = fit(", ".join(map(clean, game.names)), names) + " "
            ended = (outcome(game), "$accent" if game.winners else "")
            line = Content.assemble(" ", day, (called, "bold"), people, ended)
        return line.truncate(width)


class GameDetails(GamesPane):
    """All about the game under the cursor."""

    def build(self, width: int, height: int) -> list[Content]:
        lines = [line for text in self.words() for line in wrap(text, width - 2)]
        rule = Content.assemble(("─" * width, "$muted"))
        return [rule, *(Content.assemble(" ", line) for line in lines)][:height]

    def words(self) -> list[Content]:
        game = self.replays.game
        if game is None:
            return [
                Content.assemble((f"They are kept in {self.chez.world.folders.games}", "$muted"))
            ]
        where = Content.assemble((clean(str(game.path), LONGEST), "$muted"))
        if game.problem:
            reason = clean(game.problem, LONGEST)
            return [Content.assemble((f"It can't be opened: {reason}", "$bad")), where]
        if not game.names:
            return [where]
        people = [clean(name) for seat, name in enumerate(game.names) if seat in game.people]
        bots = [clean(name) for seat, name in enumerate(game.names) if seat not in game.people]
        who = f"{listing(people)} against {listing(bots)}" if people and bots else ""
        editions = " + ".join(clean(edition).capitalize() for edition in game.editions)
        played = [Content(who or listing(people or bots))]
        if game.blocked:
            reason = clean(f"{game.blocked[0].upper()}{game.blocked[1:]}", LONGEST)
            played.append(Content(f"{editions}, {outcome(game)}"))
            played.append(Content.assemble((reason, "$bad")))
        else:
            played.append(Content(f"{editions}, {game.actions} actions, {outcome(game)}"))
        return [*played, where]
