"""Words of the command line that several verbs read in the same way, and what they ask for."""

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
    """Return a word of a command line and how it is read, as `add` takes it."""
    return name, how


def add(parser: ArgumentParser, *arguments: Argument | Setting) -> None:
    """Add what a verb reads; of a setting its flag, which gives the text of a value."""
    for wanted in arguments:
        name, how = _flag_of(wanted) if isinstance(wanted, Setting) else wanted
        parser.add_argument(name, **how)


# -- numbers and paths -----------------------------------------------------------------------------


def number(low: int, high: int, said: str) -> Callable[[str], int]:
    """Return what reads a whole number; `said` is what there may be, in a sentence."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and low <= int(text[:9]) <= high):
            raise ArgumentTypeError(f"{said}, not {text!r}")
        return int(text)

    return read


def seconds(most: float) -> Callable[[str], float]:
    """Return what reads a time."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value <= most:
            raise ArgumentTypeError(f"a number of seconds from 0 to {most:.0f}, not {text!r}")
        return value

    return read


def a_path(text: str) -> "Path":
    """Return a file or folder; few commands name one, so `pathlib` can wait."""
    from pathlib import Path

    return Path(text)


def new_path(text: str) -> "Path":
    """Return a file that isn't there yet, in a folder that is."""
    import os

    path = a_path(text).absolute()
    if os.path.lexists(path):  # even a link that leads nowhere
        raise ArgumentTypeError(f"{text} already exists; name a new file")
    if not path.parent.is_dir():
        raise ArgumentTypeError(f"there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise ArgumentTypeError(f"nothing can be written in {path.parent}")
    return path


def game(more: str = "", name: str = "game", **how: Any) -> Argument:
    """Return a saved game: `games.named` finds its file."""
    said = f"a saved game: a file, or its name in your folder of games{more}"
    return argument(name, metavar="GAME", help=said, **how)


def record(what: str) -> Argument:
    """Return where the game goes, other than to the folder of games."""
    said = f"{what}; never overwrites a file"
    return argument("--record", metavar="FILE", type=new_path, help=said)


# -- the person ------------------------------------------------------------------------------------


def name(option: str = "--name") -> Argument:
    """Return how a person is called; where `--name` means something else it is another option."""
    return argument(option, dest="player", metavar="NAME", help="what you are called at the table")


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
        help="move as little as possible on the screen (by itself over SSH)",
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
    """Return what reads a value that is typed."""

    def read(text: str) -> str:
        if setting.between:
            number(*setting.between, flag.wrong)(text)
        problem = setting.check(text) if setting.check is not None else ""
        if problem:
            raise ArgumentTypeError(problem)
        return text

    return read


def settings_asked(args: Namespace, spec: "TableSpec", *settings: Setting) -> "TableSpec":
    """Return a table with the settings that a command line gives."""
    for setting in settings:
        text = getattr(args, setting.key, None)
        if text:
            spec = spec.put(setting, text)
    return spec


def read_levels(text: str) -> list[str]:
    """Return levels of bots, with commas between them."""
    from chez_tui.play.options import levels_from

    try:
        return levels_from(text)
    except UserError as error:
        raise ArgumentTypeError(str(error)) from None


LEVELS: Final = "easy, normal or hard; several, with commas, go around the table (default: normal)"


def levels_around(levels: Sequence[str], players: int) -> tuple[str, ...]:
    """Return a level for each seat: those that were asked for take turns."""
    if len(levels) > players:
        raise UserError(f"{len(levels)} levels are too many for {players} players", 2)
    return tuple(islice(cycle(levels), players))


def players(said: str, usual: int) -> Argument:
    """Return how many play where only bots do."""
    reads = number(2, 8, "2 to 8 can play")
    return argument("--players", metavar="N", type=reads, default=usual, help=said)


def read_level(text: str) -> str:
    """Return the level of one bot."""
    levels = read_levels(text)
    if len(levels) != 1:
        raise ArgumentTypeError("one bot plays at one level")
    return levels[0]


def read_option(text: str) -> tuple[str, str]:
    """Return a table option: NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ArgumentTypeError(f"an option is written NAME=VALUE, not {text!r}")
    return name.strip(), value.strip()


def read_seed(text: str) -> int:
    """Return a seed as people write it."""
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
    help="a table option, such as hand=7, guests=off or, in a mix, madness=off; "
    "may be given several times",
)
CARDS: Final = argument(
    "--cards",
    metavar="FILE",
    type=a_path,
    action="append",
    default=[],
    help="add the cards of this file; may be given several times",
)


def editions(default: str = "geek") -> tuple[Argument, ...]:
    """Return the options that `editions_asked` reads."""
    kinds = "geek, greek, goth, grunt, cthulhu, or a mix such as geek+cthulhu"
    more = "editions to mix with that one, with commas between them"
    return (
        argument("--edition", metavar="E", help=f"{kinds} (default: {default})"),
        argument("--mix", metavar="E", help=more),
    )


def deck(default: str = "geek") -> tuple[Argument, ...]:
    """Return the options that `cards_asked` reads."""
    left_out = "leave out the card files in your own folder"
    return (*editions(default), CARDS, argument("--no-own", action="store_true", help=left_out))


def editions_asked(args: Namespace, default: tuple[str, ...] = ("geek",)) -> tuple[str, ...]:
    """Return the editions that --edition and --mix ask for."""
    if args.mix is None:
        return default if args.edition is None else editions_from(args.edition)
    return editions_from(f"{'geek' if args.edition is None else args.edition}+{args.mix}")


def cards_asked(args: Namespace, world: "World", default: tuple[str, ...] = ("geek",)) -> "Catalog":
    """Return the cards that the options of `add_deck_arguments` ask for."""
    from chez_tui.play.newgame import catalog_from

    own = () if args.no_own else world.folders.own_cards()
    return catalog_from(editions_asked(args, default), own, args.cards)


# -- tables on the network -------------------------------------------------------------------------


TABLE: Final = argument(
    "table",
    nargs="?",
    metavar="CODE|HOST:PORT",
    help="which table; without it, the list of those on the local network",
)
PLAIN: Final = argument("--plain", action="store_true", help="line by line, for screen readers")


def table_asked(
    args: Namespace, world: "World", missing: str, plain: str, *ways: str
) -> "JoinCode | Address | None":
    """Return the table that was named. `None` means the list of tables, for which there must be a
    screen: `missing` says so, `plain` and `ways` what there is without one."""
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
    """Return whether a verb is to fill the screen."""
    return not args.plain and getattr(args, "bot", None) is None


def bot(whose: str = "a bot plays") -> Argument:
    """Return a bot in place of the person."""
    said = f"no screen: {whose}; easy, normal or hard"
    return argument("--bot", metavar="L", type=read_level, help=said)


def _password(text: str) -> str:
    from net.table.agreed import password_problem

    problem = password_problem(text)
    if problem:
        raise ArgumentTypeError(problem)
    return text


PASSWORD: Final = (
    argument("--private", action="store_true", help="ask for the table's password"),
    argument("--password", metavar="WORD", type=_password, help="the password of the table"),
)


def password_asked(args: Namespace, world: "World") -> str:
    """Return the password that a command line gives or asks for; empty if it does neither."""
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
    """Return what tells a game in color, if the terminal has colors and nobody minds them."""
    terminal = world.terminal
    if not terminal.shows or not terminal.colors or terminal.kind == "dumb":
        return None
    from chez_tui.verbs.colored import painter

    return painter(game, world.out, terminal.width)
