"""Keys in texts: filled in from the settings, and named literally only where they can't change."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from chez_tui.commands import keyed
from tests.kit.places import ROOT

KEY = re.compile(
    r"(?<![\w'{./<-])(?:[Ee]nter|[Ee]sc|[Tt]ab|[Ss]pace|[Bb]ackspace|Ctrl\+\w|\^[a-z]|[b-hj-z]"
    r"|a(?= asks))(?![\w'}./>:=-])"
)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
# Keys of boxes, of questions and of the list of keys (backspace) can't change, Enter ends every
# line in plain mode, and the rest isn't a key. This list may only shrink.
LITERAL = (
    ", Enter to ", "\\s*(\\d+", "{}x{} is small", "%Y-%m-%d", "enter keeps it", "^p opens", "^c is",
    "^q quits", ": any key for more, esc", "esc keeps ", "{do_it} asks for a new key",
    "{do_it} changes a key",
)  # fmt: skip


def texts(file: Path) -> Iterator[str]:
    """Yield what a module may say: its strings of several words, docstrings excepted."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    docs = [node.body[0] for node in ast.walk(tree) if isinstance(node, DOCUMENTED) and node.body]
    docstrings = {id(doc.value) for doc in docs if isinstance(doc, ast.Expr)}
    for node in ast.walk(tree):
        said = node.value if isinstance(node, ast.Constant) and id(node) not in docstrings else None
        if isinstance(said, str) and " " in said.strip():
            yield said


def test_texts_name_commands_and_no_keys() -> None:
    named = [
        (file.name, text)
        for file in sorted((ROOT / "chez_tui").rglob("*.py"))
        for text in texts(file)
        if KEY.search(text) and not text.startswith(LITERAL)
    ]
    assert named == []


def test_keys_are_put_into_texts_as_the_settings_have_them() -> None:
    text = "{Back} or {back}, {do_it}, {next_phase} {who} {odd}"
    assert keyed(text, {}, who="{help}") == "Esc or esc, Enter, n {help} {odd}"
    keys = {"back": ("f5",), "do_it": ("o",), "next_phase": ("enter",)}
    assert keyed(text, keys, who="Ada") == "F5 or f5, o, Enter Ada {odd}"
