"""Mutants are made everywhere, and are what they say."""

import ast

from tests.kit.mutants import Mutant, drawn, mutants

TEXT = """\
def f(a, b):
    \"\"\"Says nothing.\"\"\"
    if a < b and not b:
        a += 1
    return (a) + 2 if a is None else True
"""


def changed(mutant: Mutant) -> str:
    raw = TEXT.encode()
    assert raw[mutant.start : mutant.end].decode() == mutant.before
    return (raw[: mutant.start] + mutant.after.encode() + raw[mutant.end :]).decode()


def test_every_kind_of_change_is_made_and_can_be_compiled() -> None:
    found = list(mutants("f.py", TEXT))
    assert {(m.line, m.before, m.after) for m in found} == {
        (3, "a < b and not b", "True"), (3, "a < b and not b", "False"), (3, " < ", " <= "),
        (3, " and ", " or "), (3, "not b", "(b)"), (4, "a += 1", "pass"), (4, "1", "2"),
        (5, "2", "3"), (5, " is ", " is not "), (5, "True", "False"),
    }  # fmt: skip
    for mutant in found:
        assert ast.unparse(ast.parse(changed(mutant))) != ast.unparse(ast.parse(TEXT))


def test_the_same_seed_draws_the_same_mutants() -> None:
    assert drawn(24, 3) == drawn(24, 3) != drawn(24, 4)
    assert {m.package for m in drawn(24, 3)} == {"core", "net", "chez_tui"}
