"""Effects that can't work and words that mean nothing are named with file and line."""

from pathlib import Path

import pytest

from core.cards import PLAYER_TARGET
from core.catalog import load_catalog, problems
from core.loader import CardError
from core.vocabulary import CATEGORIES, FILTER_WORDS, VERBS
from tests.kit.card_files import CARD, EFFECT, EFFECTS, LABEL, changed, compiled

# -- the effects that can't work ------------------------------------------------------------------

CARD_TARGETS = ("take", "trash", "mark", "send")
NOT_INSIDE = ("cancel", "stay", "lasting", "stranger", *CARD_TARGETS)


def written_effect(verb: str) -> str:
    """An effect of that verb with the parameters it must have."""
    values = {
        "filter": '["Person"]',
        "number": "1",
        "until": '"end of turn"',
        "effects": '[{ verb = "draw", amount = 1 }]',
    }
    if verb == "lasting":
        values["effects"] = '[{ verb = "bonus", what = ["TV"], amount = 1 }]'
    params = {name: p for name, p in VERBS[verb].params.items() if p.required}
    return ", ".join([f'verb = "{verb}"', *(f"{n} = {values[p.type]}" for n, p in params.items())])


def whenever(effects: str) -> str:
    text = changed('kind = "thing"', 'kind = "whenever"').replace("cost = 2\nslack = 1\n", "")
    return text.replace(EFFECT, effects)


def refused_at_effects(text: str) -> str:
    """The message with which the card is refused, at the line of its effects."""
    with pytest.raises(CardError) as caught:
        compiled(text)
    assert caught.value.path == LABEL
    assert caught.value.line == text.splitlines().index(effects_line(text)) + 1
    return caught.value.message


def effects_line(text: str) -> str:
    return next(line for line in text.splitlines() if line.startswith("effects"))


@pytest.mark.parametrize("verb", NOT_INSIDE)
def test_what_names_a_card_or_lays_one_down_can_not_stand_inside(verb: str) -> None:
    """Only at the top of a card is its target named and its place known."""
    kind = VERBS[verb].kinds[-1]
    outer = f'{{ verb = "roll", high = [{{ {written_effect(verb)} }}] }}'
    text = whenever(outer).replace('kind = "whenever"', f'kind = "{kind}"')
    assert verb in refused_at_effects(text)


@pytest.mark.parametrize("kind", ["person", "thing"])
@pytest.mark.parametrize("verb", CARD_TARGETS)
def test_people_and_things_name_no_target_card(kind: str, verb: str) -> None:
    """Calling and shopping name no target, so such an effect would have none."""
    text = whenever(f"{{ {written_effect(verb)} }}")
    assert kind in refused_at_effects(text.replace('kind = "whenever"', f'kind = "{kind}"'))


@pytest.mark.parametrize("kind", ["person", "thing"])
@pytest.mark.parametrize(
    "effect",
    [
        '{ verb = "tokens", amount = 1, who = "target" }',
        '{ verb = "roll", low = [{ verb = "bill", amount = 1 }] }',
        '{ verb = "pilfer" }',
    ],
)
def test_people_and_things_name_no_target_player(kind: str, effect: str) -> None:
    text = whenever(effect).replace('kind = "whenever"', f'kind = "{kind}"')
    assert kind in refused_at_effects(text)


def test_a_target_deep_inside_is_still_a_target() -> None:
    """Two dice deep, the card still has to say whom it is played on."""
    text = whenever(
        '{ verb = "roll", low = [{ verb = "roll", low = [{ verb = "goal", amount = 1 }] }] }'
    )
    assert compiled(text).faces[0].target == PLAYER_TARGET


# -- words that only the whole table knows --------------------------------------------------------


@pytest.mark.parametrize("word", ["Sleeep", "electronics", "Thingy", ""])
def test_an_unknown_filter_word_is_named_with_its_line(tmp_path: Path, word: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(changed('"Sleep"', f'"{word}"'), encoding="utf-8")
    with pytest.raises(CardError) as caught:
        load_catalog(extra=(path,))
    assert (caught.value.path, caught.value.line) == (str(path), EFFECTS)
    assert caught.value.message == f"Lava Lamp: {word!r} is no category and no card"
    _, errors = problems(path)
    assert [str(e) for e in errors] == [str(caught.value)]


@pytest.mark.parametrize("word", [*CATEGORIES, *FILTER_WORDS, "Beer", "LAVA LAMP"])
def test_filters_know_categories_kinds_and_names(tmp_path: Path, word: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(changed('"Sleep"', f'"{word}"'), encoding="utf-8")
    assert problems(path)[1] == []


def test_an_id_that_another_file_has_is_named(tmp_path: Path) -> None:
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    for path in (first, second):
        path.write_text(CARD, encoding="utf-8")
    with pytest.raises(CardError, match=r"b\.toml:12: there is already a card with the id"):
        load_catalog(extra=(first, second))


def test_too_many_cards_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "many.toml"
    card = changed("copies = 2", "copies = 20").split("[[role]]")[0]
    path.write_text(
        "".join(card.replace("Lava Lamp", f"Lamp {i}") for i in range(100)), encoding="utf-8"
    )
    with pytest.raises(CardError, match="more than 2000 cards"):
        load_catalog(extra=(path,))


@pytest.mark.parametrize("editions", [("gook",), (), ("geek", "geek")])
def test_editions_are_named_once_and_exist(editions: tuple[str, ...]) -> None:
    with pytest.raises(CardError):
        load_catalog(editions)
