"""The command line: finds the verb, imports only its module, and turns errors into sentences."""

import argparse
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from types import FrameType
from typing import Final, NamedTuple, NoReturn, Protocol, cast

from chez_tui import __version__, flows
from chez_tui.errors import BROKEN_PIPE, HUNG_UP, INTERRUPTED, UserError, of_disk
from chez_tui.verbs import flags
from chez_tui.world import World, columns


class VerbModule(Protocol):
    """What a module in `chez_tui.verbs` has to offer."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace, world: World) -> int: ...


class Verb(NamedTuple):
    """A verb as help shows it; its code is in `chez_tui.verbs`, under the same name."""

    name: str
    help: str
    example: str


VERBS: Final = (
    Verb("bots", "watch bots play a game, line by line", "chez-tui bots"),
    Verb(
        "cards",
        "search the cards, and check your own",
        "chez-tui cards --type person cat",
    ),
    Verb("check", "run .chez files and check their claims", "chez-tui check game.chez"),
    Verb("daily", "play today's deal, the same for everyone", "chez-tui daily --plain"),
    Verb("doctor", "check your terminal, files and network", "chez-tui doctor"),
    Verb(
        "export",
        "print a saved game in table notation",
        "chez-tui export friday.game > friday.chez",
    ),
    Verb("help", "show a command's options", "chez-tui help solo"),
    Verb(
        "host",
        "open a table on the local network",
        'chez-tui host --name "Table 3" --seats 4 --bots 1',
    ),
    Verb("join", "join a table on the network", "chez-tui join 7-teapot-sofa"),
    Verb("lesson", "learn the game, or what an edition adds, by playing", "chez-tui lesson goth"),
    Verb("replay", "step through a saved game", "chez-tui replay friday.game"),
    Verb("resume", "continue an unfinished game", "chez-tui resume"),
    Verb("rules", "find a rule by topic, clause or word", "chez-tui rules party"),
    Verb("set", "show or change your settings", "chez-tui set theme light"),
    Verb(
        "simulate",
        "let bots play many games, and print statistics",
        "chez-tui simulate --games 200 --players 4 --report",
    ),
    Verb("solo", "play against bots", "chez-tui solo --bots 3 --level easy,hard"),
    Verb("tables", "list the tables on the local network", "chez-tui tables --json"),
    Verb("verify", "check a saved game and say what it proves", "chez-tui verify friday.game"),
    Verb("watch", "watch a game", "chez-tui watch 7-teapot-sofa --wall"),
)


HELP: Final = "help"  # the only verb without a module: it stands for --help
BY_NAME: Final = {verb.name: verb for verb in VERBS}


class _Parser(argparse.ArgumentParser):
    """Says in one line what's wrong and where to read more, instead of printing the whole usage."""

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{message}. Try {self.prog} --help.", 2)


def program() -> _Parser:
    """Return the parser for a command line without a verb; its help lists all verbs."""
    lines = ["commands:"]
    for verb in VERBS:
        lines += [f"  {verb.name:<10} {verb.help}", f"  {'':<10}   {verb.example}"]
    parser = _Parser(
        prog="chez-tui",
        usage="chez-tui [options] | chez-tui COMMAND ...",
        description="A card game about roommates and Slack. Run it without a command to open the "
        "title screen.",
        epilog="\n".join(lines),
        formatter_class=partial(argparse.RawDescriptionHelpFormatter, width=columns() - 2),
        allow_abbrev=False,
    )
    parser.add_argument("-V", "--version", action="version", version=f"chez-tui {__version__}")
    flags.add(parser, *flags.PERSON)
    return parser


def parser_of(verb: Verb) -> tuple[_Parser, VerbModule]:
    """Return the parser for a verb's options, and the module that runs it."""
    module = cast(VerbModule, import_module(f"chez_tui.verbs.{verb.name}"))
    parser = _Parser(
        prog=f"chez-tui {verb.name}",
        description=f"{verb.help[0].upper()}{verb.help[1:]}.",
        epilog=f"example: {verb.example}",
        formatter_class=partial(argparse.HelpFormatter, width=columns() - 2),
        allow_abbrev=False,
    )
    module.add_arguments(parser)
    return parser, module


def _unknown(word: str) -> UserError:
    from difflib import get_close_matches

    close = get_close_matches(word, BY_NAME, 1)
    hint = f"Did you mean {close[0]}?" if close else "Try chez-tui --help."
    return UserError(f"unknown command {word!r}. {hint}", 2)


def _title(argv: Sequence[str]) -> int:
    """Show the title screen, unless options come before a verb."""
    parser = program()
    for at, word in enumerate(argv):
        verb = BY_NAME.get(word)
        if verb is None:
            continue
        try:
            args, strange = parser.parse_known_args(argv[:at])
        except UserError:  # the word is the value of the option before it
            continue
        if word == HELP:
            return _run([*argv[at:]])
        raise _misplaced(verb, args, [*argv[at + 1 :], *strange])
    args, strange = parser.parse_known_args(argv)
    if strange and not any(word.startswith("-") for word in strange):
        raise _unknown(strange[0])
    if strange:
        parser.error(f"unrecognized arguments: {' '.join(strange)}")
    world = World.of_process(args)
    world.terminal.need("the title screen", "chez-tui bots", "chez-tui solo --plain")
    return flows.run(world)


def _misplaced(verb: Verb, args: argparse.Namespace, words: list[str]) -> UserError:
    """Return the error for options before a verb, with the right command if there is one."""
    from shlex import join

    if args.player is not None:
        words += ["--as" if verb.name == "host" else "--name", args.player]
    if args.theme is not None:
        words += ["--theme", args.theme]
    if args.ascii:
        words.append("--ascii")
    if args.no_settings:
        words.append("--no-settings")
    if args.calm is not None:
        words.append("--calm" if args.calm else "--no-calm")
    try:
        parser_of(verb)[0].parse_args(words)
    except UserError:
        return UserError(f"options go after the command. Try chez-tui {verb.name} --help.", 2)
    command = join(("chez-tui", verb.name, *words))
    return UserError(f"options go after the command: {command}", 2)


def _run(argv: list[str]) -> int:
    if argv[:1] == [HELP]:
        if len(argv) > 2:
            raise UserError("help takes one command, like chez-tui help solo", 2)
        argv = [*(word for word in argv[1:] if word != HELP), "--help"]
    if not argv or argv[0].startswith("-"):
        return _title(argv)
    verb = BY_NAME.get(argv[0])
    if verb is None:
        raise _unknown(argv[0])
    parser, module = parser_of(verb)
    args = parser.parse_args(argv[1:])
    world = World.of_process(args)
    status = module.run(args, world)
    world.complain()
    return status


def _speak_utf8() -> None:
    """Use UTF-8 whatever the locale says: names and sentences go beyond ASCII."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _complain(message: str) -> None:
    print(f"chez-tui: {message}", file=sys.stderr)


def _hang_up() -> None:
    """End the program the way the system ends one whose terminal has closed."""
    import signal

    deaf = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN  # because of nohup
    os.kill(os.getpid(), signal.SIGTERM if deaf else signal.SIGHUP)


@contextmanager
def _ended_gently() -> Iterator[None]:
    """Handle signals like Ctrl+C, so terminal and games are in order, then die of the signal.

    The sender expects to see that the signal ended us.
    """
    import signal

    sent: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        sent.append(number)
        if len(sent) > 1:  # don't disturb the shutdown
            return
        interrupt = signal.getsignal(signal.SIGINT)
        (interrupt if callable(interrupt) else signal.default_int_handler)(signal.SIGINT, frame)

    ending = [getattr(signal, name, signal.SIGTERM) for name in ("SIGTERM", "SIGHUP")]
    ours = [number for number in ending if signal.getsignal(number) == signal.SIG_DFL]
    for number in ours:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)
        if sent:
            os.kill(os.getpid(), sent[0])


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status."""
    with _ended_gently():
        return _main(argv)


def _main(argv: Sequence[str] | None) -> int:
    _speak_utf8()
    try:
        try:
            status = _run(list(sys.argv[1:] if argv is None else argv))
        except SystemExit as leaving:  # --help and --version
            status = leaving.code if isinstance(leaving.code, int) else 0
        if status == HUNG_UP:
            _hang_up()
        sys.stdout.flush()
        return status
    except UserError as error:
        _complain(str(error))
        return error.status
    except BrokenPipeError:
        # The reader is gone. Don't let what is still buffered fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        _complain(of_disk(error))
        return 1
