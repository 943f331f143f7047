"""A lobby on the screen: the join code, seats, settings, chat."""

from collections.abc import Awaitable, Callable
from functools import partialmethod
from typing import ClassVar, Final, NamedTuple

from textual import on, work
from textual.app import ComposeResult
from textual.widgets import Input

from chez_tui.commands import LOBBY, Command
from chez_tui.kit.bigtext import large, letters
from chez_tui.kit.canvas import CALM, Canvas, Drawing, Part, shorter, wrapped
from chez_tui.kit.dialogs import Choose, Confirm
from chez_tui.kit.entry import ChatBox
from chez_tui.kit.lines import WIDE, Lines, cut, fit
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.play import words
from chez_tui.play.choices import capital
from chez_tui.play.editions import news_of
from chez_tui.play.lobby import LobbyModel
from core.telling import clean
from net.sessions.session import Session
from net.wire.messages import MAX_SEATS, Chair, Lobby

TALK: Final = 44  # columns it takes there
TALL: Final = 46  # rows of a screen with room for a larger join code
LEAST_TALK: Final = 6  # rows for which large letters are given up
LATER: Final = ("chat", "help", "back", "about", "rules")  # in the footer, if there's room
SEATED: Final = (
    "Anyone with the join code or the address can join. When everyone is ready, the host starts "
    "the game. The host adds bots and changes settings; after a change, the others have to ready "
    "up again. Read the fingerprint words to each other: if they match, no one sits between you."
)
WATCHING: Final = (
    "You're watching. The game shows up here when it begins: you see what everyone sees, and the "
    "hands the table shows spectators. Before and between games, {begin} takes a free seat. {Chat} "
    "talks to the table, {Back} leaves it."
)


# Parts, and whether the cursor is on that line.
Line = tuple[list[Part], bool]


class Box(NamedTuple):
    """A frame with lines in it."""

    title: str
    lines: list[Line]
    foot: str = ""


class LobbyPage(Drawing):
    """The whole lobby, arranged for the room there is."""

    def __init__(self, model: LobbyModel) -> None:
        super().__init__()
        self._at = model

    def draw(self, canvas: Canvas) -> None:
        width, height = canvas.width, canvas.height
        wide = width >= WIDE[0] and height >= WIDE[1] - 4
        body, over = (width - TALK, 0) if wide else (width, 1)  # rows that frames share
        boxes = self._boxes(body, airy=wide)
        need = sum(len(box.lines) + 2 - over for box in boxes)
        if not wide and need + LEAST_TALK > height:  # large letters are the first to go
            boxes = self._boxes(body, airy=False, big=False)
        row, foot = 0, ""
        for at, box in enumerate(boxes):
            room = height - row
            rows = room if wide and at == len(boxes) - 1 else min(len(box.lines) + 2, room)
            self._box(canvas, 0, row, body, rows, box, foot)
            row, foot = row + rows - over, box.foot
        if wide:
            self._box(canvas, body, 0, TALK, height, self._talk(TALK, height))
        else:
            left = height - row
            self._box(canvas, 0, row, width, left, self._talk(width, left), foot)

    def _box(
        self, canvas: Canvas, x: int, y: int, width: int, height: int, box: Box, above: str = ""
    ) -> None:
        """Draw a frame, in narrow screens over the last line of the one above, which may end with
        something to read."""
        if height < 2:
            return
        title: list[Part] = [(f" {box.title} ", "text", "panel", "bold")]
        foot: list[Part] = [(f" {box.foot} ", "muted")] if box.foot else []
        canvas.box(x, y, width, height, CALM, "line", "panel", title, foot=foot)
        for row, (parts, here) in enumerate(box.lines[: max(0, height - 2)], y + 1):
            if here:
                canvas.fill(x + 1, row, width - 2, 1, "paper")
                canvas.put(x + 1, row, "▌", "accent")
            canvas.parts(x + 2, row, shorter(parts, width - 3))
        if y and width == canvas.width:
            canvas.put(x, y, "├", "line", "panel")
            canvas.put(x + width - 1, y, "┤", "line", "panel")
            canvas.flush(x + width - 2, y, [(f" {above} ", "muted")] if above else [])

    def _boxes(self, width: int, airy: bool, big: bool = True) -> list[Box]:
        lobby, inner = self._at.lobby, width - 4
        boxes = [self._way_in(inner, big)]
        if lobby is None:
            return [*boxes, Box("Waiting", _said(self._at.waiting, inner))]
        boxes += [self._seats(lobby), self._agreed(lobby, inner)]
        if airy:
            boxes.append(self._news(lobby, inner))
        return boxes

    # -- parts -------------------------------------------------------------------------------------

    def _way_in(self, width: int, big: bool) -> Box:
        """Return the join code, in large letters if they fit, and the table's addresses."""
        code, addresses = self._at.code, self._at.addresses
        plain = self.chez.world.settings.ascii
        rows = letters(code, 5) if self.app.size.height >= TALL and not plain else []
        if not rows or len(rows[0]) > width:
            rows = large(code, width, plain) if big else []
        lines: list[Line] = [([(row, "accent")], False) for row in rows]
        said: list[Part] = [] if rows else [(f"{code}  ", "accent", "", "bold")]
        said += [("or ", "muted"), (" · ".join(addresses), "text")] if addresses else []
        lines += [(said, False)] if said else []
        if self._at.unheard:
            problem = f"others can't find this table: {self._at.unheard}"
            lines += _said(problem, width, "alarm")
        title = f"Join code {code}" if rows else "Join code"
        return Box(title, lines)

    def _seats(self, lobby: Lobby) -> Box:
        people = words.people(lobby)
        longest = max((len(clean(chair.name)) for chair in people), default=4)
        names = max(12, min(24, longest))
        lines = [
            (self._seat(lobby, number, chair, names), number == self._at.cursor)
            for number, chair in enumerate(lobby.chairs)
        ]
        title = f"{len(people)} of {len(lobby.chairs)} seats taken"
        return Box(title, lines, words.watching(lobby))

    def _seat(self, lobby: Lobby, number: int, chair: Chair, names: int) -> list[Part]:
        """Return who has a seat, whether they are ready, and what is wrong, if anything is."""
        here = number == self._at.cursor
        ink, ink2, mark = ("ink", "ink2", "ink") if here else ("text", "muted", "accent")
        parts: list[Part] = [(f" {number + 1}  ", mark, "", "bold")]
        if not chair.pid:
            return [*parts, ("free", ink2)]
        name = "ink" if here else f"seat-{number % MAX_SEATS}"
        parts += [
            (fit(clean(chair.name), names), name, "", "bold"),
            (fit(f" {words.role(chair, lobby, self._at.me)}", 14), ink),
        ]
        if not chair.here:
            parts.append((" disconnected ", "alarm-ink", "alarm-fill", "bold"))
        elif chair.ready:
            parts.append((" ✓ ready ", "over", "good", "bold"))
        else:
            parts.append((" not ready ", ink2 if here else "muted", "" if here else "rise"))
        if self._at.trust(chair) == words.CHANGED:
            parts += [("  ", ink), (" the key has changed ", "alarm-ink", "alarm-fill", "bold")]
        return parts

    def _agreed(self, lobby: Lobby, width: int) -> Box:
        """Return the settings, how cards are dealt, and a fingerprint."""
        how, meaning = words.cards(lobby)
        lines = _said(" · ".join(words.settings(lobby)), width)
        lines += _titled(f"{how}: ", meaning, width)
        key = self._at.key_words()
        if key is not None:
            lines += _titled(f"{key[0]}: ", key[1], width)
        return Box("What you play", lines)

    def _news(self, lobby: Lobby, width: int) -> Box:
        """Return what is new in the editions."""
        keys = words.known_editions(lobby)
        told = news_of(keys)
        lines: list[Line] = []
        for name, points in told:
            if len(told) > 1:
                lines.append(([(name, "accent", "", "bold")], False))
            for point in points[: 3 if len(keys) == 1 else 1]:
                lines += _titled("◆ ", point, width, ink="accent", rest="text", indent=2)
        return Box(f"{words.editions(lobby)} in short", lines)

    def _talk(self, width: int, height: int) -> Box:
        """Return the chat and what happened, the newest last."""
        lines: list[Line] = []
        for note in self._at.notes[-height:] if height > 2 else ():
            if note.name and not self.chez.world.settings.chat:
                continue
            text = clean(note.text, 400)
            if note.name:
                name = f"{clean(note.name)}: "
                lines += _titled(name, text, width - 4, ink="accent")
            else:
                lines += _said(text, width - 4, "alarm" if note.wrong else "muted")
        return Box("Chat", lines[-(height - 2) :])


def _said(text: str, width: int, ink: str = "text") -> list[Line]:
    return [([(line, ink)], False) for line in wrapped(text, width)]


def _titled(
    title: str, text: str, width: int, ink: str = "muted", rest: str = "text", indent: int = 0
) -> list[Line]:
    """Return a text in lines, with a title before it in another color."""
    first, *more = wrapped(title.rstrip() + " " + text, width - indent)
    title = title if first.startswith(title) else first
    lines: list[Line] = [([(title, ink, "", "bold"), (first[len(title) :], rest)], False)]
    return lines + [([(" " * indent + line, rest)], False) for line in more]


class NextStep(Drawing):
    """What to do now, or what the table waits for."""

    FILL = "rise"
    step, urgent = "", False

    def draw(self, canvas: Canvas) -> None:
        canvas.put(0, 0, "▌", "accent")
        said = cut(capital(self.step), canvas.width - 3)
        canvas.put(2, 0, said, "accent" if self.urgent else "text", "", "bold" * self.urgent)


class LobbyScreen(ChezScreen):
    """A lobby with its chat; during a game the table is above it."""

    PLACES = (LOBBY,)
    BINDINGS: ClassVar = [*bindings_for(LOBBY)]

    def __init__(
        self, model: LobbyModel, show: Callable[[Session], Awaitable[object]] | None = None
    ) -> None:
        super().__init__()
        self.title = "Lobby"
        self.model = model
        self._show = show  # shows a game and returns where its player goes afterwards
        self._next = NextStep(id="next")
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
        """Show the lobby as it is now, unless the table is above it."""
        if self.on_top:
            self._next.step, self._next.urgent = self.model.next_step(self.chez.world.settings.keys)
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
        """Put what players can do here now first."""
        commands = super().footer_commands()
        if self.model.watched is not None:
            return commands
        return sorted(commands, key=lambda c: LATER.index(c.id) if c.id in LATER else -1)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only the host what only the host can do."""
        return self.model.may(action)

    # -- what happens ------------------------------------------------------------------------------

    def _changed(self) -> None:
        if self._left:
            return
        lobby = self.model.lobby
        if lobby is not None and lobby is not self._seen:
            self._seen = lobby
            known = words.known_editions(lobby)
            if known:  # the colors and words of what they will play
                self.chez.play_editions(known)
        game = self.model.new_game()
        if game is not None:
            self._play(game)
        self.repaint()

    @work(exclusive=True, group="game")
    async def _play(self, game: Session) -> None:
        """Show a game in place of other screens above the lobby."""
        if self._show is not None:
            self.uncover()
            went = await self._show(game)
            if went is not None:
                self.leave(went)

    # -- what can be done --------------------------------------------------------------------------

    def _try(self, command: str) -> None:
        """Do something at the table, or say why that can't be done."""
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
            question = Confirm(f"Remove {clean(chair.name)} from the table?")
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
        """Show every house rule and edition of this table."""
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
        """Ask before leaving; players of a resumed game leave for now or give up."""
        from chez_tui.screens.table.screen import FOR_NOW

        model = self.model
        if model.taken_up:
            options = ["wait for the others", FOR_NOW, "give up this game"]
            doubts = {2: "Give up this game? You can't come back to it."}
            question = Choose("The others aren't back yet.", options, doubts=doubts)
            choice = await self.app.push_screen_wait(question)
            if choice == 2:
                model.give_up()
            sure = bool(choice)
        else:
            parting = model.parting()
            sure = not parting or await self.app.push_screen_wait(Confirm(parting))
        if sure:
            self.leave()
