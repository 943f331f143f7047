"""`chez-tui replay`: a saved game, on the full screen or as text."""

import shlex
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from chez_tui import flows
from chez_tui.errors import UserError
from chez_tui.plain.story import Story
from chez_tui.play.games import contents, look_at, record_files
from chez_tui.verbs import flags
from core.telling import clean, listing, player

if TYPE_CHECKING:
    from chez_tui.play.games import Saved
    from chez_tui.world import World
    from net.sessions.replay import Replay


def add_arguments(parser: ArgumentParser) -> None:
    flags.add(parser, flags.game("; - is standard input (default: list games)", nargs="?"))
    parser.add_argument(
        "--text",
        action="store_true",
        help="print the game as text (default without a terminal)",
    )
    flags.add(parser, *flags.PERSON)


def run(args: Namespace, world: "World") -> int:
    text = args.text or not (world.terminal.whole and world.terminal.moves)
    if args.game is None:
        return _list(world) if text else flows.run(world, "replays")
    from net.sessions.record import RecordError, record_in
    from net.sessions.replay import Replay

    try:
        path, data = contents(args.game, world)
        replay = Replay(record_in(data, path))
    except RecordError as error:
        raise UserError(str(error)) from None
    if text:
        _tell(replay, path, world)
        return 0
    return flows.run(world, "replay", path)


def _list(world: "World") -> int:
    """Print one line for each saved game, newest first."""
    files = record_files(world.folders.games)
    for game in map(look_at, files):
        what = clean(game.problem, 400) if game.problem else _told(game)
        print(f"{clean(game.path.stem, 200)}  {game.day}  {what}", flush=True)
    if not files:
        print(f"No saved games in {world.folders.games}")
    return 0


def _told(game: "Saved") -> str:
    """Return who played what, how it ended, and why it can't be opened if that's so."""
    names = ", ".join(map(clean, game.names))
    why = f"; {game.blocked}" if game.blocked else ""
    return f"{clean('+'.join(game.editions), 80)}  {names}: {clean(game.outcome + why, 400)}"


class _Retelling(Story):
    """The story of a game that's over."""

    def begin(self, replay: "Replay") -> None:
        game, header = self.game, replay.record.header
        editions = " + ".join(edition.name for edition in game.catalog.editions)
        title = clean(header.about.get("title", ""), nameless="A game")
        self._rule(f"{title}, {editions}")
        self._line(listing(player(game, seat) for seat in range(game.players)))

    def sum_up(self, replay: "Replay") -> None:
        from net.sessions.highlights import dice_words, highlights, told

        found = highlights(replay)
        self._line("")
        for title, phrase in told(found, self.game):
            self._line(f"{title}: {phrase}")
        for seat, dice in enumerate(found.dice):
            self._line(f"{player(self.game, seat)}'s dice: {dice_words(dice)}")
        if replay.record.torn:
            self._line("The file breaks off in the middle of an action")


def _tell(replay: "Replay", path: Path, world: "World") -> None:
    game = replay.record.game()
    story = _Retelling(game, world, flags.story_painter(game, world))
    story.begin(replay)
    for step in replay.steps:
        game.apply(step.action)
        story.tell(step.events)
    story.ending(shlex.join(("chez-tui", "replay", str(path))))
    story.sum_up(replay)
