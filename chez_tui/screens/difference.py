"""What is different in an edition, or where several are mixed: a page or two to read."""

from collections.abc import Sequence

from rich.text import Text

from chez_tui.commands import Command
from chez_tui.kit.reader import ReaderScreen
from chez_tui.kit.themes import Palette
from chez_tui.play.course import BASE
from chez_tui.play.editions import title_of
from chez_tui.play.pages import MIXES, Section, page_of
from chez_tui.screens.art import art_lines

ROOMY = 32  # lines from which on there is room for the drawing


def section_texts(sections: Sequence[Section], palette: Palette, airy: bool) -> list[Text]:
    """Paragraphs about what is different, each with its title before it."""
    lines: list[Text] = []
    for section in sections:
        if airy and lines:
            lines.append(Text())
        said = Text.assemble((f"{section.title}. ", f"bold {palette.accent}"), section.text)
        lines.append(said)
    return lines


def page_texts(key: str, palette: Palette, roomy: bool) -> list[Text]:
    """The whole page of an edition."""
    page = page_of(key)
    pitch = Text(page.pitch, style=f"italic {palette.muted}")
    head = [*art_lines(key, palette), Text(), pitch] if roomy else [pitch]
    return [*head, Text(), *section_texts(page.different, palette, airy=True)]


class DifferenceScreen(ReaderScreen):
    """The page; Enter plays the lesson about it, F1 opens its rules."""

    HELP = (
        "What is different in this edition, in short. Enter plays through it in a few minutes, "
        "F1 opens its rules one by one. Arrows scroll, Esc goes back."
    )

    def __init__(self, key: str, palette: Palette, roomy: bool) -> None:
        self.key = key
        self.topic = "Mixes" if key == MIXES else title_of((key,))
        super().__init__(f"What is different: {self.topic}", page_texts(key, palette, roomy))

    @property
    def playable(self) -> bool:
        return self.key not in (MIXES, BASE)

    def footer_commands(self) -> list[Command]:
        from chez_tui.commands import BY_ID

        play = BY_ID["do_it"]._replace(footer="play through it")
        return [*([play] if self.playable else []), *super().footer_commands()]

    def action_do_it(self) -> None:
        if self.playable:
            self.chez.open_lesson(self.key)

    def action_rules(self) -> None:
        self.chez.open_rules(self.topic)
