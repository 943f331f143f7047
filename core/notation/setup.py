"""Sets the table that a script describes."""

from collections import Counter
from collections.abc import Iterable

from core.arrangement import Arrangement, Beside, Placed, Seat, arrange
from core.cards import WHENEVER
from core.game import Game
from core.notation.script import Laying, Script, SeatSheet


def set_table(script: Script) -> tuple[Game, Arrangement]:
    """A game that stands where the setup of the script says, its first phase not yet begun."""
    line = script.setup_line
    try:
        game = Game(script.catalog, script.names.seats, script.options)
        arrangement = _Arranger(script, game).arrangement()
        arrange(game, arrangement)
    except ValueError as error:
        raise line.error("a table that can be set", str(error)) from None
    return game, arrangement


class _Arranger:
    """Deals the named cards out of the box, so that none is used more often than it is printed."""

    def __init__(self, script: Script, game: Game) -> None:
        self.script = script
        self.left = Counter(game.house.life)
        self.roles = Counter(game.house.roles)

    def arrangement(self) -> Arrangement:
        sheet = self.script.sheet
        self.check_roles()
        self.check_left()
        hands = [self.faces(seat.hand) for seat in sheet.seats]
        rooms = [
            tuple(Placed(self.resident(item), item.mark, item.worth) for item in seat.room)
            for seat in sheet.seats
        ]
        table = tuple(
            Beside(self.lasting(item), sheet.turn if item.seat is None else item.seat)
            for item in sheet.table
        )
        seats = []
        for entry, hand, room in zip(sheet.seats, hands, rooms, strict=True):
            numbers = entry.numbers
            seats.append(
                Seat(
                    entry.roles, hand, room, numbers.get("slack"), numbers.get("income"),
                    numbers.get("free time"), numbers.get("goal"), self.track(entry, "gloom"),
                    self.track(entry, "madness"), entry.left,
                )
            )  # fmt: skip
        return Arrangement(
            tuple(seats), self.faces(sheet.deck), self.faces(sheet.discard), table,
            tuple(sheet.roles), tuple(sheet.role_discard), sheet.turn, sheet.phase,
        )  # fmt: skip

    def faces(self, layings: Iterable[Laying]) -> tuple[int, ...]:
        return tuple(self.face(item) for item in layings)

    def face(self, laying: Laying) -> int:
        """A face with that name of which a copy is left."""
        for face in laying.card.faces:
            if self.left[face]:
                self.left[face] -= 1
                return face
        raise laying.line.error(f"a copy of {laying.card.text} left in the box", "none")

    def resident(self, laying: Laying) -> int:
        face = self.face(laying)
        printed = self.script.catalog.faces[face]
        if printed.kind == WHENEVER and not printed.stays:
            raise laying.line.error("a card that belongs in a room", printed.name)
        if laying.worth == 0:  # a stranger whom nobody wants
            return self.script.catalog.twins.get(face, face)
        return face

    def lasting(self, laying: Laying) -> int:
        face = self.face(laying)
        printed = self.script.catalog.faces[face]
        if printed.lasting is None and not printed.week:
            raise laying.line.error("a card with a lasting effect", printed.name)
        return face

    def check_roles(self) -> None:
        for sheet in self.script.sheet.seats:
            for role in sheet.roles:
                self.roles[role] -= 1
                if self.roles[role] < 0:
                    name = self.script.catalog.faces[role].name
                    raise sheet.lines["is"].error("each role dealt once", f"{name} again")

    def check_left(self) -> None:
        """Whoever has left has nothing, and two or more go on."""
        sheet = self.script.sheet
        for seat, entry in enumerate(sheet.seats):
            if entry.left:
                line = entry.lines["left"]
                if entry.roles or entry.hand or entry.room or entry.numbers:
                    raise line.error("no other line about a player who has left")
                if seat == sheet.turn:
                    raise line.error("the turn of a player who is there")
                if sum(not other.left for other in sheet.seats) < 2:
                    raise line.error("two players or more in the game")

    def track(self, sheet: SeatSheet, track: str) -> int:
        """Gloom or Madness, where an edition at the table knows it."""
        value = sheet.numbers.get(track, 0)
        editions = self.script.catalog.editions
        if value and not any(getattr(edition, track) for edition in editions):
            names = " + ".join(edition.name for edition in editions)
            raise sheet.lines[track].error(f"an edition with {track}", names)
        return value
