"""What every user of the engine relies on: copies, digests, plain state, and clear refusals.

That copies go their own ways and digests are blind to hidden faces, `tests/kit/walk.py` checks.
"""

from array import array
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from core import actions as a
from core.actions import Action, Refused
from core.fields import Fields
from core.game import Game
from core.luck import Stream
from core.state import IN_DECK, Trim
from tests.kit.invariants import FIELDS, difference
from tests.kit.random_play import new_game, next_action
from tests.kit.table import at
from tests.kit.walk import spoil


def plain(value: Any) -> bool:
    """Say whether state is such as JSON can hold."""
    if isinstance(value, dict):
        return all(plain(part) for item in value.items() for part in item)
    if isinstance(value, list | tuple | array | bytearray):
        return all(map(plain, value))
    return value is None or isinstance(value, bool | int | str)


def refused(game: Game, action: Any) -> str:
    """The text of the refusal; nothing has changed by asking or trying."""
    before = game.copy()
    refusal = game.refusal(action)
    assert refusal is not None, f"{action} is not refused"
    with pytest.raises(Refused, match=r".+ \(\w"):
        game.apply(action)
    assert difference(before, game) == []
    return refusal.text


# -- copies, digests and plain data ----------------------------------------------------------------


def test_nothing_that_changes_is_shared_with_a_copy() -> None:
    game = at("""
        players: Ann; Bo; Cy
        Ann has: Beer; Sleep +1
        Bo holds: Bum; Sleep
        table: Raise on Bo
        turn: Ann, free time
        Bo: show hand to Ann
    """)
    copy = game.copy()
    assert game.table
    assert game.seen
    for name in Fields.__slots__:
        value = getattr(game, name)
        if name in ("catalog", "events", "faces", "names", "options"):
            continue  # they never change
        if not isinstance(value, int | str | tuple):
            assert getattr(copy, name) is not value, f"{name} is shared"
        if isinstance(value, list):
            for mine, other in zip(value, getattr(copy, name), strict=True):
                assert mine is not other or isinstance(mine, int | tuple), f"{name} is shared"


def test_every_action_changes_the_digest_and_leaves_plain_data() -> None:
    """All but showing a hand: what somebody has seen is no state of the table.

    Pending things are tuples of numbers, words and tuples. Equal actions make equal games.
    """
    game, again, source = new_game(4), new_game(4), Stream(11).fork("contract")
    while game.waiting():
        action, before = next_action(game, source), game.digest()
        assert game.apply(action) == again.apply(action)
        assert difference(game, again) == []
        assert (game.digest() != before) == (action.kind != a.SHOW), action
        for kind, *items in game.stack:
            assert isinstance(kind, str)
            for item in items:
                assert type(item) in (int, str) or all(type(part) is int for part in item), item
        if game.ref % 5 == 0:  # now and then
            assert [name for name in FIELDS if not plain(getattr(game, name))] == []


def change_number(name: str, seat: int | None, game: Game) -> None:
    """Another value for a number of the table, or of one seat."""
    if seat is None:
        setattr(game, name, getattr(game, name) + 1)
    else:
        getattr(game, name)[seat] += 7


def test_the_digest_tells_public_states_apart() -> None:
    game = at("""
        players: Ann; Bo; Cy
        Ann is Temp
        Bo is Drummer
        Ann holds: Bum
        Ann has: Beer
        turn: Ann, free time
    """)
    digests = {game.digest()}

    def other(change: Callable[[Game], object]) -> None:
        copy = game.copy()
        change(copy)
        assert copy.digest() not in digests
        digests.add(copy.digest())

    for name in (
        "tokens", "goal_change", "extra_income", "extra_time", "base_income", "base_time",
        "next_income", "next_time", "debt", "gloom", "madness",
    ):  # fmt: skip
        for seat in range(3):
            other(partial(change_number, name, seat))
    for name in ("phase", "round", "ref", "turn"):
        other(partial(change_number, name, None))
    other(lambda g: setattr(g, "winners", (1,)))
    other(lambda g: g.alive.__setitem__(2, False))
    other(lambda g: g.stack.append(("end-turn",)))
    other(lambda g: g.roles.reverse())
    other(lambda g: g.role_discard.append(g.role_pile.pop()))
    card, hidden = game.rooms[0][0], game.hands[0][0]
    other(lambda g: g.mark.__setitem__(card, 9))
    other(lambda g: g.where.__setitem__(card, IN_DECK))
    other(lambda g: g.pub.__setitem__(hidden, g.face[hidden]))


def test_a_replica_refuses_a_card_that_it_knows_better() -> None:
    """A face that was learned can't be named differently later."""
    game = at(FREE)
    card, face = game.hands[0][0], game.face[game.hands[0][0]]
    with pytest.raises(ValueError, match="is known to be"):
        game.learn(card, face + 1)
    assert game.face[card] == face


# -- refusals --------------------------------------------------------------------------------------

FREE = """
players: Ann; Bo; Cy
Ann holds: Sleep; Beer; Bum
Bo has: Ultra-Slims
turn: Ann, free time
"""
WINDOW = FREE + "Ann: do Sleep\nAnn: shop Beer\n"
PEST = """
players: Ann; Bo; Cy
Ann has: Hungry Girl; Pizza; Hash Brownies
turn: Ann, roll
Ann: keep Hungry Girl
"""
TRIM = """
players: Ann; Bo; Cy
Ann holds: Spring Cleaning
Bo holds: Beer; Sleep; Bum; Pizza
turn: Ann, free time
Ann: play Spring Cleaning on Bo
Bo: pass
Cy: pass
"""


def test_stale_answers_are_refused() -> None:
    """An answer names the window or question it is for; a late one does not hit the next."""
    game = at(WINDOW)
    for ref in (game.ref - 1, game.ref + 1, -1):
        assert refused(game, Action(a.PASS, 1, ref=ref)) == "too late to respond"
    game.apply(Action(a.PASS, 1, ref=game.ref))
    assert refused(game, Action(a.PASS, 1))

    game = at(FREE)
    named = next(move for move in game.legal(0) if move.kind == a.NEXT)
    assert refused(game, named._replace(ref=named.ref - 1)) == "that phase is over"
    game.apply(named)
    assert refused(game, named) == "that phase is over"
    assert game.refusal(Action(a.NEXT, 0)) is None  # as older programs end whichever it is

    game = at(PEST)
    assert refused(game, Action(a.CHOOSE, 0, ref=game.ref + 1)) == "too late: already decided"
    assert refused(game, Action(a.CHOOSE, 1, ref=game.ref))
    for value in (99, 2, -1):
        assert refused(game, Action(a.CHOOSE, 0, value=value))
    game.apply(Action(a.CHOOSE, 0, value=1, ref=game.ref))

    game = at(TRIM)
    assert isinstance(game.stack[-1], Trim)
    right = game.legal(1)[0]
    assert refused(game, right._replace(ref=right.ref - 1))
    assert refused(game, right._replace(cards=(), faces=()))
    assert refused(game, right._replace(cards=right.cards * 2, faces=right.faces * 2))
    game.apply(right)


@pytest.mark.parametrize("kind", [kind for kind in a.CHANCE_KINDS if kind != a.REDEAL])
def test_chance_is_refused_when_it_is_not_asked(kind: str) -> None:
    for text in (FREE, WINDOW):
        game = at(text)
        action = Action(kind, a.CHANCE, cards=(game.hands[0][0],), value=3)
        assert refused(game, action) == "no such roll or draw is due"


def test_chance_is_refused_what_can_not_be() -> None:
    game = new_game(3)
    need = game.need()
    assert need is not None
    assert refused(game, Action(a.ROLE, 0, value=need.options[0])), "players draw no roles"
    assert refused(game, Action(a.ROLE, a.CHANCE, value=game.catalog.life()[0]))
    assert refused(game, Action(a.ROLL, a.CHANCE, value=3))
    for _ in range(3):
        role = game.role_pile[0]
        game.apply(Action(a.ROLE, a.CHANCE, value=role))
        assert role not in game.role_pile
    need = game.need()
    assert need is not None
    pile = need.options
    for wrong in (pile[1:], (pile[-1], *pile[:-1])[1:], (pile[0], *pile[:-1])):
        assert refused(game, Action(a.SHUFFLE, a.CHANCE, faces=wrong))
    game.apply(Action(a.SHUFFLE, a.CHANCE, faces=pile[::-1]))
    rolling = at("players: Ann; Bo\nAnn holds: Nookie at Jimmy's\nturn: Ann, free time")
    rolling.apply(next(move for move in rolling.legal(0) if move.kind == a.DO))
    rolling.apply(Action(a.PASS, 1))
    for value in (0, 7, -1, 100):
        assert refused(rolling, Action(a.ROLL, a.CHANCE, value=value))
    assert refused(rolling, Action(a.ROLL, 0, value=3)), "players do not say the die"
    picking = at("""
        players: Ann; Bo
        Ann holds: Light-Fingered Guest
        Bo holds: Beer; Sleep
        turn: Ann, free time
    """)
    picking.apply(next(move for move in picking.legal(0) if move.to == 1))
    picking.apply(Action(a.PASS, 1))
    need = picking.need()
    assert need is not None
    other = next(card for card in range(len(picking.where)) if card not in need.options)
    for cards in ((other,), need.options[:1] * 2, ()):
        assert refused(picking, Action(a.PICK, a.CHANCE, cards=cards))


def test_nobody_plays_for_others() -> None:
    game = at(FREE)
    assert refused(game, Action(a.NEXT, 1)) == "it's Ann's turn"
    for move in game.legal(0):
        if move.cards:
            assert refused(game, move._replace(seat=1))
    for seat in (-1, 3, 8, 1 << 40):
        assert refused(game, Action(a.NEXT, seat)) == "no such seat"


def test_what_is_no_action_is_refused() -> None:
    """1.0 and True are equal to 1, but what comes from a file or a stranger must be an int."""
    game = at(FREE)
    for thing in (None, 3, "next", (), ("next", 0), [], {"kind": "next"}, object()):
        assert refused(game, thing) == "not an action"
    for kind in ("", "NEXT", "nothing", None, 3, ("next",), ["next"]):
        assert refused(game, spoil(Action(a.NEXT, 0), "kind", kind))
    for move in game.legal(0):
        for field in ("seat", "to", "on", "value", "ref"):
            number = getattr(move, field)
            assert refused(game, spoil(move, field, float(number)))
            if number in (0, 1):
                assert refused(game, spoil(move, field, bool(number)))
        if move.cards:
            assert refused(game, spoil(move, "cards", tuple(float(card) for card in move.cards)))
            assert refused(game, spoil(move, "cards", list(move.cards)))


def test_after_the_end_everything_is_refused() -> None:
    game = at("players: Ann; Bo; Cy\nAnn slack: 19\nAnn holds: Sleep\nturn: Ann, free time\n"
              "Ann: do Sleep\nexpect winner Ann")  # fmt: skip
    assert game.need() is None
    for seat in range(game.players):
        assert game.legal(seat) == []
        for kind in a.PLAYER_KINDS:
            assert refused(game, Action(kind, seat, to=(seat + 1) % game.players))
    for kind in a.CHANCE_KINDS:
        assert refused(game, Action(kind, a.CHANCE, value=3))
