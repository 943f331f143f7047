"""The connections between players: one for each pair, made anew when it fails."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from unittest.mock import MagicMock

import pytest

from net.identity import Identity
from net.table import mesh
from net.table.mesh import ADDRESSES, OTHERS, TOGETHER, Mesh
from net.wire.codes import Address
from net.wire.hall import Hall, HallError
from net.wire.link import Link
from net.wire.messages import Join, Listener, Message, Peers, Point, PreVote, VoteRequest
from tests.net.halls import ANN, BO, HERE, NAMES, hello_of, until

pytestmark = pytest.mark.usefixtures("clock")

GID, HEAD = b"g" * 16, b"h" * 32


class Peer:
    """Somebody who has a mesh and remembers what it told him."""

    def __init__(self, identity: Identity) -> None:
        self.hall = Hall(
            identity,
            lambda purpose: hello_of(NAMES[identity.pid], purpose)._replace(port=self.port),
            lambda link: self.mesh.add(link) and None,
        )
        self.mesh = Mesh(identity.pid, self.hall, self, "")
        self.port = 0
        self.came: list[bytes] = []
        self.went: list[str] = []
        self.said: list[Message] = []
        self.problems: list[str] = []

    def joined(self, link: Link) -> None:
        self.came.append(link.pid)

    def parted(self, pid: bytes, sentence: str, reason: str) -> None:
        self.went.append(sentence)

    def heard(self, link: Link, message: Message) -> None:
        self.said.append(message)

    def refused(self, pid: bytes, problem: HallError) -> None:
        self.problems.append(problem.reason)

    def failed(self, error: BaseException) -> None:
        self.problems.append(repr(error))


@asynccontextmanager
async def pair() -> AsyncIterator[tuple[Peer, Peer]]:
    """Ann and Bo, who know of each other."""
    ann, bo = Peer(ANN), Peer(BO)
    for peer in (ann, bo):
        peer.port = await peer.hall.listen()
    ann.mesh.learn(BO.pid, Address(HERE, bo.port))
    bo.mesh.learn(ANN.pid, Address(HERE, ann.port))
    try:
        yield ann, bo
    finally:
        for peer in (ann, bo):
            await peer.mesh.close()
            await peer.hall.close()


def linked(ann: Peer, bo: Peer) -> bool:
    return list(ann.mesh.links) == [BO.pid] and list(bo.mesh.links) == [ANN.pid]


async def meet(ann: Peer, bo: Peer) -> None:
    ann.mesh.want([BO.pid])
    await until(lambda: linked(ann, bo))


async def test_two_who_call_each_other_at_once_keep_one_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mesh, "SECOND", 0.0)
    async with pair() as (ann, bo):
        ann.mesh.want([BO.pid])
        bo.mesh.want([ANN.pid])
        await until(lambda: linked(ann, bo))
        await asyncio.sleep(2 * mesh.AGAIN)
        assert linked(ann, bo)
        ann.mesh.send(BO.pid, Join(1, "easy"))
        bo.mesh.send(ANN.pid, Join(2, "easy"))
        await until(lambda: ann.said and bo.said)
        assert (ann.said, bo.said) == ([Join(2, "easy")], [Join(1, "easy")])
        assert ann.came == [BO.pid]
        assert bo.came == [ANN.pid]


@pytest.mark.parametrize(
    ("later", "initiated", "counts"),
    [
        (2 * TOGETHER, True, True),
        (2 * TOGETHER, False, True),  # the old one may be dead by now
        (-2 * TOGETHER, False, False),
        (TOGETHER / 2, ANN.pid < BO.pid, True),  # both have called: the smaller key's counts
        (TOGETHER / 2, ANN.pid > BO.pid, False),
    ],
)
async def test_of_two_connections_the_later_counts_or_that_of_the_smaller_key(
    later: float, initiated: bool, counts: bool
) -> None:
    ann, hello = Peer(ANN), hello_of("Bo")._replace(port=0)
    old, new = [
        MagicMock(pid=BO.pid, alive=True, hello=hello, opened_at=at, initiated=made)
        for at, made in ((100.0, not initiated), (100.0 + later, initiated))
    ]
    assert ann.mesh.add(old)
    assert ann.mesh.add(new) == counts
    assert ann.mesh.links[BO.pid] is (new if counts else old)
    assert (old if counts else new).close.called
    assert ann.came == [BO.pid]


async def test_a_connection_that_is_cut_is_made_again() -> None:
    async with pair() as (ann, bo):
        await meet(ann, bo)
        first = ann.mesh.links[BO.pid]
        first.abort()
        await until(lambda: len(ann.came) > 1 and len(bo.came) > 1 and linked(ann, bo))
        assert ann.mesh.links[BO.pid] is not first
        assert ann.went
        assert bo.went


async def test_messages_of_two_kinds_with_equal_fields_stay_two() -> None:
    async with pair() as (ann, bo):
        await meet(ann, bo)
        said = [PreVote(GID, 1, Point(1, 1, HEAD)), VoteRequest(GID, 1, Point(1, 1, HEAD))]
        for message in [*said, said[1], said[0]]:
            ann.mesh.send(BO.pid, message)
        await until(lambda: len(bo.said) == 4)
        assert list(map(type, bo.said)) == [PreVote, VoteRequest, VoteRequest, PreVote]


async def test_addresses_are_few_and_what_is_local_to_others_is_where_they_are() -> None:
    async with pair() as (ann, bo):
        ann.mesh.want([BO.pid])
        for port in range(1, 20):
            ann.mesh.learn(BO.pid, Address(HERE, port))
        assert [one.port for one in ann.mesh.listeners().listeners] == list(
            range(20 - ADDRESSES, 20)
        )
        ann.mesh.learn(BO.pid, Address(HERE, bo.port))
        await until(lambda: linked(ann, bo))
        bo.mesh.want([ANN.pid, b"c" * 32])
        link = bo.mesh.links[ANN.pid]
        link.address = Address("10.1.2.3", 5)
        news = Peers((Listener(b"c" * 32, "127.0.0.1", 77), Listener(BO.pid, "1.2.3.4", 1)))
        bo.mesh.hear_of(link, news)
        found = {pid: (host, port) for pid, host, port in bo.mesh.listeners().listeners}
        assert found[b"c" * 32] == ("10.1.2.3", 77)
        assert BO.pid not in found


async def test_where_a_peer_is_found_counts_more_than_where_others_say_he_is() -> None:
    async with pair() as (ann, bo):
        for peer, other in ((ann, BO), (bo, ANN)):
            peer.mesh.want([other.pid])
        await until(lambda: BO.pid in ann.mesh.links)
        right = Address(HERE, bo.port)
        for port in range(1, 2 * ADDRESSES):
            ann.mesh.learn(BO.pid, Address(HERE, port))
            ann.mesh.learn(BO.pid, right)
            told = [Address(host, at) for _, host, at in ann.mesh.listeners().listeners]
            assert told[-1] == right
            assert len(told) <= ADDRESSES


def named(count: int, first: int = 0) -> Peers:
    """People whom nobody knows, at one place each."""
    pids = [number.to_bytes(32, "big") for number in range(first, first + count)]
    return Peers(tuple(Listener(pid, "10.0.0.7", 4000) for pid in pids))


async def test_few_of_those_whom_nobody_wants_are_remembered_and_others_hear_of_none() -> None:
    async with pair() as (ann, bo):
        await meet(ann, bo)
        link = ann.mesh.links[BO.pid]
        right = Address(HERE, bo.port)
        for number in range(0, 50 * OTHERS, OTHERS):
            ann.mesh.hear_of(link, named(OTHERS, number))
        assert len(ann.mesh._addresses) <= OTHERS + 1
        assert ann.mesh.listeners() == Peers((Listener(BO.pid, *right),))


async def test_who_is_not_wanted_is_dropped_and_not_forgotten_for_what_others_say() -> None:
    async with pair() as (ann, bo):
        await meet(ann, bo)
        right = ann.mesh.place(BO.pid)
        ann.mesh.want([])
        ann.mesh.drop(BO.pid, "removed", "the seat was given away")
        await until(lambda: not ann.mesh.links and not bo.mesh.links)
        assert "the seat was given away" in bo.went[0]
        for port in range(1, 2 * ADDRESSES):
            ann.mesh.learn(BO.pid, Address("10.0.0.7", port))
        assert right in ann.mesh._addresses[BO.pid]
        assert len(ann.mesh._addresses[BO.pid]) == ADDRESSES


class Elsewhere(Hall):
    """A hall whose calls find nobody; each time somebody names another place meanwhile."""

    def __init__(self, problem: Exception) -> None:
        super().__init__(ANN, lambda purpose: hello_of("Ann", purpose), lambda link: None)
        self.calls: list[int] = []
        self.owner: Peer | None = None
        self._problem = problem

    async def dial(self, address: Address, *_: object, **__: object) -> Link:
        self.calls.append(address.port)
        if self.owner is not None:
            self.owner.mesh.learn(BO.pid, Address(HERE, address.port + 1))
        raise self._problem


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (HallError("nobody is there"), ""),  # what is heard during a call ends no search
        (HallError("the password is wrong", "password"), "password"),
        (KeyError("a fault"), "KeyError('a fault')"),
    ],
)
async def test_who_is_there_and_refuses_is_told_of_and_so_is_a_fault(
    problem: Exception, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    ann, hall = Peer(ANN), Elsewhere(problem)
    ann.mesh, hall.owner = Mesh(ANN.pid, hall, ann, ""), ann
    ann.mesh.learn(BO.pid, Address(HERE, 1))
    ann.mesh.want([BO.pid])
    await until(lambda: ann.problems or (not told and len(hall.calls) > 3))
    assert ann.problems == [told] * bool(told)
    assert ("Traceback" in caplog.text) == isinstance(problem, KeyError)
    await ann.mesh.close()
