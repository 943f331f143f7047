"""Every screen still looks as it did. `make snapshots` takes the pictures anew."""

import difflib
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.chez_tui.driver import Size
from tests.chez_tui.snapshots import FOLDER, PLAIN, SIZES, STYLES, pictures, read


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_every_screen(size: Size, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = await pictures(size, monkeypatch.setenv)
    stored = {path.name.removesuffix(f"-{size[0]}x{size[1]}.txt") for path in of(size)}
    assert stored == set(taken), "there is a picture for each scene and a scene for each picture"
    wrong = []
    for scene, parts in taken.items():
        kept = read(scene, size)
        for part, found in parts.items():
            wrong += difference(f"{scene}, {part}", kept.get(part, ""), found)
            if part != STYLES:
                fits(scene, found, size)
        assert parts[PLAIN].isascii(), f"{scene} is not plain"
        assert "blink" not in parts[STYLES], scene
    assert not wrong, "\n".join([*wrong, "If that was meant: make snapshots"])


def of(size: Size) -> list[Path]:
    """The pictures of that size."""
    return sorted(FOLDER.glob(f"*-{size[0]}x{size[1]}.txt"))


def difference(name: str, stored: str, found: str) -> list[str]:
    return list(
        difflib.unified_diff(
            stored.splitlines(), found.splitlines(), f"{name}: stored", f"{name}: now", lineterm=""
        )
    )


def fits(scene: str, found: str, size: Size) -> None:
    """Nothing is wider or longer than the screen, and nothing on it moves a terminal's cursor."""
    lines = found.splitlines()
    assert len(lines) <= size[1], scene
    for line in lines:
        assert cell_len(line) <= size[0], f"{scene}: {line}"
        assert line.isprintable(), f"{scene}: {line!r}"
