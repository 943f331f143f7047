"""How a game is exported; that it is the same one when checked, `tests/kit/walk.py` finds out."""

import pytest

from core.actions import CHANCE, NEXT, ROLL, SHOW, Action
from core.game import Game
from core.notation import check
from core.notation.export import ExportError, export
from tests.kit.deals import cards
from tests.kit.random_play import deal, new_game


def test_the_text_of_a_game() -> None:
    start = new_game(2, {"guests": "off"}, first=1)
    game = start.copy()
    actions = deal(game, 4)
    hand = [game.printed(card).name for card in game.hands[0]]
    for action in (Action(SHOW, 0, to=1), Action(NEXT, 1)):
        actions.append(action)
        game.apply(action)
    while game.need() is not None:
        actions.append(Action(ROLL, CHANCE, value=2))
        game.apply(actions[-1])
    lines = export(start, actions, title="One #evening").splitlines()
    assert lines[:4] == [
        "title: One No. evening",
        "edition: geek",
        "option: guests off",
        "players: Ann; Bo",
    ]
    assert [line.partition(" is ")[0] for line in lines[4:6]] == ["Ann", "Bo"]
    assert lines[6] == f"Ann holds: {'; '.join(hand)}"
    assert lines[8].startswith("deck: ")
    assert lines[9:12] == ["turn: Bo", "", "# round 1, Bo"]
    assert "Ann: show hand to Bo" in lines
    assert lines[-1] == "expect waiting Bo"


def test_names_that_the_notation_cannot_write() -> None:
    names = ("Deck", "roll on", "a;b", "x#y", "Ann", "ANN", "Player 1", "\u2028")
    start = Game(cards(), names)
    game = start.copy()
    again = check(export(start, deal(game, 5)), cards)
    assert len({name.casefold() for name in again.names}) == 8
    assert again.names[4] == "Ann"
    assert again.names[6] == "Player 1"
    assert again.digest() == game.digest()


def test_records_that_can_not_be_told() -> None:
    with pytest.raises(ExportError, match="never dealt"):
        export(new_game(2), [])
    with pytest.raises(ExportError, match="action 1 of this game file breaks the rules"):
        export(new_game(2), [Action(NEXT, 0)])
    with pytest.raises(ExportError, match="doesn't know"):
        export(new_game(3), [action._replace(faces=()) for action in deal(new_game(3), 1)])
