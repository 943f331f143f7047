"""Actions with something wrong in them, and what must come of trying them."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from core.actions import Action, Refused
from core.clauses import clauses
from core.game import Game
from tests.kit.invariants import difference, never_stuck
from tests.kit.random_play import NAMES, Source

GARBAGE: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    -2,
    -3,
    7,
    8,
    255,
    1 << 40,
    -(1 << 40),
    1.5,
    "0",
    "",
    (),
    (0,),
    (-1,),
    (1 << 40,),
    (0, 0),
    ("x",),
    (None,),
    [0],
    {},
    b"\x00",
)


def spoil(action: Action, field: str, value: Any) -> Action:
    """Return the action with anything at all in one of its fields."""
    fields: dict[str, Any] = {**action._asdict(), field: value}
    return Action(**fields)


def spoiled(game: Game, action: Action, source: Source) -> Any:
    """Return the action with something wrong in it, or at least different."""
    way = source.below(9)
    if way == 8:
        field = ("seat", "to", "on", "value", "ref")[source.below(5)]
        return spoil(action, field, float(getattr(action, field)))
    if way == 0:
        return tuple(action)
    if way == 1:
        seats = (*range(-2, game.players + 1),)
        return action._replace(seat=seats[source.below(len(seats))])
    if way == 2:
        return action._replace(ref=max(1, game.ref - 2 + source.below(4)))
    if way == 3:
        return action._replace(cards=(source.below(len(game.where)),))
    if way == 4:
        return action._replace(faces=(source.below(len(game.faces)),))
    if way == 5:
        card = source.below(len(game.where) + 1) - 1
        return action._replace(on=card, to=source.below(len(NAMES) + 3) - 2)
    if way == 6:
        return action._replace(value=source.below(20) - 2)
    field = action._fields[source.below(len(action._fields))]
    return spoil(action, field, GARBAGE[source.below(len(GARBAGE))])


def refusals(game: Game, actions: Sequence[Any]) -> None:
    """Check that a refusal is a sentence with known clauses and changes nothing.

    An action that is not refused after all must be one that can be carried out.
    """
    before = game.copy()
    for action in actions:
        refusal = game.refusal(action)
        if refusal is None:
            copy = game.copy()
            copy.apply(action)
            never_stuck(copy)
            continue
        assert refusal.text.strip() == refusal.text != ""
        assert refusal.clauses
        assert clauses().keys() >= set(refusal.clauses), refusal.clauses
        with pytest.raises(Refused) as refused:
            game.apply(action)
        assert refused.value.refusal == refusal
        changed = difference(before, game)
        assert not changed, f"{action} was refused and changed {changed}"
    assert before.digest() == game.digest()
