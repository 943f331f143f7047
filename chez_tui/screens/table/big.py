"""The two scenes that take the whole table: the deal, and the end."""

from typing import Final

from chez_tui.kit.bigtext import letters
from chez_tui.kit.canvas import ACTIVE, LOW, Canvas
from chez_tui.kit.lines import cut
from chez_tui.play.attention import Dealt
from chez_tui.play.table import Moment, Won
from chez_tui.screens.card_art import PLAIN, card, card_back, role_card
from chez_tui.screens.signs import SHAPES
from chez_tui.screens.table.rooms import ink_of
from core.telling import listing, player, role_word

ROLE: Final = (60, 19)  # cells of the role


def deal(canvas: Canvas, now: Moment, dealt: Dealt, frame: int) -> None:
    """Draw the deal: face down, then the role, then the hand card by card."""
    width, height, view = canvas.width, canvas.height, now.view
    face = view.faces[dealt.role]
    title = f"YOUR {role_word(view.catalog, face).upper()}"
    hand = dealt.hand
    cards = height >= 34 and width >= 100
    deep = 13 if cards else 1 if width > 140 else 2
    tall = min(ROLE[1], height - deep - (4 if height > 24 else 3))
    wide = min(ROLE[0], width - 4)
    x, y = (width - wide) // 2, 3 if height > 24 else 1
    if height > 24:
        others = "   ".join(
            f"{player(view, seat)}: {view.faces[view.roles[seat][0]].name} {view.goal(seat)}"
            for seat in range(view.players)
            if seat != dealt.seat and view.roles[seat]
        )
        canvas.middle(2, 1, width - 4, cut(others, width - 4), "muted")
    if frame < 1:
        card_back(canvas, x, y, wide, tall)
    else:
        role_card(canvas, x, y, wide, tall, face, title)
    shown = frame - 1
    if cards:
        each = min(26, (width - 1) // max(1, len(hand)) - 1)
        left = 1 + (width - 1 - len(hand) * (each + 1)) // 2
        for number, one in enumerate(hand):
            at = left + number * (each + 1)
            if number < shown and view.face[one] >= 0:
                said = PLAIN._replace(key=str(number + 1))
                card(canvas, at, height - deep, each, deep, view.printed(one), said)
            else:
                card_back(canvas, at, height - deep, each, deep)
        return
    each = (width - 4) * deep // max(1, len(hand))
    for number, one in enumerate(hand):
        row, column = divmod(number, -(-len(hand) // deep))
        at, y = 2 + column * each, height - 1 - deep + row
        if number < shown and view.face[one] >= 0:
            kind = view.printed(one).kind
            at = canvas.put(at, y, f" {number + 1} {SHAPES[kind]} ", "over", kind, "bold")
            canvas.put(at, y, f" {cut(view.printed(one).name, each - 8)} ", "ink", "paper", "bold")
        else:
            canvas.put(at, y, " ╲╱╲╱ ", "paper 30%", "back")


def win(canvas: Canvas, now: Moment, won: Won, frame: int) -> None:
    """Draw the end: who has won, the card that did it, the places."""
    width, height, view = canvas.width, canvas.height, now.view
    seats = won.winners
    mine = now.seat in seats
    names = listing(["YOU" if seat == now.seat else player(view, seat).upper() for seat in seats])
    said = f"{names} WIN" if mine or len(seats) > 1 else f"{names} WINS"
    rows = next(
        (rows for rows in (10, 5, 3)
         if (form := letters(said, rows)) and len(form[0]) < width - 4 and rows * 4 < height + 2),
        1,
    )  # fmt: skip
    confetti(canvas)
    canvas.fill(0, 1, width, rows + 2)
    ink = "accent" if mine or not seats else ink_of(view, seats[0])
    form = letters(said, rows) if rows > 1 and not canvas.ascii else []
    if form:
        canvas.big((width - len(form[0])) // 2, 1, said, ink, rows)
    else:
        canvas.middle(0, 1, width, " ".join(said), ink, "bold")
    y = 2 + rows
    if seats:
        role = listing([view.faces[number].name for number in view.roles[seats[0]]])
        line = f"{view.slack[seats[0]]} of {view.goal(seats[0])} in round {view.round} · {role}"
        canvas.middle(0, y, width, line, "text", "bold")
    if frame < 1:
        return
    places = min(view.players, height - y - 4)
    y += 1 + (height > 30)
    tall = min(11, height - y - places - 2)
    if won.faces and tall >= 4:
        face = view.faces[won.faces[-1]]
        wide = min(44, width - 38)
        x = max(0, (width - wide - 36) // 2)
        canvas.box(x, y, wide + 2, tall + 1, ACTIVE, "accent", "table")
        card(canvas, x + 1, y + 1, wide, tall - 1, face, PLAIN, titled=True)
        canvas.fill(x + wide + 2, y, width - x - wide - 2, tall + 1)
        canvas.put(x + wide + 5, y + 1, "the card that did it", "muted")
        if seats:
            slack, goal = view.slack[seats[0]], view.goal(seats[0])
            canvas.big(x + wide + 5, y + 2, f"{slack}/{goal}", ink, width=30)
            canvas.bar(x + wide + 5, y + 5, 30, slack, goal, ink)
    y += tall + 2
    if frame < 2:
        return
    order = sorted(range(view.players), key=lambda seat: (seat not in seats, -_part(now, seat)))
    wide = min(width - 8, 84)
    x = (width - wide) // 2
    step = 2 if height - y > 2 * len(order) else 1
    canvas.fill(x, y, wide, step * len(order))
    for place, seat in enumerate(order, 1):
        if y >= height:
            break
        ink = ink_of(view, seat)
        canvas.put(x, y, str(place), "accent" if place == 1 else "muted", "", "bold")
        name = "You" if seat == now.seat else player(view, seat)
        canvas.put(x + 3, y, cut(name, 12), ink, "", "bold")
        roles = listing([view.faces[number].name for number in view.roles[seat]])
        canvas.put(x + 16, y, cut(roles, wide // 4), "muted")
        at = x + 18 + wide // 4
        if view.roles[seat]:
            canvas.bar(at, y, x + wide - at - 7, view.slack[seat], view.goal(seat), ink, signs=LOW)
            score = f"{view.slack[seat]}/{view.goal(seat)}"
            canvas.flush(x + wide, y, [(score, "text", "", "bold")])
        y += step


def _part(now: Moment, seat: int) -> float:
    view = now.view
    return view.slack[seat] / max(1, view.goal(seat)) if view.roles[seat] else -1


def confetti(canvas: Canvas) -> None:
    """Strew signs of all types; always the same ones."""
    place = 7
    for number in range(canvas.width * canvas.height // 60):
        place = (place * 1103515245 + 12345) % 2**31
        x, y = place % canvas.width, place // canvas.width % canvas.height
        kind = tuple(SHAPES)[number % len(SHAPES)]
        canvas.put(x, y, SHAPES[kind] if number % 3 else "·", f"{kind} 75%")
