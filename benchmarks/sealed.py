"""The sealed deck at a table of five processes on this machine, against limits.

A deal counts from the opening of the game until everybody has read his hand; a draw from the
action that draws until all programs have it as final that the card was read; a play from the
action until all programs have checked the card. A drop-out counts from the removal of a player
until what was lost with him is dealt anew and read. Files are those of the whole game.
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any, Final

from benchmarks.measure import Pair
from benchmarks.network import Process, undisturbed
from benchmarks.report import Goal, Row, cost
from core.catalog import Catalog
from net.deck.audit import audit
from net.log.verify import Trail, follow

PLAYERS: Final = 5
LIMIT: Final = Goal(1, 0.5, at_most=True)
DEAL: Final = 1.5  # seconds
DRAW: Final = 0.030
PLAY: Final = 0.010
DROP_OUT: Final = 1.0
AUDIT: Final = 5.0
RECORD: Final = 1 << 20  # bytes

Lines = list[dict[int, Any]]  # for each program: entry -> kind, when final, begun, opens, busy


class SealedTable:
    """Five bots, each a process, who play one game."""

    def __init__(self, stack: ExitStack, folder: Path, *how: str) -> None:
        words = ("benchmarks.sealed_peer",)
        host = Process(stack, *words, str(folder / "0"), str(PLAYERS), *how)
        self.peers = [host]
        port = host.hear()
        for number in range(1, PLAYERS):
            place = str(folder / str(number))
            self.peers.append(Process(stack, *words, place, str(PLAYERS), str(port)))
            self.peers[-1].hear()

    def play(self, lose: bool = False) -> tuple[Lines, Path]:
        """The game; in its middle a player may be lost."""
        for peer in self.peers:
            peer.hear()
        if lose:
            self.peers.pop().close()
        answers = [peer.hear() for peer in self.peers]
        lines = [{seq: rest for seq, *rest in answer["lines"]} for answer in answers]
        return lines, Path(answers[0]["log"])


def sealed(catalog: Catalog, seconds: float) -> Iterator[Row]:
    """Dealing, drawing, playing and auditing of five processes with a sealed deck."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        with ExitStack() as game, undisturbed():
            lines, log = SealedTable(game, folder / "whole").play()
            data = log.read_bytes()
        cards = len(catalog.life())
        yield _limit(f"{cards} cards dealt to {PLAYERS} / limit", [_until_calm(lines, 1)], DEAL)
        yield _limit("draw, until all know it was read / limit", list(_draws(lines)), DRAW)
        yield _limit("play of a hidden card / limit", list(_plays(lines)), PLAY)
        with ExitStack() as game, undisturbed():
            lost, _ = SealedTable(game, folder / "lost").play(lose=True)
        removals = [seq for seq, (kind, *_) in lost[0].items() if kind == "remove"]
        rebuilt = [_until_calm(lost, seq) for seq in removals]
        yield _limit("drop-out of one rebuilt / limit", rebuilt, DROP_OUT)
        with ExitStack() as game, undisturbed():
            strict, proofs = SealedTable(game, folder / "strict", "strict").play()
            size = proofs.stat().st_size
        what = f"{cards} cards, every shuffle proven to {PLAYERS} / dealt without"
        proven, plain = _until_calm(strict, 1), _until_calm(lines, 1)
        share = proven / plain
        yield cost(what, Pair(proven, plain, share, share, share))
    began = time.perf_counter()
    trail = follow(data)
    followed = time.perf_counter() - began
    assert isinstance(trail, Trail)
    deck = trail.referee.sealed
    assert deck is not None
    began = time.perf_counter()
    found = audit(deck)
    took = time.perf_counter() - began
    assert {finding.verdict for finding in found} == {"honest"}
    yield _limit(f"audit of {len(deck.deals)} deals by {PLAYERS} / limit", [took], AUDIT)
    yield _limit(f"... with all {len(trail.log)} entries checked / limit", [took + followed], AUDIT)
    yield _record(f"record of {len(trail.log)} entries / limit", len(data))
    yield _record(f"record with proofs of {len(strict[0])} entries / limit", size)


def _record(what: str, size: int) -> Row:
    share = size / RECORD
    return Row(what, f"{size / 1024:.0f} KB", f"{RECORD / 1024:.0f} KB", share, share, share,
               LIMIT)  # fmt: skip


def _limit(what: str, taken: list[float], limit: float) -> Row:
    shares = sorted(one / limit for one in taken)
    middle = median(shares)
    quarter = len(shares) // 4
    pair = Pair(middle * limit, limit, middle, shares[quarter], shares[-1 - quarter])
    return cost(what, pair, LIMIT)


def _last(lines: Lines, seq: int) -> float:
    """When an entry was final for the last program."""
    return float(max(program[seq][1] for program in lines))


def _calm(lines: Lines, seq: int) -> int:
    """The first entry from there on after which nobody deals or reads."""
    return next(at for at in sorted(lines[0]) if at >= seq and at > 1 and not lines[0][at][4])


def _until_calm(lines: Lines, seq: int) -> float:
    """From an entry on, until cards are dealt and read."""
    first = min(program[seq][1] for program in lines)
    deal = next(at for at in sorted(lines[0]) if at >= seq and lines[0][at][4])
    return float(_last(lines, _calm(lines, deal)) - first)


def _acts(lines: Lines) -> Iterator[tuple[int, float, bool]]:
    """Actions: the entry, when it was begun, and whether it opens cards."""
    for program in lines:
        for seq, (kind, _, began, opens, _) in program.items():
            if kind == "do" and began:
                yield seq, began, opens


def _draws(lines: Lines) -> Iterator[float]:
    for seq, began, _ in _acts(lines):
        if lines[0][seq][4]:
            after = _calm(lines, seq)
            kinds = {lines[0][at][0] for at in range(seq + 1, after + 1)}
            if kinds == {"got"} and after == seq + 1:
                yield _last(lines, after) - began


def _plays(lines: Lines) -> Iterator[float]:
    for seq, began, opens in _acts(lines):
        if opens and not lines[0][seq][4]:
            yield _last(lines, seq) - began
