"""The program as anybody meets it: commands and what they say, scenarios, pictures."""

import shutil
from difflib import unified_diff
from pathlib import Path

import pytest

from tests.kit.places import DATA, EVERY_CARD, SCENARIOS
from tests.outside import pictures, transcripts
from tests.outside.programs import NOW, Chez

WRONG = DATA / "wrong"


def compare(expected: str, now: str, name: str) -> None:
    lines = unified_diff(expected.splitlines(), now.splitlines(), name, "now", lineterm="")
    if expected != now:
        pytest.fail("\n".join(lines), pytrace=False)


@pytest.mark.parametrize("path", sorted(transcripts.FOLDER.iterdir()), ids=lambda path: path.stem)
def test_transcript(path: Path, recorded: Chez, tmp_path: Path) -> None:
    expected = path.read_text(encoding="utf-8")
    compare(expected, transcripts.played(expected, recorded, tmp_path), path.name)


@pytest.mark.parametrize("path", sorted(pictures.FOLDER.iterdir()), ids=lambda path: path.stem)
def test_picture(path: Path, recorded: Chez, tmp_path: Path) -> None:
    head, scenes = pictures.read(path)
    for scene, now in zip(scenes, pictures.taken(head, scenes, recorded, tmp_path), strict=True):
        compare(scene.text, now, f"{path.name}, {scene.title}")


def test_scenarios_hold_and_wrong_ones_fail_where_they_say(recorded: Chez, tmp_path: Path) -> None:
    """All but one in one run of `check`; the first line of a wrong one is `# error: LINE WORDS`."""
    scenarios = tmp_path / "scenarios"
    shutil.copytree(SCENARIOS, scenarios)
    (scenarios / EVERY_CARD.relative_to(SCENARIOS)).unlink()
    status, said, _ = NOW.run("check", str(scenarios), str(WRONG), home=tmp_path)
    right, wrong = sorted(scenarios.rglob("*.chez")), sorted(WRONG.glob("*.chez"))
    expected = [f"ok  {path}" for path in right]
    for path in wrong:
        _, _, line, words = path.read_text(encoding="utf-8").splitlines()[0].split(" ", 3)
        expected.append(f"FAIL {path}:{line}: {words}")
    expected.append(f"{len(right)} passed, {len(wrong)} failed")
    assert (status, said.splitlines()) == (1, expected)
    alone = recorded.run("check", str(EVERY_CARD), home=tmp_path)
    assert alone == (0, f"ok  {EVERY_CARD}\n1 passed, 0 failed\n", "")
