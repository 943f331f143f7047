"""The first line of a screen."""

from rich.text import Text

from chez_tui.kit.lines import Lines
from chez_tui.kit.screen import ChezScreen
from chez_tui.screens.logo import SMALL, TOO_SMALL


class Heading(Lines):
    """The name of the screen across its width; says so if the terminal is too small."""

    def build(self, width: int, height: int) -> list[Text]:
        screen = self.screen
        assert isinstance(screen, ChezScreen)
        size = self.app.size
        title = screen.title or ""
        if size.width < SMALL[0] or size.height < SMALL[1]:
            title += f" ({TOO_SMALL.format(*size, *SMALL)})"
        line = screen.heading(title, width)
        return [Text.assemble((line.plain, f"bold {self.palette.accent}"))]
