"""People at one keyboard, with a bot or without: a curtain falls before the next one's hand is
shown."""

import re
from collections.abc import Sequence
from html import unescape
from random import Random

import pytest

from chez_tui.kit.reader import ReaderScreen
from chez_tui.screens.end import EndScreen
from chez_tui.screens.table.curtain import CurtainScreen
from core.actions import CANCEL, PASS
from core.foresight import answers
from core.state import DISCARD_PHASE, FREE_PHASE
from tests.chez_tui.brains import Clever
from tests.chez_tui.driver import LARGE, SMALL, Player, SetTable, Size, dealt, laid, sitting

PEOPLE = (0, 1)
LEVELS = ("", "", "easy")

# All names are different, so that each tells whose it is.
EVENING = laid("evening")
CYS_TURN = laid("evening", turn="Cy, free time")


def pictured(player: Player) -> str:
    """The words of a screenshot, and the same screen line by line: all that anybody sees."""
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", player.app.export_screenshot())
    words = unescape("\n".join(texts)).replace("\N{NO-BREAK SPACE}", " ")
    return f"{words}\n{player.text}"


class Witness:
    """Looks at every picture for cards of somebody else than the person who sits there."""

    def __init__(self, player: Player, people: Sequence[int] = PEOPLE) -> None:
        self.player = player
        self.people = people
        self.public: set[int] = set()
        self.looks = 0

    def look(self) -> str:
        player, picture = self.player, pictured(self.player)
        game = player.game
        self.public |= {face for face in game.pub if face >= 0}
        self.public |= {game.face[card] for card in game.seen}
        assert player.at_table or isinstance(player.app.screen, CurtainScreen)
        eyes = player.screen.now.seat if player.at_table and not covered(player) else -1
        known = {game.face[card] for card in game.hands[eyes]} if eyes >= 0 else set()
        told = " ".join(  # cards name each other
            f"{face.name} {face.text}" for face in map(game.faces.__getitem__, known | self.public)
        )
        for seat in {*self.people} - {eyes}:
            for card in game.hands[seat]:
                name = game.printed(card).name
                assert name in told or name not in picture, (
                    f"{name} of {game.names[seat]} is shown to {game.names[eyes]}"
                )
        self.looks += 1
        return picture

    async def open_for(self, name: str) -> str:
        """That person opens the curtain; what is to be seen then."""
        assert curtain(self.player) == name
        self.look()
        await self.player.press("enter")
        assert self.player.game.names[self.player.screen.now.seat] == name
        return self.look()


def covered(player: Player) -> bool:
    """Whether all people look at the screen."""
    return player.at_table and player.screen.now.covered


def curtain(player: Player) -> str:
    """Whom the curtain is for; empty if none has fallen."""
    if not isinstance(player.app.screen, CurtainScreen):
        return ""
    found = re.search(r"(\w+), you're up", player.text)
    assert found is not None
    return found[1]


async def go_on(player: Player, phase: int) -> None:
    """To that phase; empty ones may have ended by themselves."""
    for _ in range(phase):
        if player.game.phase < phase:
            await player.press("n")
    assert player.game.phase == phase


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_each_hand_is_shown_to_its_owner_only_and_so_is_what_was_drawn(size: Size) -> None:
    async with sitting(SetTable(EVENING, LEVELS), size, seats=PEOPLE) as player:
        witness = Witness(player)
        assert "Pizza" not in witness.look()  # nobody has sat down yet
        picture = await witness.open_for("Ann")
        for name in ("Pizza", "Beer", "RPGs", "Bum", "No Pets!", "Narcolepsy"):
            assert name in picture
        await go_on(player, FREE_PHASE)
        witness.look()
        await player.hand("RPGs")
        picture = witness.look()
        assert "ANN  announces" in picture
        assert "2 Bob" in picture
        await player.press("2")
        picture = await witness.open_for("Bob")
        assert "▲ RPGs" in picture
        for name in ("Shrooms", "Tattoo", "Car Alarm", "Breakup"):
            assert name in picture
        await player.press("space")
        assert "Ann enjoys RPGs" in await witness.open_for("Ann")
        await go_on(player, DISCARD_PHASE)
        await player.hand("Bum")
        await player.press("n")
        await witness.open_for("Bob")  # whose turn begins with a draw
        await player.press("l")
        assert isinstance(player.app.screen, ReaderScreen)
        assert "Bob draws NT Server" in player.text
        assert "Ann draws" not in player.text
        await player.press("escape")
        witness.look()


async def test_everybody_sees_an_announcement_and_whoever_responds_presses_a_number() -> None:
    async with sitting(SetTable(CYS_TURN, LEVELS), seats=PEOPLE) as player:
        witness = Witness(player)
        picture = witness.look()
        assert "CY  announces" in picture
        assert "1 Ann, 2 Bob" in picture
        await player.press("3", "n", "enter", "s")  # nobody sits there, and no hand lies open
        assert not player.done(PASS)
        await player.press("1")
        await witness.open_for("Ann")
        await player.press("space")
        assert "1 Ann" not in witness.look(), "she has passed"
        await player.press("2")
        await witness.open_for("Bob")
        await player.hand("Car Alarm")
        assert player.done(CANCEL, 1)
        assert "BOB  responds → Cy's Sleep" in witness.look(), "in front of everybody"
        await player.press("space")
        assert len(player.done(PASS, 0)) == 2
        assert "Sleep" not in {player.game.printed(card).name for card in player.game.rooms[2]}


async def test_a_key_of_everybody_lets_it_happen() -> None:
    async with sitting(SetTable(CYS_TURN, LEVELS), seats=PEOPLE) as player:
        await player.press("space")
        assert (len(player.done(PASS, 0)), len(player.done(PASS, 1))) == (1, 1)


async def test_who_reads_something_is_not_interrupted() -> None:
    """The curtain waits until the table is on top again, so that nothing is left lying open."""
    async with sitting(SetTable(CYS_TURN, LEVELS), seats=PEOPLE) as player:
        witness = Witness(player)
        await player.press("l")
        await player.moved("Ann: pass", "Bob: pass")  # as the clock does it
        assert isinstance(player.app.screen, ReaderScreen)
        await player.press("escape")
        await witness.open_for("Ann")


async def test_the_curtain_follows_the_table() -> None:
    """Somebody else may be awaited before it is opened, or the game be over."""
    async with sitting(SetTable(EVENING, LEVELS), seats=PEOPLE) as player:
        witness = Witness(player)
        await witness.open_for("Ann")
        await go_on(player, FREE_PHASE)
        await player.hand("RPGs")
        await player.press("2")
        assert curtain(player) == "Bob"
        await player.moved("Bob: pass")
        await witness.open_for("Ann")
        await player.hand("Narcolepsy")
        await player.press("2")
        assert curtain(player) == "Bob"
        player.game.tokens[0] = 50
        player.game.refresh(0)
        await player.moved("Bob: pass")
        await player.go_on()
        assert isinstance(player.app.screen, EndScreen)
        assert not any(isinstance(screen, CurtainScreen) for screen in player.app.screen_stack)


async def test_what_was_half_said_is_not_left_to_the_next_person() -> None:
    async with sitting(SetTable(CYS_TURN, LEVELS), seats=PEOPLE) as player:
        witness = Witness(player)
        await player.press("1")
        await witness.open_for("Ann")
        await player.press("slash")
        await player.type("I hold Pizza")
        await player.moved("Ann: pass")
        assert "Pizza" not in witness.look()
        await player.press("space")
        assert player.done(PASS, 1)


@pytest.mark.parametrize("people", [PEOPLE, (0, 1, 2)], ids=["and a bot", "three"])
async def test_a_whole_evening(people: Sequence[int]) -> None:
    """A dealt game to its end: everybody decides alone, nobody sees too much."""
    levels = ["" if seat in people else "easy" for seat in range(3)]
    table = dealt(("Ann", "Bob", "Cy"), levels, seed=7)
    brains = {seat: Clever(seat) for seat in people}
    luck = Random(1)  # each look takes a picture, so not every moment has one
    async with sitting(table, seats=people) as player:
        witness = Witness(player, people)
        for _ in range(1000):
            if isinstance(player.app.screen, EndScreen):
                break
            if curtain(player) or luck.random() < 0.5:
                witness.look()
            if curtain(player):
                waiting = [player.game.names[seat] for seat in player.game.waiting()]
                assert curtain(player) in waiting
                await player.press("enter")
                continue
            await player.go_on()
            if not player.at_table:
                continue
            seat = player.screen.now.seat
            if covered(player):
                sessions = player.screen.table.sessions
                able = [n for n in people if answers(sessions[n].view, n)]
                await player.press(str(able[0] + 1) if able else "space")
                continue
            assert seat in player.game.waiting()
            await player.do(brains[seat](player.desk))
        assert player.game.winners
        assert witness.looks > 40
        for seat in people:
            assert player.done(PASS, seat)


async def test_a_hand_lies_face_down_for_each_who_may_respond() -> None:
    table = SetTable(laid("middle", turn="Ada, free time"))
    async with sitting(table, size=LARGE, seats=(0, 2)) as pam:
        table.move("Ada: do Sleep")
        await pam.rest()
        assert covered(pam)
        assert re.search("[╱╲] 1  Pam [╱╲]", pam.text)
        assert re.search("[╱╲] 3  Bix [╱╲]", pam.text)
        await pam.press("1")
        assert "the keyboard goes to" in pam.text
        await pam.press("enter")
        assert "Enter cancels it with Car Alarm" in pam.prompt, "the cursor is on the response"
