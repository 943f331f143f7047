"""What people type: codes with slips in them, addresses of all kinds, and plain nonsense."""

from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.wire import codes
from net.wire.codes import WORDS, CodeError, parse_address, parse_code
from tests.net.facts import facts

TYPED = facts("codes.txt")
TEAPOT = codes.JoinCode(bytes((6, WORDS.index("teapot"), WORDS.index("sofa"))))


def slips(word: str) -> set[str]:
    """The word with one letter wrong, missing or too many, or two neighbors swapped."""
    cuts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    return {
        *(left + right[1:] for left, right in cuts),
        *(left + right[1:2] + right[:1] + right[2:] for left, right in cuts),
        *(left + letter + right for left, right in cuts for letter in ascii_lowercase),
        *(left + letter + right[1:] for left, right in cuts for letter in ascii_lowercase),
    }


def test_the_words_are_short_and_far_apart() -> None:
    assert len(WORDS) == 256
    assert list(WORDS) == sorted(set(WORDS))
    assert all(4 <= len(word) <= 7 and word.isascii() and word.islower() for word in WORDS)
    assert len({word[:3] for word in WORDS}) == 256
    # No slip leads to another word, to the beginning of one, or to where one slip in another leads.
    meant = {word[:size]: word for word in WORDS for size in range(3, len(word) + 1)}
    for word in WORDS:
        for typed in slips(word):
            assert meant.setdefault(typed, word) == word


@given(st.binary(min_size=3, max_size=16))
def test_a_code_leads_to_its_table(gid: bytes) -> None:
    code = codes.code_of(gid)
    assert parse_code(str(code)) == codes.parse_target(str(code)) == code
    assert code.fits(gid)
    assert not code.fits(bytes((gid[0] ^ 1,)) + gid[1:])


def test_the_form_of_a_code_and_of_spoken_bytes() -> None:
    assert str(TEAPOT) == "7-teapot-sofa"
    assert codes.spoken(bytes((0, 255, 0))) == "abacus zodiac abacus"
    with pytest.raises(CodeError):
        codes.code_of(b"ab")


@pytest.mark.parametrize("typed", [typed for (typed,) in TYPED["read as 7-teapot-sofa"]])
def test_codes_are_read_forgivingly(typed: str) -> None:
    assert parse_code(typed) == TEAPOT


@pytest.mark.parametrize(("typed", "reason"), [*TYPED["no codes"], ("x" * 301, "too long")])
def test_what_is_no_code_is_told(typed: str, reason: str) -> None:
    with pytest.raises(CodeError, match=reason):
        parse_code(typed)


@pytest.mark.parametrize("word", ["teapot", "abacus", "wolf", "zodiac"])
def test_one_slip_in_a_word_is_forgiven(word: str) -> None:
    for typed in slips(word):
        assert WORDS[parse_code(f"1-{typed}-sofa").prefix[1]] == word


@pytest.mark.parametrize(("typed", "host", "port"), TYPED["addresses"])
def test_addresses(typed: str, host: str, port: int) -> None:
    address = parse_address(typed)
    assert address == codes.Address(host, port) == codes.parse_target(typed)
    assert parse_address(str(address)) == address


LONGEST = ".".join(["a" * 63, "b" * 63, "c" * 63, "d" * 61])
TOO_LONG = [f"{'a' * 64}:4000", f"{LONGEST}e:4000", f"{LONGEST}.e:4000"]


def test_a_name_has_253_letters_and_each_part_63() -> None:
    assert parse_address(f"{LONGEST}:4000") == codes.Address(LONGEST, 4000)
    for typed in TOO_LONG:
        with pytest.raises(CodeError, match="letters, digits"):
            parse_address(typed)


@pytest.mark.parametrize(("typed", "reason"), TYPED["no addresses"])
def test_what_is_no_address_is_told(typed: str, reason: str) -> None:
    with pytest.raises(CodeError, match=reason):
        parse_address(typed)
