"""`chez-tui export`: a recorded game, written in table notation."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from chez_tui.errors import UserError
from chez_tui.world import World
from core.notation.export import ExportError, export
from net.sessions.record import RecordError, read_record


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", type=Path, help="a recorded game")


def run(args: Namespace, world: World) -> int:
    try:
        record = read_record(args.game)
        text = export(record.game(), record.actions, title=args.game.stem)
    except (RecordError, ExportError) as error:
        raise UserError(str(error)) from None
    for own in record.header.own:
        print(f"# with the cards of {own.name}: check it with --cards {own.name}")
    if record.torn:
        print("# the record breaks off in the middle of a line")
    print(text, end="")
    return 0
