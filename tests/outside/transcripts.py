"""Transcripts: commands as one would type them, and everything that they say.

    $ chez-tui export evening.game > evening.chez
    $ chez-tui sollo
    ! chez-tui: unknown command 'sollo'. Did you mean solo?
    = 2

`$` is a command; `>` sends what it writes to a file. `<` is a line typed as the answer to a
question (a line that begins with `Choose`), `!` is a line of standard error, `=` is the exit status
unless it is 0. The commands of a file run one after the other in one folder, which at first holds
the files of `kept` and, as `older`, those of `tests/older`. How fast a
simulation was is written `{n}`. Only `$` and `<` are read; the rest is compared.
"""

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.outside.programs import HERE, KEPT, TESTS, Chez

FOLDER: Final = HERE / "transcripts"
ASKED: Final = "Choose"
ERRORS: Final = ("! ", "= ")
SPEED: Final = re.compile(r"^\d+(?= steps per second)")


def played(text: str, chez: Chez, home: Path) -> str:
    """Run all commands of a transcript; return it as it reads with this version."""
    shutil.copytree(KEPT, home, dirs_exist_ok=True)
    shutil.copytree(TESTS / "older", home / "older")
    lines: list[str] = []
    for block in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, *rest = block.splitlines()
        answers = (line[2:] for line in rest if line.startswith("< "))
        words, _, target = command.partition(" > ")
        said = [*_session(shlex.split(words)[1:], answers, chez, home)]
        if target:
            written = [line for line in said if line[:2] not in ERRORS]
            (home / target).write_text("\n".join([*written, ""]), encoding="utf-8")
            said = [line for line in said if line[:2] in ERRORS]
        lines += [f"$ {command}", *said]
    return "".join(f"{line}\n" for line in lines)


def _session(words: list[str], answers: Iterator[str], chez: Chez, home: Path) -> Iterator[str]:
    """Yield the lines of one command, answers among them."""
    with chez.running(words, home) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        for line in process.stdout:
            yield line.removesuffix("\n")
            if line.startswith(ASKED) and not process.stdin.closed:
                answer = next(answers, None)
                if answer is None:
                    process.stdin.close()
                else:
                    process.stdin.write(f"{answer}\n")
                    process.stdin.flush()
                    yield f"< {answer}"
        for line in process.stderr:
            yield f"! {SPEED.sub('{n}', line)}".rstrip()
        if process.wait():
            yield f"= {process.returncode}"
