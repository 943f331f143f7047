"""A strict table: whether a pass over the cards is proven honest while the game is played."""

from net.deck.locks import MASK, REKEY, Deal, Lock, Step
from net.deck.proofs import CARRYING, NO_KEY, REKEYING, Context, exchange_holds, mask_holds
from net.deck.sealed import SealedDealer


def proven(deck: SealedDealer, deal: Deal, step: Step) -> bool:
    """Whether the proofs of a pass hold; everybody who looks finds the same."""
    context = Context(deck.gid, deal.asked.head, step.pid)
    if step.stage == MASK:
        (trace,), (proof, other) = step.traces, step.proofs
        if not mask_holds(context, trace, step.given, step.points, proof):
            return False
        keys = [_trace(deck, step.pid, lock) for _, lock in deal.kept]
        return not keys or exchange_holds(
            CARRYING, context, trace, keys, step.kept_given, step.kept_points, other
        )
    first = deal.step(MASK, step.pid)
    assert first is not None
    (proof,) = step.proofs
    trace = first.traces[0]
    return exchange_holds(REKEYING, context, trace, step.traces, step.given, step.points, proof)


def _trace(deck: SealedDealer, pid: bytes, lock: Lock) -> bytes:
    """What is known of a player's key on a card that was kept."""
    if pid not in lock.holders:
        return NO_KEY
    step = deck.deals[lock.deal].step(REKEY, pid)
    assert step is not None
    return step.traces[lock.place]
