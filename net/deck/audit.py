"""The audit after the game: every pass over the cards again, from the seeds the players show.

The log has all lists, so a player's own seed is enough to judge their steps: players who don't show
their seed hide only what they did themselves.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from core.actions import REDEAL, SHUFFLE, Action
from core.telling import listing
from net.deck import group
from net.deck.keys import Keyring, carried, masked, rekeyed, traces
from net.deck.locks import MASK, REKEY, Deal, Lock, Step
from net.deck.sealed import SealedDealer

HONEST: Final = "honest"
CHEAT: Final = "cheat"
SILENT: Final = "silent"
_WORDS: Final = {MASK: "shuffled", REKEY: "locked the cards"}


class Finding(NamedTuple):
    """The audit's verdict on one player."""

    pid: bytes
    verdict: str
    text: str = ""  # how a player cheated


def audit(deck: SealedDealer) -> tuple[Finding, ...]:
    """Judge every player who handled the cards, in the order they first did."""
    deals = [*deck.deals, *([deck.deal] if deck.deal is not None else [])]
    dealers = dict.fromkeys(step.pid for deal in deals for step in deal.steps)
    return tuple(_judge(deck, deals, pid) for pid in dealers)


def verdict(findings: Sequence[Finding], name: Callable[[bytes], str]) -> str:
    """Sum up an audit in a few words."""
    cheats = [f"{name(found.pid)} {found.text}" for found in findings if found.verdict == CHEAT]
    silent = [name(found.pid) for found in findings if found.verdict == SILENT]
    if cheats:
        return f"CHEATED: {listing(cheats)}"
    if silent:
        return f"audited, but not {listing(silent)}: no seed shown"
    return "audited: yes"


def _judge(deck: SealedDealer, deals: list[Deal], pid: bytes) -> Finding:
    seed = deck.seeds.get(pid)
    if seed is None:
        return Finding(pid, SILENT)
    ring = Keyring(deck.gid, pid, seed)
    for number, deal in enumerate(deals, 1):
        for step in deal.steps:
            if step.pid == pid and not _honest(deals, ring, deal, step):
                text = f"{_WORDS[step.stage]} dishonestly in deal {number}"
                return Finding(pid, CHEAT, text)
    return Finding(pid, HONEST)


def _honest(deals: list[Deal], ring: Keyring, deal: Deal, step: Step) -> bool:
    head, pid = deal.asked.head, step.pid
    if step.stage == MASK:
        mask = ring.mask(head, step.mark)
        keys = [_key(deals, ring, pid, lock) for _, lock in deal.kept]
        made = (
            masked(mask, ring.order(head, step.mark, len(step.given)), step.given),
            carried(mask, keys, step.kept_given),
            [group.generator_times(mask)],
        )
        return (list(step.points), list(step.kept_points), list(step.traces)) == made
    first = deal.step(MASK, pid)
    assert first is not None
    mask = ring.mask(head, first.mark)
    keys = [ring.key(head, step.mark, place) for place in range(len(step.given))]
    made_keys = (rekeyed(mask, keys, step.given), traces(keys))
    return (list(step.points), list(step.traces)) == made_keys


def _key(deals: list[Deal], ring: Keyring, pid: bytes, lock: Lock) -> bytes:
    """Return a player's key on a kept card, or ONE if they have none."""
    if pid not in lock.holders:
        return group.ONE
    deal = deals[lock.deal]
    step = deal.step(REKEY, pid)
    assert step is not None
    return ring.key(deal.asked.head, step.mark, lock.place)


def opened_up(deck: SealedDealer, actions: Iterable[Action]) -> Iterator[Action]:
    """Yield a game's actions with the faces of all cards as they were dealt.

    Where a seed is missing they stay hidden. A pile that was shuffled together with other cards
    is turned up along with them.
    """
    deals = iter([deal for deal in deck.deals if deal.turn is None])
    faces: dict[int, int] = {}
    mixed = False  # whether the last pile was shuffled with cards that are redealt next
    for action in actions:
        if action.kind == SHUFFLE or (action.kind == REDEAL and not mixed):
            deal = next(deals)
            faces = dict(zip(deal.cards, _dealt(deck, deal), strict=False))
            mixed = action.kind == SHUFFLE and bool(deal.rest)
            cards = () if mixed else deal.cards
        elif action.kind == REDEAL:
            mixed, cards = False, deal.cards
        else:
            cards = ()
        if not cards or not faces:
            yield action
        elif action.kind == REDEAL:
            yield action._replace(cards=cards, faces=tuple(map(faces.__getitem__, cards)))
        else:
            yield action._replace(faces=tuple(map(faces.__getitem__, cards)))


def _dealt(deck: SealedDealer, deal: Deal) -> list[int]:
    """Return the faces at the places of a deal; empty if a seed is missing."""
    if not all(pid in deck.seeds for pid in deal.players):
        return []
    numbers = list(deal.numbers)
    for step in deal.steps:
        if step.stage == MASK:
            ring = Keyring(deck.gid, step.pid, deck.seeds[step.pid])
            order = ring.order(deal.asked.head, step.mark, len(numbers))
            numbers = [numbers[at] for at in order]
    last = deal.steps[len(deal.players) - 1]
    staying = set(last.kept_points)
    return [
        deck.faces[number]
        for number, point in zip(numbers, last.points, strict=True)
        if point not in staying
    ]
