"""Every scenario in the folder holds: the rules as a reader would tell them."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from core.notation import NotationError, check
from tests.kit.deals import cards, recorded_cards
from tests.kit.places import DATA, EVERY_CARD, SCENARIOS


@pytest.mark.parametrize(
    "path", sorted(SCENARIOS.rglob("*.chez")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_scenario(path: Path) -> None:
    try:
        with recorded_cards() if path == EVERY_CARD else nullcontext():
            check(path.read_bytes(), cards)
    except NotationError as error:
        pytest.fail(f"{path.name}:{error.line}: {error}", pytrace=False)


@pytest.mark.parametrize(
    "path", sorted((DATA / "wrong").glob("*.chez")), ids=lambda path: path.stem
)
def test_what_is_wrong_fails_as_its_first_line_says(path: Path) -> None:
    with pytest.raises(NotationError) as caught:
        check(path.read_bytes(), cards)
    said, _ = path.read_text(encoding="utf-8").split("\n", 1)
    assert said == f"# error: {caught.value.line} {caught.value}"
