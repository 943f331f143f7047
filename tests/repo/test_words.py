"""The voice of what people read: wordings that sound translated stay out of it.

Each pattern is one such wording, and what to write for it. A new place is one more function that
yields where a text is and what it says.
"""

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from tests.kit.places import ROOT

Texts = Iterator[tuple[str, str]]

VERBS: Final = (
    "is|are|was|were|has|had|does|doesn't|isn't|can|can't|may|must|gets?|shows?|goes|comes|makes"
    "|stops|brings|sides|waits|says|loses|keeps|counts|knows|votes|stands|depends|starts|begins"
    "|finds|leaves|protests"
)
PATTERNS: Final = {
    # a player is "you", "they" or a name
    "he-his": r"\b(he|him|his|himself)\b",
    # "players who were removed", not "who was removed is"
    "who-clause": r"(?:^|[.;:!?|] |, (?:and|but|so|since|for|or) )who [a-z']+"
    rf"(?: [^.,;:?|]{{1,70}}?)? ({VERBS})\b",
    "anew": r"\banew\b",  # again; or a verb with re-
    # the number, or its name
    "so-many": r"\b(in|at most|up to|for|of|exactly|after|only|pays?|draws?|discards?|costs?|get"
    r"|counts?|times?|than|to|with|where|long|at least|or) so (many|much)\b|\bso (many|much) (more"
    r"|less|cards|columns|rows|lines|cells|of them|points|seats|times|players|income|slack|madness"
    r"|signatures|others|hundredths|or so)\b",
    # should, must, or the plain verb
    "is-to": r"\b(is|are|was|were) to (be|go|see|do|say|show|move|play|come|decide|wait|wonder|have"
    r"|stop|end|draw|prove|make|pass|read|watch|happen|know)\b",
    "rid-of": r"\b(get|gets|got|getting|gotten|be got) rid of\b",  # evict
    # "isn't a"
    "is-no": r"(?<!there )\b(is|are|was|were|be|as) no (?!(?:longer|more|one|doubt|need|such|matter"
    r"|way|other|game|clock|table|choice|server|host|link|reason|room|person to|secret)\b)[a-z]\w+"
    r"|(?<!there )\b(is|are|was|were) none\b",
    # "unknown level x (choose a, b)"
    "there-is-list": r"[;:] there is \{|[;:,] (there is|there are) (?=\{|[a-z]+,)"
    r"|\bthere is no [^.;]{1,30}; there is\b",
    # tables are found, players connect, messages arrive
    "heard-of": r"\b(heard?|hears?|hearing) (of|from|it)\b"
    r"|\b(is|are|was|were|be|been|not) heard\b",
    "mend": r"\bmend(s|ed|ing)?\b",  # fix
    "chairs": r"\bchairs?\b",  # seat
    "keeper": r"\bkeep(s|ing)? (the|a|this|that) (list|lobby)\b|\bkeeper\b",  # host
}

QUOTES: Final = "docs/effects.md"  # cards and their names; cards() and people() hold them


def cards() -> Texts:
    for path in sorted((ROOT / "themes").glob("*/*.toml")):
        for card in tables(path, "card", "role"):
            if card.get("kind") != "person":
                yield f"{path.name}: {card['name']}", card["text"]


def people() -> Texts:
    for path in sorted((ROOT / "themes").glob("*/people.toml")):
        for card in tables(path, "card"):
            yield f"{path.name}: {card['name']}", card["text"]


def rules() -> Texts:
    for path in sorted((ROOT / "themes").rglob("*.toml")):
        for section in tables(path, "clause", "different"):
            yield f"{path.name}: {section.get('id', '')}", f"{section['title']}. {section['text']}"
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for line in (*data.get("new_here", ()), data.get("pitch", "")):
            yield path.name, line


def pages() -> Texts:
    """Yield what pages say, by paragraph, item and row, without code."""
    folders = (ROOT / "docs", ROOT / "tests")
    for path in (*ROOT.glob("*.md"), *(path for top in folders for path in top.rglob("*.md"))):
        name = path.relative_to(ROOT).as_posix()
        if name != QUOTES:
            page = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
            for part in re.split(r"\n(?=\s*(?:\n|[-*|#]|\d+\.))", page):
                yield name, re.sub(r"`[^`]*`", "it", part).strip(" \n-*|#")


def strings() -> Texts:
    """Yield what the program can say: strings but no docstrings, {} for what's filled in."""
    tops = ("chez_tui", "core", "net")
    for path in sorted(path for top in tops for path in (ROOT / top).rglob("*.py")):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        parts = {id(part) for n in nodes if isinstance(n, ast.JoinedStr) for part in n.values}
        skipped = parts | {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if id(node) not in skipped and (said := literal(node)).split()[1:]:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", said


def literal(node: Any) -> str:
    """Return the text of a string or an f-string; the word list of join codes is no sentence."""
    if isinstance(node, ast.JoinedStr):
        return "".join(literal(part) or "{}" for part in node.values)
    said = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    return "" if said.lstrip().startswith("abacus") else said


def tables(path: Path, *names: str) -> Iterator[dict[str, Any]]:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    for name in names:
        yield from data.get(name, ())


def lessons() -> Texts:
    for path in sorted((ROOT / "chez_tui" / "play" / "courses").glob("*.toml")):
        course = tomllib.loads(path.read_text(encoding="utf-8"))
        yield from ((path.name, text) for text in (course["name"], *course["remember"]))
        for step in course["step"]:
            coach = (text for key, text in step.items() if key not in ("you", "then"))
            yield from ((f"{path.name}: {step['title']}", text) for text in coach)


PLACES: Final[dict[str, Callable[[], Texts]]] = {
    "cards": cards,
    "people": people,
    "rules": rules,
    "lessons": lessons,
    "pages": pages,
    "strings": strings,
}
# What may stay: characters on cards are men and women.
MAY_STAY: Final = {("people", "he-his"), ("lessons", "he-his")}


@cache
def told(place: str) -> list[tuple[str, str]]:
    return [(where, " ".join(said.split())) for where, said in PLACES[place]()]


def found(place: str, pattern: str) -> list[str]:
    """Return the texts of a place with the wording, each after where it is."""
    wording = re.compile(PATTERNS[pattern], re.IGNORECASE)
    return [f"{where}: {said}" for where, said in told(place) if wording.search(said)]


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("place", PLACES)
def test_no_text_sounds_translated(place: str, pattern: str) -> None:
    if (place, pattern) not in MAY_STAY:
        assert found(place, pattern) == []


def test_every_place_has_texts_and_what_may_stay_is_there() -> None:
    assert min(len(told(place)) for place in PLACES) > 50
    assert all(found(place, pattern) for place, pattern in MAY_STAY)
