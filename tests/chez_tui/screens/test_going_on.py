"""What a spectator reads about the moment, whatever the cards are called."""

from types import SimpleNamespace
from typing import cast

import pytest

from chez_tui.widgets.watchpage import going_on
from core.state import Window
from core.view import View


def moment(
    *cards: str, waiting: tuple[int, ...] = (1,), winners: tuple[int, ...] = (), wrong: str = ""
) -> str:
    """Ann has announced these cards, or nobody has anything."""
    window = Window("window", 0, "play", 0, tuple(range(len(cards))), 0, 0, 0, ())
    view = SimpleNamespace(
        names=("Ann", "Wil"), winners=winners, stack=(window,) if cards else (),
        waiting=lambda: waiting, printed=lambda card: SimpleNamespace(name=cards[card]),
    )  # fmt: skip
    return going_on(cast(View, view), wrong)


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (("Beer",), "Ann: Beer. Waiting for Wil"),
        (("Live-In S.O.",), "Ann: Live-In S.O. Waiting for Wil"),
        (("No Pets!",), "Ann: No Pets! Waiting for Wil"),
        (("Antiques or Garbage?",), "Ann: Antiques or Garbage? Waiting for Wil"),
        (("Beer", "Live-In S.O."), "Ann: Beer and Live-In S.O. Waiting for Wil"),
    ],
)
def test_a_sentence_ends_with_one_stop(cards: tuple[str, ...], said: str) -> None:
    assert moment(*cards) == said


def test_nobody_is_waited_for() -> None:
    assert moment("Beer", waiting=()) == "Ann: Beer"
    assert moment(waiting=(-1,)) == "The die is rolling"
    assert moment(waiting=(-1,), wrong="no connection to Wil; the seat is kept for 60 s") == (
        "The die waits: no connection to Wil"
    )
    assert moment(winners=(1,)) == "Wil won"
