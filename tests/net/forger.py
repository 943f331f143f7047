"""Passes over a deck and their proofs, right and wrong.

Here is a second prover, written down from the formulas of docs/sealed-deck.md, that claims
anything. It takes no short cuts, so what it says of a false pass is as near to the truth as can be:
where the prover of the game would fail by accident this one fails only if the check is good.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from net.deck import group
from net.deck.group import ORDER
from net.deck.keys import Keyring, carried, rekeyed, traces
from net.deck.proofs import Context, exchange_holds, mask_holds, prove_exchange, prove_mask
from net.deck.questions import Transcript, number, of_generator, powers, scalar, total
from net.deck.shuffle import axis

Numbers = Sequence[int]

GID = b"game" * 4
HEAD = b"head" * 8
ANN = b"ann." * 8
HERE = Context(GID, HEAD, ANN)
RING = Keyring(GID, ANN, b"seed" * 8)
SECRET = b"only" * 8
TWO = (2).to_bytes(32, "little")
KINDS = ("mask", "carry", "rekey")


def luck(length: int, label: int) -> list[int]:
    """Numbers for seals; a forger has nothing to hide."""
    return [number(group.scalar(b"luck", "czd/test", label, at)) for at in range(length)]


def seal(numbers: Numbers, blind: int) -> bytes:
    """blind times the generator, and each number times the axis of its place."""
    return group.add(of_generator(blind), total((n, axis(at)) for at, n in enumerate(numbers)))


def forged_exchange(
    asked: Transcript,
    mask: bytes,
    keys: Sequence[bytes],
    masked: Sequence[bytes],
    locked: Sequence[bytes],
) -> bytes:
    """A proof that mask times masked[j] is keys[j] times locked[j]."""
    rho = powers(asked.ask(), len(keys))
    blind, *blinds = luck(len(keys) + 1, 0)
    left = [(r * blind, point) for r, point in zip(rho, masked, strict=True)]
    right = [(-r * b, point) for r, b, point in zip(rho, blinds, locked, strict=True)]
    question = asked.ask(total(left + right), *map(of_generator, (blind, *blinds)))
    answers = [
        b + question * number(k) for b, k in zip([blind, *blinds], [mask, *keys], strict=True)
    ]
    return b"".join(map(scalar, [question, *answers]))


def forged_shuffle(
    asked: Transcript,
    mask: bytes,
    places: Numbers,
    weights: Callable[[list[int]], Numbers],
    given: Sequence[bytes],
    points: Sequence[bytes],
) -> bytes:
    """A proof that points are given in another order, with the places and weights one likes.

    `places` are sealed first. Then the powers of the question are known, and `weights` says what
    is sealed as those in the order of the places.
    """
    length, kappa = len(given), number(mask)
    r, s, t_d, t_low, t_high, t_f, omega = luck(7, 1)
    seal_a = seal(places, r)
    xs = powers(asked.ask(seal_a), length)
    b = weights(xs)
    seal_b = seal(b, s)
    y, z = asked.ask(seal_b), asked.ask()
    e = [(y * place + own - z) % ORDER for place, own in zip(places, b, strict=True)]
    p = [e[0]]
    for factor in e[1:]:
        p.append(p[-1] * factor % ORDER)
    d, f = luck(length, 2), luck(length, 3)
    delta = [d[0], *luck(length - 2, 4), 0]
    low = [-delta[i] * d[i + 1] for i in range(length - 1)]
    high = [delta[i + 1] - e[i + 1] * delta[i] - p[i] * d[i + 1] for i in range(length - 1)]
    went_in = total(zip(xs, given, strict=True))
    balance = total([*zip(f, points, strict=True), (-omega, went_in)])
    seals = (seal(d, t_d), seal(low, t_low), seal(high, t_high), seal(f, t_f))
    w = asked.ask(*seals, balance, of_generator(omega))
    answers = [
        *(w * e[i] + d[i] for i in range(length)),
        *(w * p[i] + delta[i] for i in range(1, length - 1)),
        *(w * b[i] + f[i] for i in range(length)),
        w * (y * r + s) + t_d,
        w * t_high + t_low,
        w * s + t_f,
        w * kappa + omega,
    ]
    said = (seal_a, seal_b, *seals, balance, of_generator(omega))
    return b"".join((*said, *map(scalar, answers)))


def swapped(points: Sequence[bytes], **new: bytes) -> tuple[bytes, ...]:
    """The list with other points at the places named at0, at1 and so on."""
    made = list(points)
    for place, point in new.items():
        made[int(place.removeprefix("at"))] = point
    return tuple(made)


def twice(point: bytes) -> bytes:
    return group.times(TWO, point)


@dataclass(frozen=True)
class Pass:
    """A pass and its proof: what its author publishes, and with what it was made."""

    kind: str
    mask: bytes
    keys: tuple[bytes, ...]
    order: tuple[int, ...]
    given: tuple[bytes, ...]
    points: tuple[bytes, ...]
    trace: bytes
    traces: tuple[bytes, ...]
    proof: bytes = b""

    def proven(self) -> "Pass":
        """With a proof made from what is claimed here, whether it is true or not."""
        if self.kind == "mask":
            made = prove_mask(HERE, self.mask, self.order, self.given, self.points, SECRET)
        else:
            made = prove_exchange(
                self.kind.encode(), HERE, self.mask, self.keys, self.given, self.points, SECRET
            )
        return replace(self, proof=made)

    @property
    def statement(self) -> object:
        """What everybody sees of it."""
        return self.trace, self.traces, self.given, self.points

    def out(self, **new: bytes) -> "Pass":
        """With other points put out at the places named at0, at1 and so on."""
        return replace(self, points=swapped(self.points, **new))

    def forged(self) -> "Pass":
        """With a proof by a prover that takes everything that is claimed for true."""
        said = Transcript(self.kind.encode(), HERE, (self.trace,), self.given, self.points)
        if self.kind == "mask":
            places = [place + 1 for place in self.order]
            made = forged_shuffle(said, self.mask, places, self.ordered, self.given, self.points)
        else:
            sides = self.given, self.points
            masked, locked = sides if self.kind == "carry" else sides[::-1]
            said = Transcript(self.kind.encode(), HERE, (self.trace,), self.traces, masked, locked)
            made = forged_exchange(said, self.mask, self.keys, masked, locked)
        return replace(self, proof=made)

    def ordered(self, powers: list[int]) -> list[int]:
        return [powers[place] for place in self.order]

    def holds(self, context: Context = HERE) -> bool:
        if self.kind == "mask":
            return mask_holds(context, self.trace, self.given, self.points, self.proof)
        return exchange_holds(
            self.kind.encode(),
            context,
            self.trace,
            self.traces,
            self.given,
            self.points,
            self.proof,
        )


def honest(kind: str, length: int) -> Pass:
    """A pass over so many cards, as it should be; one card in a carry has no key."""
    cards = group.card_points(GID, length)
    at = group.fingerprint(cards)
    mask = RING.mask(HEAD, at)
    keys = tuple(RING.key(HEAD, at, place) for place in range(length))
    order = tuple(RING.order(HEAD, at, length))
    if kind == "mask":
        points = [group.times(mask, cards[place]) for place in order]
        keys = ()
    elif kind == "carry":
        keys = (*keys[:-1], group.ONE) if keys else ()
        points = carried(mask, keys, cards)
    else:
        points = rekeyed(mask, keys, cards)
    known = tuple(traces(keys))
    trace = group.generator_times(mask)
    return Pass(kind, mask, keys, order, cards, tuple(points), trace, known).proven()
