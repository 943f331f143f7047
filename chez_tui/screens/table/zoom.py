"""A hand or a room with every card in full, to be read on a screen of its own."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rich.text import Text

from chez_tui.play.choices import Option
from chez_tui.screens.table.board import Board
from chez_tui.screens.table.card import card_lines
from core.cards import Face
from core.telling import player, room_is, word

if TYPE_CHECKING:
    from net.sessions.session import SeenHand

UNCUT = 100_000  # cells; the screen that shows it breaks the lines


def hand_in_full(board: Board, items: Iterable[Option]) -> list[Text]:
    """Each card of the list with its number, what it does and why it can't be played."""
    lines: list[Text] = []
    for number, item in enumerate(items, 1):
        if item.face < 0:
            continue
        why = [f"Not now: {item.why} ({item.clause})"] if item.why else []
        head, *rest = _card(board, board.view.faces[item.face], notes=why)
        lines += [Text.assemble((f"{number} ", f"bold {board.palette.accent}"), head), *rest]
        lines.append(Text())
    return lines or [Text("no cards in hand", style=board.palette.muted)]


def seen_in_full(board: Board, hands: "Mapping[int, SeenHand]") -> list[Text]:
    """The hands that a spectator sees, each with the round in which it was held."""
    lines: list[Text] = []
    for seat, hand in sorted(hands.items()):
        whose = Text(player(board.view, seat), style=f"bold {board.palette.seat(seat)}")
        when = f", round {hand.round}{'' if hand.fresh else ', and not any more'}"
        lines += [whose.append(when, board.palette.muted), Text()]
        for face in hand.faces:
            lines += [*_card(board, board.view.faces[face]), Text()]
        if not hand.faces:
            lines += [Text("no cards in hand", style=board.palette.muted), Text()]
    return lines


def room_in_full(board: Board, seat: int) -> list[Text]:
    """A player's score, role, cards and what lies beside him, each with what it does."""
    view = board.view
    lines = [*board.person(seat, UNCUT, traits=False), Text()]
    for role in view.roles[seat]:
        lines += [*_card(board, view.faces[role]), Text()]
    for card in board.sorted_room(view.rooms[seat]):
        lines += [*_card(board, view.printed(card), view.worth(card)), Text()]
    laid = [laid.card for laid in view.table if laid.seat == seat]
    room = word(view, "room")
    beside, everybody = f"On the table beside this {room}:", "On the table for everybody:"
    for title, cards in ((beside, laid), (everybody, board.weeks())):
        if cards:
            lines += [Text(title, style=board.palette.muted), Text()]
        for card in cards:
            lines += [*_card(board, view.printed(card)), Text()]
    if not view.rooms[seat]:
        lines.append(Text(f"the {room_is(view)} empty", style=board.palette.muted))
    return lines


def _card(
    board: Board, face: Face, worth: int | None = None, notes: list[str] | None = None
) -> list[Text]:
    return card_lines(
        face, UNCUT, board.palette, worth, notes or (),
        compact=True, at=board.view.catalog,
    )  # fmt: skip
