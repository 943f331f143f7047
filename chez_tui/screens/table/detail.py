"""The card that matters now, in full: the one under the cursor, or the one that is announced."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from chez_tui.commands import keyed
from chez_tui.kit.text import fit_text, wrap
from chez_tui.play.choices import HAND, TREAT, Option
from chez_tui.play.prompts import Keymap
from chez_tui.play.table import Moment
from chez_tui.screens.table.board import Board, Part, filled, ruled, seat_style
from chez_tui.screens.table.card import LEVELS, card_lines
from chez_tui.screens.table.panes import Pane
from core.actions import CALL, CANCEL, DISCARD, SHOP, THROW
from core.state import Window
from core.telling import listing, player, word
from core.telling.standing import illicit_here

VERBS = {
    "call": "calls", "shop": "goes shopping for", "do": "announces", "play": "plays",
    "cancel": "cancels with", "throw": "throws TV:",
}  # fmt: skip


BUYING = "On the list: {go_shopping} buys, {do_it} takes it off"
RULED = 4  # lines from which on there is one to spare for the rule
SHOPPING = "Playable now: {do_it} puts it on the shopping list, then {go_shopping} buys"


class DetailPane(Pane):
    """The focused card in full with the reason why it can't be played, or the open window."""

    def lines(self, now: Moment, width: int, height: int) -> list[Content]:
        window = now.announcing
        room = height - 1 if height >= RULED else height
        said = notes(now, self.chez.world.settings.keys)
        if window is not None:
            lines = answering(now, window, said, width, room)
        elif now.cursor.pane == "room" and now.cursor.card < 0:
            lines = self.uncut(Board(now.view).person(now.seat, width), width, room)
        else:
            lines = focused(now, said, width, room)
        body = filled([*([rule(now, width)] if height >= RULED else []), *lines], height)
        laid = Board(now.view).laid(width, weeks=False)
        if height >= RULED and not body[-1] and laid.plain.strip():
            body[-1] = laid
        return body

    def uncut(self, lines: list[Content], width: int, height: int) -> list[Content]:
        """Lines that are too many say where all of them are."""
        if len(lines) <= height or height < 1:
            return lines
        hint = keyed(" … {zoom} shows all", self.chez.world.settings.keys)
        last = lines[height - 1].truncate(width - cell_len(hint))
        return [*lines[: height - 1], Content.assemble(last, (hint, "bold $accent"))]


def rule(now: Moment, width: int) -> Content:
    """The line above, with the last roll of the die in it."""
    if now.die is None:
        return ruled(Content(), width)
    cast = (f" {now.die.number} ", "bold reverse $accent"), f" {now.die.sentence} "
    return ruled(Content.assemble(("── ", "$muted"), *cast).truncate(width), width)


def focused(now: Moment, said: Sequence[str], width: int, height: int) -> list[Content]:
    """What the cursor is on; where it does not fit, the reason matters more than looks."""
    view, option = now.view, now.option
    if now.cursor.pane == "opponents":
        return Board(view).room(now.cursor.player, width, height)
    card, face = now.focused
    if face < 0:
        return []
    own = now.cursor.pane == HAND and option is not None and option.card == card
    worth = view.worth(card) if card >= 0 and view.owner(card) >= 0 else None
    for level in LEVELS:
        lines = card_lines(view.faces[face], width, worth, said if own else (), level, view.catalog)
        if len(lines) <= height:
            break
    return lines


# -- a window --------------------------------------------------------------------------------------


def answering(
    now: Moment, window: Window, said: Sequence[str], width: int, height: int
) -> list[Content]:
    """What has been announced, then the answer under the cursor; in full if there is room."""
    view, option = now.view, now.option
    face = view.faces[option.face] if option is not None and option.face >= 0 else None
    for level in LEVELS:
        lines = announced(now, window, width, level)
        both = lines
        if face is not None:
            head, *rest = card_lines(face, width, notes=said, level=level, at=view.catalog)
            mine = Content.assemble(("Your card: ", "$muted"), head)
            both = [*lines, Content(), mine, *rest]
        if len(both) <= height:
            return both
    most = height - len(lines)
    if face is None or option is None or most < 1:
        return lines
    says: list[Part] = [(face.name, f"bold ${face.kind}"), f": {face.text}"]
    if option.why:
        says = [(f"Not now: {option.why} ({option.clause})", "$accent")]
    short = Content.assemble(("▸ ", "bold $accent"), *says)
    answer = wrap(short, width)
    return lines + (answer if len(answer) <= most else [fit_text(short, width)])


def announced(now: Moment, window: Window, width: int, level: int) -> list[Content]:
    """Who does what, and the cards; the same for everybody."""
    view = now.view
    against = _against(now, window)
    verb = f"cancels {against} with" if window.kind == CANCEL and against else ""
    whom = ""
    if window.kind == THROW and against:
        whom = f" at {against}"
    elif window.on >= 0:
        whom = f" on {_whose(now, view.owner(window.on))}{view.printed(window.on).name}"
    elif window.to >= 0 and window.kind == CALL:
        if window.to != window.seat:
            whom = f" into {_whose(now, window.to)}{word(view, 'room')}"
    elif window.to >= 0:
        whom = f" on {'you' if window.to == now.seat else player(view, window.to)}"
    who = Content.assemble(
        (player(view, window.seat), seat_style(window.seat)),
        f" {verb or VERBS[window.kind]} ",
        (listing([view.printed(card).name for card in window.cards]), "bold"),
        whom,
    )
    lines = wrap(who, width)
    for card in window.cards[:2]:
        lines += card_lines(view.printed(card), width, level=level, at=view.catalog)[1:]
    return lines


def _against(now: Moment, window: Window) -> str:
    """What an answer is to stop: that which was announced before it, by whom."""
    view = now.view
    below = next((f for f in reversed(view.stack[:-1]) if isinstance(f, Window)), None)
    if below is None or window.kind not in (CANCEL, THROW):
        return ""
    return f"{_whose(now, below.seat)}{listing([view.printed(c).name for c in below.cards])}"


def _whose(now: Moment, seat: int) -> str:
    if seat == now.seat:
        return "your "
    return f"{player(now.view, seat)}'s " if seat >= 0 else ""


# -- the card under the cursor ---------------------------------------------------------------------


def notes(now: Moment, keymap: Keymap) -> list[str]:
    """Whether the card under the cursor can be played now, and why not."""
    option = now.option
    if option is None:
        return []
    strange = illicit_here(now.view, option.face) if option.face >= 0 else ""
    reason = f"Not now: {option.why} ({option.clause})" if option.why else ""
    said = reason or keyed(_playable(now, option), keymap)
    return [note for note in (strange, said) if note]


def _playable(now: Moment, option: Option) -> str:
    if option.open and now.mode == TREAT:
        return "Playable now, for free: {do_it} plays it"
    if not option.open or now.mode != HAND:
        return ""
    kinds = {action.kind for action in option.actions}
    if kinds == {SHOP}:
        return BUYING if option.marked else SHOPPING
    if kinds == {DISCARD}:
        return "To be discarded" if option.marked else "{do_it} marks it to be discarded"
    return "Playable now"
