"""Messages: every kind goes over the wire and back, and every odd field is told."""

import json
from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.wire import fields
from net.wire import messages as wire
from net.wire.fields import Rule, tidy
from net.wire.messages import KINDS, MAX_CHAT, Malformed, Message, mismatch, pack, unpack
from tests.kit.places import VECTORS
from tests.net.facts import facts

GID, ANN, BO = b"g" * 16, b"A" * 32, b"B" * 32
SIGNED, POINT = b"s" * 64, wire.Point(2, 7, b"h" * 32)
HELLO = wire.Hello(2, "0.4.0", "Zoë", "play", GID, b"r" * 32, b"c" * 32, 4000, True, 2)
LOBBY = wire.Lobby(
    GID, 3, "Kitchen table", "lobby", ANN,
    (
        wire.Chair(ANN, "Ann", "", True, True),
        wire.Chair(BO, "Bo", "normal", False, True),
        wire.Chair(b"", "", "", False, False),
    ),
    2, True, ("geek",), {"guests": "on"}, 30, 60, 1, (0,), GID, True, ("Eve", "Zoë"), False,
    "one", BO,
)  # fmt: skip
EXAMPLES: tuple[Message, ...] = (
    HELLO,
    wire.Ping(1),
    wire.Pong((1 << 63) - 1),
    wire.Share(b"y" * 32),
    wire.Tag(b"t" * 64),
    wire.Bye("version", "Bo must update"),
    LOBBY,
    wire.Join(-1, "normal"),
    wire.Seat(-1, "no seat is free"),
    wire.Ready(True, b"n" * 16),
    wire.Stake(GID, b"a" * 32, b"p" * 32),
    wire.Proposal(b"terms"),
    wire.Signed(GID, SIGNED),
    wire.Peers((wire.Listener(ANN, "192.168.0.7", 4000), wire.Listener(ANN, "fe80::1%eth0", 4000))),
    wire.Chat(ANN, "Ann", 5, "[b]hello[/b] 你好 👋", SIGNED),
    wire.Action(GID, b"act"),
    wire.Append(GID, 2, POINT, (b"one", b"two"), 6, (BO,)),
    wire.Ack(GID, 2, POINT, SIGNED, False, b"d" * 16),
    wire.Nack(GID, 2, 5),
    wire.PreVote(GID, 3, POINT),
    wire.PreVoted(GID, 3, True),
    wire.VoteRequest(GID, 3, POINT),
    wire.Vote(GID, 3, False, b""),
    wire.TimeoutNow(GID, 3),
    wire.Reveal(GID, b"link"),
    wire.Sync(GID, wire.Point(0, 0, bytes(32))),
    wire.Snapshot(GID, 0, (b"one",)),
    wire.Watch(GID, 0),
    wire.Entrants((wire.Entrant(ANN, b"n" * 16), wire.Entrant(BO, b"m" * 16))),
    wire.Consent(GID, BO, ANN, 8, b"h" * 32, SIGNED),
    wire.Evidence(GID, b"proof"),
    wire.Scene(b"terms"),
    wire.Played(GID, 3, (b"act",), b"d" * 16, False),
    wire.Keys(GID, b"keys"),
    wire.Want(GID, (BO,)),
    wire.Audience(2, ("Eve", "Zoë")),
    wire.Willing(True),
    wire.Hand(GID, BO, 1, 4, 90, (7, 8, 200), (3, 70, 3), SIGNED),
    wire.News("no connection to Bo", ""),
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


def refused(kind: type[Message], *given: object) -> str:
    """Why a message with these fields is not read."""
    with pytest.raises(Malformed) as caught:
        unpack(msgpack.packb([KINDS.index(kind), *given]))
    return str(caught.value)


def test_every_kind_is_read_back_and_fixed_by_vectors() -> None:
    vectors = json.loads((VECTORS / "messages.json").read_text())
    assert {type(message).__name__: pack(message).hex() for message in EXAMPLES} == vectors
    assert tuple(map(type, EXAMPLES)) == KINDS
    for message in EXAMPLES:
        again = unpack(pack(message))
        assert again == message
        assert type(again) is type(message)
    lobby = unpack(pack(LOBBY))
    assert isinstance(lobby, wire.Lobby)
    assert all(isinstance(chair, wire.Chair) for chair in lobby.chairs)


@settings(max_examples=200)
@given(st.sampled_from(EXAMPLES), st.data())
def test_a_message_with_a_junk_field_is_refused_or_still_valid(
    message: Message, data: st.DataObject
) -> None:
    whole = raw(message)
    place = data.draw(st.integers(0, len(whole) - 1))
    target = whole
    while isinstance(target[place], list) and target[place] and data.draw(st.booleans()):
        target = target[place]
        place = data.draw(st.integers(0, len(target) - 1))
    target[place] = data.draw(JUNK)
    got = read(msgpack.packb(whole))
    assert got is None or raw(got) == whole


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: type(message).__name__)
def test_a_field_too_many_or_too_few_is_told(message: Message) -> None:
    for values in ([*raw(message)[1:], 0], raw(message)[1:-1]):
        assert "fields" in refused(type(message), *values)


@given(st.binary(max_size=80) | st.binary(max_size=80).map(lambda tail: b"\x93\x01" + tail))
def test_junk_is_refused_cleanly(data: bytes) -> None:
    message = read(data)
    assert message is None or unpack(pack(message)) == message


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


# -- fields ----------------------------------------------------------------------------------------


def wanted(hint: Any) -> str:
    """What a field must be, in words."""
    if get_origin(hint) is not Annotated:
        return f"a {hint.__name__}"
    plain, rule = get_args(hint)
    if get_origin(plain) is tuple:
        return f"{rule.wants}, each {wanted(get_args(plain)[0])}"
    return str(rule.wants)


def test_every_field_has_its_limits() -> None:
    found = {
        kind.__name__: [
            [name, wanted(hint)] for name, hint in get_type_hints(kind, include_extras=True).items()
        ]
        for kind in (*KINDS, wire.Chair, wire.Entrant, wire.Listener, wire.Point)
    }
    assert found == facts("messages.txt")


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        (fields.FLAG, [True, False], [1, 0, None, "", b""]),
        (fields.number(2, 5), [2, 5], [1, 6, True, 3.0, "3", None]),
        (fields.octets(0, 3), [b"", b"abc"], [b"a", b"ab", b"abcd", "abc", None]),
        (fields.raw(3), [b"a", b"abc"], [b"", b"abcd", "a"]),
        (fields.text(1, 3), ["a", "abc"], ["", "abcd", " a", "a\n", b"a"]),
        (fields.word("one", "two"), ["one", "two"], ["", "three", b"one", "onetwo"]),
        (fields.most(2), [(), (1, 2)], [(1, 2, 3), [1], "a", None]),
        (
            fields.CHOICES,
            [{}, {"a": "x" * 40}, {str(n): "x" for n in range(64)}],
            [{"a": 1}, {"": "x"}, {"a": "x" * 41}, {"a\x1b": "b"}, {"x" * 41: "a"}, [],
             {str(n): "x" for n in range(65)}],
        ),
    ],
    ids=lambda value: value.wants if isinstance(value, Rule) else "",
)  # fmt: skip
def test_a_rule_is_what_it_says(rule: Rule, right: list[Any], wrong: list[Any]) -> None:
    assert [rule.fits(value) for value in right] == [True] * len(right)
    assert [rule.fits(value) for value in wrong] == [False] * len(wrong)


@pytest.mark.parametrize(
    ("kind", "given", "told"),
    [
        (wire.Hello, [], "a Hello must have 10 fields"),
        (wire.Hello, ["2"], "a Hello must have 10 fields"),
        (wire.Ping, [-1], "the field number must be a number from 0 to 9223372036854775807"),
        (wire.Share, ["x" * 32], "the field share must be 32 bytes"),
        (wire.Share, [b"short"], "the field share must be 32 bytes"),
        (wire.Join, [8, ""], "the field seat must be a number from -1 to 7"),
        (wire.Sync, [GID, [1, 2]], "a Point must have 3 fields"),
        (wire.Sync, [GID, [1, 2, b""]], "the field head must be 32 bytes"),
        (wire.Peers, [[[ANN, "host", 0]]], "the field port must be a number from 1 to 65535"),
        (wire.Snapshot, [GID, 0, [b"a", b""]], "each of entries must be 1 to 262656 bytes"),
        (wire.Lobby, [*raw(LOBBY)[1:10], [], *raw(LOBBY)[11:]], "the field options must be a map "
         "of at most 64 short texts"),
    ],
)  # fmt: skip
def test_the_field_and_its_rule_are_told(kind: type[Message], given: list[Any], told: str) -> None:
    assert refused(kind, *given) == f"a message {kind.__name__} is wrong: {told}"


def test_own_messages_are_checked_too() -> None:
    with pytest.raises(Malformed, match="the field text must be a clean text"):
        pack(wire.Chat(ANN, "Ann", 1, "\x1b[2J", SIGNED))
    with pytest.raises(Malformed, match="the field term"):
        pack(wire.TimeoutNow(GID, -1))
    with pytest.raises(Malformed, match="at most"):
        pack(wire.Snapshot(GID, 0, (b"x" * (1 << 18),) * 3))


# -- texts -----------------------------------------------------------------------------------------


def names(part: str) -> Iterator[wire.Hello]:
    return (HELLO._replace(name=name) for (name,) in facts("texts.txt")[part])


@pytest.mark.parametrize("hello", list(names("refused")), ids=lambda hello: ascii(hello.name))
def test_a_name_that_could_fool_a_screen_is_refused(hello: wire.Hello) -> None:
    assert "the field name must be a clean text" in refused(wire.Hello, *hello)


def test_names_of_all_the_world_are_welcome() -> None:
    for hello in names("welcome"):
        assert unpack(pack(hello)) == hello


@given(st.text(max_size=400) | st.text(st.sampled_from("a \u0301\u200b\x1b\n"), max_size=30),
       st.sampled_from((1, 4, 12, MAX_CHAT)))  # fmt: skip
def test_whatever_is_typed_can_be_said_after_tidying(text: str, limit: int) -> None:
    said = tidy(text, limit)
    assert tidy(said, limit) == said
    assert len(said) <= limit
    if said:
        pack(wire.Chat(ANN, "Ann", 1, said, SIGNED))


# -- who fits whom ---------------------------------------------------------------------------------

RELEASE = "though both run chez-tui 0.4.0: both should install the same release"


@pytest.mark.parametrize(
    ("bo", "told"),
    [
        ({"program": "0.4.1", "port": 0}, None),
        ({"version": 3, "program": "0.5.0"},
         "Zoë must update chez-tui: Bo has a newer version (0.5.0, not 0.4.0)"),
        ({"version": 3}, "Zoë must update chez-tui: Bo has a newer version"),
        ({"version": 0, "program": "0.3.0"},
         "Bo must update chez-tui: Zoë has a newer version (0.4.0, not 0.3.0)"),
        ({"rules": bytes(32), "rules_version": 3, "program": "0.3.0"},
         "Zoë must update chez-tui: Bo plays by newer rules (version 3, not 2)"),
        ({"rules": bytes(32), "rules_version": 1},
         "Bo must update chez-tui: Zoë plays by newer rules (version 2, not 1)"),
        ({"rules": bytes(32)}, f"Zoë and Bo play by different rules, {RELEASE}"),
        ({"cards": bytes(32)}, f"Zoë and Bo have different cards, {RELEASE}"),
        ({"cards": bytes(32), "program": "0.3.9"},
         "Zoë and Bo have different cards: Bo must update chez-tui 0.3.9 to 0.4.0"),
        ({"cards": bytes(32), "program": "0.10"},
         "Zoë and Bo have different cards: Zoë must update chez-tui 0.4.0 to 0.10"),
        ({"cards": bytes(32), "program": "0.dev"},
         "Zoë and Bo have different cards: Bo must update chez-tui 0.dev to 0.4.0"),
    ],
)  # fmt: skip
def test_who_must_update_is_told(bo: dict[str, Any], told: str | None) -> None:
    other = HELLO._replace(name="Bo", **bo)
    assert mismatch(HELLO, other) == told
    turned = told and told.replace("Zoë and Bo", "Bo and Zoë")
    assert mismatch(other, HELLO) == turned


def test_the_hello_of_a_later_version_may_say_more() -> None:
    later = raw(HELLO._replace(version=3, program="0.5.0"))
    hello = unpack(msgpack.packb([*later, "more", 7]))
    assert hello == HELLO._replace(version=3, program="0.5.0")
    assert "must have 10 fields" in refused(wire.Hello, *later[1:-1])


def test_the_hello_of_the_first_version_is_understood() -> None:
    first = raw(HELLO._replace(version=1, program="0.1.0"))[:-1]
    hello = unpack(msgpack.packb(first))
    assert hello == HELLO._replace(version=1, program="0.1.0", rules_version=1)
    assert "must have 10 fields" in refused(wire.Hello, *first[1:-1])
