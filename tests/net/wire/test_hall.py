"""Taking and making connections: who is let in, who is not, what both are told; and doors."""

import asyncio
import gc
import resource
import socket
import sys
from collections.abc import Callable, Coroutine

import msgpack
import pytest

from net.wire import doors
from net.wire.codes import Address
from net.wire.hall import DEFAULT_LIMITS, Hall, HallError, origin_of
from net.wire.messages import VERSION, Bye, Hello, Join, Message, Share, pack
from net.wire.rates import TokenBucket
from tests.net import halls
from tests.net.halls import HERE, Rogue, free_port, guest, hello_of, soon, table, trap

pytestmark = pytest.mark.usefixtures("clock")


async def refused(
    bo: halls.Owner,
    address: Address,
    purpose: str = "play",
    password: str = "",
    pid: bytes | None = None,
) -> tuple[str, str]:
    """Why a call comes to nothing: the sentence and the reason."""
    with pytest.raises(HallError) as caught:
        await soon(bo.hall.dial(address, purpose, pid, password))
    assert str(caught.value).isprintable()
    return str(caught.value), caught.value.reason


async def mute(other: Rogue) -> None:
    """Takes what is said, and says nothing."""
    while await other.frame() is not None:
        pass


# -- do we fit -------------------------------------------------------------------------------------


def other_cards(hello: Hello) -> Hello:
    return hello._replace(cards=bytes(32), program="0.4.10")


@pytest.mark.parametrize("purpose", ["play", "watch"])
async def test_programs_that_do_not_fit_are_told_at_both_ends(purpose: str) -> None:
    """Who fits whom is tested with the messages."""
    told = "have different cards: Ann must update chez-tui 0.4.0 to 0.4.10"
    async with table() as ann, guest(changes=other_cards) as bo:
        assert await refused(bo, ann.address, purpose) == (f"Bo and Ann {told}", "version")
        assert await soon(ann.refused.get()) == ("version", f"Ann and Bo {told}")
        assert ann.links.empty()


HELLO = msgpack.unpackb(pack(hello_of("Rogue")))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            [0, VERSION + 1, *HELLO[2:], "news"],
            "Ann must update chez-tui: Rogue has a newer version",
        ),
        ([0, 1, *HELLO[2:-1]], "Rogue must update chez-tui: Ann has a newer version"),
    ],
    ids=["later and longer", "the first and shorter"],
)
async def test_the_hello_of_another_version_gets_an_answer_too(
    fields: list[object], sentence: str
) -> None:
    async with table() as ann, halls.rogue(ann.address) as other:
        await other.shake()
        other.writer.write(other.sealed(msgpack.packb(fields)))
        assert isinstance(await other.hear(), Hello)
        assert await other.hear() == Bye("version", sentence)
        assert await soon(ann.refused.get()) == ("version", sentence)


# -- a look ----------------------------------------------------------------------------------------


async def test_a_probe_needs_nothing_and_disturbs_nobody() -> None:
    async with table(password="teapot") as ann, guest(changes=other_cards) as bo:
        assert await soon(bo.hall.probe(ann.address)) == (
            hello_of("Ann", "probe")._replace(locked=True)
        )
        assert ann.links.empty()
        assert ann.refused.empty()


async def test_a_probe_of_nobody_gives_nothing() -> None:
    async with trap(mute) as address, guest() as bo:
        assert await soon(bo.hall.probe(address, timeout=0.05)) is None
        assert await soon(bo.hall.probe(Address(HERE, free_port()))) is None


# -- password --------------------------------------------------------------------------------------


@pytest.mark.parametrize("purpose", ["play", "watch"])
async def test_the_right_password_opens_and_hellos_say_purpose_and_lock(purpose: str) -> None:
    async with table(password="open sesame") as ann, guest() as bo:
        link = await bo.dial(ann, purpose, " open ｓesame ")
        link.send(Join(-1, ""))
        assert await soon(ann.heard.get()) == Join(-1, "")
        assert link.pid == halls.ANN.pid
        assert link.hello == hello_of("Ann", purpose)._replace(locked=True)
        assert (await soon(ann.links.get())).hello == hello_of("Bo", purpose)


async def test_a_wrong_or_missing_password_does_not_nor_one_where_none_is_asked_for() -> None:
    async with table(password="teapot") as ann, guest() as bo:
        for password, sentence in (
            ("sofa", "the password is wrong"),
            ("", "Ann's table needs a password"),
            ("x" * 129, "a password has at most 128 bytes, not 129"),
        ):
            told = await refused(bo, ann.address, password=password)
            assert told == (sentence, "password")
        assert await soon(ann.refused.get()) == ("password", "the password is wrong")
        assert ann.links.empty()
    async with table() as ann, guest() as bo:
        told = await refused(bo, ann.address, password="teapot")
        assert told == ("Ann's table has no password", "password")


async def test_guesses_are_few_and_right_ones_are_free() -> None:
    async with table(password="teapot") as ann, guest() as bo:
        for _ in range(8):
            await bo.dial(ann, password="teapot")
        wrong = [await refused(bo, ann.address, password=f"sofa {guess}") for guess in range(7)]
        assert [reason for _, reason in wrong] == ["password"] * 5 + ["busy"] * 2
        assert await refused(bo, ann.address, password="teapot") == (
            "too many wrong passwords. Try again in a minute.",
            "busy",
        )
        assert await soon(bo.hall.probe(ann.address))
        await asyncio.sleep(60)
        await bo.dial(ann, password="teapot")


def test_a_machine_with_many_ipv6_addresses_counts_once() -> None:
    one = ("192.168.0.7", "192.168.0.8", "2001:db8::7", "2001:db8:0:1::7", "fe80::7%2", "fe80::7%3")
    assert len(set(map(origin_of, one))) == len(one)
    for here, there in (("2001:db8::7", "2001:db8::ffff:8"), ("fe80::7%2", "fe80::8%2")):
        assert origin_of(here) == origin_of(there)


async def test_a_password_can_be_set_later_and_must_be_one() -> None:
    async with table() as ann, guest() as bo:
        await bo.dial(ann)
        ann.hall.password = "teapot"
        assert (await refused(bo, ann.address))[1] == "password"
        await bo.dial(ann, password="teapot")
        with pytest.raises(HallError, match="the password can't be blank"):
            ann.hall.password = "  "
        assert ann.hall.password == "teapot"
    with pytest.raises(HallError, match="can't be encoded"):
        Hall(halls.ANN, hello_of, lambda link: None, "\ud800")


# -- who answers -----------------------------------------------------------------------------------


async def test_the_expected_identity_is_taken_and_no_other() -> None:
    async with table() as ann, guest() as bo:
        link = await soon(bo.hall.dial(ann.address, "play", halls.ANN.pid))
        assert link.pid == halls.ANN.pid
        assert await refused(bo, ann.address, pid=halls.ROGUE.pid) == (
            f"someone unexpected answers at {ann.address}",
            "unreachable",
        )


async def test_a_peer_may_watch_its_own_table_but_not_call_itself() -> None:
    async with table() as ann:
        second = halls.Owner(halls.ANN)
        link = await second.dial(ann, "watch")
        assert link.pid == halls.ANN.pid
        with pytest.raises(HallError):
            await soon(ann.hall.dial(ann.address, "play"))
        await soon(second.hall.close())


async def test_nobody_there_is_told_in_a_sentence() -> None:
    nowhere = Address(HERE, free_port())
    async with guest() as bo:
        for address, sentence in (
            (nowhere, f"nothing is listening at {nowhere}"),
            (Address("no-such-host.invalid", 4000), "no-such-host.invalid"),
            (Address(HERE, 0), "port 0 doesn't exist"),
            (Address(HERE, 65536), "port 65536 doesn't exist"),
            (Address("a\0\x1b[2J", 1), "can't reach"),
        ):
            told, reason = await refused(bo, address)
            assert sentence in told
            assert reason == "unreachable"


async def test_somebody_who_says_nothing_is_not_waited_for() -> None:
    ends: asyncio.Queue[bytes | None] = asyncio.Queue()
    calls: asyncio.Queue[Rogue] = asyncio.Queue()

    async def silent(other: Rogue) -> None:
        assert await other.frame()
        calls.put_nowait(other)
        ends.put_nowait(await other.frame())

    limits = DEFAULT_LIMITS._replace(meeting=60.0)
    async with trap(silent) as address, guest(limits) as bo:
        with pytest.raises(HallError, match=f"{address} doesn't answer"):
            await soon(bo.hall.dial(address, "play", timeout=0.05))
        assert await soon(ends.get()) is None
        await soon(calls.get())
        waiting = asyncio.ensure_future(bo.hall.dial(address, "play"))
        await soon(calls.get())
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await soon(ends.get()) is None


async def test_a_call_given_up_early_leaves_no_complaint(monkeypatch: pytest.MonkeyPatch) -> None:
    complaints: list[object] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: complaints.append(context))

    async def forever(*_: object, **__: object) -> None:
        await asyncio.sleep(halls.PATIENCE)

    monkeypatch.setattr(loop, "create_connection", forever)
    async with guest() as bo:
        calling = asyncio.ensure_future(bo.hall.dial(Address(HERE, 4000), "play", timeout=0.01))
        await asyncio.wait([calling])
        assert "doesn't answer" in str(calling.exception())
        del calling
    gc.collect()
    assert complaints == []


async def web(other: Rogue) -> None:
    other.writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    await other.frame()


async def slam(other: Rogue) -> None:
    other.writer.transport.abort()


def grumpy(answer: Message) -> Callable[[Rogue], Coroutine[None, None, None]]:
    async def behave(other: Rogue) -> None:
        await other.shake(initiator=False)
        await other.hear()
        other.say(answer)
        await other.last()

    return behave


@pytest.mark.parametrize(
    ("behave", "sentence", "reason"),
    [
        (web, "HERE isn't a chez-tui table", "malformed"),
        (slam, "HERE hung up right away", "unreachable"),
        (grumpy(Bye("full", "")), "HERE has no free seat", "full"),
        (grumpy(Bye("closed", "we go to bed")), "we go to bed", "closed"),
        (
            grumpy(Share(b"y" * 32)),
            "the connection to HERE was closed: a Share came instead of a Hello",
            "malformed",
        ),
    ],
    ids=["no peer", "never let in", "full", "closed", "no hello"],
)
async def test_an_answer_that_is_no_hello_is_told(
    behave: Callable[[Rogue], Coroutine[None, None, None]], sentence: str, reason: str
) -> None:
    async with trap(behave) as address, guest() as bo:
        told = await refused(bo, address)
        assert told == (sentence.replace("HERE", str(address)), reason)


async def test_who_is_pushed_out_by_a_crowd_tries_again() -> None:
    knocks: list[Rogue] = []

    async def fickle(other: Rogue) -> None:
        knocks.append(other)
        await (slam if len(knocks) < 3 else grumpy(hello_of("Rogue")))(other)

    async with trap(fickle) as address, guest() as bo:
        link = await soon(bo.hall.dial(address, "play"))
        assert link.hello.name == "Rogue"
        assert len(knocks) == 3


# -- full, and the end -----------------------------------------------------------------------------


async def test_a_full_hall_says_so() -> None:
    limits = DEFAULT_LIMITS._replace(connections=6, strangers=4)
    async with table(limits=limits) as ann, guest() as bo:
        first = await bo.dial(ann)
        await bo.dial(ann)
        assert await refused(bo, ann.address) == (
            "too many connections. Try again later.",
            "busy",
        )
        assert await soon(bo.hall.probe(ann.address))
        first.close("left")
        await soon(ann.lost.get())
        await bo.dial(ann)


async def test_closing_says_goodbye_to_all_and_ends_everything() -> None:
    async with table() as ann, guest() as bo, halls.rogue(ann.address) as silent:
        for _ in range(3):
            await bo.dial(ann)
        await soon(ann.hall.close())
        assert [await soon(bo.lost.get()) for _ in range(3)] == ["Ann leaves the table"] * 3
        assert await silent.frame() is None
        assert "nothing is listening" in (await refused(bo, ann.address))[0]
        await soon(ann.hall.close())
        with pytest.raises(HallError, match="this table takes no more connections"):
            await ann.hall.dial(bo.address, "play")


async def test_closing_in_the_middle_of_a_call_ends_the_call() -> None:
    async with trap(mute) as address, guest() as bo:
        waiting = asyncio.ensure_future(bo.hall.dial(address, "play"))
        await asyncio.sleep(0.05)
        await soon(bo.hall.close())
        with pytest.raises(HallError):
            await soon(waiting)


# -- doors -----------------------------------------------------------------------------------------

NO_FAMILY = 999


async def test_both_families_listen_on_one_port() -> None:
    hosts = [HERE, "localhost", *(["::1"] if halls.has_ipv6() else [])]
    async with table() as ann, guest() as bo:
        for host in hosts:
            link = await soon(bo.hall.dial(Address(host, ann.address.port), "play"))
            assert link.address.port == ann.address.port
            assert (await soon(ann.links.get())).address.host in (HERE, "::1")


async def test_a_chosen_port_is_taken_and_a_taken_one_told() -> None:
    port = free_port()
    async with guest() as bo:
        assert await bo.hall.listen(port) == port
        async with guest() as other:
            with pytest.raises(HallError) as caught:
                await other.hall.listen(port)
            assert str(caught.value) == f"port {port} can't be used: another program uses it"
            with pytest.raises(HallError, match="a port is a number between 0 and 65535"):
                await other.hall.listen(65536)


async def test_a_port_taken_in_one_family_only_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    if not halls.has_ipv6():
        monkeypatch.setattr(doors, "_PLACES", doors._PLACES[:1] * 2)
    with socket.socket(socket.AF_INET6 if halls.has_ipv6() else socket.AF_INET) as door:
        if halls.has_ipv6():
            door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        door.bind(("::" if halls.has_ipv6() else "0.0.0.0", 0))
        door.listen()
        with pytest.raises(doors.DoorError, match="another program uses it"):
            doors.open_doors(door.getsockname()[1])


@pytest.mark.parametrize("second", [(NO_FAMILY, "::"), (socket.AF_INET, "192.0.2.1")])
async def test_without_ipv6_one_family_is_enough(
    monkeypatch: pytest.MonkeyPatch, second: tuple[int, str]
) -> None:
    """There is no such family, or it is switched off."""
    monkeypatch.setattr(doors, "_PLACES", (*doors._PLACES[:1], second))
    async with table() as ann, guest() as bo:
        await bo.dial(ann)


async def test_without_any_network_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "_PLACES", ((NO_FAMILY, "::"),))
    async with guest() as bo:
        with pytest.raises(HallError, match="port 0 can't be used: "):
            await bo.hall.listen()


@pytest.mark.parametrize(
    ("soft", "allowed"), [(1000, 904), (97, 1), (50, 0), (resource.RLIM_INFINITY, sys.maxsize)]
)
def test_files_are_left_for_everything_else(
    monkeypatch: pytest.MonkeyPatch, soft: int, allowed: int
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, 5000))
    assert doors.files_allowed() == allowed


# -- buckets of tokens -----------------------------------------------------------------------------


def test_a_burst_then_the_rate_and_dear_things_cost_more() -> None:
    bucket = TokenBucket(rate=2.0, burst=3.0, now=10.0)
    assert [bucket.take(10.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(10.4)
    assert bucket.take(10.5)
    assert not bucket.take(10.5)
    assert [bucket.take(99.0) for _ in range(4)] == [True, True, True, False]
    bucket = TokenBucket(rate=1.0, burst=5.0, now=0.0)
    assert not bucket.take(0.0, cost=6.0)
    assert bucket.take(0.0, cost=5.0)
    assert not bucket.take(0.5)
    bucket = TokenBucket(rate=1.0, burst=1.0, now=10.0)  # and a clock that goes back
    assert bucket.take(10.0)
    assert not bucket.take(5.0)
    assert not bucket.take(10.5)
    assert bucket.take(11.0)
