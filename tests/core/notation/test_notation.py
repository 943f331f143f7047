"""The notation: what each line of a setup means, and the names in it."""

from core.notation.names import Names
from tests.core.notation.notated import ANN_BO, FREE, cards, failure, played

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
