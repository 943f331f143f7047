"""The rules in words: every clause by its id, as refusals and scenarios cite it."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

# The number of the rules. Raise it whenever the same actions can come to another result: a clause
# that plays differently, a new kind of action or question, an effect that does something else.
# Words that read better don't count, and changed cards have their own fingerprint. Game files and
# network tables carry this number, and neither is opened by rules with another one. Games from
# before it existed count as version 1.
RULES_VERSION: Final = 2

PAIRS: Final = (("role", "roles"), ("room", "rooms"), ("player", "players"))
SPOKEN: Final = tuple(word for pair in PAIRS for word in pair)
LETTERS_WITH_AN: Final = "AEFHILMNORSX"  # as in an MOS, which is said letter by letter


class Clause(NamedTuple):
    """One rule: `topic` groups it for a reader, `text` stands on its own."""

    id: str
    topic: str
    title: str
    text: str


@cache
def clauses() -> dict[str, Clause]:
    """All clauses by id, in the order in which a reader should meet them."""
    data = tomllib.loads(files("themes").joinpath("rules.toml").read_text(encoding="utf-8"))
    found: dict[str, Clause] = {}
    for entry in data["clause"]:
        clause = Clause(
            entry["id"], entry["topic"], entry["title"], " ".join(entry["text"].split())
        )
        if clause.id in found:
            raise ValueError(f"rules.toml has {clause.id} twice")
        found[clause.id] = clause
    return found


def spoken(text: str, words: Mapping[str, str]) -> str:
    """A clause's text in the words of a table: its Majors, quarters and soldiers."""
    meant = {word: words.get(word, word) for word in SPOKEN}
    no_article = {one for one, many in PAIRS if meant[one] == meant[many]}  # as with quarters

    def said(found: re.Match[str]) -> str:
        article, word = found[1] or "", found[2]
        other = meant[word.lower()]
        if word[0].isupper():
            other = other[0].upper() + other[1:]
        if not article:
            return other
        if word.lower() in no_article:
            return other[0].upper() + other[1:] if article[0].isupper() else other
        vowel = other[0].lower() in "aeiou" or (other[:2].isupper() and other[0] in LETTERS_WITH_AN)
        return f"{article[0]}{'n' if vowel else ''} {other}"

    return re.sub(rf"\b(an?\s+)?\b({'|'.join(meant)})\b", said, text, flags=re.IGNORECASE)
