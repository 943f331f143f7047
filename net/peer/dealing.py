"""What a player owes a sealed table, done from the log: passes, keys, a look, and his seed."""

from collections.abc import Callable
from typing import Final, Protocol

from core.actions import Action
from net.deck.handing import Handed
from net.deck.locks import PASSES, REKEY, Deal, Step, act_mark
from net.deck.sealed import SealedDealer
from net.deck.strict import proven
from net.identity import Identity
from net.log.kinds import GOT, PROTEST, SEED
from net.log.proofs import WRONG_KEY, Proof
from net.log.referee import Referee
from net.peer.around import Alarm, Surroundings
from net.peer.home import Home
from net.peer.ledger import Ledger
from net.peer.shares import Shares
from net.sessions.record import packed
from net.wire import messages as wire

OWN_KINDS: Final = (*PASSES, GOT, PROTEST)  # acts that nobody but this module proposes


class Proposer(Protocol):
    """Brings an act of this player's own into the log."""

    def __call__(self, kind: str, payload: object, now: float) -> object: ...


class Dealing:
    """One player at a sealed table; at any other it has nothing to do."""

    def __init__(
        self,
        me: Identity,
        gid: bytes,
        home: Home,
        ledger: Ledger,
        around: Surroundings,
        propose: Proposer,
        halt: Callable[[Alarm], None],
        accuse: Callable[[Proof], None],
        again: Callable[[float], None],
    ) -> None:
        """`halt` stops the table, `accuse` shows everybody a proof, `again` looks what is due."""
        self._me = me
        self._gid = gid
        self._seed = home.deck_seed
        self._ledger = ledger
        self._around = around
        self._propose = propose
        self._halt = halt
        self._accuse = accuse
        self._again = again
        self._proven: set[bytes] = set()  # acts whose proofs hold
        self._checking = False
        self._shares = Shares(me, gid, home)
        self._pass = (b"", "", 0)  # the pass that is being made or waits for its place in the log
        self._claimed: set[bytes] = set()  # marks of cards that this player has said he can read
        self._protested = False
        self._compared: dict[int, int] = {}  # what lay open when his cards were compared with it
        self._shown = False  # his seed
        self._complaints: dict[bytes, set[bytes]] = {}  # whose keys another player lacks, he says

    # -- what the table looks like -----------------------------------------------------------------

    def _deck(self) -> SealedDealer | None:
        return self._ledger.tip.sealed if len(self._ledger.log) else None

    def missing(self) -> tuple[bytes, ...]:
        """For whom the table waits, as far as this player knows: a pass, keys, or a look."""
        deck = self._deck()
        if deck is None:
            return ()
        if deck.deal is not None and deck.deal.turn is not None:
            return (deck.deal.turn[1],)
        debtors = self._shares.lacking(deck, deck.owed.get(self._me.pid, ()))
        for pid in deck.owed:
            if pid != self._me.pid:  # one who reports missing keys isn't holding us up
                debtors |= self._complaints.get(pid, {pid})
        return tuple(debtors - {self._me.pid})

    def progress(self) -> tuple[int, int] | None:
        """How many passes of the deal under way are made, and of how many; None: there is none."""
        deck = self._deck()
        if deck is None or deck.deal is None:
            return None
        return len(deck.deal.steps), len(PASSES) * len(deck.deal.players)

    def payload(self, action: Action) -> object:
        """An action of the rules as it goes into an act."""
        deck = self._deck()
        plain = packed(action)
        return plain if deck is None else [plain, self._shares.openings(deck, action)]

    def teach(self, referee: Referee) -> bool:
        """Shows a referee's table what this player can read; says whether that was news."""
        deck = referee.sealed if referee.last.seq else None
        return deck is not None and self._shares.teach(deck, referee.game, referee.owners)

    def blind(self, referee: Referee) -> bool:
        """Whether this player can't act because he doesn't know his own cards (again) yet."""
        deck = referee.sealed if referee.last.seq else None
        return deck is not None and self._shares.blind(deck, referee.game, referee.owners)

    # -- duties ------------------------------------------------------------------------------------

    def look(self, certain: int, now: float) -> None:
        """Does what is due; `certain` is the last entry that no election can drop."""
        deck = self._deck()
        if deck is None:
            return
        if self._ledger.tip.over:
            self._show_seed(now)
            return
        unproven = self._unproven(deck)
        if unproven:
            self._check(deck, *unproven[0])
        if self._complaints:
            self._complaints = {
                pid: whose for pid, whose in self._complaints.items() if pid in deck.owed
            }
        if deck.deal is not None:
            certified = self._ledger.tip.last.seq <= certain
            if not deck.deal.kept or (certified and not unproven):
                self._make_pass(deck)
            return
        if unproven:
            return
        if deck.owed:
            for pid, handed in self._shares.hand_out(deck, certain):
                self._around.send(pid, wire.Keys(self._gid, handed.sealed))
        if deck.owed or self._compared != deck.opened:
            self._read(deck, now)
        tip = self._ledger.tip
        lacking = self._shares.wants(deck, tip.game, tip.owners, now)
        if lacking:
            want = wire.Want(self._gid, tuple(sorted(lacking)))
            for pid in tip.players:
                if pid != self._me.pid:
                    self._around.send(pid, want)

    def _make_pass(self, deck: SealedDealer) -> None:
        deal = deck.deal
        if deal is None or deal.turn is None or deal.turn[1] != self._me.pid:
            return
        stage = deal.turn[0]
        mark = (deal.asked.head, stage, len(deal.steps))
        if self._pass == mark:
            return
        self._pass = mark
        hands = enumerate(self._ledger.tip.game.hands)
        owners = {card: self._ledger.tip.owners[seat] for seat, hand in hands for card in hand}
        given = deal.points

        def done(payload: list[object], now: float) -> None:
            deck = self._deck()
            open_deal = deck.deal if deck is not None else None
            due = open_deal is not None and open_deal.turn == (stage, self._me.pid)
            if due and open_deal is not None and open_deal.points == given:
                self._propose(stage, payload, now)
            else:
                self._pass = (b"", "", 0)

        self._around.compute(self._shares.work(deck, owners), done)

    def _unproven(self, deck: SealedDealer) -> list[tuple[Deal, Step]]:
        """Passes at a strict table that this player has not checked yet."""
        if not deck.strict:
            return []
        deals = [*deck.deals, *([deck.deal] if deck.deal is not None else [])]
        return [
            (deal, step)
            for deal in deals
            for step in deal.steps
            if step.act not in self._proven and step.pid != self._me.pid
        ]

    def _check(self, deck: SealedDealer, deal: Deal, step: Step) -> None:
        """Checks a proof where nobody waits for it; who has cheated is named before he gains."""
        if self._checking:
            return
        self._checking = True

        def done(holds: bool, now: float) -> None:
            self._checking = False
            if holds:
                self._proven.add(step.act)
                self._again(now)
            else:
                who = self._ledger.tip.name(step.pid)
                text = f"{who} can't prove an honest shuffle"
                self._halt(Alarm("cheating", step.pid, text, step.act))

        self._around.compute(lambda: proven(deck, deal, step), done)

    def _read(self, deck: SealedDealer, now: float) -> None:
        owed = [
            card
            for card in deck.owed.get(self._me.pid, ())
            if deck.locks[card].mark not in self._claimed
        ]
        cards, bad = self._shares.read(deck, owed)
        tip = self._ledger.tip
        if self._compared != deck.opened and not self._protested:
            self._compared = deck.opened
            bad = bad if bad is not None else self._shares.double(deck, tip.game, tip.owners)
        wrong = [bad] if bad is not None else []
        if cards and not wrong:
            wrong = self._shares.twins(deck, tip.game, tip.owners)
        if wrong and not self._protested:
            self._protested = True
            shown = [part for card in wrong for part in (card, self._shares.keys(deck, card))]
            self._propose(PROTEST, shown, now)
        elif cards and len(cards) == len(owed):
            self._claimed.update(deck.locks[card].mark for card in cards)
            self.teach(self._ledger.tip)
            self.teach(self._ledger.final)
            self._propose(GOT, cards, now)

    def _show_seed(self, now: float) -> None:
        """Only what is final ends a game: a seed that was shown can't be hidden again."""
        final, tip = self._ledger.final, self._ledger.tip
        if final.last.seq and final.over and tip.sealed is not None and not self._shown:
            self._shown = self._me.pid in tip.sealed.seeds
            if not self._shown:
                self._shown = True
                self._propose(SEED, self._seed, now)

    def rejected(self, kind: str) -> None:
        """An act came to nothing, so that it may be due again."""
        if kind in PASSES:
            self._pass = (b"", "", 0)
        elif kind == GOT:
            self._claimed = set()
        elif kind == PROTEST:
            self._protested, self._compared = False, {}
        elif kind == SEED:
            self._shown = False

    # -- messages ----------------------------------------------------------------------------------

    def on_keys(self, pid: bytes, message: wire.Keys, now: float) -> str | None:
        """Takes keys from another player; says what is wrong with them, or None."""
        handed = Handed.unseal(message.keys)
        if handed.gid != self._gid or handed.reader != self._me.pid or not handed.signed_by(pid):
            return "keys came without their sender's signature for the reader"
        deck, tip = self._deck(), self._ledger.tip
        if deck is None or deck.deal is not None or tip.over:
            return None
        card = self._shares.take(deck, tip.game, tip.owners, pid, handed)
        if card is not None:
            mark, _ = deck.slot(card, pid)
            for entry in self._ledger.log:
                if entry.act.kind == REKEY and act_mark(entry.act) == mark:
                    self._accuse(Proof(WRONG_KEY, pid, entry.act.sealed, handed.sealed))
            return "a key isn't the one on its card"
        self._read(deck, now)
        return None

    def on_want(self, pid: bytes, message: wire.Want) -> None:
        """Another player lacks keys: he gets those for what is his for certain."""
        self._complaints[pid] = set(message.lacking) - {pid}
        if self._me.pid not in message.lacking:
            return
        final = self._ledger.final
        deck = final.sealed if final.last.seq else None
        if deck is None or deck.deal is not None or final.over or self._unproven(deck):
            return
        handed = self._shares.again(deck, final.game, final.owners, pid)
        if handed is not None:
            self._around.send(pid, wire.Keys(self._gid, handed.sealed))
