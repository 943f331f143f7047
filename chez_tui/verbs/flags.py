"""Command-line arguments that several verbs share, and what they ask for."""

from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Callable, Coroutine, Sequence
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any, Final

from chez_tui.errors import UserError
from chez_tui.settings import THEMES, editions_from
from core.setting import Flag, Setting

if TYPE_CHECKING:
    from pathlib import Path

    from chez_tui.plain.story import Painter
    from chez_tui.play.online import JoinedTable
    from chez_tui.play.options import TableSpec
    from chez_tui.world import World
    from core.catalog import Catalog
    from core.game import Game
    from net.wire.codes import Address, JoinCode


Argument = tuple[str, dict[str, Any]]


def argument(name: str, **how: Any) -> Argument:
    """Return an argument and how to read it, as `add` takes it."""
    return name, how


def add(parser: ArgumentParser, *arguments: Argument | Setting) -> None:
    """Add what a verb reads; a setting's flag gives the text of its value."""
    for wanted in arguments:
        name, how = _flag_of(wanted) if isinstance(wanted, Setting) else wanted
        parser.add_argument(name, **how)


# -- numbers and paths -----------------------------------------------------------------------------


def number(low: int, high: int, said: str) -> Callable[[str], int]:
    """Return a function that reads a whole number; `said` names the range in a sentence."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and low <= int(text[:9]) <= high):
            raise ArgumentTypeError(f"{said}, not {text!r}")
        return int(text)

    return read


def seconds(most: float) -> Callable[[str], float]:
    """Return a function that reads a time."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value <= most:
            raise ArgumentTypeError(f"must be 0 to {most:.0f} seconds, not {text!r}")
        return value

    return read


def a_path(text: str) -> "Path":
    """Return a file or folder; few commands need one, so import `pathlib` only then."""
    from pathlib import Path

    return Path(text)


def new_path(text: str) -> "Path":
    """Return a file that doesn't exist yet, in a folder that does."""
    import os

    path = a_path(text).absolute()
    if os.path.lexists(path):  # even a broken link
        raise ArgumentTypeError(f"{text} already exists; name a new file")
    if not path.parent.is_dir():
        raise ArgumentTypeError(f"{path.parent} isn't a folder")
    if not os.access(path.parent, os.W_OK):
        raise ArgumentTypeError(f"can't write to {path.parent}")
    return path


def game(more: str = "", name: str = "game", **how: Any) -> Argument:
    """Return a saved game; `games.named` finds its file."""
    said = f"a saved game: a file, or its name in your games folder{more}"
    return argument(name, metavar="GAME", help=said, **how)


def record(what: str) -> Argument:
    """Return where to save the game instead of the games folder."""
    said = f"{what} (never overwrites)"
    return argument("--record", metavar="FILE", type=new_path, help=said)


# -- the person ------------------------------------------------------------------------------------


def name(option: str = "--name") -> Argument:
    """Return the person's name; where `--name` means something else, it's another option."""
    return argument(option, dest="player", metavar="NAME", help="your name at the table")


ASCII: Final = argument("--ascii", action="store_true", help="draw with plain letters only")
NO_SETTINGS: Final = argument(
    "--no-settings", action="store_true", help="leave your settings file alone"
)
LOOKS: Final = (
    argument("--theme", metavar="T", choices=THEMES, help=f"colors: {', '.join(THEMES)}"),
    ASCII,
    argument(
        "--calm",
        action=BooleanOptionalAction,
        help="reduce motion (automatic over SSH)",
    ),
    NO_SETTINGS,
)
PERSON: Final = (name(), *LOOKS)


# -- the game --------------------------------------------------------------------------------------


def _flag_of(setting: Setting) -> Argument:
    flag = setting.flag
    assert flag is not None
    how: dict[str, Any] = {"dest": setting.key, "help": flag.help}
    if flag.metavar is None and len(setting.values) == 2:
        how |= {"action": "store_const", "const": setting.values[1]}
    elif setting.values and not setting.between:
        how |= {"metavar": flag.metavar, "choices": setting.values}
    else:
        how |= {"metavar": flag.metavar, "type": _value_of(setting, flag)}
    return flag.name, how


def _value_of(setting: Setting, flag: Flag) -> Callable[[str], str]:
    """Return a function that reads a typed value."""

    def read(text: str) -> str:
        if setting.between:
            number(*setting.between, flag.wrong)(text)
        problem = setting.check(text) if setting.check is not None else ""
        if problem:
            raise ArgumentTypeError(problem)
        return text

    return read


def settings_asked(args: Namespace, spec: "TableSpec", *settings: Setting) -> "TableSpec":
    """Return a table with the settings from a command line."""
    for setting in settings:
        text = getattr(args, setting.key, None)
        if text:
            spec = spec.put(setting, text)
    return spec


def read_levels(text: str) -> list[str]:
    """Return bot levels from a text with commas between them."""
    from chez_tui.play.options import levels_from

    try:
        return levels_from(text)
    except UserError as error:
        raise ArgumentTypeError(str(error)) from None


LEVELS: Final = "easy, normal or hard; several, like easy,hard, take turns (default: normal)"


def levels_around(levels: Sequence[str], players: int) -> tuple[str, ...]:
    """Return a level for each seat: those asked for take turns."""
    if len(levels) > players:
        raise UserError(f"too many levels: {len(levels)} for {players} players", 2)
    return tuple(islice(cycle(levels), players))


def players(said: str, usual: int) -> Argument:
    """Return the number of players where all are bots."""
    reads = number(2, 8, "must be 2 to 8")
    return argument("--players", metavar="N", type=reads, default=usual, help=said)


def read_level(text: str) -> str:
    """Return the level of one bot."""
    levels = read_levels(text)
    if len(levels) != 1:
        raise ArgumentTypeError("one bot has one level")
    return levels[0]


def read_option(text: str) -> tuple[str, str]:
    """Return a house rule: NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ArgumentTypeError(f"write options like hand=7, not {text!r}")
    return name.strip(), value.strip()


def read_seed(text: str) -> int:
    """Return a seed as people type it."""
    from core.luck import parse_seed

    try:
        return parse_seed(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


OPTION: Final = argument(
    "--option",
    metavar="NAME=VALUE",
    type=read_option,
    action="append",
    default=[],
    help="a house rule, such as hand=7, guests=off or, in a mix, madness=off; "
    "repeat it for several",
)
CARDS: Final = argument(
    "--cards",
    metavar="FILE",
    type=a_path,
    action="append",
    default=[],
    help="add the cards in this file; repeat it for several",
)


def editions(default: str = "geek") -> tuple[Argument, ...]:
    """Return the options that `editions_asked` reads."""
    kinds = "geek, greek, goth, grunt, cthulhu, or a mix such as geek+cthulhu"
    more = "editions to mix in, separated by commas"
    return (
        argument("--edition", metavar="E", help=f"{kinds} (default: {default})"),
        argument("--mix", metavar="E", help=more),
    )


def deck(default: str = "geek") -> tuple[Argument, ...]:
    """Return the options that `cards_asked` reads."""
    left_out = "leave out your own cards"
    return (*editions(default), CARDS, argument("--no-own", action="store_true", help=left_out))


def editions_asked(args: Namespace, default: tuple[str, ...] = ("geek",)) -> tuple[str, ...]:
    """Return the editions that --edition and --mix ask for."""
    if args.mix is None:
        return default if args.edition is None else editions_from(args.edition)
    return editions_from(f"{'geek' if args.edition is None else args.edition}+{args.mix}")


def cards_asked(args: Namespace, world: "World", default: tuple[str, ...] = ("geek",)) -> "Catalog":
    """Return the cards that the options of `deck` ask for."""
    from chez_tui.play.newgame import catalog_from

    own = () if args.no_own else world.folders.own_cards()
    return catalog_from(editions_asked(args, default), own, args.cards)


# -- tables on the network -------------------------------------------------------------------------


TABLE: Final = argument(
    "table",
    nargs="?",
    metavar="CODE|HOST:PORT",
    help="its join code or address (default: list local tables)",
)
PLAIN: Final = argument("--plain", action="store_true", help="line by line, for screen readers")


def table_asked(
    args: Namespace, world: "World", missing: str, plain: str, *ways: str
) -> "JoinCode | Address | None":
    """Return the table that the user named, or None for the list of tables, which needs a screen.

    Without a screen, the error for that is `missing`; `plain` and `ways` are what works then.
    """
    from chez_tui.play.addresses import read_target

    target = None if args.table is None else read_target(args.table)
    if on_screen(args):
        if target is None:
            world.terminal.need("the list of tables", "chez-tui tables", plain)
        world.terminal.need("this table", plain, *ways)
    elif target is None:
        raise UserError(missing, 2)
    return target


def on_screen(args: Namespace) -> bool:
    """Return whether a verb should fill the screen."""
    return not args.plain and getattr(args, "bot", None) is None


def bot(whose: str = "a bot plays") -> Argument:
    """Return the option that lets a bot play for the person."""
    said = f"no screen, {whose}: easy, normal or hard"
    return argument("--bot", metavar="L", type=read_level, help=said)


def _password(text: str) -> str:
    from net.table.agreed import password_problem

    problem = password_problem(text)
    if problem:
        raise ArgumentTypeError(problem)
    return text


PASSWORD: Final = (
    argument("--private", action="store_true", help="ask for the table's password"),
    argument("--password", metavar="WORD", type=_password, help="the table's password"),
)


def password_asked(args: Namespace, world: "World") -> str:
    """Return the password that a command line gives or asks for, or an empty text."""
    if args.password is not None or not args.private:
        return args.password or ""
    try:
        return _password(world.ask_password())
    except ArgumentTypeError as error:
        raise UserError(str(error), 2) from None


def sit_down(
    args: Namespace,
    world: "World",
    coming: "Coroutine[None, None, JoinedTable]",
) -> int:
    """Play at a network table without a screen; return the exit status."""
    import asyncio

    if args.bot is not None:
        from chez_tui.play.online import join_headless

        return asyncio.run(join_headless(coming, world))
    from chez_tui.plain.lobby import sit

    return asyncio.run(sit(coming, world))


# -- what is shown ---------------------------------------------------------------------------------


def story_painter(game: "Game", world: "World") -> "Painter | None":
    """Return a function that prints a game in color, if the terminal has colors and the user wants
    them."""
    terminal = world.terminal
    if not terminal.shows or not terminal.colors or terminal.kind == "dumb":
        return None
    from chez_tui.verbs.colored import painter

    return painter(game, world.out, terminal.width)
