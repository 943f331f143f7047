"""Both sides of a lobby without a network: what the keeper tells, what the guests make of it."""

import asyncio

from net.identity import Identity
from net.log.terms import Manners, Terms
from net.table.foyer import ANSWER, Foyer, desk_again
from net.table.lobby import Desk, LobbyError, Plan
from net.table.opening import Bound
from net.wire.messages import NONCE_SIZE, Audience, Join, Lobby, Message, Ready, Seat, Willing
from tests.kit.recorded import catalog
from tests.net.honest import HonestTable, identity

ANN, BO, CY, EVE = (identity(number) for number in range(4))
NAMES = {ANN.pid: "Ann", BO.pid: "Bo", CY.pid: "Cy", EVE.pid: "Eve"}


class House:
    """One program around a foyer: what it would send and show."""

    def __init__(self, me: Identity) -> None:
        self.foyer = Foyer(me, self, lambda count: bytes([me.pid[0]]) * count, locked=False)
        self.sent: list[tuple[bytes, Message]] = []
        self.notices: list[str] = []
        self.agreed_to: list[Terms] = []

    def send(self, pid: bytes, message: Message) -> None:
        self.sent.append((pid, message))

    def notice(self, text: str) -> None:
        self.notices.append(text)

    def listed(self, lobby: Lobby) -> None:
        """Nobody watches."""

    def agreed(self, terms: Terms, bound: Bound, signatures: list[bytes] | None) -> None:
        self.agreed_to.append(terms)
        self.foyer.game_began()

    def called_off(self) -> None:
        """Nothing has begun."""

    def turned_away(self, why: str) -> None:
        self.notices.append(why)


class Room:
    """Ann keeps the list; Bo and Cy sit there, and who won last is Cy."""

    def __init__(self) -> None:
        self.houses = {one.pid: House(one) for one in (ANN, BO, CY)}
        plan = Plan(catalog(), first=1, winners=(2,))
        self.desk = Desk(ANN.pid, "Ann", Manners(b"t" * 16, "Kitchen", 20, 60), plan, 3)
        for one in (BO, CY):
            self.desk.sit(one.pid, NAMES[one.pid], "")
            self.houses[one.pid].foyer.keeper = ANN.pid
        self.keeper = self.houses[ANN.pid].foyer
        self.keeper.keep(self.desk)
        self.settle()

    def settle(self) -> None:
        """Delivers everything that was said, and what is said about that."""
        while any(house.sent for house in self.houses.values()):
            for pid, house in self.houses.items():
                sent, house.sent = house.sent, []
                for to, message in sent:
                    if to in self.houses:
                        self._deliver(to, pid, message)

    def _deliver(self, to: bytes, pid: bytes, message: Message) -> None:
        house = self.houses[to]
        try:
            house.foyer.hear(pid, NAMES[pid], message)
        except LobbyError as error:
            house.notice(str(error))

    def leave(self, one: Identity) -> None:
        del self.houses[one.pid]
        self.keeper.left(one.pid)
        self.settle()

    def ready(self, *people: Identity) -> None:
        for one in people:
            self.houses[one.pid].foyer.set_ready(True)
        self.settle()

    def listed_ready(self) -> list[bool]:
        return [chair.ready for chair in self.desk.chairs]


async def test_who_was_ready_is_asked_again_when_somebody_goes_and_seats_move() -> None:
    room = Room()
    room.ready(ANN, CY)
    room.leave(BO)
    assert room.desk.plan.winners == (1,)
    assert room.listed_ready() == [True, False]
    room.ready(CY)
    room.keeper.start()
    room.settle()
    room.keeper.tick(asyncio.get_running_loop().time() + ANSWER + 1)
    assert [house.notices for house in room.houses.values()] == [[], []]
    assert all(house.agreed_to for house in room.houses.values())


async def test_who_was_ready_stays_so_when_somebody_goes_who_changes_nothing() -> None:
    room = Room()
    room.desk.set_plan(Plan(catalog()))
    room.ready(ANN, BO)
    room.leave(CY)
    assert room.listed_ready() == [True, True]


def test_winners_and_beginner_of_the_next_game_are_those_who_are_still_there() -> None:
    terms = HonestTable(4).terms
    plan = Plan(catalog(), {"hand": "7"}, first=3, winners=(1, 2), strict=True)
    desk = desk_again(terms.pids[1], terms, plan, {terms.pids[0], terms.pids[2]})
    assert desk.plan == Plan(catalog(), {"hand": "7"}, first=1, winners=(0,), strict=True)


async def test_nobody_hears_the_list_again_for_what_changes_nothing() -> None:
    room = Room()
    room.ready(BO)
    house, lobby = room.houses[ANN.pid], room.keeper.lobby
    nonce = bytes([BO.pid[0]]) * NONCE_SIZE
    for message in (Ready(True, nonce), Audience(0, ()), Willing(False)):
        room.keeper.hear(BO.pid, "Bo", message)
    nothing: tuple[Message, ...] = (Ready(False, b""), Audience(3, ("Zoë",)), Willing(True))
    for message in nothing:
        room.keeper.hear(EVE.pid, "Eve", message)  # she has no chair
    assert room.keeper.lobby is lobby
    assert house.sent == []
    room.keeper.hear(BO.pid, "Bo", Join(-1, ""))
    assert house.sent == [(BO.pid, Seat(1, "")), (BO.pid, lobby)]
    room.keeper.hear(BO.pid, "Bo", Audience(1, ("Zoë",)))
    assert room.keeper.lobby is not None
    assert room.keeper.lobby.audience == ("Zoë",)
