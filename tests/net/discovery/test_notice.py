"""Notices: what is published can be read back, and what strangers publish harms nobody."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.state import MAX_SEATS as MOST_PLAYERS
from net.discovery import notice as module
from net.discovery.notice import PHASES, Notice, read_notice
from net.log.entries import GID_SIZE
from net.wire.codes import MAX_TYPED, parse_code
from net.wire.fields import MAX_NAME, MAX_TITLE, tidy
from net.wire.messages import PHASES as SPOKEN_PHASES
from tests.net.facts import facts
from tests.net.notices import notice

STRANGE = facts("notices.txt")
KEYS = ("v", "id", "st", "pl", "pw", "pv", "fp", "ch", "ed", "t", "n")


PLAIN = "v=1 id=iiiiiiiiiiiiiiii st=lobby pl=2/5 pw=0 pv=0.3.0 fp=ffffffff ch=cccc ed=geek t=Friday"


def record(*pieces: bytes) -> bytes:
    return b"".join(bytes((len(piece),)) + piece for piece in pieces)


def pieces(**changes: str | None) -> bytes:
    """The record of a plain notice with some values changed, or left out; a letter is a byte."""
    values = dict(piece.split("=") for piece in PLAIN.split()) | changes
    return record(*(f"{k}={v}".encode("latin-1") for k, v in values.items() if v is not None))


def told_by(data: bytes) -> Notice:
    read = read_notice(data)
    assert read is not None
    assert read_notice(read.record()) == read
    return read


def heard(told: Notice) -> Notice:
    """What others read of a notice of ours."""
    data = told.record()
    assert len(data) <= module.MAX_RECORD
    return told_by(data)


def test_the_code_is_that_of_the_table() -> None:
    code = str(notice(7).code)
    assert len(code) < MAX_TYPED
    assert parse_code(code).fits(notice(7).table)


def test_a_long_title_is_cut_between_letters_and_many_editions_leave_room_for_it() -> None:
    crowded = notice(
        title="𠀀𠀁𠀂" * 20, editions=("abcdefghijkl",) * 12, program="1" * 16, protocol=65535
    )
    read = heard(crowded)
    assert 0 < len(read.title) < MAX_TITLE
    assert set(read.title) == set("𠀀𠀁𠀂")
    read = heard(notice(editions=("cthulhu",) * 20, title="Friday"))
    assert (read.title, len(read.editions)) == ("Friday", 12)


def test_house_rules_come_after_what_is_needed() -> None:
    told = notice(editions=("geek", "cthulhu"), title="T" * 40, options=("hand=7", "madness=off"))
    assert heard(told) == told
    many = told._replace(options=tuple(f"option-number-{n}=something-long" for n in range(12)))
    read = heard(many)
    assert read.title == told.title
    assert 1 < len(read.options) < 12
    for _, strange in STRANGE["options that make no sense"]:
        assert told_by(pieces(o=strange)).options == ()


def test_names_are_the_first_to_be_cut() -> None:
    told = notice(seated=3, players=("Ann", "Bob", "Łukasz"))
    assert heard(told) == told
    wide = told._replace(seated=8, seats=8, players=tuple(c * MAX_NAME for c in "日本語漢字仮名"))
    read = heard(wide)
    assert read._replace(players=()) == wide._replace(players=())
    assert 2 < len(read.players) < 7
    assert read.players == wide.players[: len(read.players)]
    ruled = wide._replace(options=tuple(f"option-number-{n}=something-long" for n in range(7)))
    crowded = heard(ruled)
    assert crowded.options == ruled.options
    assert len(crowded.players) < len(read.players)
    ordinary = notice(
        editions=("geek", "greek", "goth", "grunt", "cthulhu"), title="T" * MAX_TITLE, seated=8,
        seats=8, players=tuple("Bartholomew Smith" + c for c in "abcdefgh"),
    )  # fmt: skip
    assert heard(ordinary) == ordinary


def test_no_piece_is_longer_than_its_length_can_say() -> None:
    long = notice(
        editions=("a",), options=tuple(f"{'o' * 23}{n}={'v' * 24}" for n in range(9)), seated=8,
        seats=8, players=("日" * MAX_NAME,) * 8,
    )  # fmt: skip
    for told in (long, long._replace(options=()), long._replace(players=())):
        data = told.record()
        told_by(data)
        at = 0
        while at < len(data):
            assert data[at] <= module.MAX_PIECE
            at += 1 + data[at]

    for size, fits in ((3, True), (4, False)):  # 253 letters, or one more
        options = (*(f"{n}{'o' * 23}={'v' * 24}" for n in range(5)), f"a={'v' * (size - 2)}")
        told = heard(notice(editions=("a",), options=options))
        assert told.options == (options if fits else options[:-1])


@pytest.mark.parametrize(("key", "text", "names"), STRANGE["names, and which of them are shown"])
def test_the_names_of_strangers_are_safe_to_show(key: str, text: str, names: list[str]) -> None:
    assert list(told_by(pieces(**{key: text})).players) == names


def test_a_stranger_names_no_more_than_can_sit() -> None:
    read = told_by(pieces(pl="90/99", n="\n".join(["A"] * 99)))
    assert len(read.players) == module.MAX_PLAYERS


@pytest.mark.parametrize("wrong", [{"phase": "party"}, {"table": b"short"}])
def test_our_own_mistakes_are_not_published(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="id of a table"):
        notice(**wrong).record()  # type: ignore[arg-type]


@pytest.mark.parametrize(("key", "value"), STRANGE["malformed"])
def test_a_malformed_notice_is_none(key: str, value: str | None) -> None:
    assert read_notice(pieces(**{key: value})) is None


@pytest.mark.parametrize(("key", "value"), STRANGE["read as they are"])
def test_a_notice_up_to_the_limits_is_read(key: str, value: str) -> None:
    told_by(pieces(**{key: value}))


@pytest.mark.parametrize(
    "data",
    [b"", b"\x00", b"\x05v=1", pieces() + b"\x20v", bytes(module.MAX_STRANGE + 1), b"\xff" * 300],
    ids=["empty", "nothing", "short", "torn", "huge", "ones"],
)
def test_what_is_no_record_is_none(data: bytes) -> None:
    assert read_notice(data) is None


def test_unknown_keys_are_passed_over_and_the_first_of_two_counts() -> None:
    more = record(b"new=thing", b"flag", b"=odd", b"\xff\xff=odd") + pieces() + record(b"t=Later")
    assert told_by(more) == told_by(pieces())
    assert told_by(pieces(t=None) + record(b"T=Friday")) == told_by(pieces())


def test_a_table_of_another_version_is_still_shown_and_its_title_is_safe() -> None:
    title = "\x1b]0;x\x07\u202eevil\u200b \r\n[b]".encode().decode("latin-1")
    read = told_by(pieces(v="700", pv="9.9.9", t=title))
    assert (read.protocol, read.program, read.title) == (700, "9.9.9", "]0;xevil [b]")


@given(st.data())
def test_nothing_that_looks_like_a_notice_harms(data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(KEYS))
    raw = st.binary(max_size=60) | st.text(max_size=50).map(
        lambda text: text.encode("utf-8", "replace")
    )
    read = read_notice(pieces(**{key: data.draw(raw).decode("latin-1")}))
    if read is not None:
        assert all(name and name == tidy(name, MAX_NAME) for name in read.players)
        assert len(read.players) <= read.seated
        assert read.title == tidy(read.title, MAX_TITLE)
        assert 0 <= read.seated <= read.seats <= module.MAX_SEATS
        assert read.phase in PHASES
        assert (read.program + "".join(read.editions)).isascii()
        assert read_notice(read.record()) is not None


def test_sizes_and_words_are_those_of_the_messages() -> None:
    assert module.ID_SIZE == GID_SIZE
    assert module.MAX_PLAYERS == MOST_PLAYERS
    assert PHASES == SPOKEN_PHASES
