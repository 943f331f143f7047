"""A game that is exported and checked again is the same game."""

from collections.abc import Sequence

import pytest

from core.actions import CHANCE, LEAVE, NEXT, ROLL, SHOW, SHUFFLE, Action
from core.catalog import Catalog
from core.game import Game
from core.luck import Luck
from core.notation import check
from core.notation.export import ExportError, export
from tests.kit.random_play import Choices, geek, new_game, next_action


def load(editions: tuple[str, ...]) -> Catalog:
    assert editions == ("geek",)
    return geek()


def played_again(game: Game, actions: Sequence[Action]) -> Game:
    """The end of the game as its exported text has it."""
    return check(export(game, actions), load)


def last_rest(game: Game, actions: Sequence[Action]) -> Game:
    """The last moment of a game at which nobody waits for chance."""
    rest = game.copy()
    for action in actions:
        game.apply(action)
        if game.need() is None:
            rest = game.copy()
    return rest


@pytest.mark.parametrize("seed", range(40))
def test_a_game_that_breaks_off(seed: int) -> None:
    """Also with people who show their hands and leave at odd moments, dice in the air or not."""
    source = Choices(b"", seed, "breaks off")
    players, length, odd = 2 + seed % 4, 30 + source.below(370), source.below(8)
    start = new_game(players, winners=(0, 1)[: seed % 3])  # they pick before the text begins
    game = start.copy()
    actions: list[Action] = []
    while game.waiting() and len(actions) < length:
        action = next_action(game, source)
        if game.begun and odd and source.below(40) == 0:
            odd -= 1
            seats = game.seats_from(source.below(players))
            action = Action(LEAVE if source.below(2) else SHOW, seats[0], to=seats[1])
        actions.append(action)
        game.apply(action)
    rest = last_rest(start.copy(), actions)
    if rest.begun:
        assert played_again(start, actions).digest() == rest.digest()


def test_the_text_of_a_game() -> None:
    start = new_game(2, {"guests": "off"}, first=1)
    game, luck = start.copy(), Luck(4)
    actions: list[Action] = []
    while not game.begun:
        actions.append(luck.answer(game))
        game.apply(actions[-1])
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
    start = Game(geek(), names)
    game, luck = start.copy(), Luck(5)
    actions: list[Action] = []
    while not game.begun:
        actions.append(luck.answer(game))
        game.apply(actions[-1])
    again = check(export(start, actions), load)
    assert len({name.casefold() for name in again.names}) == 8
    assert again.names[4] == "Ann"
    assert again.names[6] == "Player 1"
    assert again.digest() == game.digest()


def test_records_that_can_not_be_told() -> None:
    with pytest.raises(ExportError, match="never dealt"):
        export(new_game(2), [])
    with pytest.raises(ExportError, match="action 1 of this record is against the rules"):
        export(new_game(2), [Action(NEXT, 0)])
    game, luck = new_game(3), Luck(1)
    actions: list[Action] = []
    while not game.begun:
        action = luck.answer(game)
        actions.append(action._replace(faces=()) if action.kind == SHUFFLE else action)
        game.apply(actions[-1])
    with pytest.raises(ExportError, match="does not know"):
        export(new_game(3), actions)
