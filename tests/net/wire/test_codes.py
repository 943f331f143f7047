"""What people type: codes with slips in them, addresses of all kinds, and plain nonsense."""

import itertools
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.wire.codes import (
    WORDS,
    Address,
    CodeError,
    JoinCode,
    code_of,
    parse_address,
    parse_code,
    parse_target,
    spoken,
)

TEAPOT = JoinCode(bytes((6, WORDS.index("teapot"), WORDS.index("sofa"))))


def distance(one: str, other: str) -> int:
    """How many letters must be changed, added or removed."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, row[0] = row[:], i
        for j, b in enumerate(other, 1):
            row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
    return row[-1]


def test_the_words_are_short_and_far_apart() -> None:
    assert len(WORDS) == 256
    assert list(WORDS) == sorted(set(WORDS))
    assert all(4 <= len(word) <= 7 and word.isascii() and word.islower() for word in WORDS)
    assert len({word[:3] for word in WORDS}) == 256
    assert all(distance(*two) >= 3 for two in itertools.combinations(WORDS, 2))


@given(st.binary(min_size=3, max_size=16))
def test_a_code_leads_to_its_table(gid: bytes) -> None:
    code = code_of(gid)
    assert parse_code(str(code)) == parse_target(str(code)) == code
    assert code.fits(gid)
    assert not code.fits(bytes((gid[0] ^ 1,)) + gid[1:])


def test_the_form_of_a_code() -> None:
    assert str(TEAPOT) == "7-teapot-sofa"
    with pytest.raises(CodeError):
        code_of(b"ab")


@pytest.mark.parametrize(
    "typed",
    [
        "7-teapot-sofa",
        " 7 Teapot SOFA\n",
        "7teapot sofa",
        "007_teapot_sofa",
        "7 – teapot – sofa.",
        "teapot-sofa-7",
        "7-tea-sof",
        "7-teap-sofa",
        "7-teapto-sofa",
        "7-taepot-sofa",
        "7-tapot-sofa",
        "7-teapots-sofas",
        "7-teepot-soba",
        "7-eapot-sofa",
        "7,teapot,sofq",
    ],
)
def test_codes_are_read_forgivingly(typed: str) -> None:
    assert parse_code(typed) == TEAPOT


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "a number and two words"),
        ("7-teapot", "a number and two words"),
        ("teapot-sofa", "a number and two words"),
        ("teapot-7-sofa", "a number and two words"),
        ("7-7-sofa", "a number and two words"),
        ("7-teapot-sofa-sofa", "a number and two words"),
        ("0-teapot-sofa", "between 1 and 256"),
        ("257-teapot-sofa", "between 1 and 256"),
        (f"{'9' * 200}-teapot-sofa", "between 1 and 256"),
        ("7-kraken-sofa", "a word like kraken"),
        ("7-te-sofa", "a word like te"),
        ("٧-teapot-sofa", "a number and two words"),
        ("x" * 301, "too long"),
    ],
)
def test_what_is_no_code_is_told(typed: str, reason: str) -> None:
    with pytest.raises(CodeError, match=reason):
        parse_code(typed)


def slips(word: str) -> set[str]:
    """The word with one letter wrong, missing or too many, or two neighbors swapped."""
    cuts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    return {
        *(left + right[1:] for left, right in cuts),
        *(left + right[1:2] + right[:1] + right[2:] for left, right in cuts),
        *(left + letter + right for left, right in cuts for letter in ascii_lowercase),
        *(left + letter + right[1:] for left, right in cuts for letter in ascii_lowercase),
    }


def test_one_slip_never_leads_to_another_word() -> None:
    meant = {word[:size]: word for word in WORDS for size in range(3, len(word) + 1)}
    for word in WORDS:
        for typed in slips(word):
            assert meant.setdefault(typed, word) == word


@given(st.integers(0, 255), st.data())
def test_one_slip_in_a_word_is_forgiven(byte: int, data: st.DataObject) -> None:
    typed = data.draw(st.sampled_from(sorted(slips(WORDS[byte]))))
    assert parse_code(f"1-{typed}-sofa").prefix[1] == byte


def test_bytes_are_spoken() -> None:
    assert spoken(bytes((0, 255, 0))) == "abacus zodiac abacus"


@pytest.mark.parametrize(
    ("typed", "host", "port"),
    [
        ("localhost:4000", "localhost", 4000),
        (" Game.Example.ORG.:1 ", "game.example.org", 1),
        ("192.168.0.7:65535", "192.168.0.7", 65535),
        ("[::1]:4000", "::1", 4000),
        ("[FE80:0::1%eth0]:4000", "fe80::1%eth0", 4000),
        ("my_laptop-2.local:4000", "my_laptop-2.local", 4000),
    ],
)
def test_addresses(typed: str, host: str, port: int) -> None:
    address = parse_address(typed)
    assert address == Address(host, port) == parse_target(typed)
    assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("localhost", "HOST:PORT"),
        (":4000", "HOST:PORT"),
        ("localhost:", "between 1 and 65535"),
        ("localhost:0", "between 1 and 65535"),
        ("localhost:65536", "between 1 and 65535"),
        ("localhost:４０００", "between 1 and 65535"),
        ("localhost:-1", "between 1 and 65535"),
        ("::1:4000", "brackets"),
        ("fe80::1:4000", "brackets"),
        ("[::1]x:4000", "brackets"),
        ("[::1:4000", "HOST:PORT"),
        ("[localhost]:4000", "no IPv6"),
        ("[1.2.3.4]:4000", "no IPv6"),
        ("1.2.3:4000", "IPv4"),
        ("1.2.3.256:4000", "IPv4"),
        ("a b:4000", "letters, digits"),
        ("-a:4000", "letters, digits"),
        ("a..b:4000", "letters, digits"),
        (f"{'a' * 64}:4000", "letters, digits"),
        (f"{'a.' * 128}a:4000", "letters, digits"),
        ("../etc:4000", "letters, digits"),
        ("a\x1b[31m:4000", "HOST:PORT"),
        ("[fe80::1%\x1b]:4000", "interface"),
    ],
)
def test_what_is_no_address_is_told(typed: str, reason: str) -> None:
    with pytest.raises(CodeError, match=reason):
        parse_address(typed)


@given(st.text(max_size=400) | st.from_regex(r"[\[\]0-9a-f:.%-]{0,40}"))
def test_nonsense_is_refused_cleanly(typed: str) -> None:
    for parse in (parse_code, parse_address, parse_target):
        try:
            told = str(parse(typed))
        except CodeError as error:
            told = str(error)
        assert told.isprintable()
