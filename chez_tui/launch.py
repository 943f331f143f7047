"""Starts the full-screen app: options of looks, the check for a terminal, the first screen."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from chez_tui.errors import UserError

if TYPE_CHECKING:
    from chez_tui.app import ChezApp
    from chez_tui.settings import Config

# Named here too, because help must be there at once and settings take a while to load.
THEMES: Final = ("edition", "geek", "greek", "goth", "grunt", "cthulhu", "contrast", "mono")


def add_name_argument(parser: ArgumentParser, option: str = "--name") -> None:
    """How a person is called; where `--name` means something else it is another option."""
    parser.add_argument(
        option, dest="player", metavar="NAME", help="what you are called at the table"
    )


def add_look_arguments(parser: ArgumentParser) -> None:
    """The options that `config_from` reads beside the name; they hold for one run."""
    parser.add_argument("--theme", metavar="T", type=_theme, help=f"colors: {', '.join(THEMES)}")
    parser.add_argument("--ascii", action="store_true", help="draw with plain letters only")
    parser.add_argument(
        "--calm",
        action=BooleanOptionalAction,
        help="move as little as possible on the screen (by itself over SSH)",
    )


def _theme(text: str) -> str:
    if text not in THEMES:
        raise ArgumentTypeError(f"there is no theme {text!r}; there is {', '.join(THEMES)}")
    return text


def config_from(args: Namespace) -> "Config":
    """The user's settings, with what the command line and the surroundings say for this run."""
    from chez_tui.settings import load_config

    config = load_config()
    player = getattr(args, "player", None)  # not every verb asks for a name
    if player is not None:
        config = config.changed(name=player)
    if args.ascii:
        config = config.changed(ascii=True)
    if args.theme is not None:
        config = config.changed(theme=args.theme)
    elif os.environ.get("NO_COLOR"):
        config = config.changed(theme="mono")
    calm = args.calm
    if calm is None:
        calm = config.calm or bool(os.environ.get("SSH_CONNECTION"))
    return config.changed(calm=calm)


def need_terminal(what: str, *ways: str) -> None:
    """Refuses to go on without a terminal that can show a full screen; says what else there is."""
    ways_out = f"without one there {'is' if len(ways) == 1 else 'are'} {' and '.join(ways)}"
    # Keys come from standard input; what is drawn goes to standard error.
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise UserError(f"{what} needs a terminal; {ways_out}", 2)
    if os.environ.get("TERM", "") in ("", "dumb"):
        raise UserError(f"{what} needs a terminal that can move its cursor; {ways_out}", 2)


def ask_password() -> str:
    """The password of a private table, typed unseen; it never has to stand in a command line."""
    import getpass

    if not sys.stdin.isatty():
        raise UserError("without a terminal a password is given with --password", 2)
    return getpass.getpass("Password of the table: ")


def add_password_arguments(parser: ArgumentParser) -> None:
    """The options that `password_from` reads."""
    parser.add_argument("--private", action="store_true", help="ask for the table's password")
    parser.add_argument(
        "--password", metavar="WORD", type=_password, help="the password of the table"
    )


def _password(text: str) -> str:
    problem = password_problem(text)
    if problem:
        raise ArgumentTypeError(problem)
    return text


def password_from(args: Namespace) -> str:
    """The password that a command line gives or asks for; empty if it does neither."""
    if args.password is not None or not args.private:
        return args.password or ""
    password = ask_password()
    problem = password_problem(password)
    if problem:
        raise UserError(problem, 2)
    return password


def password_problem(password: str) -> str:
    """Why no table can have that password, in a sentence; empty: it can."""
    from net.wire.cpace import PasswordError, octets

    try:
        octets(password)
    except PasswordError as error:
        return str(error)
    return ""


def launch(config: "Config", opening: "Callable[[ChezApp], object]") -> int:
    """Runs the app from its first screen to its end; the exit status."""
    from chez_tui.app import ChezApp

    class Started(ChezApp):
        """The app with the screen it begins with."""

        def on_mount(self) -> None:
            opening(self)

    app = Started(config)
    app.run()
    return app.return_code or 0


def open_title(args: Namespace) -> int:
    """What a bare `chez-tui` does."""
    need_terminal("the title screen", "chez-tui bots", "chez-tui solo --plain")
    return launch(config_from(args), lambda app: app.open_title())
