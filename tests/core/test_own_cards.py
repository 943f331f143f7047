"""Whatever card the loader accepts can be played: random cards in random games never crash."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from core.actions import CHANCE
from core.catalog import Catalog
from core.editions import Edition
from core.loader import CardError, load_source
from core.vocabulary import BY, KINDS, UNTIL, VERBS, WHO, WHOSE, Param
from tests.kit.card_files import Text
from tests.kit.invariants import Audit, never_stuck
from tests.kit.random_play import chance
from tests.kit.table import at

DECK = "\n".join(
    f"""\
[[card]]
name = "{name}"
kind = "{kind}"
categories = {categories}
slack = {slack}
copies = 12
text = "No special rules."
flavor = "None."
"""
    for name, kind, categories, slack in (
        ("Guest", "person", [], 1),
        ("Bore", "person", [], 0),
        ("Cat", "person", ["Pet", "Cat"], 1),
        ("Soup", "thing", ["Food"], 1),
        ("Nap", "activity", ["Sleep"], 1),
        ("Show", "activity", ["TV"], 1),
        ("Date", "activity", ["Nookie"], '"die-1"'),
    )
) + "\n".join(
    f"""\
[[role]]
name = "Role {number}"
income = [2, 4]
free_time = [1, 3]
goal = {20 + number}
text = "No special rules."
flavor = "None."
"""
    for number in range(9)
)
WORDS = ["Person", "Thing", "Activity", "Whenever", "Food", "Sleep", "TV", "Pet", "invited", "Own"]
TABLE = """
players: Ann; Bo; Cy
Ann holds: Own; Bore; Show; Date
Bo holds: Own; Bore; Show; Date
Cy holds: Bore; Show; Date
Ann has: Soup; Nap; Cat
Bo has: Soup; Nap; Cat
Cy has: {room}Soup; Nap; Cat
turn: Ann, {phase}
"""


# -- any card --------------------------------------------------------------------------------------


def values(param: Param, kind: str, depth: int) -> st.SearchStrategy[Any]:
    match param.type:
        case "filter":
            return st.lists(st.sampled_from(WORDS), min_size=1, max_size=2)
        case "number":
            return st.integers(-4, 4)
        case "flag":
            return st.booleans()
        case "effects":
            inside = st.lists(effects(kind, depth - 1), min_size=1, max_size=2)
            return inside if depth else st.just([])
    words = {"who": WHO, "whose": WHOSE, "until": UNTIL, "by": BY}[param.type]
    return st.sampled_from(words)


def effects(kind: str, depth: int = 2) -> st.SearchStrategy[dict[str, Any]]:
    def of(verb: str) -> st.SearchStrategy[dict[str, Any]]:
        params = VERBS[verb].params
        needed = {name: values(p, kind, depth) for name, p in params.items() if p.required}
        free = {name: values(p, kind, depth) for name, p in params.items() if not p.required}
        return st.fixed_dictionaries({"verb": st.just(verb), **needed}, optional=free)

    fitting = [verb for verb in VERBS if kind in VERBS[verb].kinds]
    nesting = [verb for verb in ("roll", "each-turn") if verb in fitting and depth]
    return st.sampled_from([*fitting, *nesting * 4]).flatmap(of)


def inline(value: Any) -> str:
    """TOML for a value; JSON for everything but tables."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {inline(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value)


@st.composite
def cards(draw: st.DrawFn) -> str:
    kind = draw(st.sampled_from(KINDS))
    lines = {
        "name": "Own",
        "kind": kind,
        "categories": draw(st.lists(st.sampled_from(["TV", "Sleep", "Food", "Pet"]), max_size=2)),
        "copies": 3,
        "slack": draw(st.integers(-2, 6)),
        "on": draw(st.sampled_from(["anybody", "others"])),
        "misfortune": draw(st.booleans()),
        "text": "Who knows?",
        "flavor": "Nobody knows.",
        "effects": draw(st.lists(effects(kind), min_size=1, max_size=3)),
    }
    return "[[card]]\n" + "".join(f"{key} = {inline(value)}\n" for key, value in lines.items())


# -- any game --------------------------------------------------------------------------------------


class Drawn:
    """Choices that Hypothesis makes, and makes simpler."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data

    def below(self, n: int, /) -> int:
        return self.data.draw(st.integers(0, n - 1))


@settings(max_examples=120)
@given(cards(), st.sampled_from(["roll", "call", "free time"]), st.data())
def test_an_accepted_card_can_be_played(text: str, phase: str, data: st.DataObject) -> None:
    try:
        faces = load_source(Text(DECK + text), "own.toml", "own")
        catalog = Catalog([Edition("own", "Own")], faces)
    except CardError:
        return
    own = catalog.named("Own")[0]
    room = "" if catalog.kinds[own] == "whenever" else "Own; "
    game = at(TABLE.format(room=room, phase=phase), lambda _: catalog)
    for _ in range(25):
        never_stuck(game)
        waiting = game.waiting()
        if not waiting:
            break
        if waiting == (CHANCE,):
            game.apply(chance(game, Drawn(data)))
            continue
        moves = [move for seat in waiting for move in game.legal(seat)]
        assert moves, "somebody must always have a legal move"
        wanted = [move for move in moves if own in move.faces]
        game.apply(data.draw(st.sampled_from(wanted or moves)))
    Audit(game).cards()
