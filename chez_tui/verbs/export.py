"""`chez-tui export`: a saved game in table notation."""

from argparse import ArgumentParser, Namespace

from chez_tui.errors import UserError
from chez_tui.play.games import contents, said_of
from chez_tui.verbs import flags
from chez_tui.world import World
from core.notation.export import ExportError, export
from net.sessions.record import RecordError, record_in


def add_arguments(parser: ArgumentParser) -> None:
    flags.add(parser, flags.game("; - is standard input"))


def run(args: Namespace, world: World) -> int:
    try:
        path, data = contents(args.game, world)
        record = record_in(data, path)
        text = export(record.game(), record.actions, title=path.stem)
    except (RecordError, ExportError) as error:
        raise UserError(str(error)) from None
    about = said_of(record.header, path)
    if about:
        print(f"# {about}")
    for own in record.header.own:
        print(f"# uses the cards in {own.name}: check it with --cards {own.name}")
    if record.torn:
        print("# the file breaks off in the middle of a line")
    print(text, end="")
    return 0
