"""Notices: what is published can be read back, and what strangers publish harms nobody."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from net.discovery.notice import (
    CARDS_SIZE,
    ID_SIZE,
    MAX_RECORD,
    MAX_SEATS,
    MAX_STRANGE,
    PHASES,
    PRINT_SIZE,
    Notice,
    read_notice,
)
from net.log.entries import GID_SIZE
from net.wire.codes import MAX_TYPED, parse_code
from net.wire.fields import MAX_TITLE, tidy
from net.wire.messages import PHASES as SPOKEN_PHASES
from tests.net.notices import notice

EDITION = st.from_regex(r"[a-z0-9][a-z0-9-]{0,11}", fullmatch=True)

OPTION = st.from_regex(r"[a-z0-9][a-z0-9-]{0,23}=[a-z0-9-]{1,24}", fullmatch=True)
NOTICES = st.builds(
    Notice,
    table=st.binary(min_size=ID_SIZE, max_size=ID_SIZE),
    title=st.text(max_size=60).map(lambda text: tidy(text, MAX_TITLE)),
    phase=st.sampled_from(PHASES),
    seated=st.integers(0, 8),
    seats=st.integers(8, MAX_SEATS),
    locked=st.booleans(),
    editions=st.lists(EDITION, max_size=5).map(tuple),
    program=st.from_regex(r"[0-9A-Za-z][0-9A-Za-z.+_-]{0,15}", fullmatch=True),
    protocol=st.integers(0, 65535),
    host=st.binary(min_size=PRINT_SIZE, max_size=PRINT_SIZE),
    cards=st.binary(min_size=CARDS_SIZE, max_size=CARDS_SIZE),
    options=st.lists(OPTION, max_size=3).map(tuple),
)


def record(*pieces: bytes) -> bytes:
    return b"".join(bytes((len(piece),)) + piece for piece in pieces)


def pieces(**changes: bytes | None) -> bytes:
    """The record of a plain notice with some values changed, or left out."""
    values: dict[str, bytes | None] = {
        "v": b"1",
        "id": b"i" * 16,
        "st": b"lobby",
        "pl": b"2/5",
        "pw": b"0",
        "pv": b"0.3.0",
        "fp": b"f" * 8,
        "ch": b"c" * 4,
        "ed": b"geek",
        "t": b"Friday",
        **changes,
    }
    return record(*(k.encode() + b"=" + v for k, v in values.items() if v is not None))


def test_a_notice_can_be_read_back() -> None:
    assert read_notice(notice().record()) == notice()
    assert read_notice(pieces()) is not None


def test_the_code_is_that_of_the_table() -> None:
    code = str(notice(7).code)
    assert len(code) < MAX_TYPED
    assert parse_code(code).fits(notice(7).table)


@given(NOTICES)
def test_all_but_the_ends_of_long_words_comes_through(given: Notice) -> None:
    data = given.record()
    assert len(data) <= MAX_RECORD
    read = read_notice(data)
    assert read is not None
    shorter = {"title": "", "editions": (), "options": ()}
    assert read._replace(**shorter) == given._replace(**shorter)  # type: ignore[arg-type]
    assert given.options[: len(read.options)] == read.options
    assert given.title.startswith(read.title)
    assert given.editions[: len(read.editions)] == read.editions
    assert read_notice(read.record()) == read


def test_a_long_title_is_cut_between_letters() -> None:
    read = read_notice(notice(title="日本語" * 20).record())
    assert read is not None
    assert read.title
    assert set(read.title) == set("日本語")


def test_many_editions_leave_room_for_a_title() -> None:
    read = read_notice(notice(editions=("cthulhu",) * 12, title="Friday").record())
    assert read is not None
    assert read.title == "Friday"
    assert 3 < len(read.editions) < 12


def test_house_rules_come_after_all_else() -> None:
    told = notice(editions=("geek", "cthulhu"), title="T" * 40, options=("hand=7", "madness=off"))
    read = read_notice(told.record())
    assert read == told
    many = told._replace(options=tuple(f"option-{n}=on" for n in range(9)))
    read = read_notice(many.record())
    assert read is not None
    assert read.title == told.title
    assert 1 < len(read.options) < 9
    for strange in (b"", b"hand", b"hand=7,", b"hand=\x1b[31m", "händ=7".encode(), b"\xff=1"):
        read = read_notice(pieces(o=strange))
        assert read is not None
        assert read.options == ()


def test_our_own_mistakes_are_not_published() -> None:
    with pytest.raises(ValueError, match="id of a table"):
        notice(phase="party").record()
    with pytest.raises(ValueError, match="id of a table"):
        notice(table=b"short").record()


@pytest.mark.parametrize(
    "changes",
    [
        {"v": b"x"},
        {"v": b"-1"},
        {"v": b"65536"},
        {"v": b"999999999999"},
        {"v": "١".encode()},
        {"id": b"i" * 15},
        {"id": b"i" * 17},
        {"st": b"party"},
        {"pl": b"2"},
        {"pl": b"6/5"},
        {"pl": b"2/500"},
        {"pl": b"2/5 "},
        {"pw": b"yes"},
        {"pv": b""},
        {"pv": b"\x1b[31m"},
        {"pv": b"1" * 17},
        {"fp": b""},
        {"ch": b"c" * 5},
        {"ed": b"Geek"},
        {"ed": b"geek++goth"},
        {"ed": b"+".join([b"a"] * 13)},
        {"t": b"\xff\xfe"},
        *({key: None} for key in ("v", "id", "st", "pl", "pw", "pv", "fp", "ch", "ed", "t")),
    ],
    ids=repr,
)
def test_a_malformed_notice_is_none(changes: dict[str, bytes | None]) -> None:
    assert read_notice(pieces(**changes)) is None


@pytest.mark.parametrize(
    "data",
    [b"", b"\x00", b"\x05v=1", pieces() + b"\x20v", bytes(MAX_STRANGE + 1), b"\xff" * 300],
    ids=["empty", "nothing", "short", "torn", "huge", "ones"],
)
def test_what_is_no_record_is_none(data: bytes) -> None:
    assert read_notice(data) is None


def test_unknown_keys_are_passed_over_and_the_first_of_two_counts() -> None:
    more = record(b"new=thing", b"flag", b"=odd", b"\xff\xff=odd") + pieces() + record(b"t=Later")
    assert read_notice(more) == read_notice(pieces())
    assert read_notice(pieces(t=None) + record(b"T=Friday")) == read_notice(pieces())


def test_a_table_of_another_version_is_still_shown() -> None:
    read = read_notice(pieces(v=b"700", pv=b"9.9.9"))
    assert read is not None
    assert (read.protocol, read.program) == (700, "9.9.9")


def test_a_title_is_safe_to_show() -> None:
    read = read_notice(pieces(t="\x1b]0;x\x07\u202eevil\u200b \r\n[b]".encode()))
    assert read is not None
    assert read.title == "]0;xevil [b]"


@given(st.binary(max_size=400))
@example(pieces())
def test_nothing_that_strangers_send_harms(data: bytes) -> None:
    read = read_notice(data)
    if read is not None:
        assert read_notice(read.record()) is not None


@given(st.data())
def test_nothing_that_looks_like_a_notice_harms(data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(("v", "id", "st", "pl", "pw", "pv", "fp", "ch", "ed", "t")))
    read = read_notice(pieces(**{key: data.draw(st.binary(max_size=60))}))
    if read is not None:
        assert read.title == tidy(read.title, MAX_TITLE)
        assert 0 <= read.seated <= read.seats <= MAX_SEATS
        assert read.phase in PHASES
        assert (read.program + "".join(read.editions)).isascii()
        assert read_notice(read.record()) is not None


def test_sizes_and_words_are_those_of_the_messages() -> None:
    assert ID_SIZE == GID_SIZE
    assert PHASES == SPOKEN_PHASES
