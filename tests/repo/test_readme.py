"""What the README shows works as it stands there."""

import re
from pathlib import Path

from chez_tui.cli import VERBS
from tests.conftest import Cli
from tests.kit.places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return str(text)


def test_the_taste_of_the_notation_holds(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "guest.chez"
    path.write_text(block("chez"), encoding="utf-8")
    said = cli("check", path)
    assert (said.status, said.out.splitlines()[-1]) == (0, "1 passed, 0 failed")


def test_the_own_cards_are_fine(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "lamp.toml"
    path.write_text(block("toml"), encoding="utf-8")
    assert cli("cards", "--validate", path) == (0, "1 card, 1 role: fine\n", "")


def test_every_verb_and_link_in_it_exists() -> None:
    shown = set(re.findall(r"^    chez-tui (\w+)", README, re.MULTILINE))
    assert shown <= {verb.name for verb in VERBS}
    for target in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / target).is_file(), target
