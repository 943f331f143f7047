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
    """What a module in `chez_tui.verbs` offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace, world: World) -> int: ...


class Verb(NamedTuple):
    """A verb as the help shows it; its code is in `chez_tui.verbs`, under the same name."""

    name: str
    help: str
    example: str


VERBS: Final = (
    Verb("bots", "watch bots play a game, told sentence by sentence", "chez-tui bots"),
    Verb(
        "cards",
        "look through the cards, and check your own",
        "chez-tui cards --type person cat",
    ),
    Verb("check", "run table notation and see whether its claims hold", "chez-tui check game.chez"),
    Verb("daily", "play the deal of the day, the same for everybody", "chez-tui daily --plain"),
    Verb("doctor", "say what works on this machine and what does not", "chez-tui doctor"),
    Verb(
        "export",
        "write a recorded game in table notation",
        "chez-tui export friday.game > friday.chez",
    ),
    Verb("help", "tell all about a verb", "chez-tui help solo"),
    Verb(
        "host",
        "open a table on the local network",
        'chez-tui host --name "Table 3" --seats 4 --bots 1',
    ),
    Verb("join", "take a seat at somebody's table", "chez-tui join 7-teapot-sofa"),
    Verb("lesson", "learn the game, or what an edition adds, by playing", "chez-tui lesson goth"),
    Verb("replay", "step through a recorded game", "chez-tui replay friday.game"),
    Verb("resume", "go on with a game that has not ended", "chez-tui resume"),
    Verb("rules", "find a rule by topic, clause or word", "chez-tui rules party"),
    Verb("set", "look at your settings, and change them", "chez-tui set theme light"),
    Verb(
        "simulate",
        "let bots play many games and count",
        "chez-tui simulate --games 200 --players 4 --report",
    ),
    Verb("solo", "play against bots", "chez-tui solo --bots 3 --level easy,hard"),
    Verb("tables", "list the tables on the local network", "chez-tui tables --json"),
    Verb("verify", "check what a recorded game proves", "chez-tui verify friday.game"),
    Verb("watch", "look on while others play", "chez-tui watch 7-teapot-sofa --wall"),
)


HELP: Final = "help"  # the only verb without a module: it is --help of another
BY_NAME: Final = {verb.name: verb for verb in VERBS}


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line and where to read on, instead of the whole usage."""

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{message}; {self.prog} --help says more", 2)


def program() -> _Parser:
    """Return what reads a command line without a verb, and knows them all in its help."""
    lines = ["verbs:"]
    for verb in VERBS:
        lines += [f"  {verb.name:<10} {verb.help}", f"  {'':<10}   {verb.example}"]
    parser = _Parser(
        prog="chez-tui",
        usage="chez-tui [options] | chez-tui VERB ...",
        description="A card game of roommates and Slack. Without a verb the title screen opens.",
        epilog="\n".join(lines),
        formatter_class=partial(argparse.RawDescriptionHelpFormatter, width=columns() - 2),
        allow_abbrev=False,
    )
    parser.add_argument("-V", "--version", action="version", version=f"chez-tui {__version__}")
    flags.add(parser, *flags.PERSON)
    return parser


def parser_of(verb: Verb) -> tuple[_Parser, VerbModule]:
    """Return what reads the command line of a verb, and what runs it."""
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
    hint = f"did you mean {close[0]}?" if close else f"there is {', '.join(BY_NAME)}"
    return UserError(f"there is no verb {word!r}; {hint}", 2)


def _title(argv: Sequence[str]) -> int:
    """The title screen, unless the options come before a verb."""
    parser = program()
    for at, word in enumerate(argv):
        verb = BY_NAME.get(word)
        if verb is None:
            continue
        try:
            args, strange = parser.parse_known_args(argv[:at])
        except UserError:  # the word belongs to the option before it
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
    """Says where options belong; by the right command, if there is one."""
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
        return UserError(
            f"options stand behind the verb; chez-tui {verb.name} --help names its own", 2
        )
    command = join(("chez-tui", verb.name, *words))
    return UserError(f"options stand behind the verb: {command}", 2)


def _run(argv: list[str]) -> int:
    if argv[:1] == [HELP]:
        if len(argv) > 2:
            raise UserError("help is about one verb: chez-tui help solo", 2)
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
    """Names and sentences go beyond ASCII, whatever the locale says."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _complain(message: str) -> None:
    print(f"chez-tui: {message}", file=sys.stderr)


def _hang_up() -> None:
    """Ends the program as the system ends one whose terminal has gone."""
    import signal

    deaf = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN  # as nohup makes it
    os.kill(os.getpid(), signal.SIGTERM if deaf else signal.SIGHUP)


@contextmanager
def _ended_gently() -> Iterator[None]:
    """Let signals that end a program do what Ctrl+C does, which leaves terminal and games in order;
    then end by the signal, as whoever sent it expects."""
    import signal

    sent: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        sent.append(number)
        if len(sent) > 1:  # nothing disturbs the end
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
        # The reader has gone. What is still buffered must not fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        _complain(of_disk(error))
        return 1
