"""A lobby in lines of text, and the games that start in it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from chez_tui.errors import UserError
from chez_tui.plain.conversation import NOT_KEPT, Conversation
from chez_tui.plain.lines import LineReader, Printer, printer_of, typed_lines
from chez_tui.plain.look import Muddle
from chez_tui.play import words
from chez_tui.play.choices import capital, sentence
from chez_tui.play.editions import different_in, options_that_matter, seats_said, size_of, title_of
from chez_tui.play.lobby import LobbyModel
from chez_tui.play.online import JoinedTable
from chez_tui.play.options import SETTINGS, TableSpec
from chez_tui.settings import Settings
from chez_tui.world import World
from core.bots import LEVELS
from core.setting import LOBBY
from core.telling import clean, listing
from net.identity import fingerprint
from net.sessions.session import Session
from net.table.lobby import LobbyError

GOODBYE: Final = "The table holds your seat for a while. To come back, run chez-tui resume."
SETTABLE: Final = ", ".join(s.name for s in SETTINGS if LOBBY in s.places)
HELP: Final = {
    "who": "who sits where, and the table's settings",
    "ready": "say that you're ready; unready takes it back",
    "start": "start the game (host only, when everyone is ready)",
    "bot [LEVEL]": "add a bot to a free seat (host only)",
    "remove NUMBER": "remove a player or a bot (host only)",
    "set NAME VALUE": f"change {SETTABLE} or a house rule (host only)",
    "show": "show spectators your hand, if the host allows it; hide takes it back",
    "about": "explain this table's editions and house rules",
    "say TEXT": "talk to the table",
    "key": "your fingerprint and the others', to compare aloud",
    "quit": "leave the table",
}


class PlainLobby:
    """One person at one network table, without a screen."""

    def __init__(
        self,
        place: JoinedTable,
        typed: LineReader,
        out: Printer,
        settings: Settings,
        live: bool,
        start: bool = False,
    ) -> None:
        self._table = place.table
        self._lobby = LobbyModel(place, start=start)
        self._typed = typed
        self._out = out
        self._settings = settings
        self._live = live  # a person types; a script waits for the game once it's ready
        self._told = False  # whether we printed who sits where
        self._left = False
        self._reading: asyncio.Task[str | None] | None = None
        self._missing = ""  # who we printed as missing from a resumed game

    async def run(self, addresses: Sequence[str] = ()) -> int:
        """Run until the person leaves or the table closes; return the exit status."""
        table, out = self._table, self._out
        where = [f"Address: {listing(addresses)}."] if addresses else []
        out.say(f"Join code: {self._lobby.code}.", *where, "Type ? for help.")
        table.on_chat.append(self._heard)
        self._look()
        try:
            while not self._left and not table.closed:
                await self._next()
        finally:
            if self._reading is not None:
                self._reading.cancel()
        if table.closed:
            out.say(f"The table is closed: {table.closed}.")
        return 0

    def _heard(self, name: str, text: str) -> None:
        if self._lobby.game is None:
            self._out.say(f"{clean(name)} says: {text}" if name else text)

    async def _next(self) -> None:
        """Handle one thing: a game, news of the lobby, or a line."""
        game = self._lobby.new_game()
        if game is not None:
            await self._play(game)
            return
        self._look()
        model = self._lobby
        self._typed.finish = finished
        if self._reading is None and (self._live or model.hosting or not model.ready):
            self._reading = asyncio.create_task(self._typed.line())
            self._reading.add_done_callback(lambda _: model.happened.set())
        await model.happened.wait()
        if self._reading is not None and self._reading.done():
            line, self._reading = self._reading.result(), None
            await self._obey(line)

    async def _play(self, game: Session) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        typed, settings = self._typed, self._settings
        goodbye = NOT_KEPT if game.unrecorded else GOODBYE
        talk = Conversation(game, typed, self._out, settings, self._live, lambda: goodbye)
        await talk.run()
        if talk.left or not self._table.over:
            self._left = True
            return
        self._out.say(f"{game.audit}. Type ready for another game, or quit.")

    def _look(self) -> None:
        """Print what's new in the lobby."""
        model = self._lobby
        notes = model.look()
        if model.lobby is None and not self._table.playing:
            self._tell_missing()
        if model.lobby is not None and not self._told:
            self._told = True
            self.do_who()
            begin = f"Type {'start' if model.hosting else 'ready'} when you want to begin."
            late = "The table is full: you get the next free seat."
            self._out.say(begin if model.seated else late)
        # Chat and errors were printed when they came.
        self._out.say(*(f"{note.text}." for note in notes if not note.name and not note.wrong))

    def _tell_missing(self) -> None:
        """Print what a resumed game waits for, and who's missing when that changes."""
        missing = listing(words.missing(self._table))
        if missing and not self._missing:
            self._out.say(words.going_on(self._table))
        if missing and missing != self._missing:
            self._out.say(f"Waiting for {missing}.")
        self._missing = missing

    # -- commands ----------------------------------------------------------------------------------

    async def _obey(self, line: str | None) -> None:
        word, _, rest = ("quit" if line is None else line).partition(" ")
        word = {"?": "help", "q": "quit", "exit": "quit"}.get(word, word.casefold())
        if not word:
            return
        command: Callable[[str], Awaitable[None] | None] | None
        command = getattr(self, f"do_{word}", None)
        try:
            if command is None:
                raise Muddle(f"Unknown command {word!r}. Type ? for a list.")
            doing = command(rest.strip())
            if doing is not None:
                await doing
        except (Muddle, LobbyError, UserError) as error:
            self._out.say(capital(sentence(str(error))))

    def do_who(self, rest: str = "") -> None:
        lobby = self._lobby.lobby
        if lobby is None:
            return
        self._out.say(
            f"{clean(lobby.title, words.TITLE)}: {', '.join(words.settings(lobby))}.",
            f"{': '.join(words.cards(lobby))}.",
        )
        for number, chair in enumerate(lobby.chairs, 1):
            role = words.role(chair, lobby, self._lobby.me)
            ready = "ready" if chair.ready else "not ready"
            who = ", ".join(filter(None, (clean(chair.name), role, ready)))
            self._out.say(f"Seat {number}: {who if chair.pid else 'free'}.")
        self._out.say(f"{capital(words.watching(lobby))}.")

    def do_help(self, rest: str) -> None:
        self._out.say(*(f"{usage}: {meaning}" for usage, meaning in HELP.items()))

    async def do_ready(self, rest: str) -> None:
        model = self._lobby
        self._table.set_ready(True)
        while not self._live and not model.closed and model.game is None:
            if model.lobby is None or model.ready or model.hosting:
                return
            await self._table.news()  # a script waits until the host knows

    def do_unready(self, rest: str) -> None:
        self._table.set_ready(False)

    def do_show(self, rest: str) -> None:
        self._table.set_willing(True)

    def do_hide(self, rest: str) -> None:
        self._table.set_willing(False)

    async def do_start(self, rest: str) -> None:
        model = self._lobby
        while not self._live and model.obstacle and not model.closed:
            await self._table.news()  # a script means: start as soon as possible
            self._look()
        model.do("start")
        await asyncio.sleep(0)
        while not self._live and model.game is None and not model.closed:
            await self._table.news()

    def do_bot(self, rest: str) -> None:
        level = rest.casefold() or "normal"
        if level not in LEVELS:
            raise Muddle(f"Bots can be {' or '.join(LEVELS)}.")
        self._lobby.do("add_bot", level)

    def do_remove(self, rest: str) -> None:
        if not (rest.isascii() and rest.isdecimal() and len(rest) < 3):
            raise Muddle("Type remove and a seat number.")
        self._table.send_away(int(rest) - 1)

    def do_set(self, rest: str) -> None:
        lobby = self._table.lobby
        name, _, value = rest.partition(" ")
        name, value = name.casefold(), value.strip()
        if lobby is None or not value:
            raise Muddle("Type set, a name and a value, like set beat 5.")
        spec = TableSpec.of(lobby)
        rules = options_that_matter(spec.editions)
        named = (s for s in SETTINGS if LOBBY in s.places and name in (s.key, *s.typed))
        setting = next(named, rules.get(name))
        if setting is None:
            options = ", ".join(rules)
            raise Muddle(f"Unknown setting {name!r} (choose {SETTABLE}, {options}).")
        if setting.between and not (value.isascii() and value.isdecimal() and len(value) < 5):
            raise Muddle(f"{setting.name} must be a number.")
        if setting.values and not setting.between and value not in setting.values:
            raise Muddle(f"{setting.name}: choose {' or '.join(setting.values)}.")
        self._lobby.change(spec.put(setting, value), setting.key)

    def do_about(self, rest: str) -> None:
        lobby = self._table.lobby
        keys = words.known_editions(lobby) if lobby is not None else ()
        if lobby is None or not keys:
            raise Muddle("Nothing to explain about this table yet.")
        self._out.say(
            f"{title_of(keys)}: {size_of(keys)}, {seats_said(keys)}.",
            *(f"{setting}: {meaning}." for setting, meaning in words.explained(lobby)),
            *(f"{section.title}. {section.text}" for section in different_in(keys)),
        )

    def do_say(self, rest: str) -> None:
        if not rest:
            raise Muddle("Type say and a message.")
        self._table.say(rest)

    def do_key(self, rest: str) -> None:
        model = self._lobby
        self._out.say(f"Your fingerprint: {fingerprint(model.me)}.")
        for chair in words.people(model.lobby) if model.lobby is not None else ():
            if not chair.bot and chair.pid != model.me:
                trust = model.trust(chair)
                note = f", {trust}" if trust else ""
                self._out.say(f"{clean(chair.name)}'s fingerprint{note}: {fingerprint(chair.pid)}.")

    def do_quit(self, rest: str) -> None:
        self._left = True


def finished(begun: str) -> list[str]:
    """Return what a line in the lobby may become."""
    words = (usage.partition(" ")[0] for usage in HELP)
    return [word for word in words if word.startswith(begun.casefold())]


async def sit(
    coming: Awaitable[JoinedTable],
    world: World,
    addresses: Callable[[int], Sequence[str]] = lambda port: (),
    start: bool = False,
) -> int:
    """Join a table, play there line by line, and leave it; return the exit status."""
    out = printer_of(world)
    async with await coming as place:
        typed = typed_lines(world, out)
        try:
            lobby = PlainLobby(place, typed, out, world.settings, typed.live, start)
            return await lobby.run(addresses(place.table.port))
        finally:
            typed.stop()
