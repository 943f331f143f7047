"""A lobby on the screen: the way in, who sits where, what is agreed on, what is said."""

from collections.abc import Awaitable, Callable
from functools import partialmethod
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input

from chez_tui.commands import LOBBY, Command
from chez_tui.kit.bigtext import large
from chez_tui.kit.dialogs import Choose, Confirm
from chez_tui.kit.entry import ChatBox
from chez_tui.kit.lines import WIDE, Lines, fit
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.kit.text import wrap
from chez_tui.play import words
from chez_tui.play.lobby import LobbyModel, Note
from chez_tui.screens.setup_panels import news_lines
from chez_tui.screens.table.board import beside, filled
from core.telling import clean
from net.sessions.session import Session
from net.wire.messages import MAX_SEATS, Chair, Lobby

TALK: Final = 44  # columns it takes there
LEAST_TALK: Final = 2
EMPTY: Final = Content()
LATER: Final = ("chat", "help", "back", "about", "rules")  # in the footer, as far as there is room
SEATED: Final = (
    "Everybody who hears the code or the address can join. When all are ready the host "
    "starts. The host adds bots and changes settings; after a change the others say again "
    "that they are ready. The words of a key are there to be read aloud: if both hear the "
    "same, nobody sits between them."
)
WATCHING: Final = (
    "You watch. When a game begins it is shown by itself; you see what everybody may see, and "
    "of the hands what the table has agreed to. Before and between games {begin} takes a free "
    "chair. {Chat} talks to the table, {Back} goes away."
)


class LobbyPage(Lines):
    """All of it, arranged for the room there is."""

    def __init__(self, model: LobbyModel) -> None:
        super().__init__()
        self._at = model

    def build(self, width: int, height: int) -> list[Content]:
        if width < 1 or height < 1:
            return []
        if width >= WIDE[0] and height >= WIDE[1] - 4:
            left = width - TALK - 1
            body = filled(self._body(left, airy=True), height)
            return beside(body, "│ ", self._talk(TALK - 1, height), left)
        body, room = self._body(width, airy=False), max(0, height - LEAST_TALK - 1)
        if len(body) > room:  # the key is read aloud to its last word; the code stands below anyway
            body = self._body(width, airy=False, big=False)
        body = body[:room]
        return [*body, *self._talk(width, height - len(body))]

    def _body(self, width: int, airy: bool, big: bool = True) -> list[Content]:
        lobby, gap = self._at.lobby, [EMPTY] if airy else []
        if lobby is None:
            return [*self._way_in(width, big), EMPTY, *_indented(self._at.waiting, width)]
        return [
            *gap,
            *self._way_in(width, big),
            *gap,
            *self._chairs(lobby, width),
            *gap,
            *self._agreed(lobby, width),
            *(self._news(lobby, width) if airy else ()),
        ]

    # -- parts -------------------------------------------------------------------------------------

    def _way_in(self, width: int, big: bool) -> list[Content]:
        """The code, in large letters if there is room for them, and where the table is."""
        code, addresses = self._at.code, self._at.addresses
        rows = large(code, width - 4, self.chez.world.settings.ascii) if big else []
        said = Content.assemble(("  code ", "$muted"), (code, "bold"))
        if addresses:
            said += Content.assemble(("  address ", "$muted"), (" · ".join(addresses), "bold"))
        lines = [Content.styled(f"  {row}", "bold $accent") for row in rows]
        lines.append(said.truncate(width))
        if self._at.unheard:
            problem = f"the local network does not hear of this table: {self._at.unheard}"
            lines += _indented(Content.styled(problem, "$bad"), width)
        return lines

    def _chairs(self, lobby: Lobby, width: int) -> list[Content]:
        people = words.people(lobby)
        count = f"{len(people)} of {len(lobby.chairs)} chairs taken"
        longest = max((len(clean(chair.name)) for chair in people), default=4)
        names = max(12, min(24, longest))
        return [
            _heading(f"{count} · {words.watching(lobby)}", width),
            *(
                self._chair(lobby, number, chair, names, width)
                for number, chair in enumerate(lobby.chairs)
            ),
        ]

    def _chair(self, lobby: Lobby, number: int, chair: Chair, names: int, width: int) -> Content:
        here = number == self._at.cursor
        parts = [(f" {'▸' if here else ' '} {number + 1} ", "bold $accent")]
        if not chair.pid:
            parts.append(("free", "$muted"))
        else:
            parts += [
                (fit(clean(chair.name), names), f"bold $seat-{number % MAX_SEATS}"),
                (fit(f" {words.role(chair, lobby, self._at.me)}", 14), ""),
            ]
            if not chair.here:
                parts.append(("no connection", "bold $bad"))
            elif chair.ready:
                parts.append(("✓ ready", "bold $good"))
            else:
                parts.append(("- not ready", "$muted"))
            if self._at.trust(chair) == words.CHANGED:
                parts.append(("  the key has changed", "bold $bad"))
        line = Content.assemble(*parts).truncate(width, pad=here)
        return line.stylize("reverse") if here else line

    def _agreed(self, lobby: Lobby, width: int) -> list[Content]:
        """Settings, how cards are dealt, and the key of whom the cursor is on."""
        how, meaning = words.cards(lobby)
        lines = [
            _heading("What is played", width),
            *_indented(" · ".join(words.settings(lobby)), width),
            *_indented(Content.assemble((f"{how}: ", "bold"), (meaning, "$muted")), width),
        ]
        key = self._at.key_words()
        if key is not None:
            lines += _indented(Content.assemble((f"{key[0]}: ", "$muted"), key[1]), width)
        return lines

    def _news(self, lobby: Lobby, width: int) -> list[Content]:
        """What is new in the editions that are played."""
        keys = words.known_editions(lobby)
        news = news_lines(keys, width - 2, 3 if len(keys) == 1 else 1)
        heading = _heading(f"{words.editions(lobby)} in short", width)
        return [EMPTY, heading, *(Content(" ") + line for line in news)]

    def _talk(self, width: int, height: int) -> list[Content]:
        """What was said and what has happened, the newest last."""
        if height < 2:
            return [EMPTY] * height
        room = height - 1
        notes = self._at.notes[-height:]
        lines = [line for note in notes for line in _indented(_noted(note), width)][-room:]
        return [_heading("Talk", width), *filled(lines, room)]


def _heading(title: str, width: int) -> Content:
    words = f" {fit(title, width - 2).rstrip()} "
    line = Content.styled(words, "bold $accent")
    return line + Content.styled("─" * max(0, width - line.cell_length), "$muted")


def _indented(text: Content | str, width: int) -> list[Content]:
    """Wrapped, with a space before each line."""
    content = Content(text) if isinstance(text, str) else text
    return [Content(" ") + line for line in wrap(content, max(10, width - 2))]


def _noted(note: Note) -> Content:
    """A line of the talk, in the colors of what it is."""
    text = clean(note.text, 400)
    if note.name:
        return Content.assemble((f"{clean(note.name)}: ", "bold $accent"), text)
    return Content.styled(text, "bold $bad" if note.wrong else "$muted")


class LobbyScreen(ChezScreen):
    """A lobby with its talk, and the table above it while a game is played."""

    PLACES = (LOBBY,)
    BINDINGS: ClassVar = [*bindings_for(LOBBY)]

    def __init__(
        self, model: LobbyModel, show: Callable[[Session], Awaitable[object]] | None = None
    ) -> None:
        super().__init__()
        self.title = "Lobby"
        self.model = model
        self._show = show  # what shows a game, and says where its person goes from there
        self._next = Lines(id="next")  # what is to be done now, or whom the table waits for
        self._seen: Lobby | None = None

    def compose(self) -> ComposeResult:
        yield Heading()
        yield LobbyPage(self.model)
        yield self._next
        yield ChatBox()
        yield FooterLine()

    def on_mount(self) -> None:
        self.model.look()
        self._changed()
        self._follow()

    @work
    async def _follow(self) -> None:
        async for _ in self.model.changes():
            self._changed()

    def on_screen_resume(self) -> None:
        self.repaint()

    def repaint(self) -> None:
        """Show how things stand; not while the table lies above."""
        if self.on_top:
            step, urgent = self.model.next_step(self.chez.world.settings.keys)
            style = "bold $accent" if urgent else "$foreground"
            self._next.show([Content.styled(f" {step[:1].upper()}{step[1:]}", style)])
            for lines in self.query(Lines):
                lines.update_lines()

    def subject(self) -> str:
        return self.model.title

    def about(self) -> str:
        return SEATED if self.model.watched is None else WATCHING

    def footer_words(self) -> dict[str, str]:
        model = self.model
        begin = "start" if model.hosting else "not ready" if model.ready else "ready"
        said = {"begin": begin if model.watched is None else "sit down"}
        return {**said, "open_hand": "hide hand"} if model.willing else said

    def footer_commands(self) -> list[Command]:
        """For those who play, what is of use at this table now comes first."""
        commands = super().footer_commands()
        if self.model.watched is not None:
            return commands
        return sorted(commands, key=lambda c: LATER.index(c.id) if c.id in LATER else -1)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What only the host of the table can do is not offered to others."""
        return self.model.may(action)

    # -- what happens ------------------------------------------------------------------------------

    def _changed(self) -> None:
        if self._left:
            return
        lobby = self.model.lobby
        if lobby is not None and lobby is not self._seen:
            self._seen = lobby
            known = words.known_editions(lobby)
            if known:  # the colors and words of what is going to be played
                self.chez.play_editions(known)
        game = self.model.new_game()
        if game is not None:
            self._play(game)
        self.repaint()

    @work(exclusive=True, group="game")
    async def _play(self, game: Session) -> None:
        """The game begins: whatever lies above the lobby goes, the table comes."""
        if self._show is not None:
            self.uncover()
            went = await self._show(game)
            if went is not None:
                self.leave(went)

    # -- what can be done --------------------------------------------------------------------------

    def _try(self, command: str) -> None:
        """Do something at the table, or say why that can't be."""
        self.model.attempt(command)
        self.repaint()

    action_ready = partialmethod(_try, "ready")
    action_open_hand = partialmethod(_try, "open_hand")
    action_add_bot = partialmethod(_try, "add_bot")
    action_bot_level = partialmethod(_try, "bot_level")
    action_trust_key = partialmethod(_try, "trust_key")

    def action_up(self) -> None:
        self.model.move(-1)
        self.repaint()

    def action_down(self) -> None:
        self.model.move(1)
        self.repaint()

    def action_begin(self) -> None:
        if self.model.watched is not None:
            self.leave(self.model.free_seat)
        else:
            self._try("start" if self.model.hosting else "ready")

    @work
    async def action_send_away(self) -> None:
        model = self.model
        chair = model.chair
        if chair is not None and chair.pid and not chair.bot and chair.pid != model.me:
            question = Confirm(f"Send {clean(chair.name)} away?")
            if not await self.app.push_screen_wait(question) or model.chair != chair:
                return
        self._try("send_away")

    def action_agree(self) -> None:
        from chez_tui.play.options import TableSpec
        from chez_tui.screens.setup import SetupScreen
        from core.setting import LOBBY

        if self.model.lobby is not None:
            spec = TableSpec.of(self.model.lobby)
            self.app.push_screen(SetupScreen(spec, LOBBY, self.model.change))

    def action_about(self) -> None:
        """What is played here, option by option and edition by edition."""
        from chez_tui.screens.editions import PlayedScreen

        if self.model.lobby is not None:
            self.app.push_screen(PlayedScreen(self.model.lobby))

    # -- talking, going ----------------------------------------------------------------------------

    def action_chat(self) -> None:
        self.query_one(ChatBox).open()

    @on(Input.Submitted)
    def _say(self, message: Input.Submitted) -> None:
        self.model.place.table.say(message.value)
        self.query_one(ChatBox).close()

    def quit_question(self) -> str:
        return "" if self.model.game is not None else self.model.parting()

    def action_back(self) -> None:
        if not self.query_one(ChatBox).close():
            self._go()

    @work
    async def _go(self) -> None:
        """Ask before somebody leaves; a game that was taken up for a while, or for good."""
        from chez_tui.screens.table.screen import FOR_NOW

        model = self.model
        if model.taken_up:
            options = ["wait for the others", FOR_NOW, "give the game up"]
            doubts = {2: "Give the game up? You can't come back to it."}
            question = Choose("The others are not back yet.", options, doubts=doubts)
            choice = await self.app.push_screen_wait(question)
            if choice == 2:
                model.give_up()
            sure = bool(choice)
        else:
            parting = model.parting()
            sure = not parting or await self.app.push_screen_wait(Confirm(parting))
        if sure:
            self.leave()
