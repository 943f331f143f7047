"""Packaged files say the same whether Python kept their parsed form or not."""

import os
import sys
import tomllib
from pathlib import Path

import pytest

from core.catalog import THEMES
from core.packaged import Packaged


@pytest.mark.parametrize("path", sorted(Path(THEMES).rglob("*.toml")), ids=lambda path: path.name)
def test_the_parsed_form_is_what_the_file_says(path: Path) -> None:
    assert Packaged(str(path)).parsed() == tomllib.loads(path.read_text(encoding="utf-8"))


def test_a_changed_file_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = tmp_path / "deck.toml"
    path.write_text('name = "Café"\n', encoding="utf-8")
    assert Packaged(str(path)).parsed() == {"name": "Café"}
    kept = list(tmp_path.rglob("*.pyc"))
    assert len(kept) == 1
    monkeypatch.setattr(tomllib, "loads", None)  # nobody parses it a second time
    first = Packaged(str(path)).parsed()
    first["name"] = "another"
    assert Packaged(str(path)).parsed() == {"name": "Café"}
    monkeypatch.undo()
    path.write_text('name = "Cafe"\n', encoding="utf-8")
    os.utime(path, (1, 1))
    assert Packaged(str(path)).parsed() == {"name": "Cafe"}


def test_without_a_kept_form_the_file_is_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    path = tmp_path / "deck.toml"
    path.write_text("copies = 2\n", encoding="utf-8")
    assert Packaged(str(path)).parsed() == {"copies": 2}
    assert list(tmp_path.rglob("*.pyc")) == []
