"""Single numbers that bots reckon with, each at a table where nothing else differs."""

from typing import Final

import pytest

from core.actions import CALL, DO, PLAY, Action
from core.bots import ahead
from core.bots.ahead import BUDGET, Ahead
from core.bots.chances import chance
from core.bots.consequences import drop
from core.bots.guess import guessed, unseen
from core.bots.hard import Keen
from core.bots.judge import Judge
from core.bots.normal import Normal
from core.bots.values import CARD, expected_slack, values_of
from core.catalog import Catalog, load_catalog
from core.luck import Stream
from core.state import Ask
from core.view import view
from tests.kit.deals import cards
from tests.kit.places import DATA
from tests.kit.table import at


def geek_and_ours() -> Catalog:
    """The Geek box and the cards of `tests/data/bot_cards.toml`."""
    return load_catalog(extra=(DATA / "bot_cards.toml",))


def judge(text: str, edition: str = "geek") -> Judge:
    """What Ann thinks of a table of two or more."""
    game = at(f"edition: {edition}\nplayers: Ann; Bo; Cy\n{text}")
    return Judge(view(game, 0))


# -- looking ahead ---------------------------------------------------------------------------------


def ahead_of(budget: int) -> Ahead:
    return Ahead(Keen(Stream(1)), Stream(2), budget)


def test_each_decision_has_the_whole_budget() -> None:
    seen = view(at("players: Ann; Bo\nAnn holds: Sleep\nAnn free time: 1\nturn: Ann, free time"), 0)
    looking = ahead_of(BUDGET)
    rows = [len(looking.outcomes(seen, [None, None])) for _ in range(20)]
    assert rows == [ahead.GUESSES] * 20
    assert looking.steps > 0
    looking.outcomes(seen, [])
    assert looking.steps == 0, "nothing was tried, so no step was taken"


@pytest.mark.parametrize("budget", [0, 7, 40])
def test_never_more_steps_than_the_budget(budget: int) -> None:
    game = at("players: Ann; Bo; Cy; Di\nturn: Ann, call")
    looking = ahead_of(budget)
    rows = looking.outcomes(view(game, 0), [None, None])
    assert looking.steps <= budget
    assert len(rows) == ahead.GUESSES or looking.steps == budget
    assert all(0 <= value <= 1 for row in rows for value in row)


def test_candidates_share_their_dice_and_guesses_see_all_six(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The Slack of a rolled Activity stands in for the chance to win."""
    monkeypatch.setattr(ahead, "chance", lambda game, me: game.slack[me])
    game = at("""
        players: Ann; Bo
        Ann is Temp
        Bo is Slacker
        Ann holds: Nookie at Jimmy's
        Ann free time: 1
        turn: Ann, free time
    """)
    move = next(move for move in game.legal(0) if move.kind == DO)
    rows = ahead_of(10_000).outcomes(view(game, 0), [move, move, move])
    assert all(first == second == third for first, second, third in rows)
    assert sorted(row[0] for row in rows) == [0, 1, 2, 3, 4, 5]


def test_a_chance_is_that_of_the_seat_whoever_moved_last() -> None:
    """The copies that are played on are left with the eyes of somebody else."""
    game = at("""
        players: Ann; Bo
        Ann holds: Sleep; Surf the Net; Brain Fart
        Bo holds: Beer
        turn: Bo, free time
    """)
    seen = view(game, 0)
    guess = guessed(seen, unseen(seen), Stream(1))
    expected = chance(guess.copy(), 0)
    for eyes in (1, None):
        other = guess.copy()
        other.eyes = eyes
        assert chance(other, 0) == expected
    assert chance(guess.copy(), 1) != expected


def test_chances_follow_the_slack() -> None:
    def of(mine: int, theirs: int) -> float:
        slack = f"Ann slack: {mine}\nBo slack: {theirs}"
        return chance(view(at(f"players: Ann; Bo\n{slack}\nturn: Bo, free time"), 0), 0)

    assert of(5, 15) < of(10, 10) < of(15, 5)
    assert of(10, 19) < of(10, 12)


# -- plans -----------------------------------------------------------------------------------------

PLAYS: Final = "Ann holds: Sleep; Surf the Net; LAN Party\n"


def between_turns() -> Judge:
    """It is Bo's turn, and Ann has had one with 3 Income and 2 Free Time."""
    mine = judge(f"{PLAYS}Ann is Tech Support\nturn: Bo, free time")
    mine.game.base_income[0], mine.game.base_time[0] = 3, 2
    return mine


def test_income_and_time_in_another_turn_are_half_sure() -> None:
    """Half by what our cards could do with it, half by what any card could."""
    plan = between_turns().prospect()
    before = plan.best(3, 2).value
    for more in ((2, 1), (0, 1), (3, 0), (-1, -1)):
        after = plan.best(3 + more[0], 2 + more[1]).value
        expected = (after - before) / 2 + (0.4 * more[0] + 1.3 * more[1]) / 2
        assert plan.gain(*more) == pytest.approx(expected)
    assert plan.gain(0, 1) > 1.3 / 2, "a third Activity can be done"


@pytest.mark.parametrize(("coming", "time"), [(1, 3), (-1, 1), (-2, 0), (-5, 0)])
def test_what_comes_next_turn_counts_in_it(coming: int, time: int) -> None:
    mine = between_turns()
    mine.game.next_time[0] = coming
    plan = mine.prospect()
    gained = plan.best(3, time + 1).value - plan.best(3, time).value
    assert plan.gain(0, 1) == pytest.approx(gained / 2 + 1.3 / 2)


def test_a_card_far_beyond_our_means_takes_up_room() -> None:
    """The more Income is missing for a card the less it is worth; with 3 it is in the way, too."""
    worth = []
    for role in ("Tech Support", "T.A."):  # of 3 Income 2 are missing, and of 2 Income 3
        mine = judge(f"Ann is {role}\nAnn holds: GameStation\nturn: Bo, free time")
        worth.append(mine.in_hand(mine.game.hands[0][0]))
    assert worth[1] == pytest.approx(worth[0] * 2 / 3 - CARD)


def test_in_the_own_turn_only_what_the_hand_can_use_counts() -> None:
    table = f"{PLAYS}Ann is Temp\nAnn free time: 1\nturn: Ann, "
    plan = judge(table + "free time").prospect()
    gained = plan.best(3, 2).value - plan.best(3, 1).value
    assert gained > 0
    assert plan.gain(0, 1) == pytest.approx(gained)
    assert judge(table + "call").prospect().gain(0, 1) != pytest.approx(gained)


# -- single cards ----------------------------------------------------------------------------------


def test_values_are_read_from_the_data() -> None:
    catalog = cards()
    values = values_of(catalog)
    assert values is values_of(catalog)
    face = {face.name: face.number for face in catalog.faces}
    standing, keep = ({name: row[number] for name, number in face.items()}
                      for row in (values.standing, values.keep))  # fmt: skip
    assert expected_slack(catalog.faces[face["Pizza"]]) == 2
    assert expected_slack(catalog.faces[face["Nookie at Jimmy's"]]) == 2.5
    assert standing["Pizza"] == 0
    assert standing["Hungry Girl"] < 0 < standing["TV Queen"]
    assert standing["Psycho Ex"] < standing["Clumsy Drunk"]
    assert keep["Brain Fart"] > keep["Car Alarm"] > 0
    assert keep["Narcolepsy"] > keep["Change in Couch"] > 0


def test_a_card_that_stops_whenevers_too_is_worth_half_a_slack_more() -> None:
    """On paper Whenevers are no plays, so nothing else tells the two cards apart."""
    catalog = geek_and_ours()
    few, many = (
        values_of(catalog).keep[catalog.named(name)[0]] for name in ("Stop It", "Stop That")
    )
    assert many - few == pytest.approx(0.5)


def test_only_what_is_rolled_for_can_be_made_sure() -> None:
    """A card that makes Naps worth 9 for certain does nothing for those with a printed number."""
    catalog = geek_and_ours()
    game = at("players: Ann; Bo\nAnn has: Eye Mask\nturn: Ann, free time", lambda _: catalog)
    mine = Judge(view(game, 0))
    long, short = (catalog.named(name)[0] for name in ("Long Nap", "Short Nap"))
    assert [mine.on_entry(0, long), mine.on_entry(1, long)] == [9, 3.5]
    assert [mine.on_entry(0, short), mine.on_entry(1, short)] == [2, 2]


def test_tokens_for_somebody_count_for_or_against_a_play() -> None:
    """Whoever designs the web gets two tokens when anybody surfs it."""
    surf = cards().named("Surf the Net")[0]

    def arrival(mine: str, theirs: str) -> float:
        roles = f"Ann is {mine}\nAnn goal: 30\nBo is {theirs}\nBo goal: 30\n"
        game = at(f"players: Ann; Bo\n{roles}turn: Ann, free time")
        reckoned = Judge(view(game, 0))
        return reckoned.arrival(0, surf, 0) - reckoned.on_entry(0, surf)

    plain = arrival("Temp", "Drummer")
    assert arrival("Web Designer", "Temp") - plain == pytest.approx(2)
    assert arrival("Temp", "Web Designer") - plain == pytest.approx(-2 * 1.3)


# -- what is worth more ----------------------------------------------------------------------------


def called(edition: str, text: str) -> float:
    """What it is worth to call the first Person of the hand home."""
    mine = judge(f"{text}\nturn: Ann, call", edition)
    call = next(m for m in mine.game.legal(0) if m.kind == CALL and m.to == 0)
    return mine.action(call)


def test_company_is_worth_more_to_the_gloomy() -> None:
    def goth(hand: str, gloom: int) -> float:
        return called("goth", f"Ann is Poet\nAnn holds: {hand}\nAnn gloom: {gloom}")

    assert goth("Gamer Goth", 3) > goth("Gamer Goth", 0)
    assert goth("Gamer Goth; Moping", 0) > goth("Gamer Goth; Sleep", 0)
    lonely, gloomy = (
        judge(f"Ann has: Void\nAnn gloom: {gloom}\nturn: Ann, free time", "goth")
        for gloom in (0, 5)
    )
    assert gloomy.presence(gloomy.game.rooms[0][0]) > lonely.presence(lonely.game.rooms[0][0])


def test_whoever_brings_a_treat_comes_where_there_is_one() -> None:
    treated, sated = (
        called("cthulhu", f"Ann holds: Deep Westley; {other}")
        for other in ("Canned Worms", "Ironic T-Shirt")
    )
    assert treated > sated


def test_who_need_not_fear_the_law_dares_more() -> None:
    """A snitch makes the risk too high, a lookout takes it away, an MP loses less."""

    def risk(text: str) -> float:
        table = f"Ann holds: Hole in the Fence\nAnn free time: 0\n{text}\nturn: Ann, free time"
        return judge(table, "grunt").prospect().best_now().value

    snitched, plain = risk("Ann has: Squad Snitch"), risk("")
    assert snitched < plain < risk("Ann has: Sergeant Who Knows a Guy")
    assert risk("Ann is MP") > plain


def test_madness_is_judged_by_its_table() -> None:
    """A little is bad, from six on it is a gain; in a mix every Madness is two (COMBO-CTH-2)."""

    def whispers(madness: int) -> float:
        hand = "Ann holds: Whispers in the Drain"
        mine = judge(f"{hand}\nAnn madness: {madness}\nturn: Ann, free time", "cthulhu")
        return mine.action(Action(PLAY, 0, (0,), (mine.game.face[0],), to=0))

    assert whispers(0) < 0 < whispers(6) < whispers(9)

    def soup(edition: str) -> float:
        mine = judge("Ann holds: Soup That Looks Back\nturn: Ann, free time", edition)
        return mine.outcome(DO, 0, (mine.game.face[0],), -1, -1)

    assert soup("geek + cthulhu") < soup("cthulhu")


def test_an_aura_counts_for_what_it_means_in_its_own_room() -> None:
    mine = judge("Ann has: Leaning Bookshelf\nturn: Ann, free time")
    book, beer = (mine.game.catalog.named(name)[0] for name in ("Nookienomicon", "Beer"))
    assert mine.on_entry(0, book) - mine.on_entry(1, book) == 1
    assert mine.on_entry(0, beer) == mine.on_entry(1, beer)


@pytest.mark.parametrize(("amount", "count"), [(1, 1), (2, 2), (3, 3), (5, 3)])
def test_cards_that_must_be_dropped_are_counted(amount: int, count: int) -> None:
    """No more than there are in the hand."""
    mine = judge("Ann holds: Beer; Sleep; Bum\nAnn slack: 3\nBo slack: 9\nturn: Ann, free time")
    op = next(op for face in mine.faces for op in face.ops if op.verb == "drop")
    lost = drop(mine, op._replace(amount=amount), 0)
    assert lost == pytest.approx(-CARD * mine.stake[0] * count)
    assert drop(mine, op, 1) == 0, "an empty hand loses nothing"


def test_a_sure_number_is_held_against_every_die() -> None:
    """With a bonus of 1 on either: five dice on average, one of which is worth nothing more."""
    game = at("""
        players: Ann; Bo
        Ann has: Live-In S.O.; Nookienomicon
        Ann holds: Nookie at Jimmy's
        Ann goal: 99
        Bo goal: 99
        turn: Ann, free time
        Ann: do Nookie at Jimmy's
        Bo: pass
    """)
    question = game.stack[-1]
    assert isinstance(question, Ask)
    mine = Judge(view(game, 0))
    rolled, sure = Normal(Stream(0)).about_sure(mine, question)
    assert rolled / mine.stake[0] == pytest.approx(sum(max(0, n) for n in range(1, 7)) / 6)
    assert sure / mine.stake[0] == pytest.approx(4)
