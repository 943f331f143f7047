"""What shells and `man` know of the command line, from its parsers: `share/`."""

import re
import shlex
from argparse import Action, ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from chez_tui import cli
from chez_tui.settings import SETTINGS
from chez_tui.world import Folders
from core.bots import LEVELS
from core.catalog import EDITIONS

SHARE = Path(__file__).parents[1] / "share"
MADE = "made from the parsers by docs/shells.py"
FILES = ("FILE", "PATH", "DIR", "LOG", "GAME")  # metavars of what is looked for on the disk
VALUES = {"E": EDITIONS, "EDITION": EDITIONS, "L": LEVELS, "SETTING": tuple(SETTINGS)}  # guessed
OWN_CARDS = "~/.local/share/chez-tui/cards"  # where nobody has moved it


class Word(NamedTuple):
    """An option, or an argument, which has no names."""

    names: tuple[str, ...]
    value: str  # how its value is called; empty if it takes none
    values: tuple[str, ...]  # that can be guessed
    files: bool
    help: str
    many: bool

    @property
    def shown(self) -> str:
        return " ".join(filter(None, (", ".join(self.names), self.value)))


class Verb(NamedTuple):
    """A verb with what may follow it; the name of the program without a verb is empty."""

    name: str
    help: str
    words: tuple[Word, ...]
    usage: str
    example: str = ""

    @property
    def options(self) -> Iterator[tuple[str, Word]]:
        return ((name, word) for word in self.words for name in word.names)

    @property
    def arguments(self) -> list[Word]:
        return [word for word in self.words if not word.names]


def verbs() -> list[Verb]:
    """Return all verbs, the program without one first."""
    title = cli.program()
    found = [Verb("", "", tuple(words(title)), "[options]")]
    for verb in cli.VERBS:
        if verb.name == cli.HELP:
            names = tuple(cli.BY_NAME)
            named = Word((), "VERB", names, False, "which one", False)
            found.append(Verb(verb.name, verb.help, (named,), "[VERB]", verb.example))
        else:
            parser = cli.parser_of(verb)[0]
            arguments = (action for action in parser._actions if not action.option_strings)
            usage = " ".join(["[options]", *map(called, arguments)])
            found.append(Verb(verb.name, verb.help, tuple(words(parser)), usage, verb.example))
    return found


def words(parser: ArgumentParser) -> Iterator[Word]:
    for action in parser._actions:
        takes = not action.option_strings or action.nargs != 0
        value = str(action.metavar or "/".join(map(str, action.choices or ()))) if takes else ""
        known = tuple(map(str, action.choices or VALUES.get(value, ())))
        said = parser._get_formatter()._expand_help(action) if action.help else ""
        said = said.replace(str(Folders.of_process().cards), OWN_CARDS)
        names = tuple(action.option_strings)
        yield Word(names, value, known, value in FILES, said, many(action))


def called(argument: Action) -> str:
    """Return an argument as it stands in a usage."""
    name = f"{argument.metavar} ..." if many(argument) else str(argument.metavar)
    return f"[{name}]" if argument.nargs in ("?", "*") else name


def many(action: Action) -> bool:
    """Return whether it may be given several times."""
    return action.nargs in ("*", "+") or type(action).__name__ == "_AppendAction"


# -- bash ------------------------------------------------------------------------------------------


def bash() -> str:
    cases: dict[str, list[str]] = {}  # what is offered, and after what
    offers = []
    for verb in verbs():
        for name, word in verb.options:
            if word.value:
                offer = "files=1" if word.files else f"words={shlex.quote(' '.join(word.values))}"
                cases.setdefault(offer, []).append(f"'{verb.name} {name}'")
        rest = [name for name, _ in verb.options]
        rest += cli.BY_NAME if not verb.name else [v for w in verb.arguments for v in w.values]
        files = " files=1" if any(word.files for word in verb.arguments) else ""
        offers.append(f"    '{verb.name}') words={shlex.quote(' '.join(rest))}{files} ;;")
    values = [f"    {' | '.join(where)}) {offer} ;;" for offer, where in cases.items()]
    return "\n".join((
        f"# bash completion of chez-tui, {MADE}",
        "_chez_tui() {",
        "    local verb=${COMP_WORDS[1]} words= files=",
        '    [[ $COMP_CWORD -gt 1 && $verb != -* ]] || verb=',
        '    case "$verb $3" in',
        *values,
        '    *) case "$verb" in',
        *offers,
        "    esac ;;",
        "    esac",
        '    COMPREPLY=($(compgen ${files:+-f} -W "$words" -- "$2"))',
        "}",
        "complete -o filenames -F _chez_tui chez-tui",
        "",
    ))  # fmt: skip


# -- zsh -------------------------------------------------------------------------------------------


def zsh() -> str:
    lines = [
        "#compdef chez-tui",
        f"# zsh completion of chez-tui, {MADE}",
        "local -a verbs=(",
        *(f"    {shlex.quote(f'{verb.name}:{verb.help}')}" for verb in verbs()[1:]),
        ")",
        "if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then",
        "    _describe verb verbs",
        "    return",
        "fi",
        "[[ $words[2] == -* ]] || { shift words; (( CURRENT-- )) }",
        "case $words[1] in",
    ]
    for verb in [*verbs()[1:], verbs()[0]]:
        lines.append(f"{verb.name or '*'})")
        specs = [shlex.quote(spec) for word in verb.words for spec in zsh_specs(word)]
        lines += ["    _arguments \\", *(f"        {spec} \\" for spec in specs), "    ;;"]
        lines[-2] = lines[-2].removesuffix(" \\")
    return "\n".join([*lines, "esac", ""])


def zsh_specs(word: Word) -> Iterator[str]:
    """Return how `_arguments` is told of a word: by each of its names."""
    said, value = (re.sub(r"([\[\]:])", r"\\\1", text) for text in (word.help, word.value))
    action = "_files" if word.files else f"({' '.join(word.values)})" if word.values else " "
    value = value and f":{value}:{action}"
    often = "*" if word.many else ""
    if not word.names:
        yield f"{often}{value if often else f':{value}'}"
    for name in word.names:
        yield f"{often}{name}[{said}]{value}"


# -- fish ------------------------------------------------------------------------------------------


def fish() -> str:
    lines = [f"# fish completion of chez-tui, {MADE}", "complete -c chez-tui -f"]
    for verb in verbs():
        when = (
            f"'__fish_seen_subcommand_from {verb.name}'" if verb.name else "__fish_use_subcommand"
        )
        line = f"complete -c chez-tui -n {when}"
        if verb.name:
            said = shlex.quote(verb.help)
            lines.append(f"complete -c chez-tui -n __fish_use_subcommand -a {verb.name} -d {said}")
        for word in verb.words:
            names = "".join(
                f" {'-l' if name.startswith('--') else '-s'} {name.lstrip('-')}"
                for name in word.names
            )
            takes = "" if not word.value or not word.names else " -r" if word.files else " -x"
            known = f" -a {shlex.quote(' '.join(word.values))}" if word.values else ""
            if word.files:
                takes += " -F"
            if names or known or word.files:
                lines.append(f"{line}{names}{takes}{known} -d {fish_quoted(word.help)}")
    return "\n".join([*lines, ""])


def fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


# -- man -------------------------------------------------------------------------------------------


def man() -> str:
    title, *others = verbs()
    lines = [
        f'.\\" {MADE}',
        f'.TH CHEZ\\-TUI 1 "" "chez-tui {cli.__version__}"',
        ".SH NAME",
        "chez\\-tui \\- a card game about roommates and Slack, for the terminal",
        ".SH SYNOPSIS",
        ".B chez\\-tui\n[options]\n.br\n.B chez\\-tui\nCOMMAND ...",
        ".SH DESCRIPTION",
        "Run it without a command to open the title screen.",
        ".SH OPTIONS",
        *described(title.words),
        ".SH COMMANDS",
    ]
    for verb in others:
        lines += [
            f'.SS "{roff(f"chez-tui {verb.name} {verb.usage}".strip())}"',
            f"{roff(verb.help[0].upper() + verb.help[1:])}.",
            *described(word for word in verb.words if "--help" not in word.names),
            ".PP",
            f"Example: {roff(verb.example)}",
        ]
    return "\n".join([*lines, MORE])


MORE = """\
.SH FILES
.TP
.I ~/.config/chez\\-tui/settings.toml
Settings. XDG_CONFIG_HOME names another folder.
.TP
.I ~/.local/share/chez\\-tui
Recorded games, cards of your own, your history. XDG_DATA_HOME names another folder.
.SH EXIT STATUS
0 if all went well, 1 if something could not be done, 2 for a wrong command line, 130 after Ctrl+C.
"""


def described(found: Iterable[Word]) -> Iterator[str]:
    for word in found:
        yield f".TP\n.B {roff(word.shown)}\n{roff(word.help)}"


def roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return f"\\&{text}" if text[:1] in (".", "'") else text


def pages() -> dict[Path, str]:
    """Return every file and what it should say now."""
    return {
        SHARE / "bash-completion" / "completions" / "chez-tui": bash(),
        SHARE / "zsh" / "site-functions" / "_chez-tui": zsh(),
        SHARE / "fish" / "vendor_completions.d" / "chez-tui.fish": fish(),
        SHARE / "man" / "man1" / "chez-tui.1": man(),
    }
