"""Follows a log entry by entry and lets nothing pass that the table's terms or rules forbid.

Every peer has a referee of its own for the game it plays, and whoever verifies a finished game
uses the same one, so the two can't disagree. `check` looks at signatures, `apply` at everything
else; that entries hang together is the business of `net.log.chain.Log`.
"""

from collections.abc import Callable
from typing import Final

from core.actions import LEAVE, PASS, PLAYER_KINDS, SHUFFLE, Action, Refused
from core.events import Event
from core.state import Window
from net.deck.group import GroupError
from net.deck.locks import MASK, REKEY
from net.deck.sealed import SealedDealer
from net.identity import verify
from net.log.deal import DealError
from net.log.dice import LINK_SIZE, LINKS, beacon
from net.log.entries import PID_SIZE, Asked, Entry, EntryError, fields
from net.log.kinds import (
    ANCHOR,
    BEACON,
    BY_HOST,
    CLOSE,
    DO,
    GOT,
    MORE,
    NOOP,
    PROTEST,
    REMOVE,
    RESULT,
    RETURN,
    SEATS,
    SEED,
)
from net.log.payloads import read_removal, read_seats, read_told_result, read_votes
from net.log.seated import Due, Seated
from net.log.votes import majority, quorum
from net.sessions.record import RecordError, read_action, result_of


class RefereeError(Exception):
    """An entry that must not stand where it stands; a sentence says why."""


def player_action(payload: object, sealed: bool = False) -> Action:
    """The action of the rules in an act; `net.sessions.record.packed` made the list."""
    if sealed:
        payload = fields(payload, "an act at a sealed table", list, list)[0]
    try:
        action = read_action(payload)
    except RecordError as error:
        raise EntryError(str(error)) from None
    if action.kind not in PLAYER_KINDS:
        raise EntryError("no player can do that")
    return action


class Referee(Seated):
    """Lets the table go on, entry by entry."""

    # -- signatures --------------------------------------------------------------------------------

    def check(self, entry: Entry) -> None:
        """Raises unless everybody has signed who must; look here before `apply`."""
        act = entry.act
        host = act.author if entry.term > self.term else self.host
        if not act.genuine():
            raise RefereeError("its author didn't sign it")
        if act.author_seq == 0 and act.author != host:
            raise RefereeError("only the host may do that")  # an order is signed with its entry
        if not entry.ordered_by(host):
            raise RefereeError(f"the host of term {entry.term} didn't sign it")
        try:
            self._check_others(entry)
        except EntryError as error:
            raise RefereeError(str(error)) from None

    def _check_others(self, entry: Entry) -> None:
        """Signatures of more players inside an act."""
        act = entry.act
        if act.kind == SEATS:
            terms, signatures = read_seats(act.payload)
            if not all(map(terms.signed_by, terms.pids, signatures)):
                raise RefereeError("not all players signed the terms of the table")
        elif act.kind == NOOP:
            if not all(vote.genuine() for vote in read_votes(act.payload)):
                raise RefereeError("a vote came without its voter's signature")
        elif act.kind == REMOVE:
            victim, heir, index, consents = read_removal(act.payload)
            for pid, signature in consents.items():
                if not verify(
                    pid, signature, "czd/remove", self.gid, victim, heir, index, entry.prev
                ):
                    raise RefereeError("a consent came without its player's signature")

    # -- rules -------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> list[Event]:
        """Carries an entry out and says what happened; raises and changes nothing if it can't."""
        act = entry.act
        step = _STEPS.get(act.kind)
        if step is None:
            raise RefereeError("it's of an unknown kind")
        if (act.author_seq == 0) != (act.kind in BY_HOST):
            raise RefereeError("players number their acts, and hosts don't number their orders")
        if (act.kind == SEATS) != (entry.seq == 1):
            raise RefereeError("the terms of the table come first in a log, and only once")
        if entry.seq > 1:
            if act.author not in self.players and act.kind not in (RETURN, SEED):
                raise RefereeError("its author doesn't play at this table")
            if (entry.term > self.term) != (act.kind == NOOP):
                raise RefereeError("the votes for a host come first in a term, and only once")
            if act.kind in BY_HOST and act.kind != NOOP and act.author != self.host:
                raise RefereeError("only the host may do that")
            if self.host not in self.players and act.kind != NOOP:
                raise RefereeError("the host left the table")
        self.actions = ()
        try:
            events = step(self, entry)
        except (EntryError, DealError, GroupError) as error:
            raise RefereeError(str(error)) from None
        self.last = entry.asked
        self._want(entry.asked)
        return events

    def _want(self, asked: Asked) -> None:
        """Sees what luck the game needs next, and from whom."""
        need, sealed = self.game.need(), self.sealed
        if sealed is not None:
            wanted = need is not None and need.kind == SHUFFLE
            if self.over:
                sealed.abandon()
            elif (self._lost and sealed.begun) or (wanted and (sealed.deal is None or self._lost)):
                sealed.begin(asked, self.players, self.game, self.owners, self._lost)
            self._lost = False
            sealed.reckon(asked, self.game, self.owners)
            if wanted or sealed.deal is not None or self.over:
                return
        if self.due is None and need is not None and not self.dealer.missing(self.players):
            self.due = Due(self.index + 1, asked)

    def _seats(self, entry: Entry) -> list[Event]:
        terms, _ = read_seats(entry.act.payload)
        if terms.gid != entry.gid or entry.gid != self.gid:
            raise RefereeError("the game's id isn't the one its players made")
        if entry.term != 1 or entry.act.author != terms.pids[terms.host]:
            raise RefereeError("only the host of the first term opens the table")
        try:
            game = terms.game(self.today)
        except RecordError as error:
            raise RefereeError(str(error)) from None
        self.terms, self.game = terms, game
        self._give_out(terms.dealer(game))
        self._links = terms.links()
        self.players = terms.pids
        self.owners = [self.players[seat.owner] for seat in terms.seats]
        self.term, self.host = 1, entry.act.author
        return []

    def _noop(self, entry: Entry) -> list[Event]:
        voters = set()
        for vote in read_votes(entry.act.payload):
            about = (vote.gid, vote.term, vote.candidate, vote.last)
            if about != (self.gid, entry.term, entry.act.author, self.last):
                raise RefereeError("a vote is for another host, term or log")
            voters.add(vote.pid)
        quorum(voters, self.players, majority(len(self.players)), "voted for this host")
        self.term, self.host = entry.term, entry.act.author
        return []

    def _seed(self, entry: Entry) -> list[Event]:
        part = entry.act.payload
        if type(part) is not bytes:
            raise RefereeError("a seed is made of bytes")
        if entry.act.author not in self.players and not self.over:
            raise RefereeError("its author doesn't play at this table")
        if self.sealed is not None and not self.over:
            raise RefereeError("a seed stays secret while it hides cards")
        problem = self.dealer.refusal(entry.act.author, part)
        if problem is not None:
            raise RefereeError(problem)
        self.dealer.give(entry.act.author, part)
        return []

    def _anchor(self, entry: Entry) -> list[Event]:
        self._no_throw()
        self._lay_down(entry)
        return []

    def _lay_down(self, entry: Entry) -> None:
        """A chain for the throws to come."""
        anchor = entry.act.payload
        if type(anchor) is not bytes or not self._links.new(anchor):
            raise RefereeError("an anchor is 32 bytes, different from every anchor so far")
        self._links.anchor(entry.act.author, anchor, self.index)

    def _beacon(self, entry: Entry) -> list[Event]:
        index, pairs = fields(entry.act.payload, "a beacon", int, list)
        links: dict[bytes, bytes] = {}
        for pair in pairs:
            pid, link = fields(pair, "a link", PID_SIZE, LINK_SIZE)
            links[pid] = link
        if self.due is None:
            raise RefereeError("no roll is due")
        if index != self.due.throw:
            raise RefereeError(f"roll {self.due.throw} is due, not {index}")
        if len(pairs) != len(self.players) or set(links) != set(self.players):
            raise RefereeError("a roll needs one link from each player")
        for pid, link in links.items():
            if not self._links.fits(pid, index, link):
                raise RefereeError(f"the link from {self.name(pid)} isn't in their chain")
        for pid, link in links.items():
            self._links.shown(pid, index, link)
        luck = beacon(self.gid, index, self.due.asked.head, links)
        self.due, self.index = None, index
        events: list[Event] = []
        for action in self.dealer.answers(self.game, luck):
            events += self._carry_out(action)
        return events

    def _do(self, entry: Entry) -> list[Event]:
        self._quiet()
        sealed, payload = self.sealed, entry.act.payload
        action = player_action(payload, sealed is not None)
        game, author = self.game, entry.act.author
        if not 0 <= action.seat < game.players or self.owners[action.seat] != author:
            raise RefereeError("its author doesn't act for that seat")
        if sealed is not None:
            assert isinstance(payload, list)
            refusal = game.refusal(action)
            if refusal is not None:
                raise RefereeError(str(Refused(refusal)))
            sealed.open(action, payload[1])
        try:
            events = self._carry_out(action)
        except Refused as refused:
            raise RefereeError(str(refused)) from None
        if action.kind == LEAVE and not self.seats_of(author):
            self.players = tuple(pid for pid in self.players if pid != author)
            self._lost = True
        return events

    def _deal(self, entry: Entry) -> list[Event]:
        """A player's pass over the cards that are dealt."""
        sealed = self._sealed_deck()
        holders = {c: self.owners[seat] for seat, hand in enumerate(self.game.hands) for c in hand}
        deals = len(sealed.deals)
        sealed.step(entry.act, holders)
        events: list[Event] = []
        if len(sealed.deals) > deals and not sealed.spoiled:
            for action in sealed.dealt():
                events += self._carry_out(action)
        return events

    def _got(self, entry: Entry) -> list[Event]:
        self._sealed_deck().got(entry.act.author, entry.act.payload)
        return []

    def _protest(self, entry: Entry) -> list[Event]:
        self._sealed_deck().protest(entry.act.payload)
        return []

    def _sealed_deck(self) -> SealedDealer:
        if self.sealed is None:
            raise RefereeError("the cards of this table aren't sealed")
        if self.over:
            raise RefereeError("the game is over")
        return self.sealed

    def _close(self, entry: Entry) -> list[Event]:
        self._quiet()
        ref = self._open_window(entry)
        self.timed += bool(self.silent)
        events: list[Event] = []
        for seat in self.game.waiting():
            events += self._carry_out(Action(PASS, seat, ref=ref))
        return events

    def _more(self, entry: Entry) -> list[Event]:
        ref, author = self._open_window(entry), entry.act.author
        if not any(self.owners[seat] == author for seat in self.game.waiting()):
            raise RefereeError("only players who can respond get more time")
        known, wanting = self.patience
        if known != ref:
            wanting = frozenset()
        if author in wanting:
            raise RefereeError("a player gets more time once per window")
        self.patience = (ref, wanting | {author})
        return []

    def _open_window(self, entry: Entry) -> int:
        """The number of the open window, which must be the one that the entry names."""
        top = self.game.stack[-1] if self.game.stack else None
        if not isinstance(top, Window) or top.ref != entry.act.payload:
            raise RefereeError("that window isn't open")
        return top.ref

    def _remove(self, entry: Entry) -> list[Event]:
        victim, heir, index, consents = read_removal(entry.act.payload)
        if victim not in self.players:
            raise RefereeError("only a player can be removed")
        if heir and (heir == victim or heir not in self.players):
            raise RefereeError("the seat must go to another player")
        least = (self.due.throw if self.due else self.index) + 1
        if not least <= index < least + LINKS:
            raise RefereeError(f"the next roll is {least} or later, not {index}")
        quorum(
            set(consents) - {victim}, self.players, majority(len(self.players)), "agreed to that"
        )
        self.players = tuple(pid for pid in self.players if pid != victim)
        self.removals = {**self.removals, victim: self.removals.get(victim, 0) + 1}
        self.due, self.index = None, index - 1
        self._lost = True
        events: list[Event] = []
        for seat in self.seats_of(victim):
            if heir:
                self.owners[seat] = heir
            elif not self.game.winners:
                events += self._carry_out(Action(LEAVE, seat))
        return events

    def _return(self, entry: Entry) -> list[Event]:
        self._no_throw()
        pid = entry.act.author
        if pid in self.players or pid not in self.terms.pids:
            raise RefereeError("no one has taken over for its author")
        seats = [seat for seat in self.first_seats(pid) if self.game.alive[seat]]
        if not seats or self.game.winners:
            raise RefereeError("its author has no seat to come back to")
        self._lay_down(entry)
        self.players = tuple(p for p in self.terms.pids if p in self.players or p == pid)
        for seat in seats:
            self.owners[seat] = pid
        self._lost = True
        return []

    def _result(self, entry: Entry) -> list[Event]:
        if not self.game.winners:
            raise RefereeError("the game isn't over")
        if self.told:
            raise RefereeError("the result is already in the log")
        if read_told_result(entry.act.payload, self.game.players) != result_of(self.game):
            raise RefereeError("the game didn't end like that")
        self.told = True
        return []

    # -- small things ------------------------------------------------------------------------------

    def _carry_out(self, action: Action) -> list[Event]:
        events = self.game.apply(action)
        self.actions += (action,)
        return events

    def _quiet(self) -> None:
        """Nobody acts before dice have fallen and cards are dealt."""
        self._no_throw()
        if self.busy:
            raise RefereeError("nothing else counts until the cards are dealt")
        if self.over:
            raise RefereeError("the game is over")

    def _no_throw(self) -> None:
        if self.due is not None:
            raise RefereeError(f"nothing else counts until roll {self.due.throw}")


_STEPS: Final[dict[str, Callable[[Referee, Entry], list[Event]]]] = {
    SEATS: Referee._seats,
    SEED: Referee._seed,
    DO: Referee._do,
    BEACON: Referee._beacon,
    NOOP: Referee._noop,
    CLOSE: Referee._close,
    REMOVE: Referee._remove,
    RETURN: Referee._return,
    MORE: Referee._more,
    ANCHOR: Referee._anchor,
    RESULT: Referee._result,
    MASK: Referee._deal,
    REKEY: Referee._deal,
    GOT: Referee._got,
    PROTEST: Referee._protest,
}
