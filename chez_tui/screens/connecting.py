"""While the network takes its time: what for, a password, or what went wrong."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult

from chez_tui.commands import LISTS, Command
from chez_tui.errors import UserError, of_disk
from chez_tui.kit.canvas import ALARM, CALM, Canvas, Drawing, wrapped
from chez_tui.kit.dialogs import Ask
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.play.choices import capital
from chez_tui.play.online import Locked

WIDEST: Final = 64  # cells of the frame


class Waiting(Drawing):
    """A sentence in a frame: what the screen waits for, or in red what went wrong."""

    sentence = ""
    wrong = False

    def draw(self, canvas: Canvas) -> None:
        width, height = canvas.width, canvas.height
        wide = min(WIDEST, width - 2)
        lines = wrapped(self.sentence, wide - 4)
        x, y = (width - wide) // 2, max(0, (height - len(lines) - 2) // 3)
        frame, ink = (ALARM, "alarm") if self.wrong else (CALM, "line")
        fill = "alarm-tint" if self.wrong else "panel"
        canvas.box(x, y, wide, len(lines) + 2, frame, ink, fill)
        for row, line in enumerate(lines, y + 1):
            canvas.put(x + 2, row, line, "text", "", "bold")


class Connecting(ChezScreen):
    """Tries to reach or open a table, with a password if needed; its result is that table."""

    PLACES = (LISTS,)
    HELP = "Waiting for someone on the network. {Back} goes back."
    BINDINGS: ClassVar = [*bindings_for(LISTS)]

    def __init__(
        self,
        title: str,
        sentence: str,
        attempt: Callable[[str], Awaitable[AsyncExitStack]],
        password: str = "",
    ) -> None:
        super().__init__()
        self.title = title
        self._sentence = sentence
        self._attempt = attempt
        self._password = password
        self._waiting = Waiting()
        self._making: asyncio.Future[AsyncExitStack] | None = None

    def compose(self) -> ComposeResult:
        yield Heading()
        yield self._waiting
        yield FooterLine()

    def on_mount(self) -> None:
        self._try()

    def on_unmount(self) -> None:
        """Close a table that comes too late."""
        if self._making is not None:
            self.chez.walk(_drop(self._making))

    def footer_commands(self) -> list[Command]:
        said = {"back": "back"} | ({"do_it": "try again"} if self._waiting.wrong else {})
        return [
            command._replace(footer=said[command.id])
            for command in super().footer_commands()
            if command.id in said
        ]

    def _say(self, sentence: str, wrong: bool = False) -> None:
        self._waiting.sentence, self._waiting.wrong = capital(sentence), wrong
        self._waiting.update_lines()
        self.query_one(FooterLine).update_lines()

    @work(exclusive=True)
    async def _try(self) -> None:
        self._say(self._sentence)
        making = self._making = asyncio.ensure_future(self._attempt(self._password))
        try:
            made = await asyncio.shield(making)
        except Locked as error:
            self._say(str(error), wrong=True)
            question = Ask(f"{self._waiting.sentence}. Password:", secret=True)
            password = await self.app.push_screen_wait(question)
            if password is not None:
                self._password = password
                self._try()
        except UserError as error:
            self._say(str(error), wrong=True)
        except OSError as error:
            self._say(of_disk(error), wrong=True)
        else:
            if not self._left:
                self._making = None
                self.leave(made)

    def action_do_it(self) -> None:
        if self._waiting.wrong:
            self._try()


async def _drop(making: "asyncio.Future[AsyncExitStack]") -> None:
    with suppress(UserError, OSError):
        await (await making).aclose()
