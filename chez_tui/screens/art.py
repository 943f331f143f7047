"""The drawing of an edition, beside a menu."""

from textual.content import Content

from chez_tui.kit.lines import Lines
from chez_tui.play.pages import mood_of, page_of


def art_lines(edition: str) -> list[Content]:
    """The drawing of an edition."""
    return [Content.styled(row, "$accent") for row in page_of(edition).art]


class Art(Lines):
    """The drawing in the middle of its room, and below it what is played."""

    def __init__(self) -> None:
        super().__init__()
        self._editions: tuple[str, ...] = ()

    def tell(self, editions: tuple[str, ...]) -> None:
        """For these editions from now on."""
        self._editions = editions
        self.update_lines()

    def build(self, width: int, height: int) -> list[Content]:
        if not self._editions:
            return []
        names = " + ".join(key.capitalize() for key in self._editions)
        named = names if len(names) <= width else f"a mix of {len(self._editions)}"
        margin = " " * ((width - 2 - len(named)) // 2)
        caption = Content.assemble(margin, (named, "bold $accent"))
        lines = [*art_lines(mood_of(self._editions)), Content(), caption]
        if len(lines) > height:
            return []
        return [*[Content()] * ((height - len(lines)) // 3), *lines]
