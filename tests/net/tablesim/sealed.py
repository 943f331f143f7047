"""Sealed games by the thousand: every card is accounted for, whatever happens to the players.

After every entry each program knows no face that it may not know; after every deal the secrets of
all players are looked at together, and each card of the deck is found exactly once; after the game
the audit finds everybody honest, and the game played again with open cards ends at the same table.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

from core.actions import PICK, REDEAL, SHUFFLE, Action
from core.state import HIDDEN
from net.deck.audit import CHEAT, HONEST, audit, opened_up
from net.deck.sealed import SEALED, SealedDealer
from net.log.kinds import REMOVE, RETURN, SEED
from net.log.referee import Referee
from net.log.terms import Manners
from net.peer.ledger import Happened
from tests.kit.soak import Broken, Ran, parser, search
from tests.net.sealing import expect_all_cards
from tests.net.tablesim.decks import sealed_catalog
from tests.net.tablesim.paper import cheap
from tests.net.tablesim.program import Program
from tests.net.tablesim.runs import came_of, heal, lost_one
from tests.net.tablesim.short import LINKS, Mishaps, quiet
from tests.net.tablesim.table import SimTable, Weather
from tests.net.tablesim.toygroup import toy_group

PATIENCE = 120.0  # seconds for the rest of a game when nothing goes wrong any more
SEEDS = 20.0  # seconds for all to show their seeds


class SealedSim(SimTable):
    """A simulated table that knows everybody's secrets and looks at everything."""

    def __init__(self, *args: object, **more: object) -> None:
        self.acts: list[Action] = []
        self.deals = 0
        # Of each player: the marks of all locks whose cards he has ever had a right to read.
        self.rights: defaultdict[bytes, set[bytes]] = defaultdict(set)
        super().__init__(*args, cards=SEALED, **more)  # type: ignore[arg-type]

    @property
    def secrets(self) -> dict[bytes, bytes]:
        return {program.pid: program.home.deck_seed for program in self.programs}

    def _boot(self, program: Program) -> None:
        super()._boot(program)
        game = program.game
        assert game is not None
        propose = game.dealing._propose

        def watched(kind: str, payload: object, now: float) -> object:
            final = game.ledger.final
            if kind == SEED and not (final.last.seq and final.over):
                raise Broken(f"{program.number} shows its seed before the end")
            return propose(kind, payload, now)

        game.dealing._propose = watched

    def witness(self, program: Program, what: Happened) -> None:
        fresh = what.entry.seq == len(self.history) + 1
        super().witness(program, what)
        assert program.game is not None
        final = program.game.ledger.final
        self._expect_no_peeking(program, final, program.game.ledger.tip)
        if fresh:
            self.acts += what.actions
            deck = final.sealed
            assert deck is not None
            if len(deck.deals) > self.deals:
                self.deals = len(deck.deals)
                self._count(deck)

    def _expect_no_peeking(self, program: Program, *referees: Referee) -> None:
        """A program knows the faces of hidden cards that it may read, or once might, and no others.

        What is about to be dealt anew is worth nothing any more.
        """
        rights = self.rights[program.pid]
        for referee in referees:
            deck = referee.sealed
            assert deck is not None
            for pid, card in deck.entitled(referee.game, referee.owners):
                if pid == program.pid:
                    rights.add(deck.locks[card].mark)
        void = deck.deal.cards if deck.deal is not None else ()
        for card, lock in deck.locks.items():
            if referee.game.face[card] != HIDDEN and lock.mark not in rights and card not in void:
                raise Broken(f"{program.number} knows card {card}, which is hidden from it")

    def _count(self, deck: SealedDealer) -> None:
        if deck.spoiled:
            raise Broken(deck.spoiled)
        if deck.locks or deck.opened:
            try:
                expect_all_cards(deck, self.secrets)
            except AssertionError:
                raise Broken("a card is lost or doubled") from None

    # -- the end -----------------------------------------------------------------------------------

    def shown(self) -> bool:
        """Whether every running program has seen the seed of every other one that plays."""
        for program in self.programs:
            if program.game is not None:
                final = program.game.ledger.final
                here = [p.pid for p in self.programs if p.running and p.pid in final.players]
                deck = final.sealed
                if deck is None or not all(pid in deck.seeds for pid in here):
                    return False
        return True

    def judge(self) -> None:
        """What everybody finds when all is over."""
        game = next(p.game for p in self.programs if p.game is not None)
        deck = game.ledger.final.sealed
        assert deck is not None
        self._count(deck)
        found = audit(deck)
        for finding in found:
            if finding.verdict == CHEAT:
                number = self.by_pid[finding.pid].number
                raise Broken(f"{number}, who is honest, is said to have {finding.text}")
        if all(finding.verdict == HONEST for finding in found):
            replayed = self.terms.game()
            for action in opened_up(deck, self.acts):
                replayed.apply(action)
            if replayed.digest() != game.ledger.final.game.digest():
                raise Broken("with open cards it is another game")


class Losses(Mishaps):
    """Players vanish for so long that others play on for them, come back, and leave for good."""

    moods = (
        "4 vanish 1 leave 1 reset",
        "3 vanish 3 kill_host 1 doom",
        "3 depart 2 vanish 1 hand_over",
        *Mishaps.moods[:2],
    )

    def vanish(self) -> None:
        program = self.any()
        if program.running:
            self.tell("vanishes:", program)
            self.table.kill(program)
            self.table.at(self.luck.uniform(1.2, 5.0), self.table.start, program)


def play(seed: int) -> Ran:
    """The sealed game with this seed."""
    (played,) = play_many((seed,))
    return played


def play_many(seeds: Iterable[int]) -> Iterator[Ran]:
    """The sealed games with these seeds, one after the other."""
    for seed in seeds:
        peers = Random(seed).choice((*[2] * 7, *[3] * 12, 4))
        with cheap(sealed_catalog(peers), LINKS), toy_group(), quiet():
            yield _play(seed, peers)


def _play(seed: int, peers: int) -> Ran:
    luck = Random(~seed)
    weather = Weather(luck.choice((0.003, 0.012)), luck.choice((0.005, 0.05)))
    manners = Manners(beat=luck.choice((2, 2, 1)), wait=0)
    some = luck.choice((0.0, 0.0, 0.5, 1.0))
    people = [luck.random() < some for _ in range(peers)]
    table = SealedSim(
        luck.getrandbits(32), peers, manners, weather, people, strict=False,
        deck=sealed_catalog(peers),
    )  # fmt: skip
    mishaps = Losses(table, luck.uniform(1.0, 8.0))

    def play() -> None:
        table.run(mishaps.until, lambda: table.over and all(p.running for p in table.programs))
        mishaps.until = table.now
        heal(table, lost_one(table, luck, 0.15))
        _expect(table, PATIENCE, lambda: table.over, "the game does not end")
        _expect(table, SEEDS, table.shown, "somebody does not show his seed")
        table.judge()

    ran = came_of(seed, table, play)
    kinds = [*(entry.act.kind for entry in table.history), *(act.kind for act in table.acts)]
    ran.counted.update(COUNTED[kind] for kind in kinds if kind in COUNTED)
    return ran


def _expect(table: SimTable, seconds: float, holds: Callable[[], bool], problem: str) -> None:
    if not table.run(seconds, holds):
        table.fail(f"{problem} although nothing is wrong any more")


COUNTED = {
    REMOVE: "drop-outs", RETURN: "returns", PICK: "thefts", SHUFFLE: "shuffles",
    REDEAL: "new deals",
}  # fmt: skip


def main(argv: Sequence[str]) -> int:
    wish = parser("tests.net.tablesim.sealed", __doc__).parse_args(argv)
    replay = "python -m tests.net.tablesim.sealed --seed {seed}"
    return search(play_many, wish, replay, "sealed games")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
