"""The notation: what is refused, and what is claimed."""

import pytest

from tests.core.notation.notated import ANN_BO, FREE, failure, played

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
