"""The switches in which editions differ, each tried with the Geek cards."""

import tomllib

import pytest

from core import events as e
from core.actions import CHANCE, EVICT, PASS, ROLL, SHOP, TO_DISCARD, Action
from core.catalog import load_catalog
from core.events import Event
from core.game import Game
from tests.kit.deals import cards
from tests.kit.places import DATA
from tests.kit.table import at, blocks

GUEST = "players: Ann; Bo; Cy\nAnn has: Captain Spoiler\nturn: Ann, roll\n"


def played(text: str, **switches: object) -> Game:
    """A table with the Geek cards, played by rules that differ in these points."""
    catalog = load_catalog()
    catalog.editions = (catalog.edition._replace(**switches),)
    return at(text, lambda _: catalog)


@pytest.mark.parametrize(("title", "text"), list(blocks(DATA / "switches.txt")))
def test_switch(title: str, text: str) -> None:
    switch, _, table = text.partition("\n")
    played(table, **tomllib.loads(switch))


def test_the_discard_pile_takes_whom_no_room_takes() -> None:
    """Every Person that Bo's card keeps out."""
    shield = next(face for face in cards().faces if face.bar)
    barred = [f for f in cards().faces if f.kind == "person" and shield.bar[f.number]]
    for face in barred:
        if cards().evictable[face.number]:
            rooms = f"Ann has: {face.name}\nBo has: {shield.name}\nturn: Ann, roll\nroll 5\n"
            rest = f"Ann: evict {face.name}\nexpect discard: {face.name}"
            played(f"players: Ann; Bo\n{rooms}{rest}", evict_discard="last")


@pytest.mark.parametrize(("first", "places"), [(False, {-1}), (True, {1, 2, TO_DISCARD})])
def test_which_evictions_are_legal(first: bool, places: set[int]) -> None:
    game = played(GUEST, evict_names_place_first=first)
    assert {move.to for move in game.legal(0) if move.kind == EVICT} == places
    named = Action(EVICT, 0, to=1, on=game.rooms[0][0])
    assert (game.refusal(named) is None) == (1 in places)


def test_without_tv_as_an_attack_there_is_only_passing() -> None:
    trip = "Ann holds: Beer\nBo holds: Talk Show\nturn: Ann, free time\nAnn: shop Beer\n"
    game = played(f"players: Ann; Bo; Cy\n{trip}", tv_attack=False)
    assert [move.kind for move in game.legal(1)] == [PASS]


def test_of_a_trip_only_what_is_stopped_is_told_of() -> None:
    """R-CANCEL-3: who, by whom, which cards, and that it was a trip."""
    game = at("""
        edition: grunt
        players: Ann; Bo
        Ann holds: Beef Jerky; Lucky Ducks
        Bo holds: Share with Squad
        turn: Ann, free time
        Ann: shop Beef Jerky; Lucky Ducks
        Bo: cancel with Share with Squad
    """)
    events = game.apply(Action(PASS, 0))
    stopped = [event for event in events if event.kind == e.STOPPED]
    assert stopped == [Event(e.STOPPED, 0, 1, (0,), (game.face[0],), word=SHOP)]


def test_only_roles_have_a_kind_and_the_neutral_one_passes_for_any() -> None:
    """COMBO-GREEK-2: so whoever has the neutral role studies, and works."""
    mix = cards(("geek", "greek", "grunt"))
    kinds = {"geek": "job", "greek": "major", "grunt": "mos"}
    for face in mix.faces:
        is_role = face.kind == "role" and face.number != mix.neutral_role
        assert mix.role_kinds[face.number] == (kinds[face.edition] if is_role else "")
    assert mix.studies[mix.neutral_role]


@pytest.mark.parametrize(
    ("deed", "room", "least"),
    [
        ("Nookie at Jimmy's", "Beer", 2),
        ("Nookie at Jimmy's", "Nookienomicon", 1),
        ("Night Before Deployment Nookie", "Beer", 1),
        ("Night Before Deployment Nookie", "Nookienomicon", 0),
    ],
)
def test_what_a_die_must_show_for_a_rolled_activity(deed: str, room: str, least: int) -> None:
    """A die less 1 needs 2, a whole die needs 1; less if a card adds 1, and 0 is any die."""
    game = at(f"""
        edition: geek + grunt
        players: Ann; Bo
        Ann has: {room}
        Ann holds: {deed}
        turn: Ann, free time
        Ann: do {deed}
    """)
    game.apply(Action(PASS, 1))
    (rolled, *_) = game.apply(Action(ROLL, CHANCE, value=6))
    assert (rolled.kind, rolled.on, rolled.n) == (e.ROLLED, least, 6)
