"""The notation: what people do, and what chance has to say to it."""

from tests.core.notation.notated import ANN_BO, FREE, cards, failure, played

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
