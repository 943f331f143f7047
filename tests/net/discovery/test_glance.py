"""One look at the network: its packets against the library's, and what it makes of them."""

import socket
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zeroconf import DNSIncoming, DNSPointer

from net.discovery import glance as module
from net.discovery.daemon import NO_NETWORK, SERVICE
from net.discovery.glance import MAX_NAMES, Look, glance
from net.discovery.packets import MAX_ANSWERS, MAX_PACKET, answers, question
from net.discovery.packets import address as written
from net.discovery.roster import MAX_TABLES
from net.wire.codes import Address
from tests.net import mdns
from tests.net.facts import facts
from tests.net.mdns import packet, published, rubbish
from tests.net.notices import notice

HERE = "127.0.0.1"
SOURCE = ("192.168.0.1", 5353)
PLAIN = packet(*published(notice(), "192.168.0.1", "fe80::1"))


# -- packets ---------------------------------------------------------------------------------------


def test_the_question_is_one() -> None:
    read = DNSIncoming(question(SERVICE))
    assert read.valid
    assert read.is_query()
    (asked,) = read.questions
    assert (asked.name, asked.type, asked.class_, asked.unicast) == (SERVICE, 12, 1, False)


def test_answers_are_read_like_the_library_reads_them() -> None:
    ours, theirs = answers(PLAIN), DNSIncoming(PLAIN).answers()
    assert [(a.name.decode() + ".", a.kind, a.ttl) for a in ours] == [
        (record.name.lower(), record.type, record.ttl) for record in theirs
    ]
    pointer, text, service, v4, v6 = ours
    assert pointer.text == service.name == f"x.{SERVICE}".encode().rstrip(b".")
    assert text.text == notice().record()
    assert (service.text, service.port) == (b"x.local", 4000)
    assert [written(v4), written(v6)] == ["192.168.0.1", "fe80::1"]


HEAD = b"\0\0\x84\0\0\0\0\1\0\0\0\0"


BAD = [bytes.fromhex(data) for (data,) in facts("packets.txt")["bad"]]


@pytest.mark.parametrize("data", [*BAD, PLAIN[:-3], question(SERVICE)])
def test_a_bad_packet_is_none(data: bytes) -> None:
    assert answers(data) == []


def texts(*names: bytes) -> bytes:
    """A packet with an empty text under each of these names."""
    records = (name + b"\0\x10\0\1\0\0\0\1\0\0" for name in names)
    return HEAD[:6] + len(names).to_bytes(2, "big") + HEAD[8:] + b"".join(records)


LABEL = b"\x3f" + b"a" * 63


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (PLAIN + bytes(MAX_PACKET - len(PLAIN)), 5),
        (PLAIN + bytes(MAX_PACKET - len(PLAIN) + 1), 0),
        (texts(*[b"\0"] * MAX_ANSWERS), MAX_ANSWERS),
        (texts(*[b"\0"] * (MAX_ANSWERS + 1)), 0),
        (texts(LABEL + b"\0"), 1),
        (texts(b"\x40" + b"a" * 64 + b"\0"), 0),
        (texts(LABEL * 3 + b"\x3e" + b"a" * 62 + b"\0"), 1),
        (texts(LABEL * 4 + b"\0"), 0),
    ],
    ids=["full", "fuller", "many", "too many", "label", "long label", "name", "long name"],
)
def test_packets_and_names_have_limits(data: bytes, found: int) -> None:
    assert len(answers(data)) == found


def test_a_name_may_point_back_a_long_way() -> None:
    far = texts(LABEL * 3 + b"\0", LABEL + b"\0", b"\1b\0", b"\1a\xc1\x22")
    assert far[0x122:0x125] == b"\1b\0"
    assert answers(far)[-1].name == b"a.b"


@given(st.integers(0, len(PLAIN) - 1), st.binary(min_size=1, max_size=4), st.booleans())
def test_nothing_that_looks_like_an_answer_harms(at: int, other: bytes, longer: bool) -> None:
    data = PLAIN[:at] + other + PLAIN[at + (0 if longer else len(other)) :]
    look = Look([1, 2])
    look.hear(data, ("fe80::1%2", 5353, 0, 2))
    assert len(look.found()) <= 1


# -- tables ----------------------------------------------------------------------------------------


def heard(*packets: bytes, links: Sequence[int] = (), source: tuple[str, int] = SOURCE) -> Look:
    look = Look(links)
    for data in packets:
        look.hear(data, source)
    return look


def hosts(look: Look) -> list[str]:
    """Where the only table is that was found; empty if there is none."""
    return [address.host for found in look.found() for address in found.addresses]


def test_a_table_is_found_with_its_addresses() -> None:
    look = heard(PLAIN, links=[2])
    (found,) = look.found()
    assert found.notice == notice()
    assert found.addresses == (Address("192.168.0.1", 4000),)
    look.hear(PLAIN, ("fe80::1%7", 5353, 0, 7))
    assert set(hosts(look)) == {"192.168.0.1", "fe80::1%7"}
    pieces = [packet(record) for record in published(notice(), "192.168.0.1")]
    assert hosts(heard(*reversed(pieces))) == ["192.168.0.1"]


def test_a_link_local_address_without_a_link_is_tried_on_all() -> None:
    data = packet(*published(notice(), "fe80::9"))
    assert hosts(heard(data, links=[3, 4])) == ["fe80::9%3", "fe80::9%4"]


def test_an_address_in_the_world_counts_only_if_it_speaks_for_itself() -> None:
    data = packet(*published(notice(), "9.9.9.9"))
    assert hosts(heard(data)) == []
    assert hosts(heard(data, source=("9.9.9.9", 5353))) == ["9.9.9.9"]


def test_a_goodbye_is_believed_and_other_services_are_none_of_our_business() -> None:
    goodbye = DNSPointer(SERVICE, mdns.PTR, mdns.IN, 0, f"x.{SERVICE}")
    assert hosts(heard(PLAIN)) == ["192.168.0.1"]
    assert hosts(heard(PLAIN, packet(goodbye))) == []
    assert hosts(heard(PLAIN.replace(b"\x09_chez-tui", b"\x09_chez-xyz"))) == []


def test_a_flood_is_held_back() -> None:
    look = heard(*(rubbish(number, "192.168.0.1") for number in range(2 * MAX_NAMES)))
    assert len(look.found()) == MAX_TABLES
    assert max(map(len, (look._services, look._notices, look._hosts))) <= MAX_NAMES + 1


def test_a_flood_of_texts_without_tables_is_held_back() -> None:
    texts = (packet(published(b"", name=f"x{number}")[1]) for number in range(MAX_NAMES + 50))
    look = heard(*texts)
    assert len(look._notices) == MAX_NAMES


# -- knocking --------------------------------------------------------------------------------------


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server((HERE, 0), backlog=8) as server:
        yield server


def settle(look: Look) -> list[str]:
    """Knocks until all attempts have ended; the states of the tables."""
    from select import select

    look.knock(module.monotonic())
    while look.doors:
        for door in select([], look.doors, [], 20)[1]:
            look.opened(door)
    return [found.state for found in look.found()]


@pytest.mark.parametrize("addresses", [("127.9.9.9", HERE), (HERE, "127.9.9.9")])
def test_a_table_that_takes_connections_is_here(
    listener: socket.socket, addresses: tuple[str, str]
) -> None:
    port = listener.getsockname()[1]
    dead = packet(*published(notice(2), HERE, name="y", port=1))
    look = heard(packet(*published(notice(1), *addresses, port=port)), dead)
    assert settle(look) == ["here", "grey"]
    assert look.found()[0].addresses[0] == Address(HERE, port)


def test_an_address_of_no_kind_is_a_miss(monkeypatch: pytest.MonkeyPatch) -> None:
    look = heard(packet(*published(notice(1), HERE)))

    def refuse(*_: object, **__: object) -> list[object]:
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert settle(look) == ["grey"]


def test_what_has_not_answered_in_the_end_is_silent() -> None:
    look = heard(packet(*published(notice(1), HERE)))
    look.knock(module.monotonic())
    assert [found.silent for found in look.found()] == [True]
    look.close()


# -- trouble ---------------------------------------------------------------------------------------


def test_without_an_interface_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "if_nameindex", list)
    assert glance(0) == ((), NO_NETWORK)


def test_a_port_that_another_program_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as greedy:
        greedy.bind(("::", 0))
        monkeypatch.setattr(module, "PORT", greedy.getsockname()[1])
        found, trouble = glance(0)
    assert found == ()
    assert trouble.startswith("multicast doesn't work here (Address already in use), so")
