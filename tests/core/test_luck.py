"""The generator: fixed vectors, which also keep it fair, and seeds in words."""

from __future__ import annotations

from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import pytest

from core.actions import CHANCE, PICK, ROLE, ROLL, SHUFFLE, Action
from core.luck import FRESH_BITS, SEED_LIMIT, Luck, Stream, format_seed, parse_seed
from tests.kit.places import DATA

ROWS = (DATA / "luck.txt").read_text(encoding="utf-8").splitlines()
FORKS = {
    "die": 0x8992399B65DC8778,
    "deck": 0x76B88B330F8F25BA,
    "roles": 0x48BD4C4B5FF49A85,
    "pick": 0x44FD78DFD4455A59,
}


@pytest.mark.parametrize("row", [row for row in ROWS if not row.startswith("#")])
def test_vectors(row: str) -> None:
    seed, raw, *lists, letter = row.split("; ")
    dice, numbers, pile = ([*map(int, numbers.split())] for numbers in lists)
    stream = Stream(int(seed))
    assert stream.bits(128) == int(raw, 16)
    assert [stream.die() for _ in dice] == dice
    assert [stream.below(1000) for _ in numbers] == numbers
    assert stream.shuffled(range(10)) == pile
    assert stream.choice("abcdefghij") == letter


def test_fork_vectors() -> None:
    stream = Stream(42)
    stream.bits(100)  # what was used before changes nothing
    assert {label: stream.fork(label).bits(64) for label in FORKS} == FORKS
    assert Stream(42, "other").bits(64) == 0xF33BB42F623D3E97


def test_bytes_are_the_documented_ones() -> None:
    """A second, plain reading of docs/randomness.md."""
    key = sha256(b"seed:chez-tui/luck/1:7").digest()
    row = b"".join(sha256(b"data:" + key + i.to_bytes(8, "big")).digest() for i in range(4))
    assert Stream(7).bits(8 * len(row)) == int.from_bytes(row, "big")
    fair = [byte % 6 + 1 for byte in row if byte < 252]
    stream = Stream(7)
    assert [stream.die() for _ in fair] == fair
    pairs = [int.from_bytes(row[at : at + 2], "big") for at in range(0, len(row), 2)]
    fair = [pair for pair in pairs if pair < 40_000]
    stream = Stream(7)
    assert [stream.below(40_000) for _ in fair] == fair


def test_bits_ask_for_whole_bytes() -> None:
    stream, plain = Stream(5), Stream(5)
    assert stream.bits(0) == 0
    assert stream.bits(3) == plain.bits(8) & 7
    assert stream.bits(9) == plain.bits(16) & 511
    with pytest.raises(ValueError, match="negative"):
        stream.bits(-1)


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 128, 129, 255, 256, 257, 65537, 2**70 + 1])
def test_below_stays_below(n: int) -> None:
    stream = Stream(n)
    drawn = [stream.below(n) for _ in range(400)]
    assert all(0 <= value < n for value in drawn)
    if n <= 7:
        assert set(drawn) == set(range(n))


def test_nothing_to_draw_from() -> None:
    for n in (0, -3):
        with pytest.raises(ValueError, match="nothing to draw"):
            Stream(1).below(n)


def test_copy_goes_on_from_the_same_place() -> None:
    stream = Stream(8)
    stream.shuffled(range(50))
    twin = stream.copy()
    ahead = [stream.die() for _ in range(100)]
    assert [twin.die() for _ in range(100)] == ahead


def answer(luck: Luck, kind: str, options: tuple[int, ...] = ()) -> Action:
    """Return what luck says to as much of a game as it looks at."""
    need = SimpleNamespace(kind=kind, options=options) if kind else None
    game: Any = SimpleNamespace(need=lambda: need)
    return luck.answer(game)


def test_luck_answers_each_need() -> None:
    luck = Luck(42)
    rolled = answer(luck, ROLL)
    assert (rolled.kind, rolled.seat, rolled.value in range(1, 7)) == (ROLL, CHANCE, True)
    pile = answer(luck, SHUFFLE, (5, 5, 6, 7, 8, 9))
    assert (pile.kind, sorted(pile.faces)) == (SHUFFLE, [5, 5, 6, 7, 8, 9])
    role = answer(luck, ROLE, (3, 4))
    assert (role.kind, role.value in (3, 4)) == (ROLE, True)
    pick = answer(luck, PICK, (11, 12, 13))
    assert (pick.kind, len(pick.cards), pick.cards[0] in (11, 12, 13)) == (PICK, 1, True)


def test_luck_keeps_its_streams_apart() -> None:
    plain, busy = Luck(7), Luck(Stream(7))
    answer(busy, SHUFFLE, tuple(range(200)))
    answer(busy, ROLE, (1, 2, 3))
    answer(busy, PICK, (1, 2, 3))
    assert [answer(plain, ROLL) for _ in range(50)] == [answer(busy, ROLL) for _ in range(50)]


def test_luck_unasked() -> None:
    with pytest.raises(ValueError, match="isn't waiting"):
        answer(Luck(1), "")


@pytest.mark.parametrize(
    ("seed", "text"),
    [
        (0, "0"),
        (42, "42"),
        (999_999_999, "999999999"),
        (10**9, "00XS-NJG0"),
        (2**FRESH_BITS - 1, "ZZZZ-ZZZZ"),
        (2**FRESH_BITS, "0001-0000-0000"),
        (SEED_LIMIT - 1, "000F-ZZZZ-ZZZZ-ZZZZ"),
    ],
)
def test_seed_is_written_and_read(seed: int, text: str) -> None:
    assert format_seed(seed) == text
    assert parse_seed(text) == seed
    assert parse_seed(str(seed)) == seed
    assert parse_seed(f" {text.lower()}\n") == seed


def test_any_seed_survives_its_text() -> None:
    stream = Stream(6)
    for count in range(65):
        for _ in range(20):
            seed = stream.bits(count)
            assert parse_seed(format_seed(seed)) == seed
            assert parse_seed(format_seed(seed).lower()) == seed


def test_seed_letters_are_forgiving() -> None:
    assert parse_seed("k7qf3m9p") == parse_seed("K7QF-3M9P") == parse_seed("K-7QF3M9P")
    assert parse_seed("OIL0-ABCD") == parse_seed("0110-abcd")
    assert parse_seed("beer") == parse_seed("BE-ER")
    assert parse_seed("007") == 7


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "-", "-5", "5-", "1.5", "luck", "12 34", "K7QF_3M9P", "½", "\u0664\u0662", "ß",
        str(SEED_LIMIT), "9" * 5000, "Z" * 5000, "G-0000-0000-0000", "\x1b[31m", "a\x00b",
    ],
)  # fmt: skip
def test_bad_seed_is_one_clear_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="seed") as caught:
        parse_seed(text)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 140


@pytest.mark.parametrize("seed", [-1, SEED_LIMIT])
def test_seed_out_of_range_has_no_text(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        format_seed(seed)
