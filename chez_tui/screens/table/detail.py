"""The card that matters now, in full: the one under the cursor, or the one that is announced."""

from typing import TypedDict

from rich.cells import cell_len
from textual.content import Content

from chez_tui.commands import BY_ID, key_name, keys_of
from chez_tui.kit.text import fit_text, wrap
from chez_tui.play.choices import HAND, TREAT, Option
from chez_tui.screens.table.board import Part, filled, ruled, seat_style
from chez_tui.screens.table.card import card_lines
from chez_tui.screens.table.panes import Pane
from core.actions import CALL, CANCEL, DISCARD, SHOP, THROW
from core.cards import Face
from core.state import Window
from core.telling import listing, player, word
from core.telling.standing import illicit_here

VERBS = {
    "call": "calls", "shop": "goes shopping for", "do": "announces", "play": "plays",
    "cancel": "cancels with", "throw": "throws TV:",
}  # fmt: skip


class Level(TypedDict):
    """How much of a card is shown."""

    compact: bool
    flavor: bool


LEVELS = (
    Level(compact=False, flavor=True),
    Level(compact=True, flavor=True),
    Level(compact=True, flavor=False),
)
RULED = 4  # lines from which on there is one to spare for the rule
SHOPPING = "Playable now: Enter puts it on the shopping list, then b buys"


class DetailPane(Pane):
    """The focused card in full with the reason why it can't be played, or the open window."""

    def build(self, width: int, height: int) -> list[Content]:
        table = self.table
        window = table.announcing
        room = height - 1 if height >= RULED else height
        lines = self.focused(width, room) if window is None else self.window(window, width, room)
        body = ([self.rule(width)] if height >= RULED else []) + lines
        body = filled(body, height)
        laid = self.board.laid(width, weeks=False)
        if height >= RULED and not body[-1] and laid.plain.strip():
            body[-1] = laid
        return body

    def rule(self, width: int) -> Content:
        """The line above, with the last roll of the die in it."""
        table = self.table
        if not table.die:
            return ruled(Content(), width)
        cast = (f" {table.die} ", "bold reverse $accent"), f" {table.cast} "
        return ruled(Content.assemble(("── ", "$muted"), *cast).truncate(width), width)

    # -- a window --------------------------------------------------------------------------------

    def window(self, window: Window, width: int, height: int) -> list[Content]:
        """What has been announced, then the answer under the cursor; in full if there is room."""
        for level in LEVELS:
            lines = self.announced(window, width, level)
            answer = self.answer(width, level)
            both = [*lines, Content(), *answer] if answer else lines
            if len(both) <= height:
                return both
        return lines + self.answer_lines(width, height - len(lines))

    def announced(self, window: Window, width: int, level: Level) -> list[Content]:
        """Who does what, and the cards; the same for everybody."""
        view = self.table.view
        against = self._against(window)
        verb = f"cancels {against} with" if window.kind == CANCEL and against else ""
        whom = ""
        if window.kind == THROW and against:
            whom = f" at {against}"
        elif window.on >= 0:
            whom = f" on {self._whose(view.owner(window.on))}{view.printed(window.on).name}"
        elif window.to >= 0 and window.kind == CALL:
            if window.to != window.seat:
                whom = f" into {self._whose(window.to)}{word(view, 'room')}"
        elif window.to >= 0:
            whom = f" on {'you' if window.to == self.table.seat else player(view, window.to)}"
        who = Content.assemble(
            (player(view, window.seat), seat_style(window.seat)),
            f" {verb or VERBS[window.kind]} ",
            (listing([view.printed(card).name for card in window.cards]), "bold"),
            whom,
        )
        lines = wrap(who, width)
        for card in window.cards[:2]:
            lines += card_lines(view.printed(card), width, **level, at=view.catalog)[1:]
        return lines

    def _against(self, window: Window) -> str:
        """What an answer is to stop: that which was announced before it, by whom."""
        view = self.table.view
        below = next((f for f in reversed(view.stack[:-1]) if isinstance(f, Window)), None)
        if below is None or window.kind not in (CANCEL, THROW):
            return ""
        whose = self._whose(below.seat)
        return f"{whose}{listing([view.printed(card).name for card in below.cards])}"

    def _whose(self, seat: int) -> str:
        if seat == self.table.seat:
            return "your "
        return f"{player(self.table.view, seat)}'s " if seat >= 0 else ""

    def answer(self, width: int, level: Level) -> list[Content]:
        """The own card that the cursor is on."""
        face = self._own_face()
        if face is None:
            return []
        at = self.table.view.catalog
        lines = card_lines(face, width, notes=self._notes(), **level, at=at)
        head = Content.assemble(("Your card: ", "$muted"), lines[0])
        return [head, *lines[1:]]

    def answer_lines(self, width: int, most: int) -> list[Content]:
        """The own card in few words: why it is no answer, or what it does."""
        face, item = self._own_face(), self.table.item
        if face is None or item is None or most < 1:
            return []
        says: list[Part] = [(face.name, f"bold ${face.kind}"), f": {face.text}"]
        if item.why:
            says = [(f"Not now: {item.why} ({item.clause})", "$accent")]
        line = Content.assemble(("▸ ", "bold $accent"), *says)
        lines = wrap(line, width)
        return lines if len(lines) <= most else [fit_text(line, width)]

    def _own_face(self) -> Face | None:
        item = self.table.item
        return self.table.view.faces[item.face] if item is not None and item.face >= 0 else None

    # -- no window -------------------------------------------------------------------------------

    def focused(self, width: int, height: int) -> list[Content]:
        """The card under the cursor; where it does not fit, the reason matters more than looks."""
        table, view = self.table, self.table.view
        if table.pane == "opponents":
            return self.board.room(table.chosen_opponent, width, height)
        if table.pane == "room" and table.chosen_card < 0:
            return self._uncut(self.board.person(table.seat, width), width, height)
        card, face = table.focused_card()
        if face < 0:
            return []
        item = table.item
        own = table.pane == "hand" and item is not None and item.card == card
        worth = view.worth(card) if card >= 0 and view.owner(card) >= 0 else None
        notes = self._notes() if own else []
        for level in LEVELS:
            lines = card_lines(view.faces[face], width, worth, notes, **level, at=view.catalog)
            if len(lines) <= height:
                break
        return lines

    def _uncut(self, lines: list[Content], width: int, height: int) -> list[Content]:
        """Lines that are too many say where all of them are."""
        if len(lines) <= height or height < 1:
            return lines
        key = key_name(keys_of(BY_ID["zoom"], self.chez.world.settings.keys)[0])
        hint = f" … {key} shows all"
        last = lines[height - 1].truncate(width - cell_len(hint))
        return [*lines[: height - 1], Content.assemble(last, (hint, "bold $accent"))]

    def _notes(self) -> list[str]:
        """Whether the card under the cursor can be played now, and why not."""
        item = self.table.item
        if item is None:
            return []
        strange = illicit_here(self.table.view, item.face) if item.face >= 0 else ""
        return [*([strange] if strange else []), *self._playable(item)]

    def _playable(self, item: Option) -> list[str]:
        if item.why:
            return [f"Not now: {item.why} ({item.clause})"]
        if item.open and self.table.desk.mode == TREAT:
            return ["Playable now, for free: Enter plays it"]
        if not item.open or self.table.desk.mode != HAND:
            return []
        kinds = {action.kind for action in item.actions}
        if kinds == {SHOP}:
            return ["On the list: b buys, Enter takes it off" if item.marked else SHOPPING]
        if kinds == {DISCARD}:
            return ["To be discarded" if item.marked else "Enter marks it to be discarded"]
        return ["Playable now"]
