"""Taking and making connections: who is let in, who is not, and what both are told."""

import asyncio
import gc
from collections.abc import Callable

import msgpack
import pytest

from net.wire.codes import Address
from net.wire.hall import DEFAULT_LIMITS, Hall, HallError, origin_of
from net.wire.messages import Bye, Hello, Join, Share, Tag, pack
from tests.net.halls import (
    ANN,
    HERE,
    PATIENCE,
    ROGUE,
    Owner,
    Rogue,
    free_port,
    guest,
    hello_of,
    rogue,
    soon,
    table,
    trap,
)

pytestmark = pytest.mark.usefixtures("clock")

Changes = Callable[[Hello], Hello]


async def refused(
    bo: Owner, address: Address, purpose: str = "play", password: str = ""
) -> HallError:
    """Why a call comes to nothing."""
    with pytest.raises(HallError) as caught:
        await soon(bo.hall.dial(address, purpose, password=password))
    assert str(caught.value).isprintable()
    return caught.value


# -- do we fit -------------------------------------------------------------------------------------

SAME = "though both run chez-tui 0.4.0: both should install the same release"
MISFITS: dict[str, tuple[Changes, str, str]] = {
    "newer": (
        lambda hello: hello._replace(version=3, program="0.5.0"),
        "Ann must update chez-tui: Bo has a newer version (0.5.0, not 0.4.0)",
        "Ann must update chez-tui: Bo has a newer version (0.5.0, not 0.4.0)",
    ),
    "older": (
        lambda hello: hello._replace(version=0, program="0.3.0"),
        "Bo must update chez-tui: Ann has a newer version (0.4.0, not 0.3.0)",
        "Bo must update chez-tui: Ann has a newer version (0.4.0, not 0.3.0)",
    ),
    "newer rules": (
        lambda hello: hello._replace(rules=bytes(32), rules_version=3),
        "Ann must update chez-tui: Bo plays by newer rules (version 3, not 2)",
        "Ann must update chez-tui: Bo plays by newer rules (version 3, not 2)",
    ),
    "older rules": (
        lambda hello: hello._replace(rules=bytes(32), rules_version=1),
        "Bo must update chez-tui: Ann plays by newer rules (version 2, not 1)",
        "Bo must update chez-tui: Ann plays by newer rules (version 2, not 1)",
    ),
    "rules": (
        lambda hello: hello._replace(rules=bytes(32)),
        f"Ann and Bo play by different rules, {SAME}",
        f"Bo and Ann play by different rules, {SAME}",
    ),
    "cards": (
        lambda hello: hello._replace(cards=bytes(32), program="0.4.10"),
        "Ann and Bo have different cards: Ann must update chez-tui 0.4.0 to 0.4.10",
        "Bo and Ann have different cards: Ann must update chez-tui 0.4.0 to 0.4.10",
    ),
}


@pytest.mark.parametrize("purpose", ["play", "watch"])
@pytest.mark.parametrize("misfit", MISFITS)
async def test_programs_that_do_not_fit_are_told_at_both_ends(misfit: str, purpose: str) -> None:
    changes, hers, his = MISFITS[misfit]
    async with table() as ann, guest(changes=changes) as bo:
        error = await refused(bo, ann.address, purpose)
        assert (str(error), error.reason) == (his, "version")
        assert await soon(ann.refused.get()) == ("version", hers)
        assert ann.links.empty()


async def test_the_hello_of_a_later_version_with_more_in_it_gets_the_same_answer() -> None:
    later = msgpack.packb([*msgpack.unpackb(pack(hello_of("Rogue"))), "news"])
    sentence = "Ann must update chez-tui: Rogue has a newer version"
    async with table() as ann, rogue(ann.address) as other:
        await other.shake()
        other.writer.write(other.sealed(later[:2] + bytes([3]) + later[3:]))
        assert isinstance(await other.hear(), Hello)
        assert await other.hear() == Bye("version", sentence)


async def test_the_first_version_said_less_and_gets_an_answer_too() -> None:
    first = msgpack.packb([0, 1, *msgpack.unpackb(pack(hello_of("Rogue")))[2:-1]])
    sentence = "Rogue must update chez-tui: Ann has a newer version"
    async with table() as ann, rogue(ann.address) as other:
        await other.shake()
        other.writer.write(other.sealed(first))
        assert isinstance(await other.hear(), Hello)
        assert await other.hear() == Bye("version", sentence)
        assert await soon(ann.refused.get()) == ("version", sentence)


async def test_the_purpose_and_the_lock_of_a_hello_are_the_halls_business() -> None:
    async with table(password="teapot") as ann, guest() as bo:
        link = await bo.dial(ann, "watch", "teapot")
        assert link.hello == hello_of("Ann", "watch")._replace(locked=True)
        hers = await soon(ann.links.get())
        assert hers.hello == hello_of("Bo", "watch")


# -- a look ----------------------------------------------------------------------------------------


async def test_a_probe_needs_nothing_and_disturbs_nobody() -> None:
    changes = MISFITS["cards"][0]
    async with table(password="teapot") as ann, guest(changes=changes) as bo:
        assert await soon(bo.hall.probe(ann.address)) == (
            hello_of("Ann", "probe")._replace(locked=True)
        )
        assert ann.links.empty()
        assert ann.refused.empty()


async def test_a_probe_of_nobody_gives_nothing() -> None:
    async def mute(other: Rogue) -> None:
        await other.frame()

    async with trap(mute) as address, guest() as bo:
        assert await soon(bo.hall.probe(address, timeout=0.05)) is None
        assert await soon(bo.hall.probe(Address(HERE, free_port()))) is None


# -- password --------------------------------------------------------------------------------------


@pytest.mark.parametrize("purpose", ["play", "watch"])
async def test_the_right_password_opens(purpose: str) -> None:
    async with table(password="open sesame") as ann, guest() as bo:
        link = await bo.dial(ann, purpose, " open ｓesame ")
        link.send(Join(-1, ""))
        assert await soon(ann.heard.get()) == Join(-1, "")
        assert link.pid == ANN.pid


async def test_a_wrong_or_missing_password_does_not() -> None:
    async with table(password="teapot") as ann, guest() as bo:
        error = await refused(bo, ann.address, password="sofa")
        assert (str(error), error.reason) == ("the password is wrong", "password")
        assert await soon(ann.refused.get()) == ("password", "the password is wrong")
        error = await refused(bo, ann.address)
        assert (str(error), error.reason) == (
            "the table of Ann asks for a password",
            "password",
        )
        error = await refused(bo, ann.address, password="x" * 129)
        assert str(error) == "a password has at most 128 bytes, not 129"
        assert error.reason == "password"
        assert ann.links.empty()


async def test_a_table_without_the_lock_is_not_taken_for_the_one_with_it() -> None:
    async with table() as ann, guest() as bo:
        error = await refused(bo, ann.address, password="teapot")
        assert (str(error), error.reason) == ("the table of Ann has no password", "password")


async def test_guesses_are_few_and_right_ones_are_free() -> None:
    async with table(password="teapot") as ann, guest() as bo:
        for _ in range(8):
            await bo.dial(ann, password="teapot")
        wrong = [await refused(bo, ann.address, password=f"sofa {guess}") for guess in range(7)]
        assert [error.reason for error in wrong] == ["password"] * 5 + ["busy"] * 2
        error = await refused(bo, ann.address, password="teapot")
        assert str(error) == (
            "too many wrong passwords came from your address; try again in a minute"
        )
        assert await soon(bo.hall.probe(ann.address))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.168.0.7", "192.168.0.7", True),
        ("192.168.0.7", "192.168.0.8", False),
        ("2001:db8::7", "2001:db8::ffff:8", True),
        ("2001:db8::7", "2001:db8:0:1::7", False),
        ("fe80::7%2", "fe80::8%2", True),
        ("fe80::7%2", "fe80::7%3", False),
    ],
)
def test_a_machine_with_many_ipv6_addresses_counts_once(one: str, other: str, same: bool) -> None:
    assert (origin_of(one) == origin_of(other)) is same


async def test_a_password_can_be_set_later_and_must_be_one() -> None:
    async with table() as ann, guest() as bo:
        await bo.dial(ann)
        ann.hall.password = "teapot"
        assert (await refused(bo, ann.address)).reason == "password"
        await bo.dial(ann, password="teapot")
        with pytest.raises(HallError, match="a password is more than spaces"):
            ann.hall.password = "  "
        assert ann.hall.password == "teapot"
    with pytest.raises(HallError, match="can't be written down"):
        Hall(ANN, hello_of, lambda link: None, "\ud800")


# -- who answers -----------------------------------------------------------------------------------


async def test_the_expected_identity_is_taken_and_no_other() -> None:
    async with table() as ann, guest() as bo:
        link = await soon(bo.hall.dial(ann.address, "play", ANN.pid))
        assert link.pid == ANN.pid
        with pytest.raises(HallError) as caught:
            await soon(bo.hall.dial(ann.address, "play", ROGUE.pid))
        assert str(caught.value) == f"somebody else than expected answers at {ann.address}"
        assert caught.value.reason == "unreachable"


async def test_a_peer_may_watch_its_own_table_but_not_call_itself() -> None:
    async with table() as ann:
        second = Owner(ANN)
        link = await second.dial(ann, "watch")
        assert link.pid == ANN.pid
        with pytest.raises(HallError):
            await soon(ann.hall.dial(ann.address, "play"))
        await soon(second.hall.close())


async def test_nobody_there_is_told_in_a_sentence() -> None:
    async with guest() as bo:
        nowhere = Address(HERE, free_port())
        error = await refused(bo, nowhere)
        assert str(error) == f"nobody takes connections at {nowhere}"
        assert error.reason == "unreachable"
        error = await refused(bo, Address("no-such-host.invalid", 4000))
        assert "no-such-host.invalid" in str(error)
        assert str(await refused(bo, Address(HERE, 0))) == "there is no port 0"
        assert str(await refused(bo, Address(HERE, 65536))) == "there is no port 65536"
        assert "can't be reached" in str(await refused(bo, Address("a\0\x1b[2J", 1)))


async def test_somebody_who_says_nothing_is_not_waited_for() -> None:
    ends: asyncio.Queue[bytes | None] = asyncio.Queue()

    async def mute(other: Rogue) -> None:
        assert await other.frame()
        ends.put_nowait(await other.frame())

    limits = DEFAULT_LIMITS._replace(meeting=60.0)
    async with trap(mute) as address, guest(limits) as bo:
        with pytest.raises(HallError, match=f"{address} does not answer"):
            await soon(bo.hall.dial(address, "play", timeout=0.05))
        assert await soon(ends.get()) is None
        waiting = asyncio.ensure_future(bo.hall.dial(address, "play"))
        await asyncio.sleep(0.05)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await soon(ends.get()) is None


async def test_a_call_given_up_early_leaves_no_complaint(monkeypatch: pytest.MonkeyPatch) -> None:
    complaints: list[object] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: complaints.append(context))

    async def forever(*_: object, **__: object) -> None:
        await asyncio.sleep(PATIENCE)

    monkeypatch.setattr(loop, "create_connection", forever)
    async with guest() as bo:
        calling = asyncio.ensure_future(bo.hall.dial(Address(HERE, 4000), "play", timeout=0.01))
        await asyncio.wait([calling])
        assert "does not answer" in str(calling.exception())
        del calling
    gc.collect()
    assert complaints == []


async def test_something_else_than_a_peer_is_told() -> None:
    async def web(other: Rogue) -> None:
        other.writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await other.frame()

    async with trap(web) as address, guest() as bo:
        error = await refused(bo, address)
        assert error.reason == "malformed"
        assert "something else than a table answers at" in str(error)


async def test_who_is_pushed_out_by_a_crowd_tries_again() -> None:
    knocks: list[Rogue] = []

    async def fickle(other: Rogue) -> None:
        knocks.append(other)
        if len(knocks) < 3:
            other.writer.transport.abort()
            return
        await other.shake(initiator=False)
        await other.hear()
        other.say(hello_of("Rogue"))

    async with trap(fickle) as address, guest() as bo:
        link = await soon(bo.hall.dial(address, "play"))
        assert link.hello.name == "Rogue"
        assert len(knocks) == 3


async def test_who_is_never_let_in_gives_up() -> None:
    async def slam(other: Rogue) -> None:
        other.writer.transport.abort()

    async with trap(slam) as address, guest() as bo:
        error = await refused(bo, address)
        assert (str(error), error.reason) == (f"{address} closes the door at once", "unreachable")


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (Bye("full", ""), "has no free seat"),
        (Bye("closed", "we go to bed"), "we go to bed"),
        (Share(b"y" * 32), "a Share came where a Hello was due"),
        (Tag(b"t" * 64), "a Tag came where a Hello was due"),
    ],
)
async def test_an_answer_that_is_no_hello_is_told(answer: Bye | Share | Tag, sentence: str) -> None:
    async def grumpy(other: Rogue) -> None:
        await other.shake(initiator=False)
        await other.hear()
        other.say(answer)
        await other.last()

    async with trap(grumpy) as address, guest() as bo:
        error = await refused(bo, address)
        assert str(error).endswith(sentence)
        assert error.reason == (answer.reason if isinstance(answer, Bye) else "malformed")


# -- full, and the end -----------------------------------------------------------------------------


async def test_a_full_hall_says_so() -> None:
    limits = DEFAULT_LIMITS._replace(connections=6, strangers=4)
    async with table(limits=limits) as ann, guest() as bo:
        first = await bo.dial(ann)
        await bo.dial(ann)
        error = await refused(bo, ann.address)
        assert (str(error), error.reason) == (
            "there are too many connections already; try again later",
            "busy",
        )
        assert await soon(bo.hall.probe(ann.address))
        first.close("left")
        await soon(ann.lost.get())
        await bo.dial(ann)


async def test_closing_says_goodbye_to_all_and_ends_everything() -> None:
    async with table() as ann, guest() as bo, rogue(ann.address) as silent:
        for _ in range(3):
            await bo.dial(ann)
        await soon(ann.hall.close())
        assert [await soon(bo.lost.get()) for _ in range(3)] == ["Ann leaves the table"] * 3
        assert await silent.frame() is None
        assert "nobody takes connections" in str(await refused(bo, ann.address))
        await soon(ann.hall.close())
        with pytest.raises(HallError, match="no more connections are made"):
            await ann.hall.dial(bo.address, "play")


async def test_closing_in_the_middle_of_a_call_ends_the_call() -> None:
    async def mute(other: Rogue) -> None:
        await other.frame()
        await other.frame()

    async with trap(mute) as address, guest() as bo:
        waiting = asyncio.ensure_future(bo.hall.dial(address, "play"))
        await asyncio.sleep(0.05)
        await soon(bo.hall.close())
        with pytest.raises(HallError):
            await soon(waiting)
