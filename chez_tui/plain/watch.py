"""A network game in sentences, for someone without a seat."""

import asyncio
from collections.abc import Sequence
from typing import Final

from chez_tui.errors import UserError
from chez_tui.plain.lines import Printer, printer_of
from chez_tui.play import words as lobbying
from chez_tui.play.online import look_in
from chez_tui.play.table import Cue, HandShown, TableModel, Told
from chez_tui.world import World
from core.telling import clean, listing, player
from net.sessions.session import Session
from net.table.watching import WatchTable
from net.wire.codes import Address, JoinCode
from net.wire.messages import Lobby

SOON: Final = 1.0  # seconds within which a game in progress should appear


async def tell_game(target: JoinCode | Address, world: World, password: str = "") -> int:
    """Print one game to its end; return the exit status."""
    out = printer_of(world)
    async with await look_in(target, world, password) as watched:
        session = await _wait(watched.table, out)
        model = TableModel([session])
        async for update in session.updates():
            _tell(model.take(update), session, out)
            if session.view.winners:
                break
        view = session.view
        if not view.winners:
            raise UserError(watched.table.closed or "the table stopped showing this game")
        out.say(*(f"winner: {clean(view.names[seat])}" for seat in view.winners))
        out.say(f"digest: {view.digest()}")
        return 0


async def _wait(table: WatchTable, out: Printer) -> Session:
    """Print what happens in the lobby until a game appears."""
    before: Lobby | None = None
    waits = False  # whether we printed that there's no game yet
    loop = asyncio.get_running_loop()
    until = None  # when a game in progress must have appeared
    table.on_chat.append(lambda name, text: out.say(f"{clean(name)} says: {text}"))
    while table.session is None:
        lobby = table.lobby
        if table.closed:
            raise UserError(table.closed)
        if lobby is not None and before is None:
            names = [clean(chair.name) for chair in lobbying.people(lobby)]
            here = f"{listing(names) or 'no one'} {'are' if len(names) > 1 else 'is'} at the table."
            out.say(f"{clean(lobby.title, lobbying.TITLE)}: {here}")
            until = loop.time() + SOON
        if lobby is not None and lobby is not before:
            out.say(*lobbying.news(before, lobby, b""))
            before = lobby
        try:
            async with asyncio.timeout_at(None if waits else until):
                await table.news()
        except TimeoutError:
            waits = True
            out.say("The game hasn't started yet.")
    if not waits:
        out.say("A game is in progress. So far:")
    return table.session


def _tell(cues: Sequence[Cue], session: Session, out: Printer) -> None:
    view = session.view
    for cue in cues:
        match cue:
            case Told() if cue.kind != "chat":  # it was printed when it was said
                out.say(cue.sentence)
            case HandShown(seat, hand):
                names = listing(view.faces[face].name for face in hand.faces) or "nothing"
                verb = lobbying.held(session.settings, hand.fresh)
                out.say(f"{player(view, seat)} {verb}: {names}")
