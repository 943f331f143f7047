"""While something on the network is awaited: says what, asks for a password, tells what failed."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import ClassVar, Generic, Protocol, TypeVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult

from chez_tui.commands import LISTS, Command
from chez_tui.errors import UserError, of_disk
from chez_tui.kit.heading import Heading
from chez_tui.kit.lines import Lines
from chez_tui.kit.screen import ChezScreen, FooterLine, bindings_for
from chez_tui.kit.text import wrap


class Closing(Protocol):
    """Something that must be closed if nobody wants it any more."""

    async def aclose(self) -> None: ...


T = TypeVar("T", bound=Closing)


class Waiting(Lines):
    """A sentence in the middle of the screen."""

    DEFAULT_CSS = "Waiting { height: 1fr; }"
    sentence = ""
    wrong = False

    def build(self, width: int, height: int) -> list[Text]:
        style = f"bold {self.palette.bad}" if self.wrong else "bold"
        lines = wrap(Text.assemble((self.sentence, style)), max(10, width - 8))
        for line in lines:
            line.pad_left(4)
        return [Text()] * max(0, height // 3) + lines


class ReachingScreen(ChezScreen, Generic[T]):
    """Makes an attempt with a password; what it brings goes to `then`, in place of this screen."""

    PLACES = (LISTS,)
    HELP = "The program waits for somebody on the network. Esc goes back."
    BINDINGS: ClassVar = [*bindings_for(LISTS)]

    def __init__(
        self,
        title: str,
        sentence: str,
        attempt: Callable[[str], Awaitable[T]],
        then: Callable[[T], None],
        password: str = "",
    ) -> None:
        super().__init__()
        self.title = title
        self._sentence = sentence
        self._attempt = attempt
        self._then = then
        self._password = password
        self._waiting = Waiting()
        self._making: asyncio.Future[T] | None = None

    def compose(self) -> ComposeResult:
        yield Heading()
        yield self._waiting
        yield FooterLine()

    def on_mount(self) -> None:
        self._try()

    @property
    def failed(self) -> bool:
        return self._waiting.wrong

    def footer_commands(self) -> list[Command]:
        words = {"back": "back"} | ({"do_it": "try again"} if self.failed else {})
        return [
            command._replace(footer=words[command.id])
            for command in super().footer_commands()
            if command.id in words
        ]

    def _say(self, sentence: str, wrong: bool = False) -> None:
        self._waiting.sentence, self._waiting.wrong = sentence, wrong
        self._waiting.update_lines()
        self.query_one(FooterLine).update_lines()

    @work
    async def _try(self) -> None:
        from chez_tui.play.online import Locked

        self._say(self._sentence)
        making = self._making = asyncio.ensure_future(self._attempt(self._password))
        try:
            made = await asyncio.shield(making)
        except Locked as error:
            self._ask(str(error))
        except UserError as error:
            self._say(_sentence(str(error)), wrong=True)
        except OSError as error:
            self._say(_sentence(of_disk(error)), wrong=True)
        else:
            self._making = None
            self.app.pop_screen()
            self._then(made)

    def _ask(self, why: str) -> None:
        from chez_tui.kit.dialogs import Ask

        self._say(_sentence(why), wrong=True)

        def answered(password: str | None) -> None:
            if password is not None:
                self._password = password
                self._try()

        self.app.push_screen(Ask(f"{_sentence(why)}. Password:", secret=True), answered)

    def action_do_it(self) -> None:
        if self.failed:
            self._try()

    def on_unmount(self) -> None:
        """What comes too late is closed again."""
        if self._making is not None:
            self._making.add_done_callback(_drop)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


_dropping: set[asyncio.Task[None]] = set()  # so that they are not forgotten before they are done


def _drop(made: "asyncio.Future[T]") -> None:
    if not made.cancelled() and made.exception() is None:
        task = asyncio.ensure_future(_close(made.result()))
        _dropping.add(task)
        task.add_done_callback(_dropping.discard)


async def _close(what: Closing) -> None:
    await what.aclose()
