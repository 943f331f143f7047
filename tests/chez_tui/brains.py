"""Who plays for the tests: like a bot, but with an eye for what is to be seen."""

from collections.abc import Sequence

from chez_tui.play.choices import HAND, Choices
from core.actions import CANCEL, SHOP, THROW, Action
from core.bots import make_bot
from core.luck import Stream


class Clever:
    """Plays like a bot, but never misses a chance to do what the tests want to see."""

    def __init__(self, seed: int = 1, level: str = "normal") -> None:
        self._bot = make_bot(level, Stream(seed))

    def __call__(self, desk: Choices) -> Action:
        view, legal = desk.view, desk.session.legal()
        if desk.window is not None:
            for action in legal:
                if action.kind in (THROW, CANCEL):
                    return action
        if desk.my_turn and desk.mode == HAND:
            trip = shopping_list(desk, legal)
            if trip is not None:
                return trip
        return self._bot.choose(view)


def shopping_list(desk: Choices, legal: Sequence[Action]) -> Action | None:
    """A trip of three Things, if Income and hand allow it."""
    things = sorted(
        (a for a in legal if a.kind == SHOP), key=lambda a: desk.view.faces[a.faces[0]].cost
    )[:3]
    if len(things) < 3:
        return None
    cards = tuple(a.cards[0] for a in things)
    trip = things[0]._replace(cards=cards, faces=tuple(a.faces[0] for a in things))
    return trip if desk.session.refusal(trip) is None else None
