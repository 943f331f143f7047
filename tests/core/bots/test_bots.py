"""What holds for every bot: always legal, never peeping, the same again for the same luck.

And what bots do at tables where one thing is clearly better than another.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import pytest

from core.actions import CHOOSE, PLAY, Action
from core.bots import LEVELS, Bot, make_bot
from core.bots.guess import guessed, unseen
from core.bots.hard import Hard, Keen
from core.bots.judge import Judge
from core.catalog import EDITIONS
from core.game import Game
from core.luck import Stream
from core.play import Match, play_out
from core.state import HIDDEN
from core.telling import describe
from core.view import view
from tests.kit.deals import cards
from tests.kit.places import DATA, ROOT
from tests.kit.random_play import NAMES
from tests.kit.table import at, blocks

MIXES = ["geek+greek", "geek+goth", "geek+grunt", "geek+cthulhu", "+".join(EDITIONS)]
FRUGAL = 120  # steps: enough for some of a hard bot's looks ahead


class Watched:
    """A bot whose every answer is checked, and who is shown nothing that is not its to see."""

    def __init__(self, bot: Bot, seat: int, game: Game) -> None:
        self.bot = bot
        self.seat = seat
        self.game = game
        self.asked = 0

    def check(self, seen: Game) -> None:
        self.asked += 1
        assert seen is not self.game
        assert seen.eyes == self.seat
        for seat, hand in enumerate(seen.hands):
            for card in hand:
                if seat != self.seat and not self.game.seen.get(card, 0) >> self.seat & 1:
                    assert seen.face[card] == HIDDEN
        assert all(seen.face[card] == HIDDEN for card in seen.deck)

    def choose(self, seen: Game) -> Action:
        self.check(seen)
        action = self.bot.choose(seen)
        assert action.seat == self.seat
        assert self.game.refusal(action) is None
        return action

    def interject(self, seen: Game) -> Action | None:
        self.check(seen)
        action = self.bot.interject(seen)
        if action is not None:
            assert action.kind == PLAY
            assert self.game.refusal(action) is None
        return action


def table(editions: str, players: int, options: dict[str, str] | None = None) -> Game:
    return Game(cards(tuple(editions.split("+"))), NAMES[:players], options)


def begun(editions: str, players: int, number: int, steps: int) -> Match:
    """A game of normal bots that has gone on for that many steps."""
    luck = Stream(number).fork(f"hard-{editions}")
    bots = [make_bot("normal", luck.fork(f"bot-{s}")) for s in range(players)]
    match = Match(table(editions, players), bots, luck)
    while match.steps < steps and not match.over:
        match.step()
    return match


# -- legal, with a view only -----------------------------------------------------------------------


def watch(game: Game, luck: Stream) -> None:
    """A whole game of easy and normal bots whose every answer is checked."""
    bots = [
        Watched(make_bot(luck.choice(("easy", "normal")), luck.fork(f"bot-{s}")), s, game)
        for s in range(game.players)
    ]
    play_out(game, bots, luck)
    assert game.winners
    assert all(bot.asked for bot in bots)


@pytest.mark.parametrize("players", range(2, 9))
def test_always_legal_with_a_view_only(players: int) -> None:
    for number in range(3):
        watch(table("geek", players), Stream(number).fork(f"{players}"))


@pytest.mark.parametrize("editions", [*EDITIONS[1:], *MIXES])
def test_legal_in_every_edition_and_in_mixes(editions: str) -> None:
    for players in (3, 5):
        watch(table(editions, players), Stream(players).fork(editions))


@pytest.mark.parametrize("option", [{"two-player": "start"}, {"hand": "4"}, {"hand": "9"}])
def test_legal_under_table_options(option: dict[str, str]) -> None:
    for number in range(3):
        watch(table("geek", 2, option), Stream(number))


@pytest.mark.parametrize(
    ("editions", "players"),
    [*((edition, 3) for edition in EDITIONS), ("geek", 8), ("geek+grunt", 2), (MIXES[-1], 5)],
)
def test_a_hard_bot_is_legal_within_its_budget(editions: str, players: int) -> None:
    match = begun(editions, players, 3, 60)
    bots = [Hard(Stream(seat), FRUGAL) for seat in range(players)]
    match.bots = [Watched(bot, seat, match.game) for seat, bot in enumerate(bots)]
    most = 0
    while match.steps < 200 and not match.over:
        match.step()
        most = max(most, *(bot.ahead.steps for bot in bots))
    assert 0 < most <= FRUGAL


def test_last_winners_pick_a_role() -> None:
    game = Game(cards(), NAMES[:3], winners=(1,))
    assert game.waiting() == (1,)
    for level in LEVELS:
        action = make_bot(level, Stream(1)).choose(view(game, 1))
        assert action.kind == CHOOSE
        assert game.refusal(action) is None


def test_spectators_have_no_bot() -> None:
    with pytest.raises(ValueError, match="spectator"):
        Judge(view(table("geek", 2), None))


def test_the_bot_of_the_docs_plays() -> None:
    text = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    found: dict[str, Any] = {}
    exec(text.split("```python\n")[1].split("```")[0], found)
    luck = Stream(3)
    game = table("geek", 2)
    bots = [found["Patient"](luck.fork("patient")), make_bot("normal", luck.fork("bot"))]
    play_out(game, bots, luck)
    assert game.winners == (1,)


# -- what is hidden --------------------------------------------------------------------------------


def test_the_same_view_and_stream_give_the_same_choice() -> None:
    def game() -> list[Action]:
        match = begun("geek", 3, 5, 30)
        match.bots = [Hard(Stream(seat), FRUGAL) for seat in range(3)]
        return [match.step()[0] for _ in range(60) if not match.over]

    assert game() == game()


@pytest.mark.parametrize("number", range(3))
def test_a_hidden_card_that_is_another_one_changes_nothing(number: int) -> None:
    """Whatever lies in other hands and in the deck: the choice is the same, step by step."""
    match = begun("geek", 3, number, 40)
    game, compared = match.game, 0
    while compared < 8 and not match.over:
        seat = game.waiting()[0]
        if seat >= 0 and len(game.legal(seat)) > 1:
            other = game.copy()
            mine = {*game.hands[seat]}
            hidden = [c for c in range(len(game.face)) if game.pub[c] == HIDDEN and c not in mine]
            for card, face in zip(hidden, reversed([game.face[c] for c in hidden]), strict=True):
                other.face[card] = face
            other.look_anew()
            assert other.face != game.face
            seen = [Hard(Stream(1), FRUGAL).choose(view(table, seat)) for table in (game, other)]
            assert seen[0] == seen[1]
            compared += 1
        match.step()
    assert compared


@pytest.mark.parametrize("editions", [*EDITIONS, "geek+greek"])
def test_a_guess_deals_exactly_the_unseen_cards(editions: str) -> None:
    match = begun(editions, 3, 1, 0)
    game, original = match.game, match.game.catalog.originals
    while match.steps < 400 and not match.over:
        match.step()
        if match.steps % 20 or not game.begun:
            continue
        seen = view(game, 1)
        guess = guessed(seen, unseen(seen), Stream(match.steps))
        assert Counter(original.get(f, f) for f in guess.face) == Counter(game.house.life)
        known = [c for c, face in enumerate(seen.face) if face != HIDDEN]
        assert [guess.face[c] for c in known] == [seen.face[c] for c in known]
        assert seen.face == view(game, 1).face


def test_guesses_differ() -> None:
    seen = view(begun("geek", 3, 1, 100).game, 1)
    stream = Stream(1)
    hands = {tuple(guessed(seen, unseen(seen), stream).face) for _ in range(5)}
    assert len(hands) == 5


def test_hard_beats_easy() -> None:
    """In this sample, with a small budget; hundreds of games are played by `simulate`."""
    wins = 0
    for number in range(4):
        luck = Stream(11).fork(f"hard-{number}")
        bots = [make_bot("easy", luck.fork("easy")), make_bot("easy", luck.fork("easy"))]
        bots[number % 2] = Hard(luck.fork("hard"), FRUGAL)
        game = table("geek", 2)
        play_out(game, bots, luck)
        wins += number % 2 in game.winners
    assert wins >= 3


# -- where one thing is clearly better than another ------------------------------------------------

CHOSEN_AT: Final = list(blocks(DATA / "choices.txt"))
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


@pytest.mark.parametrize(("title", "text"), CHOSEN_AT, ids=[title for title, _ in CHOSEN_AT])
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
