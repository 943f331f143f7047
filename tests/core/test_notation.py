"""The notation: what each line form means."""

from functools import cache

import pytest

from core.catalog import Catalog, load_catalog
from core.game import Game
from core.notation import NotationError, check
from core.notation.names import Names


@cache
def cards(editions: tuple[str, ...]) -> Catalog:
    return load_catalog(editions)


def played(*lines: str) -> Game:
    """The table at the end of a file that must hold."""
    return check("\n".join(lines), cards)


def failure(*lines: str) -> tuple[int, str]:
    """Line and message of a file that must fail."""
    with pytest.raises(NotationError) as caught:
        check("\n".join(lines), cards)
    return caught.value.line, str(caught.value)


ANN_BO = "players: Ann; Bo"
FREE = "turn: Ann, free time"


# -- the setup -----------------------------------------------------------------------------------


def test_the_whole_setup() -> None:
    game = played(
        "title: Everything at once",
        "rules: R-MARK-1; GEEK-2",
        "edition: geek",
        "option: guests off",
        "players: Ann; Bo; Cy",
        "Ann is Tech Support",
        "Ann holds: Sleep; Bum",
        "Ann has: Sleep; White Russian +1; Pizza -1; Beer =5",
        "Ann slack: 13",
        "Bo goal: 7",
        "Bo income: 9",
        "Bo free time: 4",
        "Cy has: Hungry Girl",
        "deck: Sleep; Car Alarm",
        "roles: Temp; Drummer",
        "discard: Microwave Popcorn; Ultra-Slims",
        "table: Raise on Cy; Get a Life",
        "turn: Bo, call",
        "expect turn Bo",
        "expect phase call",
        "expect Ann role Tech Support",
        "expect Ann holds: Sleep; Bum",
        "expect Ann hand 2",
        "expect Ann has: Sleep; White Russian; Pizza; Beer",
        "expect Ann's White Russian worth 3",
        "expect Ann's Pizza worth 1",
        "expect Ann's Beer worth 5",
        "expect Ann slack 13",
        "expect Ann tokens 3",
        "expect Ann goal 20",
        "expect Bo goal 7",
        "expect Bo income 9",
        "expect Bo free time 4",
        "expect Cy gloom 0",
        "expect Cy madness 0",
        "expect discard: Ultra-Slims; Microwave Popcorn",
        "expect table: Raise; Get a Life",
        "expect table not: Narcolepsy",
        "expect Cy holds not: Sleep",
        "expect Cy has not: Sleep",
        "expect no winner",
        "expect waiting Bo",
    )
    assert [game.printed(card).name for card in game.deck[-2:]] == ["Car Alarm", "Sleep"]
    assert game.printed(game.discard[-1]).name == "Ultra-Slims"
    assert sorted((laid.seat, laid.turns) for laid in game.table) == [(1, 2), (2, 1)]


def test_without_a_role_there_is_a_plain_one() -> None:
    played(
        ANN_BO,
        "turn: Bo, call",
        "expect Bo income 3",
        "expect Bo free time 2",
        "expect Bo goal 20",
        "expect turn Bo",
    )


def test_cards_are_numbered_from_the_hands_to_the_deck() -> None:
    game = played(
        ANN_BO,
        "deck: Bum",
        "discard: Pizza",
        "table: Raise",
        "Bo has: Beer",
        "Bo holds: Sleep; Sleep",
        "Ann holds: Car Alarm",
        FREE,
        "expect Ann hand 1",
    )
    names = [game.printed(card).name for card in range(7)]
    assert names == ["Car Alarm", "Sleep", "Sleep", "Beer", "Raise", "Pizza", "Bum"]
    rest = game.face[7:]
    assert rest == sorted(rest)
    assert [face for face in game.pub[:7] if face >= 0] == game.face[3:6]


def test_the_first_phase_begins_with_the_first_line_after_the_setup() -> None:
    played(ANN_BO, "Ann holds: Sleep", "deck: Bum", "expect Ann hand 6", "expect Ann holds: Bum")
    played(
        "players: Van Zele; O'Brien",
        "Van Zele is Drummer",
        "turn: Van Zele, roll",
        "roll 1",
        "expect Van Zele free time 2",
        "expect phase roll",
    )


def test_a_said_stat_is_not_rolled_for() -> None:
    played(ANN_BO, "Ann is Drummer", "Ann free time: 7", "Ann: next", "expect Ann free time 7")
    played(
        ANN_BO,
        "Bo is Temp",
        "Bo income: 6",
        "Ann: end",
        "Bo: next",
        "expect Bo income 6",
        "Bo: end",
        "Ann: end",
        "roll 4",
        "Bo: next",
        "expect Bo income 4",
    )


def test_an_avatar_is_another_copy_of_the_same_name() -> None:
    three = "Computer Games; Computer Games; Computer Games"
    game = played(ANN_BO, f"Ann holds: {three}", FREE, "Ann: do computer games")
    assert len({game.face[card] for card in range(3)}) == 2
    assert failure(ANN_BO, "option: guests off", f"Ann holds: {three}")[0] == 3


def test_a_random_person_worth_nothing_is_uninvited() -> None:
    game = played(
        ANN_BO,
        "Ann has: Some Random Person =0",
        "turn: Ann, roll",
        "expect Ann's Some Random Person worth 0",
        "roll 1",
        "Ann: evict Some Random Person",
    )
    assert not game.printed(game.rooms[0][0]).invited


def test_a_card_can_be_named_by_id_and_by_its_place_among_several() -> None:
    game = played(
        ANN_BO,
        "Ann holds: Sleep; Beer; Sleep; geek/sleep",
        FREE,
        "Ann: do Sleep (2)",
        "Ann: do geek/sleep (2)",
        "expect Ann has: Sleep; Sleep",
    )
    assert game.hands[0] == [0, 1]
    assert game.rooms[0] == [2, 3]


# -- moves -----------------------------------------------------------------------------------------


def test_a_later_phase_is_moved_on_to() -> None:
    played(
        ANN_BO,
        "Ann holds: Sleep; Hungry Girl",
        "Ann: call Hungry Girl to Bo",
        "Ann: do Sleep",
        "expect phase free time",
        "Ann: end",
        "expect turn Bo",
    )
    line, said = failure(ANN_BO, "Ann holds: Hungry Girl", FREE, "Ann: call Hungry Girl")
    assert line == 4
    assert "R-CALL-1" in said


def test_a_thing_that_is_done_is_bought() -> None:
    played(ANN_BO, "Ann holds: Beer", FREE, "Ann: do Beer", "expect Ann income 2")


def test_an_answer_leaves_the_window_open() -> None:
    start = ("players: Ann; Bo; Cy", "Ann holds: Sleep", "Bo holds: Car Alarm; Bum", FREE)
    played(
        *start,
        "Cy has: Ultra-Slims",
        "Ann: do Sleep",
        "expect waiting Bo; Cy",
        "expect Ann slack 0",
        "Cy: pass",
        "expect waiting Bo",
        "Bo: show hand to Cy",
        "Bo: play Bum on Cy's Ultra-Slims",
        "Bo: cancel with Car Alarm",
        "expect discard: Sleep; Car Alarm; Bum",
        "expect Bo has: Ultra-Slims",
        "expect Ann slack 0",
    )
    played(*start, "Ann: do Sleep", "Bo: play Car Alarm", "expect discard: Sleep")
    played(*start, "Ann: do Sleep", "expect Ann slack 1", "expect waiting Ann")


def test_a_claim_before_an_answer_may_be_about_either_side_of_the_window() -> None:
    start = (ANN_BO, "Ann holds: Sleep", "Bo holds: Car Alarm", FREE, "Ann: do Sleep")
    played(*start, "expect Ann slack 1", "refuse Bo: next", "expect Ann slack 1")
    played(*start, "expect Ann slack 1", "refuse Bo: cancel with Car Alarm because R-CANCEL-4")
    played(*start, "expect Ann slack 0", "Bo: cancel with Car Alarm")


def test_tv_is_thrown_or_played() -> None:
    for verb in ("throw", "play"):
        played(
            ANN_BO,
            "Ann holds: Beer",
            "Bo holds: Talk Show",
            FREE,
            "Ann: shop Beer",
            f"Bo: {verb} Talk Show",
            "expect Ann has: Talk Show",
            "expect Ann holds: Beer",
        )


def test_where_a_person_goes_is_answered_beforehand_or_asked() -> None:
    start = ("players: Ann; Bo; Cy", "Ann has: Hungry Girl", "turn: Ann, roll", "roll 6")
    played(*start, "Ann: evict Hungry Girl to Cy", "expect Cy has: Hungry Girl")
    played(*start, "Ann: evict Hungry Girl to discard", "expect discard: Hungry Girl")
    played(*start, "Ann: evict Hungry Girl", "expect waiting Ann", "Ann: choose Bo")
    played(*start, "Ann: evict Hungry Girl", "Ann: choose discard", "expect discard: Hungry Girl")
    line, said = failure(*start, "Ann: evict Hungry Girl", "Ann: choose Ann")
    assert (line, said) == (6, 'expected one of: Bo; Cy; discard, got "Ann"')
    line, said = failure(*start, "Ann: evict Hungry Girl to Ann")
    assert (line, said) == (5, "expected one of the places Bo; Cy; discard, got Ann")


def test_questions_that_are_left_out() -> None:
    start = (ANN_BO, "Ann has: Hungry Girl; Pizza; Microwave Popcorn", "turn: Ann, roll")
    line, said = failure(*start, "Ann: end")
    assert line == 4
    assert "a question to Ann (Pizza; Microwave Popcorn)" in said
    played(*start, "Ann: keep Hungry Girl", "Ann: choose Pizza", "Ann: end", "expect turn Bo")


def test_cards_that_are_alike_need_no_answer() -> None:
    start = ("players: Ann; Bo", "Bo has: Live-In S.O.; Live-In S.O.", "Ann holds: Psycho Ex")
    played(*start, "Ann: call Psycho Ex to Bo", "Ann: end", "expect discard: Live-In S.O.")


def test_a_sure_thing_is_declined_unless_it_is_chosen() -> None:
    start = (ANN_BO, "Ann has: Live-In S.O.", "Ann holds: Nookie at Jimmy's", FREE)
    do = "Ann: do Nookie at Jimmy's"
    played(*start, "roll 6", do, "expect Ann's Nookie at Jimmy's worth 5")
    played(*start, do, "Ann: choose 3", "expect Ann's Nookie at Jimmy's worth 3")
    played(*start, do, "expect waiting Bo", "roll 3", "Ann: choose roll", "expect Ann slack 3")
    assert failure(*start, do, "Ann: choose 4") == (6, 'expected one of: roll; 3, got "4"')


def test_the_end_of_a_turn_discards_the_newest() -> None:
    played(
        ANN_BO,
        "Ann holds: Sleep; Sleep; Sleep; Sleep; Sleep",
        "deck: Bum",
        "Ann: end",
        "expect discard: Bum",
        "expect Ann hand 5",
        "expect turn Bo",
        "expect phase draw",
    )
    assert failure(ANN_BO, "Bo: end") == (2, "expected the turn of Bo, got Ann")


def test_leaving() -> None:
    played("players: Ann; Bo; Cy", "Bo: leave", "Ann: end", "expect turn Cy")
    played(ANN_BO, "Bo: leave", "expect winner Ann")
    played(
        "players: Ann; Bo; Cy", "Bo has left", "role discard: Temp", "Ann: end", "expect turn Cy"
    )
    played(
        "players: Ann; Bo; Cy",
        "Ann has: Hungry Girl",
        "turn: Ann, roll",
        "Ann: evict Hungry Girl",
        "Ann: leave before the roll",
        "expect turn Bo",
        "expect discard: Hungry Girl",
    )


# -- chance ----------------------------------------------------------------------------------------


def test_dice_must_be_written_down_and_thrown() -> None:
    nookie = (ANN_BO, "Ann holds: Nookie at Jimmy's", FREE, "Ann: do Nookie at Jimmy's")
    missing = "expected a die written down before this line, got none"
    assert failure(*nookie, "", "expect Ann slack 0") == (4, missing)
    played(*nookie, "roll 4", "expect Ann slack 3")
    played(*nookie, "roll 4")
    played(*nookie)
    assert failure(*nookie, "roll 4; 2", "roll 5") == (
        5,
        "expected this roll to be used by the end, got one left over",
    )
    evict = (ANN_BO, "Ann has: Hungry Girl", "turn: Ann, roll", "Ann: evict Hungry Girl")
    assert failure(*evict, "roll 3") == (4, missing)
    drummer = (ANN_BO, "Ann is Drummer", "", "Ann: next")
    assert failure(*drummer) == (4, missing)


def test_roles_come_as_written() -> None:
    start = (ANN_BO, "Ann holds: New Job; Some Random Person", "roles: Temp", FREE)
    played(*start, "Ann: play New Job", "expect Ann role Temp")
    played(
        *start[:2],
        FREE,
        "role Security Guard",
        "Ann: play New Job",
        "expect Ann role Security Guard",
    )
    line, said = failure(
        *start[:2], "Bo is Temp", FREE, "role Temp", "Ann: play New Job", "Bo: end"
    )
    assert line == 5
    assert said.startswith("expected Temp in the role pile, got ")
    assert failure(*start, "role Temp")[0] == 5
    played(ANN_BO, "roles: Slacker", "Ann holds: New Job", FREE, "Ann: play New Job",
           "expect Ann role Slacker")  # fmt: skip


def test_a_new_deck_comes_as_written() -> None:
    catalog = cards(("geek",))
    ids = [catalog.faces[face].id for face in catalog.life()]
    for dealt in ("geek/car-alarm", "geek/beer"):
        ids.remove(dealt)
    table = (ANN_BO, "Ann holds: Car Alarm", "deck: Beer", f"discard: {'; '.join(ids)}")
    game = played(*table, "shuffle: Sleep; Pizza", "expect Ann hand 6")
    held = [game.printed(card).name for card in game.hands[0]]
    assert held[:4] == ["Car Alarm", "Beer", "Sleep", "Pizza"]
    game = played(*table, "expect Ann hand 6")
    drawn = [game.face[card] for card in game.hands[0][2:]]
    assert drawn == sorted(drawn)
    line, said = failure(*table, "shuffle: Sleep; Beer", "Ann: next")
    assert (line, said) == (5, "expected Beer among the shuffled cards, got none left")


def test_a_card_is_picked_as_written() -> None:
    catalog = cards(("geek",))
    thief = next(
        face.name
        for face in catalog.faces
        if face.kind == "whenever" and any(op.verb == "pilfer" for op in face.ops)
    )
    start = (ANN_BO, f"Ann holds: {thief}", "Bo holds: Beer; Sleep; Pizza; Sleep", FREE)
    play = f"Ann: play {thief} on Bo"
    assert played(*start, play, "Ann: next").hands[0] == [1]
    assert played(*start, "pick Pizza", play, "Ann: next").hands[0] == [3]
    assert played(*start, "pick Sleep (2)", play, "Ann: next").hands[0] == [4]
    line, said = failure(*start, "pick Bum", play, "Ann: next")
    assert (line, said) == (
        5,
        "expected Bum among the cards to pick from, got Beer; Sleep; Pizza; Sleep",
    )


# -- refusals --------------------------------------------------------------------------------------


def test_refuse_tries_without_changing_anything() -> None:
    start = (ANN_BO, "Ann holds: Sleep; Beer; Car Alarm", "Bo holds: Bum")
    before = played(*start, "expect phase draw").digest()
    tried = (
        "refuse Ann: do Sleep on Bo",
        "refuse Ann: shop Sleep because R-SHOP-1",
        "refuse Ann: cancel with Car Alarm because R-CANCEL-4",
        "refuse Ann: play Car Alarm",
        "refuse Bo: do Sleep",
        "refuse Ann: do Bum",
        "refuse Bo: play Bum on Ann's Ultra-Slims",
        "refuse Bo: next",
        "refuse Bo: end",
        "refuse Bo: pass because RUL-1",
        "refuse Ann: choose Bo",
        "refuse Ann: throw Talk Show",
        "refuse Ann: keep Hungry Girl",
        "refuse Ann: evict Sleep to Bo",
        "refuse Ann: call TV Queen to Bo",
        "refuse Ann: discard Sleep; Beer; Sleep",
        "refuse Ann: show hand to Ann",
    )
    assert played(*start, *tried).digest() == before
    legal = ("do Sleep", "shop Beer", "next", "end", "leave", "show hand to Bo", "discard Beer")
    for move in legal:
        assert failure(*start, f"refuse Ann: {move}") == (
            4,
            "expected Ann's move to be refused, got a legal move",
        )


def test_a_refusal_names_its_clause() -> None:
    start = (ANN_BO, "Ann is Professional Research Subject", "Ann holds: Beer", FREE)
    played(*start, "refuse Ann: do Beer because R-ROLE-6")
    line, said = failure(*start, "refuse Ann: do Beer because R-SHOP-1")
    assert line == 5
    assert said.startswith("expected Ann's move to be refused because of R-SHOP-1, got ")
    assert said.endswith("(R-ROLE-6)")


def test_a_move_that_is_refused_fails_with_the_reason() -> None:
    line, said = failure(ANN_BO, "Ann holds: Beer", "Ann income: 0", FREE, "Ann: shop Beer")
    assert line == 5
    assert said.startswith("expected a legal shop by Ann, got ")
    assert "R-SHOP-1" in said


# -- claims ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("Ann slack 5", "expected Ann slack 5, got 3"),
        ("Ann goal 5", "expected Ann goal 5, got 20"),
        ("Ann income 5", "expected Ann income 5, got 3"),
        ("Ann free time 5", "expected Ann free time 5, got 2"),
        ("Ann gloom 1", "expected Ann gloom 1, got 0"),
        ("Ann madness 1", "expected Ann madness 1, got 0"),
        ("Ann tokens 1", "expected Ann tokens 1, got 0"),
        ("Ann hand 5", "expected Ann hand 5, got 1"),
        ("Ann role Temp", "expected Ann role Temp, got Tech Support"),
        ("Ann has: Beer; Bum; Sleep", "expected Bum and Sleep in Ann's room, got Beer; Pizza"),
        ("Ann has: Beer; Beer", "expected Beer in Ann's room, got Beer; Pizza"),
        ("Ann has not: Beer; Bum", "expected no Beer in Ann's room, got Beer; Pizza"),
        ("Bo holds: Sleep", "expected Sleep in Bo's hand, got no cards"),
        ("Ann holds not: Sleep", "expected no Sleep in Ann's hand, got Sleep"),
        ("Ann's Pizza worth 7", "expected Ann's Pizza worth 7, got 2"),
        ("Bo's Pizza worth 2", "expected Bo's Pizza in the room, got no cards"),
        ("discard: Beer", "expected Beer in the discard pile, got Bum"),
        ("discard not: Bum", "expected no Bum in the discard pile, got Bum"),
        ("table: Raise", "expected Raise on the table, got no cards"),
        ("turn Bo", "expected turn Bo, got Ann"),
        ("phase draw", "expected phase draw, got free time"),
        ("waiting Bo", "expected waiting Bo, got Ann"),
        ("winner Ann; Bo", "expected winner Ann; Bo, got no winner"),
    ],
)
def test_a_claim_that_is_untrue(claim: str, said: str) -> None:
    table = (ANN_BO, "Ann is Tech Support", "Ann has: Beer; Pizza", "Ann holds: Sleep",
             "discard: Bum", FREE)  # fmt: skip
    assert failure(*table, f"expect {claim}") == (7, said)


def test_a_win_is_a_claim() -> None:
    start = (ANN_BO, "Ann slack: 19", "Ann holds: Sleep", "Bo holds: Bum", FREE, "Ann: do Sleep")
    played(*start, "expect winner Ann")
    assert failure(*start, "expect no winner") == (7, "expected no winner, got winner Ann")
    played(*start, "expect winner Ann", "refuse Bo: next because R-WIN-1")


# -- names -----------------------------------------------------------------------------------------


def test_odd_names() -> None:
    played(
        "players: O'Brien; Van Zele; Mike; Mike's Mum; Strauß",
        "o'brien holds: Sucks to Be You!; Sloths: Nature's Sedatives",
        "MIKE'S MUM has: Beer",
        "Strauß has: Pizza",
        "turn: o'brien, free time",
        "O'Brien: do sloths: nature's sedatives",
        "O'Brien: play Sucks to Be You! on Mike's Mum's Beer",
        "expect Mike's Mum has not: Beer",
        "expect STRAUSS's Pizza worth 2",
        "expect strauß has: Pizza",
        "expect waiting O'Brien",
    )


def test_reading_an_owner_tries_every_player() -> None:
    names = Names(cards(("geek",)), ("Mike", "Mike's Mum"))
    target = names.find_target("Mike's Mum's Beer")
    assert target is not None
    assert target.seat == 1
    assert names.owned("Pam's Beer") == []
