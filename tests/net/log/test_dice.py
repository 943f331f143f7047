"""Chains, beacon, fair numbers, and when a link may be shown."""

import json

import pytest

from net.log.dice import (
    Burnt,
    DiceError,
    Draws,
    KnownLinks,
    LinkChain,
    Reveal,
    Revealer,
    beacon,
    blocking,
    next_link,
)
from net.log.entries import Ack, Asked, EntryError, pack
from tests.kit.places import VECTORS
from tests.net.facts import unhex
from tests.net.honest import identity

VECTOR = json.loads((VECTORS / "dice.json").read_text())
GID = bytes(16)
ANN, BO, CY, DEE, EVE = (identity(number) for number in range(5))
PIDS = [one.pid for one in (ANN, BO, CY, DEE, EVE)]
DUE = Asked(1, 7, b"h" * 32)


def chain(start: int = 0, length: int = 20) -> LinkChain:
    return LinkChain(GID, ANN.pid, b"s" * 32, start, length)


# -- vectors ---------------------------------------------------------------------------------------


def test_vectors() -> None:
    gid, head = bytes.fromhex(VECTOR["gid"]), bytes.fromhex(VECTOR["head"])
    pids = unhex(VECTOR["pids"])
    chains = [LinkChain(gid, *pair) for pair in zip(pids, unhex(VECTOR["seeds"]), strict=True)]
    assert [one.anchor for one in chains] == unhex(VECTOR["anchors"])
    assert [one.last for one in chains] == [4096] * 3
    for case in VECTOR["throws"]:
        links = [one.link(case["throw"]) for one in chains]
        assert links == unhex(case["links"])
        luck = beacon(gid, case["throw"], head, dict(zip(pids, links, strict=True)))
        assert luck.hex() == case["beacon"]
        assert Draws(luck).take(80).hex() == case["bytes"]
        draws = Draws(luck)
        assert [draws.d6() for _ in case["d6"]] == case["d6"]
        draws = Draws(luck)
        assert [[limit, draws.below(limit)] for limit, _ in case["below"]] == case["below"]
        assert Draws(luck).shuffled(range(20)) == case["shuffled"]


# -- chains ----------------------------------------------------------------------------------------


def test_each_link_leads_to_the_one_before_and_is_of_one_player_and_one_game() -> None:
    one = chain()
    assert next_link(GID, ANN.pid, one.link(1)) == one.anchor
    assert all(next_link(GID, ANN.pid, one.link(r)) == one.link(r - 1) for r in range(2, 21))
    for throw in (-1, 0, 21):
        with pytest.raises(DiceError, match="no link"):
            one.link(throw)
    others = ((GID, BO.pid), (b"g" * 16, ANN.pid), (b"g" * 16, BO.pid))
    anchors = {LinkChain(*other, b"s" * 32, length=20).anchor for other in others}
    assert len(anchors | {one.anchor}) == 4


def test_links_are_taken_in_order_and_with_gaps() -> None:
    one, known = chain(), KnownLinks(GID)
    known.anchor(ANN.pid, one.anchor)
    known.shown(ANN.pid, 1, one.link(1))
    known.shown(ANN.pid, 5, one.link(5))
    for throw, link in ((5, 5), (4, 4), (6, 7), (7, 6), (6, 5)):
        with pytest.raises(DiceError, match="doesn't belong"):
            known.shown(ANN.pid, throw, one.link(link))
    assert not known.fits(BO.pid, 6, one.link(6))
    assert not known.fits(ANN.pid, 10**12, one.link(6)), "nobody can make us hash for hours"
    assert not known.fits(ANN.pid, 6, one.link(6)[:-1])
    known.shown(ANN.pid, 6, one.link(6))


def test_a_new_chain_begins_after_the_last_throw_and_an_anchor_is_used_once() -> None:
    first, second, known = chain(), LinkChain(GID, ANN.pid, b"t" * 32, 3, 20), KnownLinks(GID)
    known.anchor(ANN.pid, first.anchor)
    known.shown(ANN.pid, 3, first.link(3))
    for anchor in (first.anchor, b"short"):
        assert not known.new(anchor)
        with pytest.raises(DiceError, match="same anchor"):
            known.anchor(BO.pid, anchor)
    known.anchor(ANN.pid, second.anchor, 3)
    assert not known.fits(ANN.pid, 4, first.link(4))
    known.shown(ANN.pid, 4, second.link(4))
    assert second.last == 23


# -- numbers ---------------------------------------------------------------------------------------


class Fixed(Draws):
    """Draws whose bytes are given, to see what is thrown back."""

    def __init__(self, data: bytes) -> None:
        super().__init__(bytes(32))
        self._block = data


def test_unfair_bytes_are_thrown_back_and_nothing_is_drawn_from_nothing() -> None:
    """What exactly is drawn is in the vectors."""
    assert Fixed(b"\xfc\xfd\xfe\xff\x03").d6() == 4
    assert Fixed(b"\xfb").d6() == 6
    top = (1 << 32) - (1 << 32) % 7
    assert Fixed(top.to_bytes(4, "big") + b"\0\0\0\3").below(7) == 3
    assert Fixed((top - 1).to_bytes(4, "big")).below(7) == 6
    assert Fixed(b"\xff" * 4).below(1 << 32) == (1 << 32) - 1
    assert Fixed(b"\xff" * 4).below(1) == 0
    for limit in (0, -1, (1 << 32) + 1):
        with pytest.raises(ValueError, match="nothing to draw"):
            Draws(bytes(32)).below(limit)
    with pytest.raises(ValueError, match="32 bytes"):
        Draws(b"short")


# -- showing a link --------------------------------------------------------------------------------


def revealer(saved: list[Burnt] | None = None, burnt: Burnt | None = None) -> Revealer:
    return Revealer(ANN, GID, chain(), ([] if saved is None else saved).append, burnt)


def test_two_players_need_no_certificate_and_five_a_third_signature() -> None:
    assert [blocking(n) for n in range(1, 9)] == [1, 1, 2, 2, 3, 3, 4, 4], "half of them"
    guard = revealer()
    assert guard.refusal(1, DUE, DUE, (), BO.pid, PIDS[:2]) is None
    assert guard.refusal(1, DUE, DUE, (), BO.pid, PIDS) == (
        "2 of 3 players have confirmed the entry"
    )
    assert guard.refusal(1, DUE, DUE, [b"x" * 32], BO.pid, PIDS), "strangers don't count"
    assert guard.refusal(1, DUE, DUE, [BO.pid, ANN.pid], BO.pid, PIDS), "nobody counts twice"
    assert guard.refusal(1, DUE, DUE, [CY.pid], BO.pid, PIDS) is None
    assert guard.refusal(1, DUE, DUE, [CY.pid], ANN.pid, PIDS), "the host needs two others"


def test_only_what_my_own_log_asks_for_is_answered() -> None:
    guard = revealer()
    assert guard.refusal(1, None, DUE, PIDS, BO.pid, PIDS) == "my own log has no roll due"
    for top in (Asked(1, 6, b"g" * 32), Asked(1, 7, b"x" * 32), Asked(0, 9, b"x" * 32)):
        assert "don't cover" in str(guard.refusal(1, DUE, top, PIDS, BO.pid, PIDS))
    assert guard.refusal(1, DUE, Asked(2, 8, b"n" * 32), PIDS, BO.pid, PIDS) is None
    assert "only players" in str(guard.refusal(1, DUE, DUE, PIDS, BO.pid, PIDS[1:]))
    assert "only players" in str(guard.refusal(1, DUE, DUE, PIDS, b"x" * 32, PIDS))
    assert "no link" in str(guard.refusal(21, DUE, DUE, PIDS, BO.pid, PIDS))


def test_a_link_is_burnt_before_it_is_shown() -> None:
    saved: list[Burnt] = []
    guard = revealer(saved)
    shown = guard.reveal(3, DUE, DUE)
    assert saved == [Burnt(3, DUE.head)]
    assert shown.link == chain().link(3)
    assert shown.ack == Ack.make(ANN, GID, 1, DUE)
    assert Reveal.read(shown.raw) == shown
    with pytest.raises(EntryError, match="version"):
        Reveal.read(pack([2, shown.ack.raw, 3, shown.link]))
    assert guard.reveal(3, DUE, DUE) == shown, "again for the same entry"
    assert len(saved) == 1
    other = Asked(2, 7, b"o" * 32)
    for throw in (3, 2, 1):
        assert "shown already" in str(guard.refusal(throw, other, other, PIDS, BO.pid, PIDS))
        with pytest.raises(DiceError, match="shown already"):
            guard.reveal(throw, other, other)
    assert guard.refusal(4, other, other, PIDS, BO.pid, PIDS) is None


def test_a_failing_disk_shows_nothing_and_after_a_crash_the_same_link_is_due() -> None:
    def save(burnt: Burnt) -> None:
        raise OSError("full")

    guard = Revealer(ANN, GID, chain(), save)
    with pytest.raises(OSError, match="full"):
        guard.reveal(1, DUE, DUE)
    assert guard.burnt == Burnt()
    guard = revealer(burnt=Burnt(3, DUE.head))  # after a crash
    assert guard.refusal(3, DUE, DUE, PIDS, BO.pid, PIDS) is None
    assert guard.refusal(3, DUE._replace(head=b"o" * 32), DUE, PIDS, BO.pid, PIDS)


def test_a_new_chain_takes_over() -> None:
    guard = revealer()
    guard.reveal(3, DUE, DUE)
    guard.renew(chain(3))
    assert guard.reveal(4, DUE._replace(head=b"o" * 32), DUE).link == chain(3).link(4)
    assert "no link" in str(guard.refusal(3, DUE, DUE, PIDS, BO.pid, PIDS))
