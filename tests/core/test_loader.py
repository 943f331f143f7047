"""Card files: what is written is read, and every kind of mistake is named with its line."""

import os
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.cards import PLAYER_TARGET
from core.catalog import THEMES, Catalog, edition_of, load_catalog, problems
from core.editions import Edition, load_edition
from core.loader import MAX_FILE, CardError, load_source, read_source
from core.packaged import Packaged
from core.vocabulary import CATEGORIES, FILTER_WORDS, KINDS, VERBS
from tests.kit.card_files import (
    CARD,
    EFFECT,
    FILES,
    LABEL,
    NO_CARDS,
    Mistake,
    Text,
    changed,
    compiled,
    fine_or_named,
    mistakes,
    read,
)
from tests.kit.places import DATA
from tests.kit.table import blocks

WHENEVER = (('kind = "thing"', 'kind = "whenever"'), ("cost = 2\nslack = 1\n", ""))

# -- sound files -----------------------------------------------------------------------------------


def test_a_sound_file_is_read_as_written() -> None:
    faces, errors = read(CARD)
    assert not errors
    card, role = faces
    assert (card.id, card.name, card.edition) == ("own/lava-lamp", "Lava Lamp", "own")
    assert (card.kind, card.categories, card.copies) == ("thing", ("Electronics",), 2)
    assert (card.cost, card.slack, card.die, card.on) == (2, 1, None, "anybody")
    assert not card.guest
    assert not card.misfortune
    assert [(e.verb, dict(e.params)) for e in card.effects] == [
        ("bonus", {"what": ("Sleep",), "amount": 1})
    ]
    assert card.origin == (LABEL, 12)
    assert (role.id, role.kind, role.goal) == ("own/night-porter", "role", 18)
    assert (role.income, role.free_time, role.effects) == ((2, 3), (2, 2), ())


def test_parameters_that_are_not_written_have_their_defaults() -> None:
    faces, errors = read(changed((EFFECT, '{ verb = "roll" }')))
    assert not errors
    assert dict(faces[0].effects[0].params) == {"low": (), "high": ()}


@pytest.mark.parametrize(
    ("written", "slack", "die"),
    [("-2", -2, None), ('"die-1"', 0, -1), ('"die"', 0, 0), ('"die+2"', 0, 2)],
)
def test_slack_is_a_number_or_rolled(written: str, slack: int, die: int | None) -> None:
    changes = ('kind = "thing"', 'kind = "activity"'), ("slack = 1", f"slack = {written}")
    faces, errors = read(changed(*changes))
    assert not errors
    assert (faces[0].slack, faces[0].die) == (slack, die)


def test_ids_are_made_of_plain_letters() -> None:
    faces, _ = read(changed(('"Lava Lamp"', '"Señor Ünder-Wear, 3rd!"')))
    assert faces[0].id == "own/senor-under-wear-3rd"
    faces, _ = read(changed(('name = "Lava Lamp"', 'id = "lamp-2"\nname = "Lava Lamp"')))
    assert faces[0].id == "own/lamp-2"


def test_the_files_of_all_editions_are_sound() -> None:
    paths = [path for path in Path(THEMES).glob("*/*.toml") if path.name not in NO_CARDS]
    assert len(paths) > len(FILES)
    for path in paths:
        faces, errors = read_source(path, path.name, "geek")
        assert not errors
        assert faces
        lines = path.read_text(encoding="utf-8").splitlines()
        for face in faces:
            around = lines[face.origin[1] - 1]
            assert around.startswith(("effects", "[[")), f"{face.name} is not at {face.origin}"


def test_a_target_deep_inside_is_still_a_target() -> None:
    """Two dice deep, the card still has to say whom it is played on."""
    effect = '{ verb = "roll", low = [{ verb = "roll", low = [{ verb = "goal", amount = 1 }] }] }'
    assert compiled(changed(*WHENEVER, (EFFECT, effect))).faces[0].target == PLAYER_TARGET


def test_filters_know_categories_kinds_and_names(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    words = ", ".join(f'"{word}"' for word in (*CATEGORIES, *FILTER_WORDS, "Beer", "LAVA LAMP"))
    path.write_text(changed(('["Sleep"]', f"[{words}]")), encoding="utf-8")
    faces, errors = problems(path)
    assert not errors
    assert len(faces) == 2


# -- mistakes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("mistake", [*mistakes()], ids=lambda mistake: mistake.title)
def test_a_mistake_is_named_with_its_line(mistake: Mistake) -> None:
    if mistake.said == "fine":
        assert len(compiled(mistake.text).roles()) == 1
        return
    with pytest.raises(CardError) as caught:
        compiled(mistake.text)
    said, expected = str(caught.value), f"{LABEL}:{mistake.said}"
    assert said == expected or (expected.endswith("...") and said.startswith(expected[:-3]))
    assert said == f"{caught.value.path}:{caught.value.line}: {caught.value.message}"


def test_there_are_a_hundred_mistakes() -> None:
    assert len({mistake.text for mistake in mistakes()}) > 95


def test_a_number_beyond_all_bounds_is_too_high() -> None:
    for written, said in (("f" * 5000, "a huge number"), ("3b9aca01", "a huge number"), ("1f", 31)):
        _, (error,) = read(changed(("cost = 2", f"cost = 0x{written}")))
        assert error.line == 8
        assert error.message == f"cost must be a number from 0 to 30, not {said}"


def test_sections_hold_tables() -> None:
    for section in ("card", "role"):
        faces, errors = read(f"{section} = [1, 'two']\n")
        assert not faces
        assert [str(error) for error in errors] == [f"{LABEL}:1: a {section} must be a table"] * 2


def test_a_card_with_a_mistake_is_left_out() -> None:
    faces, errors = read(changed(("cost = 2", "cost = -2")))
    assert [face.name for face in faces] == ["Night Porter"]
    assert len(errors) == 1


def test_messages_can_be_printed_whatever_the_name_is() -> None:
    changes = ("Lava Lamp", "Lava\\u001b[31m"), ('flavor = "It moves', 'flair = "It moves')
    _, errors = read(changed(*changes))
    assert {"name", "flavor"} <= {word for e in errors for word in e.message.split()}
    assert all(e.message.isprintable() for e in errors)


def test_several_mistakes_are_all_named() -> None:
    changes = ("cost = 2", "cost = -2"), ("goal = 18", "goal = 3"), ('"thing"', '"thong"')
    _, errors = read(changed(*changes))
    assert sorted(e.line for e in errors) == [5, 8, 18]


# -- files and tables ------------------------------------------------------------------------------


def test_a_word_that_no_table_knows_is_named_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(changed(('"Sleep"', '"Sleeep"')), encoding="utf-8")
    with pytest.raises(CardError) as caught:
        load_catalog(extra=(path,))
    assert str(caught.value) == f"{path}:12: Lava Lamp: unknown category or card 'Sleeep'"
    _, errors = problems(path)
    assert [str(e) for e in errors] == [str(caught.value)]


def test_an_id_that_another_file_has_is_named(tmp_path: Path) -> None:
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    for path in (first, second):
        path.write_text(CARD, encoding="utf-8")
    with pytest.raises(CardError, match=r"b\.toml:12: another card already has the id"):
        load_catalog(extra=(first, second))


def test_too_many_cards_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "many.toml"
    card = changed(("copies = 2", "copies = 20")).split("[[role]]")[0]
    cards = (card.replace("Lava Lamp", f"Lamp {number}") for number in range(100))
    path.write_text("".join(cards), encoding="utf-8")
    with pytest.raises(CardError, match="more than 2000 cards"):
        load_catalog(extra=(path,))


@pytest.mark.parametrize("editions", [("gook",), (), ("geek", "geek")])
def test_editions_are_named_once_and_exist(editions: tuple[str, ...]) -> None:
    with pytest.raises(CardError, match="edition"):
        load_catalog(editions)


def test_a_file_that_is_not_there_or_a_folder_can_not_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(CardError, match="can't be read") as caught:
            load_catalog(extra=(path,))
        assert (caught.value.path, caught.value.line) == (str(path), 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CARD.encode("utf-16"), "isn't UTF-8 text"),
        (CARD + "#" * MAX_FILE, f"larger than {MAX_FILE} bytes"),
        ("a = " + "[" * 100_000, ""),
    ],
    ids=["not text", "huge", "nested too deep"],
)
def test_a_file_of_something_else_is_one_mistake(text: str | bytes, said: str) -> None:
    faces, errors = read(text)
    assert not faces
    (error,) = errors
    assert said in error.message
    assert error.line == 1


def test_a_file_of_the_largest_size_is_read() -> None:
    assert not read(CARD + "#" * (MAX_FILE - len(CARD)))[1]


def test_an_empty_file_has_no_cards() -> None:
    assert read("") == ([], [])


@pytest.mark.parametrize("edition", ["key = 3\n", "words = 3", "[[", 'key = "x"\nnonsense = 1\n'])
def test_an_edition_file_that_is_none(edition: str) -> None:
    with pytest.raises(CardError, match="not an edition file"):
        load_edition(Text(edition), "edition.toml")


# -- packaged files: the same whether Python kept their parsed form or not -------------------------


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


# -- the fingerprint: equal where cards play the same, whatever is printed for people --------------

TEXTS = dict(blocks(DATA / "fingerprint.txt"))


def fingerprint(old: str = "", new: str = "", edition: Edition | None = None) -> str:
    """Return the fingerprint of the cards with some of their words replaced."""
    assert old in TEXTS["cards"]
    faces = load_source(Text(TEXTS["cards"].replace(old, new)), "cards.toml", "own")
    return Catalog([edition or edition_of("geek")], faces).fingerprint


@pytest.mark.parametrize("same", [True, False])
def test_what_is_played_counts_and_what_only_people_read_does_not(same: bool) -> None:
    """A name that an effect means may change with it, but must mean no other card."""
    for line in TEXTS["the same" if same else "another"].strip().splitlines():
        old, new = line.replace(" | ", "\n").split(" => ")
        assert (fingerprint(old, new) == fingerprint()) == same, line


def test_how_an_edition_plays_counts_and_its_words_do_not() -> None:
    geek = edition_of("geek")
    said = geek._replace(name="Nerd", words={"room": "den"}, new_here=("a", "b", "c"))
    assert fingerprint(edition=said) == fingerprint()
    assert fingerprint(edition=geek._replace(pets_stay=not geek.pets_stay)) != fingerprint()


# -- anything at all -------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [10, 50, 100, 150, 200])
def test_effects_nested_too_deep(depth: int) -> None:
    effect = '{ verb = "draw", amount = 1 }'
    for _ in range(depth):
        effect = f'{{ verb = "roll", low = [{effect}] }}'
    fine_or_named(changed((EFFECT, effect)))


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
