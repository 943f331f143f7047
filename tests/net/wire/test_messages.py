"""Messages: every kind goes over the wire and back, and every odd field is told."""

import json
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.wire.fields import tidy
from net.wire.messages import (
    KINDS,
    MAX_CHAT,
    MAX_ENTRIES,
    MAX_NAME,
    PHASES,
    PURPOSES,
    REASONS,
    Ack,
    Action,
    Append,
    Audience,
    Bye,
    Chair,
    Chat,
    Consent,
    Entrant,
    Entrants,
    Evidence,
    Hand,
    Hello,
    Join,
    Keys,
    Listener,
    Lobby,
    Malformed,
    Message,
    Nack,
    News,
    Peers,
    Ping,
    Played,
    Point,
    Pong,
    PreVote,
    PreVoted,
    Proposal,
    Ready,
    Reveal,
    Scene,
    Seat,
    Share,
    Signed,
    Snapshot,
    Stake,
    Sync,
    Tag,
    TimeoutNow,
    Vote,
    VoteRequest,
    Want,
    Watch,
    Willing,
    mismatch,
    pack,
    unpack,
)
from tests.kit.places import VECTORS

GID, ANN, BO = b"g" * 16, b"A" * 32, b"B" * 32
SIGNED, POINT = b"s" * 64, Point(2, 7, b"h" * 32)
HELLO = Hello(2, "0.4.0", "Zoë", "play", GID, b"r" * 32, b"c" * 32, 4000, True, 2)
LOBBY = Lobby(
    GID, 3, "Kitchen table", "lobby", ANN,
    (
        Chair(ANN, "Ann", "", True, True),
        Chair(BO, "Bo", "normal", False, True),
        Chair(b"", "", "", False, False),
    ),
    2, True, ("geek",), {"guests": "on"}, 30, 60, 1, (0,), GID, True, ("Eve", "Zoë"), False,
    "one", BO,
)  # fmt: skip
EXAMPLES: tuple[Message, ...] = (
    HELLO,
    Ping(1),
    Pong((1 << 63) - 1),
    Share(b"y" * 32),
    Tag(b"t" * 64),
    Bye("version", "Bo must update"),
    LOBBY,
    Join(-1, "normal"),
    Seat(-1, "no seat is free"),
    Ready(True, b"n" * 16),
    Stake(GID, b"a" * 32, b"p" * 32),
    Proposal(b"terms"),
    Signed(GID, SIGNED),
    Peers((Listener(ANN, "192.168.0.7", 4000), Listener(ANN, "fe80::1%eth0", 4000))),
    Chat(ANN, "Ann", 5, "[b]hello[/b] 你好 👋", SIGNED),
    Action(GID, b"act"),
    Append(GID, 2, POINT, (b"one", b"two"), 6, (BO,)),
    Ack(GID, 2, POINT, SIGNED, False, b"d" * 16),
    Nack(GID, 2, 5),
    PreVote(GID, 3, POINT),
    PreVoted(GID, 3, True),
    VoteRequest(GID, 3, POINT),
    Vote(GID, 3, False, b""),
    TimeoutNow(GID, 3),
    Reveal(GID, b"link"),
    Sync(GID, Point(0, 0, bytes(32))),
    Snapshot(GID, 0, (b"one",)),
    Watch(GID, 0),
    Entrants((Entrant(ANN, b"n" * 16), Entrant(BO, b"m" * 16))),
    Consent(GID, BO, ANN, 8, b"h" * 32, SIGNED),
    Evidence(GID, b"proof"),
    Scene(b"terms"),
    Played(GID, 3, (b"act",), b"d" * 16, False),
    Keys(GID, b"keys"),
    Want(GID, (BO,)),
    Audience(2, ("Eve", "Zoë")),
    Willing(True),
    Hand(GID, BO, 1, 4, 90, (7, 8, 200), (3, 70, 3), SIGNED),
    News("no connection to Bo", ""),
)
JUNK = (
    st.none()
    | st.booleans()
    | st.integers(-(1 << 63), (1 << 64) - 1)
    | st.floats()
    | st.text(max_size=30)
    | st.binary(max_size=70)
    | st.lists(st.integers(0, 3) | st.binary(max_size=3), max_size=5)
    | st.dictionaries(st.text(max_size=3), st.text(max_size=3), max_size=3)
)


def raw(message: Message) -> list[Any]:
    """What goes over the wire, as plain lists."""
    lists: list[Any] = msgpack.unpackb(pack(message))
    return lists


def read(data: bytes) -> Message | None:
    """A message from a stranger; None if it is refused with a sentence fit for a screen."""
    try:
        return unpack(data)
    except Malformed as error:
        told = str(error)
    assert told.isprintable()
    return None


def refused(kind: type[Message], *fields: object) -> str:
    """Why a message with these fields is not read."""
    with pytest.raises(Malformed) as caught:
        unpack(msgpack.packb([KINDS.index(kind), *fields]))
    return str(caught.value)


def test_there_is_an_example_of_every_kind() -> None:
    assert tuple(map(type, EXAMPLES)) == KINDS


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: type(message).__name__)
def test_every_kind_is_read_back(message: Message) -> None:
    again = unpack(pack(message))
    assert again == message
    assert type(again) is type(message)


def test_parts_of_a_message_are_what_they_were() -> None:
    lobby = unpack(pack(LOBBY))
    assert isinstance(lobby, Lobby)
    assert all(isinstance(chair, Chair) for chair in lobby.chairs)


def test_the_wire_is_fixed_by_vectors() -> None:
    vectors = json.loads((VECTORS / "messages.json").read_text())
    assert {type(message).__name__: pack(message).hex() for message in EXAMPLES} == vectors


@settings(max_examples=400)
@given(st.sampled_from(EXAMPLES), st.data())
def test_a_message_with_a_junk_field_is_refused_or_still_valid(
    message: Message, data: st.DataObject
) -> None:
    fields = raw(message)
    place = data.draw(st.integers(0, len(fields) - 1))
    target = fields
    while isinstance(target[place], list) and target[place] and data.draw(st.booleans()):
        target = target[place]
        place = data.draw(st.integers(0, len(target) - 1))
    target[place] = data.draw(JUNK)
    got = read(msgpack.packb(fields))
    assert got is None or raw(got) == fields


@given(st.sampled_from(EXAMPLES), st.booleans())
def test_a_field_too_many_or_too_few_is_told(message: Message, many: bool) -> None:
    fields = [*raw(message)[1:], 0] if many else raw(message)[1:-1]
    assert "fields" in refused(type(message), *fields)


@settings(max_examples=300)
@given(st.binary(max_size=80) | st.binary(max_size=80).map(lambda tail: b"\x93\x01" + tail))
def test_junk_is_refused_cleanly(data: bytes) -> None:
    message = read(data)
    assert message is None or unpack(pack(message)) == message


@given(st.sampled_from(EXAMPLES), st.data())
def test_a_damaged_message_is_refused_cleanly(message: Message, data: st.DataObject) -> None:
    packed = bytearray(pack(message))
    packed[data.draw(st.integers(0, len(packed) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    got = read(bytes(packed))
    assert got is None or unpack(pack(got)) == got


@pytest.mark.parametrize(
    "value", [None, 5, [], ["Ping", 1], [True, 1], [None], {"kind": 1}, [[1], 1]]
)
def test_what_is_no_message_is_told(value: object) -> None:
    with pytest.raises(Malformed, match="must begin with the number"):
        unpack(msgpack.packb(value))


@pytest.mark.parametrize("number", [-1, len(KINDS), 1 << 63])
def test_unknown_kinds_are_told(number: int) -> None:
    with pytest.raises(Malformed, match=f"no kind of message with the number {number}"):
        unpack(msgpack.packb([number, 1]))


def test_the_field_and_its_rule_are_told() -> None:
    assert refused(Ping, -1) == (
        "a message Ping is wrong: the field number must be a number from 0 to 9223372036854775807"
    )
    assert "the field number" in refused(Ping, True)
    assert "the field share must be 32 bytes" in refused(Share, b"short")
    assert "the field share must be 32 bytes" in refused(Share, "x" * 32)
    assert "the field ready must be yes or no" in refused(Ready, 1, b"")
    assert "the field nonce must be 0 or 16 bytes" in refused(Ready, True, b"123")
    assert "the field seat must be a number from -1 to 7" in refused(Join, 8, "")
    assert "the field reason must be one of left," in refused(Bye, "because", "")
    assert "a Point must have 3 fields" in refused(Sync, GID, [1, 2])
    assert "the field head must be 32 bytes" in refused(Sync, GID, [1, 2, b""])
    assert "a list of at most 64" in refused(Peers, [[ANN, "h", 1]] * 65)
    assert "the field port" in refused(Peers, [[ANN, "host", 0]])
    assert "each of entries must be 1 to" in refused(Snapshot, GID, 0, [b"a", b""])
    assert f"a list of at most {MAX_ENTRIES}" in refused(
        Snapshot, GID, 0, [b"a"] * (MAX_ENTRIES + 1)
    )
    assert "the field act must be 1 to" in refused(Action, GID, b"x" * ((1 << 18) + 513))


@pytest.mark.parametrize(
    "options",
    [{"a": 1}, {"": "x"}, {"a": "x" * 41}, {"a\x1b": "b"}, {str(n): "x" for n in range(65)}, []],
)
def test_odd_options_are_told(options: object) -> None:
    fields = raw(LOBBY)[1:]
    fields[9] = options
    assert "the field options must be a map" in refused(Lobby, *fields)


def test_own_messages_are_checked_too() -> None:
    with pytest.raises(Malformed, match="the field text must be a clean text"):
        pack(Chat(ANN, "Ann", 1, "\x1b[2J", SIGNED))
    with pytest.raises(Malformed, match="the field term"):
        pack(TimeoutNow(GID, -1))
    with pytest.raises(Malformed, match="at most"):
        pack(Snapshot(GID, 0, (b"x" * (1 << 18),) * 3))


# -- texts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "",
        " Ann",
        "Ann ",
        "A  nn",
        "A\nnn",
        "A\tnn",
        "\x1b[31mAnn",
        "A\x9b31mnn",
        "A\x00nn",
        "A\u202enn",
        "A\u200bnn",
        "A\u2066nn",
        "A\xadnn",
        "\u3164",
        "A\u0301\u0301\u0301\u0301nn",
        "A\U000e0041nn",
        "x" * (MAX_NAME + 1),
    ],
)
def test_a_name_that_could_fool_a_screen_is_refused(name: str) -> None:
    assert "the field name must be a clean text" in refused(
        Hello, *raw(HELLO)[1:3], name, *raw(HELLO)[4:]
    )


@pytest.mark.parametrize("name", ["Zoë", "你好", "O'Neil [admin]", "👋", "n\u0303o", "Ørjan 2"])
def test_names_of_all_the_world_are_welcome(name: str) -> None:
    hello = HELLO._replace(name=name)
    assert unpack(pack(hello)) == hello


@given(st.text(max_size=400))
def test_whatever_is_typed_can_be_said_after_tidying(text: str) -> None:
    said = tidy(text, MAX_CHAT)
    assert tidy(said, MAX_CHAT) == said
    if said:
        pack(Chat(ANN, "Ann", 1, said, SIGNED))


@given(st.text(st.sampled_from("a \u0301\u200b\x1b\n"), max_size=30), st.integers(1, 12))
def test_tidying_leaves_nothing_to_tidy(text: str, limit: int) -> None:
    said = tidy(text, limit)
    assert tidy(said, limit) == said
    assert len(said) <= limit


# -- who fits whom ---------------------------------------------------------------------------------


def test_equal_programs_may_play() -> None:
    assert mismatch(HELLO, HELLO._replace(name="Bo", program="0.4.1", port=0)) is None


def test_who_must_update_is_told() -> None:
    newer = HELLO._replace(name="Bo", version=3, program="0.5.0")
    sentence = "Zoë must update chez-tui: Bo has a newer version (0.5.0, not 0.4.0)"
    assert mismatch(HELLO, newer) == mismatch(newer, HELLO) == sentence
    same = newer._replace(program="0.4.0")  # as between two releases
    sentence = "Zoë must update chez-tui: Bo has a newer version"
    assert mismatch(HELLO, same) == mismatch(same, HELLO) == sentence


def test_the_hello_of_a_later_version_may_say_more() -> None:
    later = raw(HELLO._replace(version=3, program="0.5.0"))
    hello = unpack(msgpack.packb([*later, "more", 7]))
    assert hello == HELLO._replace(version=3, program="0.5.0")
    assert "must have 10 fields" in refused(Hello, *later[1:-1])


def test_the_hello_of_the_first_version_is_understood() -> None:
    first = raw(HELLO._replace(name="Bo", version=1, program="0.1.0"))[:-1]
    hello = unpack(msgpack.packb(first))
    assert hello == HELLO._replace(name="Bo", version=1, program="0.1.0", rules_version=1)
    assert mismatch(HELLO, hello) == (
        "Bo must update chez-tui: Zoë has a newer version (0.4.0, not 0.1.0)"
    )
    assert "must have 10 fields" in refused(Hello, *first[1:-1])


def test_who_has_older_rules_is_told() -> None:
    newer = HELLO._replace(name="Bo", rules=bytes(32), rules_version=3, program="0.3.0")
    sentence = "Zoë must update chez-tui: Bo plays by newer rules (version 3, not 2)"
    assert mismatch(HELLO, newer) == mismatch(newer, HELLO) == sentence
    older = newer._replace(rules_version=1)
    sentence = "Bo must update chez-tui: Zoë plays by newer rules (version 2, not 1)"
    assert mismatch(HELLO, older) == mismatch(older, HELLO) == sentence


def test_other_rules_and_cards_are_told() -> None:
    rules = HELLO._replace(name="Bo", rules=bytes(32))
    same = "though both run chez-tui 0.4.0: both should install the same release"
    assert mismatch(HELLO, rules) == f"Zoë and Bo play by different rules, {same}"
    cards = HELLO._replace(name="Bo", cards=bytes(32))
    assert mismatch(HELLO, cards) == f"Zoë and Bo have different cards, {same}"
    for program, older, newer in (("0.3.9", "Bo", "0.4.0"), ("0.10", "Zoë", "0.10")):
        told = mismatch(HELLO, cards._replace(program=program))
        assert told is not None
        assert f": {older} must update chez-tui " in told
        assert told.endswith(f" to {newer}")


def test_words_are_short_and_plain() -> None:
    for word in (*PURPOSES, *PHASES, *REASONS):
        assert set(word) <= set("abcdefghijklmnopqrstuvwxyz")
