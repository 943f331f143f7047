"""What the prompt line says: what is expected of the player, and which keys do it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from chez_tui.commands import keyed
from chez_tui.play.choices import GUESTS, QUESTION, TARGETS, TREAT, TRIM, Choices, capital
from chez_tui.play.words import signs
from core.actions import CALL, DISCARD, DO, EVICT, KEEP, PASS, SHOP, SHOW
from core.cards import HOARD
from core.state import CALL_PHASE, DISCARD_PHASE, FREE_PHASE, ROLL_PHASE, Ask, Trim, Window
from core.telling import PHASE_NAMES, ask_text, listing, player, waiting_for, word
from core.telling.names import counted
from net.sessions.session import Session

Keymap = Mapping[str, tuple[str, ...]]
ROLLING: Final = "The die is rolling"
HUSHED: Final = "You aren't asked until {turn} is over or something hits you{how}"


@dataclass(frozen=True, slots=True)
class Prompt:
    """What came of the last key, how to go on, and what is wanted in a whole sentence."""

    said: str = ""
    hint: str = ""
    wanted: str = ""

    @property
    def line(self) -> str:
        """All that is to be said, however long it is."""
        if not self.said:
            return self.wanted
        return f"{self.said}. {self.hint}" if self.hint else self.said


def prompt(choices: Choices, keymap: Keymap) -> Prompt:
    """Return the words for these choices, with the keys as the user's settings have them."""
    words = _Words(choices, keymap)
    return Prompt(capital(keyed(choices.message, keymap)), words.hint(), words.wanted())


def hushed(session: Session, keymap: Keymap | None = None) -> str:
    """Return until when a person isn't asked, and how they are again; nothing if they are."""
    if not session.hushed:
        return ""
    view, how = session.view, "" if keymap is None else "; {hush} asks again"
    turn = "your turn" if view.turn == session.seat else f"{player(view, view.turn)}'s turn"
    return keyed(HUSHED.replace("{how}", how), keymap or {}, turn=turn)


class _Words:
    """The sentences for one moment."""

    def __init__(self, choices: Choices, keymap: Keymap) -> None:
        self._choices = choices
        self._keymap = keymap
        self._kinds = {action.kind for action in choices.session.legal()}

    def _keyed(self, text: str, **words: str) -> str:
        return keyed(text, self._keymap, **words)

    def hint(self) -> str:
        """How to go on from here, as short as it can be said."""
        choices = self._choices
        if choices.mode in (QUESTION, TRIM, TARGETS):
            return self.wanted()
        ends = choices.view.phase == DISCARD_PHASE
        how = f"{{next_phase}} {'ends your turn' if ends else 'goes on'}"
        if choices.window is not None:
            how = "{pass_window} passes"
        elif choices.treat is not None:
            how = "{pass_window} plays nothing"
        elif not choices.my_turn:
            how = ""
        elif self._over > 0:
            how = f"Mark {self._over} more to discard with {{do_it}}, then {{next_phase}}"
        return self._keyed(how)

    @property
    def _over(self) -> int:
        """How many cards more have to be discarded before the turn can end."""
        choices, view = self._choices, self._choices.view
        if view.phase != DISCARD_PHASE or view.has[choices.seat] & HOARD:
            return 0
        return len(view.hands[choices.seat]) - len(choices.marks) - (view.hand_size - 1)

    def wanted(self) -> str:
        """What is expected of the player, in a sentence."""
        choices = self._choices
        view, top, mode = choices.view, choices.top, choices.mode
        if view.winners:
            return f"{listing([player(view, s) for s in view.winners])} won"
        if mode == QUESTION:
            assert isinstance(top, Ask)
            return capital(ask_text(top, view).text.partition(": ")[2])
        if mode == TRIM:
            assert isinstance(top, Trim)
            return self._trim(top.amount, top.amount - len(choices.marks))
        if mode == TREAT:
            return self._treat()
        if mode == TARGETS:
            return self._whom()
        if mode == GUESTS:
            return self._keyed("Who is to go? {hint}, {back} shows your hand", hint=self.hint())
        if choices.window is not None:
            return self._window(choices.window)
        return self._turn() if choices.my_turn else self._waiting()

    def _trim(self, many: int, left: int) -> str:
        """So many cards have to go, of which some are not marked yet, or too many are."""
        how = "{next_phase} discards what is marked"
        if left:
            more = f"mark {left} with {{do_it}}, then {{next_phase}}"
            how = more if left > 0 else f"{-left} too many are marked, {{do_it}} unmarks"
        return self._keyed(f"You lose {counted(many, 'card')}: {how}")

    def _whom(self) -> str:
        targets, view = self._choices.targets, self._choices.view
        first = targets[0]
        if first.kind == SHOW:
            return "Show your hand to whom?"
        if first.kind == EVICT:
            return f"Say where {view.printed(first.on).name} is to go, then the die rolls"
        name = view.faces[first.faces[0]].name
        if any(action.kind == DISCARD for action in targets):
            return f"{name}: discard or play?"
        if first.kind == CALL:
            return f"{name}: for which {word(view, 'room')}?"
        return f"{name}: on what?" if first.on >= 0 else f"{name}: on whom?"

    def _window(self, window: Window) -> str:
        view = self._choices.view
        what = listing([view.printed(card).name for card in window.cards])
        what += "" if what.endswith((".", "!", "?")) else "."
        how = "{do_it} on a card responds, " if self._kinds - {PASS} else "You hold no answer: "
        if not self._choices.session.prompted:
            how = ""  # it is shown, and goes on by itself
        who = player(view, window.seat)
        return self._keyed("{who}: {what} " + how + "{pass_window} passes", who=who, what=what)

    def _treat(self) -> str:
        """A Thing for nothing: whom it is thanks to, and whether there is any."""
        treat = self._choices.treat
        assert treat is not None
        fits = bool(self._kinds - {PASS})
        how = "{do_it} on a Thing plays it for free, " if fits else "nothing fits: "
        host = self._choices.view.printed(treat.card).name
        return self._keyed("{host}: " + how + "{hint}", host=host, hint=self.hint())

    def _turn(self) -> str:
        choices, kinds = self._choices, self._kinds
        view, seat, on = choices.view, choices.seat, self.hint()
        phase = PHASE_NAMES[view.phase]
        said = on
        if view.phase == DISCARD_PHASE:
            if self._over > 0:
                return on
            marking = "{on}; {do_it} marks a card to discard"
            said = "{on}, discarding what is marked" if choices.marks else marking
        elif choices.marks:
            names = listing([view.printed(card).name for card in choices.marks])
            costs = f"{choices.total()} of {view.income_left(seat)} Income"
            return self._keyed(f"Trip: {names} = {costs}; {{go_shopping}} buys")
        elif view.phase == FREE_PHASE:
            said = "{do_it} plays or marks a card, {on}"
            if not view.time_left(seat):
                more = "none left, but * needs none; {do_it} plays it, {on}"
                said = more if kinds & {DO, SHOP} else "none left, {on}"
        elif view.phase == ROLL_PHASE and kinds & {EVICT, KEEP}:
            said = "{evict} gets rid of People, {on}"
        elif view.phase == CALL_PHASE and view.gloom[seat] and not view.guests[seat]:
            calls = "{do_it} calls somebody, " if CALL in kinds else ""
            said = f"nobody here, so 1 Gloom will go; {calls}{{on}}"
        elif view.phase == CALL_PHASE and CALL in kinds:
            said = "{do_it} on a card calls that Person, {on}"
        return self._keyed(f"{phase}: {said}", on=on)

    def _waiting(self) -> str:
        view, session = self._choices.view, self._choices.session
        if isinstance(self._choices.top, Window) and session.deadline is not None:
            return signs(session.standing, view) or "The others can respond now"
        if said := waiting_for(view):
            return said
        away = listing(player(view, seat) for seat in self._choices.session.standing.away)
        return f"Waiting for {away}: dice need all players" if away else ROLLING
