"""Turns a written move into the action it means at this table."""

from collections.abc import Iterable

from core.actions import (
    CALL,
    CANCEL,
    CHOOSE,
    DISCARD,
    DO,
    EVICT,
    KEEP,
    LEAVE,
    NOBODY,
    NOTHING,
    PASS,
    PLAY,
    SHOP,
    SHOW,
    THROW,
    TO_DISCARD,
    Action,
    going_on,
)
from core.cards import ACTIVITY, CARD_TARGET, NO_TARGET, PLAYER_TARGET, THING
from core.game import Game
from core.notation.lines import fold, number, shown
from core.notation.names import CardRef, Names
from core.notation.script import Move
from core.state import EVERYBODY, WORDS, Ask, Treat, Trim, Window

PHASE_OF = {"evict": 1, "keep": 1, "call": 2, "shop": 3, "do": 3, "discard": 4}
NO_OPTION = 1 << 15  # a number that no question offers


class Acting:
    """Builds actions. `lenient`: what is not where the move has it is looked for elsewhere, so
    that the rules themselves can say why the move is illegal.
    """

    def __init__(self, game: Game, names: Names, lenient: bool = False) -> None:
        self.game = game
        self.names = names
        self.lenient = lenient

    def action(self, move: Move) -> Action:
        seat = move.seat
        match move.verb:
            case "next" | "end":
                return going_on(seat, self.game.phase)
            case "pass":
                return Action(PASS, seat)
            case "leave":
                return Action(LEAVE, seat)
            case "show":
                return Action(SHOW, seat, to=NOBODY if move.to is None else move.to)
            case "call":
                return self.held(CALL, move, to=seat if move.to is None else move.to)
            case "evict" | "keep":
                return self.guest(move)
            case "shop":
                return self.held(SHOP, move)
            case "discard":
                return self.held(DISCARD, move)
            case "cancel":
                return self.held(CANCEL, move)
            case "throw":
                return self.held(THROW, move)
            case "choose":
                return self.answer(move)
        return self.aimed(move)

    # -- cards -----------------------------------------------------------------------------------

    def held(self, kind: str, move: Move, to: int = NOBODY, on: int = NOTHING) -> Action:
        """An action with cards of the hand."""
        cards = self.from_hand(move)
        faces = tuple(self.game.face[card] for card in cards)
        return Action(kind, move.seat, cards, faces, to, on)

    def from_hand(self, move: Move) -> tuple[int, ...]:
        found: list[int] = []
        name = self.game.names[move.seat]
        for ref in move.cards:
            card = self.find(self.game.hands[move.seat], ref, found)
            if card is None:
                hand = _listed(self.game, self.game.hands[move.seat])
                raise move.line.error(f"{ref.text} in {name}'s hand", hand)
            found.append(card)
        return tuple(found)

    def find(self, cards: Iterable[int], ref: CardRef, taken: Iterable[int] = ()) -> int | None:
        """The card that is meant: of the free ones alike, the one with that number."""
        free = [c for c in cards if self.game.face[c] in ref.faces and c not in taken]
        if len(free) >= ref.nth:
            return free[ref.nth - 1]
        if self.lenient:
            return next((c for c, face in enumerate(self.game.face) if face in ref.faces), None)
        return None

    def alike(self, cards: Iterable[int], ref: CardRef) -> list[int]:
        """The cards that can be meant, from the one with that number on."""
        return [c for c in cards if self.game.face[c] in ref.faces][ref.nth - 1 :]

    def guest(self, move: Move) -> Action:
        (ref,) = move.cards
        room = self.game.rooms[move.seat]
        card = self.find(room, ref)
        if card is None:
            name = self.game.names[move.seat]
            raise move.line.error(f"{ref.text} in {name}'s room", _listed(self.game, room))
        if move.verb == "keep":
            return Action(KEEP, move.seat, on=card)
        first = self.game.catalog.edition.evict_names_place_first
        return Action(
            EVICT, move.seat, on=card, to=move.to if first and move.to is not None else NOBODY
        )

    def aimed(self, move: Move) -> Action:
        """`do` and `play`; what is thrown or cancels is told apart by the card."""
        game = self.game
        cards = self.from_hand(move)
        face = game.printed(cards[0])
        kind = SHOP if face.kind == THING else DO
        top = game.stack[-1] if game.stack else None
        if move.verb == "play" and not isinstance(top, Treat):
            kind = PLAY
            if isinstance(top, Window) and top.seat != move.seat:
                if face.cancels:
                    return Action(CANCEL, move.seat, cards, (face.number,))
                if face.kind == ACTIVITY and move.target is None:
                    kind = THROW
        to, on = self.target(move, face.target)
        if kind in (PLAY, DO) and face.target == PLAYER_TARGET and (to, on) == (NOBODY, NOTHING):
            to = NOBODY if face.on == "others" else move.seat
        elif face.target == NO_TARGET and to == move.seat:
            to = NOBODY
        return Action(kind, move.seat, cards, (face.number,), to, on)

    def target(self, move: Move, needs: int) -> tuple[int, int]:
        """The player and the card aimed at; where a sent card goes is asked for later."""
        game = self.game
        target = move.target
        if target is None or target.card is None:
            seat = move.to if target is None else target.seat
            return (NOBODY if seat is None or needs == CARD_TARGET else seat), NOTHING
        seats = range(game.players) if target.seat is None else (target.seat,)
        there = [card for seat in seats for card in game.rooms[seat]]
        there += [
            laid.card for laid in game.table
            if laid.seat in seats or laid.seat == EVERYBODY
        ]  # fmt: skip
        card = next(iter(self.alike(there, target.card)), None)
        if card is None and self.lenient:
            return NOBODY, NO_OPTION
        if card is None:
            whose = "in play" if target.seat is None else f"in {game.names[target.seat]}'s room"
            raise move.line.error(f"{target.card.text} {whose}", _listed(game, there))
        return NOBODY, card

    # -- answers ---------------------------------------------------------------------------------

    def answer(self, move: Move) -> Action:
        """The option of the open question that the answer names."""
        game = self.game
        top = game.stack[-1] if game.stack else None
        if isinstance(top, Trim) and top.seat == move.seat:
            ref = self.names.find_card(move.text)
            if ref is not None:
                return self.held(DISCARD, move._replace(cards=(ref,)))
        if isinstance(top, Treat) and top.seat == move.seat:
            ref = self.names.find_card(move.text)
            if ref is not None:
                return self.held(SHOP, move._replace(cards=(ref,)))
        if isinstance(top, Ask) and top.seat == move.seat:
            option = self.option(top, move.text)
            if option is not None:
                return Action(CHOOSE, move.seat, value=option, ref=top.ref)
            if not self.lenient:
                raise move.line.error(f"one of: {offered(game, top)}", shown(move.text))
        elif not self.lenient:
            raise move.line.error(f"a question to {game.names[move.seat]}", pending(game))
        return Action(CHOOSE, move.seat, value=NO_OPTION)

    def option(self, question: Ask, text: str) -> int | None:
        """The place of the answer among the options."""
        game = self.game
        meant: list[int] = []
        if question.about == "card":
            nth = 1
            readings = [(-1, text), *self.names.owned(text)]
            for owner, rest in readings:
                ref = self.names.find_card(rest)
                if ref is not None:
                    nth = ref.nth
                    meant = [
                        i
                        for i, card in enumerate(question.options)
                        if game.face[card] in ref.faces and owner in (-1, game.owner(card))
                    ]
                if meant:
                    break
            return meant[nth - 1] if len(meant) >= nth else None
        wanted: int | None
        if question.about == "seat":
            wanted = TO_DISCARD if fold(text) == "discard" else self.names.find_seat(text)
        elif question.about == "role":
            wanted = self.names.find_role(text)
        elif question.about == "sure":
            wanted = 0 if fold(text) == "roll" else number(text)
            ref = self.names.find_card(text)
            if ref is not None:  # the card that offers it
                wanted = next((n for f in ref.faces for _, n in game.faces[f].sure), None)
        elif question.about == "word":
            wanted = WORDS.index(fold(text)) if fold(text) in WORDS else None
        else:
            wanted = number(text)
        return question.options.index(wanted) if wanted in question.options else None


# -- telling ---------------------------------------------------------------------------------------


def option_name(game: Game, question: Ask, option: int) -> str:
    """How an option of a question is written."""
    if question.about == "card":
        return game.printed(option).name
    if question.about == "seat":
        return "discard" if option == TO_DISCARD else game.names[option]
    if question.about == "role":
        return game.faces[option].name
    if question.about == "word":
        return WORDS[option]
    if question.about == "sure" and option == 0:
        return "roll"
    return str(option)


def offered(game: Game, question: Ask) -> str:
    return "; ".join(option_name(game, question, option) for option in question.options)


def pending(game: Game) -> str:
    """What the table waits for, in words."""
    top = game.stack[-1] if game.stack else None
    if isinstance(top, Ask):
        return f"a question to {game.names[top.seat]} ({offered(game, top)})"
    if isinstance(top, Treat):
        return f"{game.names[top.seat]}, who may play a Thing for free"
    if isinstance(top, Trim):
        return f"{game.names[top.seat]}, who has to discard {top.amount}"
    if isinstance(top, Window):
        return f"what {game.names[top.seat]} announced"
    return "no question"


def _listed(game: Game, cards: Iterable[int]) -> str:
    return "; ".join(game.printed(card).name for card in cards) or "no cards"
