"""The switches in which editions differ, each tried with the Geek cards."""

from typing import Any

import pytest

from core import events as e
from core.actions import CHANCE, EVICT, PASS, ROLL, SHOP, TO_DISCARD, Action
from core.catalog import Catalog, load_catalog
from core.events import Event
from core.game import Game
from tests.kit.deals import cards
from tests.kit.table import at

GUEST = "Ann has: Captain Spoiler\nturn: Ann, roll\n"
CAT = GUEST.replace("Captain Spoiler", "Segfault")
TRIP = "Ann holds: Beer\nBo holds: Talk Show\nturn: Ann, free time\nAnn: shop Beer\n"
FIRST, LAST = {"evict_names_place_first": True}, {"evict_discard": "last"}


def switched(switches: dict[str, Any]) -> Catalog:
    """The Geek cards, played by rules that differ in these points."""
    catalog = load_catalog()
    catalog.editions = (catalog.edition._replace(**switches),)
    return catalog


def played(switches: dict[str, Any], text: str, players: str = "Ann; Bo; Cy") -> Game:
    catalog = switched(switches)
    return at(f"players: {players}\n{text}", lambda _: catalog)


@pytest.mark.parametrize(
    ("switches", "players", "table", "rest"),
    [
        # The place is chosen after the roll.
        ({}, 3, GUEST, "roll 4 | Ann: evict Captain Spoiler | expect waiting Ann"
         " | refuse Ann: choose Ann | Ann: choose discard | expect discard: Captain Spoiler"),
        # It is named before the roll.
        (FIRST, 3, GUEST, "refuse Ann: evict Captain Spoiler because CTH-4"
         " | refuse Ann: evict Captain Spoiler to Ann because CTH-4"
         " | roll 6 | Ann: evict Captain Spoiler to Bo | expect Bo has: Captain Spoiler"
         " | expect waiting Ann"),
        (FIRST, 3, GUEST, "roll 6 | Ann: evict Captain Spoiler to discard"
         " | expect discard: Captain Spoiler"),
        # A named place does not help a bad roll.
        (FIRST, 3, GUEST, "roll 3 | Ann: evict Captain Spoiler to Bo"
         " | expect Ann has: Captain Spoiler | refuse Ann: evict Captain Spoiler to Bo"),
        # The discard pile is the last resort; one room left is no question.
        (LAST, 3, GUEST, "roll 5 | Ann: evict Captain Spoiler | expect waiting Ann"
         " | refuse Ann: choose discard | Ann: choose Cy | expect Cy has: Captain Spoiler"),
        (LAST, 2, GUEST, "roll 5 | Ann: evict Captain Spoiler | expect Bo has: Captain Spoiler"),
        (LAST, 2, GUEST.replace("Captain Spoiler", "Psycho Ex"), "roll 5 | Ann: evict Psycho Ex"
         " | expect Bo has: Psycho Ex"),
        # Pets stay, or are People for all purposes.
        ({}, 2, CAT, "refuse Ann: evict Segfault because R-CALL-5"),
        ({"pets_stay": False}, 2, CAT, "roll 4 | Ann: evict Segfault | Ann: choose discard"
         " | expect Ann has not: Segfault"),
        # TV is an attack, or not.
        ({}, 3, TRIP, "Bo: throw Talk Show | expect Ann has: Talk Show | expect Ann holds: Beer"),
        ({"tv_attack": False}, 3, TRIP, "refuse Bo: throw Talk Show because R-TV-2 | Bo: pass"
         " | expect Ann has: Beer"),
    ],
)  # fmt: skip
def test_switch(switches: dict[str, Any], players: int, table: str, rest: str) -> None:
    names = "; ".join(("Ann", "Bo", "Cy")[:players])
    played(switches, table + rest.replace(" | ", "\n"), names)


def test_the_discard_pile_takes_whom_no_room_takes() -> None:
    """Every Person that Bo's card keeps out."""
    shield = next(face for face in cards().faces if face.bar)
    barred = [f for f in cards().faces if f.kind == "person" and shield.bar[f.number]]
    for face in barred:
        if cards().evictable[face.number]:
            rest = f"roll 5\nAnn: evict {face.name}\nexpect discard: {face.name}"
            played(LAST, f"Ann has: {face.name}\nBo has: {shield.name}\nturn: Ann, roll\n{rest}",
                   "Ann; Bo")  # fmt: skip


@pytest.mark.parametrize(("switches", "places"), [({}, {-1}), (FIRST, {1, 2, TO_DISCARD})])
def test_which_evictions_are_legal(switches: dict[str, Any], places: set[int]) -> None:
    game = played(switches, GUEST)
    assert {move.to for move in game.legal(0) if move.kind == EVICT} == places
    named = Action(EVICT, 0, to=1, on=game.rooms[0][0])
    assert (game.refusal(named) is None) == (1 in places)


def test_without_tv_as_an_attack_there_is_only_passing() -> None:
    assert [move.kind for move in played({"tv_attack": False}, TRIP).legal(1)] == [PASS]


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
