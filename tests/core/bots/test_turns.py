"""The normal bot at the Geek table: its own turn, its answers, its replies to questions."""

import pytest

from core.actions import (
    CALL,
    CANCEL,
    DISCARD,
    DO,
    EVICT,
    LEAVE,
    NEXT,
    PASS,
    PLAY,
    SHOP,
    THROW,
    TO_DISCARD,
    Action,
)
from core.bots import make_bot
from core.bots.judge import Judge
from core.luck import Stream
from core.state import CALL_PHASE, DISCARD_PHASE, ROLL_PHASE, Trim
from core.view import view
from tests.core.bots.seated import (
    Tables,
    announce,
    answer_of,
    do_first,
    names,
    normal,
    played,
    roll,
    settle,
    tables_of,
)


@pytest.fixture(scope="module")
def tables() -> Tables:
    return tables_of("geek")


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


def test_keeps_its_answer_when_what_was_answered_is_gone(tables: Tables) -> None:
    """Who was thrown a TV has left with what he announced (RUL-16): the TV does nothing."""
    ann = tables.seat("Surf the Net", slack=18, goal=20, free_time=1)
    cy = tables.seat("Straight to Voicemail; Car Alarm; Brain Fart")
    game = do_first(tables.set(ann, tables.seat("Sloths: Nature's Sedatives"), cy, tables.seat()))
    announce(game, normal(game, 1))
    assert CANCEL in {move.kind for move in game.legal(2)}
    announce(game, Action(LEAVE, 0))
    assert CANCEL in {move.kind for move in game.legal(2)}
    assert normal(game, 2).kind == PASS
    assert {make_bot("easy", Stream(n)).choose(view(game, 2)).kind for n in range(20)} == {PASS}


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
