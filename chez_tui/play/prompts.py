"""What the prompt line says: what is going on, what is expected, and which keys do it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from chez_tui.commands import keyed
from chez_tui.play.choices import (
    GUESTS,
    HAND,
    QUESTION,
    TARGETS,
    TREAT,
    TRIM,
    Choices,
    Option,
    capital,
    sentence,
)
from chez_tui.play.words import signs
from core.actions import CALL, CANCEL, CHOOSE, DISCARD, DO, EVICT, KEEP, PLAY, SHOP, SHOW, THROW
from core.cards import HOARD
from core.state import CALL_PHASE, DISCARD_PHASE, FREE_PHASE, ROLL_PHASE, Ask, Trim, Window
from core.telling import PHASE_NAMES, ask_text, listing, player, waiting_for, word
from core.telling.names import counted
from core.view import View
from net.sessions.session import Session

Keymap = Mapping[str, tuple[str, ...]]
ROLLING: Final = "Rolling"
HUSHED: Final = "Passing until {turn} ends or you get hit{how}"


# -- what Enter does -------------------------------------------------------------------------------


class Doing(NamedTuple):
    """What Enter does with an option: in a word, in a few, and with its name."""

    word: str = ""
    short: str = ""
    named: str = ""  # {card} is what the option is called


_DOING: Final = {
    CALL: Doing("call", "calls them", "calls {card}"),
    CANCEL: Doing("cancel", "cancels it", "cancels it with {card}"),
    THROW: Doing("throw TV", "throws TV", "throws {card} at it"),
    CHOOSE: Doing("choose", "chooses it", "chooses {card}"),
    EVICT: Doing("roll", "rolls to evict", "rolls to evict {card}"),
    KEEP: Doing("keep", "lets them stay", "lets {card} stay"),
    SHOW: Doing("show", "shows your hand", "shows it to {card}"),
}
_PLAYS: Final = Doing("play", "plays it", "plays {card}")
_FREE: Final = Doing("play", "plays it for free", "plays {card} for free")
_AIMS: Final = Doing("choose", "chooses a target", "chooses a target for {card}")
_CALLS: Final = Doing("call", "chooses a room", "calls {card}")
_EVICTS: Final = Doing("evict", "chooses where to", "evicts {card}")
_MARKS: Final = {
    SHOP: Doing("mark", "marks it", "marks {card} to buy"),
    DISCARD: Doing("mark", "marks it", "marks {card} to discard"),
}
_EITHER: Final = Doing("choose", "discards or plays it", "discards or plays {card}")
_ADDS: Final = Doing("add", "adds it to the trip", "adds {card}")
_UNMARKS: Final = Doing("unmark", "unmarks it", "unmarks {card}")


def doing(mode: str, option: Option | None, marks: bool = False) -> Doing:
    """Return what Enter does with an option; empty if it does nothing. `marks`: some are marked."""
    if option is None or not option.actions:
        return Doing()
    kind, many = option.actions[0].kind, len(option.actions) > 1
    if mode == TREAT:
        return _FREE
    if option.marked:
        return _UNMARKS
    if mode == HAND and {action.kind for action in option.actions} > {DISCARD}:
        return _EITHER
    if kind in (SHOP, DISCARD) and mode != TARGETS:
        return _ADDS if marks and kind == SHOP else _MARKS[kind]
    if many:
        return {CALL: _CALLS, EVICT: _EVICTS}.get(kind, _AIMS)
    return _DOING[CHOOSE] if mode == TARGETS and kind != SHOW else _DOING.get(kind, _PLAYS)


# -- the line --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Prompt:
    """The result of the last key and how to continue; what is going on, and which keys do what."""

    said: str = ""
    hint: str = ""
    wanted: str = ""
    going: str = ""  # a sentence before what is wanted, or nothing

    @property
    def line(self) -> str:
        """Everything to say, however long it is."""
        if not self.said:
            return " ".join(filter(None, (self.going, self.wanted)))
        return f"{self.said}. {self.hint}" if self.hint else self.said


def prompt(
    choices: Choices, keymap: Keymap, option: Option | None = None, going: str = ""
) -> Prompt:
    """Return the words for these choices, with the keys from the user's settings.

    `option` is under the cursor; `going` replaces what is going on.
    """
    words = _Words(choices, keymap, option)
    now, wanted = words.wanted()
    said = capital(keyed(choices.message, keymap))
    return Prompt(said, words.hint(), wanted, going or now)


def hushed(session: Session, keymap: Keymap | None = None) -> str:
    """Return until when a person passes, and how to stop that; empty if they don't."""
    if not session.hushed:
        return ""
    view, how = session.view, "" if keymap is None else "; {hush} stops that"
    turn = "your turn" if view.turn == session.seat else f"{player(view, view.turn)}'s turn"
    return keyed(HUSHED.replace("{how}", how), keymap or {}, turn=turn)


_ANNOUNCED: Final = {
    CALL: "{who} calls {what}", SHOP: "{who} goes shopping for {what}",
    DO: "{who} announces {what}", PLAY: "{who} plays {what}",
    CANCEL: "{who} responds with {what}", THROW: "{who} throws {what}",
}  # fmt: skip
_PHASES: Final = {FREE_PHASE: "Your Free Time."}


def announcement(view: View, window: Window) -> str:
    """Return what somebody has announced, as a sentence without an end."""
    what = listing([view.printed(card).name for card in window.cards])
    said = _ANNOUNCED.get(window.kind, _ANNOUNCED[PLAY])
    return said.format(who=player(view, window.seat), what=what)


class _Words:
    """The sentences for one moment."""

    def __init__(self, choices: Choices, keymap: Keymap, option: Option | None) -> None:
        self._choices = choices
        self._keymap = keymap
        self._option = option
        self._kinds = {action.kind for action in choices.session.legal()}

    def _keyed(self, text: str, **words: str) -> str:
        return keyed(text, self._keymap, **words)

    def _enter(self) -> str:
        """What Enter does with the option under the cursor, by its name; nothing if nothing."""
        choices, option = self._choices, self._option
        named = doing(choices.mode, option, bool(choices.marks)).named
        if option is None or not named:
            return ""
        action, name = option.actions[0], option.text
        if choices.mode == TARGETS and any(act.kind == DISCARD for act in choices.targets):
            named = "discards it" if action.kind == DISCARD else "plays it"
        elif action.kind in (EVICT, KEEP) and choices.mode != TARGETS:
            name = choices.view.printed(action.on).name
        return self._keyed("{do_it} " + named, card=name)

    def _keys(self, *keys: str) -> str:
        """What Enter does, and what other keys do."""
        return ", ".join(filter(None, (self._enter(), *map(self._keyed, keys))))

    def hint(self) -> str:
        """Return how to continue from here, as short as possible."""
        choices = self._choices
        if choices.mode in (QUESTION, TRIM, TARGETS):
            return " ".join(filter(None, self.wanted()))
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

    def wanted(self) -> tuple[str, str]:
        """Return what is going on, in a sentence, and which keys do what about it."""
        choices = self._choices
        view, top, mode = choices.view, choices.top, choices.mode
        if view.winners:
            return "", f"{listing([player(view, s) for s in view.winners])} won"
        if mode == QUESTION:
            assert isinstance(top, Ask)
            return capital(ask_text(top, view).text.partition(": ")[2]), self._keys()
        if mode == TRIM:
            assert isinstance(top, Trim)
            return self._trim(top.amount, top.amount - len(choices.marks))
        if mode == TREAT:
            return self._treat()
        if mode == TARGETS:
            return self._whom(), self._keys()
        if mode == GUESTS:
            return "Evict which guest?", self._keys(self.hint())
        session = choices.session
        if choices.window is not None and (session.prompted or session.deadline is not None):
            return self._window(choices.window)
        return self._turn() if choices.my_turn else self._waiting()

    def _trim(self, many: int, left: int) -> tuple[str, str]:
        """Return the prompt for losing cards: how many still need a mark, or have one too many."""
        how = "{next_phase} discards what is marked"
        if left:
            more = f"Mark {left} with {{do_it}}, then {{next_phase}}"
            how = more if left > 0 else f"{-left} too many marked, {{do_it}} unmarks"
        return f"You lose {counted(many, 'card')}.", self._keyed(how)

    def _whom(self) -> str:
        targets, view = self._choices.targets, self._choices.view
        first = targets[0]
        if first.kind == SHOW:
            return "Show your hand to which player?"
        if first.kind == EVICT:
            return f"Choose where {view.printed(first.on).name} goes, then roll."
        name = view.faces[first.faces[0]].name
        if any(action.kind == DISCARD for action in targets):
            return f"{name}: discard or play?"
        if first.kind == CALL:
            return f"{name}: into which {word(view, 'room')}?"
        return f"{name}: on which card?" if first.on >= 0 else f"{name}: on which player?"

    def _window(self, window: Window) -> tuple[str, str]:
        choices = self._choices
        on = "{pass_window} passes"
        if choices.session.prompted and not self._kinds & {CANCEL, THROW}:
            on = f"You can't respond: {on}"
        return sentence(announcement(choices.view, window)), self._keys(on)

    def _treat(self) -> tuple[str, str]:
        """Return the prompt for a free Thing: whose treat it is, and whether one fits."""
        treat = self._choices.treat
        assert treat is not None
        host = self._choices.view.printed(treat.card).name
        if self._kinds & {SHOP}:
            return f"{host} treats you.", self._keys(self.hint())
        return f"{host} treats you, but nothing fits.", self.hint()

    def _turn(self) -> tuple[str, str]:
        choices, kinds = self._choices, self._kinds
        view, seat, on = choices.view, choices.seat, self.hint()
        phase = _PHASES.get(view.phase, f"Your {PHASE_NAMES[view.phase]} phase.")
        if view.phase == DISCARD_PHASE:
            if self._over > 0:
                return "", on
            if choices.marks:
                return phase, f"{on}, discarding what is marked"
            return phase, self._keys(on)
        if choices.marks:
            names = listing([view.printed(card).name for card in choices.marks])
            costs = f"{choices.total()} of {view.income_left(seat)} Income"
            more = "" if self._option is None or self._option.marked else self._enter()
            said = self._keyed(f"Trip: {names} = {costs}. {{go_shopping}} buys")
            return "", ", ".join(filter(None, (said, more)))
        if view.phase == FREE_PHASE and not view.time_left(seat):
            phase = "No Free Time left."
        if view.phase == CALL_PHASE and view.gloom[seat] and not view.guests[seat]:
            phase = "No one's here, so you'll lose 1 Gloom."
        if view.phase == ROLL_PHASE and EVICT in kinds:
            return phase, self._keys("{evict} evicts guests", on)
        return phase, self._keys(on)

    def _waiting(self) -> tuple[str, str]:
        view, session = self._choices.view, self._choices.session
        enter = self._enter() if self._choices.mode == HAND else ""
        if isinstance(self._choices.top, Window) and session.deadline is not None:
            said = signs(session.standing, view) or "The others can respond"
        elif (window := self._choices.window) is not None:  # which nobody here is asked in
            said = f"Waiting for {player(view, window.seat)}"
        elif not (said := waiting_for(view)):
            away = listing(player(view, seat) for seat in session.standing.away)
            said = f"Waiting for {away}: no one can roll without them" if away else ROLLING
        return (f"{said}.", enter) if enter else ("", said)
