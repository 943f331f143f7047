"""The list of recorded games: open one, or delete it."""

from typing import ClassVar, Final

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.content import Content
from textual.worker import get_current_worker

from chez_tui.commands import GAMES, LISTS, Command
from chez_tui.kit.dialogs import Confirm
from chez_tui.kit.lines import Line, Lines, fit
from chez_tui.kit.screen import ChezScreen, FooterLine, bindings_for
from chez_tui.kit.text import wrap
from chez_tui.play.games import Saved, look_at, record_files
from core.telling import clean, listing
from net.sessions.record import RecordError

HERE: Final = "bold reverse"  # the row that the cursor is on
DAY: Final = 18  # cells
OUTCOME: Final = 26
LONGEST: Final = 400  # of a text from a file


class ReplaysScreen(ChezScreen):
    """Every game in the folder, newest first; they are read while the list is already there."""

    PLACES = (LISTS, GAMES)
    HELP = (
        "Every game is recorded as it is played. Enter opens one to be stepped through. A game "
        "that can't be read stays in the list with the reason; it can only be deleted. So does a "
        "game that was played by other rules or with other cards."
    )
    BINDINGS: ClassVar = [*bindings_for(LISTS, GAMES)]
    TITLE = "Replays"

    def __init__(self) -> None:
        super().__init__()
        self.games: list[Saved] = []
        self.cursor = 0

    def compose(self) -> ComposeResult:
        yield GamesLine()
        yield GameList()
        yield GameDetails()
        yield FooterLine()

    def on_mount(self) -> None:
        self.games = [Saved(path, 0.0) for path in record_files(self.chez.world.folders.games)]
        self.call_after_refresh(self.repaint)
        if self.games:
            self._read()

    def footer_commands(self) -> list[Command]:
        """Enter opens; nothing of that works on an empty list."""
        if not self.games:
            return [c for c in super().footer_commands() if c.id not in ("do_it", "delete_game")]
        return [
            c._replace(footer="open") if c.id == "do_it" else c for c in super().footer_commands()
        ]

    @property
    def game(self) -> Saved | None:
        return self.games[self.cursor] if self.games else None

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
        self.games = [saved if game.path == saved.path else game for game in self.games]
        self.repaint()

    def repaint(self) -> None:
        if self.is_mounted:
            self.cursor = max(0, min(self.cursor, len(self.games) - 1))
            for lines in self.query(Lines):
                lines.update_lines()

    # -- keys ------------------------------------------------------------------------------------

    def action_up(self) -> None:
        self.cursor -= 1
        self.repaint()

    def action_down(self) -> None:
        self.cursor += 1
        self.repaint()

    def action_left(self) -> None:
        self.cursor -= max(1, self.query_one(GameList).size.height - 1)
        self.repaint()

    def action_right(self) -> None:
        self.cursor += max(1, self.query_one(GameList).size.height - 1)
        self.repaint()

    def action_do_it(self) -> None:
        game = self.game
        if game is None:
            return
        if not game.problem and not game.blocked:
            try:
                self.chez.open_replay(game.path)
            except RecordError as error:
                self._took(game._replace(problem=str(error)))
        if self.game is not None and (self.game.problem or self.game.blocked):
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
        self.games = [other for other in self.games if other.path != game.path]
        self.repaint()


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

    def build(self, width: int, height: int) -> list[Line]:
        count = f"{len(self.replays.games)} " if self.replays.games else ""
        title = " Recorded games"
        room = max(len(count) + 1, width - len(title))
        return [Content.assemble((title, "bold $accent"), (count.rjust(room), "$muted"))]


class GameList(GamesPane):
    """One line for each game: when, which, who, how it ended."""

    DEFAULT_CSS = "GameList { height: 1fr; }"

    def build(self, width: int, height: int) -> list[Text]:
        games, cursor = self.replays.games, self.replays.cursor
        if not games:
            lines = [Text(), *wrap(Text("  No game yet. Every game you play is kept here."), width)]
            return lines + [Text()] * (height - len(lines))
        rows = max(1, height)
        top = max(0, min(cursor - rows // 2, len(games) - rows))
        lines = [self.row(game, width) for game in games[top : top + rows]]
        lines[cursor - top] = Text.assemble((fit(lines[cursor - top].plain, width), HERE))
        return lines + [Text()] * (height - len(lines))

    def row(self, game: Saved, width: int) -> Text:
        palette = self.palette
        title = 10 if width < 100 else 16
        line = Text(" ", no_wrap=True)
        line.append(fit(game.day if game.when else "", DAY), palette.muted)
        if game.problem:
            line.append(fit("damaged", title), f"bold {palette.bad}")
            line.append(clean(game.path.name, LONGEST))
        elif not game.names:
            line.append(f"reading {clean(game.path.name, LONGEST)}", palette.muted)
        else:
            line.append(fit(clean(game.title, nameless="Game"), title - 1) + " ", "bold")
            names = max(10, width - DAY - title - OUTCOME - 2)
            line.append(fit(", ".join(map(clean, game.names)), names) + " ")
            line.append(outcome(game), palette.accent if game.winners else "")
        line.truncate(width)
        return line


class GameDetails(GamesPane):
    """All about the game under the cursor."""

    DEFAULT_CSS = "GameDetails { height: 6; }"

    def build(self, width: int, height: int) -> list[Text]:
        rule = Text.assemble(("─" * width, self.palette.muted))
        lines = [line for text in self.words() for line in wrap(self.fitting(text), width - 2)]
        lines = [rule, *(Text(" ") + line for line in lines)][:height]
        return lines + [Text()] * (height - len(lines))

    def fitting(self, text: Text) -> Text:
        return text

    def words(self) -> list[Text]:
        game, palette = self.replays.game, self.palette
        if game is None:
            return [
                Text.assemble((f"They are kept in {self.chez.world.folders.games}", palette.muted))
            ]
        where = Text.assemble((clean(str(game.path), LONGEST), palette.muted))
        if game.problem:
            reason = clean(game.problem, LONGEST)
            return [Text.assemble((f"It can't be opened: {reason}", palette.bad)), where]
        if not game.names:
            return [where]
        people = [clean(name) for seat, name in enumerate(game.names) if seat in game.people]
        bots = [clean(name) for seat, name in enumerate(game.names) if seat not in game.people]
        who = f"{listing(people)} against {listing(bots)}" if people and bots else ""
        editions = " + ".join(clean(edition).capitalize() for edition in game.editions)
        played = [Text(who or listing(people or bots))]
        if game.blocked:
            reason = clean(f"{game.blocked[0].upper()}{game.blocked[1:]}", LONGEST)
            played.append(Text(f"{editions}, {outcome(game)}"))
            played.append(Text.assemble((reason, palette.bad)))
        else:
            played.append(Text(f"{editions}, {game.actions} actions, {outcome(game)}"))
        return [*played, where]
