"""What every user of the engine relies on: copies, digests, plain state, and clear refusals."""

import json
from collections.abc import Callable
from functools import partial

import pytest

from core.actions import (
    CHANCE,
    CHANCE_KINDS,
    CHOOSE,
    NEXT,
    PASS,
    PICK,
    PLAYER_KINDS,
    REDEAL,
    ROLE,
    ROLL,
    SHOW,
    SHUFFLE,
    Action,
)
from core.fields import Fields
from core.game import Game
from core.state import IN_DECK, Ask, Trim, Window
from core.view import view
from tests.core.moments import everything, idle, moment, moments, refused, top, written
from tests.kit.invariants import FIELDS, difference
from tests.kit.probes import spoil
from tests.kit.random_play import Choices, geek, new_game, next_action

# -- copies ----------------------------------------------------------------------------------------


def test_a_copy_is_equal() -> None:
    for game, _ in moments(4, 1, every=23):
        copy = game.copy()
        assert difference(game, copy) == []
        assert copy.digest() == game.digest()
        assert copy.waiting() == game.waiting()
        assert copy.need() == game.need()
        for seat in range(4):
            assert copy.legal(seat) == game.legal(seat)


def test_playing_on_a_copy_leaves_the_original_alone() -> None:
    for game, source in moments(3, 2, every=31):
        before, digest = everything(game), game.digest()
        copy = game.copy()
        for _ in range(200):
            if copy.waiting():
                copy.apply(next_action(copy, source))
        assert everything(game) == before
        assert game.digest() == digest
        assert copy.digest() != digest


def test_playing_on_leaves_a_copy_alone() -> None:
    source = Choices(b"", 3, "contract")
    game = new_game(3)
    copies = []
    while game.waiting():
        copies.append((game.copy(), game.digest()))
        game.apply(next_action(game, source))
    assert all(copy.digest() == digest for copy, digest in copies)


def test_nothing_that_changes_is_shared_with_a_copy() -> None:
    game = moment(4, 4, lambda g: bool(g.table and g.seen and g.round > 2))
    copy = game.copy()
    never_change = ("catalog", "events", "faces", "names", "options")
    for name in Fields.__slots__:
        value = getattr(game, name)
        if name in never_change or isinstance(value, int | str | tuple):
            continue
        assert getattr(copy, name) is not value, f"{name} is shared"
        if isinstance(value, list):
            for mine, other in zip(value, getattr(copy, name), strict=True):
                assert mine is not other or isinstance(mine, int | tuple), f"{name} is shared"


def test_equal_actions_make_equal_games() -> None:
    one, other = new_game(3), new_game(3)
    source = Choices(b"", 6, "contract")
    while one.waiting():
        action = next_action(one, source)
        assert one.apply(action) == other.apply(action)
        assert difference(one, other) == []


# -- digests ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_every_action_changes_the_digest(seed: int) -> None:
    """All but showing a hand: what somebody has seen is no state of the table."""
    for game, source in moments(3 + seed, 10 + seed):
        copy = game.copy()
        action = next_action(copy, source)
        copy.apply(action)
        assert (copy.digest() != game.digest()) == (action.kind != SHOW), action


def change_number(name: str, seat: int | None, game: Game) -> None:
    """Another value for a number of the table, or of one seat."""
    if seat is None:
        setattr(game, name, getattr(game, name) + 1)
    else:
        getattr(game, name)[seat] += 7


def test_the_digest_tells_public_states_apart() -> None:
    game = moment(3, 20, lambda g: idle(g) and g.round > 2 and min(map(len, g.rooms)) > 0)
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


def test_the_digest_is_blind_to_hidden_faces() -> None:
    for game, source in moments(4, 30, every=29):
        blind = game.copy()
        hidden = [card for card, face in enumerate(game.pub) if face < 0]
        for card in hidden:
            blind.face[card] = geek().life()[source.below(100)]
        assert blind.digest() == game.digest()
        for card in hidden:
            blind.face[card] = -1
        assert blind.digest() == game.digest()


def test_views_have_the_digest_of_the_table() -> None:
    for game, _ in moments(4, 31, every=17):
        digests = {view(game, seat).digest() for seat in (None, 0, 1, 2, 3)}
        assert digests == {game.digest()}


# -- plain data ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 5])
def test_state_is_plain_data(players: int) -> None:
    """Pending things are tuples of numbers, words and tuples; all of it can be written out."""
    for game, _ in moments(players, 40):
        for frame in game.stack:
            assert isinstance(frame, tuple)
            assert isinstance(frame[0], str)
            for item in frame[1:]:
                if isinstance(item, tuple):
                    assert all(type(part) is int for part in item), frame
                else:
                    assert type(item) in (int, str), frame
    assert game.waiting() == ()


def test_a_written_table_can_be_compared() -> None:
    texts = set()
    for game, _ in moments(3, 41, every=11):
        text = everything(game)
        assert text == everything(game.copy())
        assert json.loads(text) == {name: written(getattr(game, name)) for name in FIELDS}
        texts.add(text)
    assert len(texts) > 10


# -- refusals --------------------------------------------------------------------------------------


def test_stale_answers_are_refused() -> None:
    """An answer names the window or question it is for; a late one does not hit the next."""
    game = moment(3, 50, lambda g: isinstance(top(g), Window) and g.ref > 1)
    seat = game.waiting()[0]
    for ref in (game.ref - 1, game.ref + 1, -1):
        assert refused(game, Action(PASS, seat, ref=ref)) == "that window is over"
    game.apply(Action(PASS, seat, ref=game.ref))
    assert refused(game, Action(PASS, seat))

    game = moment(3, 51, lambda g: isinstance(top(g), Ask) and g.begun)
    seat = game.waiting()[0]
    assert refused(game, Action(CHOOSE, seat, ref=game.ref - 1)) == "that question is over"
    assert refused(game, Action(CHOOSE, (seat + 1) % 3, ref=game.ref))
    assert refused(game, Action(CHOOSE, seat, value=99))
    assert refused(game, Action(CHOOSE, seat, value=-1))
    game.apply(Action(CHOOSE, seat, value=0, ref=game.ref))

    game = moment(3, 52, lambda g: isinstance(top(g), Trim))
    seat = game.waiting()[0]
    right = game.legal(seat)[0]
    assert refused(game, right._replace(ref=right.ref - 1))
    assert refused(game, right._replace(cards=(), faces=()))
    assert refused(game, right._replace(cards=right.cards * 2, faces=right.faces * 2))
    game.apply(right)


@pytest.mark.parametrize("kind", [kind for kind in CHANCE_KINDS if kind != REDEAL])
def test_chance_is_refused_when_it_is_not_asked(kind: str) -> None:
    game = moment(3, 60, idle)
    action = Action(kind, CHANCE, cards=(game.hands[0][0],), value=3)
    assert refused(game, action) == "chance is not asked for that now"
    waiting = moment(3, 61, lambda g: isinstance(top(g), Window))
    assert refused(waiting, action)


def test_chance_is_refused_what_can_not_be() -> None:
    game = new_game(3)
    need = game.need()
    assert need is not None
    assert need.kind == ROLE
    assert refused(game, Action(ROLE, 0, value=need.options[0])), "players draw no roles"
    assert refused(game, Action(ROLE, CHANCE, value=geek().life()[0]))
    assert refused(game, Action(ROLL, CHANCE, value=3))
    for _ in range(3):
        role = game.role_pile[0]
        game.apply(Action(ROLE, CHANCE, value=role))
        assert role not in game.role_pile
    need = game.need()
    assert need is not None
    assert need.kind == SHUFFLE
    assert refused(game, Action(SHUFFLE, CHANCE, faces=need.options[1:]))
    assert refused(game, Action(SHUFFLE, CHANCE, faces=(need.options[-1], *need.options[:-1])[1:]))
    doubled = (need.options[0], *need.options[:-1])
    assert refused(game, Action(SHUFFLE, CHANCE, faces=doubled))
    game.apply(Action(SHUFFLE, CHANCE, faces=need.options[::-1]))
    rolling = moment(3, 62, lambda g: (need := g.need()) is not None and need.kind == ROLL)
    for value in (0, 7, -1, 100):
        assert refused(rolling, Action(ROLL, CHANCE, value=value))
    assert refused(rolling, Action(ROLL, rolling.turn, value=3)), "players do not say the die"
    picking = moment(4, 63, lambda g: (need := g.need()) is not None and need.kind == PICK)
    need = picking.need()
    assert need is not None
    others = [card for card in range(len(picking.where)) if card not in need.options]
    assert refused(picking, Action(PICK, CHANCE, cards=(others[0],)))
    assert refused(picking, Action(PICK, CHANCE, cards=need.options[:1] * 2))
    assert refused(picking, Action(PICK, CHANCE))


def test_nobody_plays_for_others() -> None:
    game = moment(3, 70, lambda g: idle(g) and g.phase == 3)
    other = (game.turn + 1) % 3
    assert refused(game, Action(NEXT, other)) == f"it is the turn of {game.names[game.turn]}"
    for move in game.legal(game.turn):
        if move.cards:
            assert refused(game, move._replace(seat=other))
    for seat in (-1, 3, 8, 1 << 40):
        assert refused(game, Action(NEXT, seat)) == "there is no such seat"


def test_what_is_no_action_is_refused() -> None:
    game = moment(3, 71, idle)
    for thing in (None, 3, "next", (), ("next", game.turn), [], {"kind": "next"}, object()):
        assert refused(game, thing) == "that is no action"
    for kind in ("", "NEXT", "nothing", None, 3, ("next",), ["next"]):
        assert refused(game, spoil(Action(NEXT, game.turn), "kind", kind))


def test_numbers_of_other_types_are_refused_however_equal() -> None:
    """1.0 and True are equal to 1, but what comes from a file or a stranger must be an int."""
    game = moment(3, 72, idle)
    for move in game.legal(game.turn):
        for field in ("seat", "to", "on", "value", "ref"):
            number = getattr(move, field)
            assert refused(game, spoil(move, field, float(number)))
            if number in (0, 1):
                assert refused(game, spoil(move, field, bool(number)))
        if move.cards:
            assert refused(game, spoil(move, "cards", tuple(float(card) for card in move.cards)))
            assert refused(game, spoil(move, "cards", list(move.cards)))


@pytest.mark.parametrize("seed", range(3))
def test_after_the_end_everything_is_refused(seed: int) -> None:
    game, source = new_game(2 + seed), Choices(b"", seed, "end")
    while game.waiting():
        game.apply(next_action(game, source))
    assert game.winners
    assert game.need() is None
    for seat in range(game.players):
        assert game.legal(seat) == []
        for kind in PLAYER_KINDS:
            assert refused(game, Action(kind, seat, to=(seat + 1) % game.players))
    for kind in CHANCE_KINDS:
        assert refused(game, Action(kind, CHANCE, value=3))
