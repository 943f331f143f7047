"""Whole games at the table screen, played with keys only."""

import pytest

from chez_tui.screens.end import EndScreen
from core.actions import CALL, CANCEL, CHOOSE, DISCARD, EVICT, NEXT, PASS, SHOP, THROW, Action
from core.catalog import EDITIONS
from core.game import Game
from core.state import DISCARD_PHASE, FREE_PHASE, Ask, Window
from tests.chez_tui.brains import Clever
from tests.chez_tui.driver import LARGE, SMALL, Player, SetTable, Size, dealt, laid, sitting
from tests.kit.invariants import Audit

# Everything a game can ask of a player lies ready in the first round; then the deck goes on with
# cards that bring the end near.
FIRST_ROUND = laid("first-round")


def whole(game: Game) -> None:
    """The table is one that can come about."""
    audit = Audit(game)
    audit.whole()
    audit.slack()
    audit.role_cards()


async def first_round(pam: Player) -> None:
    """Sends a guest away, calls one, buys three Things in one trip and throws a card away."""
    await pam.press("e")
    assert "Who is to go?" in pam.text
    await pam.choose(lambda item: item.actions[0].kind == EVICT)
    assert pam.desk.mode == "question"
    assert "Where does Clumsy Drunk go?" in pam.text
    await pam.choose(lambda item: item.text.startswith("Ada"))
    assert "Clumsy Drunk" in pam.text.splitlines()[1] + pam.text.splitlines()[3]

    assert pam.game.phase == 2
    await pam.hand("TV Queen")
    assert "for which room?" in pam.text
    await pam.choose(lambda item: item.text == "your own room")

    assert pam.game.phase == FREE_PHASE
    for name in ("Beer", "Ultra-Slims", "Microwave Popcorn"):
        await pam.hand(name)
    assert "Beer, Ultra-Slims and Microwave Popcorn = 3 of 3 Income" in pam.text
    await pam.press("b")
    assert len(pam.done(SHOP)[-1].cards) == 3
    await pam.press("n")
    assert pam.game.phase == DISCARD_PHASE
    await pam.hand("Bum")
    assert "discarding what is marked" in pam.text
    await pam.press("n")
    assert len(pam.done(DISCARD)) == 1


async def answers(pam: Player) -> None:
    """Answers in a window with the television, and in another one with noise."""
    assert pam.desk.window is not None
    await pam.hand("Talk Show")
    assert pam.done(THROW)
    assert pam.desk.window is not None
    assert "Sleep" in pam.prompt
    await pam.hand("Car Alarm")
    assert pam.done(CANCEL)


async def test_everything_a_game_asks_for_and_a_rematch() -> None:
    table = SetTable(FIRST_ROUND, ("", "easy"), dice=(6, 5, 1, 1))
    async with sitting(table) as pam:
        await first_round(pam)
        await answers(pam)
        whole(pam.game)
        await pam.play(Clever())
        assert isinstance(pam.app.screen, EndScreen)
        assert pam.game.winners == (0,)
        assert "Pam wins in round" in pam.text
        for kind in (NEXT, CALL, EVICT, CHOOSE, SHOP, DISCARD, PASS, THROW, CANCEL):
            assert pam.done(kind), f"never done: {kind}"
        whole(pam.game)

        await pam.press("enter")
        assert len(pam.app.tables) == 2
        top = pam.game.stack[-1]
        assert isinstance(top, Ask)
        assert (top.seat, top.about) == (0, "role")
        assert "shall it be?" in pam.prompt
        await pam.choose(lambda item: item.text == "Waitstaff")
        assert [pam.game.faces[role].name for role in pam.game.roles[0]] == ["Waitstaff"]
        await pam.play(Clever(), until=lambda: pam.game.round > 1)
        whole(pam.game)


@pytest.mark.parametrize(
    ("editions", "players", "size", "seed"),
    [
        (("geek",), 4, LARGE, 9),
        (("greek",), 2, SMALL, 22),
        (("goth",), 2, LARGE, 22),
        (("grunt",), 2, SMALL, 5),
        (("cthulhu",), 2, SMALL, 6),
        (EDITIONS, 3, LARGE, 13),
    ],
    ids=["geek", "greek", "goth", "grunt", "cthulhu", "mix"],
)
async def test_a_dealt_game_from_the_first_card_to_the_last(
    editions: tuple[str, ...], players: int, size: Size, seed: int
) -> None:
    names = ("Pam", "Ada", "Bix", "Cleo")[:players]
    table = dealt(names, ("", *["easy"] * (players - 1)), seed, editions)
    async with sitting(table, size) as pam:
        await pam.play(Clever(seed))
        assert isinstance(pam.app.screen, EndScreen)
        assert pam.game.winners
        assert f"in round {pam.game.round}" in pam.text
        whole(pam.game)
        assert pam.done(PASS)
        await pam.press("escape")  # to the title
        await pam.press("escape")
    assert pam.app.return_code == 0


async def test_the_screen_follows_every_move_of_a_game() -> None:
    """What is on the screen agrees with the table at each decision."""
    async with sitting(dealt(seed=3), LARGE) as pam:
        clever = Clever(3)
        for _ in range(40):
            if not pam.at_table:
                break
            game, text = pam.game, pam.text
            assert f"round {game.round}" in text
            assert f"deck {len(game.deck)}" in text
            assert f"{game.slack[0]}/{game.goal(0)}" in text
            assert f"{game.slack[1]}/{game.goal(1)}" in text
            for item in pam.items[:7]:
                assert item.text in text
            for card in game.rooms[1]:
                assert game.printed(card).name in text
            if isinstance(game.stack[-1] if game.stack else None, Window):
                assert "space passes" in text
            await pam.do(clever(pam.desk))


async def test_a_whenever_in_somebody_elses_turn() -> None:
    """While the others are at it, a Whenever can be put in before the window is passed."""
    text = """
    players: Pam; Ada
    Pam holds: Change in Couch; Sleep
    Ada holds: Surf the Net
    turn: Ada, free time
    """
    async with sitting(SetTable(text)) as pam:
        await pam.hand("Change in Couch")
        assert pam.table.actions[-1].kind == "play"
        assert pam.game.stack
        await pam.moved("Ada: pass")
        await pam.moved("Ada: do Surf the Net")
        assert pam.desk.window is not None
        await pam.press("space")
        assert pam.table.actions[-1] == Action(PASS, 0, ref=pam.table.actions[-1].ref)
