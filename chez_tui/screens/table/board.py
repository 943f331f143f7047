"""The table as lines: pure functions of a view, shared by the game, replays and spectators."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.text import Text

from chez_tui.kit.lines import fit
from chez_tui.kit.text import fit_text, flowed, wrap
from chez_tui.kit.themes import Palette
from chez_tui.play.cards import spoken
from chez_tui.screens.table.signs import ILLICIT, MILITARY, badge, bar
from core.cards import PERSON
from core.state import EVERYBODY, MADNESS
from core.telling import PHASE_NAMES, listing, player
from core.telling.names import NAME_LENGTH
from core.telling.standing import (
    UTTERLY,
    UTTERLY_MAD,
    barred,
    has_gloom,
    has_madness,
    notes,
    reckoned,
    why_barred,
)
from core.view import View

TITLE_GOOD = 12  # cells below which a part of a title is better than all of it cut off
TITLE_LEAST = 6  # cells below which a title is better left out
BOX_WIDTH = 26  # the least a box for an opponent needs
NEAR_A_PARTY = 2  # so many People fewer, and the screen counts them


class Board:
    """Draws a view with one set of signs and colours."""

    def __init__(self, view: View, palette: Palette) -> None:
        self.view = view
        self.palette = palette

    # -- the top line ----------------------------------------------------------------------------

    def status(self, title: str, width: int, right: str = "", whole: bool = False) -> Text:
        """Whose turn, which phase, what is left: always visible.

        Where that is too much for the line the title gives way, unless it has to be `whole`.
        """
        view, dot = self.view, " · "
        turn = view.turn
        line = Text(f"round {view.round}" if view.begun else "dealing", no_wrap=True)
        if view.begun and not view.winners:
            line.append(dot)
            line.append(player(view, turn), style=f"bold {self.palette.seat(turn)}")
            line.append(f": {PHASE_NAMES[view.phase]}{dot}")
            line.append(f"Income {view.income_left(turn)}{dot}Free Time {view.time_left(turn)}")
            if no := barred(view):
                line.append(dot).append(no, style=self.palette.bad)
        tail = f"deck {len(view.deck)}{dot}{right}" if right else f"deck {len(view.deck)}"
        room = width - line.cell_len - cell_len(dot + tail) - 1
        if cell_len(title) > room and room < TITLE_GOOD:
            title = title.rpartition(dot)[2]  # which edition it is
        if cell_len(title) > room and not whole:
            title = fit(title, room) if room >= TITLE_LEAST else ""
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
        return Text(fit(player(view, seat), width), style=style)

    def score(self, seat: int, width: int) -> Text:
        """Slack against the goal, as a number and a bar."""
        view = self.view
        if not view.roles[seat]:
            return Text(fit("" if view.alive[seat] else "left", width))
        slack, goal = view.slack[seat], view.goal(seat)
        number = f"{slack}/{goal}"
        style = self.palette.accent if goal - slack <= 4 else self.palette.good
        filled = bar(slack, goal, max(3, width - 7))
        line = Text(filled, style=style)
        line.append(f" {number:>6}"[: max(0, width - len(filled))], style="bold")
        return line

    def role(self, seat: int) -> str:
        view = self.view
        return " + ".join(view.faces[role].name for role in view.roles[seat])

    def stats(self, seat: int) -> str:
        """What the role brings in a turn; with two roles the first one's and a little more."""
        view = self.view
        if not view.roles[seat]:
            return ""
        face, more = view.faces[view.roles[seat][0]], view.house.extra_income
        income = spoken((face.income[0] + more, face.income[1] + more))
        return f"Income {income} · Free Time {spoken(face.free_time)}"

    def held(
        self, seat: int, verb: str, faces: Sequence[int], back: int, width: int, height: int
    ) -> list[Text]:
        """The cards in a hand, some of which may lie with their backs up, in so many lines."""
        parts = []
        for number in faces:
            face = self.view.faces[number]
            part = Text.assemble((badge(face), self.palette.kind(face.kind)))
            parts.append(part.append(f" {face.name}"))
        if back:
            parts.append(Text(f"{back}▒"))
        label = Text("  ")
        label.append(f"{player(self.view, seat)} {verb} ", f"bold {self.palette.seat(seat)}")
        gap = " · "
        lines = flowed(label, parts or [Text("nothing")], width, height, gap)
        return lines + [Text()] * (height - len(lines))

    def opponent_line(self, seat: int, width: int, chosen: bool = False) -> Text:
        """One opponent in one line: name, score, hand, and as much of the room as fits."""
        view = self.view
        mark = "▸" if chosen else "◀" if seat == view.turn else " "
        line = Text(mark, no_wrap=True)
        line.append(self.name(seat, 10))
        line.append(" ")
        line.append(self.score(seat, 15))
        line.append(f" {len(view.hands[seat])}▒ ", style=self.palette.muted)
        line.append(self.one_line(seat, width - line.cell_len))
        if chosen:
            line.stylize("underline", 1, 11)
        return line

    def box(self, seat: int, width: int, height: int, chosen: bool = False) -> list[Text]:
        """One opponent in a box of lines: name and role, score, then the room."""
        view = self.view
        mark = "▸" if chosen else "◀" if seat == view.turn else "─"
        head = Text(f"─{mark} ", style=self.palette.muted)
        head.append(player(view, seat), style=f"bold {self.palette.seat(seat)}")
        role = self.role(seat)
        if cell_len(role) > (room := max(0, width - head.cell_len - 3)):
            role = fit(role, room)
        head.append(f" {role} ")
        head.truncate(width - 1)
        head.append("─" * (width - 1 - head.cell_len), style=self.palette.muted)
        score = self.score(seat, width - 6)
        score.append(f" {len(view.hands[seat])}▒", style=self.palette.muted)
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
        if signs := self.signs(face.number):
            tail = Text.assemble((f" {signs}", self.palette.muted), tail)
        sign = Text(badge(face), style=self.palette.kind(face.kind))
        name, room = face.name, most - sign.cell_len - tail.cell_len - 1
        if most and cell_len(name) > room:
            name = fit(name, room)
        return Text.assemble(sign, " ", (name, "reverse" if chosen else ""), tail)

    def signs(self, face: int) -> str:
        """The star of a Military card, the mark of one that is Illicit at this table."""
        catalog = self.view.catalog
        star = MILITARY if catalog.military[face] else ""
        return star + (ILLICIT if catalog.illicit[face] else "")

    def sorted_room(self, cards: Iterable[int]) -> list[int]:
        """People first, then Things, then Activities."""
        order = {PERSON: 0, "thing": 1, "activity": 2, "whenever": 3}
        return sorted(cards, key=lambda c: order.get(self.view.printed(c).kind, 4))

    def one_line(self, seat: int, width: int) -> Text:
        lines = self.wrapped(seat, width, 1)
        return lines[0] if lines else Text()

    def tracks(self, seat: int, short: bool = False) -> Text:
        """The Slack that is not on cards: Gloom, Madness, tokens, and how near a party is."""
        view, palette = self.view, self.palette
        line = Text(no_wrap=True)
        parts: list[tuple[str, str]] = []
        if has_gloom(view, seat):
            parts.append((f"Gloom {view.gloom[seat]}", palette.accent))
        if has_madness(view, seat):
            parts.append(self._madness(seat, short))
        if view.tokens[seat]:
            parts.append((f"{'tok' if short else 'tokens'} {view.tokens[seat]:+}", palette.accent))
        if view.house.party and len(view.guests[seat]) >= view.house.party - NEAR_A_PARTY:
            party = f"party {len(view.guests[seat])}/{view.house.party}"
            parts.append((party, palette.accent))
        for number, (word, style) in enumerate(parts):
            line.append(" · " if number and not short else " " * bool(number))
            line.append(word, style)
        return line

    def _madness(self, seat: int, short: bool) -> tuple[str, str]:
        now, palette = self.view.madness[seat], self.palette
        if now == UTTERLY:
            return UTTERLY_MAD, palette.accent
        counts = f" ({MADNESS[now]})" if MADNESS[now] else ""
        return (
            f"{'Mad' if short else 'Madness'} {now}{counts}",
            palette.bad if now else palette.muted,
        )

    def wrapped(
        self, seat: int, width: int, height: int, chosen: int = -1, tracks: bool = True
    ) -> list[Text]:
        """A room in rows, tracks first; the last row says how many cards did not fit."""
        lines: list[Text] = []
        line = self.tracks(seat) if tracks else Text(no_wrap=True)
        if line.cell_len > (width if height > 1 else width // 2):
            line = self.tracks(seat, short=True)
        gap = " · "
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

    def weeks(self) -> list[int]:
        """The cards on the table that hold for everybody."""
        return [laid.card for laid in self.view.table if laid.seat == EVERYBODY]

    def week(self, width: int) -> Text:
        """The Week that holds and what it does, in one line; empty if there is none."""
        line = Text(no_wrap=True)
        for card in self.weeks():
            face = self.view.printed(card)
            line.append(f"{badge(face)} ", self.palette.kind(face.kind))
            line.append(face.name, "bold").append(f" holds for {self._under(face.week)}: ")
            line.append(face.text.rpartition(": ")[2], self.palette.text)
        return fit_text(line, width)

    def _under(self, week: str) -> str:
        """For whom a Week holds, by name if not for everybody."""
        view = self.view
        seats = [seat for seat in range(view.players) if view.alive[seat]]
        under = [player(view, seat) for seat in seats if view.under_week(week, seat)]
        return "everybody" if len(under) == len(seats) else listing(under) or "nobody"

    def laid(self, weeks: bool = True) -> Text:
        """What lies on the table beside the players."""
        view = self.view
        parts = [
            f"{view.printed(laid.card).name} "
            + (
                f"for {self._under(view.printed(laid.card).week)}"
                if laid.seat == EVERYBODY
                else f"on {player(view, laid.seat)}"
            )
            for laid in view.table
            if weeks or laid.seat != EVERYBODY
        ]
        return Text("table: " + ", ".join(parts) if parts else "", style=self.palette.muted)

    # -- one player in words ---------------------------------------------------------------------

    def head(self, seat: int) -> Text:
        """Who it is, and the Slack."""
        view = self.view
        head = self.name(seat, NAME_LENGTH)
        head.rstrip()
        role = f", {self.role(seat)}" if view.roles[seat] else ""
        return head.append(f"{role}: {view.slack[seat]} of {view.goal(seat)} Slack")

    def reckoning(self, seat: int) -> Text:
        """Where the Slack comes from."""
        parts = reckoned(self.view, seat)
        return Text(f"Slack from: {parts}" if parts else "No Slack yet", style=self.palette.text)

    def room(self, seat: int, width: int, height: int) -> list[Text]:
        """A seat for the detail pane: a card in a line, or as many side by side as have to be."""
        view = self.view
        lines = [self.head(seat)]
        if self.tracks(seat):
            lines += wrap(self.reckoning(seat), width)
        cards = self.sorted_room(view.rooms[seat])
        laid = [laid.card for laid in view.table if laid.seat == seat]
        if laid:
            names = listing([view.printed(card).name for card in laid])
            lines += wrap(Text(f"On the table beside: {names}", style=self.palette.muted), width)
        left = max(1, height - len(lines))
        if len(cards) <= left:
            return lines + [self.card(card) for card in cards]
        return lines + self.wrapped(seat, width, left, tracks=False)

    def person(self, seat: int, width: int, traits: bool = True) -> list[Text]:
        """A seat in words, for whoever asks what the numbers come from."""
        view, palette = self.view, self.palette
        head = self.head(seat)
        if stats := self.stats(seat):
            head.append(f" · {stats}")
        lines = [head, self.reckoning(seat)]
        for role in view.roles[seat] if traits else ():
            face = view.faces[role]
            line = Text().append(f"{badge(face)} {face.name}: ", palette.role)
            lines.append(line.append(face.text, palette.text))
        if seat == view.turn and (why := why_barred(view)):
            lines.append(Text(why, style=palette.bad))
        lines += [Text(note, style=palette.accent) for note in notes(view, seat)]
        return [part for line in lines for part in wrap(line, width)]


def padded(text: Text, width: int) -> Text:
    """A text of exactly that width."""
    text = text.copy()
    text.truncate(width)
    text.pad_right(width - text.cell_len)
    return text
