"""What is played at a table of the network: its editions and options, told in sentences."""

from rich.text import Text

from chez_tui.kit.reader import ReaderScreen
from chez_tui.kit.themes import Palette
from chez_tui.play import words as lobbying
from chez_tui.play.editions import different_in, seats_said, size_of
from chez_tui.play.pages import MIXES, page_of
from chez_tui.screens.difference import section_texts
from net.wire.messages import Lobby


def played_texts(lobby: Lobby, palette: Palette) -> list[Text]:
    """The whole page."""
    keys = lobbying.known_editions(lobby)
    if not keys:
        return [Text("This program does not know the edition that is played here.")]
    heading = f"bold {palette.accent}"
    pitch = page_of(keys[0] if len(keys) == 1 else MIXES).pitch
    lines = [
        Text.assemble(
            (lobbying.editions(lobby), heading), f": {size_of(keys)}, {seats_said(keys)}"
        ),
        Text(pitch, style=f"italic {palette.muted}"),
        Text(),
        Text("House rules", style=heading),
    ]
    for name, meaning in lobbying.explained(lobby):
        lines.append(Text.assemble((f"{name}: ", "bold"), meaning))
    lines += [Text(), Text("What is different", style=heading)]
    return [*lines, *section_texts(different_in(keys), palette, airy=False)]


class PlayedScreen(ReaderScreen):
    """A page to read before one says ready."""

    HELP = (
        "What is played here, and by which rules. Arrows scroll, F1 opens the rules, Esc goes back."
    )

    def __init__(self, lobby: Lobby, palette: Palette) -> None:
        super().__init__("What is played", played_texts(lobby, palette))
