"""What bots do at tables where one thing is clearly better than another."""

from collections.abc import Callable
from typing import Final

import pytest

from core.bots import Bot, make_bot
from core.bots.hard import Hard, Keen
from core.game import Game
from core.luck import Stream
from core.telling import describe
from core.view import view
from tests.kit.places import DATA
from tests.kit.table import at, blocks

TABLES: Final = list(blocks(DATA / "choices.txt"))
ODD: Final[dict[str, Callable[[Stream], Bot]]] = {"keen": Keen, "idle": lambda s: Hard(s, 0)}
ROWS: Final = 20


def bot(level: str, row: int) -> Bot:
    return ODD[level](Stream(row)) if level in ODD else make_bot(level, Stream(row))


def choice(game: Game, who: str, row: int) -> str:
    """What is done at the table by `LEVEL NAME`, or by `LEVEL NAME interjects`."""
    level, name, *interjects = who.split(" ")
    seat = game.names.index(name)
    asked = bot(level, row)
    seen = view(game, seat)
    action = asked.interject(seen) if interjects else asked.choose(seen)
    if action is None:
        return "nothing"
    assert game.refusal(action) is None
    return describe(action, game)


@pytest.mark.parametrize(("title", "text"), TABLES, ids=[title for title, _ in TABLES])
def test_choice(title: str, text: str) -> None:
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith("> "):
            lines.append(line)
            continue
        who, _, right = line[2:].partition(": ")
        game = at("\n".join(lines))
        for row in range(ROWS if who.startswith("easy") else 1):
            assert choice(game, who, row) in right.split(" | ")
