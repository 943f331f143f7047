"""Card files: every kind of mistake is named with its file and line, and nothing else escapes."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.cards import PLAYER_TARGET, Face
from core.catalog import Catalog, load_catalog, problems
from core.editions import load_edition
from core.loader import MAX_FILE, CardError, load_source, read_source
from core.vocabulary import CATEGORIES, FILTER_WORDS, KINDS, VERBS

LABEL = "my-cards.toml"
CARD = """\
# a card of mine

[[card]]
name = "Lava Lamp"
kind = "thing"
categories = ["Electronics"]
copies = 2
cost = 2
slack = 1
text = "Sleep played while it is here gets +1 Slack."
flavor = "It moves if you wait."
effects = [{ verb = "bonus", what = ["Sleep"], amount = 1 }]

[[role]]
name = "Night Porter"
income = [2, 3]
free_time = 2
goal = 18
text = "No special rules."
flavor = "Nobody ever comes."
effects = []
"""
GEEK = Path(__file__).parents[2] / "themes" / "geek"
NO_CARDS = ("edition.toml", "page.toml")
FILES = [path for path in sorted(GEEK.glob("*.toml")) if path.name not in NO_CARDS]


class Text:
    """A file that exists only in memory."""

    def __init__(self, text: str | bytes) -> None:
        self.raw = text.encode() if isinstance(text, str) else text

    def read_bytes(self) -> bytes:
        return self.raw


def read(text: str | bytes) -> tuple[list[Face], list[CardError]]:
    return read_source(Text(text), LABEL, "own")


def changed(old: str, new: str) -> str:
    assert CARD.count(old) == 1, f"{old!r} should stand once in the sample"
    return CARD.replace(old, new)


def compiled(text: str | bytes) -> Catalog:
    """The cards of a text as a table would use them."""
    edition = load_edition(GEEK / "edition.toml", "edition.toml")
    return Catalog([edition], load_source(Text(text), LABEL, "own"))


# -- sound files ----------------------------------------------------------------------------------


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
    faces, errors = read(changed('verb = "bonus", what = ["Sleep"], amount = 1', 'verb = "roll"'))
    assert not errors
    assert dict(faces[0].effects[0].params) == {"low": (), "high": ()}


@pytest.mark.parametrize(
    ("written", "slack", "die"),
    [("-2", -2, None), ('"die-1"', 0, -1), ('"die"', 0, 0), ('"die+2"', 0, 2)],
)
def test_slack_is_a_number_or_rolled(written: str, slack: int, die: int | None) -> None:
    text = changed('kind = "thing"', 'kind = "activity"').replace("slack = 1", f"slack = {written}")
    faces, errors = read(text)
    assert not errors
    assert (faces[0].slack, faces[0].die) == (slack, die)


def test_ids_are_made_of_plain_letters() -> None:
    faces, _ = read(changed('"Lava Lamp"', '"Señor Ünder-Wear, 3rd!"'))
    assert faces[0].id == "own/senor-under-wear-3rd"
    faces, _ = read(changed('name = "Lava Lamp"', 'id = "lamp-2"\nname = "Lava Lamp"'))
    assert faces[0].id == "own/lamp-2"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_files_of_the_edition_are_sound(path: Path) -> None:
    faces, errors = read_source(path, path.name, "geek")
    assert not errors
    assert faces
    lines = path.read_text(encoding="utf-8").splitlines()
    for face in faces:
        around = lines[face.origin[1] - 1]
        assert around.startswith(("effects", "[[")), f"{face.name} is not at line {face.origin[1]}"


# -- mistakes -------------------------------------------------------------------------------------

EFFECT = '{ verb = "bonus", what = ["Sleep"], amount = 1 }'
NAME, EFFECTS, ROLE = 4, 12, 14  # lines of the sample
MISTAKES = {
    "unknown verb": (EFFECT, '{ verb = "explode" }', EFFECTS, "unknown verb 'explode'"),
    "no verb": (EFFECT, "{ amount = 1 }", EFFECTS, "an effect looks like"),
    "verb is no word": (EFFECT, "{ verb = 3 }", EFFECTS, "an effect looks like"),
    "effect is no table": (EFFECT, '"bonus"', EFFECTS, "an effect looks like"),
    "effects are no list": (f"[{EFFECT}]", '"bonus"', EFFECTS, "effects"),
    "unknown parameter": (
        "amount = 1",
        "amount = 1, when = 3",
        EFFECTS,
        "bonus has no parameter 'when'",
    ),
    "missing parameter": (", amount = 1", "", EFFECTS, "bonus needs amount"),
    "amount is no number": ("amount = 1", 'amount = "1"', EFFECTS, "amount must be a number"),
    "amount is true": ("amount = 1", "amount = true", EFFECTS, "amount must be a number"),
    "amount too high": ("amount = 1", "amount = 31", EFFECTS, "amount must be a number"),
    "filter is no list": ('["Sleep"]', '"Sleep"', EFFECTS, "what must be a list"),
    "filter is empty": ('["Sleep"]', "[]", EFFECTS, "what must be a list"),
    "filter of numbers": ('["Sleep"]', "[3]", EFFECTS, "what must be a list"),
    "verb on the wrong kind": (
        EFFECT,
        '{ verb = "stay" }',
        EFFECTS,
        "stay can't stand on a thing",
    ),
    "unknown who": (
        EFFECT,
        '{ verb = "income", amount = 1, who = "nobody" }',
        EFFECTS,
        "who must be one of you, target, others, everybody, neighbors",
    ),
    "unknown whose": (
        EFFECT,
        '{ verb = "trash", what = ["Food"], whose = "his" }',
        EFFECTS,
        "whose must be one of any, others, own",
    ),
    "unknown by": (
        EFFECT,
        '{ verb = "reward", what = ["Food"], amount = 1, by = "me" }',
        EFFECTS,
        "by must be one of you, others, anybody",
    ),
    "standing verb inside another": (
        EFFECT,
        '{ verb = "each-turn", effects = [{ verb = "charm", amount = 1 }] }',
        EFFECTS,
        "charm can't stand inside another effect here",
    ),
    "mistake inside another effect": (
        EFFECT,
        '{ verb = "roll", low = [{ verb = "tokens" }] }',
        EFFECTS,
        "tokens needs amount",
    ),
    "inner effects are no list": (EFFECT, '{ verb = "roll", low = 3 }', EFFECTS, "must be a list"),
    "two kinds of targets": (
        EFFECT,
        '{ verb = "take", what = ["Food"] }, { verb = "trash", what = ["Toy"] }',
        EFFECTS,
        "only one of take, trash fits on a card",
    ),
    "unknown field": ("cost = 2", "price = 2", 8, "unknown field 'price' for a card"),
    "unknown field like another": ("slack = 1", "slack = 1\ns = 1", 10, "unknown field 's'"),
    "field of roles": ("cost = 2", "goal = 20", 8, "unknown field 'goal' for a card"),
    "field of cards": ("goal = 18", "goal = 18\ncost = 1", 19, "unknown field 'cost' for a role"),
    "unknown kind": ('kind = "thing"', 'kind = "gizmo"', 5, "unknown kind 'gizmo'"),
    "no kind": ('kind = "thing"\n', "", 3, "unknown kind"),
    "unknown category": ('"Electronics"', '"Gadget"', 6, "unknown category 'Gadget'"),
    "category is no word": ('["Electronics"]', "[[1]]", 6, "unknown category"),
    "categories are no list": ('["Electronics"]', '"Toy"', 6, "categories has the wrong type"),
    "copies too many": ("copies = 2", "copies = 21", 7, "copies must be a number from 1 to 20"),
    "no copies": ("copies = 2", "copies = 0", 7, "copies must be a number from 1 to 20"),
    "copies is true": ("copies = 2", "copies = true", 7, "copies has the wrong type"),
    "negative cost": ("cost = 2", "cost = -1", 8, "cost must be a number from 0 to 30"),
    "cost is a word": ("cost = 2", 'cost = "2"', 8, "cost has the wrong type"),
    "cost is a fraction": ("cost = 2", "cost = 2.5", 8, "cost has the wrong type"),
    "cost is a day": ("cost = 2", "cost = 2026-11-16", 8, "cost has the wrong type"),
    "cost beyond all bounds": ("cost = 2", f"cost = 0x{'f' * 5000}", 8, "cost must be a number"),
    "slack too low": ("slack = 1", "slack = -10", 9, "slack must be a number from -9 to 30"),
    "slack is a riddle": ("slack = 1", 'slack = "2d6"', 9, "slack must be a number or like die-1"),
    "slack rolled for a Person": (
        'kind = "thing"\ncategories = ["Electronics"]\ncopies = 2\ncost = 2\nslack = 1',
        'kind = "person"\nslack = "die-1"',
        6,
        "a Thing or an Activity rolls for its Slack, not a person",
    ),
    "no name": ('name = "Lava Lamp"\n', "", 3, "a card needs a name"),
    "blank name": ('"Lava Lamp"', '"  "', NAME, "a card needs a name"),
    "name is a number": ('"Lava Lamp"', "7", NAME, "name has the wrong type"),
    "name too long": ("Lava Lamp", "x" * 41, NAME, "the name has more than 40 characters"),
    "name with a semicolon": ("Lava Lamp", "Lava; Lamp", NAME, "characters that can't be used"),
    "name with a control code": ("Lava Lamp", "Lava\\u001bLamp", NAME, "can't be used"),
    "no text": ('text = "Sleep played while it is here gets +1 Slack."\n', "", 3, "needs a text"),
    "text too long": ("Sleep played", "x" * 160, 10, "characters, at most 160 fit"),
    "text with a line break": ("Sleep played", "Sleep\\nplayed", 10, "text has control characters"),
    "text is a list": ('"Sleep played while it is here gets +1 Slack."', "[]", 10, "text"),
    "no flavor": ('flavor = "It moves if you wait."\n', "", 3, "needs a flavor"),
    "flavor too long": ("It moves", "x" * 90, 11, "characters, at most 90 fit"),
    "odd id": ('name = "Lava Lamp"', 'id = "Lava Lamp"\nname = "L"', 4, "an id is made of"),
    "odd on": ("cost = 2", 'on = "me"', 8, "on must be anybody or others"),
    "guest is no flag": ("cost = 2", "guest = 1", 8, "guest has the wrong type"),
    "misfortune is no flag": ("cost = 2", 'misfortune = "yes"', 8, "misfortune has the wrong"),
    "role without income": ("income = [2, 3]\n", "", ROLE, "income must be a number from 0 to 9"),
    "income too high": ("[2, 3]", "10", 16, "income must be a number from 0 to 9"),
    "income pair upside down": ("[2, 3]", "[3, 2]", 16, "a pair like [2, 3]"),
    "income of three numbers": ("[2, 3]", "[1, 2, 3]", 16, "a pair like [2, 3]"),
    "free time is a word": ("free_time = 2", 'free_time = "2"', 17, "free_time"),
    "goal too low": ("goal = 18", "goal = 4", 18, "goal must be a number from 5 to 99"),
    "no goal": ("goal = 18\n", "", ROLE, "goal must be a number from 5 to 99"),
    "verb not for roles": (
        "effects = []",
        'effects = [{ verb = "draw", amount = 1 }]',
        21,
        "draw can't stand on a role",
    ),
    "section of one": ("[[role]]", "[role]", ROLE, "write [[role]], not [role]"),
    "unknown section": ("[[role]]", "[[roles]]", ROLE, "unknown section 'roles'"),
    "loose field": ("# a card of mine", "author = 'me'", 1, "unknown section 'author'"),
    "not TOML": ("cost = 2", "cost 2", 8, "is not TOML"),
    "unfinished": ("effects = []", "effects = [", 21, "is not TOML"),
    "twice the same field": ("cost = 2", "cost = 2\ncost = 3", 9, "is not TOML"),
    "twice the same id": (
        "[[role]]",
        '[[card]]\nname = "Lava Lamp!"\nkind = "thing"\ntext = "No."\nflavor = "No."\n\n[[role]]',
        14,
        "two cards have the id 'own/lava-lamp'",
    ),
}


@pytest.mark.parametrize(("old", "new", "line", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_named_with_its_line(old: str, new: str, line: int, message: str) -> None:
    _, errors = read(changed(old, new))
    assert errors, "nothing was found wrong"
    assert message in errors[0].message
    assert (errors[0].path, errors[0].line) == (LABEL, line)
    assert str(errors[0]) == f"{LABEL}:{line}: {errors[0].message}"
    with pytest.raises(CardError):
        load_source(Text(changed(old, new)), LABEL, "own")


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


def fine_or_named(text: str | bytes) -> None:
    """Either the cards can be used or a CardError says where and why, in a printable line."""
    faces, errors = read(text)
    for error in errors:
        assert error.path == LABEL
        assert error.line >= 1
        assert error.message.isprintable()
    if faces and not errors:
        with suppress(CardError):
            compiled(text)


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
