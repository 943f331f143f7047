"""What editions and options at a table add up to."""

import pytest

from core.actions import PASS, SHOP, Action
from core.catalog import EDITIONS
from core.game import Game
from core.luck import Luck
from core.rules.setup import OptionError, options_for, settled_options
from core.state import Treat, Window
from core.view import view
from tests.kit.deals import cards
from tests.kit.random_play import NAMES
from tests.kit.table import at


def dealt(game: Game) -> Game:
    luck = Luck(7)
    while game.need() is not None:
        game.apply(luck.answer(game))
    return game


def test_students_have_no_jobs_and_no_cards_about_them() -> None:
    catalog = cards(("geek", "greek"))
    jobs = {"You're Fired!", "Raise", "Extra Shift", "New Job", "Bad Boss"}
    for mix, there in (("students", False), ("town-and-gown", True)):
        house = Game(catalog, NAMES[:3], {"mix": mix}).house
        names = {catalog.faces[face].name for face in house.life}
        assert jobs & names == (jobs if there else set())
        assert "Change Your Major!" in names
        kinds = {catalog.role_kinds[role] for role in house.roles}
        assert kinds == ({"job", "major"} if there else {"major"})
        assert house.either == there


def test_in_the_reserves_everybody_is_dealt_both() -> None:
    catalog = cards(("geek", "goth", "grunt"))
    game = dealt(Game(catalog, NAMES))
    for seat in range(8):
        first, second = game.roles[seat]
        assert [catalog.role_kinds[role] for role in (first, second)] == ["job", "mos"]
        assert game.goal(seat) == catalog.faces[first].goal + 2
    assert game.standing_income(game.turn) == catalog.faces[game.roles[game.turn][0]].income[0] + 1


@pytest.mark.parametrize("key", EDITIONS[1:])
def test_an_edition_alone_is_for_five_and_tells_what_is_new(key: str) -> None:
    catalog = cards((key,))
    assert len(dealt(Game(catalog, NAMES[:5])).roles[4]) == 1
    with pytest.raises(OptionError, match="up to 5"):
        Game(catalog, NAMES[:6])
    assert [10 < len(line) <= 90 for line in catalog.edition.new_here] == [True] * 3


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
    assert cards(("grunt",)).words["room"] == "quarters"
    assert cards(("greek",)).words["role"] == "Major"
    mixed = cards(("geek", "grunt")).words
    assert (mixed["room"], mixed["role"]) == ("room", "role")
    assert cards(("geek", "goth")).words["role"] == "Job"


# -- a treat ---------------------------------------------------------------------------------------


def visited(holds: str) -> Game:
    """Deep Westley has just come to Bo in Ann's turn."""
    return at(f"""
        edition: cthulhu
        players: Ann; Bo; Cy
        Ann holds: Deep Westley
        Bo holds: {holds}
        turn: Ann, call
        roll 3
        Ann: call Deep Westley to Bo
        Bo: pass
        Cy: pass
    """)


def test_a_treat_is_announced_like_any_play_and_says_nothing_about_the_hand() -> None:
    hungry, sated = visited("Bean Sprouts"), visited("Sleep")
    assert hungry.waiting() == sated.waiting() == (1,)
    assert [move.kind for move in sated.legal(1)] == [PASS]
    assert view(hungry, 0).legal(0) == view(sated, 0).legal(0) == []
    assert isinstance(hungry.stack[-1], Treat)
    hungry.apply(Action(SHOP, 1, (hungry.hands[1][0],)))
    window = hungry.stack[-1]
    assert isinstance(window, Window)
    assert (window.timed, window.costs) == (0, ())
    assert hungry.waiting() == (0, 2)
