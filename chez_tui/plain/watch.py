"""A game on the network told in sentences, for somebody without a seat."""

import asyncio
from typing import TYPE_CHECKING, Final

from chez_tui.errors import UserError
from chez_tui.plain.lines import Printer
from chez_tui.play import words as lobbying
from chez_tui.play.online import look_in
from core.events import WON
from core.telling import clean, listing, player

if TYPE_CHECKING:
    from chez_tui.world import World
    from net.sessions.session import Session, Update
    from net.table.watching import WatchTable
    from net.wire.codes import Address, JoinCode
    from net.wire.messages import Lobby

SOON: Final = 1.0  # seconds in which a game is shown that is being played already


async def tell_game(target: "JoinCode | Address", world: "World", password: str = "") -> int:
    """Tells one game to its end; the exit status."""
    out = Printer(world.out, world.settings.ascii)
    async with await look_in(target, world, password) as watched:
        session = await _wait(watched.table, out)
        async for update in session.updates():
            _tell(update, session, out)
            if any(event.kind == WON for event in update.events) or session.view.winners:
                break
        view = session.view
        if not view.winners:
            raise UserError(watched.table.closed or "the game was not shown to its end")
        for seat in view.winners:
            out.say(f"winner: {clean(view.names[seat])}")
        out.say(f"digest: {view.digest()}")
        return 0


async def _wait(table: "WatchTable", out: Printer) -> "Session":
    """Tells what happens in the lobby until a game is shown."""
    before: Lobby | None = None
    waits = False  # whether it was said that there is no game yet
    loop = asyncio.get_running_loop()
    until = None  # when a game that is being played already must have been shown
    table.on_chat.append(lambda name, text: out.say(f"{clean(name)} says: {text}"))
    while table.session is None:
        lobby = table.lobby
        if table.closed:
            raise UserError(table.closed)
        if lobby is not None and before is None:
            out.say(_at_the_table(lobby))
            until = loop.time() + SOON
        if lobby is not None and lobby is not before:
            for sentence in lobbying.news(before, lobby, b""):
                out.say(sentence)
            before = lobby
        try:
            async with asyncio.timeout_at(None if waits else until):
                await table.news()
        except TimeoutError:
            waits = True
            out.say("The game has not begun yet.")
    if not waits:
        out.say("A game is being played; this is what has happened in it so far.")
    return table.session


def _at_the_table(lobby: "Lobby") -> str:
    names = [clean(chair.name) for chair in lobbying.people(lobby)]
    verb = "are" if len(names) > 1 else "is"
    return (
        f"{clean(lobby.title, lobbying.TITLE)}: {listing(names) or 'nobody'} {verb} at the table."
    )


def _tell(update: "Update", session: "Session", out: Printer) -> None:
    for sentence in filter(None, update.told):
        out.say(sentence)
    if update.kind == "notice":
        out.say(update.text)
    elif update.kind == "hand" and (hand := session.seen_hands.get(update.seat)):
        view = session.view
        names = listing([view.faces[face].name for face in hand.faces]) or "nothing"
        verb = lobbying.held(session.settings, hand.fresh)
        out.say(f"{player(view, update.seat)} {verb}: {names}")
    elif update.kind == "undone":
        out.say(f"{player(session.view, update.seat)} takes that back")
