"""How a lobby becomes a game.

It begins only when every player has signed its terms, and each program signs only what its own
lobby has shown.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from net.log.deal import commitment
from net.log.dice import LinkChain
from net.log.entries import EntryError
from net.log.terms import Player, Seat, Terms, game_id
from net.sessions.record import Header
from net.table.lobby import Desk, LobbyError, Plan, manners_of
from net.wire.messages import Chair, Entrant, Entrants, Lobby, Proposal, Signed, Stake

Random = Callable[[int], bytes]


class Opening:
    """The host's way from a table of people who are ready to a game that all have signed."""

    def __init__(self, desk: Desk) -> None:
        refusal = desk.start_refusal()
        if refusal is not None:
            raise LobbyError(refusal)
        self._desk = desk
        pids = list(dict.fromkeys(chair.pid for chair in desk.chairs))
        self.entrants = Entrants(tuple(Entrant(pid, desk.nonces[pid]) for pid in pids))
        self.gid = game_id([entrant.nonce for entrant in self.entrants.players])
        self._about = (tuple(desk.chairs), desk.plan, desk.manners)
        self._stakes: dict[bytes, Stake] = {}
        self._signatures: dict[bytes, bytes] = {}
        self.terms: Terms | None = None

    @property
    def pids(self) -> tuple[bytes, ...]:
        return tuple(entrant.pid for entrant in self.entrants.players)

    @property
    def outdated(self) -> bool:
        """Whether the table is not any more what the players were ready for."""
        desk = self._desk
        return self._about != (tuple(desk.chairs), desk.plan, desk.manners)

    @property
    def silent(self) -> tuple[bytes, ...]:
        """Who has not answered yet."""
        given = self._stakes if self.terms is None else self._signatures
        return tuple(pid for pid in self.pids if pid not in given)

    def stake(self, pid: bytes, stake: Stake) -> Proposal | None:
        """Takes what a player's dice and deal are bound to; with the last one there are terms."""
        if pid not in self.pids or stake.gid != self.gid or self.terms is not None:
            return None
        self._stakes[pid] = stake
        if self.silent:
            return None
        desk = self._desk
        players = [
            Player(pid, nonce, self._stakes[pid].anchor, self._stakes[pid].commitment)
            for pid, nonce in self.entrants.players
        ]
        try:
            self.terms = Terms.make(
                players, seats_of(desk.chairs, self.pids), self.pids.index(desk.me),
                header_of(desk.plan, desk.chairs), desk.manners, desk.plan.cards(len(players)),
            )  # fmt: skip
        except EntryError as error:
            raise LobbyError(f"the game can't start: {error}") from None
        return Proposal(self.terms.raw)

    def signed(self, pid: bytes, message: Signed) -> list[bytes] | None:
        """Takes a signature; with the last one, all of them in the order of the players."""
        if self.terms is None or pid not in self.pids or message.gid != self.gid:
            return None
        if not self.terms.signed_by(pid, message.signature):
            raise LobbyError("someone signed different terms")
        self._signatures[pid] = message.signature
        return None if self.silent else [self._signatures[pid] for pid in self.pids]


@dataclass
class Bound:
    """What a player has bound himself to in a game that is about to begin."""

    gid: bytes
    entrants: Entrants
    deck_seed: bytes
    dice_seed: bytes
    stake: Stake


def bind(me: bytes, nonce: bytes, entrants: Entrants, random: Random) -> Bound:
    """A player's answer to the list of those who play; his own nonce must be in it."""
    if Entrant(me, nonce) not in entrants.players:
        raise LobbyError("the game's id isn't the one this player helped make")
    gid = game_id([entrant.nonce for entrant in entrants.players])
    deck, dice = random(32), random(32)
    stake = Stake(gid, LinkChain(gid, me, dice).anchor, commitment(gid, me, deck))
    return Bound(gid, entrants, deck, dice, stake)


def check_terms(terms: Terms, bound: Bound, me: bytes, lobby: Lobby, plan: Plan) -> None:
    """Raises LobbyError unless the terms are what the lobby has shown to this player."""
    chairs = [chair for chair in lobby.chairs if chair.pid]
    pids = tuple(entrant.pid for entrant in bound.entrants.players)
    mine = next((player for player in terms.players if player.pid == me), None)
    wanted = header_of(plan, chairs)
    same = (
        {chair.pid for chair in chairs} == set(pids)
        and terms.gid == bound.gid
        and terms.pids == pids
        and mine is not None
        and (mine.anchor, mine.commitment) == bound.stake[1:]
        and list(terms.seats) == seats_of(chairs, pids)
        and terms.pids[terms.host] == lobby.host
        and terms.manners == manners_of(lobby)
        and terms.header == wanted
        and terms.cards == plan.cards(len(pids))
    )
    if not same:
        raise LobbyError("the terms of the game don't match the lobby")


def seats_of(chairs: Sequence[Chair], pids: Sequence[bytes]) -> list[Seat]:
    return [Seat(chair.name, pids.index(chair.pid), chair.bot) for chair in chairs]


def header_of(plan: Plan, chairs: Sequence[Chair]) -> Header:
    names = [chair.name for chair in chairs]
    return Header.of(plan.catalog, names, plan.options, plan.first, plan.winners)
