"""The table as lines: pure functions of a view, shared by the game, replays and spectators."""

from collections.abc import Iterable

from rich.cells import cell_len
from rich.text import Text

from chez_tui.catalogue import spoken
from chez_tui.glyphs import Glyphs
from chez_tui.looks import Palette
from chez_tui.widgets.lines import fit
from core.cards import PERSON
from core.telling import PHASE_NAMES, listing, player
from core.view import View

TITLE_LEAST = 6  # cells below which a title is better left out
BOX_WIDTH = 26  # the least a box for an opponent needs


class Board:
    """Draws a view with one set of signs and colours."""

    def __init__(self, view: View, glyphs: Glyphs, palette: Palette) -> None:
        self.view = view
        self.glyphs = glyphs
        self.palette = palette

    # -- the top line ----------------------------------------------------------------------------

    def status(self, title: str, width: int, right: str = "", whole: bool = False) -> Text:
        """Whose turn, which phase, what is left: always visible.

        Where that is too much for the line the title gives way, unless it has to be `whole`.
        """
        view, dot = self.view, f" {self.glyphs.dot} "
        turn = view.turn
        line = Text(f"round {view.round}" if view.begun else "dealing", no_wrap=True)
        if view.begun and not view.winners:
            line.append(dot)
            line.append(player(view, turn), style=f"bold {self.palette.seat(turn)}")
            line.append(f": {PHASE_NAMES[view.phase]}{dot}")
            line.append(f"Income {view.income[turn]}{dot}Free Time {view.free[turn]}")
        tail = f"deck {len(view.deck)}{dot}{right}" if right else f"deck {len(view.deck)}"
        room = width - line.cell_len - cell_len(dot + tail) - 1
        if cell_len(title) > room and not whole:
            title = fit(title, room, self.glyphs.ellipsis) if room >= TITLE_LEAST else ""
        line = Text.assemble(title + dot if title else "", line, no_wrap=True)
        gap = width - line.cell_len - cell_len(tail)
        if gap < 1 and whole:
            line.truncate(width)
            return line
        if gap < 1:
            line.truncate(max(0, width - cell_len(tail) - 1))
            gap = 1
        line.append(" " * gap + tail, style=self.palette.muted)
        return line

    def waiting(self) -> str:
        """Who is awaited."""
        names = [player(self.view, seat) for seat in self.view.waiting() if seat >= 0]
        return f"waiting for {listing(names)}" if names else ""

    # -- players ---------------------------------------------------------------------------------

    def name(self, seat: int, width: int) -> Text:
        view = self.view
        style = f"bold {self.palette.seat(seat)}" if view.alive[seat] else self.palette.muted
        return Text(fit(player(view, seat), width, self.glyphs.ellipsis), style=style)

    def score(self, seat: int, width: int) -> Text:
        """Slack against the goal, as a number and a bar."""
        view = self.view
        if not view.roles[seat]:
            return Text(fit("" if view.alive[seat] else "left", width))
        slack, goal = view.slack[seat], view.goal(seat)
        number = f"{slack}/{goal}"
        bar = self.glyphs.bar(slack, goal, max(3, width - 7))
        style = self.palette.accent if goal - slack <= 4 else self.palette.good
        line = Text(bar, style=style)
        line.append(f" {number:>6}"[: max(0, width - len(bar))], style="bold")
        return line

    def role(self, seat: int) -> str:
        view = self.view
        return " + ".join(view.faces[role].name for role in view.roles[seat])

    def stats(self, seat: int) -> str:
        """What the role brings in a turn; nothing if there are several."""
        roles = self.view.roles[seat]
        if len(roles) != 1:
            return ""
        face = self.view.faces[roles[0]]
        income, free_time = spoken(face.income), spoken(face.free_time)
        return f"Income {income} {self.glyphs.dot} Free Time {free_time}"

    def opponent_line(self, seat: int, width: int, chosen: bool = False) -> Text:
        """One opponent in one line: name, score, hand, and as much of the room as fits."""
        view, glyphs = self.view, self.glyphs
        mark = glyphs.pointer if chosen else glyphs.turn if seat == view.turn else " "
        line = Text(mark, no_wrap=True)
        line.append(self.name(seat, 10))
        line.append(" ")
        line.append(self.score(seat, 15))
        line.append(f" {len(view.hands[seat])}{glyphs.back} ", style=self.palette.muted)
        line.append(self.one_line(seat, width - line.cell_len))
        if chosen:
            line.stylize("underline", 1, 11)
        return line

    def box(self, seat: int, width: int, height: int, chosen: bool = False) -> list[Text]:
        """One opponent in a box of lines: name and role, score, then the room."""
        view, glyphs = self.view, self.glyphs
        mark = glyphs.pointer if chosen else glyphs.turn if seat == view.turn else glyphs.rule
        head = Text(f"{glyphs.rule}{mark} ", style=self.palette.muted)
        head.append(player(view, seat), style=f"bold {self.palette.seat(seat)}")
        head.append(f" {self.role(seat)} ")
        head.truncate(width - 1)
        head.append(glyphs.rule * (width - 1 - head.cell_len), style=self.palette.muted)
        score = self.score(seat, width - 6)
        score.append(f" {len(view.hands[seat])}{glyphs.back}", style=self.palette.muted)
        lines = [head, score, *self.wrapped(seat, width - 1, height - 2)]
        lines += [Text()] * (height - len(lines))
        return [padded(line, width) for line in lines[:height]]

    def boxes(self, seats: list[int], width: int, height: int, chosen: int = -1) -> list[Text]:
        """All opponents side by side, in as many rows as they need."""
        if not seats:
            return []
        columns = max(1, min(len(seats), width // BOX_WIDTH))
        rows = -(-len(seats) // columns)
        columns = -(-len(seats) // rows)
        box_width, box_height = width // columns, max(2, height // rows)
        lines: list[Text] = []
        for row in range(rows):
            some = seats[row * columns : (row + 1) * columns]
            boxes = [self.box(seat, box_width, box_height, seat == chosen) for seat in some]
            lines += [Text.assemble(*parts) for parts in zip(*boxes, strict=True)]
        return lines

    # -- cards -----------------------------------------------------------------------------------

    def card(self, card: int, chosen: bool = False, most: int = 0) -> Text:
        """A card in play: its type, name and what it is worth, in at most so many cells."""
        view = self.view
        face = view.printed(card)
        worth = view.worth(card)
        marked = "+" if view.mark[card] > 0 and face.die is None else ""
        tail = Text(f" {worth}{marked}", style="bold" if worth > 0 else self.palette.bad)
        if face.pest:
            tail.append(" pest", style=self.palette.bad)
        badge = Text(self.glyphs.badge(face), style=self.palette.kind(face.kind))
        name, room = face.name, most - badge.cell_len - tail.cell_len - 1
        if most and cell_len(name) > room:
            name = fit(name, room, self.glyphs.ellipsis)
        return Text.assemble(badge, " ", (name, "reverse" if chosen else ""), tail)

    def sorted_room(self, cards: Iterable[int]) -> list[int]:
        """People first, then Things, then Activities."""
        order = {PERSON: 0, "thing": 1, "activity": 2, "whenever": 3}
        return sorted(cards, key=lambda c: order.get(self.view.printed(c).kind, 4))

    def one_line(self, seat: int, width: int) -> Text:
        lines = self.wrapped(seat, width, 1)
        return lines[0] if lines else Text()

    def tokens(self, seat: int) -> Text:
        """The Slack that is not on cards; nothing if there is none."""
        view = self.view
        parts = (("tokens", view.tokens[seat]), ("gloom", view.gloom[seat]))
        said = [f"{word} {number:+}" for word, number in parts if number]
        return Text(no_wrap=True).append(f" {self.glyphs.dot} ".join(said), self.palette.accent)

    def wrapped(self, seat: int, width: int, height: int, chosen: int = -1) -> list[Text]:
        """A room in rows, tokens first; the last row says how many cards did not fit."""
        lines: list[Text] = []
        line = self.tokens(seat)
        gap = f" {self.glyphs.dot} "
        todo = self.sorted_room(self.view.rooms[seat])
        for number, card in enumerate(todo):
            text = self.card(card, card == chosen)
            more = f" +{len(todo) - number}"
            last = len(lines) == height - 1
            room = width - (len(more) if last and number < len(todo) - 1 else 0)
            if line.cell_len and line.cell_len + len(gap) + text.cell_len > room:
                if last:
                    line.append(more, style=self.palette.muted)
                    return [*lines, line]
                lines.append(line)
                line = Text(no_wrap=True)
            if line.cell_len:
                line.append(gap, style=self.palette.muted)
            if text.cell_len > width:
                text = self.card(card, card == chosen, width)
                text.truncate(width)
            line.append(text)
        if line.cell_len and len(lines) < height:
            lines.append(line)
        return lines

    def laid(self) -> Text:
        """What lies on the table beside the players."""
        view = self.view
        parts = [
            f"{view.printed(laid.card).name} on {player(view, laid.seat)}" for laid in view.table
        ]
        return Text("table: " + ", ".join(parts) if parts else "", style=self.palette.muted)

    def room(self, seat: int, width: int) -> list[Text]:
        """A whole room, one card in a line, for the detail pane and full screen."""
        view = self.view
        head = self.name(seat, min(20, width))
        head.rstrip()
        head.append(f", {self.role(seat)}: {view.slack[seat]} of {view.goal(seat)} Slack")
        if tokens := self.tokens(seat):
            head.append(", ").append_text(tokens)
        return [head, *(self.card(card) for card in self.sorted_room(view.rooms[seat]))]


def padded(text: Text, width: int) -> Text:
    """A text of exactly that width."""
    text = text.copy()
    text.truncate(width)
    text.pad_right(width - text.cell_len)
    return text
