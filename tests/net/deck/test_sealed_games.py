"""Whole sealed games with drop-outs, thefts, shuffles and returns: every card is accounted for."""

import json
from collections.abc import Iterator

import pytest

from net.deck.sealed import SealedDealer
from net.log.referee import SEED, Referee
from net.peer.dealing import Dealing
from net.peer.shares import Shares
from tests.kit.places import SEEDS
from tests.net.sealing import small_deck
from tests.net.tablesim.decks import sealed_catalog
from tests.net.tablesim.program import Program
from tests.net.tablesim.sealed import SealedSim, main, play, play_many
from tests.net.tablesim.table import Weather
from tests.net.tablesim.toygroup import toy_group

CHUNK = 12
REPLAY = "python -m tests.net.tablesim.sealed --runs 1 --first"


@pytest.mark.parametrize("first", range(0, 4 * CHUNK, CHUNK))
def test_every_card_is_accounted_for_and_everybody_found_honest(first: int) -> None:
    broken = [game for game in play_many(range(first, first + CHUNK)) if game.broken]
    assert not broken, f"{REPLAY} {broken[0].seed}: {broken[0].broken}"


def test_seeds_that_once_failed() -> None:
    kept = json.loads((SEEDS / "table.json").read_text(encoding="utf-8"))
    seeds = [game["seed"] for game in kept["sealed"]]
    assert [game.broken for game in play_many(seeds)] == [""] * len(seeds)


def test_one_seed_is_one_game_and_the_command_says_what_went_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert play(4) == play(4)
    assert main(["--runs", "1", "--first", "4"]) == 0
    assert "1 sealed games" in capsys.readouterr().out
    monkeypatch.setattr(SealedSim, "judge", lambda table: 1 / 0)
    assert main(["--runs", "1", "--first", "4"]) == 1
    assert "seed 4" in capsys.readouterr().out


# -- programs that forget a rule are found out -----------------------------------------------------


def broken_by(seeds: range = range(6)) -> str:
    return next((game.broken for game in play_many(seeds) if game.broken), "")


@pytest.mark.parametrize("entries", [0, 20], ids=["when the end is not final", "in the middle"])
def test_whoever_shows_his_seed_too_early_is_noticed(
    entries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "look" if entries else "_show_seed"
    honest = getattr(Dealing, name)

    def hasty(self: Dealing, *words: object) -> None:
        if entries:
            honest(self, *words)
        if self._ledger.final.last.seq >= entries and not self._shown:
            self._shown = True
            self._propose(SEED, self._seed, words[-1])  # type: ignore[arg-type]

    monkeypatch.setattr(Dealing, name, hasty)
    assert "shows its seed before the end" in broken_by()


def test_who_learns_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def everything(self: Shares, deck: SealedDealer, game: object, owners: object) -> bool:
        for card in deck.locks:
            game.face[card] = 0  # type: ignore[attr-defined]
        return True

    monkeypatch.setattr(Shares, "teach", everything)
    assert "which is hidden from it" in broken_by()


def test_a_lost_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    lock = SealedDealer._lock

    def careless(self: SealedDealer) -> None:
        lock(self)
        one, two = list(self.locks)[:2]
        self.locks[one] = self.locks[two]

    monkeypatch.setattr(SealedDealer, "_lock", careless)
    assert "lost or doubled" in broken_by()


# -- seeds are never shown too early ---------------------------------------------------------------


@pytest.fixture
def sim() -> Iterator[SealedSim]:
    with small_deck(), toy_group():
        yield SealedSim(3, 3, weather=Weather(0.01, 0.02), strict=False, deck=sealed_catalog())


def ended(program: Program) -> tuple[bool, bool]:
    """Whether the game has ended at the end of a program's log, and for certain."""
    assert program.game is not None
    tip, final = program.game.ledger.tip, program.game.ledger.final
    return (tip.last.seq > 0 and tip.over, final.last.seq > 0 and final.over)


def shown(program: Program) -> bool:
    assert program.game is not None
    return any(entry.act.kind == SEED for entry in program.game.ledger.log)


def at_the_last_moment(sim: SealedSim) -> Program:
    """The host whose log has the last action, which nobody else has confirmed yet."""
    host = sim.programs[0]
    assert sim.run(300, lambda: ended(host) == (True, False))
    return host


def test_a_host_that_is_cut_off_with_the_last_action_keeps_his_seed(sim: SealedSim) -> None:
    host = at_the_last_moment(sim)
    others = sim.programs[1:]
    sim.wires.block({(a.pid, b.pid) for a in (host,) for b in others})
    sim.wires.block({(b.pid, a.pid) for a in (host,) for b in others})
    sim.hushed = True  # so that on the other branch the game does not end
    sim.run(5.0)
    assert ended(host) == (True, False)
    assert not shown(host)
    sim.wires.clear(set(sim.wires.cut))
    sim.run(20.0)
    for program in sim.programs:
        assert shown(program) == ended(program)[1]


def test_nor_does_he_when_his_program_is_started_again(sim: SealedSim) -> None:
    host = at_the_last_moment(sim)
    for program in sim.programs:
        sim.kill(program)
    sim.hushed = True
    sim.start(host)
    sim.run(5.0)
    assert ended(host) == (True, False)
    assert not shown(host)
    for program in sim.programs[1:]:
        sim.start(program)
    sim.run(20.0)
    for program in sim.programs:
        assert shown(program) == ended(program)[1]


def test_a_protest_that_nobody_has_confirmed_makes_nobody_show_his_seed(sim: SealedSim) -> None:
    host = sim.programs[0]
    assert sim.run(300, lambda: len(sim.history) > 30)
    sim.hushed = True
    game = host.game
    assert game is not None
    game.ledger.tip = game.ledger.tip.copy()
    deck = game.ledger.tip.sealed
    assert deck is not None
    deck.spoiled = "somebody says so"
    for certain in (0, len(game.ledger.log)):
        game.dealing.look(certain, sim.now)
    assert not shown(host)
    assert game.ledger.tip.over
    assert not game.ledger.final.over


def test_everybody_shows_his_seed_once_the_end_is_final(sim: SealedSim) -> None:
    assert sim.run(300, lambda: sim.over and sim.shown())
    sim.judge()
    log = sim.history
    first = next(entry.seq for entry in log if entry.act.kind == SEED)
    assert sum(entry.act.kind == SEED for entry in log) == 3
    referee = Referee(sim.terms.gid)
    for entry in log[: first - 1]:
        referee.apply(entry)
    assert referee.over
