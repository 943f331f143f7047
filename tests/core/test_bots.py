"""The bots: always legal, never peeping, and as clever as a good player would expect."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from core.actions import (
    CALL,
    CANCEL,
    CHANCE,
    CHOOSE,
    DISCARD,
    DO,
    EVICT,
    NEXT,
    PASS,
    PLAY,
    ROLL,
    SHOP,
    THROW,
    TO_DISCARD,
    Action,
)
from core.arrangement import Arrangement, Placed, Seat, arranged
from core.bots import LEVELS, make_bot
from core.bots.judge import Judge
from core.bots.values import expected_slack, values_of
from core.catalog import Catalog, load_catalog
from core.game import Game
from core.luck import Stream
from core.play import play_out
from core.state import (
    CALL_PHASE,
    DISCARD_PHASE,
    FREE_PHASE,
    HIDDEN,
    ROLL_PHASE,
    Ask,
    Trim,
)
from core.view import view

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal")


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


class Tables:
    """Sets tables by the names of cards."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    def faces(self, names: str) -> tuple[int, ...]:
        return tuple(self.catalog.named(name.strip())[0] for name in names.split(";") if name)

    def seat(self, holds: str = "", has: str = "", role: str = "", **numbers: int) -> Seat:
        room = tuple(Placed(face) for face in self.faces(has))
        return Seat(self.faces(role), self.faces(holds), room, **numbers)

    def set(self, *seats: Seat, phase: int = FREE_PHASE, discard: str = "") -> Game:
        arrangement = Arrangement(tuple(seats), discard=self.faces(discard), phase=phase)
        return arranged(self.catalog, NAMES[: len(seats)], None, arrangement)


@pytest.fixture(scope="module")
def tables(catalog: Catalog) -> Tables:
    return Tables(catalog)


def normal(game: Game, seat: int = 0) -> Action:
    action = make_bot("normal", Stream(0)).choose(view(game, seat))
    assert game.refusal(action) is None
    return action


def names(game: Game, cards: Sequence[int]) -> list[str]:
    return [game.printed(card).name for card in cards]


def played(game: Game, action: Action) -> list[str]:
    return [game.faces[face].name for face in action.faces]


def card_named(game: Game, cards: Sequence[int], name: str) -> int:
    return next(card for card in cards if game.printed(card).name == name)


# -- what holds for every bot ----------------------------------------------------------------------


class Watched:
    """A bot whose every answer is checked, and who is shown nothing that is not his to see."""

    def __init__(self, level: str, seat: int, game: Game, stream: Stream) -> None:
        self.bot = make_bot(level, stream)
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


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", range(2, 9))
def test_always_legal_with_a_view_only(catalog: Catalog, level: str, players: int) -> None:
    for number in range(8):
        luck = Stream(number).fork(f"{level}-{players}")
        game = Game(catalog, NAMES[:players])
        bots = [Watched(level, s, game, luck.fork(f"bot-{s}")) for s in range(players)]
        play_out(game, bots, luck)
        assert game.winners
        assert all(bot.asked for bot in bots)


@pytest.mark.parametrize("option", [{"two-player": "start"}, {"hand": "4"}, {"hand": "9"}])
def test_legal_under_table_options(catalog: Catalog, option: dict[str, str]) -> None:
    for number in range(6):
        luck = Stream(number)
        game = Game(catalog, NAMES[:2], option)
        levels = ("normal", "easy")
        bots = [Watched(levels[s], s, game, luck.fork(f"bot-{s}")) for s in range(2)]
        play_out(game, bots, luck)
        assert game.winners


def test_last_winners_pick_a_role(catalog: Catalog) -> None:
    game = Game(catalog, NAMES[:3], winners=(1,))
    assert game.waiting() == (1,)
    for level in LEVELS:
        action = make_bot(level, Stream(1)).choose(view(game, 1))
        assert action.kind == CHOOSE
        assert game.refusal(action) is None


def test_normal_beats_easy(catalog: Catalog) -> None:
    """In this sample; a thousand games with seats swapped are played by `simulate`."""
    wins = 0
    for number in range(200):
        luck = Stream(4711).fork(f"duel-{number}")
        levels = ("normal", "easy") if number % 2 else ("easy", "normal")
        game = Game(catalog, NAMES[:2])
        bots = [make_bot(level, luck.fork(f"bot-{s}")) for s, level in enumerate(levels)]
        play_out(game, bots, luck)
        wins += any(levels[seat] == "normal" for seat in game.winners)
    assert wins >= 120


def test_spectators_have_no_bot(catalog: Catalog) -> None:
    with pytest.raises(ValueError, match="spectator"):
        Judge(view(Game(catalog, NAMES[:2]), None))


def test_the_bot_of_the_docs_plays(catalog: Catalog) -> None:
    text = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(text.split("```python\n")[1].split("```")[0], names)
    luck = Stream(3)
    game = Game(catalog, NAMES[:2])
    play_out(game, [names["Patient"](), make_bot("normal", luck.fork("bot"))], luck)
    assert game.winners == (1,)


# -- the normal bot's own turn ---------------------------------------------------------------------


def test_one_trip_for_several_things(tables: Tables) -> None:
    ann = tables.seat("Beer; Pizza; NT Server Docco; Car Alarm", income=3, free_time=1)
    game = tables.set(ann, tables.seat())
    action = normal(game)
    assert action.kind == SHOP
    assert sorted(played(game, action)) in (["Beer", "Pizza"], ["NT Server Docco"])


def test_trip_and_activity_share_the_free_time(tables: Tables) -> None:
    ann = tables.seat("Beer; Pizza; Sleep; RPGs", income=3, free_time=2)
    game = tables.set(ann, tables.seat())
    first = normal(game)
    assert played(game, first) in (["RPGs"], ["Beer", "Pizza"], ["Pizza", "Beer"])


def test_bonus_comes_first(tables: Tables) -> None:
    ann = tables.seat("Nookie at Jimmy's; Nookienomicon", income=3, free_time=2)
    game = tables.set(ann, tables.seat())
    assert played(game, normal(game)) == ["Nookienomicon"]


def test_what_helps_other_things_enters_first(tables: Tables) -> None:
    ann = tables.seat("NT Server Docco; Grandpa's Pipe", income=5, free_time=1)
    game = tables.set(ann, tables.seat())
    assert played(game, normal(game)) == ["Grandpa's Pipe", "NT Server Docco"]


def test_winning_play_comes_before_everything(tables: Tables) -> None:
    ann = tables.seat("Surf the Net; Sleep; Bum", role="Temp", slack=19, goal=20, free_time=2)
    game = tables.set(ann, tables.seat(has="Ultra-Slims", slack=5))
    action = normal(game)
    winning = action.kind == DO or played(game, action) == ["Bum"]
    assert winning


def test_takes_the_winning_card(tables: Tables) -> None:
    ann = tables.seat("Bum", slack=19, goal=20, free_time=0)
    game = tables.set(ann, tables.seat(has="Ultra-Slims; Menthol Cloves"), tables.seat())
    action = normal(game)
    assert action.kind == PLAY
    assert game.printed(action.on).categories == ("Cigarettes",)


def test_free_time_is_not_wasted(tables: Tables) -> None:
    ann = tables.seat("Sleep; Car Alarm", free_time=1)
    game = tables.set(ann, tables.seat())
    assert played(game, normal(game)) == ["Sleep"]


def test_money_is_played_when_it_buys_something(tables: Tables) -> None:
    ann = tables.seat("Change in Couch; Pizza", income=1, free_time=1)
    game = tables.set(ann, tables.seat())
    assert played(game, normal(game)) == ["Change in Couch"]
    poor = tables.seat("Change in Couch; NT Server Docco", income=1, free_time=1)
    game = tables.set(poor, tables.seat())
    assert normal(game).kind == NEXT


def test_pests_go_where_they_hurt(tables: Tables) -> None:
    ann = tables.seat("Hungry Girl")
    rich = tables.seat(has="Pizza; Hash Brownies", slack=15)
    game = tables.set(ann, tables.seat(slack=5), rich, phase=CALL_PHASE)
    action = normal(game)
    assert (action.kind, action.to) == (CALL, 2)


def test_friends_come_home(tables: Tables) -> None:
    game = tables.set(tables.seat("TV Queen"), tables.seat(), phase=CALL_PHASE)
    action = normal(game)
    assert (action.kind, action.to) == (CALL, 0)


def test_guests_are_judged(tables: Tables) -> None:
    ann = tables.seat(has="Hungry Girl; Pizza; TV Queen")
    game = tables.set(ann, tables.seat(), phase=ROLL_PHASE)
    action = normal(game)
    assert action.kind == EVICT
    assert game.printed(action.on).name == "Hungry Girl"


def test_dead_cards_are_discarded(tables: Tables) -> None:
    ann = tables.seat("Beer; Shrooms; RPGs", role="Professional Research Subject")
    game = tables.set(ann, tables.seat(), phase=DISCARD_PHASE)
    action = normal(game)
    assert action.kind == DISCARD
    assert sorted(played(game, action)) == ["Beer", "Shrooms"]


def test_hand_is_cut_to_its_limit_by_the_least_useful(tables: Tables) -> None:
    ann = tables.seat("RPGs; Surf the Net; Brain Fart; Shrooms; Narcolepsy; Sleep")
    game = tables.set(ann, tables.seat(), phase=DISCARD_PHASE)
    assert played(game, normal(game)) == ["Sleep"]


def test_bad_role_is_changed(tables: Tables) -> None:
    judge = Judge(view(tables.set(tables.seat(free_time=0), tables.seat()), 0))
    ranked = sorted(tables.catalog.roles(), key=judge.role)
    for role, action in ((ranked[0], PLAY), (ranked[-1], NEXT)):
        ann = tables.seat("New Job", role=tables.catalog.faces[role].name, free_time=0)
        assert normal(tables.set(ann, tables.seat())).kind == action


# -- answers ---------------------------------------------------------------------------------------


def announce(game: Game, action: Action) -> Game:
    game.apply(action)
    return game


def do_first(game: Game, seat: int = 0) -> Game:
    """The first card of a hand is done, or bought."""
    return announce(game, next(m for m in game.legal(seat) if m.kind in (DO, SHOP)))


def test_stops_the_winning_sleep(tables: Tables) -> None:
    ann = tables.seat("Sleep", slack=19, goal=20, free_time=1)
    game = do_first(tables.set(ann, tables.seat("Car Alarm"), tables.seat()))
    assert normal(game, 1).kind == CANCEL


def test_keeps_its_answer_from_the_last_in_the_race(tables: Tables) -> None:
    ann = tables.seat("Sleep", slack=0, free_time=1)
    leader = tables.seat(slack=18, goal=20)
    game = do_first(tables.set(ann, tables.seat("Brain Fart"), leader))
    assert normal(game, 1).kind == PASS


def test_throws_tv_at_the_player_about_to_win(tables: Tables) -> None:
    ann = tables.seat("Surf the Net", slack=18, goal=20, free_time=1)
    game = do_first(tables.set(ann, tables.seat("Talk Show"), tables.seat()))
    assert normal(game, 1).kind == THROW


def test_throws_no_tv_that_would_win_for_him(tables: Tables) -> None:
    ann = tables.seat("Surf the Net", slack=19, goal=20, free_time=1)
    game = do_first(tables.set(ann, tables.seat("Talk Show"), tables.seat()))
    assert normal(game, 1).kind == PASS


def test_takes_a_card_away_from_the_player_about_to_win(tables: Tables) -> None:
    ann = tables.seat("Sleep", has="Menthol Cloves", slack=19, goal=20, free_time=1)
    game = do_first(tables.set(ann, tables.seat("Bum"), tables.seat()))
    assert played(game, normal(game, 1)) == ["Bum"]


def test_answers_an_answer(tables: Tables) -> None:
    """Sloths thrown at us can be stopped like any Sleep (RUL-3)."""
    ann = tables.seat("Shrooms; Car Alarm", income=3, free_time=1, slack=16, goal=20)
    game = do_first(tables.set(ann, tables.seat("Sloths: Nature's Sedatives"), tables.seat()))
    throw = normal(game, 1)
    assert throw.kind == THROW
    assert normal(announce(game, throw), 0).kind == CANCEL


def test_nothing_is_stopped_that_suits_us(tables: Tables) -> None:
    """A rival's Person for our own room is welcome."""
    ann = tables.seat("TV Queen")
    game = tables.set(ann, tables.seat("Straight to Voicemail"), phase=CALL_PHASE)
    announce(game, next(m for m in game.legal(0) if m.kind == CALL and m.to == 1))
    assert normal(game, 1).kind == PASS


def test_interjects_against_the_leader(tables: Tables) -> None:
    leader = tables.seat(has="Pizza", slack=18, goal=20)
    game = tables.set(leader, tables.seat("Sucks to Be You!"), tables.seat(has="Beer"))
    action = make_bot("normal", Stream(1)).interject(view(game, 1))
    assert action is not None
    assert game.printed(action.on).name == "Pizza"
    nothing = tables.set(leader, tables.seat("Sleep"), tables.seat())
    assert make_bot("normal", Stream(1)).interject(view(nothing, 1)) is None


# -- questions -------------------------------------------------------------------------------------


def answer_of(game: Game, seat: int) -> int:
    """The option that the normal bot takes."""
    top = game.stack[-1]
    assert isinstance(top, Ask)
    action = normal(game, seat)
    assert action.kind == CHOOSE
    return top.options[action.value]


def settle(game: Game) -> Game:
    """Everybody passes."""
    while game.waiting() and game.stack and game.stack[-1][0] == "window":
        game.apply(Action(PASS, game.waiting()[0]))
    return game


def roll(game: Game, value: int) -> Game:
    game.apply(Action(ROLL, CHANCE, value=value))
    return game


def test_gives_up_the_least(tables: Tables) -> None:
    bo = tables.seat(has="Microwave Popcorn; Hash Brownies; Pizza")
    game = tables.set(tables.seat("Hungry Girl"), bo, phase=CALL_PHASE)
    announce(game, next(m for m in game.legal(0) if m.kind == CALL and m.to == 1))
    assert names(game, [answer_of(settle(game), 1)]) == ["Microwave Popcorn"]


def test_sends_a_pest_to_the_leader_or_away(tables: Tables) -> None:
    ann = tables.seat(has="Hungry Girl; Microwave Popcorn")
    leader = tables.seat(has="Hash Brownies; Pizza", slack=17, goal=20)
    game = tables.set(ann, tables.seat(), leader, phase=ROLL_PHASE)
    roll(announce(game, normal(game)), 6)
    assert answer_of(game, 0) == 2
    game = tables.set(tables.seat(has="TV Queen; Psycho Ex"), tables.seat(), phase=ROLL_PHASE)
    roll(announce(game, normal(game)), 6)
    assert answer_of(game, 0) in (1, TO_DISCARD)


def test_sure_thing_or_die(tables: Tables) -> None:
    ann = tables.seat("Nookie at Jimmy's", has="Live-In S.O.", free_time=1, slack=5, goal=20)
    game = settle(do_first(tables.set(ann, tables.seat())))
    assert answer_of(game, 0) == 3
    needy = tables.seat("Nookie at Jimmy's", has="Live-In S.O.", free_time=1, slack=16, goal=20)
    game = settle(do_first(tables.set(needy, tables.seat(slack=19, goal=20))))
    assert answer_of(game, 0) == 0


def test_takes_the_best_from_the_discard_pile(tables: Tables) -> None:
    ann = tables.seat("Lost and Found Box", free_time=0)
    game = tables.set(ann, tables.seat(), discard="Beer; Shrooms; Pizza")
    game = settle(announce(game, next(m for m in game.legal(0) if m.kind == PLAY)))
    assert names(game, [answer_of(game, 0)]) == ["Shrooms"]


def test_drops_what_it_needs_least(tables: Tables) -> None:
    bo = tables.seat("Shrooms; Sleep; Surf the Net; Beer", role="Professional Research Subject")
    game = tables.set(tables.seat("Spring Cleaning"), bo)
    game = settle(announce(game, next(m for m in game.legal(0) if m.kind == PLAY)))
    assert isinstance(game.stack[-1], Trim)
    assert sorted(played(game, normal(game, 1))) == ["Beer", "Shrooms"]


# -- values ----------------------------------------------------------------------------------------


def test_expected_slack(catalog: Catalog) -> None:
    faces = catalog.faces
    assert expected_slack(faces[catalog.named("Pizza")[0]]) == 2
    assert expected_slack(faces[catalog.named("Nookie at Jimmy's")[0]]) == 2.5


def test_values_are_read_from_the_data(catalog: Catalog) -> None:
    values = values_of(catalog)
    assert values is values_of(catalog)

    def standing(name: str) -> float:
        return values.standing[catalog.named(name)[0]]

    assert standing("Pizza") == 0
    assert standing("Hungry Girl") < 0 < standing("TV Queen")
    assert standing("Psycho Ex") < standing("Clumsy Drunk")

    def keep(name: str) -> float:
        return values.keep[catalog.named(name)[0]]

    assert keep("Brain Fart") > keep("Car Alarm") > 0
    assert keep("Narcolepsy") > keep("Change in Couch") > 0
