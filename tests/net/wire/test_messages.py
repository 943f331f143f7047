"""Messages: every kind goes over the wire and back, and every odd field is told."""

import json
from collections.abc import Callable, Iterator
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import clauses
from net.wire import fields, versions
from net.wire import messages as wire
from net.wire.fields import Rule, tidy
from net.wire.messages import KINDS, MAX_CHAT, Malformed, Message, mismatch, pack, unpack
from tests.kit.places import VECTORS
from tests.net.facts import facts

Clauses = dict[str, clauses.Clause]

GID, ANN, SIGNED = b"g" * 16, b"A" * 32, b"s" * 64
VECTOR: dict[str, str] = json.loads((VECTORS / "messages.json").read_text())
EXAMPLES = tuple(unpack(bytes.fromhex(VECTOR[kind.__name__])) for kind in KINDS)
HELLO = next(example for example in EXAMPLES if isinstance(example, wire.Hello))
LOBBY = next(example for example in EXAMPLES if isinstance(example, wire.Lobby))


def raw(message: Message) -> list[Any]:
    """What goes over the wire, as plain lists."""
    lists: list[Any] = msgpack.unpackb(pack(message))
    return lists


def refused(kind: type[Message], *given: object) -> str:
    """Why a message with these fields is not read."""
    with pytest.raises(Malformed) as caught:
        unpack(msgpack.packb([KINDS.index(kind), *given]))
    return str(caught.value)


def test_every_kind_is_fixed_by_vectors_and_read_as_what_it_says() -> None:
    assert {type(message).__name__: pack(message).hex() for message in EXAMPLES} == VECTOR
    assert tuple(map(type, EXAMPLES)) == KINDS
    assert [[repr(message)] for message in EXAMPLES] == facts("examples.txt")["examples"]


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: type(message).__name__)
def test_a_field_too_many_or_too_few_is_told(message: Message) -> None:
    for values in ([*raw(message)[1:], 0], raw(message)[1:-1]):
        assert "fields" in refused(type(message), *values)


@pytest.mark.parametrize(
    "value", [None, 5, [], ["Ping", 1], [True, 1], [None], {"kind": 1}, [[1], 1]]
)
def test_what_is_no_message_is_told(value: object) -> None:
    with pytest.raises(Malformed, match="must begin with the number"):
        unpack(msgpack.packb(value))


@pytest.mark.parametrize("number", [-1, len(KINDS), 1 << 63])
def test_unknown_kinds_are_told(number: int) -> None:
    with pytest.raises(Malformed, match=f"unknown kind of message: {number}"):
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


OTHER = {"other": bytes(32)}


@pytest.mark.parametrize(("bo", "told"), facts("hellos.txt")["Bo says, Zoë tells"])
def test_who_must_update_is_told(bo: dict[str, Any], told: str | None) -> None:
    other = HELLO._replace(name="Bo", **{key: OTHER.get(value, value) for key, value in bo.items()})
    assert mismatch(HELLO, other) == told
    turned = told and told.replace("Zoë and Bo", "Bo and Zoë")
    assert mismatch(other, HELLO) == turned


def test_a_later_hello_may_say_more_and_the_first_one_less() -> None:
    later, first = (HELLO._replace(version=n, program=f"0.{n}.0") for n in (wire.VERSION + 1, 1))
    assert unpack(msgpack.packb([*raw(later), "more", 7])) == later
    assert unpack(msgpack.packb(raw(first)[:-1])) == first._replace(rules_version=1)
    for short in (raw(later)[1:-1], raw(first)[1:-2]):
        assert "must have 10 fields" in refused(wire.Hello, *short)


@pytest.fixture
def hashed_with(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Clauses], bytes]]:
    """Return the hash of the rules if these were the clauses."""

    def hashed(known: Clauses) -> bytes:
        monkeypatch.setattr(versions, "clauses", lambda: known)
        versions.rules_hash.cache_clear()
        return versions.rules_hash()

    yield hashed
    versions.rules_hash.cache_clear()


def test_other_clauses_or_another_number_of_the_rules_count_and_words_do_not(
    hashed_with: Callable[[Clauses], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = clauses.clauses()
    before = hashed_with(known)
    words = {id: clause._replace(topic="x", title="y", text="z") for id, clause in known.items()}
    assert hashed_with(words) == hashed_with(dict(reversed(known.items()))) == before
    assert hashed_with(dict(list(known.items())[1:])) != before
    monkeypatch.setattr(versions, "RULES_VERSION", clauses.RULES_VERSION + 1)
    assert hashed_with(known) != before
