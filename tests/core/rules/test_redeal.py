"""Hidden cards whose secrets are lost are dealt anew: they stay where they are, faces change."""

import pytest

from core.actions import CHANCE, REDEAL, SHOW, Action, Refused
from core.events import REDEALT
from core.game import Game
from core.notation.export import ExportError, export
from core.state import HIDDEN
from core.telling import tell
from tests.kit.random_play import new_game
from tests.kit.table import at


def begun() -> Game:
    return at("""
        players: Ann; Bo; Cy
        Ann holds: Beer; Sleep
        Bo holds: Bum; Pizza; RPGs
        Cy holds: Car Alarm
        turn: Ann, free time
    """)


def redeal(cards: tuple[int, ...], faces: tuple[int, ...] = (), seat: int = CHANCE) -> Action:
    return Action(REDEAL, seat, cards=cards, faces=faces)


def test_who_had_seen_a_card_has_seen_nothing_of_what_lies_there_now() -> None:
    game = begun()
    game.apply(Action(SHOW, 1, to=0))
    cards = (*game.hands[1], *game.deck)
    before, digest = [game.face[card] for card in cards], game.digest()
    assert game.seen
    (event,) = game.apply(redeal(cards, tuple(reversed(before))))
    assert (event.kind, event.seat, event.n) == (REDEALT, 1, len(game.hands[1]))
    assert tell(event, game, 0) == f"{event.n} cards in Bo's hand are dealt anew"
    assert tell(event._replace(n=1), game, 0) == "1 card in Bo's hand is dealt anew"
    assert [game.face[card] for card in cards] == before[::-1]
    assert not game.seen
    assert game.digest() == digest  # nothing public is different


def test_a_replica_knows_none_of_the_new_faces() -> None:
    game = begun()
    cards = (*game.hands[2], *game.deck[:3])
    game.apply(redeal(cards))
    assert all(game.face[card] == HIDDEN for card in cards)
    assert all(game.face[card] != HIDDEN for card in game.hands[0])


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (lambda g: redeal((g.hands[1][0],), seat=1), "nobody at the table decides that"),
        (lambda g: redeal(()), "nothing to deal anew"),
        (lambda g: redeal((g.hands[1][0],) * 2), "nothing to deal anew"),
        (lambda g: redeal((9999,)), "only hidden cards"),
        (lambda g: redeal((-1,)), "only hidden cards"),
        (lambda g: redeal((g.hands[1][0],), (0, 1)), "no such card"),
        (lambda g: redeal((g.hands[1][0],), (9999,)), "no such card"),
        (
            lambda g: redeal((g.hands[1][0],), (g.face[g.hands[1][0]] + 1,)),
            "not the cards that are dealt anew",
        ),
    ],
)
def test_what_is_no_redeal_changes_nothing(wrong: object, reason: str) -> None:
    game = begun()
    faces = list(game.face)
    with pytest.raises(Refused, match=reason):
        game.apply(wrong(game))  # type: ignore[operator]
    assert game.face == faces


def test_a_card_that_lies_open_is_not_dealt_anew() -> None:
    game = begun()
    game.pub[game.hands[0][0]] = game.face[game.hands[0][0]]
    with pytest.raises(Refused, match="only hidden cards"):
        game.apply(redeal((game.hands[0][0],)))


def test_before_the_deal_there_is_nothing_to_deal_anew() -> None:
    with pytest.raises(Refused, match="nothing to deal anew"):
        new_game(3).apply(redeal((0,)))


def test_such_a_game_is_not_exported() -> None:
    with pytest.raises(ExportError, match="dealt anew"):
        export(new_game(3), [redeal((0,))])
