"""What a play would mean for one player at one moment, in Slack: his gain, his rivals' loss.

Everything is read from the printed data of the cards, never from their names, so that cards of
other editions and of the players' own making are judged just as well.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from core.actions import CALL, CANCEL, DO, PLAY, SHOP, THROW, Action
from core.bots.consequences import effects, whom
from core.bots.plan import Plan
from core.bots.tracks import arriving, company, habit, safer, week
from core.bots.values import INCOME, TIME, values_of
from core.cards import ACTIVITY, PERSON, WHENEVER, Face
from core.game import Game
from core.rules.lookup import bonus, guarded
from core.state import FREE_PHASE, Window

WIN: Final = 50.0
COMES: Final = 4 / 6  # the chance that an invited Person is at home
PER_TURN: Final = 3.0  # Slack that a player makes in a turn, roughly
NEAR: Final = 2  # missing Slack is reckoned from here, so that one more or less matters little
SHARP: Final = 3  # how much more the leader is hated than the rest
SPITE: Final = 1.3  # what all rivals together lose against what we gain


def seat_of(view: Game) -> int:
    """The seat whose view it is."""
    if view.eyes is None:
        raise ValueError("a spectator has no seat to decide for")
    return view.eyes


class Judge:
    """One player's opinion of the table as it lies before him."""

    __slots__ = (
        "faces", "game", "me", "missing", "pace", "plan", "planning", "sociable", "stake",
        "tracked", "values",
    )  # fmt: skip

    def __init__(self, view: Game) -> None:
        self.game = view
        self.me = me = seat_of(view)
        self.faces = view.faces
        self.values = values_of(view.catalog)
        self.plan: Plan | None = None
        self.planning = False
        self.sociable = bool(view.house.party or view.house.gloom)  # company counts for itself
        self.tracked = view.house.gloom or view.house.madness[0] > 0
        seats = range(view.players)
        self.missing = [view.goal(seat) - view.slack[seat] for seat in seats]
        # The nearer a rival is to his goal, the more his loss is our gain.
        danger = [
            1 / (max(self.missing[seat], 1) + NEAR) ** SHARP
            if view.alive[seat] and seat != me
            else 0.0
            for seat in seats
        ]
        total = sum(danger) or 1.0
        self.stake = [-SPITE * d / total for d in danger]
        self.stake[me] = 1.0
        nearest = min(self.missing[seat] for seat in seats if view.alive[seat])
        self.pace = min(max(nearest / PER_TURN, 0.5), 5.0) / 4  # of the typical rest of a game

    # -- Slack -----------------------------------------------------------------------------------

    def swing(self, seat: int, slack: float) -> float:
        """A seat's Slack changes by so much: enough to win counts for everything."""
        if slack > 0 and slack >= self.missing[seat]:
            return WIN if seat == self.me else -WIN
        return slack * self.stake[seat]

    def on_entry(self, seat: int, number: int) -> float:
        """The Slack that such a card would add to the room of a seat, on average."""
        game, faces = self.game, self.faces
        if game.house.dull and game.dull(seat)[number]:
            return 0.0
        slack = self.values.expected[number] + bonus(game, seat, number)
        face = faces[number]
        for held in game.stands[seat]:
            standing = faces[held]
            for match, amount in standing.aura:
                if match[number]:
                    slack += amount
            if face.die is not None:
                for match, amount in standing.sure:
                    if match[number]:
                        slack = max(slack, amount + slack - self.values.expected[number])
        for match, amount in face.aura:
            slack += sum(amount for card in game.rooms[seat] if match[game.face[card]])
        return slack

    def presence(self, card: int) -> float:
        """What a card in a room is worth to the owner of the room."""
        game = self.game
        face = self.faces[game.face[card]]
        worth = game.worth(card) + self.pace * self.values.standing[face.number]
        if self.tracked and face.each_turn:
            worth += habit(self, game.owner(card), face)
        if self.sociable and game.catalog.persons[face.number]:
            seat = game.owner(card)
            worth -= company(self, seat, len(game.guests[seat]), -1)
        return worth

    def arrival(self, seat: int, number: int, by: int, to: int = -1, on: int = -1) -> float:
        """A card comes into the room of a seat, with all that follows."""
        face = self.faces[number]
        slack = self.on_entry(seat, number)
        if face.die is not None and slack < self.missing[seat] <= slack + 2.5:
            value = slack * self.stake[seat] + (WIN / 4 if seat == self.me else -WIN / 4)
        else:
            value = self.swing(seat, slack)
        value += self.stake[seat] * self.pace * self.values.standing[number]
        if self.sociable or face.mood != (0, 0):
            value += arriving(self, seat, face)
        if self.tracked and face.each_turn:
            value += self.stake[seat] * habit(self, seat, face)
        if face.play:
            value += effects(self, face, face.play, seat, to, on)
        if face.pest:
            value += self.stake[seat] * self.bite(seat, face)
        return value + self.rewards(by, number)

    def moved(self, card: int, seat: int) -> float:
        """A Person that is in play already enters the room of another seat (R-GONE-5)."""
        face = self.faces[self.game.face[card]]
        value = self.swing(seat, self.game.catalog.slack[face.number] + self.game.mark[card])
        value += self.stake[seat] * self.pace * self.values.standing[face.number]
        if self.sociable:
            value += arriving(self, seat, face)
        if self.tracked and face.each_turn:
            value += self.stake[seat] * habit(self, seat, face)
        if face.pest:
            value += self.stake[seat] * self.bite(seat, face)
        return value

    def bite(self, seat: int, face: Face) -> float:
        """What a pest costs the owner of a room at once: the least that it will take."""
        game = self.game
        wanted = [
            self.presence(card)
            for card in game.rooms[seat]
            if face.pest[game.face[card]] and not guarded(game, card)
        ]
        if not wanted:
            return 0.0
        return -max(wanted) if face.pest_best else -min(wanted)

    def rewards(self, by: int, number: int) -> float:
        """Tokens that somebody gets because such a card is played."""
        total = 0.0
        for seat, standing in enumerate(self.game.stands):
            for held in standing:
                for match, amount, whose in self.faces[held].reward:
                    if match[number] and (whose == "anybody" or (whose == "you") == (seat == by)):
                        total += self.swing(seat, amount)
        return total

    # -- announcements ---------------------------------------------------------------------------

    def action(self, action: Action) -> float:
        """What it would mean for us if a play of ours came off."""
        return self.outcome(action.kind, action.seat, action.faces, action.to, action.on)

    def outcome(self, kind: str, seat: int, faces: Sequence[int], to: int, on: int) -> float:
        """What it means for us if an announcement other than an answer comes off."""
        if kind == CALL:
            face = self.faces[faces[0]]
            chance = 1.0
            if face.invited and not face.house_pet:
                charm = sum(self.faces[held].charm for held in self.game.stands[seat])
                chance = min(max(COMES + charm / 6, 0.0), 1.0)
            return chance * self.arrival(to, faces[0], seat)
        if kind == PLAY:
            return self.whenever(self.faces[faces[0]], seat, to, on)
        if kind == DO:
            return self.arrival(seat, faces[0], seat, to, on)
        total = sum(self.arrival(seat, number, seat) for number in faces)
        if len(faces) > 1:
            slack = sum(self.on_entry(seat, number) for number in faces)
            if slack >= self.missing[seat] and abs(total) < WIN:
                total += self.swing(seat, slack)
        return total

    def whenever(self, face: Face, seat: int, to: int, on: int) -> float:
        """A Whenever of that seat takes effect."""
        if face.stays:
            return self.arrival(seat, face.number, seat, to, on)
        value = effects(self, face, face.play, seat, to, on) + self.rewards(seat, face.number)
        if face.week:
            value += week(self, face)
        lasting = face.lasting
        if lasting is not None:
            turns = self.pace if lasting.until == "end of game" else 0.25
            for holder in whom(self, lasting.who, seat, to):
                if holder == self.me and self.game.turn == self.me and (face.bonus or face.cunning):
                    value += self.spree(face)
                else:
                    value += self.stake[holder] * turns * self.values.trait[face.number]
        return value

    def spree(self, face: Face) -> float:
        """A help for this turn: what it does for the cards that we are about to play."""
        if self.game.phase > FREE_PHASE:
            return 0.0
        chosen = self.prospect().best_now()
        items = (*chosen.activities, *chosen.trip)
        value = sum(amount for match, amount in face.bonus for item in items if match[item.number])
        return value + safer(self, face, items) if face.cunning else value

    def window(self, at: int = -1) -> float:
        """What it means for us if the announcement at that place of the stack comes off."""
        game = self.game
        frame = game.stack[at]
        assert isinstance(frame, Window)
        faces = [game.face[card] for card in frame.cards]
        if frame.kind in (CANCEL, THROW):
            below = at % len(game.stack) - 2  # between the two stands what opens it again
            if below < 0 or not isinstance(game.stack[below], Window):
                return 0.0  # who announced it has left, and it with him (RUL-16)
            return self.stopped(below, frame.kind, faces[0], frame.seat)
        return self.outcome(frame.kind, frame.seat, faces, frame.to, frame.on)

    def stopped(self, at: int, kind: str, number: int, by: int) -> float:
        """What it means for us if the announcement at that place of the stack is stopped."""
        frame = self.game.stack[at]
        assert isinstance(frame, Window)
        value = -self.window(at)
        if frame.kind == SHOP:
            # The Things are not lost: they come back with the next Free Time, or the next turn.
            value *= 0.3 if self.game.time_left(frame.seat) else 0.6
            if abs(value) < WIN / 5:
                value -= self.stake[frame.seat] * 0.3
        if kind == THROW:
            value += self.arrival(frame.seat, number, by)
        return value

    def overshoot(self, window: Window) -> float:
        """By how much a rival's Free Time use would pass his goal; negative if it falls short."""
        seat = window.seat
        if seat == self.me or window.kind not in (DO, SHOP):
            return -1.0
        game = self.game
        slack = sum(self.on_entry(seat, game.face[card]) for card in window.cards)
        return slack - self.missing[seat]

    def setback(self, move: Action, seat: int) -> float:
        """How much further from his goal a Whenever would put a seat for certain."""
        total = 0.0
        face = self.faces[move.faces[0]]
        for op in (face.ops[at] for at in face.play):
            if op.verb in ("take", "trash") and self.game.owner(move.on) == seat:
                total += self.game.worth(move.on)
            elif op.verb == "worth" and self.game.owner(move.on) == seat:
                total += self.game.worth(move.on) - op.amount
            elif op.verb == "mark" and self.game.owner(move.on) == seat:
                total -= op.amount
            elif op.verb == "goal" and op.who == "target" and move.to == seat:
                total += op.amount
        return total

    # -- the hand and the role -------------------------------------------------------------------

    def prospect(self) -> Plan:
        """What we could do with our Free Time; reckoned only when somebody asks."""
        if self.plan is None:
            self.planning = True
            self.plan = Plan(self)
            self.planning = False
        return self.plan

    def role(self, number: int) -> float:
        """How good a role is: what it earns in the rest of the game, less what it asks for."""
        face = self.faces[number]
        turns = 5 * self.pace
        income, time = sum(face.income) / 2, sum(face.free_time) / 2
        earned = turns * (INCOME * income + TIME * time)
        return earned + self.pace * self.values.trait[number] - face.goal

    def leader(self) -> int:
        """The rival who is most dangerous."""
        return min(range(self.game.players), key=self.stake.__getitem__)

    def in_hand(self, card: int) -> float:
        """What a card in our hand may still be good for."""
        game = self.game
        number = game.face[card]
        face = self.faces[number]
        if face.kind == WHENEVER:
            return self.values.keep[number]
        if face.kind == PERSON:
            rooms = [self.me] if face.house_pet else game.seats_from(self.me)
            best = max(self.outcome(CALL, self.me, (number,), seat, -1) for seat in rooms)
            return max(best, 0.4 if face.pest else 0.0)
        return min(self.prospect().someday(card), WIN)

    def by_use(self, cards: Iterable[int]) -> list[tuple[float, int]]:
        """Cards of our hand with their use, the worst first.

        More Activities or Things than two turns can hold are worth less and less.
        """
        ranked = sorted(((self.in_hand(card), card) for card in cards), reverse=True)
        time = max(2 * self.game.standing_time(self.me), 1)
        used = []
        for value, card in ranked:
            if self.game.catalog.kinds[self.game.face[card]] == ACTIVITY:
                time -= 1
                value = value if time >= 0 else value * 0.4
            used.append((value, card))
        used.sort()
        return used

    def dead(self, used: list[tuple[float, int]], least: float) -> int:
        """How many cards of a hand had better make room for fresh ones: those of less use."""
        return sum(value < least for value, _ in used)
