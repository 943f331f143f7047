"""Whole sealed games with drop-outs, thefts, shuffles and returns, looked through from outside.

Every card is accounted for. A key to a hidden card goes to nobody but who may read the card, or to
everybody when it is played. Masks and seeds go nowhere before the end is final.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from net.deck.handing import Handed
from net.deck.keys import Keyring
from net.deck.locks import MASK, REKEY
from net.deck.sealed import SEALED, SealedDealer
from net.log.entries import Act, Entry
from net.log.kinds import DO, PROTEST, SEED
from net.log.terms import Manners
from net.peer.dealing import Dealing
from net.peer.home import Folder
from net.peer.peer import PeerGame
from net.peer.shares import Shares
from net.wire import messages as wire
from tests.kit.places import SEEDS
from tests.net.halls import until
from tests.net.party import Party
from tests.net.sealing import small_deck
from tests.net.tablesim.decks import sealed_catalog
from tests.net.tablesim.program import Program
from tests.net.tablesim.sealed import SealedSim, main, play, play_many
from tests.net.tablesim.sealedrogue import kinds
from tests.net.tablesim.table import SimTable, Weather
from tests.net.tablesim.toygroup import toy_group

CHUNK = 12
REPLAY = "python -m tests.net.tablesim.sealed --runs 1 --first"
Place = tuple[bytes, int, bytes]  # the head of a deal, a place in it, and whose key it is


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
    return SEED in kinds(program)


def at_the_last_moment(sim: SealedSim) -> Program:
    """The host whose log has the last action, which nobody else has confirmed yet."""
    host = sim.programs[0]
    assert sim.run(300, lambda: ended(host) == (True, False))
    return host


@pytest.mark.parametrize("killed", [False, True], ids=["cut off", "started again"])
def test_a_host_that_is_alone_with_the_last_action_keeps_his_seed(
    sim: SealedSim, killed: bool
) -> None:
    host = at_the_last_moment(sim)
    others = sim.programs[1:]
    if killed:
        for program in sim.programs:
            sim.kill(program)
        sim.start(host)
    else:
        sim.wires.block({pair for b in others for pair in ((host.pid, b.pid), (b.pid, host.pid))})
    sim.hushed = True  # so that on the other branch the game does not end
    sim.run(5.0)
    assert ended(host) == (True, False)
    assert not shown(host)
    if killed:
        for program in others:
            sim.start(program)
    sim.wires.clear(set(sim.wires.cut))
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


# -- what is said and kept -------------------------------------------------------------------------


class Secrets:
    """All keys, masks and seeds of a table, worked out from the seeds of all players."""

    def __init__(self, gid: bytes, seeds: dict[bytes, bytes]) -> None:
        self.seeds = seeds
        self.rings = {pid: Keyring(gid, pid, seed) for pid, seed in seeds.items()}
        self.keys: dict[bytes, Place] = {}
        self.deep = {secret for ring in self.rings.values() for secret in (ring._seed, ring.nonce)}
        self._known: set[bytes] = set()

    def study(self, deck: SealedDealer) -> None:
        """Works out what has been done to the cards since."""
        deals = [*deck.deals, *([deck.deal] if deck.deal is not None else [])]
        for deal in deals:
            head = deal.asked.head
            for step in deal.steps:
                if step.act in self._known:
                    continue
                self._known.add(step.act)
                ring = self.rings[step.pid]
                if step.stage == MASK:
                    self.deep.add(ring.mask(head, step.mark))
                for place in range(len(step.points) if step.stage == REKEY else 0):
                    key = ring.key(head, step.mark, place)
                    self.keys[key] = (head, place, step.pid)

    def key(self, deck: SealedDealer, card: int, pid: bytes) -> Place:
        lock = deck.locks[card]
        return deck.deals[lock.deal].asked.head, lock.place, pid

    def in_bytes(self, data: bytes) -> tuple[set[Place], set[bytes], set[bytes]]:
        """Keys, masks and seeds that are in there."""
        everything = {*self.keys, *self.deep, *self.seeds.values()}
        found = {secret for secret in everything if secret in data}
        seeds = found & set(self.seeds.values())
        return {self.keys[one] for one in found if one in self.keys}, found & self.deep, seeds


def published(act: Act) -> list[bytes]:
    """Keys that everybody may know from now on: of a card that is played, or of who is gone."""
    payload = act.payload
    if not isinstance(payload, list):
        return []
    if act.kind == DO:
        return [key for _, keys in payload[1] for key in keys]
    if act.kind == PROTEST:
        return [key for keys in payload[1::2] for key in keys]
    return [key for _, _, key in payload[4]] if act.kind == MASK else []


def sealed_sim(seed: int, peers: int, wait: int = Manners().wait) -> SimTable:
    deck = sealed_catalog(peers)
    return SimTable(seed, peers, Manners(wait=wait), Weather(0.01, 0.03), cards=SEALED, deck=deck)


class Listener:
    """Hears everything that is sent at a simulated table."""

    def __init__(self, made: SimTable) -> None:
        self.made = made
        seeds = {program.pid: program.home.deck_seed for program in made.programs}
        self.secrets = Secrets(made.terms.gid, seeds)
        self.open: set[Place] = set()
        self.given: dict[bytes, set[Place]] = {pid: set() for pid in seeds}
        self.handed = 0
        self._post = made.wires.post
        made.wires.post = self.hear  # type: ignore[method-assign]

    def hear(self, sender: Program, to: bytes, message: wire.Message) -> None:
        data = wire.pack(message)
        assert sender.game is not None
        ledger = sender.game.ledger
        deck = ledger.tip.sealed if ledger.tip.last.seq else None
        if deck is not None:
            self.secrets.study(deck)
        for act in self._acts(message):
            self.open |= {self.secrets.keys[key] for key in published(act)}
        keys, deep, seeds = self.secrets.in_bytes(data)
        assert not deep
        if seeds:
            assert ledger.final.over
            assert not isinstance(message, wire.Keys)
        if isinstance(message, wire.Keys):
            self._hear_keys(sender, to, Handed.unseal(message.keys), keys)
        else:
            assert keys <= self.open
        self._post(sender, to, message)

    def _hear_keys(self, sender: Program, to: bytes, handed: Handed, keys: set[Place]) -> None:
        """Only of his own keys, and only for cards that the other one may read."""
        assert sender.game is not None
        assert len(keys) == len(handed.keys) > 0
        self.handed += len(keys)
        allowed: set[Place] = set()
        for referee in (sender.game.ledger.tip, sender.game.ledger.final):
            deck = referee.sealed
            assert deck is not None
            allowed |= {
                self.secrets.key(deck, card, sender.pid)
                for pid, card in deck.entitled(referee.game, referee.owners)
                if pid == to
            }
        assert keys <= allowed
        self.given[to] |= keys

    @staticmethod
    def _acts(message: wire.Message) -> Iterator[Act]:
        if isinstance(message, wire.Action):
            yield Act.unseal(message.act)
        elif isinstance(message, (wire.Append, wire.Snapshot)):
            yield from (Entry.read(raw).act for raw in message.entries)

    def look_at_disks(self) -> None:
        """What each program keeps: its own secrets, what it was given, and what is public."""
        for program in self.made.programs:
            home = program.home
            kept = b"".join(
                mark + pid + key for mark, keys in home.keys.items() for pid, key in keys.items()
            )
            log = b"".join(entry.sealed for entry in home.log)
            keys, deep, seeds = self.secrets.in_bytes(kept + log + b"".join(home.dice_seeds))
            assert not deep
            assert not seeds
            mine = {place for place in keys if place[2] == program.pid}
            assert keys - mine <= self.open | self.given[program.pid]


@pytest.mark.parametrize("peers", [2, 3])
def test_no_key_goes_to_the_wrong_player_and_no_seed_anywhere_before_the_end(peers: int) -> None:
    with small_deck(peers):
        ears = Listener(sealed_sim(peers, peers))
        made = ears.made
        while not made.over:
            length = len(made.history) + 10
            made.run(300, lambda length=length: len(made.history) >= length or made.over)  # type: ignore[misc]
            if not any(SEED in kinds(program) for program in made.programs):
                ears.look_at_disks()
        made.run(5.0)
    assert ears.handed > 10
    assert ears.open
    assert all(kinds(program).count(SEED) == peers for program in made.programs)


def test_so_it_is_when_somebody_vanishes_and_comes_back() -> None:
    with small_deck():
        ears = Listener(sealed_sim(11, 3, wait=0))
        made = ears.made
        made.run(300, lambda: len(made.history) >= 30)
        lost = made.programs[2]
        made.kill(lost)
        made.run(60, lambda: "remove" in kinds(made.programs[1]))
        ears.look_at_disks()
        made.hushed = True
        made.run(3.0)
        made.start(lost)
        made.run(60, lambda: "return" in kinds(made.programs[1]))
        made.run(3.0)
        ears.look_at_disks()
        made.play_on()
        made.run(300, lambda: made.over)
    assert {"remove", "return"} <= set(kinds(lost))
    assert made.over


def test_the_ears_hear(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that hand out more keys than they owe are noticed at once."""
    bunch = Shares._bunch

    def generous(self: Shares, deck: SealedDealer, pid: bytes, cards: Iterable[int]) -> object:
        return bunch(self, deck, pid, deck.locks)

    monkeypatch.setattr(Shares, "_bunch", generous)
    with small_deck():
        made = Listener(sealed_sim(3, 3)).made
        with pytest.raises(AssertionError, match=r"allowed|issubset|<="):
            made.run(30)


async def test_the_files_of_a_player_hold_no_secret_of_another(tmp_path: Path) -> None:
    made = Party(tmp_path)
    try:
        tables = [await made.host(seats=3, bot="easy")]
        tables += [await made.join(name, bot="easy") for name in ("Bo", "Cy")]
        await made.begin()
        await until(lambda: all(each.game and len(each.game.ledger.log) > 60 for each in tables))
        look_at_files([each.game for each in tables if each.game is not None])
    finally:
        await made.close()


def look_at_files(games: list[PeerGame]) -> None:
    assert len(games) == 3
    assert not any(game.ledger.tip.over for game in games)
    secrets = Secrets(games[0].gid, {game.me.pid: game.home.deck_seed for game in games})
    for game in games:
        secrets.study(game.ledger.tip.sealed)  # type: ignore[arg-type]
    longest = max((game.ledger.log for game in games), key=len)
    public = {secrets.keys[key] for entry in longest for key in published(entry.act)}
    for game in games:
        assert isinstance(game.home, Folder)
        files = {game.home.path, *filter(Path.is_file, game.home._folder.iterdir())}
        assert len(files) >= 4
        keys, deep, seeds = secrets.in_bytes(b"".join(file.read_bytes() for file in files))
        assert not deep
        assert seeds == {game.home.deck_seed}
        given = {secrets.keys[key] for held in game.home.keys.values() for key in held.values()}
        assert keys <= public | given
        assert given <= may_read(game, secrets) | public


def may_read(game: PeerGame, secrets: Secrets) -> set[Place]:
    tip, me = game.ledger.tip, game.me.pid
    deck = tip.sealed
    assert deck is not None
    return {
        secrets.key(deck, card, holder)
        for pid, card in deck.entitled(tip.game, tip.owners)
        if pid == me
        for holder in deck.locks[card].holders
    }
