"""The voice of what people read: wordings that sound translated stay out of it.

Each pattern is one such wording, and what to write for it. A new place is one more function that
yields where a text is and what it says.
"""

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
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


# Folders of chez_tui whose sentences are still to be rewritten.
OLD_VOICE: Final = ("screens", "kit")


def app() -> Texts:
    for path in sorted((ROOT / "chez_tui").rglob("*.py")):
        below = path.relative_to(ROOT / "chez_tui")
        if below.parts[0] not in OLD_VOICE:
            yield from ((f"{below}:{line}", said) for line, said in strings(path))


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the strings of several words in a module, without docstrings; {} is filled in."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        parts: list[ast.expr] = []
        if isinstance(node, ast.JoinedStr):
            parts = node.values
            skipped.update(map(id, parts))
        elif isinstance(node, ast.Constant) and id(node) not in skipped:
            parts = [node]
        values = (part.value if isinstance(part, ast.Constant) else "{}" for part in parts)
        said = "".join(value for value in values if isinstance(value, str))
        if " " in said.strip():
            yield parts[0].lineno, said


PLACES: Final[dict[str, Callable[[], Texts]]] = {
    "cards": cards,
    "people": people,
    "rules": rules,
    "lessons": lessons,
    "app": app,
}
# What may stay: characters on cards are men and women.
MAY_STAY: Final = {("people", "he-his"), ("lessons", "he-his")}


def found(place: str, pattern: str) -> list[str]:
    """Return the texts of a place with the wording, each after where it is."""
    wording = re.compile(PATTERNS[pattern], re.IGNORECASE)
    texts = ((where, " ".join(said.split())) for where, said in PLACES[place]())
    return [f"{where}: {said}" for where, said in texts if wording.search(said)]


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("place", PLACES)
def test_no_text_sounds_translated(place: str, pattern: str) -> None:
    if (place, pattern) not in MAY_STAY:
        assert found(place, pattern) == []


def test_every_place_has_texts_and_what_may_stay_is_there() -> None:
    assert min(sum(1 for _ in texts()) for texts in PLACES.values()) > 50
    assert all(found(place, pattern) for place, pattern in MAY_STAY)
