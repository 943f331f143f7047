"""What must hold at a table after every step, whatever has been played."""

from collections.abc import Sequence
from typing import Final

from core import events as e
from core import state
from core.actions import CHANCE, PASS, Action
from core.cards import HOARD, Face
from core.events import Event
from core.fields import Fields
from core.game import Game
from core.rules.whenever import legal_whenevers
from core.state import EVERYBODY, HIDDEN, Ask, Window
from core.view import view

# The state of a table: not the cards as printed, nor what was only remembered to save time.
FIELDS: Final = tuple(
    name
    for name in (*Fields.__slots__, *Game.__slots__)
    if name not in ("catalog", "faces", "events") and not name.startswith("_")
)
# Pending steps that hold a card which lies nowhere else, third in the frame.
_CARRIERS: Final = frozenset((
    "arrive", "called", "effect", "outcome", "risked", "role", "slack", "spent", "stranger",
))  # fmt: skip


def difference(one: Game, other: Game, *but: str) -> list[str]:
    """Return the fields in which two tables differ, leaving out some."""
    return [
        name for name in FIELDS if name not in but and getattr(one, name) != getattr(other, name)
    ]


class Audit:
    """Follows one game and checks after each action what must hold."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.size = len(game.where)
        self.roles = self._roles_in_play()
        self.turn = game.turn
        self._where = bytearray()
        self._roles: tuple[object, ...] = ()
        self._counted: list[tuple[list[int], int, bytes]] = [([], 0, b"")] * game.players
        self._moody = {n for n, face in enumerate(game.faces) if face.mood != (0, 0)}

    def _roles_in_play(self) -> list[int]:
        """Return every role that can turn up at this table (GEEK-1 takes two out)."""
        game = self.game
        roles = list(game.house.roles)
        if game.players == 2 and game.options.get("two-player") == "remove":
            roles = [r for r in roles if game.faces[r].id not in ("geek/slacker", "geek/drummer")]
        return sorted(roles)

    def after(self, action: Action, events: Sequence[Event]) -> None:
        """Check the table; after a pass that leaves a window open only whom it waits for."""
        game = self.game
        never_stuck(game)
        if action.kind == PASS and len(events) == 1:
            return
        if game.where != self._where or game.winners:
            self.cards()
        self.slack()
        self.role_cards()
        self.hands(events)
        told(game, events)
        numbers(game)
        goals(game)

    # -- cards -----------------------------------------------------------------------------------

    def cards(self) -> None:
        """Each card is in exactly one place, and everything that says where agrees."""
        game = self.game
        where = game.where
        self._where = where[:]
        cards = [*game.deck, *game.discard]
        places = bytes((state.IN_DECK,)) * len(game.deck) + bytes((state.IN_DISCARD,)) * len(
            game.discard
        )
        for laid in game.table:
            cards.append(laid.card)
            places += bytes((state.ON_TABLE,))
        for seat in range(game.players):
            hand, room = game.hands[seat], game.rooms[seat]
            cards += hand
            cards += room
            places += bytes((state.IN_HAND + seat,)) * len(hand) + bytes(
                (state.IN_ROOM + seat,)
            ) * len(room)
        flying = where.count(state.IN_AIR)
        assert len(cards) + flying == self.size == len(where), "a card was lost or doubled"
        assert len(set(cards)) == len(cards), "a card lies in two places"
        assert bytes(map(where.__getitem__, cards)) == places, "a card is not where it should be"
        assert len(game.face) == len(game.pub) == len(game.mark) == self.size
        if flying and not game.winners:
            held = carried(game)
            lost = [c for c in range(self.size) if where[c] == state.IN_AIR and c not in held]
            assert not lost, f"in the air for nothing: {[game.printed(c).name for c in lost]}"

    def open_faces(self) -> None:
        """Open cards are known to all, hidden ones to none; only a leaver's hand stays hidden."""
        game = self.game
        for card, place in enumerate(game.where):
            shown = game.pub[card]
            if place == state.IN_DECK or state.IN_HAND <= place < state.IN_ROOM:
                assert shown == HIDDEN, f"{game.printed(card).name} is public in a hidden place"
            elif shown == HIDDEN:
                assert place == state.IN_DISCARD, "an open card is not public"
                assert not game.begun or not all(game.alive), "a hidden card in the discard pile"
            else:
                assert shown == game.face[card]
            if place < state.IN_ROOM and place != state.IN_AIR:
                assert game.mark[card] == 0, f"{game.printed(card).name} keeps markers"
        for card, mask in game.seen.items():
            assert state.IN_HAND <= game.where[card] < state.IN_ROOM, (
                "a card outside a hand counts as seen"
            )
            assert 0 < mask < 1 << game.players

    def role_cards(self) -> None:
        """Each role is with a seat, in the pile, in the discard, or stands for a Person."""
        game = self.game
        now = (game.role_pile, game.role_discard, game.guises, game.roles, game.begun)
        if now == self._roles:
            return
        self._roles = (*(part.copy() for part in now[:4]), game.begun)
        there = [*game.role_pile, *game.role_discard, *game.guises.values()]
        for seat, roles in enumerate(game.roles):
            there += [role for role in roles if role != game.catalog.neutral_role]
            if game.begun:
                many = (2 if game.house.beside else 1) if game.alive[seat] else 0
                assert len(roles) == many, f"{game.names[seat]} has roles {roles}"
                kinds = [game.catalog.role_kinds[role] for role in roles]
                assert game.house.beside not in kinds[:1], "the second role comes first"
                assert [kind for kind in kinds[1:] if kind != game.house.beside] == []
        if game.options.get("two-player") == "start" and game.players == 2 and not game.begun:
            assert not set(there) - set(self.roles)
            return
        assert sorted(there) == self.roles, "a role was lost or doubled"
        rooms = range(state.IN_ROOM, state.IN_ROOM + game.players)
        assert all(game.where[card] in (state.IN_AIR, *rooms) for card in game.guises)

    # -- numbers ---------------------------------------------------------------------------------

    def slack(self) -> None:
        """Slack is what lies there; what holds for a seat is what lies there too."""
        game = self.game
        marks = game.mark.tobytes()
        laid = (game.face[card] for room in game.rooms for card in room) if self._moody else ()
        moody = [game.faces[number] for number in laid if number in self._moody]
        for seat, room in enumerate(game.rooms):
            loose = game.tokens[seat] + game.gloom[seat] + state.MADNESS[game.madness[seat]]
            loose += moods(game, seat, moody)
            if (room, loose, marks) == self._counted[seat]:
                continue
            self._counted[seat] = (room[:], loose, marks)
            total = loose + sum(game.worth(card) for card in room)
            assert game.slack[seat] == total, f"Slack of {game.names[seat]}: {total} lies there"

    def standing(self) -> None:
        """What holds for a seat comes from its roles, its room and the cards laid beside it."""
        game = self.game
        for seat in range(game.players):
            numbers = [*game.roles[seat], *(game.face[card] for card in game.rooms[seat])]
            numbers += [game.face[c] for c in beside(game, seat)]
            holding = sorted(n for n in numbers if game.faces[n].stands)
            assert sorted(game.stands[seat]) == holding, f"what holds for {game.names[seat]}"

    def remembered(self) -> None:
        """What was counted step by step, or kept from an earlier look, is what a new look finds."""
        game, fresh = self.game, self.game.copy()
        fresh.look_anew()
        for seat in range(game.players):
            fresh.refresh(seat)
            assert game.guests[seat] == fresh.guests[seat], f"guests of {game.names[seat]}"
            assert game.has[seat] == fresh.has[seat], f"what holds for {game.names[seat]}"
            assert game.slack[seat] == fresh.slack[seat], f"Slack of {game.names[seat]}"
            assert game._answers[seat] == fresh._answers[seat], f"answers of {game.names[seat]}"
            assert game._whenevers[seat] == fresh._whenevers[seat], game.names[seat]
        for card, plays in game._plays.items():
            seat = game.where[card] - state.IN_HAND
            legal_whenevers(fresh, seat, [])
            assert fresh._plays.get(card) == plays, f"plays of {game.printed(card).name}"

    def hands(self, events: Sequence[Event]) -> None:
        """Nobody holds too much unless asked to discard (R-DRAW-1, R-DISC-1, RUL-14)."""
        game = self.game
        for seat, hand in enumerate(game.hands):
            if not hand:
                continue
            assert game.alive[seat], "a player who has left holds cards"
            limit = game.hand_limit(seat) if game.begun else game.hand_size - 1
            if len(hand) > limit and not game.winners and not game.has[seat] & HOARD:
                assert _trimming(game, seat), f"{game.names[seat]} holds {len(hand)} of {limit}"
        for event in events:
            if event.kind == e.TURN_BEGAN:
                if game.begun and self.turn != event.seat and not game.winners:
                    kept = len(game.hands[self.turn])
                    hoards = game.has[self.turn] & HOARD
                    few = kept < game.hand_size or hoards
                    assert few, f"{game.names[self.turn]} ended with {kept}"
                self.turn = event.seat
        if game.begun and not game.stack and game.phase == state.DRAW_PHASE and not game.winners:
            full = len(game.hands[game.turn]) >= game.hand_limit(game.turn)
            played = any(event.kind == e.ANNOUNCED for event in events)
            drawn = any(event.kind == e.TURN_BEGAN for event in events)
            if drawn and not played:
                assert full or not game.deck, "the hand was not filled"

    def whole(self) -> None:
        """Run the checks that take longer, for a sample of the steps."""
        self.cards()
        self.open_faces()
        self.standing()
        self.remembered()


def moods(game: Game, seat: int, moody: Sequence[Face]) -> int:
    """Return what cards in all rooms add to a seat's Slack, card by card (COMBO-GOTH-3)."""
    total = 0
    several = len(game.catalog.editions) > 1
    for face in moody if game.alive[seat] else ():
        mine = any(game.faces[role].edition in ("", face.edition) for role in game.roles[seat])
        total += face.mood[1 if several and not mine else 0]
    return total


def beside(game: Game, seat: int) -> list[int]:
    """Return the cards on the table that hold for a seat (GREEK-1, COMBO-GREEK-2)."""
    kinds = {edition.role_kind for edition in game.catalog.editions}
    held = {game.catalog.role_kinds[role] for role in game.roles[seat]}
    names = {game.faces[role].name for role in game.roles[seat]}
    cards = []
    for laid in game.table:
        printed = game.printed(laid.card)
        about = printed.edition if "Role" in printed.categories else ""
        mine = {e.role_kind for e in game.catalog.editions if e.key == about}
        holds = laid.seat == seat and (len(kinds) == 1 or not about or bool(held & {"", *mine}))
        if laid.seat == EVERYBODY and game.alive[seat]:
            holds = printed.week == "good" or len(kinds) == 1 or bool(held & {"", "major"})
            holds = holds or (printed.week == "students" and bool(names & {"Campus Job", "T.A."}))
        if holds:
            cards.append(laid.card)
    return cards


def _trimming(game: Game, seat: int) -> bool:
    """Say whether a discard of that seat is asked for or about to be."""
    for frame in game.stack:
        if frame[0] == "trim" and frame[2] == seat:
            return True
        if frame[0] in ("hand", "draw") and frame[1] == seat:
            return True
    return False


def carried(game: Game) -> set[int]:
    """Return the cards that pending things hold."""
    held: set[int] = set()
    for frame in game.stack:
        if isinstance(frame, Window):
            held.update(frame.cards)
        elif isinstance(frame, Ask):
            if frame.topic == "sure":
                held.add(frame.context[0])
        elif frame[0] in _CARRIERS:
            held.add(frame[2])
    return held


def numbers(game: Game) -> None:
    """What is left is never negative, and what was spent was there; an empty seat has nothing."""
    assert min(game.debt) >= 0, f"debt: {game.debt}"
    for seat, there in enumerate(game.alive):
        assert game.income_left(seat) >= 0
        assert game.time_left(seat) >= 0
        if not there:
            assert not game.rooms[seat]
            assert not game.slack[seat], "Slack of a player who has left"
    for laid in game.table:
        there = laid.seat == EVERYBODY or game.alive[laid.seat]
        assert there, "a card lies beside an empty seat"
    assert sum(laid.seat == EVERYBODY for laid in game.table) <= 1, "two Weeks at once"
    assert min(game.gloom) >= 0
    assert 0 <= min(game.madness) <= max(game.madness) < len(state.MADNESS)
    for seat, glooms in enumerate(game.gloom):
        if glooms and game.alive[seat]:
            assert any(game.catalog.goths[role] for role in game.roles[seat]), "a gloomy non-Goth"


def told(game: Game, events: Sequence[Event]) -> None:
    """Nothing is begun by, dealt to or asked of a player who has left (RUL-16)."""
    if not all(game.alive):
        for event in events:
            if event.kind in (e.TURN_BEGAN, e.PHASE_BEGAN, e.DREW, e.ASKED, e.ROLE_DRAWN):
                assert game.alive[event.seat], f"{event.kind} of a player who has left"


def never_stuck(game: Game) -> None:
    """A player, or chance, can go on until the game is over."""
    waiting = game.waiting()
    if game.winners:
        assert waiting == ()
        assert game.need() is None
        return
    assert waiting, "the game waits for nobody"
    if waiting == (CHANCE,):
        need = game.need()
        assert need is not None
        assert need.options, f"chance has nothing to choose from for {need}"
        return
    assert game.need() is None
    for seat in waiting:
        assert 0 <= seat < game.players
        assert game.alive[seat], "the game waits for a player who has left"


def goals(game: Game) -> None:
    """Players who have reached their goal have won, and nobody else but the last one (R-WIN-1)."""
    there = [seat for seat in range(game.players) if game.alive[seat]]
    reached = tuple(seat for seat in there if game.slack[seat] >= game.goal(seat))
    if len(there) == 1:
        assert game.winners == tuple(there)
    elif game.begun:
        assert game.winners == reached


# -- what a seat may do ----------------------------------------------------------------------------


def legal_moves(game: Game) -> None:
    """Everything that is listed as legal is not refused, and names the cards it plays."""
    for seat in range(game.players):
        moves = game.legal(seat)
        assert len(set(moves)) == len(moves), "a move is listed twice"
        for move in moves:
            refusal = game.refusal(move)
            assert refusal is None, f"{move} is listed, but {refusal}"
            assert move.seat == seat
            assert move.faces == tuple(game.face[card] for card in move.cards)
        if not game.winners and seat in game.waiting():
            assert moves, f"{game.names[seat]} is awaited and can do nothing"


# -- what a seat may know --------------------------------------------------------------------------


def unknown_to(game: Game, seat: int | None) -> list[int]:
    """Return the cards whose faces that seat, or a spectator, has no right to know."""
    hidden: list[int] = []
    for card in range(len(game.where)):
        known = game.pub[card] != HIDDEN
        if seat is not None:
            known = known or card in game.hands[seat] or bool(game.seen.get(card, 0) >> seat & 1)
        if not known:
            hidden.append(card)
    return hidden


def views(game: Game, seat: int | None) -> None:
    """A view has no face it may not have, and is as good as the table for what the seat may do.

    The faces that are hidden from the seat change places on a copy of the table: when every field
    of the two views is the same, no field tells anything about them.
    """
    seen = view(game, seat)
    hidden = unknown_to(game, seat)
    for card in hidden:
        assert seen.face[card] == HIDDEN, f"{game.printed(card).name} is seen by {seat}"
    for card in set(range(len(game.where))) - set(hidden):
        assert seen.face[card] == game.face[card]
    assert seen.eyes == seat
    assert seen.digest() == game.digest()
    assert seen.waiting() == game.waiting()
    assert not seen.events
    if seat is not None:
        assert seen.legal(seat) == game.legal(seat)
    other = game.copy()
    for card, donor in zip(hidden, hidden[::-1], strict=True):
        other.face[card] = game.face[donor]
    assert other.digest() == game.digest(), "the digest depends on hidden faces"
    leaks = difference(seen, view(other, seat))
    assert not leaks, f"hidden faces show in {leaks}"
    changed = difference(seen, game, "face", "eyes")
    assert not changed, f"the view differs from the table in {changed}"
