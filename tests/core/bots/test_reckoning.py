"""Single numbers that bots reckon with, each at a table where nothing else differs."""

from typing import Final

import pytest

from core.actions import DO
from core.bots import ahead
from core.bots.ahead import Ahead
from core.bots.chances import chance
from core.bots.guess import guessed, unseen
from core.bots.hard import Keen
from core.bots.judge import Judge
from core.bots.values import values_of
from core.catalog import Catalog, edition_faces, load_catalog
from core.game import Game
from core.loader import load_source
from core.luck import Stream
from core.state import CALL_PHASE, FREE_PHASE
from core.view import view
from tests.core.bots.seated import Tables, tables_of
from tests.kit.card_files import LABEL, Text

OWN: Final = """\
[[card]]
name = "{name}"
kind = "{kind}"
categories = [{categories}]
copies = 1
cost = 0
slack = {slack}
text = "-"
flavor = "-"
effects = [{effects}]
"""


def own(name: str, kind: str, categories: str = "", slack: int | str = 0, effects: str = "") -> str:
    return OWN.format(name=name, kind=kind, categories=categories, slack=slack, effects=effects)


def tables_with(*cards: str) -> Tables:
    """Tables of the Geek box and some cards more."""
    faces = load_source(Text("".join(cards)), LABEL, "own")
    return Tables(Catalog([load_catalog().edition], [*edition_faces("geek"), *faces]))


@pytest.fixture(scope="module")
def tables() -> Tables:
    return tables_of("geek")


def judge(game: Game, seat: int = 0) -> Judge:
    return Judge(view(game, seat))


# -- looking ahead ---------------------------------------------------------------------------------


def ahead_of(budget: int) -> Ahead:
    return Ahead(Keen(Stream(1)), Stream(2), budget)


def test_each_decision_has_the_whole_budget(tables: Tables) -> None:
    seen = view(tables.set(tables.seat("Sleep", free_time=1), tables.seat()), 0)
    looking = ahead_of(ahead.BUDGET)
    rows = [len(looking.outcomes(seen, [None, None])) for _ in range(20)]
    assert rows == [ahead.GUESSES] * 20
    assert looking.steps > 0
    looking.outcomes(seen, [])
    assert looking.steps == 0, "nothing was tried, so no step was taken"


def test_candidates_share_their_dice_and_guesses_see_all_six(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Slack of a rolled Activity stands in for the chance to win."""
    monkeypatch.setattr(ahead, "chance", lambda game, me: game.slack[me])
    ann = tables.seat("Nookie at Jimmy's", role="Temp", free_time=1)
    game = tables.set(ann, tables.seat(role="Slacker"))
    move = next(move for move in game.legal(0) if move.kind == DO)
    rows = ahead_of(10_000).outcomes(view(game, 0), [move, move, move])
    assert all(first == second == third for first, second, third in rows)
    assert sorted(row[0] for row in rows) == [0, 1, 2, 3, 4, 5]


def test_a_chance_is_that_of_the_seat_whoever_moved_last(tables: Tables) -> None:
    """The copies that are played on are left with the eyes of somebody else."""
    game = tables.set(tables.seat("Sleep; Surf the Net; Brain Fart"), tables.seat("Beer"), turn=1)
    seen = view(game, 0)
    guess = guessed(seen, unseen(seen), Stream(1))
    expected = chance(guess.copy(), 0)
    for eyes in (1, None):
        other = guess.copy()
        other.eyes = eyes
        assert chance(other, 0) == expected
    assert chance(guess.copy(), 1) != expected


# -- plans -----------------------------------------------------------------------------------------

PLAYS: Final = "Sleep; Surf the Net; LAN Party"


def between_turns(tables: Tables) -> Game:
    """It is Bo's turn, and Ann has had one with 3 Income and 2 Free Time."""
    game = tables.set(tables.seat(PLAYS, role="Tech Support"), tables.seat(), turn=1)
    game.base_income[0], game.base_time[0] = 3, 2
    return game


def test_income_and_time_in_another_turn_are_half_sure(tables: Tables) -> None:
    """Half by what our cards could do with it, half by what any card could."""
    plan = judge(between_turns(tables)).prospect()
    before = plan.best(3, 2).value
    for more in ((2, 1), (0, 1), (3, 0), (-1, -1)):
        after = plan.best(3 + more[0], 2 + more[1]).value
        expected = (after - before) / 2 + (0.4 * more[0] + 1.3 * more[1]) / 2
        assert plan.gain(*more) == pytest.approx(expected)
    assert plan.gain(0, 1) > 1.3 / 2, "a third Activity can be done"


@pytest.mark.parametrize(("coming", "time"), [(1, 3), (-1, 1), (-2, 0), (-5, 0)])
def test_what_comes_next_turn_counts_in_it(tables: Tables, coming: int, time: int) -> None:
    game = between_turns(tables)
    game.next_time[0] = coming
    plan = judge(game).prospect()
    gained = plan.best(3, time + 1).value - plan.best(3, time).value
    assert plan.gain(0, 1) == pytest.approx(gained / 2 + 1.3 / 2)


def test_in_the_own_turn_only_what_the_hand_can_use_counts(tables: Tables) -> None:
    seats = tables.seat(PLAYS, role="Temp", free_time=1), tables.seat()
    plan = judge(tables.set(*seats, phase=FREE_PHASE)).prospect()
    gained = plan.best(3, 2).value - plan.best(3, 1).value
    assert gained > 0
    assert plan.gain(0, 1) == pytest.approx(gained)
    early = judge(tables.set(*seats, phase=CALL_PHASE)).prospect()
    assert early.gain(0, 1) != pytest.approx(gained)


# -- single cards ----------------------------------------------------------------------------------


def test_a_card_that_stops_whenevers_too_is_worth_half_a_slack_more() -> None:
    """On paper Whenevers are no plays, so nothing else tells the two cards apart."""
    stops = '{{ verb = "cancel", what = [{what}] }}'
    tables = tables_with(
        own("Stop It", "whenever", effects=stops.format(what='"Thing"')),
        own("Stop That", "whenever", effects=stops.format(what='"Thing", "Whenever"')),
    )
    values = values_of(tables.catalog)
    few, many = (values.keep[tables.faces(name)[0]] for name in ("Stop It", "Stop That"))
    assert many - few == pytest.approx(0.5)


def test_only_what_is_rolled_for_can_be_made_sure() -> None:
    """A card that makes Naps worth 9 for certain does nothing for those with a printed number."""
    tables = tables_with(
        own("Eye Mask", "thing", effects='{ verb = "sure", what = ["Sleep"], amount = 9 }'),
        own("Long Nap", "activity", '"Sleep"', slack='"die"'),
        own("Short Nap", "activity", '"Sleep"', slack=2),
    )
    game = tables.set(tables.seat(has="Eye Mask"), tables.seat())
    mine = judge(game)
    long, short = (tables.faces(name)[0] for name in ("Long Nap", "Short Nap"))
    assert [mine.on_entry(0, long), mine.on_entry(1, long)] == [9, 3.5]
    assert [mine.on_entry(0, short), mine.on_entry(1, short)] == [2, 2]


def test_tokens_for_somebody_count_for_or_against_a_play(tables: Tables) -> None:
    """Whoever designs the web gets two tokens when anybody surfs it."""
    surf = tables.faces("Surf the Net")[0]

    def arrival(mine: str, his: str) -> float:
        game = tables.set(tables.seat(role=mine, goal=30), tables.seat(role=his, goal=30))
        reckoned = judge(game)
        return reckoned.arrival(0, surf, 0) - reckoned.on_entry(0, surf)

    plain = arrival("Temp", "Temp")
    assert arrival("Web Designer", "Temp") - plain == pytest.approx(2)
    assert arrival("Temp", "Web Designer") - plain == pytest.approx(-2 * 1.3)
