"""Colours: a theme for each edition, a light one, high contrast, the terminal's own, and none.

A theme is a Textual theme plus a palette for what our own widgets draw. Every colour that carries
text has a contrast of at least 4.5 to 1 against the backgrounds it stands on; a test says so.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from textual.theme import Theme


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme as Rich style words; an empty one means the terminal's own."""

    name: str
    title: str
    background: str
    surface: str
    text: str
    muted: str
    accent: str
    good: str
    bad: str
    person: str
    thing: str
    activity: str
    whenever: str
    role: str
    players: tuple[str, ...]

    @property
    def own(self) -> bool:
        """Whether it leaves all colors to the terminal."""
        return self.background.startswith("ansi")

    def seat(self, seat: int) -> str:
        """The style of a player's name."""
        return self.players[seat % len(self.players)]


_DARK_PLAYERS: Final = (
    "#7fd1ff", "#ffd166", "#9be564", "#ff9f9f", "#d6a8ff", "#7fe7d0", "#ffb77d", "#c9d1d9",
)  # fmt: skip
_LIGHT_PLAYERS: Final = (
    "#0b5c86", "#7a5000", "#2f6a12", "#a32a2a", "#6b3fa0", "#0e6655", "#94400a", "#4a5058",
)  # fmt: skip
_OWN_PLAYERS: Final = (
    "ansi_cyan", "ansi_yellow", "ansi_green", "ansi_red", "ansi_magenta", "ansi_blue",
    "ansi_bright_cyan", "ansi_default",
)  # fmt: skip


def _dark(
    name: str, title: str, background: str, surface: str, text: str, muted: str, accent: str
) -> Palette:
    return Palette(
        name=name,
        title=title,
        background=background,
        surface=surface,
        text=text,
        muted=muted,
        accent=accent,
        good="#8fdc7a",
        bad="#ff8f8f",
        person="#8fdc7a",
        thing="#82b8ff",
        activity="#ff8a80",
        whenever="#ffb454",
        role="#cfa6ff",
        players=_DARK_PLAYERS,
    )


PALETTES: Final[dict[str, Palette]] = {
    palette.name: palette
    for palette in (
        _dark("geek", "Geek", "#16181d", "#22262e", "#e6e6e6", "#a7b0bd", "#ffd166"),
        _dark("greek", "Greek", "#0c1633", "#17254d", "#eef2fb", "#b0bddd", "#ffd24d"),
        _dark("goth", "Goth", "#170a1b", "#29132f", "#efe3f2", "#bfa6c9", "#ff86b4"),
        _dark("grunt", "Grunt", "#1a1f10", "#2b331a", "#ecebd9", "#b9bf9c", "#e3c766"),
        _dark("cthulhu", "Cthulhu", "#05201f", "#0d3432", "#dcf5ec", "#9cc4b8", "#62efb6"),
        Palette(
            name="light",
            title="Light",
            background="#fbfaf6",
            surface="#ece9df",
            text="#20242b",
            muted="#555b66",
            accent="#8a3f00",
            good="#1f6b1f",
            bad="#a61b1b",
            person="#1f6b1f",
            thing="#1450a8",
            activity="#a61b1b",
            whenever="#874600",
            role="#6b3fa0",
            players=_LIGHT_PLAYERS,
        ),
        Palette(
            name="terminal",
            title="Your terminal's",
            background="ansi_default",
            surface="ansi_default",
            text="ansi_default",
            muted="ansi_default",
            accent="ansi_yellow",
            good="ansi_green",
            bad="ansi_red",
            person="ansi_green",
            thing="ansi_blue",
            activity="ansi_red",
            whenever="ansi_yellow",
            role="ansi_magenta",
            players=_OWN_PLAYERS,
        ),
        Palette(
            name="contrast",
            title="High contrast",
            background="#000000",
            surface="#000000",
            text="#ffffff",
            muted="#ffffff",
            accent="#ffff00",
            good="#00ff00",
            bad="#ff9090",
            person="#00ff00",
            thing="#80c8ff",
            activity="#ff9090",
            whenever="#ffc040",
            role="#e0b0ff",
            players=("#ffffff", "#ffff00", "#00ffff", "#00ff00", "#ff90ff", "#ffc040"),
        ),
        Palette(
            name="mono",
            title="Mono",
            background="#000000",
            surface="#000000",
            text="#ffffff",
            muted="#ffffff",
            accent="#ffffff",
            good="#ffffff",
            bad="#ffffff",
            person="#ffffff",
            thing="#ffffff",
            activity="#ffffff",
            whenever="#ffffff",
            role="#ffffff",
            players=("#ffffff",),
        ),
    )
}
DEFAULT: Final = "geek"
# What of a palette goes to styles by its own name, as $muted (Textual would round the accent);
# seats are $seat-0 to $seat-7, and $foreground, $background and $surface are Textual's.
VARIABLES: Final = (
    "accent", "muted", "good", "bad", "person", "thing", "activity", "whenever", "role",
)  # fmt: skip


def textual_theme(palette: Palette) -> "Theme":
    """The same colours for Textual's own widgets."""
    from textual.theme import BUILTIN_THEMES, Theme

    return Theme(
        name=palette.name,
        primary=palette.accent,
        secondary=palette.role,
        accent=palette.accent,
        foreground=palette.text,
        background=palette.background,
        surface=palette.surface,
        panel=palette.surface,
        success=palette.good,
        error=palette.bad,
        warning=palette.whenever,
        dark=palette.own
        or contrast(palette.background, "#000000") < contrast(palette.background, "#ffffff"),
        ansi=palette.own,
        variables={
            **{name: getattr(palette, name) for name in VARIABLES},
            **{f"seat-{seat}": palette.seat(seat) for seat in range(8)},
            "block-cursor-background": palette.accent,
            "block-cursor-foreground": palette.background,
            "footer-key-foreground": palette.accent,
            "input-selection-background": palette.accent,
            "input-cursor-background": palette.accent,
            "input-cursor-foreground": palette.background,
            **(BUILTIN_THEMES["ansi-dark"].variables if palette.own else {}),
        },
    )


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21, as the accessibility guidelines count it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    parts = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
