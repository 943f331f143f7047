"""The connections between players: one for each pair, made anew when it fails."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from net.identity import Identity
from net.table import mesh
from net.table.mesh import ADDRESSES, Mesh
from net.wire.codes import Address
from net.wire.hall import Hall
from net.wire.link import Link
from net.wire.messages import Join, Listener, Message, Peers, Point, PreVote, VoteRequest
from tests.net.halls import ANN, BO, HERE, NAMES, hello_of
from tests.net.party import until

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

    def joined(self, link: Link) -> None:
        self.came.append(link.pid)

    def parted(self, pid: bytes, sentence: str) -> None:
        self.went.append(sentence)

    def heard(self, link: Link, message: Message) -> None:
        self.said.append(message)


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


async def test_two_who_call_each_other_at_once_keep_one_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mesh, "SECOND", 0.0)
    async with pair() as (ann, bo):
        ann.mesh.want([BO.pid])
        bo.mesh.want([ANN.pid])
        await until(lambda: linked(ann, bo))
        await asyncio.sleep(0.3)
        assert linked(ann, bo)
        ann.mesh.send(BO.pid, Join(1, "easy"))
        bo.mesh.send(ANN.pid, Join(2, "easy"))
        await until(lambda: ann.said and bo.said)
        assert (ann.said, bo.said) == ([Join(2, "easy")], [Join(1, "easy")])
        assert ann.came == [BO.pid]
        assert bo.came == [ANN.pid]


async def test_a_connection_that_is_cut_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh, "AGAIN", 0.05)
    async with pair() as (ann, bo):
        ann.mesh.want([BO.pid])
        bo.mesh.want([ANN.pid])
        await until(lambda: linked(ann, bo))
        first = ann.mesh.links[BO.pid]
        first.abort()
        await until(lambda: len(ann.came) > 1 and len(bo.came) > 1 and linked(ann, bo))
        assert ann.mesh.links[BO.pid] is not first
        assert ann.went
        assert bo.went


async def test_messages_of_two_kinds_with_equal_fields_stay_two() -> None:
    async with pair() as (ann, bo):
        ann.mesh.want([BO.pid])
        await until(lambda: linked(ann, bo))
        said = [PreVote(GID, 1, Point(1, 1, HEAD)), VoteRequest(GID, 1, Point(1, 1, HEAD))]
        for message in [*said, said[1], said[0]]:
            ann.mesh.send(BO.pid, message)
        await until(lambda: len(bo.said) == 4)
        assert list(map(type, bo.said)) == [PreVote, VoteRequest, VoteRequest, PreVote]


async def test_addresses_are_few_and_what_is_local_to_others_is_where_they_are() -> None:
    async with pair() as (ann, bo):
        for port in range(1, 20):
            ann.mesh.learn(BO.pid, Address(HERE, port))
        assert [one.port for one in ann.mesh.listeners().listeners] == list(
            range(20 - ADDRESSES, 20)
        )
        ann.mesh.learn(BO.pid, Address(HERE, bo.port))
        ann.mesh.want([BO.pid])
        await until(lambda: linked(ann, bo))
        link = bo.mesh.links[ANN.pid]
        link.address = Address("10.1.2.3", 5)
        news = Peers((Listener(b"c" * 32, "127.0.0.1", 77), Listener(BO.pid, "1.2.3.4", 1)))
        bo.mesh.hear_of(link, news)
        found = {pid: (host, port) for pid, host, port in bo.mesh.listeners().listeners}
        assert found[b"c" * 32] == ("10.1.2.3", 77)
        assert BO.pid not in found


async def test_who_is_not_wanted_any_more_is_not_called() -> None:
    async with pair() as (ann, bo):
        ann.mesh.want([BO.pid])
        await until(lambda: linked(ann, bo))
        ann.mesh.want([])
        ann.mesh.drop(BO.pid, "removed", "the seat was given away")
        await until(lambda: not ann.mesh.links and not bo.mesh.links)
        assert "the seat was given away" in bo.went[0]


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
