"""The table before a game: who sits where, and what is agreed on.

One peer keeps the list and tells all others how it stands. It has no power beyond that; see
`net.table.opening`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from core.catalog import Catalog, load_catalog
from core.game import Game
from core.loader import CardError
from net.deck.sealed import SEALED, STRICT
from net.log.deal import SHARED_SEED
from net.log.terms import MAX_SECONDS, Manners
from net.wire.fields import MAX_NAME, MAX_TITLE, tidy
from net.wire.messages import (
    HANDS,
    MAX_AUDIENCE,
    MAX_SEATS,
    NONCE_SIZE,
    ONE_HAND,
    Audience,
    Chair,
    Lobby,
)

MIN_SEATS: Final = 2
BOT_NAMES: Final = ("Ada", "Bix", "Cleo", "Dot", "Egon", "Fay", "Gus", "Hob")


class LobbyError(Exception):
    """Something that can't be done at this table now; a sentence says why."""


@dataclass
class Plan:
    """What is going to be played."""

    catalog: Catalog
    options: Mapping[str, str] = field(default_factory=dict)
    first: int = 0
    winners: tuple[int, ...] = ()  # of the game before: they pick their roles
    strict: bool = False  # whether everybody proves that he shuffles honestly

    def cards(self, players: int) -> str:
        """How the cards are hidden; one program alone has nobody to hide them from."""
        if players < MIN_SEATS:
            return SHARED_SEED
        return STRICT if self.strict else SEALED

    def game_refusal(self, names: Sequence[str]) -> str | None:
        """Why these people can't play that, or None."""
        try:
            Game(self.catalog, tuple(names), dict(self.options), self.first, self.winners)
        except ValueError as error:
            return str(error)
        return None


class Desk:
    """The list that the host of a lobby keeps."""

    def __init__(self, me: bytes, name: str, manners: Manners, plan: Plan, seats: int = 4) -> None:
        self.me = me
        self.manners = manners
        self.plan = plan
        self.seats = max(MIN_SEATS, min(seats, MAX_SEATS))
        self.chairs: list[Chair] = []
        self.audience: dict[bytes, Audience] = {}  # who watches through which peer
        self.quiet = False  # whether only players talk
        self.locked = False
        self.revision = 0
        self.phase = "lobby"
        self.game = b""
        self.nonces: dict[bytes, bytes] = {}
        self.sit(me, name, "")

    # -- who sits here -----------------------------------------------------------------------------

    def sit(self, pid: bytes, name: str, bot: str) -> int:
        """Gives a peer a chair, or the one it has; says which."""
        for number, chair in enumerate(self.chairs):
            if chair.pid == pid and (pid != self.me or not chair.bot):
                self.chairs[number] = chair._replace(here=True)
                return number
        if self.phase != "lobby":
            raise LobbyError("a game is on; you can watch it")
        if len(self.chairs) >= self.seats:
            raise LobbyError("every seat is taken")
        self.chairs.append(Chair(pid, self._unique(name), bot, False, True))
        return len(self.chairs) - 1

    def add_bot(self, level: str) -> None:
        """A bot that this program plays."""
        if len(self.chairs) >= self.seats:
            raise LobbyError("every seat is taken")
        taken = {chair.name for chair in self.chairs}
        name = next(name for name in BOT_NAMES if name not in taken)
        self.chairs.append(Chair(self.me, name, level, True, True))
        self.unready()

    def set_level(self, seat: int, level: str) -> None:
        """Another level for a bot that this program plays."""
        chair = self.chairs[seat] if 0 <= seat < len(self.chairs) else None
        if chair is None or chair.pid != self.me or not chair.bot:
            raise LobbyError("the host has no bot in that seat")
        self.chairs[seat] = chair._replace(bot=level)
        self.unready()

    def remove(self, seat: int) -> bytes:
        """Takes a chair away; says whose it was."""
        if not 0 <= seat < len(self.chairs):
            raise LobbyError("no one sits there")
        if self.chairs[seat].pid == self.me and not self.chairs[seat].bot:
            raise LobbyError("the host can't be removed")
        gone = self._take_away(seat)
        self._look_who_is_willing()
        self.unready()
        return gone.pid

    def left(self, pid: bytes) -> None:
        """A peer has gone."""
        for seat in reversed(range(len(self.chairs))):
            if self.chairs[seat].pid == pid != self.me:
                self._take_away(seat)
        self.nonces.pop(pid, None)
        self.audience.pop(pid, None)
        self._look_who_is_willing()

    def _take_away(self, seat: int) -> Chair:
        """Takes a chair away; who won and who begins is still the same person.

        Their numbers are part of what the others are ready for, so they are asked again.
        """
        plan = self.plan
        winners = tuple(at - (at > seat) for at in plan.winners if at != seat)
        gone = self.chairs.pop(seat)
        first = (plan.first - (plan.first > seat)) % max(1, len(self.chairs))
        if (first, winners) != (plan.first, plan.winners):
            self.plan = replace(plan, first=first, winners=winners)
            self.unready()
        return gone

    def watched(self, pid: bytes, audience: Audience) -> None:
        """Who watches through the program of somebody who sits here."""
        if any(chair.pid == pid for chair in self.chairs):
            self.audience[pid] = audience

    def ready(self, pid: bytes, ready: bool, nonce: bytes) -> None:
        """A player is ready, with his part of the name of the game; or is not."""
        if ready and len(nonce) != NONCE_SIZE:
            raise LobbyError("a ready player has to name the game")
        if all(chair.pid != pid for chair in self.chairs):
            return
        for number, chair in enumerate(self.chairs):
            if chair.pid == pid:
                self.chairs[number] = chair._replace(
                    ready=ready or bool(chair.bot and pid == self.me)
                )
        if ready:
            self.nonces[pid] = nonce
        else:
            self.nonces.pop(pid, None)

    def _unique(self, name: str) -> str:
        name = tidy(name, MAX_NAME) or "Guest"
        taken = {chair.name.casefold() for chair in self.chairs}
        number, fresh = 2, name
        while fresh.casefold() in taken:
            fresh = f"{name[: MAX_NAME - 2].rstrip()} {number}"
            number += 1
        return fresh

    def unready(self) -> None:
        """Something has changed that everybody should see before the game begins."""
        for pid in {chair.pid for chair in self.chairs} - {self.me}:
            self.ready(pid, False, b"")

    # -- what is agreed on -------------------------------------------------------------------------

    def set_seats(self, seats: int) -> None:
        if not max(MIN_SEATS, len(self.chairs)) <= seats <= MAX_SEATS:
            raise LobbyError(
                f"a table has {MIN_SEATS} to {MAX_SEATS} seats, and one for everyone here"
            )
        self.seats = seats

    def set_quiet(self, quiet: bool) -> None:
        """Whether those who watch may talk: nobody needs to be asked again about that."""
        self.quiet = quiet

    def set_manners(self, **changes: str | int) -> None:
        """Title, beat, wait, or whether it is offline, or quick."""
        made = self.manners._replace(**changes)  # type: ignore[arg-type]
        title = tidy(made.title, MAX_TITLE)
        if not title or not 1 <= made.beat <= MAX_SECONDS or not 0 <= made.wait <= MAX_SECONDS:
            raise LobbyError(f"a table needs a name and a beat, and a wait below {MAX_SECONDS} s")
        self.manners = made._replace(title=title)
        self.unready()

    def set_hands(self, hands: str) -> None:
        """What those who watch see of the hands: everybody must know that before he plays."""
        if hands not in HANDS:
            raise LobbyError(f"spectators can see these hands: {', '.join(HANDS)}")
        self.manners = self.manners._replace(hands=hands, willing=b"")
        self.unready()

    def will(self, pid: bytes, willing: bool) -> None:
        """A player lets those who watch see his hand, or does not any more."""
        shown = self.manners.willing
        if willing == (shown == pid) or all(chair.pid != pid for chair in self.chairs):
            return
        if not willing:
            pass
        elif self.manners.hands != ONE_HAND:
            raise LobbyError("players can't show their hands to spectators at this table")
        elif shown:
            name = next((chair.name for chair in self.chairs if chair.pid == shown), "somebody")
            raise LobbyError(f"spectators already see {name}'s hand")
        self.manners = self.manners._replace(willing=pid if willing else b"")
        self.unready()

    def _look_who_is_willing(self) -> None:
        """Nobody sees the hand of somebody who has gone."""
        willing = self.manners.willing
        if willing and all(chair.pid != willing for chair in self.chairs):
            self.manners = self.manners._replace(willing=b"")
            self.unready()

    def set_plan(self, plan: Plan) -> None:
        """Other cards or house rules."""
        names = [chair.name for chair in self.chairs]
        refusal = plan.game_refusal(names if len(names) >= MIN_SEATS else BOT_NAMES[:MIN_SEATS])
        if refusal is not None:
            raise LobbyError(refusal)
        self.plan = plan
        self.unready()

    # -- for everybody to see ----------------------------------------------------------------------

    def snapshot(self) -> Lobby:
        """How the table stands, for all."""
        self.revision += 1
        empty = Chair(b"", "", "", False, False)
        chairs = (*self.chairs, *[empty] * (self.seats - len(self.chairs)))
        watching = [name for audience in self.audience.values() for name in audience.names]
        return Lobby(
            self.manners.table,
            self.revision,
            self.manners.title,
            self.phase,
            self.me,
            chairs[:MAX_SEATS],
            min(sum(audience.many for audience in self.audience.values()), 65535),
            self.locked,
            tuple(edition.key for edition in self.plan.catalog.editions),
            dict(self.plan.options),
            self.manners.beat,
            self.manners.wait,
            self.plan.first,
            self.plan.winners,
            self.game,
            self.plan.strict,
            tuple(sorted(watching, key=str.casefold)[:MAX_AUDIENCE]),
            self.quiet,
            self.manners.hands,
            self.manners.willing,
            bool(self.manners.offline),
            bool(self.manners.quick),
        )

    # -- opening a game ----------------------------------------------------------------------------

    def start_refusal(self) -> str | None:
        """Why no game can begin yet, or None."""
        if self.phase != "lobby":
            return "a game is on"
        if len(self.chairs) < MIN_SEATS:
            return "you need two players: wait for someone or add a bot"
        waiting = [chair.name for chair in self.chairs if not chair.ready]
        if waiting:
            return f"{', '.join(waiting)} must be ready first"
        return self.plan.game_refusal([chair.name for chair in self.chairs])


def plan_of(lobby: Lobby) -> Plan:
    """What a lobby says is going to be played; raises LobbyError if the cards are not at hand."""
    try:
        catalog = load_catalog(lobby.editions)
    except CardError as error:
        raise LobbyError(str(error)) from None
    return Plan(catalog, lobby.options, lobby.first, lobby.winners, lobby.strict)


def manners_of(lobby: Lobby) -> Manners:
    """What a lobby has agreed on beyond the rules."""
    return Manners(
        lobby.table, lobby.title, lobby.beat, lobby.wait, lobby.hands, lobby.willing,
        int(lobby.offline), int(lobby.quick),
    )  # fmt: skip


def chair_name(lobby: Lobby | None, pid: bytes) -> str:
    """What the person at a program is called at the table; empty if he has no chair."""
    chairs = [] if lobby is None else [chair for chair in lobby.chairs if chair.pid == pid]
    people = [chair.name for chair in chairs if not chair.bot]
    return next(iter([*people, *(chair.name for chair in chairs)]), "")


def conditions(lobby: Lobby) -> tuple[object, ...]:
    """Return the settings a player agreed to. Any change resets their ready mark."""
    return (
        manners_of(lobby), lobby.host, lobby.editions, lobby.options, lobby.first, lobby.winners,
        lobby.strict,
    )  # fmt: skip
