"""What editions and options at a table add up to, and what the bots make of it."""

from collections.abc import Iterable

import pytest

from core import events as e
from core.actions import CALL, DO, LEAVE, PASS, PLAY, SHOP, Action
from core.arrangement import Arrangement, Beside, Placed, Seat, arranged
from core.bots import make_bot
from core.bots.judge import Judge
from core.catalog import EDITIONS, load_catalog
from core.events import Event
from core.game import Game
from core.luck import Stream
from core.rules.setup import OptionError, options_for, settled_options
from core.state import CALL_PHASE, FREE_PHASE, Treat, Window
from core.telling import ask_text, describe, tell
from core.view import view
from tests.kit.random_play import Choices, next_action

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


class Deck:
    """Tables with the cards of some editions, set by their names."""

    def __init__(self, *editions: str) -> None:
        self.catalog = load_catalog(editions)

    def faces(self, names: Iterable[str]) -> tuple[int, ...]:
        return tuple(self.catalog.named(name)[0] for name in names)

    def seat(
        self, *holds: str, has: Iterable[str] = (), roles: Iterable[str] = (), **numbers: int
    ) -> Seat:
        room = tuple(Placed(face) for face in self.faces(has))
        return Seat(self.faces(roles), self.faces(holds), room, **numbers)

    def set(self, *seats: Seat, phase: int = FREE_PHASE, table: Iterable[str] = ()) -> Game:
        beside = tuple(Beside(face, 0) for face in self.faces(table))
        plan = Arrangement(tuple(seats), table=beside, phase=phase)
        return arranged(self.catalog, NAMES[: len(seats)], None, plan)


def dealt(game: Game) -> Game:
    source = Choices(b"", 7)
    while not game.begun:
        game.apply(next_action(game, source))
    return game


# -- tables ----------------------------------------------------------------------------------------


def test_students_have_no_jobs_and_no_cards_about_them() -> None:
    catalog = load_catalog(("geek", "greek"))
    for mix, there in (("students", False), ("town-and-gown", True)):
        house = Game(catalog, NAMES[:3], {"mix": mix}).house
        names = {catalog.faces[face].name for face in house.life}
        jobs = {"You're Fired!", "Raise", "Extra Shift", "New Job", "Bad Boss"}
        assert (jobs <= names) == there
        assert bool(jobs & names) == there
        assert "Change Your Major!" in names
        kinds = {catalog.role_kinds[role] for role in house.roles}
        assert kinds == ({"job", "major"} if there else {"major"})
        assert house.either == there


def test_in_the_reserves_everybody_is_dealt_both() -> None:
    catalog = load_catalog(("geek", "goth", "grunt"))
    game = dealt(Game(catalog, NAMES))
    for seat in range(8):
        first, second = game.roles[seat]
        assert [catalog.role_kinds[role] for role in (first, second)] == ["job", "mos"]
        assert game.goal(seat) == catalog.faces[first].goal + 2
    assert game.standing_income(game.turn) == catalog.faces[game.roles[game.turn][0]].income[0] + 1


def test_an_edition_alone_is_for_five() -> None:
    for key in EDITIONS[1:]:
        catalog = load_catalog((key,))
        assert len(dealt(Game(catalog, NAMES[:5])).roles[4]) == 1
        with pytest.raises(OptionError, match="up to 5"):
            Game(catalog, NAMES[:6])


def test_options_matter_where_their_edition_is_mixed() -> None:
    assert "mix" not in options_for(("greek",))
    assert "mix" in options_for(("goth", "greek"))
    assert "madness" in options_for(("geek", "cthulhu"))
    assert "madness" not in options_for(("geek", "greek"))
    assert settled_options({"madness": "off"}, ("cthulhu",)).get("madness") is None
    assert settled_options({"madness": "off"}, ("geek", "cthulhu"))["madness"] == "off"
    with pytest.raises(OptionError, match="madness can be"):
        settled_options({"madness": "half"})


def test_words_are_the_editions_own_unless_they_disagree() -> None:
    assert load_catalog(("grunt",)).words["room"] == "quarters"
    assert load_catalog(("greek",)).words["role"] == "Major"
    mixed = load_catalog(("geek", "grunt")).words
    assert (mixed["room"], mixed["role"]) == ("room", "role")
    assert load_catalog(("geek", "goth")).words["role"] == "Job"


def test_every_edition_tells_what_is_new_in_three_lines() -> None:
    for key in EDITIONS[1:]:
        lines = load_catalog((key,)).edition.new_here
        assert len(lines) == 3
        assert all(10 < len(line) <= 90 for line in lines)


# -- a treat ---------------------------------------------------------------------------------------


def visited(*holds: str) -> Game:
    """Deep Westley has just come to Bo in Ann's turn."""
    deck = Deck("cthulhu")
    game = deck.set(deck.seat("Deep Westley"), deck.seat(*holds), deck.seat(), phase=CALL_PHASE)
    game.apply(Action(CALL, 0, (game.hands[0][0],), to=1))
    for seat in (1, 2):
        game.apply(Action(PASS, seat))
    game.apply(Action("roll", -1, value=3))
    return game


def test_a_treat_is_announced_like_any_play() -> None:
    game = visited("Bean Sprouts")
    top = game.stack[-1]
    assert isinstance(top, Treat)
    asked = "Bo: which Thing shall be played for free, thanks to Deep Westley?"
    assert ask_text(top, game).text == asked
    game.apply(Action(SHOP, 1, (game.hands[1][0],)))
    window = game.stack[-1]
    assert isinstance(window, Window)
    assert (window.timed, window.costs) == (0, ())
    assert game.waiting() == (0, 2)


def test_a_treat_says_nothing_about_the_hand() -> None:
    hungry, sated = visited("Bean Sprouts"), visited("Sleep")
    assert hungry.waiting() == sated.waiting() == (1,)
    assert [move.kind for move in sated.legal(1)] == [PASS]
    assert view(hungry, 0).legal(0) == view(sated, 0).legal(0) == []


def test_without_cards_nobody_is_asked() -> None:
    game = visited()
    assert not game.stack
    assert game.waiting() == (0,)


def test_who_leaves_has_no_treat() -> None:
    game = visited("Bean Sprouts")
    game.apply(Action(LEAVE, 1))
    assert game.waiting() == (0,)


# -- telling ---------------------------------------------------------------------------------------


def test_tracks_are_told() -> None:
    game = Deck("cthulhu").set(Seat(), Seat())
    told = {
        Event(e.GLOOM, 0, n=2): "Ann gets 2 Gloom",
        Event(e.GLOOM, 0, n=-1, word="alone"): "Ann has no company and loses 1 Gloom",
        Event(e.GLOOM, 0, n=-3, word="left"): "Ann is no Goth any more and loses all Gloom",
        Event(e.MADNESS, 1, n=-2): "Bo loses 2 Madness",
        Event(e.UTTERLY_MAD, 1): "Bo is Utterly Mad from now on",
        Event(e.PARTY, 1, n=5): "Bo has 5 People in the room: PAR-TAAAY",
    }
    for event, sentence in told.items():
        assert tell(event, game) == sentence


def test_soldiers_have_quarters() -> None:
    deck = Deck("grunt")
    game = deck.set(deck.seat("The Colonel"), deck.seat(), phase=CALL_PHASE)
    call = Action(CALL, 0, (game.hands[0][0],), (game.face[game.hands[0][0]],), to=1)
    assert describe(call, game) == "call The Colonel into Bo's quarters"
    (announced,) = game.apply(call)
    assert tell(announced, game) == "Ann calls The Colonel into Bo's quarters"
    food = deck.catalog.named("Illicit Food")[0]
    caught = Event(e.CAUGHT, 0, -1, (0,), (food,), -1, 1)
    assert tell(caught, game) == (
        "Ann is caught with Illicit Food: loses it, what it cost, and Free Time now and next turn"
    )


def test_the_second_role_has_no_numbers() -> None:
    deck = Deck("geek", "grunt")
    game = deck.set(Seat(), Seat())
    job, mos = deck.faces(("Temp", "Cook"))
    started = Event(e.DEALT_ROLE, 0, -1, (), (job,))
    assert tell(started, game) == "Ann starts as Temp (Income 3/5, Free Time 2, goal 23)"
    assert tell(started._replace(faces=(mos,)), game) == "Ann serves as Cook"


def test_a_week_is_for_the_whole_table() -> None:
    deck = Deck("greek")
    game = deck.set(deck.seat("Homecoming"), deck.seat(), table=("Finals Week",))
    game.apply(Action(PLAY, 0, (game.hands[0][0],)))
    events = game.apply(Action(PASS, 1))
    said = [tell(event, game) for event in events]
    assert "Finals Week is over" in said
    assert "Ann brings Homecoming to the whole table" in said


# -- bots ------------------------------------------------------------------------------------------


def choice(game: Game, seat: int = 0) -> Action:
    return make_bot("normal", Stream(1)).choose(view(game, seat))


def test_a_bot_keeps_company_for_its_gloom() -> None:
    deck = Deck("goth")
    seats = [deck.seat(has=("Void",), gloom=gloom) for gloom in (0, 5)]
    lonely, gloomy = (Judge(view(deck.set(seat, deck.seat()), 0)) for seat in seats)
    assert gloomy.presence(gloomy.game.rooms[0][0]) > lonely.presence(lonely.game.rooms[0][0])


def test_a_bot_judges_madness_by_its_table() -> None:
    deck = Deck("cthulhu")
    whispers = deck.catalog.named("Whispers in the Drain")[0]
    worth = {}
    for mad in (0, 6, 9):
        game = deck.set(deck.seat("Whispers in the Drain", madness=mad), deck.seat(), deck.seat())
        judge = Judge(view(game, 0))
        worth[mad] = judge.action(Action(PLAY, 0, (0,), (whispers,), to=0))
    assert worth[0] < 0 < worth[6] < worth[9]


def test_a_bot_does_something_illicit_last() -> None:
    deck = Deck("grunt")
    game = deck.set(
        deck.seat("Illicit Food", "Firing Range", income=2, free_time=1), deck.seat(), deck.seat()
    )
    first = choice(game)
    assert (first.kind, game.printed(first.cards[0]).name) == (DO, "Firing Range")
    game.apply(first)
    for seat in (1, 2):
        game.apply(Action(PASS, seat))
    second = choice(game)
    assert (second.kind, game.printed(second.cards[0]).name) == (SHOP, "Illicit Food")


def test_a_bot_takes_a_treat() -> None:
    game = visited("Sleep", "Bean Sprouts")
    action = choice(game, 1)
    assert (action.kind, game.printed(action.cards[0]).name) == (SHOP, "Bean Sprouts")
