"""Players and their rooms: a line each, boxes of chips, large scores, small cards."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from chez_tui.kit.canvas import ACTIVE, ALARM, CALM, LOW, Canvas, Part, length, shorter, wrapped
from chez_tui.kit.lines import apart, cut
from chez_tui.play.stage import NEAR, called
from chez_tui.play.table import Moment
from chez_tui.play.words import seen
from chez_tui.screens.card_art import chip, rules_of, small_card
from chez_tui.screens.signs import SHAPES
from chez_tui.screens.table.board import Board
from core.cards import PERSON, Face, words_of
from core.state import MADNESS
from core.telling import player, room_is
from core.telling.standing import UTTERLY, UTTERLY_MAD, has_gloom, has_madness
from core.view import View

PARTY: Final = 2  # so many People fewer, and the screen counts them
TALL: Final = (34, 12)  # a box from which on its score is large
LEAST_BOX: Final = 5  # rows below which a box only counts cards
A_LINE: Final = 40  # cells from which on each chip has a line, and its effect beside it
TILE: Final = (18, 30)  # cells of a small card
SCORE: Final = 20  # ... of the own score


class Laid(NamedTuple):
    """A card in a room as it is drawn."""

    face: Face
    value: str
    new: bool = False
    pest: bool = False
    note: str = ""  # what a pest takes
    signs: str = ""  # behind its name
    chosen: bool = False

    @property
    def effect(self) -> str:
        """What it does there, if there's room for that."""
        text = rules_of(self.face)
        return "" if self.pest or text.startswith("Worth") else text


def laid(now: Moment, seat: int) -> list[Laid]:
    """Return the cards of a room, People first, then those next to it."""
    view, board = now.view, Board(now.view)
    found = []
    for card in board.sorted_room(view.rooms[seat]):
        face, worth = view.printed(card), view.worth(card)
        pest = face.kind == PERSON and worth <= 0
        value = f"{worth}{'+' * (view.mark[card] > 0 and face.die is None)}"
        found.append(
            Laid(face, "" if pest and not worth else value, card in now.new, pest,
                 harm(face) if pest else "", board.signs(face.number),
                 now.cursor.pane == "room" and card == now.cursor.card)
        )  # fmt: skip
    return found + [Laid(view.printed(card), "") for card in board.beside(seat)]


def harm(face: Face) -> str:
    """Return what an unwanted Person does to a room, in few words."""
    for effect in face.effects:
        if effect.verb == "pest":
            return f"eats {', '.join(words_of(effect))}"
        if effect.verb == "forbid":
            return f"no {', '.join(words_of(effect))}"
    return ""


def tracks(view: View, seat: int) -> list[str]:
    """Return the Slack of a seat that isn't on cards: Gloom, Madness, tokens; and a party."""
    found = []
    if has_gloom(view, seat):
        found.append(f"Gloom {view.gloom[seat]}")
    if has_madness(view, seat):
        mad = view.madness[seat]
        counts = f" ({MADNESS[mad]})" if MADNESS[mad] else ""
        found.append(UTTERLY_MAD if mad == UTTERLY else f"Madness {mad}{counts}")
    if tokens := view.tokens[seat]:
        found.append(f"{tokens:+d} token{'s' * (abs(tokens) > 1)}")
    if view.house.party and len(view.guests[seat]) >= view.house.party - PARTY:
        found.append(f"party {len(view.guests[seat])}/{view.house.party}")
    return found


def togo(view: View, seat: int) -> int:
    """Return the Slack that a seat still needs, 0 if it isn't near its goal."""
    if not view.roles[seat]:
        return 0
    left = view.goal(seat) - view.slack[seat]
    return left if 0 < left <= NEAR else 0


def to_go(left: int) -> str:
    """Return how near somebody is, in words."""
    return "one to go" if left == 1 else f"{left} to go"


def ink_of(view: View, seat: int) -> str:
    """Return the color of a seat, where it is in the game."""
    return f"seat-{seat}" if view.alive[seat] else "muted"


# -- chips -----------------------------------------------------------------------------------------


def chip_of(card: Laid) -> list[Part]:
    """Return a card as a chip: its sign, name, value, and a note."""
    sign, name, *rest = chip(card.face, card.value, card.new, card.pest, card.note)
    if card.signs:
        rest.insert(0, (f" {card.signs}", "muted", name[2]))  # type: ignore[misc]
    if card.chosen:
        name = (name[0], "over", "accent", "bold")
    return [sign, name, *rest]


def track_chip(text: str) -> list[Part]:
    return [(f" ◆ {text} ", "accent", "chip-accent")]


def fitted(parts: list[Part], card: Laid | None, width: int) -> list[Part]:
    """Return a chip no wider than that: first its note goes, then its name is cut."""
    if length(parts) <= width or card is None:
        return shorter(parts, width)
    if card.note:
        card = card._replace(note="")
        parts = chip_of(card)
    over = length(parts) - width
    if over > 0:
        name = cut(card.face.name, max(1, cell_len(card.face.name) - over))
        parts[1] = (name, *parts[1][1:])
    return parts


def shelf(
    canvas: Canvas, x: int, y: int, width: int, rows: int, cards: Sequence[Laid],
    tracks: Sequence[str] = (), lines: bool = True,
) -> None:  # fmt: skip
    """Draw a room: a chip a line with its effect if there's room, otherwise in rows."""
    chips: list[tuple[Laid | None, list[Part]]] = [
        (None, shorter(track_chip(text), width)) for text in tracks
    ]
    chips += [(card, fitted(chip_of(card), card, width)) for card in cards]
    if lines and rows >= len(chips) and width >= A_LINE:
        _list(canvas, x, y, width, rows, chips)
        return
    at = x
    row = y
    for number, (_, parts) in enumerate(chips):
        size = length(parts)
        if at + size > x + width and at > x:
            at, row = x, row + 1
        rest = sum(length(more) + 1 for _, more in chips[number:]) - 1
        last = row == y + rows - 1
        if row >= y + rows or (last and at + rest > x + width and at + size > x + width - 9):
            canvas.flush(x + width, y + rows - 1,
                         [(f" +{len(chips) - number} more", "accent", "", "bold")])  # fmt: skip
            return
        at = canvas.parts(at, row, parts) + 1


def _list(
    canvas: Canvas, x: int, y: int, width: int, rows: int,
    chips: Sequence[tuple[Laid | None, list[Part]]],
) -> None:  # fmt: skip
    """Draw one chip per line, with what the card does beside it, or below it if rows are left."""
    column = max((length(parts) for _, parts in chips), default=0)
    spare = rows - len(chips)
    for card, parts in chips:
        canvas.fill(x, y, column, 1, parts[0][2])  # type: ignore[misc]
        canvas.parts(x, y, parts)
        y += 1
        text = card.effect if card is not None else ""
        if text and cell_len(text) <= width - column - 2:
            canvas.put(x + column + 1, y - 1, text, "muted")
        elif text and len(wrapped(text, width - 4)) <= spare:
            used = canvas.words(x + 3, y, text, width - 4, spare, "muted")
            y, spare = y + used, spare - used


# -- other players ---------------------------------------------------------------------------------


def box(
    canvas: Canvas, x: int, y: int, width: int, height: int, now: Moment, seat: int,
    wins: bool = False, chosen: bool = False,
) -> None:  # fmt: skip
    """Draw another player: name, role and score in the frame, below the bar what is in the room."""
    view, ink = now.view, ink_of(now.view, seat)
    turn = seat == view.turn and view.begun and not view.winners
    lines, edge, fill = (
        (ALARM, "alarm", "alarm-tint") if wins
        else (ACTIVE, "accent", "panel") if chosen
        else (ACTIVE, ink, "panel") if turn
        else (CALM, f"{ink} 45%", "panel")
    )  # fmt: skip
    near = togo(view, seat)
    hot = ink if not near else "alarm"
    score = Board(view).number(seat)
    right: list[Part] = [
        (f" {score} ", *(("alarm-ink", "alarm-fill") if near else ("text", fill)), "bold")
    ] if score else []  # fmt: skip
    name: Part = (f" {player(view, seat)} ", "over" if turn else ink, ink if turn else fill, "bold")
    role, room = Board(view).role(seat), width - 4 - length([name]) - length(right)
    title: list[Part] = [name]
    held = len(view.hands[seat])
    foot: list[Part] = [(f" {held} card{'s' * (held != 1)} ", "muted", fill)]
    if near:
        foot.insert(0, (f" {to_go(near)} ", "alarm", fill, "bold"))
    if room >= min(9, cell_len(role) + 2):
        title.append((f" {cut(role, room - 2)} ", "muted", fill))
    elif role and (below := width - 6 - length(foot)) > 4:
        foot.insert(0, (f" {cut(role, below)} ", "muted", fill))
    canvas.box(x, y, width, height, lines, edge, fill, title, right, foot)
    goal = view.goal(seat) if view.roles[seat] else 0
    tall = width >= TALL[0] and height >= TALL[1]
    if tall:
        at = x + 13
        canvas.big(x + 2, y + 1, str(view.slack[seat]), hot, width=10)
        canvas.put(at, y + 1, f"of {goal}", "muted")
        if goal:
            canvas.bar(at, y + 2, width - 16, view.slack[seat], goal, hot)
        trait = " ".join(rules_of(view.faces[role]) for role in view.roles[seat])
        canvas.words(at, y + 3, trait, width - 15, 2, "muted")
    elif goal:
        canvas.bar(x + 2, y + 1, width - 4, view.slack[seat], goal, hot)
    if height < LEAST_BOX:
        counts(canvas, x + 2, y + 2, now, seat, x + width - 1)
        return
    top = 5 if tall else 2
    shelf(canvas, x + 2, y + top, width - 3, height - 1 - top, laid(now, seat), tracks(view, seat))


def counts(canvas: Canvas, x: int, y: int, now: Moment, seat: int, end: int) -> None:
    """Draw how many cards of each type are in a room, and whether there is a pest."""
    cards = laid(now, seat)
    for kind in SHAPES:
        many = sum(card.face.kind == kind and not card.pest for card in cards)
        if many and x + 3 <= end:
            x = canvas.parts(x, y, [(SHAPES[kind], kind), (f"{many} ", "text")])
    if any(card.pest for card in cards):
        said = " pest " if x + 6 <= end else "!"
        canvas.put(x, y, said, "alarm", "alarm-tint", "bold")


class Plot(NamedTuple):
    """Where one of several boxes is."""

    x: int
    y: int
    width: int
    height: int


def grid(many: int, width: int, height: int, narrow: int = TALL[0]) -> tuple[int, int]:
    """Return the rows and columns of the boxes of `many` players."""
    rows = 2 if many > 3 and width // many < narrow and height >= 8 else 1
    return rows, -(-many // rows)


def plots(width: int, height: int, many: int, narrow: int = TALL[0]) -> list[Plot]:
    """Return the places of `many` boxes side by side, in two rows if they'd be too narrow."""
    rows, columns = grid(many, width, height, narrow)
    tall = height // rows
    found = []
    for number in range(many):
        row, column = divmod(number, columns)
        left, right = width * column // columns, width * (column + 1) // columns
        found.append(Plot(left, row * tall, right - left, tall))
    return found


def others(
    canvas: Canvas, now: Moment, seats: Sequence[int], winning: Sequence[int],
    narrow: int = TALL[0],
) -> None:  # fmt: skip
    """Draw players in boxes, in two rows if one is too narrow for them."""
    where = plots(canvas.width, canvas.height, len(seats), narrow)
    for seat, plot in zip(seats, where, strict=True):
        box(canvas, *plot, now, seat, seat in winning, now.cursor.player == seat)


def player_at(many: int, width: int, height: int, x: int, y: int, framed: bool) -> int:
    """Return which of `many` players is at that cell, in boxes or in lines."""
    rows, columns = grid(many, width, height) if framed else (height, 2 if many > height else 1)
    return y // max(1, height // rows) * columns + x * columns // width


def lines(canvas: Canvas, now: Moment, seats: Sequence[int]) -> None:
    """Draw a line for each other player, or two players in one where they are many."""
    columns = 2 if len(seats) > canvas.height else 1
    width = canvas.width // columns
    for number, seat in enumerate(seats):
        row, column = divmod(number, columns)
        if row < canvas.height:
            _line(canvas, column * width, row, width, now, seat, columns > 1)


def _line(canvas: Canvas, x: int, y: int, width: int, now: Moment, seat: int, short: bool) -> None:
    """Name, bar and score; then as much of the room as fits, how near the goal, cards in hand."""
    view, ink = now.view, ink_of(now.view, seat)
    turn = seat == view.turn and view.begun
    fill = "accent" if now.cursor.player == seat else "rise" if turn else "panel"
    canvas.fill(x, y, width, 1, "rise" if turn else "panel")
    if turn:
        canvas.put(x, y, "▌", ink)
    name = 6 if not short else max(6, width - 30)
    over = "over" if fill == "accent" else ink
    names = apart([player(view, other) for other in range(view.players)], name)
    canvas.put(x + 1, y, cut(names[seat], name), over, fill, "bold")
    at, near = x + 2 + name, togo(view, seat)
    goal = view.goal(seat) if view.roles[seat] else 0
    if goal:
        canvas.bar(at, y, 10, view.slack[seat], goal, "alarm" if near else ink, signs=LOW)
    score = Board(view).number(seat)
    hot = "alarm" if near else "text"
    at = canvas.put(at + 10, y, f"{score:>6} ", hot, "", "bold")
    held = len(view.hands[seat])
    foot: list[Part] = [(f" {held} card{'s' * (held != 1)} " * (not short), "muted")]
    if near and not short:
        foot.insert(0, (f" {near} to go", "alarm", "", "bold"))
    end = canvas.flush(x + width, y, foot)
    if short:
        counts(canvas, at, y, now, seat, x + width)
        return
    cards: list[list[Part]] = [[(f"◆ {text}", "accent")] for text in tracks(view, seat)]
    cards += map(_plain, laid(now, seat))
    for number, parts in enumerate(cards):
        size = length(parts)
        spare = 0 if number == len(cards) - 1 else 4
        if at + size > end - spare:
            canvas.put(at, y, f"+{len(cards) - number}", "muted")
            return
        at = canvas.parts(at, y, parts) + 2


def _plain(card: Laid) -> list[Part]:
    """Return a card in a line about a player, without a fill."""
    ink = "alarm" if card.pest else card.face.kind
    name: Part = (card.face.name, "alarm" if card.pest else "text")
    new: list[Part] = [("•", "accent")] if card.new else []
    return [(f"{SHAPES[card.face.kind]} ", ink), name, (f" {card.value}", ink), *new]


# -- the player's room -----------------------------------------------------------------------------


def _notice(now: Moment) -> list[Part]:
    """Return that spectators see this hand, if they do."""
    known = seen(now.settings, now.seat) if now.settings else ""
    return [(f" {known} ", "accent")] if known else []


def mine(canvas: Canvas, now: Moment, stats: Sequence[Part], week: str) -> None:
    """Draw the own room: the score in large figures, cards as chips or small ones."""
    view, seat = now.view, now.seat
    stats = [*stats, *_notice(now)]
    width, height = canvas.width, canvas.height
    ink, cards = ink_of(view, seat), laid(now, seat)
    looked = now.cursor.pane == "room" and now.cursor.card < 0
    hit = now.hit is not None
    edge = "alarm" if hit else "accent" if looked else f"{ink} 50%"
    board = Board(view)
    title: list[Part] = [
        (f" {called(now, seat)} ", ink, "panel", "bold"),
        (f" {board.role(seat)} ", "text", "panel"),
    ]
    trait = " ".join(rules_of(view.faces[role]) for role in view.roles[seat])
    room = width - 8 - length(title) - length(stats)
    if trait and room >= 24:
        title.append((f" {cut(trait, room)} ", "muted", "panel"))
    canvas.box(0, 0, width, height, ACTIVE if hit or looked else CALM, edge, "panel", title, stats)
    if now.hit is not None:
        lost = f" {now.hit.named} "
        canvas.put(2, height - 1, cut(lost, width - 4), "alarm-ink", "alarm-fill", "bold")
    elif week:
        canvas.put(2, height - 1, f" {cut(week, width - 6)} ", "accent", "panel")
    slack, goal = view.slack[seat], view.goal(seat) if view.roles[seat] else 0
    near = togo(view, seat)
    hot = "alarm" if near else ink
    digits = str(slack)
    if height >= 5:
        canvas.big(3, 1, digits, hot, width=12)
        at = 4 + 4 * len(digits)
        canvas.put(at, 1, "Slack", "text", "", "bold")
        canvas.put(at, 2, f"of {goal}" if goal else "", "muted")
    else:
        canvas.parts(2, 1, [(f"{slack}/{goal}", hot, "", "bold"), (" Slack", "muted")])
    if goal and (height > 5 or height == 4):
        canvas.bar(3, min(height - 2, 4), SCORE - 4, slack, goal, hot)
    if near:
        foot: list[Part] = [(f" {to_go(near)} ", "alarm", "panel", "bold")]
        canvas.flush(width - 2, height - 1, foot)
    inner = width - SCORE - 2
    more = [shorter(track_chip(text), SCORE - 3) for text in tracks(view, seat)]
    for rows in (1, 2):
        columns = -(-len(cards) // rows)
        wide = min(TILE[1], inner // max(1, columns) - 1)
        tall = (height - 2) // rows
        if height >= 8 and wide >= TILE[0] and tall >= 3 and len(more) <= height - 6:
            for row, parts in enumerate(more, 5):  # below the score and its bar
                canvas.parts(2, row, parts)
            for number, card in enumerate(cards):
                column, row = number % columns, number // columns
                small_card(canvas, SCORE + 1 + column * (wide + 1), 1 + row * tall, wide, tall,
                           card.face, card.value, card.new, card.pest, card.note)  # fmt: skip
            return
    shelf(canvas, SCORE + 1, 1, inner, height - 2, cards, tracks(view, seat), lines=False)
    if not cards:
        canvas.put(SCORE + 1, 1 + bool(tracks(view, seat)), f"your {room_is(view)} empty", "muted")


def mine_in_lines(
    canvas: Canvas, now: Moment, stats: Sequence[Part], short: Sequence[Part]
) -> None:
    """Draw the own room without a frame: a rule with the score in it, and chips below."""
    view, seat, width = now.view, now.seat, canvas.width
    ink, board = ink_of(view, seat), Board(view)
    near, hit = togo(view, seat), now.hit
    edge = "alarm" if hit else "line"
    hot = "alarm" if near else ink
    canvas.put(0, 0, "─" * width, edge)
    score = f" {board.number(seat)}"
    canvas.flush(width, 0, [(score, hot, "", "bold")])
    bar = 18 if width >= 72 else 8
    if view.roles[seat]:
        canvas.bar(width - bar - len(score) - 1, 0, bar, view.slack[seat], view.goal(seat), hot,
                   signs=LOW)  # fmt: skip
    room = width - bar - len(score) - 4
    looked = now.cursor.pane == "room" and now.cursor.card < 0
    name = f" {called(now, seat)} "
    you: Part = (name, "over", "accent", "bold") if looked else (name, ink, "table", "bold")
    first = [you, *_notice(now)]  # which is never cut
    parts = [*first]
    if hit is not None:
        parts.append((f" {hit.named} ", "alarm-ink", "alarm-fill", "bold"))
    else:
        parts += [(f"{board.role(seat)} ", "text"), *stats]
        if length(parts) > room:
            left = room - length([*first, *short]) - 1
            parts = [*first, *shorter([(board.role(seat), "text")], left), (" ", "text"), *short]
    canvas.parts(1, 0, shorter(parts, room))
    cards, more = laid(now, seat), tracks(view, seat)
    shelf(canvas, 0, 1, width, canvas.height - 1, cards, more, lines=False)
    if not cards and canvas.height > 1 and not more:
        canvas.put(1, 1, f"your {room_is(view)} empty", "muted")


def rows_of(now: Moment, width: int) -> int:
    """Return how many rows the chips of the player's room take."""
    rows, at = 1, 0
    for parts in (*map(track_chip, tracks(now.view, now.seat)),
                  *map(chip_of, laid(now, now.seat))):  # fmt: skip
        size = min(width, length(parts))
        if at + size > width and at:
            rows, at = rows + 1, 0
        at += size + 1
    return rows
