"""What the prompt line says: what is expected of the player, and which keys do it."""

import re
from collections.abc import Mapping
from typing import Final

from rich.cells import cell_len

from chez_tui.commands import BY_ID, key_name, keys_of
from chez_tui.kit.lines import fit
from chez_tui.play.choices import GUESTS, QUESTION, TARGETS, TREAT, TRIM, Choices
from core.actions import CALL, DISCARD, DO, EVICT, KEEP, PASS, SHOP, SHOW
from core.cards import HOARD
from core.state import CALL_PHASE, DISCARD_PHASE, FREE_PHASE, ROLL_PHASE, Ask, Trim, Window
from core.telling import PHASE_NAMES, ask_text, listing, player, word
from core.telling.names import counted

Keymap = Mapping[str, tuple[str, ...]]
ENDLESS: Final = 1_000_000
ROLLING: Final = "The die is rolling"
CLAUSE: Final = re.compile(r" \([A-Z0-9-]+\)$")


class Prompts:
    """The sentences for one desk, with the keys as the user's settings have them."""

    def __init__(self, desk: Choices, keymap: Keymap) -> None:
        self._desk = desk
        self._keymap = keymap

    def key(self, command: str) -> str:
        """The key of a command; Enter is written like the name of a key on the keyboard."""
        name = key_name(keys_of(BY_ID[command], self._keymap)[0])
        return "Enter" if name == "enter" else name

    def say(self, width: int = ENDLESS) -> str:
        """What came of the last key, if that needs saying, and then what is wanted.

        In a line of that width the former gives way, for nobody is to wonder what to press; first
        of all the rule that it is based on.
        """
        message = self._desk.message
        if not message:
            return self.wanted()
        said, hint = message[:1].upper() + message[1:], self.hint()
        if not hint:
            return said
        room = width - cell_len(hint) - 2
        if cell_len(said) > room:
            said = CLAUSE.sub("", said)
        return f"{said}. {hint}" if cell_len(said) <= room else f"{fit(said, room)} {hint}"

    def hint(self) -> str:
        """How to go on from here, as short as it can be said."""
        desk = self._desk
        if desk.mode in (QUESTION, TRIM, TARGETS):
            return self.wanted()
        if desk.window is not None:
            return f"{self.key('pass_window')} passes"
        if desk.treat is not None:
            return f"{self.key('pass_window')} plays nothing"
        if not desk.my_turn:
            return ""
        if self._over > 0:
            return f"Mark {self._over} more to discard with {self.key('do_it')}, then {self._next}"
        ends = desk.view.phase == DISCARD_PHASE
        return f"{self._next} {'ends your turn' if ends else 'goes on'}"

    @property
    def _next(self) -> str:
        return self.key("next_phase")

    @property
    def _over(self) -> int:
        """How many cards more have to be discarded before the turn can end."""
        desk, view = self._desk, self._desk.view
        if view.phase != DISCARD_PHASE or view.has[desk.seat] & HOARD:
            return 0
        return len(view.hands[desk.seat]) - len(desk.marks) - (view.hand_size - 1)

    def wanted(self) -> str:
        """What is expected of the player, in a sentence."""
        desk = self._desk
        view, top, mode = desk.view, desk.top, desk.mode
        if view.winners:
            return f"{listing([player(view, s) for s in view.winners])} won"
        if mode == QUESTION:
            assert isinstance(top, Ask)
            question = ask_text(top, view).text.partition(": ")[2]
            return question[:1].upper() + question[1:]
        if mode == TRIM:
            assert isinstance(top, Trim)
            return self._trim(top.amount, top.amount - len(desk.marks))
        if mode == TREAT:
            return self._treat()
        if mode == TARGETS:
            return self._whom()
        if mode == GUESTS:
            return f"Who is to go? {self.hint()}, {self.key('back')} shows your hand"
        if desk.window is not None:
            return self._window(desk.window)
        return self._turn() if desk.my_turn else self._waiting()

    def _trim(self, many: int, left: int) -> str:
        """So many cards have to go, of which some are not marked yet, or too many are."""
        goes, marks = self.key("go_shopping"), self.key("do_it")
        said = f"You lose {counted(many, 'card')}"
        if left > 0:
            return f"{said}: mark {left} with {marks}, then {goes}"
        if left < 0:
            return f"{said}: {-left} too many are marked, {marks} unmarks"
        return f"{said}: {goes} discards what is marked"

    def _whom(self) -> str:
        targets = self._desk.targets
        first = targets[0]
        if first.kind == SHOW:
            return "Show your hand to whom?"
        if first.kind == EVICT:
            return (
                f"Say where {self._desk.view.printed(first.on).name} is to go, then the die rolls"
            )
        name = self._desk.view.faces[first.faces[0]].name
        if any(action.kind == DISCARD for action in targets):
            return f"{name}: discard or play?"
        if first.kind == CALL:
            return f"{name}: for which {word(self._desk.view, 'room')}?"
        return f"{name}: on what?" if first.on >= 0 else f"{name}: on whom?"

    def _window(self, window: Window) -> str:
        view = self._desk.view
        what = listing([view.printed(card).name for card in window.cards])
        what += "" if what.endswith((".", "!", "?")) else "."
        able = any(action.kind != PASS for action in self._desk.session.legal())
        how = f"{self.key('do_it')} on a card responds, " if able else "You hold no answer: "
        return f"{player(view, window.seat)}: {what} {how}{self.key('pass_window')} passes"

    def _treat(self) -> str:
        """A Thing for nothing: whom it is thanks to, and whether there is any."""
        desk = self._desk
        assert desk.treat is not None
        host = desk.view.printed(desk.treat.card).name
        able = any(action.kind != PASS for action in desk.session.legal())
        how = f"{self.key('do_it')} on a Thing plays it for free, " if able else "nothing fits: "
        return f"{host}: {how}{self.hint()}"

    def _turn(self) -> str:
        desk = self._desk
        view, do, on = desk.view, self.key("do_it"), self.hint()
        if view.phase == DISCARD_PHASE:
            if self._over > 0:
                return on
            what = (
                ", discarding what is marked" if desk.marks else f"; {do} marks a card to discard"
            )
            return f"{PHASE_NAMES[view.phase]}: {on}{what}"
        if desk.marks:
            names = listing([view.printed(card).name for card in desk.marks])
            costs = f"{desk.total()} of {view.income_left(desk.seat)} Income"
            return f"Trip: {names} = {costs}; {self.key('go_shopping')} buys"
        phase = PHASE_NAMES[view.phase]
        if view.phase == FREE_PHASE:
            left = view.time_left(desk.seat)
            if not left:
                more = any(a.kind in (DO, SHOP) for a in desk.session.legal())
                none = f"none left, but * needs none; {do} plays it" if more else "none left"
                return f"{phase}: {none}, {on}"
            return f"{phase}: {left} left. {do} plays or marks a card, {on}"
        kinds = {action.kind for action in desk.session.legal()}
        if view.phase == ROLL_PHASE and kinds & {EVICT, KEEP}:
            return f"{phase}: {self.key('evict')} gets rid of People, {on}"
        if view.phase == CALL_PHASE and view.gloom[desk.seat] and not view.guests[desk.seat]:
            calls = f"{do} calls somebody, " if CALL in kinds else ""
            return f"{phase}: nobody here, so 1 Gloom will go; {calls}{on}"
        if view.phase == CALL_PHASE and CALL in kinds:
            return f"{phase}: {do} on a card calls that Person, {on}"
        return f"{phase}: {on}"

    def _waiting(self) -> str:
        view = self._desk.view
        names = [player(view, seat) for seat in view.waiting() if seat >= 0]
        if names:
            return f"Waiting for {listing(names)}"
        away = [player(view, seat) for seat in self._desk.session.standing.away]
        return f"Waiting for {listing(away)}: dice need all players" if away else ROLLING
