"""Everything that is said and kept in sealed games, looked through by somebody who has all keys.

A key to a hidden card goes to nobody but who may read the card, or to everybody when it is played.
Masks and seeds go nowhere before the end is final.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from core.state import HIDDEN
from net.deck.handing import Handed
from net.deck.keys import Keyring
from net.deck.locks import MASK, REKEY
from net.deck.sealed import SEALED, SealedDealer
from net.log.entries import Act, Entry
from net.log.referee import DO, PROTEST, SEED
from net.log.terms import Manners
from net.peer.home import Folder
from net.peer.peer import PeerGame
from net.peer.shares import Shares
from net.table.table import NetTable
from net.wire import messages as wire
from tests.net.party import Party, until
from tests.net.sealing import small_deck
from tests.net.tablesim.decks import sealed_catalog
from tests.net.tablesim.program import Program
from tests.net.tablesim.table import SimTable, Weather

SIZE = 32
Place = tuple[bytes, int, bytes]  # the head of a deal, a place in it, and whose key it is


def found_in(data: bytes, wanted: Iterable[bytes]) -> set[bytes]:
    """Which of these secrets are somewhere in these bytes."""
    return {secret for secret in wanted if secret in data}


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
        found = found_in(data, {*self.keys, *self.deep, *self.seeds.values()})
        seeds = found & set(self.seeds.values())
        return {self.keys[one] for one in found if one in self.keys}, found & self.deep, seeds


def published(act: Act) -> list[bytes]:
    """Keys that everybody may know from now on: of a card that is played, or of who is gone."""
    payload = act.payload
    if act.kind == DO and isinstance(payload, list):
        return [key for _, keys in payload[1] for key in keys]
    if act.kind == PROTEST and isinstance(payload, list):
        return [key for keys in payload[1::2] for key in keys]
    if act.kind == MASK and isinstance(payload, list):
        return [key for _, _, key in payload[4]]
    return []


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
        self.messages = self.handed = self.size = 0
        self._post = made.wires.post
        made.wires.post = self.hear  # type: ignore[method-assign]

    def hear(self, sender: Program, to: bytes, message: wire.Message) -> None:
        data = wire.pack(message)
        self.messages, self.size = self.messages + 1, self.size + len(data)
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


def hidden_faces(program: Program) -> None:
    """A program shows its player the faces that he may see."""
    assert program.game is not None
    for referee in (program.game.ledger.tip, program.game.ledger.final):
        deck, game = referee.sealed, referee.game
        assert deck is not None
        mine = {card for pid, card in deck.entitled(game, referee.owners) if pid == program.pid}
        for card in deck.locks.keys() - mine:
            assert game.face[card] == HIDDEN


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
                for program in made.programs:
                    hidden_faces(program)
        made.run(5.0)
    assert ears.handed > 10
    assert ears.open
    assert all(kinds(program).count(SEED) == peers for program in made.programs)


def kinds(program: Program) -> list[str]:
    return [entry.act.kind for entry in program.home.log]


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


# -- files -----------------------------------------------------------------------------------------


async def test_the_files_of_a_player_hold_no_secret_of_another(tmp_path: Path) -> None:
    made = Party(tmp_path)
    try:
        tables = [await made.host(seats=3, bot="easy")]
        tables += [await made.join(name, bot="easy") for name in ("Bo", "Cy")]
        await made.begin()
        await until(lambda: all(len(log_of(table)) > 60 for table in tables))
        look_at_files(tables)
    finally:
        await made.close()


def log_of(table: NetTable) -> list[Entry]:
    return list(table.game.ledger.log) if table.game is not None else []


def look_at_files(tables: list[NetTable]) -> None:
    games = [table.game for table in tables if table.game is not None]
    assert len(games) == 3
    assert not any(game.ledger.tip.over for game in games)
    secrets = Secrets(games[0].gid, {game.me.pid: game.home.deck_seed for game in games})
    for game in games:
        secrets.study(game.ledger.tip.sealed)  # type: ignore[arg-type]
    longest = max((game.ledger.log for game in games), key=len)
    public = {secrets.keys[key] for entry in longest for key in published(entry.act)}
    for game in games:
        files = files_of(game)
        data = b"".join(file.read_bytes() for file in files)
        assert len(files) >= 4
        keys, deep, seeds = secrets.in_bytes(data)
        assert not deep
        assert seeds == {game.home.deck_seed}
        given = {secrets.keys[key] for held in game.home.keys.values() for key in held.values()}
        assert keys <= public | given
        assert given <= may_read(game, secrets) | public


def files_of(game: PeerGame) -> list[Path]:
    home = game.home
    assert isinstance(home, Folder)
    return [
        home.path,
        *(path for path in home._folder.iterdir() if path.is_file() and path != home.path),
    ]


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
