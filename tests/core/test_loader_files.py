"""Files that hold no cards, or anything at all: nothing but a named mistake escapes."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalog import load_catalog
from core.editions import load_edition
from core.loader import MAX_FILE, CardError
from core.vocabulary import CATEGORIES, FILTER_WORDS, KINDS, VERBS
from tests.kit.card_files import CARD, EFFECT, FILES, LABEL, Text, changed, fine_or_named, read

# -- files that are none --------------------------------------------------------------------------


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    with pytest.raises(CardError) as caught:
        load_catalog(extra=(path,))
    assert (caught.value.path, caught.value.line) == (str(path), 1)
    assert "can't be read" in caught.value.message


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(CardError, match="can't be read"):
        load_catalog(extra=(tmp_path,))


def test_a_file_that_is_not_text() -> None:
    _, errors = read(CARD.encode("utf-16"))
    assert [str(e) for e in errors] == [f"{LABEL}:1: is not UTF-8 text"]


def test_a_huge_file() -> None:
    _, errors = read(CARD + "#" * MAX_FILE)
    assert len(errors) == 1
    assert f"larger than {MAX_FILE} bytes" in errors[0].message


def test_a_file_nested_too_deep() -> None:
    _, errors = read("a = " + "[" * 100_000)
    assert len(errors) == 1


@pytest.mark.parametrize("depth", [10, 50, 100, 150, 200])
def test_effects_nested_too_deep(depth: int) -> None:
    effect = '{ verb = "draw", amount = 1 }'
    for _ in range(depth):
        effect = f'{{ verb = "roll", low = [{effect}] }}'
    fine_or_named(changed(EFFECT, effect))


def test_an_empty_file_has_no_cards() -> None:
    assert read("") == ([], [])


@pytest.mark.parametrize("edition", ["key = 3\n", "words = 3", "[[", 'key = "x"\nnonsense = 1\n'])
def test_an_edition_file_that_is_none(edition: str) -> None:
    with pytest.raises(CardError, match="not an edition file"):
        load_edition(Text(edition), "edition.toml")


def test_a_card_with_a_mistake_is_left_out() -> None:
    faces, errors = read(changed("cost = 2", "cost = -2"))
    assert [face.name for face in faces] == ["Night Porter"]
    assert len(errors) == 1


def test_messages_can_be_printed_whatever_the_name_is() -> None:
    text = changed("Lava Lamp", "Lava\\u001b[31m").replace(
        'flavor = "It moves', 'flair = "It moves'
    )
    _, errors = read(text)
    assert {"name", "flavor"} <= {word for e in errors for word in e.message.split()}
    assert all(e.message.isprintable() for e in errors)


def test_several_mistakes_are_all_named() -> None:
    text = changed("cost = 2", "cost = -2").replace("goal = 18", "goal = 3")
    _, errors = read(text.replace('kind = "thing"', 'kind = "thong"'))
    assert sorted(e.line for e in errors) == [5, 8, 18]


# -- anything at all ------------------------------------------------------------------------------


@given(st.binary(max_size=300))
def test_random_bytes(raw: bytes) -> None:
    fine_or_named(raw)


@given(st.text(max_size=200))
def test_random_text_in_a_card(text: str) -> None:
    fine_or_named(CARD.replace("Lava Lamp", text))
    fine_or_named(CARD.replace("cost = 2", text))
    fine_or_named(CARD + text)


WORDS = sorted({
    *VERBS, *KINDS, *CATEGORIES, *FILTER_WORDS, "[", "]", "{", "}", '"', "=", ",", "\n", "#",
    "true", "-1", "0", "99", "1.5", "nan", "1979-05-27", "[[card]]", "[[role]]", "[card]",
    *(param for verb in VERBS.values() for param in verb.params), "you", "target", "die-1",
    "\u2028", "\x85", "\x00", "é", "'''", '"""', "\\u0007",
})  # fmt: skip


@st.composite
def spoiled_files(draw: st.DrawFn) -> bytes:
    """A piece of an edition's file in which some words were replaced, dropped or doubled."""
    lines = draw(st.sampled_from(FILES)).read_bytes().decode().splitlines(keepends=True)
    start = draw(st.integers(0, len(lines) - 1))
    words = "".join(lines[start : start + 25]).split(" ")
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(words) - 1))
        new = draw(st.sampled_from(WORDS))
        words[at : at + draw(st.integers(0, 2))] = [draw(st.sampled_from([new, f'"{new}"']))]
        words = words or [new]
    return " ".join(words).encode("utf-8", "surrogatepass")


@settings(max_examples=300)
@given(spoiled_files())
def test_spoiled_files(raw: bytes) -> None:
    fine_or_named(raw)
