"""The table for those without a seat: spectators, a big screen, replays."""

from collections.abc import Iterable, Mapping
from typing import Final

from chez_tui.kit.bigtext import letters
from chez_tui.kit.canvas import ACTIVE, ALARM, CALM, Canvas, Part, length, pill
from chez_tui.kit.lines import cut
from chez_tui.play.table import Moment, Won
from chez_tui.play.words import held
from chez_tui.screens.card_art import PLAIN, card
from chez_tui.screens.signs import SHAPES
from chez_tui.screens.table import big, layout, rooms
from chez_tui.screens.table.board import Board
from chez_tui.screens.table.layout import HEADER, Zone, holds
from chez_tui.screens.table.panes import Pane, Picture, show, stage_depends, week
from chez_tui.screens.table.stage import Stage
from core.telling import player

PLAYERS, STAGE, HELD, LOG = "players", "stage", "held", "log"
NARROW: Final = 60  # columns below which each player has a line
CARDS: Final = 12  # rows of a hand that lies as cards
CARD: Final = (14, 26)  # cells of the narrowest and the widest of them
SLIM: Final = 18  # cells of a box below which there are two rows of boxes
TWO_ROWS: Final = 12  # ... rows from which on they do so to be wider
LEAST_STAGE: Final = 6
LARGE: Final = 18  # rows of a stage from which on names of cards are large
FAR: Final = 11  # rows of a box from which on its score takes five of them
LOG_WIDTHS: Final = ((layout.READABLE, 48), (layout.TILES, 38), (layout.CARDS, 33))


def zones(
    size: tuple[int, int],
    players: int,
    hands: int = 0,
    foot: int = layout.FOOT,
    large: bool = False,
) -> Mapping[str, Zone]:
    """Return where everything is, by the number of players and hands."""
    width, height = size
    rows = max(0, height - HEADER - foot)
    side = 0 if large else next((log for least, log in LOG_WIDTHS if holds(size, least)), 0)
    shown = CARDS if hands == 1 and side else min(hands * (1 + (hands < 3)), rows // 3)
    rest = rows - shown
    many = 2 if players > 4 else 1
    log = 0 if side else max(3 // many, rest // (6 * many))
    if large:
        box = 25 if holds(size, layout.READABLE) else 14 if width >= 150 else 12
        top = min(rest * 3 // 5, many * box) if height >= layout.FRAMED[1] else (6, 10)[many > 1]
    else:
        part = 11 if holds(size, layout.TILES) else 9 if side else 10
        top = max(7 * many, (rest - log) * part // 20)
    top = min(top, max(0, rest - log - LEAST_STAGE))
    stage = max(0, rest - log - top)
    across = width - side
    return {
        PLAYERS: Zone(0, HEADER, across, top),
        STAGE: Zone(0, HEADER + top, across, stage),
        HELD: Zone(0, HEADER + top + stage, width, shown),
        LOG: Zone(across, HEADER, side, rest) if side else Zone(0, HEADER + top + stage + shown,
                                                               width, rest - top - stage),
    }  # fmt: skip


def place(panes: Iterable[Pane], where: Mapping[str, Zone]) -> None:
    """Put each pane where its zone is."""
    for pane in panes:
        zone = where[str(pane.id)]
        pane.display = zone.height > 0 < zone.width
        pane.styles.width, pane.styles.height = zone.width, zone.height
        pane.styles.offset = (zone.x, zone.y)


class PlayersPane(Picture):
    """All players with their rooms, in boxes; `large` ones are read across a room."""

    large = False

    def depends(self, now: Moment) -> tuple[object, ...]:
        winning = now.announced.winners if now.announced else ()
        return now.view, now.new, winning, self.large, self.app.size

    def draw(self, canvas: Canvas, now: Moment) -> None:
        seats = range(now.view.players)
        winning = now.announced.winners if now.announced else ()
        if said := week(now, canvas.width):
            canvas.put(1, canvas.height - 1, said, "accent")
        area = Canvas(canvas.width, canvas.height - bool(said), self.FILL, canvas.ascii)
        if area.width < NARROW or area.height < 4:
            rooms.lines(area, now, seats)
        elif self.large:
            for seat, plot in zip(
                seats, rooms.plots(area.width, area.height, len(seats), SLIM), strict=True
            ):
                far(area, plot, now, seat, seat in winning)
        else:
            narrow = rooms.TALL[0] if area.height >= TWO_ROWS else SLIM
            rooms.others(area, now, seats, winning, narrow)
        canvas.paste(0, 0, area)


def far(canvas: Canvas, plot: rooms.Plot, now: Moment, seat: int, wins: bool) -> None:
    """Draw a player for a big screen: name and score in large letters, the bar, and the room."""
    x, y, width, height = plot
    view, ink = now.view, rooms.ink_of(now.view, seat)
    turn = seat == view.turn and view.begun and not view.winners
    near = rooms.togo(view, seat) if not view.winners else 0
    hot = "alarm" if near or wins else ink
    lines, edge, fill = (
        (ALARM, "alarm", "alarm-tint") if wins or near
        else (ACTIVE, ink, "panel") if turn
        else (CALM, f"{ink} 45%", "panel")
    )  # fmt: skip
    canvas.box(x, y, width, height, lines, edge, fill)
    inner, at, row = width - 4, x + 2, y + 1
    score, goal = Board(view).number(seat), view.goal(seat) if view.roles[seat] else 0
    if height >= 6:
        name, form = player(view, seat), letters(player(view, seat).upper())
        if form and len(form[0]) <= inner and not canvas.ascii:
            canvas.big(at, row, name.upper(), ink, width=inner)
        else:
            canvas.put(at, row + 1, cut(name.upper(), inner), ink, "", "bold")
        row += 3
    else:
        canvas.put(at, row, cut(player(view, seat), inner), ink, "", "bold")
        row += 1
    if height < FAR:
        bar = inner - len(score) - 1
        if goal and bar > 2:
            canvas.bar(at, row, bar, view.slack[seat], goal, hot)
        canvas.flush(x + width - 2, row, [(score, hot if near else "text", "", "bold")])
        return
    row += height > FAR
    end = at + canvas.big(at, row, str(view.slack[seat]), hot if near else "text", 5, 26) + 1
    if near:
        canvas.parts(end, row + 1, [pill(rooms.to_go(near).upper(), "alarm-fill", "alarm-ink")])
    canvas.put(end, row + 3, cut(Board(view).role(seat), x + width - 2 - end), "muted")
    canvas.put(end, row + 4, f"of {goal}" if goal else "", "muted")
    row += 5 + (height > FAR + 4)
    last = y + height - 1
    for bar in range(row, min(last, row + 1 + (height > FAR + 3))):
        if goal:
            canvas.bar(at, bar, inner, view.slack[seat], goal, hot)
        row = bar + 1
    if last - row > 2:
        rooms.shelf(canvas, at, row + 1, inner, last - row - 1, rooms.laid(now, seat),
                    rooms.tracks(view, seat))  # fmt: skip


class ScenePane(Picture):
    """The stage, which has the end on it as well."""

    large = False

    def depends(self, now: Moment) -> tuple[object, ...]:
        return (*stage_depends(now), self.large, self.app.size)

    def draw(self, canvas: Canvas, now: Moment) -> None:
        view = now.view
        if view.winners:
            won = now.scene if isinstance(now.scene, Won) else Won(tuple(view.winners))
            big.win(canvas, now, won, now.frame if won is now.scene else 2)
        elif view.begun:
            stage = Stage(canvas, now, self.chez.world.settings.keys)
            stage.large = self.large or canvas.height >= LARGE
            show(stage, now)
        else:
            canvas.box(0, 0, canvas.width, canvas.height, CALM, "line", "felt",
                       [(" The deal ", "text", "felt", "bold")])  # fmt: skip
            canvas.middle(2, canvas.height // 2, canvas.width - 4, now.prompt.line, "muted")


class HeldPane(Picture):
    """The hands that may be seen: one as cards if there is room, otherwise a line or two each."""

    def depends(self, now: Moment) -> tuple[object, ...]:
        return now.view, shown(now), self.app.size

    def draw(self, canvas: Canvas, now: Moment) -> None:
        hands = shown(now)
        if not hands:
            return
        each = canvas.height // len(hands)
        for number, (seat, verb, faces, back) in enumerate(hands):
            y = number * each
            ink = rooms.ink_of(now.view, seat)
            title: list[Part] = [(f"{player(now.view, seat)} ", ink, "", "bold"), (verb, "muted")]
            found = [now.view.faces[face] for face in faces]
            wide = min(CARD[1], (canvas.width - 1) // max(1, len(found)) - 1)
            if each >= CARDS and wide >= CARD[0] and found:
                canvas.parts(2, y, title)
                x = 1 + (canvas.width - 1 - len(found) * (wide + 1)) // 2
                for at, face in enumerate(found):
                    card(canvas, x + at * (wide + 1), y + 1, wide, each - 1, face, PLAIN)
                continue
            chips: list[list[Part]] = [
                [(f" {SHAPES[face.kind]} ", face.kind, f"chip-{face.kind}"),
                 (f"{face.name} ", "text", f"chip-{face.kind}")]
                for face in found
            ]  # fmt: skip
            if back:
                chips.append([(f" {back} face down ", "paper", "back")])
            if not chips:
                chips.append([(" nothing ", "muted")])
            _row(canvas, y, each, [*title, (" ",)], chips)


def _row(canvas: Canvas, y: int, rows: int, head: list[Part], chips: list[list[Part]]) -> None:
    """Draw chips one after the other behind a title; the last row says how many are left."""
    canvas.fill(0, y, canvas.width, rows, "panel")
    start = at = canvas.parts(1, y, head)
    last = y + rows - 1
    for number, chip in enumerate(chips):
        more = 9 if number < len(chips) - 1 and y == last else 0
        if at + length(chip) > canvas.width - more and at > start:
            if y == last:
                canvas.put(at, y, f"+{len(chips) - number} more", "accent", "", "bold")
                return
            y, at = y + 1, start
        at = canvas.parts(at, y, chip) + 1


def shown(now: Moment) -> list[tuple[int, str, tuple[int, ...], int]]:
    """Return the hands to draw: seat, verb, faces, and how many cards lie face down.

    At a table that is the hand of whose turn it is, in a replay every hand that is known.
    """
    hands, view = now.seen_hands, now.view
    if view.winners:
        return []
    if now.settings is None:
        return [(seat, "holds", hand.faces, len(view.hands[seat]) - len(hand.faces))
                for seat, hand in sorted(hands.items())]  # fmt: skip
    seat = view.turn if view.turn in hands else min(hands, default=-1)
    if seat < 0:
        return []
    return [(seat, held(now.settings, hands[seat].fresh), hands[seat].faces, 0)]
