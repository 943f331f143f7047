"""The normal bot understands what is new in each edition, and in mixes of them."""

import pytest

from core.actions import CALL, DISCARD, DO, EVICT, NEXT, PASS, PLAY, SHOP
from core.arrangement import Seat
from core.bots import make_bot
from core.bots.judge import Judge
from core.game import Game
from core.luck import Stream
from core.state import CALL_PHASE, DISCARD_PHASE, ROLL_PHASE, Treat
from core.view import view
from tests.core.bots.seated import (
    Tables,
    announce,
    normal,
    played,
    roll,
    settle,
    tables_of,
)


def interjected(game: Game, seat: int) -> list[str]:
    """What the normal bot puts in during somebody else's turn, by name."""
    action = make_bot("normal", Stream(1)).interject(view(game, seat))
    return played(game, action) if action is not None else []


def do(tables: Tables, ann: Seat) -> list[str]:
    """What the normal bot begins its Free Time with, by name."""
    game = tables.set(ann, tables.seat())
    return played(game, normal(game))


def evicted(game: Game) -> str:
    """Whom the normal bot tries to get rid of in its Roll phase, by name."""
    action = normal(game)
    return game.printed(action.on).name if action.kind == EVICT else ""


# -- Greek: parties and Weeks ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def greek() -> Tables:
    return tables_of("greek")


CROWD = "Hometown S.O.; Social Chair; Kegstand; Drinking-Game Referee"


def test_a_jerk_is_welcome_who_makes_it_a_party(greek: Tables) -> None:
    for guests, home in ((CROWD, 0), ("Hometown S.O.", 1)):
        ann = greek.seat("Campus Patrol", has=guests)
        bo = greek.seat(has="Special Blend; Chewing Tobacco", slack=12)
        action = normal(greek.set(ann, bo, phase=CALL_PHASE))
        assert (action.kind, action.to) == (CALL, home)


def test_nobody_is_sent_away_from_a_party(greek: Tables) -> None:
    bo = greek.seat()
    party = greek.seat(has=f"{CROWD}; The Legacy; Carnivore Pizza")
    assert evicted(greek.set(party, bo, phase=ROLL_PHASE)) == ""
    few = greek.seat(has="Social Chair; The Legacy; Carnivore Pizza")
    assert evicted(greek.set(few, bo, phase=ROLL_PHASE)) == "The Legacy"


def test_no_rival_gets_his_fifth_guest(greek: Tables) -> None:
    host = greek.seat(has=f"{CROWD}; Carnivore Pizza; Jello Shots", slack=12)
    other = greek.seat(has="Breakfast of Champions", slack=6)
    game = greek.set(greek.seat("The Legacy"), host, other, phase=CALL_PHASE)
    action = normal(game)
    assert (action.kind, action.to) != (CALL, 1)


def test_a_rivals_party_is_broken_up(greek: Tables) -> None:
    host = greek.seat(has=f"{CROWD}; Mom and Dad", slack=12)
    game = greek.set(host, greek.seat("Everybody Out!"), greek.seat())
    assert interjected(game, 1) == ["Everybody Out!"]


def test_a_good_week_begins_with_us(greek: Tables) -> None:
    ann = greek.seat("Spring Break; Surf the Net; Surf the Net", free_time=1)
    assert do(greek, ann) == ["Spring Break"]
    late = greek.set(greek.seat(), greek.seat("Spring Break"), greek.seat())
    assert interjected(late, 1) == []


def test_a_bad_week_begins_with_the_leader(greek: Tables) -> None:
    leader = greek.seat(slack=17, goal=20, free_time=2)
    rival = greek.seat("Finals Week", slack=10)
    assert interjected(greek.set(leader, rival, greek.seat()), 1) == ["Finals Week"]
    ours = greek.set(greek.seat("Finals Week; Sleep", free_time=1), leader)
    assert played(ours, normal(ours)) == ["Sleep"]


def test_a_bad_week_is_ended_by_whom_it_hurts_now(greek: Tables) -> None:
    ann = greek.seat("Is It Really Only Tuesday?; Surf the Net; Surf the Net", free_time=1)
    game = greek.set(ann, greek.seat(), week="Finals Week")
    assert played(game, normal(game)) == ["Is It Really Only Tuesday?"]
    game = greek.set(ann, greek.seat(), week="Spring Break")
    assert played(game, normal(game)) == ["Surf the Net"]


def test_somebody_elses_week_is_worth_nothing_to_a_job() -> None:
    """In a mix a bad Week hurts Majors only, so whoever has a Job may begin it at any time."""
    mixed = tables_of("geek+greek")
    job = mixed.seat("Finals Week", role="Tech Support", free_time=0)
    major = mixed.seat(role="Botany", slack=15)
    game = mixed.set(job, major)
    assert played(game, normal(game)) == ["Finals Week"]
    game = mixed.set(job, mixed.seat(role="Temp", slack=15))
    assert normal(game).kind == NEXT


# -- Goth: Gloom and company -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def goth() -> Tables:
    return tables_of("goth")


def test_company_is_kept_for_the_gloom(goth: Tables) -> None:
    """A guest of no use is company, as long as there is Gloom to lose (GOTH-3)."""
    others = (goth.seat(role="Barista"), goth.seat(role="Artiste"))
    for has, gloom, leaves in (
        ("The Marquis de Mooch", 3, ""),
        ("The Marquis de Mooch", 0, "The Marquis de Mooch"),
        ("The Marquis de Mooch; Void", 3, "The Marquis de Mooch"),  # the Cat is company enough
    ):
        ann = goth.seat(has=has, role="Poet", gloom=gloom)
        assert evicted(goth.set(ann, *others, phase=ROLL_PHASE)) == leaves


def test_company_is_worth_more_to_the_gloomy(goth: Tables) -> None:
    def called(hand: str, gloom: int) -> float:
        ann = goth.seat(hand, role="Poet", gloom=gloom)
        game = goth.set(ann, goth.seat(role="Barista"), phase=CALL_PHASE)
        call = next(m for m in game.legal(0) if m.kind == CALL and m.to == 0)
        return Judge(view(game, 0)).action(call)

    assert called("Gamer Goth", 3) > called("Gamer Goth", 0)
    assert called("Gamer Goth; Moping", 0) > called("Gamer Goth; Sleep", 0)


def test_gloomy_activities_are_better_with_an_audience(goth: Tables) -> None:
    for guests, wanted in (("Void", ["Complaining"]), ("", ["Sleep"])):
        ann = goth.seat("Complaining; Sleep", has=guests, role="Poet", free_time=1)
        game = goth.set(ann, goth.seat(role="Barista"))
        assert played(game, normal(game)) == wanted


def test_gloom_is_taken_from_whom_it_hurts(goth: Tables) -> None:
    bo = goth.seat(role="Barista", slack=12)
    cy = goth.seat(role="Barista", slack=13, gloom=3)
    game = goth.set(goth.seat("Basket of Kittens", role="Poet", free_time=0), bo, cy)
    action = normal(game)
    assert (action.kind, action.to) == (PLAY, 2)
    game = goth.set(goth.seat("Basket of Kittens", role="Poet", free_time=0), bo)
    assert normal(game).kind == NEXT


def test_gloom_is_nothing_to_others_than_goths() -> None:
    mixed = tables_of("geek+goth")
    for role, wanted in (("Poet", ["Complaining"]), ("Tech Support", ["Sleep"])):
        ann = mixed.seat("Complaining; Sleep", has="Void", role=role, free_time=1)
        game = mixed.set(ann, mixed.seat())
        assert played(game, normal(game)) == wanted


# -- Grunt: the risk of Illicit cards --------------------------------------------------------------


@pytest.fixture(scope="module")
def grunt() -> Tables:
    return tables_of("grunt")


def test_illicit_cards_are_worth_the_risk_if_they_are_good(grunt: Tables) -> None:
    assert do(grunt, grunt.seat("Illicit Food", income=2, free_time=0)) == ["Illicit Food"]
    assert do(grunt, grunt.seat("Souvenir Mortar Round", income=1, free_time=0)) == [
        "Souvenir Mortar Round"
    ]
    company = "Visiting Legionnaire; Doc With One Kind of Pill; Fiancée of Nine Days"
    assert do(grunt, grunt.seat("Souvenir Mortar Round", has=company, free_time=0)) == []


def test_illicit_cards_come_last(grunt: Tables) -> None:
    """Whoever is caught has no time for the rest of his plans (GRUNT-2)."""
    ann = grunt.seat("Joyride in the Colonel's Jeep; Firing Range", free_time=1)
    assert do(grunt, ann) == ["Firing Range"]


def test_sleep_or_something_illicit_whichever_is_better(grunt: Tables) -> None:
    ann = grunt.seat("Sleep; Hole in the Fence; Illicit Food", income=2, free_time=1)
    assert do(grunt, ann) == ["Illicit Food"]
    infantry = grunt.seat("Sleep; Sleep; Hole in the Fence", role="Infantry", free_time=2)
    assert do(grunt, infantry) == ["Sleep"]
    # With no time to sleep there is nothing to weigh it against.
    awake = grunt.seat("Sleep; Sleep; Hole in the Fence", role="Infantry", free_time=0)
    assert do(grunt, awake) == ["Hole in the Fence"]


def test_who_need_not_fear_the_law_dares_more(grunt: Tables) -> None:
    """A snitch makes the risk too high, a lookout takes it away, an MP loses less."""
    names = ("", "Squad Snitch", "Sergeant Who Knows a Guy")
    risks = []
    for has in names:
        game = grunt.set(grunt.seat("Hole in the Fence", has=has, free_time=0), grunt.seat())
        risks.append(Judge(view(game, 0)).prospect().best_now().value)
    assert risks[1] < risks[0] < risks[2]
    police = grunt.seat("Hole in the Fence", role="MP", free_time=0)
    game = grunt.set(police, grunt.seat())
    assert Judge(view(game, 0)).prospect().best_now().value > risks[0]


def test_a_lookout_is_posted_before_the_deed(grunt: Tables) -> None:
    loot = "Illicit Food; Pen Pal's Brownies"
    ann = grunt.seat(f"Lookout on the Roof; {loot}", income=5, free_time=0)
    assert do(grunt, ann) == ["Lookout on the Roof"]
    assert do(grunt, grunt.seat("Lookout on the Roof; Firing Range", free_time=1)) == [
        "Firing Range"
    ]


def test_scrounging_keeps_everything(grunt: Tables) -> None:
    hand = "Firing Range; Illicit Food; Beef Jerky; Soju; The Art of War; KP Duty; Care Package"
    for has, kind in (("Scrounging", NEXT), ("", DISCARD)):
        game = grunt.set(grunt.seat(hand, has=has), grunt.seat(), phase=DISCARD_PHASE)
        assert normal(game).kind == kind


# -- Cthulhu: Madness, Sacrifices, treats ----------------------------------------------------------


@pytest.fixture(scope="module")
def cthulhu() -> Tables:
    return tables_of("cthulhu")


def test_madness_is_judged_by_its_table(cthulhu: Tables) -> None:
    """A little is bad, from three on a little more is free, and at nine it is all gain (CTH-1)."""
    hand = "Pills That Count You; Canned Worms"  # 3 Slack and 2 Madness, or 2 Slack
    for madness, wanted in (
        (0, "Canned Worms"), (4, "Pills That Count You"), (9, "Pills That Count You"),
    ):  # fmt: skip
        ann = cthulhu.seat(hand, madness=madness, income=2, free_time=1)
        assert do(cthulhu, ann) == [wanted], madness


def test_creeping_madness_depends_on_how_mad_one_is(cthulhu: Tables) -> None:
    hand = "Pop-Up Book of the Damned; Little Yellow Pills"
    for madness, wanted in ((0, "Little Yellow Pills"), (9, "Pop-Up Book of the Damned")):
        ann = cthulhu.seat(hand, madness=madness, income=1, free_time=1)
        assert do(cthulhu, ann) == [wanted], madness


def test_madness_is_given_where_it_hurts(cthulhu: Tables) -> None:
    """Three more cost a sane rival three Slack; to one with six they are a gift."""
    ann = cthulhu.seat("Whispers in the Drain", free_time=0)
    game = cthulhu.set(ann, cthulhu.seat(slack=12), cthulhu.seat(slack=13, madness=6))
    action = normal(game)
    assert (action.kind, action.to) == (PLAY, 1)


def test_the_last_step_into_utter_madness_is_taken(cthulhu: Tables) -> None:
    ann = cthulhu.seat("Whispers in the Drain", madness=6, free_time=0)
    game = cthulhu.set(ann, cthulhu.seat(slack=3, madness=5))
    action = normal(game)
    assert (action.kind, action.to) == (PLAY, 0)


def test_the_elder_sign_heals_us_or_robs_the_nearly_mad(cthulhu: Tables) -> None:
    ann = cthulhu.seat("Elder Sign", madness=3, free_time=0)
    game = cthulhu.set(ann, cthulhu.seat(slack=10, madness=3))
    assert normal(game).to == 0
    sane = cthulhu.seat("Elder Sign", free_time=0)
    game = cthulhu.set(sane, cthulhu.seat(slack=17, madness=8))
    assert normal(game).to == 1
    game = cthulhu.set(sane, cthulhu.seat(slack=17, madness=3))
    assert normal(game).kind == NEXT


def test_the_least_useful_guest_is_sacrificed(cthulhu: Tables) -> None:
    ann = cthulhu.seat("Sacrifice Under a Full Moon", has="Inky; Great Old Aunt", free_time=1)
    game = cthulhu.set(ann, cthulhu.seat())
    assert game.printed(normal(game).on).name == "Great Old Aunt"


def test_whoever_brings_a_treat_comes_where_there_is_one(cthulhu: Tables) -> None:
    def called(hand: str) -> float:
        game = cthulhu.set(cthulhu.seat(hand), cthulhu.seat(), phase=CALL_PHASE)
        call = next(m for m in game.legal(0) if m.kind == CALL and m.to == 0)
        return Judge(view(game, 0)).action(call)

    assert called("Deep Westley; Canned Worms") > called("Deep Westley; Ironic T-Shirt")


def test_the_best_treat_is_taken(cthulhu: Tables) -> None:
    ann = cthulhu.seat("Deep Westley; Bean Sprouts; Canned Worms; Ironic T-Shirt")
    game = cthulhu.set(ann, cthulhu.seat(), phase=CALL_PHASE)
    game = roll(settle(announce(game, normal(game))), 6)
    assert isinstance(game.stack[-1], Treat)
    assert played(game, normal(game)) == ["Canned Worms"]
    none = cthulhu.set(
        cthulhu.seat("Deep Westley; Soup That Looks Back", slack=2),
        cthulhu.seat(),
        phase=CALL_PHASE,
    )
    none = roll(settle(announce(none, normal(none))), 6)
    assert normal(none).kind in (SHOP, PASS)


def test_madness_that_counts_double_is_feared_more() -> None:
    """In a mix every Madness is two, unless it is switched off (COMBO-CTH-2)."""
    alone, mixed = tables_of("cthulhu"), tables_of("geek+cthulhu")
    soup = "Soup That Looks Back"

    def value(tables: Tables) -> float:
        judge = Judge(view(tables.set(tables.seat(soup), tables.seat()), 0))
        return judge.outcome(DO, 0, tables.faces(soup), -1, -1)

    assert value(mixed) < value(alone)
