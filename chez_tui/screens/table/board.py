"""Players, roles and rooms in words."""

from collections.abc import Iterable, Sequence
from typing import Final

from textual.content import Content

from chez_tui.kit.lines import fit
from chez_tui.kit.text import fit_text, wrap
from chez_tui.play.cards import spoken
from chez_tui.screens.signs import ILLICIT_SIGN, MILITARY_SIGN, SHAPES, badge
from chez_tui.screens.table.card import UNCUT, card_in_full
from core.state import EVERYBODY
from core.telling import listing, player, room_is, word
from core.telling.names import NAME_LENGTH
from core.telling.standing import notes, reckoned, why_barred
from core.view import View

Part = str | Content | tuple[str, str]  # of a line: bare, drawn already, or with its style

DOT: Final = " · "


def filled(lines: Sequence[Content], height: int) -> list[Content]:
    """Return exactly `height` lines, cut or filled with empty ones."""
    return [*lines[:height], *[Content()] * (height - len(lines))]


class Board:
    """A view in words."""

    def __init__(self, view: View) -> None:
        self.view = view

    def style(self, seat: int) -> str:
        return f"bold $seat-{seat}" if self.view.alive[seat] else "$muted"

    def number(self, seat: int) -> str:
        """Return Slack and goal once there is a role."""
        view = self.view
        if not view.roles[seat]:
            return "" if view.alive[seat] else "left"
        return f"{view.slack[seat]}/{view.goal(seat)}"

    def role(self, seat: int) -> str:
        view = self.view
        return " + ".join(view.faces[role].name for role in view.roles[seat])

    def stats(self, seat: int) -> str:
        """Return what the role brings in a turn; with two, the first role's plus the extras."""
        view = self.view
        if not view.roles[seat]:
            return ""
        face, more = view.faces[view.roles[seat][0]], view.house.extra_income
        income = spoken((face.income[0] + more, face.income[1] + more))
        return f"Income {income} · Free Time {spoken(face.free_time)}"

    def signs(self, face: int) -> str:
        """Return the star of a Military card, the mark of one that is Illicit at this table."""
        catalog = self.view.catalog
        star = MILITARY_SIGN if catalog.military[face] else ""
        return star + (ILLICIT_SIGN if catalog.illicit[face] else "")

    def sorted_room(self, cards: Iterable[int]) -> list[int]:
        """Return People first, then Things, then Activities."""
        order = tuple(SHAPES)
        return sorted(cards, key=lambda card: order.index(self.view.printed(card).kind))

    def beside(self, seat: int = EVERYBODY) -> list[int]:
        """Return the cards on the table beside a player, or those that hold for everyone."""
        return [laid.card for laid in self.view.table if laid.seat == seat]

    def week(self, width: int) -> Content:
        """Return the Week that holds and what it does in one line, empty if there is none."""
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
        """Return who is under a Week, by name unless it's everyone."""
        view = self.view
        seats = [seat for seat in range(view.players) if view.alive[seat]]
        under = [player(view, seat) for seat in seats if view.under_week(week, seat)]
        return "everyone" if len(under) == len(seats) else listing(under) or "no one"

    # -- one player in words ---------------------------------------------------------------------

    def head(self, seat: int, more: str = "") -> Content:
        """Return name, role and Slack."""
        view, style = self.view, self.style(seat)
        role = f", {self.role(seat)}" if view.roles[seat] else ""
        name = fit(player(view, seat), NAME_LENGTH).rstrip()
        said = f"{role}: {view.slack[seat]} of {view.goal(seat)} Slack{more}"
        return Content.styled(name + said, style)

    def reckoning(self, seat: int) -> Content:
        """Return where the Slack comes from."""
        parts = reckoned(self.view, seat)
        return Content(f"Slack from: {parts}" if parts else "No Slack yet")

    def person(self, seat: int, width: int, traits: bool = True) -> list[Content]:
        """Return a player in words, with where the numbers come from."""
        view = self.view
        stats = self.stats(seat)
        lines = [self.head(seat, f"{DOT}{stats}" if stats else ""), self.reckoning(seat)]
        for role in view.roles[seat] if traits else ():
            face = view.faces[role]
            lines.append(Content.assemble((f"{badge(face)} {face.name}: ", "$role"), face.text))
        if seat == view.turn and (why := why_barred(view)):
            lines.append(Content.styled(why, "$alarm"))
        lines += [Content.styled(note, "$accent") for note in notes(view, seat)]
        return [part for line in lines for part in wrap(line, width)]

    def in_full(self, seat: int) -> list[Content]:
        """Return score, role, cards and what's next to a player, each with what it does."""
        view = self.view
        lines = [*self.person(seat, UNCUT, traits=False), Content()]
        for role in view.roles[seat]:
            lines += card_in_full(view, view.faces[role])
        for card in self.sorted_room(view.rooms[seat]):
            lines += card_in_full(view, view.printed(card), view.worth(card))
        beside = f"Next to this {word(view, 'room')}:"
        for title, whose in ((beside, seat), ("On the table for everyone:", EVERYBODY)):
            cards = self.beside(whose)
            if cards:
                lines += [Content.styled(title, "$muted"), Content()]
            for card in cards:
                lines += card_in_full(view, view.printed(card))
        if not view.rooms[seat]:
            lines.append(Content.styled(f"the {room_is(view)} empty", "$muted"))
        return lines
