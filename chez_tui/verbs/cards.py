"""`chez-tui cards`: the catalog in the terminal, and the check of custom card files."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from chez_tui.errors import UserError
from chez_tui.play.cards import KINDS, as_json, as_line, select
from chez_tui.verbs import flags
from chez_tui.world import Folders, World
from core.cards import ROLE
from core.catalog import EDITIONS, problems


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "search", metavar="SEARCH", nargs="*", help="words in a name, text or category"
    )
    parser.add_argument(
        "--type", metavar="T", type=str.casefold, choices=KINDS, help=f"one of {', '.join(KINDS)}"
    )
    parser.add_argument("--category", metavar="C", help="Food, Sleep, Noise, uninvited, ...")
    flags.add(parser, *flags.deck("all"))
    parser.add_argument("--json", action="store_true", help="for programs: a list of objects")
    folder = str(Folders.of_process().cards).replace("%", "%%")
    parser.add_argument(
        "--validate",
        metavar="FILE",
        type=Path,
        nargs="+",
        help=f"check your own card files (their folder is {folder})",
    )


def run(args: Namespace, world: World) -> int:
    if args.validate:
        # Check every file, even after a bad one.
        return max([validate(path, flags.editions_asked(args)) for path in args.validate])
    catalog = flags.cards_asked(args, world, EDITIONS)
    faces = select(catalog, " ".join(args.search), args.type, args.category)
    names = {edition.key: edition.name for edition in catalog.editions}
    if args.json:
        print(json.dumps([as_json(face) for face in faces], ensure_ascii=False, indent=2))
    elif world.terminal.shows:
        from chez_tui.verbs.colored import print_cards

        print_cards(faces, names, world.terminal.width)
    else:
        for face in faces:
            print(as_line(face, names.get(face.edition, "own") if len(names) > 1 else ""))
    if not faces:
        raise UserError("no matching cards. Run chez-tui cards to see them all.")
    return 0


def validate(path: Path, editions: Sequence[str]) -> int:
    """Print what's wrong with a file, or that it's fine; return the exit status."""
    faces, errors = problems(path, editions)
    for error in errors:
        print(f"{error.path}:{error.line}: {error.message}")
    if errors:
        return 1
    roles = sum(face.kind == ROLE for face in faces)
    print(f"{_count(len(faces) - roles, 'card')}, {_count(roles, 'role')}: fine")
    return 0


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
