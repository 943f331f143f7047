"""What the prompt line says: what the player should do, and which keys do it."""

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
ROLLING: Final = "Rolling"
HUSHED: Final = "Passing until {turn} ends or you get hit{how}"


@dataclass(frozen=True, slots=True)
class Prompt:
    """The result of the last key, how to continue, and what's wanted in a whole sentence."""

    said: str = ""
    hint: str = ""
    wanted: str = ""

    @property
    def line(self) -> str:
        """Everything to say, however long it is."""
        if not self.said:
            return self.wanted
        return f"{self.said}. {self.hint}" if self.hint else self.said


def prompt(choices: Choices, keymap: Keymap) -> Prompt:
    """Return the words for these choices, with the keys from the user's settings."""
    words = _Words(choices, keymap)
    return Prompt(capital(keyed(choices.message, keymap)), words.hint(), words.wanted())


def hushed(session: Session, keymap: Keymap | None = None) -> str:
    """Return until when a person passes, and how to stop that; empty if they don't."""
    if not session.hushed:
        return ""
    view, how = session.view, "" if keymap is None else "; {hush} stops that"
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
        """Return how to continue from here, as short as possible."""
        choices = self._choices
        if choices.mode in (QUESTION, TRIM, TARGETS):
            return self.wanted()
        ends = choices.view.phase == DISCARD_PHASE
        how = f"{{next_phase}} {'ends your turn' if ends else 'continues'}"
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
        """How many more cards the player must discard before the turn can end."""
        choices, view = self._choices, self._choices.view
        if view.phase != DISCARD_PHASE or view.has[choices.seat] & HOARD:
            return 0
        return len(view.hands[choices.seat]) - len(choices.marks) - (view.hand_size - 1)

    def wanted(self) -> str:
        """Return what the player should do, in a sentence."""
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
            return self._keyed(
                "Evict which guest? {hint}, {back} back to your hand", hint=self.hint()
            )
        if choices.window is not None:
            return self._window(choices.window)
        return self._turn() if choices.my_turn else self._waiting()

    def _trim(self, many: int, left: int) -> str:
        """Return the prompt for losing cards: how many still need a mark, or have one too many."""
        how = "{next_phase} discards what is marked"
        if left:
            more = f"mark {left} with {{do_it}}, then {{next_phase}}"
            how = more if left > 0 else f"{-left} too many marked, {{do_it}} unmarks"
        return self._keyed(f"You lose {counted(many, 'card')}: {how}")

    def _whom(self) -> str:
        targets, view = self._choices.targets, self._choices.view
        first = targets[0]
        if first.kind == SHOW:
            return "Show your hand to which player?"
        if first.kind == EVICT:
            return f"Choose where {view.printed(first.on).name} goes, then roll"
        name = view.faces[first.faces[0]].name
        if any(action.kind == DISCARD for action in targets):
            return f"{name}: discard or play?"
        if first.kind == CALL:
            return f"{name}: into which {word(view, 'room')}?"
        return f"{name}: on which card?" if first.on >= 0 else f"{name}: on which player?"

    def _window(self, window: Window) -> str:
        view = self._choices.view
        what = listing([view.printed(card).name for card in window.cards])
        what += "" if what.endswith((".", "!", "?")) else "."
        how = "{do_it} on a card responds, " if self._kinds - {PASS} else "You can't respond: "
        if not self._choices.session.prompted:
            how = ""  # shown only; it continues automatically
        who = player(view, window.seat)
        return self._keyed("{who}: {what} " + how + "{pass_window} passes", who=who, what=what)

    def _treat(self) -> str:
        """Return the prompt for a free Thing: whose treat it is, and whether one fits."""
        treat = self._choices.treat
        assert treat is not None
        fits = bool(self._kinds - {PASS})
        how = "{do_it} on a Thing plays it for free, " if fits else "no Thing fits: "
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
                more = "none left; {do_it} plays a * card, {on}"
                said = more if kinds & {DO, SHOP} else "none left, {on}"
        elif view.phase == ROLL_PHASE and kinds & {EVICT, KEEP}:
            said = "{evict} evicts People, {on}"
        elif view.phase == CALL_PHASE and view.gloom[seat] and not view.guests[seat]:
            calls = "{do_it} calls, " if CALL in kinds else ""
            said = f"alone you lose 1 Gloom; {calls}{{on}}"
        elif view.phase == CALL_PHASE and CALL in kinds:
            said = "{do_it} calls a Person, {on}"
        return self._keyed(f"{phase}: {said}", on=on)

    def _waiting(self) -> str:
        view, session = self._choices.view, self._choices.session
        if isinstance(self._choices.top, Window) and session.deadline is not None:
            return signs(session.standing, view) or "The others can respond"
        if said := waiting_for(view):
            return said
        away = listing(player(view, seat) for seat in self._choices.session.standing.away)
        return f"Waiting for {away}: no one can roll without them" if away else ROLLING
