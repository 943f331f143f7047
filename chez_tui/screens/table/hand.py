"""The hand, or what has to be chosen from: as cards side by side, or as a list."""

from typing import Final

from rich.cells import cell_len

from chez_tui.kit.canvas import ACTIVE, CALM, Canvas, Part, length, pill, shorter, wrapped
from chez_tui.kit.canvas import LOW as LOW_BAR
from chez_tui.kit.lines import cut
from chez_tui.play import stage as facts
from chez_tui.play.attention import Jump
from chez_tui.play.choices import HAND, TREAT, TRIM, Option
from chez_tui.play.stage import called, losing
from chez_tui.play.table import Moment
from chez_tui.screens.card_art import LIFT, Facts, card, card_back, card_row, hand_card, rules_of
from chez_tui.screens.signs import SHAPES
from chez_tui.screens.table.board import Board
from chez_tui.screens.table.card import numbers_line
from chez_tui.screens.table.rooms import ink_of
from core.cards import ROLE, Face
from core.rules.lookup import cost
from core.telling import player

WIDEST: Final = 26  # cells of a card in the hand
NARROWEST: Final = 16
LOW: Final = 12  # rows below which there is no room for cards
BESIDE: Final = 34  # cells of the card beside the list
WHOLE: Final = 60  # ... that a line takes with cost and Slack
LEAST: Final = 66  # ... that the list keeps
WORDS: Final = 39  # ... that a response takes beside the list
SAID: Final = (72, 4)  # from this size on


def of_hand(now: Moment) -> bool:
    """Return whether the options are the cards of the hand."""
    return now.mode in (HAND, TREAT, TRIM)


def cells(now: Moment, width: int, height: int) -> tuple[int, int]:
    """Return how wide a card of the hand is, and where the first one begins; 0: it is a list."""
    many, faces = len(now.options), (_face(now, option) for option in now.options)
    roles = any(face is not None and face.kind == ROLE for face in faces)
    if not many or roles or height < LOW:
        return 0, 0
    wide = min(WIDEST, (width - 1) // many - 1)
    return (wide, 1 + (width - 1 - many * (wide + 1)) // 2) if wide >= NARROWEST else (0, 0)


def option_at(now: Moment, width: int, height: int, x: int, y: int) -> int:
    """Return which option is drawn there; -1 for none."""
    many, (wide, first) = len(now.options), cells(now, width, height)
    if wide:
        at, inside = divmod(x - first, wide + 1)
        return at if 0 <= at < many and inside < wide else -1
    at = _top(now, height) + y
    return at if at < many else -1


def facts_of(now: Moment, number: int, option: Option, paper: bool) -> Facts:
    """Return what to show of a card of the hand besides what's printed on it."""
    key = str(number + 1) if number < 9 else ""
    lit = option.open
    reason = facts.lit(now, option) if lit else facts.unlit(now, option)
    if option.marked:
        key, reason = f"{key}✓", "marked"
    price = None
    if option.face >= 0 and now.seat >= 0:
        price = cost(now.view, now.seat, option.face)
    return Facts(key, lit, reason, cost=price, paper=paper)


def cuts(now: Moment, width: int, height: int) -> bool:
    """Return whether a hand of that size has no room for all that a response says."""
    option = now.option
    face = _face(now, option) if option is not None else None
    if option is None or face is None or not option.answers:
        return False
    wide, _ = cells(now, width, height)
    if wide:
        inner = wide - 4
        head = len(wrapped(face.name, inner)) + 2  # its type, and what it would do
        return len(wrapped(rules_of(face), inner)) > height - LIFT - 2 - head
    if width >= LEAST + BESIDE and height >= 7:
        return False
    return width < SAID[0] or height < SAID[1] or len(wrapped(rules_of(face), WORDS - 2)) > height


def draw(canvas: Canvas, now: Moment, paper: bool) -> None:
    """Draw the options as cards if there's room, otherwise as a list."""
    width, height = canvas.width, canvas.height
    if now.covered:
        _backs(canvas, now)
        return
    wide, x = cells(now, width, height)
    if not wide:
        _list(canvas, now, paper)
        return
    for number, option in enumerate(now.options):
        at = x + number * (wide + 1)
        here = number == now.cursor.line and now.cursor.pane == HAND
        face = _face(now, option)
        if not of_hand(now):
            _target(canvas, at, wide, height, now, number, here)
        elif face is not None:
            hand_card(canvas, at, 0, wide, height, face, facts_of(now, number, option, paper), here)


def _backs(canvas: Canvas, now: Moment) -> None:
    """Draw a hand face down for each person who may respond, with the key that turns it up."""
    many, width, height = len(now.respondents), canvas.width, canvas.height
    if not many:
        return
    wide = min(WIDEST, (width - 1) // many - 1)
    for number, seat in enumerate(now.respondents):
        x = 1 + (width - 1 - many * (wide + 1)) // 2 + number * (wide + 1)
        name = [pill(str(seat + 1)), pill(player(now.view, seat), ink_of(now.view, seat))]
        tall = height - LIFT
        if tall >= 5 and wide >= NARROWEST:
            card_back(canvas, x, 2, wide, tall)
            canvas.parts(x + 2, 4, shorter(name, wide - 4))
        else:
            canvas.parts(x, height // 2, shorter(name, wide))


def _target(
    canvas: Canvas, x: int, width: int, height: int, now: Moment, number: int, here: bool
) -> None:
    """Draw an option as a box: what it is, and what it would do to each player."""
    option, inner = now.options[number], width - 4
    face, ink = _face(now, option) if option.card >= 0 else None, _ink(now, option)
    canvas.box(x, 2, width, height - LIFT, ACTIVE if here else CALM,
               "accent" if here else f"{ink} 45%", "panel")  # fmt: skip
    key = f" {number + 1} " if number < 9 else " "
    sign: Part = (f"{SHAPES[face.kind]} ", face.kind, "panel") if face else ("", ink)
    canvas.parts(x + 2, 2, [(key, "accent", "panel", "bold"), sign])
    y = 3
    y += canvas.words(x + 2, y, option.text, inner, 3, ink if here else "text", "", "bold") + 1
    found = changes(now, option)
    if not found and face is not None:
        canvas.words(x + 2, y, rules_of(face), inner, height - 2 - y, "muted")
    for jump in found:
        if y >= height - 3:
            break
        y += _becomes(canvas, x + 2, y, inner, height - 2 - y, now, jump)
    if here:
        canvas.put(x, 0, ("=" if canvas.ascii else "▄") * width, "accent")
        canvas.fill(x, 1, width, 1, "rise")
        canvas.put(x, height - 1, ("=" if canvas.ascii else "▀") * width, "accent")


def _becomes(canvas: Canvas, x: int, y: int, width: int, rows: int, now: Moment, jump: Jump) -> int:
    """Draw what happens to a player, with a bar and what they lose; return the rows it took."""
    ink = "alarm" if jump.wins else ink_of(now.view, jump.seat)
    canvas.parts(x, y, shorter([(f"{called(now, jump.seat)} ", ink, "", "bold"),
                                *becomes(now, jump)], width))  # fmt: skip
    used = 1
    if rows > 1:
        low, high = sorted((jump.now, jump.high))
        canvas.bar(x, y + 1, width, low, jump.goal, ink, high - low, LOW_BAR)
        used = 2
    if jump.lost and rows > used:
        used += canvas.words(x, y + used, losing(now, jump), width, rows - used, "muted")
    return used + (rows > used)


def becomes(now: Moment, jump: Jump, on: str = "") -> list[Part]:
    """Return what a score becomes: 10 → 7 of 21; all of it in one color if there is one."""
    muted = on or "muted"
    if jump.stays:
        return [(f"{jump.now} of {jump.goal}", muted)]
    ink = on or ("alarm" if jump.wins else ink_of(now.view, jump.seat))
    return [
        (f"{jump.now} → ", muted),
        (jump.after, ink, "", "bold"),
        (f" of {jump.goal}", muted),
    ]


def changes(now: Moment, option: Option) -> list[Jump]:
    """Return what an option makes of the players, first of the one it is about."""
    seat, view = option.seat, now.view
    matter = [jump for jump in option.jumps if jump.seat != now.seat or not jump.stays]
    found = sorted(matter, key=lambda jump: jump.seat != seat)
    if seat < 0 or any(jump.seat == seat for jump in found) or not view.roles[seat]:
        return found
    slack = view.slack[seat]
    return [Jump(seat, player(view, seat), slack, slack, slack, view.goal(seat)), *found]


def _ink(now: Moment, option: Option) -> str:
    """Return the color of the player an option is about."""
    seat = (
        option.seat if option.seat >= 0 else now.view.owner(option.card) if option.card >= 0 else -1
    )
    return ink_of(now.view, seat) if seat >= 0 else "text"


def _face(now: Moment, option: Option) -> Face | None:
    return now.view.faces[option.face] if option.face >= 0 else None


def _top(now: Moment, height: int) -> int:
    """Return the option the list begins with."""
    return max(0, min(now.cursor.line - height + 1, len(now.options) - height))


def _list(canvas: Canvas, now: Moment, paper: bool) -> None:
    """Draw a line for each option, and the card under the cursor beside them if there is room."""
    width, height, options = canvas.width, canvas.height, now.options
    if not options:
        canvas.put(2, 0, "no cards in hand" if now.seat >= 0 else "", "muted")
        return
    shown = now.option if now.cursor.pane == HAND else None
    face = _face(now, shown) if shown is not None else None
    room = width
    if of_hand(now) and width >= LEAST + BESIDE and height >= 7:
        room = width - BESIDE - 1
        if face is not None and shown is not None:
            said = facts_of(now, now.cursor.line, shown, paper)
            card(canvas, room, 0, BESIDE, height, face, said, titled=True)
    elif face is not None and beside(now) and width >= SAID[0] and height >= SAID[1]:
        room = width - WORDS - 1
        _words(canvas, room + 1, WORDS, height, face)
    top = _top(now, height)
    for row, option in enumerate(options[top : top + height]):
        number = row + top
        here = number == now.cursor.line and now.cursor.pane == HAND
        _row(canvas, row, room, now, number, option, here)
    for row, more in ((0, top), (height - 1, len(options) - top - height)):
        if more > 0:
            canvas.flush(room, row, [(f" +{more} more", "accent", "", "bold")])


def beside(now: Moment) -> bool:
    """Return whether the response shows beside the list, since someone may give one."""
    return now.announcing is not None and (now.asked or now.covered)


def _words(canvas: Canvas, x: int, width: int, height: int, face: Face) -> None:
    """Write what a card says that would respond, beside the list."""
    canvas.fill(x, 0, width, height, "panel")
    titled = len(wrapped(rules_of(face), width - 2)) < height  # the list has it as well
    if titled:
        canvas.put(x + 1, 0, SHAPES[face.kind], face.kind)
        canvas.put(x + 3, 0, cut(face.name, width - 4), "text", "", "bold")
    canvas.words(x + 1, int(titled), rules_of(face), width - 2, height - titled)


def _row(
    canvas: Canvas, y: int, width: int, now: Moment, number: int, option: Option, here: bool
) -> None:
    face = _face(now, option)
    if face is not None and of_hand(now) and width >= WHOLE:
        said = facts_of(now, number, option, True)
        signs = Board(now.view).signs(face.number)
        card_row(canvas, 0, y, width, face, said, here)
        if signs:
            end = 6 + cell_len(face.name) + 1
            canvas.put(min(end, width - 30), y, signs, "ink" if here else "accent")
        return
    if here:
        canvas.fill(0, y, width, 1, "paper")
        canvas.put(0, y, "▌", "edge-whenever")
    ink, muted = ("ink", "ink2") if here else ("text" if option.open else "muted", "muted")
    key = str(number + 1) if number < 9 else " "
    parts: list[Part] = [(f"{key} ", ink, "", "bold")]
    if option.marked:
        parts.append(("✓ ", ink))
    if face is not None and (option.card >= 0 or of_hand(now)):
        kind = f"edge-{face.kind}" if here else face.kind
        parts.append((f"{SHAPES[face.kind]} ", kind))
    parts.append((option.text, ink, "", "bold" if option.open else ""))
    more = ""
    if of_hand(now):
        more = facts.lit(now, option) if option.open else facts.unlit(now, option)
        sign = "▸ " if option.open else ""
        room = width - 4 - length(parts[:-1])
        size = cell_len(more) + 4 if option.open or cell_len(option.text + more) + 4 < room else 0
        parts[-1] = (cut(option.text, room - size), *parts[-1][1:])
        canvas.parts(2, y, parts)
        if size:
            canvas.flush(width - 2, y, [(f"{sign}{more}", ink)])
        return
    if face is not None and face.kind == ROLE:
        told: list[Part] = [(numbers_line(face).plain, muted)]
    else:
        told = _told(now, option, ink if here else "", muted)
    parts[-1] = (parts[-1][0], ink if here or not option.open else _ink(now, option), "", "bold")
    end = max(canvas.parts(2, y, parts) + 2, min(width // 3, 40))
    canvas.parts(end, y, shorter(told, width - 8 - end))


def _told(now: Moment, option: Option, ink: str, muted: str) -> list[Part]:
    """Return what an option makes of the players, in a line."""
    parts: list[Part] = []
    for jump in changes(now, option):
        parts.append((f"{' · ' if parts else ''}{called(now, jump.seat)} ", muted))
        parts += becomes(now, jump, ink)
        if jump.lost:
            parts.append((f" {losing(now, jump)}", muted))
    return parts
