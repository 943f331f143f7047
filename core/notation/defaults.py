"""Answers that go without saying, so that a script need not write them."""

from core.actions import CHOOSE, PASS, Action
from core.game import Game
from core.rules.roles import RANDOM
from core.state import Ask, Treat


def default_answer(game: Game) -> Action | None:
    """Declines what may be declined, and takes any of several cards that are alike."""
    top = game.stack[-1] if game.stack else None
    if isinstance(top, Treat):
        return Action(PASS, top.seat, ref=top.ref)
    if not isinstance(top, Ask):
        return None
    value = _default(game, top)
    return None if value is None else Action(CHOOSE, top.seat, value=value, ref=top.ref)


def _default(game: Game, question: Ask) -> int | None:
    if question.about == "sure":
        return question.options.index(0)
    if question.topic == "role-kind":
        return question.options.index(RANDOM) if RANDOM in question.options else 0
    if question.about == "card" and _alike(game, question.options):
        return 0
    return None


def _alike(game: Game, cards: tuple[int, ...]) -> bool:
    return len({(game.printed(card).name, game.worth(card)) for card in cards}) == 1
