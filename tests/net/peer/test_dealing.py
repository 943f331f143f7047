"""A player's part in the deal: a pass is for the very deal it was made for, and keys that are
missing are asked for."""

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from net.deck.locks import MASK, Deal, Step
from net.log.kinds import SEED
from net.wire import messages as wire
from tests.net.tablesim.decks import sealed_catalog
from tests.net.tablesim.paper import cheap
from tests.net.tablesim.rogue import game_of, until
from tests.net.tablesim.sealedrogue import begun, deck_of, table
from tests.net.tablesim.toygroup import toy_group


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with cheap(sealed_catalog()), toy_group():
        yield


def made_by(deal: Deal, passes: int) -> Deal:
    """The same deal when so many passes have been made."""
    step = Step(*[b""] * len(Step._fields))
    return deal._replace(steps=(step,) * passes)


@pytest.mark.parametrize(
    ("meanwhile", "due"),
    [
        (lambda deal: deal, True),
        (lambda deal: deal._replace(points=deal.points[::-1]), False),
        (lambda deal: made_by(deal, 2), False),  # it is somebody else's turn
        (lambda deal: made_by(deal, 4), False),  # his, and another pass
        (lambda deal: None, False),
    ],
    ids=["nothing", "other cards", "another player", "another pass", "no deal"],
)
def test_a_pass_is_made_for_the_deal_as_it_is_when_it_is_ready(
    meanwhile: Callable[[Deal], Deal | None], due: bool
) -> None:
    made = table()
    one, computed = made.programs[1], list[Any]()
    one.compute = lambda work, done: computed.append((work(), done))  # type: ignore[assignment]
    until(made, lambda: bool(computed))
    dealing, deck, proposed = game_of(one).dealing, game_of(one).ledger.tip.sealed, list[str]()
    dealing._propose = lambda kind, payload, now: proposed.append(kind)
    assert deck is not None
    deal = deck.deal
    assert deal is not None
    deck.deal = meanwhile(deal)
    ((payload, done),) = computed
    done(payload, made.now)
    assert proposed == [MASK] * due
    deck.deal = deal
    dealing.look(0, made.now)
    assert len(computed) == (1 if due else 2), "what came to nothing is made again"


def test_all_others_are_asked_for_keys_that_are_missing() -> None:
    made = begun(table())
    one, sent = made.programs[1], list[tuple[bytes, object]]()
    assert deck_of(one).locks
    one.home.keys.clear()
    one.send = lambda pid, message: sent.append((pid, message))  # type: ignore[method-assign]
    others = sorted(program.pid for program in made.programs if program is not one)
    want = wire.Want(made.terms.gid, tuple(others))
    game_of(one).dealing.look(0, made.now + 60.0)
    assert sorted(sent) == [(pid, want) for pid in others]  # type: ignore[type-var]
    game_of(one).dealing.look(0, made.now + 60.0)
    assert len(sent) == len(others), "but not all the time"


@pytest.mark.parametrize(
    ("seq", "over", "shown", "times"),
    [(9, True, False, 1), (9, True, True, 0), (9, False, False, 0), (0, True, False, 0)],
    ids=["final", "shown before a restart", "not final", "nothing is final"],
)
def test_a_seed_is_shown_once_when_the_end_is_final(
    seq: int, over: bool, shown: bool, times: int
) -> None:
    game = game_of(table().programs[1])
    dealing, proposed = game.dealing, list[str]()
    dealing._propose = lambda kind, payload, now: proposed.append(kind)
    final = SimpleNamespace(last=SimpleNamespace(seq=seq), over=over)
    deck = SimpleNamespace(seeds={game.me.pid: b""} if shown else {})
    dealing._ledger = SimpleNamespace(final=final, tip=SimpleNamespace(sealed=deck))
    for _ in range(2):
        dealing._show_seed(0.0)
        assert proposed == [SEED] * times
    dealing.rejected(SEED)
    dealing._show_seed(0.0)
    assert proposed == [SEED] * 2 * times, "once more if it came to nothing"
