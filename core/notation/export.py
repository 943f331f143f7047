"""Writes a played game in the notation, such that checking the text plays it again."""

from collections.abc import Iterable, Sequence
from typing import Final

from core import actions as a
from core import events as e
from core.actions import Action, Refused
from core.cards import ROLE
from core.events import Event
from core.game import Game
from core.notation.acting import option_name
from core.notation.lines import fold
from core.notation.moves import EARLY
from core.notation.names import Names, reserved
from core.rules.setup import settled_options
from core.state import EVERYBODY, Ask, Treat

ANSWERS: Final = (a.CANCEL, a.THROW, a.PLAY, a.SHOW, a.LEAVE)


class ExportError(Exception):
    """A record that can't be told: it contradicts the rules, or does not know its cards."""


def export(game: Game, actions: Iterable[Action], title: str = "") -> str:
    """The text of a game: `game` is the table before the deal, `actions` is all that happened.

    The text starts after the deal. If the record stops while chance is asked, it ends before.
    """
    played = tuple(actions)
    if any(action.kind == a.REDEAL for action in played):
        raise ExportError(
            "hidden cards were redealt in this game, and the notation has no line for that"
        )
    told = _until_last_rest(game, played)
    dealt, events = _deal(game, told)
    if -1 in game.face:
        raise ExportError("this game file doesn't know all its cards")
    writer = _Writer(game)
    writer.setup(title, _drawn(events))
    writer.tell(events)
    for action in told[dealt:]:
        writer.action(action)
    writer.close()
    return "\n".join(writer.lines) + "\n"


def _until_last_rest(game: Game, actions: Sequence[Action]) -> Sequence[Action]:
    """The actions up to the last moment at which nobody waited for chance."""
    trial = game.copy()
    rest = 0
    for at, action in enumerate(actions):
        _apply(trial, action, at)
        if trial.need() is None:
            rest = at + 1
    return actions[:rest]


def _deal(game: Game, actions: Sequence[Action]) -> tuple[int, list[Event]]:
    """Plays on to the first turn; how many actions that took, and what the last one did."""
    for at, action in enumerate(actions):
        events = _apply(game, action, at)
        if game.begun:
            return at + 1, events
    raise ExportError("the cards of this game were never dealt")


def _apply(game: Game, action: Action, at: int) -> list[Event]:
    try:
        return game.apply(action)
    except Refused as refused:
        raise ExportError(
            f"action {at + 1} of this game file breaks the rules: {refused}"
        ) from None


def _drawn(events: list[Event]) -> list[int]:
    """The cards of the first turn's draw, which the text must still have in the deck."""
    begun = next(i for i, event in enumerate(events) if event.kind == e.TURN_BEGAN)
    return [card for event in events[begun:] if event.kind == e.DREW for card in event.cards]


class _Writer:
    """Follows a game and writes a line for each action; chance's lines stand before the move that
    asks for them, and passes are written only where the text would be read otherwise.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats = _writable(game.names)
        self.names = Names(game.catalog, self.seats)
        self.lines: list[str] = []
        self.passes: list[str] = []
        self.chance_at = 0  # where a line for chance belongs: before the last move

    # -- the setup -------------------------------------------------------------------------------

    def setup(self, title: str, drawn: list[int]) -> None:
        game = self.game
        add = self.lines.append
        clean = " ".join("".join(c if c.isprintable() else " " for c in title).split())
        if clean := clean.replace("#", "No. "):
            add(f"title: {clean}")
        add(f"edition: {' + '.join(edition.key for edition in game.catalog.editions)}")
        usual = settled_options({}, [edition.key for edition in game.catalog.editions])
        for name, value in game.options.items():
            if value != usual[name]:
                add(f"option: {name} {value}")
        add(f"players: {'; '.join(self.seats)}")
        for seat, name in enumerate(self.seats):
            if game.alive[seat]:
                add(f"{name} is {' + '.join(self.face(role) for role in game.roles[seat])}")
            else:
                add(f"{name} has left")
        for seat, name in enumerate(self.seats):
            hand = [card for card in game.hands[seat] if card not in drawn]
            if hand:
                add(f"{name} holds: {self.faces(game.face[card] for card in hand)}")
        if game.role_discard:
            add(f"role discard: {self.faces(game.role_discard)}")
        deck = [*drawn, *reversed(game.deck)]
        add(f"deck: {self.faces(game.face[card] for card in deck)}")
        add(f"turn: {self.seats[game.turn]}")
        self.chance_at = len(self.lines)

    # -- what happens ----------------------------------------------------------------------------

    def action(self, action: Action) -> None:
        game = self.game
        if action.kind == a.PASS and not isinstance(game.stack[-1], Treat):
            self.passes.append(f"{self.seats[action.seat]}: pass")
        elif action.kind in a.CHANCE_KINDS:
            self.chance(action)
        else:
            if action.kind in ANSWERS or action.kind == a.PASS:
                self.write_passes()  # or it would be read as an answer to the older window
            self.passes = []
            line = f"{self.seats[action.seat]}: {self.move(action)}"
            if game.need() is None:
                self.write(line)
            else:  # what chance says comes after this move
                self.write(f"{line} {EARLY}")
                self.chance_at = len(self.lines)
        self.tell(game.apply(action))

    def write(self, line: str) -> None:
        self.chance_at = len(self.lines)
        self.lines.append(line)

    def write_passes(self) -> None:
        for line in self.passes:
            self.write(line)
        self.passes = []

    def tell(self, events: Iterable[Event]) -> None:
        """Marks where a turn begins, for readers."""
        for event in events:
            if event.kind == e.TURN_BEGAN:
                self.lines += ["", f"# round {event.n}, {self.seats[event.seat]}"]

    def chance(self, action: Action) -> None:
        if action.kind == a.ROLL:
            before = self.lines[self.chance_at - 1]
            if before.startswith("roll "):
                self.lines[self.chance_at - 1] = f"{before}; {action.value}"
                return
            line = f"roll {action.value}"
        elif action.kind == a.SHUFFLE:
            line = f"shuffle: {self.faces(action.faces)}"
        elif action.kind == a.ROLE:
            line = f"role {self.face(action.value)}"
        else:
            need = self.game.need()
            options = need.options if need is not None else ()
            line = f"pick {self.card(action.cards[0], options)}"
        self.lines.insert(self.chance_at, line)
        self.chance_at += 1

    def move(self, action: Action) -> str:
        """The move behind the player's name."""
        game = self.game
        kind, hand = action.kind, game.hands[action.seat]
        match kind:
            case a.CALL:
                return f"call {self.card(action.cards[0], hand)} to {self.seats[action.to]}"
            case a.SHOP | a.DISCARD:
                return f"{kind} {self.cards(action.cards, hand)}"
            case a.CANCEL:
                return f"cancel with {self.card(action.cards[0], hand)}"
            case a.THROW:
                return f"throw {self.card(action.cards[0], hand)}"
            case a.EVICT | a.KEEP:
                place = "" if action.to == a.NOBODY else f" to {self.place(action.to)}"
                return f"{kind} {self.card(action.on, game.rooms[action.seat])}{place}"
            case a.DO | a.PLAY:
                return f"{kind} {self.card(action.cards[0], hand)}{self.target(action)}"
            case a.CHOOSE:
                return f"choose {self.answer(action.value)}"
            case a.SHOW:
                return f"show hand to {self.seats[action.to]}"
        return kind

    def target(self, action: Action) -> str:
        game = self.game
        if action.on != a.NOTHING:
            owner = game.owner(action.on)
            if owner < 0:
                owner = next(laid.seat for laid in game.table if laid.card == action.on)
            if owner == EVERYBODY:
                return f" on {self.face(game.face[action.on])}"
            beside = [laid.card for laid in game.table if laid.seat == owner]
            card = self.card(action.on, [*game.rooms[owner], *beside])
            return f" on {self.seats[owner]}'s {card}"
        return "" if action.to == a.NOBODY else f" on {self.seats[action.to]}"

    def answer(self, value: int) -> str:
        question = self.game.stack[-1]
        assert isinstance(question, Ask)
        option = question.options[value]
        if question.about == "card":
            return self.card(option, question.options)
        if question.about == "seat":
            return self.place(option)
        if question.about == "role":
            return self.face(option)
        return option_name(self.game, question, option)

    def close(self) -> None:
        """The claims that every reader wants to see hold."""
        game = self.game
        if not game.winners:
            self.write_passes()
            if game.waiting():
                waiting = "; ".join(self.seats[seat] for seat in game.waiting())
                self.lines += ["", f"expect waiting {waiting}"]
            return
        self.lines += ["", f"expect winner {'; '.join(self.seats[s] for s in game.winners)}"]
        self.lines += [
            f"expect {name} slack {game.slack[seat]}" for seat, name in enumerate(self.seats)
        ]

    # -- names -----------------------------------------------------------------------------------

    def place(self, seat: int) -> str:
        return "discard" if seat == a.TO_DISCARD else self.seats[seat]

    def face(self, number: int) -> str:
        """The name of a face, or its id where the name could mean something else."""
        face = self.game.faces[number]
        if face.kind == ROLE:
            return face.name if self.names.find_role(face.name) == number else face.id
        ref = self.names.find_card(face.name)
        meant = {self.original(n) for n in ref.faces} if ref is not None else set()
        plain = meant == {self.original(number)} and not set(face.name) & set(";#")
        return face.name if plain else face.id

    def original(self, number: int) -> int:
        return self.game.catalog.originals.get(number, number)

    def faces(self, numbers: Iterable[int]) -> str:
        return "; ".join(self.face(number) for number in numbers)

    def card(self, card: int, among: Iterable[int], taken: Sequence[int] = ()) -> str:
        """A card by name, with a number if it is not the first of its kind there."""
        face = self.game.face
        meant = self.original(face[card])
        alike = [c for c in among if self.original(face[c]) == meant and c not in taken]
        nth = alike.index(card) + 1
        return self.face(meant) + (f" ({nth})" if nth > 1 else "")

    def cards(self, cards: Sequence[int], among: Sequence[int]) -> str:
        return "; ".join(self.card(c, among, cards[:i]) for i, c in enumerate(cards))


def _writable(names: Sequence[str]) -> tuple[str, ...]:
    """The players' names, others in place of those that the notation can't write."""
    seats: list[str] = []
    taken = {fold(name) for name in names}
    for seat, name in enumerate(names):
        plain = name.isprintable() and not reserved(name)
        if not plain or fold(name) in map(fold, seats):
            number = seat + 1
            while fold(name := f"Player {number}") in taken:
                number += len(names)
            taken.add(fold(name))
        seats.append(name)
    return tuple(seats)
