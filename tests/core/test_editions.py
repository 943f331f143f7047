"""The switches in which editions differ, each tried with the Geek cards."""

from collections.abc import Callable
from typing import Any

from core import events as e
from core.actions import (
    CANCEL,
    CHANCE,
    CHOOSE,
    EVICT,
    NOBODY,
    PASS,
    ROLL,
    SHOP,
    THROW,
    TO_DISCARD,
    Action,
)
from core.arrangement import Arrangement, Placed, Seat, arranged
from core.cards import PERSON, Face
from core.catalog import Catalog, load_catalog
from core.events import Event
from core.game import Game
from core.state import FREE_PHASE, ROLL_PHASE, Ask


def switched(**switches: Any) -> Catalog:
    """The Geek cards, played by rules that differ in these points."""
    catalog = load_catalog()
    catalog.editions = (catalog.edition._replace(**switches),)
    return catalog


def first(catalog: Catalog, fits: Callable[[Face], bool]) -> int:
    return next(face.number for face in catalog.faces if fits(face))


def guest(face: Face) -> bool:
    """A Person that nobody wants and that only costs Slack."""
    return face.kind == PERSON and face.slack < 0 and not face.each_turn


def cat(face: Face) -> bool:
    return face.house_pet and not face.effects


def with_guest(
    catalog: Catalog, fits: Callable[[Face], bool] = guest, players: int = 3, shield: int = -1
) -> Game:
    """Ann's Roll phase with a Person in her room; the others may have a card that keeps it out."""
    shielded = (Placed(shield),) if shield >= 0 else ()
    seats = [Seat(room=(Placed(first(catalog, fits)),), income=3, free_time=2)]
    seats += [Seat(room=shielded) for _ in range(players - 1)]
    table = Arrangement(tuple(seats), phase=ROLL_PHASE)
    return arranged(catalog, ("Ann", "Bo", "Cy")[:players], None, table)


def rolled(game: Game, value: int) -> None:
    game.apply(Action(ROLL, CHANCE, value=value))


def evictions(game: Game) -> list[Action]:
    return [move for move in game.legal(0) if move.kind == EVICT]


# -- where somebody goes who leaves ----------------------------------------------------------------


def test_the_place_is_chosen_after_the_roll() -> None:
    game = with_guest(switched())
    card = game.rooms[0][0]
    assert evictions(game) == [Action(EVICT, 0, on=card)]
    assert game.refusal(Action(EVICT, 0, to=1, on=card)) is not None
    game.apply(Action(EVICT, 0, on=card))
    rolled(game, 4)
    question = game.stack[-1]
    assert isinstance(question, Ask)
    assert set(question.options) == {1, 2, TO_DISCARD}
    game.apply(Action(CHOOSE, 0, value=question.options.index(TO_DISCARD)))
    assert card in game.discard


def test_the_place_is_named_before_the_roll() -> None:
    catalog = switched(evict_names_place_first=True)
    for place in (1, 2, TO_DISCARD):
        game = with_guest(catalog)
        card = game.rooms[0][0]
        assert {move.to for move in evictions(game)} == {1, 2, TO_DISCARD}
        unnamed = game.refusal(Action(EVICT, 0, to=NOBODY, on=card))
        assert unnamed is not None
        assert "CTH-4" in unnamed.clauses
        assert game.refusal(Action(EVICT, 0, to=0, on=card)) is not None
        game.apply(Action(EVICT, 0, to=place, on=card))
        rolled(game, 6)
        assert not isinstance(game.stack[-1] if game.stack else None, Ask)
        assert card in (game.discard if place == TO_DISCARD else game.rooms[place])


def test_a_named_place_does_not_help_a_bad_roll() -> None:
    game = with_guest(switched(evict_names_place_first=True))
    card = game.rooms[0][0]
    game.apply(Action(EVICT, 0, to=1, on=card))
    rolled(game, 3)
    assert card in game.rooms[0]
    assert evictions(game) == []


def test_the_discard_pile_is_the_last_resort() -> None:
    catalog = switched(evict_discard="last")
    game = with_guest(catalog)
    card = game.rooms[0][0]
    game.apply(Action(EVICT, 0, on=card))
    rolled(game, 5)
    question = game.stack[-1]
    assert isinstance(question, Ask)
    assert set(question.options) == {1, 2}
    game.apply(Action(CHOOSE, 0, value=1))
    assert card in game.rooms[question.options[1]]


def test_the_discard_pile_takes_whom_no_room_takes() -> None:
    catalog = switched(evict_discard="last")
    shield = first(catalog, lambda face: bool(face.bar))
    barred = catalog.faces[shield].bar
    game = with_guest(
        catalog, lambda face: guest(face) and bool(barred[face.number]), players=2, shield=shield
    )
    card = game.rooms[0][0]
    game.apply(Action(EVICT, 0, on=card))
    rolled(game, 5)
    assert card in game.discard


def test_one_room_left_is_no_question() -> None:
    game = with_guest(switched(evict_discard="last"), players=2)
    card = game.rooms[0][0]
    game.apply(Action(EVICT, 0, on=card))
    rolled(game, 5)
    assert card in game.rooms[1]


# -- Pets ------------------------------------------------------------------------------------------


def test_pets_stay() -> None:
    game = with_guest(switched(), cat)
    assert evictions(game) == []
    refusal = game.refusal(Action(EVICT, 0, on=game.rooms[0][0]))
    assert refusal is not None
    assert "R-CALL-5" in refusal.clauses


def test_pets_are_people_for_all_purposes() -> None:
    game = with_guest(switched(pets_stay=False), cat, players=2)
    card = game.rooms[0][0]
    assert [move.on for move in evictions(game)] == [card]
    game.apply(Action(EVICT, 0, on=card))
    rolled(game, 4)
    game.apply(Action(CHOOSE, 0, value=0))
    assert card not in game.rooms[0]


# -- TV --------------------------------------------------------------------------------------------


def trip(catalog: Catalog) -> Game:
    """Ann has announced a trip, and Bo holds a TV card."""
    thing = first(catalog, lambda face: face.kind == "thing" and face.cost == 1)
    tv = first(catalog, lambda face: "TV" in face.categories and face.kind == "activity")
    seats = (Seat(hand=(thing,), income=3, free_time=2), Seat(hand=(tv,)), Seat())
    table = Arrangement(seats, phase=FREE_PHASE)
    game = arranged(catalog, ("Ann", "Bo", "Cy"), None, table)
    game.apply(Action(SHOP, 0, (game.hands[0][0],), (thing,)))
    return game


def test_tv_is_an_attack() -> None:
    game = trip(switched())
    tv = game.hands[1][0]
    throw = next(move for move in game.legal(1) if move.kind == THROW)
    game.apply(throw)
    for seat in (0, 2):
        game.apply(Action(PASS, seat))
    assert tv in game.rooms[0]
    assert not game.rooms[1]


def test_tv_is_no_attack_in_some_editions() -> None:
    game = trip(switched(tv_attack=False))
    tv = game.hands[1][0]
    assert [move.kind for move in game.legal(1)] == [PASS]
    refusal = game.refusal(Action(THROW, 1, (tv,), (game.face[tv],)))
    assert refusal is not None
    assert refusal.clause == "R-TV-2"
    for seat in (1, 2):
        game.apply(Action(PASS, seat))
    assert len(game.rooms[0]) == 1


# -- what only some cards of a trip are stopped by ---------------------------------------------


def test_of_a_trip_only_what_is_stopped_is_told_of() -> None:
    """R-CANCEL-3: who, by whom, which cards, and that it was a trip."""
    grunt = load_catalog(("grunt",))
    jerky, smokes, share = (
        grunt.named(name)[0] for name in ("Beef Jerky", "Lucky Ducks", "Share with Squad")
    )
    seats = (Seat(hand=(jerky, smokes), income=3, free_time=2), Seat(hand=(share,)))
    game = arranged(grunt, ("Ann", "Bo"), None, Arrangement(seats, phase=FREE_PHASE))
    food, other = game.hands[0]
    game.apply(Action(SHOP, 0, (food, other)))
    game.apply(Action(CANCEL, 1, (game.hands[1][0],)))
    events = game.apply(Action(PASS, 0))
    stopped = [event for event in events if event.kind == e.STOPPED]
    assert stopped == [Event(e.STOPPED, 0, 1, (food,), (jerky,), word=SHOP)]


# -- roles of several kinds ----------------------------------------------------------------------


def test_only_roles_have_a_kind_and_the_neutral_one_passes_for_any() -> None:
    """COMBO-GREEK-2: so whoever has the neutral role studies, and works."""
    mix = load_catalog(("geek", "greek", "grunt"))
    kinds = {"geek": "job", "greek": "major", "grunt": "mos"}
    for face in mix.faces:
        is_role = face.kind == "role" and face.number != mix.neutral_role
        assert mix.role_kinds[face.number] == (kinds[face.edition] if is_role else "")
    assert mix.studies[mix.neutral_role]
