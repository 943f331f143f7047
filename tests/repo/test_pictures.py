"""The pictures in the README: there, small, and complete in themselves."""

import re
from xml.etree import ElementTree

import pytest

from docs.pictures import FOLDER, PICTURES

LARGEST = 150_000


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture(name: str) -> None:
    path = FOLDER / f"{name}.svg"
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) < LARGEST
    assert ElementTree.fromstring(text).tag.endswith("svg")
    assert not re.search(r"url\(\"?http|@import|<image|<script|href=\"http", text)
    assert "chez-tui" in text


def test_there_are_no_others() -> None:
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(PICTURES)
