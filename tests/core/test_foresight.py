"""What an announcement would come to, and which cards respond to it: without doing anything."""

import pytest

from core.foresight import answers, outcomes
from core.game import Game
from core.view import view
from tests.kit.table import at, names

TABLE = """
players: Ann; Bo; Cy
Ann is Tech Support
Bo is Temp
Cy is Bartender
Ann holds: {hand}
Bo holds: {held}
Bo has: {room}
turn: Ann, {phase}

Ann: {move}
"""


def open_window(move: str, phase: str = "free time", **lines: str) -> Game:
    card = move.partition(" ")[2].rpartition(" on ")[0] or move.partition(" ")[2]
    card = card.partition(" to ")[0] if move.startswith("call") else card
    given = {"hand": card, "held": "Pizza", "room": "Beer"}
    return at(TABLE.format(move=move, phase=phase, **{**given, **lines}))


@pytest.mark.parametrize(
    ("move", "held", "found"),
    [
        (
            "do Sleep",
            "Car Alarm; Talk Show; Brain Fart; Tuition Due",
            "Car Alarm; Talk Show; Brain Fart",
        ),
        ("do Sleep", "Tuition Due; Call in Sick; Pizza", ""),
        ("shop Pizza", "Car Alarm; Talk Show", "Talk Show"),
    ],
)
def test_a_response_cancels_it_or_throws_tv_at_it(move: str, held: str, found: str) -> None:
    game = view(open_window(move, held=held), 1)
    assert "; ".join(names(game, answers(game, 1))) == found
    assert (answers(game, 0), answers(game, 2)) == ((), ())


def test_what_it_comes_to_is_known_for_each_number_of_the_die() -> None:
    game = open_window("do Nookie at Jimmy's")
    before = game.digest()
    ends = outcomes(view(game, 1))
    assert [end.die for end in ends] == [1, 2, 3, 4, 5, 6]
    assert [end.slack[0] for end in ends] == sorted(end.slack[0] for end in ends)
    assert game.digest() == before
    (end,) = outcomes(view(open_window("do Sleep"), 1))
    assert (end.slack, end.winners, end.harmed) == ((1, 1, 0), (), (False, False, False))


@pytest.mark.parametrize(
    ("phase", "move", "harmed", "lost"),
    [
        ("call", "call Choad Warrior to Bo", "Bo", "Beer"),
        ("call", "call Choad Warrior to Cy", "Cy", ""),
        ("call", "call TV Queen to Ann", "", ""),
        ("free time", "play Sucks to Be You! on Bo's Beer", "Bo", "Beer"),
        ("free time", "play Tuition Due on Bo", "Bo", ""),
        ("free time", "do Sleep", "", ""),
    ],
)
def test_whom_it_leaves_with_less(phase: str, move: str, harmed: str, lost: str) -> None:
    game = open_window(move, phase)
    found = {seat for end in outcomes(view(game, 2)) for seat in range(3) if end.harmed[seat]}
    assert " ".join(game.names[seat] for seat in sorted(found)) == harmed
    gone = {card for end in outcomes(view(game, 2)) for cards in end.lost for card in cards}
    assert " ".join(names(game, gone)) == lost


def test_a_response_that_would_stop_it_harms_who_announced_it() -> None:
    game = at(TABLE.format(hand="Sleep", held="Car Alarm", room="Beer", phase="free time",
                           move="do Sleep\nBo: cancel with Car Alarm"))  # fmt: skip
    (end,) = outcomes(view(game, 2))
    assert end.harmed == (True, False, False)


def test_who_would_win() -> None:
    game = at(TABLE.replace("Ann holds", "Ann slack: 18\nAnn holds").format(
        hand="Nookie at Jimmy's", held="Beer", room="", phase="free time",
        move="do Nookie at Jimmy's"))  # fmt: skip
    winning = [end.die for end in outcomes(view(game, 1)) if end.winners == (0,)]
    assert winning == [die for die in range(1, 7) if 18 + max(0, die - 1) >= game.goal(0)]
