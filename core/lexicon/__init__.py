"""The verbs that card data is written in, by when they work."""

from typing import Final

from core.lexicon.once import ONCE
from core.lexicon.shape import Param, Verb
from core.lexicon.standing import STANDING, TURNLY

VERBS: Final[dict[str, Verb]] = {**ONCE, **TURNLY, **STANDING}

__all__ = ["VERBS", "Param", "Verb"]
