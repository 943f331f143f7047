"""The table as lines: pure functions of a view, shared by the game, replays and spectators."""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from chez_tui.kit.lines import apart, cut, fit
from chez_tui.kit.text import fit_text, flowed, wrap
from chez_tui.play.cards import spoken
from chez_tui.screens.signs import ILLICIT_SIGN, MILITARY_SIGN, badge
from chez_tui.screens.table.card import UNCUT, card_in_full
from core.cards import PERSON
from core.state import EVERYBODY, MADNESS
from core.telling import PHASE_NAMES, listing, player, room_is, word
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

Part = str | Content | tuple[str, str]  # of a line: bare, drawn already, or with its style

TITLE_GOOD: Final = 12  # cells below which a part of a title is better than all of it cut off
TITLE_LEAST: Final = 6  # cells below which a title is better left out
BOX_WIDTH: Final = 26  # the least a box for an opponent needs
NEAR_A_PARTY: Final = 2  # so many People fewer, and the screen counts them
NEAR_THE_GOAL: Final = 4  # so little Slack fewer, and the bar changes its color
DOT: Final = " · "


def ruled(line: Content, width: int, gap: str = "") -> Content:
    """The line, filled with a rule to its end."""
    return Content.assemble(line, (gap + "─" * (width - line.cell_length - len(gap)), "$muted"))


def padded(line: Content, width: int, style: str) -> Content:
    """The line cut or filled to exactly that width with blanks of a style."""
    line = line.truncate(width)
    return Content.assemble(line, (" " * (width - line.cell_length), style))


def headline(text: str, width: int, active: bool = False) -> Content:
    """A line with a title; the pane that is looked at has a bold one in color."""
    pointer = "▸" if active else "─"
    title = (text, "bold $accent" if active else "bold $muted")
    return ruled(
        Content.assemble((f"─{pointer} ", "$muted"), title).truncate(width - 1), width, " "
    )


def filled(lines: Sequence[Content], height: int) -> list[Content]:
    """The lines, cut or filled with empty ones to exactly that many."""
    return [*lines[:height], *[Content()] * (height - len(lines))]


def beside(
    left: Sequence[Content], wall: str, right: Sequence[Content], width: int
) -> list[Content]:
    """Two columns of as many lines, the left one so wide, with a wall between them."""
    return [
        Content.assemble(one.truncate(width, pad=True), (wall, "$muted"), other)
        for one, other in zip(left, right, strict=True)
    ]


def bar(value: int, goal: int, width: int) -> str:
    """Slack against the goal as a bar."""
    full = max(0, min(width, round(width * value / goal))) if goal > 0 else 0
    return "█" * full + "░" * (width - full)


def seat_style(seat: int) -> str:
    """The style of a player's name."""
    return f"bold $seat-{seat}"


class Board:
    """Draws a view."""

    def __init__(self, view: View) -> None:
        self.view = view

    # -- the top line ----------------------------------------------------------------------------

    def status(
        self, title: str, width: int, right: str = "", whole: bool = False, seed: str = ""
    ) -> Content:
        """Whose turn, which phase, what is left: always visible; the seed if there is room.

        Where that is too much for the line the title gives way, unless it has to be `whole`.
        """
        view, turn = self.view, self.view.turn
        parts: list[Part] = [f"round {view.round}" if view.begun else "dealing"]
        if view.begun and not view.winners:
            parts += [
                DOT,
                (player(view, turn), seat_style(turn)),
                f": {PHASE_NAMES[view.phase]}{DOT}Income {view.income_left(turn)}",
                f"{DOT}Free Time {view.time_left(turn)}",
            ]
            if no := barred(view):
                parts += [DOT, (no, "$bad")]
        now = Content.assemble(*parts)
        tail = f"deck {len(view.deck)}{DOT}{right}" if right else f"deck {len(view.deck)}"
        room = width - now.cell_length - cell_len(DOT + tail) - 1
        if seed and cell_len(title) + len(seeded := f"seed {seed}{DOT}") <= room:
            tail = seeded + tail
        if cell_len(title) > room and room < TITLE_GOOD:
            title = title.rpartition(DOT)[2]  # which edition it is
        if cell_len(title) > room and not whole:
            title = fit(title, room) if room >= TITLE_LEAST else ""
        line = Content.assemble(title + DOT if title else "", now)
        gap = width - line.cell_length - cell_len(tail)
        if gap < 1 and whole:
            return line.truncate(width)
        if gap < 1:
            line, gap = line.truncate(max(0, width - cell_len(tail) - 1)), 1
        return Content.assemble(line, (" " * gap + tail, "$muted"))

    # -- players ---------------------------------------------------------------------------------

    def style(self, seat: int) -> str:
        return seat_style(seat) if self.view.alive[seat] else "$muted"

    def name(self, seat: int, width: int) -> Content:
        names = apart([player(self.view, other) for other in range(self.view.players)], width)
        return Content.styled(fit(names[seat], width), self.style(seat))

    def number(self, seat: int) -> str:
        """Slack and goal, once there is a role."""
        view = self.view
        if not view.roles[seat]:
            return "" if view.alive[seat] else "left"
        return f"{view.slack[seat]}/{view.goal(seat)}"

    def bar_style(self, seat: int) -> str:
        """The color of a player's bar, another one near the goal; none without a role."""
        view = self.view
        if not view.roles[seat]:
            return ""
        near = view.goal(seat) - view.slack[seat] <= NEAR_THE_GOAL
        return "$accent" if near else "$good"

    def score(self, seat: int, width: int) -> Content:
        """Slack against the goal, as a bar and a number."""
        view, number, style = self.view, self.number(seat), self.bar_style(seat)
        if not style:
            return Content(fit(number, width))
        drawn = bar(view.slack[seat], view.goal(seat), max(3, width - 7))
        number = f" {number:>6}"[: max(0, width - len(drawn))]
        return Content.assemble((drawn, style), (number, f"bold {style}"))

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
    ) -> list[Content]:
        """The cards in a hand, some of which may lie with their backs up, in so many lines."""
        known = [self.view.faces[number] for number in faces]
        parts = [Content.assemble((badge(f), f"${f.kind}"), f" {f.name}") for f in known]
        if back:
            parts.append(Content(f"{back}▒"))
        label = Content.assemble("  ", (f"{player(self.view, seat)} {verb} ", seat_style(seat)))
        return filled(flowed(label, parts or [Content("nothing")], width, height, DOT), height)

    def mark(self, seat: int, chosen: bool, otherwise: str) -> str:
        return "▸" if chosen else "◀" if seat == self.view.turn else otherwise

    def lead(self, seat: int, name: int, score: int, chosen: bool = False) -> Content:
        """How a line about a player begins: name and score, so wide, and the number of cards."""
        return Content.assemble(
            self.mark(seat, chosen, " "), self.name(seat, name), " ", self.score(seat, score),
            (f" {len(self.view.hands[seat])}▒ ", "$muted"),
        )  # fmt: skip

    def opponent_line(self, seat: int, width: int, chosen: bool = False) -> Content:
        """One opponent in one line: name, score, hand, and as much of the room as fits."""
        line = self.lead(seat, 10, 15, chosen)
        line += self.one_line(seat, width - line.cell_length)
        return line.stylize("underline", 1, 11) if chosen else line

    def box(self, seat: int, width: int, height: int, chosen: bool = False) -> list[Content]:
        """One opponent in a box of lines: name and role, score, then the room."""
        head = Content.assemble(
            (f"─{self.mark(seat, chosen, '─')} ", "$muted"),
            (player(self.view, seat), seat_style(seat)),
        )
        role = cut(self.role(seat), width - head.cell_length - 3)
        head = Content.assemble(head, (f" {role} ", "$muted")).truncate(width - 1)
        held = f" {len(self.view.hands[seat])}▒"
        score = Content.assemble(self.score(seat, width - 6), (held, "$muted"))
        first = padded(ruled(head, width - 1), width, "$muted")
        second = padded(score, width, self.bar_style(seat))
        rest = filled(self.wrapped(seat, width - 1, height - 2), height - 2)
        return [first, second, *(line.truncate(width, pad=True) for line in rest)]

    def boxes(self, seats: list[int], width: int, height: int, chosen: int = -1) -> list[Content]:
        """All opponents side by side, in as many rows as they need."""
        if not seats:
            return []
        columns = max(1, min(len(seats), width // BOX_WIDTH))
        rows = -(-len(seats) // columns)
        columns = -(-len(seats) // rows)
        box_width, box_height = width // columns, max(2, height // rows)
        lines: list[Content] = []
        for row in range(rows):
            some = seats[row * columns : (row + 1) * columns]
            boxes = [self.box(seat, box_width, box_height, seat == chosen) for seat in some]
            lines += [Content.assemble(*parts) for parts in zip(*boxes, strict=True)]
        return lines

    # -- cards -----------------------------------------------------------------------------------

    def card(self, card: int, chosen: bool = False, most: int = 0) -> Content:
        """A card in play: its type, name and what it is worth, in at most so many cells."""
        view = self.view
        face = view.printed(card)
        worth = view.worth(card)
        marked = "+" if view.mark[card] > 0 and face.die is None else ""
        signs, style = self.signs(face.number), "bold" if worth > 0 else "$bad"
        tail = Content.assemble(
            (f" {signs}" if signs else "", "$muted"),
            (f" {worth}{marked}", style),
            (" pest" if face.pest else "", f"{style} $bad"),
        )
        sign = badge(face)
        name = cut(face.name, most - cell_len(sign) - tail.cell_length - 1) if most else face.name
        named = (name, "reverse" if chosen else "")
        return Content.assemble((sign, f"${face.kind}"), " ", named, tail)

    def signs(self, face: int) -> str:
        """The star of a Military card, the mark of one that is Illicit at this table."""
        catalog = self.view.catalog
        star = MILITARY_SIGN if catalog.military[face] else ""
        return star + (ILLICIT_SIGN if catalog.illicit[face] else "")

    def sorted_room(self, cards: Iterable[int]) -> list[int]:
        """People first, then Things, then Activities."""
        order = {PERSON: 0, "thing": 1, "activity": 2, "whenever": 3}
        return sorted(cards, key=lambda c: order.get(self.view.printed(c).kind, 4))

    def one_line(self, seat: int, width: int) -> Content:
        return next(iter(self.wrapped(seat, width, 1)), Content())

    def tracks(self, seat: int, short: bool = False) -> Content:
        """The Slack that is not on cards: Gloom, Madness, tokens, and how near a party is."""
        view = self.view
        parts: list[tuple[str, str]] = []
        if has_gloom(view, seat):
            parts.append((f"Gloom {view.gloom[seat]}", "$accent"))
        if has_madness(view, seat):
            parts.append(self._madness(seat, short))
        if view.tokens[seat]:
            parts.append((f"{'tok' if short else 'tokens'} {view.tokens[seat]:+}", "$accent"))
        if view.house.party and len(view.guests[seat]) >= view.house.party - NEAR_A_PARTY:
            parts.append((f"party {len(view.guests[seat])}/{view.house.party}", "$accent"))
        return Content(" " if short else DOT).join(Content.styled(*part) for part in parts)

    def _madness(self, seat: int, short: bool) -> tuple[str, str]:
        now = self.view.madness[seat]
        if now == UTTERLY:
            return UTTERLY_MAD, "$accent"
        counts = f" ({MADNESS[now]})" if MADNESS[now] else ""
        return f"{'Mad' if short else 'Madness'} {now}{counts}", "$bad" if now else "$muted"

    def wrapped(
        self, seat: int, width: int, height: int, chosen: int = -1, tracks: bool = True
    ) -> list[Content]:
        """A room in rows, tracks first; the last row says how many cards did not fit."""
        line = self.tracks(seat) if tracks else Content()
        if line.cell_length > (width if height > 1 else width // 2):
            line = self.tracks(seat, short=True)
        cards = self.sorted_room(self.view.rooms[seat])
        drawn = [self.card(card, card == chosen, width).truncate(width) for card in cards]
        parts = [line, *drawn] if line else drawn
        return flowed(Content(), parts, width, height, DOT, "$muted") if parts else []

    def beside(self, seat: int = EVERYBODY) -> list[int]:
        """The cards on the table beside a player, or those that hold for everybody."""
        return [laid.card for laid in self.view.table if laid.seat == seat]

    def week(self, width: int) -> Content:
        """The Week that holds and what it does, in one line; empty if there is none."""
        parts: list[Part] = []
        for card in self.beside():
            face = self.view.printed(card)
            parts += [
                (f"{badge(face)} ", f"${face.kind}"),
                (face.name, "bold"),
                f" holds for {self._under(face.week)}: {face.text.rpartition(': ')[2]}",
            ]
        return fit_text(Content.assemble(*parts), width)

    def _under(self, week: str) -> str:
        """For whom a Week holds, by name if not for everybody."""
        view = self.view
        seats = [seat for seat in range(view.players) if view.alive[seat]]
        under = [player(view, seat) for seat in seats if view.under_week(week, seat)]
        return "everybody" if len(under) == len(seats) else listing(under) or "nobody"

    def laid(self, width: int = 0, weeks: bool = True) -> Content:
        """What lies on the table beside the players, in a line of that width if there is one."""
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
        said = "table: " + ", ".join(parts) if parts else ""
        return Content.styled(fit(said, width) if width else said, "$muted")

    # -- one player in words ---------------------------------------------------------------------

    def head(self, seat: int, more: str = "") -> Content:
        """Who it is, and the Slack."""
        view, style = self.view, self.style(seat)
        role = f", {self.role(seat)}" if view.roles[seat] else ""
        name = fit(player(view, seat), NAME_LENGTH).rstrip()
        said = f"{role}: {view.slack[seat]} of {view.goal(seat)} Slack{more}"
        return Content.styled(name + said, style)

    def reckoning(self, seat: int) -> Content:
        """Where the Slack comes from."""
        parts = reckoned(self.view, seat)
        return Content(f"Slack from: {parts}" if parts else "No Slack yet")

    def room(self, seat: int, width: int, height: int) -> list[Content]:
        """A seat for the detail pane: a card in a line, or as many side by side as have to be."""
        view = self.view
        lines = [self.head(seat)]
        if self.tracks(seat):
            lines += wrap(self.reckoning(seat), width)
        cards = self.sorted_room(view.rooms[seat])
        if laid := self.beside(seat):
            names = listing([view.printed(card).name for card in laid])
            lines += wrap(Content.styled(f"On the table beside: {names}", "$muted"), width)
        left = max(1, height - len(lines))
        if len(cards) <= left:
            return lines + [self.card(card) for card in cards]
        return lines + self.wrapped(seat, width, left, tracks=False)

    def person(self, seat: int, width: int, traits: bool = True) -> list[Content]:
        """A seat in words, for whoever asks what the numbers come from."""
        view = self.view
        stats = self.stats(seat)
        lines = [self.head(seat, f"{DOT}{stats}" if stats else ""), self.reckoning(seat)]
        for role in view.roles[seat] if traits else ():
            face = view.faces[role]
            lines.append(Content.assemble((f"{badge(face)} {face.name}: ", "$role"), face.text))
        if seat == view.turn and (why := why_barred(view)):
            lines.append(Content.styled(why, "$bad"))
        lines += [Content.styled(note, "$accent") for note in notes(view, seat)]
        return [part for line in lines for part in wrap(line, width)]

    def in_full(self, seat: int) -> list[Content]:
        """A player's score, role, cards and what lies beside him, each with what it does."""
        view = self.view
        lines = [*self.person(seat, UNCUT, traits=False), Content()]
        for role in view.roles[seat]:
            lines += card_in_full(view, view.faces[role])
        for card in self.sorted_room(view.rooms[seat]):
            lines += card_in_full(view, view.printed(card), view.worth(card))
        beside = f"On the table beside this {word(view, 'room')}:"
        for title, whose in ((beside, seat), ("On the table for everybody:", EVERYBODY)):
            cards = self.beside(whose)
            if cards:
                lines += [Content.styled(title, "$muted"), Content()]
            for card in cards:
                lines += card_in_full(view, view.printed(card))
        if not view.rooms[seat]:
            lines.append(Content.styled(f"the {room_is(view)} empty", "$muted"))
        return lines
