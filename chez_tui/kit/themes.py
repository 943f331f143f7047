"""Colors: a theme for each edition, a light one, high contrast, the terminal's own, and none.

A theme is a table of roles. What is drawn names a role (`bold $seat-2 on $panel`), so this module
alone knows colors. Text has a contrast of at least 4.5 to 1 on every fill under it; tests see
to that.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from textual.theme import Theme

KINDS: Final = ("person", "thing", "activity", "whenever", "role")
SEATS: Final = tuple(f"seat-{seat}" for seat in range(8))
# What differs from edition to edition, and what the editions share.
_OWN: Final = (
    "table", "felt", "panel", "rise", "shade", "line", "text", "muted", "accent", "paper", "ink",
    "ink2", "back", "cloth", "alarm-tint",
)  # fmt: skip
_SHARED: Final = ("alarm", "alarm-fill", "alarm-ink", "good", *KINDS, *SEATS)
# Fills in which a color is only felt: role, ground, and how many percent of it are mixed in.
# Chips are in rooms, dim and edged bands on cards in the shade, tiles are small cards.
_TINTS: Final = {
    **{f"chip-{kind}": (kind, "panel", 17) for kind in (*KINDS, "accent")},
    **{f"dim-{kind}": (kind, "shade", 16) for kind in KINDS},
    **{f"tile-{kind}": (kind, "panel", 9) for kind in KINDS},
    **{f"tile-band-{kind}": (kind, "panel", 24) for kind in KINDS},
    "odds-good": ("good", "felt", 17),
    "odds-alarm": ("alarm", "felt", 17),
    "answer": ("accent", "felt", 20),
    "trace": ("paper", "felt", 16),
}


READABLE: Final = 4.5  # the least contrast of text
_STEPS: Final = (0, 95, 135, 175, 215, 255)  # of the cube in terminals with 256 colors
_GRAYS: Final = tuple(round(10.2 * gray) for gray in range(26))  # by which Rich finds theirs


@dataclass(frozen=True, slots=True)
class Palette:
    """The colors of a theme by role."""

    name: str
    title: str
    colors: Mapping[str, str]
    own: bool = False  # whether it leaves all colors to the terminal

    def __getitem__(self, role: str) -> str:
        return self.colors[role]


def _hex(words: str) -> list[str]:
    return [f"#{word}" for word in words.split()]


_DARK: Final = (
    "ff8078 c2261c ffffff 8fdc7a  8fdc7a 82b8ff ff938a ffb04a cfa6ff  "
    "7fd1ff f0a0e8 a6e36e ffb27a 6fe3c9 bdb2ff dccb9a cfd6de"
)


def _palette(name: str, title: str, own: str, shared: str = _DARK, **more: str) -> Palette:
    """Return the palette of these colors; `over` is what is written on full colors."""
    colors = dict(zip((*_OWN, *_SHARED), _hex(f"{own} {shared}"), strict=True))
    colors["over"] = colors["ink"]
    colors |= more
    for role, (color, ground, part) in _TINTS.items():
        colors[role] = mix(colors[ground], colors[color], part)
    for kind in KINDS:
        colors[f"edge-{kind}"] = mix(colors[kind], colors["ink"], 42)
    return Palette(name, title, colors | more)


def _plain(name: str, title: str, own: bool, **colors: str) -> Palette:
    """Return a palette without tints: fills are those of their grounds, types may share one."""
    for role in (*KINDS, *SEATS):
        colors.setdefault(role, colors["text"])
    for role, (_, ground, _) in _TINTS.items():
        colors.setdefault(role, colors[ground])
    for kind in KINDS:
        colors[f"edge-{kind}"] = colors["ink"]
    return Palette(name, title, colors, own)


@lru_cache(1024)
def mix(one: str, other: str, percent: int) -> str:
    """Return the color that so many percent of another one make of a color."""
    pairs = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * percent / 100):02x}" for a, b in pairs)


def in_256(palette: Palette) -> Palette:
    """Return the palette in the colors that terminals with 256 of them have.

    Rich would take each gray that isn't quite gray for the nearest full color. A tint that text
    can't be read on becomes the fill that it is a tint of.
    """
    if palette.own:
        return palette
    colors = {role: _nearest(color) for role, color in palette.colors.items()}
    if palette["alarm-tint"] != palette["table"] and palette.name != "light":
        colors["alarm-tint"] = "#5f0000"
    for role, (color, ground, _) in _TINTS.items():
        inks = (colors[color], colors["accent"])
        if role != "trace" and min(contrast(ink, colors[role]) for ink in inks) < READABLE:
            colors[role] = colors[ground]
    return Palette(palette.name, palette.title, colors)


@lru_cache(1024)
def _nearest(color: str) -> str:
    """Return the color of the cube or the grays that looks most like this one."""
    red, green, blue = parts = _parts(color)

    def distance(other: tuple[int, ...]) -> float:
        warm = (red + other[0]) / 512
        return (
            (2 + warm) * (red - other[0]) ** 2
            + 4 * (green - other[1]) ** 2
            + (3 - warm) * (blue - other[2]) ** 2
        )

    cube = product(*([step for step in _STEPS if abs(step - part) < 95] for part in parts))
    grays = [(gray,) * 3 for gray in _GRAYS if abs(gray - green) < 40]
    best = min([*(step for step in cube if len(set(step)) > 1), *grays], key=distance)
    return "#{:02x}{:02x}{:02x}".format(*best)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors, from 1 to 21, as the accessibility guidelines count it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _parts(color: str) -> tuple[int, ...]:
    return tuple(int(color[at : at + 2], 16) for at in (1, 3, 5))


def _luminance(color: str) -> float:
    parts = (part / 255 for part in _parts(color))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


_BLACK, _WHITE = "#000000", "#ffffff"
PALETTES: Final[dict[str, Palette]] = {
    palette.name: palette
    for palette in (
        _palette(
            "geek", "Geek",
            "13151b 171b24 1c2029 2a303d 20242e 4d5770 ece8dd a5afc0 ffd166 f3ead6 20232b 5c574b "
            "2c4574 8a1f2d 3b1517",
        ),
        _palette(
            "greek", "Greek",
            "0a122b 0d1632 121d40 1f2f60 16224a 4a5f9c eef2fb b0bddd ffd24d f6f1e0 131c3a 545a6e "
            "7a1f2e 27408b 421421",
        ),
        _palette(
            "goth", "Goth",
            "130817 180b1c 1e0e23 331a3b 231129 6a4675 f1e5f3 c0a6ca ff86b4 efe0e6 241226 64495f "
            "5a1d48 5a1d48 41101d",
        ),
        _palette(
            "grunt", "Grunt",
            "14180c 181d0f 1e2412 313a1e 232a15 66713f ecebd9 b9bf9c e3c766 e6dfbd 22260f 57563a "
            "4a5526 4a5526 3e1812",
        ),
        _palette(
            "cthulhu", "Cthulhu",
            "03171a 051d20 082427 10383a 0a2a2c 2f6b66 dcf5ec 93c2b5 62efb6 dde6c4 10241e 48553f "
            "0e5a4e 0f6b5c 3a1418",
            "ff8078 c2261c ffffff 8fdc7a  9be27a 7cc8ff ff9e90 f5bb58 d3a8ff  "
            "7fd1ff f0a0e8 a6e36e ffb27a 6fe3c9 bdb2ff dccb9a cfd6de",
        ),
        _palette(
            "light", "Light",
            "dedad0 e6e3d9 eae7de d8d5ca d8d4c9 857f6f 1f2329 464b54 6a2c00 ffffff 1b1e24 5c5648 "
            "2c4574 8a1f2d f3d0ca",
            "971212 b3201a ffffff 1d5c1d  14491a 082a5c 802018 5c2f00 482878  "
            "033753 7c1d66 1f4a0a 662a04 034034 3a2a80 4c3a0a 33393f",
            over=_WHITE, trace="#d3cec1",
        ),
        _plain(
            "terminal", "Your terminal's", True,
            **dict.fromkeys(
                ("table", "felt", "panel", "rise", "shade", "text", "muted", "alarm-tint"),
                "ansi_default",
            ),
            line="ansi_bright_black", accent="ansi_bright_yellow", paper="ansi_white",
            ink="ansi_black", ink2="ansi_black", back="ansi_blue", cloth="ansi_red",
            alarm="ansi_bright_red", good="ansi_bright_green", over="ansi_black",
            person="ansi_bright_green", thing="ansi_bright_cyan", activity="ansi_bright_red",
            whenever="ansi_bright_yellow", role="ansi_bright_magenta",
            **{"alarm-fill": "ansi_red", "alarm-ink": "ansi_bright_white"},
            **{
                seat: f"ansi_{color}"
                for seat, color in zip(
                    SEATS,
                    ("bright_cyan", "bright_magenta", "bright_green", "bright_blue", "cyan",
                     "magenta", "green", "white"),
                    strict=True,
                )
            },
        ),
        _palette(
            "contrast", "High contrast",
            "000000 000000 000000 262626 000000 ffffff ffffff ffffff ffff00 ffffff 000000 000000 "
            "1a3a7a 7a1a1a 400000",
            "ff9090 b00000 ffffff 00ff00  00ff00 80c8ff ff9d9d ffc040 e0b0ff  "
            "7fe5ff ff90ff 00ff00 ffc080 60ffd0 c8b8ff ffe890 ffffff",
        ),
        _plain(
            "mono", "Mono", False,
            **dict.fromkeys(
                ("table", "felt", "panel", "rise", "shade", "ink", "ink2", "back", "cloth", "over",
                 "alarm-tint", "alarm-ink"),
                _BLACK,
            ),
            **dict.fromkeys(
                ("line", "text", "muted", "accent", "paper", "alarm", "alarm-fill", "good"), _WHITE
            ),
        ),
    )
}  # fmt: skip
DEFAULT: Final = "geek"


def textual_theme(palette: Palette) -> "Theme":
    """Return the same colors for Textual: each role is a variable, and its own widgets match."""
    from textual.theme import BUILTIN_THEMES, Theme

    colors = palette.colors
    table, accent = palette["table"], palette["accent"]
    plain = palette.own or palette["felt"] == _BLACK  # colors that can't or shouldn't be mixed
    return Theme(
        name=palette.name,
        primary=accent,
        secondary=palette["role"],
        accent=accent,
        foreground=palette["text"],
        background=table,
        surface=palette["panel"],
        panel=palette["panel"],
        success=palette["good"],
        error=palette["alarm"],
        warning=palette["whenever"],
        dark=palette.own or contrast(table, _BLACK) < contrast(table, _WHITE),
        ansi=palette.own,
        variables={
            **colors,
            # What takes the place of mixed colors under a veil; nothing where they can be mixed.
            "veil": table if plain else "not dim",
            "veil-ink": palette["muted"] if plain else "not dim",
            "block-cursor-background": accent,
            "block-cursor-foreground": palette["over"],
            "footer-key-foreground": accent,
            "input-cursor-background": accent,
            "input-cursor-foreground": palette["over"],
            **(BUILTIN_THEMES["ansi-dark"].variables if palette.own else {}),
        },
    )
