"""A lobby on the screen: the way in, who sits where, what is agreed on, what is said."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from rich.text import Text

from chez_tui.kit.bigtext import large
from chez_tui.kit.lines import Lines, fit
from chez_tui.kit.text import wrap
from chez_tui.play import words as lobbying
from chez_tui.screens.setup_panels import news_lines
from chez_tui.screens.table.board import padded
from core.telling import clean

if TYPE_CHECKING:
    from chez_tui.screens.lobbyview import LobbyView
    from net.wire.messages import Chair, Lobby

WIDE: Final = (110, 30)  # from this size on the talk stands beside the rest
TALK: Final = 44  # columns it takes there
LEAST_TALK: Final = 2


class LobbyPage(Lines):
    """All of it, arranged for the room there is."""

    DEFAULT_CSS = "LobbyPage { height: 1fr; }"

    @property
    def at(self) -> "LobbyView":
        return cast("LobbyView", self.screen)

    def build(self, width: int, height: int) -> list[Text]:
        if width < 1 or height < 1:
            return []
        if width >= WIDE[0] and height >= WIDE[1] - 4:
            left = width - TALK - 1
            first = self._body(left, airy=True)
            second = self._talk(TALK - 1, height)
            wall = Text.assemble(("│ ", self.palette.muted))
            rows = range(height)
            return [
                padded(first[row] if row < len(first) else Text(), left) + wall + second[row]
                for row in rows
            ]
        body, room = self._body(width, airy=False), max(0, height - LEAST_TALK - 1)
        if len(body) > room:  # the key is read aloud to its last word; the code stands below anyway
            body = self._body(width, airy=False, big=False)
        body = body[:room]
        return [*body, *self._talk(width, height - len(body))]

    def _body(self, width: int, airy: bool, big: bool = True) -> list[Text]:
        lobby, gap = self.at.lobby, [Text()] if airy else []
        if lobby is None:
            return [*self._way_in(width, big), Text(), *_indented(Text(self.at.waiting()), width)]
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

    def _heading(self, title: str, width: int) -> Text:
        words = fit(title, width - 2).rstrip()
        line = Text.assemble((f" {words} ", f"bold {self.palette.accent}"))
        return line.append("─" * max(0, width - line.cell_len), self.palette.muted)

    def _way_in(self, width: int, big: bool) -> list[Text]:
        """The code, in large letters if there is room for them, and where the table is."""
        style = f"bold {self.palette.accent}"
        lines = [
            Text.assemble((f"  {row}", style))
            for row in (large(self.at.code, width - 4, self.chez.config.ascii) if big else ())
        ]
        said = Text.assemble(("  code ", self.palette.muted), (self.at.code, "bold"))
        if self.at.addresses:
            said.append("  address ", self.palette.muted)
            said.append(" · ".join(self.at.addresses), "bold")
        said.truncate(width)
        lines.append(said)
        if self.at.unheard:
            words = f"the local network does not hear of this table: {self.at.unheard}"
            lines += _indented(Text.assemble((words, self.palette.bad)), width)
        return lines

    def _chairs(self, lobby: "Lobby", width: int) -> list[Text]:
        count = f"{len(lobby_people := lobbying.people(lobby))} of {len(lobby.chairs)} chairs taken"
        watched = lobbying.watching(lobby)
        lines = [self._heading(f"{count} · {watched}", width)]
        names = max((len(clean(chair.name)) for chair in lobby_people), default=4)
        for number, chair in enumerate(lobby.chairs):
            lines.append(self._chair(lobby, number, chair, max(12, min(24, names)), width))
        return lines

    def _chair(self, lobby: "Lobby", number: int, chair: "Chair", names: int, width: int) -> Text:
        palette = self.palette
        here = number == self.at.cursor
        line = Text(no_wrap=True)
        line.append(f" {'▸' if here else ' '} {number + 1} ", f"bold {palette.accent}")
        if not chair.pid:
            line.append("free", palette.muted)
        else:
            line.append(fit(clean(chair.name), names), f"bold {palette.seat(number)}")
            line.append(fit(f" {lobbying.role(chair, lobby, self.at.me)}", 14))
            if not chair.here:
                line.append("no connection", f"bold {palette.bad}")
            elif chair.ready:
                line.append("✓ ready", f"bold {palette.good}")
            else:
                line.append("- not ready", palette.muted)
            if self.at.trust(chair) == lobbying.CHANGED:
                line.append("  the key has changed", f"bold {palette.bad}")
        line.truncate(width)
        if here:
            line.pad_right(max(0, width - line.cell_len))
            line.stylize("reverse")
        return line

    def _agreed(self, lobby: "Lobby", width: int) -> list[Text]:
        """Settings, how cards are dealt, and the key of whom the cursor is on."""
        palette, dot = self.palette, " · "
        lines = [self._heading("What is played", width)]
        lines += _indented(Text(dot.join(lobbying.settings(lobby))), width)
        how, meaning = lobbying.cards(lobby)
        cards = Text.assemble((f"{how}: ", "bold"), (meaning, palette.muted))
        lines += _indented(cards, width)
        key = self.at.key_words()
        if key:
            whose, words = key
            lines += _indented(Text.assemble((f"{whose}: ", palette.muted), words), width)
        return lines

    def _news(self, lobby: "Lobby", width: int) -> list[Text]:
        """What is new in the editions that are played."""
        keys = lobbying.known_editions(lobby)
        most = 3 if len(keys) == 1 else 1
        news = news_lines(keys, width - 2, self.palette, most)
        heading = self._heading(f"{lobbying.editions(lobby)} in short", width)
        return [Text(), heading, *(Text(" ").append_text(line) for line in news)]

    def _talk(self, width: int, height: int) -> list[Text]:
        """What was said and what has happened, the newest last."""
        if height < 2:
            return [Text()] * height
        lines = [line for note in self.at.notes[-height:] for line in _indented(note, width)]
        room = height - 1
        lines = lines[-room:]
        return [self._heading("Talk", width), *lines, *[Text()] * (room - len(lines))]


def _indented(text: Text, width: int) -> Sequence[Text]:
    """Wrapped, with a space before each line."""
    return [Text(" ").append_text(line) for line in wrap(text, max(10, width - 2))]


class NextLine(Lines):
    """What is to be done now, or whom the table waits for."""

    DEFAULT_CSS = """
    NextLine { dock: bottom; height: 1; margin-bottom: 1; background: $surface; }
    """

    def build(self, width: int, height: int) -> list[Text]:
        screen = cast("LobbyView", self.screen)
        words, urgent = screen.next_step()
        style = f"bold {self.palette.accent}" if urgent else self.palette.text
        line = Text.assemble((f" {words[:1].upper()}{words[1:]}", style))
        line.truncate(width)
        return [line]
